//! Looks from outside at where a program is whose time is up and that cannot be asked: a compiled one.
//!
//! It is stopped with ptrace(2), and goes on for a moment instruction by instruction. What is written down are addresses in
//! its own executable, relative to its entry point: nothing of the program is parsed here. What was passed again and again
//! with the highest stack pointer lies in the outermost function in which something goes round. After this the program is
//! killed.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::{Duration, Instant};

use libc::{c_long, c_void};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::super::hearing;
use super::super::message::Report;

/// The most instructions, the most of its own code, and the longest time on the clock.
const MOST_STEPS: usize = 100_000;
const MOST_OWN: u32 = 20_000;
const LONGEST: Duration = Duration::from_millis(600);

/// An instruction goes round if it was passed so often.
const OFTEN: u32 = 3;

/// The most addresses that are told. A report must be written in one piece (pipe(7), PIPE_BUF).
const MOST_ADDRESSES: usize = 150;

/// The most words of a stack that are looked at for addresses to which functions go back, and the most such addresses.
const MOST_WORDS: u64 = 4096;
const MOST_CALLERS: usize = 16;

/// The most bytes of an instruction that calls a function.
const LONGEST_CALL: u64 = 7;

/// The kinds of entries of the auxiliary vector: the end, and the entry point of the program (getauxval(3)).
const AT_NULL: u64 = 0;
const AT_ENTRY: u64 = 9;

/// The registers of a stopped process, and the places of the instruction pointer and the stack pointer among them:
/// `user_regs_struct` and `user_pt_regs` in the kernel's headers.
type Registers = [u64; 64];
#[cfg(target_arch = "x86_64")]
const PLACES: [usize; 2] = [16, 19];
#[cfg(target_arch = "aarch64")]
const PLACES: [usize; 2] = [32, 31];

/// The instruction that stops a process, where it is one byte long.
#[cfg(target_arch = "x86_64")]
const BREAKPOINT: Option<u8> = Some(0xcc);
#[cfg(target_arch = "aarch64")]
const BREAKPOINT: Option<u8> = None;

/// The places of the number and of the result of a system call among the registers, where both can be set.
#[cfg(target_arch = "x86_64")]
const SYSTEM_CALL: Option<[usize; 2]> = Some([15, 10]);
#[cfg(target_arch = "aarch64")]
const SYSTEM_CALL: Option<[usize; 2]> = None;

/// Follows the first of these processes that runs an executable in a folder; `None` if it cannot be followed.
pub(super) fn follow(processes: &[i32], folder: &Path) -> Option<Report> {
    let pid = *processes.iter().find(|pid| {
        fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|program| program.starts_with(folder))
    })?;
    let code = Code::of(pid)?;
    let stopped = Stopped::new(hearing::id_of(pid)?).ok()?;
    let (passed, first) = walk(&stopped, &code, &Memory::of(pid).ok()?);
    let mut around: Vec<(u64, u64)> =
        passed.into_iter().filter(|(_, times)| *times >= OFTEN).map(|(place, _)| place).collect();
    around.sort_unstable_by_key(|(stack, at)| (Reverse(*stack), *at));
    let relative = |at: u64| at.wrapping_sub(code.entry).cast_signed();
    let mut around: Vec<i64> = around.into_iter().map(|(_, at)| relative(at)).collect();
    let mut known = HashSet::new();
    around.retain(|at| known.insert(*at));
    around.truncate(MOST_ADDRESSES);
    Some(Report::Seen { at: relative(first?), around })
}

/// The instructions that were passed, each with the stack pointer there, and how often.
type Passed = HashMap<(u64, u64), u32>;

/// Lets a process go on; returns what it passed of its own code, and where it was in that first.
fn walk(stopped: &Stopped, code: &Code, memory: &Memory) -> (Passed, Option<u64>) {
    let has_waited = stopped.leave_system_call().unwrap_or(false);
    let (mut passed, mut first, mut is_outside, mut own) = (Passed::new(), None, false, 0);
    let mut begin = None;
    if let Some(breakpoint) = BREAKPOINT
        && let Ok(registers) = stopped.registers()
        && !code.has(registers[PLACES[0]])
    {
        // A function of a library takes too many steps. It goes back to one of these.
        let callers = memory.callers(registers[PLACES[1]], code);
        is_outside = !callers.is_empty() && stopped.go_on_until(&callers, breakpoint, memory).is_ok();
    }
    for _ in 0..MOST_STEPS {
        let Ok(registers) = stopped.registers() else { break };
        let [at, stack] = PLACES.map(|place| registers[place]);
        let was_outside = std::mem::replace(&mut is_outside, !code.has(at));
        if !is_outside {
            // A function of a library returns behind the call.
            first.get_or_insert(at - u64::from(was_outside));
            // Behind a call, that begins with one of these bytes.
            let call = at - u64::from(was_outside) * LONGEST_CALL..=at - u64::from(was_outside);
            begin.get_or_insert(call);
            *passed.entry((stack, at)).or_default() += 1;
            own += 1;
        }
        let calls = is_outside && !was_outside && own > 0;
        let back = if calls { memory.word(stack).filter(|back| code.has(*back)) } else { None };
        let went_on = match (back, BREAKPOINT) {
            (Some(back), Some(breakpoint)) => stopped.go_on_until(&[back], breakpoint, memory),
            _ => stopped.step(),
        };
        if own > MOST_OWN || went_on.is_err() {
            break;
        }
    }
    // What goes round only since the call failed is nothing that the program did.
    let comes_back = begin
        .is_some_and(|begin| passed.iter().any(|((_, at), times)| *times >= OFTEN && begin.contains(at)));
    if has_waited && !comes_back {
        passed.clear();
    }
    (passed, first)
}

/// The memory of a process that is traced.
struct Memory(fs::File);

impl Memory {
    fn of(pid: i32) -> io::Result<Self> {
        fs::OpenOptions::new().read(true).write(true).open(format!("/proc/{pid}/mem")).map(Self)
    }

    fn word(&self, at: u64) -> Option<u64> {
        let mut bytes = [0; 8];
        self.0.read_exact_at(&mut bytes, at).ok().map(|()| u64::from_ne_bytes(bytes))
    }

    /// Returns the innermost addresses on a stack that lie behind a call in the program's own code. Not every one needs
    /// to be where a function goes back to: what was there once may still be there.
    fn callers(&self, stack: u64, code: &Code) -> Vec<u64> {
        let words = (0..MOST_WORDS).map_while(|number| self.word(stack + 8 * number));
        let mut callers: Vec<u64> =
            words.filter(|word| code.has(*word) && self.is_behind_a_call(*word)).take(MOST_CALLERS).collect();
        callers.sort_unstable();
        callers.dedup();
        callers
    }

    /// Tells whether what ends here is an instruction that calls a function: by an offset (`e8`), or by a register or a
    /// place in memory (`ff`, with 2 as the operation), as the manuals of x86-64 name them.
    fn is_behind_a_call(&self, at: u64) -> bool {
        let mut bytes = [0; 7];
        if self.0.read_exact_at(&mut bytes, at.wrapping_sub(7)).is_err() {
            return false;
        }
        let by_place = |length: usize| bytes[7 - length] == 0xff && bytes[8 - length] >> 3 & 7 == 2;
        bytes[2] == 0xe8 || [2, 3, 4, 6, 7].into_iter().any(by_place)
    }
}

/// Where the executable of a process lies in its memory.
struct Code {
    ranges: Vec<(u64, u64)>,
    entry: u64,
}

impl Code {
    fn of(pid: i32) -> Option<Self> {
        let program = fs::read_link(format!("/proc/{pid}/exe")).ok()?;
        let maps = fs::read(format!("/proc/{pid}/maps")).ok()?;
        let maps = String::from_utf8_lossy(&maps);
        let ranges =
            maps.lines().filter(|line| line.ends_with(&*program.to_string_lossy())).filter_map(range);
        Some(Self { ranges: ranges.collect(), entry: entry(&fs::read(format!("/proc/{pid}/auxv")).ok()?)? })
    }

    fn has(&self, at: u64) -> bool {
        self.ranges.iter().any(|(from, to)| (*from..*to).contains(&at))
    }
}

/// Reads a line of `/proc/PID/maps`: the addresses of code.
fn range(line: &str) -> Option<(u64, u64)> {
    let mut words = line.split_whitespace();
    let (from, to) = words.next()?.split_once('-')?;
    let number = |text| u64::from_str_radix(text, 16).ok();
    words.next()?.contains('x').then_some((number(from)?, number(to)?))
}

/// Returns the entry point from an auxiliary vector.
fn entry(auxiliary: &[u8]) -> Option<u64> {
    let (words, _) = auxiliary.as_chunks::<8>();
    let pairs = words.chunks_exact(2).map(|pair| [pair[0], pair[1]].map(u64::from_ne_bytes));
    pairs.take_while(|[kind, _]| *kind != AT_NULL).find(|[kind, _]| *kind == AT_ENTRY).map(|[_, value]| value)
}

/// A process that stands still.
struct Stopped {
    process: Pid,
    until: Instant,
}

impl Stopped {
    fn new(process: Pid) -> io::Result<Self> {
        let stopped = Self { process, until: Instant::now() + LONGEST };
        let children = signal_of_children();
        // SAFETY: a structure of our own is read. The signal is left blocked: the supervisor does not need it.
        unsafe { libc::sigprocmask(libc::SIG_BLOCK, &raw const children, std::ptr::null_mut()) };
        stopped.trace(libc::PTRACE_SEIZE, 0, std::ptr::null_mut())?;
        stopped.trace(libc::PTRACE_INTERRUPT, 0, std::ptr::null_mut())?;
        stopped.wait()?;
        Ok(stopped)
    }

    fn registers(&self) -> io::Result<Registers> {
        let mut registers = [0; 64];
        let mut place =
            libc::iovec { iov_base: (&raw mut registers).cast(), iov_len: size_of::<Registers>() };
        self.trace(libc::PTRACE_GETREGSET, libc::NT_PRSTATUS as usize, (&raw mut place).cast())?;
        Ok(registers)
    }

    /// Has a system call in which the process waits fail, as if a signal had interrupted it: it would only wait again.
    /// Tells whether it waited in one.
    fn leave_system_call(&self) -> io::Result<bool> {
        let Some([number, result]) = SYSTEM_CALL else { return Ok(false) };
        let mut registers = self.registers()?;
        // The kernel's own error numbers for calls that it begins again (include/linux/errno.h).
        let waits = (-516..=-512).contains(&registers[result].cast_signed());
        if waits {
            registers[number] = u64::MAX;
            registers[result] = (-i64::from(libc::EINTR)).cast_unsigned();
            self.set(&mut registers)?;
        }
        Ok(waits)
    }

    /// Lets the process run until it comes back from a function, to one of these addresses.
    fn go_on_until(&self, callers: &[u64], breakpoint: u8, memory: &Memory) -> io::Result<()> {
        let mut there = vec![[0]; callers.len()];
        for (there, at) in there.iter_mut().zip(callers) {
            memory.0.read_exact_at(there, *at)?;
            memory.0.write_all_at(&[breakpoint], *at)?;
        }
        self.trace(libc::PTRACE_CONT, 0, std::ptr::null_mut())?;
        self.wait()?;
        for (there, at) in there.iter().zip(callers) {
            memory.0.write_all_at(there, *at)?;
        }
        let mut registers = self.registers()?;
        // It stands behind the byte that stopped it.
        registers[PLACES[0]] -= 1;
        self.set(&mut registers)
    }

    fn set(&self, registers: &mut Registers) -> io::Result<()> {
        let mut place =
            libc::iovec { iov_base: registers.as_mut_ptr().cast(), iov_len: size_of::<Registers>() };
        self.trace(libc::PTRACE_SETREGSET, libc::NT_PRSTATUS as usize, (&raw mut place).cast())?;
        Ok(())
    }

    fn step(&self) -> io::Result<()> {
        self.trace(libc::PTRACE_SINGLESTEP, 0, std::ptr::null_mut())?;
        self.wait()
    }

    /// Makes one request; the C libraries define the names of requests with different types.
    fn trace(&self, request: impl Into<i64>, address: usize, data: *mut c_void) -> io::Result<c_long> {
        let process = self.process.as_raw_nonzero().get();
        // SAFETY: only the registers are written, to a place of our own whose size the kernel is told.
        match unsafe { libc::ptrace(request.into() as _, process, address, data) } {
            -1 => Err(io::Error::last_os_error()),
            result => Ok(result),
        }
    }

    /// Waits until the process stands still; fails if it ends, gets a signal, or waits for too long itself.
    fn wait(&self) -> io::Result<()> {
        let news = WaitIdOptions::STOPPED | WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
        while Instant::now() < self.until {
            // Its end is left to be found by the supervisor. A process that stands still is told to whoever traces it,
            // also where only its end is asked for (ptrace(2)).
            if let Some(status) = waitid(WaitId::Pid(self.process), news | WaitIdOptions::NOWAIT)? {
                if status.exited() || status.killed() || status.dumped() {
                    return Err(io::ErrorKind::NotFound.into());
                }
                waitid(WaitId::Pid(self.process), WaitIdOptions::STOPPED | WaitIdOptions::NOHANG)?;
                // Above its lowest byte the kernel tells why it stands still (ptrace(2), PTRACE_EVENT_STOP).
                let is_trap = status.trapping_signal().is_some_and(|signal| signal & 0xff == libc::SIGTRAP);
                return if is_trap { Ok(()) } else { Err(io::ErrorKind::Interrupted.into()) };
            }
            self.wait_for_news();
        }
        Err(io::ErrorKind::TimedOut.into())
    }

    /// Waits until the kernel says that something happened to a child. Asking again and again would take the processor
    /// from the process for which we wait.
    fn wait_for_news(&self) {
        let left = self.until.saturating_duration_since(Instant::now());
        let left = libc::timespec { tv_sec: left.as_secs() as _, tv_nsec: left.subsec_nanos() as _ };
        let children = signal_of_children();
        // SAFETY: two structures of our own are read.
        unsafe { libc::sigtimedwait(&raw const children, std::ptr::null_mut(), &raw const left) };
    }
}

/// The set of signals with SIGCHLD, which the kernel sends when a child ends or stands still.
fn signal_of_children() -> libc::sigset_t {
    // SAFETY: sigemptyset(3) makes a value of it, which is our own.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_counts_and_the_entry_point_is_found() {
        let line =
            |access: &str| format!("55d0c0001000-55d0c0002000 {access} 00001000 00:1f 7    /box/student/p");
        assert_eq!(range(&line("r-xp")), Some((0x55d0_c000_1000, 0x55d0_c000_2000)));
        assert_eq!([range(&line("r--p")), range("nonsense"), range("")], [None; 3]);
        let words = |words: &[u64]| words.iter().flat_map(|word| word.to_ne_bytes()).collect::<Vec<u8>>();
        assert_eq!(entry(&words(&[6, 4096, AT_ENTRY, 77, AT_NULL, 0])), Some(77));
        assert_eq!(entry(&words(&[6, 4096, AT_NULL, 0, AT_ENTRY, 77])), None);
        assert_eq!(entry(&words(&[AT_ENTRY])), None);
    }
}
