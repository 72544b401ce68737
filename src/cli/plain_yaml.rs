//! Text as a person would write it in YAML.

/// Words that YAML takes for something else than text.
const TAKEN: [&str; 10] = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "~"];

/// A text in one line of YAML: bare where that can be, else in quotes. It can stand in a list in brackets.
pub(super) fn plain(text: &str) -> String {
    let is_small_number = matches!(text.parse::<u32>(), Ok(number) if number.to_string() == text);
    let starts_a_word = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_wordy = |c: char| c.is_ascii_alphanumeric() || " '_.-".contains(c);
    let is_bare = starts_a_word
        && text.chars().all(is_wordy)
        && !text.ends_with(' ')
        && !TAKEN.contains(&text.to_ascii_lowercase().as_str());
    if is_small_number || is_bare { text.to_owned() } else { quoted(text) }
}

/// In double quotes, with what cannot be seen written out.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            seen if !crate::report::Visible::changes(seen) => quoted.push(seen),
            unseen => quoted += &format!("\\U{:08X}", u32::from(unseen)),
        }
    }
    quoted + "\""
}

/// A list in brackets.
pub(super) fn list(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|text| plain(text)).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_and_numbers_stand_bare_and_what_yaml_would_misread_in_quotes() {
        let texts = ["Ada", "Grace Hopper", "7", "007", "-1", "1.5", "yes", "", " x", "a: b", "it's"];
        let written = list(&texts.map(str::to_owned));
        let expected = r#"[Ada, Grace Hopper, 7, "007", "-1", "1.5", "yes", "", " x", "a: b", it's]"#;
        assert_eq!(written, expected);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back_as_it_was(texts in prop::collection::vec(any::<String>(), 1..5)) {
            let read: Vec<serde_json::Value> = serde_yaml::from_str(&list(&texts)).unwrap();
            let read = read.iter().map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned));
            prop_assert_eq!(read.collect::<Vec<_>>(), texts);
        }
    }
}
