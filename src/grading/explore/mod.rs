//! Generated scenarios: inputs that the reference finds worth trying, and the shortest ones that still show a
//! difference.
//!
//! The scenarios depend only on the reference, the seed and the count, so every submission gets the same. A built-in
//! reference knows which inputs are worth trying; for a program of the instructor's, they are made of the spec's own.

mod calls;
mod context;
mod disagreement;
mod end_of_input;
mod ground;
mod not_varied;
mod of_spec;
mod other_lines;
mod own_ground;
mod own_program;
mod shrink;
mod shrink_together;
mod submission;
mod suggestion;
mod typed;
mod typed_session;

use yardstick_reference::{Random, Reference, Trial};

pub use calls::Calls;
pub use context::GenerationContext;
pub use disagreement::{Disagreement, needed};
pub use end_of_input::until_end_of_input;
pub use ground::Ground;
pub use not_varied::{not_varied, nothing_to_vary};
pub use of_spec::{NoGround, ground};
pub use own_ground::OwnGround;
pub use own_program::{Mutant, OwnProgram};
pub use shrink::{Shrunk, shrink};
pub use shrink_together::shrink_together;
pub use submission::{Exploration, explore, observe};
pub use suggestion::{Suggestion, add};
pub use typed::{Typed, made_for, typed};

/// The default number of scenarios.
pub const DEFAULT_COUNT: usize = 500;

/// The default number of scenarios whose runs take long.
pub const DEFAULT_SLOW: usize = 120;

/// The largest number of runs for shortening an input.
pub const SHRINKING_RUNS: usize = 160;

/// The default seed.
pub const DEFAULT_SEED: u64 = 1;

/// How often a trial is drawn again if the handout leaves its behaviour open.
const MOST_DRAWS: usize = 20;

/// One generated scenario.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Generated {
    /// The index of its subject in the reference.
    pub subject: usize,
    /// The tokens of the input.
    pub tokens: Vec<usize>,
}

impl Generated {
    /// Returns the input.
    pub fn trial(&self, reference: &dyn Reference) -> Trial {
        reference.subjects()[self.subject].trial(&self.tokens)
    }
}

/// The treatment of inputs for which the handout leaves the behaviour open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenInput {
    /// They are not generated, so nobody is told that they are wrong.
    LeftOut,
    /// They are generated, too.
    Generated,
}

/// Generates the first `count` scenarios of a seed; the subjects take turns.
pub fn generate(reference: &dyn Reference, seed: u64, count: usize, open: OpenInput) -> Vec<Generated> {
    let subjects = reference.subjects();
    if subjects.is_empty() {
        return Vec::new();
    }
    let key = Random::new(seed).bits();
    let draw = |index: usize| {
        let (subject, round) = (index % subjects.len(), index / subjects.len());
        // Not the step of the generator itself: neighbours would get overlapping numbers.
        let mut random = Random::new(key ^ (index as u64).wrapping_mul(0xD134_2543_DE82_EF95));
        let drawn = (0..MOST_DRAWS).map(|_| subjects[subject].draw(round, &mut random));
        let mut fit =
            drawn.filter(|tokens| open == OpenInput::Generated || !subjects[subject].is_open(tokens));
        fit.next().map(|tokens| Generated { subject, tokens })
    };
    (0..count).filter_map(draw).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_scenarios_and_a_smaller_count_gives_the_first_of_them() {
        for reference in yardstick_reference::all() {
            let many = generate(*reference, 7, 60, OpenInput::Generated);
            assert_eq!(many, generate(*reference, 7, 60, OpenInput::Generated));
            assert!(many.starts_with(&generate(*reference, 7, 20, OpenInput::Generated)));
        }
    }

    #[test]
    fn inputs_that_the_handout_leaves_open_are_left_out() {
        for reference in yardstick_reference::all() {
            for generated in generate(*reference, 1, 200, OpenInput::LeftOut) {
                assert!(!reference.subjects()[generated.subject].is_open(&generated.tokens));
            }
        }
    }
}
