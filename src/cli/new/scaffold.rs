//! The text of a new spec, with comments that teach.

use super::tryout::Trial;
use crate::report::Visible;
use crate::spec::{list, plain};
use crate::trace::{Then, decode};

/// The names of what is written, and how it begins.
pub(super) struct Scaffold {
    /// The name of the spec's file.
    pub(super) spec: String,
    /// The name of the reference's file.
    pub(super) reference: String,
    head: String,
    args: Vec<String>,
}

/// Dialogues are shown up to so many rows.
const MOST_ROWS: usize = 12;

impl Scaffold {
    /// For an assignment with this key, whose programs have names with this ending.
    pub(super) fn new(key: &str, ending: &str, args: &[String]) -> Self {
        let spec = format!("{key}.yaml");
        let reference = format!("solution.{ending}");
        let handed_in = format!("{}.{ending}", key.replace('-', "_"));
        let mut title = key.replace('-', " ");
        if let Some(first) = title.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let title = plain(&title);
        let head = format!(
            "# The spec of an assignment: what is handed in, how it is tested and what that is worth.\n\
             # `yardstick check {spec} FILE` shows what a student would see; `yardstick grade {spec} FOLDER` grades a class.\n\
             # `yardstick schema > spec.schema.json` lets editors explain and complete every key.\n\
             \n\
             assignment: {key}  # its key\n\
             title: {title}  # its name in reports\n\
             \n\
             # What students hand in. A missing file makes a submission invalid, with a word about what is missing.\n\
             submission:\n  \
               files: [{handed_in}]\n\
             \n\
             # Your solution. It is run on every scenario, and what it prints is what is expected: no expected output is\n\
             # written down here. Mend it, and all expectations follow.\n\
             reference:\n  \
               files: [{reference}]\n\
             \n\
             # What does not count when outputs are compared. Without this key every byte counts.\n\
             # compare: [trailing-blanks, case]\n\
             \n\
             # What one run may use. These are the usual limits.\n\
             # limits: {{ cpu: 2s, wall: 10s, memory: 512 MiB, output: 1 MiB }}\n\
             \n"
        );
        Self { spec, reference, head, args: args.to_vec() }
    }

    /// A spec that is good for nothing but trying the reference out.
    pub(super) fn for_trial(&self) -> String {
        let limits = "limits: { cpu: 1s, wall: 5s, output: 1 MiB }\n";
        format!("{}{limits}scenarios: [{{ name: a trial, points: 1 }}]\n", self.head)
    }

    /// The spec with a scenario that does what was tried out.
    pub(super) fn with_scenario(&self, trial: &Trial) -> String {
        let mut text = self.head.clone();
        text += "# The scenarios of a group share its points: each earns its part of them, or nothing.\n\
                 groups:\n  \
                   - name: First steps\n    \
                     points: 10\n    \
                     # Students who lose a scenario of the group read this: a question is better than the answer.\n    \
                     hint: Does your output differ from the handout's in a word, a blank or an empty line?\n    \
                     scenarios:\n";
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
        text += "      # Add the next ones here: edge cases, wrong input, the end of the game. `yardstick record` plays one\n      \
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
            Then::Ended => {}
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
