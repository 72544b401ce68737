//! Checks that a class has enough methods with a prefix.

use super::super::finding::Finding;
use super::super::source::Source;
use super::definitions::{Definitions, What};

/// Checks [`Rule::Methods`](super::super::Rule::Methods).
pub(in super::super) fn check(source: &Source, class: &str, prefix: &str, least: usize) -> Vec<Finding> {
    let definitions = Definitions::of(source);
    let is_it =
        |it: &&super::definitions::Definition| it.name == class && matches!(it.what, What::Class { .. });
    let Some(found) = definitions.iter().find(is_it) else {
        let message = format!("the class `{class}` is not defined in `{}`", source.name());
        return vec![Finding::new(None, message).suspected_if(source.is_broken())];
    };
    let (family, complete) = definitions.ancestry(found);
    let mut names: Vec<&str> = definitions
        .iter()
        .filter(|it| matches!(it.what, What::Function(_)) && it.name.starts_with(prefix))
        .filter(|it| family.iter().any(|member| it.around.last() == Some(&member.name)))
        .map(|it| it.name)
        .collect();
    names.sort_unstable();
    names.dedup();
    let count = names.len();
    if count >= least {
        return Vec::new();
    }
    let methods = if count == 1 { "method whose name begins" } else { "methods whose names begin" };
    let message =
        format!("the class `{class}` has {count} {methods} with `{prefix}`; at least {least} are asked for");
    let finding = Finding::new(Some(found.node.place()), message);
    vec![finding.suspected_if(source.is_broken() || !complete)]
}

#[cfg(test)]
mod tests {
    use super::super::super::{Rule, check};

    #[test]
    fn methods_are_counted_by_name() {
        let rule = Rule::Methods { class: "T".to_owned(), prefix: "test".to_owned(), least: 2 };
        let found = |file: &str, text: &str| {
            check(&rule, file, text.as_bytes()).into_iter().map(|it| it.message).collect::<Vec<_>>()
        };
        let few = "the class `T` has 1 method whose name begins with `test`; at least 2 are asked for";
        assert_eq!(found("T.java", "class T { void testA() {} void help() {} }"), [few]);
        assert_eq!(found("T.java", "class T { void testA() {} void testA(int x) {} }"), [few]);
        assert_eq!(found("T.java", "class T { void testA() {} void testB() {} }").len(), 0);
        assert_eq!(found("t.js", "class T { testA() {} testB() {} }").len(), 0);
        assert_eq!(found("t.cpp", "struct T { void testA(); void testB() {} };").len(), 0);
        assert_eq!(found("t.js", "let x = 1;"), ["the class `T` is not defined in `t.js`"]);
    }
}
