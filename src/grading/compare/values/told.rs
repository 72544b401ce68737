//! Says in a sentence where two values differ.

use yardstick_reference::Value;

use crate::compare::difference::shortened;
use crate::session::Notation;

/// The first difference of two values.
pub(super) struct Divergence<'v> {
    /// The steps that lead to it, the last one first.
    path: Vec<Step<'v>>,
    what: What<'v>,
}

/// A step from a value to one of its parts.
pub(super) enum Step<'v> {
    Item(usize),
    Key(&'v Value),
    Attribute(&'v str),
}

/// What differs: what is expected stands first.
pub(super) enum What<'v> {
    /// Two values of one type.
    Values(&'v Value, &'v Value),
    /// Two values of different types.
    Types(&'v Value, &'v Value),
    /// Two texts.
    Texts(&'v str, &'v str),
    /// The numbers of items.
    Length(usize, usize),
    /// An item of a collection without an order.
    MissingItem(&'v Value),
    ExtraItem(&'v Value),
    MissingKey(&'v Value),
    ExtraKey(&'v Value),
    MissingAttribute(&'v str),
    /// What `repr` shows, if the class has one of its own.
    Repr {
        class: &'v str,
        wanted: &'v str,
        found: Option<&'v str>,
    },
    /// The object of a class holds nothing of what the expected one holds besides its attributes.
    NoContent(&'v str, &'v Value),
    /// The object of a class holds more than attributes, and the expected one does not.
    Content(&'v str, &'v Value),
    /// What is gone through must end after its last item, and fails with this.
    End(&'v Value),
    /// Going through something goes on after the last item, where it must end.
    NoEnd,
    /// An object stands in two places, and two different ones are expected there.
    Shared(&'v str),
    /// The object does not tell what it holds.
    Unreadable(&'v str),
}

impl<'v> What<'v> {
    /// Returns a difference of the values themselves.
    pub(super) fn here(self) -> Divergence<'v> {
        Divergence { path: Vec::new(), what: self }
    }
}

impl<'v> Divergence<'v> {
    /// Returns the difference as one of the value that has the step.
    pub(super) fn at(mut self, step: Step<'v>) -> Self {
        self.path.push(step);
        self
    }

    /// Returns the difference in a sentence.
    pub(super) fn told(&self, notation: Notation) -> String {
        let short = |value: &Value| shortened(&notation.told(value));
        // The name of its type, unless its text says as much.
        let typed = |value: &Value| {
            let (name, shown) = (notation.type_name(value), short(value));
            if name == shown { format!("`{shown}`") } else { format!("{name}, `{shown}`") }
        };
        let what = match &self.what {
            What::Values(one, other) => {
                let [one, other] = both_shortened(&notation.told(one), &notation.told(other));
                format!("expected `{one}`, got `{other}`")
            }
            What::Types(one, other) => format!("expected {}, got {}", typed(one), typed(other)),
            What::Texts(one, other) => texts(notation, one, other),
            What::Length(one, other) => format!("expected {one} items, got {other}"),
            What::MissingItem(item) => format!("`{}` is missing", short(item)),
            What::ExtraItem(item) => format!("`{}` should not be there", short(item)),
            What::MissingKey(key) => format!("the key `{}` is missing", short(key)),
            What::ExtraKey(key) => format!("the key `{}` should not be there", short(key)),
            What::MissingAttribute(name) => {
                let attribute = if notation.is_native() { "field" } else { "attribute" };
                format!("the {attribute} `{name}` is missing")
            }
            What::Repr { wanted, found: Some(found), .. } => {
                let [wanted, found] = both_shortened(wanted, found);
                format!("expected `{wanted}`, got `{found}`")
            }
            What::Repr { class, wanted, found: None } => {
                let method = if notation == Notation::Java { "toString" } else { "__repr__" };
                format!("expected `{}`, and `{class}` has no `{method}` of its own", shortened(wanted))
            }
            What::NoContent(class, wanted) => {
                format!("the `{}` object must hold {}, and does not", shortened(class), typed(wanted))
            }
            What::Content(class, found) => {
                format!("the `{}` object holds {}, and must not", shortened(class), typed(found))
            }
            What::NoEnd => "after the last item it must end, and it goes on".to_owned(),
            What::End(found) => format!("after the last item it must end, and it fails: {}", typed(found)),
            What::Shared(class) => format!(
                "the same `{}` object stands here a second time, where another one is expected",
                shortened(class)
            ),
            What::Unreadable(class) => {
                format!("what the `{}` object holds is too large or cannot be read", shortened(class))
            }
        };
        match self.path(notation) {
            path if path.is_empty() => what,
            path => format!("at {path}, {what}"),
        }
    }

    fn path(&self, notation: Notation) -> String {
        let step = |step: &Step| match step {
            Step::Item(index) => format!("[{index}]"),
            Step::Key(key) => format!("[{}]", shortened(&notation.told(key))),
            Step::Attribute(name) => format!(".{name}"),
        };
        self.path.iter().rev().map(step).collect()
    }
}

/// Shortens two texts; what is left of them differs, if they do.
fn both_shortened(one: &str, other: &str) -> [String; 2] {
    const BEFORE: usize = 20;
    let both = [one, other].map(shortened);
    if both[0] != both[1] || one == other {
        return both;
    }
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let from = |text: &str| text.chars().skip(same.saturating_sub(BEFORE)).collect::<String>();
    [one, other].map(|text| format!("…{}", shortened(&from(text))))
}

/// Describes the difference of two texts of several lines by their first differing line.
fn texts(notation: Notation, expected: &str, actual: &str) -> String {
    let whole = |text: &str| notation.repr(&Value::Str(text.to_owned()));
    let quoted = |text: &str| shortened(&whole(text));
    let (one, other): (Vec<&str>, Vec<&str>) = (expected.split('\n').collect(), actual.split('\n').collect());
    if one.len() == 1 {
        let [expected, actual] = both_shortened(&whole(expected), &whole(actual));
        return format!("expected {expected}, got {actual}");
    }
    let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    match (one.get(same), other.get(same)) {
        (Some(one), Some(other)) => {
            let [one, other] = both_shortened(&whole(one), &whole(other));
            format!("line {} of the text differs: expected {one}, got {other}", same + 1)
        }
        (Some(missing), None) => format!("the text ends too early: {} is missing", quoted(missing)),
        (None, Some(extra)) => format!("the text goes on where it should end, with {}", quoted(extra)),
        (None, None) => "the texts differ".to_owned(),
    }
}
