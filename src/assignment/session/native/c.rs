//! Writes one session as a unit of C, which depends on the header alone.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::complaints::file_of;
use super::line::{Kind, Line};
use super::structs::Declared;

/// What the unit needs besides: how values are written.
const PRELUDE: &str = include_str!("prelude.h");

/// The headers of the language that lines can use.
const HEADERS: [&str; 12] = [
    "ctype.h",
    "errno.h",
    "float.h",
    "limits.h",
    "math.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "time.h",
];

/// Before a source that is compiled with the lines: what is an error in a line is none in it, if it is none when the source is
/// compiled alone.
const LENIENCY: &str = "#pragma GCC diagnostic push
#pragma GCC diagnostic warning \"-Wimplicit-function-declaration\"
#pragma GCC diagnostic warning \"-Wimplicit-int\"
#pragma GCC diagnostic warning \"-Wint-conversion\"
#pragma GCC diagnostic warning \"-Wincompatible-pointer-types\"
";

/// The number of the first structure or enumeration among the kinds of values.
const FIRST_OWN: usize = 100;

/// What may stand in a unit. A header that declares some names itself leaves no room for others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'a> {
    pub(super) header: &'a str,
    /// The macros of the header, if it is a source.
    pub(super) define: Option<&'a BTreeMap<String, String>>,
    pub(super) declared: &'a Declared,
    pub(super) headers: Headers,
}

/// Which headers of the language are included too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Headers {
    /// With everything in them.
    Whole,
    /// With what the standard of the language says.
    Standard,
    /// None.
    None,
}

/// Returns the unit of a session, up to the line before which it is cut.
pub(super) fn unit(around: Around, lines: &[Line]) -> String {
    let mut text = match around.headers {
        Headers::Whole | Headers::None => String::new(),
        Headers::Standard => "#undef _GNU_SOURCE\n".to_owned(),
    };
    if let Some(define) = around.define {
        text.push_str(LENIENCY);
        for (name, value) in define {
            let _ = writeln!(text, "#define {name} {value}");
        }
    }
    let _ = writeln!(text, "#include \"{}\"", around.header);
    if let Some(define) = around.define {
        for name in define.keys() {
            let _ = writeln!(text, "#undef {name}");
        }
        text.push_str("#pragma GCC diagnostic pop\n");
    }
    for header in HEADERS.iter().filter(|_| around.headers != Headers::None) {
        let _ = writeln!(text, "#include <{header}>");
    }
    let structs = || around.declared.structs.iter().enumerate();
    let codes: Vec<String> =
        structs().map(|(at, one)| format!("{}: {},", one.name, FIRST_OWN + at)).collect();
    let first_enumeration = FIRST_OWN + codes.len();
    let enumerations = || around.declared.enumerations.iter().enumerate();
    let each =
        enumerations().map(|(at, one)| format!("YARDSTICK_IS(t, {}, {}) ", one.name, first_enumeration + at));
    let _ = writeln!(text, "#define YARDSTICK_STRUCTS {}", codes.join(" "));
    let _ = writeln!(text, "#define YARDSTICK_ENUMERATIONS(t) {}\n{PRELUDE}", each.collect::<String>());
    text.push_str("void yardstick_session(void) {\n");
    for (number, line) in lines.iter().enumerate() {
        let _ = writeln!(text, "yardstick_begin({number});\n#line 1 \"{}\"", file_of(0, number));
        let source = &line.source;
        let _ = match &line.kind {
            Kind::Value => writeln!(text, "YARDSTICK_VALUE({source})"),
            Kind::Items { pointer, count } => writeln!(text, "YARDSTICK_ITEMS({count}, {pointer})"),
            Kind::Declaration | Kind::Statement => {
                writeln!(text, "{source};\n#line 1 \"yardstick\"\nyardstick_none();")
            }
        };
    }
    text.push_str("#line 1 \"yardstick\"\nyardstick_end();\n}\n");
    text.push_str("static void yardstick_fields(int yardstick_code, const void *yardstick_at) {\nswitch (yardstick_code) {\n");
    for (at, one) in structs() {
        let (name, shown) = (&one.name, &one.shown);
        let _ = writeln!(
            text,
            "case {}: {{ const {name} *yardstick_it = yardstick_at;\nyardstick_struct(\"{shown}\");",
            FIRST_OWN + at
        );
        for (number, field) in one.fields.iter().enumerate() {
            let (name, is_first) = (&field.name, i32::from(number == 0));
            let _ = writeln!(text, "yardstick_field(\"{name}\", {is_first});");
            let _ = match field.is_bits {
                false => writeln!(text, "YARDSTICK_FIELD(yardstick_it->{name})"),
                true => writeln!(
                    text,
                    "{{ __auto_type yardstick_bits = +yardstick_it->{name}; YARDSTICK_FIELD(yardstick_bits) }}"
                ),
            };
        }
        let _ = writeln!(text, "yardstick_struct_end({});\nbreak; }}", i32::from(!one.fields.is_empty()));
    }
    for (at, one) in enumerations() {
        let (name, code) = (&one.name, first_enumeration + at);
        let _ = writeln!(
            text,
            "case {code}: {{ const {name} yardstick_it = *(const {name} *)yardstick_at;\nconst char *yardstick_name = 0;"
        );
        // Of several with one number the first is named.
        for enumerator in &one.enumerators {
            let _ = writeln!(
                text,
                "if (!yardstick_name && yardstick_it == {enumerator}) yardstick_name = \"{enumerator}\";"
            );
        }
        text.push_str("yardstick_enumerator(yardstick_name, yardstick_it);\nbreak; }\n");
    }
    text.push_str("default: break;\n}\n}\n");
    text
}
