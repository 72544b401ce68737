//! Writes sessions as a unit of C++, which has each as a part of its own.

use std::fmt::Write as _;

use super::complaints::file_of;
use super::line::{Kind, Line};
use super::structs::Struct;

/// What the unit needs besides: how values are written, and the headers of the language that lines can use.
const PRELUDE: &str = include_str!("prelude.hpp");

/// Returns the unit of sessions, each up to the line before which it is cut.
pub(super) fn unit(header: &str, structs: &[Struct], sessions: &[&[Line]]) -> String {
    let mut text = format!("#include \"{header}\"\n{PRELUDE}\n{}", fields(structs));
    for (number, lines) in sessions.iter().enumerate() {
        let hidden = "extern \"C\" __attribute__((visibility(\"hidden\")))";
        let _ = writeln!(text, "{hidden} void yardstick_session_{number}() {{\n");
        text.push_str("yardstick_flushes([] { std::cout.flush(); });\ntry {\n");
        for (at, line) in lines.iter().enumerate() {
            let _ = writeln!(text, "yardstick_begin({at});\n#line 1 \"{}\"", file_of(number, at));
            let source = &line.source;
            let _ = match &line.kind {
                Kind::Value => {
                    writeln!(text, "yardstick::value([&]() -> decltype(auto) {{ return (\n{source}\n); }});")
                }
                Kind::Items { pointer, count } => {
                    writeln!(text, "yardstick::items([&] {{ return &({pointer})[0]; }}, ({count}));")
                }
                Kind::Declaration => writeln!(text, "{source};\n#line 1 \"yardstick\"\nyardstick_none();"),
                Kind::Statement => writeln!(text, "yardstick::statement([&] {{\n{source};\n}});"),
            };
        }
        text.push_str("#line 1 \"yardstick\"\n} catch (...) { yardstick::raised(); }\nyardstick_end();\n}\n");
    }
    text
}

/// Writes the function that puts the fields of structures. What a structure does not have, or does not show, is left out.
fn fields(structs: &[Struct]) -> String {
    let mut text =
        "template <class T> bool yardstick::put_fields(const T &it, const std::string &name) {\n".to_owned();
    for one in structs {
        let _ = writeln!(text, "if (is_called(name, \"{}\")) {{\nint count = 0;", one.name);
        text.push_str("yardstick_struct(name.c_str());\n");
        for field in &one.fields {
            let name = &field.name;
            let _ = writeln!(text, "if constexpr (requires {{ it.{name}; }})");
            let _ = writeln!(text, "{{ yardstick_field(\"{name}\", count++ == 0); put(it.{name}); }}");
        }
        text.push_str("yardstick_struct_end(count > 0);\nreturn true;\n}\n");
    }
    text.push_str("return false;\n}\n");
    text
}
