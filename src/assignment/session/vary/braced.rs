//! Replaces values in a line of a language with braces: numbers, texts, truth values and lists, as its tokens show them.

use crate::session::Notation;
use crate::session::native::{Kind, Token};

/// A line of a language with braces.
pub(super) struct Line<'a> {
    pub(super) notation: Notation,
    pub(super) line: &'a str,
    pub(super) tokens: Vec<Token<'a>>,
}

impl Line<'_> {
    /// Returns the versions of the line with one value replaced.
    pub(super) fn all(&self) -> Vec<String> {
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
