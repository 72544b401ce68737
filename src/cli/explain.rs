//! `yardstick explain`: prints what a verdict or a kind of difference means.

use std::io::{self, Write};

use super::terminal::{self, width};
use super::{Error, Status};
use crate::compare::{Kind, Verdict};
use crate::report::{Explanation, PARTLY_RIGHT, verdict_mark};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A verdict such as `time limit`, its mark in the table, or a kind of difference [default: list them all]
    word: Vec<String>,
}

/// A word that reports use.
#[derive(Clone, Copy)]
enum Word {
    Verdict(Verdict),
    /// What pages say of a scenario that is lost in part.
    PartlyRight,
    Kind(Kind),
}

impl Word {
    fn all() -> impl Iterator<Item = Self> {
        let verdicts = Verdict::ALL.into_iter().map(Self::Verdict);
        verdicts.chain([Self::PartlyRight]).chain(Kind::ALL.into_iter().map(Self::Kind))
    }

    fn words(self) -> &'static str {
        match self {
            Self::Verdict(verdict) => verdict.words(),
            Self::PartlyRight => PARTLY_RIGHT,
            Self::Kind(kind) => kind.words(),
        }
    }

    fn explanation(self) -> Explanation {
        match self {
            Self::Verdict(verdict) => Explanation::of_verdict(verdict),
            Self::PartlyRight => Explanation::PARTLY_RIGHT,
            Self::Kind(kind) => Explanation::of_kind(kind),
        }
    }

    /// The verdict with this mark, or the verdict or kind with these words. Upper and lower case, `-` and `_` do not
    /// matter.
    fn find(asked: &str) -> Option<Self> {
        let plain = |text: &str| text.to_lowercase().replace(['-', '_'], " ");
        let has_mark =
            |word: &Self| matches!(word, Self::Verdict(one) if verdict_mark(*one).to_string() == asked);
        Self::all().find(has_mark).or_else(|| Self::all().find(|word| word.words() == plain(asked)))
    }
}

pub(super) fn explain(args: &Args) -> Result<Status, Error> {
    let mut out = terminal::out();
    match args.word.join(" ").as_str() {
        "" => list(&mut out)?,
        asked => tell(Word::find(asked).ok_or_else(|| unknown(asked))?, &mut out)?,
    }
    out.flush()?;
    Ok(Status::Done)
}

fn unknown(asked: &str) -> Error {
    let similarity = |word: &Word| strsim::jaro_winkler(word.words(), &asked.to_lowercase());
    let nearest = Word::all().max_by(|one, other| similarity(one).total_cmp(&similarity(other)));
    let nearest = nearest.filter(|word| similarity(word) > 0.7);
    let meant = nearest.map(|word| format!("did you mean `{}`? ", word.words())).unwrap_or_default();
    Error::Usage(format!(
        "no report uses the word `{asked}`\nhelp: {meant}`yardstick explain` lists all words"
    ))
}

const BOLD: anstyle::Style = anstyle::Style::new().bold();

fn list(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{BOLD}Verdicts{BOLD:#}, with the marks of the table")?;
    for verdict in Verdict::ALL {
        let meaning = Explanation::of_verdict(verdict).meaning;
        writeln!(out, "  {} {verdict:18}  {}", verdict_mark(verdict), first_sentence(meaning))?;
    }
    let partly = first_sentence(Explanation::PARTLY_RIGHT.meaning);
    writeln!(out, "  {} {PARTLY_RIGHT:18}  {partly}", verdict_mark(Verdict::WrongAnswer))?;
    writeln!(out, "\n{BOLD}Kinds of difference{BOLD:#}")?;
    for kind in Kind::ALL {
        writeln!(out, "    {:18}  {}", kind.words(), first_sentence(Explanation::of_kind(kind).meaning))?;
    }
    writeln!(out, "\n`yardstick explain time limit` tells what usually causes one, and what to do.")
}

fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}

fn tell(word: Word, out: &mut dyn Write) -> io::Result<()> {
    let explanation = word.explanation();
    let what = match word {
        Word::Verdict(verdict) => format!("a verdict; its mark in the table is {}", verdict_mark(verdict)),
        Word::PartlyRight => {
            format!("a verdict; its mark in the table is {}", verdict_mark(Verdict::WrongAnswer))
        }
        Word::Kind(_) => "a kind of difference".to_owned(),
    };
    writeln!(out, "{BOLD}{}{BOLD:#} – {what}", word.words())?;
    writeln!(out, "\n{}", wrapped(explanation.meaning, ""))?;
    if !explanation.causes.is_empty() {
        writeln!(out, "\n{BOLD}What usually causes it{BOLD:#}")?;
    }
    for cause in explanation.causes {
        writeln!(out, "{}", wrapped(cause, "- "))?;
    }
    writeln!(out, "\n{BOLD}What to do{BOLD:#}")?;
    writeln!(out, "{}", wrapped(explanation.advice, ""))
}

/// The most columns of a line: longer lines are hard to read.
const MOST_COLUMNS: usize = 100;

/// A text that begins with a sign and is broken into lines between words. The later lines are indented as far as the
/// first word.
fn wrapped(text: &str, sign: &str) -> String {
    let columns = width().min(MOST_COLUMNS);
    let mut lines = vec![sign.to_owned()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a first line");
        let is_empty = last.len() == sign.len();
        if !is_empty && last.chars().count() + 1 + word.chars().count() > columns {
            lines.push(" ".repeat(sign.len()) + word);
        } else {
            last.push_str(if is_empty { "" } else { " " });
            last.push_str(word);
        }
    }
    lines.join("\n")
}
