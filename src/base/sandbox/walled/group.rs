//! Memory control groups (cgroups(7)), where the grader may create them.
//!
//! The memory that the kernel holds for a program in pipes, sockets and tables is not shown in /proc, so the supervisor
//! cannot count it. A control group counts all of it. Each launcher has its own group, and the kernel ends a process
//! when the group uses more memory than the limit of the program plus our own overhead. This is a second, wider bound:
//! the memory that /proc shows is compared with the limit of the program itself.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use super::Limits;

/// The most memory that a launcher, its warm interpreters and the kernel use for a run besides its program, in bytes.
const OVERHEAD: u64 = 128 << 20;

/// How often the grader tries to remove the groups of ended launchers, and the pause between two attempts.
const REMOVAL_ATTEMPTS: u32 = 1000;
const REMOVAL_PAUSE: Duration = Duration::from_micros(200);

/// The text that moves the writing process itself into a group.
const SELF: &[u8] = b"0";

/// The version of the kernel interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    /// The memory controller has its own hierarchy (the kernel's cgroup-v1/memory.rst).
    One,
    /// All controllers are in one hierarchy (the kernel's cgroup-v2.rst).
    Two,
}

/// The group in which the groups of launchers are created, as the kernel shows it to this process.
#[derive(Debug, PartialEq, Eq)]
struct ParentGroup {
    version: Version,
    folder: PathBuf,
}

/// The groups of one grader.
#[derive(Debug)]
pub(super) struct Groups {
    parent: &'static ParentGroup,
    /// The groups of ended launchers. The kernel keeps a group until its last process has ended.
    unremoved: Mutex<Vec<PathBuf>>,
}

impl Groups {
    /// Finds where this process may create groups with a memory bound.
    pub(super) fn find() -> Option<Arc<Self>> {
        // Searched once, because the preparation may move this process into another group.
        static PARENT: OnceLock<Option<ParentGroup>> = OnceLock::new();
        let parent = PARENT.get_or_init(ParentGroup::prepared).as_ref()?;
        Some(Arc::new(Self { parent, unremoved: Mutex::default() }))
    }

    /// Creates an empty group; returns it with the file through which a process enters it.
    pub(super) fn new_group(self: &Arc<Self>) -> io::Result<(Group, File)> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let folder = self.parent.folder.join(name(&MADE.fetch_add(1, Ordering::Relaxed).to_string()));
        fs::create_dir(&folder)?;
        let entrance = folder.join(match self.parent.version {
            // When a thread enters a group by itself, the kernel does not take the lock of all processes, which costs 5
            // to 15 ms (kernel/cgroup/cgroup.c, cgroup_procs_write_start).
            Version::One => "tasks",
            Version::Two => "cgroup.procs",
        });
        let group = File::options()
            .write(true)
            .open(entrance)
            .and_then(|entrance| Ok((Group::open(self.clone(), folder.clone())?, entrance)));
        group.inspect_err(|_| drop(fs::remove_dir(&folder)))
    }
}

impl Drop for Groups {
    fn drop(&mut self) {
        let mut unremoved =
            std::mem::take(&mut *self.unremoved.lock().unwrap_or_else(PoisonError::into_inner));
        for _ in 0..REMOVAL_ATTEMPTS {
            unremoved.retain(|folder| fs::remove_dir(folder).is_err());
            if unremoved.is_empty() {
                return;
            }
            std::thread::sleep(REMOVAL_PAUSE);
        }
    }
}

/// Moves this process, which has one thread, and its future children into a group.
pub(super) fn enter(mut entrance: &File) -> io::Result<()> {
    entrance.write_all(SELF)
}

/// The group of one launcher.
#[derive(Debug)]
pub(super) struct Group {
    groups: Arc<Groups>,
    folder: PathBuf,
    /// The kernel's file with the number of processes that it has ended.
    ended: File,
    /// The kernel's file with the number of times that the group has reached its bound.
    reached: File,
    /// Both numbers at the time when the bound was set last.
    before: Cell<[u64; 2]>,
    /// The bound, in bytes.
    bound: Cell<u64>,
}

impl Group {
    fn open(groups: Arc<Groups>, folder: PathBuf) -> io::Result<Self> {
        let open = |[ended, reached]: [&str; 2]| {
            io::Result::Ok((File::open(folder.join(ended))?, File::open(folder.join(reached))?))
        };
        let (ended, reached) = open(match groups.parent.version {
            Version::One => ["memory.oom_control", "memory.failcnt"],
            Version::Two => ["memory.events.local", "memory.events.local"],
        })?;
        Ok(Self { groups, folder, ended, reached, before: Cell::default(), bound: Cell::new(0) })
    }

    /// Sets the bound for a run with these limits. The files of the run are in memory, too.
    pub(super) fn set_bound_for(&self, limits: &Limits) {
        self.bound(limits.memory.saturating_add(limits.disk).saturating_add(OVERHEAD));
    }

    /// Sets the bound to the current use plus `bytes`.
    pub(super) fn set_bound_above_use(&self, bytes: u64) {
        let held = match self.groups.parent.version {
            Version::One => "memory.usage_in_bytes",
            Version::Two => "memory.current",
        };
        let held = fs::read_to_string(self.folder.join(held)).ok().and_then(|text| text.trim().parse().ok());
        self.bound(bytes.saturating_add(held.unwrap_or(OVERHEAD)));
    }

    fn bound(&self, bytes: u64) {
        self.before.set(self.counts());
        if self.bound.replace(bytes) == bytes {
            return;
        }
        let file = match self.groups.parent.version {
            Version::One => "memory.limit_in_bytes",
            Version::Two => "memory.max",
        };
        let bytes = bytes.min(i64::MAX as u64).to_string();
        let _ = fs::write(self.folder.join(file), bytes); // If this fails, the canary is not ended, and no bound is claimed.
    }

    /// Tells whether the kernel has ended a process because the group reached its bound. If the machine or a parent
    /// group has no memory left, that is not the fault of the program.
    pub(super) fn was_exceeded(&self) -> bool {
        let (before, now) = (self.before.get(), self.counts());
        now[0] > before[0] && now[1] > before[1]
    }

    /// Returns how many processes the kernel has ended, and how often the group has reached its bound.
    fn counts(&self) -> [u64; 2] {
        let (ended, reached) = (text(&self.ended), text(&self.reached));
        match self.groups.parent.version {
            Version::One => [field(&ended, "oom_kill"), reached.trim().parse().unwrap_or(0)],
            Version::Two => [field(&ended, "oom_kill"), field(&reached, "oom")],
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let mut unremoved = self.groups.unremoved.lock().unwrap_or_else(PoisonError::into_inner);
        unremoved.push(std::mem::take(&mut self.folder));
        unremoved.retain(|folder| fs::remove_dir(folder).is_err());
    }
}

impl ParentGroup {
    /// Finds the group of this process and prepares it; `None` if it cannot hold groups with a memory bound.
    fn prepared() -> Option<Self> {
        let cgroup = fs::read_to_string("/proc/self/cgroup").ok()?;
        let parent = Self::read(&cgroup, &fs::read_to_string("/proc/self/mountinfo").ok()?)?;
        parent.remove_abandoned();
        parent.prepare().ok()?;
        Some(parent)
    }

    /// Reads the texts of `/proc/self/cgroup` (cgroups(7)) and `/proc/self/mountinfo` (proc_pid_mountinfo(5)). If the
    /// memory controller has its own hierarchy (version 1), that one is used.
    fn read(cgroup: &str, mounts: &str) -> Option<Self> {
        let lines = || {
            cgroup.lines().filter_map(|line| line.splitn(3, ':').skip(1).collect::<Vec<_>>().try_into().ok())
        };
        let path = |wanted: fn(&str) -> bool| {
            lines().find_map(|[names, path]: [&str; 2]| wanted(names).then_some(path))
        };
        let (version, path) = path(|names| names.split(',').any(|name| name == "memory"))
            .map(|path| (Version::One, path))
            .or_else(|| path(str::is_empty).map(|path| (Version::Two, path)))?;
        let folder = mounts.lines().find_map(|line| {
            let (place, system) = line.split_once(" - ")?;
            let [root, point] = place.split(' ').skip(3).take(2).collect::<Vec<_>>().try_into().ok()?;
            let mut system = system.split(' ');
            let is_it = match version {
                Version::One => {
                    system.next() == Some("cgroup") && system.nth(1)?.split(',').any(|name| name == "memory")
                }
                Version::Two => system.next() == Some("cgroup2"),
            };
            let below = Path::new(path).strip_prefix(root).ok()?;
            is_it.then(|| Path::new(point).join(below))
        })?;
        Some(Self { version, folder })
    }

    /// Prepares the group so that it can hold groups with a memory bound. In version 2 such a group must have no
    /// processes of its own ("no internal processes"), so this process moves into a new group inside it.
    fn prepare(&self) -> io::Result<()> {
        let try_folder = self.folder.join(name("grader"));
        if self.version == Version::One {
            fs::create_dir(&try_folder)?;
            return fs::remove_dir(&try_folder);
        }
        let has_memory = |file: &str| {
            let names = fs::read_to_string(self.folder.join(file)).unwrap_or_default();
            names.split_whitespace().any(|name| name == "memory")
        };
        if !has_memory("cgroup.controllers") {
            return Err(io::ErrorKind::Unsupported.into());
        }
        fs::create_dir(&try_folder)?;
        if has_memory("cgroup.subtree_control") {
            return fs::remove_dir(&try_folder);
        }
        let enter = |folder: &Path| fs::write(folder.join("cgroup.procs"), SELF);
        let shared_out = enter(&try_folder)
            .and_then(|()| fs::write(self.folder.join("cgroup.subtree_control"), "+memory"));
        shared_out.inspect_err(|_| {
            let _ = enter(&self.folder); // Other processes are in the group, too.
            let _ = fs::remove_dir(&try_folder);
        })
    }

    /// Removes the groups of graders that were killed.
    fn remove_abandoned(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let grader = entry.file_name().to_str().and_then(grader_of);
            if grader.is_some_and(|grader| !Path::new("/proc").join(grader.to_string()).exists()) {
                let _ = fs::remove_dir(entry.path()); // The kernel refuses this while a process is in the group.
            }
        }
    }
}

/// Returns the name of a group of this grader.
fn name(what: &str) -> String {
    format!("yardstick-{}-{what}", std::process::id())
}

/// Returns the process id of the grader that created a group with this name.
fn grader_of(name: &str) -> Option<u32> {
    name.strip_prefix("yardstick-")?.split_once('-')?.0.parse().ok()
}

/// Reads one of the kernel's files again from its start.
fn text(file: &File) -> String {
    let mut bytes = [0; 512];
    let length = file.read_at(&mut bytes, 0).unwrap_or(0);
    String::from_utf8_lossy(&bytes[..length]).into_owned()
}

/// Returns the number after `name` in lines of the form `name number`; 0 if there is none.
fn field(text: &str, name: &str) -> u64 {
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok());
    value.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "25 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n\
        31 25 0:27 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu\n\
        33 25 0:29 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n\
        35 25 0:31 / /sys/fs/cgroup/unified rw,relatime - cgroup2 none rw\n";

    fn parent(version: Version, folder: &str) -> Option<ParentGroup> {
        Some(ParentGroup { version, folder: folder.into() })
    }

    #[test]
    fn the_hierarchy_with_the_memory_controller_is_used() {
        let hybrid = "9:name=systemd:/\n4:memory:/jobs/7\n1:cpu,cpuacct:/\n0::/jobs\n";
        assert_eq!(ParentGroup::read(hybrid, MOUNTS), parent(Version::One, "/sys/fs/cgroup/memory/jobs/7"));
        let unified = "0::/user.slice/user-1000.slice/run-u3.scope\n";
        let mounts = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
        let folder = "/sys/fs/cgroup/user.slice/user-1000.slice/run-u3.scope";
        assert_eq!(ParentGroup::read(unified, mounts), parent(Version::Two, folder));
    }

    #[test]
    fn a_container_sees_its_own_group_as_the_root() {
        let mounts = "33 25 0:29 /docker/4f /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n";
        assert_eq!(
            ParentGroup::read("4:memory:/docker/4f\n", mounts),
            parent(Version::One, "/sys/fs/cgroup/memory/")
        );
        assert_eq!(ParentGroup::read("4:memory:/docker/5a\n", mounts), None, "it is not shown");
    }

    #[test]
    fn without_a_hierarchy_there_is_no_group() {
        assert_eq!(ParentGroup::read("", MOUNTS), None);
        assert_eq!(ParentGroup::read("0::/\n", "25 1 254:0 / / rw - ext4 /dev/vda rw\n"), None);
        assert_eq!(ParentGroup::read("4:memory\n", MOUNTS), None);
    }

    #[test]
    fn fields_are_read_by_their_whole_names() {
        let events = "low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\noom_group_kill 0\n";
        assert_eq!([field(events, "oom"), field(events, "oom_kill"), field(events, "peak")], [3, 2, 0]);
    }

    #[test]
    fn a_group_is_named_after_its_grader() {
        assert_eq!(grader_of(&name("4")), Some(std::process::id()));
        assert_eq!(grader_of("yardstick-7-grader"), Some(7));
        assert_eq!([grader_of("yardstick-x-1"), grader_of("user.slice")], [None, None]);
    }
}
