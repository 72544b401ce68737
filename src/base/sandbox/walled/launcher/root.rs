//! The file system that programs see at the strict level: the system's programs, read-only, and little else.
//!
//! Each launcher builds it once, in its own mount namespace (mount_namespaces(7)): a tmpfs into which the folders are
//! mounted. Then the machine's own tree is detached.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};
use rustix::process::{chdir, getegid, geteuid, pivot_root};

use super::super::inside;
use super::user::NOBODY;
use super::{Refusal, process};

/// The folder with the program's folder, its temporary files and its shared memory. No tool is installed below this
/// path; a tool below `/home`, such as a version manager, would be hidden if this were `/home`.
pub(super) const HOME: &str = "/box";
pub(in crate::sandbox) const FOLDER: &str = "/box/student";
pub(in crate::sandbox) const TEMPORARY: &str = "/box/tmp";
pub(super) const SHARED_MEMORY: &str = "/box/shm";

/// The files with which warm interpreters start.
pub(super) const WARM: &str = "/.yardstick";

/// The folders and links of the system, which are shown if they exist.
pub(super) const SYSTEM: &[&str] = &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/// The configuration that the programs of the system need; a `*` stands for any ending.
const CONFIGURATION: &[&str] = &[
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/java*",
    "/etc/python3*",
    "/etc/fonts",
    "/etc/ssl/openssl.cnf",
];

/// A file up to this size, in bytes, is copied, so that no other launcher shares it.
const SMALL: u64 = 1 << 20;

/// The devices without a state.
const DEVICES: &[&str] = &["null", "zero", "full", "random", "urandom"];

/// The paths of the two trees while the new one is built.
const OLD: &str = "/old";
const NEW: &str = "/new";
/// An empty folder: an overlay needs at least two folders (the kernel's document filesystems/overlayfs.rst).
const EMPTY: &str = "/empty";

/// Builds the file system and moves into it.
pub(super) fn build(tools: &[PathBuf]) -> Result<(), Refusal> {
    let at = |what: &'static str| move |error: io::Error| Refusal::new(what, &error);
    let errno = |what: &'static str| move |errno: rustix::io::Errno| Refusal::new(what, &errno.into());
    mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)
        .map_err(errno("make mounts private"))?;
    // First into a tmpfs in which the whole machine is still visible, below `OLD`.
    tmpfs(Path::new("/tmp"), "mode=755").map_err(at("mount a file system of its own"))?;
    ["/tmp/old", "/tmp/new", "/tmp/empty"].iter().try_for_each(fs::create_dir).map_err(at("make folders"))?;
    pivot_root("/tmp", "/tmp/old").map_err(errno("move into a file system of its own"))?;
    chdir("/").map_err(errno("enter a file system of its own"))?;
    tmpfs(Path::new(NEW), "mode=755").map_err(at("mount a file system of its own"))?;

    let proc = PathBuf::from(format!("{NEW}/proc"));
    fs::create_dir(&proc).map_err(at("make folders"))?;
    mount("proc", &proc, "proc", MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC, None)
        .map_err(errno("mount /proc"))?;
    for path in SYSTEM.iter().map(Path::new).chain(tools.iter().map(PathBuf::as_path)) {
        show(path)
            .map_err(|error| Refusal::new(&format!("show `{}` to programs", path.display()), &error))?;
    }
    for path in configuration(Path::new(OLD)) {
        show(&path)
            .map_err(|error| Refusal::new(&format!("show `{}` to programs", path.display()), &error))?;
    }
    devices().map_err(at("show devices to programs"))?;
    own_files().map_err(at("write files for programs"))?;
    chdir(NEW).map_err(errno("enter the file system of programs"))?;
    pivot_root(".", ".").map_err(errno("move into the file system of programs"))?;
    unmount(".", UnmountFlags::DETACH).map_err(errno("leave the machine's file system"))?;
    chdir("/").map_err(errno("enter the file system of programs"))?;
    mount_remount("/", MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV, c"")
        .map_err(errno("make the file system of programs read-only"))
}

pub(super) fn tmpfs(at: &Path, options: &str) -> io::Result<()> {
    let options = std::ffi::CString::new(options)?;
    Ok(mount("tmpfs", at, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str())?)
}

/// Shows a file or folder of the machine at the same path of the new tree, if it exists.
fn show(path: &Path) -> io::Result<()> {
    let (old, new) = (below(OLD, path), below(NEW, path));
    let Ok(metadata) = fs::symlink_metadata(&old) else { return Ok(()) };
    if new.symlink_metadata().is_ok() {
        return Ok(()); // A folder inside a folder that is already shown.
    }
    fs::create_dir_all(new.parent().unwrap_or(Path::new(NEW)))?;
    if metadata.is_symlink() {
        return symlink(fs::read_link(&old)?, &new);
    }
    if metadata.is_dir() {
        fs::create_dir(&new)?;
        if overlay(&old, &new).is_ok() {
            return Ok(());
        }
    } else if metadata.len() <= SMALL {
        fs::copy(&old, &new)?;
        return Ok(());
    } else {
        fs::write(&new, b"")?;
    }
    mount_bind_recursive(&old, &new)?;
    let new = std::ffi::CString::new(new.as_os_str().as_encoded_bytes())?;
    process::make_read_only(&new)
}

/// Shows a folder through an overlay of its own. Locks and watches belong to the files of one file system, so a program
/// learns nothing about programs of another launcher.
fn overlay(old: &Path, new: &Path) -> io::Result<()> {
    let unsupported = || io::Error::from(io::ErrorKind::Unsupported);
    let old = old.to_str().filter(|path| !path.contains([':', ',', '\\'])).ok_or_else(unsupported)?;
    let mounts = fs::read_to_string(format!("{NEW}/proc/self/mountinfo"))?;
    let is_below = |line: &str| line.split(' ').nth(4).is_some_and(|at| at.starts_with(&format!("{old}/")));
    if mounts.lines().any(is_below) {
        return Err(unsupported()); // An overlay would not show mounts inside the folder.
    }
    let options = std::ffi::CString::new(format!("lowerdir={old}:{EMPTY}"))?;
    let flags = MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("overlay", new, "overlay", flags, options.as_c_str())?)
}

fn below(top: impl AsRef<Path>, path: &Path) -> PathBuf {
    let parts = path.components().filter(|part| matches!(part, Component::Normal(_)));
    top.as_ref().join(parts.collect::<PathBuf>())
}

/// Returns the paths of the needed configuration in a tree whose root is at `top`.
pub(super) fn configuration(top: &Path) -> Vec<PathBuf> {
    CONFIGURATION.iter().flat_map(|pattern| matching(top, pattern)).collect()
}

fn matching(top: &Path, pattern: &str) -> Vec<PathBuf> {
    let Some(start) = pattern.strip_suffix('*') else { return vec![pattern.into()] };
    let start = Path::new(start);
    let (Some(folder), Some(name)) = (start.parent(), start.file_name()) else { return Vec::new() };
    let entries = fs::read_dir(below(top, folder)).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().as_encoded_bytes().starts_with(name.as_encoded_bytes()))
        .map(|entry| folder.join(entry.file_name()))
        .collect()
}

fn devices() -> io::Result<()> {
    fs::create_dir(format!("{NEW}/dev"))?;
    for device in DEVICES {
        let new = format!("{NEW}/dev/{device}");
        fs::write(&new, b"")?;
        mount_bind_recursive(format!("{OLD}/dev/{device}"), new)?;
    }
    for (link, target) in [("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")]
    {
        symlink(target, format!("{NEW}/dev/{link}"))?;
    }
    symlink(SHARED_MEMORY, format!("{NEW}/dev/shm"))
}

/// Writes the files of the new tree. The folders of each run are empty here, and the user has a name.
fn own_files() -> io::Result<()> {
    let user = match geteuid().is_root() {
        true => (NOBODY, NOBODY),
        false => (geteuid().as_raw(), getegid().as_raw()),
    };
    let file = |name: &str, text: &str| fs::write(format!("{NEW}{name}"), text);
    fs::create_dir_all(format!("{NEW}/etc"))?;
    fs::create_dir_all(format!("{NEW}{FOLDER}"))?; // The folder in which warm interpreters start.
    fs::create_dir(format!("{NEW}{WARM}"))?;
    match symlink(TEMPORARY, format!("{NEW}/tmp")) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {} // A tool is below it.
        linked => linked?,
    }
    file(
        "/etc/passwd",
        &format!("root:x:0:0:root:/:/bin/sh\nstudent:x:{}:{}:student:{FOLDER}:/bin/sh\n", user.0, user.1),
    )?;
    file("/etc/group", &format!("root:x:0:\nstudent:x:{}:\n", user.1))?;
    file("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n")?;
    inside::FILES
        .iter()
        .chain(inside::NODE_FILES)
        .try_for_each(|(name, content)| fs::write(format!("{NEW}{WARM}/{name}"), content))
}
