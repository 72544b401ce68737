//! Expected against actual: the verdict of one run, and where the two part.
//!
//! A pure function of what was expected and of a trace. It knows nothing of points and shows nothing.

mod difference;
mod events;
mod normalize;
mod rows;
mod transcript;
mod verdict;

use crate::plan::{Expected, ExpectedOutput};
use crate::sandbox::{Exit, Limits};
use crate::spec::{Comparison, EventPattern, ExpectedExit, ExpectedStderr, Pattern, Relaxation};
use crate::trace::{Trace, decode};

pub use difference::{Difference, Kind, Piece, Row, Side};
pub use verdict::Verdict;

use events::Picked;
use transcript::{ScreenLine, screen, shows_typing};

/// What a run is worth, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// In a word.
    pub verdict: Verdict,
    /// In sentences. They may hold text of the submission: escape them.
    pub reasons: Vec<String>,
    /// Where the output parts from what was expected, if it does.
    pub difference: Option<Difference>,
}

/// Judges a run.
pub fn judge(expected: &Expected, comparison: &Comparison, trace: &Trace, limits: &Limits) -> Judgement {
    let answer = compare(expected, comparison, trace);
    let mut reasons = Vec::new();
    let verdict = match ended(expected, trace, limits) {
        Some((verdict, reason)) => {
            reasons.push(reason);
            verdict
        }
        None => match stderr_complaint(&expected.stderr, &trace.stderr) {
            Some(reason) => {
                reasons.push(reason);
                Verdict::WrongAnswer
            }
            None if matches!(answer, Answer::Accepted { .. }) => Verdict::Accepted,
            None => Verdict::WrongAnswer,
        },
    };
    if verdict != Verdict::Accepted
        && let Some(dialogue) = &trace.dialogue
        && dialogue.asked_beyond_end.is_some()
    {
        let count = dialogue.typed.len();
        let lines = if count == 1 { "the only line".to_owned() } else { format!("all {count} lines") };
        reasons.push(format!("It asked for another line when it had been given {lines} of the input: it should have ended by then."));
    }
    let difference = match answer {
        Answer::Accepted { note } => {
            reasons.extend(note);
            None
        }
        Answer::Wrong { difference, note } => {
            reasons.push(format!("{}.", capitalized(&difference.sentence)));
            reasons.extend(note);
            Some(difference)
        }
    };
    Judgement { verdict, reasons, difference }
}

/// Whether the output alone would do.
enum Answer {
    Accepted { note: Option<String> },
    Wrong { difference: Difference, note: Option<String> },
}

fn compare(expected: &Expected, comparison: &Comparison, trace: &Trace) -> Answer {
    let text = decode(&trace.stdout);
    for output in &expected.outputs {
        if accepts(output, comparison, trace, &text) {
            let note = match output {
                ExpectedOutput::Trace { reading: Some(reading), .. } => {
                    Some(format!("Accepted, though the usual reading of the handout is another: {}", reading.about))
                }
                ExpectedOutput::Trace { reading: None, .. } | ExpectedOutput::Pattern(_) => None,
            };
            return Answer::Accepted { note };
        }
    }
    // The output that agrees the longest is the one that the program is after.
    let agreement = |output: &&ExpectedOutput| match output {
        ExpectedOutput::Trace { trace: expected, .. } => {
            expected.stdout.iter().zip(&trace.stdout).take_while(|(one, other)| one == other).count()
        }
        ExpectedOutput::Pattern(_) => 0,
    };
    let nearest = expected.outputs.iter().rev().max_by_key(agreement).expect("a plan expects at least one output");
    match (nearest, comparison) {
        (ExpectedOutput::Pattern(pattern), _) => {
            Answer::Wrong { difference: pattern_difference(pattern, trace), note: None }
        }
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Events(patterns)) => {
            Answer::Wrong { difference: event_difference(patterns, expected, trace), note: None }
        }
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Text(relaxations)) => Answer::Wrong {
            difference: text_difference(relaxations, expected, trace),
            note: forgiving(relaxations, &decode(&expected.stdout), &text),
        },
    }
}

fn accepts(output: &ExpectedOutput, comparison: &Comparison, trace: &Trace, text: &str) -> bool {
    match (output, comparison) {
        (ExpectedOutput::Pattern(pattern), Comparison::Text(relaxations)) => {
            pattern.matches(text) || pattern.matches(&normalize::normalize(text, relaxations))
        }
        (ExpectedOutput::Pattern(pattern), Comparison::Events(_)) => pattern.matches(text),
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Text(relaxations)) => {
            expected.stdout == trace.stdout
                || (!relaxations.is_empty() && normalize::same(&decode(&expected.stdout), text, relaxations))
        }
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Events(patterns)) => {
            let wanted = events::pick(&decode(&expected.stdout), patterns);
            let found = events::pick(text, patterns);
            wanted.len() == found.len() && wanted.iter().zip(&found).all(|(one, other)| one.matches(other))
        }
    }
}

/// The verdict on how a run ended, if that alone decides.
fn ended(expected: &Expected, trace: &Trace, limits: &Limits) -> Option<(Verdict, String)> {
    let seconds = |duration: std::time::Duration| format!("{} s", duration.as_secs_f64());
    let some = |verdict, reason: String| Some((verdict, reason));
    match (trace.exit, expected.exit) {
        (Exit::MemoryExceeded, _) => some(
            Verdict::MemoryLimit,
            format!("It used more than {} MiB of memory.", limits.memory >> 20),
        ),
        (Exit::OutputExceeded, _) => some(
            Verdict::OutputLimit,
            format!("It printed more than {} bytes and was stopped: probably a loop that never ends.", limits.output),
        ),
        (Exit::ProcessesExceeded, _) => some(
            Verdict::ProcessLimit,
            format!("It started more than {} processes and was stopped.", limits.processes),
        ),
        (Exit::CpuExceeded, _) => some(
            Verdict::TimeLimit,
            format!("It used more than {} of processor time and was stopped: probably a loop that never ends.", seconds(limits.cpu)),
        ),
        (Exit::WallExceeded, _) => some(
            Verdict::TimeLimit,
            format!("It was still there after {} and was stopped: probably it sleeps or waits for something.", seconds(limits.wall)),
        ),
        (Exit::Signal(signal), _) => some(Verdict::RuntimeError, format!("It was ended by {}.", signal_name(signal))),
        (Exit::Code(code), ExpectedExit::Code(wanted)) if code == wanted => None,
        (Exit::Code(1..), ExpectedExit::NonZero) | (Exit::Code(_), ExpectedExit::Any) => None,
        (Exit::Code(0), ExpectedExit::NonZero) => {
            some(Verdict::WrongAnswer, "It ended with exit code 0, where it must report a failure.".to_owned())
        }
        (Exit::Code(code), ExpectedExit::Code(wanted)) if wanted != 0 => {
            some(Verdict::WrongAnswer, format!("It ended with exit code {code}, where {wanted} is expected."))
        }
        (Exit::Code(code), ExpectedExit::Code(_) | ExpectedExit::NonZero) => {
            some(Verdict::RuntimeError, format!("It ended with exit code {code}{}.", last_words(&trace.stderr)))
        }
    }
}

/// What a program said of its own end: the last line of a traceback, and the line of the program.
fn last_words(stderr: &[u8]) -> String {
    let text = decode(stderr);
    let Some(last) = text.lines().rev().find(|line| !line.trim().is_empty()) else { return String::new() };
    let place = text.lines().rev().find_map(|line| {
        let (file, rest) = line.trim().strip_prefix("File \"")?.split_once("\", line ")?;
        let number = rest.split(',').next()?;
        (!file.starts_with(['/', '<'])).then(|| format!(" (line {number} of `{file}`)"))
    });
    format!(": `{}`{}", difference::shortened(last.trim()), place.unwrap_or_default())
}

fn signal_name(signal: i32) -> String {
    let known = match signal {
        libc::SIGSEGV => "a segmentation fault",
        libc::SIGABRT => "an abort",
        libc::SIGFPE => "an arithmetic error such as a division by zero",
        libc::SIGILL => "an illegal instruction",
        libc::SIGBUS => "a bus error",
        libc::SIGXFSZ => "the limit on the size of files",
        _ => return format!("signal {signal}"),
    };
    format!("{known} (signal {signal})")
}

fn stderr_complaint(wanted: &ExpectedStderr, stderr: &[u8]) -> Option<String> {
    match wanted {
        ExpectedStderr::Ignored => None,
        ExpectedStderr::Empty if stderr.is_empty() => None,
        ExpectedStderr::Empty => {
            let text = decode(stderr);
            let first = difference::shortened(text.lines().next().unwrap_or_default());
            Some(format!("It printed on standard error, where nothing is expected: `{first}`."))
        }
        ExpectedStderr::Contains(text) if decode(stderr).contains(text) => None,
        ExpectedStderr::Contains(text) => Some(format!("Standard error does not contain `{text}`.")),
    }
}

/// Which relaxations would have accepted the output: the fewest, in the order of the ladder.
fn forgiving(given: &[Relaxation], expected: &str, actual: &str) -> Option<String> {
    let would_do = |more: &[Relaxation]| normalize::same(expected, actual, &[given, more].concat());
    let ladder: Vec<Relaxation> = normalize::LADDER.into_iter().filter(|one| !given.contains(one)).collect();
    let pairs = ladder.iter().enumerate().flat_map(|(index, one)| {
        ladder[index + 1..].iter().map(|other| vec![*one, *other]).collect::<Vec<_>>()
    });
    let mut candidates = ladder.iter().map(|one| vec![*one]).chain(pairs).chain([ladder.clone()]);
    let enough = candidates.find(|candidate| would_do(candidate))?;
    let titles: Vec<&str> = enough.iter().map(|relaxation| relaxation.title()).collect();
    let listed = match titles.as_slice() {
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
        [] => return None,
    };
    let verb = if enough == [Relaxation::FinalNewline] { "differs" } else { "differ" };
    let words: Vec<&str> = enough.iter().map(|relaxation| relaxation.word()).collect();
    Some(format!("Only {listed} {verb}; `compare: [{}]` would accept this.", words.join(", ")))
}

fn text_difference(relaxations: &[Relaxation], expected: &Trace, actual: &Trace) -> Difference {
    let with_typed = shows_typing(expected) && shows_typing(actual);
    let skip_blank = relaxations.contains(&Relaxation::BlankLines);
    let lines = |trace: &Trace| {
        let mut lines = screen(trace, with_typed);
        lines.retain(|line| !(skip_blank && line.text().trim().is_empty()));
        lines
    };
    let key = |line: &ScreenLine| {
        let end = if line.unfinished && !relaxations.contains(&Relaxation::FinalNewline) { "\0" } else { "" };
        format!("{}{end}", normalize::normalize(&line.text(), relaxations))
    };
    match rows::align(&lines(expected), &lines(actual), &key) {
        Some((kind, sentence, typed_before, rows)) => {
            let place = typed_before.filter(|_| with_typed).map(|count| place(actual, count)).unwrap_or_default();
            Difference { kind, sentence: format!("{place}{sentence}"), rows }
        }
        // The same lines, typed at other moments, or numbers that are too far apart.
        None => {
            let sentence = "the output differs, though no line of it does".to_owned();
            Difference { kind: Kind::Wording, sentence, rows: excerpt(&lines(actual), None, &[]) }
        }
    }
}

/// `after you typed …: `, for a sentence.
fn place(trace: &Trace, typed_before: usize) -> String {
    let line = typed_before.checked_sub(1).and_then(|index| trace.dialogue.as_ref()?.typed.get(index));
    match line {
        None => "before the first input: ".to_owned(),
        Some((_, line)) if line.is_empty() => format!("after the empty line {typed_before} of the input: "),
        Some((_, line)) => format!("after line {typed_before} of the input, `{}`: ", difference::shortened(line)),
    }
}

fn pattern_difference(pattern: &Pattern, actual: &Trace) -> Difference {
    let wanted: Vec<ScreenLine> = pattern.text().lines().map(plain_line).collect();
    let printed = screen(actual, shows_typing(actual));
    let rows = wanted.iter().map(|line| rows::row(Side::Expected, line, 0..0));
    let rows = rows.chain(excerpt(&printed, None, &[])).collect();
    let sentence = "the output is not of the form that is expected".to_owned();
    Difference { kind: Kind::Wording, sentence, rows }
}

fn event_difference(patterns: &[EventPattern], expected: &Trace, actual: &Trace) -> Difference {
    let (expected_text, actual_text) = (decode(&expected.stdout), decode(&actual.stdout));
    let wanted = events::pick(&expected_text, patterns);
    let found = events::pick(&actual_text, patterns);
    let first = wanted.iter().zip(&found).take_while(|(one, other)| one.matches(other)).count();
    let (wanted, found) = (wanted.get(first), found.get(first));
    let (kind, sentence) = match (wanted, found) {
        (Some(wanted), Some(found)) if wanted.name == found.name => (
            if wanted.key.contains('\n') { Kind::BoardCell } else { Kind::Wording },
            format!("this `{}` is not the expected one{}", wanted.name, contrast(wanted, found)),
        ),
        (Some(wanted), Some(found)) => {
            (Kind::Order, format!("expected {}, found {}", described(wanted), described(found)))
        }
        (Some(wanted), None) => (Kind::Missing, format!("{} is missing", described(wanted))),
        (None, Some(found)) => (Kind::Extra, format!("{} should not be there", described(found))),
        (None, None) => (Kind::Wording, "the events differ".to_owned()),
    };
    let lines = screen(actual, shows_typing(actual));
    let wanted_lines: Vec<ScreenLine> =
        wanted.map(|event| expected_text[event.place.clone()].lines().map(plain_line).collect()).unwrap_or_default();
    let rows = excerpt(&lines, found, &wanted_lines);
    let typed_before = found.and_then(|event| lines.iter().find(|line| line.printed.end > event.place.start));
    let place = typed_before.filter(|_| shows_typing(actual)).map(|line| place(actual, line.typed_before));
    Difference { kind, sentence: format!("{}{sentence}", place.unwrap_or_default()), rows }
}

fn described(event: &Picked) -> String {
    match event.key.as_str() {
        "" => format!("`{}`", event.name),
        key if key.contains('\n') => format!("another `{}`", event.name),
        key => format!("`{}` ({})", event.name, difference::shortened(key)),
    }
}

fn contrast(wanted: &Picked, found: &Picked) -> String {
    if wanted.key.contains('\n') || found.key.contains('\n') {
        return String::new();
    }
    let short = difference::shortened;
    format!(": expected `{}`, found `{}`", short(&wanted.key), short(&found.key))
}

/// The screen around an event that should not be there, or its end, with what was expected in its place.
fn excerpt(lines: &[ScreenLine], event: Option<&Picked>, wanted: &[ScreenLine]) -> Vec<Row> {
    const BEFORE: usize = 14;
    const AFTER: usize = 8;
    let covers = |line: &ScreenLine| {
        event.is_some_and(|event| line.printed.start < event.place.end && event.place.start < line.printed.end)
    };
    let from = if event.is_some() { lines.iter().position(covers).unwrap_or(lines.len()) } else { lines.len() };
    let to = from + lines[from..].iter().take_while(|line| covers(line)).count();
    let start = from.saturating_sub(BEFORE);
    let end = lines.len().min(to + AFTER);
    let mut rows = Vec::new();
    if start > 0 {
        rows.push(rows::folded(start));
    }
    rows.extend(lines[start..from].iter().map(|line| rows::row(Side::Both, line, 0..0)));
    let pairs: Vec<_> =
        wanted.iter().zip(&lines[from..to]).map(|(one, other)| difference::changed(&one.text(), &other.text())).collect();
    for (index, line) in wanted.iter().enumerate() {
        let marked = pairs.get(index).map_or(0..0, |(marked, _)| marked.clone());
        rows.push(rows::row(Side::Expected, line, marked));
    }
    for (index, line) in lines[from..to].iter().enumerate() {
        let marked = pairs.get(index).map_or(0..0, |(_, marked)| marked.clone());
        rows.push(rows::row(Side::Actual, line, marked));
    }
    rows.extend(lines[to..end].iter().map(|line| rows::row(Side::Both, line, 0..0)));
    if end < lines.len() {
        rows.push(rows::folded(lines.len() - end));
    }
    rows
}

fn plain_line(text: &str) -> ScreenLine {
    let pieces = vec![transcript::ScreenPiece { text: text.to_owned(), typed: false }];
    ScreenLine { pieces, printed: 0..0, typed_before: 0, unfinished: false }
}

fn capitalized(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
