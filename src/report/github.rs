//! Workflow commands of GitHub Actions: annotations on the lines of the source.
//!
//! <https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands>

use std::fmt::{self, Write as _};
use std::io;

use super::{Format, Graded, Report, Student, Visible};
use crate::compare::{Annotation, Severity};

/// The pages of the submissions, in which no command is heeded, then commands.
pub struct Github {
    /// A word that no submission knows: commands are stopped until it comes.
    pub token: String,
}

/// GitHub shows so many annotations of a step, and lets the others go.
const MOST_SHOWN: usize = 10;

impl Format for Github {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        let token = &self.token;
        writeln!(out, "::stop-commands::{token}")?;
        Student::default().write(report, out)?;
        writeln!(out, "::{token}::")?;
        for graded in &report.submissions {
            annotations(graded, out)?;
            let title = format!("{}: {}", report.title, graded.shown_name());
            let points = match graded.points {
                Some(points) => format!("Points {points}/{}", report.max_points),
                None => "Not graded, through no fault of the submission".to_owned(),
            };
            writeln!(out, "::notice title={}::{}", Property(&title), Data(&points))?;
        }
        Ok(())
    }
}

/// What is said about lines of the source; and of lost scenarios without a place, that they are lost.
fn annotations(graded: &Graded, out: &mut dyn io::Write) -> io::Result<()> {
    let mut commands = Vec::new();
    let place = |annotation: &Annotation, title: &str| {
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
    commands.extend(graded.obstacle.iter().map(|annotation| place(annotation, annotation.origin.word())));
    if let (Some(problem), None) = (&graded.problem, &graded.obstacle) {
        let first = problem.lines().next().unwrap_or_default();
        commands.push(format!("::error title={}::{}", Property(&graded.shown_name()), Data(first)));
    }
    for scenario in graded.scenarios.iter().filter(|_| graded.problem.is_none()) {
        let name = scenario.full_name();
        commands.extend(scenario.annotations.iter().map(|annotation| place(annotation, &name)));
        if scenario.annotations.is_empty() && scenario.is_lost() {
            let (verdict, reason) = (scenario.verdict, graded.reason(scenario));
            commands.push(format!(
                "::error title={}::{}",
                Property(&name),
                Data(&format!("{verdict}: {reason}"))
            ));
        }
    }
    commands.dedup();
    commands.iter().take(MOST_SHOWN).try_for_each(|command| writeln!(out, "{command}"))
}

/// The text of a command, as `escapeData` of GitHub's own toolkit writes it.
struct Data<'a>(&'a str);

impl fmt::Display for Data<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        escaped(self.0, "%", f)
    }
}

/// A property of a command, as `escapeProperty` writes it.
struct Property<'a>(&'a str);

impl fmt::Display for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        escaped(self.0, "%:,", f)
    }
}

/// Visible text has no line ends, which would have to be escaped too.
fn escaped(text: &str, special: &str, f: &mut fmt::Formatter) -> fmt::Result {
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
