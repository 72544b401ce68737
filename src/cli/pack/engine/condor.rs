//! HTCondor.

use super::cluster::Cluster;
use super::template::{Quoting, Value, fill};
use super::{Memory, shards, write_new};
use crate::cli::shell_word::shell_word;
use crate::cli::{Error, Status};

#[derive(Debug, clap::Args)]
pub(crate) struct Condor {
    #[command(flatten)]
    cluster: Cluster,
    #[command(flatten)]
    memory: Memory,
}

pub(crate) fn condor(args: &Condor) -> Result<Status, Error> {
    let file = args.cluster.out("grade.sub");
    let mut values = args.cluster.values()?;
    let path = |name: &str| {
        let value = values.iter().find(|(key, _)| *key == name).map(|(_, value)| value);
        match value {
            Some(Value::Text(text) | Value::Plain(text)) => text.clone(),
            None => unreachable!("every cluster has these paths"),
        }
    };
    let (plan, results) = (path("PLAN"), path("RESULTS"));
    let words =
        ["grade", "--plan", &plan, "--shard", "$(Process)", "--out", &results, "--jobs", &path("CPUS")];
    let merge = [path("YARDSTICK"), "merge".into(), "--plan".into(), plan.clone(), results.clone()];
    let merge: Vec<String> = merge.iter().map(|word| shell_word(word)).collect();
    let merge = format!("{} --out {}", merge.join(" "), shell_word(&path("JOINED")));
    let number = shards(&args.cluster.plan)?;
    values.extend([
        args.memory.value(),
        ("ARGUMENTS", Value::Plain(arguments(&words))),
        ("MERGE", Value::Plain(merge)),
        ("SHARDS", Value::Plain(number.to_string())),
    ]);
    write_new(&file, &fill(include_str!("condor.sub"), Quoting::Condor, &values), 0o666)?;
    anstream::println!("wrote `{0}`: `condor_submit {0}` grades the plan", file.display());
    Ok(Status::Done)
}

/// Words as HTCondor reads them between double quotes: each in single quotes, and quotes in them twice
/// (<https://htcondor.readthedocs.io/en/latest/man-pages/condor_submit.html>, `arguments`).
fn arguments(words: &[&str]) -> String {
    let word = |word: &&str| match *word {
        "$(Process)" => (*word).to_owned(),
        text => {
            let text = Quoting::Condor.quoted(text).replace('\'', "''").replace('"', "\"\"");
            format!("'{text}'")
        }
    };
    words.iter().map(word).collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_the_manual_says() {
        let words = ["3 simple", "it's", "a \"b\"", "$(Process)", "$HOME"];
        assert_eq!(arguments(&words), r#"'3 simple' 'it''s' 'a ""b""' $(Process) '$(DOLLAR)HOME'"#);
    }
}
