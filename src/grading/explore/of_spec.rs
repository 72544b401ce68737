//! What generated scenarios of a spec stand on: its built-in reference, or the instructor's program.

use super::{
    DEFAULT_COUNT, DEFAULT_SLOW, Generated, GenerationContext, Ground, OpenInput, OwnGround, OwnProgram,
    generate, nothing_to_vary, typed,
};
use crate::plan::Plan;
use crate::run::Fault;
use crate::sandbox::Sandbox;
use crate::spec::{ReferenceSource, Spec};
use crate::untrusted::Untrusted;

/// The reason why nothing can be generated for a spec.
#[derive(Debug)]
pub enum NoGround {
    /// The spec has nothing that could be varied, in words, with what to do.
    Nothing(String),
    /// The instructor's program cannot be handed in.
    Reference {
        /// Its file.
        entry: String,
        /// The reason.
        why: Untrusted,
    },
    /// Something of ours fails.
    Fault(Fault),
}

impl From<Fault> for NoGround {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Returns what generated scenarios stand on, and the first `count` of a seed that are of use; without a count as many as are usual.
///
/// # Errors
///
/// When nothing can be generated, or something of ours fails.
pub fn ground<'a>(
    spec: &'a Spec,
    sandbox: &Sandbox,
    seed: u64,
    count: Option<usize>,
) -> Result<(Box<dyn Ground + 'a>, Vec<Generated>), NoGround> {
    match &spec.reference {
        Some(ReferenceSource::BuiltIn(reference)) => {
            if reference.subjects().is_empty() {
                let key = reference.key();
                return Err(NoGround::Nothing(format!(
                    "the reference `{key}` does not tell what is worth trying"
                )));
            }
            let context = GenerationContext::new(spec, *reference);
            let mut tested = generate(*reference, seed, count.unwrap_or(DEFAULT_COUNT), OpenInput::LeftOut);
            tested.retain(|generated| context.is_tested(generated.subject));
            Ok((Box::new(context), tested))
        }
        Some(ReferenceSource::Program { files, entry }) => {
            let subjects = typed(spec);
            if subjects.is_empty() {
                return Err(NoGround::Nothing(nothing_to_vary(spec)));
            }
            let nothing = Plan::of_jobs(spec, Vec::new());
            let program = OwnProgram::new(files, entry).handed_in(&nothing, sandbox, None)?;
            let program = program
                .map_err(|invalid| NoGround::Reference { entry: entry.clone(), why: invalid.reason() })?;
            let is_slow = subjects.iter().any(|typed| typed.is_slow());
            let usual = if is_slow { DEFAULT_SLOW } else { DEFAULT_COUNT };
            let ground = OwnGround::new(spec, program, subjects)?;
            let tested = ground.that_are_usable(ground.draw(seed, count.unwrap_or(usual)))?;
            Ok((Box::new(ground), tested))
        }
        None => Err(NoGround::Nothing(format!(
            "nothing is expected of a program in `{}`: the spec names no reference\n\
             help: name a built-in reference, or a program of your own, under `reference:`",
            spec.assignment
        ))),
    }
}
