//! Maps and sets in neutral sessions: one session for submissions in several languages.

use super::optional;
use super::scratch::{Scratch, named};

const SPEC: &str = r#"
assignment: words
submission: { files: [words.py], instead: [Words.java, words.mjs, words.hpp] }
reference: { files: [solution.py] }
limits: { cpu: 4s, wall: 20s }
interface:
  functions:
    count: { takes: [list text], gives: map text to int }
    total: { takes: [map text to int], gives: int }
    lengths: { takes: [set text], gives: set int }
    turned: { takes: [map int to text], gives: map text to int }
scenarios:
  - name: a map is given
    points: 1
    session: |
      >>> count(["b", "a", "b"])
      {'a': 1, 'b': 2}
      >>> count([])
      {}
  - name: a map is taken
    points: 1
    session: |
      >>> total({"a": 1, "b": 2})
      3
      >>> some = {"x": 5}
      >>> total(some)
      5
      >>> total({})
  - name: sets
    points: 1
    session: |
      >>> lengths({"one", "two", "three"})
      {3, 5}
      >>> lengths(set())
      set()
  - name: keys are numbers
    points: 1
    session: |
      >>> turned({1: "a", 20: "b", 3: "c"})
      {'b': 20, 'a': 1, 'c': 3}
"#;

const PYTHON: &str = "from collections import Counter\n\n\ndef count(words):\n    return dict(Counter(words))\n\n\ndef total(counts):\n    return sum(counts.values())\n\n\ndef lengths(words):\n    return {len(word) for word in words}\n\n\ndef turned(names):\n    return {name: key for key, name in names.items()}\n";

const JAVA: &str = r#"import java.util.*;
public class Words {
  public static Map<String, Integer> count(List<String> words) {
    Map<String, Integer> all = new TreeMap<>(Comparator.reverseOrder());
    for (String word : words) all.merge(word, 1, Integer::sum);
    return all;
  }
  public static int total(Map<String, Integer> counts) {
    int sum = 0;
    for (int one : counts.values()) sum += one;
    return sum;
  }
  public static Set<Integer> lengths(Set<String> words) {
    Set<Integer> all = new HashSet<>();
    for (String word : words) all.add(word.length());
    return all;
  }
  public static Map<String, Integer> turned(Map<Integer, String> names) {
    Map<String, Integer> all = new HashMap<>();
    names.forEach((key, name) -> all.put(name, key));
    return all;
  }
}
"#;

/// One function gives an object, another one a `Map`.
const JAVASCRIPT: &str = r#"
export function count(words) {
  const all = {};
  for (const word of words) all[word] = (all[word] ?? 0) + 1;
  return all;
}
export function total(counts) {
  return [...counts.values()].reduce((sum, one) => sum + one, 0);
}
export function lengths(words) {
  return new Set([...words].map((word) => word.length));
}
export function turned(names) {
  return new Map([...names].map(([key, name]) => [name, key]));
}
"#;

/// One map is a tree, the other one a hash table.
const CPP: &str = r#"
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
inline std::unordered_map<std::string, int> count(const std::vector<std::string> &words) {
  std::unordered_map<std::string, int> all;
  for (const auto &word : words) all[word] += 1;
  return all;
}
inline int total(const std::map<std::string, int> &counts) {
  int sum = 0;
  for (const auto &one : counts) sum += one.second;
  return sum;
}
inline std::set<int> lengths(const std::set<std::string> &words) {
  std::set<int> all;
  for (const auto &word : words) all.insert(word.size());
  return all;
}
inline std::map<std::string, int> turned(const std::unordered_map<int, std::string> &names) {
  std::map<std::string, int> all;
  for (const auto &one : names) all[one.second] = one.first;
  return all;
}
"#;

#[test]
fn a_map_and_a_set_are_the_same_in_every_language() {
    let all = [
        ("python3", "in-python/words.py", PYTHON),
        ("javac", "in-java/Words.java", JAVA),
        ("node", "in-javascript/words.mjs", JAVASCRIPT),
        ("g++", "in-cpp/words.hpp", CPP),
    ];
    let there: Vec<_> = all.into_iter().filter(|(tool, ..)| optional::found(tool).is_some()).collect();
    let mut scratch = Scratch::new(SPEC).write("solution.py", PYTHON);
    for (_, path, program) in &there {
        scratch = scratch.write(&format!("class/{path}"), program);
    }
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    for (_, path, _) in &there {
        let name = path.split('/').next().unwrap();
        let page = scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
        assert_eq!(named(&results, name)["points"], "4", "{page}");
    }
}

#[test]
fn a_wrong_item_is_told_with_the_line_in_the_language_of_the_submission() {
    for (tool, file, program, line) in [
        (
            "javac",
            "Words.java",
            JAVA.replace("sum += one", "sum -= one"),
            ">>> Words.total(new HashMap<String, Integer>(Map.<String, Integer>ofEntries(Map.<String, Integer>entry(\"a\", 1)",
        ),
        (
            "node",
            "words.mjs",
            JAVASCRIPT.replace("sum + one", "sum - one"),
            ">>> total(new Map([[\"a\", 1], [\"b\", 2]]))",
        ),
        ("python3", "words.py", PYTHON.replace("sum(", "-sum("), ">>> total({\"a\": 1, \"b\": 2})"),
    ] {
        if optional::found(tool).is_none() {
            continue;
        }
        let scratch = Scratch::new(SPEC).write("solution.py", PYTHON).write(&format!("Ada/{file}"), program);
        let page = scratch.run(&["check", "spec.yaml", "Ada", "--format", "markdown"]).stdout;
        assert!(page.contains(line), "{line}: {page}");
    }
}

#[test]
fn what_is_no_map_or_set_is_refused_with_its_place() {
    for (from, to, says) in [
        ("gives: set int", "gives: set real", "keys and items of sets are `bool`, `int` or `text`"),
        ("map text to int }", "map list int to int }", "keys and items of sets are `bool`, `int` or `text`"),
        ("map text to int }", "map text }", "`map K to T`"),
        ("total({\"a\": 1, \"b\": 2})", "total({\"a\": 1, \"a\": 2})", "a key stands twice in one map"),
        ("total({\"a\": 1, \"b\": 2})", "total({\"a\", \"b\"})", "`map text to int` is needed here"),
        ("lengths(set())", "lengths({})", "one without items is written `set()`"),
    ] {
        let scratch = Scratch::new(&SPEC.replacen(from, to, 1)).write("solution.py", PYTHON);
        scratch.refuses(says);
        assert!(scratch.run(&["check", "spec.yaml", "."]).stderr.contains('^'));
    }
    let in_c = SPEC.replace("words.hpp]", "words.c], supplied: [words.h]");
    let scratch = Scratch::new(&in_c).write("solution.py", PYTHON).write("words.h", "");
    scratch.refuses("C has no `map text to int`, and the submission may be in C");
}
