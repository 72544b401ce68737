//! Cuts typed Python into tokens. It knows words and signs, but no grammar.

use super::literal;
use crate::session::objects::Object;
use crate::session::objects::display;
use crate::session::objects::integer::Integer;

/// The smallest part of a line that means something.
#[derive(Clone)]
pub(crate) enum Token {
    /// A name or a keyword.
    Name(String),
    /// A number or a string.
    Constant(Object),
    /// An operator, a bracket or another sign.
    Sign(&'static str),
    /// The end of a statement's line.
    Newline,
    /// The lines that follow are further to the right.
    Indent,
    /// The lines that follow are further to the left.
    Dedent,
    /// The end of it all.
    End,
}

impl Token {
    /// As it was typed, more or less.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Name(name) => format!("`{name}`"),
            Self::Constant(constant) => {
                format!("`{}`", display::repr(constant).unwrap_or_default())
            }
            Self::Sign(sign) => format!("`{sign}`"),
            Self::Newline | Self::End => "the end of the line".to_owned(),
            Self::Indent => "an indented line".to_owned(),
            Self::Dedent => "a line that is not indented".to_owned(),
        }
    }
}

/// Longer signs before the shorter ones that they start with.
const SIGNS: [&str; 44] = [
    "**=", "//=", "<<=", ">>=", "**", "//", "<<", ">>", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=",
    "&=", "|=", "^=", ":=", "->", "+", "-", "*", "/", "%", "<", ">", "=", "(", ")", "[", "]", "{", "}", ",",
    ":", ".", ";", "@", "&", "|", "^",
];

/// The tokens of a source that may have several lines.
pub(crate) fn tokens(source: &str) -> Result<Vec<Token>, String> {
    let mut lexer = Lexer { rest: source, tokens: Vec::new(), brackets: 0, indents: vec![0] };
    while !lexer.rest.is_empty() {
        lexer.line()?;
    }
    lexer.indent(0)?;
    lexer.tokens.push(Token::End);
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    rest: &'a str,
    tokens: Vec<Token>,
    /// How many brackets are open: inside them lines and blanks mean nothing.
    brackets: usize,
    /// The widths of the indentations that are open.
    indents: Vec<usize>,
}

impl<'a> Lexer<'a> {
    /// Reads a line, and those that it goes on in.
    fn line(&mut self) -> Result<(), String> {
        let blanks = self.take_while(|it| it == ' ');
        let is_blank = self.rest.is_empty() || self.rest.starts_with(['\n', '#']);
        if !is_blank {
            self.indent(blanks.len())?;
        }
        loop {
            self.take_while(|it| matches!(it, ' ' | '\t' | '\r'));
            if self.rest.starts_with('#') {
                self.take_while(|it| it != '\n');
            }
            if self.take("\\\n") {
                continue;
            }
            if self.rest.is_empty() || self.take("\n") {
                if self.brackets > 0 && !self.rest.is_empty() {
                    continue;
                }
                if !is_blank {
                    self.tokens.push(Token::Newline);
                }
                return Ok(());
            }
            self.token()?;
        }
    }

    /// Opens or closes indentations until they are so wide.
    fn indent(&mut self, width: usize) -> Result<(), String> {
        while self.indents.last().is_some_and(|&open| width < open) {
            self.indents.pop();
            self.tokens.push(Token::Dedent);
        }
        if self.indents.last().is_some_and(|&open| width > open) {
            if self.indents.last() == Some(&0) && self.tokens.is_empty() {
                return Err("starts with blanks: begin the line at its margin".to_owned());
            }
            self.indents.push(width);
            self.tokens.push(Token::Indent);
        }
        Ok(())
    }

    fn token(&mut self) -> Result<(), String> {
        let token = if let Some((constant, rest)) = literal::string(self.rest)? {
            self.rest = rest;
            Token::Constant(constant)
        } else if self.rest.starts_with(|it: char| it.is_ascii_digit() || it == '.') && self.is_number() {
            Token::Constant(self.number()?)
        } else if self.rest.starts_with(is_name_character) {
            Token::Name(self.take_while(is_name_character).to_owned())
        } else {
            Token::Sign(self.sign()?)
        };
        self.tokens.push(token);
        Ok(())
    }

    /// Whether a digit, or a point and a digit, comes next.
    fn is_number(&self) -> bool {
        self.rest.trim_start_matches('.').starts_with(|it: char| it.is_ascii_digit())
    }

    fn number(&mut self) -> Result<Object, String> {
        let start = self.rest;
        for (prefixes, base) in [(["0x", "0X"], 16), (["0o", "0O"], 8), (["0b", "0B"], 2)] {
            if prefixes.iter().any(|prefix| self.take(prefix)) {
                let digits = self.take_while(|it| it.is_ascii_alphanumeric() || it == '_').replace('_', "");
                let number = Integer::parse(&digits, base);
                return number.map(Object::Int).ok_or_else(|| no_number(&start[..2], &digits));
            }
        }
        let mut length = self.take_while(is_digit).len();
        let mut is_whole = true;
        if self.take(".") {
            is_whole = false;
            length += 1 + self.take_while(is_digit).len();
        }
        if self.rest.starts_with(['e', 'E']) {
            let signed = self.rest[1..].strip_prefix(['+', '-']).unwrap_or(&self.rest[1..]);
            if signed.starts_with(|it: char| it.is_ascii_digit()) {
                is_whole = false;
                length += self.rest.len() - signed.len();
                self.rest = signed;
                length += self.take_while(is_digit).len();
            }
        }
        let text = start[..length].replace('_', "");
        let has_stray_underscore = start[..length]
            .split(|it: char| !is_digit(it))
            .any(|digits| digits.starts_with('_') || digits.ends_with('_') || digits.contains("__"));
        let is_wrong = has_stray_underscore || is_whole && has_leading_zero(&text);
        if self.rest.starts_with(is_name_character) || is_wrong {
            return Err(no_number(&text, self.take_while(is_name_character)));
        }
        let number = if is_whole {
            Integer::parse(&text, 10).map(Object::Int)
        } else {
            text.parse().ok().map(Object::Float)
        };
        number.ok_or_else(|| no_number(&text, ""))
    }

    fn sign(&mut self) -> Result<&'static str, String> {
        let Some(sign) = SIGNS.into_iter().find(|sign| self.take(sign)) else {
            let character: String = self.rest.chars().take(1).collect();
            return Err(format!("`{character}` means nothing here: remove it"));
        };
        match sign {
            "(" | "[" | "{" => self.brackets += 1,
            ")" | "]" | "}" => self.brackets = self.brackets.saturating_sub(1),
            _ => {}
        }
        Ok(sign)
    }

    fn take(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let length = self.rest.find(|it| !belongs(it)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }
}

fn is_name_character(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit() || character == '_'
}

fn has_leading_zero(digits: &str) -> bool {
    digits.starts_with('0') && digits.contains(|digit| digit != '0')
}

fn no_number(start: &str, rest: &str) -> String {
    format!("`{start}{rest}` is no number of Python: correct it")
}
