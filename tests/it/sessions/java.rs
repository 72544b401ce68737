//! Sessions that are typed in Java.

use super::class::{self, Marked};
use crate::night;
use crate::scratch::{Scratch, named};

const SPEC: &str = r#"
assignment: bank
submission: { files: [Account.java] }
reference: { files: [solution/Account.java] }
limits: { cpu: 4s, wall: 20s }
groups:
  - name: account
    points: 4
    scenarios:
      - name: money
        session: |
          >>> var account = new Account("Bo")
          >>> account.deposit(10);
          in 10
          >>> account.withdraw(11)
          raises IllegalStateException
          >>> account.balance()
          10L
          >>> account
      - name: values
        session: |
          >>> Account.odd()
          >>> Account.squares(3)
          {0, 1, 4}
          >>> 'c'
          'c'
      - name: lines
        session: |
          >>> List<Integer> l = List.of(1, 2)
          >>> int sum = 0, most[] = {7, 8};
          >>> for (int one : l) {
          ...   sum += one;
          ... }
          >>> l.stream().map(x -> x + sum + most[1]).toList()
          List.of(12, 13)
      - name: input
        stdin: ["7", "é"]
        session: |
          >>> Account.read()
          "7é"
"#;

const SOLUTION: &str = r#"
import java.util.*;

public class Account {
    enum Kind { OPEN, CLOSED }
    record Pair(int a, String b) {}

    private final String owner;
    private long balance;
    public final List<String> log = new ArrayList<>();

    public Account(String owner) { this.owner = owner; }

    public void deposit(long amount) {
        System.out.println("in " + amount);
        balance += amount;
        log.add("d");
    }

    public void withdraw(long amount) {
        if (amount > balance) throw new IllegalStateException("too little");
        balance -= amount;
    }

    public long balance() { return balance; }

    static int[] squares(int n) {
        int[] all = new int[n];
        for (int i = 0; i < n; i++) all[i] = i * i;
        return all;
    }

    static Object odd() {
        Map<Object, Object> all = new HashMap<>();
        all.put("set", Set.of("a", "b", "c", "d"));
        all.put(Kind.OPEN, new Pair(1, "it's \ud800 \"é"));
        all.put("nan", Double.NaN);
        all.put("float", 1.5f);
        all.put("char", 'c');
        all.put("big", new java.math.BigInteger("123456789012345678901234567890"));
        all.put("none", null);
        all.put("empty", Optional.empty());
        all.put("self", all);
        return all;
    }

    static String read() {
        Scanner in = new Scanner(System.in);
        return in.nextLine() + in.nextLine();
    }
}
"#;

const A: &str = "accepted";
const W: &str = "wrong answer";
const R: &str = "runtime error";
const N: &str = "no result";

/// Grades submissions together; returns for each the verdicts and the page.
fn graded(spec: &str, submissions: &[String]) -> Vec<Marked> {
    let scratch = Scratch::new(spec).write("solution/Account.java", SOLUTION);
    class::graded(scratch, "Account.java", submissions)
}

/// Grades one in five of these, at night all: compiling takes long. The spec has as many scenarios as each has verdicts.
fn hold_some<const N: usize>(spec: &str, cases: Vec<(String, [&str; N], &str)>) {
    let cases = night::spread(cases, 5);
    let submissions: Vec<String> = cases.iter().map(|(submission, ..)| submission.clone()).collect();
    class::hold(&cases, &graded(spec, &submissions));
}

/// The first two scenarios of the spec.
fn half() -> &'static str {
    SPEC.split_once("      - name: lines\n").unwrap().0
}

/// The solution with some text replaced.
fn with(from: &str, to: &str) -> String {
    assert!(SOLUTION.contains(from), "{from}");
    SOLUTION.replace(from, to)
}

#[test]
fn values_and_exceptions_are_compared_by_type() {
    let cases = [
        (
            with("private long balance;", "private long money; int count;")
                .replace("balance += amount", "money += amount")
                .replace("balance -= amount", "money -= amount")
                .replace("> balance)", "> money)")
                .replace("return balance;", "return money;"),
            [A; 2],
            "4 of 4 points",
        ),
        (
            with("long balance() { return balance", "int balance() { return (int) balance"),
            [W, A],
            "expected a long, `10L`, got an int, `10`",
        ),
        (
            with("new IllegalStateException(", "new IllegalArgumentException("),
            [W, A],
            "it must throw `IllegalStateException`, and threw `IllegalArgumentException: too little`",
        ),
        (
            with("balance += amount;", "balance /= (amount - 10);"),
            [R, A],
            "it threw `ArithmeticException: / by zero` (line 16 of `Account.java`)",
        ),
        (with("1.5f", "1.5"), [A, W], "expected a float, `1.5f`, got a double, `1.5`"),
        (with("'c'", "\"c\""), [A, W], "expected a char, `'c'`, got a String, `\"c\"`"),
        (with("Kind.OPEN, new", "Kind.CLOSED, new"), [A, W], "the key `Kind.OPEN` is missing"),
        (
            with("deposit(", "Deposit("),
            [R, A],
            "`account.deposit(10);`: `Account` has no method deposit(int).",
        ),
        (
            with("static int[] squares(int n)", "static int[] squares(String n)")
                .replace("[n]", "[3]")
                .replace("< n;", "< 3;"),
            [A, R],
            "the line cannot be compiled with this program: incompatible types: int cannot be converted to String",
        ),
        (
            with("static int[] squares", "static void cubes(int n) {} static List<Integer> squares").replace(
                "return all;\n    }\n\n    static Object",
                "return List.of(0, 1, 4);\n    }\n\n    static Object",
            ),
            [A, W],
            "expected an array, `{0, 1, 4}`, got a List",
        ),
    ];
    hold_some(half(), Vec::from(cases));
}

#[test]
fn nothing_forged_is_an_answer_and_an_end_costs_only_its_own_session() {
    let early = |code: &str| {
        with(
            "static int[] squares(int n) {",
            &format!(
                "static int[] squares(int n) {{ try {{ {code} }} catch (Exception e) {{ throw new RuntimeException(e); }}"
            ),
        )
    };
    let channel = "var made = java.io.FileDescriptor.class.getDeclaredConstructor(int.class); made.setAccessible(true); \
                   var out = new java.io.FileOutputStream(made.newInstance(3));";
    let cases = [
        (early("System.exit(0);"), [N, A, A]),
        (early("while (n > 0) {}"), ["time limit", A, A]),
        (early("System.out.close();"), [A, A, A]),
        (early("System.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream())); if (n > 0) return null;"), [W, A, A]),
        (early(&format!("{channel} out.write(\"{{}}\\n{{}}\\n{{}}\\n\".getBytes()); Runtime.getRuntime().halt(0);")), [N, A, A]),
        (early(&format!("{channel} out.write(\"{{}}\\n{{}}\\n\".getBytes()); Runtime.getRuntime().halt(0);")), [W, A, A]),
        (early("YardstickForged.make();").replace("public class Account", "class YardstickForged { static void make() throws Exception { Class.forName(\"YardstickValues\").getMethod(\"nothing\").invoke(null); } }\npublic class Account"), [N, A, A]),
        (with("return balance;", "return balance;").replace("public class Account", "class YardstickValues { public static void start() {} public static void value(Object o) {} public static void none() {} public static void end() {} public static void raised(Throwable t) {} }\npublic class Account").replace("i * i", "i"), [W, A, A]),
    ];
    // What comes after it is not lost.
    let at = |name: &str| SPEC.find(&format!("      - name: {name}\n")).unwrap();
    let spec = [&SPEC[..at("money")], &SPEC[at("values")..]].concat();
    hold_some(&spec, cases.map(|(submission, expected)| (submission, expected, "")).into());
}

#[test]
fn without_a_reference_the_text_under_the_prompt_is_expected() {
    let spec = SPEC.replace("reference: { files: [solution/Account.java] }\n", "");
    let spec =
        spec.replace("          >>> account\n", "          >>> account.log\n          List.of(\"d\")\n");
    let spec = spec.replace(
        ">>> Account.odd()",
        ">>> ((Map<?, ?>) Account.odd()).get(\"set\")\n          Set.of(\"d\", \"c\", \"b\", \"a\")",
    );
    let all = graded(
        &spec,
        &[SOLUTION.to_owned(), with("IllegalStateException(", "RuntimeException(").replace("i * i", "i")],
    );
    assert_eq!(all[0].0, [A; 4], "{}", all[0].1);
    assert_eq!(all[1].0, [W, W, A, A], "{}", all[1].1);
    assert!(
        all[1].1.contains("it must throw `IllegalStateException`, and threw `RuntimeException: too little`"),
        "{}",
        all[1].1
    );
    assert!(all[1].1.contains("at [2], expected `4`, got `2`"), "{}", all[1].1);
}

#[test]
fn a_spec_that_gets_a_session_wrong_is_refused_with_its_line() {
    let complaint = |from: &str, to: &str| {
        assert!(half().contains(from), "{from}");
        let scratch = Scratch::new(&half().replace(from, to))
            .write("solution/Account.java", SOLUTION)
            .write("solution/Account.py", "")
            .write("Account.java", SOLUTION);
        let ended = scratch.run(&["check", "spec.yaml", "Account.java"]);
        assert_eq!(ended.code, 2, "{}", ended.stdout);
        ended.stderr
    };
    // Each of these starts many virtual machines.
    let cases = [
        ("account.balance()", "account.balance(", "this line is no Java", "illegal start of expression"),
        (
            "account.balance()",
            "account.history()",
            "this line cannot be compiled with the reference",
            "cannot find symbol",
        ),
        (
            "          10L",
            "          10",
            "the spec and the reference disagree on this line",
            "the spec says `10`",
        ),
        ("Account.squares(3)", "return;", "this line is no Java", "`return` leaves the session"),
    ];
    for (from, to, error, label) in night::spread(Vec::from(cases), 4) {
        let said = complaint(from, to);
        let line = if from.starts_with("Account") { 23 } else { 17 };
        assert!(said.starts_with(&format!("error: {error}\n  --> spec.yaml:{line}:11\n")), "{said}");
        assert!(said.contains(&format!("^ {label}\n")) && said.contains("= help: "), "{said}");
    }
    insta::assert_snapshot!(complaint("solution/Account.java", "solution/Account.py"), @"
    error: a session is typed in Java, and the reference `Account.py` is Python
      --> spec.yaml:10:15
       |
    10 |       - name: money
       |               ^^^^^ in this scenario
       |
       = help: name a solution in Java as the reference, or write what is expected
    ");
}

#[test]
fn digits_that_no_int_holds_are_written_for_larger_types() {
    let spec = r#"
assignment: factorials
language: java
submission: { files: [Factorials.java] }
groups:
  - name: G
    points: 4
    scenarios:
      - { name: large, session: ">>> Factorials.large(15)\n1307674368000" }
      - { name: huge, session: ">>> Factorials.huge(30)\n265252859812191058636308480000000" }
      - { name: several, session: ">>> new long[] {-1, 3000000000L}\n{-1L, 3000000000}" }
      - { name: small, session: ">>> Factorials.large(5)\n120" }
"#;
    let solution = "
import java.math.BigInteger;

public class Factorials {
    static long large(int n) {
        return n == 0 ? 1 : n * large(n - 1);
    }

    static BigInteger huge(int n) {
        return n == 0 ? BigInteger.ONE : huge(n - 1).multiply(BigInteger.valueOf(n));
    }
}
";
    let scratch = Scratch::new(spec)
        .write("class/Ada/Factorials.java", solution)
        .write("class/Bob/Factorials.java", solution.replace("multiply", "add"));
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    let page = scratch.read("yardstick-results/feedback/Ada.txt");
    // A number that an `int` holds is one.
    assert!(page.contains("expected an int, `120`, got a long, `120L`"), "{page}");
    assert_eq!(["Ada", "Bob"].map(|who| named(&results, who)["points"].clone()), ["3", "2"], "{page}");
}

#[test]
fn a_class_may_have_a_name_of_javas_own_and_one_that_cannot_be_initialised_tells_why() {
    let spec = "assignment: calc\nsubmission: { files: [Calc.java] }\nscenarios:\n- name: twice\n  points: 1\n  \
                session: |\n    >>> Calc.twice(3)\n    6\n";
    let right = "class Calc {\n  static int twice(int n) { return 2 * n; }\n}\n";
    let named = ["Object", "String", "Throwable"].map(|name| format!("class {name} {{ }}\n")).concat();
    let broken = right.replace("Calc {\n", "Calc {\n  static int one = Integer.parseInt(\"one\");\n");
    let submissions = [format!("{right}{named}"), broken];
    let graded = class::graded(Scratch::new(spec), "Calc.java", &submissions);
    for (number, (verdicts, page)) in graded.iter().enumerate() {
        assert_eq!(verdicts[0] == A, number == 0, "{page}");
    }
    let told = "`Calc.twice(3)`: it threw `NumberFormatException: For input string: \"one\"` (line 2 of `Calc.java`).";
    assert!(graded[1].1.contains(told), "{}", graded[1].1);
}

#[test]
fn a_field_that_hides_another_one_is_told_apart_from_it() {
    let spec = "assignment: people\nsubmission: { files: [People.java] }\nreference: { files: [solution/People.java] }\nscenarios:\n- { name: one, points: 1, session: \">>> People.make()\" }\n";
    let right = "class Person { String name; private int id = 1; Person(String name) { this.name = name; } }\n\
                 class Student extends Person { String name; private int id = 2; Student(String name) { super(\"P\" + name); this.name = name; } }\n\
                 public class People { static Student make() { return new Student(\"Ada\"); } }\n";
    let scratch = Scratch::new(spec)
        .write("solution/People.java", right)
        .write("class/right/People.java", format!("// Ada\n{right}"))
        .write(
            "class/of-student/People.java",
            right.replace("this.name = name; } }\npublic", "this.name = \"x\"; } }\npublic"),
        )
        .write("class/of-person/People.java", right.replace("\"P\" + name", "name"));
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    for (name, points) in [("right", "1"), ("of-student", "0"), ("of-person", "0")] {
        assert_eq!(named(&results, name)["points"], points, "{name}: {:#}", named(&results, name));
    }
    let page = scratch.read("yardstick-results/feedback/of-person.txt");
    assert!(page.contains("at .Person.name"), "{page}");
}
