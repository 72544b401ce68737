//! Checks the expectations that a spec states itself.

use super::Checker;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{
    ContainedDocument, ExpectDocument, OutputDocument, Scalar, StderrDocument, TextsDocument, WholeDocument,
};
use crate::spec::yaml::At;
use crate::spec::{AcceptedOutput, Expectation, ExpectedExit, ExpectedStderr, Pattern};

impl Checker<'_> {
    pub(super) fn expectation(&mut self, document: &ExpectDocument) -> Expectation {
        let stdout = document.stdout.as_ref().map(|output| self.outputs(output));
        let also = document.also.iter().flat_map(|output| self.outputs(output)).collect();
        let exit = document.exit.as_ref().map(|exit| match exit.value().0.as_str() {
            "any" => ExpectedExit::Any,
            "nonzero" => ExpectedExit::NonZero,
            "waiting" => ExpectedExit::Waiting,
            code => ExpectedExit::Code(
                code.parse().ok().filter(|code| (0..256).contains(code)).unwrap_or_else(|| {
                    let message = format!("`{code}` is not an exit code");
                    let label = "expected 0 to 255, `nonzero`, `any` or `waiting`";
                    self.complain(Diagnostic::new(exit.place(), message, label));
                    0
                }),
            ),
        });
        let stderr = match &document.stderr {
            None | Some(StderrDocument::Ignored) => ExpectedStderr::Ignored,
            Some(StderrDocument::Empty) => ExpectedStderr::Empty,
            Some(StderrDocument::Contains(contained)) => {
                self.contained(contained, contained.value()).map(ExpectedStderr::Like).unwrap_or_default()
            }
            Some(StderrDocument::Regex(pattern)) => {
                let regex = self.regex(pattern).map(Pattern::Regex);
                regex.map(ExpectedStderr::Like).unwrap_or_default()
            }
            Some(StderrDocument::From(from)) => {
                self.text_beside(from).map(ExpectedStderr::Text).unwrap_or_default()
            }
        };
        let files = document.files.as_ref().map(|files| self.expected_files(files)).unwrap_or_default();
        Expectation { stdout, also, exit, stderr, files }
    }

    /// Checks what must be contained. `written` is where it stands.
    pub(super) fn contained<T>(&mut self, written: &At<T>, contained: &ContainedDocument) -> Option<Pattern> {
        let (TextsDocument(texts), pattern): (_, fn(Vec<String>) -> Pattern) = match contained {
            ContainedDocument::Texts(texts) => (texts, Pattern::Contains),
            ContainedDocument::Whole(WholeDocument { words }) => (words, Pattern::Words),
        };
        let texts: Vec<String> = texts.iter().map(|Scalar(text)| text.clone()).collect();
        if texts.is_empty() || texts.iter().any(String::is_empty) {
            let message = "every output contains an empty text";
            let help = "write a text that must be printed";
            self.complain(Diagnostic::new(written.place(), message, "nothing to look for").help(help));
            return None;
        }
        Some(pattern(texts))
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
            OutputDocument::Contains(contained) => {
                self.contained(output, contained).map(AcceptedOutput::Pattern).into_iter().collect()
            }
            OutputDocument::Regex(pattern) => self
                .regex(pattern)
                .map(|regex| AcceptedOutput::Pattern(Pattern::Regex(regex)))
                .into_iter()
                .collect(),
            OutputDocument::From(from) => {
                self.text_beside(from).map(AcceptedOutput::Text).into_iter().collect()
            }
            OutputDocument::AnyOf(outputs) => {
                if outputs.is_empty() {
                    let help = "name at least one text or pattern";
                    self.complain(
                        Diagnostic::new(output.place(), "no output would be accepted", "empty").help(help),
                    );
                }
                outputs.iter().flat_map(|output| self.outputs(output)).collect()
            }
        }
    }
}
