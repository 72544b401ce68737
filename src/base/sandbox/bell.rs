//! A bell: one thread rings it, others see that it was rung, or wait for it together with other things.

pub(super) use backend::Bell;

#[cfg(target_os = "linux")]
mod backend {
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

    use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};

    /// A descriptor that is readable while the bell rings (eventfd(2)).
    #[derive(Debug)]
    pub(in super::super) struct Bell(OwnedFd);

    impl Bell {
        pub(in super::super) fn new() -> io::Result<Self> {
            Ok(Self(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?))
        }

        pub(in super::super) fn ring(&self) {
            // The write fails only if the counter is full, and then it rings already.
            let _ = rustix::io::write(&self.0, &1_u64.to_ne_bytes());
        }

        pub(in super::super) fn silence(&self) {
            // The read fails if it did not ring, and then there is nothing to do.
            let _ = rustix::io::read(&self.0, &mut [0; 8]);
        }

        pub(in super::super) fn rings(&self) -> bool {
            let mut watched = [PollFd::new(&self.0, PollFlags::IN)];
            matches!(poll(&mut watched, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })), Ok(1))
        }
    }

    impl AsFd for Bell {
        fn as_fd(&self) -> BorrowedFd<'_> {
            self.0.as_fd()
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod backend {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Nobody waits for it but by looking.
    #[derive(Debug, Default)]
    pub(in super::super) struct Bell(AtomicBool);

    impl Bell {
        #[expect(clippy::unnecessary_wraps, reason = "where it is a descriptor, there may be none left")]
        pub(in super::super) fn new() -> io::Result<Self> {
            Ok(Self::default())
        }

        pub(in super::super) fn ring(&self) {
            self.0.store(true, Ordering::SeqCst);
        }

        pub(in super::super) fn silence(&self) {
            self.0.store(false, Ordering::SeqCst);
        }

        pub(in super::super) fn rings(&self) -> bool {
            self.0.load(Ordering::SeqCst)
        }
    }
}
