//! The solutions of a package: one of them becomes the reference.

use std::collections::BTreeMap;

use super::super::package::some_of;
use super::super::{Draft, Package, Promise, Promised};
use super::Problem;
use crate::language;

/// The languages in which a problem can be solved, with the names that Kattis gives them and an ending. A reference is taken
/// of the first of them in which there is a solution.
const LANGUAGES: [(&str, &[&str], &str); 6] = [
    ("python", &["python", "python3"], "py"),
    ("cpp", &["cpp"], "cpp"),
    ("c", &["c"], "c"),
    ("java", &["java"], "java"),
    ("rust", &["rust"], "rs"),
    ("javascript", &["javascript", "javascriptnode"], "js"),
];

/// Says what is handed in, and makes an accepted solution the reference.
pub(super) fn read(package: &Package, problem: &Problem, draft: &mut Draft) {
    let accepted = |wanted: &str| {
        let files = package.below("submissions/accepted");
        let is_it = |file: &&str| {
            !file.contains('/')
                && file.contains('.')
                && language::of_file(file).is_some_and(|language| language.name == wanted)
        };
        files.map(|(file, _)| file).filter(is_it).min().map(str::to_owned)
    };
    let stem = draft.key.replace('-', "_");
    let name = |language: &str, ending: &str| match language {
        // The name of a class is that of its file.
        "java" => accepted("java").unwrap_or_else(|| "Main.java".to_owned()),
        _ => format!("{stem}.{ending}"),
    };
    let solution = LANGUAGES.iter().find_map(|(language, ..)| Some((*language, accepted(language)?)));
    if let Some((_, file)) = &solution {
        let path = format!("submissions/accepted/{file}");
        draft.beside.insert(path.clone(), package.get(&path).unwrap_or_default().to_vec());
        draft.solution = Some(path);
    } else if package.has_folder("submissions/accepted") {
        draft.leave_out(
            "a reference: no accepted solution is one file in a language that is known here. What is expected are the \
             answers of the package.",
        );
    } else {
        draft.leave_out(
            "a reference: there is no accepted solution. What is expected are the answers of the package.",
        );
    }
    draft.promises = promises(package, draft);
    let is_allowed = |names: &[&str]| {
        problem.languages.is_empty()
            || problem.languages.iter().any(|language| names.contains(&language.as_str()))
    };
    let first = solution.map(|(language, _)| language);
    let mut allowed: Vec<&(&str, &[&str], &str)> = LANGUAGES
        .iter()
        .filter(|(language, names, _)| Some(*language) == first || is_allowed(names))
        .collect();
    if allowed.is_empty() {
        draft.differs("No language in which the problem may be solved is known here: Python is asked for.");
        allowed.push(&LANGUAGES[0]);
    }
    // The language of the reference stands first.
    allowed.sort_by_key(|(language, ..)| Some(*language) != first);
    let mut names = allowed.into_iter().map(|(language, _, ending)| name(language, ending));
    draft.files = names.next().into_iter().collect();
    draft.instead = names.collect();
    let asks_for_cpp = draft.files.iter().chain(&draft.instead).any(|file| file.ends_with(".cpp"));
    if asks_for_cpp {
        // A file that is handed in alone may have any name, but needs one of these endings.
        draft.instead.push(format!("{stem}.cc"));
    }
    draft.instead.sort_by_key(|file| !file.ends_with(".cpp") && !file.ends_with(".cc"));
    // The limits of time were chosen for programs that are optimised.
    let is_compiled = |file: &String| file.ends_with(".c") || file.ends_with(".cpp");
    if draft.files.iter().any(is_compiled) {
        draft.flags = vec!["-O2".to_owned()];
    }
}

/// The programs of a package, with the verdicts that their folders promise. A folder among them is one program.
fn promises(package: &Package, draft: &mut Draft) -> Vec<Promise> {
    let mut programs: BTreeMap<(String, String), BTreeMap<String, Vec<u8>>> = BTreeMap::new();
    for (path, content) in package.below("submissions") {
        let Some((folder, rest)) = path.split_once('/') else { continue };
        let (name, file) = rest.split_once('/').unwrap_or((rest, rest));
        let program = programs.entry((folder.to_owned(), name.to_owned())).or_default();
        program.insert(file.to_owned(), content.to_vec());
    }
    // What is handed in is one file here. What lies beside it is not asked for, unless it is a source too.
    let mut several = Vec::new();
    programs.retain(|(folder, name), files| {
        let is_source = |file: &str| {
            file.contains('.')
                && language::of_file(file).is_some_and(|language| language.name != "executable")
        };
        let sources = files.keys().filter(|file| is_source(file)).count();
        let has_header = files.keys().any(|file| [".h", ".hpp"].iter().any(|end| file.ends_with(end)))
            && files.values().any(|content| String::from_utf8_lossy(content).contains("#include \""));
        if files.len() > 1 && sources == 1 && !has_header {
            files.retain(|file, _| is_source(file));
        }
        let is_one = files.len() == 1;
        if !is_one && Promised::of_folder(folder).is_some() {
            several.push(format!("{folder}/{name}"));
        }
        is_one
    });
    if !several.is_empty() {
        draft.leave_out(format!(
            "programs of several files, of which one is handed in here: {}",
            some_of(&several)
        ));
    }
    let promise = |((folder, name), files): ((String, String), _)| {
        let verdict = Promised::of_folder(&folder)?;
        Some(Promise { name: format!("{folder}/{name}"), files, verdict })
    };
    programs.into_iter().filter_map(promise).collect()
}
