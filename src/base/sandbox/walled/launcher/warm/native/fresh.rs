//! Makes forks allocate from pages that contain nothing else.
//!
//! Free memory is scattered between the objects of an interpreter. A fork that allocates there has to copy a page for
//! it. So all free memory is allocated once, and never given back.

use super::foreign::*;

/// The largest object for which Python uses its own allocator, and the step between object sizes, in bytes
/// (Objects/obmalloc.c).
const LARGEST_SMALL: usize = 512;
const STEP: usize = 16;

/// The largest offset of the first object of a pool in its page, in bytes.
const HEAD: usize = 64;

/// More objects than a pool of any size holds.
const MOST_IN_A_POOL: usize = 1 << 10;

/// A size in bytes that hardly any free piece has, but that malloc still takes from the heap.
const LARGE: usize = 64 << 10;

/// The largest piece that malloc keeps in its cache for the next request of the same size, and the bytes of each step
/// that malloc needs itself (malloc(3), glibc's tunables for `tcache`).
const LARGEST_KEPT: usize = 1040;
const KEPT_HEAD: usize = 8;

/// The largest number of pieces that are allocated: more would cost more time than they save.
const MOST_PIECES: usize = 1 << 14;

/// Allocates all free memory.
pub(crate) fn use_up() {
    // SAFETY: memory that is never touched and never freed, except what is freed here.
    unsafe {
        pools();
        pieces();
    }
}

/// Fills Python's partly used pools.
unsafe fn pools() {
    for size in (STEP..=LARGEST_SMALL).step_by(STEP) {
        for _ in 0..MOST_IN_A_POOL {
            // SAFETY: see above.
            let object = unsafe { PyObject_Malloc(size) };
            if object.addr() % PAGE < HEAD {
                // The first object of a new pool. SAFETY: it was allocated here.
                unsafe { PyObject_Free(object) };
                break;
            }
        }
    }
}

/// Allocates the free pieces of the C library below the end of its heap.
unsafe fn pieces() {
    // SAFETY: see above.
    unsafe {
        let end = malloc(LARGE);
        free(end);
        let halves = (0..).map(|times| LARGE >> times).take_while(|size| *size > LARGEST_KEPT);
        let mut left = MOST_PIECES;
        // From large to small: the rest of a large piece is used for smaller ones.
        for size in halves.chain((1..=LARGEST_KEPT / STEP).rev().map(|times| times * STEP - KEPT_HEAD)) {
            while left > 0 {
                left -= 1;
                let piece = malloc(size);
                if piece >= end {
                    if size > LARGEST_KEPT {
                        free(piece); // It joins the end of the heap again. A smaller piece would go into the cache.
                    }
                    break;
                }
            }
        }
    }
}
