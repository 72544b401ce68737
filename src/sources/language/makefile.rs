//! Programs that `make` builds, as a Makefile says. Whatever stands in it is done in the sandbox, as untrusted as a program.

use std::path::Path;
use std::sync::LazyLock;

use super::Language;
use super::own::{Definition, made};
use crate::submission::Snapshot;

/// What `make` makes in the place of a compiler's usual command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MakeGoal {
    /// The target of the Makefile.
    pub target: String,
    /// The file that it makes and that is run, by its path in the folder of the program.
    pub program: String,
}

/// The names of Makefiles, in the order in which GNU make looks for them.
const NAMES: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];

/// How make begins to complain about a Makefile that it cannot read, behind the file and the line.
const UNREADABLE: [&str; 4] =
    ["missing separator", "recipe commences before first target", "missing 'endif'", "missing 'endef'"];

impl MakeGoal {
    /// Returns the command that makes the program. A Makefile of the instructor counts more than those that the assignment names,
    /// and these more than any other. Everything is made anew, whatever was handed in with its sources.
    pub(super) fn command(&self, own: &Snapshot, named: &[String]) -> Vec<String> {
        let of_instructor = NAMES.iter().find(|name| own.get(Path::new(name)).is_some());
        let of_assignment = || NAMES.iter().find(|name| named.iter().any(|one| one == *name));
        let makefile = of_instructor.or_else(of_assignment).map(|name| ["-f", name]);
        let words = ["{make}", "-B"].into_iter().chain(makefile.into_iter().flatten());
        words.chain([self.target.as_str()]).map(str::to_owned).collect()
    }

    /// Returns the command that runs the program.
    pub(super) fn run(&self) -> Vec<String> {
        vec![format!("./{}", self.program)]
    }
}

/// How what a compiler or a linker makes begins: ELF, archives, programs of Windows and of macOS, classes of Java.
const MADE: [&[u8]; 6] =
    [b"\x7fELF", b"!<arch>\n", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"!<thin>\n"];

/// Tells whether a file was made by a compiler or a linker. A text may begin with `MZ`, too.
pub fn is_compiled(content: &[u8]) -> bool {
    MADE.iter().any(|head| content.starts_with(head)) && content.contains(&0)
}

/// Tells whether a line says that a Makefile among these files cannot be read, whatever lies beside it.
pub(super) fn is_unreadable(line: &str, files: &Snapshot) -> bool {
    let mut parts = line.splitn(3, ':');
    let (Some(file), Some(number), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let complaint = rest.trim_start().strip_prefix("*** ").unwrap_or_default();
    number.bytes().all(|digit| digit.is_ascii_digit())
        && UNREADABLE.iter().any(|known| complaint.starts_with(known))
        && files.get(Path::new(file)).is_some()
}

/// Returns Makefiles as if they were a language: what they need besides the tools of a compiler, and where that is found.
pub fn makefiles() -> &'static Language {
    static MAKEFILES: LazyLock<Language> = LazyLock::new(|| {
        made(Definition {
            name: "make".to_owned(),
            title: "Makefiles".to_owned(),
            ubuntu: vec!["make".to_owned()],
            run: vec!["make".to_owned()],
            ..Definition::default()
        })
    });
    &MAKEFILES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::File;

    fn files(names: &[&str]) -> Snapshot {
        let file = || File { content: Vec::new(), executable: false };
        names.iter().map(|name| (name.into(), file())).collect()
    }

    #[test]
    fn the_makefile_of_the_instructor_counts_most_and_any_other_least() {
        let goal = MakeGoal { target: "all".into(), program: "crack".into() };
        let command = |own: &[&str], named: &[&str]| {
            let named: Vec<String> = named.iter().map(|name| (*name).to_owned()).collect();
            goal.command(&files(own), &named).join(" ")
        };
        assert_eq!(command(&[], &["crack.c"]), "{make} -B all");
        assert_eq!(command(&[], &["crack.c", "Makefile"]), "{make} -B -f Makefile all");
        assert_eq!(command(&["harness.c", "makefile"], &["GNUmakefile"]), "{make} -B -f makefile all");
    }

    #[test]
    fn a_text_is_not_compiled_whatever_it_begins_with() {
        assert!(is_compiled(b"\x7fELF\x02\x01\x01\0") && is_compiled(b"MZ\x90\0"));
        assert!(
            !is_compiled(b"MZ,Mozambique\n") && !is_compiled(b"int main(void) {}\n") && !is_compiled(b"")
        );
    }

    #[test]
    fn only_a_makefile_that_cannot_be_read_is_the_instructors_fault() {
        let ours = files(&["Makefile"]);
        assert!(is_unreadable("Makefile:3: *** missing separator.  Stop.", &ours));
        for line in [
            "makefile:3: *** missing separator.  Stop.",
            "make: *** [Makefile:2: crack] Error 1",
            "make: *** No rule to make target 'crack.c', needed by 'crack'.  Stop.",
            "Makefile:3: *** say which one you want.  Stop.",
            "crack.c:3:1: error: expected ‘;’",
        ] {
            assert!(!is_unreadable(line, &ours), "{line}");
        }
    }
}
