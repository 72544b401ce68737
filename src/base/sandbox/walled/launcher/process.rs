//! Forks processes and executes programs.
//!
//! A launcher has one thread, so its forks may do anything that the launcher may (fork(2)).

use std::ffi::{CString, c_char, c_void};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::path::Path;
use std::time::{Duration, Instant};

use libc::{c_int, c_uint};
use rustix::process::Pid;

/// How long is waited for namespaces: the kernel takes those of earlier runs down after their last process has ended, on
/// a busy machine later. Shorter than the grader waits for the run to begin.
const PATIENCE: Duration = Duration::from_secs(8);
const PAUSE: Duration = Duration::from_millis(2);

/// Forks; returns the id of the child, or `None` in the child.
pub(super) fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: without CLONE_VM and a stack this is fork(2), in a process with one thread.
    match unsafe { libc::syscall(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0) } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(None),
        id => Ok(Pid::from_raw(id as i32)),
    }
}

/// The stack of a child that shares the memory of this process.
pub(super) struct Stack {
    bottom: *mut c_void,
}

impl Stack {
    /// The size in bytes, of which only the used part takes memory.
    const SIZE: usize = 1 << 20;
    /// The size of the guard area at the bottom in bytes: at least one page on any machine.
    const GUARD: usize = 64 << 10;

    pub(super) fn new() -> io::Result<Self> {
        // SAFETY: new memory of our own, whose lowest part nobody may touch.
        let bottom = unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_STACK;
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let bottom = libc::mmap(std::ptr::null_mut(), Self::SIZE, access, flags, -1, 0);
            if bottom == libc::MAP_FAILED || libc::mprotect(bottom, Self::GUARD, libc::PROT_NONE) == -1 {
                return Err(io::Error::last_os_error());
            }
            bottom
        };
        Ok(Self { bottom })
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: the memory that was made for this.
        unsafe { libc::munmap(self.bottom, Self::SIZE) };
    }
}

/// Runs a function in a child in new namespaces, and stops until the child has ended. Returns the id of the child, for
/// which the caller must wait.
///
/// The child shares the memory and the descriptors of this process, as after vfork(2): copying them, and destroying the
/// copy, would cost as much as everything else that a supervisor does.
pub(super) fn run_in_vfork_child<F: FnOnce()>(namespaces: c_int, stack: &Stack, run: F) -> io::Result<Pid> {
    extern "C" fn begin<F: FnOnce()>(given: *mut c_void) -> c_int {
        // SAFETY: it is what is given below, by a process that stands still.
        if let Some(run) = unsafe { (*given.cast::<Option<F>>()).take() } {
            run();
        }
        0
    }
    let mut run = Some(run);
    let flags = namespaces | libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_FILES | libc::SIGCHLD;
    // SAFETY: this process has one thread, which is stopped until the child has ended; the child has a stack of its
    // own, whose end is aligned as the end of a mapping. The child returns from `run`, so it leaves nothing allocated.
    let id = unsafe { libc::clone(begin::<F>, stack.bottom.add(Stack::SIZE), flags, (&raw mut run).cast()) };
    match id {
        -1 => Err(io::Error::last_os_error()),
        id => Pid::from_raw(id).ok_or_else(|| io::ErrorKind::InvalidData.into()),
    }
}

/// Tries again what makes namespaces while there are as many as the machine allows (`/proc/sys/user`, namespaces(7)).
pub(super) fn patiently<T>(mut make: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let given_up = Instant::now() + PATIENCE;
    loop {
        match make() {
            Err(error) if error.raw_os_error() == Some(libc::ENOSPC) && Instant::now() < given_up => {
                std::thread::sleep(PAUSE);
            }
            made => return made,
        }
    }
}

/// Moves this process, which has one thread, into new namespaces.
pub(super) fn unshare(namespaces: c_int) -> io::Result<()> {
    // SAFETY: no other thread shares what is separated; descriptors stay shared with nobody.
    match unsafe { libc::unshare(namespaces) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Ends this process without running any exit handler of its parent.
pub(super) fn leave(code: i32) -> ! {
    // SAFETY: _exit(2) ends the process.
    unsafe { libc::_exit(code) }
}

/// Restores the default signal handling: Rust ignores SIGPIPE, and a program would inherit that.
pub(super) fn reset_signals() {
    // SAFETY: signal(2) and sigprocmask(2) on values of our own.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
    }
}

/// Puts the descriptors at 0, 1, 2, …, and marks all others to be closed by exec. Descriptors that are needed until
/// then must have been moved above 63.
pub(super) fn arrange(fds: &[OwnedFd]) -> io::Result<()> {
    for (to, from) in (0..).zip(fds) {
        // SAFETY: dup2(2) replaces a descriptor that nothing here uses any more.
        if unsafe { libc::dup2(from.as_raw_fd(), to) } == -1 {
            return Err(io::Error::last_os_error());
        }
    }
    close_on_exec(fds.len() as c_uint)
}

/// Marks all descriptors from `first` on to be closed by exec.
pub(super) fn close_on_exec(first: c_uint) -> io::Result<()> {
    // SAFETY: close_range(2) with this flag only marks.
    match unsafe { libc::syscall(libc::SYS_close_range, first, c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Copies a descriptor to a number that no program gets.
pub(super) fn copy_to_high_fd(fd: &OwnedFd) -> io::Result<OwnedFd> {
    Ok(rustix::io::fcntl_dupfd_cloexec(fd, 64)?)
}

/// Executes a program in this process; returns only if that fails.
pub(super) fn execute(program: &Path, args: &[Vec<u8>], env: &[Vec<u8>]) -> io::Error {
    use std::os::unix::ffi::OsStrExt;
    let name = program.as_os_str().as_bytes().to_vec();
    let strings =
        |bytes: &[Vec<u8>]| -> Result<Vec<CString>, _> { bytes.iter().cloned().map(CString::new).collect() };
    let words: Vec<Vec<u8>> = std::iter::once(name.clone()).chain(args.iter().cloned()).collect();
    let (Ok(name), Ok(args), Ok(env)) = (CString::new(name), strings(&words), strings(env)) else {
        return io::ErrorKind::InvalidInput.into();
    };
    let pointers = |strings: &[CString]| -> Vec<*const c_char> {
        strings.iter().map(|one| one.as_ptr()).chain([std::ptr::null()]).collect()
    };
    let (argv, envp) = (pointers(&args), pointers(&env));
    // SAFETY: both lists end with a null pointer, and their strings live until the call is over.
    unsafe { libc::execve(name.as_ptr(), argv.as_ptr(), envp.as_ptr()) };
    io::Error::last_os_error()
}

/// Returns the processor time and peak memory of the children that were waited for: microseconds and bytes.
pub(super) fn usage_of_children() -> (u64, u64) {
    // SAFETY: getrusage(2) fills the structure, whose members are all numbers.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage);
        usage
    };
    let micros = |time: libc::timeval| time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64;
    (micros(usage.ru_utime) + micros(usage.ru_stime), usage.ru_maxrss as u64 * 1024)
}

/// Makes every mount below a folder read-only, without devices and set-user-id programs.
pub(super) fn make_read_only(folder: &std::ffi::CStr) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    // SAFETY: mount_setattr(2) reads the path and the structure, whose size it is told.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            folder.as_ptr(),
            libc::AT_RECURSIVE,
            &raw const attributes,
            size_of::<libc::mount_attr>(),
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Waits for a child, also after interruptions.
pub(super) fn wait_for(child: Pid) -> io::Result<i32> {
    let waited = rustix::io::retry_on_intr(|| {
        rustix::process::waitpid(Some(child), rustix::process::WaitOptions::empty())
    })?;
    Ok(waited.map_or(0, |(_, status)| status.as_raw()))
}

/// Tells whether this process, the first of its process namespace, is the only one in it.
pub(super) fn is_alone() -> bool {
    // SAFETY: signal 0 is sent to nobody (kill(2)); -1 means all processes except this one.
    let found = unsafe { libc::kill(-1, 0) };
    found == -1 && io::Error::last_os_error().raw_os_error() == Some(libc::ESRCH)
}

/// Closes every descriptor except these, in a process that uses no others.
pub(super) fn close_all_but(kept: &[BorrowedFd]) {
    let mut kept: Vec<i32> = kept.iter().map(AsRawFd::as_raw_fd).collect();
    kept.sort_unstable();
    let mut first = 0;
    for fd in kept.into_iter().map(i64::from).chain([i64::from(c_uint::MAX) + 1]) {
        if first < fd {
            // SAFETY: the owners of these descriptors, if there are any, are never used nor dropped.
            unsafe { libc::syscall(libc::SYS_close_range, first as c_uint, (fd - 1) as c_uint, 0) };
        }
        first = fd + 1;
    }
}
