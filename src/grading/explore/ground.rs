//! What generated scenarios stand on: the subjects that are tried, and what is expected of them.

use yardstick_reference::Subject;

use super::end_of_input::until_end_of_input;
use super::{Generated, GenerationContext};
use crate::plan::Expected;
use crate::run::Fault;
use crate::spec::{Effect, Hidden, Scenario, Spec, Task};
use crate::trace::Recorded;

/// A spec with something that knows what is worth trying, and what is right.
pub trait Ground: Sync {
    /// Returns the spec.
    fn spec(&self) -> &Spec;

    /// Returns the subject with this index.
    fn subject(&self, subject: usize) -> &dyn Subject;

    /// Returns the group of the spec with the most similar scenarios.
    fn group(&self, subject: usize) -> Option<usize>;

    /// Returns the task of a generated scenario.
    fn task(&self, generated: &Generated) -> Task;

    /// Returns what is expected in generated scenarios, whose tasks these are; `None` where it is open.
    ///
    /// # Errors
    ///
    /// When something of ours fails.
    fn expected<'t>(&self, all: &[Generated], tasks: &'t [Task]) -> Result<Vec<Option<Expected<'t>>>, Fault>;

    /// Returns the part of a program's result that counts.
    fn counted(&self, _subject: usize, recorded: Recorded, expected: &Expected) -> Recorded {
        until_end_of_input(recorded, expected, &self.spec().limits)
    }

    /// Returns in words what may make a scenario no fair one: a line about which the handout may say nothing.
    fn unusual(&self, _generated: &Generated) -> Option<String> {
        None
    }

    /// Returns scenarios of the same length that are simpler.
    fn simpler(&self, _generated: &Generated) -> Vec<Generated> {
        Vec::new()
    }

    /// Tells whether a scenario can be written into a spec: with it, the reference comes to its end, or can be brought there.
    fn can_be_scenario(&self, generated: &Generated) -> bool {
        self.group(generated.subject).is_some()
    }

    /// Tells whether a run takes long, so that many should be made together.
    fn is_slow(&self, _subject: usize) -> bool {
        false
    }

    /// Returns a generated scenario in the form of a spec's, without points.
    fn scenario(&self, generated: &Generated) -> Scenario {
        Scenario {
            name: self.subject(generated.subject).name(),
            task: self.task(generated),
            points: crate::points::Points::ZERO,
            alias: None,
            sixths: None,
            effect: Effect::Points,
            hidden: Hidden::Nothing,
            hint: None,
            place: 0..0,
        }
    }
}

impl Ground for GenerationContext<'_> {
    fn spec(&self) -> &Spec {
        self.spec
    }

    fn subject(&self, subject: usize) -> &dyn Subject {
        self.reference.subjects()[subject]
    }

    fn group(&self, subject: usize) -> Option<usize> {
        self.group(subject)
    }

    fn task(&self, generated: &Generated) -> Task {
        self.task(generated)
    }

    fn expected<'t>(
        &self,
        _all: &[Generated],
        tasks: &'t [Task],
    ) -> Result<Vec<Option<Expected<'t>>>, Fault> {
        Ok(tasks.iter().map(|task| self.expected(task)).collect())
    }
}
