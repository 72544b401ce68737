//! The text of a spec that was imported.

use super::draft::{Compare, Draft, Expect, Group, Laid, Make, Scenario, Scenarios, Stderr, Stdin, Tests};
use crate::spec::{comment, list, plain};

impl Draft {
    /// The spec, as a text that a person can read.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("# Made of {} by `yardstick import`.\n", self.origin);
        text += &self.remarks("Not quite as it was there:", &self.differs);
        text += &self.remarks("Not carried over:", &self.left_out);
        text += &format!("\nassignment: {}\ntitle: {}\n", plain(&self.key), plain(&self.title));
        text += &format!("submission:\n  files: {}\n", list(&self.files));
        if !self.optional.is_empty() {
            text += &format!("  optional: {}\n", list(&self.optional));
        }
        if !self.instead.is_empty() {
            text += &format!("  instead: {}\n", list(&self.instead));
        }
        if let Some(entry) = &self.entry {
            text += &format!("  entry: {}\n", plain(entry));
        }
        if !self.supplied.is_empty() {
            text += &format!("  supplied: {}\n", list(&self.supplied));
        }
        if let Some(solution) = &self.solution {
            text += &format!("reference:\n  files: {}\n", list(std::slice::from_ref(solution)));
        }
        if let Some(module) = &self.module {
            text += &format!("module: {}\n", plain(module));
        }
        if let Some(header) = &self.header {
            text += &format!("header: {}\n", plain(header));
        }
        if !self.limits.is_empty() {
            text += "limits:\n";
            self.limits.iter().for_each(|(key, limit)| text += &format!("  {key}: {limit}\n"));
        }
        match &self.make {
            Some(make) => text += &format!("build: {}\n", make.text()),
            None if self.flags.is_empty() => {}
            None => text += &format!("build: {{ flags: {} }}\n", list(&self.flags)),
        }
        if self.ends_in_a_line {
            text += "final_newline: false\n";
        }
        if self.compare != Compare::Exact {
            text += &format!("compare: {}\n", self.compare.text());
        }
        if !self.tests.is_empty() {
            text += "tests:\n";
        }
        self.tests.iter().for_each(|tests| text += &tests.text());
        if !self.groups.is_empty() {
            text += "groups:\n";
        }
        self.groups.iter().for_each(|group| text += &group.text());
        if !self.scenarios.is_empty() {
            text += "scenarios:\n";
        }
        self.scenarios.iter().for_each(|scenario| text += &scenario.text(2));
        text
    }

    fn remarks(&self, heading: &str, remarks: &[String]) -> String {
        let mut text = String::new();
        if !remarks.is_empty() {
            text += &format!("#\n# {heading}\n");
        }
        for remark in remarks {
            comment(&format!("- {remark}"), 0).iter().for_each(|line| text += &format!("{line}\n"));
        }
        text
    }
}

impl Compare {
    fn text(&self) -> String {
        match self {
            Self::Exact => "exact".to_owned(),
            Self::Relaxed(relaxations) => format!("[{}]", relaxations.join(", ")),
            Self::Judged { talks, files, args, scores, passes } => {
                let key = if *talks { "partner" } else { "checker" };
                let files = if let [one] = files.as_slice() { plain(one) } else { list(files) };
                let args = if args.is_empty() { String::new() } else { format!(", args: {}", list(args)) };
                let score = if *scores { ", score: true" } else { "" };
                let passes = if *passes > 1 { format!(", passes: {passes}") } else { String::new() };
                format!("{{ {key}: {files}{args}{score}{passes} }}")
            }
            Self::Answers { values, printed } => {
                let values = (!values.is_empty()).then(|| format!("values: [{}]", values.join(", ")));
                let printed = printed.as_ref().map(|printed| format!("printed: {printed}"));
                let parts: Vec<String> = values.into_iter().chain(printed).collect();
                format!("{{ {} }}", parts.join(", "))
            }
        }
    }
}

impl Tests {
    /// A mapping, or an item of a list if they have a name.
    fn text(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        lines.extend(self.name.as_ref().map(|name| format!("name: {}", plain(name))));
        lines.push(format!("runner: {}", self.runner));
        lines.push(format!("files: {}", list(&self.files)));
        lines.extend(self.points.as_ref().map(|points| format!("points: {points}")));
        lines.extend(self.pass_all.then(|| "pass: all".to_owned()));
        if !self.hidden.is_empty() {
            lines.push("each:".to_owned());
            lines.extend(self.hidden.iter().map(|name| format!("  {name}: {{ hidden: true }}")));
        }
        lines.extend(self.without());
        let written = lines.iter().enumerate().map(|(place, line)| match (&self.name, place) {
            (Some(_), 0) => format!("  - {line}\n"),
            (Some(_), _) => format!("    {line}\n"),
            (None, _) => format!("  {line}\n"),
        });
        written.collect()
    }

    fn without(&self) -> Option<String> {
        (!self.without.is_empty()).then(|| format!("without: {}", list(&self.without)))
    }

    /// The mapping of a group, which says the rest itself.
    fn of_group(&self) -> String {
        let mut text = format!("    tests:\n      runner: {}\n", self.runner);
        text += &format!("      files: {}\n", list(&self.files));
        self.without().iter().for_each(|line| text += &format!("      {line}\n"));
        text
    }
}

impl Make {
    fn text(&self) -> String {
        let Self { target, program, files, resets_flags } = self;
        let files = if files.is_empty() { String::new() } else { format!(", files: {}", list(files)) };
        let flags = if *resets_flags { ", flags: []" } else { "" };
        format!("{{ make: {}, program: {}{files}{flags} }}", plain(target), plain(program))
    }
}

impl Group {
    fn text(&self) -> String {
        let mut text = format!("  - name: {}\n    points: {}\n", plain(&self.name), self.points);
        if let Some(entry) = &self.entry {
            text += &format!("    entry: {}\n", plain(entry));
        }
        self.make.iter().for_each(|make| text += &format!("    build: {}\n", make.text()));
        if self.is_sanitized {
            text += "    runtime: sanitized\n";
        }
        if let Some(solution) = &self.solution {
            text += &format!("    reference: {{ files: {} }}\n", list(std::slice::from_ref(solution)));
        }
        if !self.limits.is_empty() {
            let limits = self.limits.iter().map(|(key, limit)| format!("{key}: {limit}"));
            text += &format!("    limits: {{ {} }}\n", limits.collect::<Vec<_>>().join(", "));
        }
        if self.pass_all {
            text += "    pass: all\n";
        }
        if !self.after.is_empty() {
            text += &format!("    after: {}\n", list(&self.after));
        }
        if self.hidden {
            text += "    hidden: true\n";
        }
        if let Some(compare) = &self.compare {
            text += &format!("    compare: {}\n", compare.text());
        }
        if let Some(tests) = &self.tests {
            return text + &tests.of_group();
        }
        match &self.scenarios {
            Scenarios::Files { from, expect } => {
                text += &format!("    scenarios: {{ from: {}, expect: {} }}\n", plain(from), plain(expect));
            }
            Scenarios::Written(scenarios) => {
                text += "    scenarios:\n";
                scenarios.iter().for_each(|scenario| text += &scenario.text(6));
            }
        }
        text
    }
}

impl Scenario {
    /// The lines of an item of a list with this indentation.
    fn text(&self, indent: usize) -> String {
        let mut lines = vec![format!("- name: {}", plain(&self.name))];
        lines.extend(self.points.as_ref().map(|points| format!("  points: {points}")));
        lines.extend(self.weight.as_ref().map(|weight| format!("  weight: {weight}")));
        lines.extend(self.hidden.then(|| "  hidden: true".to_owned()));
        lines.extend(self.compare.as_ref().map(|compare| format!("  compare: {}", compare.text())));
        if !self.args.is_empty() {
            lines.push(format!("  args: {}", list(&self.args)));
        }
        if !self.env.is_empty() {
            let pairs = self.env.iter().map(|(name, value)| format!("{}: {}", plain(name), plain(value)));
            lines.push(format!("  env: {{ {} }}", pairs.collect::<Vec<_>>().join(", ")));
        }
        match &self.stdin {
            Stdin::File(path) => lines.push(format!("  stdin: {{ from: {} }}", plain(path))),
            Stdin::Lines(input) if input.is_empty() => {}
            Stdin::Lines(input) => lines.push(format!("  stdin: {}", list(input))),
        }
        if !self.files.is_empty() {
            lines.push("  files:".to_owned());
            lines.extend(
                self.files.iter().map(|(path, laid)| format!("    {}: {}", plain(path), laid.text())),
            );
        }
        lines.extend(self.hint.as_ref().map(|hint| format!("  hint: {}", plain(hint))));
        match &self.session {
            Some(session) => {
                lines.extend(self.module.as_ref().map(|module| format!("  module: {}", plain(module))));
                lines.push("  session: |".to_owned());
                lines.extend(session.lines().map(|line| format!("    {line}")));
            }
            None => lines.extend(self.expected()),
        }
        let written = lines.into_iter().map(|line| format!("{:indent$}{line}", ""));
        written.map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    /// What is expected, in lines without indentation.
    fn expected(&self) -> Vec<String> {
        let stdout = match &self.expect {
            Expect::File(path) => format!("{{ from: {} }}", plain(path)),
            Expect::Text(text) => plain(text),
            Expect::Contains(texts) => match texts.as_slice() {
                [one] => format!("{{ contains: {} }}", plain(one)),
                several => format!("{{ contains: {} }}", list(several)),
            },
            Expect::Regex(pattern) => format!("{{ regex: {} }}", expression(pattern)),
            Expect::Anything => "{ pattern: \"{lines}{text}\" }".to_owned(),
        };
        let mut parts = vec![format!("stdout: {stdout}")];
        parts.extend(self.exit.as_ref().map(|exit| format!("exit: {exit}")));
        match &self.stderr {
            Stderr::Ignored => {}
            Stderr::Empty => parts.push("stderr: empty".to_owned()),
            Stderr::Contains(text) => parts.push(format!("stderr: {{ contains: {} }}", plain(text))),
        }
        if !self.left.is_empty() {
            let left = self.left.iter().map(|(path, laid, relaxations)| {
                let laid = match laid {
                    Laid::Text(text) => format!("text: {}", plain(text)),
                    Laid::File(from) => format!("from: {}", plain(from)),
                };
                let compare = if relaxations.is_empty() {
                    String::new()
                } else {
                    format!(", compare: [{}]", relaxations.join(", "))
                };
                format!("{}: {{ {laid}{compare} }}", plain(path))
            });
            parts.push(format!("files: {{ {} }}", left.collect::<Vec<_>>().join(", ")));
        }
        vec![format!("  expect: {{ {} }}", parts.join(", "))]
    }
}

impl Laid {
    fn text(&self) -> String {
        match self {
            Self::File(from) => format!("{{ from: {} }}", plain(from)),
            Self::Text(text) => plain(text),
        }
    }
}

/// A regular expression as a person would write it: in quotes in which a backslash is one.
fn expression(pattern: &str) -> String {
    if pattern.contains('\\') && !pattern.contains(|c: char| c.is_control() || c == '\'') {
        format!("'{pattern}'")
    } else {
        plain(pattern)
    }
}
