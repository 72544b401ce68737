//! A generated scenario in which a submission differs from the reference, as a report shows it.

use super::{GradedScenario, Role};
use crate::explore::{Disagreement, Ground};
use crate::guidance::Guidance;
use crate::points::Points;
use crate::spec::{Hidden, Task};

impl GradedScenario {
    /// A disagreement as a scenario that was lost; `generated` is the number of scenarios that were tried.
    pub fn explored(ground: &dyn Ground, disagreement: &Disagreement, generated: usize) -> Self {
        let (args, input, session) = match ground.task(&disagreement.generated) {
            Task::Run(task) => (task.args, task.input.lines, Vec::new()),
            Task::Session(task) => (Vec::new(), task.stdin.clone(), task.sources()),
            Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::UnitTest(_) | Task::Manual(_) => {
                Default::default()
            }
        };
        let subject = ground.subject(disagreement.generated.subject).name();
        Self {
            partly_right: false,
            group: None,
            name: format!("{subject}: differs in {} of {generated}", disagreement.count).into(),
            alias: None,
            by_test: false,
            verdict: disagreement.judgement.verdict,
            points: None,
            max_points: Points::ZERO,
            sixths: None,
            bonus: false,
            hidden: Hidden::Nothing,
            runs: 1,
            flaky: false,
            annotations: Vec::new(),
            side_by_side: None,
            loop_values: None,
            pictures: None,
            reasons: disagreement.judgement.reasons.clone(),
            difference: disagreement.judgement.difference.clone(),
            length: session.len() + input.len(),
            session,
            files: Vec::new(),
            env: Vec::new(),
            args,
            input,
            role: Role::Tested,
            hint: None,
            ladder: Vec::new(),
            cause: None,
            guidance: Guidance::default(),
            said: None,
        }
    }
}
