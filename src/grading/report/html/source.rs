//! The sources of a submission, and the lines in them that matter.

use std::collections::BTreeMap;

use super::markup::Html;
use super::sentence::sentence;
use crate::guidance::{Guidance, SourceLine};
use crate::report::entry::{Cause, Entry};
use crate::trace::{Source, Sources};
use crate::untrusted::Untrusted;

/// The most lines of a source that are shown from its beginning on: far more than people write who begin to program.
const MOST: usize = 2_000;

/// Writes the lines that matter, and what to do about them.
pub(super) fn guidance(html: &mut Html, guidance: &Guidance) {
    lines(html, guidance);
    todo(html, guidance);
}

/// Writes the lines that matter.
pub(super) fn lines(html: &mut Html, guidance: &Guidance) {
    if !guidance.lines.is_empty() {
        html.element("ol", &[("class", "code"), ("dir", "ltr")], |html| {
            guidance.lines.iter().for_each(|one| line(html, one.number, &one.text, true, |_| {}));
        });
    }
}

/// Writes what to do.
pub(super) fn todo(html: &mut Html, guidance: &Guidance) {
    if let Some(todo) = &guidance.todo {
        html.element("p", &[("class", "todo")], |html| {
            html.leaf("strong", &[], "Do this");
            html.text(" ");
            sentence(html, todo);
        });
    }
}

/// Writes all sources, with a remark at each line that an entry of the page points at.
pub(super) fn all(html: &mut Html, sources: &Sources, entries: &[Entry]) {
    let remarks = remarks(entries);
    if remarks.is_empty() {
        return;
    }
    let marked = |source: &&Source| remarks.keys().any(|(file, _)| *file == source.path);
    html.element("section", &[("aria-labelledby", "source"), ("class", "sources")], |html| {
        html.leaf("h2", &[("id", "source")], "The source, with every remark");
        for source in sources.iter().filter(marked) {
            html.leaf("h3", &[], &source.path);
            html.element("ol", &[("class", "code"), ("dir", "ltr")], |html| {
                let said = |number: usize| remarks.get(&(source.path.clone(), number));
                each_line(
                    html,
                    &source.text,
                    |number| said(number).is_some(),
                    |html, number, text| {
                        let said = said(number);
                        line(html, number, text, said.is_some(), |html| {
                            for (target, headline) in said.into_iter().flatten() {
                                html.element("a", &[("href", target)], |html| sentence(html, headline));
                            }
                        });
                    },
                );
            });
        }
    });
}

/// Writes the lines of a source: `line` writes one, which has a number. Of a source with very many, those at the beginning and those that
/// matter are written, and how many are left out.
pub(super) fn each_line(
    html: &mut Html,
    source: &Untrusted,
    matters: impl Fn(usize) -> bool,
    mut line: impl FnMut(&mut Html, usize, &Untrusted),
) {
    let mut left_out = 0;
    for (number, text) in (1..).zip(source.lines()) {
        if number <= MOST || matters(number) {
            tell_left_out(html, std::mem::take(&mut left_out));
            line(html, number, &text);
        } else {
            left_out += 1;
        }
    }
    tell_left_out(html, left_out);
}

fn tell_left_out(html: &mut Html, count: usize) {
    if count > 0 {
        let lines = if count == 1 { "line is" } else { "lines are" };
        html.leaf("li", &[("class", "left-out")], &format!("… {count} {lines} left out …"));
    }
}

/// For each line, by its file and its number: where the page tells about it, and what.
type Remarks = BTreeMap<(Untrusted, usize), Vec<(String, Untrusted)>>;

fn remarks(entries: &[Entry]) -> Remarks {
    let mut remarks = Remarks::new();
    let mut add = |index: usize, headline: Untrusted, lines: &[SourceLine]| {
        for line in lines {
            let said = remarks.entry((line.file.clone(), line.number)).or_default();
            said.push((format!("#s{index}"), headline.clone()));
        }
    };
    for entry in entries {
        match entry {
            Entry::Cause(cause) => add(cause.shown.0, cause.headline(), &cause.shown.1.guidance.lines),
            Entry::Scenario(index, scenario) => {
                add(*index, Cause::headline_of(scenario), &scenario.guidance.lines);
            }
            Entry::Alike(_) => {}
        }
    }
    remarks
}

/// Writes one line, and below it what is said about it.
fn line(html: &mut Html, number: usize, text: &Untrusted, is_marked: bool, said: impl FnOnce(&mut Html)) {
    html.element("li", &[("class", if is_marked { "marked" } else { "" })], |html| {
        html.element("span", &[("class", "number")], |html| {
            if is_marked {
                html.leaf("span", &[("aria-hidden", "true")], "▸ ");
            }
            html.text(&number.to_string());
        });
        html.leaf("code", &[], text);
        said(html);
    });
}
