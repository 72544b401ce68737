//! The Landlock rules for files, network and other processes (landlock(7), `linux/landlock.h`).

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::ptr;

use rustix::fs::{Mode, OFlags};

/// The newest version of the interface that is used; an older kernel provides less.
const NEWEST: u8 = 6;

/// The rights that a rule may be about, by the first version that has them: to execute and read files and to list folders; to
/// write, remove and make files and folders; to move them elsewhere; to cut files short; to ask devices for more than their contents.
const OF_FILES: [(u8, u64); 4] = [(1, (1 << 13) - 1), (2, 1 << 13), (3, 1 << 14), (5, 1 << 15)];

/// To listen and to connect by TCP.
const OF_THE_NETWORK: [(u8, u64); 1] = [(4, 0b11)];

/// To reach abstract sockets and to send signals to processes without these rules.
const SCOPES: [(u8, u64); 1] = [(6, 0b11)];

const EXECUTE: u64 = 1;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_FOLDER: u64 = 1 << 3;
const MAKE_CHARACTER_DEVICE: u64 = 1 << 6;
const MAKE_BLOCK_DEVICE: u64 = 1 << 11;
const TRUNCATE: u64 = 1 << 14;
const ASK_DEVICE: u64 = 1 << 15;

/// What reading needs.
const READ: u64 = EXECUTE | READ_FILE | READ_FOLDER;

/// What no rule gives: devices are created by mknod(2), which is refused.
const NEVER: u64 = MAKE_CHARACTER_DEVICE | MAKE_BLOCK_DEVICE;

/// What a rule on a file may contain: not the rights that only folders have.
const ON_A_FILE: u64 = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | ASK_DEVICE;

/// `struct landlock_ruleset_attr`: what is refused unless a rule allows it. An older kernel accepts zeros for what it does not know.
#[repr(C)]
struct Handled {
    files: u64,
    network: u64,
    scopes: u64,
}

/// `struct landlock_path_beneath_attr`.
#[repr(C, packed)]
struct Beneath {
    allowed: u64,
    parent: i32,
}

/// Returns the Landlock version of this kernel, up to the newest that is used; 0 for none.
pub(super) fn version() -> u8 {
    // landlock_create_ruleset(2): with this flag and no attributes, the call returns the version.
    const VERSION: u64 = 1;
    // SAFETY: the call reads nothing and makes nothing.
    let version = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, 0_usize, 0_usize, VERSION) };
    u8::try_from(version).unwrap_or(0).min(NEWEST)
}

/// The paths that a program may use.
pub(super) struct Reach<'a> {
    /// Paths to read and execute.
    pub(super) read: &'a [PathBuf],
    /// Paths to change, too.
    pub(super) write: &'a [PathBuf],
}

/// Creates a descriptor of the rules; `None` if the kernel has no Landlock.
pub(super) fn ruleset(reach: &Reach) -> io::Result<Option<OwnedFd>> {
    let version = version();
    if version == 0 {
        return Ok(None);
    }
    let known = |rights: &[(u8, u64)]| {
        rights.iter().filter(|(since, _)| *since <= version).fold(0, |all, (_, rights)| all | rights)
    };
    let handled =
        Handled { files: known(&OF_FILES), network: known(&OF_THE_NETWORK), scopes: known(&SCOPES) };
    let (attributes, size) = (ptr::from_ref(&handled), size_of::<Handled>());
    // SAFETY: the kernel reads the attributes, which live until the call returns.
    let created = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, attributes, size, 0_u64) };
    let rules = descriptor(created)?;
    for path in reach.read {
        allow(&rules, path, handled.files & READ)?;
    }
    for path in reach.write {
        allow(&rules, path, handled.files & !NEVER)?;
    }
    Ok(Some(rules))
}

/// Takes the descriptor that a system call returned.
fn descriptor(returned: libc::c_long) -> io::Result<OwnedFd> {
    let number = i32::try_from(returned).ok().filter(|number| *number >= 0);
    let number = number.ok_or_else(io::Error::last_os_error)?;
    // SAFETY: the kernel made it for this call, and nobody else has its number.
    Ok(unsafe { OwnedFd::from_raw_fd(number) })
}

/// Allows access below a path, if the path exists.
fn allow(rules: &OwnedFd, path: &Path, access: u64) -> io::Result<()> {
    const PATH_BENEATH: u64 = 1;
    let Ok(parent) = rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()) else {
        return Ok(());
    };
    let allowed = if path.is_dir() { access } else { access & ON_A_FILE };
    let beneath = Beneath { allowed, parent: parent.as_raw_fd() };
    let (rules, rule) = (rules.as_raw_fd(), ptr::from_ref(&beneath));
    // SAFETY: the kernel reads the rule, which lives until the call returns.
    let added = unsafe { libc::syscall(libc::SYS_landlock_add_rule, rules, PATH_BENEATH, rule, 0_u64) };
    if added == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
