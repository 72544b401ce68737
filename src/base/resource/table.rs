//! The table of resources. A new limit begins with a row here.

use serde::{Deserialize, Serialize};

use super::{Facts, Setting};

/// Makes the resources and their facts from one table.
macro_rules! resources {
    ($( $(#[doc = $about:literal])+ $name:ident => $facts:expr; )+) => {
        /// A resource that a program may use up to a limit, in the order of reports.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Resource {
            $( $(#[doc = $about])+ $name, )+
        }

        impl Resource {
            /// Every resource.
            pub const ALL: [Self; [$( Self::$name ),+].len()] = [$( Self::$name ),+];

            /// The names, texts and decisions about it.
            pub fn facts(self) -> &'static Facts {
                match self {
                    $( Self::$name => const { &$facts }, )+
                }
            }
        }
    };
}

resources! {
    /// The processor time of the whole process tree.
    Cpu => Facts {
        setting: Some(Setting { key: "cpu", about: "Processor time: `2s`." }),
        others_too: true,
        may_refuse: false,
        in_runs: "cpu_exceeded",
        in_sessions: "time_exceeded",
        end: "its processor time used up",
        deed: "used too much processor time",
        words: "time limit",
        mark: 'T',
        of_run: "used more than {limit} of processor time and was stopped: probably a loop that never ends.",
        of_session: "took more than {limit} and was stopped.",
        meaning: "The program used up its processor time, and was stopped.",
        causes: &[
            "A loop never ends, because nothing in it changes its condition.",
            "It does the same work over and over.",
        ],
        advice: "Look at where the dialogue stops: the loop that runs then is the one that does not end. \
                 The spec's `limits` say how much time there is.",
    };

    /// The time on the clock, without the time in which the program waited for a processor.
    Wall => Facts {
        setting: Some(Setting {
            key: "wall",
            about: "Time on the clock, several times the processor time: `10s`.",
        }),
        others_too: true,
        may_refuse: false,
        in_runs: "wall_exceeded",
        in_sessions: "idle_exceeded",
        end: "its time up",
        deed: "was still there when its time was up",
        words: "idle limit",
        mark: 'I',
        of_run: "was still there after {limit} and was stopped: probably it sleeps or waits for something.",
        of_session: "was still there after {limit} and was stopped: probably it sleeps or waits for something.",
        meaning: "The program did nothing, and was still there when its time on the clock was over.",
        causes: &[
            "The program waits for something that never comes: a key, a file, another process.",
            "It sleeps between its steps.",
        ],
        advice: "Look for what the program waits for where the dialogue stops. The spec's `limits` say how \
                 much time there is.",
    };

    /// The resident memory of the whole process tree, in bytes.
    Memory => Facts {
        setting: Some(Setting { key: "memory", about: "Memory: `256 MiB`." }),
        others_too: false,
        may_refuse: true,
        in_runs: "memory_exceeded",
        in_sessions: "memory_exceeded",
        end: "too much memory used",
        deed: "used too much memory",
        words: "memory limit",
        mark: 'M',
        of_run: "used more than {limit} of memory.",
        of_session: "used more than {limit} of memory.",
        meaning: "The program asked for more memory than there is for it.",
        causes: &[
            "A list or a string grows in a loop that never ends.",
            "A function calls itself without end, and keeps more each time.",
        ],
        advice: "Look for what grows and is never let go. The spec's `limits` say how much memory there is.",
    };

    /// The number of bytes on standard output, and the same number on standard error.
    Output => Facts {
        setting: Some(Setting { key: "output", about: "Output: `1 MiB`." }),
        others_too: false,
        may_refuse: false,
        in_runs: "output_exceeded",
        in_sessions: "output_exceeded",
        end: "too much printed",
        deed: "printed too much",
        words: "output limit",
        mark: 'O',
        of_run: "printed more than {limit} and was stopped: probably a loop that never ends.",
        of_session: "wrote too much.",
        meaning: "The program printed far more than any right program would, and was stopped.",
        causes: &[
            "A loop prints and never ends, often after an input that it refuses.",
            "The end of the input is read as an empty answer, and the question is asked again for ever.",
        ],
        advice: "Look at what is printed again and again, and at what should end that loop.",
    };

    /// The number of processes at the same time.
    Processes => Facts {
        setting: Some(Setting { key: "processes", about: "Processes at the same time: `32`." }),
        others_too: false,
        may_refuse: true,
        in_runs: "processes_exceeded",
        in_sessions: "processes_exceeded",
        end: "too many processes started",
        deed: "started too many processes",
        words: "process limit",
        mark: 'P',
        of_run: "started more than {limit} processes and was stopped.",
        of_session: "started more than {limit} processes.",
        meaning: "The program started more processes or threads than there may be.",
        causes: &["A loop starts processes.", "A program starts itself again."],
        advice: "Most assignments need one process. The spec's `limits` say how many there may be.",
    };

    /// The number of bytes in one file. A program that exceeds the limit fails by itself.
    FileSize => Facts {
        setting: None,
        others_too: false,
        may_refuse: true,
        in_runs: "file_size_exceeded",
        in_sessions: "file_size_exceeded",
        end: "too much written into one file",
        deed: "wrote too much into one file",
        words: "file size limit",
        mark: 'S',
        of_run: "wrote more than {limit} into one file.",
        of_session: "wrote more than {limit} into one file.",
        meaning: "The program wrote more into one file than it may.",
        causes: &["A loop writes into a file and never ends.", "A log grows with each step."],
        advice: "Look for what is written in a loop. The spec's `limits` say how much room there is.",
    };

    /// The number of bytes in all files together. A program that cannot write more fails by itself.
    Disk => Facts {
        setting: Some(Setting { key: "disk", about: "All files that it writes together: `64 MiB`." }),
        others_too: false,
        may_refuse: true,
        in_runs: "disk_exceeded",
        in_sessions: "disk_exceeded",
        end: "too much written into files",
        deed: "wrote too much into files",
        words: "disk limit",
        mark: 'D',
        of_run: "wrote more than {limit} into files.",
        of_session: "wrote more than {limit} into files.",
        meaning: "The program wrote more into files than there is room for.",
        causes: &["A loop writes into a file and never ends.", "A log grows with each step."],
        advice: "Look for what is written in a loop. The spec's `limits` say how much room there is.",
    };

    /// The number of files and folders. A program that cannot make more fails by itself.
    Files => Facts {
        setting: None,
        others_too: false,
        may_refuse: true,
        in_runs: "files_exceeded",
        in_sessions: "files_exceeded",
        end: "too many files made",
        deed: "made too many files",
        words: "file limit",
        mark: 'F',
        of_run: "made more than {limit} files and folders.",
        of_session: "made more than {limit} files and folders.",
        meaning: "The program made more files and folders than it may.",
        causes: &["A loop makes files.", "Temporary files are never removed."],
        advice: "Most assignments need no files. Look for what makes them in a loop.",
    };

    /// The number of open descriptors. A program that cannot open more fails by itself.
    Descriptors => Facts {
        setting: None,
        others_too: false,
        may_refuse: true,
        in_runs: "descriptors_exceeded",
        in_sessions: "descriptors_exceeded",
        end: "too many descriptors opened",
        deed: "opened too many descriptors",
        words: "descriptor limit",
        mark: 'H',
        of_run: "had {limit} files open at a time, and may have no more: does it close them?",
        of_session: "had {limit} files open at a time, and may have no more.",
        meaning: "The program opened more files at the same time than it may, and ended badly.",
        causes: &["A loop opens files and never closes them.", "Pipes or sockets are kept open."],
        advice: "Close what is opened: in Python, `with open(…) as file:` does so by itself.",
    };
}
