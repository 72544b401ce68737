//! Packages of Java: those of a student's project, and those of an assignment.

use super::forged_junit::tested_by;
use super::scratch::{Scratch, named};

const SPEC: &str = "assignment: cards
submission: { files: [Main.java], optional: [Card.java] }
reference: { files: [solution/Main.java] }
scenarios:
  - { name: a sum, points: 2, stdin: [\"3\", \"4\"] }
  - { name: a function, points: 2, session: \">>> Main.add(1, 2)\" }
";

const MAIN: &str = "import java.util.Scanner;
public class Main {
    static int add(int a, int b) { return a + b; }
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.println(add(in.nextInt(), in.nextInt()));
    }
}
";

#[test]
fn the_package_of_a_students_project_costs_nothing_and_is_named() {
    let with_card = MAIN.replace("return a + b", "return new Card(a).value + b");
    let scratch = Scratch::new(SPEC)
        .write("solution/Main.java", format!("package solution;\n{MAIN}"))
        .write(
            "class/project/src/Main.java",
            format!("// Ada\npackage edu.hw;\nimport edu.hw.cards.Card;\n{with_card}"),
        )
        .write(
            "class/project/src/Card.java",
            "package edu.hw.cards;\npublic class Card { public int value; public Card(int value) { this.value = value; } }",
        )
        .write("class/wrong/Main.java", format!("package hw1;\n{}", MAIN.replace("a + b", "a / (b - 4)")));
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    for (name, points) in [("project", "4"), ("wrong", "0")] {
        assert_eq!(named(&results, name)["points"], points, "{name}: {:#}", named(&results, name));
    }
    let page = |name: &str| scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
    let reason = "Left out, because this assignment has no such package: ";
    for (name, lines) in [
        ("project", "`package edu.hw;` (Main.java, line 2), `package edu.hw.cards;` (Card.java, line 1)."),
        ("wrong", "`package hw1;` (Main.java, line 1)."),
    ] {
        assert!(page(name).contains(&format!("{reason}{lines}")), "{}", page(name));
    }
    // Lines are those of the file as it was handed in.
    assert!(page("wrong").contains("▸ 4      static int add"), "{}", page("wrong"));
}

#[test]
fn a_package_of_the_assignment_is_that_of_its_folder() {
    let spec = SPEC
        .replace(
            "[Main.java], optional: [Card.java]",
            "[app/Main.java, cards/Card.java], entry: app/Main.java",
        )
        .replace("[solution/Main.java]", "[app/Main.java, cards/Card.java]")
        .replace("  - { name: a function, points: 2, session: \">>> Main.add(1, 2)\" }\n", "");
    let main = format!("package app;\nimport cards.Card;\n{MAIN}").replace("a + b", "new Card(a).value + b");
    let card = "package cards;\npublic class Card { public int value; public Card(int value) { this.value = value; } }";
    let scratch = Scratch::new(&spec)
        .write("app/Main.java", &main)
        .write("cards/Card.java", card)
        .write("class/right/app/Main.java", &main)
        .write("class/right/cards/Card.java", card);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    assert_eq!(named(&scratch.results(), "right")["points"], "2");
    assert!(!scratch.read("yardstick-results/feedback/right.txt").contains("Left out"));
}

#[test]
fn a_forgotten_package_is_told_where_tests_look_for_it() {
    let spec = "assignment: squares\nsubmission: { files: [sums/Sq.java] }\n\
                tests: { runner: junit, files: [TestBeside.java, TestImports.java, 'lib/*.jar'], points: 8 }\n";
    let class = "public class Sq { public static int of(int n) { return n * n; } }\n";
    let test = |head: &str, name: &str| {
        format!(
            "{head}import org.junit.jupiter.api.*;\nclass {name} {{\n  @Test void one() {{ Assertions.assertEquals(4, Sq.of(2)); }}\n}}\n"
        )
    };
    let beside = test("package sums;\n", "TestBeside");
    let Some(folder) = tested_by(&beside, &["junit-platform-console-standalone"], spec) else { return };
    let folder = folder
        .write("TestBeside.java", beside)
        .write("TestImports.java", test("import sums.Sq;\n", "TestImports"))
        .write("class/right/sums/Sq.java", format!("package sums;\n{class}"))
        .write("class/without/sums/Sq.java", class);
    let graded = folder.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = folder.results();
    assert_eq!(named(&results, "right")["points"], "8");
    let without = named(&results, "without");
    assert_eq!(without["points"], "0");
    let told =
        "`sums/Sq.java` does not say that it belongs to the package `sums`, in which the test looks for it";
    for scenario in without["scenarios"].as_array().unwrap() {
        assert!(scenario["reasons"][0].as_str().unwrap().contains(told), "{scenario:#}");
    }
}
