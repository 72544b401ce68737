//! Words of a command that is shown for people to type.

/// Returns a word as a shell reads it: in quotes where it must be.
pub(super) fn shell_word(word: &str) -> String {
    let signs = if cfg!(windows) { "/._-+,:=@\\" } else { "/._-+,:=@%" };
    let is_plain = |c: char| c.is_alphanumeric() || signs.contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        // No path of Windows has a double quote in it, and its shells know no other quotes.
        false if cfg!(windows) => format!("\"{word}\""),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_a_shell_would_take_apart_are_quoted() {
        for (word, shown) in [
            ("greet/spec.yaml", "greet/spec.yaml"),
            ("Übung-1.py", "Übung-1.py"),
            ("my course/a.py", "'my course/a.py'"),
            ("it's", r"'it'\''s'"),
            ("$HOME", "'$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(shell_word(word), shown);
        }
    }
}
