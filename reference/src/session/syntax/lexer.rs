//! Splits typed Python into tokens. It knows words and signs, but no grammar.

use super::literal;
use crate::session::objects::Object;
use crate::session::objects::display;

/// The smallest part of a line with a meaning.
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
    /// The following lines are indented further.
    Indent,
    /// The following lines are indented less.
    Dedent,
    /// The end of the source.
    End,
}

impl Token {
    /// Returns the token nearly as it was typed.
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

/// The signs; longer ones come before the shorter ones with which they begin.
const SIGNS: [&str; 40] = [
    "**=", "//=", "<<", ">>", "**", "//", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", ":=", "->",
    "+", "-", "*", "/", "%", "<", ">", "=", "(", ")", "[", "]", "{", "}", ",", ":", ".", ";", "@", "&", "|",
    "^", "~",
];

/// The signs of Python that sessions do not support.
const OTHER_SIGNS: [&str; 9] = ["<<", ">>", ":=", "->", "@", "&", "|", "^", "~"];

/// Returns the tokens of a source, which may have several lines.
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
    /// The number of open brackets, inside which line ends and indentation have no meaning.
    brackets: usize,
    /// The widths of the open indentations.
    indents: Vec<usize>,
}

impl<'a> Lexer<'a> {
    /// Reads a line with its continuation lines.
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

    /// Opens or closes indentations until they have this width.
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

    /// Tells whether a digit, or a point and a digit, comes next.
    fn is_number(&self) -> bool {
        self.rest.trim_start_matches('.').starts_with(|it: char| it.is_ascii_digit())
    }

    /// A number in the decimal system.
    fn number(&mut self) -> Result<Object, String> {
        let start = self.rest;
        let mut length = self.take_while(is_part_of_number).len();
        if start[..length].ends_with(['e', 'E']) && self.rest.starts_with(['+', '-']) {
            self.rest = &self.rest[1..];
            length += 1 + self.take_while(is_part_of_number).len();
        }
        let text = &start[..length];
        let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
        let number =
            if is_whole { text.parse().ok().map(Object::Int) } else { text.parse().ok().map(Object::Float) };
        let is_written_otherwise = is_whole && text.starts_with('0') && text.contains(|digit| digit != '0');
        number.filter(|_| !is_written_otherwise).ok_or_else(|| {
            format!("`{text}` is no number for a session: write up to 38 decimal digits, or a float such as `1.5e3`")
        })
    }

    fn sign(&mut self) -> Result<&'static str, String> {
        let Some(sign) = SIGNS.into_iter().find(|sign| self.take(sign)) else {
            let character: String = self.rest.chars().take(1).collect();
            return Err(format!("`{character}` means nothing here: remove it"));
        };
        if OTHER_SIGNS.contains(&sign) {
            return Err(format!("`{sign}` is not supported in sessions: write what it comes to"));
        }
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

fn is_part_of_number(character: char) -> bool {
    is_name_character(character) || character == '.'
}
