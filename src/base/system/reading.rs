//! Reads files that people name or put somewhere. What is no file, such as a pipe or a device, is never waited for and
//! never read without end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::{kind_of, open_without_waiting};

/// The most bytes that are read into memory at once. Traces, which may be more, are read line by line.
const LARGEST: u64 = 1 << 30;

/// Opens a file to read it. Links are followed.
///
/// # Errors
///
/// When it cannot be opened, or is neither a file nor a folder; then the error says what it is, and what to do.
pub fn open_to_read(path: &Path) -> io::Result<File> {
    // First of all, because a device may do something when it is opened.
    reject_special(&fs::metadata(path)?)?;
    let file = open_without_waiting(path)?;
    // It may have been replaced since.
    reject_special(&file.metadata()?)?;
    Ok(file)
}

/// Reads a whole file.
///
/// # Errors
///
/// As for [`open_to_read`], and when it cannot be read or is too large.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_at_most(path, LARGEST)
}

/// Reads a whole file that is text.
///
/// # Errors
///
/// As for [`read`], and when it is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open_to_read(path)?;
    let too_large =
        || io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 1 GiB: make it smaller");
    let length = file.metadata()?.len();
    if length > most {
        return Err(too_large());
    }
    let mut content = Vec::with_capacity(length as usize + 1);
    // Some files of the kernel have no length, and go on.
    file.take(most + 1).read_to_end(&mut content)?;
    if content.len() as u64 > most { Err(too_large()) } else { Ok(content) }
}

/// Fails if this is no file and no folder. Who reads a folder like a file is told so by the system.
///
/// # Errors
///
/// When it is something else; the error says what, and what to do.
pub fn reject_special(metadata: &fs::Metadata) -> io::Result<()> {
    if metadata.is_file() || metadata.is_dir() {
        return Ok(());
    }
    let reason = format!("it is {}, not a file: put a file in its place", kind_of(metadata));
    Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
}

/// Tells whether a path leads to something that is no file and no folder.
pub fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| reject_special(&metadata).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "four").unwrap();
        assert_eq!(read_at_most(&path, 4).unwrap(), b"four");
        assert_eq!(read_at_most(&path, 3).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn files_of_the_kernel_that_tell_no_length_are_read_under_the_same_limit() {
        let path = Path::new("/proc/self/maps");
        assert!(read_at_most(path, LARGEST).unwrap().len() > 100);
        assert_eq!(read_at_most(path, 100).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn a_folder_is_refused_as_the_system_does() {
        let folder = tempfile::tempdir().unwrap();
        let system = fs::read(folder.path()).unwrap_err().kind();
        assert_eq!(read(folder.path()).unwrap_err().kind(), system);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_named_and_neither_waited_for_nor_read_without_end() {
        use std::os::unix::{fs::symlink, net::UnixListener};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        rustix::fs::mknodat(
            rustix::fs::CWD,
            at("pipe"),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RUSR,
            0,
        )
        .unwrap();
        let _listener = UnixListener::bind(at("socket")).unwrap();
        symlink("/dev/zero", at("endless")).unwrap();
        symlink(at("pipe"), at("to-pipe")).unwrap();
        for (name, kind) in
            [("pipe", "a pipe"), ("socket", "a socket"), ("endless", "a device"), ("to-pipe", "a pipe")]
        {
            let told = read(&at(name)).unwrap_err().to_string();
            assert_eq!(told, format!("it is {kind}, not a file: put a file in its place"));
        }
    }
}
