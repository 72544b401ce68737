//! The folder in which a program runs: created, filled, and removed whatever the program left in it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::system;

/// The first part of the folder names; the process id of the grader follows.
const PREFIX: &str = "yardstick-run-";

/// A temporary folder. Dropping it removes it.
#[derive(Debug)]
pub(super) struct WorkFolder {
    path: PathBuf,
}

impl WorkFolder {
    /// Creates an empty folder that only this user can enter.
    ///
    /// # Errors
    ///
    /// When the system's folder for temporary files cannot be written to.
    pub(super) fn new() -> io::Result<Self> {
        Self::new_in(&system::temporary_folder())
    }

    /// Creates an empty folder inside another one.
    pub(super) fn new_in(place: &Path) -> io::Result<Self> {
        let prefix = format!("{PREFIX}{}-", system::process_id());
        let path = system::private_folder(&prefix, place)?.keep();
        Ok(Self { path: system::canonical(&path)? })
    }

    /// Removes the folders of graders that were killed.
    pub(super) fn remove_abandoned() {
        Self::remove_abandoned_in(&system::temporary_folder());
    }

    /// Removes the folders of graders that were killed, as far as they are inside another one.
    pub(super) fn remove_abandoned_in(place: &Path) {
        let own = |name: &str| -> Option<u32> { name.strip_prefix(PREFIX)?.split('-').next()?.parse().ok() };
        for entry in fs::read_dir(place).into_iter().flatten().flatten() {
            let grader = entry.file_name().to_str().and_then(own);
            if grader.is_some_and(|pid| !system::is_process(pid)) {
                // Anybody may make something of this name here.
                let _ = system::remove_folder(&entry.path());
            }
        }
    }

    /// Returns the absolute path, without symbolic links.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file at a relative path, and creates its parent folders.
    ///
    /// # Errors
    ///
    /// When a file of that name exists already, or cannot be written.
    pub(super) fn write(&self, name: &Path, content: &[u8], executable: bool) -> io::Result<()> {
        let path = self.path.join(name);
        if let Some(parent) = path.parent() {
            system::make_folder(parent)?;
        }
        let mut file = system::open_file(executable).open(path)?;
        io::Write::write_all(&mut file, content)
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        let _ = system::remove_folder(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_of_five_thousand_folders_is_removed() {
        let folder = WorkFolder::new().unwrap();
        let path = folder.path().to_path_buf();
        std::process::Command::new("python3")
            .args([
                "-c",
                "import os\nfor _ in range(5000): os.mkdir('d'); open('f', 'w').close(); os.chdir('d')",
            ])
            .current_dir(&path)
            .status()
            .unwrap();
        assert!(path.join("d/d/d/f").exists());
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn the_folders_of_a_killed_grader_are_removed_by_the_next_one() {
        let left = std::env::temp_dir().join(format!("{PREFIX}{}-left", i32::MAX));
        fs::create_dir(&left).unwrap();
        let own = WorkFolder::new().unwrap();
        WorkFolder::remove_abandoned();
        assert!(!left.exists());
        assert!(own.path().exists(), "its grader is at work");
    }

    #[test]
    fn a_link_that_is_called_like_a_folder_of_a_killed_grader_is_not_followed() {
        let (kept, place) = (WorkFolder::new().unwrap(), WorkFolder::new().unwrap());
        kept.write(Path::new("inner/kept"), b"", false).unwrap();
        system::allow(kept.path(), 0o755).unwrap();
        let left = place.path().join(format!("{PREFIX}{}-left", i32::MAX));
        std::os::unix::fs::symlink(kept.path(), &left).unwrap();
        WorkFolder::remove_abandoned_in(place.path());
        assert!(kept.path().join("inner/kept").exists());
        assert_eq!(mode(kept.path()), 0o755);
        fs::remove_file(left).unwrap();
    }

    fn mode(path: &Path) -> u32 {
        std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions()) & 0o7777
    }

    #[test]
    fn only_the_user_can_enter_a_folder_whatever_the_umask_says() {
        // In a process of its own: the umask is that of all threads.
        let name = "sandbox::folder::tests::in_a_process_without_umask";
        let test = std::env::current_exe().unwrap();
        let quoted = format!("umask 0; exec '{}' --exact {name} --ignored", test.display());
        let ended = std::process::Command::new("/bin/sh").args(["-c", &quoted]).output().unwrap();
        let said = String::from_utf8_lossy(&ended.stdout);
        assert!(ended.status.success() && said.contains("1 passed"), "{said}");
    }

    #[test]
    #[ignore = "another test runs it with another umask"]
    fn in_a_process_without_umask() {
        assert_eq!(mode(WorkFolder::new().unwrap().path()), 0o700);
    }

    #[test]
    fn closed_folders_and_links_are_removed_and_link_targets_are_kept() {
        let kept = WorkFolder::new().unwrap();
        kept.write(Path::new("kept"), b"", false).unwrap();
        let folder = WorkFolder::new().unwrap();
        let path = folder.path().to_path_buf();
        folder.write(Path::new("closed/inner/file"), b"", false).unwrap();
        std::os::unix::fs::symlink(kept.path(), path.join("closed/link")).unwrap();
        system::allow(&path.join("closed"), 0o000).unwrap();
        drop(folder);
        assert!(!path.exists());
        assert!(kept.path().join("kept").exists());
    }
}
