//! What to do about a file that is not there under its name.

use std::path::Path;

use super::Guidance;
use crate::untrusted::{Text, Untrusted};

/// The guidance for a file that is wanted, where one with a similar name was handed in.
pub(super) fn guidance(wanted: &str, similar: &Untrusted) -> Guidance {
    let headline = Untrusted::concat(&[&"There is no `", &wanted, &"`, but there is `", similar, &"`."]);
    let ending = |name: &str| Path::new(name).extension().map(std::ffi::OsStr::to_ascii_lowercase);
    let is_named_so = |name: &str| ending(name).is_some_and(|ending| ending == "ipynb");
    let is_notebook = is_named_so(similar.expose()) && !is_named_so(wanted);
    let is_odd = |c: char| c.is_control() || !c.is_ascii() && !c.is_alphanumeric();
    let todo = if similar.expose().chars().any(is_odd) {
        format!("Rename it to `{wanted}`, and check again.").into()
    } else if is_notebook {
        format!("A notebook is no program. Save it as one (File, Save and Export As, Executable Script), name it `{wanted}`, and check again.").into()
    } else {
        Untrusted::concat(&[
            &"Rename it and check again: `mv ",
            &quoted(similar),
            &" ",
            &quoted(&wanted.into()),
            &"`",
        ])
    };
    Guidance { headline: Some(headline), lines: Vec::new(), todo: Some(todo) }
}

/// A name as a shell reads it.
fn quoted(name: &Untrusted) -> Untrusted {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let quoted = match name.expose().chars().all(is_plain) {
        true => name.clone(),
        false => Untrusted::concat(&[&"'", &name.without(&"'", "'\\''"), &"'"]),
    };
    // What begins with a dash is an option.
    match name.expose().starts_with('-') {
        true => Untrusted::concat(&[&"./", &quoted]),
        false => quoted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_renamed_and_a_notebook_is_exported() {
        let todo = |similar: &str| guidance("main.py", &similar.into()).todo.unwrap();
        assert_eq!(todo("mian.py"), "Rename it and check again: `mv mian.py main.py`");
        assert_eq!(todo("my main.py"), "Rename it and check again: `mv 'my main.py' main.py`");
        assert_eq!(todo("it's.py"), "Rename it and check again: `mv 'it'\\''s.py' main.py`");
        assert_eq!(todo("-main.py"), "Rename it and check again: `mv ./-main.py main.py`");
        assert_eq!(todo("\u{202e}main.py"), "Rename it to `main.py`, and check again.");
        assert!(todo("main.ipynb").contains(&"notebook"));
        let notebook = guidance("main.ipynb", &"Main.ipynb".into()).todo.unwrap();
        assert_eq!(notebook, "Rename it and check again: `mv Main.ipynb main.ipynb`");
    }
}
