//! The isolation level of programs, and the walls that it consists of on this machine.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How strictly programs are isolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not isolated by us: the browser shuts in what runs in a page, and sees less of a program than the others.
    Browser,
    /// Not isolated, and started by the plain runner, which every system has: it sees less of a program than the others.
    Plain,
    /// Not isolated: a program can do everything that the user can.
    None,
    /// A program can read and write only its own files and those of the system, and has no network. It can see the
    /// names and sizes of other files.
    Standard,
    /// A program sees only its own files and the programs of the system, and no other process.
    Strict,
}

impl Level {
    /// All levels of the walled backend, the strictest first.
    pub const ALL: [Self; 3] = [Self::Strict, Self::Standard, Self::None];

    /// Returns the name that is written on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Browser => "browser",
            Self::Plain => "plain",
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

/// The walls of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Isolation {
    /// The level that the walls add up to.
    pub level: Level,
    /// The program had its own file system (mount_namespaces(7)).
    pub files: bool,
    /// The program saw no other processes, and all of its own ended with the run (pid_namespaces(7)).
    pub processes: bool,
    /// The program had no network (network_namespaces(7)).
    pub network: bool,
    /// The version of the Landlock interface that was used; 0 for none (landlock(7)).
    pub landlock: u8,
    /// System calls that programs do not need were refused (seccomp(2)).
    pub system_calls: bool,
}

impl Isolation {
    /// No walls.
    pub const NONE: Self = Self {
        level: Level::None,
        files: false,
        processes: false,
        network: false,
        landlock: 0,
        system_calls: false,
    };

    /// The plain runner.
    pub const PLAIN: Self = Self { level: Level::Plain, ..Self::NONE };

    /// A page in a browser.
    pub const BROWSER: Self = Self { level: Level::Browser, ..Self::NONE };

    /// Returns one sentence that tells the users of the results what the level means.
    pub fn sentence(&self) -> &'static str {
        match self.level {
            Level::Strict => "programs ran shut in: no network, no files but their own",
            Level::Standard => {
                "programs ran without network and could not read other files, but could see names and sizes of files"
            }
            Level::Browser => "programs ran in a page of a browser, which shut them in",
            Level::Plain => {
                "the plain runner ran the programs, which were NOT shut in: one could have read, changed or sent anything you can"
            }
            Level::None => "programs were NOT shut in: one could have read, changed or sent anything you can",
        }
    }

    /// Returns the name of each layer, with whether it was in force.
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

/// An isolation level that is not possible on this machine.
#[derive(Clone, Debug, thiserror::Error)]
#[error("isolation level `{level}` cannot be had here: {reason}\nhelp: {remedy}")]
pub struct Unavailable {
    /// The level.
    pub level: Level,
    /// The action that the system refused.
    pub reason: String,
    /// Advice for the user.
    pub remedy: String,
}
