//! The definitions that an instructor requires of a file: `public static int f(int)`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::super::grammar::Grammar;
use super::types;

/// One required definition.
///
/// Written as `Account`, `countWords(text)`, `Account.deposit(amount)`, `public static int f(int)`, or `class Circle
/// extends Shape`. Where something stands before the name, the parameters are types, whose names may follow; without, only
/// the number of parameters counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prototype {
    /// As it was written.
    pub written: String,
    /// The classes that contain it, the outermost first.
    pub classes: Vec<String>,
    /// The name.
    pub name: String,
    /// The required kind of definition.
    pub asked: Asked,
}

/// A required kind of definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Asked {
    /// Any definition.
    Any,
    /// A function with a number of parameters.
    Counted(Vec<String>),
    /// A function with these modifiers, this type, and parameters of these types, in the form of [`types::canonical`].
    Typed { modifiers: Vec<String>, returns: Option<String>, parameters: Vec<String> },
    /// A class, an interface and the like, with these bases.
    Class { word: String, modifiers: Vec<String>, bases: Vec<String> },
}

/// The reason why a text is no prototype.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrototypeError {
    /// It has no name.
    #[error("no name to look for: write `area`, `area(width, height)` or `{example}`", example = example(*.0))]
    Empty(Grammar),
    /// It is not a name.
    #[error("`{0}` is not a name in {title}: use letters, digits and `_`, and no digit first", title = .1.title())]
    NotAName(String, Grammar),
    /// The parentheses do not match.
    #[error("`{0}` needs a `)` at its end and a `(` before it")]
    Parentheses(String),
    /// JavaScript has no types.
    #[error("JavaScript has no types: leave out what stands before `{0}`")]
    NoTypes(String),
    /// A class cannot be written so.
    #[error("`{0}` is not understood as a class: write `class Circle`, or `{heritage}`", heritage = heritage(*.1))]
    NotAClass(String, Grammar),
}

fn example(grammar: Grammar) -> &'static str {
    match grammar {
        Grammar::C => "int count(const char *, char)",
        Grammar::Cpp => "void Account::deposit(double)",
        Grammar::Java => "public static int f(int)",
        Grammar::JavaScript | Grammar::Python => "Account.deposit(amount)",
    }
}

fn heritage(grammar: Grammar) -> &'static str {
    match grammar {
        Grammar::C => "struct node",
        Grammar::Cpp => "class Circle : public Shape",
        Grammar::Java => "class Circle extends Shape implements Drawable",
        Grammar::JavaScript | Grammar::Python => "class Circle extends Shape",
    }
}

/// The words that may stand before the type of a function.
const MODIFIERS: [&str; 20] = [
    "public",
    "private",
    "protected",
    "static",
    "final",
    "abstract",
    "synchronized",
    "native",
    "default",
    "strictfp",
    "inline",
    "extern",
    "virtual",
    "constexpr",
    "explicit",
    "friend",
    "async",
    "export",
    "sealed",
    "get",
];

/// Tells whether a word may stand before the type of a function.
pub(super) fn is_modifier(word: &str) -> bool {
    MODIFIERS.contains(&word)
}

impl Prototype {
    /// Reads what an instructor wrote.
    pub fn parse(text: &str, grammar: Grammar) -> Result<Self, PrototypeError> {
        let written = text.trim().trim_end_matches(';').trim();
        let words: Vec<&str> = written.split_whitespace().collect();
        let front = words.iter().take_while(|word| is_modifier(word)).count();
        let class_word = words.get(front).and_then(|word| {
            ["class", "interface", "struct", "union", "enum", "record"]
                .into_iter()
                .find(|known| known == word)
        });
        let is_class = class_word.filter(|_| !written.contains('('));
        if let Some(word) = is_class {
            let modifiers = words[..front].iter().map(ToString::to_string).collect();
            return Self::class(written, word, modifiers, &words[front + 1..].join(" "), grammar);
        }
        let unmatched = || PrototypeError::Parentheses(written.to_owned());
        let (head, inside) = match written.split_once('(') {
            Some((head, rest)) => {
                let (inside, after) = rest.rsplit_once(')').ok_or_else(unmatched)?;
                if !matches!(after.trim(), "" | "const" | "noexcept") || !is_balanced(inside) {
                    return Err(unmatched());
                }
                (head.trim(), Some(inside))
            }
            None if written.contains(')') => return Err(unmatched()),
            None => (written, None),
        };
        let at =
            head.rfind(|c: char| c.is_whitespace() || matches!(c, '*' | '&' | '>')).map_or(0, |at| at + 1);
        let (front, path) = (head[..at].trim(), &head[at..]);
        let path = path.replace("::", ".");
        if path.is_empty() {
            return Err(PrototypeError::Empty(grammar));
        }
        let mut classes = Vec::new();
        for name in path.split('.') {
            let is_letter = |c: char| c.is_alphabetic() || matches!(c, '_' | '$' | '#' | '~');
            let rest = |c: char| is_letter(c) || c.is_alphanumeric();
            if !name.starts_with(is_letter) || !name.chars().all(rest) {
                return Err(PrototypeError::NotAName(name.to_owned(), grammar));
            }
            classes.push(name.to_owned());
        }
        let mut name = classes.pop().unwrap_or_default();
        if grammar == Grammar::JavaScript && name == "constructor" {
            name = classes.last().cloned().unwrap_or(name);
        }
        let asked = match inside {
            None if front.is_empty() => Asked::Any,
            None => return Err(unmatched()),
            Some(inside) if front.is_empty() => {
                Asked::Counted(items(inside).map(str::to_owned).filter(|item| item != "void").collect())
            }
            Some(inside) => {
                let (modifiers, rest): (Vec<&str>, Vec<&str>) =
                    front.split_whitespace().partition(|word| is_modifier(word));
                if grammar == Grammar::JavaScript && !rest.is_empty() && rest != ["function"] {
                    return Err(PrototypeError::NoTypes(name));
                }
                let modifiers: Vec<String> = modifiers.into_iter().map(str::to_owned).collect();
                if grammar == Grammar::JavaScript {
                    let names = items(inside).map(str::to_owned).collect();
                    return Ok(match modifiers.is_empty() {
                        true => {
                            Self { written: written.to_owned(), classes, name, asked: Asked::Counted(names) }
                        }
                        false => {
                            let asked = Asked::Typed { modifiers, returns: None, parameters: names };
                            Self { written: written.to_owned(), classes, name, asked }
                        }
                    });
                }
                let parameters = items(inside).map(types::without_name).filter(|of_type| of_type != "void");
                let returns = Some(types::canonical(&rest.join(" "))).filter(|of_type| !of_type.is_empty());
                Asked::Typed { modifiers, returns, parameters: parameters.collect() }
            }
        };
        Ok(Self { written: written.to_owned(), classes, name, asked })
    }

    fn class(
        written: &str,
        word: &str,
        modifiers: Vec<String>,
        rest: &str,
        grammar: Grammar,
    ) -> Result<Self, PrototypeError> {
        let rest = rest.replace("extends", ",").replace("implements", ",").replace(':', ",");
        let mut names = rest.split(',').map(|name| {
            let words = name.split_whitespace().filter(|word| !is_modifier(word));
            words.collect::<Vec<_>>().join(" ").split('<').next().unwrap_or_default().trim().to_owned()
        });
        let name = names.next().unwrap_or_default();
        let is_name = |name: &String| {
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'))
        };
        let bases: Vec<String> = names.collect();
        if !is_name(&name) || !bases.iter().all(is_name) {
            return Err(PrototypeError::NotAClass(written.to_owned(), grammar));
        }
        let mut classes: Vec<String> = name.split('.').map(str::to_owned).collect();
        let name = classes.pop().unwrap_or_default();
        let last = |base: String| base.rsplit('.').next().unwrap_or_default().to_owned();
        let bases = bases.into_iter().map(last).collect();
        Ok(Self {
            written: written.to_owned(),
            classes,
            name,
            asked: Asked::Class { word: word.to_owned(), modifiers, bases },
        })
    }

    /// Returns the name with its classes: `Account.deposit`.
    pub(super) fn path(&self) -> String {
        self.classes.iter().chain([&self.name]).map(String::as_str).collect::<Vec<_>>().join(".")
    }
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0i32;
    text.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    }) && depth == 0
}

/// Splits a list at its commas, but not at those inside of brackets.
fn items(inside: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    let parts = inside.split(move |c: char| {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|item| !item.is_empty())
}

/// Writes it as the instructor did.
impl fmt::Display for Prototype {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str, grammar: Grammar) -> String {
        match Prototype::parse(text, grammar) {
            Err(error) => format!("error: {error}"),
            Ok(it) => match &it.asked {
                Asked::Any => it.path(),
                Asked::Counted(names) => format!("{}/{}", it.path(), names.len()),
                Asked::Typed { modifiers, returns, parameters } => {
                    let returns = returns.as_deref().unwrap_or("-");
                    format!("{}|{returns}|{}|{}", modifiers.join(" "), it.path(), parameters.join("; "))
                }
                Asked::Class { word, modifiers, bases } => {
                    format!("{}{word} {} < {}", modifiers.concat(), it.path(), bases.join(", "))
                }
            },
        }
    }

    #[test]
    fn prototypes_are_read_as_they_are_written() {
        for (text, grammar, meant) in [
            ("count", Grammar::C, "count"),
            ("count(text, letter)", Grammar::C, "count/2"),
            ("f(void)", Grammar::C, "f/0"),
            ("int count(const char *text, char);", Grammar::C, "|int|count|char*; char"),
            ("static char *copy(const char text[])", Grammar::C, "static|char*|copy|char[]"),
            ("void f(void)", Grammar::C, "|void|f|"),
            ("struct node *insert(struct node *, int)", Grammar::C, "|node*|insert|node*; int"),
            ("void Account::deposit(double) const", Grammar::Cpp, "|void|Account.deposit|double"),
            (
                "std::vector<int> sorted(std::map<int, int> m)",
                Grammar::Cpp,
                "|vector<int>|sorted|map<int,int>",
            ),
            ("class Circle : public Shape", Grammar::Cpp, "class Circle < Shape"),
            ("public static int f(int)", Grammar::Java, "public static|int|f|int"),
            ("public Account(String owner)", Grammar::Java, "public|-|Account|String"),
            ("String[] Book.words(int... counts)", Grammar::Java, "|String[]|Book.words|int[]"),
            (
                "public class Circle extends Shape implements Comparable<Circle>",
                Grammar::Java,
                "publicclass Circle < Shape, Comparable",
            ),
            ("Account.constructor(owner)", Grammar::JavaScript, "Account.Account/1"),
            ("async load(url)", Grammar::JavaScript, "async|-|load|url"),
            ("function area(w, h)", Grammar::JavaScript, "area/2"),
        ] {
            assert_eq!(asked(text, grammar), meant, "{text}");
        }
    }

    #[test]
    fn what_is_no_prototype_is_refused_with_the_reason() {
        for (text, grammar, message) in [
            (
                "",
                Grammar::Java,
                "no name to look for: write `area`, `area(width, height)` or `public static int f(int)`",
            ),
            (
                "1st(a)",
                Grammar::C,
                "`1st` is not a name in C: use letters, digits and `_`, and no digit first",
            ),
            ("int f(int", Grammar::C, "`int f(int` needs a `)` at its end and a `(` before it"),
            ("int f", Grammar::C, "`int f` needs a `)` at its end and a `(` before it"),
            (
                "number area(w)",
                Grammar::JavaScript,
                "JavaScript has no types: leave out what stands before `area`",
            ),
            (
                "class 3 4",
                Grammar::Java,
                "`class 3 4` is not understood as a class: write `class Circle`, or `class Circle extends Shape implements Drawable`",
            ),
        ] {
            assert_eq!(asked(text, grammar), format!("error: {message}"), "{text}");
        }
    }
}
