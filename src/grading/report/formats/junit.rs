//! JUnit XML: what GitLab, Jenkins and most CI systems read.
//!
//! The dialect is that of <https://github.com/testmoapp/junitxml>. The file contains no times, so that equal results
//! are equal bytes.

use std::fmt::{self, Write as _};
use std::io;

use crate::points::Points;
use crate::report::standing::Standing;
use crate::report::{Format, Graded, GradedScenario, Report, Visible, student};
use crate::untrusted::{Text, Untrusted};

/// Writes one suite for each submission, and in it one case for each scenario.
pub struct Junit;

impl Format for Junit {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
        let all = Counts::of(report.submissions.iter().flat_map(|graded| &graded.scenarios));
        writeln!(out, r#"<testsuites name="{}"{all}>"#, Xml(&report.title))?;
        for graded in &report.submissions {
            suite(graded, report, out)?;
        }
        writeln!(out, "</testsuites>")
    }
}

fn suite(graded: &Graded, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    let counts = Counts::of(&graded.scenarios);
    writeln!(out, r#"  <testsuite name="{}"{counts}>"#, Xml(&graded.name))?;
    properties("    ", &graded.shown_students(), graded.points, report.max_points, out)?;
    for scenario in &graded.scenarios {
        case(scenario, graded, out)?;
    }
    if let Some(problem) = &graded.problem {
        writeln!(out, "    <system-err>{}</system-err>", Xml(problem))?;
    }
    writeln!(out, "  </testsuite>")
}

fn case(scenario: &GradedScenario, graded: &Graded, out: &mut dyn io::Write) -> io::Result<()> {
    // If several cases of one class have the same name, GitLab keeps only one: the submission makes the class unique.
    let class = match &scenario.group {
        Some(group) => Untrusted::concat(&[&graded.name, &" / ", group]),
        None => graded.name.clone(),
    };
    write!(out, r#"    <testcase name="{}" classname="{}""#, Xml(&scenario.name), Xml(&class))?;
    if let Some(annotation) = scenario.annotations.first() {
        write!(out, r#" file="{}""#, Xml(&graded.whereabouts.path_of(&annotation.file)))?;
        if let Some(line) = annotation.line {
            write!(out, r#" line="{line}""#)?;
        }
    }
    writeln!(out, ">")?;
    properties("      ", &[], scenario.points, scenario.max_points, out)?;
    let element = match Standing::of(scenario) {
        Standing::Passed => None,
        Standing::Failed => Some("failure"),
        Standing::Stopped | Standing::NotGraded => Some("error"),
        Standing::Pending => Some("skipped"),
    };
    let (verdict, reason) = (scenario.verdict, graded.reason(scenario));
    let text = student::plain_details(scenario);
    match element {
        Some("skipped") => writeln!(out, r#"      <skipped message="{}"/>"#, Xml(&reason))?,
        Some(element) => {
            write!(out, r#"      <{element} message="{}" type="{verdict}">"#, Xml(&reason))?;
            writeln!(out, "{}</{element}>", Xml(&text))?;
        }
        None if text.is_empty() => {}
        None => writeln!(out, "      <system-out>{}</system-out>", Xml(&text))?,
    }
    writeln!(out, "    </testcase>")
}

fn properties(
    indent: &str,
    students: &[String],
    points: Option<Points>,
    max_points: Points,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    writeln!(out, "{indent}<properties>")?;
    for student in students {
        writeln!(out, r#"{indent}  <property name="student" value="{}"/>"#, Xml(student))?;
    }
    if let Some(points) = points {
        writeln!(out, r#"{indent}  <property name="points" value="{points}"/>"#)?;
    }
    writeln!(out, r#"{indent}  <property name="max_points" value="{max_points}"/>"#)?;
    writeln!(out, "{indent}</properties>")
}

/// The numbers of cases of a suite, which are attributes of it.
#[derive(Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Counts {
    fn of<'a>(scenarios: impl IntoIterator<Item = &'a GradedScenario>) -> Self {
        let mut counts = Self::default();
        for scenario in scenarios {
            counts.tests += 1;
            match Standing::of(scenario) {
                Standing::Passed => {}
                Standing::Failed => counts.failures += 1,
                Standing::Stopped | Standing::NotGraded => counts.errors += 1,
                Standing::Pending => counts.skipped += 1,
            }
        }
        counts
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { tests, failures, errors, skipped } = self;
        write!(f, r#" tests="{tests}" failures="{failures}" errors="{errors}" skipped="{skipped}""#)
    }
}

/// Text as content or in the quotes of an attribute. XML 1.0 allows every visible character; markup is escaped.
struct Xml<'a>(&'a dyn Text);

impl fmt::Display for Xml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for character in Visible::lines(self.0).to_string().chars() {
            match character {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&apos;")?,
                _ => f.write_char(character)?,
            }
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
        fn a_text_is_allowed_in_xml_and_no_markup(text in prop_oneof!["[<>&\"';#a-z\\]]{0,30}", any::<String>()]) {
            let written = Xml(&text).to_string();
            prop_assert!(!written.contains(['<', '>', '"', '\'']), "{written}");
            let forbidden = |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{FFFE}' | '\u{FFFF}');
            prop_assert!(!written.contains(forbidden), "{written:?}");
            let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
            let read = entities.iter().fold(written, |text, (entity, sign)| text.replace(entity, sign));
            prop_assert_eq!(read, Visible::lines(&text).to_string());
        }
    }
}
