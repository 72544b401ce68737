//! What a user can do where an isolation level is refused.

use std::io;

use super::level::{Level, Unavailable};

impl Unavailable {
    /// Explains a launcher's refusal: the step `what` failed with `errno`. Adds what the user can do about it.
    pub(super) fn after_refusal(level: Level, what: &str, errno: i32) -> Self {
        let error = io::Error::from_raw_os_error(errno);
        let reason = format!("cannot {what}: {error}");
        let weaker = match level {
            Level::Strict => "`--sandbox standard` needs only Landlock (Linux 5.13)",
            Level::Standard | Level::None | Level::Plain | Level::Browser => {
                "`--sandbox none` needs nothing, and shuts nothing in"
            }
        };
        let remedy = match (what, errno) {
            ("make namespaces", libc::ENOSPC | libc::EUSERS) => {
                "the system allows no user namespaces: `sysctl user.max_user_namespaces=10000` allows them"
            }
            ("make namespaces", libc::EPERM) => {
                "a container or the system refuses user namespaces: start the container with \
                 `--security-opt seccomp=unconfined`, or `sysctl kernel.unprivileged_userns_clone=1`"
            }
            ("make mounts private", libc::EINVAL) => {
                "the root of the file system is no mount point, as in a chroot: bind-mount it on itself before (`mount --rbind ROOT \
                 ROOT`), and enter it by `pivot_root`"
            }
            (
                "map the user into its namespace" | "make mounts private" | "mount a file system of its own",
                _,
            ) => {
                "the system restricts user namespaces (Ubuntu 24.04 does): \
                 `sysctl kernel.apparmor_restrict_unprivileged_userns=0` lifts that"
            }
            ("mount /proc", _) => {
                "a container hides parts of /proc: start it with `--security-opt systempaths=unconfined`"
            }
            ("use Landlock", _) => {
                "the kernel has no Landlock: Linux 5.13 and later have it, unless it is switched off"
            }
            _ => "`yardstick doctor` shows what this machine has",
        };
        Self { level, reason, remedy: format!("{remedy}; {weaker}") }
    }
}
