//! Words that decide: they differ among what scenarios expect at one place.
//!
//! A slip of wording makes one text out of another, always the same one. Whoever prints one text where different ones are
//! expected, or any text in the place of a word that decides, gives a wrong answer, whatever would mend it in one scenario.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::common::{Common, CommonByProgram};
use super::output_lines::{Compared, MendedLine, OutputLine, compared_as_text};
use super::template::longest_first;
use super::worded::{Hole, Worded, distance, is_word};
use crate::compare::relaxed::{letters, normalize};
use crate::plan::{Expected, Plan};
use crate::spec::Relaxation;
use crate::trace::{Trace, decode};

/// What becomes right if a mistake is mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bearing {
    /// The same text would be wrong elsewhere: there is no such slip, and nobody should be told to mend it so.
    Contradicted,
    /// It stands in the place of something that decides.
    Decisive,
    /// It is a matter of words.
    Words,
}

/// What a slip makes of the lines of one program, to find others that make something else of them.
pub type Changes = BTreeMap<(Option<usize>, String), BTreeSet<Option<String>>>;

/// A line that is expected.
#[derive(Debug)]
pub(super) struct WantedLine {
    pub(super) text: String,
    /// The line without what differs from run to run.
    pub(super) form: String,
    words: Worded,
    /// The line before it.
    previous: Option<Worded>,
    pub(super) asks: bool,
    /// How many lines are typed before it.
    pub(super) turn: usize,
}

/// What one scenario expects.
#[derive(Debug)]
pub(super) struct WantedOutput<'p> {
    /// The program that is run, if the hand-in has several.
    pub(super) exercise: Option<usize>,
    pub(super) typed: Vec<String>,
    /// All that is typed, for what a program makes of it.
    pub(super) input: &'p [String],
    /// The letters that are typed in some scenario: an article may be one.
    pub(super) letters: Arc<BTreeSet<String>>,
    pub(super) relaxations: &'p [Relaxation],
    common: Arc<Common>,
    /// Whether it is known where something is typed.
    has_dialogue: bool,
    pub(super) lines: Vec<WantedLine>,
    /// The lines as they count.
    plain: BTreeSet<String>,
    whole: String,
    /// What its lines say, once somebody asks.
    spoken: OnceLock<Spoken>,
}

/// What is expected after some relaxations. It is the same for all submissions.
#[derive(Debug)]
struct Relaxed {
    /// For each job, the lines that are expected, by what is left of them.
    lines: BTreeMap<usize, BTreeMap<String, String>>,
    /// The programs of which different texts that are expected become one.
    decisive: BTreeSet<Option<usize>>,
}

impl WantedOutput<'_> {
    pub(super) fn worded(&self, line: &str) -> Worded {
        Worded::new(line, &self.typed, &self.letters)
    }

    /// The words of a line that is expected, and those of what was printed in its place.
    pub(super) fn worded_pair(&self, right: &str, printed: &str) -> [Worded; 2] {
        let typed = self.common.typed(right, &self.typed);
        [right, printed].map(|line| Worded::new(line, &typed, &self.letters))
    }

    fn spoken(&self) -> &Spoken {
        self.spoken.get_or_init(|| {
            let mut spoken = Spoken::default();
            spoken.add(self);
            spoken
        })
    }

    fn expects(&self, words: &Worded) -> bool {
        self.lines.iter().any(|line| line.words == *words)
    }

    /// The words of a line as it was printed, and as it would be.
    fn worded_line(&self, line: &MendedLine) -> (Worded, Option<Worded>) {
        match line.mended.as_deref() {
            Some(right) => {
                let [right, printed] = self.worded_pair(right, &line.printed);
                (printed, Some(right))
            }
            None => (self.worded(&line.printed), None),
        }
    }
}

/// The lines that may stand in the place of a right one with something else where a printed one differs, by the two.
type Rivals<'w> = BTreeMap<(Option<usize>, Reading, Worded, Worded), Vec<&'w WantedLine>>;

/// How the words of lines are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reading {
    /// What is typed in a scenario differs from run to run there.
    Repeated,
    /// What is typed in one scenario may be said in others, too, whatever is typed: then it is a word as any other.
    Said,
}

impl Reading {
    /// The words of a line that is expected.
    fn of<'w>(self, line: &'w WantedLine, letters: &BTreeSet<String>) -> Cow<'w, Worded> {
        match self {
            Self::Repeated => Cow::Borrowed(&line.words),
            Self::Said => Cow::Owned(Worded::new(&line.text, &[], letters)),
        }
    }
}

/// So many letters of a line may differ from another one that it nearly is.
const MOST_LETTERS: usize = 2;

/// What expected lines say, be it typed or not.
#[derive(Debug, Default)]
struct Spoken {
    /// Words of some letters, without capitals.
    words: BTreeSet<String>,
    /// The letters and digits of each line, without capitals.
    lines: BTreeSet<String>,
}

impl Spoken {
    fn add(&mut self, output: &WantedOutput) {
        for line in &output.lines {
            self.words.extend(spoken_words(&line.text));
            self.lines.insert(letters(&line.text).collect());
        }
    }
}

fn spoken_words(line: &str) -> impl Iterator<Item = String> {
    line.split(|c: char| !c.is_alphanumeric()).filter(|word| is_word(word)).map(str::to_lowercase)
}

/// What is expected in all scenarios whose output is compared as text.
#[derive(Debug)]
pub struct Wanted<'p> {
    /// By the indexes of their jobs.
    outputs: BTreeMap<usize, WantedOutput<'p>>,
    /// The different lines of each program.
    said: BTreeMap<Option<usize>, BTreeSet<Worded>>,
    /// What each program should say, once somebody asks.
    spoken: OnceLock<BTreeMap<Option<usize>, Spoken>>,
    /// What was computed for the mistakes of other submissions.
    relaxed: Mutex<Vec<(Vec<Relaxation>, Arc<Relaxed>)>>,
}

impl<'p> Wanted<'p> {
    pub(super) fn of(&self, job: usize) -> Option<&WantedOutput<'p>> {
        self.outputs.get(&job)
    }

    /// Reads what is expected in the jobs of a plan.
    pub fn new(plan: &'p Plan, common: &CommonByProgram) -> Self {
        let inputs = plan.jobs.iter().filter_map(|job| match &job.expected {
            Expected::Run(task, _) => Some(&task.input.lines),
            _ => None,
        });
        let is_letter = |line: &&String| line.chars().count() == 1 && line.chars().all(char::is_alphabetic);
        let letters: Arc<BTreeSet<String>> = Arc::new(inputs.flatten().filter(is_letter).cloned().collect());
        let mut outputs = BTreeMap::new();
        for Compared { job, exercise, input, relaxations, trace } in compared_as_text(plan) {
            let (common, typed) = (common.of(exercise), longest_first(input.to_vec()));
            let mut previous = None;
            let line = |line: OutputLine| {
                let words = Worded::new(&line.text, &common.typed(&line.text, &typed), &letters);
                let previous = previous.replace(words.clone());
                WantedLine {
                    text: line.text,
                    form: String::new(),
                    words,
                    previous,
                    asks: line.asks,
                    turn: line.turn,
                }
            };
            let lines: Vec<_> = OutputLine::all(trace).into_iter().map(line).collect();
            let plain = lines.iter().map(|line| normalize(&line.text, relaxations).into_owned()).collect();
            let mut output = WantedOutput {
                exercise,
                has_dialogue: trace.dialogue.is_some(),
                whole: decode(&trace.stdout),
                input,
                letters: Arc::clone(&letters),
                common: Arc::clone(common),
                typed,
                relaxations,
                lines,
                plain,
                spoken: OnceLock::new(),
            };
            let forms: Vec<_> = output.lines.iter().map(|line| output.form(&line.text)).collect();
            output.lines.iter_mut().zip(forms).for_each(|(line, form)| line.form = form);
            outputs.insert(job, output);
        }
        let mut said = BTreeMap::<_, BTreeSet<Worded>>::new();
        for output in outputs.values() {
            let words = output.lines.iter().map(|line| line.words.clone());
            said.entry(output.exercise).or_default().extend(words);
        }
        Self { outputs, said, spoken: OnceLock::new(), relaxed: Mutex::default() }
    }

    /// Whether a line is expected in every scenario of a job's program, as often as in its own.
    pub fn is_in_each(&self, job: usize, line: &str) -> bool {
        let Some(own) = self.outputs.get(&job) else { return false };
        let count = |output: &WantedOutput| output.lines.iter().filter(|wanted| wanted.text == line).count();
        let often = count(own);
        self.outputs_of(own.exercise).all(|output| count(output) == often)
    }

    /// What is expected after some relaxations.
    fn relaxed(&self, relaxations: &[Relaxation]) -> Arc<Relaxed> {
        let mut known = self.relaxed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, relaxed)) = known.iter().find(|(one, _)| one == relaxations) {
            return Arc::clone(relaxed);
        }
        let mut relaxed = Relaxed { lines: BTreeMap::new(), decisive: BTreeSet::new() };
        let mut seen: BTreeMap<(Option<usize>, bool, String), &str> = BTreeMap::new();
        for (job, output) in &self.outputs {
            let given = [output.relaxations, relaxations].concat();
            let plain = |text: &str| normalize(text, output.relaxations).into_owned();
            let mut left = BTreeMap::new();
            let lines = output.lines.iter().map(|line| (true, &*line.text));
            for (is_line, text) in lines.chain([(false, &*output.whole)]) {
                let relaxed_text = normalize(text, &given).into_owned();
                if is_line {
                    left.entry(relaxed_text.clone()).or_insert_with(|| text.to_owned());
                }
                let known = *seen.entry((output.exercise, is_line, relaxed_text)).or_insert(text);
                if known != text && plain(known) != plain(text) {
                    relaxed.decisive.insert(output.exercise);
                }
            }
            relaxed.lines.insert(*job, left);
        }
        let relaxed = Arc::new(relaxed);
        known.push((relaxations.to_vec(), Arc::clone(&relaxed)));
        relaxed
    }

    /// Tells whether relaxations that forgive a mistake in some jobs would forgive also what differs among expectations. What they
    /// change there is added to `changes`.
    pub(super) fn bearing_of_relaxed(
        &self,
        relaxations: &[Relaxation],
        traces: &[Option<&Trace>],
        remedied: &[usize],
        changes: &mut Changes,
    ) -> Bearing {
        let wanted = self.relaxed(relaxations);
        let relaxed = self.mended(traces, relaxations, &wanted);
        for job in remedied {
            self.add_changed_letters(*job, relaxed.get(job).map_or(&[], Vec::as_slice), changes);
        }
        if self.mends_what_is_asked_for(&relaxed, remedied, relaxations) {
            return Bearing::Contradicted;
        }
        let mut exercises = remedied.iter().filter_map(|job| self.outputs.get(job)).map(|one| one.exercise);
        if exercises.any(|exercise| wanted.decisive.contains(&exercise)) {
            return Bearing::Decisive;
        }
        match self.is_one_for_all(&relaxed, remedied, relaxations) {
            true => Bearing::Contradicted,
            false => Bearing::Words,
        }
    }

    /// The lines of what was printed in each job, as they count after some relaxations.
    fn mended(
        &self,
        traces: &[Option<&Trace>],
        relaxations: &[Relaxation],
        wanted: &Relaxed,
    ) -> BTreeMap<usize, Vec<MendedLine>> {
        let printed = |(job, trace): (usize, &Option<&Trace>)| {
            let (output, right) = (self.outputs.get(&job)?, wanted.lines.get(&job)?);
            let given = [output.relaxations, relaxations].concat();
            let line = |line: OutputLine| MendedLine {
                mended: Some(match output.plain.contains(&*normalize(&line.text, output.relaxations)) {
                    true => line.text.clone(),
                    false => {
                        let relaxed = normalize(&line.text, &given);
                        right.get(&*relaxed).cloned().unwrap_or_else(|| relaxed.into_owned())
                    }
                }),
                printed: line.text,
                asks: line.asks,
                turn: line.turn,
            };
            Some((job, OutputLine::all((*trace)?).into_iter().map(line).collect()))
        };
        traces.iter().enumerate().filter_map(printed).collect()
    }

    /// Tells what a slip is, from all that a program printed: `mended` has the lines of each job. In these jobs everything
    /// would be right without it.
    pub(super) fn bearing_of_slip(
        &self,
        mended: &BTreeMap<usize, Vec<MendedLine>>,
        remedied: &[usize],
    ) -> Bearing {
        if self.is_one_for_all(mended, remedied, &[]) || self.mends_what_is_asked_for(mended, remedied, &[]) {
            return Bearing::Contradicted;
        }
        let mut bearing = Bearing::Words;
        let mut rivals = Rivals::new();
        let mut known = BTreeSet::new();
        for (job, lines) in mended {
            let Some(output) = self.outputs.get(job) else { continue };
            if self.contradicts(output, lines, remedied.contains(job), &mut known) {
                return Bearing::Contradicted;
            }
            if bearing == Bearing::Words && remedied.contains(job) && self.decides(output, lines, &mut rivals)
            {
                bearing = Bearing::Decisive;
            }
        }
        bearing
    }

    /// Adds of which letters the lines of a program should be, where everything would be right if it were mended so.
    fn add_changed_letters(&self, job: usize, lines: &[MendedLine], to: &mut Changes) {
        let Some(output) = self.outputs.get(&job) else { return };
        for line in lines.iter().filter(|line| line.is_changed()) {
            let (printed, right) = output.worded_line(line);
            let wrong = if printed.has_words() { printed.0.concat() } else { line.printed.clone() };
            let right = right.map(|right| letters(&right.0.concat()).collect());
            to.entry((output.exercise, ["the letters of ", &wrong].concat())).or_default().insert(right);
        }
    }

    /// Adds what a slip makes of the lines of a program where everything would be right without it.
    pub(super) fn add_changes(&self, job: usize, lines: &[MendedLine], to: &mut Changes) {
        let Some(output) = self.outputs.get(&job) else { return };
        self.add_changed_letters(job, lines, to);
        for line in lines.iter().filter(|line| line.is_changed()) {
            let (printed, right) = output.worded_line(line);
            let mut add = |wrong: String, right: Option<String>| {
                to.entry((output.exercise, wrong)).or_default().insert(right);
            };
            // Whatever varies: one text is no slip of two.
            add(["the line ", &line.printed].concat(), line.mended.clone());
            if !printed.has_words() {
                continue;
            }
            add(printed.0.concat(), right.as_ref().map(|right| right.0.concat()));
            if let Some((wrong, right)) = right.as_ref().and_then(|right| right.hole(&printed).replaced()) {
                // The words by themselves: whoever says one word for two does not know which one is right.
                add(["the words ", &wrong].concat(), Some(right));
            }
        }
    }

    /// Tells whether what was printed would have to be something else here, or is right in another scenario.
    /// `known` has the lines that were looked at before, and what they would be.
    fn contradicts(
        &self,
        output: &WantedOutput,
        lines: &[MendedLine],
        is_remedied: bool,
        known: &mut BTreeSet<(Option<usize>, Worded, String)>,
    ) -> bool {
        let said = &self.said[&output.exercise];
        for line in lines.iter().filter(|line| line.is_changed()) {
            let (printed, right) = output.worded_line(line);
            if !printed.has_words() || right.as_ref() == Some(&printed) {
                continue;
            }
            if said.contains(&printed)
                || right.is_none() && self.says_what_is_missing(output, line, &printed)
                || right.as_ref().is_some_and(|right| {
                    known.insert((output.exercise, right.clone(), line.printed.clone()))
                        && self.is_another_answer(output, line, &printed, right)
                })
            {
                return true;
            }
            let Some(right) = right.filter(|_| !is_remedied) else { continue };
            let hole = right.hole(&printed);
            let mut wanted = output.lines.iter().map(|wanted| &wanted.words);
            if !output.expects(&right) && (!hole.is_known() || wanted.any(|wanted| hole.may_be(wanted))) {
                return true;
            }
        }
        !is_remedied && self.parts_at_slip(output, lines)
    }

    /// Whether a line that should not be there says what is expected elsewhere, and missing here.
    fn says_what_is_missing(&self, output: &WantedOutput, line: &MendedLine, printed: &Worded) -> bool {
        let (all, own) = (self.spoken(output.exercise), output.spoken());
        let is_typed = |word: &String| output.input.iter().any(|typed| typed.to_lowercase().contains(word));
        let new = spoken_words(&line.printed).filter(|word| !own.words.contains(word) && !is_typed(word));
        let new: Vec<String> = new.collect();
        let missing = new.iter().filter(|word| all.words.contains(*word)).count();
        // Half of what it says besides is an answer.
        missing > 0 && 2 * missing >= new.len() || {
            let [by_words, by_text] = [printed.letters(), letters(&line.printed).collect()];
            let is_near = |one: &str, other: &str| distance(one, other, MOST_LETTERS).is_some();
            let said = &self.said[&output.exercise];
            said.iter().any(|wanted| is_near(&wanted.letters(), &by_words) && !output.expects(wanted))
                || all.lines.difference(&own.lines).any(|wanted| is_near(wanted, &by_text))
        }
    }

    /// Whether a line is nearer to another one that is expected than to the right one, or says both.
    fn is_another_answer(
        &self,
        output: &WantedOutput,
        line: &MendedLine,
        printed: &Worded,
        right: &Worded,
    ) -> bool {
        let [printed_words, right_words] = [printed, right].map(Worded::letters);
        let [printed_text, right_text] = [Some(&line.printed), line.mended.as_ref()]
            .map(|line| line.map(|line| letters(line).collect::<String>()).unwrap_or_default());
        let nearer = |others: &mut dyn Iterator<Item = String>, right: &str, printed: &str| {
            let own = distance(right, printed, MOST_LETTERS);
            others.filter(|other| other != right).any(|other| {
                let other = distance(&other, printed, MOST_LETTERS);
                other.is_some_and(|other| own.is_none_or(|own| other < own))
            })
        };
        let said = &self.said[&output.exercise];
        said.iter().any(|other| other.has_words() && printed.says_both(right, other))
            || nearer(&mut said.iter().map(Worded::letters), &right_words, &printed_words)
            || nearer(&mut self.spoken(output.exercise).lines.iter().cloned(), &right_text, &printed_text)
    }

    /// What the expected outputs of a program say.
    fn spoken(&self, exercise: Option<usize>) -> &Spoken {
        let all = self.spoken.get_or_init(|| {
            let mut all = BTreeMap::<_, Spoken>::new();
            for output in self.outputs.values() {
                all.entry(output.exercise).or_default().add(output);
            }
            all
        });
        &all[&exercise]
    }

    /// Tells whether an output would still first differ where the slip is mended.
    fn parts_at_slip(&self, output: &WantedOutput, lines: &[MendedLine]) -> bool {
        if !output.has_dialogue && !output.typed.is_empty() {
            return false;
        }
        let mut wanted = output.lines.iter();
        // A line that should not be there has words that are expected, and missing, elsewhere.
        let taken_out =
            lines.iter().filter(|line| line.mended.is_none()).map(|line| output.worded(&line.printed));
        let taken_out: Vec<Worded> = taken_out.filter(Worded::has_words).collect();
        let has_words_of = |expected: &Worded, mended: &[String]| {
            taken_out.iter().any(|line| {
                let mut words = line.0.iter().filter(|word| is_word(word));
                words.clone().all(|word| expected.0.contains(word))
                    || words.any(|word| expected.0.contains(word) && !mended.contains(word))
            })
        };
        for line in lines {
            let Some(mended) = &line.mended else { continue };
            let Some(expected) = wanted.next() else { return false };
            if normalize(mended, output.relaxations) == normalize(&expected.text, output.relaxations) {
                continue;
            }
            let [right, printed] = output.worded_pair(mended, &line.printed);
            return has_words_of(&expected.words, &right.0)
                || line.is_changed() && printed.has_words() && right.hole(&printed).may_be(&expected.words);
        }
        wanted.next().is_some_and(|expected| has_words_of(&expected.words, &[]))
    }

    /// Tells whether something that decides stands in the place of a slip.
    fn decides<'w>(&'w self, output: &WantedOutput, lines: &[MendedLine], rivals: &mut Rivals<'w>) -> bool {
        let mut known = BTreeSet::new();
        let mut changed = lines.iter().filter(|line| line.is_changed());
        changed.any(|line| {
            let Some(right) = line.mended.as_deref().filter(|_| known.insert(&line.printed)) else {
                return false;
            };
            let words = output.worded_pair(right, &line.printed);
            // The signs of a row of a board decide nothing; a line that says nothing in the place of words does.
            if words.iter().all(|words| !words.has_words()) && words[1].has_letters_of(&words[0]) {
                return false;
            }
            let said = output.typed.iter().any(|typed| right.contains(typed.as_str()));
            let said =
                said.then(|| [right, &line.printed].map(|line| Worded::new(line, &[], &output.letters)));
            let readings = [(Reading::Repeated, Some(words)), (Reading::Said, said)];
            readings.into_iter().any(|(reading, words)| {
                let Some([right, printed]) = words else { return false };
                let key = (output.exercise, reading, right, printed);
                let found = match rivals.get(&key) {
                    Some(found) => found,
                    None => {
                        let found = self.rivals(output, reading, &key.2, &key.2.hole(&key.3));
                        rivals.entry(key.clone()).or_insert(found)
                    }
                };
                self.is_decisive(output, reading, &key.2, found)
            })
        })
    }

    pub(super) fn outputs_of(&self, exercise: Option<usize>) -> impl Iterator<Item = &WantedOutput<'p>> {
        self.outputs.values().filter(move |other| other.exercise == exercise)
    }

    /// The lines that may stand in the place of one, with something else in the hole. None decides anything where every
    /// scenario expects that line.
    fn rivals(
        &self,
        output: &WantedOutput,
        reading: Reading,
        right: &Worded,
        hole: &Hole,
    ) -> Vec<&WantedLine> {
        let (exercise, letters) = (output.exercise, &output.letters);
        let count = |output: &WantedOutput| {
            output.lines.iter().filter(|line| *reading.of(line, letters) == *right).count()
        };
        let mut counts = self.outputs_of(exercise).map(count);
        let own = counts.next().unwrap_or_default();
        if own > 0 && counts.all(|other| other == own) {
            return Vec::new();
        }
        let lines = self.outputs_of(exercise).flat_map(|output| &output.lines);
        let mut together = BTreeMap::new();
        let mut is_another_line = |words: Cow<Worded>| {
            let known = together.get(&*words).copied();
            known.unwrap_or_else(|| {
                let found = self.are_always_together(
                    exercise,
                    &|line| *reading.of(line, letters) == *right,
                    &|line| reading.of(line, letters) == words,
                ) || hole.labels(&words).is_some_and(|[own, other]| {
                    let begins =
                        |line: &WantedLine, with: &[String]| reading.of(line, letters).0.starts_with(with);
                    self.are_always_together(exercise, &|line| begins(line, &own), &|line| {
                        begins(line, &other)
                    })
                });
                together.insert(words.into_owned(), found);
                found
            })
        };
        let mut is_rival = |line: &&WantedLine| {
            let words = reading.of(line, letters);
            hole.may_be(&words) && !is_another_line(words)
        };
        lines.filter(|line| is_rival(line)).collect()
    }

    /// Whether of two kinds of lines one never stands without the other one, and always before it, or always behind: then neither
    /// stands in the place of the other.
    fn are_always_together(
        &self,
        exercise: Option<usize>,
        is_one: &dyn Fn(&WantedLine) -> bool,
        is_other: &dyn Fn(&WantedLine) -> bool,
    ) -> bool {
        let mut orders = BTreeSet::new();
        let is_paired = |output: &WantedOutput| {
            let lines = output.lines.iter().map(|line| (is_one(line), is_other(line)));
            let lines: Vec<_> = lines.filter(|(one, other)| *one || *other).collect();
            orders.extend(lines.chunks(2).map(<[_]>::to_vec));
            orders.iter().all(|order| {
                matches!(order[..], [(true, false), (false, true)] | [(false, true), (true, false)])
            })
        };
        self.outputs_of(exercise).all(is_paired) && orders.len() == 1
    }

    fn is_decisive(
        &self,
        output: &WantedOutput,
        reading: Reading,
        right: &Worded,
        rivals: &[&WantedLine],
    ) -> bool {
        let is_behind = |line: &WantedLine, previous: &Option<Worded>| line.previous == *previous;
        let is_common = |previous: &Option<Worded>| {
            let has = |other: &&WantedOutput| other.lines.iter().any(|line| is_behind(line, previous));
            self.outputs_of(output.exercise).filter(has).nth(1).is_some()
        };
        let is_right = |line: &&WantedLine| *reading.of(line, &output.letters) == *right;
        let mut places: Vec<&WantedLine> = output.lines.iter().filter(is_right).collect();
        places.dedup_by(|one, other| one.asks == other.asks && one.previous == other.previous);
        places.into_iter().any(|place| {
            let mut rivals = rivals.iter().filter(|line| line.asks == place.asks).peekable();
            if !place.asks || rivals.peek().is_none() {
                return rivals.peek().is_some();
            }
            // Which question is asked is known from the line before it. Behind a line that no other scenario expects, it
            // may be any that is asked there.
            match is_common(&place.previous) {
                true => rivals.any(|line| is_behind(line, &place.previous)),
                false => rivals.any(|line| !is_common(&line.previous)),
            }
        })
    }
}
