//! Checks the comments at the top of a file, which name its author.

use super::finding::{Finding, listed};
use super::source::{Node, Source};

/// Checks [`super::Rule::Header`].
pub(super) fn check(source: &Source, words: &[String]) -> Vec<Finding> {
    let is_first = |child: &Node| child.is_comment() || child.is("hash_bang_line");
    let first = source.root().children().take_while(is_first).filter(|child| child.is_comment());
    let comments: String = first.map(|comment| plain(comment.text()) + "\n").collect();
    let missing: Vec<&String> = words.iter().filter(|word| !comments.contains(&plain(word))).collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let text = docstring(source).map(|text| plain(text.text())).unwrap_or_default();
    let in_text = missing.iter().all(|word| text.contains(&plain(word)));
    let note = in_text
        .then(|| "they stand in a string, which is not a comment: begin each line with `#`".to_owned());
    let message = format!("the comments at the top of the file do not name {}", listed(&missing, "and"));
    let place = (!source.text().is_empty()).then(|| source.line_place(0));
    vec![Finding::new(place, message).with_note(note)]
}

/// Returns only the letters and digits, so that `E-mail:` equals `email`.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the first statement of a file if it is a string.
fn docstring(source: &Source) -> Option<Node<'_>> {
    let first = source.root().parts().next().filter(|first| first.is("expression_statement"))?;
    first.parts().next().filter(|text| text.is("string"))
}

#[cfg(test)]
mod tests {
    use super::super::{Finding, Rule, check};
    use crate::untrusted::Text;

    fn shown(finding: &Finding) -> String {
        format!("{}; {:?}", finding.message.expose(), finding.note.as_ref().map(Text::expose))
    }

    fn messages(text: &str) -> Vec<String> {
        let words = ["Author", "Email", "Spire ID"].map(str::to_owned).to_vec();
        let found = check(&Rule::Header { words }, "a.py", text.as_bytes());
        found.into_iter().map(|finding| shown(&finding)).collect()
    }

    #[test]
    fn header_comments_may_have_any_form() {
        for text in [
            "# Author: A\n# Email: a@b\n# Spire ID: 1\nx = 1\n",
            "#!/usr/bin/env python3\n\n#AUTHOR a, e-mail a@b\n\n# SpireID 1\n",
            "\u{feff}# author\r\n# email\r\n# spire id\r\n",
            "# author email spire_id",
            "# author\n# email\n# spire id\ndef f(:\n  x = (\n",
        ] {
            assert_eq!(messages(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn missing_words_are_named() {
        for (text, message) in [
            ("", "the comments at the top of the file do not name `Author`, `Email` and `Spire ID`; None"),
            (
                "# Author: A\nx = 1\n# Email, Spire ID\n",
                "the comments at the top of the file do not name `Email` and `Spire ID`; None",
            ),
            (
                "'''\nAuthor, Email, Spire ID\n'''\n",
                "the comments at the top of the file do not name `Author`, `Email` and `Spire ID`; \
                 Some(\"they stand in a string, which is not a comment: begin each line with `#`\")",
            ),
        ] {
            assert_eq!(messages(text), [message], "{text}");
        }
    }
}
