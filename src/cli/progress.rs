//! The progress bar, which is shown on standard error if that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::run::Progress;

/// A bar that counts scenarios.
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// A bar for this many scenarios. It is hidden if standard error is not a terminal, or if `quiet` is set.
    pub(super) fn new(scenarios: u64, quiet: bool) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(scenarios), target);
        let template = "{bar:30} {pos}/{len} scenarios, {eta} left";
        bar.set_style(ProgressStyle::with_template(template).expect("a constant that is tested"));
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn scenarios_done(&self, count: u64) {
        self.0.inc(count);
    }
}
