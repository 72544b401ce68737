//! `yardstick explain`, `completions` and `man`: what the program says about itself.

use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use yardstick::testing::compare::{Kind, Verdict};

use super::scratch::{Scratch, ended};

#[test]
fn every_verdict_and_every_kind_of_difference_is_listed_and_explained() {
    let scratch = Scratch::greeting();
    let listed = scratch.run(&["explain"]);
    assert_eq!(listed.code, 0);
    let verdicts = Verdict::ALL.map(Verdict::words).into_iter();
    for word in verdicts.chain(["partly right"]).chain(Kind::ALL.map(Kind::words)) {
        assert!(listed.stdout.contains(&format!(" {word}  ")), "{word}\n{}", listed.stdout);
        let explained = scratch.run(&["explain", word]);
        assert!(explained.stdout.starts_with(&format!("{word} – ")), "{}", explained.stdout);
        assert!(explained.stdout.contains("\nWhat to do\n"), "{}", explained.stdout);
    }
}

#[test]
fn explain_finds_a_verdict_in_any_spelling_and_by_its_mark() {
    let scratch = Scratch::greeting();
    for args in [&["time", "limit"][..], &["time limit"], &["Time-Limit"], &["time_limit"], &["T"]] {
        let args = [&["explain"], args].concat();
        scratch.command(&args).assert().success().stdout(starts_with("time limit – a verdict; its mark"));
    }
    scratch.command(&["explain", "✗"]).assert().success().stdout(starts_with("wrong answer – "));
}

#[test]
fn a_word_that_no_report_uses_is_refused_with_the_nearest_one() {
    let scratch = Scratch::greeting();
    let unknown = scratch.run(&["explain", "timelimit"]);
    assert_eq!(unknown.code, 2);
    insta::assert_snapshot!(unknown.stderr, @"
    error: no report uses the word `timelimit`
    help: did you mean `time limit`? `yardstick explain` lists all words
    ");
    let far = scratch.run(&["explain", "qqq"]);
    assert_eq!(
        far.stderr,
        "error: no report uses the word `qqq`\nhelp: `yardstick explain` lists all words\n"
    );
}

#[test]
fn an_explanation_says_what_it_means_what_causes_it_and_what_to_do() {
    insta::assert_snapshot!(Scratch::greeting().run(&["explain", "board", "cell"]).stdout, @r#"
    board cell – a kind of difference

    The board has its right shape, and something in it is not where it should be.

    What usually causes it
    - Something is put into the wrong row or column.
    - Rows are printed from the bottom, or rows and columns are exchanged.
    - The right place gets the wrong character.
    - All rows are the same list: `[["."] * 3] * 3`.

    What to do
    Draw the board by hand for the input that is shown. The cells that differ are marked.
    "#);
}

#[test]
fn shells_complete_every_command() {
    let scratch = Scratch::greeting();
    for shell in ["bash", "zsh", "fish"] {
        let script = scratch.run(&["completions", shell]);
        assert_eq!((script.code, script.stderr.as_str()), (0, ""));
        for command in ["grade", "check", "record", "--watch"] {
            let option = command.trim_start_matches("--");
            assert!(script.stdout.contains(option), "{shell}: {command}");
        }
    }
    scratch
        .command(&["completions", "tcsh"])
        .assert()
        .code(2)
        .stderr(contains("[possible values: bash, zsh, fish]"));
}

#[test]
fn bash_accepts_its_completions() {
    let scratch = Scratch::greeting();
    let script = scratch.run(&["completions", "bash"]).stdout;
    let scratch = scratch.write("completions.bash", script);
    let typed = "source completions.bash && COMP_WORDS=(yardstick expla) COMP_CWORD=1 \
                 && _yardstick yardstick expla yardstick && echo ${COMPREPLY[*]}";
    let mut bash = assert_cmd::Command::new("bash");
    bash.args(["--norc", "-c", typed]).current_dir(scratch.path("."));
    assert_eq!(ended(&mut bash).stdout, "explain\n");
}

#[test]
fn there_is_a_page_of_the_manual_for_each_command() {
    let scratch = Scratch::greeting();
    scratch
        .command(&["man"])
        .assert()
        .success()
        .stdout(contains(".TH yardstick 1").and(contains("Exit codes")));
    scratch.command(&["man", "--out", "pages/man1"]).assert().success().stdout("");
    for page in ["yardstick.1", "yardstick-grade.1", "yardstick-check.1", "yardstick-record.1"] {
        assert!(scratch.read(&format!("pages/man1/{page}")).contains(".SH SYNOPSIS"), "{page}");
    }
}
