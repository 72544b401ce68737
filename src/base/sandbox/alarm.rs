//! An alarm that stops the runs of one sandbox while it is raised, because their results would be out of date.

use std::io;

use super::bell::Bell;

/// An alarm for the sandboxes that are made with it: while it is raised, their runs are stopped.
#[derive(Debug)]
pub struct Alarm(pub(super) Bell);

impl Alarm {
    /// Creates a silent alarm.
    ///
    /// # Errors
    ///
    /// When there are no descriptors left.
    pub fn new() -> io::Result<Self> {
        Ok(Self(Bell::new()?))
    }

    /// Stops the current runs, and every run that starts before the alarm is silenced.
    pub fn raise(&self) {
        self.0.ring();
    }

    /// Lets programs run again.
    pub fn silence(&self) {
        self.0.silence();
    }

    /// Tells whether the alarm is raised.
    pub fn is_raised(&self) -> bool {
        self.0.rings()
    }
}
