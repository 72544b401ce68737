//! The ends of lines, where a system has its own.

/// Returns text whose lines end with a newline alone. What has a zero byte is no text, and stays as it is.
pub fn plain(text: Vec<u8>) -> Vec<u8> {
    if text.contains(&0) {
        return text;
    }
    let is_end = |at: usize| text[at] == b'\r' && text.get(at + 1) == Some(&b'\n');
    (0..text.len()).filter(|at| !is_end(*at)).map(|at| text[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn what_a_library_adds_before_a_newline_is_taken_away_and_nothing_else() {
        for (written, meant) in [
            (&b"one\r\ntwo\r\n"[..], &b"one\ntwo\n"[..]),
            (b"\r\n", b"\n"),
            // The program printed a carriage return itself.
            (b"50 %\r100 %\r\r\n", b"50 %\r100 %\r\n"),
            (b"no end\r", b"no end\r"),
            (b"a picture\0\r\n", b"a picture\0\r\n"),
            (b"", b""),
        ] {
            assert_eq!(plain(written.to_vec()), meant);
        }
    }
}
