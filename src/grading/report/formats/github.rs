//! Workflow commands of GitHub Actions: annotations on the lines of the source.
//!
//! <https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands>

use std::fmt::{self, Write as _};
use std::io;

use crate::compare::{Annotation, Severity};
use crate::report::{Format, Graded, Report, Student, Visible};
use crate::untrusted::{Text, Untrusted};

/// Writes the pages of the submissions, in which GitHub obeys no commands, and then our own commands.
pub struct Github {
    /// A word that no submission can know: GitHub obeys no commands until it reads this word.
    pub token: String,
}

/// GitHub shows this many annotations of a step and drops the others.
const MOST_SHOWN: usize = 10;

impl Format for Github {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        let token = &self.token;
        writeln!(out, "::stop-commands::{token}")?;
        Student::default().write(report, out)?;
        writeln!(out, "::{token}::")?;
        for graded in &report.submissions {
            annotations(graded, out)?;
            let title = Untrusted::concat(&[&report.title, &": ", &graded.shown_name()]);
            let points = match graded.points {
                Some(points) => format!("Points {points}/{}", report.max_points),
                None => "Not graded, through no fault of the submission".to_owned(),
            };
            writeln!(out, "::notice title={}::{}", Property(&title), Data(&points))?;
        }
        Ok(())
    }
}

/// Writes the annotations on lines of the source, and one for each lost scenario that names no line.
fn annotations(graded: &Graded, out: &mut dyn io::Write) -> io::Result<()> {
    let mut commands = Vec::new();
    let place = |annotation: &Annotation, title: &dyn Text| {
        let command = match annotation.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let path = graded.whereabouts.path_of(&annotation.file);
        let mut text = format!("::{command} file={}", Property(&path));
        if let Some(line) = annotation.line {
            text += &format!(",line={line}");
            text += &annotation.column.map(|column| format!(",col={column}")).unwrap_or_default();
        }
        text + &format!(",title={}::{}", Property(title), Data(&annotation.message))
    };
    commands.extend(graded.obstacle.iter().map(|annotation| place(annotation, &annotation.origin.word())));
    if let (Some(problem), None) = (&graded.problem, &graded.obstacle) {
        let (name, first) = (graded.shown_name(), problem.first_line());
        commands.push(format!("::error title={}::{}", Property(&name), Data(&first)));
    }
    for scenario in graded.scenarios.iter().filter(|_| graded.problem.is_none()) {
        let name = scenario.full_name();
        commands.extend(scenario.annotations.iter().map(|annotation| place(annotation, &name)));
        if scenario.annotations.is_empty() && scenario.is_lost() {
            let text = Untrusted::concat(&[&scenario.verdict.words(), &": ", &graded.reason(scenario)]);
            commands.push(format!("::error title={}::{}", Property(&name), Data(&text)));
        }
    }
    commands.dedup();
    commands.iter().take(MOST_SHOWN).try_for_each(|command| writeln!(out, "{command}"))
}

/// The text of a command, as `escapeData` of GitHub's own toolkit writes it.
struct Data<'a>(&'a dyn Text);

impl fmt::Display for Data<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        escaped(self.0, "%", f)
    }
}

/// A property of a command, as `escapeProperty` writes it.
struct Property<'a>(&'a dyn Text);

impl fmt::Display for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        escaped(self.0, "%:,", f)
    }
}

/// Writes a text in which the special characters are escaped. Line ends need no escape: visible text has none.
fn escaped(text: &dyn Text, special: &str, f: &mut fmt::Formatter) -> fmt::Result {
    for character in Visible::new(text).to_string().chars() {
        match character {
            _ if special.contains(character) => write!(f, "%{:02X}", u32::from(character))?,
            _ => f.write_char(character)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(escaped: &str) -> String {
        escaped.replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
    }

    proptest! {
        #[test]
        fn a_command_is_one_line_and_says_what_it_must(text in "([%:,a-z0-9 ]|\\PC|\r|\n){0,30}") {
            let shown = Visible::new(&text).to_string();
            let (property, data) = (Property(&text).to_string(), Data(&text).to_string());
            prop_assert!(!property.contains([':', ',', '\r', '\n']), "{property}");
            prop_assert!(!data.contains(['\r', '\n']), "{data}");
            prop_assert_eq!(plain(&property), shown.clone());
            prop_assert_eq!(data.replace("%25", "%"), shown);
        }
    }
}
