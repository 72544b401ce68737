//! Programs around answers that are functions or methods alone: what the template of such a question is there.
//!
//! The first argument of the program says which test it makes. A function of C or C++ is handed in as a file that the program
//! includes, a method of Java as a class from which that of the program is derived.

use super::question::{Kind, Question, Test};

/// A program that makes the tests of a question.
pub(super) struct Tester {
    /// The file that is handed in.
    pub(super) file: String,
    /// The file of the program.
    pub(super) entry: String,
    pub(super) source: String,
    /// The answer of the author, as such a file.
    pub(super) answer: String,
}

/// What the templates of functions in C put before an answer.
const C_HEADERS: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <ctype.h>\n#include <string.h>\n\
                         #include <stdbool.h>\n#include <math.h>\n";

/// The same for C++, and what the program itself needs.
const CPP_HEADERS: &str = "#include <iostream>\n#include <fstream>\n#include <string>\n#include <cmath>\n#include <vector>\n\
                           #include <algorithm>\n#include <cstdlib>\n\nusing namespace std;\n";

impl Tester {
    /// The program for a question whose files are called so, without their ending; `None` where the answer is a file as it
    /// is. `tests` are those that are made.
    pub(super) fn of(question: &Question, name: &str, tests: &[&Test]) -> Option<Self> {
        let answer = question.answer.trim_end();
        let (file, entry, source, answer) = match question.kind {
            Kind::Python | Kind::JavaScript | Kind::JavaClass | Kind::C | Kind::Cpp | Kind::Java => {
                return None;
            }
            Kind::CFunction | Kind::CppFunction => {
                let (headers, ending) = match question.kind {
                    Kind::CFunction => (C_HEADERS, "c"),
                    _ => (CPP_HEADERS, "cpp"),
                };
                let file = format!("{name}.h");
                let source = native(headers, &file, tests);
                (file, format!("test_{name}.{ending}"), source, format!("{answer}\n"))
            }
            Kind::JavaMethod => {
                let class = class_name(name);
                let lines = answer.lines().map(|line| format!("    {line}").trim_end().to_owned() + "\n");
                let answer = format!("public class {class} {{\n{}}}\n", lines.collect::<String>());
                (format!("{class}.java"), format!("Test{class}.java"), java(&class, tests), answer)
            }
        };
        Some(Self { file, entry, source, answer })
    }
}

/// A program in C or C++.
fn native(headers: &str, file: &str, tests: &[&Test]) -> String {
    let mut source = format!("{headers}\n#include \"{file}\"\n");
    for (number, test) in (1..).zip(tests) {
        source += &format!(
            "\nstatic int yardstick_test_{number}(void)\n{{\n{}    return 0;\n}}\n",
            code(test, "    ")
        );
    }
    source += "\nint main(int count, char **words)\n{\n    switch (count > 1 ? atoi(words[1]) : 0) {\n";
    for number in 1..=tests.len() {
        source += &format!("    case {number}: return yardstick_test_{number}();\n");
    }
    source + "    }\n    return 2;\n}\n"
}

fn java(class: &str, tests: &[&Test]) -> String {
    let mut source = format!("public class Test{class} extends {class} {{\n");
    for (number, test) in (1..).zip(tests) {
        source +=
            &format!("    void test{number}() throws Exception {{\n{}    }}\n\n", code(test, "        "));
    }
    source += &format!(
        "    public static void main(String[] words) throws Exception {{\n        Test{class} tests = new Test{class}();\n        \
         switch (words[0]) {{\n"
    );
    for number in 1..=tests.len() {
        source += &format!("            case \"{number}\": tests.test{number}(); break;\n");
    }
    source + "            default: throw new IllegalArgumentException(words[0]);\n        }\n    }\n}\n"
}

/// The code of a test. There, its last semicolon may be missing.
fn code(test: &Test, indent: &str) -> String {
    let code = test.code.trim_end();
    let lines = code.lines().map(|line| format!("{indent}{line}").trim_end().to_owned() + "\n");
    let end =
        if code.is_empty() || code.ends_with([';', '}']) { String::new() } else { format!("{indent};\n") };
    lines.collect::<String>() + &end
}

/// The name of a class: `half_n` becomes `HalfN`.
fn class_name(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect()
}
