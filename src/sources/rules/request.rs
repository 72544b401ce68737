//! A rule and a file as bytes, for a process that checks it and answers with findings.

use serde::{Deserialize, Serialize};

use super::{Finding, Rule, Unreadable, check};

/// What stands before the content.
#[derive(Serialize, Deserialize)]
struct Head {
    rule: Rule,
    file: String,
}

/// Returns the request to check a file against a rule: one line, and the content.
pub fn request(rule: &Rule, file: &str, content: &[u8]) -> Vec<u8> {
    let head = Head { rule: rule.clone(), file: file.to_owned() };
    let mut request = serde_json::to_vec(&head).expect("a rule consists of texts and numbers");
    request.push(b'\n');
    request.extend(content);
    request
}

/// Checks what a request asks for; `None` if it is none.
pub fn answer(request: &[u8]) -> Option<Vec<u8>> {
    let end = request.iter().position(|byte| *byte == b'\n')?;
    let head: Head = serde_json::from_slice(&request[..end]).ok()?;
    serde_json::to_vec(&check(&head.rule, &head.file, &request[end + 1..])).ok()
}

/// Reads the findings of an answer. Without one, parsing the file took too much.
pub fn findings(answer: Option<&[u8]>, file: &str) -> Option<Vec<Finding>> {
    match answer {
        Some(answer) => serde_json::from_slice(answer).ok(),
        None => Some(vec![Unreadable::TooLaborious.finding(file)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Construct, Grammar, Prototype};

    #[test]
    fn a_rule_is_checked_as_bytes_as_it_is_without() {
        let prototype = |text| Prototype::parse(text, Grammar::C).unwrap();
        let construct = |text| Construct::parse(text, Grammar::C).unwrap();
        for rule in [
            Rule::Includes { only: vec!["stdio.h".to_owned()] },
            Rule::Declares {
                required: vec![prototype("static int f(int)"), prototype("struct a"), prototype("g(x)")],
            },
            Rule::Avoids {
                constructs: vec![construct("goto"), construct("scanf()")],
                within: Some("f".to_owned()),
            },
            Rule::Uses { constructs: vec![construct("#include <a.h>")], within: None },
        ] {
            let content = b"#include <b.h>\nint f(int a) { goto end; end: return a; }\nchar c = '\xff';\n";
            let answer = answer(&request(&rule, "a.c", content)).unwrap();
            let expected = check(&rule, "a.c", content);
            assert!(!expected.is_empty());
            assert_eq!(findings(Some(&answer), "a.c"), Some(expected));
        }
        assert_eq!(answer(b"nonsense\n"), None);
        let message = "the source of `a.c` cannot be checked: it takes too long to parse";
        assert_eq!(findings(None, "a.c").unwrap()[0].message, message);
    }
}
