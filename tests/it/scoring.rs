//! `scoring`: a mistake may cost points once, or in every scenario that is lost for it.

use std::collections::BTreeSet;

use yardstick::testing::audit::with_bugs;
use yardstick::testing::plan::{Plan, ReferenceRunner};
use yardstick::testing::report::graded;
use yardstick::testing::spec::{Spec, shipped};
use yardstick::testing::trace::Store;
use yardstick_reference::{Bug, Bugs, Random};

use super::night;
use super::scratch::{GREETING, SOLUTION, Scratch, WITHOUT_COMMA, named};

/// A spec that says what both ways of scoring give.
fn both(key: &str) -> Spec {
    let shipped = shipped().iter().find(|shipped| shipped.key == key).unwrap();
    let text = format!("scoring: both\n{}", shipped.text);
    Spec::parse(key, text, &|path| shipped.supplied(path)).unwrap()
}

/// What two ways of scoring take off for each set of bugs that costs anything, in hundredths of all points.
fn losses(key: &str, sets: &[Vec<&'static Bug>]) -> Vec<[f64; 2]> {
    let spec = both(key);
    let reference = yardstick_reference::find(key).unwrap();
    let store = Store::empty();
    let plan = Plan::new(&ReferenceRunner { sandbox: None, store: &store }, &spec, None).unwrap();
    let of_set = |set: &Vec<&'static Bug>| {
        let bugs: Bugs = set.iter().copied().collect();
        let graded = graded(&plan, |expected| with_bugs(reference, bugs, expected));
        let all = graded.max_points(false) + graded.max_points(true);
        let (once, each) = (graded.per_cause.unwrap(), graded.points.unwrap());
        assert!(once >= each, "{set:?} cost more if each mistake is charged once");
        [once, each].map(|points| 100.0 - points.percent_of(all))
    };
    sets.iter().map(of_set).filter(|[_, each]| *each > 0.0).collect()
}

fn deviation(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    (values.map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[test]
fn a_bug_costs_about_the_same_wherever_it_shows_if_it_is_charged_once() {
    let reference = yardstick_reference::find("byu-connect-four").unwrap();
    // The first of them lie in different families.
    let (first, others): (Vec<_>, Vec<_>) =
        reference.noticeable().into_iter().enumerate().partition(|(place, _)| place % 30 == 0);
    let all: Vec<Vec<&'static Bug>> = first.iter().chain(&others).map(|(_, bug)| vec![*bug]).collect();
    let losses = losses("byu-connect-four", night::some(&all, first.len()));
    let [once, each] = [0, 1].map(|way| deviation(losses.iter().map(move |loss| loss[way])));
    println!("{} bugs: deviation {once:.1} of 100 once, {each:.1} in each scenario", losses.len());
    assert!(losses.len() >= first.len() / 2 && once <= 2.2 && each > 20.0, "{once} {each}");
}

#[test]
fn nobody_has_fewer_points_if_mistakes_are_charged_once() {
    for key in night::some(&["byu-connect-four", "umass-connect4"], 1) {
        let bugs = yardstick_reference::find(key).unwrap().noticeable();
        let mut random = Random::new(4);
        let mut draw = || bugs[random.below(bugs.len())];
        let sets: Vec<Vec<&'static Bug>> =
            (0..40).map(|size| (0..size % 3 + 1).map(|_| draw()).collect()).collect();
        // Each pair is compared where it is computed.
        assert!(!losses(key, night::some(&sets, 2)).is_empty());
    }
}

fn class(scoring: &str) -> Scratch {
    Scratch::new(&format!("scoring: {scoring}\n{}", GREETING.trim_start()))
        .write("solution.py", SOLUTION)
        .write("class/Ada/hello.py", WITHOUT_COMMA)
        .write("class/Bob/hello.py", "name = input('Name? ')\nprint(f'Hello {name}!' if name else 1 / 0)\n")
        .write("class/Cyd/hello.py", SOLUTION)
}

#[test]
fn a_slip_costs_half_of_the_dearest_scenario_and_the_others_are_excused() {
    let class = class("per-cause");
    let graded = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = class.results();
    let points = |name: &str| named(&results, name)["points"].as_str().unwrap().to_owned();
    // 10 points and 2 of a bonus, less half of 3.34; Bob also loses the scenario with the error.
    assert_eq!(
        (points("Ada").as_str(), points("Bob").as_str(), points("Cyd").as_str()),
        ("10.33", "7", "12")
    );
    let page = class.read("yardstick-results/feedback/Ada.txt");
    assert!(page.contains("and half of them, because only words are wrong."), "{page}");
    let scenarios = named(&results, "Ada")["scenarios"].as_array().unwrap().clone();
    let told: BTreeSet<&str> =
        scenarios.iter().filter_map(|one| one["reasons"].as_array()?.last()?.as_str()).collect();
    assert!(told.contains("Excused: this mistake costs points only in `Greets / one name`."), "{told:?}");
    assert!(scenarios.iter().all(|one| one["verdict"] == "wrong answer"), "verdicts stay: {scenarios:?}");
    assert_eq!(class.run(&["verify"]).code, 0);
}

#[test]
fn both_ways_are_told_and_a_preview_shows_what_switching_would_do() {
    let class = class("both");
    assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
    let results = class.results();
    let ada = named(&results, "Ada");
    assert_eq!((ada["points"].as_str(), ada["per_cause"].as_str()), (Some("0"), Some("10.33")));
    let page = class.read("yardstick-results/feedback/Ada.txt");
    assert!(page.ends_with("\n10.33 points if each mistake cost points only once\n"), "{page}");
    let text = class.read("spec.yaml").replace("scoring: both", "scoring: per-cause");
    let class = class.write("spec.yaml", &text);
    let preview = class.run(&["regrade", "--preview"]);
    assert_eq!(preview.code, 0, "{}", preview.stderr);
    assert!(preview.stdout.contains("1 unchanged, 2 up, 0 down"), "{}", preview.stdout);
}

#[test]
fn a_way_of_scoring_that_is_not_known_is_named() {
    let class = class("per-bug");
    let graded = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 2);
    assert!(graded.stderr.contains("per-bug") && graded.stderr.contains("per-cause"), "{}", graded.stderr);
}

/// A task in which a word depends on the numbers that are typed, and programs that print it in one form.
struct Decision {
    words: &'static [&'static str],
    prompt: &'static str,
    /// What is printed around the word.
    line: [&'static str; 2],
    /// What is printed before it, for small numbers and for the others.
    greetings: [&'static str; 2],
    /// The numbers that are typed in each scenario.
    typed: Vec<Vec<usize>>,
}

const DECISIONS: [&[&str]; 5] = [
    &["even", "odd"],
    &["first", "second", "nobody"],
    &["yes", "no"],
    &["none", "one"],
    &["not prime", "prime"],
];
const AROUND: [[&str; 2]; 6] =
    [["", ""], ["", "!"], ["{n} is ", "."], ["The number is ", ""], ["", " wins"], ["It is ", ", really"]];

impl Decision {
    fn draw(random: &mut Random) -> Self {
        let words = DECISIONS[random.below(DECISIONS.len())];
        let greetings = [["", ""], ["Hello", "Hello"], ["Hello", "Welcome"]];
        let mut typed: Vec<Vec<usize>> = (0..words.len()).map(|number| vec![10 + number]).collect();
        for _ in 0..2 + random.below(3) {
            typed.push((0..1 + random.below(3)).map(|_| random.below(40)).collect());
        }
        Self {
            words,
            prompt: ["", "Number: ", "Enter a number: "][random.below(3)],
            line: AROUND[random.below(AROUND.len())],
            greetings: greetings[random.below(greetings.len())],
            typed,
        }
    }

    /// A program that prints an expression of Python in the place of the word. It knows the right one.
    fn program(&self, prompt: &str, word: &str) -> String {
        let [before, after] = self.line;
        format!(
            "words = {:?}\nfor turn in range(int(input())):\n    n = int(input({prompt:?}))\n    greeting = {:?}[n > 20]\n    \
             if greeting:\n        print(greeting)\n    right = words[n % len(words)]\n    \
             print(f{before:?} + {word} + f{after:?})\n",
            self.words, self.greetings,
        )
    }

    /// What can stand in the place of the word without knowing it.
    fn answers(&self) -> Vec<String> {
        let quoted = |word: &str| format!("{word:?}");
        let mut answers: Vec<String> = self.words.iter().map(|word| quoted(word)).collect();
        answers.extend(["maybe", "", "none of them", "x"].map(quoted));
        answers.push(quoted(&self.words.join(" ")));
        answers.push(quoted(&self.words.join("\n")));
        // Another one for each number, the wrong one always, and what is right but for a letter.
        answers.push("'junk' + 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'[n:n + 3]".into());
        answers.push("words[(n + 1) % len(words)]".into());
        answers.push("words[turn % len(words)]".into());
        answers
    }

    fn class(&self) -> Scratch {
        let scenarios = self.typed.iter().enumerate().map(|(number, typed)| {
            let lines: Vec<String> = [typed.len()].iter().chain(typed).map(|n| format!("{n:?}")).collect();
            format!("      - {{ name: scenario {number}, stdin: [{}] }}\n", lines.join(", "))
        });
        let spec = format!(
            "scoring: both\nassignment: decision\ntitle: Decision\nsubmission: {{ files: [p.py] }}\n\
             reference: {{ files: [solution.py] }}\ngroups:\n  - name: All\n    points: 12\n    scenarios:\n{}",
            scenarios.collect::<String>(),
        );
        let mut class = Scratch::new(&spec).write("solution.py", self.program(self.prompt, "right"));
        for (number, word) in self.answers().iter().enumerate() {
            class = class.write(&format!("class/answer-{number:02}/p.py"), self.program(self.prompt, word));
            let misspelt = self.program(&format!("{}?", self.prompt), word);
            class = class.write(&format!("class/misspelt-{number:02}/p.py"), misspelt);
        }
        let misspelt = self.program(&format!("{}?", self.prompt), "right");
        class.write("class/only-misspelt/p.py", misspelt)
    }
}

#[test]
fn an_answer_that_does_not_depend_on_the_question_earns_no_more_if_mistakes_are_charged_once() {
    let decisions: Vec<u64> = (1..=160).collect();
    for seed in night::some(&decisions, 3) {
        let decision = Decision::draw(&mut Random::new(*seed));
        let class = decision.class();
        let graded = class.run(&["grade", "spec.yaml", "class"]);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        let results = class.results();
        let points = |name: &str| {
            let of = |key: &str| named(&results, name)[key].as_str().unwrap().parse::<f64>().unwrap();
            [of("points"), of("per_cause")]
        };
        let told = |name: &str| {
            let program = class.read(&format!("class/{name}/p.py"));
            format!("{seed} {name}, typed {:?}:\n{program}", decision.typed)
        };
        for number in 0..decision.answers().len() {
            let [each, once] = points(&format!("answer-{number:02}"));
            assert!(once <= each, "{once} > {each} for {}", told(&format!("answer-{number:02}")));
            // A misspelt prompt is forgiven, and nothing else is.
            let [_, misspelt] = points(&format!("misspelt-{number:02}"));
            assert!(misspelt <= each, "{misspelt} > {each} for {}", told(&format!("misspelt-{number:02}")));
        }
        let [each, once] = points("only-misspelt");
        let dearest = 12.0 / decision.typed.len() as f64;
        assert!(
            each == 0.0 && (once - (12.0 - dearest / 2.0)).abs() < 0.01,
            "{once}: {}",
            told("only-misspelt")
        );
    }
}

/// An assignment: its name, what is asked, what is typed in each scenario, and what is to be printed then.
type Asked = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// In some, lines have words around the answer; in others, a word is the whole answer, or what was typed is a part of it.
const ASKED: [Asked; 5] = [
    ("parity", "", &[("1", "1 is odd\n"), ("2", "2 is even\n"), ("7", "7 is odd\n"), ("10", "10 is even\n")]),
    ("prime", "n? ", &[("2", "YES\n"), ("4", "NO\n"), ("5", "YES\n"), ("9", "NO\n"), ("11", "YES\n")]),
    (
        "ticket",
        "",
        &[
            ("3", "Category: child\nPrice: 5\nThank you!\n"),
            ("30", "Category: adult\nPrice: 10\nThank you!\n"),
            ("40", "Category: adult\nPrice: 10\nThank you!\n"),
            ("70", "Category: senior\nPrice: 7\nThank you!\n"),
        ],
    ),
    (
        "reverse",
        "",
        &[("abc", "Reversed: cba\n"), ("xyz", "Reversed: zyx\n"), ("banana", "Reversed: ananab\n")],
    ),
    ("sum", "", &[("1 2", "The sum is 3.\n"), ("4 5", "The sum is 9.\n"), ("2 2", "The sum is 4.\n")]),
];

/// What may be wrong with the words of `o`, which should be printed where `s` was typed.
const SLIPS: [(&str, &str); 8] = [
    ("plain", ""),
    ("case", "o = o.swapcase()"),
    ("blanks", "o = o.replace('\\n', ' \\n')"),
    ("blank line", "o = o + '\\n'"),
    ("line before", "o = 'Result:\\n' + o"),
    ("line behind", "o = o + 'banana\\n'"),
    ("marks", "o = o.replace('\\n', '?!\\n')"),
    ("start", "o = '> ' + o"),
];

/// What is printed by programs that do not know the answer.
const JUNK: [(&str, &str); 6] = [
    ("word", "'maybe'"),
    ("letter", "'x'"),
    ("marks", "'?!'"),
    ("what was typed", "s"),
    (
        "a word that differs",
        "hashlib.md5(s.encode()).hexdigest()[:5].translate({48 + d: 97 + d for d in range(10)})",
    ),
    ("one of two words", "['maybe', 'perhaps'][hashlib.md5(s.encode()).digest()[0] % 2]"),
];

#[test]
fn who_does_not_know_the_answer_has_no_more_if_mistakes_are_charged_once() {
    // By day, each assignment has the slips that the one before it has not.
    for (number, (name, prompt, scenarios)) in ASKED.into_iter().enumerate() {
        let answers: String =
            scenarios.iter().map(|(typed, text)| format!("{typed:?}: {text:?}, ")).collect();
        let begin = format!("import hashlib\nanswers = {{{answers}}}\ns = input({prompt:?})\n");
        let end = "print(o, end='')\n";
        let mut spec = format!(
            "assignment: {name}\nlanguage: python\nsubmission: {{ files: [main.py] }}\n\
             reference: {{ files: [solution.py] }}\nscoring: both\nscenarios:\n"
        );
        for (at, (typed, _)) in scenarios.iter().enumerate() {
            spec += &format!("  - {{ name: s{at}, points: 1, stdin: [{typed:?}] }}\n");
        }
        let solution = format!("{begin}o = answers[s]\n{end}");
        let mut class = Scratch::new(&spec).write("solution.py", solution);
        let mut programs: Vec<(String, String)> = Vec::new();
        let mut add = |kind: &str, program: &str| {
            programs.push((format!("class/{kind}/main.py"), format!("{begin}{program}\n{end}")));
        };
        for (slip, changed) in night::share(SLIPS.to_vec(), number % 2, 2) {
            add(&format!("right, {slip}"), &format!("o = answers[s]\n{changed}"));
            for (at, (_, text)) in night::some(scenarios, 2).iter().enumerate() {
                add(&format!("answer {at}, {slip}"), &format!("o = {text:?}\n{changed}"));
            }
        }
        for (kind, junk) in night::share(JUNK.to_vec(), number % 2, 2) {
            add(&format!("junk, {kind}"), &format!("o = {junk} + '\\n'"));
            let first = scenarios[0].1.lines().next().unwrap();
            let words = first.rsplit_once(' ').map_or("", |(words, _)| words);
            add(&format!("junk behind words, {kind}"), &format!("o = {words:?} + ' ' + {junk} + '\\n'"));
            add(&format!("junk behind an answer, {kind}"), &format!("o = {first:?} + ' ' + {junk} + '\\n'"));
        }
        for (path, program) in programs {
            class = class.write(&path, program);
        }
        let graded = class.run(&["grade", "spec.yaml", "class", "--quiet"]);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        for submission in class.results()["submissions"].as_array().unwrap() {
            let kind = submission["name"].as_str().unwrap();
            let points = |key: &str| submission[key].as_str().map(|points| points.parse::<f64>().unwrap());
            let (each, once) = (points("points").unwrap(), points("per_cause").unwrap_or(0.0));
            match kind.starts_with("right, ") {
                // Most of it at least: some of these programs make a second mistake in one scenario.
                true => assert!(once >= scenarios.len() as f64 / 2.0, "{name}: {kind}: {once}"),
                false => assert!(once <= each, "{name}: {kind}: {once} instead of {each}"),
            }
        }
    }
}

/// An assignment in which signs, points or capitals are the answer: what is typed in each scenario, what is to be printed, what
/// is wrong, and what is only a slip of wording.
type Signs = (&'static [&'static str], &'static str, &'static [&'static str], &'static [&'static str]);

const SIGNS: [Signs; 7] = [
    (
        &["1 2", "2 1", "3 3"],
        "a + ' ' + ('<' if a < b else '>' if a > b else '=') + ' ' + b",
        &[
            "a + ' < ' + b",
            "a + ' <=> ' + b",
            "a + '  ' + b",
            "a + ' ' + ('>' if a < b else '<' if a > b else '=') + ' ' + b",
            "a + ' ' + ('>s' if a < b else '<s' if a > b else '=s') + ' ' + b",
            "a + ' ' + ('more' if a < b else 'less' if a > b else 'same') + ' ' + b",
        ],
        &[],
    ),
    (
        &["1", "-3", "8", "-5"],
        "f'Half: {int(s) / 2:.2f}'",
        &["f'Half: {-int(s) / 2:.2f}'", "f'Half: {abs(int(s)) / 2:.2f}'", "f'Half: {int(s) * 50}'"],
        &["f'half: {int(s) / 2:.2f}'", "f'Half {int(s) / 2:.2f}'"],
    ),
    (
        &["3 -1", "-2 -7", "5"],
        "str([-int(n) for n in s.split()])",
        &["str([abs(int(n)) for n in s.split()])", "str([int(n) for n in s.split()])"],
        &["str([-int(n) for n in s.split()]).replace('[', '(')"],
    ),
    (
        &["ada", "Bo Li", "x-y", "heLLo", "q"],
        "'Loud: ' + s.upper() + '!'",
        &["'Loud: ' + s + '!'", "'Loud: ' + s.lower() + '!'"],
        &["'loud: ' + s.upper() + '!'", "'Loud: ' + s.upper()"],
    ),
    (
        &["1", "a", "22", "bb"],
        "'Quoted: ' + ('(' + s + ')' if s.isdigit() else '[' + s + ']')",
        &["'Quoted: ' + s", "'Quoted: (' + s + ')'"],
        &["'quoted: ' + ('(' + s + ')' if s.isdigit() else '[' + s + ']')"],
    ),
    (
        &["a-b", "it's", "ab"],
        "'Letters: ' + ''.join(c for c in s if c.isalpha())",
        &["'Letters: ' + s"],
        &["'Letters: ' + ''.join(c for c in s if c.isalpha()) + '.'"],
    ),
    (
        &["my name", "a b c", "one"],
        "s.title().replace(' ', '')",
        &["s.replace(' ', '')", "s.replace(' ', '_')"],
        &["s.title().replace(' ', '') + '!'"],
    ),
];

#[test]
fn where_signs_or_capitals_are_the_answer_they_are_no_slip() {
    for (typed, right, wrong, slips) in SIGNS {
        let program =
            |printed: &str| format!("s = input('? ')\na, b = (s.split() + ['', ''])[:2]\nprint({printed})\n");
        let scenario =
            |(number, typed)| format!("  - {{ name: s{number}, points: 1, stdin: [{typed:?}] }}\n");
        let scenarios: String = typed.iter().enumerate().map(scenario).collect();
        let mut class = Scratch::new(&format!(
            "scoring: both\nassignment: signs\nsubmission: {{ files: [p.py] }}\nreference: {{ files: [solution.py] }}\n\
             scenarios:\n{scenarios}"
        ))
        .write("solution.py", program(right));
        let all = [(0, &[right][..]), (1, wrong), (2, slips)];
        let named_all: Vec<_> = all
            .iter()
            .flat_map(|(kind, all)| {
                all.iter().enumerate().map(move |(at, one)| (*kind, format!("{kind}-{at}"), *one))
            })
            .collect();
        for (_, name, printed) in &named_all {
            class = class.write(&format!("class/{name}/p.py"), program(printed));
        }
        let graded = class.run(&["grade", "spec.yaml", "class"]);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        let results = class.results();
        for (kind, name, printed) in &named_all {
            let of = |key: &str| named(&results, name)[key].as_str().unwrap().parse::<f64>().unwrap();
            let [each, once] = ["points", "per_cause"].map(of);
            let most = typed.len() as f64;
            match kind {
                0 => assert!(once == most, "{printed}"),
                1 => assert!(each < most && once <= each, "{printed}: {each} and {once} of {most}"),
                _ => assert!(each == 0.0 && once == most - 0.5, "{printed}: {each} and {once} of {most}"),
            }
        }
    }
}

#[test]
fn one_answer_to_every_command_earns_no_more_if_mistakes_are_charged_once() {
    let spec = "assignment: commands\nsubmission: { files: [p.py] }\nreference: { files: [solution.py] }\nscoring: both\nscenarios:\n  \
                - { name: one, points: 2, stdin: [quit] }\n  - { name: two, points: 2, stdin: [foo, quit] }\n  \
                - { name: three, points: 2, stdin: [foo, bar, quit] }\n";
    let program = |other: &str, last: &str| {
        format!("while True:\n    c = input('> ')\n    if c == 'quit': break\n    {other}\n{last}\n")
    };
    let mut class =
        Scratch::new(spec).write("solution.py", program("print('Unknown command.')", "print('Bye.')"));
    let answers =
        [".", "Unknown. Bye.", "Bye", "Bye!", "bye", "x", "7", "Unknown", "Unknown!", "", "Unknown.\\nBye."];
    for (number, answer) in answers.iter().enumerate() {
        let says = format!("print('{answer}')");
        class = class
            .write(&format!("class/each-{number}/p.py"), program(&says, &says))
            .write(&format!("class/once-{number}/p.py"), program("pass", &says));
    }
    let class = class
        .write("class/slip-last/p.py", program("print('Unknown command.')", "print('Bye!')"))
        .write("class/slip-other/p.py", program("print('Unfamiliar command.')", "print('Bye.')"))
        .write("class/slip-of-two/p.py", program("print('Unfamiliar command.')", "print('Bye!')"))
        .write("class/slip-and-blank/p.py", program("print(); print('Unknown command.')", "print('Bye!')"));
    let graded = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    for submission in class.results()["submissions"].as_array().unwrap() {
        let name = submission["name"].as_str().unwrap();
        let [each, once] =
            ["points", "per_cause"].map(|key| submission[key].as_str().unwrap().parse::<f64>().unwrap());
        match name.starts_with("slip") {
            // Each slip costs half of a scenario, also where both are in one.
            true => {
                let most = if name.contains("-of-") || name.contains("-and-") { 4.0 } else { 5.0 };
                assert!((once, each < once) == (most, true), "{name}: {once}, {each}");
            }
            false => assert!(once <= each, "{name}: {once} > {each}"),
        }
    }
}
