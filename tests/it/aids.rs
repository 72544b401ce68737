//! What a compiler makes once for many programs: each of them is built as it would be alone.

use std::fs;

use super::optional;
use super::scratch::{Scratch, ended, named};

const SPEC: &str = "
assignment: largest
submission: { files: [FILE] }
scenarios:
  - { name: three numbers, points: 3, stdin: [3 9 4], expect: { stdout: \"largest: 9\\n\" } }
  - { name: one number, points: 1, stdin: ['5'], expect: { stdout: \"largest: 5\\n\" } }
";

const RIGHT: &str = "// by a student
#include <vector>
#include <algorithm>
#include <iostream>

int main() {
    std::vector<int> numbers;
    for (int number; std::cin >> number;) { numbers.push_back(number); }
    std::sort(numbers.begin(), numbers.end());
    std::cout << \"largest: \" << numbers.back() << std::endl;
}
";

/// The lines of a complaint about a program, as its student reads it.
fn complaint(scratch: &Scratch, submission: &str) -> String {
    let ended = scratch.run(&["check", "spec.yaml", submission, "--color", "never"]);
    assert_eq!(ended.code, 1, "{}{}", ended.stdout, ended.stderr);
    ended.stdout
}

#[test]
fn programs_that_share_compiled_headers_are_built_as_each_would_be_alone_and_no_header_is_left() {
    if !optional::is_at_hand("g++") {
        return;
    }
    let without = RIGHT.replace("#include <algorithm>\n", "");
    let typo = RIGHT.replace("numbers.back()", "numbers.bak()");
    let renamed = format!("#define vector list\n{RIGHT}").replace("std::vector", "std::list");
    let mut scratch = Scratch::new(&SPEC.replace("FILE", "largest.cpp"));
    // The third makes what all after it have, in another order and between other lines too.
    for number in 0..3 {
        scratch = scratch.write(&format!("class/right-{number}/largest.cpp"), RIGHT);
    }
    let other_order = RIGHT
        .replace("#include <vector>\n", "")
        .replace("<iostream>", "<iostream>\n# include <vector> // too");
    scratch = scratch
        .write("class/without/largest.cpp", &without)
        .write("class/typo/largest.cpp", &typo)
        .write("class/renamed/largest.cpp", &renamed)
        .write("class/unordered/largest.cpp", other_order)
        .write("class/smallest/largest.cpp", RIGHT.replace("numbers.back()", "numbers.front()"));
    let alone = [complaint(&scratch, "class/without"), complaint(&scratch, "class/typo")];
    let ended = scratch.run(&["grade", "spec.yaml", "class", "--jobs", "2"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    let points = |name: &str| named(&results, name)["points"].clone();
    for number in 0..3 {
        assert_eq!(points(&format!("right-{number}")), "4", "{number}");
    }
    // What a source does not include is missing, whatever others include; and a macro before a header counts.
    for (name, expected) in
        [("without", "0"), ("typo", "0"), ("renamed", "4"), ("unordered", "4"), ("smallest", "1")]
    {
        assert_eq!(points(name), expected, "{name}");
    }
    for (name, alone) in ["without", "typo"].into_iter().zip(alone) {
        let page = scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
        let said =
            alone.lines().find(|line| line.contains("error:")).expect("the compiler says what is wrong");
        assert!(page.contains(said.trim()), "{said}\n{page}");
    }
    // Those of graders that go on beside this test are not its own.
    let own = |name: &str| {
        name.strip_prefix("yardstick-run-").and_then(|rest| rest.split('-').next()?.parse::<u32>().ok())
    };
    for entry in fs::read_dir("/var/tmp").unwrap().flatten() {
        if let Some(grader) = own(&entry.file_name().to_string_lossy()) {
            assert!(fs::exists(format!("/proc/{grader}")).unwrap(), "{grader} has ended and left something");
        }
    }
}

#[test]
fn classes_that_the_java_compiler_has_loaded_before_change_nothing() {
    if !optional::is_at_hand("javac") {
        return;
    }
    const LARGEST: &str = "import java.util.*;
public class Largest {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        List<Integer> numbers = new ArrayList<>();
        while (in.hasNextInt()) { numbers.add(in.nextInt()); }
        System.out.println(\"largest: \" + Collections.max(numbers));
    }
}
";
    let (spec, _) = SPEC.split_once("  - { name: one number").unwrap();
    let mut scratch = Scratch::new(&spec.replace("FILE", "Largest.java"));
    for number in 0..3 {
        scratch = scratch.write(&format!("class/right-{number}/Largest.java"), LARGEST);
    }
    scratch =
        scratch.write("class/typo/Largest.java", LARGEST.replace("Collections.max", "Collections.maximum"));
    let alone = complaint(&scratch, "class/typo");
    let ended = scratch.run(&["grade", "spec.yaml", "class", "--jobs", "1"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    assert_eq!(ended.stdout.matches("3/3").count(), 3, "{}", ended.stdout);
    let page = scratch.read("yardstick-results/feedback/typo.txt");
    let said = alone.lines().find(|line| line.contains("error:")).expect("the compiler says what is wrong");
    assert!(page.contains(said.trim()), "{said}\n{page}");
}

#[test]
fn what_compiles_sessions_in_java_is_kept_and_taken_only_as_it_was_made() {
    if !optional::is_at_hand("javac") {
        return;
    }
    let spec = "assignment: twice\nsubmission: { files: [Twice.java] }\nscenarios:\n  \
                - { name: three, points: 2, session: \">>> Twice.of(3)\\n6\" }\n";
    let program =
        |body: &str| format!("public class Twice {{ static int of(int x) {{ return {body}; }} }}\n");
    let scratch = Scratch::new(spec)
        .write("right/Twice.java", program("x + x"))
        .write("wrong/Twice.java", program("x * x"));
    let home = scratch.path("home");
    let check = |submission: &str, points: &str| {
        let mut command = scratch.command(&["check", "spec.yaml", submission]);
        let ended = ended(command.env("HOME", &home).env_remove("XDG_CACHE_HOME"));
        assert!(
            ended.stdout.contains(&format!("\n{points} of 2 points")),
            "{}{}",
            ended.stdout,
            ended.stderr
        );
    };
    check("right", "2");
    let mut made = fs::read_dir(home.join(".cache/yardstick/made")).unwrap();
    let kept = made.next().expect("something is kept").unwrap().path();
    assert!(made.next().is_none(), "a virtual machine has one file");
    let whole = fs::read(&kept).unwrap();
    let written = fs::metadata(&kept).unwrap().modified().unwrap();
    check("wrong", "0");
    assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), written, "nothing is compiled again");
    // A disk that forgets costs nobody a point.
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&kept, damaged).unwrap();
    check("right", "2");
    assert!(fs::read(&kept).unwrap() == whole, "it is made again, and is the same");
}
