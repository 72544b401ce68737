//! Checks that a file defines the required names, and finds similar names if it does not.

use super::definitions::{DefinitionKind, Definitions};
use super::finding::{Finding, likely, listed, shortened};
use super::parameters::Parameters;
use super::signature::{Shape, Signature};
use super::source::Source;

/// The other classes of Python that are derived from `Enum`.
const ENUMERATIONS: [&str; 4] = ["IntEnum", "StrEnum", "Flag", "IntFlag"];

/// Checks [`super::Rule::Defines`].
pub(super) fn check(source: &Source, required: &[Signature]) -> Vec<Finding> {
    let definitions = Definitions::of(source);
    let check = Check { source, definitions: &definitions };
    let mut findings: Vec<Finding> = Vec::new();
    for signature in required {
        // A missing class is one finding, whatever the number of its required methods.
        let finding = check.one(signature, required);
        let finding = finding.filter(|new| findings.iter().all(|old| old.message != new.message));
        findings.extend(finding);
    }
    findings
}

struct Check<'a> {
    source: &'a Source,
    definitions: &'a Definitions<'a>,
}

impl Check<'_> {
    fn one(&self, signature: &Signature, required: &[Signature]) -> Option<Finding> {
        let mut scope = None;
        for (depth, class) in signature.classes.iter().enumerate() {
            let Some(found) = self.definitions.find(scope, class) else {
                let classes = signature.classes[..depth].to_vec();
                let asked = required.iter().find(|other| other.name == *class && other.classes == classes);
                let class = Signature { classes, name: class.clone(), shape: Shape::Class(Vec::new()) };
                return Some(self.missing(asked.unwrap_or(&class), scope));
            };
            match &self.definitions.get(found).what {
                DefinitionKind::Class { .. } => scope = Some(found),
                DefinitionKind::Value => return None,
                DefinitionKind::Function { .. } => {
                    return Some(self.at(found, format!("`{class}` is a function; a class is asked for")));
                }
            }
        }
        let family = scope.map(|class| self.definitions.ancestry(class).0);
        let found = match family {
            None => self.definitions.find(None, &signature.name),
            Some(family) => {
                family.into_iter().find_map(|class| self.definitions.find(Some(class), &signature.name))
            }
        };
        match found {
            Some(found) => self.misshapen(signature, found),
            None => Some(self.missing(signature, scope)),
        }
    }

    /// Returns what is wrong with a definition of the right name.
    fn misshapen(&self, signature: &Signature, found: usize) -> Option<Finding> {
        let path = signature.path();
        match (&signature.shape, &self.definitions.get(found).what) {
            (Shape::Any, _) | (_, DefinitionKind::Value) => None,
            (Shape::Function(_), DefinitionKind::Class { .. }) => {
                Some(self.at(found, format!("`{path}` is a class; a function is asked for")))
            }
            (Shape::Class(_), DefinitionKind::Function { .. }) => {
                Some(self.at(found, format!("`{path}` is a function; a class is asked for")))
            }
            (Shape::Class(asked), DefinitionKind::Class { bases }) => {
                let missing: Vec<&String> = asked.iter().filter(|base| !self.derives(found, base)).collect();
                let from = if bases.is_empty() { "nothing".to_owned() } else { listed(bases, "and") };
                let wanted = listed(&missing, "and");
                let message =
                    format!("the class `{path}` is derived from {from}; it must be derived from {wanted}");
                let complete = self.definitions.ancestry(found).1;
                (!missing.is_empty()).then(|| self.at(found, message).suspected_if(!complete))
            }
            (Shape::Function(_), DefinitionKind::Function { parameters: None, .. }) => None,
            (Shape::Function(asked), DefinitionKind::Function { parameters: Some(own), is_static }) => {
                let is_method = !signature.classes.is_empty() && !is_static;
                let (message, note) = miscounted(asked, own, is_method)?;
                Some(self.at(found, format!("`{path}` {message}")).with_note(note))
            }
        }
    }

    /// Tells whether a class is derived from another, directly or through classes of the file.
    fn derives(&self, class: usize, base: &str) -> bool {
        let (family, _) = self.definitions.ancestry(class);
        let is_enumeration = |name: &&str| base == "Enum" && ENUMERATIONS.contains(name);
        family.iter().any(|&member| match &self.definitions.get(member).what {
            DefinitionKind::Class { bases } => bases.iter().any(|own| *own == base || is_enumeration(own)),
            DefinitionKind::Function { .. } | DefinitionKind::Value => false,
        })
    }

    /// Returns the finding for a missing definition; `scope` is the class that should have it.
    fn missing(&self, signature: &Signature, scope: Option<usize>) -> Finding {
        let own = Signature { classes: Vec::new(), ..signature.clone() }.to_string();
        let own = match own.strip_prefix("class ") {
            Some(class) => format!("the class `{class}`"),
            None => format!("`{own}`"),
        };
        let message = match scope {
            None => format!("{own} is not defined in `{}`", self.source.name()),
            Some(class) => {
                format!("{own} is not defined in the class `{}`", self.definitions.get(class).name)
            }
        };
        let complete = scope.is_none_or(|class| self.definitions.ancestry(class).1);
        let (nearest, mut note) = match self.nearest(&signature.name, scope) {
            Some((near, note)) => (Some(near), Some(note)),
            None => (scope, None),
        };
        if note.is_none() && !complete {
            note = Some("it may come from a class that is defined elsewhere".to_owned());
        }
        if note.is_none() && self.source.is_broken() {
            note = Some("the file has syntax errors, which may hide it".to_owned());
        }
        let place = nearest.map(|near| self.definitions.get(near).node.place());
        let doubtful = !complete || self.source.is_broken();
        Finding::new(place, message).with_note(note).suspected_if(doubtful)
    }

    /// Returns a definition of the same name at another place, or of a similar name.
    fn nearest(&self, name: &str, scope: Option<usize>) -> Option<(usize, String)> {
        let elsewhere = self
            .definitions
            .iter()
            .find(|(_, other)| other.name == name && other.what != DefinitionKind::Value);
        if let Some((index, other)) = elsewhere {
            let place = self.definitions.place_of(index);
            let at_margin = scope.is_some() && other.container.is_none() && !other.guarded;
            let advice = if at_margin { ": indent it to put it into the class" } else { "" };
            return Some((index, format!("`{}` is defined {place}{advice}", shortened(name))));
        }
        let near = likely(name, self.definitions.inside(scope).map(|(_, other)| other.name))?;
        let index = self.definitions.find(scope, near)?;
        Some((index, format!("`{}` is defined: is the name misspelled?", shortened(near))))
    }

    fn at(&self, definition: usize, message: String) -> Finding {
        Finding::new(Some(self.definitions.get(definition).node.place()), message)
    }
}

/// Returns why a function cannot be called with the required parameters, and advice.
fn miscounted(asked: &[String], own: &Parameters, is_method: bool) -> Option<(String, Option<String>)> {
    let given = if is_method { own.bound() } else { own.clone() };
    // A method without parameters cannot be called on an object.
    let selfless = is_method && own.names.is_empty() && !own.open;
    if given.accept(asked.len()) && !selfless {
        return None;
    }
    if !given.by_name.is_empty() {
        let message = format!("can only be called with {} by name", listed(&given.by_name, "and"));
        return Some((message, Some("a `*` stands before it".to_owned())));
    }
    let wanted = match asked {
        [] => "none".to_owned(),
        names => format!("{}, {}", names.len(), listed(names, "and")),
    };
    let taken = match given.names.as_slice() {
        [] => "takes no parameters".to_owned(),
        [one] => format!("takes one parameter, `{}`", shortened(one)),
        many if many.len() > 8 => format!("takes {} parameters", many.len()),
        many => format!("takes {} parameters, {},", many.len(), listed(many, "and")),
    };
    let beside = if is_method { " beside `self`" } else { "" };
    let taken = if is_method { taken } else { taken.trim_end_matches(',').to_owned() };
    let without_self = own.names.first().is_none_or(|first| first != "self") && own.accept(asked.len());
    let note = (selfless || is_method && without_self)
        .then(|| "the first parameter of a method is `self`".to_owned());
    Some((format!("{taken}{beside}; asked for: {wanted}"), note))
}

#[cfg(test)]
mod tests {
    use super::super::{Certainty, Rule, check};
    use crate::untrusted::Text;

    fn findings(required: &[&str], text: &str) -> Vec<String> {
        let required = required.iter().map(|signature| signature.parse().unwrap()).collect();
        let found = check(&Rule::Defines { required }, "a.py", text.as_bytes());
        found
            .into_iter()
            .map(|finding| {
                let place = finding.place.map(|place| format!("{}:{} ", place.line, place.column));
                let sure = match finding.certainty {
                    Certainty::Proven => "",
                    Certainty::Suspected => "? ",
                };
                let note = finding.note.map(|note| format!("; {}", note.expose())).unwrap_or_default();
                format!("{}{sure}{}{note}", place.unwrap_or_default(), finding.message.expose())
            })
            .collect()
    }

    #[test]
    fn a_function_that_accepts_the_required_call_counts_as_defined() {
        for (asked, text) in [
            ("play(song, volume)", "def play(a, b): pass"),
            ("play(song, volume)", "def play(a, b: int = 1, *c, d=2) -> None: pass"),
            ("play(song, volume)", "if x:\n  def play(a, b): pass\nelse:\n  play = None"),
            ("play(song)", "play = lambda song: 1"),
            ("play(song)", "from music import play"),
            ("play(song)", "import music as play"),
            ("play(song)", "def play(): pass\ndef play(song): pass"),
            ("play(song)", "@cache\ndef play(song): pass"),
            ("Singer", "class Singer: pass"),
            ("Singer", "Singer = namedtuple('Singer', 'name')"),
            ("class N(Enum)", "class N(enum.Enum): pass"),
            ("class N(Enum)", "class N(IntEnum): pass"),
            ("class N(Enum)", "class M(Enum): pass\nclass N(M): pass"),
            ("B.f(self, a)", "class B:\n  def f(self, a): pass"),
            ("B.f(a)", "class B:\n  @staticmethod\n  def f(a): pass"),
            ("B.f(a)", "class B:\n  @classmethod\n  def f(cls, a): pass"),
            ("B.f(a)", "class A:\n  def f(self, a): pass\nclass B(A): pass"),
            ("B.f(a)", "class B:\n  def f(*args): pass"),
            ("A.B.f()", "class A:\n  class B:\n    def f(self): pass"),
        ] {
            assert_eq!(findings(&[asked], text), [""; 0], "{asked} in {text}");
        }
    }

    #[test]
    fn a_name_at_the_wrong_place_is_pointed_at() {
        for (asked, text, found) in [
            ("play(a)", "", "`play(a)` is not defined in `a.py`"),
            ("play(a)", "# def play(a): pass\nx = 'def play(a): pass'", "`play(a)` is not defined in `a.py`"),
            (
                "toString",
                "class A:\n  def toString(self): pass",
                "2:7 `toString` is not defined in `a.py`; `toString` is defined in the class `A`",
            ),
            (
                "play",
                "def main():\n  def play(): pass",
                "2:7 `play` is not defined in `a.py`; `play` is defined inside of the function `main`",
            ),
            (
                "play",
                "if __name__ == '__main__':\n  def play(): pass",
                "2:7 `play` is not defined in `a.py`; `play` is defined under `if __name__ == \"__main__\":`",
            ),
            (
                "B.f(a)",
                "class B:\n  pass\ndef f(self, a): pass",
                "3:5 `f(a)` is not defined in the class `B`; `f` is defined outside of every class and function: \
                 indent it to put it into the class",
            ),
            (
                "B.f(a)",
                "class B: pass\nclass C:\n  def f(self, a): pass",
                "3:7 `f(a)` is not defined in the class `B`; `f` is defined in the class `C`",
            ),
        ] {
            assert_eq!(findings(&[asked], text), [found], "{asked} in {text}");
        }
    }

    #[test]
    fn a_misspelt_name_is_pointed_at() {
        for (asked, text, found) in [
            (
                "areaOf(a)",
                "def areaof(a): pass",
                "1:5 `areaOf(a)` is not defined in `a.py`; `areaof` is defined: is the name misspelled?",
            ),
            (
                "B.f(a)",
                "class b:\n  x = 1",
                "1:7 the class `B` is not defined in `a.py`; `b` is defined: is the name misspelled?",
            ),
            ("B.f(a)", "class B:\n  x = 1", "1:7 `f(a)` is not defined in the class `B`"),
            (
                "B.f(a)",
                "from c import C\nclass B(C): pass",
                "2:7 ? `f(a)` is not defined in the class `B`; it may come from a class that is defined elsewhere",
            ),
        ] {
            assert_eq!(findings(&[asked], text), [found], "{asked} in {text}");
        }
    }

    #[test]
    fn a_name_must_have_the_required_kind() {
        for (asked, text, found) in [
            ("B.f(a)", "def B(): pass", "1:5 `B` is a function; a class is asked for"),
            ("class B", "def B(): pass", "1:5 `B` is a function; a class is asked for"),
            ("B()", "class B: pass", "1:7 `B` is a class; a function is asked for"),
            (
                "class N(Enum)",
                "class N: pass",
                "1:7 the class `N` is derived from nothing; it must be derived from `Enum`",
            ),
        ] {
            assert_eq!(findings(&[asked], text), [found], "{asked} in {text}");
        }
    }

    #[test]
    fn the_number_of_parameters_must_be_right() {
        for (asked, text, found) in [
            ("f()", "def f(a): pass", "1:5 `f` takes one parameter, `a`; asked for: none"),
            ("f(a, b)", "def f(): pass", "1:5 `f` takes no parameters; asked for: 2, `a` and `b`"),
            (
                "f(a)",
                "def f(x, y, z): pass",
                "1:5 `f` takes 3 parameters, `x`, `y` and `z`; asked for: 1, `a`",
            ),
            (
                "f(a)",
                "def f(*, a): pass",
                "1:5 `f` can only be called with `a` by name; a `*` stands before it",
            ),
            (
                "B.f(a, b)",
                "class B:\n  def f(a, b): pass",
                "2:7 `B.f` takes one parameter, `b` beside `self`; asked for: 2, `a` and `b`; \
                 the first parameter of a method is `self`",
            ),
            (
                "B.f()",
                "class B:\n  def f(): pass",
                "2:7 `B.f` takes no parameters beside `self`; asked for: none; \
                 the first parameter of a method is `self`",
            ),
            (
                "B.f(a)",
                "class B:\n  def f(self): pass",
                "2:7 `B.f` takes no parameters beside `self`; asked for: 1, `a`",
            ),
        ] {
            assert_eq!(findings(&[asked], text), [found], "{asked} in {text}");
        }
    }

    #[test]
    fn a_missing_class_is_reported_once() {
        let asked = ["Stage", "Stage.f(a)", "Stage.g()", "Singer.h()", "Singer.i()"];
        let found = ["`Stage` is not defined in `a.py`", "the class `Singer` is not defined in `a.py`"];
        assert_eq!(findings(&asked, "x = 1"), found);
    }

    #[test]
    fn a_syntax_error_nearby_hides_nothing() {
        for text in [
            "x = (1\ndef play(a, b):\n  pass\n",
            "def play(a, b)\n  pass\n",
            "def play(a, b:\n  pass\n",
            "print 'x'\ndef f(:\n  y = [\ndef play(a, b):\n  return 1\n",
        ] {
            assert_eq!(findings(&["play(a, b)"], text), [""; 0], "{text}");
        }
        let found = findings(&["win"], "def play(a b):\n  pass\n");
        assert_eq!(
            found,
            ["? `win` is not defined in `a.py`; the file has syntax errors, which may hide it"]
        );
    }
}
