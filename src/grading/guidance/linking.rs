//! What a linker's complaint means: a function that nobody defines, or one that is defined twice.

use std::sync::LazyLock;

use regex::Regex;

use super::{Guidance, SourceLine};
use crate::trace::Sources;
use crate::untrusted::{Text, Untrusted};

/// The place and the name of a function that is not there.
static UNDEFINED: LazyLock<Regex> = LazyLock::new(|| {
    // Since binutils 2.47 the place in the section stands behind the line.
    Regex::new(r"(?m)^(?:\S*ld: )?(?:\S+\.o: )?(?:([^:()\s]+):(\d+)(?::\([^)\n]*\))?|.*): undefined reference to `([^'\n]+)'")
        .expect("the pattern is one")
});

/// The name of a function that is there twice.
static TWICE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)multiple definition of `([^'\n]+)'").expect("the pattern is one"));

/// The beginning of a function in C or C++.
static DEFINITION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^[A-Za-z_][\w \t*&:<>,]*?[ \t*&]([A-Za-z_]\w*)\s*\([^;{}()]*\)\s*(?:const\s*)?\{")
        .expect("the pattern is one")
});

/// The most functions that are named.
const MOST: usize = 6;

/// The guidance for a program that its compiler accepts and its linker does not.
pub(super) fn guidance(language: &str, complaint: &Untrusted, sources: &Sources) -> Option<Guidance> {
    let said = complaint.expose();
    let there = functions(sources);
    if let Some(found) = UNDEFINED.captures(said) {
        let name = found.get(3).map_or("", |name| name.as_str());
        let like = similar(name, &there);
        if name == "main" {
            let known = match there.as_slice() {
                [] => String::new(),
                all => {
                    let rest = all.len().saturating_sub(MOST);
                    let all: Vec<String> = all.iter().take(MOST).map(|name| format!("`{name}`")).collect();
                    let rest = if rest == 0 { String::new() } else { format!(" and {rest} more") };
                    let verb = if all.len() == 1 { "is" } else { "are" };
                    format!("; there {verb} {}{rest}", all.join(", "))
                }
            };
            let headline =
                format!("There is no function `main`, with which a program in {language} begins{known}.");
            let todo = match like {
                Some(like) => format!("Look at the name: `{like}` should be `main`."),
                None => "Write a function `int main(void)`, and call the others from there.".to_owned(),
            };
            return Some(told(headline, None, todo));
        }
        let called = found.get(1).zip(found.get(2)).and_then(|(file, line)| {
            Some((Untrusted::from(file.as_str()), line.as_str().parse::<usize>().ok()?))
        });
        let line = called.as_ref().and_then(|(file, line)| SourceLine::of(sources, file, *line));
        let who = match (&called, &line) {
            (Some((_, number)), Some(line)) => {
                format!("is called in line {number} of `{}`", line.file.expose())
            }
            (Some((file, _)), None) => format!("is called by the tests (`{}`)", file.expose()),
            (None, _) => "is called".to_owned(),
        };
        let there_is = like.as_ref().map(|like| format!("; there is `{like}`")).unwrap_or_default();
        let headline = format!("Nothing defines `{name}`, which {who}{there_is}.");
        let todo = match (like, line.is_some()) {
            (Some(_), _) => "Look at the name: it must be the same, in capitals and small letters too.",
            (None, true) => "Define it, or look at its name where it is called.",
            (None, false) => "Define it with exactly this name, as the task asks for it.",
        };
        return Some(told(headline, line, todo.to_owned()));
    }
    let name = TWICE.captures(said)?.get(1)?.as_str();
    let headline = format!("`{name}` is defined twice.");
    Some(told(
        headline,
        None,
        "Keep one of the two; a header declares, and only one source defines.".to_owned(),
    ))
}

fn told(headline: String, line: Option<SourceLine>, todo: String) -> Guidance {
    Guidance { headline: Some(headline.into()), lines: line.into_iter().collect(), todo: Some(todo.into()) }
}

/// Returns the names of the functions that the sources define.
fn functions(sources: &Sources) -> Vec<String> {
    const WORDS: [&str; 6] = ["if", "while", "for", "switch", "return", "else"];
    let mut names: Vec<String> = Vec::new();
    for source in sources.iter() {
        for found in DEFINITION.captures_iter(source.text.expose()) {
            let name = &found[1];
            if !WORDS.contains(&name) && !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

/// Returns the name that is most like another one, if it is like it at all. In C++ the parameters stand behind a name.
fn similar(name: &str, there: &[String]) -> Option<String> {
    let name = name.split('(').next().unwrap_or(name);
    let likeness = |one: &String| strsim::jaro_winkler(&one.to_lowercase(), &name.to_lowercase());
    let nearest =
        there.iter().filter(|one| *one != name).max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(nearest) > 0.9).then(|| nearest.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headline(complaint: &str, source: &str) -> String {
        let guidance = guidance("C", &complaint.into(), &Sources::of_one("f.c", source)).unwrap();
        guidance.headline.unwrap().expose().to_owned()
    }

    #[test]
    fn a_program_without_main_is_told_which_functions_it_has() {
        let said = "/usr/bin/ld: /usr/lib/crt1.o: in function `_start':\n(.text+0x17): undefined reference to `main'\n\
                    collect2: error: ld returned 1 exit status";
        let source = "int helper(int a)\n{\n  if (a) { return 1; }\n  return 2;\n}\nvoid Main(void) {\n}\n";
        insta::assert_snapshot!(headline(said, source), @"There is no function `main`, with which a program in C begins; there are `helper`, `Main`.");
        assert!(headline(said, "").ends_with("program in C begins."));
    }

    #[test]
    fn a_function_that_is_missing_is_named_with_who_calls_it() {
        let said = "/usr/bin/ld: /tmp/c.o: in function `main':\nharness.c:8: undefined reference to `vote'\n";
        insta::assert_snapshot!(headline(said, "bool Vote(int a) {\n}\n"), @"Nothing defines `vote`, which is called by the tests (`harness.c`); there is `Vote`.");
        let said = "/usr/bin/ld: /tmp/c.o: in function `main':\nf.c:1: undefined reference to `swap'\n";
        insta::assert_snapshot!(headline(said, "int main(void) { swap(); }\n"), @"Nothing defines `swap`, which is called in line 1 of `f.c`.");
        let said = "/usr/bin/x86_64-linux-gnu-ld.bfd: /tmp/c.o: in function `main':\nf.c:1:(.text+0xa): undefined reference to `swap'\n";
        insta::assert_snapshot!(headline(said, "int main(void) { swap(); }\n"), @"Nothing defines `swap`, which is called in line 1 of `f.c`.");
        insta::assert_snapshot!(headline("b.c:2: multiple definition of `f'; a.c:1: first defined here", ""), @"`f` is defined twice.");
    }
}
