//! Words that decide: they differ among what scenarios expect at one place.
//!
//! A slip of wording makes one text out of another, always the same one. Whoever prints one text where different ones are
//! expected, or any text in the place of a word that decides, gives a wrong answer, whatever would mend it in one scenario.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::common::{Common, CommonByProgram};
use super::elsewhere::Spoken;
use super::output_lines::{Compared, MendedLine, OutputLine, compared_as_text};
use super::rivals::Rivals;
use super::template::{Fragments, longest_first};
use super::worded::{Worded, is_word};
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
    pub(super) words: Worded,
    /// The line before it.
    pub(super) previous: Option<Worded>,
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
    pub(super) spoken: OnceLock<Spoken>,
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

    pub(super) fn expects(&self, words: &Worded) -> bool {
        self.lines.iter().any(|line| line.words == *words)
    }

    /// The words of a line as it was printed, and as it would be.
    pub(super) fn worded_line(&self, line: &MendedLine) -> (Worded, Option<Worded>) {
        match line.mended.as_deref() {
            Some(right) => {
                let [right, printed] = self.worded_pair(right, &line.printed);
                (printed, Some(right))
            }
            None => (self.worded(&line.printed), None),
        }
    }
}

/// What is expected in all scenarios whose output is compared as text.
#[derive(Debug)]
pub struct Wanted<'p> {
    /// By the indexes of their jobs.
    pub(super) outputs: BTreeMap<usize, WantedOutput<'p>>,
    /// The different lines of each program.
    pub(super) said: BTreeMap<Option<usize>, BTreeSet<Worded>>,
    /// What each program should say, once somebody asks.
    pub(super) spoken: OnceLock<BTreeMap<Option<usize>, Spoken>>,
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
        let lines = |job: &usize| relaxed.get(job).map_or(&[][..], Vec::as_slice);
        for job in remedied {
            self.add_changed_letters(*job, lines(job), changes);
        }
        let changes_sign = |line: &MendedLine| {
            line.mended.as_ref().is_some_and(|right| Fragments::of(right, &line.printed).change_a_sign())
        };
        if remedied.iter().flat_map(lines).any(changes_sign)
            || self.mends_what_is_asked_for(&relaxed, remedied, relaxations)
        {
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
        // What is taken out of one scenario must not be left as an answer in another one, because something else is typed there.
        let of_remedied = remedied.iter().filter_map(|job| mended.get(job)).flatten();
        let taken_out: BTreeSet<&str> =
            of_remedied.filter(|line| line.mended.is_none()).map(|line| &*line.printed).collect();
        let is_left = |(job, lines): (&usize, &Vec<MendedLine>)| {
            let Some(output) = self.outputs.get(job) else { return false };
            let mut left = lines.iter().filter(|line| line.mended.is_some());
            left.any(|line| {
                taken_out.contains(&*line.printed)
                    && self.says_what_is_missing(output, line, &output.worded(&line.printed))
            })
        };
        if !taken_out.is_empty() && mended.iter().any(is_left) || self.leaves_an_answer(mended, remedied) {
            return Bearing::Contradicted;
        }
        let mut bearing = Bearing::Words;
        let mut rivals = Rivals::new();
        let mut known = BTreeSet::new();
        for (job, lines) in mended {
            let Some(output) = self.outputs.get(job) else { continue };
            let is_remedied = remedied.contains(job);
            if self.contradicts(output, lines, is_remedied) {
                return Bearing::Contradicted;
            }
            if bearing == Bearing::Words
                && (self.are_other_answers(output, lines, &mut known)
                    || is_remedied && self.decides(output, lines, &mut rivals))
            {
                bearing = Bearing::Decisive;
            }
        }
        bearing
    }

    /// Whether what is taken out of a line of a remedied job makes another answer of a line elsewhere.
    fn leaves_an_answer(&self, mended: &BTreeMap<usize, Vec<MendedLine>>, remedied: &[usize]) -> bool {
        let of_remedied = remedied.iter().filter_map(|job| mended.get(job)).flatten();
        let added: BTreeSet<&str> = of_remedied.filter_map(MendedLine::added).collect();
        let others = || mended.iter().filter(|(job, _)| !remedied.contains(job));
        let is_left = |output: &WantedOutput, line: &MendedLine, added: &str| {
            let Some((before, after)) = line.printed.split_once(added) else { return false };
            let right = [before, after].concat();
            output.plain.contains(&*normalize(&right, output.relaxations)) && {
                let line = MendedLine { mended: Some(right), ..line.clone() };
                let (printed, right) = output.worded_line(&line);
                right.is_some_and(|right| self.is_another_answer(output, &line, &printed, &right))
            }
        };
        !added.is_empty()
            && others().any(|(job, lines)| {
                self.outputs.get(job).is_some_and(|output| {
                    lines.iter().any(|line| added.iter().any(|added| is_left(output, line, added)))
                })
            })
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
    fn contradicts(&self, output: &WantedOutput, lines: &[MendedLine], is_remedied: bool) -> bool {
        let said = &self.said[&output.exercise];
        for line in lines.iter().filter(|line| line.is_changed()) {
            let (printed, right) = output.worded_line(line);
            if !printed.has_words() || right.as_ref() == Some(&printed) {
                continue;
            }
            if said.contains(&printed) || right.is_none() && self.says_what_is_missing(output, line, &printed)
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

    pub(super) fn outputs_of(&self, exercise: Option<usize>) -> impl Iterator<Item = &WantedOutput<'p>> {
        self.outputs.values().filter(move |other| other.exercise == exercise)
    }
}
