//! A process of Windows: a job object holds it and whatever it starts, and ends all of them (Microsoft's documentation, "Job
//! Objects").
//!
//! The process is started suspended, so that it is in its job before it can start another one.

use std::ffi::OsString;
use std::io;
use std::mem::size_of;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::os::windows::process::CommandExt;
use std::path::Path;
use std::process::Stdio;

use windows_sys::Win32::Foundation::{HANDLE, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Diagnostics::Debug::{
    SEM_FAILCRITICALERRORS, SEM_NOGPFAULTERRORBOX, SetErrorMode,
};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS, JOB_OBJECT_LIMIT_JOB_MEMORY,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
    JobObjectExtendedLimitInformation, SetInformationJobObject, TerminateJobObject,
};
use windows_sys::Win32::System::Threading::{
    CREATE_NO_WINDOW, CREATE_SUSPENDED, OpenThread, ResumeThread, THREAD_SUSPEND_RESUME,
};

use super::super::super::limits::RESERVED;
use super::super::super::{Command, Error, Exit, Limits};
use super::super::beside::Beside;
use super::super::usage::{Used, Watch};
use super::{Ended, Pipes};
use crate::system::signal;

/// The exit code of processes that we end.
const ENDED_BY_US: u32 = 1;

/// What Windows itself needs of the environment to start a program.
const OF_THE_SYSTEM: [&str; 3] = ["SystemRoot", "SystemDrive", "PATHEXT"];

/// A running process. Dropping it ends it and everything that it has started.
pub(in super::super) struct Child {
    process: std::process::Child,
    job: OwnedHandle,
    watch: Watch,
    ended: Option<Ended>,
}

impl Child {
    pub(in super::super) fn start(
        command: &Command,
        folder: &Path,
        limits: &Limits,
        beside: &Beside,
    ) -> Result<(Self, Pipes), Error> {
        let failed = |what| move |source| Error::System { what, source };
        // A program that fails ends: no window opens for it, and no debugger begins. It has this from us.
        // SAFETY: the call changes a setting of this process.
        unsafe { SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX) };
        let job = job(limits).map_err(failed("make a job object"))?;
        let mut process = std::process::Command::new(folder.join(&command.program));
        process.args(&command.args).env_clear();
        let system = OF_THE_SYSTEM.iter().filter_map(|name| Some((*name, std::env::var_os(name)?)));
        process.envs(system);
        for name in ["HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"] {
            process.env(name, folder);
        }
        // Otherwise a Python program reads and prints in the code page of the machine.
        process.env("PYTHONUTF8", "1");
        process.envs(command.env.iter().map(|(name, value): &(OsString, OsString)| (name, value)));
        process.envs(beside.variables());
        process.current_dir(folder).creation_flags(CREATE_SUSPENDED | CREATE_NO_WINDOW);
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process =
            process.spawn().map_err(|source| Error::Start { program: command.program.clone(), source })?;
        let stream = || Error::System { what: "take a stream", source: io::ErrorKind::NotFound.into() };
        let pipes = Pipes {
            stdin: process.stdin.take().ok_or_else(stream)?,
            stdout: process.stdout.take().ok_or_else(stream)?,
            stderr: process.stderr.take().ok_or_else(stream)?,
            channel: None,
        };
        let (id, handle) = (process.id(), process.as_raw_handle());
        let watch = Watch::of(job.as_raw_handle(), handle);
        // From here on the job ends the process, should something fail.
        let child = Self { process, job, watch, ended: None };
        // SAFETY: both handles are open.
        checked(unsafe { AssignProcessToJobObject(child.job.as_raw_handle(), handle) })
            .map_err(failed("put the program into a job object"))?;
        resume(id).map_err(failed("let the program begin"))?;
        Ok((child, pipes))
    }

    /// Returns what the program has used so far.
    pub(in super::super) fn used(&mut self) -> Used {
        self.watch.look()
    }

    /// Tells whether the process has ended.
    pub(in super::super) fn has_ended(&mut self) -> Result<bool, Error> {
        let failed = |source| Error::System { what: "wait for the program", source };
        if self.ended.is_none()
            && let Some(status) = self.process.try_wait().map_err(failed)?
        {
            self.watch.look();
            self.ended = Some(Ended { exit: exit(status.code()), used: self.watch.most() });
        }
        Ok(self.ended.is_some())
    }

    /// Ends the process and everything that it has started, and returns how it ended.
    pub(in super::super) fn end(&mut self) -> Result<Ended, Error> {
        let has_ended = self.has_ended()?;
        // SAFETY: the handle is open.
        unsafe { TerminateJobObject(self.job.as_raw_handle(), ENDED_BY_US) };
        if !has_ended {
            let _ = self.process.kill(); // It may not be in the job yet.
            self.process.wait().map_err(|source| Error::System { what: "wait for the program", source })?;
            self.has_ended()?;
        }
        self.ended.ok_or(Error::SupervisorLost)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// Makes a job whose processes end when its last handle is closed.
fn job(limits: &Limits) -> io::Result<OwnedHandle> {
    // SAFETY: the call makes a handle, which nobody else has.
    let job = unsafe { CreateJobObjectW(std::ptr::null(), std::ptr::null()) };
    if job.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle was just made.
    let job = unsafe { OwnedHandle::from_raw_handle(job) };
    // SAFETY: a structure of numbers, for which zeros are valid.
    let mut bounds: JOBOBJECT_EXTENDED_LIMIT_INFORMATION = unsafe { std::mem::zeroed() };
    bounds.BasicLimitInformation.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_JOB_MEMORY | JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
    bounds.BasicLimitInformation.ActiveProcessLimit = u32::try_from(limits.processes).unwrap_or(u32::MAX);
    bounds.JobMemoryLimit = usize::try_from(limits.memory.saturating_add(RESERVED)).unwrap_or(usize::MAX);
    let size = size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32;
    // SAFETY: the call reads a structure of our own, of which it is told the size.
    checked(unsafe {
        SetInformationJobObject(
            job.as_raw_handle(),
            JobObjectExtendedLimitInformation,
            (&raw const bounds).cast(),
            size,
        )
    })?;
    Ok(job)
}

/// Lets the only thread of a suspended process begin.
fn resume(process: u32) -> io::Result<()> {
    // SAFETY: the call makes a handle, which nobody else has.
    let snapshot = unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) };
    if snapshot == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle was just made.
    let snapshot = unsafe { OwnedHandle::from_raw_handle(snapshot) };
    // SAFETY: a structure of numbers, for which zeros are valid.
    let mut entry: THREADENTRY32 = unsafe { std::mem::zeroed() };
    entry.dwSize = size_of::<THREADENTRY32>() as u32;
    // SAFETY: these calls fill a structure of our own, which says how large it is.
    let mut found = unsafe { Thread32First(snapshot.as_raw_handle(), &raw mut entry) };
    while found != 0 {
        if entry.th32OwnerProcessID == process {
            // SAFETY: the call makes a handle, which nobody else has.
            let thread: HANDLE = unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, entry.th32ThreadID) };
            if thread.is_null() {
                return Err(io::Error::last_os_error());
            }
            // SAFETY: the handle was just made.
            let thread = unsafe { OwnedHandle::from_raw_handle(thread) };
            // SAFETY: the handle is open.
            return match unsafe { ResumeThread(thread.as_raw_handle()) } {
                u32::MAX => Err(io::Error::last_os_error()),
                _ => Ok(()),
            };
        }
        // SAFETY: as above.
        found = unsafe { Thread32Next(snapshot.as_raw_handle(), &raw mut entry) };
    }
    Err(io::ErrorKind::NotFound.into())
}

fn checked(done: i32) -> io::Result<()> {
    if done == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Returns how a process ended. A crash is told by an exit code that is an error of the system (ntstatus.h).
fn exit(code: Option<i32>) -> Exit {
    match code.unwrap_or_default() as u32 {
        // An access violation, a stack overflow, an illegal instruction, a division by zero.
        0xC000_0005 | 0xC000_00FD => Exit::Signal(signal::SEGV),
        0xC000_001D => Exit::Signal(signal::ILL),
        0xC000_0094 => Exit::Signal(signal::FPE),
        code => Exit::Code(code as i32),
    }
}
