//! Shortens the messages of compilers to a length that people read, and takes out what differs from run to run.

use std::path::Path;

/// The largest number of lines that are kept from the beginning, and from the end.
const MOST_LINES: [usize; 2] = [80, 10];
/// The largest number of bytes of these lines.
const MOST_BYTES: [usize; 2] = [12 << 10, 2 << 10];
/// The largest length of one line, in bytes.
const LONGEST_LINE: usize = 1 << 10;

/// Returns the message, or its beginning and its end with a line between them that tells how much is left out.
pub(super) fn bounded(said: &str) -> String {
    let lines: Vec<&str> = said.split('\n').collect();
    let first = fitting(lines.iter().copied(), 0);
    let last = fitting(lines[first..].iter().rev().copied(), 1);
    let left_out = &lines[first..lines.len() - last];
    let mut kept: Vec<String> = lines[..first].iter().copied().map(shortened).collect();
    if !left_out.is_empty() {
        let bytes: usize = left_out.iter().map(|line| line.len() + 1).sum();
        kept.push(format!("[{} left out here: {bytes} bytes]", counted(left_out.len())));
    }
    kept.extend(lines[lines.len() - last..].iter().copied().map(shortened));
    kept.join("\n")
}

fn counted(lines: usize) -> String {
    if lines == 1 { "1 line is".to_owned() } else { format!("{lines} lines are") }
}

/// Returns how many lines may be kept at this end.
fn fitting<'a>(lines: impl Iterator<Item = &'a str>, end: usize) -> usize {
    let mut left = MOST_BYTES[end];
    let fit = |line: &&str| {
        let length = line.len().min(LONGEST_LINE) + 1;
        let fits = length <= left;
        left = left.saturating_sub(length);
        fits
    };
    lines.take(MOST_LINES[end]).take_while(fit).count()
}

/// Returns a line, or the beginning of a long one.
fn shortened(line: &str) -> String {
    let end = line.floor_char_boundary(LONGEST_LINE);
    match &line[end..] {
        "" => line.to_owned(),
        rest => format!("{}… [{} bytes are left out here]", &line[..end], rest.len()),
    }
}

/// Returns a line of a linker without the name of the object that a compiler made for a moment: each time it is another one.
pub(super) fn without_object(line: &str) -> &str {
    let is_of_moment = |name: &str| name.contains("/cc") && name.ends_with(".o");
    let rest = line.strip_prefix("/usr/bin/ld: ").unwrap_or(line);
    match rest.split_once(": ") {
        Some((object, rest)) if is_of_moment(object) && !object.contains(' ') => rest,
        _ => line,
    }
}

/// Removes the folder of the run from tracebacks, because it differs from run to run.
pub(super) fn without_folder(stderr: &[u8], folder: &Path) -> Vec<u8> {
    let mut prefix = folder.as_os_str().as_encoded_bytes().to_vec();
    prefix.push(b'/');
    let mut rest = stderr;
    let mut kept = Vec::with_capacity(stderr.len());
    while let Some(&byte) = rest.first() {
        if let Some(after) = rest.strip_prefix(prefix.as_slice()) {
            rest = after;
        } else {
            kept.push(byte);
            rest = &rest[1..];
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_message_is_not_changed() {
        for said in ["", "one line", "a\n\n  b\n    ^"] {
            assert_eq!(bounded(said), said);
        }
    }

    #[test]
    fn the_object_of_a_moment_is_left_out() {
        let line = "/usr/bin/ld: /tmp/ccQm3x9A.o: in function `main':";
        assert_eq!(without_object(line), "in function `main':");
        for line in ["/usr/bin/ld: /usr/lib/crt1.o: in function `_start':", "f.c:3:1: error: x", ""] {
            assert_eq!(without_object(line), line);
        }
    }

    #[test]
    fn the_beginning_and_the_end_of_a_long_message_are_kept() {
        let said: Vec<String> = (0..100_000).map(|number| format!("error {number}")).collect();
        let kept = bounded(&said.join("\n"));
        assert!(kept.starts_with("error 0\nerror 1\n") && kept.ends_with("\nerror 99999"), "{kept}");
        assert!(
            kept.contains("\nerror 79\n[99910 lines are left out here: 1188060 bytes]\nerror 99990\n"),
            "{kept}"
        );
        let most: usize = MOST_BYTES.iter().sum();
        for flood in [
            "x".repeat(9 << 20),
            "é\n".repeat(1 << 20),
            "\n".repeat(1 << 20),
            ["y"; 3].join(&"é".repeat(9000)),
        ] {
            let kept = bounded(&flood);
            assert!(kept.len() <= most + 200, "{}", kept.len());
            assert!(kept.contains("left out here"), "{kept}");
        }
    }
}
