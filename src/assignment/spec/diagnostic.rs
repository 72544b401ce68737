//! The complaints about a spec, shown with the line they are about.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// The text of a spec, for complaints to point into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the spec in messages: its path.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// One complaint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The problem, in one line.
    pub message: String,
    /// The place, in bytes of the text.
    pub place: Range<usize>,
    /// The problem with this place in a few words.
    pub label: String,
    /// The advice.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Creates a complaint about one place.
    pub fn new(place: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self { message: message.into(), place, label: label.into(), help: None }
    }

    /// Adds advice.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

/// A spec that cannot be used, with all complaints about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defects {
    /// The text that the complaints point into.
    pub source: Source,
    /// The complaints; at least one.
    pub diagnostics: Vec<Diagnostic>,
}

impl Defects {
    /// Renders all complaints in colour.
    pub fn styled(&self) -> String {
        self.render(&Renderer::styled())
    }

    fn render(&self, renderer: &Renderer) -> String {
        let all: Vec<String> = self.diagnostics.iter().map(|one| self.render_one(one, renderer)).collect();
        all.join("\n\n")
    }

    fn render_one(&self, diagnostic: &Diagnostic, renderer: &Renderer) -> String {
        let text = &self.source.text;
        let start = text.floor_char_boundary(diagnostic.place.start.min(text.len()));
        let end = text.floor_char_boundary(diagnostic.place.end.clamp(start, text.len()));
        // A place of several lines is shown by its first line.
        let end = text[start..end].find('\n').map_or(end, |length| start + length);
        let annotation = AnnotationKind::Primary.span(start..end).label(&diagnostic.label);
        let snippet = Snippet::source(text).path(&self.source.name).annotation(annotation);
        let mut group = Level::ERROR.primary_title(&diagnostic.message).element(snippet);
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(help));
        }
        renderer.render(&[group])
    }
}

impl fmt::Display for Defects {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.render(&Renderer::plain()))
    }
}

impl std::error::Error for Defects {}

/// Returns `did you mean …`, or else the list of known words.
pub(super) fn suggest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let likeness = |word: &&str| strsim::jaro_winkler(&word.to_lowercase(), &written.to_lowercase());
    let nearest = known.iter().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    match nearest {
        Some(word) if likeness(&word) > 0.8 => format!("did you mean `{word}`?"),
        _ => format!(
            "known here: {}",
            known.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
        ),
    }
}
