//! The answers that each comparison of values and objects accepts.

use crate::scratch::Scratch;

#[test]
fn relaxations_of_values_and_of_what_is_printed_forgive_what_they_say() {
    let spec = |compare: &str| {
        format!(
            "assignment: a\nsubmission: {{ files: [a.py] }}\nreference: {{ files: [solution.py] }}\nscenarios:\n\
             - name: s\n  points: 1\n  compare: {compare}\n  session: |\n    >>> f()\n    >>> g()\n"
        )
    };
    let solution = "def f(): return [1.0, 2]\ndef g(): print('column is full')\n";
    let accepted = |compare: &str, submission: &str| {
        let scratch = Scratch::new(&spec(compare)).write("solution.py", solution).write("a.py", submission);
        let ended = scratch.run(&["check", "spec.yaml", "a.py"]);
        assert!(ended.code < 2, "{}", ended.stderr);
        ended.code == 0
    };
    let f = |value: &str| format!("def f(): return {value}\ndef g(): print('column is full')\n");
    let g = |text: &str| format!("def f(): return [1.0, 2]\ndef g(): print({text:?})\n");
    assert!(accepted("{ values: [] }", &f("[1.0, 2]")));
    assert!(
        !accepted("{ values: [] }", &f("(1.0, 2)")) && accepted("{ values: [any-sequence] }", &f("(1.0, 2)"))
    );
    assert!(
        !accepted("{ values: [] }", &f("[2, 1.0]")) && accepted("{ values: [any-order] }", &f("[2, 1.0]"))
    );
    assert!(
        !accepted("{ values: [] }", &f("[1, 2]"))
            && accepted("{ values: [{ numbers: 1e-6 }] }", &f("[1, 2]"))
    );
    assert!(
        !accepted("exact", &g("Column is FULL!")) && accepted("{ printed: contains }", &g("Column is FULL!"))
    );
    assert!(!accepted("{ printed: contains }", &g("no")) && accepted("{ printed: ignored }", &g("no")));
    assert!(accepted("{ printed: [case, punctuation] }", &g("Column is FULL!")));
}

/// The page about a submission; empty if it earns all points.
fn said(spec: &str, solution: Option<&str>, submission: &str) -> String {
    let mut scratch = Scratch::new(spec).write("a.py", submission);
    if let Some(solution) = solution {
        scratch = scratch.write("solution.py", solution);
    }
    let ended = scratch.run(&["check", "spec.yaml", "a.py"]);
    assert!(ended.code < 2, "{}", ended.stderr);
    if ended.code == 0 { String::new() } else { ended.stdout }
}

#[test]
fn objects_of_students_classes_are_told_apart() {
    let spec = "assignment: a\nsubmission: { files: [a.py] }\nreference: { files: [solution.py] }\nscenarios:\n\
                - name: s\n  points: 1\n  session: |\n    >>> sorted([Account('A', 3), Account('B', 2)])\n";
    let class = "class Account:\n    def __init__(self, owner, balance):\n        self.owner = owner\n        \
                 self.balance = balance\n";
    let right = format!("{class}    def __lt__(self, other): return self.balance < other.balance\n");
    let wrong = format!("{class}    def __lt__(self, other): return self.balance > other.balance\n");
    let private = right.replace("self.balance = balance", "self._money = balance; self.log = []")
        + "    @property\n    def balance(self): return self._money\n";
    let said = |submission: &str| said(spec, Some(&right), submission);
    assert_eq!(said(&right), "");
    assert_eq!(said(&private), "");
    let sentence = said(&wrong);
    assert!(sentence.contains("at [0].owner, expected 'B', got 'A'"), "{sentence}");
    assert!(sentence.contains("<Account object: owner='B', balance=2>"), "{sentence}");
    let less = said(&right.replace("self.owner = owner", "pass"));
    assert!(less.contains("the attribute `owner` is missing"), "{less}");
    let relaxed = spec.replace("points: 1\n", "points: 1\n  compare: { values: [class-only] }\n");
    assert_eq!(self::said(&relaxed, Some(&right), &wrong), "");
}

#[test]
fn where_the_reference_says_how_an_object_is_shown_that_is_compared() {
    let spec = "assignment: a\nsubmission: { files: [a.py] }\nreference: { files: [solution.py] }\nscenarios:\n\
                - name: s\n  points: 1\n  session: |\n    >>> Point(1)\n    (1)\n";
    let right =
        "class Point:\n    def __init__(self, x): self.x = x\n    def __repr__(self): return f'({self.x})'\n";
    let said = |submission: &str| said(spec, Some(right), submission);
    assert_eq!(said(&right.replace("self.x", "self.place")), "");
    let wrong = said(&right.replace("({self.x})", "[{self.x}]"));
    assert!(wrong.contains("expected `(1)`, got `[1]`"), "{wrong}");
    let none = said(&right.replace("__repr__", "show"));
    assert!(none.contains("expected `(1)`, and `Point` has no `__repr__` of its own"), "{none}");
}

#[test]
fn what_the_help_says_about_large_integers_and_unseen_characters_can_be_written() {
    let solution = "def f(): return [10 ** 40, 'a\\u200bb\\xa0c']\n";
    let spec = |shown: &str| {
        format!(
            "assignment: a\nsubmission: {{ files: [a.py] }}\nreference: {{ files: [solution.py] }}\nscenarios:\n\
             - name: s\n  points: 1\n  session: |\n    >>> f()\n    {shown}\n"
        )
    };
    let check = |shown: &str| {
        let scratch = Scratch::new(&spec(shown)).write("solution.py", solution).write("a.py", solution);
        scratch.run(&["check", "spec.yaml", "a.py"])
    };
    let shown = "[10000000000000000000000000000000000000000, 'a\\u200bb\\xa0c']";
    let help = check("3").stderr;
    assert!(help.contains(&format!("the reference says `{shown}`")), "{help}");
    let ended = check(shown);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn without_a_reference_a_text_that_is_a_value_is_compared_as_one() {
    let spec = |compare: &str, session: &str| {
        format!(
            "assignment: a\nsubmission: {{ files: [a.py] }}\nscenarios:\n- name: s\n  points: 1\n  \
             compare: {compare}\n  session: |\n{session}"
        )
    };
    let half = "    >>> half(6)\n    3\n";
    let program = "def half(n):\n    print('Halving')\n    return n / 2\n";
    assert_eq!(said(&spec("{ values: [numbers: 0.5], printed: ignored }", half), None, program), "");
    let strict = said(&spec("{ printed: ignored }", half), None, program);
    assert!(strict.contains("expected an int, `3`, got a float, `3.0`"), "{strict}");
    let printed = "    >>> half(6)\n    HALVING\n    3.0\n";
    assert_eq!(said(&spec("{ printed: [case] }", printed), None, program), "");
    assert!(!said(&spec("exact", printed), None, program).is_empty());
    let sequence = "    >>> both()\n    [1, 'a']\n";
    let both = "def both(): return (1, \"a\")\n";
    assert_eq!(said(&spec("{ values: [any-sequence] }", sequence), None, both), "");
    assert!(said(&spec("exact", sequence), None, both).contains("expected a list"));
}

#[test]
fn a_session_without_any_event_or_value_is_refused_and_one_with_either_is_not() {
    let ended = |session: &str| {
        let spec = format!(
            "assignment: a\nsubmission: {{ files: [a.py] }}\nreference: {{ files: [a.py] }}\nscenarios:\n- name: s\n  points: 1\n  \
             compare: {{ printed: {{ events: {{ move: {{ line: 'played (.*)' }} }} }} }}\n  session: |\n{session}"
        );
        let source = "def f(): print('hello')\ndef g(): print('played 1')\ndef h(): return 1\n";
        Scratch::new(&spec).write("a.py", source).run(&["check", "spec.yaml", "a.py"])
    };
    let refused = ended("    >>> f()\n    >>> f()\n");
    assert!(
        refused.stderr.contains("no event happens in this session, and no line has a value"),
        "{refused:?}"
    );
    for counts in ["    >>> f()\n    >>> g()\n", "    >>> f()\n    >>> h()\n"] {
        assert_eq!(ended(counts).code, 0, "{counts}");
    }
}
