//! TAP 14, the Test Anything Protocol: <https://testanything.org/tap-version-14-specification.html>.

use std::fmt::{self, Write as _};
use std::io;

use serde_json::Value;

use crate::report::standing::Standing;
use crate::report::{Format, Graded, GradedScenario, Report, Visible, student};
use crate::untrusted::{Text, Untrusted};

/// Writes one test point for each submission; its subtest has one test point for each scenario.
pub struct Tap;

impl Format for Tap {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "TAP version 14")?;
        writeln!(out, "1..{}", report.submissions.len())?;
        for (index, graded) in report.submissions.iter().enumerate() {
            let name = graded.shown_name();
            let name = Description(&name);
            writeln!(out, "# Subtest: {name}")?;
            writeln!(out, "    1..{}", graded.scenarios.len())?;
            for (index, scenario) in graded.scenarios.iter().enumerate() {
                self::scenario(index + 1, scenario, graded, out)?;
            }
            let is_lost = |scenario: &GradedScenario| is_not_ok(Standing::of(scenario));
            let ok = if graded.scenarios.iter().any(is_lost) { "not ok" } else { "ok" };
            writeln!(out, "{ok} {} - {name}", index + 1)?;
            submission_block(graded, report, out)?;
        }
        Ok(())
    }
}

fn is_not_ok(standing: Standing) -> bool {
    match standing {
        Standing::Passed | Standing::Pending => false,
        Standing::Failed | Standing::Stopped | Standing::NotGraded => true,
    }
}

fn scenario(
    number: usize,
    scenario: &GradedScenario,
    graded: &Graded,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let standing = Standing::of(scenario);
    let ok = if is_not_ok(standing) { "not ok" } else { "ok" };
    write!(out, "    {ok} {number} - {}", Description(&scenario.full_name()))?;
    if standing == Standing::Pending {
        write!(out, " # SKIP to be marked by hand")?;
    }
    writeln!(out)?;
    let mut block = vec![("verdict", Value::from(scenario.verdict.words()))];
    block.extend(scenario.points.map(|points| ("points", f64::from(points).into())));
    block.push(("max_points", f64::from(scenario.max_points).into()));
    if is_not_ok(standing) || !scenario.reasons.is_empty() {
        block.push(("message", visible(&graded.reason(scenario))));
        block.push(("details", student::plain_details(scenario).into()));
    }
    if let Some(annotation) = scenario.annotations.first() {
        block.push(("file", visible(&annotation.file)));
        block.extend(annotation.line.map(|line| ("line", line.into())));
    }
    yaml_block("      ", &block, out)
}

fn submission_block(graded: &Graded, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    let mut block = Vec::new();
    block.extend(graded.points.map(|points| ("points", f64::from(points).into())));
    block.push(("max_points", f64::from(report.max_points).into()));
    block.extend(
        graded.problem.as_ref().map(|problem| ("message", Visible::lines(problem).to_string().into())),
    );
    yaml_block("  ", &block, out)
}

/// Writes a block of diagnostics. Its values are JSON, which is also YAML, and which no text can break out of.
fn yaml_block(indent: &str, block: &[(&str, Value)], out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "{indent}---")?;
    for (key, value) in block {
        writeln!(out, "{indent}{key}: {value}")?;
    }
    writeln!(out, "{indent}...")
}

fn visible(text: &Untrusted) -> Value {
    Visible::new(text).to_string().into()
}

/// A name in which no character can be mistaken for a directive or for the end of the line.
struct Description<'a>(&'a dyn Text);

impl fmt::Display for Description<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for character in Visible::new(self.0).to_string().chars() {
            if matches!(character, '\\' | '#') {
                f.write_char('\\')?;
            }
            f.write_char(character)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_description_ends_with_its_line_and_holds_no_directive(text in "([#\\\\a-z ]|\\PC|\r|\n){0,30}") {
            let written = Description(&text).to_string();
            let mut read = String::new();
            let mut characters = written.chars();
            while let Some(character) = characters.next() {
                prop_assert!(!matches!(character, '#' | '\r' | '\n'), "{written}");
                read.extend(if character == '\\' { characters.next() } else { Some(character) });
            }
            prop_assert_eq!(read, Visible::new(&text).to_string());
        }
    }
}
