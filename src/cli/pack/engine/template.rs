//! Files with places to be filled in: `@PLAN@` is replaced by a path, as the language of the file quotes it.

use regex::{Captures, Regex};

use crate::cli::shell_word::shell_word;

/// How a text is written in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoting {
    /// As one word of a shell.
    Shell,
    /// As a string in JSON, which is also one in YAML and in Python.
    Json,
    /// As JSON in a file in which `${{ … }}` is expanded.
    Workflow,
    /// As text of HTCondor, in which `$(…)` is a macro.
    Condor,
}

impl Quoting {
    /// Returns a text as it is written in the file.
    pub(super) fn quoted(self, text: &str) -> String {
        match self {
            Self::Shell => shell_word(text),
            Self::Json => serde_json::Value::from(text).to_string(),
            Self::Workflow => serde_json::Value::from(text).to_string().replace("${{", "$\\u007b{"),
            Self::Condor => text.replace('$', "$(DOLLAR)"),
        }
    }
}

/// What a place is filled with.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// Quoted as the file needs it.
    Text(String),
    /// Written as it is: a number, or a piece of the file.
    Plain(String),
}

/// Fills in a file.
///
/// # Panics
///
/// If a place has a name that is not among the values.
pub(super) fn fill(template: &str, quoting: Quoting, values: &[(&str, Value)]) -> String {
    let place = Regex::new("@([A-Z]+)@").expect("a pattern of our own");
    // In one pass: what is filled in is not looked at again.
    let value = |place: &Captures| {
        let (_, value) = values.iter().find(|(name, _)| *name == &place[1]).expect("every place has a value");
        match value {
            Value::Text(text) => quoting.quoted(text),
            Value::Plain(text) => text.clone(),
        }
    };
    place.replace_all(template, value).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_quoted_and_never_filled_in_again() {
        let values =
            [("PLAN", Value::Text("it's @N@ ${{ x }} $(y)".to_owned())), ("N", Value::Plain("3".to_owned()))];
        for (quoting, filled) in [
            (Quoting::Shell, r"p='it'\''s @N@ ${{ x }} $(y)' n=3"),
            (Quoting::Json, r#"p="it's @N@ ${{ x }} $(y)" n=3"#),
            (Quoting::Workflow, r#"p="it's @N@ $\u007b{ x }} $(y)" n=3"#),
            (Quoting::Condor, r"p=it's @N@ $(DOLLAR){{ x }} $(DOLLAR)(y) n=3"),
        ] {
            assert_eq!(fill("p=@PLAN@ n=@N@", quoting, &values), filled);
        }
    }
}
