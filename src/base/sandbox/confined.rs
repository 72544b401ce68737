//! Computes something of untrusted bytes in a process that can do nothing but compute.
//!
//! It is the same executable, started again. It bounds its own memory and time, and gives up every system call but reading
//! its input, writing its result and getting memory, before it has read anything. So code that trips over the bytes takes
//! nothing with it but this process.

use std::io::{self, Read, Write};
use std::process::{Command, ExitStatus, Stdio};

use super::Sandbox;

/// The variable of the environment with which the executable only computes. It is the whole environment then.
const VARIABLE: &str = "YARDSTICK_COMPUTES";
/// The largest memory of the process, in bytes. It begins with the size of the executable.
#[cfg(unix)]
const MEMORY: u64 = 768 << 20;
/// The most processor time, in seconds.
#[cfg(unix)]
const TIME: u64 = 5;
/// The largest result that is read, in bytes.
const MOST_RESULT: u64 = 16 << 20;
/// The exit code of a process that could not confine itself or got no whole request.
const NOT_COMPUTED: i32 = 70;

/// Computes something of the request if this process was started for that, and ends. Must be called before threads exist.
pub fn compute_if_asked(compute: impl FnOnce(&[u8]) -> Option<Vec<u8>>) {
    if std::env::var_os(VARIABLE).is_none() {
        return;
    }
    let computed = || -> io::Result<()> {
        confine()?;
        let mut request = Vec::new();
        io::stdin().lock().read_to_end(&mut request)?;
        let result = compute(&request).ok_or(io::ErrorKind::InvalidData)?;
        io::stdout().lock().write_all(&result)?;
        io::stdout().lock().flush()
    };
    std::process::exit(if computed().is_ok() { 0 } else { NOT_COMPUTED })
}

impl Sandbox {
    /// Returns what a process that can only compute makes of a request; `None` if it needs too much memory or time for it,
    /// or crashes.
    ///
    /// # Errors
    ///
    /// When there is no such process, or somebody else ends it.
    pub fn compute(&self, request: &[u8]) -> io::Result<Option<Vec<u8>>> {
        let mut command = Command::new(self.executable());
        command
            .env_clear()
            .env(VARIABLE, "")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let mut result = Vec::new();
        let written = process.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(request));
        let read =
            process.stdout.take().map_or(Ok(0), |stdout| stdout.take(MOST_RESULT).read_to_end(&mut result));
        let status = process.wait()?;
        match status.code() {
            Some(0) => written.and(read).map(|_| Some(result)),
            _ if gave_up(status) => Ok(None),
            _ => Err(io::Error::other(format!("the process that computes ended otherwise: {status}"))),
        }
    }
}

/// Tells whether a process ended because its time was up or there was no memory left, or crashed: the kernel ends it so, and code
/// in C ends itself.
#[cfg(unix)]
fn gave_up(status: ExitStatus) -> bool {
    use libc::{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGXCPU};
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    signal.is_some_and(|signal| [SIGXCPU, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE].contains(&signal))
}

/// Tells whether a process crashed: its exit code is an error of the system then, which is negative (ntstatus.h).
#[cfg(not(unix))]
fn gave_up(status: ExitStatus) -> bool {
    status.code().is_some_and(i32::is_negative)
}

/// Bounds this process by what the system has for that.
#[cfg(unix)]
fn confine() -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let bound = |resource, most| {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }).map_err(io::Error::from)
    };
    bound(Resource::As, MEMORY)?;
    setrlimit(Resource::Cpu, Rlimit { current: Some(TIME), maximum: Some(TIME + 1) })?;
    bound(Resource::Core, 0)?;
    bound(Resource::Nofile, 3)?;
    #[cfg(target_os = "linux")]
    super::only_compute::only_compute()?;
    Ok(())
}

/// Here a process cannot bound itself.
#[cfg(not(unix))]
fn confine() -> io::Result<()> {
    Ok(())
}
