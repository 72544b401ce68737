//! The actions of a canary: each is an action that no program must be able to do.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, SocketAddrV4, TcpStream};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::time::Duration;

use rustix::process::{Pid, test_kill_process};

use super::super::message::Canary;
use super::{need, process};

/// The longest time that a canary waits to be ended.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Tries all canaries and ends this process, which is isolated like a program. The exit code has one bit for each
/// canary, the lowest for the first; it is set if the canary escaped.
pub(super) fn try_out(canaries: &[Canary]) -> ! {
    let bits = canaries.iter().enumerate().map(|(place, canary)| i32::from(gets_out(canary)) << place);
    process::leave(bits.sum())
}

fn gets_out(canary: &Canary) -> bool {
    match canary {
        Canary::Read(file) => fs::read(file).is_ok(),
        Canary::Write(file) => fs::write(file, b"a canary got out\n").is_ok(),
        Canary::Connect(port) => TcpStream::connect(SocketAddrV4::new(Ipv4Addr::LOCALHOST, *port)).is_ok(),
        Canary::ConnectAbstract(name) => connect_abstract(name).is_ok(),
        Canary::Signal(pid) => Pid::from_raw(*pid).is_some_and(|pid| test_kill_process(pid).is_ok()),
        Canary::LeaveDaemon(name) => leave_daemon(name).is_err(),
        Canary::FillMemory(bytes) => fill_memory(*bytes),
        Canary::FillSockets(bytes) => fill_sockets(*bytes),
        Canary::Need(need) => !need::is_met(*need),
    }
}

fn connect_abstract(name: &str) -> io::Result<UnixStream> {
    UnixStream::connect_addr(&SocketAddr::from_abstract_name(name)?)
}

/// Leaves a process in a session of its own, with no open descriptors.
fn leave_daemon(name: &str) -> io::Result<()> {
    let name = std::ffi::CString::new(name)?;
    if process::fork()?.is_some() {
        return Ok(());
    }
    let _ = rustix::process::setsid();
    if matches!(process::fork(), Ok(None)) {
        let _ = rustix::thread::set_name(&name);
        process::close_all_but(&[]);
        std::thread::sleep(MAX_WAIT);
    }
    process::leave(0)
}

fn fill_memory(bytes: u64) -> bool {
    let mut held = vec![0_u8; bytes as usize];
    held.iter_mut().step_by(4096).for_each(|byte| *byte = 1);
    std::thread::sleep(MAX_WAIT);
    held.contains(&1)
}

/// Sends bytes that nobody receives, until `bytes` are in the buffers of sockets or no more sockets can be created.
fn fill_sockets(bytes: u64) -> bool {
    let chunk = vec![1; 64 << 10];
    let (mut held, mut pairs) = (0, Vec::new());
    while held < bytes {
        let Ok(pair) = UnixStream::pair() else { break };
        let filled = pair.0.set_nonblocking(true).and_then(|()| {
            loop {
                match io::Write::write(&mut &pair.0, &chunk) {
                    Ok(length) => held += length as u64,
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => break Ok(()),
                    Err(error) => break Err(error),
                }
            }
        });
        pairs.push(pair);
        if filled.is_err() {
            break;
        }
    }
    !pairs.is_empty()
}
