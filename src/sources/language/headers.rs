//! The headers with which a source of C++ begins: what stands before everything else means the same in every source.

/// The headers of the language that take long to be read. Nothing else is compiled ahead: a name that is not one of these
/// may be a file of the submission.
const LARGE: [&str; 22] = [
    "algorithm",
    "array",
    "chrono",
    "deque",
    "fstream",
    "functional",
    "iomanip",
    "iostream",
    "list",
    "map",
    "memory",
    "numeric",
    "queue",
    "random",
    "regex",
    "set",
    "sstream",
    "stack",
    "string",
    "unordered_map",
    "unordered_set",
    "vector",
];

/// The header that includes all others, and those of it that most programs use. All of it would be too large.
const EVERYTHING: (&str, [&str; 5]) = ("bits/stdc++.h", ["algorithm", "iostream", "map", "string", "vector"]);

/// Returns the large headers among those with which a source begins, each once and in one order: before them stands nothing that
/// could change what they mean, and their own order means nothing.
pub(super) fn worth_compiling(source: &[u8]) -> Vec<&'static str> {
    let mut rest = source.strip_prefix(b"\xef\xbb\xbf").unwrap_or(source);
    let mut included = Vec::new();
    while let Some((name, after)) = next_header(rest) {
        included.push(name);
        rest = after;
    }
    let has = |header: &str| included.contains(&header.as_bytes());
    let (everything, common) = EVERYTHING;
    let has_all = has(everything);
    LARGE.into_iter().filter(|header| has(header) || has_all && common.contains(header)).collect()
}

/// Returns the name in the next line `#include <NAME>`, and what follows the line, if nothing but blanks and comments stands before
/// it and on it.
fn next_header(source: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = after_blanks(source, true)?.strip_prefix(b"#")?;
    let rest = after_blanks(rest, false)?.strip_prefix(b"include")?;
    let rest = after_blanks(rest, false)?.strip_prefix(b"<")?;
    let end = rest.iter().position(|byte| *byte == b'>' || *byte == b'\n')?;
    let (name, rest) = (&rest[..end], rest[end..].strip_prefix(b">")?);
    let rest = after_blanks(rest, false)?;
    if rest.is_empty() { Some((name, rest)) } else { rest.strip_prefix(b"\n").map(|rest| (name, rest)) }
}

/// Returns what follows blanks and comments, on the same line or on any.
fn after_blanks(source: &[u8], any_line: bool) -> Option<&[u8]> {
    let mut rest = source;
    loop {
        rest = match rest {
            [b' ' | b'\t' | b'\r', after @ ..] => after,
            [b'\n', after @ ..] if any_line => after,
            [b'/', b'/', after @ ..] => {
                let end = after.iter().position(|byte| *byte == b'\n').unwrap_or(after.len());
                // The next line would belong to the comment.
                if after[..end].trim_ascii_end().ends_with(b"\\") {
                    return None;
                }
                &after[end..]
            }
            [b'/', b'*', after @ ..] => {
                let end = after.windows(2).position(|pair| pair == b"*/")?;
                &after[end + 2..]
            }
            _ => return Some(rest),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::worth_compiling;

    #[test]
    fn the_large_headers_before_everything_else_are_found() {
        let source = b"// connect.cpp\n/* by\n nobody */\n#include <vector>\n # include  <iostream> // for cout\n\n#include <cmath>\r\n#include <vector>\nusing namespace std;\n#include <map>\n";
        assert_eq!(worth_compiling(source), ["iostream", "vector"]);
        assert_eq!(worth_compiling(b"\xef\xbb\xbf#include <map>"), ["map"]);
        assert_eq!(
            worth_compiling(b"#include <bits/stdc++.h>\nint main() {}\n"),
            ["algorithm", "iostream", "map", "string", "vector"]
        );
    }

    #[test]
    fn nothing_is_found_behind_what_could_change_a_header() {
        for source in [
            &b"#define private public\n#include <vector>\n"[..],
            b"#include \"grid.hpp\"\n#include <vector>\n",
            b"#ifdef DEBUG\n#include <vector>\n#endif\n",
            b"#include <grid.hpp>\n",
            b"// a comment that goes on \\\n#include <vector>\n",
            b"/* #include <vector>\n",
            b"#include <vector> int x;\n",
            b"#pragma once\n#include <vector>\n",
            b"#include <vector\n>\n",
            b"",
        ] {
            assert!(worth_compiling(source).is_empty(), "{}", String::from_utf8_lossy(source));
        }
    }
}
