//! `scoring: per-cause`: what is no slip earns nothing by it, and what is one costs points once, where something is earned.

use super::scratch::{Scratch, named};

/// Grades programs; the points of each, by scenario and by cause.
fn both_ways(spec: &str, solution: &str, programs: &[String]) -> Vec<(f64, f64)> {
    let class = Scratch::new(spec).write("solution.py", solution);
    let named_all = programs.iter().enumerate().map(|(at, program)| (format!("program-{at}"), program));
    let class = named_all
        .fold(class, |class, (name, program)| class.write(&format!("class/{name}/p.py"), program.as_str()));
    let graded = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = class.results();
    let of = |at: usize, key: &str| {
        named(&results, &format!("program-{at}"))[key].as_str().unwrap().parse::<f64>().unwrap()
    };
    (0..programs.len()).map(|at| (of(at, "points"), of(at, "per_cause"))).collect()
}

/// A spec with groups, or with scenarios alone.
fn spec(rest: &str) -> String {
    format!(
        "scoring: both\nassignment: words\nsubmission: {{ files: [p.py] }}\nreference: {{ files: [solution.py] }}\n{rest}"
    )
}

/// A spec with a scenario of four points for each of these, whose lines are typed one after another.
fn spec_of(typed: &[&str]) -> String {
    let scenario = |typed: &&str| {
        let lines: Vec<&str> = typed.lines().chain(typed.is_empty().then_some("")).collect();
        format!("  - {{ name: \"typed {}.\", points: 4, stdin: {lines:?} }}\n", lines.join(", "))
    };
    spec(&format!("scenarios:\n{}", typed.iter().map(scenario).collect::<String>()))
}

/// Assignments whose answers stand in one line, and have another line in one scenario: what is typed, the solution with its answer
/// left out, the answer, and what says several answers at once, or others.
const AT_ONCE: [(&[&str], &str, &str, &[&str]); 10] = [
    (
        &["95", "71", "50", "40", "-1"],
        "s = int(input('Score: '))\nif s < 0: print('Error: negative score')\nelse: print('Your grade is ' + (@) + '.')\n",
        "'A' if s >= 60 else 'F'",
        &["'ABCDF'", "'AorF'", "'AFAF'", "'XAF'", "'A or F'"],
    ),
    (
        &["anna", "otto", "dog", "cat", ""],
        "w = input('Word: ')\nif not w: print('Nothing')\nelse: print(w + ' is ' + (@) + 'a palindrome.')\n",
        "'' if w == w[::-1] else 'not '",
        &["'(not) '", "'or is not '", "'not/'"],
    ),
    (
        &["rock", "paper", "scissors", "x"],
        "s = input('Move: ')\nw = {'rock': 'paper', 'paper': 'scissors', 'scissors': 'rock'}\n\
         if s not in w: print('Unknown move')\nelse: print('I beat you with ' + (@) + '!')\n",
        "w[s]",
        &["'rock or paper'", "'rock paper scissors'"],
    ),
    (
        &["5", "-5", "50", "-50", "0"],
        "n = int(input())\nif n == 0: print('zero')\nelse: print('Digits:', @)\n",
        "len(str(abs(n)))",
        &["'1or2'", "'1x2'", "'1 2'"],
    ),
    // A number has its sign.
    (
        &["5", "-2", "0", "8", "-9"],
        "n = int(input('Number: '))\nprint('The number', n, 'is', (@) + '.')\n",
        "'zero' if n == 0 else 'positive' if n > 0 else 'negative'",
        &[
            "'zero' if n == 0 else 'plus' if n > 0 else 'minus'",
            "'zero' if n == 0 else 'negative' if n > 0 else 'unknown'",
            "'zero' if n == 0 else 'unknown'",
        ],
    ),
    // What decides does so beside a prompt that names what can be typed.
    (
        &["heads", "tails", "Heads", "tails ", "edge"],
        "c = input('Heads or tails? ')\nif c == 'edge': print('Please type heads or tails.')\n\
         else: print('You guessed ' + c + ' and ' + (@) + '.')\n",
        "'won' if c.lower() == 'heads' else 'lost'",
        &[
            "'lst' if c.lower() == 'heads' else 'wn'",
            "'lost' if c.lower() == 'heads' else 'won'",
            "'won or lost'",
            "'won or lst' if c.lower() == 'heads' else 'wn or lost'",
        ],
    ),
    // A wrong answer beside the right one is wrong, whatever is misspelt in it.
    (
        &["4", "7", "8", "9", "x"],
        "n = input('Number: ')\nif n == 'x': print('No number.')\nelse: print('It is ' + (@) + '.')\n",
        "'odd' if int(n) % 2 else 'even'",
        &[
            "('odd' if int(n) % 2 else 'even') + '.\\nIt is od'",
            "('odd' if int(n) % 2 else 'even') + '.\\nIT IS ODD'",
            "('odd' if int(n) % 2 else 'even') + '.\\nIt is really odd'",
            "('odd' if int(n) % 2 else 'even') + '.\\nOdd'",
            "('odd' if int(n) % 2 else 'even') + '. It is odd'",
            "('odd' if int(n) % 2 else 'even') + '. IT IS ODD'",
            "('odd' if int(n) % 2 else 'even') + ' or Odd'",
            "'evn.\\nIt is odd' if int(n) % 2 else 'even.\\nIt is od'",
            "'evn or odd' if int(n) % 2 else 'even or od'",
        ],
    ),
    // What is typed stands in the answers: then both of them are no slip of one.
    (
        &["heads", "tails", "edge"],
        "c = input('Your guess: ')\nif c == 'edge': print('Nothing.')\nelse: print('You guessed ' + (@))\n",
        "'heads and won.' if c == 'heads' else 'tails and lost.'",
        &[
            "'heads and won.\\nYou guessed tails and lost.'",
            "'tails and lost.\\nYou guessed heads and won.'",
            "('heads and won.' if c == 'heads' else 'tails and lost.') + '\\nYou gessed heads and won.'",
            "('heads and won.' if c == 'heads' else 'tails and lost.') + '\\nYOU GUESSED ' + ('tails and lost.' if c == 'heads' else 'heads and won.')",
            "('heads and won.' if c == 'heads' else 'tails and lost.') + '\\nYou really guessed ' + ('tails and lost.' if c == 'heads' else 'heads and won.')",
        ],
    ),
    // Labels that are the answer, exchanged or doubled, and another sign.
    (
        &["3 8", "9 2", "4 7", "5 5"],
        "a, b = map(int, input('Numbers: ').split())\nif a == b: print('None.')\nelse:\n    p, q, d = @\n    print(p + ': ' + str(max(a, b)))\n    print(q + ': ' + str(min(a, b)))\n    print('Distance: ' + d)\n",
        "'Winner', 'Loser', str(abs(a - b))",
        &[
            "'loser', 'winner', str(abs(a - b))",
            "'Losr', 'Winer', str(abs(a - b))",
            "'Winner', 'Winer', str(abs(a - b))",
            "'Winner', 'winner', str(abs(a - b))",
            "'Winner', 'Loser', '- ' + str(abs(a - b))",
            "'Winner', 'Loser', '-' + str(abs(a - b))",
        ],
    ),
    // A letter that is typed is a word of the answer, too.
    (
        &["a", "b", "e", "z", ""],
        "x = input('Letter: ')\nif not x: print('Nothing')\nelse: print(x + ' is a ' + (@) + '.')\n",
        "'vowel' if x in 'aeiou' else 'consonant'",
        &[
            "x",
            "'consonant' if x in 'aeiou' else 'vowel'",
            "'vowel.\\n' + x + ' is a consonant'",
            "'vowel or consonant'",
        ],
    ),
];

#[test]
fn who_says_several_answers_in_one_line_has_no_more_if_mistakes_are_charged_once() {
    for (typed, program, right, wrong) in AT_ONCE {
        let saying = |answer: &&str| program.replace('@', answer);
        let all: Vec<String> = wrong.iter().map(saying).collect();
        for (answer, points) in wrong.iter().zip(both_ways(&spec_of(typed), &saying(&right), &all)) {
            assert_eq!(points, (4.0, 4.0), "{answer}");
        }
    }
}

#[test]
fn a_mistake_is_charged_where_it_costs_something_and_no_more_than_once() {
    let program = |prompt: &str, wrong: i32| {
        format!("n = int(input('{prompt}: '))\nprint('Square:', n * n + (n == {wrong}))\n")
    };
    let groups = |passing: &str| {
        spec(&format!(
            "groups:\n  \
             - {{ name: Small, points: 4, scenarios: [{{ name: a, stdin: ['1'] }}, {{ name: b, stdin: ['2'] }}] }}\n  \
             - {{ name: Big, points: 20, {passing}, scenarios: [{{ name: c, stdin: ['3'] }}, {{ name: d, stdin: ['4'] }}] }}\n  \
             - {{ name: Other, points: 10, scenarios: [{{ name: e, stdin: ['5'] }}, {{ name: f, stdin: ['6'] }}] }}\n"
        ))
    };
    let programs = [0, 2, 3].map(|wrong| ["Number", "number"].map(|prompt| program(prompt, wrong))).concat();
    for (passing, due) in [
        // Half of the dearest scenario that earns something.
        ("pass: each", [34.0, 29.0, 32.0, 27.0, 24.0, 19.0]),
        ("pass: all", [34.0, 29.0, 32.0, 27.0, 14.0, 11.5]),
        ("after: [Small]", [34.0, 29.0, 12.0, 9.5, 24.0, 19.0]),
        ("best_of: 1", [34.0, 24.0, 32.0, 22.0, 34.0, 24.0]),
    ] {
        let graded = both_ways(&groups(passing), &programs[0], &programs);
        for (program, ((each, once), due)) in graded.into_iter().zip(due).enumerate() {
            assert!(each <= once && once == due, "{passing}, {program}: {each}, {once} and not {due}");
        }
    }
}

/// What is typed, the solution, and what is misspelt in each program, with the points due of four for each line typed.
type Misspelt =
    (&'static [&'static str], &'static str, &'static [(&'static [(&'static str, &'static str)], f64)]);

const MISSPELT: [Misspelt; 19] = [
    // A short label, beside a longer one with some of its letters.
    (
        &["36", "7", "18"],
        "age = int(input('Age? '))\nprint('Name:', 'Ada')\nprint('Age:', age)\nprint('Adult:', age >= 18)\n",
        &[
            (&[("'Age:'", "'Ae:'")], 10.0),
            (&[("'Age:'", "'Axe:'")], 10.0),
            (&[("'Age:'", "'gAe:'")], 10.0),
            (&[("'Name:'", "'Nam:'")], 10.0),
        ],
    ),
    // Beside a scenario that goes another way.
    (
        &["4", "0", "10", "7"],
        "n = int(input('Number: '))\nif n == 0:\n    print('There are no numbers.')\nelse:\n    print('Sum:', n)\n    print('Twice:', n + n)\n    print('Average:', n / 2)\n",
        &[(&[("Average", "Avrage")], 14.0), (&[("Sum", "Some")], 14.0), (&[("Twice", "Twise")], 14.0)],
    ),
    // A prompt with a newline, behind another line.
    (
        &["Ada", "Bob", "Eve"],
        "print('Hello.')\na = input('Name: ')\nprint('Bye ' + a + '.')\n",
        &[(&[("Name: ", "Name:\\n")], 10.0)],
    ),
    // Behind a line of all scenarios one that only some have.
    (
        &["4", "7", "0", "3", "12"],
        "n = int(input('Number: '))\nprint('The number is even.' if n % 2 == 0 else 'The number is odd.')\n",
        &[(&[("Number: ", "Number:")], 18.0), (&[("Number: ", "Number:"), ("odd.", "odd!")], 16.0)],
    ),
    (
        &["2", "1", "0", "3", "5"],
        "r = int(input('Rows: '))\nif r == 0:\n    print('The table is empty.')\nelse:\n    print('Multiplication table')\n    print(r * 2)\n",
        &[
            (&[("Rows", "Row")], 18.0),
            (&[("Rows", "Row"), ("Multiplication", "Multipliction")], 16.0),
            (&[("Rows", "Row"), ("Multiplication", "Multipliction"), ("The table", "The tabel")], 14.0),
        ],
    ),
    (
        &["5", "-3", "12", "-8"],
        "n = int(input('Number: '))\nprint('The number is positive.' if n > 0 else 'The number is negative.')\n",
        &[
            (&[("Number", "Nmber")], 14.0),
            (&[("The number is neg", "Teh number is neg")], 14.0),
            (&[("Number", "Nmber"), ("The number is neg", "Teh number is neg")], 12.0),
        ],
    ),
    // The label of an answer, beside another label.
    (
        &["4", "7", "3", "10"],
        "n = int(input('n: '))\nprint('even:', n % 2 == 0)\nprint('big:', n > 5)\n",
        &[
            (&[("even:", "evn:")], 14.0),
            (&[("big:", "bigs:")], 14.0),
            (&[("even:", "evn:"), ("big:", "bigs:")], 12.0),
            (&[("n % 2 == 0", "True")], 8.0),
            (&[("n % 2 == 0", "True"), ("even:", "evn:")], 0.0),
            (&[("n > 5", "n % 2 == 0")], 8.0),
        ],
    ),
    // An empty line too much, and another slip behind it.
    (
        &["90", "20", "60"],
        "n = int(input('Points: '))\nprint('Grade: A' if n > 50 else 'Grade: F')\nprint('See you next term.')\n",
        &[
            (&[("print('See", "print()\nprint('See")], 10.0),
            (&[("print('See", "print()\nprint('See"), ("next", "nxt")], 8.0),
        ],
    ),
    // Capital letters and blanks of a question of one letter, and another slip behind it.
    (
        &["3", "8", "5", "-2"],
        "x = int(input('x = '))\nprint('Sum:', x + 5)\nprint('Less:', x > 4)\n",
        &[
            (&[("'x = ", "'X = ")], 14.0),
            (&[("'x = ", "'X = "), ("Sum", "Smu")], 12.0),
            (&[("'x = ", "'x = \\n")], 14.0),
            (&[("'x = ", "'x = \\n"), ("Sum", "Smu")], 12.0),
            (&[("Less:", "Less: ")], 14.0),
            (&[("'Less:', x > 4", "'Less:' + str(x > 4)"), ("Sum", "Smu")], 12.0),
            (&[("'x = ", "'X = "), ("x > 4", "True")], 0.0),
        ],
    ),
    // A question beginning with what is typed in some scenarios.
    (
        &["rock", "paper", "scissors", "stone"],
        "you = input('Rock, paper or scissors? ')\nprint('Computer chose ' + ('rock. You win.' if you == 'paper' else 'paper. You lose.'))\n",
        &[
            (&[("'Rock", "'rock")], 14.0),
            (&[("'Rock", "'rock"), ("chose", "choose")], 12.0),
            (&[("'Rock", "'rock"), (" if you == 'paper' else 'paper. You lose.'", "")], 0.0),
        ],
    ),
    // Labels that begin as questions do, and answers that are typed.
    (
        &["yes\nno", "no\nyes", "yes\nyes", "no\nno"],
        "a = input('Tea (yes/no)? ')\nb = input('Milk (yes/no)? ')\nprint('Tea:', a)\nprint('Both:', 'yes' if a == b == 'yes' else 'no')\n",
        &[
            (&[("Tea:", "eTa:")], 14.0),
            (&[("Both:", "Boht:")], 14.0),
            (&[("Milk", "Mlik"), ("Both:", "Boht:")], 12.0),
            (&[("Tea (", "(")], 14.0),
            (&[("Milk (yes/no)? ", "Milk ")], 14.0),
            (&[("Tea (yes/no)", "Tea (y/n)")], 14.0),
            (&[("Tea (", "("), ("Milk (", "(")], 0.0),
            (&[("Tea (", "Milk (")], 0.0),
            (&[("'Tea:', a", "'Tea:', b"), ("Both:", "Boht:")], 6.0),
        ],
    ),
    // Labels whose order changes.
    (
        &["4", "7", "3", "10"],
        "n = int(input('Number: '))\nif n > 5:\n    print('big:', True)\n    print('even:', n % 2 == 0)\nelse:\n    print('even:', n % 2 == 0)\n    print('big:', False)\n",
        &[
            (&[("even:", "evn:")], 14.0),
            (&[("big:", "bg:"), ("Number", "Nmber")], 12.0),
            (&[("n > 5", "True"), ("even:", "evn:")], 0.0),
        ],
    ),
    // Three slips, of which one scenario shows one.
    (
        &["2\n1", "1\n-5", "0"],
        "n = int(input('How many? '))\nif n == 0:\n    print('Nothing.')\nelse:\n    x = int(input('Number: '))\n    print('Smallest:', x)\n",
        &[
            (&[("many", "mny"), ("Number", "Nmber")], 8.0),
            (&[("many", "mny"), ("Number", "Nmber"), ("Smallest", "Smalest")], 6.0),
            (&[("many", "mny"), ("Number", "Nmber"), ("', x", "', -x")], 2.0),
        ],
    ),
    // A slip in one line whose words are right in another one.
    (
        &["5", "7", "9"],
        "print('Guess a number.')\ninput('Guess: ')\nprint('Done.')\n",
        &[
            (&[("Guess: ", "Guess ")], 10.0),
            (&[("Guess a number", "Guess number"), ("Guess: ", "Guess ")], 8.0),
            (&[("Guess a number", "Guess a nmber"), ("Guess: ", "Guess ")], 8.0),
        ],
    ),
    // A capital letter, and another slip before it; negative numbers are numbers.
    (
        &["20", "-4", "-5"],
        "n = float(input('First: '))\nprint(f'Average: {n / 2}')\n",
        &[
            (&[("Average", "average")], 10.0),
            (&[("Average", "average"), ("First", "Begin")], 8.0),
            (&[("Average: ", "Average:")], 10.0),
            (&[("Average", "Averages")], 10.0),
            (&[("Average", "Mean")], 10.0),
            (&[("n / 2", "abs(n / 2)")], 4.0),
        ],
    ),
    // What is typed in one scenario is a word of the answer in others.
    (
        &["rock", "paper", "scissors", "stone", "well"],
        "you = input('Choose rock, paper or scissors: ')\nhow = {'rock': 'You lose.', 'paper': 'It is a tie.', 'scissors': 'You win.'}\n\
         print('Computer chose paper. ' + how[you] if you in how else 'Invalid choice.')\n",
        &[
            (&[("It is a tie.", "You win.")], 16.0),
            (&[("It is a tie.", "You lose."), ("'rock': 'You lose.'", "'rock': 'It is a tie.'")], 12.0),
            (&[("It is a tie.", "You lse."), ("'rock': 'You lose.'", "'rock': 'It is a tei.'")], 12.0),
            (&[("chose", "chooses")], 18.0),
        ],
    ),
    // The answers are in the labels, which change places.
    (
        &["3 5", "8 2", "6 1", "1 9"],
        "a, b = map(int, input('Two numbers: ').split())\nprint('first is', 'low' if a < b else 'high')\nprint('second is', 'high' if a < b else 'low')\n",
        &[
            (&[("second", "scnd")], 14.0),
            (&[("'low' if a < b else 'high'", "'low'"), ("'high' if a < b else 'low'", "'high'")], 8.0),
            // A word that decides is never a slip.
            (&[("'low' if", "'lw' if"), ("'low')", "'lw')")], 0.0),
        ],
    ),
    // A prompt that names what is typed in some scenarios.
    (
        &["left", "right", "back", "stay"],
        "a = input('Go left or right? ')\nprint({'left': 'A dragon eats you.', 'right': 'You find gold.'}.get(a, 'You sleep.'))\n",
        &[
            (&[("or right?", "or rigth?")], 14.0),
            (&[("Go left", "Go Left")], 14.0),
            (&[("Go left", "Walk left")], 14.0),
            (&[("Go left or", "Go to the left or to the")], 14.0),
            (&[("right? ", "right?\\n")], 14.0),
            (&[("or right?", "or rigth?"), ("gold.", "gold!")], 12.0),
        ],
    ),
    (
        &["yes", "no", "maybe", "never"],
        "a = input('yes or no? ')\nprint('You said ' + a + '.' if a in ('yes', 'no') else 'What?')\n",
        &[
            (&[("yes or no?", "Yes or no?")], 14.0),
            (&[("yes or no?", "yes or not?")], 14.0),
            (&[("said", "siad")], 14.0),
            // Who says both, or what is not typed, does not know the answer.
            (&[("' + a + '", "yes or no")], 8.0),
            (&[("' + a + '", "yes")], 12.0),
            (&[("yes or no?", "Yes or no?"), ("' + a + '", "yes or no")], 6.0),
        ],
    ),
];

#[test]
fn a_slip_is_one_wherever_its_line_stands() {
    for (typed, right, all) in MISSPELT {
        let program = |slips: &[(&str, &str)]| {
            slips.iter().fold(right.to_owned(), |text, (from, to)| text.replace(from, to))
        };
        let programs: Vec<String> = all.iter().map(|(slips, _)| program(slips)).collect();
        for (((_, due), program), (_, once)) in
            all.iter().zip(&programs).zip(both_ways(&spec_of(typed), right, &programs))
        {
            assert_eq!(once, *due, "{program}");
        }
    }
}

#[test]
fn a_scenario_of_no_points_keeps_nobody_from_what_comes_after_it_for_words_alone() {
    let groups = "groups:\n  \
                  - { name: Examples, points: 0, scenarios: [{ name: a, stdin: ['1'] }] }\n  \
                  - { name: Small, points: 8, after: [Examples], scenarios: [{ name: b, stdin: ['2'] }, { name: c, stdin: ['3'] }] }\n";
    let right = "n = int(input('Number: '))\nprint('Square:', n * n)\n";
    let programs = [right.replace("Square", "Squire"), right.replace("* n", "+ n")];
    assert_eq!(both_ways(&spec(groups), right, &programs), [(0.0, 6.0), (0.0, 0.0)]);
}
