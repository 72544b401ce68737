//! The table of a class, for a terminal.

use std::io;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::{Earlier, Format, Graded, GradedScenario, Report, Visible};
use crate::compare::Verdict;
use crate::points::Points;
use crate::sandbox::Level;
use crate::untrusted::Untrusted;

/// Writes one line for each submission, with name, points, and a mark for every scenario; then a summary.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Whether the lines of submissions are left out.
    pub summary_only: bool,
    /// Whether each lost scenario gets a line of its own.
    pub verbose: bool,
    /// The number of columns of the terminal.
    pub width: usize,
}

/// Names are cut off after this many columns.
const LONGEST_NAME: usize = 40;

impl Format for Table {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        let names = report.submissions.iter().map(|one| Visible::new(&one.shown_name()).to_string().width());
        let name_width = names.max().unwrap_or_default().min(LONGEST_NAME);
        let points_width =
            report.submissions.iter().map(|one| points_text(one, report).width()).max().unwrap_or_default();
        let columns = Columns { name_width, points_width };
        if !self.summary_only {
            for submission in &report.submissions {
                self.submission(submission, report, &columns, out)?;
            }
            writeln!(out)?;
        }
        self.summary(report, out)
    }
}

/// The widths of the columns before the marks.
struct Columns {
    name_width: usize,
    points_width: usize,
}

impl Table {
    fn submission(
        &self,
        graded: &Graded,
        report: &Report,
        columns: &Columns,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let Columns { name_width, points_width } = *columns;
        let name = fitted(&graded.shown_name(), name_width);
        let points = points_text(graded, report);
        let style = match graded.points {
            None => style(AnsiColor::Magenta).bold(),
            Some(points) if points >= report.max_points && graded.is_full() => style(AnsiColor::Green),
            Some(Points::ZERO) => style(AnsiColor::Red),
            Some(_) => style(AnsiColor::Yellow),
        };
        let padding = " ".repeat(points_width - points.width());
        write!(out, "{name}  {padding}{style}{points}{style:#}  ")?;
        match &graded.problem {
            Some(problem) => {
                let first = problem.first_line();
                let room = self.width.saturating_sub(name_width + points_width + 6).max(30);
                let style =
                    mark_style(graded.scenarios.first().map_or(Verdict::NotGraded, |one| one.verdict));
                writeln!(out, "{style}{}{style:#}", fitted(&first, room).trim_end())?;
            }
            None => {
                writeln!(out, "{}", marks(&graded.scenarios))?;
            }
        }
        if let Some(sentence) = graded.about_hand_ins() {
            writeln!(out, "    {sentence}")?;
        }
        // Where no time is known, one sentence says so of all.
        let is_known = graded.lateness.as_ref().is_none_or(|lateness| lateness.handed_in.is_some());
        for sentence in graded.about_lateness().iter().filter(|_| is_known) {
            let yellow = self::style(AnsiColor::Yellow);
            writeln!(out, "    {yellow}{}{yellow:#}", Visible::new(sentence))?;
        }
        if self.verbose {
            for line in graded.problem.iter().flat_map(|problem| problem.lines().skip(1)) {
                writeln!(out, "    {}", Visible::new(&line))?;
            }
            for scenario in graded.scenarios.iter().filter(|one| one.is_lost() && graded.problem.is_none()) {
                let style = mark_style(scenario.verdict);
                write!(out, "    {style}{}{style:#}", scenario.full_name())?;
                writeln!(out, ": {}", scenario.verdict)?;
                for reason in &scenario.reasons {
                    writeln!(out, "        {}", Visible::new(reason))?;
                }
            }
        }
        Ok(())
    }

    fn summary(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        let bold = Style::new().bold();
        let summary = &report.summary;
        let count = report.submissions.len();
        let noun = if count == 1 { "submission" } else { "submissions" };
        writeln!(out, "{bold}{}{bold:#}: {count} {noun}", report.title)?;
        if let (Some(mean), Some(median)) = (summary.mean, summary.median) {
            let out_of = if report.max_points == Points::ZERO {
                report.bonus_points.counted_as("bonus point")
            } else {
                report.max_points.counted()
            };
            writeln!(out, "  mean {mean}, median {median} of {out_of}")?;
        }
        for earlier in &report.history.earlier {
            compared(earlier, report, out)?;
        }
        for (index, (name, count)) in summary.most_lost.iter().enumerate() {
            let head = if index == 0 { "lost most often:" } else { "" };
            writeln!(out, "  {head:<16} {name} ({count} of {})", summary.graded)?;
        }
        agenda(report, out)?;
        if report.isolation.level != Level::Strict {
            writeln!(out, "  {bold}isolation{bold:#}: {}", report.isolation.sentence())?;
        }
        for sentence in report.about_times() {
            writeln!(out, "  {}", Visible::new(&sentence))?;
        }
        if summary.not_graded > 0 {
            let style = mark_style(Verdict::NotGraded);
            writeln!(out, "  {style}{} not graded{style:#}: that is no fault of theirs", summary.not_graded)?;
        }
        let others = report.other_hand_ins.iter().filter(|one| one.points.is_none()).count();
        if others > 0 {
            let style = mark_style(Verdict::NotGraded);
            let noun = if others == 1 { "hand-in" } else { "hand-ins" };
            writeln!(out, "  {style}{others} other {noun} not graded{style:#}: that is no fault of theirs")?;
        }
        if summary.flaky > 0 {
            let whom = if summary.flaky == 1 { "it" } else { "they" };
            writeln!(out, "  {bold}{} flaky{bold:#}: {whom} did not always do the same", summary.flaky)?;
        }
        let verdicts = report.submissions.iter().filter(|one| one.problem.is_none());
        let seen: Vec<Verdict> =
            verdicts.flat_map(|one| one.scenarios.iter().map(|one| one.verdict)).collect();
        let legend: Vec<String> = Verdict::ALL
            .into_iter()
            .filter(|verdict| seen.contains(verdict))
            .map(|verdict| format!("{} {verdict}", mark(verdict)))
            .collect();
        if !legend.is_empty() && !self.summary_only {
            writeln!(out, "  {}", legend.join("   "))?;
        }
        Ok(())
    }
}

/// Writes the median of an earlier grading beside the one of now.
fn compared(earlier: &Earlier, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    let points = |points: Option<Points>| points.map_or_else(|| "–".to_owned(), |points| points.to_string());
    let of = |max: Points| if max == Points::ZERO { String::new() } else { format!(" of {max}") };
    let (then, now) = (points(earlier.median), points(report.summary.median));
    let other = if earlier.max_points == report.max_points { String::new() } else { of(report.max_points) };
    let name = Visible::new(&earlier.name);
    writeln!(out, "  compared with {name}: median {then}{} then, {now}{other} now", of(earlier.max_points))
}

/// Below this number of submissions, each of them is looked at anyway.
const LARGE: usize = 8;

/// The most mistakes that are named.
const MOST_MISTAKES: usize = 3;

/// Writes what there is to decide about a class that is not small.
fn agenda(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    if report.submissions.len() < LARGE {
        return Ok(());
    }
    for (index, mistake) in report.agenda.mistakes.iter().take(MOST_MISTAKES).enumerate() {
        let head = if index == 0 { "teach tomorrow:" } else { "" };
        let headline = Visible::new(&mistake.headline).to_string();
        let short: String = headline.chars().take(LONGEST_HEADLINE).collect();
        let dots = if short.len() < headline.len() { "…" } else { "" };
        writeln!(out, "  {head:<16} {:>3}  {short}{dots}", mistake.submissions.len())?;
    }
    for (index, need) in report.agenda.needs.iter().enumerate() {
        let head = if index == 0 { "need you:" } else { "" };
        writeln!(out, "  {head:<16} {:>3}  {}", need.submissions.len(), need.reason)?;
    }
    for (index, strange) in report.agenda.strange.iter().take(MOST_MISTAKES).enumerate() {
        let head = if index == 0 { "strange:" } else { "" };
        writeln!(out, "  {head:<16}      {}", strange.sentence)?;
    }
    Ok(())
}

/// The most characters of a mistake that are shown.
const LONGEST_HEADLINE: usize = 90;

fn points_text(graded: &Graded, report: &Report) -> String {
    let points = graded.points.map_or_else(|| "–".to_owned(), |points| points.to_string());
    if report.max_points == Points::ZERO && report.bonus_points > Points::ZERO {
        format!("{points} of {} bonus", report.bonus_points)
    } else {
        format!("{points}/{}", report.max_points)
    }
}

/// The marks of all scenarios, with a gap between groups.
fn marks(scenarios: &[GradedScenario]) -> String {
    let mut marks = String::new();
    let mut group = scenarios.first().map(|scenario| &scenario.group);
    for scenario in scenarios {
        if group != Some(&scenario.group) {
            marks.push(' ');
            group = Some(&scenario.group);
        }
        let style = mark_style(scenario.verdict);
        // A scenario without points may be lost at no cost, so its mark is dimmed.
        let style = if scenario.max_points == Points::ZERO { style.dimmed() } else { style };
        marks.push_str(&format!("{style}{}{style:#}", mark(scenario.verdict)));
    }
    marks
}

/// One character for each verdict, so that nobody needs colours to distinguish them.
pub fn mark(verdict: Verdict) -> char {
    match verdict {
        Verdict::Accepted => '✓',
        Verdict::WrongAnswer => '✗',
        Verdict::RuntimeError => '!',
        Verdict::EndlessLoop => '∞',
        Verdict::Exceeded(resource) => resource.facts().mark,
        Verdict::NoResult => 'n',
        Verdict::InvalidSubmission => 'i',
        Verdict::ToBeMarked => 'm',
        Verdict::Marked => 'h',
        Verdict::NotGraded => '?',
    }
}

pub(super) fn mark_style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Accepted => style(AnsiColor::Green),
        Verdict::WrongAnswer | Verdict::InvalidSubmission => style(AnsiColor::Red),
        Verdict::RuntimeError | Verdict::EndlessLoop | Verdict::Exceeded(_) | Verdict::NoResult => {
            style(AnsiColor::Yellow)
        }
        Verdict::ToBeMarked | Verdict::Marked => style(AnsiColor::Blue),
        Verdict::NotGraded => style(AnsiColor::Magenta),
    }
}

fn style(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(colour.into()))
}

/// A text that is cut or padded to exactly this many columns.
fn fitted(text: &Untrusted, width: usize) -> String {
    let mut fitted = String::new();
    let shown = Visible::new(text).to_string();
    let cut = shown.width() > width;
    for character in shown.chars() {
        let room = width - usize::from(cut);
        if fitted.width() + character.to_string().width() > room {
            break;
        }
        fitted.push(character);
    }
    if cut {
        fitted.push('…');
    }
    let padding = width.saturating_sub(fitted.width());
    fitted + &" ".repeat(padding)
}
