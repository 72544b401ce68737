//! Leaves out of a cell what is no Python: the magics and the shell lines of IPython, and the calls of Otter.
//! <https://ipython.readthedocs.io/en/stable/interactive/magics.html>

/// The code of a cell, line by line as it was, and what was left out of it.
pub(super) struct Kept {
    pub(super) code: String,
    pub(super) left_out: Vec<(usize, String)>,
}

/// Magics for a whole cell that only look at how its code runs.
const AROUND_CODE: [&str; 4] = ["%%time", "%%timeit", "%%capture", "%%prun"];

/// Magics for a line, behind which code stands that is run.
const BEFORE_CODE: [&str; 2] = ["%time ", "%prun "];

/// How lines begin that ask Otter.
const OTTER: [&str; 6] =
    ["import otter", "from otter", "grader = otter.", "grader.check", "grader.export", "grader.add_"];

impl Kept {
    /// Leaves out a whole cell.
    pub(super) fn nothing(text: &str, what: &str) -> Self {
        let code = "\n".repeat(text.lines().count());
        Self { code, left_out: vec![(1, format!("{what}, the whole cell"))] }
    }

    /// Leaves out what is no Python.
    pub(super) fn of(text: &str) -> Self {
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
        if first.starts_with("%%") {
            let magic = first.split(' ').next().unwrap_or(first);
            if !AROUND_CODE.contains(&magic) {
                return Self::nothing(text, &format!("`{}`", shortened(first)));
            }
        }
        let mut kept = Self { code: String::new(), left_out: Vec::new() };
        let mut state = State::default();
        let mut goes_on = false;
        for (index, line) in text.lines().enumerate() {
            let replacement =
                if goes_on { Some("") } else { replacement(line).filter(|_| state.begins_statement()) };
            match replacement {
                None => {
                    state.read(line);
                    kept.code.push_str(line);
                }
                Some(code) => {
                    if !goes_on {
                        kept.left_out.push((index + 1, format!("`{}`", shortened(line.trim()))));
                    }
                    // A shell line may go on below.
                    goes_on = line.trim_end().ends_with('\\');
                    let indent = &line[..line.len() - line.trim_start().len()];
                    kept.code.push_str(indent);
                    kept.code.push_str(if code.is_empty() { "pass" } else { code });
                }
            }
            kept.code.push('\n');
        }
        kept
    }
}

/// Returns the code that takes the place of a line that is no Python; `None` for Python.
fn replacement(line: &str) -> Option<&str> {
    let bare = line.trim();
    if let Some(code) = BEFORE_CODE.iter().find_map(|magic| bare.strip_prefix(magic)) {
        return Some(code.trim());
    }
    let is_help = || bare.ends_with('?') && !bare.starts_with('#');
    let is_otter = || line == line.trim_start() && OTTER.iter().any(|call| bare.starts_with(call));
    let is_assigned = || {
        bare.split_once('=').is_some_and(|(name, value)| {
            let is_name = name.trim().chars().all(|c| c.is_alphanumeric() || "_, ".contains(c));
            is_name && value.trim_start().starts_with(['!', '%']) && !value.starts_with('=')
        })
    };
    (bare.starts_with(['%', '!', '?']) || is_help() || is_otter() || is_assigned()).then_some("")
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// What is still open at the end of a line of Python.
#[derive(Default)]
struct State {
    brackets: usize,
    /// The quotes of a long text.
    quotes: Option<&'static str>,
    goes_on: bool,
}

impl State {
    /// Whether a new statement begins with the next line.
    fn begins_statement(&self) -> bool {
        self.brackets == 0 && self.quotes.is_none() && !self.goes_on
    }

    fn read(&mut self, line: &str) {
        let mut rest = line;
        self.goes_on = false;
        while let Some(c) = rest.chars().next() {
            if let Some(quotes) = self.quotes {
                if rest.starts_with(quotes) {
                    self.quotes = None;
                    rest = &rest[quotes.len()..];
                    continue;
                }
                // What follows a backslash ends no text.
                let skipped =
                    if c == '\\' { rest.chars().take(2).map(char::len_utf8).sum() } else { c.len_utf8() };
                rest = &rest[skipped..];
                continue;
            }
            let opened = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| rest.starts_with(quotes));
            if let Some(quotes) = opened {
                self.quotes = Some(quotes);
                rest = &rest[quotes.len()..];
                continue;
            }
            match c {
                '#' => return,
                '(' | '[' | '{' => self.brackets += 1,
                ')' | ']' | '}' => self.brackets = self.brackets.saturating_sub(1),
                '\\' if rest.len() == 1 => self.goes_on = true,
                _ => {}
            }
            rest = &rest[c.len_utf8()..];
        }
        // A short text ends with its line, unless that goes on.
        if self.quotes.is_some_and(|quotes| quotes.len() == 1) {
            self.goes_on = line.ends_with('\\');
            if !self.goes_on {
                self.quotes = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str) -> (String, Vec<usize>) {
        let kept = Kept::of(text);
        (kept.code, kept.left_out.iter().map(|(line, _)| *line).collect())
    }

    #[test]
    fn magics_and_shell_lines_are_left_out_and_lines_keep_their_numbers() {
        let (code, lines) = kept(
            "%matplotlib inline\nimport math\n!pip install x \\\n   y\nfor i in a:\n    !ls\n    %time b = f(i)\nhelp?",
        );
        assert_eq!(code, "pass\nimport math\npass\n   pass\nfor i in a:\n    pass\n    b = f(i)\npass\n");
        assert_eq!(lines, [1, 3, 6, 7, 8]);
        assert_eq!(
            kept("files = !ls\nrate = 5 % 3\nok = a != b\nsame = a == b"),
            ("pass\nrate = 5 % 3\nok = a != b\nsame = a == b\n".to_owned(), vec![1])
        );
    }

    #[test]
    fn a_magic_for_the_cell_leaves_out_one_line_or_all_of_it() {
        assert_eq!(kept("%%time\nx = 1"), ("pass\nx = 1\n".to_owned(), vec![1]));
        assert_eq!(kept("%%bash\nls\nrm x"), ("\n\n\n".to_owned(), vec![1]));
    }

    #[test]
    fn what_only_looks_like_a_magic_is_kept() {
        for text in [
            "x = (a\n     % b)\n",
            "s = '''\n%matplotlib inline\n!ls\n'''\n",
            "t = \"\"\"a ' b\n?\n\"\"\"\n",
            "x = a \\\n  % b\n",
            "# really?\n",
            "s = 'it\\'s'\nprint(s)\n",
            "d = {'%': 1,\n'!': 2}\n",
        ] {
            assert_eq!(kept(text), (text.to_owned(), vec![]), "{text}");
        }
    }

    #[test]
    fn calls_of_otter_are_left_out() {
        let text = "import otter\ngrader = otter.Notebook(\"hw.ipynb\")\nx = 1\ngrader.check(\"q1\")\n";
        assert_eq!(kept(text), ("pass\npass\nx = 1\npass\n".to_owned(), vec![1, 2, 4]));
    }
}
