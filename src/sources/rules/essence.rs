//! What is left of a Python file without what only people read, to compare it with others. Nobody runs it.
//!
//! All programs of a class are read for it each time that results are computed, so they are not parsed: a program is a
//! sequence of words, texts and brackets, and a statement ends with its line unless a bracket is open.

/// The letters before a text, in lower case. With `f` and `t` it has code inside, which is run.
const PREFIXES: [&str; 12] = ["", "r", "b", "u", "f", "t", "br", "rb", "fr", "rf", "tr", "rt"];

/// Returns the text of a Python file without comments, empty lines, blanks at the ends of lines, and statements that are only a
/// text, such as docstrings.
pub fn essence(text: &str) -> String {
    let mut essence = Essence { whole: String::with_capacity(text.len()), ..Essence::default() };
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let mut rest = text.as_str();
    while let Some(next) = rest.chars().next() {
        let length = match next {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '\n' => {
                essence.end_line();
                1
            }
            '\\' => essence.add(if rest.starts_with("\\\n") { "\\\n" } else { "\\" }),
            '(' | '[' | '{' => essence.add_bracket(next, essence.open_brackets + 1),
            ')' | ']' | '}' => essence.add_bracket(next, essence.open_brackets.saturating_sub(1)),
            _ if next.is_whitespace() => essence.add(&rest[..next.len_utf8()]),
            _ => {
                let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                let prefix = rest[..word].to_ascii_lowercase();
                let is_text = rest[word..].starts_with(['"', '\'']) && PREFIXES.contains(&prefix.as_str());
                let has_code = prefix.contains(['f', 't']);
                essence.has_code |= !is_text || has_code;
                match is_text {
                    true => essence.add(&rest[..word + text_length(&rest[word..], has_code)]),
                    false => essence.add(&rest[..word.max(next.len_utf8())]),
                }
            }
        };
        rest = &rest[length..];
    }
    essence.end_statement();
    essence.whole
}

/// What is left so far.
#[derive(Default)]
struct Essence {
    whole: String,
    /// The statement that is read, which may have several lines.
    statement: String,
    /// Whether it is more than a text, which may stand in parentheses.
    has_code: bool,
    open_brackets: usize,
}

impl Essence {
    /// Adds a part of a statement, and returns its length.
    fn add(&mut self, part: &str) -> usize {
        self.statement.push_str(part);
        part.len()
    }

    fn add_bracket(&mut self, bracket: char, open: usize) -> usize {
        self.has_code |= !matches!(bracket, '(' | ')');
        self.open_brackets = open;
        self.statement.push(bracket);
        bracket.len_utf8()
    }

    fn end_line(&mut self) {
        if self.open_brackets == 0 {
            return self.end_statement();
        }
        self.statement.truncate(self.statement.trim_end().len());
        self.statement.push('\n');
    }

    fn end_statement(&mut self) {
        if self.has_code {
            self.whole.push_str(self.statement.trim_end());
            self.whole.push('\n');
        }
        self.statement.clear();
        (self.has_code, self.open_brackets) = (false, 0);
    }
}

/// Returns the length of the text that begins with these quotes. Where there is code inside, between braces, other texts may
/// stand there, in the same quotes too.
fn text_length(text: &str, has_code: bool) -> usize {
    let opened = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| text.starts_with(quotes));
    let quotes = opened.unwrap_or_default().as_bytes();
    let (bytes, mut at, mut braces) = (text.as_bytes(), quotes.len(), 0usize);
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            // What follows a backslash ends no text.
            b'\\' => 2,
            b'\n' if quotes.len() == 1 => return at,
            b'{' if has_code && braces == 0 && bytes.get(at + 1) == Some(&b'{') => 2,
            b'{' if has_code => {
                braces += 1;
                1
            }
            b'}' if braces > 0 => {
                braces -= 1;
                1
            }
            b'"' | b'\'' if braces > 0 => text_length(&text[at..], false),
            _ if bytes[at..].starts_with(quotes) => return at + quotes.len(),
            _ => 1,
        };
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_only_people_read_is_left_out() {
        for (text, left) in [
            ("# a\n\nx = 1  # b\n", "x = 1\n"),
            ("'''A\n\n# file'''\nx = '# a'\n", "x = '# a'\n"),
            ("def f():\n    \"\"\"It's\"\"\"\n\n    return 1\t\n", "def f():\n    return 1\n"),
            ("(r'a'\n 'b')\nx = ('a'\n\n  # c\n  'b')", "x = ('a'\n  'b')\n"),
            ("x = \"\"\"a\n\n  # b \n\"\"\"\n", "x = \"\"\"a\n\n  # b \n\"\"\"\n"),
            ("f'{print(1)}'\nu'a' 'b'\n", "f'{print(1)}'\n"),
            ("x = f\"{y[\"#\"]}\" # a\n", "x = f\"{y[\"#\"]}\"\n"),
            (
                "x = f'{{#' # a\ny = f\"{x:'>3}\"\nz = 'it\\'s' # b\n",
                "x = f'{{#'\ny = f\"{x:'>3}\"\nz = 'it\\'s'\n",
            ),
            ("x = 1 + \\\n  2 # a\r\n'a'; y = 2\n", "x = 1 + \\\n  2\n'a'; y = 2\n"),
            ("bar'#'\nx['#']\n[\n1,\n2]\n", "bar'#'\nx['#']\n[\n1,\n2]\n"),
            ("\\", ""),
            ("'a\nx = 'b\n\u{e9} = \"\\", "x = 'b\n\u{e9} = \"\\\n"),
        ] {
            assert_eq!(essence(text), left, "{text}");
        }
    }

    #[test]
    fn of_what_is_parsed_the_same_is_left() {
        let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
        let mut folders = vec![fixtures];
        let mut count = 0;
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "py") {
                    let text = std::fs::read(&path).unwrap();
                    let Ok(bare) = super::super::bare("a.py", &text) else { continue };
                    let [bare, whole] =
                        [&bare, &text].map(|text| essence(std::str::from_utf8(text).unwrap()));
                    // A block of nothing but a docstring must not become empty.
                    if !bare.lines().any(|line| line.trim() == "0") {
                        assert_eq!(bare, whole, "{}", path.display());
                        count += 1;
                    }
                }
            }
        }
        assert!(count > 100, "only {count} files");
    }

    proptest! {
        #[test]
        fn what_is_left_stays(text in "([a-z_(){}\\[\\]:;#\"'\\\\é \n]|\"\"\"|f\")*") {
            let left = essence(&text);
            prop_assert!(left.len() <= text.len() + 1);
            prop_assert_eq!(essence(&left), left);
        }
    }
}
