//! Writes sessions as a unit of C++, which has each as a part of its own.

use std::fmt::Write as _;

use super::complaints::file_of;
use super::line::{Kind, Line};
use super::structs::{Field, Struct};

/// What the unit needs besides: how values are written.
const PRELUDE: &str = include_str!("prelude.hpp");

/// The file with what stands before everything else in a unit.
pub(super) const PREFIX: &str = ".yardstick-prefix.hpp";

/// The headers of the language besides those of the prelude, with names that come from them. Reading them takes half of the
/// time of a unit.
const HEADERS: [(&str, &[&str]); 23] = [
    (
        "algorithm",
        &[
            "sort",
            "find",
            "find_if",
            "count",
            "count_if",
            "max",
            "min",
            "max_element",
            "min_element",
            "reverse",
            "copy",
            "equal",
            "transform",
            "all_of",
            "any_of",
            "none_of",
            "stable_sort",
            "is_sorted",
        ],
    ),
    ("any", &["any", "any_cast"]),
    ("array", &["array", "to_array"]),
    ("cmath", &["sqrt", "abs", "fabs", "pow", "floor", "ceil", "round", "isnan"]),
    ("cstdint", &["intmax_t", "int64_t", "uint64_t", "int32_t", "uint32_t", "int16_t", "uint16_t"]),
    ("deque", &["deque"]),
    ("fstream", &["ifstream", "ofstream", "fstream"]),
    ("functional", &["function", "less", "greater", "plus", "minus", "multiplies"]),
    ("iomanip", &["setw", "setprecision", "setfill", "quoted"]),
    ("list", &["list"]),
    ("map", &["map", "multimap"]),
    ("memory", &["unique_ptr", "shared_ptr", "weak_ptr", "make_unique", "make_shared"]),
    ("numeric", &["accumulate", "iota", "gcd", "lcm"]),
    ("optional", &["optional", "nullopt", "make_optional"]),
    ("queue", &["queue", "priority_queue"]),
    ("set", &["set", "multiset"]),
    ("sstream", &["stringstream", "istringstream", "ostringstream"]),
    ("stack", &["stack"]),
    ("stdexcept", &["runtime_error", "logic_error", "out_of_range", "invalid_argument"]),
    ("unordered_map", &["unordered_map"]),
    ("unordered_set", &["unordered_set"]),
    ("variant", &["variant"]),
    ("vector", &["vector"]),
];

/// Names that come from the headers of the prelude.
const USUAL: [&str; 23] = [
    "string",
    "string_view",
    "to_string",
    "stoi",
    "stod",
    "getline",
    "cout",
    "cin",
    "cerr",
    "endl",
    "flush",
    "move",
    "pair",
    "make_pair",
    "tuple",
    "make_tuple",
    "get",
    "tie",
    "size_t",
    "swap",
    "forward",
    "exception",
    "istreambuf_iterator",
];

/// Returns the headers of the language that lines need: all of them if a name is not known.
fn headers<'l>(lines: impl Iterator<Item = &'l Line>) -> Vec<&'static str> {
    let mut needed = Vec::new();
    for pair in lines.flat_map(|line| line.names.windows(2)).filter(|pair| pair[0] == "std") {
        let name = pair[1].as_str();
        match HEADERS.iter().find(|(_, names)| names.contains(&name)) {
            Some((header, _)) => needed.push(*header),
            None if USUAL.contains(&name) => {}
            None => return HEADERS.iter().map(|(header, _)| *header).collect(),
        }
    }
    needed.sort_unstable();
    needed.dedup();
    needed
}

/// Returns what stands before everything else in the unit of sessions, in a file of its own: it depends on no submission.
pub(super) fn prefix(sessions: &[&[Line]]) -> String {
    let mut text = String::new();
    for header in headers(sessions.iter().flat_map(|lines| lines.iter())) {
        let _ = writeln!(text, "#include <{header}>");
    }
    text + PRELUDE
}

/// Returns the unit of sessions, each up to the line before which it is cut.
pub(super) fn unit(header: &str, structs: &[Struct], sessions: &[&[Line]]) -> String {
    // A compiler takes what was compiled before only for the first line. What the header defines as a macro is not to change it.
    let mut text = format!("#include \"{PREFIX}\"\n#include \"{header}\"\n{}", fields(structs));
    for (number, lines) in sessions.iter().enumerate() {
        let hidden = "extern \"C\" __attribute__((visibility(\"hidden\")))";
        let _ = writeln!(text, "{hidden} void yardstick_session_{number}() {{\n");
        text.push_str("yardstick_flushes(yardstick_flush);\ntry {\n");
        for (at, line) in lines.iter().enumerate() {
            let _ = writeln!(text, "yardstick_begin({at});\n#line 1 \"{}\"", file_of(number, at));
            let source = &line.source;
            let _ = match &line.kind {
                Kind::Value => {
                    writeln!(text, "yardstick_value([&]() -> decltype(auto) {{ return (\n{source}\n); }});")
                }
                Kind::Items { pointer, count } => {
                    writeln!(text, "yardstick_items([&] {{ return &({pointer})[0]; }}, ({count}));")
                }
                Kind::Declaration => writeln!(text, "{source};\n#line 1 \"yardstick\"\nyardstick_none();"),
                Kind::Statement => writeln!(text, "yardstick_statement([&] {{\n{source};\n}});"),
            };
        }
        text.push_str("#line 1 \"yardstick\"\n} catch (...) { yardstick_thrown(); }\nyardstick_end();\n}\n");
    }
    text
}

/// Writes the function that puts the fields of structures. What a structure does not have, or does not show, is left out; one
/// that shows nothing is not put.
fn fields(structs: &[Struct]) -> String {
    let mut text =
        "template <class Yardstick>\nbool yardstick_put_fields(const Yardstick &yardstick_it, const std::string &yardstick_name_of) {\n".to_owned();
    for one in structs.iter().filter(|one| !one.fields.is_empty()) {
        let seen = |field: &Field| format!("requires {{ yardstick_it.{}; }}", field.name);
        let any: Vec<String> = one.fields.iter().map(|field| format!("({})", seen(field))).collect();
        let _ = writeln!(
            text,
            "if (yardstick_is_called(yardstick_name_of, \"{}\")) {{\nif constexpr ({}) {{\nint yardstick_count = 0;",
            one.name,
            any.join(" || ")
        );
        text.push_str("yardstick_struct(yardstick_name_of.c_str());\n");
        for field in &one.fields {
            let name = &field.name;
            let _ = writeln!(
                text,
                "if constexpr ({}) yardstick_put_field(\"{name}\", yardstick_count++ == 0, yardstick_it.{name});",
                seen(field)
            );
        }
        text.push_str("yardstick_struct_end(1);\nreturn true;\n}\nreturn false;\n}\n");
    }
    text.push_str("return false;\n}\n");
    text
}
