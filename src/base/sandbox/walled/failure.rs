//! System calls that fail although they normally succeed.

use super::Error;

impl Error {
    /// Makes an error of ours of what a system call answers.
    pub(super) fn system(what: &'static str) -> impl FnOnce(rustix::io::Errno) -> Self {
        move |errno| Self::System { what, source: errno.into() }
    }
}
