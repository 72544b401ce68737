//! Values of each language's own library, compared by what they hold: a right one is accepted, and a wrong one is not.

use super::class;
use crate::night;
use crate::scratch::Scratch;

/// What differs by language.
struct Language {
    file: &'static str,
    /// The file with a function for each kind of value, which give these, and with classes.
    source: fn(&[&str], classes: &str) -> String,
    /// How the function of a number is called.
    call: fn(usize) -> String,
    /// What stands in the spec besides.
    more: &'static str,
}

const JAVA: Language = Language {
    file: "Kinds.java",
    source: |values, classes| {
        let function =
            |(at, value): (usize, &&str)| format!("    static Object k{at}() {{ return {value}; }}\n");
        let functions: String = values.iter().enumerate().map(function).collect();
        format!(
            "import java.util.*;\nimport java.util.concurrent.atomic.*;\nimport java.util.regex.*;\nimport java.util.stream.*;\n\
             public class Kinds {{\n{functions}}}\n{classes}"
        )
    },
    call: |at| format!("Kinds.k{at}()"),
    more: "",
};

const JAVASCRIPT: Language = Language {
    file: "kinds.js",
    source: |values, classes| {
        let function = |(at, value): (usize, &&str)| format!("function k{at}() {{ return {value}; }}\n");
        format!("{}{classes}", values.iter().enumerate().map(function).collect::<String>())
    },
    call: |at| format!("k{at}()"),
    more: "",
};

const CPP: Language = Language {
    file: "kinds.hpp",
    source: |values, classes| {
        let includes = "bitset chrono complex deque functional map memory optional queue stack stdexcept string variant vector";
        let includes: String = includes.split(' ').map(|name| format!("#include <{name}>\n")).collect();
        let function = |(at, value): (usize, &&str)| format!("inline auto k{at}() {{ return {value}; }}\n");
        format!("{includes}{classes}{}", values.iter().enumerate().map(function).collect::<String>())
    },
    call: |at| format!("k{at}()"),
    more: "header: kinds.hpp\n",
};

/// Grades a class of two, who give the right values and the wrong ones: of so many kinds one, at night all.
fn hold(language: &Language, classes: [&str; 2], kinds: &[[&'static str; 2]], shares: usize) {
    let kinds: Vec<_> = kinds.iter().map(|[right, wrong]| [*right, right, wrong]).collect();
    hold_to_reference(language, [classes[0], classes[0], classes[1]], kinds, shares);
}

/// Grades a class of two against a reference, whose values stand first.
fn hold_to_reference(language: &Language, classes: [&str; 3], kinds: Vec<[&'static str; 3]>, shares: usize) {
    let kinds = night::spread(kinds, shares);
    let [reference, right, wrong] = [0, 1, 2].map(|side| {
        (language.source)(&kinds.iter().map(|kind| kind[side]).collect::<Vec<_>>(), classes[side])
    });
    let file = language.file;
    let scenario = |at: usize| {
        format!("      - name: k{at}\n        session: |\n          >>> {}\n", (language.call)(at))
    };
    let spec = format!(
        "assignment: kinds\nsubmission: {{ files: [{file}] }}\nreference: {{ files: [solution/{file}] }}\n{}\
         limits: {{ cpu: 4s, wall: 20s }}\ngroups:\n  - name: all\n    points: {}\n    scenarios:\n{}",
        language.more,
        kinds.len(),
        (0..kinds.len()).map(scenario).collect::<String>()
    );
    let scratch = Scratch::new(&spec).write(&format!("solution/{file}"), &reference);
    let graded = class::graded(scratch, file, &[right, wrong]);
    for (at, kind) in kinds.iter().enumerate() {
        assert_eq!(graded[0].0[at], "accepted", "{}\n{}", kind[1], graded[0].1);
        assert_eq!(graded[1].0[at], "wrong answer", "{kind:?}\n{}", graded[1].1);
    }
}

#[test]
fn values_of_java_are_compared_by_what_they_hold() {
    let node = "class Node { int value; Node next; Node(int value) { this.value = value; }\n\
                static Node chain() { Node a = new Node(1); a.next = new Node(2); a.next.next = new Node(3); return a; }\n\
                static Node ring() { Node a = new Node(1); a.next = a; return a; }\n\
                static List<Node> same() { Node a = new Node(1); return List.of(a, a); } }\n";
    let right = "class Deck extends ArrayList<Integer> {}\n\
                 class Secret { private int count = 1; public String toString() { return \"count \" + count; } }\n\
                 class Bag implements Iterable<Integer> { private List<Integer> all = List.of(1); public Iterator<Integer> iterator() { return all.iterator(); } }\n";
    let wrong = "class Deck {}\n\
                 class Secret { private int n = 2; public String toString() { return \"count \" + n; } }\n\
                 class Bag implements Iterable<Integer> { private Set<Integer> n = Set.of(); public Iterator<Integer> iterator() { return n.iterator(); } }\n";
    let kinds = [
        ["Node.chain()", "Node.ring()"],
        ["List.of(new Node(1), new Node(1))", "Node.same()"],
        ["Map.entry(\"a\", 1)", "Map.entry(\"a\", 2)"],
        ["OptionalInt.of(3)", "OptionalInt.empty()"],
        ["OptionalDouble.of(0.5)", "OptionalDouble.of(Double.NaN)"],
        ["new AtomicInteger(3)", "new AtomicInteger(4)"],
        ["new AtomicReference<>(\"a\")", "new AtomicReference<>()"],
        ["BitSet.valueOf(new long[] {5})", "new BitSet()"],
        ["new Date(0)", "new Date(1)"],
        ["new GregorianCalendar(2026, 2, 8)", "new GregorianCalendar(1999, 0, 1)"],
        ["new UUID(1, 2)", "new UUID(1, 3)"],
        ["new StringBuffer(\"a\")", "new StringBuffer()"],
        ["new java.awt.Point(1, 2)", "new java.awt.Point(2, 1)"],
        ["new java.awt.Color(1, 2, 3, 4)", "new java.awt.Color(1, 2, 3, 5)"],
        ["java.nio.file.Path.of(\"a\")", "java.nio.file.Path.of(\"b\")"],
        ["Pattern.compile(\"a\", 2)", "Pattern.compile(\"a\")"],
        ["java.time.LocalDate.of(2026, 3, 8)", "java.time.LocalDate.of(1999, 1, 1)"],
        ["new java.math.BigDecimal(\"1.5\")", "new java.math.BigDecimal(\"1.6\")"],
        ["List.of(1, 2).iterator()", "List.of().iterator()"],
        ["Stream.of(1, 2)", "Stream.empty()"],
        ["IntStream.range(0, 3)", "IntStream.range(0, 2)"],
        ["Collections.enumeration(List.of(1))", "Collections.enumeration(List.of())"],
        ["new IllegalStateException(\"a\")", "new IllegalStateException(\"b\")"],
        ["new IllegalStateException(\"a\", new RuntimeException(\"c\"))", "new IllegalStateException(\"a\")"],
        ["new ArrayDeque<>(List.of(1))", "new ArrayDeque<>()"],
        ["new PriorityQueue<>(List.of(3, 1, 2))", "new PriorityQueue<>(List.of(3, 1))"],
        ["Map.of(\"a\", 1).values()", "Map.of(\"a\", 2).values()"],
        ["String.class", "Integer.class"],
        ["new Deck()", "new Deck()"],
        ["new Secret()", "new Secret()"],
        ["new Bag()", "new Bag()"],
    ];
    hold(&JAVA, [&format!("{node}{right}"), &format!("{node}{wrong}")], &kinds, 4);
}

#[test]
fn collections_of_java_are_compared_by_what_they_hold_whatever_class_they_have() {
    let deck = "class Deck extends ArrayList<Integer> { String owner; Deck(String owner) { this.owner = owner; add(1); } }\n";
    let own = "class Two extends AbstractList<Integer> { int[] data = {1, 2}; public int size() { return 2; } public Integer get(int at) { return data[at]; } }\n\
               class Pairs extends TreeMap<String, Integer> { Pairs() { put(\"a\", 1); } }\n\
               record Pair(String getKey, Integer getValue) implements Map.Entry<String, Integer> { public Integer setValue(Integer it) { return it; } }\n\
               class Count implements Iterator<Integer> { int at; public boolean hasNext() { return at < 2; } public Integer next() { return ++at; } }\n";
    let wrong = "class Longer extends ArrayList<Integer> { Longer() { super(List.of(1, 2)); } public int size() { return 3; } }\n\
                 class Endless extends AbstractCollection<Integer> { public int size() { return 2; } public Iterator<Integer> iterator() { return Stream.iterate(1, it -> it + 1).iterator(); } }\n\
                 class Throws extends AbstractList<Integer> { public int size() { return 2; } public Integer get(int at) { throw new IllegalStateException(); } }\n\
                 class Changes extends AbstractList<Integer> { int asked; public int size() { return asked++ < 3 ? 2 : 7; } public Integer get(int at) { return at + 1; } }\n\
                 class Nothing extends AbstractMap<String, Integer> { public Set<Map.Entry<String, Integer>> entrySet() { return null; } }\n\
                 class Stops implements Iterator<Integer> { int at; public boolean hasNext() { if (at == 2) throw new IllegalStateException(); return true; } public Integer next() { return ++at; } }\n";
    let kinds = vec![
        ["List.of(1, 2)", "new ArrayList<>() {{ add(1); add(2); }}", "new Longer()"],
        ["List.of(1, 2)", "new Two()", "new Throws()"],
        [
            "List.of(1, 2)",
            "Collections.unmodifiableList(new Two())",
            "Collections.unmodifiableList(new Longer())",
        ],
        ["List.of(1, 2)", "new Two()", "new Changes()"],
        ["new ArrayList<>() {{ add(1); }}", "List.of(1)", "List.of(2)"],
        ["Map.of(\"a\", 1)", "new HashMap<>() {{ put(\"a\", 1); }}", "new HashMap<>() {{ put(\"a\", 2); }}"],
        ["Map.of(\"a\", 1)", "new Pairs()", "new Nothing()"],
        ["Set.of(1)", "new HashSet<>() {{ add(1); }}", "new HashSet<>() {{ add(2); }}"],
        ["Map.entry(\"a\", 1)", "new Pair(\"a\", 1)", "new Pair(\"a\", 2)"],
        ["List.of(1, 2).iterator()", "new Count()", "new Stops()"],
        [
            "new ArrayDeque<>(List.of(1))",
            "new ArrayDeque<>(List.of(1)) {}",
            "new ArrayDeque<>(List.of(2)) {}",
        ],
        ["Map.of(\"a\", 1).values()", "new Pairs().values()", "new Endless()"],
        ["Optional.of(List.of(1, 2))", "Optional.of(new Two())", "Optional.of(new ArrayList<>() {})"],
        [
            "Set.of(List.of(1, 2), Set.of(1))",
            "Set.of(new Two(), new HashSet<>() {{ add(1); }})",
            "Set.of(new Two(), new HashSet<>() {{ add(2); }})",
        ],
        ["new Deck(\"a\")", "new Deck(\"a\")", "new Deck(\"b\")"],
        ["new Deck(\"a\")", "new Deck(\"a\")", "List.of(1)"],
    ];
    let own = format!("{deck}{own}");
    hold_to_reference(&JAVA, [deck, &own, &format!("{own}{wrong}")], kinds, 4);
}

#[test]
fn values_of_javascript_are_compared_by_what_they_hold() {
    let both = "class Node { constructor(value, next) { this.value = value; this.next = next ?? null; } }\n\
                function ring() { const a = new Node(1); a.next = a; return a; }\n\
                function same() { const a = new Node(1); return [a, a]; }\n\
                function* count(n) { for (let i = 0; i < n; i++) yield i; }\n";
    let right = "class Deck extends Array {}\nclass Words extends Map {}\n\
                 class Bag { #all = [1]; *[Symbol.iterator]() { yield* this.#all; } }\n\
                 class Shut { #n = 1; get n() { return this.#n; } }\n";
    let wrong = "class Deck {}\nclass Words {}\n\
                 class Bag { #all = []; *[Symbol.iterator]() { yield* this.#all; } }\n\
                 class Shut { #n = 2; get n() { return this.#n; } }\n";
    let kinds = [
        ["new Node(1, new Node(2, new Node(3)))", "ring()"],
        ["[new Node(1), new Node(1)]", "same()"],
        ["count(3)", "count(2)"],
        ["count(3)", "(function* () { yield* count(3); throw new RangeError(); })()"],
        ["[1, 2].values()", "[].values()"],
        ["new Map([[1, 2]]).entries()", "new Map().entries()"],
        ["new Set([1]).values()", "new Set([2]).values()"],
        ["'a1'.matchAll(/[0-9]/g)", "''.matchAll(/[0-9]/g)"],
        ["new Map([['a', 1]])", "new Map([['a', 2]])"],
        ["Object(3)", "Object(4)"],
        ["Object(true)", "Object(false)"],
        ["new ArrayBuffer(2)", "new ArrayBuffer(3)"],
        ["new DataView(new Uint8Array([1]).buffer)", "new DataView(new Uint8Array([2]).buffer)"],
        ["Buffer.from('a')", "Buffer.from('b')"],
        ["new Float64Array([1])", "new Float64Array([2])"],
        ["new Error('a')", "new Error('b')"],
        ["new Error('a', { cause: 1 })", "new Error('a')"],
        ["new Date(0)", "new Date(NaN)"],
        ["/a/g", "/a/"],
        ["Symbol('a')", "Symbol('b')"],
        ["new URL('http://a/b')", "new URL('http://a/c')"],
        ["new URLSearchParams('a=1')", "new URLSearchParams()"],
        ["{ [Symbol.for('a')]: 1 }", "{}"],
        ["new Deck()", "new Deck()"],
        ["new Words()", "new Words()"],
        ["new Bag()", "new Bag()"],
        ["new Shut()", "new Shut()"],
    ];
    hold(&JAVASCRIPT, [&format!("{both}{right}"), &format!("{both}{wrong}")], &kinds, 3);
}

#[test]
fn values_of_cpp_are_compared_by_what_they_hold() {
    let node = "struct Node { int value; std::shared_ptr<Node> next; };\n\
                inline std::shared_ptr<Node> chain(int n) { return n > 3 ? nullptr : std::make_shared<Node>(Node{n, chain(n + 1)}); }\n\
                inline std::shared_ptr<Node> ring() { auto a = chain(1); a->next = a; return a; }\n\
                inline std::vector<std::shared_ptr<Node>> two() { return {chain(3), chain(3)}; }\n\
                inline std::vector<std::shared_ptr<Node>> same() { auto a = chain(3); return {a, a}; }\n";
    let kinds = [
        ["chain(1)", "ring()"],
        ["two()", "same()"],
        ["std::variant<int, double>{2.5}", "std::variant<int, double>{2}"],
        ["std::complex<double>(1, 2)", "std::complex<double>(2, 1)"],
        ["std::bitset<4>(5)", "std::bitset<4>(4)"],
        ["std::chrono::seconds(5)", "std::chrono::seconds(6)"],
        ["std::pair(1, 2.5)", "std::pair(1, 3.5)"],
        ["std::optional<long>(3)", "std::optional<long>()"],
        ["std::deque<int>{1}", "std::deque<int>{}"],
        [
            "std::priority_queue<int>({}, std::vector<int>{3, 1, 2})",
            "std::priority_queue<int>({}, std::vector<int>{3, 1})",
        ],
        ["std::stack<int>(std::deque<int>{1})", "std::stack<int>()"],
        ["std::map<std::string, int>{{\"a\", 1}}", "std::map<std::string, int>{{\"a\", 2}}"],
        ["std::make_unique<int>(3)", "std::make_unique<int>(4)"],
        ["std::runtime_error(\"a\")", "std::runtime_error(\"b\")"],
        ["std::vector<bool>{true}", "std::vector<bool>{false}"],
        ["1 <=> 2", "2 <=> 1"],
    ];
    hold(&CPP, [node, node], &kinds, 2);
}

/// What the grader says of a spec in which a reference with this source answers this line.
fn complaint(language: &Language, source: &str, line: &str) -> String {
    let file = language.file;
    let spec = format!(
        "assignment: kinds\nsubmission: {{ files: [{file}] }}\nreference: {{ files: [solution/{file}] }}\n{}\
         scenarios:\n  - name: it\n    points: 1\n    session: |\n      >>> {line}\n",
        language.more
    );
    let scratch = Scratch::new(&spec).write(&format!("solution/{file}"), source).write(file, source);
    let ended = scratch.run(&["check", "spec.yaml", file]);
    assert_eq!(ended.code, 2, "{line}: {}{}", ended.stdout, ended.stderr);
    ended.stderr
}

#[test]
fn a_line_whose_value_says_nothing_is_refused() {
    let javascript = (JAVASCRIPT.source)(
        &["1"],
        "class Shut { #n = 1; up() { return ++this.#n; } }\nfunction Closed() { let n = 0; this.up = () => ++n; }\n",
    );
    let lines = ["k0", "new Shut()", "[new Closed()]", "Promise.resolve(1)", "new WeakMap()", "{ up: k0 }"];
    for line in night::spread(lines.to_vec(), 3) {
        let said = complaint(&JAVASCRIPT, &javascript, line);
        assert!(said.contains("spec.yaml") && said.contains("= help: "), "{line}: {said}");
    }
    let java = (JAVA.source)(&["(Runnable) () -> {}"], "class Shut { private int n = 1; }\n");
    for line in night::some(&["new Shut()", "Kinds.k0()"], 1) {
        complaint(&JAVA, &java, line);
    }
    let cpp = (CPP.source)(&["1"], "class Shut { int n = 1; public: int up() { return ++n; } };\n");
    complaint(&CPP, &cpp, "Shut()");
}
