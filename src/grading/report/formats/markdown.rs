//! A summary in GitHub Flavored Markdown: <https://github.github.com/gfm/>.

use std::fmt::{self, Write as _};
use std::io;

use crate::compare::Verdict;
use crate::points::Points;
use crate::report::entry::{Entry, entries};
use crate::report::table::mark;
use crate::report::warned::Warned;
use crate::report::{Format, Graded, GradedScenario, Report, Visible, student};
use crate::untrusted::{Text, Untrusted};

/// Writes a table of the class; for one submission, a table of its scenarios, and the details of those that were lost.
pub struct Markdown;

impl Format for Markdown {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "# {}", Inline(&report.title))?;
        writeln!(out)?;
        match report.submissions.as_slice() {
            [only] => one(only, report, out),
            all => class(all, report, out),
        }
    }
}

fn class(all: &[Graded], report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "| submission | points | of | scenarios lost |")?;
    writeln!(out, "|---|--:|--:|---|")?;
    for graded in all {
        let lost = match &graded.problem {
            Some(problem) => problem.first_line(),
            None => Untrusted::join(lost(graded).map(GradedScenario::full_name), ", "),
        };
        let points = points(graded.points);
        writeln!(
            out,
            "| {} | {points} | {} | {} |",
            Inline(&graded.shown_name()),
            report.max_points,
            Inline(&lost)
        )?;
    }
    writeln!(out)?;
    let summary = &report.summary;
    if let (Some(mean), Some(median)) = (summary.mean, summary.median) {
        writeln!(out, "{} graded, mean {mean}, median {median}.", summary.graded)?;
    }
    if summary.not_graded > 0 {
        writeln!(out, "{} not graded: that is no fault of theirs.", summary.not_graded)?;
    }
    Ok(())
}

fn one(graded: &Graded, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    match graded.points {
        Some(points) => {
            writeln!(
                out,
                "**{points} of {}** – {}",
                report.max_points.counted(),
                Inline(&graded.shown_name())
            )?;
        }
        None => writeln!(
            out,
            "**Not graded**, through no fault of the submission – {}",
            Inline(&graded.shown_name())
        )?,
    }
    writeln!(out)?;
    for comment in &graded.comments {
        fenced(&comment.told(), out)?;
        writeln!(out)?;
    }
    if let Some(problem) = &graded.problem {
        return fenced(problem, out);
    }
    writeln!(out, "| | scenario | verdict | points | of |")?;
    writeln!(out, "|---|---|---|--:|--:|")?;
    for scenario in &graded.scenarios {
        let (name, verdict) = (scenario.full_name(), scenario.verdict);
        let points = scenario.shown_points().unwrap_or_else(|| "–".to_owned());
        let (mark, max) = (mark(verdict), scenario.shown_max());
        writeln!(
            out,
            "| {} | {} | {verdict} | {points} | {max} |",
            Inline(&mark.to_string()),
            Inline(&name)
        )?;
    }
    if let Some(sentence) = graded.undisclosed.sentence() {
        writeln!(out, "\n{sentence}")?;
    }
    for entry in entries(graded).iter().filter(|entry| entry.is_lost() || entry.warns()) {
        match entry {
            Entry::Scenario(_, scenario) if scenario.verdict == Verdict::NotGraded => {}
            Entry::Scenario(_, scenario) => {
                writeln!(out, "\n### {}\n", Inline(&scenario.full_name()))?;
                fenced(&student::plain_details(scenario), out)?;
            }
            Entry::Cause(cause) => {
                writeln!(out, "\n### {}\n", Inline(&cause.headline()))?;
                fenced(&student::plain_cause(cause), out)?;
            }
            Entry::Alike(alike) => {
                writeln!(out, "\n### {}\n", Inline(&alike.name()))?;
                fenced(&student::plain_alike(alike), out)?;
            }
        }
    }
    if let Some(Warned { head, lines }) = Warned::of(graded) {
        writeln!(out, "\n{head}\n")?;
        fenced(&lines.join("\n"), out)?;
    }
    Ok(())
}

fn lost(graded: &Graded) -> impl Iterator<Item = &GradedScenario> {
    graded.scenarios.iter().filter(|scenario| scenario.is_lost() && scenario.verdict != Verdict::NotGraded)
}

fn points(points: Option<Points>) -> String {
    points.map_or_else(|| "–".to_owned(), |points| points.to_string())
}

/// Writes a text between fences that are longer than any fence in the text.
fn fenced(text: &(impl Text + ?Sized), out: &mut dyn io::Write) -> io::Result<()> {
    let text = Visible::lines(text).to_string();
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat((longest + 1).max(3));
    writeln!(out, "{fence}text\n{}\n{fence}", text.trim_end())
}

/// The characters with a meaning inside a line of GitHub Flavored Markdown: emphasis, code, links, HTML, entities, cells,
/// formulas. `:`, `@` and `.` are here because GitHub turns addresses into links.
const MARKUP: &str = "\\`*_~[]<>&|$#!:@.";

/// Text in a line or in a cell of a table, in which no character is markup.
struct Inline<'a>(&'a dyn Text);

impl fmt::Display for Inline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for character in Visible::new(self.0).to_string().chars() {
            if MARKUP.contains(character) {
                f.write_char('\\')?;
            }
            f.write_char(character)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Options, Parser, TagEnd};

    /// The text of a heading, and of the one cell of a table; nothing if there is anything else in them.
    fn texts(page: &str) -> Option<Vec<String>> {
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_MATH
            | Options::ENABLE_GFM;
        let mut texts = Vec::new();
        let mut text = String::new();
        for event in Parser::new_ext(page, options) {
            match event {
                Event::Text(more) => text.push_str(&more),
                Event::Start(tag) if is_block(tag.to_end()) => text.clear(),
                Event::End(tag) if is_block(tag) => texts.push(text.trim().to_owned()),
                Event::Start(tag) if is_table(tag.to_end()) => {}
                Event::End(tag) if is_table(tag) => {}
                _ => return None,
            }
        }
        Some(texts)
    }

    fn is_block(tag: TagEnd) -> bool {
        matches!(tag, TagEnd::Heading(_) | TagEnd::TableCell)
    }

    fn is_table(tag: TagEnd) -> bool {
        matches!(tag, TagEnd::Table | TagEnd::TableHead | TagEnd::TableRow)
    }

    proptest! {
        #[test]
        fn a_text_is_shown_as_it_is(
            text in prop_oneof![
                "[a-z0-9 \\\\`*_~\\[\\]<>&|$#!:@.(){}^=+\"'/-]{1,30}",
                ".{1,20}",
            ]
        ) {
            let shown = Visible::new(&text).to_string().trim().to_owned();
            prop_assume!(!shown.is_empty());
            let page = format!("# x{}x\n\n| - |\n|---|\n| x{}x |\n", Inline(&text), Inline(&text));
            let shown = format!("x{}x", Visible::new(&text));
            prop_assert_eq!(texts(&page), Some(vec![shown.clone(), "-".to_owned(), shown]), "{}", page);
        }

        #[test]
        fn a_fence_holds_everything(text in "[`~a \n]{0,60}") {
            let mut page = Vec::new();
            fenced(&text, &mut page).unwrap();
            let page = String::from_utf8(page).unwrap();
            let inside: String = Parser::new(&page)
                .filter_map(|event| match event {
                    Event::Text(text) => Some(text.into_string()),
                    _ => None,
                })
                .collect();
            prop_assert_eq!(inside.trim_end(), text.trim_end());
        }
    }
}
