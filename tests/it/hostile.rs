//! The corpus of attacks: what each program gets at each level, and what it leaves outside.
//!
//! `fixtures/hostile/README.md` says what is planted and what the programs may find.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use serde::Deserialize;
use serde_json::Value;

const PLACE: &str = "/tmp/yardstick-hostile";
const PORT: u16 = 47811;

/// What stands outside is one place for all: levels take turns.
pub(crate) static PLANTED: Mutex<()> = Mutex::new(());

/// What a program must get.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    #[expect(dead_code, reason = "it is for readers")]
    about: String,
    strict: Verdicts,
    standard: Verdicts,
    /// Not to be run without isolation if it is left out.
    none: Option<Verdicts>,
    /// The most that a run may take.
    seconds: f64,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Verdicts {
    One(String),
    Any(Vec<String>),
}

impl Verdicts {
    fn allow(&self, verdict: &str) -> bool {
        match self {
            Self::One(one) => one == verdict,
            Self::Any(any) => any.iter().any(|one| one == verdict),
        }
    }
}

pub(crate) fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/hostile")
}

/// What the programs look for, as it was before.
struct Plants {
    secret: String,
    results: (Vec<u8>, u32, i64, u32),
    tcp: TcpListener,
    udp: UdpSocket,
    path: UnixListener,
    abstract_one: UnixListener,
}

fn state_of_results() -> (Vec<u8>, u32, i64, u32) {
    let path = Path::new(PLACE).join("results.json");
    let metadata = fs::metadata(&path).unwrap();
    (fs::read(&path).unwrap(), metadata.mode(), metadata.mtime(), metadata.uid())
}

impl Plants {
    /// Plants what belongs to whoever grades.
    fn plant(user: User) -> Self {
        let place = Path::new(PLACE);
        let _ = fs::remove_dir_all(place);
        fs::create_dir_all(place.join("writable")).unwrap();
        fs::set_permissions(place, fs::Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(place.join("writable"), fs::Permissions::from_mode(0o777)).unwrap();
        let secret = format!("yardstick-planted-secret-{}-{}", std::process::id(), rand());
        fs::write(place.join("secret.txt"), &secret).unwrap();
        fs::write(place.join("results.json"), "{\"points\": 0}\n").unwrap();
        let tcp = TcpListener::bind(("127.0.0.1", PORT)).unwrap();
        let udp = UdpSocket::bind(("127.0.0.1", PORT)).unwrap();
        let path = UnixListener::bind(place.join("socket")).unwrap();
        fs::set_permissions(place.join("socket"), fs::Permissions::from_mode(0o777)).unwrap();
        let name = SocketAddr::from_abstract_name("yardstick-hostile").unwrap();
        let abstract_one = UnixListener::bind_addr(&name).unwrap();
        if user.is_another() {
            for name in ["", "writable", "secret.txt", "results.json", "socket"] {
                std::os::unix::fs::chown(place.join(name), Some(NOBODY), Some(NOBODY)).unwrap();
            }
        }
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        path.set_nonblocking(true).unwrap();
        abstract_one.set_nonblocking(true).unwrap();
        Self { secret, results: state_of_results(), tcp, udp, path, abstract_one }
    }

    /// What is no longer as it was.
    fn disturbed(&self) -> Vec<String> {
        let mut found = Vec::new();
        if state_of_results() != self.results {
            found.push("the planted results were changed".to_owned());
        }
        for entry in fs::read_dir(Path::new(PLACE).join("writable")).unwrap() {
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
}

/// A number that programs cannot guess.
fn rand() -> u64 {
    std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), Instant::now())
}

fn mounts() -> Vec<String> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
    mounts.lines().map(|line| line.split(' ').nth(4).unwrap_or_default().to_owned()).collect()
}

/// Processes that a program of the corpus or a launcher of ours left.
fn survivors(before: &[i32]) -> Vec<String> {
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok())
        .filter(|pid| !before.contains(pid))
        .filter_map(|pid| {
            let line = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            // Those of graders that are at work have a supervisor for a parent.
            let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
            let orphan = status.lines().any(|line| line == "PPid:\t1");
            (orphan && line.contains("main.py")
                || line.contains("yardstick-program")
                || line.contains("hostile-left"))
            .then(|| format!("{pid} {line}"))
        })
        .collect()
}

fn processes() -> Vec<i32> {
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect()
}

/// Who runs the grader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum User {
    /// Whoever runs this test, root perhaps.
    Same,
    /// Somebody who is not root.
    Ordinary,
}

impl User {
    /// Whether that is not the user of this process.
    pub(crate) fn is_another(self) -> bool {
        self == Self::Ordinary && rustix::process::geteuid().is_root()
    }
}

/// The id of `nobody`, who can read what everybody may.
pub(crate) const NOBODY: u32 = 65534;

/// Grades the corpus at a level.
fn withstands(level: &str, runner: &str, user: User) {
    let _turn = PLANTED.lock().unwrap_or_else(PoisonError::into_inner);
    let expected = fs::read_to_string(corpus().join("expected.yaml")).unwrap();
    let expected: BTreeMap<String, Expected> = serde_yaml::from_str(&expected).unwrap();
    let plants = Plants::plant(user);
    let (mounts_before, processes_before, started) = (mounts(), processes(), Instant::now());
    let out = tempfile::tempdir().unwrap();

    let chosen = expected.iter().filter(|(_, expected)| match level {
        "none" => expected.none.is_some(),
        _ => true,
    });
    let submissions = chosen.clone().map(|(name, _)| corpus().join("submissions").join(name));
    let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default());
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("yardstick"));
    if user.is_another() {
        fs::set_permissions(out.path(), fs::Permissions::from_mode(0o777)).unwrap();
        let copy = out.path().join("yardstick");
        fs::copy(assert_cmd::cargo::cargo_bin!("yardstick"), &copy).unwrap();
        command = std::process::Command::new(copy);
        command.uid(NOBODY).gid(NOBODY);
    }
    let folder = out.path().join("results");
    let output = command
        .env("PATH", path)
        .env("YARDSTICK_HOSTILE_SECRET", &plants.secret)
        .arg("grade")
        .arg(corpus().join("spec.yaml"))
        .args(submissions)
        .args(["--sandbox", level, "--runner", runner, "--format", "json", "--jobs", "2", "--out"])
        .arg(&folder)
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    let results: Value = serde_json::from_str(&stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));

    let mut wrong = Vec::new();
    let mut graded = BTreeMap::new();
    for submission in results["submissions"].as_array().unwrap() {
        graded.insert(submission["name"].as_str().unwrap(), &submission["scenarios"][0]);
    }
    for (name, expected) in chosen {
        let Some(scenario) = graded.get(name.as_str()) else {
            wrong.push(format!("{name}: not graded"));
            continue;
        };
        let verdict = scenario["verdict"].as_str().unwrap();
        let admissible = match level {
            "strict" => &expected.strict,
            "standard" => &expected.standard,
            _ => expected.none.as_ref().unwrap(),
        };
        if !admissible.allow(verdict) {
            wrong
                .push(format!("{name}: {verdict}, where {admissible:?} is expected: {}", scenario["reason"]));
        }
    }
    let most: f64 = expected.values().map(|expected| expected.seconds).sum();
    if started.elapsed().as_secs_f64() > most {
        wrong.push(format!("all together took {:?}, where {most} s is the most", started.elapsed()));
    }
    if level != "none" {
        wrong.extend(plants.disturbed());
        let reports = fs::read_dir(&folder).unwrap().flatten().filter_map(|file| fs::read(file.path()).ok());
        for report in reports.chain([output.stdout.clone(), output.stderr.clone()]) {
            if String::from_utf8_lossy(&report).contains(&plants.secret) {
                wrong.push("a report holds the planted secret".to_owned());
            }
        }
    }
    wrong.extend(survivors(&processes_before).into_iter().map(|line| format!("left running: {line}")));
    if mounts() != mounts_before {
        wrong.push("a mount was left".to_owned());
    }
    drop(plants);
    let _ = fs::remove_dir_all(PLACE);
    assert!(wrong.is_empty(), "{level}, {runner}, {user:?}:\n{}", wrong.join("\n"));
}

#[test]
fn the_strict_level_withstands_every_attack() {
    withstands("strict", "fork", User::Same);
}

#[test]
fn an_ordinary_user_s_grader_withstands_every_attack_of_programs_that_are_started_anew() {
    withstands("strict", "spawn", User::Ordinary);
}

#[test]
fn the_standard_level_keeps_secrets_and_results() {
    withstands("standard", "fork", User::Same);
}

#[test]
fn without_isolation_an_ordinary_user_s_programs_get_what_is_foretold() {
    withstands("none", "spawn", User::Ordinary);
}
