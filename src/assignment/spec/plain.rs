//! Writes text as a person would write it in YAML.

use crate::trace::is_unseen;

/// The largest number of characters in a line.
pub(super) const WIDTH: usize = 110;

/// Words that YAML reads as something else than text.
const READ_AS_OTHER_TYPES: [&str; 10] = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "~"];

/// Writes a text in one line of YAML: without quotes if possible. It can be an item of a list in brackets.
pub fn plain(text: &str) -> String {
    let is_small_number = matches!(text.parse::<i64>(), Ok(number) if number.to_string() == text);
    let starts_a_word = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_wordy = |c: char| c.is_ascii_alphanumeric() || " '_.-".contains(c);
    let is_bare = starts_a_word
        && text.chars().all(is_wordy)
        && !text.ends_with(' ')
        && !READ_AS_OTHER_TYPES.contains(&text.to_ascii_lowercase().as_str());
    if is_small_number || is_bare { text.to_owned() } else { quoted(text) }
}

/// Writes a text in double quotes, with escapes for invisible characters.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            seen if !is_unseen(seen) => quoted.push(seen),
            unseen => quoted += &format!("\\U{:08X}", u32::from(unseen)),
        }
    }
    quoted + "\""
}

/// Writes a list in brackets.
pub fn list(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|text| plain(text)).collect::<Vec<_>>().join(", "))
}

/// Writes `key: [one, two]` in a mapping with this indentation, on several lines if it is long.
pub(super) fn entry(key: &str, texts: &[String], indent: usize) -> Vec<String> {
    let line = format!("{key}: {}", list(texts));
    if indent + line.chars().count() <= WIDTH {
        return vec![line];
    }
    let mut lines = vec![format!("{key}:"), "  [".to_owned()];
    for (number, text) in texts.iter().enumerate() {
        let item = plain(text) + if number + 1 < texts.len() { "," } else { "]" };
        let last = lines.last_mut().expect("there is a first line");
        if indent + last.chars().count() + 1 + item.chars().count() > WIDTH {
            lines.push(format!("   {item}"));
        } else {
            last.push_str(if last.ends_with('[') { "" } else { " " });
            last.push_str(&item);
        }
    }
    lines
}

/// Writes a text as comment lines with this indentation.
pub fn comment(text: &str, indent: usize) -> Vec<String> {
    let mut lines = vec!["#".to_owned()];
    let seen: String =
        text.chars().map(|c| if is_unseen(c) && !c.is_whitespace() { '�' } else { c }).collect();
    for word in seen.split_whitespace() {
        let last = lines.last_mut().expect("there is a first line");
        if indent + last.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(format!("#   {word}"));
        } else {
            last.push(' ');
            last.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_text_that_yaml_would_misread_is_quoted() {
        let texts = ["Ada", "Grace Hopper", "7", "-1", "007", "-0", "1.5", "yes", "", " x", "a: b", "it's"];
        let written = list(&texts.map(str::to_owned));
        let expected = r#"[Ada, Grace Hopper, 7, -1, "007", "-0", "1.5", "yes", "", " x", "a: b", it's]"#;
        assert_eq!(written, expected);
    }

    #[test]
    fn a_long_list_and_a_long_comment_are_broken_into_lines() {
        let lines = entry("stdin", &vec!["Grace Hopper".to_owned(); 12], 8);
        let row = "Grace Hopper, ".repeat(7);
        assert_eq!(
            lines,
            [
                "stdin:".to_owned(),
                format!("  [{}", row.trim_end()),
                format!("   {}]", "Grace Hopper, ".repeat(5).trim_end_matches(", "))
            ]
        );
        let comment = comment(&"four ".repeat(30), 8);
        assert_eq!(comment.len(), 2);
        assert!(comment.iter().all(|line| line.starts_with("# ") && line.len() + 8 <= WIDTH), "{comment:?}");
    }

    proptest! {
        #[test]
        fn written_texts_are_read_back_unchanged(texts in prop::collection::vec(any::<String>(), 1..40)) {
            for written in [format!("key: {}", list(&texts)), entry("key", &texts, 4).join("\n")] {
                let read: std::collections::BTreeMap<String, Vec<serde_json::Value>> =
                    serde_yaml::from_str(&written).unwrap();
                let read =
                    read["key"].iter().map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned));
                prop_assert_eq!(&read.collect::<Vec<_>>(), &texts);
            }
        }
    }
}
