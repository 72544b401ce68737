//! Writes sessions as a unit of C++.

use super::line::Line;

pub(super) fn unit(_header: &str, _sessions: &[&[Line]]) -> String {
    String::new()
}
