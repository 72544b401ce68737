//! `yardstick new`: what it writes can be used at once.

use yardstick::testing::audit::passed_in_silence;
use yardstick::testing::plan::{Plan, ReferenceRunner};
use yardstick::testing::spec::Spec;
use yardstick::testing::trace::Store;

use super::optional;
use super::scratch::{SOLUTION, Scratch};

#[test]
fn without_a_solution_there_is_an_example_that_passes_at_once() {
    let scratch = Scratch::greeting();
    let made = scratch.run(&["new", "first-steps"]);
    assert_eq!((made.code, made.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(made.stdout, @"
    wrote `first-steps/first-steps.yaml`
    wrote `first-steps/solution.py`
    try it: yardstick check first-steps/first-steps.yaml first-steps/solution.py
    ");
    let checked = scratch.run(&["check", "first-steps/first-steps.yaml", "first-steps/solution.py"]);
    insta::assert_snapshot!(checked.stdout, @"
    First steps: solution

    ✓ First steps / the first try (10/10)

    10 of 10 points
    ");
}

#[test]
fn a_program_is_tried_until_it_ends_and_its_dialogue_is_told_in_a_comment() {
    let scratch = Scratch::greeting();
    assert_eq!(scratch.run(&["new", "greet", "--from", "solution.py"]).code, 0);
    assert_eq!(scratch.read("greet/solution.py"), SOLUTION);
    let spec = scratch.read("greet/greet.yaml");
    let scenarios = spec.split_once("    scenarios:\n").unwrap().1;
    insta::assert_snapshot!(scenarios, @"
          # What happens, with the typed lines in ⟨⟩:
          #   Name? ⟨Ada⟩
          #   Hello, Ada!
          - name: the first try
            stdin: [Ada]  # the lines that are typed
          # Add the next ones here: edge cases, wrong input, how it ends. `yardstick record` plays one
          # with you and writes it down.
    ");
}

/// A game that nobody ends by typing the same again and again.
const GAME: &str = "
import sys
target = int(sys.argv[1])
left = right = 0
while left < target:
    side = input('Left (0) or right (1)? ')
    if side == '0' and left == right: left += 1
    elif side == '1' and left > right: right += 1
    else: print('No.')
print('Done')
";

#[test]
fn a_game_is_played_with_lines_that_take_turns_and_with_arguments() {
    let scratch = Scratch::greeting().write("game.py", GAME);
    assert_eq!(scratch.run(&["new", "game", "--from", "game.py", "--", "3"]).code, 0);
    let spec = scratch.read("game/game.yaml");
    assert!(spec.contains("args: [3]  #") && spec.contains("stdin: [0, 1, 0, 1, 0]  #"), "{spec}");
    assert_eq!(scratch.run(&["check", "game/game.yaml", "game/solution.py"]).code, 0);
}

#[test]
fn lines_can_be_given() {
    let scratch = Scratch::greeting();
    let given = ["new", "greet", "--from", "solution.py", "--stdin", "Grace Hopper"];
    assert_eq!(scratch.run(&given).code, 0);
    assert!(scratch.read("greet/greet.yaml").contains("stdin: [Grace Hopper]"));
    let few = ["new", "game", "--from", "hello.py", "--stdin", "x"];
    let scratch = scratch.write("hello.py", "input()\ninput()\n");
    let few = scratch.run(&few);
    assert_eq!(few.code, 2);
    assert_eq!(
        few.stderr,
        "error: the program asks for more lines than these\nhelp: add some with `--stdin`\n"
    );
    assert!(!scratch.path("game").exists());
}

#[test]
fn a_solution_that_reads_without_end_gets_a_scenario_that_it_passes() {
    let program = "while True:\n    print(input('More? '))\n";
    let scratch = Scratch::greeting().write("more.py", program);
    assert_eq!(scratch.run(&["new", "more", "--from", "more.py"]).code, 0);
    let spec = scratch.read("more/more.yaml");
    assert!(
        spec.contains("# The program wanted more lines.") && spec.contains("expect: { exit: any }"),
        "{spec}"
    );
    assert_eq!(scratch.run(&["check", "more/more.yaml", "more/solution.py"]).code, 0);
}

#[test]
fn a_program_that_reads_to_the_end_of_its_input_gets_two_lines() {
    let program = "import sys\nfor line in sys.stdin:\n    print(line.upper(), end='')\n";
    let scratch = Scratch::greeting().write("upper.py", program);
    assert_eq!(scratch.run(&["new", "upper", "--from", "upper.py"]).code, 0);
    assert!(scratch.read("upper/upper.yaml").contains("stdin: [one line, another line]"));
    assert_eq!(scratch.run(&["check", "upper/upper.yaml", "upper/solution.py"]).code, 0);
}

#[test]
fn a_solution_may_be_in_another_language() {
    let program = "#include <stdio.h>\nint main(void) {\n    puts(\"Hello\");\n}\n";
    let scratch = Scratch::greeting().write("hello.c", program);
    assert_eq!(scratch.run(&["new", "hello", "--from", "hello.c"]).code, 0);
    assert!(scratch.read("hello/hello.yaml").contains("files: [hello.c]"));
    assert_eq!(scratch.run(&["check", "hello/hello.yaml", "hello/solution.c"]).code, 0);
}

#[test]
fn nothing_is_overwritten_and_nothing_is_left_of_what_cannot_be_started_from() {
    let scratch = Scratch::greeting()
        .write("there/x", "")
        .write("broken.py", "print(")
        .write("endless.py", "while True: pass\n")
        .write("notes.txt", "");
    for (args, complaint) in [
        (&["there"][..], "error: `there` is already there\nhelp: choose another name, or remove it\n"),
        (
            &["Four!"],
            "error: `Four!` cannot be the key of an assignment\nhelp: use small letters, digits and dashes",
        ),
        (&["--from", "nowhere.py", "new"], "error: cannot start from `nowhere.py`: No such file"),
        (
            &["--from", "notes.txt", "new"],
            "error: cannot start from `notes.txt`: its ending belongs to no known",
        ),
        (&["--from", "broken.py", "new"], "error: the reference `solution.py` does not parse or compile\n"),
        (&["--from", "endless.py", "new"], "error: the program does not end by itself: "),
    ] {
        let ended = scratch.run(&[&["new"], args].concat());
        assert_eq!(ended.code, 2, "{}", ended.stderr);
        assert!(ended.stderr.starts_with(complaint), "{}", ended.stderr);
        assert!(!scratch.path("new").exists());
    }
}

/// Begins a spec from the solution `from`; it must be right with the solution, and with the empty program `nothing`
/// nobody earns anything.
fn begun(scratch: &Scratch, more: &[&str], handed_in: &str, nothing: (&str, &str)) -> String {
    let made = scratch.run(&[&["new", "task"], more].concat());
    assert_eq!((made.code, made.stderr.as_str()), (0, ""), "{more:?}");
    let checked = scratch.run(&["check", "task/task.yaml", handed_in]);
    assert_eq!(checked.code, 0, "{more:?}: {}{}", checked.stdout, checked.stderr);
    std::fs::create_dir_all(scratch.path("empty")).unwrap();
    std::fs::write(scratch.path("empty").join(nothing.0), nothing.1).unwrap();
    let empty = scratch.run(&["check", "task/task.yaml", "empty"]);
    assert!(empty.stdout.contains("\n0 of 10 points"), "{more:?}: {}{}", empty.stdout, empty.stderr);
    scratch.read("task/task.yaml")
}

#[test]
#[ignore = "takes a quarter of a minute; a library of classes in Java is always tried"]
fn a_public_class_keeps_its_name() {
    if optional::found("javac").is_none() {
        return;
    }
    let greeter = "import java.util.Scanner;\npublic class Greeter {\n    public static void main(String[] args) {\n        \
                   System.out.print(\"Name? \");\n        String name = new Scanner(System.in).nextLine();\n        \
                   System.out.println(Words.HELLO + name);\n    }\n}\n";
    let scratch = Scratch::greeting()
        .write("Greeter.java", greeter)
        .write("Words.java", "public class Words {\n    static final String HELLO = \"Hello, \";\n}\n");
    let empty = ("Greeter.java", "public class Greeter { public static void main(String[] args) {} }\n");
    std::fs::create_dir_all(scratch.path("empty")).unwrap();
    std::fs::write(scratch.path("empty/Words.java"), "public class Words {}\n").unwrap();
    let spec = begun(&scratch, &["--from", "Greeter.java"], "task/solution", empty);
    assert!(spec.contains("files: [Greeter.java, Words.java]\n  entry: Greeter.java  #"), "{spec}");
}

#[test]
#[ignore = "takes ten seconds; programs in C and Python are always begun from"]
fn a_class_library_is_run_by_a_program_that_is_supplied() {
    if optional::found("javac").is_none() {
        return;
    }
    let stack = "public class IntStack {\n    private int[] items = new int[9];\n    private int size = 0;\n    \
                 public void push(int x) { items[size++] = x; }\n    public int pop() { return items[--size]; }\n}\n";
    let driver = "public class Demo {\n    public static void main(String[] args) {\n        IntStack stack = new IntStack();\n        \
                  stack.push(1); stack.push(2);\n        System.out.println(stack.pop());\n    }\n}\n";
    let scratch = Scratch::greeting().write("IntStack.java", stack).write("demo/Demo.java", driver);
    let alone = scratch.run(&["new", "task", "--from", "IntStack.java"]);
    assert_eq!(alone.code, 2);
    assert!(
        alone.stderr.contains("main method") && alone.stderr.contains("`--main FILE`"),
        "{}",
        alone.stderr
    );
    let empty = stack.replace("items[--size]", "0");
    let more = ["--from", "IntStack.java", "--main", "demo/Demo.java"];
    let spec = begun(&scratch, &more, "task/solution", ("IntStack.java", &empty));
    assert!(spec.contains("supplied: [Demo.java]") && spec.contains("entry: Demo.java"), "{spec}");
}

#[test]
fn several_c_files_are_linked() {
    if optional::found("gcc").is_none() {
        return;
    }
    let main = "#include <stdio.h>\n#include \"stack.h\"\nint main(void) {\n    int x;\n    while (scanf(\"%d\", &x) == 1) push(x);\n    \
                while (!empty()) printf(\"%d\\n\", pop());\n}\n";
    let stack = "#include \"stack.h\"\nstatic int items[100], size;\nvoid push(int x) { items[size++] = x; }\n\
                 int pop(void) { return items[--size]; }\nint empty(void) { return size == 0; }\n";
    let header = "void push(int x);\nint pop(void);\nint empty(void);\n";
    let files =
        |scratch: Scratch| scratch.write("main.c", main).write("stack.c", stack).write("stack.h", header);
    let scratch = files(Scratch::greeting());
    for (file, text) in [("stack.c", stack), ("stack.h", header)] {
        std::fs::create_dir_all(scratch.path("empty")).unwrap();
        std::fs::write(scratch.path("empty").join(file), text).unwrap();
    }
    let spec = begun(&scratch, &["--from", "main.c"], "task/solution", ("main.c", "int main(void) {}\n"));
    assert!(spec.contains("stdin: [3, 1, 2]"), "{spec}");
    // What is supplied is linked too.
    let scratch = files(Scratch::greeting());
    let alone = scratch.run(&["new", "task", "--from", "stack.c"]);
    assert!(
        alone.stderr.starts_with("error: `stack.c` has no `main`: it cannot be run\n"),
        "{}",
        alone.stderr
    );
    let empty = "void push(int x) {}\nint pop(void) { return 0; }\nint empty(void) { return 1; }\n";
    std::fs::create_dir_all(scratch.path("empty")).unwrap();
    std::fs::write(scratch.path("empty/stack.h"), header).unwrap();
    let more = ["--from", "stack.c", "--main", "main.c"];
    begun(&scratch, &more, "task/solution", ("stack.c", empty));
}

#[test]
fn data_that_a_program_reads_comes_along() {
    let program = "with open('words.txt') as file:\n    words = file.read().split()\nsize = int(input('Size? '))\n\
                   print([word for word in words if len(word) == size])\n";
    let scratch =
        Scratch::greeting().write("pick.py", program).write("words.txt", "an apple\n").write("other.txt", "");
    let spec = begun(&scratch, &["--from", "pick.py"], "task/solution.py", ("task.py", ""));
    assert!(spec.contains("supplied: [words.txt]") && !spec.contains("other.txt"), "{spec}");
    let scratch = Scratch::greeting().write("pick.py", program.replace("'words.txt'", "'words' + '.txt'"));
    let lost = scratch.run(&["new", "task", "--from", "pick.py"]);
    assert_eq!(lost.code, 2);
    insta::assert_snapshot!(lost.stderr, @"
    error: the program fails with exit code 1: FileNotFoundError: [Errno 2] No such file or directory: 'words.txt'
    help: name the files that it reads with `--supplied FILE`; they are laid beside it
    ");
    let scratch = scratch.write("data/words.txt", "an apple\n");
    let more = ["--from", "pick.py", "--supplied", "data/words.txt"];
    begun(&scratch, &more, "task/solution.py", ("task.py", ""));
}

#[test]
fn a_module_that_does_nothing_when_it_is_run_is_called() {
    let clamp = "def clamp(value, least, most):\n    return min(max(value, least), most)\n";
    let scratch = Scratch::greeting().write("clamp.py", clamp);
    let spec = begun(&scratch, &["--from", "clamp.py"], "task/solution", ("clamp.py", ""));
    assert!(spec.contains("- name: clamp\n        session: |\n          >>> clamp("), "{spec}");
    let account = "class Account:\n    def __init__(self, owner):\n        self.owner = owner\n        self.balance = 0\n    \
                   def deposit(self, amount: int):\n        self.balance += amount\n";
    let scratch = Scratch::greeting().write("account.py", account);
    let spec = begun(&scratch, &["--from", "account.py"], "task/solution", ("account.py", ""));
    assert!(spec.contains(">>> account = Account('") && spec.contains(">>> account.deposit("), "{spec}");
    let scratch = scratch.write("account.py", account.replace("+= amount", "+= 0"));
    assert_eq!(scratch.run(&["check", "task/task.yaml", "account.py"]).code, 0, "the first call is with 0");
    let scratch = Scratch::greeting().write("nothing.py", "LIMIT = 3\n");
    let refused = scratch.run(&["new", "task", "--from", "nothing.py"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("no function of it could be called: every program would pass"),
        "{}",
        refused.stderr
    );
}

#[test]
fn several_python_files_are_handed_in_together() {
    let scratch = Scratch::greeting()
        .write("play.py", "from deck import value\nprint(value(input('Card? ')))\n")
        .write("deck.py", "def value(card):\n    return 'A23456789'.find(card[0])\n");
    std::fs::create_dir_all(scratch.path("empty")).unwrap();
    std::fs::write(scratch.path("empty/deck.py"), "").unwrap();
    let spec = begun(&scratch, &["--from", "play.py"], "task/solution", ("play.py", ""));
    assert!(spec.contains("files: [play.py, deck.py]\n  entry: play.py"), "{spec}");
}

#[test]
fn a_solution_may_be_a_javascript_program() {
    if optional::found("node").is_none() {
        return;
    }
    let script = "const io = require('readline').createInterface({ input: process.stdin, output: process.stdout });\n\
                  io.question('Name? ', (name) => { console.log('Hello ' + name); io.close(); });\n";
    let scratch = Scratch::greeting().write("greet.js", script);
    begun(&scratch, &["--from", "greet.js"], "task/solution.js", ("task.js", ""));
}

#[test]
fn a_reference_that_depends_on_chance_is_named() {
    let scratch = Scratch::greeting()
        .write("roll.py", "import random\ninput('Roll? ')\nprint(random.randint(1, 10**9))\n");
    let refused = scratch.run(&["new", "task", "--from", "roll.py"]);
    assert_eq!(refused.code, 2);
    let complaint = "error: the reference does not always do the same in `First steps / the first try`\nin a second run: ";
    assert!(refused.stderr.starts_with(complaint), "{}", refused.stderr);
    assert!(!scratch.path("task").exists());
    // What is not compared may differ.
    let spec = "assignment: roll\nsubmission: { files: [roll.py] }\nreference: { files: [roll.py] }\n\
                compare: { events: { asked: { line: 'Roll' } } }\nscenarios:\n  - { name: s, points: 1, stdin: [x] }\n";
    let scratch = scratch.write("spec.yaml", spec);
    let checked = scratch.run(&["check", "spec.yaml", "roll.py"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
    let scratch =
        scratch.write("spec.yaml", spec.replace("compare: { events: { asked: { line: 'Roll' } } }\n", ""));
    for command in [&["check", "spec.yaml", "roll.py"], &["grade", "spec.yaml", "roll.py"]] {
        let refused = scratch.run(command);
        assert_eq!(refused.code, 2, "{}", refused.stdout);
        assert!(
            refused.stderr.starts_with("error: the reference does not always do the same in `s`"),
            "{}",
            refused.stderr
        );
    }
}

#[test]
fn a_scenario_that_a_silent_program_passes_is_warned_of() {
    let spec = "assignment: quiet\nsubmission: { files: [quiet.py] }\nreference: { files: [quiet.py] }\nscenarios:\n  \
                - { name: blank, points: 1, stdin: [\"\"] }\n  - { name: word, points: 1, stdin: [a] }\n";
    let scratch = Scratch::new(spec).write("quiet.py", "line = input()\nif line: print(line)\n");
    let graded = scratch.run(&["grade", "spec.yaml", "quiet.py"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let warning = "warning: a program that prints nothing earns points in `blank`\n";
    assert!(graded.stderr.contains(warning), "{}", graded.stderr);
    assert!(scratch.run(&["audit", "spec.yaml"]).stderr.contains(warning));
    let store = Store::empty();
    for shipped in yardstick::testing::spec::shipped() {
        let spec = Spec::load(shipped.key).unwrap();
        let plan = Plan::new(&ReferenceRunner { sandbox: None, store: &store }, &spec, None).unwrap();
        assert_eq!(passed_in_silence(&plan), Vec::<String>::new(), "{}", shipped.key);
    }
}
