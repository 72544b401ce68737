//! Archives that were made to break whoever opens them: each is its author's own, and has a reason in plain words.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::scratch::{Scratch, named};

const HELLO: (&str, &str) = ("hello.py", "print('hello')\n");

/// A zip file with this submission and some more.
fn zip(more: &[(&str, &str)]) -> Vec<u8> {
    zip_of(std::iter::once(HELLO).chain(more.iter().copied()), CompressionMethod::Stored)
}

fn zip_of<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>, method: CompressionMethod) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, content) in files {
        archive.start_file(name, options).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// The same bytes with others in the place of some, as long as those.
fn with(mut bytes: Vec<u8>, old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let places: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(old)).collect();
    assert!(!places.is_empty());
    places.into_iter().for_each(|at| bytes[at..at + new.len()].copy_from_slice(new));
    bytes
}

/// The same with other bytes at a place of its first entry, in the entry itself and in the list of all.
fn with_header(mut bytes: Vec<u8>, in_entry: usize, new: &[u8]) -> Vec<u8> {
    let list = (0..bytes.len()).find(|&at| bytes[at..].starts_with(b"PK\x01\x02")).unwrap();
    for place in [in_entry, list + in_entry + 2] {
        bytes[place..place + new.len()].copy_from_slice(new);
    }
    bytes
}

/// An archive whose first entry has this mode.
fn of_mode(mode: u32) -> Vec<u8> {
    let bytes = zip(&[]);
    let list = (0..bytes.len()).find(|&at| bytes[at..].starts_with(b"PK\x01\x02")).unwrap();
    let mut bytes = bytes;
    bytes[list + 38..list + 42].copy_from_slice(&(mode << 16).to_le_bytes());
    bytes
}

/// Grades archives, and gives back of each what it earned and why.
fn graded(archives: &[(&str, Vec<u8>)]) -> Vec<(String, String)> {
    let scratch = archives
        .iter()
        .fold(Scratch::hello(), |scratch, (name, bytes)| scratch.write(&format!("class/{name}.zip"), bytes));
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    let each = archives.iter().map(|(name, _)| {
        let one = named(&results, name);
        (
            one["points"].as_str().unwrap_or("none").to_owned(),
            one["problem"].as_str().unwrap_or_default().to_owned(),
        )
    });
    each.collect()
}

#[test]
fn an_archive_that_cannot_be_laid_out_is_an_invalid_submission_and_says_why() {
    let long = "n".repeat(256);
    let deep = |depth: usize| format!("{}x", "d/".repeat(depth));
    let folders: Vec<String> = (0..90)
        .map(|file| format!("{}x", (0..25).map(|at| format!("{file}-{at}/")).collect::<String>()))
        .collect();
    let folders: Vec<(&str, &str)> = folders.iter().map(|path| (path.as_str(), "")).collect();
    let many: Vec<String> = (0..2001).map(|number| number.to_string()).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|name| (name.as_str(), "")).collect();
    let zeros = "\0".repeat(65 << 20);
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        ("file-and-folder", zip(&[("a", ""), ("a/b", "")]), "`a` is a file and a folder in it"),
        ("folder-and-file", zip(&[("a/b", ""), ("a", "")]), "`a` is a file and a folder in it"),
        ("entry-is-both", zip(&[("hello.py/x", "")]), "`hello.py` is a file and a folder in it"),
        ("long-name", zip(&[(&long, "")]), "is too long: 256 bytes, and 255 are the most"),
        ("long-folder", zip(&[(&format!("{long}/x"), "")]), "is too long: 256 bytes, and 255 are the most"),
        (
            "long-path",
            zip(&[(&format!("{}x", format!("{}/", "p".repeat(250)).repeat(5)), "")]),
            "1024 are the most",
        ),
        ("reserved", zip(&[(".yardstick-source/x", "")]), "yardstick keeps for files of its own"),
        ("reserved-file", zip(&[(".yardstick-compile.py", "")]), "yardstick keeps for files of its own"),
        ("reserved-below", zip(&[("a/.yardstick-x", "")]), "yardstick keeps for files of its own"),
        ("program", zip(&[("yardstick-program/x", "")]), "yardstick keeps for files of its own"),
        ("folders", zip(&folders), "more than 2000 folders"),
        ("files", zip(&many), "more than 2000 files"),
        ("deep", zip(&[(&deep(33), "")]), "more than 32 folders inside each other"),
        ("up", zip(&[("../x", "")]), "cannot be the name of a file"),
        ("nothing", with(zip(&[("X", "")]), b"X", b"/"), "cannot be the name of a file"),
        ("nul", with(zip(&[("aXb", "")]), b"aXb", b"a\0b"), "cannot be the name of a file"),
        (
            "twice",
            with(zip(&[("Xello.py", "")]), b"Xello.py", b"hello.py"),
            "two files in it have the same name",
        ),
        ("bomb", zip_of([HELLO, ("b", &zeros)], CompressionMethod::Deflated), "more than 64 MiB"),
        ("encrypted", with_header(zip(&[]), 6, &[1, 0]), "it needs a password"),
        ("method", with_header(zip(&[]), 8, &[99, 0]), "not supported"),
        ("crc", with(zip(&[]), b"print('h", b"print('j"), "checksum"),
        ("cut", zip(&[])[..60].to_vec(), "damaged"),
        ("head", b"PK\x03\x04".to_vec(), "damaged"),
        ("empty", Vec::new(), "it is empty"),
        ("text", b"hello".to_vec(), "it is not a zip file"),
        ("device", of_mode(libc_mode::CHARACTER_DEVICE), "`hello.py` is missing"),
        ("pipe", of_mode(libc_mode::PIPE), "`hello.py` is missing"),
        ("link", of_mode(libc_mode::LINK), "`hello.py` is missing"),
        ("nested", zip_of([("inner.zip", "PK")], CompressionMethod::Stored), "`hello.py` is missing"),
    ];
    let archives: Vec<(&str, Vec<u8>)> =
        cases.iter().map(|(name, bytes, _)| (*name, bytes.clone())).collect();
    for ((name, _, reason), (points, problem)) in cases.iter().zip(graded(&archives)) {
        assert_eq!(points, "0", "{name}: {problem}");
        assert!(problem.contains(reason), "{name}: {problem}");
        assert!(problem.len() < 300, "{name}: {problem}");
    }
}

/// Kinds of files, as archives of Unix tell them.
mod libc_mode {
    pub(super) const CHARACTER_DEVICE: u32 = 0o020_666;
    pub(super) const PIPE: u32 = 0o010_666;
    pub(super) const LINK: u32 = 0o120_777;
}

#[test]
fn an_archive_with_strange_but_harmless_entries_is_graded() {
    let paths: Vec<String> = (0..1999).map(|number| format!("{}-{number}", "n".repeat(200))).collect();
    let paths: Vec<(&str, &str)> = paths.iter().map(|path| (path.as_str(), "x")).collect();
    let archives: Vec<(&str, Vec<u8>)> = vec![
        ("case", zip(&[("Hello.py", "print('bye')")])),
        ("absolute", zip(&[("/etc/passwd", "x")])),
        ("down-and-up", zip(&[("a/../b", "x")])),
        ("slash", with(zip(&[("aX", "x")]), b"aX", b"a/")),
        ("latin", with(zip(&[("aXb", "x")]), b"aXb", b"a\xffb")),
        ("newline", zip(&[("a\nb", "x"), ("\x1b[2J", "x")])),
        ("long", zip(&[(&"n".repeat(255), "x")])),
        ("names", zip(&paths)),
        ("time", with_header(zip(&[]), 10, &[0xff; 4])),
        ("tail", [zip(&[]), b"more".repeat(9)].concat()),
        ("junk", zip(&[("__MACOSX/hello.py/x", "x")])),
    ];
    for ((name, _), (points, problem)) in archives.iter().zip(graded(&archives)) {
        assert_eq!((points.as_str(), problem.as_str()), ("1", ""), "{name}");
    }
}

#[test]
fn a_file_that_stands_in_the_way_of_what_the_grader_supplies_gives_way() {
    let spec = Scratch::hello().read("spec.yaml").replace(
        "submission: { files: [hello.py] }",
        "submission: { files: [hello.py], supplied: [data/word.txt] }",
    );
    let scratch = Scratch::new(&spec)
        .write("data/word.txt", "hello")
        .write("Ada/hello.py", "print(open('word.txt').read())")
        .write("Ada/word.txt/x", "a file in a folder");
    let ended = scratch.run(&["check", "spec.yaml", "Ada"]);
    assert!(ended.stdout.contains("1 of 1 point"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn files_that_are_no_text_or_take_too_much_room_are_no_fault_of_the_grader() {
    use std::os::unix::ffi::OsStrExt;
    let spec = Scratch::hello().read("spec.yaml").replace("output:", "disk: 1 MiB, output:");
    let scratch = Scratch::new(&spec)
        .write("Ada/hello.py", "print('hello')")
        .write("Bob/hello.py", "print('hello')")
        .write("Bob/data", vec![b'x'; 2 << 20]);
    let name = std::ffi::OsStr::from_bytes(b"Ada/\xff.txt");
    std::fs::write(scratch.path(name), "x").unwrap();
    assert!(scratch.run(&["check", "spec.yaml", "Ada"]).stdout.contains("1 of 1 point"));
    let ended = scratch.run(&["check", "spec.yaml", "Bob"]);
    assert!(ended.stdout.contains("it is too large: more than the 1024 KiB"), "{}", ended.stdout);
    assert_eq!(ended.code, 1);
}
