//! The code of a test case as the lines of a session.

/// A line that is typed, with its continuation, and what is expected of it.
#[derive(Debug, Default)]
struct Turn {
    typed: Vec<String>,
    shown: Vec<String>,
}

/// The lines of a session for the prompts of a case, or the reason why there are none.
pub(super) fn session(code: &str) -> Result<String, String> {
    let mut turns: Vec<Turn> = Vec::new();
    for line in from_prompts(code) {
        let continued = line.strip_prefix("...").filter(|rest| rest.is_empty() || rest.starts_with(' '));
        if let Some(typed) = line.strip_prefix(">>>") {
            turns.push(Turn {
                typed: vec![typed.strip_prefix(' ').unwrap_or(typed).to_owned()],
                shown: Vec::new(),
            });
            continue;
        }
        let Some(turn) = turns.last_mut() else {
            // What stands before the first prompt is a remark.
            continue;
        };
        match continued {
            Some(more) if turn.shown.is_empty() => {
                turn.typed.push(more.strip_prefix(' ').unwrap_or(more).to_owned());
            }
            _ if line.trim().is_empty() || line.starts_with('#') => {}
            _ => turn.shown.push(line),
        }
    }
    turns.retain(|turn| {
        turn.typed.iter().any(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
    });
    if turns.is_empty() {
        return Err("it has no prompts".to_owned());
    }
    let mut session = String::new();
    for turn in &mut turns {
        turn.catch();
        for (place, line) in turn.typed.iter().enumerate() {
            let line = format!("{}{line}", if place == 0 { ">>> " } else { "... " });
            session += &format!("{}\n", line.trim_end());
        }
        turn.shown.iter().for_each(|line| session += &format!("{line}\n"));
    }
    Ok(session)
}

impl Turn {
    /// Where an exception is expected, prints as much of it as is said.
    fn catch(&mut self) {
        let is_traceback = self.shown.first().is_some_and(|first| first.starts_with("Traceback ("));
        let last = self.shown.last().cloned().unwrap_or_default();
        let is_class = self.shown.len() == 1
            && last.ends_with("Error")
            && last.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let print = match (is_traceback, is_class) {
            (true, _) if last.contains(':') => "print(f\"{type(error).__name__}: {error}\")",
            (true, _) | (_, true) => "print(type(error).__name__)",
            _ => return,
        };
        let inside = self.typed.iter().map(|line| format!("    {line}"));
        let around = ["except Exception as error:".to_owned(), format!("    {print}")];
        self.typed = std::iter::once("try:".to_owned()).chain(inside).chain(around).collect();
        self.shown = vec![last];
    }
}

/// Statements of a function as lines of a session. Each is a piece of the source; `shows` tells whether one has a value.
pub(super) fn statements(pieces: &[String], shows: bool) -> String {
    let is_remark = |line: &String| line.trim().is_empty() || line.starts_with('#');
    let own =
        |piece: &String| dedented(piece).into_iter().filter(|line| !is_remark(line)).collect::<Vec<_>>();
    let pieces: Vec<Vec<String>> =
        if shows || pieces.iter().any(|piece| piece.contains("\"\"\"") || piece.contains("'''")) {
            // Nothing is shown of several statements.
            let inside = dedented(&pieces.concat()).into_iter().filter(|line| !line.trim().is_empty());
            vec![std::iter::once("pass".to_owned()).chain(inside).collect()]
        } else {
            pieces.iter().map(own).collect()
        };
    let mut session = String::new();
    for (place, line) in pieces.iter().flat_map(|piece| piece.iter().enumerate()) {
        session += &format!("{}{line}\n", if place == 0 { ">>> " } else { "... " });
    }
    session
}

/// The lines of a text as far to the left as its first prompt.
fn from_prompts(text: &str) -> Vec<String> {
    let prompt = text.lines().find(|line| line.trim_start().starts_with(">>>")).unwrap_or_default();
    let indent = prompt.len() - prompt.trim_start().len();
    let moved = |line: &str| {
        let blanks = line.bytes().take(indent).take_while(u8::is_ascii_whitespace).count();
        line[blanks..].trim_end().to_owned()
    };
    text.lines().map(moved).collect()
}

/// The lines of a text without the blanks that all of them begin with.
fn dedented(text: &str) -> Vec<String> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let least = text.lines().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    text.lines().map(|line| line.get(least..).unwrap_or_default().trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_go_and_exceptions_are_printed() {
        let code = "\n    a remark\n    >>> # only this\n    >>> x = f(\n    ...   2)\n    >>> x\n    4\n    # explanation: none\n\n    >>> 1 / 0\n    ZeroDivisionError\n";
        assert_eq!(
            session(code).unwrap(),
            ">>> x = f(\n...   2)\n>>> x\n4\n>>> try:\n...     1 / 0\n... except Exception as error:\n...     print(type(error).__name__)\nZeroDivisionError\n"
        );
        let traceback = ">>> f()\nTraceback (most recent call last):\n  ...\nValueError: no\n";
        assert!(
            session(traceback)
                .unwrap()
                .ends_with("print(f\"{type(error).__name__}: {error}\")\nValueError: no\n")
        );
        assert!(session("no prompts").is_err());
    }
}
