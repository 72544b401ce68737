//! The host backend: this program is a WebAssembly module, and the page that runs the module runs programs for it.
//!
//! Programs find their files in the file system that module and page share. Nothing is shut in here: the browser does that.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::alarm::Alarm;
use super::channel::SideFile;
use super::files::{KeptFolder, KeptFolderPlace};
use super::folder::WorkFolder;
use super::{Asks, Claim, Command, Error, Execution, Exit, Given, Isolation, Limits, Usage, claim};

// What the page offers to the module.
#[link(wasm_import_module = "yardstick")]
unsafe extern "C" {
    /// Runs a program as the JSON at this place asks, and returns the length of the answer.
    fn run(request: *const u8, length: usize) -> usize;
    /// Writes the answer to this place.
    fn take(answer: *mut u8);
}

/// The host backend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Host;

/// What the page is asked to do.
#[derive(Serialize)]
struct Request<'a> {
    program: &'a str,
    args: Vec<&'a str>,
    env: Vec<(&'a str, &'a str)>,
    /// The folder in which the program starts.
    folder: &'a str,
    #[serde(serialize_with = "in_base64")]
    stdin: &'a [u8],
    /// Processor time, in seconds.
    time: f64,
    /// Bytes on standard output, and the same number on standard error.
    output: u64,
}

/// What the page did.
#[derive(Deserialize)]
struct Done {
    exit: Exit,
    #[serde(deserialize_with = "from_base64")]
    stdout: Vec<u8>,
    #[serde(deserialize_with = "from_base64")]
    stderr: Vec<u8>,
    /// The number of bytes that the program had printed each time it asked for a line.
    asked: Vec<usize>,
    /// In seconds.
    time: f64,
    /// What the program tried to do and no program can do in a page.
    lacks: Option<String>,
}

impl Host {
    /// The walls around its programs.
    pub(super) const ISOLATION: Isolation = Isolation::BROWSER;

    /// Returns the backend of this module.
    pub(super) fn of_system() -> Self {
        Self
    }

    /// Tells whether a driver of ours can fork.
    pub(super) fn has_forks(self) -> bool {
        false
    }

    /// Has the page run a program until it ends or reaches a limit. The folder is that of the program.
    pub(super) fn execute(
        self,
        command: &Command,
        given: Given,
        limits: &Limits,
        _: Option<&Alarm>,
    ) -> Result<(Execution, KeptFolder), Error> {
        let (stdin, lines) = match given {
            Given::Lines(input) if input.terminal => return Err(Error::NoTerminal),
            Given::Lines(input) => (input.all_bytes(), Some(input.lines.len())),
            Given::Bytes(bytes) => (bytes.to_vec(), None),
            Given::Other(_) => return Err(Error::NoPartner),
        };
        let failed = |what| move |source| Error::System { what, source };
        let folder = WorkFolder::new().map_err(failed("make the folder of a run"))?;
        command.files.lay_out(&folder).map_err(failed("write the files of a run"))?;
        let side = command.channel.then(SideFile::new).transpose();
        let side = side.map_err(failed("make the file for answers"))?;
        let of_side = side.iter().filter_map(|side| Some((SideFile::VARIABLE, side.path().to_str()?)));
        let env = command.env.iter().filter_map(|(name, value)| Some((name.to_str()?, value.to_str()?)));
        let request = Request {
            program: command.program.to_str().unwrap_or_default(),
            args: command.args.iter().filter_map(|argument| argument.to_str()).collect(),
            env: env.chain(of_side).collect(),
            folder: folder.path().to_str().unwrap_or_default(),
            stdin: &stdin,
            time: limits.cpu.as_secs_f64(),
            output: limits.output,
        };
        let mut done = ask(&request).map_err(failed("understand the page"))?;
        if let Some(what) = done.lacks {
            return Err(Error::Lacking { what });
        }
        let claim = command.prove.then(|| claim::take(done.exit, &mut done.stderr)).flatten();
        let exit = if matches!(claim, Some(Claim::Endless(_))) { Exit::Endless } else { done.exit };
        let printed = done.stdout.len();
        let time = Duration::try_from_secs_f64(done.time).unwrap_or_default();
        let execution = Execution {
            exit,
            stdout: done.stdout,
            stderr: done.stderr,
            channel: side.map(|side| side.read()).unwrap_or_default(),
            claim,
            seen: None,
            asks: lines.and_then(|lines| Asks::at(&done.asked, lines, printed)).unwrap_or(Asks::Unknown),
            usage: Usage { cpu: time, wall: time, memory: 0 },
            folder: folder.path().to_path_buf(),
            isolation: Self::ISOLATION,
        };
        Ok((execution, KeptFolder(KeptFolderPlace::Folder(folder))))
    }
}

fn ask(request: &Request) -> std::io::Result<Done> {
    let request = serde_json::to_vec(request)?;
    // SAFETY: the page reads so many bytes there, and nothing else.
    let length = unsafe { run(request.as_ptr(), request.len()) };
    let mut answer = vec![0; length];
    // SAFETY: the page writes as many bytes as it said.
    unsafe { take(answer.as_mut_ptr()) };
    Ok(serde_json::from_slice(&answer)?)
}

fn in_base64<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}

fn from_base64<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    STANDARD.decode(text).map_err(serde::de::Error::custom)
}
