//! Tests as pairs of files, one of input and one of expected output: folders of them, and problems of DMOJ.

mod dmoj;
mod pairs;

use super::{Draft, Error, Package};

/// Reads a problem of DMOJ, if there is an `init.yml`, or else a folder of pairs.
pub(super) fn read(package: Package) -> Result<Draft, Error> {
    match package.has("init.yml") {
        true => dmoj::read(package),
        false => pairs::read(&package),
    }
}

/// The file that is handed in for an assignment whose language is not known, and those that may be handed in instead.
fn ask_for_any_language(draft: &mut Draft) {
    let stem = draft.key.replace('-', "_");
    draft.files = vec![format!("{stem}.py")];
    let endings = ["cpp", "cc", "c", "rs", "js"].into_iter();
    draft.instead = endings.map(|ending| format!("{stem}.{ending}")).collect();
    draft.instead.push("Main.java".to_owned());
    draft.leave_out(
        "a reference: the tests come without a solution. What is expected are their files of output.",
    );
    draft.differs(
        "Tests say nothing about limits. Here the usual ones hold: `limits: { cpu: 2s, memory: 256 MiB }`.",
    );
}
