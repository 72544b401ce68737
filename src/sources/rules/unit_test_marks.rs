//! What decorators say about a test.

use super::literal::text_of;
use super::source::Node;

/// What decorators say about a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// `@weight(2)`: its points.
    pub weight: Option<String>,
    /// `@partial_credit(2)`: its points, of which the test gives a part.
    pub partial_credit: Option<String>,
    /// `@number("1.1")`.
    pub number: Option<String>,
    /// `@visibility("hidden")`.
    pub visibility: Option<String>,
    /// `@hide_errors("…")`: what is told instead of an error.
    pub hide_errors: Option<String>,
    /// Whether the test is always skipped.
    pub is_skipped: bool,
    /// Whether it is no test, but makes what tests need: `@pytest.fixture`.
    pub is_fixture: bool,
}

/// Reads the decorators of a definition.
pub(super) fn marks(whole: Node) -> Marks {
    let mut marks = Marks::default();
    if !whole.is("decorated_definition") {
        return marks;
    }
    for decorator in whole.parts().filter(|part| part.is("decorator")) {
        let Some(expression) = decorator.parts().next() else { continue };
        let (name, arguments) = match expression.is("call") {
            true => (expression.field("function"), expression.field("arguments")),
            false => (Some(expression), None),
        };
        let Some(name) = name.map(|name| name.text().rsplit('.').next().unwrap_or_default()) else {
            continue;
        };
        let argument = arguments.and_then(|arguments| arguments.parts().next());
        let number =
            || argument.filter(|one| one.is("integer") || one.is("float")).map(|one| one.text().to_owned());
        match name {
            "weight" => marks.weight = number(),
            "partial_credit" => marks.partial_credit = number(),
            "number" => marks.number = argument.and_then(text_of).or_else(number),
            "visibility" => marks.visibility = argument.and_then(text_of),
            "hide_errors" => {
                let usual = "Test failed";
                marks.hide_errors = Some(argument.and_then(text_of).unwrap_or_else(|| usual.to_owned()));
            }
            "skip" => marks.is_skipped = true,
            "fixture" => marks.is_fixture = true,
            _ => {}
        }
    }
    marks
}
