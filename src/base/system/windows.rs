//! Windows.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::windows::fs::FileExt;
use std::path::{Path, PathBuf};

/// The numbers of signals, as Linux has them: no program ends by one here, but results of others are read.
#[expect(missing_docs, reason = "signal(7) says what each is")]
pub mod signal {
    pub const HUP: i32 = 1;
    pub const INT: i32 = 2;
    pub const ILL: i32 = 4;
    pub const ABRT: i32 = 6;
    pub const BUS: i32 = 7;
    pub const FPE: i32 = 8;
    pub const KILL: i32 = 9;
    pub const SEGV: i32 = 11;
    pub const TERM: i32 = 15;
    pub const XCPU: i32 = 24;
    pub const XFSZ: i32 = 25;
}

/// The errors that say that a file or a path is not there, or that it must not be opened (winerror.h).
pub const NO_FILE: [i32; 3] = [2, 3, 5];
/// Those that say that a file is no program.
pub const NO_PROGRAM: [i32; 2] = [193, 216];

/// No file names what it is started by.
pub const NO_INTERPRETER: [i32; 0] = [];

/// Returns the name with these bytes. What is no UTF-8 is no name here.
pub fn name_of(bytes: Vec<u8>) -> OsString {
    match String::from_utf8(bytes) {
        Ok(name) => name.into(),
        Err(wrong) => String::from_utf8_lossy(wrong.as_bytes()).into_owned().into(),
    }
}

/// Returns the names of the file of a program. Python's installer calls it `python.exe`.
pub fn names_of_program(name: &str) -> Vec<String> {
    let others = if name == "python3" { vec!["python.exe".to_owned()] } else { Vec::new() };
    [format!("{name}.exe"), format!("{name}.cmd")].into_iter().chain(others).collect()
}

/// Returns the names under which a program that was built may lie: compilers add the ending, and then that file is started.
pub fn names_of_built(name: &str) -> Vec<String> {
    vec![format!("{name}.exe"), name.to_owned()]
}

/// Returns text in lines that end as those of programs elsewhere do: here the libraries of most languages write a carriage return before
/// each newline.
pub fn with_plain_lines(text: Vec<u8>) -> Vec<u8> {
    super::line_ends::plain(text)
}

/// The folders in which programs find others: those of the user, because programs lie in a folder each.
pub fn search_path() -> String {
    std::env::var("PATH").unwrap_or_default()
}

/// Tells whether a file may be executed: here that is said by its name alone.
pub fn is_executable(metadata: &Metadata) -> bool {
    metadata.is_file()
}

/// Tells whether a file is a program that may be started. Those of the Store are links of a kind that leads to no file.
pub fn is_program(file: &Path) -> bool {
    fs::symlink_metadata(file).is_ok_and(|metadata| metadata.is_file())
}

/// The longest path that programs are ready for (Microsoft's documentation, "Maximum Path Length Limitation").
const LONGEST: usize = 247;

/// Returns the absolute path of a file or folder that is there, without symbolic links, as other programs write it: behind
/// `\\?\` few of them find their own files.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    let path = path.canonicalize()?;
    let usual = path.to_str().and_then(|text| text.strip_prefix(r"\\?\"));
    let is_usual = |text: &&str| text.as_bytes().get(1) == Some(&b':') && text.len() <= LONGEST;
    Ok(usual.filter(is_usual).map_or_else(|| path.clone(), PathBuf::from))
}

/// Returns what is closed to others on the way to a program: here programs are run as their user.
pub fn closed_to_others(_: &Path, _: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    None
}

/// Tells whether nobody but this user can have written a file: the folders of a user are closed to others.
pub fn is_only_ours(_: &Metadata) -> bool {
    true
}

/// Returns the permissions of a new file, where a system has such.
pub fn permissions(_: u32) -> Option<Permissions> {
    None
}

/// Returns the options for a new file that only its owner may read: files of a user's folders are so already.
pub fn own_file(_: bool) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    options
}

/// Returns the options for a new file that everybody may read.
pub fn open_file(executable: bool) -> OpenOptions {
    own_file(executable)
}

/// Makes a folder that everybody may enter, and those that it lies in.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Sets the permissions of a file or folder: only that a file can be written matters here, before it is removed.
pub fn allow(path: &Path, mode: u32) -> io::Result<()> {
    let mut permissions = fs::metadata(path)?.permissions();
    permissions.set_readonly(mode & 0o200 == 0);
    fs::set_permissions(path, permissions)
}

/// Opens a file to read it. A link is not followed; nobody waits for a pipe, which has no path among files.
pub fn open_at_once(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path)?.is_symlink() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    File::open(path)
}

/// Opens a file to read it: here nobody waits for one.
pub(super) fn open_without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Says what this is that is neither a file nor a folder.
pub(super) fn kind_of(_: &Metadata) -> &'static str {
    "a device"
}

/// Reads bytes at a place in a file.
pub fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match file.seek_read(bytes, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            length => {
                bytes = &mut bytes[length..];
                offset += length as u64;
            }
        }
    }
    Ok(())
}

/// Makes the names in a folder survive a power failure: the file system does that.
pub fn keep_names(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns the name of this machine.
pub fn host_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| "this machine".to_owned())
}

/// Returns the width of the terminal at standard output, in columns: terminals tell it in no portable way, so the usual one is taken.
pub fn terminal_columns() -> Option<usize> {
    use io::IsTerminal;
    io::stdout().is_terminal().then_some(80)
}

/// Tells whether there is a process with this id; here nobody asks, and it may be there.
pub fn is_process(_: u32) -> bool {
    true
}
