//! Which sources of C and C++ are parts of others: what `#include` lays into a source is not built a second time.

/// Tells whether a source includes the file with this name.
pub fn includes(source: &[u8], name: &str) -> bool {
    let text = String::from_utf8_lossy(source);
    text.lines().any(|line| {
        let rest = line.trim_start().strip_prefix('#').map(str::trim_start);
        let rest = rest.and_then(|rest| rest.strip_prefix("include")).map(str::trim_start);
        let rest = rest.and_then(|rest| rest.strip_prefix('"'));
        let written = rest.and_then(|rest| rest.split_once('"')).map(|(written, _)| written);
        written.is_some_and(|written| written == name || written.strip_prefix("./") == Some(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_included_file_is_seen() {
        assert!(includes(b"/* a */\n # include  \"stats.h\" // b\n", "stats.h"));
        assert!(includes(b"#include \"./stats.c\"", "stats.c"));
        assert!(!includes(
            b"// #include \"stats.h\"\n#include <stats.h>\n#include \"stats.h.old\"\n",
            "stats.h"
        ));
    }
}
