//! Forks the supervisor and, from it, the program.
//!
//! Between `fork` and `exec` only async-signal-safe calls are made and nothing is allocated
//! (signal-safety(7)): everything the children need is prepared before, in [`Image`].
//!
//! The supervisor is a child subreaper (PR_SET_CHILD_SUBREAPER, prctl(2)): orphans of the program
//! become its children, so it can kill and reap every one of them, whatever session they fled to. A
//! pipe, the *lifeline*, tells it to do so: when the grader closes its end or dies, it reads the end
//! of the file.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};

use libc::{c_int, c_uint, pid_t};
use rustix::net::{
    AddressFamily, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags, SocketType, sendmsg,
};
use rustix::pipe::{PipeFlags, pipe_with};

use super::image::{Image, ResourceLimits};
use super::record::{ENDED, NOT_STARTED, RECORD, Report, decode, encode, write};
use super::{Command, Error, Limits, filter};

/// A running program, as the grader holds it. Dropping it kills what still runs.
pub(super) struct Process {
    pub(super) supervisor: rustix::process::Pid,
    pub(super) stdin: Option<OwnedFd>,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
    /// The other end of descriptor 3, if the program has one.
    pub(super) channel: Option<OwnedFd>,
    /// Where the supervisor says how it ended.
    pub(super) report: OwnedFd,
    /// Where the program hands over the listener of its filter.
    pub(super) handover: OwnedFd,
    lifeline: Option<OwnedFd>,
}

impl Process {
    /// Forks; the program is started or fails to be, which its report tells.
    pub(super) fn spawn(command: &Command, limits: &Limits) -> Result<Self, Error> {
        let image = Image::new(command)?;
        let limits = ResourceLimits::new(limits);
        let pipe = || pipe_with(PipeFlags::CLOEXEC).map_err(Error::system("make a pipe"));
        let (stdin, stdout, stderr, report, lifeline) = (pipe()?, pipe()?, pipe()?, pipe()?, pipe()?);
        let channel = command.channel.then(pipe).transpose()?;
        let handover =
            rustix::net::socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
                .map_err(Error::system("make a socket pair"))?;
        let program = Program {
            image: &image,
            limits: &limits,
            stdin: stdin.0.as_raw_fd(),
            stdout: stdout.1.as_raw_fd(),
            stderr: stderr.1.as_raw_fd(),
            channel: channel.as_ref().map(|channel| channel.1.as_raw_fd()),
            report: report.1.as_fd(),
            handover: handover.1.as_fd(),
        };

        // SAFETY: the child calls nothing but `supervise`, which keeps to what fork(2) allows in the
        // child of a process with threads, and never returns.
        let supervisor = unsafe {
            match libc::fork() {
                0 => supervise(&program, lifeline.0.as_raw_fd()),
                id => id,
            }
        };
        if supervisor == -1 {
            return Err(Error::System { what: "fork", source: io::Error::last_os_error() });
        }
        let channel = channel.map(|(ours, _)| ours);
        for end in [&stdin.1, &stdout.0, &stderr.0].into_iter().chain(&channel) {
            rustix::io::ioctl_fionbio(end, true).map_err(Error::system("unblock a pipe"))?;
        }
        Ok(Self {
            supervisor: rustix::process::Pid::from_raw(supervisor).expect("fork gives a positive id"),
            stdin: Some(stdin.1),
            stdout: stdout.0,
            stderr: stderr.0,
            channel,
            report: report.0,
            handover: handover.0,
            lifeline: Some(lifeline.1),
        })
    }

    /// Tells the supervisor to kill the program and everything it started.
    pub(super) fn kill(&mut self) {
        self.lifeline = None;
    }

    /// Reads one report; `None` when there will be no more.
    pub(super) fn read_report(&self) -> Result<Option<Report>, Error> {
        let mut record = [0; RECORD];
        match rustix::io::retry_on_intr(|| rustix::io::read(&self.report, &mut record)) {
            Ok(RECORD) => Ok(Some(decode(&record))),
            Ok(_) => Ok(None),
            Err(errno) => Err(Error::system("read the supervisor's report")(errno)),
        }
    }

    /// Waits for the supervisor, which has reported or been killed.
    pub(super) fn reap(&mut self) {
        self.kill();
        let _ = rustix::io::retry_on_intr(|| {
            rustix::process::waitpid(Some(self.supervisor), rustix::process::WaitOptions::empty())
        });
    }
}

/// What the two children need; made before the fork.
struct Program<'a> {
    image: &'a Image,
    limits: &'a ResourceLimits,
    stdin: RawFd,
    stdout: RawFd,
    stderr: RawFd,
    channel: Option<RawFd>,
    report: BorrowedFd<'a>,
    handover: BorrowedFd<'a>,
}

/// The life of the supervisor.
///
/// SAFETY: to be called only in the child of a fork, which it ends.
unsafe fn supervise(program: &Program, lifeline: RawFd) -> ! {
    // SAFETY: async-signal-safe system calls on values of our own.
    unsafe {
        libc::setsid();
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        let child = match libc::fork() {
            -1 => give_up(program.report),
            0 => execute(program),
            child => child,
        };
        let report = program.report.as_raw_fd();
        close_all_but(lifeline.min(report), lifeline.max(report));

        let pidfd = libc::syscall(libc::SYS_pidfd_open, child, 0) as c_int;
        let mut watched = [
            libc::pollfd { fd: lifeline, events: libc::POLLIN, revents: 0 },
            libc::pollfd { fd: pidfd, events: libc::POLLIN, revents: 0 },
        ];
        while libc::poll(watched.as_mut_ptr(), 2, -1) == -1 {}
        if watched[0].revents != 0 {
            libc::kill(child, libc::SIGKILL);
        }
        let mut status = 0;
        while libc::waitpid(child, &raw mut status, 0) == -1 && *libc::__errno_location() == libc::EINTR {}
        reap_orphans();

        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage);
        let micros = |time: libc::timeval| time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64;
        let cpu = micros(usage.ru_utime) + micros(usage.ru_stime);
        let _ = write(program.report, &encode(ENDED, status, cpu, usage.ru_maxrss as u64 * 1024));
        libc::_exit(0)
    }
}

/// The life of the program up to its first own instruction.
///
/// SAFETY: to be called only in the child of a fork, which it replaces or ends.
unsafe fn execute(program: &Program) -> ! {
    // SAFETY: async-signal-safe system calls on values of our own; the image's pointers live in it.
    unsafe {
        libc::setsid(); // Its own group: `kill(0, …)` must not reach the supervisor.
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0);
        // Ours may have the very numbers that the program's are to have.
        let (report, handover) = (out_of_the_way(program.report), out_of_the_way(program.handover));
        let standard = [Some(program.stdin), Some(program.stdout), Some(program.stderr), program.channel];
        let mut given = 0;
        for (to, from) in (0..).zip(standard) {
            if let Some(from) = from {
                if libc::dup2(from, to) == -1 {
                    give_up(report);
                }
                given = to + 1;
            }
        }
        for (resource, soft, hard) in program.limits.0 {
            let limit = libc::rlimit { rlim_cur: soft, rlim_max: hard };
            libc::setrlimit(resource, &raw const limit);
        }
        libc::signal(libc::SIGPIPE, libc::SIG_DFL); // Rust programs ignore it, and exec would hand that on.
        let mut no_signals: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut no_signals);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const no_signals, std::ptr::null_mut());
        if libc::chdir(program.image.folder.as_ptr()) == -1
            || libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == -1
        {
            give_up(report);
        }
        hand_over(handover, filter::install());
        libc::syscall(libc::SYS_close_range, given, c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC);
        libc::execve(
            program.image.program.as_ptr(),
            program.image.argv.as_ptr(),
            program.image.envp.as_ptr(),
        );
        give_up(report)
    }
}

/// A copy of a descriptor with a number that no program is given. The original is closed by exec.
///
/// SAFETY: to be called only in the child of a fork, where the copy lives until exec.
unsafe fn out_of_the_way<'a>(fd: BorrowedFd<'a>) -> BorrowedFd<'a> {
    // SAFETY: fcntl(2) gives a new descriptor; where it does not, the original is as good as before.
    unsafe {
        match libc::fcntl(fd.as_raw_fd(), libc::F_DUPFD_CLOEXEC, 64) {
            -1 => fd,
            copy => BorrowedFd::borrow_raw(copy),
        }
    }
}

/// Reports the last error and ends the child.
///
/// SAFETY: to be called only in the child of a fork.
unsafe fn give_up(report: BorrowedFd) -> ! {
    // SAFETY: reads this thread's error number, then ends the process.
    unsafe {
        let errno = *libc::__errno_location();
        let _ = write(report, &encode(NOT_STARTED, errno, 0, 0));
        libc::_exit(127)
    }
}

/// Sends the listener of the filter, or an empty hand where there is none.
fn hand_over(socket: BorrowedFd, listener: Option<OwnedFd>) {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    let fds = listener.as_ref().map(|fd| [fd.as_fd()]);
    if let Some(fds) = &fds {
        ancillary.push(SendAncillaryMessage::ScmRights(fds));
    }
    let _ = sendmsg(socket, &[io::IoSlice::new(b"!")], &mut ancillary, SendFlags::empty());
    std::mem::forget(listener); // Closed by exec; a listener without a holder would fail every read.
}

/// Kills and reaps until no descendant is left.
///
/// SAFETY: to be called only in the supervisor, whose children all belong to the program.
unsafe fn reap_orphans() {
    // SAFETY: async-signal-safe system calls on a buffer of our own.
    unsafe {
        loop {
            let listed = kill_children();
            let options = if listed { 0 } else { libc::WNOHANG };
            match libc::waitpid(-1, std::ptr::null_mut(), options) {
                0 => return,
                -1 if *libc::__errno_location() != libc::EINTR => return,
                _ => {}
            }
        }
    }
}

/// Kills the children that the kernel lists; whether it lists them at all.
///
/// SAFETY: as for [`reap_orphans`].
unsafe fn kill_children() -> bool {
    // SAFETY: the path is a C string, and the buffer is as long as is said.
    unsafe {
        let file = libc::open(c"/proc/thread-self/children".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
        if file == -1 {
            return false;
        }
        let mut list = [0_u8; 4096];
        let length = libc::read(file, list.as_mut_ptr().cast(), list.len());
        libc::close(file);
        let mut pid: pid_t = 0;
        for &byte in &list[..usize::try_from(length).unwrap_or(0)] {
            if byte.is_ascii_digit() {
                pid = pid.wrapping_mul(10).wrapping_add(pid_t::from(byte - b'0'));
            } else if pid > 0 {
                // Our own unreaped child: the id cannot belong to anyone else.
                libc::kill(pid, libc::SIGKILL);
                pid = 0;
            }
        }
        true
    }
}

/// SAFETY: closes descriptors whatever they belong to; only for a child that owns none but these two.
unsafe fn close_all_but(low: RawFd, high: RawFd) {
    let close_range = |first: c_int, last: c_uint| {
        if i64::from(first) <= i64::from(last) {
            // SAFETY: as the function's own.
            unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) };
        }
    };
    close_range(0, (low - 1) as c_uint);
    close_range(low + 1, (high - 1) as c_uint);
    close_range(high + 1, c_uint::MAX);
}

/// The largest resident set of this process, in bytes.
pub(super) fn own_peak_memory() -> u64 {
    // SAFETY: getrusage(2) fills the structure, whose members are all numbers.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage
    };
    usage.ru_maxrss as u64 * 1024
}
