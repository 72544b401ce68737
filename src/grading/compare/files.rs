//! Compares what a program left in its folder.

use super::binary;
use super::difference::{Difference, shortened};
use super::relaxed;
use super::table;
use super::text;
use crate::spec::{Comparison, ExpectedContent, ExpectedFile, Pattern, Relaxation};
use crate::trace::{Left, Trace};
use crate::untrusted::Untrusted;

/// A file that is not as expected.
pub(super) struct WrongFile {
    pub(super) path: String,
    /// What is wrong with it, without a period, but with a question mark.
    pub(super) sentence: Untrusted,
    /// Where its text differs, if both are text.
    pub(super) difference: Option<Difference>,
}

/// Tells whether all files are as expected.
pub(super) fn accepts(expected: &[ExpectedFile], trace: &Trace) -> bool {
    expected.iter().all(|file| is_right(file, left(file, trace)))
}

/// Returns the files that are not as expected, in the order of their paths.
pub(super) fn wrong(expected: &[ExpectedFile], trace: &Trace) -> Vec<WrongFile> {
    let wrong =
        expected.iter().map(|file| (file, left(file, trace))).filter(|(file, left)| !is_right(file, left));
    wrong.map(|(file, left)| explained(file, left)).collect()
}

/// Returns what is said of files where the output is right, and the first difference in them.
pub(super) fn told(wrong: Vec<WrongFile>) -> (Vec<Untrusted>, Option<Difference>) {
    let first = wrong.iter().position(|file| file.difference.is_some());
    let (mut sentences, mut shown) = (Vec::new(), None);
    for (place, file) in wrong.into_iter().enumerate() {
        let sentence = match file.difference {
            Some(difference) if Some(place) == first => {
                let sentence = difference.sentence.clone();
                shown = Some(difference);
                sentence
            }
            _ => file.sentence,
        };
        sentences.push(sentence.map(|sentence| match super::capitalized(sentence) {
            question if question.ends_with('?') => question,
            statement => statement + ".",
        }));
    }
    (sentences, shown)
}

fn left<'t>(file: &ExpectedFile, trace: &'t Trace) -> &'t Left {
    trace.left.get(&file.path).unwrap_or(&Left::Nothing)
}

fn is_right(file: &ExpectedFile, left: &Left) -> bool {
    match (&file.content, left) {
        (ExpectedContent::Absent, Left::Nothing | Left::Misnamed(_)) => true,
        (ExpectedContent::Bytes(expected), Left::Content(content)) => {
            expected == content
                || texts(expected, content).is_some_and(|[expected, content]| match &file.comparison {
                    Comparison::Table(table) => table::accepts(table, expected, content),
                    Comparison::Text(_) | Comparison::Events(_) => {
                        let relaxations = relaxations(file);
                        !relaxations.is_empty() && relaxed::same(expected, content, relaxations)
                    }
                })
        }
        (ExpectedContent::Like(pattern), Left::Content(content)) => {
            let plain = |text: &str| relaxed::normalize(text, relaxations(file)).into_owned();
            text_of(content).is_some_and(|text| pattern.matches(&plain(text), plain))
        }
        _ => false,
    }
}

/// The relaxations for a file that is compared as text.
fn relaxations(file: &ExpectedFile) -> &[Relaxation] {
    match &file.comparison {
        Comparison::Text(relaxations) => relaxations,
        Comparison::Events(_) | Comparison::Table(_) => &[],
    }
}

fn explained(file: &ExpectedFile, left: &Left) -> WrongFile {
    let path = &file.path;
    let plain_text = |text: &str| relaxed::normalize(text, relaxations(file)).into_owned();
    let plain = |what: &str| WrongFile {
        sentence: format!("the file `{path}` {what}").into(),
        difference: None,
        path: path.clone(),
    };
    match (&file.content, left) {
        (_, Left::Closed) => plain("may not be read"),
        (ExpectedContent::Absent, _) => plain("is there when the program has ended, and must not be"),
        (_, Left::Nothing) => plain("is not there when the program has ended"),
        (_, Left::Misnamed(name)) => WrongFile {
            sentence: Untrusted::concat(&[
                &format!("the file `{path}` is not there when the program has ended, but `"),
                name,
                &"` is: is the name misspelled?",
            ]),
            ..plain("")
        },
        (_, Left::NoFile) => plain("is something else: a folder, a link or a pipe"),
        (_, Left::TooLong(length)) => plain(&format!("has {length} bytes, which is too long to be compared")),
        (ExpectedContent::Bytes(expected), Left::Content(content)) => match texts(expected, content) {
            _ if content.is_empty() => plain("is empty"),
            None => plain(&binary::difference(expected, content)),
            Some([expected, content]) => {
                let difference = match &file.comparison {
                    Comparison::Table(table) => table::difference(table, expected, content),
                    Comparison::Text(_) | Comparison::Events(_) => {
                        let [expected, content] =
                            [expected, content].map(|text| Trace::of_output(text.as_bytes().to_vec()));
                        text::difference(relaxations(file), &expected, &content)
                    }
                };
                let place = format!("in the file `{path}`, ");
                let sentence = difference
                    .sentence
                    .map(|sentence| place.clone() + &sentence.replacen(", printed `", ", written `", 1));
                WrongFile {
                    sentence: format!("the file `{path}` differs").into(),
                    difference: Some(Difference { sentence, ..difference }),
                    path: path.clone(),
                }
            }
        },
        (ExpectedContent::Like(_), Left::Content(content)) if content.is_empty() => plain("is empty"),
        (ExpectedContent::Like(pattern), Left::Content(content)) => match (text_of(content), pattern) {
            (None, _) => plain("is no text"),
            (Some(text), Pattern::Contains(texts) | Pattern::Words(texts)) => {
                let place = pattern.missing(&plain_text(text), plain_text).unwrap_or_default();
                plain(&format!("does not contain `{}`", shortened(&texts[place])))
            }
            (Some(_), Pattern::Whole { .. } | Pattern::Regex(_)) => {
                plain("has nothing that matches the regular expression that is expected")
            }
        },
        (ExpectedContent::Reference, Left::Content(_)) => plain("has no expectation"),
    }
}

/// Both as texts, if both are.
fn texts<'a>(expected: &'a [u8], content: &'a [u8]) -> Option<[&'a str; 2]> {
    Some([text_of(expected)?, text_of(content)?])
}

fn text_of(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}
