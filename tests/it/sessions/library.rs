//! Values of Python's own library: a wrong one of each kind loses, and what cannot be compared is refused with its line.

use serde_json::Value;

use crate::scratch::{Scratch, named};

/// What a function `f(n)` returns, by kind. For 1 it is right; for 2 it is of the same kind, and wrong.
const KINDS: [&str; 71] = [
    "datetime.date(2026, 3, n)",
    "datetime.datetime(2026, 3, 1, n)",
    "datetime.time(n)",
    "datetime.timedelta(n)",
    "datetime.timezone(datetime.timedelta(hours=n))",
    "complex(n, 1)",
    "decimal.Decimal(n)",
    "fractions.Fraction(n, 7)",
    "collections.deque([n, 2])",
    "collections.deque([1], n)",
    "collections.deque([1], None if n == 1 else 1)",
    "collections.OrderedDict([(n, 0), (3 - n, 0)])",
    "collections.Counter({'a': n})",
    "collections.defaultdict(list, {n: [1]})",
    "collections.ChainMap({n: 1})",
    "collections.UserDict({n: 1})",
    "collections.UserList([n])",
    "collections.UserString(str(n))",
    "array.array('i', [n])",
    "array.array('hi'[n - 1], [1])",
    "types.SimpleNamespace(a=n)",
    "types.MappingProxyType({n: 1})",
    "argparse.Namespace(a=n)",
    "pathlib.Path(str(n))",
    "pathlib.PureWindowsPath(str(n))",
    "uuid.UUID(int=n)",
    "slice(n)",
    "range(n)",
    "io.StringIO(str(n))",
    "io.BytesIO(bytes([n]))",
    "bytes([n])",
    "bytearray([n])",
    "memoryview(bytes([n]))",
    "frozenset([n])",
    "ValueError(n)",
    "OSError(n, 'x')",
    "[IndexError, type('IndexError', (IndexError,), {})][n - 1](1)",
    "collections.namedtuple('Pair', 'a b' if n == 1 else 'b a')(1, 2)",
    "collections.namedtuple('Pair', 'a b' if n == 1 else 'x y')(1, 2)",
    "map(int, ['1', 'x'][:n])",
    "zip([n], [2])",
    "map(str, [n])",
    "filter(None, [n])",
    "enumerate([n])",
    "reversed([n])",
    "iter([n])",
    "(i for i in [n])",
    "counted(n)",
    "failing(n)",
    "itertools.count(n)",
    "itertools.chain([n])",
    "itertools.permutations([n, 9])",
    "{n: 1}.keys()",
    "{1: n}.values()",
    "{1: n}.items()",
    "re.compile(str(n))",
    "re.compile('a' * 300 + str(n))",
    "re.match('.', str(n))",
    "functools.partial(int, base=n)",
    "operator.itemgetter(n)",
    "(int, str)[n - 1]",
    "(Node, Stack)[n - 1]",
    "(len, abs)[n - 1]",
    "time.gmtime(n)",
    "ipaddress.ip_address(n)",
    "random.Random(n)",
    "string.Template(str(n))",
    "queue_of(n)",
    "Node(n)",
    "Stack([n])",
    "Day(2026, 3, n)",
];

const MODULE: &str = "\
import argparse, array, collections, datetime, decimal, fractions, functools, io, ipaddress, itertools, operator
import pathlib, queue, random, re, string, time, types, uuid

class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next

class Stack(list): pass
class Day(datetime.date): pass

def counted(n):
    yield n

def failing(n):
    yield 1
    raise ValueError(n)

def queue_of(n):
    it = queue.Queue()
    it.put(n)
    return it

ASKED = []

def later(at):
    ASKED.append(at)
    return min(ASKED.count(at), 2)

";

/// A module with a function of each kind; `{at}` in its number is that of the kind.
fn module(kinds: &[&str], number: &str) -> String {
    let function = |(at, kind): (usize, &&str)| {
        let number = number.replace("{at}", &at.to_string());
        format!("def f{at}(n=0):\n    n = {number}\n    return {kind}\n")
    };
    MODULE.to_owned() + &kinds.iter().enumerate().map(function).collect::<String>()
}

fn spec(lines: &[String]) -> String {
    let scenario = |(at, line): (usize, &String)| {
        format!("  - {{ name: s{at}, points: 1, session: {} }}\n", serde_json::to_string(line).unwrap())
    };
    let scenarios: String = lines.iter().enumerate().map(scenario).collect();
    format!(
        "assignment: kinds\nsubmission: {{ files: [kinds.py] }}\nreference: {{ files: [solution.py] }}\nscenarios:\n{scenarios}"
    )
}

fn verdicts(results: &Value, name: &str) -> Vec<String> {
    let scenarios = named(results, name)["scenarios"].as_array().unwrap();
    scenarios.iter().map(|one| one["verdict"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_wrong_value_of_each_kind_loses_alone_and_inside_of_others_and_a_right_one_is_accepted() {
    let alone = |at: usize| format!("f{at}()");
    let inside = |at: usize| format!("[f{at}(), {{'it': f{at}()}}]");
    let lines: Vec<String> =
        (0..KINDS.len()).map(|at| format!(">>> {}\n>>> {}", alone(at), inside(at))).collect();
    let scratch = Scratch::new(&spec(&lines))
        .write("solution.py", module(&KINDS, "1"))
        .write("class/right/kinds.py", module(&KINDS, "1"))
        .write("class/wrong/kinds.py", module(&KINDS, "2"))
        // Right as long as it stands alone.
        .write("class/later/kinds.py", module(&KINDS, "later({at})"));
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    let right = verdicts(&results, "right");
    let refused: Vec<&str> =
        (0..lines.len()).filter(|at| right[*at] != "accepted").map(|at| KINDS[at]).collect();
    let is_lost = |name: &str, at: usize, line: String| {
        let scenario = &named(&results, name)["scenarios"][at];
        let reason = scenario["reasons"][0].as_str().unwrap_or_default();
        scenario["verdict"] == "wrong answer" && reason.starts_with(&format!("`{line}`"))
    };
    let believed: Vec<&str> = (0..lines.len())
        .filter(|at| !is_lost("wrong", *at, alone(*at)) || !is_lost("later", *at, inside(*at)))
        .map(|at| KINDS[at])
        .collect();
    assert_eq!((refused, believed), (Vec::new(), Vec::new()));
}

#[test]
fn what_stands_in_a_value_twice_is_compared_and_so_is_what_holds_itself() {
    let lines = [">>> chain()", ">>> three()", ">>> ring()", ">>> pair()"].map(str::to_owned);
    let own = |chain: &str, three: &str, ring: &str, pair: &str| {
        let function = |(name, body): (&str, &str)| {
            format!("def {name}():\n    a, b, c = Node(1), Node(2), Node(3)\n    {body}\n")
        };
        let all = [("chain", chain), ("three", three), ("ring", ring), ("pair", pair)];
        MODULE.to_owned() + &all.into_iter().map(function).collect::<String>()
    };
    let chain = "a.next, b.next = b, c; return a";
    let ring = "a.next, b.next, c.next = b, c, a; return a";
    let right = own(chain, "return [a, b, c]", ring, "return [a, a]");
    let scratch = Scratch::new(&spec(&lines))
        .write("solution.py", &right)
        .write("class/right/kinds.py", &right)
        // The node is its own successor, and one object stands for all.
        .write(
            "class/itself/kinds.py",
            own("a.next = a; return a", "return [a, a, a]", "a.next = a; return a", "return [a, b]"),
        )
        // The same values, made in another order.
        .write(
            "class/other/kinds.py",
            own(
                "c.next = None; b.next = c; a.next = b; return a",
                "return [a, b, c]",
                ring,
                "return [a, Node(1)]",
            ),
        )
        .write(
            "class/open/kinds.py",
            own(chain, "return [a, a, c]", "a.next, b.next = b, c; return a", "return [a, None]"),
        );
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    assert_eq!(verdicts(&results, "right"), ["accepted"; 4]);
    assert_eq!(verdicts(&results, "itself"), ["wrong answer"; 4]);
    // That one object stands twice cannot be seen in its value.
    assert_eq!(verdicts(&results, "other"), ["accepted"; 4]);
    assert_eq!(verdicts(&results, "open"), ["accepted", "wrong answer", "wrong answer", "wrong answer"]);
    let page = scratch.read("yardstick-results/feedback/itself.txt");
    assert!(page.contains("at .next.value") || page.contains("at .next, "), "{page}");
}

#[test]
fn an_object_that_cannot_be_read_or_holds_less_than_its_name_says_is_not_right() {
    let lines = [">>> nested()", ">>> counted_words()"].map(str::to_owned);
    let right = "import collections\nclass Box:\n    def __init__(self, it): self.it = it\n\
                 def nested(): return [Box(1)]\n\
                 def counted_words(): return collections.Counter('aab')\n";
    let scratch = Scratch::new(&spec(&lines))
        .write("solution.py", right)
        .write("class/right/kinds.py", right)
        .write("class/large/kinds.py", right.replace("[Box(1)]", "[Box('x' * 5_000_000)]"))
        .write(
            "class/empty/kinds.py",
            right
                .replace("collections.Counter('aab')", "Counter()")
                .replace("class Box:", "class Counter: pass\nclass Box:")
                .replace("[Box(1)]", "[Box.__new__(Box)]"),
        );
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    assert_eq!(verdicts(&results, "right"), ["accepted"; 2]);
    assert_eq!(verdicts(&results, "large"), ["wrong answer", "accepted"]);
    assert_eq!(verdicts(&results, "empty"), ["wrong answer"; 2]);
}

#[test]
fn a_chain_of_many_objects_is_compared_to_its_end() {
    let lines = [">>> long()".to_owned()];
    let long = |last: u32| {
        format!(
            "{MODULE}def long():\n    it = Node({last})\n    for n in range(150): it = Node(n, it)\n    return it\n"
        )
    };
    let scratch = Scratch::new(&spec(&lines))
        .write("solution.py", long(1))
        .write("right/kinds.py", long(1))
        .write("wrong/kinds.py", long(2));
    let check = |submission: &str| scratch.run(&["check", "spec.yaml", submission]).code;
    assert_eq!((check("right"), check("wrong")), (0, 1));
}

/// What is said where a reference gives this in a line.
fn complaint(returned: &str, compare: &str) -> String {
    let spec = format!(
        "assignment: a\nsubmission: {{ files: [kinds.py] }}\nreference: {{ files: [solution.py] }}\n{compare}scenarios:\n  \
         - {{ name: s, points: 1, session: \">>> f()\" }}\n"
    );
    let module = format!(
        "{MODULE}class Open:\n    def __init__(self): self.it = lambda: 1\nclass Shut:\n    \
                          def __init__(self): self._it = 1\ndef f():\n    return {returned}\n"
    );
    let scratch = Scratch::new(&spec).write("solution.py", &module).write("kinds.py", &module);
    scratch.run(&["check", "spec.yaml", "kinds.py"]).stderr
}

#[test]
fn a_line_whose_value_says_nothing_is_refused_with_what_to_write() {
    insta::assert_snapshot!(complaint("[1, lambda: 2]", ""), @r#"
    error: the value of this line cannot be compared
     --> spec.yaml:5:37
      |
    5 |   - { name: s, points: 1, session: ">>> f()" }
      |                                     ^^^^^^^ `[1]`: nothing of a `function` can be read, so every other one would do
      |
      = help: ask for what can be compared, such as `it(2)`, `list(it)`, `it.name` or `it == other`; write `it = …` if the value does not matter, or `compare: { values: [class-only] }` if only the class does
    "#);
    insta::assert_snapshot!(complaint("Shut()", ""), @r#"
    error: the value of this line cannot be compared
     --> spec.yaml:5:37
      |
    5 |   - { name: s, points: 1, session: ">>> f()" }
      |                                     ^^^^^^^ all that the `Shut` object holds is private, and may have other names
      |
      = help: ask for what its methods give; or write `compare: { values: [class-only] }` if only its class matters
    "#);
    for (returned, says) in [
        ("Open()", "`.it`: nothing of a `function` can be read"),
        ("{1: Shut().__init__}", "`[1]`: nothing of a `method` can be read"),
        ("__import__('threading').Lock()", "nothing of a `lock` can be read"),
        ("functools.reduce(lambda it, n: Node(n, it), range(5000), None)", "too large to compare"),
        ("list(range(300_000))", "too large to compare"),
    ] {
        let complaint = complaint(returned, "");
        assert!(complaint.contains(says), "{returned}: {complaint}");
    }
    assert_eq!(complaint("Shut()", "compare: { values: [class-only] }\n"), "");
}

#[test]
fn text_under_a_prompt_is_what_python_shows_there() {
    let shown = [
        ("datetime.date(2026, 3, 8)", "datetime.date(2026, 3, 8)"),
        ("collections.deque([3, 1])", "deque([3, 1])"),
        ("collections.Counter('aab')", "Counter({'a': 2, 'b': 1})"),
        ("collections.namedtuple('Point', 'x y')(2, 1)", "Point(x=2, y=1)"),
        ("Card(0)", "Card(rank=0)"),
        ("Suit.HEARTS", "<Suit.HEARTS: 1>"),
        ("Suit.HEARTS", "Suit.HEARTS"),
        ("int", "<class 'int'>"),
        ("[2j, 1 - 2j]", "[2j, (1-2j)]"),
        ("{1: 2}.items()", "dict_items([(1, 2)])"),
        ("bytearray(b'a')", "bytearray(b'a')"),
        ("collections.defaultdict(int, {1: 2})", "defaultdict(<class 'int'>, {1: 2})"),
        ("decimal.Decimal('1.50')", "Decimal('1.50')"),
        ("Suit", "<enum 'Suit'>"),
        ("2 ** 200", "1606938044258990275541962092341162602522202993782792835301376"),
        ("[-2 ** 200]", "[ -1606938044258990275541962092341162602522202993782792835301376]"),
        ("'a\\u200bb\\xa0c'", "'a\\u200bb\\xa0c'"),
        ("['a\\u200b', chr(0xe0001)]", "['a\\u200b','\\U000e0001']"),
    ];
    let lines: Vec<String> = shown
        .iter()
        .enumerate()
        .flat_map(|(at, (_, text))| [format!(">>> f{at}()\n{text}"), format!(">>> f{at}()\n{text}0")])
        .collect();
    let spec = spec(&lines).replace("reference: { files: [solution.py] }\n", "");
    let kinds: Vec<&str> = shown.iter().map(|(kind, _)| *kind).collect();
    let classes = "import dataclasses, enum\n@dataclasses.dataclass\nclass Card:\n    rank: int\n\
                   class Suit(enum.Enum):\n    HEARTS = 1\n";
    let scratch =
        Scratch::new(&spec).write("class/right/kinds.py", classes.to_owned() + &module(&kinds, "1"));
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let found = verdicts(&scratch.results(), "right");
    for (at, line) in lines.iter().enumerate() {
        assert_eq!(found[at], ["accepted", "wrong answer"][at % 2], "{line}");
    }
}

#[test]
fn what_a_right_object_is_asked_for_may_come_from_its_class_or_be_made_by_the_language() {
    let lines = [">>> Game()", ">>> Card(3)", ">>> shelf()", ">>> cards()", ">>> turn()\n>>> turn()"]
        .map(str::to_owned);
    let right = "import itertools\n\
        class Game:\n    def __init__(self): self.turn = 'X'; self.rows = 6\n\
        class Card:\n    def __init__(self, rank): self.rank = rank\n    def __repr__(self): return f'Card(rank={self.rank})'\n\
        class Suit:\n    def __init__(self): self.name = 'hearts'\n    def __hash__(self): return 1\n    \
        def __eq__(self, other): return self.name == other.name\n\
        class Shelf:\n    def __init__(self): self.size = 1\n\
        game = Game()\n\
        def shelf(): return Shelf()\ndef cards(): return [Suit(), Suit()]\n\
        def turn(): game.turn = 'O' if game.turn == 'X' else 'X'; return game\n";
    let other = right
        .replace("def __init__(self): self.turn = 'X'; self.rows = 6", "turn = 'X'\n    rows = 6")
        .replace("class Card:\n    def __init__(self, rank): self.rank = rank\n    def __repr__(self): return f'Card(rank={self.rank})'\n", "import dataclasses\n@dataclasses.dataclass\nclass Card:\n    rank: int\n")
        .replace("self.size = 1", "self.size = 1; self.sieve = list(range(300_000)); self.turns = itertools.cycle('XO')")
        .replace("return [Suit(), Suit()]", "return [Suit()] * 2");
    let wrong = other
        .replace("turn = 'X'\n", "turn = 'O'\n")
        .replace("rank: int", "rank: int = 0\n    def __post_init__(self): self.rank += 1")
        .replace("self.size = 1", "self.size = 2")
        .replace("'hearts'", "'spades'");
    let scratch = Scratch::new(&spec(&lines))
        .write("solution.py", right)
        .write("class/other/kinds.py", other)
        .write("class/wrong/kinds.py", wrong);
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    assert_eq!(verdicts(&results, "other"), ["accepted"; 5]);
    assert_eq!(verdicts(&results, "wrong"), ["wrong answer"; 5]);
}

#[test]
fn classes_in_a_package_of_the_submission_are_its_own() {
    let lines = [">>> circle()", ">>> Named('a')", ">>> one()"].map(str::to_owned);
    let right = "class Circle:\n    def __init__(self): self.radius = 1\n    @property\n    def area(self): return 3\n\
                 class Named:\n    def __init__(self, name): self.name = name\n    def __repr__(self): return f'Named({self.name})'\n\
                 def circle(): return Circle()\ndef one(): return 1\n";
    let wrong = right
        .replace("return 3", "return 4")
        .replace("'Named", "'named")
        .replace("return 1", "raise KeyError");
    let installed = wrong.replace("raise KeyError", "return 1");
    let scratch = Scratch::new(&spec(&lines))
        .write("solution.py", right)
        .write("class/flat/kinds.py", right)
        .write("class/package/kinds.py", "from model.inner.things import *\n")
        .write("class/package/model/inner/things.py", right)
        .write("class/away/kinds.py", format!("import os\nos.chdir('/')\n{right}"))
        .write("class/wrong/kinds.py", "from model.things import *\n")
        .write("class/wrong/model/things.py", &wrong)
        .write(
            "class/installed/kinds.py",
            "import sys\nsys.path.append('lib/site-packages')\nfrom things import *\n",
        )
        .write("class/installed/lib/site-packages/things.py", installed);
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    for right in ["flat", "package", "away"] {
        assert_eq!(verdicts(&results, right), ["accepted"; 3], "{right}");
    }
    assert_eq!(verdicts(&results, "wrong"), ["wrong answer", "wrong answer", "runtime error"]);
    assert_eq!(verdicts(&results, "installed"), ["wrong answer", "wrong answer", "accepted"]);
    let page = scratch.read("yardstick-results/feedback/wrong.txt");
    assert!(page.contains("(line 9 of `model/things.py`)"), "{page}");
}

#[test]
fn what_a_class_computes_is_a_property_whatever_computes_it() {
    let lines = [">>> a = Circle(2)\n>>> a\n>>> sorted(vars(a))", ">>> Square(2)"].map(str::to_owned);
    let head = "import functools\nclass Kept:\n    def __init__(self, make): self.make = make\n    \
                def __set_name__(self, owner, name): self.name = name\n    \
                def __get__(self, owner, kind=None):\n        owner.__dict__[self.name] = self.make(owner)\n        return self.make(owner)\n\
                class Bound:\n    def __init__(self, make): self.make = make\n    \
                def __get__(self, owner, kind=None): return functools.partial(self.make, owner)\n";
    let module = |made: &str, area: &str, helper: &str| {
        let class = |name: &str| {
            format!(
                "class {name}:\n    def __init__(self, r): self.r = r\n    @{made}\n    def area(self): return {area}\n{helper}"
            )
        };
        format!("{head}{}{}", class("Circle"), class("Square"))
    };
    let helper = "    @Bound\n    def helper(self): return 1\n";
    let [right, cached, kept] =
        ["property", "functools.cached_property", "Kept"].map(|made| module(made, "3", ""));
    // What gives a function is a method, and no property.
    for reference in [module("property", "3", helper), module("functools.cached_property", "3", "")] {
        let scratch = Scratch::new(&spec(&lines))
            .write("solution.py", reference)
            .write("class/right/kinds.py", &right)
            .write("class/cached/kinds.py", &cached)
            .write("class/kept/kinds.py", &kept)
            .write("class/wrong/kinds.py", module("functools.cached_property", "4", ""))
            .write("class/method/kinds.py", module("Bound", "3", ""));
        let ended = scratch.run(&["grade", "spec.yaml", "class"]);
        assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
        let results = scratch.results();
        for right in ["right", "cached", "kept"] {
            assert_eq!(verdicts(&results, right), ["accepted"; 2], "{right}");
        }
        for wrong in ["wrong", "method"] {
            assert_eq!(verdicts(&results, wrong), ["wrong answer"; 2], "{wrong}");
        }
    }
}

#[test]
fn an_own_exception_with_the_name_of_one_of_python_is_another() {
    let solution = "class Timeout(Exception): pass\nclass KeyError(Exception): pass\n\
                    def first(items): return items[0]\ndef wait(): raise Timeout('x')\ndef own(): raise KeyError('x')\n";
    let own = solution.replace("return items[0]", "raise IndexError('list index out of range')");
    let lines = [">>> first([])", ">>> wait()", ">>> own()"].map(str::to_owned);
    let scratch = Scratch::new(&spec(&lines))
        .write("solution.py", solution)
        .write("class/right/kinds.py", &own)
        .write("class/wrong/kinds.py", format!("class IndexError(Exception): pass\n{own}"));
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    let results = scratch.results();
    assert_eq!(verdicts(&results, "right"), ["accepted"; 3]);
    assert_eq!(verdicts(&results, "wrong"), ["wrong answer", "accepted", "accepted"]);
    let page = scratch.read("yardstick-results/feedback/wrong.txt");
    assert!(page.contains("own IndexError"), "{page}");
}

#[test]
fn an_own_class_with_the_name_of_a_type_of_numbers_is_compared_as_any_other() {
    let lines = [">>> root()", ">>> [word()]"].map(str::to_owned);
    let right = "import cmath\nclass long:\n    def __init__(self, n): self.n = n\n\
                 def root(): return cmath.sqrt(-4)\ndef word(): return long(3)\n";
    let scratch =
        Scratch::new(&spec(&lines)).write("solution.py", right).write("class/right/kinds.py", right).write(
            "class/wrong/kinds.py",
            right
                .replace("cmath.sqrt(-4)", "complex()")
                .replace("class long", "class complex: pass\nclass long")
                .replace("long(3)", "long(4)"),
        );
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    assert_eq!(verdicts(&results, "right"), ["accepted"; 2]);
    assert_eq!(verdicts(&results, "wrong"), ["wrong answer"; 2]);
}

#[test]
fn a_statement_is_compared_by_the_values_that_it_shows() {
    let lines = [
        ">>> for i in range(3): f(i)",
        ">>> box = Box()\n>>> for i in range(2):\n...     print(i)\n...     box.add(i)",
        ">>> a = f(1); a; Box().nothing()",
        ">>> for i in range(2): Box().nothing()",
        ">>> f(1)\n... f(2)",
    ];
    let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let module = |value: &str, add: &str, nothing: &str| {
        format!(
            "class Box:\n    def __init__(self):\n        self.items = []\n\n    def add(self, item):\n        {add}\n        return self\n\n    \
             def nothing(self):\n        {nothing}\n\n\ndef f(n):\n    {value}\n"
        )
    };
    let right = module("return n * 2", "self.items.append(item)", "pass");
    let scratch = Scratch::new(&spec(&lines))
        .write("solution.py", &right)
        .write("class/right/kinds.py", &right)
        .write("class/value/kinds.py", module("return n * 3", "self.items.append(item)", "pass"))
        .write("class/float/kinds.py", module("return n * 2.0", "self.items.append(item)", "pass"))
        .write("class/state/kinds.py", module("return n * 2", "self.items = [item]", "pass"))
        .write("class/printed/kinds.py", module("print(n * 2)", "self.items.append(item)", "pass"))
        .write("class/empty/kinds.py", module("pass", "return", "pass"))
        .write("class/more/kinds.py", module("return n * 2", "self.items.append(item)", "return 1"));
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    for (name, accepted) in [
        ("right", [true, true, true, true, true]),
        ("value", [false, true, false, true, true]),
        ("float", [false, true, false, true, true]),
        ("state", [true, false, true, true, true]),
        ("printed", [false, true, false, true, false]),
        ("empty", [false, false, false, true, true]),
        ("more", [true, true, false, false, true]),
    ] {
        let found: Vec<bool> = verdicts(&results, name).iter().map(|one| one == "accepted").collect();
        assert_eq!(found, accepted, "{name}");
    }
    let page = scratch.run(&["check", "spec.yaml", "class/value"]).stdout;
    assert!(page.contains("at value 2, expected `2`, got `3`.") && page.contains("  - 2\n"), "{page}");
    let page = scratch.run(&["check", "spec.yaml", "class/printed"]).stdout;
    assert!(page.contains("prints where it must return values"), "{page}");
}
