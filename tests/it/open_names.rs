//! Hand-ins whose files have the names that students choose: `files: ["*.java"]`.

use super::scratch::{Scratch, named};

const SPEC: &str = "assignment: bank
submission: { files: [\"**/*.java\"] }
reference: { files: [solution/Main.java, solution/Account.java] }
scenarios:
  - { name: a sum, points: 2, stdin: [\"3\", \"4\"] }
  - { name: a session, points: 2, session: \">>> new Account(3).add(4)\" }
";

const MAIN: &str = "import java.util.Scanner;
public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.println(new Account(in.nextInt()).add(in.nextInt()));
    }
}
";

const ACCOUNT: &str = "public class Account {
    private int has;
    public Account(int has) { this.has = has; }
    public int add(int more) { return has + more; }
}
";

#[test]
fn the_class_with_main_is_run_whatever_its_name_and_its_package_are() {
    let in_package = |text: &str| format!("package shop;\n{text}");
    let scratch = Scratch::new(SPEC)
        .write("solution/Main.java", MAIN)
        .write("solution/Account.java", ACCOUNT)
        .write(
            "class/alone/Shop.java",
            MAIN.replace("Main", "Shop") + &ACCOUNT.replace("public class", "class"),
        )
        .write("class/project/src/shop/Shop.java", in_package(&MAIN.replace("Main", "Shop")))
        .write("class/project/src/shop/Account.java", in_package(ACCOUNT))
        .write("class/none/Account.java", format!("// public static void main(String[] args)\n{ACCOUNT}"))
        .write("class/none/B.java", "class B { String text = \"void main(\"; }")
        .write("class/two/Main.java", MAIN)
        .write("class/two/Account.java", ACCOUNT)
        .write("class/two/Other.java", MAIN.replace("Main", "Other"))
        .write("class/other/readme.txt", "Sorry.");
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    for (name, points) in [("alone", "4"), ("project", "4"), ("none", "0"), ("two", "0"), ("other", "0")] {
        assert_eq!(named(&results, name)["points"], points, "{name}: {:#}", named(&results, name));
    }
    for (name, said) in [
        (
            "none",
            "none of the files (`Account.java`, `B.java`) can be started: one file `**/*.java` needs a `main`",
        ),
        ("two", "several files have a `main` (`Main.java`, `Other.java`), and only one program is asked for"),
        ("other", "no file with a name such as `**/*.java` was handed in; what was handed in: `readme.txt`"),
    ] {
        let page = scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
        assert!(page.contains(said), "{name}: {page}");
    }
}

#[test]
fn all_sources_that_match_are_one_program() {
    let spec = "assignment: sums
submission: { files: [\"*.c\"], supplied: [sums.h] }
header: sums.h
reference: { files: [solution.c] }
scenarios:
  - { name: a sum, points: 2, stdin: [\"3\", \"4\"] }
  - { name: a session, points: 2, session: \">>> add(1, 2)\" }
";
    let add = "int add(int a, int b) { return a + b; }\n";
    let main = "#include <stdio.h>\n#include \"sums.h\"\n\
                int main(void) { int a, b; scanf(\"%d%d\", &a, &b); printf(\"%d\\n\", add(a, b)); }\n";
    let scratch = Scratch::new(spec)
        .write("sums.h", "int add(int a, int b);\n")
        .write("solution.c", format!("{main}{add}"))
        .write("class/one/hw3.c", format!("{main}{add}"))
        .write("class/two/program.c", main)
        .write("class/two/functions.c", add);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    for name in ["one", "two"] {
        assert_eq!(named(&scratch.results(), name)["points"], "4", "{name}");
    }
}

#[test]
fn modules_beside_a_python_program_may_have_any_name_and_canvas_counts_what_was_handed_in_again() {
    let spec = "assignment: sums
submission: { files: [\"*.py\"] }
scenarios:
  - { name: a sum, points: 2, stdin: [\"3\", \"4\"], expect: { stdout: \"7\\n\" } }
";
    let program =
        "from helper import add\nif __name__ == '__main__':\n    print(add(int(input()), int(input())))\n";
    let wrong = program.replace("print(add(", "print(1 + add(");
    let helper = "def add(a, b):\n    return a + b\n";
    let scratch = Scratch::new(spec)
        .write("class/doejane_11_101_sums.py", wrong)
        .write("class/doejane_11_103_sums-1.py", program)
        .write("class/doejane_11_102_helper.py", helper)
        .write("class/roeann_12_104_mine.py", "print(int(input()) + int(input()))\n");
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    let submissions = results["submissions"].as_array().unwrap();
    assert_eq!(submissions.len(), 2, "{results:#}");
    assert!(submissions.iter().all(|one| one["points"] == "2"), "{results:#}");
}

#[test]
fn wildcards_stand_only_where_any_file_will_do() {
    let refused = |submission: &str, scenario: &str, said: &str| {
        let spec = format!(
            "assignment: sums\nsubmission: {submission}\nscenarios:\n  - {{ name: one, points: 1, {scenario} }}\n"
        );
        let told = Scratch::new(&spec).run(&["grade", "spec.yaml", "."]);
        assert_eq!(told.code, 2, "{}{}", told.stdout, told.stderr);
        assert!(told.stderr.contains(said), "{}", told.stderr);
    };
    let run = "stdin: [a], expect: { stdout: b }";
    refused("{ files: [\"*.py\"], optional: [\"x*.py\"] }", run, "only names in `files` may have wildcards");
    refused("{ files: [\"*.*\"] }", run, "`*.*` is no name with wildcards");
    refused("{ files: [\"../*.py\"] }", run, "`../*.py` is no name with wildcards");
    refused(
        "{ files: [\"*.py\"] }",
        "session: \">>> f(1)\"",
        "a session calls one file, and `*.py` may be several",
    );
    refused(
        "{ files: [\"*.py\"] }",
        "rule: { avoids: [eval] }",
        "a rule looks at one file, and `*.py` may be several",
    );
    refused(
        "{ files: [\"*.py\"], entry: \"b*.py\" }",
        run,
        "the entry `b*.py` is neither handed in nor supplied",
    );
}

#[test]
fn a_program_of_several_has_all_files_that_match() {
    if crate::optional::found("javac").is_none() {
        return;
    }
    let spec = "assignment: two\nsubmission: { files: [src/Main.java, \"src/*.java\", greet.py], entry: src/Main.java }\ngroups:\n\
                \x20 - { name: sum, entry: src/Main.java, points: 2, scenarios: [{ name: s, stdin: [\"3\", \"4\"], expect: { stdout: \"7\\n\" } }] }\n\
                \x20 - { name: hi, entry: greet.py, points: 1, scenarios: [{ name: h, expect: { stdout: \"hi\\n\" } }] }\n";
    let scratch = Scratch::new(spec)
        .write("work/src/Main.java", MAIN)
        .write("work/src/Account.java", ACCOUNT)
        .write("work/greet.py", "print('hi')\n");
    let ended = scratch.run(&["check", "spec.yaml", "work"]);
    assert!(ended.stdout.contains("3 of 3 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn classes_that_are_only_called_need_no_main() {
    let spec = "assignment: bank\nsubmission: { files: [\"**/*.java\"] }\nreference: { files: [solution/Main.java, solution/Account.java] }\n\
                scenarios:\n- { name: a session, points: 2, session: \">>> new Account(3).add(4)\" }\n";
    let helper = "class Helper {\n    static int sum(int a, int b) { return a + b; }\n}\n";
    let scratch = Scratch::new(spec)
        .write("solution/Main.java", MAIN)
        .write("solution/Account.java", ACCOUNT)
        .write("class/mains/Account.java", ACCOUNT.replace("has + more", "Helper.sum(has, more)"))
        .write("class/mains/Helper.java", helper)
        .write("class/mains/A.java", MAIN.replace("Main", "A"))
        .write("class/mains/B.java", MAIN.replace("Main", "B"))
        .write("class/wrong/Account.java", ACCOUNT.replace("has + more", "Helper.sum(has, has)"))
        .write("class/wrong/Helper.java", helper)
        .write("class/none/readme.txt", "Sorry.");
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    for (name, points) in [("mains", "2"), ("wrong", "0"), ("none", "0")] {
        assert_eq!(named(&results, name)["points"], points, "{name}: {:#}", named(&results, name));
    }
}

#[test]
fn tests_that_lie_beside_a_program_are_no_part_of_it() {
    const TEST: &str = "import static org.junit.Assert.assertEquals;\nimport org.junit.Test;\npublic class AccountTest {\n    \
                        @Test public void adds() { assertEquals(3, new Account(1).add(2)); }\n}\n";
    let spec = SPEC
        .replace("**/*.java", "*.java")
        .replace("reference: { files: [solution/Main.java, solution/Account.java] }\n", "")
        .replace("[\"3\", \"4\"]", "[\"3\", \"4\"], expect: { stdout: \"7\\n\" }")
        .replace(".add(4)\"", ".add(4)\\n7\"");
    let scratch = Scratch::new(&spec)
        .write("class/beside/Main.java", MAIN)
        .write("class/beside/Account.java", ACCOUNT)
        .write("class/beside/AccountTest.java", TEST)
        .write("class/started/Main.java", MAIN)
        .write("class/started/Account.java", ACCOUNT)
        .write(
            "class/started/AccountTest.java",
            TEST.replacen("    @Test", "    public static void main(String[] a) { }\n    @Test", 1),
        )
        .write("class/started/module-info.java", "module bank { requires org.junit.jupiter.api; }\n")
        .write("class/apart/src/main/java/Main.java", MAIN)
        .write("class/apart/src/main/java/Account.java", ACCOUNT)
        .write("class/apart/src/test/java/AccountTest.java", TEST)
        .write("class/only/AccountTest.java", TEST);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    for (name, points) in [("beside", "4"), ("started", "4"), ("apart", "4"), ("only", "0")] {
        assert_eq!(named(&results, name)["points"], points, "{name}: {:#}", named(&results, name));
    }
    let page = scratch.read("yardstick-results/feedback/beside.txt");
    assert!(
        page.contains("AccountTest.java:1: it is a test, or needs what tests need, so it is left out"),
        "{page}"
    );
}
