//! Writes a dialogue beside the expected one, with coloured boards.

use super::markup::Html;
use super::pictures;
use crate::compare::{Difference, PairedLine, PairedRow, Piece, Row, Side, SideBySide, TurnPair};
use crate::report::GradedScenario;
use crate::report::line::pass_begins;
use crate::untrusted::Text;

/// If a board has more characters in a row than this, its characters stand closer together.
const WIDE: usize = 13;

/// Writes the dialogue of a scenario, if there is one.
pub(super) fn figure(html: &mut Html, scenario: &GradedScenario) {
    if let Some(pictures) = &scenario.pictures {
        pictures::figure(html, pictures);
    }
    match (&scenario.side_by_side, &scenario.difference) {
        (Some(side_by_side), _) => both(html, side_by_side, scenario.session.is_empty()),
        (None, Some(difference)) if !difference.rows.is_empty() => excerpt(html, difference),
        (None, _) => {}
    }
}

/// Writes the turn with the first difference and the turn before it; the other turns are folded.
fn both(html: &mut Html, dialogue: &SideBySide, is_run: bool) {
    let boards = Boards::of(dialogue);
    let at = dialogue.parts_at.min(dialogue.turns.len());
    let open = at.saturating_sub(1);
    let (before, rest) = dialogue.turns.split_at(open);
    let (shown, after) = rest.split_at((at + 1 - open).min(rest.len()));
    let noun = if is_run { "turn" } else { "line" };
    html.element("figure", &[("class", "dialogue")], |html| {
        let count = before.len() + dialogue.before;
        if count > 0 {
            html.element("details", &[], |html| {
                html.leaf("summary", &[], &format!("{} before, without a difference", counted(count, noun)));
                left_out(html, dialogue.before, noun);
                table(html, before, &boards, None, noun);
            });
        }
        table(html, shown, &boards, Some(at - open), noun);
        let count = after.len() + dialogue.after;
        if count > 0 {
            html.element("details", &[], |html| {
                let told = format!("{} after the first difference", counted(count, noun));
                html.leaf("summary", &[], &told);
                table(html, after, &boards, None, noun);
                left_out(html, dialogue.after, noun);
            });
        }
    });
}

fn left_out(html: &mut Html, count: usize, noun: &str) {
    if count > 0 {
        html.leaf("p", &[("class", "left-out")], &format!("… {} …", counted(count, noun)));
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn table(html: &mut Html, turns: &[TurnPair], boards: &Boards, parts_at: Option<usize>, noun: &str) {
    if turns.is_empty() {
        return;
    }
    let heads = if noun == "turn" { ("Turn", "Your program") } else { ("Line", "Your module") };
    // A table that is too wide can be scrolled, also with keys: so it must be reachable with the Tab key.
    let scrolls = [("class", "wide"), ("tabindex", "0"), ("role", "group"), ("aria-label", "Dialogues")];
    html.element("div", &scrolls, |html| {
        html.element("table", &[("class", "sides")], |html| {
            html.leaf(
                "caption",
                &[("class", "unseen")],
                "What was expected, and what happened, side by side.",
            );
            html.element("thead", &[], |html| {
                html.element("tr", &[], |html| {
                    html.leaf("th", &[("scope", "col")], heads.0);
                    html.leaf("th", &[("scope", "col")], "Expected");
                    html.element("th", &[("scope", "col")], |html| {
                        html.leaf("span", &[("class", "unseen")], "Same or not");
                    });
                    html.leaf("th", &[("scope", "col")], heads.1);
                });
            });
            for (index, turn) in turns.iter().enumerate() {
                let class = if parts_at == Some(index) { "parts" } else { "" };
                html.element("tbody", &[("class", class)], |html| rows(html, turn, boards));
            }
        });
    });
}

fn rows(html: &mut Html, turn: &TurnPair, boards: &Boards) {
    for (index, row) in turn.rows.iter().enumerate() {
        let class = if matches!(row, PairedRow::Lines { differs: true, .. }) { "differs" } else { "" };
        html.element("tr", &[("class", class)], |html| {
            if index == 0 {
                let span = turn.rows.len().to_string();
                let attributes = [("scope", "rowgroup"), ("rowspan", span.as_str())];
                html.leaf("th", &attributes, &turn.number.to_string());
            }
            match row {
                PairedRow::LeftOut(count) => {
                    let told = format!("… {} …", counted(*count, "row"));
                    html.leaf("td", &[("colspan", "3"), ("class", "left-out")], &told);
                }
                PairedRow::Lines { expected, actual, differs } => {
                    side(html, expected.as_ref(), *differs, boards);
                    html.element("td", &[("class", "sign")], |html| {
                        if *differs {
                            html.leaf("span", &[("aria-hidden", "true")], "≠");
                            html.leaf("span", &[("class", "unseen")], "differs");
                        }
                    });
                    side(html, actual.as_ref(), *differs, boards);
                }
            }
        });
    }
}

fn side(html: &mut Html, line: Option<&PairedLine>, differs: bool, boards: &Boards) {
    let Some(line) = line else {
        return html.element("td", &[("class", "nothing")], |html| {
            html.leaf("span", &[("class", "unseen")], "no line");
        });
    };
    let class = match line.is_board {
        false => "",
        true if boards.are_wide => "board close",
        true => "board",
    };
    html.element("td", &[("class", class)], |html| {
        html.element("code", &[("dir", "ltr")], |html| {
            let mut from = 0;
            for (index, piece) in line.pieces.iter().enumerate() {
                let is_last = index + 1 == line.pieces.len();
                let cells = Cells { boards, decisive: &line.decisive, from };
                self::piece(html, piece, differs && is_last, line.is_board.then_some(cells));
                from += piece.text.length();
            }
        });
        if line.unfinished && differs {
            html.leaf("span", &[("class", "note")], " no newline");
        }
        if line.pieces.is_empty() && differs {
            html.leaf("span", &[("class", "note")], "empty line");
        }
    });
}

/// Writes a piece of a line. Its blanks become visible where they are the difference, and at the end of a line that
/// differs.
fn piece(html: &mut Html, piece: &Piece, ends_line: bool, cells: Option<Cells>) {
    if piece.typed {
        return html.leaf("kbd", &[("class", "typed")], &piece.text);
    }
    let whole = piece.text.expose();
    let blanks_from = match (piece.changed && whole.trim().is_empty(), ends_line) {
        (true, _) => 0,
        (false, true) => whole.trim_end_matches([' ', '\t']).len(),
        (false, false) => whole.len(),
    };
    let (text, end) = whole.split_at(blanks_from);
    let write = |html: &mut Html| {
        match cells {
            Some(cells) => cells.write(html, text),
            None => html.text(text),
        }
        blanks(html, end);
    };
    if piece.changed { html.element("mark", &[], write) } else { write(html) }
}

/// Writes blanks; the style sheet draws a sign over each of them.
fn blanks(html: &mut Html, blanks: &str) {
    for blank in blanks.chars() {
        let (class, shown) = if blank == '\t' { ("tab", "    ") } else { ("blank", " ") };
        html.leaf("span", &[("class", class)], shown);
    }
}

/// The way in which the boards of one dialogue are drawn: each letter has the same colour on all of them.
struct Boards {
    letters: Vec<char>,
    are_wide: bool,
}

/// The classes of the letters on a board, in the order of the alphabet.
const CLASSES: [&str; 4] = ["p1", "p2", "p3", "p4"];

impl Boards {
    fn of(dialogue: &SideBySide) -> Self {
        let rows = dialogue.turns.iter().flat_map(|turn| &turn.rows);
        let lines = rows.flat_map(|row| match row {
            PairedRow::Lines { expected, actual, .. } => [expected.as_ref(), actual.as_ref()],
            PairedRow::LeftOut(_) => [None, None],
        });
        let boards: Vec<String> = lines
            .flatten()
            .filter(|line| line.is_board)
            .map(|line| line.pieces.iter().map(|piece| piece.text.expose()).collect())
            .collect();
        let mut letters: Vec<char> =
            boards.iter().flat_map(|row| row.chars()).filter(|c| c.is_alphabetic()).collect();
        letters.sort_unstable();
        letters.dedup();
        Self { letters, are_wide: boards.iter().any(|row| row.chars().count() > WIDE) }
    }

    /// The class of a letter.
    fn class(&self, character: char) -> Option<&'static str> {
        let index = self.letters.iter().position(|letter| *letter == character)?;
        Some(CLASSES[index % CLASSES.len()])
    }
}

/// Some cells of one row of a board.
#[derive(Clone, Copy)]
struct Cells<'a> {
    boards: &'a Boards,
    /// The decisive characters of the row.
    decisive: &'a [usize],
    /// The number of the first of these cells.
    from: usize,
}

impl Cells<'_> {
    /// Writes the cells. Each letter becomes an element of its own; all other characters stand between these elements.
    fn write(self, html: &mut Html, text: &str) {
        let mut between = String::new();
        for (index, character) in text.chars().enumerate() {
            let Some(class) = self.boards.class(character) else {
                between.push(character);
                continue;
            };
            html.text(&std::mem::take(&mut between));
            if self.decisive.contains(&(self.from + index)) {
                let class = format!("{class} decisive");
                html.leaf("i", &[("class", &class)], &character.to_string());
            } else {
                html.leaf("i", &[("class", class)], &character.to_string());
            }
        }
        html.text(&between);
    }
}

/// Writes the rows of a difference for which there is no dialogue: a line of source, or values.
pub(super) fn excerpt(html: &mut Html, difference: &Difference) {
    html.element("pre", &[("class", "excerpt")], |html| {
        for row in &difference.rows {
            excerpt_row(html, row);
        }
    });
}

fn excerpt_row(html: &mut Html, row: &Row) {
    let class = match row.side {
        Side::Both => "",
        Side::Expected => "expected",
        Side::Actual => "actual",
        Side::Folded(count) => {
            html.leaf("span", &[("class", "left-out")], &format!("… {} …", counted(count, "row")));
            return html.raw("\n");
        }
        Side::Pass(pass) => {
            html.leaf("span", &[("class", "pass")], &format!("── {} ──", pass_begins(pass)));
            return html.raw("\n");
        }
    };
    html.element("span", &[("class", class)], |html| {
        for piece in &row.pieces {
            self::piece(html, piece, false, None);
        }
        html.raw("\n");
    });
}
