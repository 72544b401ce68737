//! Checks whether a results folder still contains what follows from its traces.

use std::path::Path;

use rayon::prelude::*;

use super::bundle::unbundle;
use super::folder::MANIFEST;
use super::{Error, Listed, ResultsFolder, recompute};
use crate::plan;
use crate::system;
use crate::trace::Store;
use crate::untrusted::Untrusted;

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The thing that was checked: `spec`, `traces` and so on.
    pub what: &'static str,
    /// Whether it is unchanged; `None` if that is not known any more.
    pub holds: Option<bool>,
    /// The result in a sentence, which may contain names of submissions.
    pub said: Untrusted,
}

/// Checks the spec, the submissions and the traces, computes every verdict and every point again, and compares the files.
///
/// # Errors
///
/// When the folder holds no results, or cannot be read.
pub fn verify(path: &Path) -> Result<Vec<Finding>, Error> {
    if path.is_file() || system::is_special(path) {
        let room = system::private_folder("yardstick-", &system::temporary_folder())
            .map_err(|source| Error::Write { path: std::env::temp_dir(), source })?;
        unbundle(path, room.path())?;
        return verify(room.path());
    }
    let folder = ResultsFolder::open_as_it_is(path)?;
    let decisions = decisions(&folder);
    let folder = folder.when_written();
    let manifest = folder.manifest();
    let store = Store::read(&folder.traces())?;
    let mut findings = Vec::new();
    let mut say = |what, holds, said: Untrusted| findings.push(Finding { what, holds, said });

    if !manifest.is_whole() {
        say("manifest", Some(false), format!("`{MANIFEST}` is not what was written").into());
    }
    let intact = manifest.spec.is_intact();
    let digest = manifest.spec.digest;
    say(
        "spec",
        Some(intact),
        format!("`{}` {}", manifest.spec.name, intact_or_not(intact, &digest.to_string())).into(),
    );
    let same_version = manifest.yardstick == env!("CARGO_PKG_VERSION");
    let spec = manifest.spec.spec()?;
    let reference = match &spec.reference {
        Some(crate::spec::ReferenceSource::BuiltIn(_)) => "is part of yardstick",
        Some(crate::spec::ReferenceSource::Program { .. }) => "is part of the spec",
        None => "is not needed",
    };
    let version = format!("it {reference}; graded by yardstick {}", manifest.yardstick);
    let version = if same_version { version } else { format!("{version}, looked at by another version") };
    say("reference", same_version.then_some(true), version.into());

    let damaged: Vec<String> = store.damage().iter().map(ToString::to_string).collect();
    let traces = if damaged.is_empty() { "every record is whole".to_owned() } else { damaged.join("; ") };
    say("traces", Some(damaged.is_empty()), traces.into());

    findings.extend(decisions);
    let mut say = |what, holds, said: Untrusted| findings.push(Finding { what, holds, said });
    let (mut same, mut other, mut gone) = (0, Vec::new(), 0);
    let graded = manifest.own().map(|(_, listed)| listed).filter(|listed| listed.files.is_some());
    let graded: Vec<&Listed> = graded.collect();
    let looked_up = graded.par_iter().map(|listed| folder.look_up(listed).map(|(_, is_same)| is_same));
    let looked_up: Vec<Option<bool>> = looked_up.collect();
    for (listed, is_same) in graded.iter().zip(looked_up) {
        match is_same {
            Some(true) => same += 1,
            Some(false) => other.push(listed.name.clone()),
            None => gone += 1,
        }
    }
    let all = same + other.len() + gone;
    let mut said = Untrusted::from(format!("{same} of {all} are what was graded"));
    if gone > 0 {
        said.push(&format!("; {gone} are no longer there"));
    }
    if !other.is_empty() {
        said.push(&"; changed since then: ");
        said.push(&Untrusted::join(&other, ", "));
    }
    let untouched = (gone == 0).then_some(true);
    say("submissions", if other.is_empty() { untouched } else { Some(false) }, said);

    let (graded, own) = (graded.len(), manifest.own().count());
    if graded < own {
        let said =
            format!("{graded} of {own} submissions were graded: nobody can tell until all are: grade again");
        say("results", None, said.into());
        return Ok(findings);
    }
    let recomputed = match recompute(&folder, spec, &store) {
        Err(Error::Plan(plan::Error::ReferenceNotRun)) => {
            say("results", Some(false), "what the reference did is not in the traces".into());
            return Ok(findings);
        }
        recomputed => recomputed?,
    };
    let missing: usize = recomputed.missing.iter().map(|(_, count)| count).sum();
    let other = folder.other_than(&recomputed.report)?;
    let count = recomputed.report.all().count();
    let said = match other.as_slice() {
        [] => {
            format!("every verdict and point of {count} submissions, and every page, follows from the traces")
                .into()
        }
        files if missing > 0 => {
            let missing = format!("{missing} runs are not in the traces; not what follows from them: ");
            Untrusted::concat(&[&missing, &Untrusted::join(files, ", ")])
        }
        files => Untrusted::concat(&[&"not what follows from the traces: ", &Untrusted::join(files, ", ")]),
    };
    say("results", Some(other.is_empty()), said);
    Ok(findings)
}

/// Whether all decisions are there that the results follow from, and how many were made since then. Nothing is said where nobody
/// decided anything.
fn decisions(folder: &ResultsFolder) -> Option<Finding> {
    let (decided, wanted) = (folder.decided(), &folder.manifest().decisions);
    let all = decided.entries().count();
    let there = decided.entries().filter(|(entry, _)| wanted.contains(&entry.id)).count();
    let (gone, newer, damaged) = (wanted.len() - there, all - there, decided.damaged());
    if wanted.is_empty() && all == 0 && damaged.is_empty() {
        return None;
    }
    let mut said = Untrusted::from(match gone {
        0 => format!("all {there} are there that the results follow from"),
        gone => format!("{gone} of {} are not there any more", wanted.len()),
    });
    if newer > 0 {
        said.push(&format!(
            "; {newer} were made since then, which `yardstick review` publishes and `yardstick regrade` heeds"
        ));
    }
    for line in damaged {
        said.push(&format!("; line {} of `{}` is damaged", line.line, line.path.display()));
    }
    Some(Finding { what: "decisions", holds: Some(gone == 0 && damaged.is_empty()), said })
}

fn intact_or_not(intact: bool, digest: &str) -> String {
    if intact {
        format!("is the spec that was used for grading ({})", &digest[..12])
    } else {
        "was changed since then".to_owned()
    }
}
