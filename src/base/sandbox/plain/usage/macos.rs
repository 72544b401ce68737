//! What the system tells about a process and those of its group (libproc.h).

use std::time::Duration;

use super::Used;

/// Asks for the processes of a group (sys/proc_info.h).
const PROC_PGRP_ONLY: u32 = 2;

/// The most processes that are looked at.
const MOST: usize = 512;

/// A look at the processes of one group, again and again.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Watch {
    group: i32,
    most: Used,
}

impl Watch {
    pub(in super::super) fn of(group: i32) -> Self {
        Self { group, most: Used::default() }
    }

    /// Returns what is used now.
    pub(in super::super) fn look(&mut self) -> Used {
        let mut pids = [0_i32; MOST];
        let size = std::mem::size_of_val(&pids) as i32;
        // SAFETY: the call fills an array of our own, of which it is told the size in bytes.
        let filled =
            unsafe { libc::proc_listpids(PROC_PGRP_ONLY, self.group as u32, pids.as_mut_ptr().cast(), size) };
        let count = usize::try_from(filled).unwrap_or(0) / size_of::<i32>();
        let mut used = Used::default();
        for pid in pids.iter().take(count).filter(|pid| **pid > 0) {
            let Some((cpu, memory)) = used_by(*pid) else { continue };
            used.cpu += cpu;
            used.memory += memory;
            used.processes += 1;
        }
        self.most.cpu = self.most.cpu.max(used.cpu);
        self.most.memory = self.most.memory.max(used.memory);
        Used { cpu: self.most.cpu, ..used }
    }

    /// Returns the most that was seen.
    pub(in super::super) fn most(&self) -> Used {
        self.most
    }
}

fn used_by(pid: i32) -> Option<(Duration, u64)> {
    // SAFETY: a structure of numbers, for which zeros are valid.
    let mut info: libc::rusage_info_v2 = unsafe { std::mem::zeroed() };
    // SAFETY: the call fills a structure of the version that it is told.
    let done = unsafe {
        libc::proc_pid_rusage(pid, libc::RUSAGE_INFO_V2, (&raw mut info).cast::<libc::rusage_info_t>())
    };
    let ticks = info.ri_user_time + info.ri_system_time;
    (done == 0).then(|| (nanoseconds(ticks), info.ri_phys_footprint))
}

/// The length of a tick of the processor's clock, in nanoseconds: a fraction (mach/mach_time.h).
#[repr(C)]
struct Tick {
    numerator: u32,
    denominator: u32,
}

unsafe extern "C" {
    fn mach_timebase_info(info: *mut Tick) -> libc::c_int;
}

/// Times are in ticks, which have another length on each kind of processor.
fn nanoseconds(ticks: u64) -> Duration {
    let mut tick = Tick { numerator: 1, denominator: 1 };
    // SAFETY: the call fills a structure of our own, and cannot fail (Technical Q&A QA1398).
    unsafe { mach_timebase_info(&raw mut tick) };
    let nanoseconds = u128::from(ticks) * u128::from(tick.numerator) / u128::from(tick.denominator.max(1));
    Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
}
