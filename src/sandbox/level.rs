//! How strictly a program is shut in, and what that is made of here.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How strictly programs are shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not at all: a program can do whatever the user can.
    None,
    /// It cannot read or write files but its own and the system's, nor use the network; it can see the
    /// names and sizes of files.
    Standard,
    /// It sees nothing but its own files and the system's programs, and no other process.
    Strict,
}

impl Level {
    /// All, the strictest first.
    pub const ALL: [Self; 3] = [Self::Strict, Self::Standard, Self::None];

    /// As it is written on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Standard => "standard",
            Self::Strict => "strict",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What kept a program in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Isolation {
    /// The level that it adds up to.
    pub level: Level,
    /// It had a file system of its own (mount_namespaces(7)).
    pub files: bool,
    /// It saw no other processes, and all of its own died with the run (pid_namespaces(7)).
    pub processes: bool,
    /// It had no network (network_namespaces(7)).
    pub network: bool,
    /// Version of Landlock's interface that was used; 0 for none (landlock(7)).
    pub landlock: u8,
    /// System calls that no program needs were refused (seccomp(2)).
    pub system_calls: bool,
}

impl Isolation {
    /// Nothing at all.
    pub const NONE: Self = Self {
        level: Level::None,
        files: false,
        processes: false,
        network: false,
        landlock: 0,
        system_calls: false,
    };

    /// What it means for whoever relies on the results, in one sentence.
    pub fn sentence(&self) -> &'static str {
        match self.level {
            Level::Strict => "programs ran shut in: no network, no files but their own",
            Level::Standard => {
                "programs ran without network and could not read other files, but could see names and sizes of files"
            }
            Level::None => "programs were NOT shut in: one could have read, changed or sent anything you can",
        }
    }

    /// The layers, each with whether it was in force.
    pub fn layers(&self) -> [(&'static str, String); 5] {
        let yes = |there: bool| if there { "yes" } else { "no" }.to_owned();
        [
            ("own files", yes(self.files)),
            ("own processes", yes(self.processes)),
            ("no network", yes(self.network)),
            ("landlock", if self.landlock == 0 { "no".into() } else { format!("version {}", self.landlock) }),
            ("system call filter", yes(self.system_calls)),
        ]
    }
}

/// A level that cannot be had on this machine.
#[derive(Clone, Debug, thiserror::Error)]
#[error("isolation level `{level}` cannot be had here: {reason}\nhelp: {remedy}")]
pub struct Unavailable {
    /// The level.
    pub level: Level,
    /// What was refused.
    pub reason: String,
    /// What can be done.
    pub remedy: String,
}
