//! Checks how outputs and answers are compared.

use std::sync::Arc;

use regex::{Regex, RegexBuilder};

use super::Checker;
use crate::language::Language;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{
    BlanksDocument, CompareDocument, EventCompareDocument, EventDocument, OtherTexts, PrintedDocument,
    RelaxationDocument, RepeatDocument, Scalar, SessionDocument, ValueRelaxationDocument,
};
use crate::spec::yaml::At;
use crate::spec::{
    AnswerComparison, Comparison, EventCompare, EventPattern, Extent, OutputChecker, PrintedComparison,
    Relaxation, Repeat, Tolerance, ValueRelaxation,
};

/// The comparisons of runs and of sessions; one `compare` sets both.
#[derive(Clone)]
pub(super) struct Comparisons {
    pub(super) run: Comparison,
    /// The program that judges the outputs of runs instead.
    pub(super) checker: Option<Arc<OutputChecker>>,
    pub(super) answers: AnswerComparison,
    /// Whether the spec says `exact`.
    is_exact: bool,
}

impl Comparisons {
    /// Compares outputs in this way, and also the output of session lines; compares values exactly.
    pub(super) fn of_outputs(run: Comparison) -> Self {
        let printed = PrintedComparison::Compared(run.clone());
        let answers = AnswerComparison { values: Vec::new(), printed };
        Self { run, checker: None, answers, is_exact: false }
    }

    /// Compares outputs byte by byte, and values type by type.
    pub(super) fn exact() -> Self {
        Self::of_outputs(Comparison::Text(Vec::new()))
    }

    /// How the outputs of programs in a language are compared. Where it prints reals with all their digits, the last ones do not
    /// count unless the spec says how numbers are compared, or `exact`.
    pub(super) fn of_runs(&self, language: Option<&Language>) -> Comparison {
        let is_about_numbers =
            |one: &Relaxation| matches!(one, Relaxation::Numbers(_) | Relaxation::OnlyNumbers);
        match &self.run {
            Comparison::Text(relaxations)
                if language.is_some_and(|one| one.has_near_reals)
                    && !self.is_exact
                    && !relaxations.iter().any(is_about_numbers) =>
            {
                let near = Relaxation::Numbers(Tolerance::LAST_DIGITS);
                Comparison::Text(relaxations.iter().cloned().chain([near]).collect())
            }
            run => run.clone(),
        }
    }
}

impl Checker<'_> {
    pub(super) fn comparisons(&mut self, compare: &At<CompareDocument>) -> Comparisons {
        match compare.value() {
            CompareDocument::Session(session) => {
                Comparisons { answers: self.answers(session, compare), ..Comparisons::exact() }
            }
            CompareDocument::Checker(checker) => {
                Comparisons { checker: self.output_checker(checker), ..Comparisons::exact() }
            }
            CompareDocument::Exact => Comparisons { is_exact: true, ..Comparisons::exact() },
            CompareDocument::Relaxed(_) | CompareDocument::Events(_) | CompareDocument::Table(_) => {
                Comparisons::of_outputs(self.outputs_comparison(compare.value(), compare))
            }
        }
    }

    /// Returns the comparisons where no output of a program is compared.
    pub(super) fn comparisons_without_checker(&mut self, compare: &At<CompareDocument>) -> Comparisons {
        self.has_no_checker(compare);
        self.comparisons(compare)
    }

    /// Complains of a checker where no output of a program is compared.
    fn has_no_checker(&mut self, compare: &At<CompareDocument>) {
        if matches!(compare.value(), CompareDocument::Checker(_)) {
            let message = "a checker judges what a program prints, and nothing else";
            let help = "write `exact`, or a list of relaxations";
            self.complain(Diagnostic::new(compare.place(), message, "has a checker").help(help));
        }
    }

    fn answers(&mut self, document: &SessionDocument, compare: &At<CompareDocument>) -> AnswerComparison {
        let values = document.values.iter().map(|relaxation| self.value_relaxation(relaxation)).collect();
        let printed = match document.printed.as_ref().map(|printed| printed.value()) {
            None => PrintedComparison::Compared(Comparison::Text(Vec::new())),
            Some(PrintedDocument::Ignored) => PrintedComparison::Ignored,
            Some(PrintedDocument::Contains) => PrintedComparison::Contains,
            Some(PrintedDocument::Compared(outputs)) => {
                PrintedComparison::Compared(self.outputs_comparison(outputs, compare))
            }
        };
        AnswerComparison { values, printed }
    }

    fn value_relaxation(&mut self, relaxation: &ValueRelaxationDocument) -> ValueRelaxation {
        match relaxation {
            ValueRelaxationDocument::Numbers(tolerance) => {
                ValueRelaxation::Numbers(self.tolerance(tolerance))
            }
            ValueRelaxationDocument::Named("any-sequence") => ValueRelaxation::AnySequence,
            ValueRelaxationDocument::Named("any-order") => ValueRelaxation::AnyOrder,
            ValueRelaxationDocument::Named("class-only") => ValueRelaxation::ClassOnly,
            ValueRelaxationDocument::Named(other) => {
                unreachable!("`{other}` is not in the list of relaxations")
            }
        }
    }

    fn outputs_comparison(
        &mut self,
        document: &CompareDocument,
        compare: &At<CompareDocument>,
    ) -> Comparison {
        match document {
            CompareDocument::Exact => Comparison::Text(Vec::new()),
            CompareDocument::Relaxed(relaxations) => {
                self.are_relaxed_once(relaxations, compare);
                Comparison::Text(relaxations.iter().map(|relaxation| self.relaxation(relaxation)).collect())
            }
            CompareDocument::Events(events) => {
                if events.is_empty() {
                    let message = "no events, so every output would do";
                    let help = "name one with a pattern: `events: { won: { line: 'wins' } }`";
                    self.complain(Diagnostic::new(compare.place(), message, "empty").help(help));
                }
                self.unique(events.iter().map(|(name, _)| name), "event");
                Comparison::Events(
                    events.iter().filter_map(|(name, event)| self.event(name, event)).collect(),
                )
            }
            CompareDocument::Table(table) => Comparison::Table(self.table(table)),
            CompareDocument::Checker(_) => {
                self.has_no_checker(compare);
                Comparison::Text(Vec::new())
            }
            CompareDocument::Session(_) => {
                let message = "what is printed has neither values nor lines of a session";
                self.complain(Diagnostic::new(compare.place(), message, "in this `compare`"));
                Comparison::Text(Vec::new())
            }
        }
    }

    /// Complains of a relaxation that is named a second time.
    fn are_relaxed_once(&mut self, relaxations: &[RelaxationDocument], compare: &At<CompareDocument>) {
        let word = |relaxation: &RelaxationDocument| match relaxation {
            RelaxationDocument::Named(word) => *word,
            RelaxationDocument::Numbers(_) => "numbers",
            RelaxationDocument::AlsoLines(_) => "also_line",
        };
        let twice = relaxations
            .iter()
            .enumerate()
            .find(|(at, one)| relaxations[..*at].iter().any(|other| word(other) == word(one)));
        if let Some((_, twice)) = twice {
            let message = format!("`{}` is named twice", word(twice));
            self.complain(Diagnostic::new(compare.place(), message, "in this list").help("keep one of them"));
        }
    }

    pub(super) fn relaxation(&mut self, relaxation: &RelaxationDocument) -> Relaxation {
        match relaxation {
            RelaxationDocument::Numbers(tolerance) => Relaxation::Numbers(self.tolerance(tolerance)),
            RelaxationDocument::AlsoLines(lines) => Relaxation::AlsoLines(self.other_texts(lines)),
            RelaxationDocument::Named(word) => match *word {
                "look-alikes" => Relaxation::LookAlikes,
                "ends" => Relaxation::Ends,
                "blank-lines-at-the-end" => Relaxation::BlankLinesAtTheEnd,
                "trailing-blanks" => Relaxation::TrailingBlanks,
                "blank-lines" => Relaxation::BlankLines,
                "final-newline" => Relaxation::FinalNewline,
                "case" => Relaxation::Case,
                "punctuation" => Relaxation::Punctuation,
                "runs-of-blanks" => Relaxation::RunsOfBlanks,
                "tokens" => Relaxation::Tokens,
                "any-order-of-lines" => Relaxation::AnyOrderOfLines,
                "only-numbers" => Relaxation::OnlyNumbers,
                other => unreachable!("`{other}` is not in the list of relaxations"),
            },
        }
    }

    /// Returns the other texts of lines, each with the line for which it stands.
    fn other_texts(&mut self, lines: &At<OtherTexts>) -> Arc<[(String, String)]> {
        let OtherTexts(given) = lines.value();
        if given.is_empty() {
            let message = "no line with another accepted text";
            let help = "such as `also_line: { \"All done\": [\"Finished\"] }`";
            self.complain(Diagnostic::new(lines.place(), message, "empty").help(help));
        }
        // Nothing may be left of others, and then no line at all would be as good.
        let has_words = |line: &str| line.chars().any(char::is_alphanumeric);
        let mut known: Vec<(String, String)> = Vec::new();
        for (line, others) in given {
            if others.is_empty() {
                let message = "no other text is given for this line";
                let help = "list what may be printed in its place, or leave it out";
                self.complain(Diagnostic::new(line.place(), message, "nothing else").help(help));
            }
            for other in others {
                let (usual, text) = (&line.value().0, &other.value().0);
                let problem = match text {
                    _ if !has_words(text) || !has_words(usual) => {
                        "a line without letters and digits cannot stand for another one"
                    }
                    _ if text.contains('\n') || usual.contains('\n') => "this is more than one line",
                    _ if text == usual => "this is the line itself",
                    _ if known.iter().any(|(one, _)| one == text) => "this text is given twice",
                    _ if given.iter().any(|(one, _)| one.value().0 == *text) => {
                        "this text is a line with other texts itself"
                    }
                    _ => {
                        known.push((text.clone(), usual.clone()));
                        continue;
                    }
                };
                let help = "give the text of one line, such as `Finished`";
                self.complain(Diagnostic::new(other.place(), problem, "cannot be used").help(help));
            }
        }
        known.into()
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
        let repeat = match document.repeat {
            RepeatDocument::Counts => Repeat::Counts,
            RepeatDocument::Once => Repeat::Once,
            RepeatDocument::Changes => Repeat::Changes,
        };
        let blanks = match document.blanks {
            BlanksDocument::Counts => true,
            BlanksDocument::Ignored => false,
        };
        if !blanks && matches!(compare, EventCompare::Name | EventCompare::Ignored) {
            let message = format!("no blank of `{}` is compared", name.value().0);
            let help = "compare its `captures` or its `text`, or leave out `blanks`";
            self.complain(Diagnostic::new(name.place(), message, "compared by its name alone").help(help));
        }
        Some(EventPattern { name: name.value().0.clone(), regex, extent, compare, blanks, repeat })
    }

    pub(super) fn regex(&mut self, pattern: &At<Scalar>) -> Option<Regex> {
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
            let message = "this regular expression cannot be used";
            let help = match &built {
                Ok(_) => "it must match something: `+` instead of `*`?",
                Err(_) => "look-around and back-references do not exist here: a match must take linear time",
            };
            self.complain(Diagnostic::new(pattern.place(), message, problem).help(help));
        }
        built.ok()
    }
}
