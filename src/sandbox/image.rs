//! What a program is started with, in the form that system calls take: made before the fork, because
//! nothing may be allocated after it.

use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;

use libc::{c_char, c_uint};

use super::{Command, Error, Limits};

/// Descriptors that a program may have open at a time.
const OPEN_FILES: u64 = 256;

/// The largest file that a program may write, in bytes.
const FILE_SIZE: u64 = 64 << 20;

/// The argument vector, environment and folder, as execve(2) takes them.
pub(super) struct Image {
    pub(super) program: CString,
    pub(super) folder: CString,
    _args: Vec<CString>,
    _env: Vec<CString>,
    pub(super) argv: Vec<*const c_char>,
    pub(super) envp: Vec<*const c_char>,
}

impl Image {
    pub(super) fn new(command: &Command) -> Result<Self, Error> {
        let program = c_string(command.program.as_os_str())?;
        let mut args = vec![program.clone()];
        for arg in &command.args {
            args.push(c_string(arg)?);
        }
        let mut env = Vec::new();
        for (name, value) in &command.env {
            let mut variable = name.clone();
            variable.push("=");
            variable.push(value);
            env.push(c_string(&variable)?);
        }
        let pointers =
            |strings: &[CString]| strings.iter().map(|s| s.as_ptr()).chain([std::ptr::null()]).collect();
        let (argv, envp) = (pointers(&args), pointers(&env));
        Ok(Self {
            program,
            folder: c_string(command.folder.as_os_str())?,
            _args: args,
            _env: env,
            argv,
            envp,
        })
    }
}

fn c_string(text: &OsStr) -> Result<CString, Error> {
    CString::new(text.as_bytes()).map_err(|_| Error::Nul(text.to_string_lossy().into_owned()))
}

/// Pairs of a resource and its soft and hard limit, for setrlimit(2).
pub(super) struct ResourceLimits(pub(super) [(c_uint, u64, u64); 4]);

impl ResourceLimits {
    pub(super) fn new(limits: &Limits) -> Self {
        // RLIMIT_CPU counts whole seconds. Its soft limit ends the program with SIGXCPU; the hard one,
        // a second later, ends a program that ignores that.
        let cpu = limits.cpu.as_secs() + u64::from(limits.cpu.subsec_nanos() > 0);
        Self([
            (libc::RLIMIT_CPU, cpu.max(1), cpu.max(1) + 1),
            (libc::RLIMIT_CORE, 0, 0),
            (libc::RLIMIT_FSIZE, FILE_SIZE, FILE_SIZE),
            (libc::RLIMIT_NOFILE, OPEN_FILES, OPEN_FILES),
        ])
    }
}
