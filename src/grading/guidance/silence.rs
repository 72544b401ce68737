//! Why a program printed nothing.

use super::{Guidance, SourceLine};
use crate::rules::Outline;
use crate::trace::{Source, Sources};
use crate::untrusted::{Text, Untrusted};

/// The names that the function with which a program begins usually has.
const BEGINNINGS: [&str; 5] = ["main", "start", "run", "begin", "play"];

/// The guidance for a program that ran, printed nothing and asked for nothing.
pub(super) fn guidance(sources: &Sources) -> Option<Guidance> {
    let entry = sources.iter().next()?;
    let say = |headline: Untrusted, lines: Vec<SourceLine>, todo: Option<Untrusted>| {
        Some(Guidance { headline: Some(headline), lines, todo })
    };
    let about = |rest: &str| Untrusted::concat(&[&"`", &entry.path, &"` ", &rest]);
    if entry.is_blank() {
        return say(about("is empty."), Vec::new(), Some("Save it in your editor, and check again.".into()));
    }
    let outline = outline(entry).unwrap_or_default();
    if outline.is_empty {
        let todo = "Is this the file that you mean? Save the program in it, and check again.";
        return say(
            about("has only comments and texts: there is nothing to run."),
            Vec::new(),
            Some(todo.into()),
        );
    }
    let ran = "ran and ended, and printed nothing";
    if let Some((line, mistake)) = &outline.mistaken_guard {
        let todo = Untrusted::concat(&[&"Write `if __name__ == \"__main__\":` there: ", mistake, &"."]);
        return say(about(&format!("{ran}.")), at(sources, entry, *line), Some(todo));
    }
    if let Some(line) = outline.stops {
        let todo = "Take this line out: it ends the program before it begins.";
        return say(about(&format!("{ran}.")), at(sources, entry, line), Some(todo.into()));
    }
    match outline.functions.as_slice() {
        functions @ [.., last] if !outline.calls => {
            let defines = match functions.len() {
                1 => "it defines one function, and does not call it".to_owned(),
                count => format!("it defines {count} functions, and calls none of them"),
            };
            let usual = BEGINNINGS.iter().find_map(|name| functions.iter().find(|one| one == name));
            let begin = Untrusted::concat(&[&"`", usual.unwrap_or(last), &"()`"]);
            let todo = match usual {
                Some(_) => Untrusted::concat(&[&"Call it in the last line, at the left margin: ", &begin]),
                None => Untrusted::concat(&[
                    &"Call the one that begins the program in the last line, at the left margin, such as ",
                    &begin,
                ]),
            };
            say(about(&format!("{ran}: {defines}.")), Vec::new(), Some(todo))
        }
        _ => say(about(&format!("{ran}.")), Vec::new(), None),
    }
}

fn outline(source: &Source) -> Option<Outline> {
    let name = source.path.expose();
    name.ends_with(".py").then(|| Outline::of(name, source.text.expose().as_bytes()).ok())?
}

fn at(sources: &Sources, entry: &Source, line: usize) -> Vec<SourceLine> {
    SourceLine::of(sources, &entry.path, line).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(source: &str) -> (String, Vec<usize>, String) {
        let guidance = guidance(&Sources::of_one("main.py", source)).unwrap();
        let text = |text: Option<Untrusted>| text.unwrap_or_default().expose().to_owned();
        (
            text(guidance.headline),
            guidance.lines.iter().map(|line| line.number).collect(),
            text(guidance.todo),
        )
    }

    #[test]
    fn the_reason_for_silence_is_read_off_the_source() {
        let cases = [
            ("", "`main.py` is empty.", vec![], "Save it in your editor"),
            ("# soon\n", "has only comments", vec![], "Is this the file"),
            (
                "def a(): pass\ndef main(): pass\n# end\n",
                "it defines 2 functions, and calls none",
                vec![],
                "`main()`",
            ),
            ("def a(): pass\n", "it defines one function, and does not call it", vec![], "such as `a()`"),
            (
                "def main(): pass\nif __name__ == 'main':\n    main()\n",
                "printed nothing.",
                vec![2],
                "__main__",
            ),
            ("exit()\nprint(1)\n", "printed nothing.", vec![1], "Take this line out"),
            ("x = len('a')\n", "`main.py` ran and ended, and printed nothing.", vec![], ""),
        ];
        for (source, headline, lines, todo) in cases {
            let said = said(source);
            assert!(
                said.0.contains(headline) && said.1 == lines && said.2.contains(todo),
                "{source}: {said:?}"
            );
        }
    }
}
