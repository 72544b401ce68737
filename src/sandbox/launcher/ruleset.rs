//! What Landlock lets a program do with files, network and other processes (landlock(7)).

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
};

/// The newest interface that is asked for; an older kernel gives what it has.
const NEWEST: ABI = ABI::V6;

/// The version of the interface that this kernel has, up to the newest that is used; 0 for none.
pub(super) fn version() -> u8 {
    // landlock_create_ruleset(2): with this flag and no attributes the call gives the version.
    const VERSION: u64 = 1;
    // SAFETY: the call reads nothing and makes nothing.
    let version = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, 0_usize, 0_usize, VERSION) };
    u8::try_from(version).unwrap_or(0).min(NEWEST as u8)
}

/// What a program may reach.
pub(super) struct Reach<'a> {
    /// May be read and executed.
    pub(super) read: &'a [PathBuf],
    /// May be changed too.
    pub(super) write: &'a [PathBuf],
}

/// The rules as a descriptor; nothing where the kernel has no Landlock.
pub(super) fn ruleset(reach: &Reach) -> Result<Option<OwnedFd>, RulesetError> {
    let all = AccessFs::from_all(NEWEST);
    // Devices are made by mknod(2), which is refused.
    let change = all & !(AccessFs::MakeChar | AccessFs::MakeBlock);
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?;
    let rules =
        reach.read.iter().try_fold(rules, |rules, path| allow(rules, path, AccessFs::from_read(NEWEST)))?;
    let rules = reach.write.iter().try_fold(rules, |rules, path| allow(rules, path, change))?;
    Ok(rules.into())
}

/// Allows some access below a path, if it is there.
fn allow(
    rules: landlock::RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<landlock::RulesetCreated, RulesetError> {
    let Ok(fd) = PathFd::new(path) else { return Ok(rules) };
    // Rights on what is inside of a folder cannot be given on a file.
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
    rules.add_rule(PathBeneath::new(fd, access))
}
