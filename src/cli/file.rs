//! Reads a file that was named on the command line.

use std::io::ErrorKind;
use std::path::Path;

use crate::system;

/// The bytes of a file, or the reason in words why it cannot be read.
pub(super) fn read(file: &Path) -> Result<Vec<u8>, String> {
    system::read(file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
        ErrorKind::PermissionDenied => "it may not be read".to_owned(),
        _ => error.to_string(),
    })
}
