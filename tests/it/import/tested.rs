//! Test plans of TESTed: the names and lines of one language come from a plan for all.

use serde_json::json;

use super::{checked, imported, refuses};
use crate::scratch::Scratch;

const PLAN: &str = r#"
config:
  stdout: { ignoreWhitespace: true }
tabs:
  - tab: "Functions"
    contexts:
      - testcases:
          - statement: 'shop: price_list = Price_list(1.5)  # a class'
          - expression: 'shop.price_of(2, "a")'
            return: 3.0
          - expression: 'shop.is_open()'
            return: no
      - testcases:
          - expression: 'pair_up([int64(1), 2], {"a"}, None)'
            return: !tuple [1, 2]
          - statement: 'say("Ada")'
            stdout: "Hi, Ada\n\nBye"
          - expression: 'check(0)'
            exception: "too small"
          - expression: 'check(1)'
            exception: { message: "too big", types: { python: ValueError, java: IllegalStateException } }
      - testcases:
          - expression: { python: "len(submission.NAMES)", javascript: "NAMES.length" }
            return: !expression "2"
      - testcases:
          - statement: 'save("out.txt")'
            output_files: [ { path: out.txt, content: "Ada\n" } ]
      - testcases:
          - expression: 'a + b'
            return: 1
      - testcases:
          - expression: 'echo({["a"]: 1})'
            return: 1
  - unit: "Main"
    hidden: true
    scripts:
      - stdin: "Ada\nBo"
        arguments: [--loud, 2]
        stdout: { data: "HI", config: { caseInsensitive: true } }
        exit_code: 0
      - stdin: { path: names.txt, content: !path given.txt }
        stdout: "Cy"
        stderr: "done"
      - expression: "dice()"
        return: !oracle { value: 3, oracle: custom_check, file: dice.py }
"#;

const SUBMISSION: &str = r#"
import sys
NAMES = ["Ada", "Bo"]
class PriceList:
    def __init__(self, price): self.price = price
    def price_of(self, number, name): return self.price * number
    def is_open(self): return False
def pair_up(numbers, names, nothing): return numbers
def say(name): print(f"Hi, {name}   \n\nBye"); return name
def check(n):
    raise ValueError("too small" if n < 1 else "too big")
def save(path):
    with open(path, "w") as file: print("Ada", file=file)
if __name__ == "__main__":
    if len(sys.argv) > 1: print("hi" if input() == "Ada" else "?", end="  ")
    else: print(open("names.txt").read().strip()); print("all done", file=sys.stderr)
"#;

fn exercise() -> Scratch {
    Scratch::new("")
        .write("package/config.json", json!({ "evaluation": { "test_suite": "tests.yaml" } }).to_string())
        .write("package/evaluation/tests.yaml", PLAN)
        .write("package/workdir/given.txt", "Cy\n")
        .write("package/solution/solution.py", SUBMISSION)
}

fn spec_for(language: &str) -> (String, String) {
    let scratch = exercise();
    let imported = scratch.run(&["import", "tested", "package", "--language", language, "--out", "out"]);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    (scratch.read("out/spec.yaml"), imported.stdout)
}

#[test]
fn a_plan_grades_python_as_it_did() {
    let scratch = exercise();
    let told = imported(&scratch, "tested");
    assert!(told.contains("context 5 of `Functions`: an expression that is not known here: `+`"), "{told}");
    assert!(told.contains("context 6 of `Functions`: a set or a dictionary with keys that Python"), "{told}");
    assert!(
        told.contains("context 3 of `Main`: it needs the file `dice.py`, which is not in the package"),
        "{told}"
    );
    let spec = scratch.read("out/spec.yaml");
    assert!(spec.contains("  supplied: [\"workdir/given.txt\"]\n"), "{spec}");
    let ended = checked(&scratch, "package/solution/solution.py");
    assert!(ended.stdout.contains("6 of 6 points"), "{spec}{}{}", ended.stdout, ended.stderr);
    let scratch = scratch
        .write("wrong.py", SUBMISSION.replace("too small", "small").replace("'Ada', file", "'Bo', file"));
    let ended = checked(&scratch, "wrong.py");
    assert!(ended.stdout.contains("5 of 6 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn each_language_has_its_own_names() {
    let (spec, _) = spec_for("javascript");
    for part in [
        "  files: [submission.js]\n",
        "          >>> let shop = new PriceList(1.5)\n          >>> shop.priceOf(2, \"a\")\n          3\n",
        "          >>> pairUp([1, 2], new Set([\"a\"]), null)\n          [1, 2]\n          >>> void (say(\"Ada\"))\n          Hi, Ada\n\n          Bye\n",
        "          >>> try { check(0); } catch (error) { console.log(error.message); }\n          too small\n",
        "          >>> NAMES.length\n          2\n",
        "        compare: { values: [numbers: 1e-9], printed: [trailing-blanks, final-newline] }\n",
    ] {
        assert!(spec.contains(part) || part.starts_with("        compare"), "{part}\n{spec}");
    }
    let (spec, told) = spec_for("java");
    for part in [
        "  files: [Submission.java]\n",
        "          >>> var shop = new PriceList(1.5)\n          >>> shop.priceOf(2, \"a\")\n          3.0\n          >>> shop.isOpen()\n          false\n",
        "          >>> Submission.pairUp(List.of(1L, 2), Set.of(\"a\"), null)\n          List.of(1, 2)\n          >>> { Submission.say(\"Ada\"); }\n",
        "catch (Throwable error) { System.out.println(error.getClass().getSimpleName() + \": \" + error.getMessage()); }\n          \
         IllegalStateException: too big\n",
    ] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
    assert!(told.contains("context 3 of `Functions`: it has no code in Java"), "{told}");
}

#[test]
fn the_older_form_of_plans_is_read_too() {
    let number = |number: i64| json!({ "type": "integer", "data": number });
    let plan = json!({ "tabs": [{ "name": "All", "runs": [
        { "run": { "input": { "main_call": true, "arguments": ["3"] },
                   "output": { "stdout": { "type": "text", "data": "6\n" } } } },
        { "run": { "input": { "main_call": true, "arguments": ["x"] },
                   "output": { "stderr": { "type": "text", "data": "no number\n" }, "exit_code": { "value": 1 } } } },
        { "contexts": [{ "testcases": [
            { "input": { "variable": "box", "expression": { "type": "constructor", "name": "box_of", "arguments": [number(3)] } } },
            { "input": { "type": "function", "namespace": "box", "name": "twice", "arguments": [] },
              "output": { "result": { "value": number(6) } } } ] }] },
    ] }] });
    let scratch = Scratch::new("").write("package/plan.tson", plan.to_string());
    imported(&scratch, "tested");
    let program = "import sys\nclass BoxOf:\n    def __init__(self, n): self.n = n\n    def twice(self): return self.n * 2\n\
                   if __name__ == '__main__':\n    try: print(int(sys.argv[1]) * 2)\n    except ValueError: sys.exit('no number')\n";
    let scratch = scratch.write("a.py", program);
    let ended = checked(&scratch, "a.py");
    assert!(ended.stdout.contains("3 of 3 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn what_is_no_plan_is_refused() {
    let plan = |text: &str| Scratch::new("").write("package/plan.yaml", text);
    for (text, told) in [
        (
            "- tab: a\n  testcases: [ { expression: \"x = = 1\" } ]\n",
            "nothing of the plan can be carried over",
        ),
        ("a: [\n", "`plan.yaml` cannot be read"),
        ("{}\n", "nothing of the plan can be carried over"),
        ("- tab: a\n  testcases: [ { stdin: !path gone.txt, stdout: a } ]\n", "which is not in the package"),
    ] {
        refuses(&plan(text), "tested", "package", told);
    }
    let deep = format!(
        "- tab: a\n  testcases: [ {{ expression: \"f{}1{}\" }} ]\n",
        "(".repeat(5000),
        ")".repeat(5000)
    );
    refuses(&plan(&deep), "tested", "package", "an expression that is not known here");
    let scratch = plan("- tab: a\n  testcases: [ { stdout: a } ]\n");
    let refused = scratch.run(&["import", "tested", "package", "--language", "haskell", "--out", "out"]);
    assert!(
        refused.stderr.contains("for submissions in `haskell`") && refused.code == 2,
        "{}",
        refused.stderr
    );
    refuses(
        &Scratch::new("").write("package/a/b.txt", "x"),
        "tested",
        "package",
        "this is no exercise of Dodona",
    );
}

const NATIVE: &str = r#"
- tab: "Functions"
  contexts:
    - testcases:
        - expression: 'price_of(2, "a")'
          return: 3
        - expression: 'is_open()'
          return: yes
    - testcases:
        - statement: 'numbers = [4, -1, 7]'
        - expression: 'largest(numbers, 3)'
          return: 7
        - statement: 'word = "abc"'
        - statement: 'shout(word)'
          stdout: "ABC"
    - testcases:
        - expression: 'half(int64(3))'
          return: 1.5
        - expression: 'first("xy")'
          return: !char x
    - testcases:
        - statement: 'save("out.txt")'
          output_files: [ { path: out.txt, content: "Ada" } ]
    - testcases:
        - expression: 'upto([1, 2, 3])'
          return: [1, 2]
    - testcases:
        - expression: 'check(0)'
          exception: "too small"
    - testcases:
        - statement: 'shop = Shop_of(2)'
        - expression: 'shop.size_of({"a", "b"})'
          return: 4
        - expression: 'Shop_of(1).stock({"a": 2})'
          return: !expression "{'a': 2}"
    - testcases:
        - expression: 'LIMIT'
          return: 9
- tab: "Main"
  testcases:
    - stdin: "5"
      arguments: [x]
      stdout: "5 x"
"#;

const C: &str = r#"
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#define LIMIT 9
long price_of(int number, const char *name) { return 3 * (name[0] == 'a') * number / 2; }
bool is_open(void) { return true; }
int largest(const int *numbers, int count) {
    int most = numbers[0];
    for (int i = 1; i < count; i++) if (numbers[i] > most) most = numbers[i];
    return most;
}
int shout(char *word) { for (char *c = word; *c; c++) *c = toupper(*c); puts(word); return 3; }
double half(long n) { return n / 2.0; }
char first(const char *text) { return text[0]; }
void save(const char *path) { FILE *file = fopen(path, "w"); fputs("Ada\n", file); fclose(file); }
int *upto(int *numbers) { return numbers; }
int main(int count, char **words) { int n; if (scanf("%d", &n) == 1) printf("%d %s\n", n, words[count - 1]); }
"#;

const CPP: &str = r#"
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>
const int LIMIT = 9;
int priceOf(int number, std::string name) { return 3 * static_cast<int>(name.size()) * number / 2; }
bool isOpen() { return true; }
template <class T> T largest(const std::vector<T> &numbers, int count) {
    T most = numbers[0];
    for (int i = 1; i < count; i++) if (numbers[i] > most) most = numbers[i];
    return most;
}
int shout(const std::string &word) { for (char c : word) std::cout << static_cast<char>(c - 32); std::cout << std::endl; return 3; }
double half(long n) { return n / 2.0; }
char first(const std::string &text) { return text[0]; }
void save(const std::string &path) { std::ofstream(path) << "Ada\n"; }
std::vector<int> upto(std::vector<int> numbers) { numbers.pop_back(); return numbers; }
void check(int n) { if (n < 1) throw std::invalid_argument("too small"); }
class ShopOf {
public:
    explicit ShopOf(int factor) : factor(factor) {}
    int size_of(const std::set<std::string> &names) const { return factor * static_cast<int>(names.size()); }
    std::map<std::string, int> stock(std::map<std::string, int> stock) const { return stock; }
private:
    int factor;
};
int main(int count, char **words) { std::string line; std::getline(std::cin, line); std::cout << line << " " << words[count - 1] << "\n"; }
"#;

/// An exercise with a solution, imported and proved.
fn proved(language: &str, file: &str, solution: &str) -> (Scratch, String) {
    let scratch = Scratch::new("")
        .write("package/evaluation/plan.yaml", NATIVE)
        .write(&format!("package/solution/{file}"), solution);
    let imported =
        scratch.run(&["import", "tested", "package", "--language", language, "--out", "out", "--prove"]);
    let spec = scratch.read("out/spec.yaml");
    assert!(
        imported.code == 0 && imported.stdout.contains("proved: 1 of 1 programs"),
        "{spec}{}{}",
        imported.stdout,
        imported.stderr
    );
    assert!(spec.contains(&format!("header: submission.{language}\n")), "{spec}");
    (scratch, imported.stdout)
}

#[test]
fn a_plan_grades_c_by_the_source_that_is_handed_in() {
    let (scratch, told) = proved("c", "solution.c", C);
    assert!(told.contains("context 6 of `Functions`: an exception, which C does not have"), "{told}");
    assert!(told.contains("context 7 of `Functions`: an object, which C does not have"), "{told}");
    let spec = scratch.read("out/spec.yaml");
    assert!(
        spec.contains(">>> int numbers[] = {4, -1, 7}\n") && spec.contains(">>> char word[] = \"abc\"\n"),
        "{spec}"
    );
    let wrong = C.replace("n / 2.0", "n / 2").replace("\"Ada\\n\"", "\"Bo\\n\"");
    let scratch = scratch.write("wrong.c", wrong);
    let ended = checked(&scratch, "wrong.c");
    assert!(ended.stdout.contains("5 of 7 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn a_plan_grades_cpp_by_the_source_that_is_handed_in() {
    let (scratch, told) = proved("cpp", "solution.cpp", CPP);
    assert!(!told.contains("not carried over"), "{told}");
    let spec = scratch.read("out/spec.yaml");
    for part in [
        ">>> std::vector<std::intmax_t> numbers = {4, -1, 7}\n",
        ">>> auto shop = new ShopOf(2)\n",
        // A name is that of the solution, where it is not the usual one.
        ">>> shop->size_of({\"a\", \"b\"})\n",
        ">>> (new ShopOf(1))->stock({{\"a\", 2}})\n",
    ] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
    let wrong = CPP.replace("too small", "small").replace("numbers.pop_back();", "");
    let scratch = scratch.write("wrong.cpp", wrong);
    let ended = checked(&scratch, "wrong.cpp");
    assert!(ended.stdout.contains("7 of 9 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn what_a_program_of_the_plan_judges_is_left_out() {
    for (oracle, told) in [
        ("return: !oracle { oracle: specific_check }", "judged by a program of its own (`specific_check`)"),
        ("return: !oracle { oracle: custom_check, file: e.py }", "it needs the file `e.py`"),
        ("return: !oracle { oracle: custom_check, file: e.kt }", "its oracle is not written in Python"),
        ("return: !oracle { oracle: custom_check, file: o.py, languages: [python] }", "looks at the source"),
        (
            "stderr: { data: x, oracle: custom_check, file: o.py }",
            "judged by a program of its own (`custom_check`)",
        ),
        (
            "stdout: { data: x, oracle: custom_check, file: o.py }\n    return: 1",
            "judges what is printed beside a value",
        ),
    ] {
        let plan = format!("- tab: a\n  testcases:\n  - expression: f()\n    {oracle}\n");
        let scratch = Scratch::new("").write("package/evaluation/plan.yaml", plan);
        let scratch = scratch.write("package/evaluation/o.py", "").write("package/evaluation/e.kt", "");
        refuses(&scratch, "tested", "package", told);
    }
    let evaluator = json!({ "type": "specific", "evaluators": { "python": { "file": "e.py" } } });
    let plan = json!({ "tabs": [{ "name": "a", "runs": [{ "run": {
        "input": { "main_call": true }, "output": { "exception": { "evaluator": evaluator } } } }] }] });
    let scratch = Scratch::new("").write("package/plan.tson", plan.to_string());
    refuses(&scratch, "tested", "package", "judged by a program of its own (`specific`)");
}

/// Oracles of every form that there was: what is printed, a value, and files.
const ORACLES: &str = r#"
- tab: Prints
  testcases:
    - stdin: "3"
      stdout: { data: "6", oracle: custom_check, file: oracle.py, name: same_number }
- tab: Values
  contexts:
    - testcases:
        - statement: limit = 9
        - expression: draw(3, limit)
          return: !oracle { value: "1 - 2 - 3", oracle: custom_check, file: oracle.py, arguments: [3, 9] }
    - testcases:
        - expression: spread()
          return: !oracle { value: [1, 2], oracle: custom_check, file: oracle.py, name: in_any_order }
- tab: Files
  testcases:
    - expression: keep()
      output_files: { oracle: custom_check, file: oracle.py, name: kept, data: [{ path: kept.txt, content: "" }] }
"#;

const ORACLE: &str = r#"
import os
from evaluation_utils import EvaluationResult, Message
from words import TOO_FEW

def same_number(expected, actual):
    return EvaluationResult(float(expected) == float(actual))

def evaluate(expected, actual, arguments):
    count, most = arguments
    drawn = [int(word) for word in actual.split(" - ")]
    if len(drawn) < count:
        return EvaluationResult(False, expected, actual, [Message(TOO_FEW), Message("secret", permission="staff")])
    return EvaluationResult(all(1 <= number <= most for number in drawn), expected, actual)

def in_any_order(context):
    return EvaluationResult(sorted(context.actual) == context.expected)

def kept(context):
    path = os.path.join(context.execution_directory, "kept.txt")
    return EvaluationResult(os.path.exists(path) and "a" in open(path).read(), "an a", "none")
"#;

fn with_oracles(oracle: &str) -> Scratch {
    Scratch::new("")
        .write("package/config.json", "{}")
        .write("package/evaluation/plan.yaml", ORACLES)
        .write("package/evaluation/oracle.py", oracle)
        .write("package/evaluation/words.py", "TOO_FEW = 'too few numbers'\n")
}

/// The names of the file that is handed in, and a program that the oracles accept, in languages that have other values.
const ACCEPTED: [(&str, &str, &str); 3] = [
    (
        "python",
        "submission.py",
        "def draw(count, most): return ' - '.join(str(most - i) for i in range(count))\n\
         def spread(): return [2, 1]\n\
         def keep(): open('kept.txt', 'w').write('b\\na\\n')\n\
         if __name__ == '__main__': print(int(input()) * 2.0)\n",
    ),
    (
        "javascript",
        "submission.js",
        "const fs = require('fs');\n\
         function draw(count, most) { return [...Array(count).keys()].map((i) => most - i).join(' - '); }\n\
         function spread() { return [2, 1]; }\n\
         function keep() { fs.writeFileSync('kept.txt', 'b\\na\\n'); }\n\
         if (require.main === module) console.log(Number(fs.readFileSync(0, 'utf8')) * 2);\n",
    ),
    (
        "c",
        "submission.c",
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         char *draw(int count, int most) { char *all = calloc(99, 1);\n\
         for (int i = 0; i < count; i++) sprintf(all + strlen(all), i ? \" - %d\" : \"%d\", most - i); return all; }\n\
         int *spread(void) { static int two[] = { 2, 1 }; return two; }\n\
         void keep(void) { FILE *file = fopen(\"kept.txt\", \"w\"); fputs(\"b\\na\\n\", file); fclose(file); }\n\
         int main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", 2 * n); return 0; }\n",
    ),
];

#[test]
fn oracles_judge_submissions_in_other_languages_than_their_own() {
    for (language, file, program) in ACCEPTED {
        let scratch = with_oracles(ORACLE).write(file, program);
        let imported = scratch.run(&["import", "tested", "package", "--language", language, "--out", "out"]);
        assert_eq!(imported.code, 0, "{}", imported.stderr);
        assert!(!imported.stdout.contains("not carried over"), "{}", imported.stdout);
        let ended = checked(&scratch, file);
        assert!(ended.stdout.contains("4 of 4 points"), "{language}: {}{}", ended.stdout, ended.stderr);
    }
}

#[test]
fn what_an_oracle_says_is_the_reason_and_its_faults_are_nobodys_loss() {
    let (_, file, right) = ACCEPTED[0];
    let wrong = right.replace("range(count)", "range(1)").replace("[2, 1]", "[2, 2]").replace("2.0", "2.5");
    let scratch = with_oracles(ORACLE).write(file, wrong.replace("'b\\na", "'b\\nc"));
    imported(&scratch, "tested");
    let ended = checked(&scratch, file);
    for told in
        ["0 of 4 points", "The checker says: too few numbers", "The checker says: expected an a, got none"]
    {
        assert!(ended.stdout.contains(told), "{told}: {}{}", ended.stdout, ended.stderr);
    }
    assert!(!ended.stdout.contains("secret"), "{}", ended.stdout);
    for fault in ["raise ValueError(actual)", "return None", "return EvaluationResult('yes')"] {
        let oracle = ORACLE
            .replace("    count, most = arguments", &format!("    {fault}\n    count, most = arguments"));
        let scratch = with_oracles(&oracle).write(file, right);
        imported(&scratch, "tested");
        let ended = checked(&scratch, file);
        assert!(
            ended.code != 1 && ended.stdout.contains("not graded"),
            "{fault}: {}{}",
            ended.stdout,
            ended.stderr
        );
    }
}
