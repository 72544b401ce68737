//! The kinds of messages between the grader, its launchers and their interpreters, for tests that parse any bytes as
//! each of them.

use serde::de::DeserializeOwned;

use super::files::FileEntry;
use super::launcher::end_of;
use super::message::{Report, Request, Setup, SetupReply};

/// Returns how many kinds of messages these bytes can be parsed as.
pub fn count_message_kinds(bytes: &[u8]) -> usize {
    let all = [
        is::<Setup>(bytes),
        is::<SetupReply>(bytes),
        is::<Request>(bytes),
        is::<Vec<FileEntry>>(bytes),
        is::<Report>(bytes),
        end_of(bytes).is_ok(),
    ];
    all.into_iter().filter(|is| *is).count()
}

fn is<T: DeserializeOwned>(bytes: &[u8]) -> bool {
    serde_json::from_slice::<T>(bytes).is_ok()
}
