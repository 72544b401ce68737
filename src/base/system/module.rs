//! A WebAssembly module, whose file system is what its page gives it (WASI preview 1).

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The numbers of signals, as Linux has them: no program ends by one here, but what others recorded is read.
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

/// The errors that say that a file is not there: nothing is executed here.
pub const NO_FILE: [i32; 0] = [];
/// Those that say that it is no program.
pub const NO_PROGRAM: [i32; 0] = [];
/// Those that say that what it names to start it is not there.
pub const NO_INTERPRETER: [i32; 0] = [];

/// Returns the name with these bytes. What is no UTF-8 is no name here.
pub fn name_of(bytes: Vec<u8>) -> OsString {
    String::from_utf8(bytes)
        .unwrap_or_else(|wrong| String::from_utf8_lossy(wrong.as_bytes()).into_owned())
        .into()
}

/// Returns the names of the file of a program.
pub fn names_of_program(name: &str) -> Vec<String> {
    vec![name.to_owned()]
}

/// Returns the names under which a program that was built may lie.
pub fn names_of_built(name: &str) -> Vec<String> {
    vec![name.to_owned()]
}

/// Returns text in lines that end as those of programs elsewhere do: here they do.
pub fn with_plain_lines(text: Vec<u8>) -> Vec<u8> {
    text
}

/// The folders in which programs find others.
pub fn search_path() -> String {
    String::new()
}

/// Tells whether a file may be executed: here nothing has permissions.
pub fn is_executable(metadata: &Metadata) -> bool {
    metadata.is_file()
}

/// Tells whether a file is a program that may be started: none is.
pub fn is_program(_: &Path) -> bool {
    false
}

/// Returns what is closed to others on the way to a program: here programs are run as their user.
pub fn closed_to_others(_: &Path, _: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    None
}

/// Tells whether nobody but this user can have written a file: nobody else is there.
pub fn is_only_ours(_: &Metadata) -> bool {
    true
}

/// Returns the permissions of a new file, where a system has such.
pub fn permissions(_: u32) -> Option<Permissions> {
    None
}

/// Returns the options for a new file.
pub fn own_file(_: bool) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    options
}

/// Returns the options for a new file.
pub fn open_file(executable: bool) -> OpenOptions {
    own_file(executable)
}

/// Makes a folder, and those that it lies in.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Sets the permissions of a file or folder: here they have none.
pub fn allow(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

/// Opens a file to read it. A link is not followed.
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
pub fn read_exact_at(mut file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(bytes)
}

/// Makes the names in a folder survive a power failure: nothing here does.
pub fn keep_names(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns the name of this machine.
pub fn host_name() -> String {
    "a page".to_owned()
}

/// Tells whether there is a process with this id; here nobody asks.
pub fn is_process(_: u32) -> bool {
    true
}

/// Returns the path of a file that is there: there are no links.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    fs::metadata(path).map(|_| path.to_path_buf())
}

/// Returns the folder for files that nobody keeps.
pub fn temporary_folder() -> PathBuf {
    "/tmp".into()
}

/// Returns the id of this process: there is no other.
pub fn process_id() -> u32 {
    1
}
