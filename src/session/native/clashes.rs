//! Finds functions that a submission in C defines in another way than the header declares them. Nobody else would: the
//! linker knows names alone.

use super::Dialect;
use super::complaints::errors;
use crate::language::{self, Error, Program};
use crate::submission::File;

/// The unit that is looked at.
const UNIT: &str = ".yardstick-clashes.c";

/// Returns the names of these functions, each with what the compiler says.
///
/// # Errors
///
/// When the sandbox fails.
pub(super) fn of(program: &Program, header: &str) -> Result<Vec<(String, String)>, Error> {
    let language = Dialect::C.language();
    let is_source = |name: &str| {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        language.owns(ending) && !language.is_header(name) && !name.starts_with(".yardstick")
    };
    let sources = program.files().iter().map(|(path, file)| (path.display().to_string(), file));
    let mut found = Vec::new();
    for (name, _) in sources.filter(|(name, file)| is_source(name) && !includes(file, header)) {
        let unit = format!("#include \"{name}\"\n#include \"{header}\"\n");
        let mut files = program.files().clone();
        files.insert(UNIT.into(), File { content: unit.into_bytes(), executable: false });
        let command = ["{gcc}", "-fsyntax-only", "-fdiagnostics-color=never", "-fmax-errors=0", UNIT];
        let command: Vec<String> =
            command.iter().chain(Dialect::C.flags()).map(|word| (*word).to_owned()).collect();
        let (execution, _) = language::make(program.sandbox(), language, &command, files)?;
        let said = String::from_utf8_lossy(&execution.stderr).into_owned();
        found.extend(errors(&said).into_iter().filter_map(|complaint| clash(&complaint.message)));
    }
    Ok(found)
}

/// Whether a source includes the header. Then it would not compile if it clashed.
fn includes(file: &File, header: &str) -> bool {
    let text = String::from_utf8_lossy(&file.content);
    text.lines().any(|line| {
        let rest = line.trim_start().strip_prefix('#').map(str::trim_start);
        let rest = rest.and_then(|rest| rest.strip_prefix("include")).map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with(&format!("\"{header}\"")))
    })
}

/// Returns the function and the sentence of a complaint about two declarations of it.
fn clash(message: &str) -> Option<(String, String)> {
    let rest = message.strip_prefix("conflicting types for `")?;
    let (name, _) = rest.split_once('`')?;
    Some((name.to_owned(), message.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_included_header_is_seen() {
        let file = |text: &str| File { content: text.into(), executable: false };
        assert!(includes(&file("/* a */\n # include  \"stats.h\" // b\n"), "stats.h"));
        assert!(!includes(
            &file("// #include \"stats.h\"\n#include <stats.h>\n#include \"stats.h.old\n"),
            "stats.h"
        ));
    }

    #[test]
    fn only_two_declarations_clash() {
        let message = "conflicting types for `mean`; have `double(const int *, int)`";
        assert_eq!(clash(message), Some(("mean".to_owned(), message.to_owned())));
        assert_eq!(clash("unknown type name `foo`"), None);
    }
}
