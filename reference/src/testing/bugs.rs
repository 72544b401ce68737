//! Properties of the bugs of every reference, tested with given inputs.

use super::{Script, random::Random};
use crate::{Bug, Bugs, Console, Reference};

/// The input of a program, or a session with its functions and classes.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// A run: command line arguments and input lines.
    Run { args: Vec<String>, lines: Vec<String> },
    /// A session: Python lines, and input lines.
    Session { module: &'static str, lines: Vec<String>, stdin: Vec<String> },
}

impl Input {
    /// Returns everything that a program with these bugs does with the input.
    fn result(&self, reference: &dyn Reference, bugs: Bugs) -> String {
        match self {
            Self::Run { args, lines } => {
                let mut script = Script::new(lines.iter().cloned());
                let stopped = reference.play(args, &bugs.into(), &mut Console::without_turns(&mut script));
                format!("{}{stopped:?}", script.text)
            }
            Self::Session { module, lines, stdin } => {
                format!("{:?}", reference.session(module, lines, stdin, &bugs.into()))
            }
        }
    }
}

/// Checks that every bug changes the result of some input, except the equivalent ones, which never do.
pub(crate) fn check_that_bugs_show(reference: &dyn Reference, inputs: impl IntoIterator<Item = Input>) {
    let equivalents = reference.equivalents();
    let mut unseen: Vec<&Bug> = reference.bugs().iter().collect();
    for input in inputs {
        let plain = input.result(reference, Bugs::NONE);
        unseen.retain(|bug| input.result(reference, Bugs::NONE.with(bug)) == plain);
    }
    let unseen: Vec<&str> = unseen.into_iter().map(|bug| bug.id).collect();
    let expected: Vec<&str> = equivalents.iter().map(|equivalent| equivalent.bug.id).collect();
    assert_eq!(
        unseen,
        expected,
        "bugs of {} that no input shows, and those that none should",
        reference.key()
    );
}

/// Checks that every two bugs and many sets of them work together: every program with them ends.
pub(crate) fn check_that_bugs_go_together(reference: &dyn Reference, inputs: &[Input]) {
    const SETS: usize = 1000;
    let bugs = reference.bugs();
    let mut inputs = inputs.iter().cycle();
    let mut try_out = |bugs: Bugs| inputs.next().map(|input| input.result(reference, bugs));
    for (place, first) in bugs.iter().enumerate() {
        for second in &bugs[place + 1..] {
            try_out(Bugs::NONE.with(first).with(second));
        }
    }
    let mut random = Random::new(1);
    for _ in 0..SETS {
        try_out(some_bugs(reference, &mut random));
    }
    try_out(bugs.iter().collect());
}

/// Checks that a reference can answer every session among these inputs, with these bugs.
pub(crate) fn check_that_sessions_are_answered(
    reference: &dyn Reference,
    inputs: impl IntoIterator<Item = Input>,
    mut bugs: impl FnMut() -> Bugs,
) {
    let mut sessions = 0;
    for input in inputs {
        let Input::Session { module, lines, stdin } = &input else { continue };
        let answers = reference.session(module, lines, stdin, &bugs().into());
        assert!(answers.is_ok(), "{lines:?} {answers:?}");
        sessions += 1;
    }
    assert!(sessions > 0, "none of these inputs is a session");
}

/// Returns a few random bugs, or many.
pub(crate) fn some_bugs(reference: &dyn Reference, random: &mut Random) -> Bugs {
    let share = 1 + random.below(60);
    reference.bugs().iter().filter(|_| random.percent(share)).collect()
}

#[test]
fn what_a_session_answers_is_a_result_too() {
    let reference = crate::find("umass-connect4").unwrap();
    let input = Input::Session { module: "connect4", lines: vec!["1 + 1".to_owned()], stdin: Vec::new() };
    assert!(input.result(reference, Bugs::NONE).contains(r#"Int("2")"#));
}
