//! What would be accepted if only one mistake were mended.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::slice;

use regex::{Captures, Regex};

use super::common::Common;
use super::decisive::{Bearing, Changes, Wanted};
use super::first_rows::{first_pair, printed, typed};
use super::output_lines::{MendedLine, OutputLine};
use super::template::{Fragments, Template, Word, longest_first, words};
use crate::compare::difference::{Difference, Kind, Row};
use crate::compare::relaxed::same_letters;
use crate::compare::{Judgement, accepts, accepts_output, ending, files, judge_run};
use crate::plan::Expected;
use crate::sandbox::Limits;
use crate::spec::{Comparison, Relaxation};
use crate::trace::{Recorded, Trace, decode};

/// What undoes one mistake wherever a program makes it.
#[derive(Clone, Debug)]
pub enum Remedy {
    /// These relaxations forgive it.
    Relaxed(Vec<Relaxation>),
    /// One line is printed in the place of another one, and another one in the place of what differs then, and so on.
    Rewritten(Vec<Slip>),
}

/// One mistake in the lines that are printed.
#[derive(Clone, Debug)]
pub enum Slip {
    /// A part of a line must be another one.
    Part {
        around: Regex,
        right: String,
        /// Whether what is typed must stand on the same line.
        joined: bool,
    },
    /// A line must be another one, or must not be there.
    Line {
        wrong: Template,
        /// The words of the line that is expected instead, `None` for those that differ from run to run; without
        /// words, there must be no line.
        right: Option<Vec<Option<String>>>,
        /// As in a part.
        joined: bool,
    },
}

/// Tells whether every scenario of a program expects a line.
type IsInEach<'a> = &'a dyn Fn(&str) -> bool;

impl Remedy {
    /// The remedies for what went wrong first, if it is a matter of one line, each with others to try where it helps nowhere. `common`
    /// has what every scenario expects.
    pub fn all(judgement: &Judgement, common: &Common, is_in_each: IsInEach) -> Vec<Vec<Self>> {
        let Some(difference) = &judgement.difference else { return Vec::new() };
        // A line of marks alone is blank without them: then more than one line would have to be mended.
        let is_of_lines = |more: &[Relaxation]| {
            [Relaxation::BlankLines, Relaxation::Punctuation].iter().all(|one| more.contains(one))
        };
        let relaxed =
            Some(difference.forgiven_by.clone()).filter(|more| !more.is_empty() && !is_of_lines(more));
        let rewritten =
            Slip::all(difference, common, is_in_each).into_iter().map(|slip| Self::Rewritten(vec![slip]));
        let all = [rewritten.collect(), relaxed.map(Self::Relaxed).into_iter().collect::<Vec<_>>()];
        all.into_iter().filter(|one| !one.is_empty()).collect()
    }

    /// How many mistakes it mends one after another.
    pub fn slips(&self) -> usize {
        match self {
            Self::Relaxed(_) => 1,
            Self::Rewritten(slips) => slips.len(),
        }
    }

    /// What tells each of its mistakes from others, and what mends those others; `None` if there are none.
    pub fn mistakes(&self) -> Vec<(String, Option<Self>)> {
        match self {
            Self::Relaxed(more) => vec![(format!("{more:?}"), None)],
            Self::Rewritten(slips) => {
                let mistake = |at: usize| {
                    let mut others = slips.clone();
                    let slip = others.remove(at);
                    (format!("{slip:?}"), (!others.is_empty()).then_some(Self::Rewritten(others)))
                };
                (0..slips.len()).map(mistake).collect()
            }
        }
    }

    /// The same with the slip that a run shows when it is mended so, if it shows one, in the ways in which that may be mended.
    #[must_use]
    pub fn and_next(
        &self,
        expected: &Expected,
        recorded: &Recorded,
        limits: &Limits,
        common: &Common,
        is_in_each: IsInEach,
    ) -> Vec<Self> {
        let (Self::Rewritten(slips), Expected::Run(task, run), Recorded::Run(trace)) =
            (self, expected, recorded)
        else {
            return Vec::new();
        };
        if task.checker.is_some() || ending::ended(run.exit, trace, limits).is_some() {
            return Vec::new();
        }
        let judgement = judge_run(run, &task.comparison, &mended(slips, trace), limits);
        let next =
            judgement.difference.iter().flat_map(|difference| Slip::all(difference, common, is_in_each));
        next.map(|next| Self::Rewritten(slips.iter().cloned().chain([next]).collect())).collect()
    }

    /// Tells whether what a job left would be accepted with this remedy. Only runs whose output is compared as text can
    /// become so.
    pub fn accepts(&self, expected: &Expected, recorded: &Recorded, limits: &Limits) -> bool {
        let (Expected::Run(task, run), Recorded::Run(trace)) = (expected, recorded) else { return false };
        if task.checker.is_some() {
            return false; // Nobody asked the checker about another output.
        }
        let Comparison::Text(given) = &task.comparison else { return false };
        // No change of its output would save a program that printed without end, and that output is long.
        if ending::ended(run.exit, trace, limits).is_some() {
            return false;
        }
        match self {
            Self::Relaxed(more) => {
                let relaxed = Comparison::Text([given.as_slice(), more].concat());
                ending::stderr_complaint(&run.stderr, &trace.stderr).is_none()
                    && files::accepts(&run.files, trace)
                    && run.outputs.iter().any(|output| accepts_output(output, &relaxed, trace))
            }
            Self::Rewritten(slips) => {
                accepts(expected, &Recorded::Run(mended(slips, trace).into_owned()), limits)
            }
        }
    }

    /// Tells whether it mends words alone. `traces` has what was printed in each job that is compared as text; in the
    /// `remedied` ones everything would be right. What it changes there is added to `changes`.
    pub fn bearing(
        &self,
        wanted: &Wanted,
        traces: &[Option<&Trace>],
        remedied: &[usize],
        changes: &mut Changes,
    ) -> Bearing {
        match self {
            Self::Relaxed(more) => wanted.bearing_of_relaxed(more, traces, remedied, changes),
            Self::Rewritten(slips) => {
                let lines = |slips: &[Slip], before: &[Slip]| -> BTreeMap<usize, Vec<MendedLine>> {
                    let printed = traces.iter().enumerate().filter_map(|(job, trace)| Some((job, (*trace)?)));
                    printed.map(|(job, trace)| (job, mended_lines(slips, &mended(before, trace)))).collect()
                };
                let all = lines(slips, &[]);
                for job in remedied {
                    wanted.add_changes(*job, &all[job], changes);
                }
                // Of several, each must be a slip by itself, after those before it were mended.
                let several = slips.iter().enumerate().filter(|_| slips.len() > 1);
                let alone = several.map(|(step, slip)| {
                    wanted.bearing_of_slip(&lines(slice::from_ref(slip), &slips[..step]), remedied)
                });
                alone.fold(wanted.bearing_of_slip(&all, remedied), Bearing::min)
            }
        }
    }

    /// Tells whether a job that is accepted would no longer be with this remedy: then the words are right elsewhere, and
    /// it is not they that are wrong.
    pub fn spoils(&self, expected: &Expected, recorded: &Recorded, limits: &Limits) -> bool {
        let (Self::Rewritten(slips), Expected::Run(task, _), Recorded::Run(trace)) =
            (self, expected, recorded)
        else {
            return false;
        };
        let is_text = task.checker.is_none() && matches!(task.comparison, Comparison::Text(_));
        is_text && !accepts(expected, &Recorded::Run(mended(slips, trace).into_owned()), limits)
    }
}

impl Slip {
    /// The slip that a difference shows: in a part of a line, which may be wrong in others, too, or in the whole line. Where that may be a
    /// part, it is the whole line only if every scenario expects it: another part may be right in other lines because it decides.
    fn all(difference: &Difference, common: &Common, is_in_each: IsInEach) -> Vec<Self> {
        let [right, wrong] = first_pair(&difference.rows);
        let Some(wrong) = wrong else { return Vec::new() };
        let line = printed(wrong);
        let has_line = match difference.kind {
            Kind::Extra if !wrong.pieces.iter().any(|piece| piece.typed) => false,
            // An empty line that should not be there, whatever stands behind it.
            _ if wrong.pieces.iter().all(|piece| piece.text.is_empty() && !piece.typed) => false,
            Kind::Whitespace | Kind::Case | Kind::Punctuation | Kind::Wording if right.is_some() => true,
            // A sign or a point may be wrong in what every run prints alike.
            Kind::Number if right.is_some_and(|right| same_letters(&printed(right), &line)) => true,
            _ => return Vec::new(),
        };
        let right = right.filter(|_| has_line);
        let is_typed_on = |row: &Row| row.pieces.iter().any(|piece| piece.typed);
        let joined = right.is_some_and(|right| is_typed_on(right) && !is_typed_on(wrong));
        let (right, typed) = (right.map(printed), typed(&difference.rows));
        let typed = common.typed(right.as_deref().unwrap_or_default(), &typed);
        if right.as_ref().is_some_and(|right| Fragments::of(right, &line).change_a_sign()) {
            return Vec::new();
        }
        let part = right.as_ref().filter(|_| !joined);
        let part = part.and_then(|right| Self::of_part(right, &line, &typed));
        let keeps_variables =
            right.as_ref().is_none_or(|right| variables(right, &typed) == variables(&line, &typed));
        let wrong = Template::new(&line, &typed);
        let is_known = keeps_variables
            && (wrong.has_words() || line.is_empty() && right.is_none())
            && (part.is_none() || right.as_ref().is_some_and(|right| is_in_each(right)));
        // What every scenario expects in these letters is no answer, whatever letter of it stands by itself or is typed.
        let is_constant = right.as_ref().is_some_and(|right| same_letters(right, &line) && is_in_each(right));
        let whole = match right {
            Some(right) if is_constant || common.names(&right) => {
                Regex::new(&format!("^(){}()$", regex::escape(&line))).ok().map(|around| Self::Part {
                    around,
                    right,
                    joined,
                })
            }
            right => {
                let constant = |word: Word| (!word.varies).then(|| word.text.to_owned());
                let right = right.map(|right| words(&right, &typed).into_iter().map(constant).collect());
                Some(Self::Line { wrong, right, joined })
            }
        };
        part.into_iter().chain(whole.filter(|_| is_known || is_constant)).collect()
    }

    /// A slip inside a line; `None` if nothing in the line is as expected, or a number or a name is wrong.
    fn of_part(expected: &str, printed: &str, typed: &[String]) -> Option<Self> {
        let parts = Fragments::of(expected, printed);
        let has_nothing_right = parts.before.is_empty() && parts.after.is_empty();
        // What differs from run to run is printed as it is expected.
        let loses_answer =
            !same_letters(expected, printed) && variables(expected, typed) != variables(printed, typed);
        let varies = |line, part: &str| varies_at(line, typed, parts.before.len(), part.len());
        let is_answer = varies(expected, parts.missing) || varies(printed, parts.extra);
        if is_answer || has_nothing_right || loses_answer {
            return None;
        }
        let (word, between) = parts.just_before(typed);
        // A letter in front of a part of its word, as in `Nmber`, is no marker.
        let is_letter =
            |word: &Word| word.text.chars().all(char::is_alphabetic) && word.text.chars().nth(1).is_none();
        let is_parted = between.is_empty()
            && [expected, printed]
                .map(|line| &line[parts.before.len()..])
                .iter()
                .any(|rest| rest.starts_with(char::is_alphanumeric));
        let before = match (word.text, word.varies && !(is_parted && is_letter(&word))) {
            ("", _) => "^".to_owned(),
            (_, true) => "[\\p{L}\\p{N}]".to_owned(),
            (text, false) => regex::escape(text),
        };
        let behind = words(parts.after, typed);
        let is_before_number = behind
            .get(1)
            .is_some_and(|word| word.varies && word.text.starts_with(|c: char| c.is_ascii_digit()));
        // A blank is wrong before whatever stands there, as `True` or `False`.
        let is_blank = [parts.missing, parts.extra].iter().all(|part| part.trim().is_empty());
        let after = match behind.first() {
            None => "$".to_owned(),
            Some(word) if word.varies || is_blank && word.text.starts_with(char::is_alphanumeric) => {
                "[-+]?[\\p{L}\\p{N}]".to_owned()
            }
            // The sign of a number belongs to it.
            Some(word) if is_before_number => match word.text.trim_end_matches(['-', '+']) {
                "" => "[-+]?[\\p{L}\\p{N}]".to_owned(),
                text => regex::escape(text),
            },
            Some(word) => regex::escape(word.text),
        };
        let [between, extra] = [between, parts.extra].map(regex::escape);
        let around = Regex::new(&format!("({before}{between}){extra}({after})")).ok()?;
        Some(Self::Part { around, right: parts.missing.to_owned(), joined: false })
    }

    /// A line as it would be; `None` if it would not be there.
    fn line(&self, text: &str, typed: &[String]) -> Option<String> {
        if matches!(self, Self::Line { wrong, right: None, .. } if Template::new(text, typed) == *wrong) {
            return None;
        }
        let mut out = Vec::new();
        self.write(text.as_bytes(), typed, &mut out);
        Some(decode(&out))
    }

    /// The trace as it would be if the right line stood wherever the wrong one was printed.
    fn mended(&self, trace: &Trace) -> Trace {
        let mut mended = Trace { stdout: Vec::with_capacity(trace.stdout.len()), ..trace.clone() };
        let mut ends: Vec<usize> =
            trace.dialogue.iter().flat_map(|one| one.typed.iter().map(|(at, _)| *at)).collect();
        ends.extend(trace.dialogue.as_ref().and_then(|one| one.asked_beyond_end));
        let mut moved = Vec::with_capacity(ends.len());
        let typed = trace.dialogue.iter().flat_map(|one| one.typed.iter().map(|(_, line)| line.clone()));
        let typed = longest_first(typed.collect());
        let mut start = 0;
        for end in ends.iter().copied().chain([trace.stdout.len()]) {
            // A trace from a file may name places in any order.
            let end = end.clamp(start, trace.stdout.len());
            for line in trace.stdout[start..end].split_inclusive(|byte| *byte == b'\n') {
                self.write(line, &typed, &mut mended.stdout);
            }
            moved.push(mended.stdout.len());
            start = end;
        }
        if let Some(dialogue) = &mut mended.dialogue {
            let mut moved = moved.into_iter();
            for (at, _) in &mut dialogue.typed {
                *at = moved.next().unwrap_or_default();
            }
            dialogue.asked_beyond_end = dialogue.asked_beyond_end.and_then(|_| moved.next());
        }
        mended
    }

    fn write(&self, line: &[u8], typed: &[String], out: &mut Vec<u8>) {
        let text = decode(line);
        let (text, newline) = text.strip_suffix('\n').map_or((&*text, ""), |text| (text, "\n"));
        match self {
            Self::Part { around, right, joined } if around.is_match(text) => {
                let mended =
                    around.replace_all(text, |found: &Captures| [&found[1], right, &found[2]].concat());
                out.extend_from_slice(mended.as_bytes());
                out.extend_from_slice(if *joined { b"" } else { newline.as_bytes() });
            }
            Self::Line { wrong, right, joined } if Template::new(text, typed) == *wrong => {
                let Some(right) = right else { return };
                let mut variables = variables(text, typed).into_iter();
                for word in right {
                    out.extend_from_slice(
                        word.as_deref().or_else(|| variables.next()).unwrap_or_default().as_bytes(),
                    );
                }
                out.extend_from_slice(if *joined { b"" } else { newline.as_bytes() });
            }
            Self::Part { .. } | Self::Line { .. } => out.extend_from_slice(line),
        }
    }
}

/// The lines of an output, as they would be if the right lines stood wherever the wrong ones were printed.
fn mended_lines(slips: &[Slip], trace: &Trace) -> Vec<MendedLine> {
    let typed = trace.dialogue.iter().flat_map(|one| one.typed.iter().map(|(_, line)| line.clone()));
    let typed = longest_first(typed.collect());
    let mended = |line: OutputLine| {
        let mended = slips.iter().try_fold(line.text.clone(), |text, slip| slip.line(&text, &typed));
        MendedLine { printed: line.text, mended, asks: line.asks, turn: line.turn }
    };
    OutputLine::all(trace).into_iter().map(mended).collect()
}

/// The trace as it would be without some slips.
fn mended<'t>(slips: &[Slip], trace: &'t Trace) -> Cow<'t, Trace> {
    slips.iter().fold(Cow::Borrowed(trace), |trace, slip| Cow::Owned(slip.mended(&trace)))
}

/// Whether a part of a line is in a word that differs from run to run.
fn varies_at(line: &str, typed: &[String], start: usize, length: usize) -> bool {
    let mut at = 0;
    words(line, typed).iter().any(|word| {
        let from = at;
        at += word.text.len();
        word.varies && from < start + length && start < at
    })
}

/// The words of a line that differ from run to run.
fn variables<'a>(line: &'a str, typed: &[String]) -> Vec<&'a str> {
    words(line, typed).into_iter().filter(|word| word.varies).map(|word| word.text).collect()
}
