//! Varies lines of sessions: one value is replaced by others of its type, written in the language of the line. It knows
//! texts and tokens only; what a line means is left to whoever carries it out.

use super::Notation;
use super::native::{Kind, Token, tokens};
use crate::rules::Source;

impl Notation {
    /// Returns the versions of a line with one value replaced; none if the line is not understood.
    ///
    /// In C and C++, what could lead a call out of an array is left alone: sizes and places in brackets, and larger numbers
    /// beside something that may be an array.
    pub(crate) fn with_other_values(self, line: &str) -> Vec<String> {
        let mut all = match self {
            Self::Python | Self::Neutral => {
                let parsed = Source::parse("session.py", line.as_bytes());
                parsed.map(|source| source.with_other_values()).unwrap_or_default()
            }
            Self::JavaScript | Self::Java | Self::C | Self::Cpp => {
                tokens(line).map_or_else(|_| Vec::new(), |tokens| Line { notation: self, line, tokens }.all())
            }
        };
        let mut seen = std::collections::HashSet::from([line.to_owned()]);
        all.retain(|varied| seen.insert(varied.clone()));
        all
    }

    /// Returns the name that a line declares or assigns first, if it does.
    pub(crate) fn declared(self, line: &str) -> Option<&str> {
        let head = &line[..line.find(['=', '(', ';', '{', '<']).unwrap_or(line.len())];
        let has_value = line[head.len()..].starts_with('=') && !line[head.len()..].starts_with("==");
        let words: Vec<&str> = head
            .split(|it: char| !it.is_alphanumeric() && it != '_' && it != '$')
            .filter(|word| !word.is_empty())
            .collect();
        let last = *words.last()?;
        let is_name = last.starts_with(|it: char| it.is_alphabetic() || it == '_');
        match self {
            Self::Python | Self::Neutral => (has_value && words.len() == 1).then_some(last),
            // A type with arguments stands before the name: `List<Account> all = …`.
            Self::JavaScript | Self::Java | Self::C | Self::Cpp => {
                let behind = line[head.len()..].strip_prefix('<').and_then(|rest| rest.rsplit_once('>'));
                if let Some((_, behind)) = behind.filter(|(_, behind)| behind.contains('=')) {
                    let name = behind.split('=').next().unwrap_or_default().trim();
                    return (!name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_'))
                        .then_some(name);
                }
                let is_member = head.contains('.') || head.contains("->");
                let is_declared = has_value || line.len() == head.len();
                // `int numbers[5]`: the number is no name.
                let name = words.iter().rev().find(|word| !word.starts_with(|it: char| it.is_ascii_digit()));
                (is_declared && is_name | has_value && !is_member && (has_value || words.len() > 1))
                    .then_some(*name?)
            }
        }
    }
}

/// Returns a line with a sign for each value: lines of one shape differ in their values alone. Nothing and something are
/// different shapes, and so are numbers below zero and others.
pub(crate) fn shape(line: &str) -> String {
    let mut shape = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => {
                let end = rest[1..].find(first).map_or(rest.len(), |end| end + 2);
                shape += if end == 2 { "''" } else { "'a'" };
                end
            }
            '0'..='9' if !shape.ends_with(|it: char| it.is_alphanumeric() || it == '_') => {
                shape.push('9');
                rest.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(rest.len())
            }
            _ => {
                shape.push(first);
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    for (several, one) in [("9, 9", "9"), ("'a', 'a'", "'a'")] {
        while shape.contains(several) {
            shape = shape.replace(several, one);
        }
    }
    shape
}

/// A line of a language with braces.
struct Line<'a> {
    notation: Notation,
    line: &'a str,
    tokens: Vec<Token<'a>>,
}

impl Line<'_> {
    fn all(&self) -> Vec<String> {
        let mut all = Vec::new();
        for place in 0..self.tokens.len() {
            let token = self.tokens[place];
            let (from, to) = (token.at, token.at + token.text.len());
            let first = token.text.chars().next().unwrap_or_default();
            match token.kind {
                Kind::Literal if first.is_ascii_digit() => {
                    let is_negative = self.is_negative(place);
                    let from = if is_negative { self.tokens[place - 1].at } else { from };
                    for number in self.numbers(place, is_negative) {
                        // `5--1` would be read as something else.
                        let is_glued = number.starts_with('-') && self.line[..from].ends_with('-');
                        let number = if is_glued { format!("({number})") } else { number };
                        all.push(self.with(from, to, &number));
                    }
                }
                Kind::Literal => {
                    all.extend(self.texts(token.text).iter().map(|text| self.with(from, to, text)));
                }
                Kind::Word if token.text == "true" => all.push(self.with(from, to, "false")),
                Kind::Word if token.text == "false" => all.push(self.with(from, to, "true")),
                Kind::Sign => {
                    for list in self.lists(place) {
                        let end = self.end_of(place);
                        all.push(self.with(to, end, &list));
                    }
                }
                Kind::Word => {}
            }
        }
        all
    }

    fn with(&self, from: usize, to: usize, value: &str) -> String {
        [&self.line[..from], value, &self.line[to..]].concat()
    }

    fn before(&self, place: usize) -> Option<&Token<'_>> {
        place.checked_sub(1).map(|before| &self.tokens[before])
    }

    /// Tells whether a sign before a number belongs to it.
    fn is_negative(&self, place: usize) -> bool {
        self.before(place).is_some_and(|sign| sign.text == "-")
            && place.checked_sub(2).is_none_or(|before| {
                let before = self.tokens[before];
                before.kind == Kind::Sign && !matches!(before.text, ")" | "]") || before.text == "return"
            })
    }

    /// Returns the place of the bracket that is open at a token, if there is one.
    fn opened(&self, place: usize) -> Option<usize> {
        let depth = self.tokens[place].depth.checked_sub(1)?;
        (0..place)
            .rev()
            .find(|&it| self.tokens[it].depth == depth && matches!(self.tokens[it].text, "(" | "[" | "{"))
    }

    /// Returns where the bracket at a place is closed, in bytes.
    fn end_of(&self, place: usize) -> usize {
        let depth = self.tokens[place].depth;
        let closing = self.tokens[place + 1..].iter().find(|token| token.depth == depth);
        closing.map_or(self.line.len(), |token| token.at)
    }

    /// Tells whether a number is the size of an array, or a place in one.
    fn is_index(&self, place: usize) -> bool {
        self.opened(place).is_some_and(|bracket| self.tokens[bracket].text == "[")
    }

    /// Tells whether something that may be an array stands among the arguments beside a number.
    fn is_beside_memory(&self, place: usize) -> bool {
        let Some(bracket) = self.opened(place) else { return false };
        let depth = self.tokens[place].depth;
        let inside = self.tokens[bracket + 1..].iter().take_while(|token| token.depth >= depth);
        self.tokens[bracket].text == "("
            && inside.filter(|token| token.depth == depth).any(|token| {
                let is_nothing = matches!(token.text, "NULL" | "nullptr" | "true" | "false");
                token.kind == Kind::Word && !is_nothing && !self.is_called(token)
                    || token.kind == Kind::Literal && token.text.contains('"')
            })
    }

    fn is_called(&self, word: &Token) -> bool {
        self.line[word.at + word.text.len()..].trim_start().starts_with('(')
    }

    fn numbers(&self, place: usize, is_negative: bool) -> Vec<String> {
        let text = self.tokens[place].text;
        let end = text.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(text.len());
        let (digits, suffix) = text.split_at(end);
        let is_plain = suffix.len() <= 2 && !suffix.contains(['x', 'X', 'b', 'e', 'E', '_', '\'']);
        if !is_plain || self.notation.is_native() && self.is_index(place) {
            return Vec::new();
        }
        let sign = if is_negative { -1 } else { 1 };
        let is_unsigned = suffix.contains(['u', 'U']);
        let with_suffix = |number: String| number + suffix;
        if digits.contains('.') || suffix.eq_ignore_ascii_case("f") {
            let Ok(number) = digits.parse::<f64>() else { return Vec::new() };
            let number = number * f64::from(sign);
            let others = [0.0, 1.0, -1.0, 0.5, number * 2.0, -number].map(|it| format!("{it:?}"));
            return others.into_iter().map(with_suffix).collect();
        }
        let Ok(number) = digits.parse::<i64>().map(|number| number * i64::from(sign)) else {
            return Vec::new();
        };
        let near = [number.checked_add(1), number.checked_sub(1), number.checked_mul(10)];
        let mut others: Vec<i64> = [0, 1, -1, 2].into_iter().chain(near.into_iter().flatten()).collect();
        if self.notation.is_native() && self.is_beside_memory(place) {
            others.push(number / 2);
            others.retain(|other| (0..number).contains(other));
        }
        let fits = |other: &&i64| **other >= 0 || !is_unsigned;
        // A number of four bytes that was written stays one.
        let is_small = i32::try_from(number).is_ok();
        let fits = |other: &&i64| fits(other) && (!is_small || i32::try_from(**other).is_ok());
        others.iter().filter(fits).map(|other| with_suffix(other.to_string())).collect()
    }

    /// Returns other texts, or other characters, in their quotes.
    fn texts(&self, text: &str) -> Vec<String> {
        let quote = text.chars().next().unwrap_or_default();
        if !matches!(quote, '"' | '\'') || text.contains('\\') || text.len() < 2 {
            return Vec::new();
        }
        let inside = &text[1..text.len() - 1];
        if quote == '\'' && self.notation != Notation::JavaScript {
            let other_case: String = swap_case(inside);
            return [other_case.as_str(), " ", "z", "0"].map(|it| format!("'{it}'")).into();
        }
        let shorter: String = inside.chars().take(inside.chars().count().saturating_sub(1)).collect();
        let mut others = vec![String::new(), shorter, swap_case(inside)];
        // A longer text may not fit where it is put.
        let has_room = !self.notation.is_native()
            || self.notation == Notation::Cpp && !self.tokens.iter().any(|token| token.text == "char");
        if has_room {
            others.extend([inside.repeat(2), format!("{inside} "), format!("{inside} b")]);
        }
        others.into_iter().map(|other| format!("{quote}{other}{quote}")).collect()
    }

    /// Returns what may stand in a list instead, if one begins at a bracket.
    fn lists(&self, place: usize) -> Vec<String> {
        let before = self.before(place);
        let text_before = before.map_or("", |token| token.text);
        let is_list = match (self.notation, self.tokens[place].text) {
            (Notation::JavaScript, "[") => before.is_none_or(|token| {
                token.kind == Kind::Sign && !matches!(token.text, ")" | "]" | "}" | ".")
                    || token.text == "return"
            }),
            (Notation::Java, "(") => {
                let kind = place.checked_sub(3).map_or("", |at| self.tokens[at].text);
                text_before == "of" && matches!(kind, "List" | "Set" | "Stream" | "IntStream")
                    || text_before == "asList"
            }
            (Notation::Java, "{") => matches!(text_before, "]" | "="),
            (Notation::C, "{") => matches!(text_before, "=" | ")"),
            (Notation::Cpp, "{") => matches!(text_before, "=" | ">" | "(" | ","),
            _ => false,
        };
        if !is_list {
            return Vec::new();
        }
        let (from, depth) = (self.tokens[place].at + 1, self.tokens[place].depth + 1);
        let inside = self.line[from..self.end_of(place)].trim();
        let commas = self.tokens[place + 1..].iter().take_while(|token| token.depth >= depth);
        let mut items: Vec<&str> = Vec::new();
        let mut start = from;
        for comma in commas.filter(|token| token.depth == depth && token.text == ",") {
            items.push(self.line[start..comma.at].trim());
            start = comma.at + 1;
        }
        items.push(self.line[start..self.end_of(place)].trim());
        if inside.is_empty() {
            return Vec::new();
        }
        let reversed: Vec<&str> = items.iter().rev().copied().collect();
        let mut others = vec![reversed.join(", ")];
        // How many items an array has may be told to a function beside it.
        let may_grow = self.notation != Notation::C && !self.line.contains("[]");
        if may_grow || self.notation == Notation::Java {
            let twice = [items.as_slice(), &items].concat();
            let lists = [&[][..], &items[..1], &items[..items.len() - 1], &items[1..], &twice];
            others.extend(lists.map(|list| list.join(", ")));
        }
        others
    }
}

/// Returns a text with capital letters for small ones, or the other way round.
fn swap_case(text: &str) -> String {
    let upper = text.to_uppercase();
    if upper == text { text.to_lowercase() } else { upper }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_replaced_in_the_literals_of_the_language() {
        for (notation, line, others) in [
            (
                Notation::JavaScript,
                "unique([3, 1])",
                &["unique([])", "unique([1, 3])", "unique([3, -1])"][..],
            ),
            (Notation::JavaScript, "greet(\"Ada\", true)", &["greet(\"\", true)", "greet(\"Ada\", false)"]),
            (Notation::JavaScript, "f(-3)", &["f(0)", "f(-2)", "f(-30)"]),
            (Notation::Java, "new Account(\"Ada\").deposit(10L)", &["new Account(\"Ada\").deposit(11L)"]),
            (Notation::Java, "sum(List.of(1, 2))", &["sum(List.of())", "sum(List.of(2, 1))"]),
            (Notation::Java, "f('a')", &["f('A')", "f(' ')"]),
            (Notation::C, "half(2.5)", &["half(0.0)", "half(-2.5)", "half(5.0)"]),
            (Notation::Cpp, "sum({1, 2})", &["sum({})", "sum({2, 1})"]),
            (Notation::Neutral, "f(True, 7)", &["f(False, 7)", "f(True, 8)"]),
        ] {
            let all = notation.with_other_values(line);
            for other in others {
                assert!(all.iter().any(|it| it == other), "no {other} in {all:?}");
            }
        }
    }

    #[test]
    fn nothing_leads_out_of_an_array_of_c() {
        let all = Notation::C.with_other_values("copy_to(front, numbers, 5)");
        let expected = [0, 1, 2, 4].map(|number| format!("copy_to(front, numbers, {number})"));
        assert_eq!(all.len(), expected.len(), "{all:?}");
        assert!(expected.iter().all(|it| all.contains(it)), "{all:?}");
        assert_eq!(Notation::C.with_other_values("numbers[5]"), Vec::<String>::new());
        let all = Notation::C.with_other_values("int numbers[3] = {1, 2}");
        assert!(all.iter().all(|it| it.starts_with("int numbers[3] = {") && it.contains(", ")), "{all:?}");
        assert!(Notation::C.with_other_values("char name[9] = \"Ada\"").iter().all(|it| it.len() <= 20));
    }

    #[test]
    fn a_line_that_declares_a_name_tells_it() {
        for (notation, line, name) in [
            (Notation::Python, "least = 2", Some("least")),
            (Notation::Python, "f(least = 2)", None),
            (Notation::JavaScript, "const list = [2]", Some("list")),
            (Notation::JavaScript, "unique(list)", None),
            (Notation::Java, "List<Account> all = List.of()", Some("all")),
            (Notation::Java, "var account = new Account(\"Ada\")", Some("account")),
            (Notation::Java, "account.getBalance()", None),
            (Notation::C, "Node *front = push(NULL, 1)", Some("front")),
            (Notation::C, "int value", Some("value")),
            (Notation::C, "int numbers[5] = {0}", Some("numbers")),
            (Notation::C, "front->next->value", None),
            (Notation::C, "value", None),
        ] {
            assert_eq!(notation.declared(line), name, "{line}");
        }
    }

    #[test]
    fn lines_of_one_shape_differ_in_their_values_alone() {
        assert_eq!(shape("f([1, 2, 3], \"ab\")"), shape("f([40], 'x')"));
        assert_ne!(shape("f([])"), shape("f([1])"));
        assert_ne!(shape("f(-1)"), shape("f(1)"));
        assert_ne!(shape("f('')"), shape("f('a')"));
        assert_eq!(shape("list2.get(1)"), "list2.get(9)");
    }
}
