//! The Landlock rules for files, network and other processes (landlock(7)).

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
};

/// The newest version of the interface that is used; an older kernel provides less.
const NEWEST: ABI = ABI::V6;

/// Returns the Landlock version of this kernel, up to the newest that is used; 0 for none.
pub(super) fn version() -> u8 {
    // landlock_create_ruleset(2): with this flag and no attributes, the call returns the version.
    const VERSION: u64 = 1;
    // SAFETY: the call reads nothing and makes nothing.
    let version = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, 0_usize, 0_usize, VERSION) };
    u8::try_from(version).unwrap_or(0).min(NEWEST as u8)
}

/// The paths that a program may use.
pub(super) struct Reach<'a> {
    /// Paths to read and execute.
    pub(super) read: &'a [PathBuf],
    /// Paths to change, too.
    pub(super) write: &'a [PathBuf],
}

/// Creates a descriptor of the rules; `None` if the kernel has no Landlock.
pub(super) fn ruleset(reach: &Reach) -> Result<Option<OwnedFd>, RulesetError> {
    let all = AccessFs::from_all(NEWEST);
    // Devices are created by mknod(2), which is refused.
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

/// Allows access below a path, if the path exists.
fn allow(
    rules: landlock::RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<landlock::RulesetCreated, RulesetError> {
    let Ok(fd) = PathFd::new(path) else { return Ok(rules) };
    // A rule on a file cannot contain the rights that only folders have.
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
    rules.add_rule(PathBeneath::new(fd, access))
}
