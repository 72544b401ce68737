//! Reads where a program in Java was when its time was up.
//!
//! A virtual machine that gets SIGQUIT writes the stacks of all threads (java(1), `jcmd Thread.print`), to standard error
//! by an option of ours.

use super::stack::{self, Frame};
use crate::submission::Snapshot;

/// The beginning of the line behind the time of a dump.
const BEGIN: &[u8] = b"\nFull thread dump ";

/// Takes the dump off standard error; returns the claim, as JSON, if a thread was in a method of these files.
pub(super) fn take(stderr: &mut Vec<u8>, files: &Snapshot) -> Option<Vec<u8>> {
    let found = memchr::memmem::rfind(stderr, BEGIN)?;
    let begin = memchr::memrchr(b'\n', &stderr[..found]).map_or(0, |end| end + 1);
    let dump = String::from_utf8_lossy(&stderr.split_off(begin)).into_owned();
    let path_of = |file: &str| {
        let mut paths = files.iter().map(|(path, _)| path);
        paths
            .find(|path| path.file_name().is_some_and(|name| name == file))
            .map(|path| path.display().to_string())
    };
    stack::claim(&busiest(&dump, &path_of)?, files)
}

/// Returns the calls of the first thread that runs, or else of the first one, as far as they are in files that have a
/// path, the innermost call first.
fn busiest(dump: &str, path_of: &dyn Fn(&str) -> Option<String>) -> Option<Vec<Frame>> {
    let threads = dump.split("\n\n").filter(|thread| thread.trim_start().starts_with('"'));
    let own: Vec<(bool, Vec<Frame>)> = threads
        .map(|thread| {
            let frames = thread.lines().filter_map(|line| frame(line, path_of)).collect();
            (thread.contains("java.lang.Thread.State: RUNNABLE"), frames)
        })
        .filter(|(_, frames): &(bool, Vec<Frame>)| !frames.is_empty())
        .collect();
    own.iter().find(|(runs, _)| *runs).or(own.first()).map(|(_, frames)| frames.clone())
}

/// Reads a line such as `at school.Roster.find(Roster.java:7)`.
fn frame(line: &str, path_of: &dyn Fn(&str) -> Option<String>) -> Option<Frame> {
    let (method, place) = line.trim().strip_prefix("at ")?.strip_suffix(')')?.split_once('(')?;
    let (file, line) = place.split_once(':')?;
    let method = method.rsplit_once('.').map_or(method, |(_, method)| method);
    Some(Frame { file: path_of(file)?, line: line.parse().ok()?, function: Some(method.to_owned()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str = "2026-11-23 07:34:30\nFull thread dump OpenJDK 64-Bit Server VM:\n\n\
        \"main\" #1 prio=5 in Object.wait()\n   java.lang.Thread.State: WAITING (on object monitor)\n\
        \tat java.lang.Thread.join(java.base@17/Thread.java:1304)\n\tat Hello.main(Hello.java:11)\n\n\
        \"Thread-0\" #12 runnable\n   java.lang.Thread.State: RUNNABLE\n\
        \tat Hello$Inner.find(Hello.java:5)\n\tat Hello.lambda$main$0(Hello.java:10)\n\
        \tat java.lang.Thread.run(java.base@17/Thread.java:840)\n\n\"VM Thread\" runnable\n\nJNI global refs: 6\n";

    fn hello(file: &str) -> Option<String> {
        (file == "Hello.java").then(|| "src/Hello.java".to_owned())
    }

    #[test]
    fn the_thread_that_runs_tells_where_it_is() {
        let frame =
            |line, method: &str| Frame { file: "src/Hello.java".into(), line, function: Some(method.into()) };
        assert_eq!(busiest(DUMP, &hello), Some(vec![frame(5, "find"), frame(10, "lambda$main$0")]));
        let all_wait = DUMP.replace("RUNNABLE", "BLOCKED");
        assert_eq!(busiest(&all_wait, &hello), Some(vec![frame(11, "main")]));
        assert_eq!(busiest(DUMP, &|_| None), None);
    }

    #[test]
    fn a_dump_is_taken_off_and_what_stands_before_it_stays() {
        for before in ["", "Picked up options\n"] {
            let mut stderr = format!("{before}{DUMP}").into_bytes();
            assert_eq!(take(&mut stderr, &Snapshot::default()), None);
            assert_eq!(stderr, before.as_bytes());
        }
        let mut none = b"Full thread dump of mine".to_vec();
        assert_eq!((take(&mut none, &Snapshot::default()), none.len()), (None, 24));
    }
}
