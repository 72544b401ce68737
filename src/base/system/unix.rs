//! Unix systems.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The numbers of signals (signal(7)).
pub mod signal {
    pub use libc::{
        SIGABRT as ABRT, SIGBUS as BUS, SIGFPE as FPE, SIGHUP as HUP, SIGILL as ILL, SIGINT as INT,
        SIGKILL as KILL, SIGSEGV as SEGV, SIGTERM as TERM, SIGXCPU as XCPU, SIGXFSZ as XFSZ,
    };
}

/// The errors of execve(2) that say that a file is not there or cannot be reached.
pub const NO_FILE: [i32; 6] =
    [libc::ENOENT, libc::EACCES, libc::ELOOP, libc::ENOTDIR, libc::EISDIR, libc::ENAMETOOLONG];
/// Those that say that it is no program.
pub const NO_PROGRAM: [i32; 3] = [libc::ENOEXEC, libc::EINVAL, BAD_MACHINE];

/// The errors that say, of a file that is there, that what it names to be started by is not.
pub const NO_INTERPRETER: [i32; 4] = [libc::ENOENT, libc::ENOTDIR, libc::ELOOP, libc::ENAMETOOLONG];

/// What Linux says of a file for another kind of machine (`ELIBBAD`), and what macOS says (`EBADARCH`).
const BAD_MACHINE: i32 = if cfg!(target_os = "macos") { 86 } else { 80 };

/// Returns the name with these bytes.
pub fn name_of(bytes: Vec<u8>) -> OsString {
    OsString::from_vec(bytes)
}

/// Returns the names of the file of a program: here its own.
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
    let own = if cfg!(target_os = "macos") { "/opt/homebrew/bin:" } else { "" };
    format!("{own}/usr/local/bin:/usr/bin:/bin")
}

/// Tells whether a file may be executed by its owner.
pub fn is_executable(metadata: &Metadata) -> bool {
    metadata.permissions().mode() & 0o100 != 0
}

/// Tells whether a file is a program that may be started.
pub fn is_program(file: &Path) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file() && is_executable(&metadata))
}

/// Returns the first folder on the way to a program through which others may not go, or the program itself if they may not
/// start it. Only those paths count that are on the way of who starts it.
pub fn closed_to_others(program: &Path, is_on_the_way: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    let is_closed = |path: &&Path| {
        is_on_the_way(path) && path.metadata().is_ok_and(|found| found.permissions().mode() & 0o001 == 0)
    };
    let real = canonical(program).ok()?;
    let ways = [program, real.as_path()].map(|way| way.ancestors().collect::<Vec<_>>());
    let mut all = ways.iter().flat_map(|way| way.iter().rev()).copied();
    all.find(is_closed).map(Path::to_path_buf)
}

/// Tells whether nobody but this user (and root) can have written a file, or what is in a folder.
pub fn is_only_ours(metadata: &Metadata) -> bool {
    metadata.uid() == rustix::process::geteuid().as_raw() && metadata.permissions().mode() & 0o022 == 0
}

/// Returns the absolute path of a file or folder that is there, without symbolic links.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

/// Returns the permissions of a new file, where a system has such.
pub fn permissions(mode: u32) -> Option<Permissions> {
    Some(Permissions::from_mode(mode))
}

/// Returns the options for a new file that only its owner may read.
pub fn own_file(executable: bool) -> OpenOptions {
    new_file(if executable { 0o700 } else { 0o600 })
}

/// Returns the options for a new file that everybody may read.
pub fn open_file(executable: bool) -> OpenOptions {
    new_file(if executable { 0o755 } else { 0o644 })
}

fn new_file(mode: u32) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(mode);
    options
}

/// Makes a folder that everybody may enter, and those that it lies in.
pub fn make_folder(path: &Path) -> io::Result<()> {
    std::os::unix::fs::DirBuilderExt::mode(&mut fs::DirBuilder::new(), 0o755).recursive(true).create(path)
}

/// Sets the permissions of a file or folder.
pub fn allow(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Opens a file to read it. A link that has replaced it is not followed, and a pipe is not waited for.
pub fn open_at_once(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path)
}

/// Opens a file to read it. A pipe is not waited for, and a terminal does not become that of this process.
pub(super) fn open_without_waiting(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path)
}

/// Says what this is that is neither a file nor a folder.
pub(super) fn kind_of(metadata: &Metadata) -> &'static str {
    let kind = metadata.file_type();
    if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

/// Reads bytes at a place in a file.
pub fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    file.read_exact_at(bytes, offset)
}

/// Makes the names in a folder survive a power failure.
pub fn keep_names(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Returns the name of this machine.
pub fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// Returns the width of the terminal at standard output, in columns; `None` if it is none.
pub fn terminal_columns() -> Option<usize> {
    rustix::termios::tcgetwinsize(io::stdout()).ok().map(|size| usize::from(size.ws_col))
}

/// Tells whether there is a process with this id.
pub fn is_process(id: u32) -> bool {
    let pid = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}
