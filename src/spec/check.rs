//! From a spec as it is written to a spec that can be used: every value is checked, and every complaint
//! collected.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use regex::{Regex, RegexBuilder};
use yardstick_reference::Reading;

use super::diagnostic::{Defects, Diagnostic, Source, suggest};
use super::document::{
    CompareDocument, EventCompareDocument, EventDocument, ExpectDocument, GroupDocument, OutputDocument,
    ReferenceDocument, RelaxationDocument, RepeatDocument, Scalar, ScenarioDocument, SpecDocument,
    StderrDocument,
};
use super::yaml::{self, At};
use super::{
    AcceptedOutput, Comparison, EventCompare, EventPattern, Expectation, ExpectedExit, ExpectedStderr,
    Extent, Group, Pattern, ReferenceSource, Relaxation, Scenario, Spec, quantity,
};
use crate::language::{self, Language};
use crate::points::Points;
use crate::sandbox::{Input, Limits};
use crate::submission::{File, HandIn, Snapshot};

/// Reads a file that stands beside the spec, by its relative path; or says why it cannot.
type ReadFile<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Reads and checks a spec.
pub(super) fn check(source: Source, read_file: ReadFile) -> Result<Spec, Box<Defects>> {
    let document = match yaml::read::<SpecDocument>(&source.text) {
        Ok(document) => document,
        Err(diagnostic) => return Err(Box::new(Defects { source, diagnostics: vec![diagnostic] })),
    };
    let mut checker =
        Checker { read_file, complaints: Vec::new(), final_newline: document.final_newline.unwrap_or(true) };
    let spec = checker.spec(&document, source);
    match spec {
        spec if checker.complaints.is_empty() => Ok(spec),
        spec => Err(Box::new(Defects { source: spec.source, diagnostics: checker.complaints })),
    }
}

struct Checker<'a> {
    read_file: ReadFile<'a>,
    complaints: Vec<Diagnostic>,
    final_newline: bool,
}

impl Checker<'_> {
    fn complain(&mut self, diagnostic: Diagnostic) {
        self.complaints.push(diagnostic);
    }

    fn spec(&mut self, document: &SpecDocument, source: Source) -> Spec {
        let assignment = self.named(&document.assignment, "the assignment");
        let title = document.title.as_ref().map_or_else(|| assignment.clone(), |title| title.0.clone());
        let (hand_in, supplied) = self.submission(document);
        let language = document.language.as_ref().and_then(|name| self.language(name));
        if language.is_none() && language::of_file(&hand_in.entry).is_none() && !hand_in.entry.is_empty() {
            let place =
                document.submission.entry.as_ref().map_or(document.submission.files.place(), At::place);
            let message = format!("no language is known for `{}`", hand_in.entry);
            self.complain(
                Diagnostic::new(place, message, "unknown ending").help("say it: `language: python`"),
            );
        }
        let reference = document.reference.as_ref().and_then(|reference| self.reference(reference));
        let readings = self.readings(&document.readings, reference.as_ref());
        let limits = self.limits(document);
        let comparison = document
            .compare
            .as_ref()
            .map_or(Comparison::Text(Vec::new()), |compare| self.comparison(compare));
        let groups = self.groups(document, &comparison);
        if document.reference.is_none() {
            self.needs_no_reference(document, &groups);
        }
        Spec { assignment, title, hand_in, supplied, language, reference, readings, limits, groups, source }
    }

    /// A name that is not empty.
    fn named(&mut self, name: &At<Scalar>, what: &str) -> String {
        if name.value().0.trim().is_empty() {
            self.complain(Diagnostic::new(name.place(), format!("{what} has no name"), "empty"));
        }
        name.value().0.clone()
    }

    fn submission(&mut self, document: &SpecDocument) -> (HandIn, Snapshot) {
        let submission = &document.submission;
        let mut supplied = Snapshot::default();
        for path in &submission.supplied {
            if let Some((name, file)) = self.file_beside(path) {
                supplied.insert(name, file);
            }
        }
        let files: Vec<String> = submission.files.value().iter().map(|name| self.file_name(name)).collect();
        let instead = submission.instead.iter().map(|name| self.file_name(name)).collect();
        let entry = match (&submission.entry, files.as_slice()) {
            (Some(entry), _) => {
                let name = self.file_name(entry);
                if !files.contains(&name) && supplied.get(Path::new(&name)).is_none() {
                    let message = format!("the entry `{name}` is neither handed in nor supplied");
                    let help = "name it in `files` or in `supplied`";
                    self.complain(Diagnostic::new(entry.place(), message, "not a known file").help(help));
                }
                name
            }
            (None, [only]) => only.clone(),
            (None, []) => {
                let place = submission.files.place();
                self.complain(
                    Diagnostic::new(place, "nothing is handed in", "no files").help("name at least one file"),
                );
                String::new()
            }
            (None, _) => {
                let place = submission.files.place();
                let help = "say which one is run: `entry: main.py`";
                self.complain(
                    Diagnostic::new(place, "several files and no entry", "which one is run?").help(help),
                );
                String::new()
            }
        };
        (HandIn { files, entry, instead }, supplied)
    }

    /// The path of a file in the submission.
    fn file_name(&mut self, name: &At<Scalar>) -> String {
        let plain = |path: &Path| path.components().all(|part| matches!(part, Component::Normal(_)));
        let text = &name.value().0;
        if text.is_empty() || !plain(Path::new(text)) {
            let message = format!("`{text}` is no path inside a submission");
            self.complain(
                Diagnostic::new(name.place(), message, "leads outside").help("such as `connect.py`"),
            );
        }
        text.clone()
    }

    /// A file that stands beside the spec, under its bare name.
    fn file_beside(&mut self, path: &At<Scalar>) -> Option<(PathBuf, File)> {
        let text = &path.value().0;
        match (self.read_file)(text) {
            Ok(content) => {
                let name = Path::new(text).file_name().unwrap_or_default();
                Some((name.into(), File { content, executable: false }))
            }
            Err(reason) => {
                let message = format!("cannot read `{text}`: {reason}");
                let help = "paths start at the spec's folder";
                self.complain(Diagnostic::new(path.place(), message, "this file").help(help));
                None
            }
        }
    }

    fn language(&mut self, name: &At<Scalar>) -> Option<&'static Language> {
        let found = language::find(&name.value().0);
        if found.is_none() {
            let message = format!("no language `{}`", name.value().0);
            let help =
                suggest(&name.value().0, language::all().iter().map(|language| language.name.as_str()));
            self.complain(Diagnostic::new(name.place(), message, "unknown").help(help));
        }
        found
    }

    fn reference(&mut self, reference: &At<ReferenceDocument>) -> Option<ReferenceSource> {
        match reference.value() {
            ReferenceDocument::BuiltIn(key) => {
                let found = yardstick_reference::find(key);
                if found.is_none() {
                    let keys: Vec<&str> = yardstick_reference::all().iter().map(|one| one.key()).collect();
                    let message = format!("no reference implementation of `{key}`");
                    let known = keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
                    let nearest = suggest(key, keys.iter().copied());
                    let help = if nearest.starts_with("did") {
                        format!("{nearest} known references: {known}")
                    } else {
                        format!(
                            "known references: {known}; or name a program: `reference: {{files: [solution.py]}}`"
                        )
                    };
                    self.complain(
                        Diagnostic::new(reference.place(), message, "unknown reference").help(help),
                    );
                }
                found.map(ReferenceSource::BuiltIn)
            }
            ReferenceDocument::Program(program) => {
                let paths = program.files.value();
                let files: Vec<(PathBuf, File)> =
                    paths.iter().filter_map(|path| self.file_beside(path)).collect();
                let Some((entry, _)) = files.first() else {
                    if paths.is_empty() {
                        let message = "the reference has no files";
                        self.complain(Diagnostic::new(program.files.place(), message, "empty"));
                    }
                    return None;
                };
                let entry = entry.display().to_string();
                if language::of_file(&entry).is_none() {
                    let message = format!("no language is known for `{entry}`");
                    self.complain(Diagnostic::new(program.files.place(), message, "unknown ending"));
                }
                Some(ReferenceSource::Program { files: files.into_iter().collect(), entry })
            }
        }
    }

    fn readings(&mut self, ids: &[At<Scalar>], reference: Option<&ReferenceSource>) -> Vec<&'static Reading> {
        let known = match reference {
            Some(ReferenceSource::BuiltIn(reference)) => reference.readings(),
            Some(ReferenceSource::Program { .. }) | None => &[],
        };
        let mut readings = Vec::new();
        for id in ids {
            match known.iter().find(|reading| reading.id == id.value().0) {
                Some(reading) => readings.push(reading),
                None => {
                    let message = format!("the reference has no reading `{}`", id.value().0);
                    let help = if known.is_empty() {
                        "this reference reads the handout in one way only; remove it".to_owned()
                    } else {
                        suggest(&id.value().0, known.iter().map(|reading| reading.id))
                    };
                    self.complain(Diagnostic::new(id.place(), message, "unknown reading").help(help));
                }
            }
        }
        readings
    }

    fn limits(&mut self, document: &SpecDocument) -> Limits {
        let written = &document.limits;
        let mut limits = Limits::default();
        let durations = [(&written.cpu, &mut limits.cpu), (&written.wall, &mut limits.wall)];
        for (text, limit) in durations {
            if let Some(text) = text {
                match quantity::duration(&text.value().0) {
                    Some(duration) => *limit = duration,
                    None => self.complain(no_quantity(text, "a duration", "`2s` or `500ms`")),
                }
            }
        }
        for (text, limit) in [(&written.memory, 0), (&written.output, 1)] {
            if let Some(text) = text {
                match (quantity::bytes(&text.value().0), limit) {
                    (Some(bytes), 0) => limits.memory = bytes,
                    (Some(bytes), _) => limits.output = bytes as usize,
                    (None, _) => self.complain(no_quantity(text, "a size", "`256 MiB`")),
                }
            }
        }
        if let Some(processes) = &written.processes {
            limits.processes = *processes.value() as usize;
        }
        if written.wall.is_none() {
            // A busy machine must fail nobody.
            limits.wall = limits.wall.max(limits.cpu * 5);
        }
        limits
    }

    fn groups(&mut self, document: &SpecDocument, comparison: &Comparison) -> Vec<Group> {
        let mut groups: Vec<Group> =
            document.groups.iter().map(|group| self.group(group.value(), comparison)).collect();
        self.unique(document.groups.iter().map(|group| &group.value().name), "group");
        for scenario in &document.scenarios {
            let document = scenario.value();
            if let Some(weight) = &document.weight {
                let message = "a scenario outside of groups has `points`, not a `weight`";
                self.complain(Diagnostic::new(weight.place(), message, "shares nothing"));
            }
            let points = match &document.points {
                Some(points) => self.points(points),
                None => {
                    let message = "a scenario outside of groups needs `points`";
                    self.complain(Diagnostic::new(document.name.place(), message, "is worth nothing yet"));
                    Points::ZERO
                }
            };
            let scenario = self.scenario(document, points, comparison, None);
            groups.push(Group { name: None, bonus: false, scenarios: vec![scenario] });
        }
        self.unique(document.scenarios.iter().map(|scenario| &scenario.value().name), "scenario");
        if groups.is_empty() {
            let message = "the spec tests nothing";
            let help = "add `groups:` with scenarios";
            self.complain(
                Diagnostic::new(document.assignment.place(), message, "has no scenarios").help(help),
            );
        }
        groups
    }

    fn group(&mut self, document: &GroupDocument, comparison: &Comparison) -> Group {
        let name = self.named(&document.name, "the group");
        let comparison =
            document.compare.as_ref().map_or_else(|| comparison.clone(), |compare| self.comparison(compare));
        let points = self.points(&document.points);
        let written = document.scenarios.value();
        let weights: Vec<u32> = written
            .iter()
            .map(|one| one.value().weight.as_ref().map_or(1, |weight| *weight.value()))
            .collect();
        if written.is_empty() {
            let message = format!("the group `{name}` has no scenarios");
            self.complain(Diagnostic::new(document.name.place(), message, "tests nothing"));
        } else if weights.iter().all(|&weight| weight == 0) && points > Points::ZERO {
            let message = format!("nobody can earn the points of `{name}`");
            let help = "give at least one scenario a weight above 0, or the group 0 points";
            self.complain(Diagnostic::new(document.points.place(), message, "all weights are 0").help(help));
        }
        let scenarios = written
            .iter()
            .zip(points.shares(&weights))
            .map(|(scenario, share)| {
                if let Some(points) = &scenario.value().points {
                    let message = "a scenario in a group has a `weight`, not `points`";
                    let help = "the group's points are shared by its scenarios";
                    self.complain(Diagnostic::new(points.place(), message, "the group has them").help(help));
                }
                self.scenario(scenario.value(), share, &comparison, Some(document))
            })
            .collect();
        self.unique(written.iter().map(|scenario| &scenario.value().name), "scenario of this group");
        Group { name: Some(name), bonus: document.bonus, scenarios }
    }

    fn scenario(
        &mut self,
        document: &ScenarioDocument,
        points: Points,
        comparison: &Comparison,
        group: Option<&GroupDocument>,
    ) -> Scenario {
        let comparison =
            document.compare.as_ref().map_or_else(|| comparison.clone(), |compare| self.comparison(compare));
        let args = document.args.as_ref().or(group.and_then(|group| group.args.as_ref()));
        let hint = document.hint.as_ref().or(group.and_then(|group| group.hint.as_ref()));
        if let Some(line) = document.stdin.0.iter().find(|line| line.contains(['\n', '\0'])) {
            let message = format!("{line:?} is not one line");
            self.complain(Diagnostic::new(document.name.place(), message, "in this scenario"));
        }
        Scenario {
            name: self.named(&document.name, "the scenario"),
            args: args.into_iter().flatten().map(|arg| arg.0.clone()).collect(),
            input: Input { lines: document.stdin.0.clone(), final_newline: self.final_newline },
            points,
            comparison,
            expectation: self.expectation(&document.expect),
            hint: hint.map(|hint| hint.0.trim_end().to_owned()),
            place: document.name.place(),
        }
    }

    fn points(&mut self, written: &At<Scalar>) -> Points {
        written.value().0.parse().unwrap_or_else(|error| {
            let message = format!("`{}` is no number of points", written.value().0);
            self.complain(Diagnostic::new(written.place(), message, format!("{error}")));
            Points::ZERO
        })
    }

    fn unique<'a>(&mut self, names: impl Iterator<Item = &'a At<Scalar>>, what: &str) {
        let mut seen = HashMap::<&str, Range<usize>>::new();
        for name in names {
            if seen.insert(&name.value().0, name.place()).is_some() {
                let message = format!("there is another {what} called `{}`", name.value().0);
                self.complain(
                    Diagnostic::new(name.place(), message, "a second time").help("give each its own name"),
                );
            }
        }
    }

    fn comparison(&mut self, compare: &At<CompareDocument>) -> Comparison {
        match compare.value() {
            CompareDocument::Exact => Comparison::Text(Vec::new()),
            CompareDocument::Relaxed(relaxations) => {
                Comparison::Text(relaxations.iter().map(|relaxation| self.relaxation(relaxation)).collect())
            }
            CompareDocument::Events(events) => {
                if events.is_empty() {
                    let message = "no events, so every output would do";
                    self.complain(Diagnostic::new(compare.place(), message, "empty"));
                }
                self.unique(events.iter().map(|(name, _)| name), "event");
                Comparison::Events(
                    events.iter().filter_map(|(name, event)| self.event(name, event)).collect(),
                )
            }
        }
    }

    fn relaxation(&mut self, relaxation: &RelaxationDocument) -> Relaxation {
        match relaxation {
            RelaxationDocument::Numbers(tolerance) => {
                let number = tolerance
                    .value()
                    .0
                    .parse()
                    .ok()
                    .filter(|number: &f64| number.is_finite() && *number >= 0.0);
                if number.is_none() {
                    let message = format!("`{}` is no tolerance", tolerance.value().0);
                    let label = "expected a number, zero or more";
                    self.complain(
                        Diagnostic::new(tolerance.place(), message, label).help("such as `numbers: 1e-6`"),
                    );
                }
                Relaxation::Numbers(number.unwrap_or_default())
            }
            RelaxationDocument::Named(word) => match *word {
                "trailing-blanks" => Relaxation::TrailingBlanks,
                "blank-lines" => Relaxation::BlankLines,
                "final-newline" => Relaxation::FinalNewline,
                "case" => Relaxation::Case,
                "punctuation" => Relaxation::Punctuation,
                "runs-of-blanks" => Relaxation::RunsOfBlanks,
                other => unreachable!("`{other}` is not in the list of relaxations"),
            },
        }
    }

    fn event(&mut self, name: &At<Scalar>, event: &At<EventDocument>) -> Option<EventPattern> {
        let document = event.value();
        let patterns = [
            (&document.line, Extent::Line),
            (&document.lines, Extent::Lines),
            (&document.block, Extent::Block),
        ];
        let mut given = patterns.iter().filter_map(|(pattern, extent)| Some((pattern.as_ref()?, *extent)));
        let (Some((pattern, extent)), None) = (given.next(), given.next()) else {
            let message = format!("the event `{}` needs one pattern", name.value().0);
            let help = "give one of `line`, `lines` and `block`";
            self.complain(Diagnostic::new(name.place(), message, "none, or several").help(help));
            return None;
        };
        let regex = self.regex(pattern)?;
        let compare = match document.compare {
            EventCompareDocument::Name => EventCompare::Name,
            EventCompareDocument::Captures => EventCompare::Captures,
            EventCompareDocument::Text => EventCompare::Text,
            EventCompareDocument::Ignored => EventCompare::Ignored,
        };
        if compare == EventCompare::Captures && regex.captures_len() == 1 {
            let message = format!("the pattern of `{}` captures nothing", name.value().0);
            let help = "put what counts into parentheses, or compare by `name`";
            self.complain(Diagnostic::new(pattern.place(), message, "no group").help(help));
        }
        let once = matches!(document.repeat, RepeatDocument::Once);
        Some(EventPattern { name: name.value().0.clone(), regex, extent, compare, once })
    }

    fn regex(&mut self, pattern: &At<Scalar>) -> Option<Regex> {
        let built = RegexBuilder::new(&pattern.value().0).multi_line(true).build();
        let problem = match &built {
            Err(regex::Error::Syntax(text)) => {
                Some(text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned())
            }
            Err(other) => Some(other.to_string()),
            Ok(regex) if regex.is_match("") => Some("it matches the empty text".to_owned()),
            Ok(_) => None,
        };
        if let Some(problem) = problem {
            let message = "this is no usable regular expression";
            let help = "look-around and back-references do not exist here: a match must take linear time";
            self.complain(Diagnostic::new(pattern.place(), message, problem).help(help));
        }
        built.ok()
    }

    fn expectation(&mut self, document: &ExpectDocument) -> Expectation {
        let stdout = document.stdout.as_ref().map(|output| self.outputs(output));
        let exit = document.exit.as_ref().map(|exit| match exit.value().0.as_str() {
            "any" => ExpectedExit::Any,
            "nonzero" => ExpectedExit::NonZero,
            code => ExpectedExit::Code(
                code.parse().ok().filter(|code| (0..256).contains(code)).unwrap_or_else(|| {
                    let message = format!("`{code}` is no exit code");
                    let label = "expected 0 to 255, `nonzero` or `any`";
                    self.complain(Diagnostic::new(exit.place(), message, label));
                    0
                }),
            ),
        });
        let stderr = match &document.stderr {
            None | Some(StderrDocument::Ignored) => ExpectedStderr::Ignored,
            Some(StderrDocument::Empty) => ExpectedStderr::Empty,
            Some(StderrDocument::Contains(text)) => ExpectedStderr::Contains(text.0.clone()),
        };
        Expectation { stdout, exit, stderr }
    }

    fn outputs(&mut self, output: &At<OutputDocument>) -> Vec<AcceptedOutput> {
        match output.value() {
            OutputDocument::Text(text) => vec![AcceptedOutput::Text(text.clone())],
            OutputDocument::Pattern(text) => match Pattern::new(text) {
                Ok(pattern) => vec![AcceptedOutput::Pattern(pattern)],
                Err((message, help)) => {
                    self.complain(Diagnostic::new(output.place(), message, "in this pattern").help(help));
                    Vec::new()
                }
            },
            OutputDocument::AnyOf(outputs) => {
                if outputs.is_empty() {
                    self.complain(Diagnostic::new(output.place(), "no output would be accepted", "empty"));
                }
                outputs.iter().flat_map(|output| self.outputs(output)).collect()
            }
        }
    }

    /// Without a reference, every scenario must say itself what is expected.
    fn needs_no_reference(&mut self, document: &SpecDocument, groups: &[Group]) {
        let lacking =
            groups.iter().flat_map(|group| &group.scenarios).find(|one| one.expectation.stdout.is_none());
        if let Some(scenario) = lacking {
            let message = format!("nothing says what `{}` must print", scenario.name);
            let help = format!(
                "name a reference (`reference: {}`), or give the scenario `expect: {{stdout: …}}`",
                document.assignment.value().0
            );
            self.complain(
                Diagnostic::new(scenario.place.clone(), message, "no reference, no `expect`").help(help),
            );
        }
    }
}

fn no_quantity(written: &At<Scalar>, what: &str, such_as: &str) -> Diagnostic {
    let message = format!("`{}` is not {what}", written.value().0);
    Diagnostic::new(written.place(), message, format!("expected {what} such as {such_as}"))
}
