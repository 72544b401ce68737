//! Checks that a class has enough methods with a prefix, such as the tests of a `TestCase`.

use super::definitions::{DefinitionKind, Definitions};
use super::finding::Finding;
use super::source::Source;

/// Checks [`super::Rule::Methods`].
pub(super) fn check(source: &Source, class: &str, prefix: &str, least: usize) -> Vec<Finding> {
    let definitions = Definitions::of(source);
    let Some(found) = definitions.find(None, class) else {
        let message = format!("the class `{class}` is not defined in `{}`", source.name());
        return vec![Finding::new(None, message).suspected_if(source.is_broken())];
    };
    let (family, complete) = definitions.ancestry(found);
    let mut names: Vec<&str> = family
        .iter()
        .flat_map(|&member| definitions.inside(Some(member)))
        .filter(|(_, method)| {
            matches!(method.what, DefinitionKind::Function { .. }) && method.name.starts_with(prefix)
        })
        .map(|(_, method)| method.name)
        .collect();
    let written = names.len();
    names.sort_unstable();
    names.dedup();
    let count = names.len();
    if count >= least {
        return Vec::new();
    }
    let methods = if count == 1 { "method whose name begins" } else { "methods whose names begin" };
    let message =
        format!("the class `{class}` has {count} {methods} with `{prefix}`; at least {least} are asked for");
    let twice = "of two methods with one name only the last counts".to_owned();
    let finding = Finding::new(Some(definitions.get(found).node.place()), message);
    let finding = finding.with_note((written > count).then_some(twice));
    vec![finding.suspected_if(source.is_broken() || !complete)]
}

#[cfg(test)]
mod tests {
    use super::super::{Finding, Rule, check};
    use crate::untrusted::Text;

    fn shown(finding: &Finding) -> String {
        format!("{}; {:?}", finding.message.expose(), finding.note.as_ref().map(Text::expose))
    }

    fn messages(text: &str) -> Vec<String> {
        let rule = Rule::Methods { class: "T".to_owned(), prefix: "test_".to_owned(), least: 2 };
        let found = check(&rule, "t.py", text.as_bytes());
        found.into_iter().map(|finding| shown(&finding)).collect()
    }

    #[test]
    fn methods_are_counted_by_name() {
        let class = "class T(unittest.TestCase):\n  def test_a(self): pass\n  def help(self): pass\n";
        assert_eq!(messages(&format!("{class}  def test_b(self): pass\n")), [""; 0]);
        let few = "the class `T` has 1 method whose name begins with `test_`; at least 2 are asked for";
        assert_eq!(messages(class), [format!("{few}; None")]);
        let twice = messages(&format!("{class}  def test_a(self): pass\n"));
        assert_eq!(twice, [format!("{few}; Some(\"of two methods with one name only the last counts\")")]);
        assert_eq!(messages("x = 1"), ["the class `T` is not defined in `t.py`; None"]);
    }
}
