//! Looks for tools on the search path, and tells an interpreter from what only stands in for one.
//!
//! On Windows `python.exe` may be a stand-in of the Microsoft Store: it starts no program, tells where to get Python, and ends
//! with an exit code of its own. An installed Python may still be there: further on, or by its launcher `py`. A Python of the
//! Store lies in the same folder as the stand-in, under the same name, and is told from it only by what it answers.

use std::path::{Path, PathBuf};

/// The folder of the Store's programs and stand-ins.
const OF_STORE: &str = "WindowsApps";

/// The exit code of a stand-in: that of a program which is not there.
const NO_SUCH_PROGRAM: i32 = 9009;

/// What a stand-in tells in every language.
const STORE: &str = "Microsoft Store";

/// A way to start a tool: a program, and the arguments that come first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) program: PathBuf,
    pub(super) before: Vec<String>,
}

/// The launcher of Windows that knows every Python which is installed, and how it is asked for Python 3.
const LAUNCHER: (&str, &str, &str) = ("python3", "py.exe", "-3");

/// Returns the ways to start a tool of which the file has one of these names, the best first.
pub(super) fn ways(
    tool: &str,
    names: &[String],
    folders: &[PathBuf],
    is_program: impl Fn(&Path) -> bool,
) -> Vec<Way> {
    let files = |names: &[String]| -> Vec<PathBuf> {
        let all = folders.iter().flat_map(|folder| names.iter().map(|name| folder.join(name)));
        all.filter(|file| is_program(file)).collect()
    };
    let own = files(names).into_iter().map(|program| Way { program, before: Vec::new() });
    let (launched, launcher, version) = LAUNCHER;
    let has_launcher = tool == launched && names.iter().any(|name| name.ends_with(".exe"));
    let launchers = if has_launcher { files(&[launcher.to_owned()]) } else { Vec::new() };
    let others = launchers.into_iter().map(|program| Way { program, before: vec![version.to_owned()] });
    own.chain(others).collect()
}

/// Tells whether a program that did not answer as an interpreter does is a stand-in.
pub(super) fn is_stand_in(program: &Path, code: Option<i32>, said: &str) -> bool {
    let text = program.to_string_lossy();
    let is_of_store = text.split(['/', '\\']).any(|part| part.eq_ignore_ascii_case(OF_STORE));
    is_of_store && (code == Some(NO_SUCH_PROGRAM) || said.trim().is_empty() || said.contains(STORE))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STUB: &str = "Python was not found; run without arguments to install from the Microsoft Store, or disable this shortcut \
                        from Settings > Apps > Advanced app settings > App execution aliases.\r\n";

    fn found(there: &[&str], names: &[&str]) -> Vec<String> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let folders = ["apps", "python", "windows"].map(PathBuf::from);
        let is_there = |file: &Path| there.iter().any(|one| Path::new(one) == file);
        let shown = |way: &Way| [way.program.display().to_string(), way.before.join(" ")].join(" ");
        ways("python3", &names, &folders, is_there).iter().map(|way| shown(way).trim().to_owned()).collect()
    }

    #[test]
    fn every_python_of_windows_is_tried_in_the_order_of_the_folders_and_the_launcher_last() {
        let names = ["python3.exe", "python3.cmd", "python.exe"];
        let there = ["windows/py.exe", "python/python.exe", "apps/python.exe", "apps/python3.exe"];
        let expected = ["apps/python3.exe", "apps/python.exe", "python/python.exe", "windows/py.exe -3"];
        assert_eq!(found(&there, &names), expected);
        assert_eq!(found(&["windows/py.exe"], &names), ["windows/py.exe -3"]);
        assert_eq!(found(&[], &names), [""; 0]);
    }

    #[test]
    fn elsewhere_a_program_called_py_is_no_python() {
        assert_eq!(found(&["windows/py.exe", "python/python3"], &["python3"]), ["python/python3"]);
    }

    #[test]
    fn a_stand_in_is_told_by_its_folder_and_by_what_it_answers() {
        let apps = r"C:\Users\Ada\AppData\Local\Microsoft\WindowsApps\python.exe";
        for (program, code, said, expected) in [
            (apps, Some(9009), STUB, true),
            (apps, Some(9009), "Python wurde nicht gefunden.", true),
            (apps, Some(1), STUB, true),
            (apps, Some(0), "", true),
            (apps, None, "", true),
            (r"c:\users\ada\appdata\local\microsoft\windowsapps\python3.exe", Some(9009), "", true),
            // A Python of the Store that is broken, and one from elsewhere.
            (apps, Some(1), "Fatal Python error: init_fs_encoding", false),
            (r"C:\Python313\python.exe", Some(9009), "", false),
            (r"C:\WindowsApps.old\python.exe", Some(9009), STUB, false),
        ] {
            assert_eq!(is_stand_in(Path::new(program), code, said), expected, "{program} {code:?} {said}");
        }
    }
}
