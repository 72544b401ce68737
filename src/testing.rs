//! The parts of this library that its tests, benches and fuzz targets use besides the program. None of it is stable.

/// Audits.
pub mod audit {
    pub use crate::audit::{passed_in_silence, with_bugs};
}

/// Comparing.
pub mod compare {
    pub use crate::compare::{Kind, Verdict, accepts, judge, judge_briefly, judge_run};
}

/// Diagnoses.
pub mod diagnose {
    pub use crate::diagnose::{
        Confidence, Diagnosis, Effort, Examiner, Finding, Mistake, Oracle, What, WordingSlip,
    };
}

/// Digests.
pub mod digest {
    pub use crate::digest::Digest;
}

/// Generated scenarios.
pub mod explore {
    pub use crate::explore::{
        Generated, GenerationContext, OpenInput, SHRINKING_RUNS, Shrunk, generate, shrink,
    };
}

/// Languages.
pub mod language {
    pub use crate::language::{Language, all};
}

/// Plans.
pub mod plan {
    pub use crate::plan::{ExpectedOutput, ExpectedRun, Plan, ReferenceRunner};
}

/// Points.
pub mod points {
    pub use crate::points::Points;
}

/// The decoder of the records that the driver of sessions writes.
pub mod python {
    pub use crate::python::decode_sessions;
}

/// Reports.
pub mod report {
    use crate::plan::{Expected, Plan};
    use crate::report::{Detail, Grading, View};
    use crate::run::Outcome;
    use crate::sandbox::Isolation;
    use crate::score::Marks;
    use crate::submission::Submission;
    use crate::trace::{Recorded, Sources, TestsTrace};

    /// Grades what is done in each job of a plan, as if a submission had done it. It breaks no rule.
    pub fn graded(plan: &Plan, done: impl Fn(&Expected) -> Option<Recorded>) -> Graded {
        let grading = Grading::begin(plan, Marks::new(), Isolation::NONE, View::of_all(Detail::CAUSES));
        let right = |expected: &Expected| match expected {
            Expected::Package(_) => Recorded::Package(Some("it.zip".into())),
            Expected::Manual(_) => Recorded::Manual,
            Expected::Tests(task) => {
                let caught = vec![true; task.wrong.len()];
                Recorded::Tests(TestsTrace { is_there: true, complaint: None, caught })
            }
            _ => Recorded::Rule(Vec::new()),
        };
        let recorded =
            plan.jobs.iter().map(|job| done(&job.expected).unwrap_or_else(|| right(&job.expected)));
        let outcome = Outcome::Ran(recorded.map(|one| Ok(one.into())).collect());
        grading.keep(&Submission::at("it", "it".into()), &Sources::default(), &outcome)
    }

    pub use crate::guidance::Guidance;
    pub use crate::report::{
        ClassPage, Format, Graded, GradedScenario, Json, NamedMistake, NamedMistakes, Report, Role,
    };
}

/// Limited resources.
pub mod resource {
    pub use crate::resource::Resource;
}

/// Results folders.
pub mod results {
    pub use crate::results::{ResultsFolder, Shard, recompute, verify};
}

/// Rules about sources.
pub mod rules {
    pub use crate::rules::{Rule, bare, check_all};
}

/// Running programs.
pub mod sandbox {
    #[cfg(target_os = "linux")]
    pub use crate::sandbox::count_message_kinds;
    pub use crate::sandbox::{
        Asks, Command, Error, Execution, Exit, Files, Input, Isolation, Level, Limits, Sandbox,
        SandboxOptions, Usage,
    };
}

/// Failures of ours.
pub mod run {
    pub use crate::run::Fault;
}

/// Specs.
pub mod spec {
    pub use crate::spec::{
        Comparison, ExpectedExit, ExpectedStderr, Group, Hidden, Relaxation, Spec, Task, Tolerance, shipped,
    };
}

/// Submissions.
pub mod submission {
    pub use crate::submission::Snapshot;
}

/// Traces.
pub mod trace {
    pub use crate::trace::{
        Damage, Dialogue, Entry, Import, Invalid, JobQuery, Observed, Preparation, Recorded, SessionEnd,
        SessionTrace, Sources, Store, StoreError, StoredOutcome, Trace,
    };
}

/// Untrusted text.
pub mod untrusted {
    pub use crate::untrusted::{Text, Untrusted};
}
