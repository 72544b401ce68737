//! Reads a neutral line: a literal, a name, or a call with literals and names, whose value may get a name. It is written as
//! in Python.

/// A line that can be written in every language.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    /// The name that its value gets.
    pub(super) binds: Option<String>,
    pub(super) value: Expression,
}

/// The value of a line, or an argument.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    None,
    Bool(bool),
    Int(i64),
    Real(f64),
    Text(String),
    Items(Vec<Expression>),
    /// The keys and values of a map.
    Pairs(Vec<(Expression, Expression)>),
    /// The items of a set.
    Members(Vec<Expression>),
    Name(String),
    Call {
        /// The object whose method is called.
        object: Option<String>,
        name: String,
        arguments: Vec<Expression>,
    },
}

/// The largest whole number that every language has as such: JavaScript's numbers are exact up to it.
const LARGEST: i64 = (1 << 53) - 1;

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// When it is not neutral: what there is instead.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut reader = Reader { rest: text.trim() };
        let first = reader.expression()?;
        let line = match first {
            Expression::Name(name) if reader.takes('=') => {
                Self { binds: Some(name), value: reader.expression()? }
            }
            value => Self { binds: None, value },
        };
        match reader.rest.trim_start() {
            "" => Ok(line),
            rest => Err(format!("`{rest}` is not neutral: a line is a literal, a name, or one call")),
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Takes a sign with the blanks before it, if it comes next. `==` is not `=`.
    fn takes(&mut self, sign: char) -> bool {
        let Some(rest) = self.rest.trim_start().strip_prefix(sign) else { return false };
        if sign == '=' && rest.starts_with('=') {
            return false;
        }
        self.rest = rest.trim_start();
        true
    }

    fn word(&mut self) -> &'a str {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn expression(&mut self) -> Result<Expression, String> {
        match self.rest.chars().next() {
            None => Err("a value is missing".to_owned()),
            Some('[') => {
                self.takes('[');
                self.items(']').map(Expression::Items)
            }
            Some('{') => {
                self.takes('{');
                self.pairs_or_members()
            }
            Some('"' | '\'') => self.text().map(Expression::Text),
            Some(first) if first.is_ascii_digit() || first == '-' || first == '.' => self.number(),
            Some(first) if first.is_ascii_alphabetic() || first == '_' => self.name_or_call(),
            Some(_) => {
                Err(format!("`{}` is not neutral: a value is a literal, a name, or a call", self.rest))
            }
        }
    }

    fn name_or_call(&mut self) -> Result<Expression, String> {
        let name = self.word();
        match name {
            "None" => return Ok(Expression::None),
            "True" => return Ok(Expression::Bool(true)),
            "False" => return Ok(Expression::Bool(false)),
            _ => {}
        }
        if self.takes('(') {
            let arguments = self.items(')')?;
            // Braces without anything in them are a map.
            if name == "set" && arguments.is_empty() {
                return Ok(Expression::Members(Vec::new()));
            }
            return Ok(Expression::Call { object: None, name: name.to_owned(), arguments });
        }
        if !self.takes('.') {
            return Ok(Expression::Name(name.to_owned()));
        }
        let method = self.word();
        if !self.takes('(') {
            return Err(format!(
                "`{name}.{method}` is not neutral: an object is only asked by calling a method"
            ));
        }
        let arguments = self.items(')')?;
        Ok(Expression::Call { object: Some(name.to_owned()), name: method.to_owned(), arguments })
    }

    /// Reads values with commas between them, up to a sign.
    fn items(&mut self, end: char) -> Result<Vec<Expression>, String> {
        let mut items = Vec::new();
        while !self.takes(end) {
            let item = self.expression()?;
            if matches!(item, Expression::Call { .. }) {
                return Err(
                    "a call inside of another one is not neutral: give its value a name first".to_owned()
                );
            }
            items.push(item);
            if !self.takes(',') && !self.rest.trim_start().starts_with(end) {
                return Err(match self.rest.trim_start() {
                    "" => format!("`{end}` is missing"),
                    rest => format!("`{rest}` is not neutral: after a value comes `,` or `{end}`"),
                });
            }
        }
        Ok(items)
    }

    /// Reads a map or a set, behind its brace.
    fn pairs_or_members(&mut self) -> Result<Expression, String> {
        let (mut pairs, mut members) = (Vec::new(), Vec::new());
        while !self.takes('}') {
            let item = self.part()?;
            if self.takes(':') {
                if pairs.iter().any(|(key, _)| *key == item) {
                    return Err("a key stands twice in one map".to_owned());
                }
                let value = self.part()?;
                pairs.push((item, value));
            } else if members.contains(&item) {
                return Err("an item stands twice in one set".to_owned());
            } else {
                members.push(item);
            }
            if !self.takes(',') && !self.rest.trim_start().starts_with('}') {
                return Err(match self.rest.trim_start() {
                    "" => "`}` is missing".to_owned(),
                    rest => format!(
                        "`{rest}` is not neutral: in braces stand `key: value` or values, with commas"
                    ),
                });
            }
        }
        match (pairs.is_empty(), members.is_empty()) {
            (_, true) => Ok(Expression::Pairs(pairs)),
            (true, false) => Ok(Expression::Members(members)),
            (false, false) => {
                Err("braces hold the pairs of a map or the items of a set, and not both".to_owned())
            }
        }
    }

    /// Reads a value inside of another one.
    fn part(&mut self) -> Result<Expression, String> {
        self.rest = self.rest.trim_start();
        match self.expression()? {
            Expression::Call { .. } => {
                Err("a call inside of another value is not neutral: give its value a name first".to_owned())
            }
            part => Ok(part),
        }
    }

    fn number(&mut self) -> Result<Expression, String> {
        let is_part = |(at, c): (usize, char)| {
            let behind_exponent = self.rest[..at].ends_with(['e', 'E']);
            c.is_ascii_alphanumeric()
                || matches!(c, '.' | '_')
                || (matches!(c, '-' | '+') && (at == 0 || behind_exponent))
        };
        let end = self.rest.char_indices().find(|one| !is_part(*one)).map_or(self.rest.len(), |(at, _)| at);
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        if let Ok(number) = text.parse::<i64>() {
            return match number.abs() <= LARGEST {
                true => Ok(Expression::Int(number)),
                false => {
                    Err(format!("`{text}` is too large: not every language has whole numbers beyond 2^53"))
                }
            };
        }
        let is_decimal = text.contains(['.', 'e', 'E']) && !text.contains(['x', 'n', 'i', '_']);
        let number = text.parse::<f64>().ok().filter(|number| is_decimal && number.is_finite());
        number.map(Expression::Real).ok_or_else(|| format!("`{text}` is no decimal number"))
    }

    fn text(&mut self) -> Result<String, String> {
        let mut characters = self.rest.char_indices();
        let quote = characters.next().map(|(_, quote)| quote);
        let mut text = String::new();
        while let Some((at, c)) = characters.next() {
            let c = match c {
                '\\' => match characters.next().map(|(_, escaped)| escaped) {
                    Some('n') => '\n',
                    Some('t') => '\t',
                    Some(same @ ('\\' | '"' | '\'')) => same,
                    _ => {
                        return Err(
                            "an escape in a neutral text is `\\n`, `\\t`, `\\\\`, `\\\"` or `\\'`".to_owned()
                        );
                    }
                },
                c if Some(c) == quote => {
                    self.rest = &self.rest[at + c.len_utf8()..];
                    return Ok(text);
                }
                c if c.is_control() => return Err("a text has a control character in it".to_owned()),
                c => c,
            };
            text.push(c);
        }
        Err("the text does not end".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_names_and_single_calls_are_neutral() {
        let read = |text: &str| Line::read(text).unwrap();
        assert_eq!(read("5").value, Expression::Int(5));
        assert_eq!(read("-2.5e-3").value, Expression::Real(-0.0025));
        assert_eq!(read(r#"'it\'s "ok"\n'"#).value, Expression::Text("it's \"ok\"\n".to_owned()));
        let line = read("tally = Tally( 3 , [1, -2], None, other )");
        assert_eq!(line.binds.as_deref(), Some("tally"));
        let Expression::Call { object: None, name, arguments } = line.value else { panic!() };
        assert_eq!((name.as_str(), arguments.len()), ("Tally", 4));
        assert_eq!(arguments[1], Expression::Items(vec![Expression::Int(1), Expression::Int(-2)]));
        let one = || Expression::Int(1);
        assert_eq!(
            read("{'a': 1}").value,
            Expression::Pairs(vec![(Expression::Text("a".to_owned()), one())])
        );
        assert_eq!(read("{ 1 , }").value, Expression::Members(vec![one()]));
        assert_eq!(read("{}").value, Expression::Pairs(Vec::new()));
        assert_eq!(read("set()").value, Expression::Members(Vec::new()));
        let call = read("tally.add_all([])").value;
        let arguments = vec![Expression::Items(Vec::new())];
        let (object, name) = (Some("tally".to_owned()), "add_all".to_owned());
        assert_eq!(call, Expression::Call { object, name, arguments });
    }

    #[test]
    fn everything_else_is_refused_with_what_there_is() {
        for (text, told) in [
            ("c.value() + 1", "`+ 1` is not neutral"),
            ("f(g(1))", "give its value a name first"),
            ("c.value", "by calling a method"),
            ("a == b", "`== b` is not neutral"),
            ("f(a=1)", "after a value comes"),
            ("f(1", "`)` is missing"),
            ("9007199254740993", "too large"),
            ("0x10", "no decimal number"),
            ("'open", "does not end"),
            (r"'\x41'", "an escape"),
            ("{1: 2, 3}", "not both"),
            ("{1: 2, 1: 3}", "stands twice"),
            ("{1, 1}", "stands twice"),
            ("{1: f()}", "give its value a name first"),
            ("{1: 2", "`}` is missing"),
            ("lambda: 1", "is not neutral"),
            ("", "a value is missing"),
        ] {
            let reason = Line::read(text).unwrap_err();
            assert!(reason.contains(told), "{text}: {reason}");
        }
    }
}
