//! Finds functions that a submission in C defines in another way than the header declares them. Nobody else would: the
//! linker knows names alone.

use super::Dialect;
use super::complaints::{Complaint, errors};
use super::make::Settings;
use crate::language::{self, Error, Program};
use crate::submission::File;

/// The unit that is looked at.
const UNIT: &str = ".yardstick-clashes.c";

/// Returns the names of these functions, each with what the compiler says.
///
/// # Errors
///
/// When the sandbox fails.
pub(super) fn of(
    program: &Program,
    header: &str,
    settings: &Settings,
) -> Result<Vec<(String, String)>, Error> {
    let language = Dialect::C.language();
    let is_source = |name: &str| Dialect::C.is_source(name) && !name.starts_with(".yardstick");
    let sources = program.files().iter().map(|(path, file)| (path.display().to_string(), file));
    let mut found = Vec::new();
    // A source that includes the header would not compile if it clashed.
    for (name, _) in
        sources.filter(|(name, file)| is_source(name) && !language::includes(&file.content, header))
    {
        let unit = format!("#include \"{name}\"\n#include \"{header}\"\n");
        let mut files = program.files().clone();
        files.insert(UNIT.into(), File { content: unit.into_bytes(), executable: false });
        let command = ["{gcc}", "-fsyntax-only", "-fdiagnostics-color=never", "-fmax-errors=0", UNIT];
        let command: Vec<String> = command.into_iter().chain(settings.flags()).map(str::to_owned).collect();
        let (execution, _) = language::make(program.sandbox(), language, &command, files, None)?;
        let said = String::from_utf8_lossy(&execution.stderr).into_owned();
        found.extend(errors(&said).into_iter().filter_map(|complaint| clash(&complaint)));
    }
    Ok(found)
}

/// Returns the function of a complaint about two declarations of it, and how it is declared and defined, each on a line.
fn clash(complaint: &Complaint) -> Option<(String, String)> {
    let rest = complaint.message.strip_prefix("conflicting types for `")?;
    let (name, rest) = rest.split_once('`')?;
    let typed = |text: &str| Some(text.split('`').nth_back(1)?.to_owned()).filter(|_| text.ends_with('`'));
    let declared = typed(rest).unwrap_or_default();
    let defined = complaint.note.as_deref().and_then(typed).unwrap_or_default();
    // A structure that the source declares again, instead of including the header, is another type with the same name. The
    // compiler tells such a type by its name or by that of its structure.
    let [one, other] = [bare(&declared), bare(&defined)];
    if one == other || one == name || other == name {
        return None;
    }
    Some((name.to_owned(), format!("{}\n{declared}\n{defined}", complaint.message)))
}

/// Returns a type without the words before names of structures.
fn bare(named: &str) -> String {
    let is_kind = |word: &&str| !matches!(*word, "struct" | "union" | "enum");
    named.replace('(', "( ").split(' ').filter(is_kind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_declarations_clash() {
        let said = "stats.h:3:8: error: conflicting types for 'mean'; have 'double(const int *, int)'\n\
                    stats.c:5:8: note: previous definition of 'mean' with type 'double(int, const int *)'\n\
                    stats.h:4:8: error: conflicting types for 'sum'; have 'struct s(int)'\n\
                    stats.c:6:8: note: previous definition of 'sum' with type 'struct s(int)'\n\
                    stats.h:5:8: error: conflicting types for 'push'; have 'node *(node *, int)'\n\
                    stats.c:7:8: note: previous definition of 'push' with type 'struct node *(struct node *, int)'\n\
                    stats.h:2:8: error: conflicting types for 'node'; have 'struct node'\n\
                    stats.c:2:8: note: previous declaration of 'node' with type 'node'\n\
                    stats.c:9:1: error: unknown type name 'foo'\n";
        let message = "conflicting types for `mean`; have `double(const int *, int)`";
        let types = "double(const int *, int)\ndouble(int, const int *)";
        let clashes: Vec<_> = errors(said).iter().filter_map(clash).collect();
        assert_eq!(clashes, [("mean".to_owned(), format!("{message}\n{types}"))]);
    }
}
