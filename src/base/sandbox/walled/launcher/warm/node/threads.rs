//! The threads that Node has when it is forked.
//!
//! fork(2) copies one thread. The others wait at that moment: for tasks, or for a signal to Node. So each of them runs as a
//! coroutine (makecontext(3)) on a stack of its own, and where it waits it gives back control to the thread that drives it,
//! which does the waiting. In a fork its stack is there, and any new thread can go on driving it: when its condition is
//! signalled, so that a program that needs no threads starts none.
//!
//! The functions with names of the C library take the place of its own ones, because this library is loaded before it.

use core::ffi::{CStr, c_int, c_uint, c_void};
use core::mem::{transmute, zeroed};
use core::ptr::{null, null_mut};
use core::sync::atomic::{AtomicUsize, Ordering};

use super::interface::*;

/// The largest number of threads that are known. With more, Node cannot be kept warm.
const MOST: usize = 32;

/// The size of the stack of a coroutine, and of the thread that drives it, in bytes.
const STACK: usize = 8 << 20;
const DRIVER_STACK: usize = 256 << 10;

/// The registers of a coroutine: more room than a `ucontext_t` needs on any machine.
#[repr(C, align(16))]
struct Context([usize; 1024]);

/// The places of the stack and of what follows a coroutine in a `ucontext_t`, in words. They are the same on x86-64 and
/// AArch64.
const AFTER: usize = 1;
const STACK_AT: usize = 2;
const STACK_SIZE: usize = 4;

/// What a known thread does.
#[derive(Clone, Copy, PartialEq)]
enum State {
    /// It has never waited here. It waits in the kernel, if it waits.
    New,
    Busy,
    /// It waits for its condition.
    Waits,
    /// It waits for its semaphore.
    Semaphore,
    Over,
}

/// A known thread.
struct Known {
    driver: Context,
    body: Context,
    start: Option<Start>,
    argument: *mut c_void,
    /// The thread that drives it, first and now.
    first: Thread,
    now: Thread,
    state: State,
    condition: *mut c_void,
    mutex: *mut c_void,
    /// Whether nobody drives it, because this process is a fork.
    is_alone: bool,
}

static mut KNOWN: [Known; MOST] = [const {
    Known {
        driver: Context([0; 1024]),
        body: Context([0; 1024]),
        start: None,
        argument: null_mut(),
        first: 0,
        now: 0,
        state: State::New,
        condition: null_mut(),
        mutex: null_mut(),
        is_alone: false,
    }
}; MOST];

/// The number of threads that were started.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Whether threads that start are not known any more: this process is a fork.
static mut IS_FORK: bool = false;

/// The place where a thread finds the coroutine that it drives, with 1 added; 0 before there is one.
static KEY: AtomicUsize = AtomicUsize::new(0);

unsafe fn known() -> &'static mut [Known] {
    let all = &raw mut KNOWN;
    let count = COUNT.load(Ordering::Acquire).min(MOST);
    // SAFETY: each is changed by its own thread alone, or by the only one of a fork.
    unsafe { &mut (&mut *all)[..count] }
}

unsafe fn mine() -> *mut Known {
    match KEY.load(Ordering::Acquire) {
        0 => null_mut(),
        // SAFETY: the key was made.
        key => unsafe { pthread_getspecific((key - 1) as c_uint).cast() },
    }
}

/// Waits until all known threads wait, for some milliseconds; returns whether they do.
pub(crate) unsafe fn rest(patience: u32) -> bool {
    /// One thread has a loop of its own (Node's `DelayedTaskScheduler`).
    const LOOPS: usize = 1;
    for _ in 0..patience {
        // SAFETY: numbers that other threads write are only looked at.
        unsafe {
            let of = |state| known().iter().filter(|one| one.state == state).count();
            if COUNT.load(Ordering::Acquire) <= MOST && of(State::Busy) == 0 && of(State::New) <= LOOPS {
                return true;
            }
            usleep(1_000);
        }
    }
    false
}

/// Prepares the threads of this process, which is a fork: nobody drives them.
pub(crate) unsafe fn begin_again() {
    const CLOCK_MONOTONIC: c_int = 1;
    // SAFETY: this is the only thread, and nobody holds these locks; attributes fit into the room.
    unsafe {
        IS_FORK = true;
        let mut attributes: [usize; 8] = zeroed();
        pthread_condattr_init((&raw mut attributes).cast());
        pthread_condattr_setclock((&raw mut attributes).cast(), CLOCK_MONOTONIC);
        for one in known() {
            one.is_alone = one.state != State::Over;
            if one.state == State::Waits {
                // Both count threads that are not there.
                real_init()(one.condition, (&raw const attributes).cast());
                pthread_mutex_init(one.mutex, null());
            }
        }
        for one in known() {
            // A handler of a signal may raise a semaphore, and could start no thread.
            if one.state == State::Semaphore {
                drive_again(one);
            }
        }
    }
}

unsafe fn drive_again(one: &mut Known) {
    one.is_alone = false;
    // SAFETY: what the thread gets is never freed; attributes fit into the room.
    unsafe {
        let mut attributes: [usize; 16] = zeroed();
        pthread_attr_init((&raw mut attributes).cast());
        pthread_attr_setstacksize((&raw mut attributes).cast(), DRIVER_STACK); // What it reserves counts for the program.
        let of_attributes = (&raw const attributes).cast();
        if real_create()(&raw mut one.now, of_attributes, drive, (&raw mut *one).cast()) != 0 {
            abort(); // A fresh Node may get its threads: a run that ends by a signal does not count.
        }
    }
}

/// Has threads driven that wait for this condition, if nobody does.
unsafe fn wake(condition: *mut c_void) {
    // SAFETY: only the first signal finds them alone.
    unsafe {
        if IS_FORK {
            for one in known() {
                if one.is_alone && one.state == State::Waits && one.condition == condition {
                    drive_again(one);
                }
            }
        }
    }
}

/// Drives a coroutine until its function ends.
extern "C" fn drive(one: *mut c_void) -> *mut c_void {
    let one = one.cast::<Known>();
    // SAFETY: nobody else drives it.
    unsafe {
        pthread_setspecific((KEY.load(Ordering::Acquire) - 1) as c_uint, one.cast());
        match (*one).state {
            State::Waits => drop(pthread_mutex_lock((*one).mutex)), // As after a wait that ended for no reason.
            State::Semaphore => drop(real_sem_wait()((*one).condition)),
            State::New | State::Busy | State::Over => {}
        }
        loop {
            if (*one).state != State::New {
                (*one).state = State::Busy;
            }
            swapcontext((&raw mut (*one).driver).cast(), (&raw const (*one).body).cast());
            match (*one).state {
                State::Waits => drop(real_wait()((*one).condition, (*one).mutex)),
                State::Semaphore => drop(real_sem_wait()((*one).condition)),
                State::New | State::Busy | State::Over => return null_mut(),
            }
        }
    }
}

/// The coroutine.
extern "C" fn body(index: c_int) {
    // SAFETY: it runs on a stack of its own, and goes back to whoever drives it.
    unsafe {
        let one = (&raw mut KNOWN).cast::<Known>().add(index as usize);
        if let Some(start) = (*one).start {
            start((*one).argument);
        }
        give_back(one, State::Over);
    }
}

/// Goes back to the thread that drives a coroutine, which goes on here when the wait is over.
unsafe fn give_back(one: *mut Known, state: State) {
    // SAFETY: the driver has been left by the same call.
    unsafe {
        (*one).state = state;
        swapcontext((&raw mut (*one).body).cast(), (&raw const (*one).driver).cast());
    }
}

unsafe fn stack(size: usize) -> *mut c_void {
    const READ_AND_WRITE: c_int = 3;
    const OWN_WITHOUT_FILE: c_int = 0x22; // MAP_PRIVATE and MAP_ANONYMOUS
    const ONLY_WHEN_USED: c_int = 0x4000; // MAP_NORESERVE
    // SAFETY: new memory.
    unsafe { mmap(null_mut(), size, READ_AND_WRITE, OWN_WITHOUT_FILE | ONLY_WHEN_USED, -1, 0) }
}

#[unsafe(no_mangle)]
extern "C" fn pthread_create(
    thread: *mut Thread,
    attributes: *const c_void,
    start: Start,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: a stack of its own, which is never given back: a fork would lay another thread there.
    unsafe {
        let index = if IS_FORK { MOST } else { COUNT.fetch_add(1, Ordering::AcqRel) };
        if index >= MOST {
            return real_create()(thread, attributes, start, argument);
        }
        if KEY.load(Ordering::Acquire) == 0 {
            let mut key = 0;
            pthread_key_create(&raw mut key, null());
            KEY.store(key as usize + 1, Ordering::Release);
        }
        let one = (&raw mut KNOWN).cast::<Known>().add(index);
        (*one).start = Some(start);
        (*one).argument = argument;
        let context = (&raw mut (*one).body).cast::<usize>();
        getcontext(context.cast());
        *context.add(AFTER) = 0;
        *context.add(STACK_AT) = stack(STACK).addr();
        *context.add(STACK_SIZE) = STACK;
        makecontext(context.cast(), body, 1, index as c_int);
        let mut own: [usize; 16] = zeroed();
        let own = (&raw mut own).cast();
        pthread_attr_init(own);
        pthread_attr_setstack(own, stack(DRIVER_STACK), DRIVER_STACK);
        let result = real_create()(thread, own, drive, one.cast());
        ((*one).first, (*one).now) = (*thread, *thread);
        result
    }
}

#[unsafe(no_mangle)]
extern "C" fn pthread_join(thread: Thread, result: *mut *mut c_void) -> c_int {
    // SAFETY: a thread that is not there has ended.
    unsafe {
        if IS_FORK && let Some(one) = known().iter().find(|one| one.first == thread) {
            return if one.is_alone { 0 } else { real_join()(one.now, result) };
        }
        real_join()(thread, result)
    }
}

#[unsafe(no_mangle)]
extern "C" fn pthread_cond_wait(condition: *mut c_void, mutex: *mut c_void) -> c_int {
    // SAFETY: the caller is the coroutine, or another thread.
    unsafe {
        let one = mine();
        if one.is_null() {
            return real_wait()(condition, mutex);
        }
        ((*one).condition, (*one).mutex) = (condition, mutex);
        give_back(one, State::Waits);
    }
    0
}

#[unsafe(no_mangle)]
extern "C" fn sem_wait(semaphore: *mut c_void) -> c_int {
    // SAFETY: as above.
    unsafe {
        let one = mine();
        if one.is_null() {
            return real_sem_wait()(semaphore);
        }
        (*one).condition = semaphore;
        give_back(one, State::Semaphore);
    }
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_cond_signal(condition: *mut c_void) -> c_int {
    // SAFETY: the function of the C library.
    unsafe {
        wake(condition);
        real_signal()(condition)
    }
}

#[unsafe(no_mangle)]
extern "C" fn pthread_cond_broadcast(condition: *mut c_void) -> c_int {
    // SAFETY: the function of the C library.
    unsafe {
        wake(condition);
        real_broadcast()(condition)
    }
}

/// V8 keeps its memory from forks, because they are usually another program soon (madvise(2), `MADV_DONTFORK`).
#[unsafe(no_mangle)]
extern "C" fn madvise(at: *mut c_void, length: usize, advice: c_int) -> c_int {
    const DO_NOT_FORK: c_int = 10;
    // SAFETY: the function of the C library.
    unsafe { if !IS_FORK && advice == DO_NOT_FORK { 0 } else { real_madvise()(at, length, advice) } }
}

/// Finds a function of the C library whose name is ours too, or that has an older form under the same name.
unsafe fn find(cache: &AtomicUsize, name: &CStr) -> usize {
    const NEXT: *mut c_void = core::ptr::without_provenance_mut(usize::MAX); // RTLD_NEXT
    let known = cache.load(Ordering::Acquire);
    if known != 0 {
        return known;
    }
    // SAFETY: names that end with a zero. On x86-64 there is an older form of conditions too.
    let found = unsafe {
        let newer = dlvsym(NEXT, name.as_ptr(), c"GLIBC_2.3.2".as_ptr());
        if newer.is_null() { dlsym(NEXT, name.as_ptr()) } else { newer }
    };
    if found.is_null() {
        // SAFETY: abort(3) ends the process.
        unsafe { abort() }
    }
    cache.store(found.addr(), Ordering::Release);
    found.addr()
}

macro_rules! real {
    ($function:ident, $name:literal, ($($argument:ty),*)) => {
        unsafe fn $function() -> unsafe extern "C" fn($($argument),*) -> c_int {
            static CACHE: AtomicUsize = AtomicUsize::new(0);
            // SAFETY: the function has these arguments (pthreads(7)).
            unsafe { transmute(find(&CACHE, $name)) }
        }
    };
}

real!(real_create, c"pthread_create", (*mut Thread, *const c_void, Start, *mut c_void));
real!(real_join, c"pthread_join", (Thread, *mut *mut c_void));
real!(real_init, c"pthread_cond_init", (*mut c_void, *const c_void));
real!(real_wait, c"pthread_cond_wait", (*mut c_void, *mut c_void));
real!(real_signal, c"pthread_cond_signal", (*mut c_void));
real!(real_broadcast, c"pthread_cond_broadcast", (*mut c_void));
real!(real_sem_wait, c"sem_wait", (*mut c_void));
real!(real_madvise, c"madvise", (*mut c_void, usize, c_int));
