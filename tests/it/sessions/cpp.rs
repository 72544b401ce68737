//! Sessions that are typed in C++.

use super::class;
use crate::night;
use crate::scratch::Scratch;

const SPEC: &str = r#"
assignment: inventory
submission: { files: [inventory.hpp] }
reference: { files: [solution/inventory.hpp] }
limits: { cpu: 1s, wall: 5s }
groups:
  - name: inventory
    points: 4
    scenarios:
      - name: names
        session: |
          >>> Inventory v;
          >>> v.add("nut", 3)
          >>> v.add("bolt", 2)
          >>> v.names()
          {"bolt", "nut"}
          >>> v.at(7)
          raises std::out_of_range
      - name: values
        session: |
          >>> Inventory v
          >>> v.add("nut", 3); v.add("bolt", 2);
          >>> v.counts()
          {{"nut", 3}, {"bolt", 2}}
          >>> auto found = v.find("nut")
          >>> found
          3
          >>> v.find("x")
          std::nullopt
          >>> v.first()
          {.name = "bolt", .count = 2}
          >>> v.best()
          Grade(1)
      - name: prints
        session: |
          >>> Inventory v
          >>> v.add("nut", 3)
          >>> std::cout << v.names().size() << std::endl
          1
          >>> for (const auto &[name, count] : v.counts())
          ...     v.show(name)
          nut!
      - name: of the language
        session: |
          >>> std::vector<int> numbers{3, 1, 2}
          >>> std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a > b; })
          >>> numbers
          {3, 2, 1}
          >>> doubled(numbers)
          {6, 4, 2}
          >>> numbers.data() @ 2
          {3, 2}
          >>> std::make_unique<Item>(Item{"x", 1})
          >>> std::set<std::string>{"b", "a"}
          >>> throw 3
          raises int
"#;

const SOLUTION: &str = r#"
#pragma once
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

enum class Grade { low, high };

struct Item {
    std::string name;
    int count = 0;
};

class Inventory {
public:
    void add(const std::string &name, int count) { counts_[name] += count; }

    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto &one : counts_) all.push_back(one.first);
        return all;
    }

    int at(std::size_t index) const {
        if (index >= counts_.size()) throw std::out_of_range("no item");
        return std::next(counts_.begin(), index)->second;
    }

    std::optional<int> find(const std::string &name) const {
        auto found = counts_.find(name);
        if (found == counts_.end()) return std::nullopt;
        return found->second;
    }

    Item first() const { return {counts_.begin()->first, counts_.begin()->second}; }
    const std::map<std::string, int> &counts() const { return counts_; }
    Grade best() const { return Grade::high; }
    void show(const std::string &name) const { std::cout << name << "!\n"; }

private:
    std::map<std::string, int> counts_;
};

template <class T> std::vector<T> doubled(const std::vector<T> &all) {
    std::vector<T> twice;
    for (const T &one : all) twice.push_back(2 * one);
    return twice;
}
"#;

const A: &str = "accepted";
const W: &str = "wrong answer";
const R: &str = "runtime error";

fn with(from: &str, to: &str) -> String {
    assert!(SOLUTION.contains(from), "{from}");
    SOLUTION.replace(from, to)
}

#[test]
fn values_and_exceptions_are_compared_by_type_and_a_line_that_does_not_compile_costs_its_session() {
    let cases = [
        // What a header defines as a macro changes nothing of what is ours.
        (
            with("enum class", "#define T int\n#define value 3\n#define it 4\n#define put 5\nusing namespace std;\nenum class")
                .replace("template <class T> std::vector<T> doubled(const std::vector<T> &all) {\n    std::vector<T> twice;\n    for (const T &one", "template <class U> std::vector<U> doubled(const std::vector<U> &all) {\n    std::vector<U> twice;\n    for (const U &one"),
            [A; 4],
            "4 of 4 points",
        ),
        (
            with("std::out_of_range(", "std::runtime_error("),
            [W, A, A, A],
            "it must throw `std::out_of_range`, and threw `std::runtime_error: no item`",
        ),
        (
            with("names() const", "Names() const"),
            [R, A, R, A],
            "`class Inventory` has no member named `names`; there is `Names`",
        ),
        (
            with("std::optional<int> find", "std::optional<long> find")
                .replace("counts_[name] += count", "counts_[name] = count + 1"),
            [A, W, A, A],
            "`v.counts()`: at [\"bolt\"], expected `2`, got `3`",
        ),
        (with("std::vector<T> twice;", "std::vector<T> twice; throw 1;"), [A, A, A, R], "it threw `int`"),
        (with("return found->second;", "return found->second"), [R; 4], "`inventory.hpp` cannot be compiled"),
        (
            with("std::string name;\n    int count = 0;", "int count = 0;\n    std::string name;")
                .replace(
                    "{counts_.begin()->first, counts_.begin()->second}",
                    "{counts_.begin()->second, counts_.begin()->first}",
                )
                .replace("#pragma once", "#pragma once\n#define private public"),
            [A, A, A, R],
            "Item",
        ),
    ];
    let cases = night::spread(Vec::from(cases), 5);
    let submissions: Vec<String> = cases.iter().map(|(submission, ..)| submission.clone()).collect();
    let scratch = Scratch::new(SPEC).write("solution/inventory.hpp", SOLUTION);
    class::hold(&cases, &class::graded(scratch, "inventory.hpp", &submissions));
}

#[test]
fn sources_behind_a_supplied_header_are_called_and_what_they_lack_is_named() {
    // The compiler needs some seconds.
    let spec = r#"
assignment: shapes
submission: { files: [shapes.cpp], supplied: [shapes.hpp] }
reference: { files: [solution/shapes.cpp] }
groups:
  - name: shapes
    points: 2
    scenarios:
      - name: area
        session: |
          >>> Square square(3)
          >>> square.area()
          9
      - name: name
        session: |
          >>> Square(1).name()
          "square"
"#;
    let header = "#include <string>\nstruct Square { explicit Square(int side); int area() const; std::string name() const; int side; };\n";
    let solution = "#include \"shapes.hpp\"\nSquare::Square(int side) : side(side) {}\nint Square::area() const { return side * side; }\nstd::string Square::name() const { return \"square\"; }\n";
    let scratch =
        Scratch::new(spec).write("shapes.hpp", header).write("solution/shapes.cpp", solution).write(
            "class/s/shapes.cpp",
            solution.replace("std::string Square::name() const { return \"square\"; }", ""),
        );
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let page = scratch.read("yardstick-results/feedback/s.txt");
    assert!(page.contains("1 of 2 points") && page.contains("nothing defines `Square::name"), "{page}");
}
