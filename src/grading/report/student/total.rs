//! The last lines of a page: the points.

use std::io;

use super::BOLD;
use crate::points::Points;
use crate::report::entry::{Cause, Entry, entries};
use crate::report::line::DIM;
use crate::report::table::{mark, mark_style};
use crate::report::{Graded, Visible};

/// The most causes that are listed at the end.
const MOST_CAUSES: usize = 6;

/// The most characters of a headline in that list.
const LONGEST_HEADLINE: usize = 70;

/// Writes the points, and what they do not include.
pub(super) fn write(graded: &Graded, out: &mut dyn io::Write) -> io::Result<()> {
    if let Some(sentence) = graded.undisclosed.sentence() {
        writeln!(out, "{sentence}")?;
        writeln!(out)?;
    }
    if let Some(sentence) = graded.about_hand_ins() {
        writeln!(out, "{sentence}")?;
    }
    for sentence in graded.about_lateness() {
        writeln!(out, "{}", Visible::new(&sentence))?;
    }
    let left = graded.after_lateness();
    if !left.is_empty() {
        let whole = graded.max_points(false).counted();
        return left.iter().try_for_each(|(points, rest)| {
            writeln!(out, "{BOLD}{points} of {whole}{BOLD:#}{}", Visible::new(rest))
        });
    }
    let of = |earned: Points, most: String| format!("{earned} of {most}");
    let usual = of(graded.earned(false), graded.max_points(false).counted());
    let bonus = of(graded.earned(true), graded.max_points(true).counted_as("bonus point"));
    match (graded.points, graded.max_points(false), graded.max_points(true)) {
        (None, ..) => writeln!(out, "{BOLD}no points yet{BOLD:#}: that is no fault of the submission"),
        (Some(_), _, Points::ZERO) => writeln!(out, "{BOLD}{usual}{BOLD:#}"),
        (Some(_), Points::ZERO, _) => writeln!(out, "{BOLD}{bonus}{BOLD:#}"),
        (Some(_), ..) => writeln!(out, "{BOLD}{usual} and {bonus}{BOLD:#}"),
    }
}

/// Writes one line for each cause of lost points, if there are several: what it costs, what it is, where it lies, and
/// what would be earned without it.
pub(super) fn causes(graded: &Graded, out: &mut dyn io::Write) -> io::Result<()> {
    let entries = entries(graded);
    let causes: Vec<&Cause> = entries.iter().filter_map(Entry::cause).collect();
    if causes.len() < 2 {
        return Ok(());
    }
    for cause in causes.iter().take(MOST_CAUSES) {
        let verdict = cause.shown.1.verdict;
        let style = mark_style(verdict);
        let headline = shortened(&Visible::new(&cause.headline()).to_string());
        write!(out, "  {style}{}{style:#} {:>5}  {headline}", mark(verdict), cause.lost().to_string())?;
        // Many sentences name the line themselves.
        let is_named = |number: usize| headline.contains(&format!("(line {number} of "));
        if let Some(line) = cause.shown.1.guidance.lines.first().filter(|line| !is_named(line.number)) {
            write!(out, " {DIM}(line {} of {}){DIM:#}", line.number, Visible::new(&line.file))?;
        }
        match cause.mended {
            Some((points, _)) => writeln!(out, " {DIM}→ {points} if mended{DIM:#}")?,
            None => writeln!(out)?,
        }
    }
    if causes.len() > MOST_CAUSES {
        writeln!(out, "  {DIM}… and {} more causes{DIM:#}", causes.len() - MOST_CAUSES)?;
    }
    Ok(())
}

/// The first part of a headline, which fits on a line with the rest.
fn shortened(headline: &str) -> String {
    match headline.char_indices().nth(LONGEST_HEADLINE) {
        Some((end, _)) => {
            format!("{}…", headline[..end].rsplit_once(' ').map_or(&headline[..end], |(words, _)| words))
        }
        None => headline.to_owned(),
    }
}

/// Writes what another way of scoring would give, if the spec asks for it.
pub(super) fn per_cause(graded: &Graded, out: &mut dyn io::Write) -> io::Result<()> {
    match graded.per_cause {
        Some(points) if graded.points.is_some_and(|earned| earned < points) => {
            writeln!(out, "{} if each mistake cost points only once", points.counted())
        }
        Some(_) | None => Ok(()),
    }
}

/// The end of a page as plain text: the points, and what they do not include.
pub(in crate::report) fn plain_total(graded: &Graded) -> String {
    let mut text = Vec::new();
    write(graded, &mut text).expect("nothing keeps anybody from writing into memory");
    anstream::adapter::strip_str(&String::from_utf8_lossy(&text)).to_string()
}
