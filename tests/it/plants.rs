//! What the attacks of `fixtures/hostile/` look for outside, planted at a place of its own for each sweep.
//!
//! The programs know one place and one port (`support/attack.py`). Each sweep runs a copy of them that knows the sweep's
//! own, so sweeps may go on side by side, in any number of processes.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::user::User;
use super::wait::{until, within};

/// Where the programs of the corpus look, as it is written there.
const WRITTEN_PLACE: &str = "\"/tmp/yardstick-hostile";
const WRITTEN_NAME: &str = "\\0yardstick-hostile";
const WRITTEN_PORT: &str = "PORT = 47811";

/// How long what a killed grader had running may take to go away.
const PATIENCE: Duration = Duration::from_secs(5);

/// The corpus as it is kept.
pub(crate) fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/hostile")
}

/// What the programs look for, as it was before.
pub(crate) struct Plants {
    place: tempfile::TempDir,
    /// What the grader's environment holds, and the planted file.
    pub(crate) secret: String,
    results: (Vec<u8>, u32, i64, u32),
    tcp: TcpListener,
    udp: UdpSocket,
    path: UnixListener,
    abstract_one: UnixListener,
    mounts: Vec<String>,
    processes: BTreeSet<i32>,
}

impl Plants {
    /// Plants what belongs to whoever grades.
    pub(crate) fn plant(user: User) -> Self {
        let place = tempfile::Builder::new().prefix("yardstick-hostile-").tempdir().unwrap();
        let allow = |name: &str, mode| {
            fs::set_permissions(place.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
        };
        allow("", 0o755);
        fs::create_dir(place.path().join("writable")).unwrap();
        allow("writable", 0o777);
        let secret = format!("yardstick-planted-secret-{}-{}", std::process::id(), rand());
        fs::write(place.path().join("secret.txt"), &secret).unwrap();
        fs::write(place.path().join("results.json"), "{\"points\": 0}\n").unwrap();
        let (tcp, udp) = on_one_port();
        let path = UnixListener::bind(place.path().join("socket")).unwrap();
        allow("socket", 0o777);
        let name = SocketAddr::from_abstract_name(abstract_name(place.path())).unwrap();
        let abstract_one = UnixListener::bind_addr(&name).unwrap();
        if let Some(id) = user.other() {
            for name in ["", "writable", "secret.txt", "results.json", "socket"] {
                chown(place.path().join(name), Some(id), Some(id)).unwrap();
            }
        }
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        path.set_nonblocking(true).unwrap();
        abstract_one.set_nonblocking(true).unwrap();
        let results = state(&place.path().join("results.json"));
        let (mounts, processes) = (mounts(), processes().collect());
        Self { place, secret, results, tcp, udp, path, abstract_one, mounts, processes }
    }

    /// Copies a folder of the corpus, with this place in the place of the one that is written there.
    pub(crate) fn copy(&self, from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let (entry, to) = (entry.as_ref().unwrap(), to.join(entry.as_ref().unwrap().file_name()));
            if entry.file_type().unwrap().is_dir() {
                self.copy(&entry.path(), &to);
                continue;
            }
            match fs::read_to_string(entry.path()) {
                Ok(text) => fs::write(&to, self.placed(&text)).unwrap(),
                Err(_) => drop(fs::copy(entry.path(), &to).unwrap()),
            }
        }
    }

    /// A source text with this place in it.
    fn placed(&self, text: &str) -> String {
        let place = self.place.path();
        let name = abstract_name(place);
        text.replace(WRITTEN_PLACE, &format!("\"{}", place.display()))
            .replace(WRITTEN_NAME, &format!("\\0{name}"))
            .replace(WRITTEN_PORT, &format!("PORT = {}", self.tcp.local_addr().unwrap().port()))
    }

    /// What is no longer as it was.
    pub(crate) fn disturbed(&self) -> Vec<String> {
        let mut found = Vec::new();
        if state(&self.place.path().join("results.json")) != self.results {
            found.push("the planted results were changed".to_owned());
        }
        for entry in fs::read_dir(self.place.path().join("writable")).unwrap() {
            found.push(format!("something was written: {:?}", entry.unwrap().file_name()));
        }
        let refused = |error: std::io::Error| error.kind() == ErrorKind::WouldBlock;
        if !self.tcp.accept().is_err_and(refused) {
            found.push("somebody connected by TCP".to_owned());
        }
        if !self.udp.recv(&mut [0; 8]).is_err_and(refused) {
            found.push("somebody sent by UDP".to_owned());
        }
        if !self.path.accept().is_err_and(refused) {
            found.push("somebody connected to the socket file".to_owned());
        }
        if !self.abstract_one.accept().is_err_and(refused) {
            found.push("somebody connected to the abstract socket".to_owned());
        }
        found
    }

    /// Processes and mounts that were not there before.
    pub(crate) fn left(&self) -> Vec<String> {
        let mut left = survivors(&self.processes);
        // What a killed grader of another test had running is gone in a moment.
        within(PATIENCE, || {
            let now = survivors(&self.processes);
            left.retain(|one| now.contains(one));
            left.is_empty()
        });
        let mut found: Vec<String> =
            left.into_iter().map(|(pid, line)| format!("left running: {pid} {line}")).collect();
        if mounts() != self.mounts {
            found.push("a mount was left".to_owned());
        }
        found
    }
}

/// The bytes, the permissions, the time and the owner of a file.
fn state(path: &Path) -> (Vec<u8>, u32, i64, u32) {
    let metadata = fs::metadata(path).unwrap();
    (fs::read(path).unwrap(), metadata.mode(), metadata.mtime(), metadata.uid())
}

/// Two sockets with the same number, which nobody else has.
fn on_one_port() -> (TcpListener, UdpSocket) {
    loop {
        let tcp = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        if let Ok(udp) = UdpSocket::bind(tcp.local_addr().unwrap()) {
            return (tcp, udp);
        }
    }
}

/// The name of the abstract socket: that of the folder.
fn abstract_name(place: &Path) -> &str {
    place.file_name().unwrap().to_str().unwrap()
}

/// A number that programs cannot guess.
fn rand() -> u64 {
    std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), Instant::now())
}

fn mounts() -> Vec<String> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
    mounts.lines().map(|line| line.split(' ').nth(4).unwrap_or_default().to_owned()).collect()
}

fn processes() -> impl Iterator<Item = i32> {
    fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// Processes that a program of the corpus or a launcher of ours has left, by their ids.
fn survivors(before: &BTreeSet<i32>) -> BTreeSet<(i32, String)> {
    processes()
        .filter(|pid| !before.contains(pid))
        .filter_map(|pid| {
            let line = command_line(pid)?;
            let name = fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
            let is_one =
                ["main.py", "yardstick-program", "yardstick-launcher"].iter().any(|part| line.contains(part))
                    || name == "hostile-left\n";
            (is_one && !is_of_others(pid)).then_some((pid, line))
        })
        .collect()
}

/// Whether a process comes from another test of this process or from a grader that is at work, or has ended by now.
/// What outlives its own grader comes from neither.
fn is_of_others(mut pid: i32) -> bool {
    while pid > 1 {
        let Some(line) = command_line(pid) else { return true };
        let program = line.split(' ').next().unwrap_or_default();
        if pid.cast_unsigned() == std::process::id() || program.ends_with("/yardstick") {
            return true;
        }
        let Some(parent) = parent(pid) else { return true };
        pid = parent;
    }
    false
}

fn command_line(pid: i32) -> Option<String> {
    let line = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
    Some(String::from_utf8_lossy(&line).replace('\0', " "))
}

fn parent(pid: i32) -> Option<i32> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("PPid:\t"))?.parse().ok()
}

#[test]
fn what_outlives_its_grader_is_found_and_what_is_at_work_is_not() {
    let started = |script: &str| {
        let output = Command::new("bash").args(["-c", script]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().parse::<i32>().unwrap()
    };
    // The one has lost its parent when its number is read, the other has this process for a parent.
    let left = started("(exec -a yardstick-launcher sleep 60) > /dev/null 2>&1 & echo $!");
    let mut at_work =
        Command::new("bash").args(["-c", "exec -a yardstick-launcher sleep 60"]).spawn().unwrap();
    let named = |pid| command_line(pid).is_some_and(|line| line.starts_with("yardstick-launcher"));
    until(|| named(left) && named(at_work.id().cast_signed()));
    let found = survivors(&BTreeSet::new());
    kill_process(Pid::from_raw(left).unwrap(), Signal::KILL).unwrap();
    at_work.kill().unwrap();
    at_work.wait().unwrap();
    let found: BTreeSet<_> = found.into_iter().map(|(pid, _)| pid).collect();
    assert!(found.contains(&left), "{found:?}");
    assert!(!found.contains(&at_work.id().cast_signed()), "{found:?}");
}
