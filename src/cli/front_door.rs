//! The first page of the help: the commands by what they are about.

use std::fmt::Write;

use clap::Command;

/// What commands are about, and these.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Grade", &["grade", "check", "regrade", "review"]),
    ("Results", &["diff", "verify", "bundle", "trace", "explore", "diagnose", "explain"]),
    ("Specs", &["new", "record", "play", "import", "audit", "suggest", "specs"]),
    ("Many machines", &["plan", "merge", "pack"]),
    ("This machine", &["doctor"]),
];

/// Commands that are rarely needed.
const RARE: [&str; 5] = ["status", "recut", "schema", "completions", "man"];

/// Whether this process may have been asked for that page.
pub(super) fn may_be_shown() -> bool {
    let mut asked = std::env::args_os().skip(1).peekable();
    asked.peek().is_none() || asked.any(|one| one == "help" || one == "--help" || one == "-h")
}

/// The command line with its commands in groups.
pub(super) fn grouped(command: Command) -> Command {
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut text = String::new();
    let mut add = |line: std::fmt::Arguments| text.write_fmt(line).expect("memory takes any text");
    for (title, names) in GROUPS {
        add(format_args!("{header}{title}:{header:#}\n"));
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            add(format_args!("  {literal}{name:<8}{literal:#}  {about}\n"));
        }
        add(format_args!("\n"));
    }
    add(format_args!("Rarely needed: {}.\n`yardstick help COMMAND` tells about each.\n", RARE.join(", ")));
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{text}\n{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    command.help_template(template)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_command_is_in_one_group_or_rare() {
        let listed: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).chain(RARE).collect();
        let command = Cli::command();
        let all: BTreeSet<&str> = command.get_subcommands().map(Command::get_name).collect();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), all);
        assert_eq!(listed.len(), all.len(), "none is listed twice");
    }
}
