//! Problem packages of Kattis and DOMjudge.

mod data;
mod problem;
mod submissions;
mod validator;

use super::{Draft, Error, Package};
use problem::Problem;
use validator::Validator;

/// What such a package is called in a spec that was made of it.
const ORIGIN: &str = "a problem package of Kattis or DOMjudge";

/// Reads a package.
pub(super) fn read(package: Package) -> Result<Draft, Error> {
    let package = package.around(&["problem.yaml", "domjudge-problem.ini"]).ok_or_else(|| {
        let help = "name the folder or the zip file in which `problem.yaml` lies";
        Error::new("this is no problem package: there is no `problem.yaml` in it", help)
    })?;
    let mut draft = Draft::new(&package.name, ORIGIN);
    let problem = Problem::read(&package, &mut draft)?;
    let validator = Validator::read(&package, &problem, &mut draft)?;
    submissions::read(&package, &problem, &mut draft);
    data::read(&package, &problem, &validator, &mut draft)?;
    tell_of_the_rest(&package, &mut draft);
    Ok(draft)
}

/// The parts of a package that a spec has no use for, by the folders in which they lie.
const THE_REST: [(&str, &str); 11] = [
    ("problem_statement", "the statement"),
    ("statement", "the statement"),
    ("solution", "the explained solution"),
    ("input_format_validators", "the validators of inputs"),
    ("input_validators", "the validators of inputs"),
    ("answer_validators", "the validators of answers"),
    ("attachments", "the attachments"),
    ("graders", "the grader of its own: points are summed up as the groups say"),
    ("include", "the files that are laid beside submissions"),
    ("input_visualizer", "the visualizer of inputs"),
    ("output_visualizer", "the visualizer of outputs"),
];

fn tell_of_the_rest(package: &Package, draft: &mut Draft) {
    for (folder, what) in THE_REST.iter().filter(|(folder, _)| package.has_folder(folder)) {
        draft.leave_out(format!("{what} (`{folder}/`)"));
    }
}
