//! What a job object tells about its processes, and what a process has in memory.

use std::mem::size_of;
use std::os::windows::io::RawHandle;
use std::time::Duration;

use windows_sys::Win32::System::JobObjects::{
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JobObjectBasicAccountingInformation, QueryInformationJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};

use super::Used;

/// A look at the processes of a job, again and again. Whoever has it keeps both handles open.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Watch {
    job: RawHandle,
    process: RawHandle,
    most: Used,
}

impl Watch {
    pub(in super::super) fn of(job: RawHandle, process: RawHandle) -> Self {
        Self { job, process, most: Used::default() }
    }

    /// Returns what is used now.
    pub(in super::super) fn look(&mut self) -> Used {
        let mut used = Used { memory: memory_of(self.process), ..Used::default() };
        // SAFETY: a structure of numbers, for which zeros are valid.
        let mut told: JOBOBJECT_BASIC_ACCOUNTING_INFORMATION = unsafe { std::mem::zeroed() };
        let size = size_of::<JOBOBJECT_BASIC_ACCOUNTING_INFORMATION>() as u32;
        // SAFETY: the call fills a structure of our own, of which it is told the size; it does not tell how much it filled.
        let done = unsafe {
            QueryInformationJobObject(
                self.job,
                JobObjectBasicAccountingInformation,
                (&raw mut told).cast(),
                size,
                std::ptr::null_mut(),
            )
        };
        if done != 0 {
            // In units of 100 ns.
            let ticks = told.TotalUserTime.saturating_add(told.TotalKernelTime);
            used.cpu = Duration::from_nanos(ticks.unsigned_abs().saturating_mul(100));
            used.processes = told.ActiveProcesses as usize;
        }
        self.most.cpu = self.most.cpu.max(used.cpu);
        self.most.memory = self.most.memory.max(used.memory);
        used
    }

    /// Returns the most that was seen.
    pub(in super::super) fn most(&self) -> Used {
        self.most
    }
}

/// Returns the resident memory of a process.
fn memory_of(process: RawHandle) -> u64 {
    // SAFETY: a structure of numbers, for which zeros are valid.
    let mut told: PROCESS_MEMORY_COUNTERS = unsafe { std::mem::zeroed() };
    told.cb = size_of::<PROCESS_MEMORY_COUNTERS>() as u32;
    // SAFETY: the call fills a structure of our own, which says how large it is.
    let done = unsafe { K32GetProcessMemoryInfo(process, &raw mut told, told.cb) };
    if done == 0 { 0 } else { told.WorkingSetSize as u64 }
}
