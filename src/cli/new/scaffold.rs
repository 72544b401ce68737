//! The text of a new spec, with comments that teach.

use super::library::Session;
use super::solution::Solution;
use super::tryout::Trial;
use crate::language::{self, Others};
use crate::report::Visible;
use crate::spec::{list, plain};
use crate::trace::{Then, decode};

/// The files of a new spec, and the beginning of its text.
pub(super) struct Scaffold {
    /// The name of the spec's file.
    pub(super) spec: String,
    /// The other files, by their paths in the folder.
    pub(super) files: Vec<(String, Vec<u8>)>,
    head: String,
    args: Vec<String>,
}

/// The most rows of a dialogue that are shown in a comment.
const MOST_ROWS: usize = 12;

/// The folder of a solution whose files must keep their names.
const FOLDER: &str = "solution";

impl Scaffold {
    /// The files for an assignment with this key. The names of modules and classes stay the same.
    pub(super) fn new(key: &str, solution: &Solution, args: &[String], is_module: bool) -> Self {
        let ending = solution.ending();
        let has_class = language::of_file(&solution.own[0].0)
            .is_some_and(|language| language.others == Some(Others::Class));
        let keeps_names = solution.own.len() > 1 || solution.main.is_some() || has_class || is_module;
        let handed_in: Vec<String> = match keeps_names {
            true => solution.own.iter().map(|(name, _)| name.clone()).collect(),
            false => vec![format!("{}.{ending}", key.replace('-', "_"))],
        };
        let path = |name: &str| match keeps_names {
            true => format!("{FOLDER}/{name}"),
            false => format!("solution.{ending}"),
        };
        let own = solution.own.iter().map(|(name, content)| (path(name), content.clone()));
        let reference: Vec<String> = solution.own.iter().map(|(name, _)| path(name)).collect();
        let supplied: Vec<String> = solution.supplied.iter().map(|(name, _)| name.clone()).collect();
        let mut submission = format!("submission:\n  files: {}\n", list(&handed_in));
        if !supplied.is_empty() {
            submission += &format!("  supplied: {}  # laid beside every submission\n", list(&supplied));
        }
        if solution.main.is_some() || solution.own.len() > 1 {
            submission += &format!("  entry: {}  # this one is run\n", plain(solution.entry()));
        }
        let mut title = key.replace('-', " ");
        if let Some(first) = title.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let (spec, title, reference) = (format!("{key}.yaml"), plain(&title), list(&reference));
        let head = format!(
            "# The spec of an assignment: what is handed in, how it is tested and what that is worth.\n\
             # `yardstick check {spec} FILE` shows what a student would see; `yardstick grade {spec} FOLDER` grades a class.\n\
             # `yardstick schema > spec.schema.json` lets editors explain and complete every key.\n\
             \n\
             assignment: {key}  # its key\n\
             title: {title}  # its name in reports\n\
             \n\
             # What students hand in. A missing file makes a submission invalid, with a word about what is missing.\n\
             {submission}\
             \n\
             # Your solution. It is run on every scenario, and what it prints is what is expected: no expected output is\n\
             # written down here. Mend it, and all expectations follow.\n\
             reference:\n  \
               files: {reference}\n\
             \n\
             # What does not count when outputs are compared. Without this key every byte counts.\n\
             # compare: [trailing-blanks, case]\n\
             \n\
             # What one run may use. These are the usual limits.\n\
             # limits: {{ cpu: 2s, wall: 10s, memory: 512 MiB, output: 1 MiB }}\n\
             \n"
        );
        let files = own.chain(solution.supplied.iter().cloned()).collect();
        Self { spec, files, head, args: args.to_vec() }
    }

    /// The path that can be handed in as the solution: its file, or its folder.
    pub(super) fn handed_in(&self) -> &str {
        self.files[0].0.split('/').next().unwrap_or_default()
    }

    /// A small spec that is only used to run the reference.
    pub(super) fn for_trial(&self) -> String {
        let limits = "limits: { cpu: 1s, wall: 5s, output: 1 MiB }\n";
        format!("{}{limits}scenarios: [{{ name: a trial, points: 1 }}]\n", self.head)
    }

    /// This text of a spec, with the noon of a day at which the clock of every run begins.
    pub(super) fn with_clock(&self, text: &str) -> String {
        let rest = text.strip_prefix(&self.head).unwrap_or_default();
        let today = jiff::Timestamp::now().strftime("%Y-%m-%d");
        format!(
            "{}# The solution depends on the time, so the clock of every run begins at this one, in this time zone.\n\
             clock: {today}T12:00:00\ntimezone: UTC\n\n{rest}",
            self.head
        )
    }

    /// The spec up to the scenarios of its group.
    fn group(&self, hint: &str) -> String {
        format!(
            "{}# The scenarios of a group share its points: each earns its part of them, or nothing.\n\
             groups:\n  \
               - name: First steps\n    \
                 points: 10\n    \
                 # Students who lose a scenario of the group read this: a question is better than the answer.\n    \
                 hint: {}\n    \
                 scenarios:\n",
            self.head,
            plain(hint)
        )
    }

    /// The spec with sessions that call the functions of a module.
    pub(super) fn with_sessions(&self, sessions: &[Session]) -> String {
        let mut text = self.group(
            "Which line shows something else with your program, and what does the handout say about it?",
        );
        text += "      # Lines of Python, each behind its prompt, with what your solution shows under them. That may be left out.\n";
        for session in sessions {
            text += &format!("      - name: {}\n        session: |\n", plain(&session.about));
            for (line, shown) in &session.lines {
                text += &format!("          >>> {line}\n");
                shown.lines().for_each(|row| text += &format!("{}\n", format!("          {row}").trim_end()));
            }
        }
        text += "      # These were made from the signatures: put in what matters. `yardstick suggest` finds calls that tell wrong\n      \
                 # programs from yours.\n";
        text
    }

    /// The spec with a scenario that repeats the run that was tried out.
    pub(super) fn with_scenario(&self, trial: &Trial) -> String {
        let mut text =
            self.group("Does your output differ from the handout's in a word, a blank or an empty line?");
        text += "      # What happens, with the typed lines in ⟨⟩:\n";
        for row in rows(trial) {
            text += format!("      #   {row}").trim_end();
            text += "\n";
        }
        text += "      - name: the first try\n";
        if !self.args.is_empty() {
            text += &format!("        args: {}  # of the command line\n", list(&self.args));
        }
        if !trial.lines.is_empty() {
            text += &format!("        stdin: {}  # the lines that are typed\n", list(&trial.lines));
        }
        if !trial.ended_well {
            text += "        # The program wanted more lines. Type the lines that bring it to its end:\n        \
                     # stdin: [first line, second line]\n        \
                     # and take this line away, with which it may end in any way:\n        \
                     expect: { exit: any }\n";
        }
        text += "      # Add the next ones here: edge cases, wrong input, how it ends. `yardstick record` plays one\n      \
                 # with you and writes it down.\n";
        text
    }
}

/// The dialogue as it looks in a terminal, row by row.
fn rows(trial: &Trial) -> Vec<String> {
    let mut screen = String::new();
    for turn in trial.trace.turns() {
        screen += &Visible::lines(&decode(turn.printed)).to_string();
        match turn.then {
            Then::Typed(line) => screen += &format!("⟨{}⟩\n", Visible::new(line)),
            Then::EndOfInput => screen += "⟨end of input⟩\n",
            Then::StartedAgain | Then::Ended => {}
        }
    }
    let mut rows: Vec<String> = screen.lines().map(str::to_owned).collect();
    if rows.len() > MOST_ROWS {
        let more = rows.len() - MOST_ROWS;
        rows.truncate(MOST_ROWS);
        rows.push(format!("… {more} more rows"));
    }
    rows
}
