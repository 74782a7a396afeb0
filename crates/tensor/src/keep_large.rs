//! An allocator in front of another that keeps large blocks for those who ask for them next.
//!
//! A training step asks for the same large blocks as the one before it. An allocator that gives them back to the system
//! between two steps gets them again page by page, each one cleared by the system first: for a network of some megabytes
//! that is up to a tenth of all work. Here what is freed is kept, up to a limit, and given to whoever asks for that size next.
//! The system is also asked for larger pages, of which there are fewer to look up.

use std::{
    alloc::{GlobalAlloc, Layout},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Blocks of so many bytes are large.
const LARGE: usize = 256 << 10;

/// Large blocks have a multiple of so many bytes, so that sizes which differ little share them.
const GRAIN: usize = 64 << 10;

/// What large blocks are aligned to: a cache line, and the widest vector.
const ALIGNMENT: usize = 64;

/// The system's larger pages, and the size of blocks from which on they are worth being aligned to.
const HUGE_PAGE: usize = 2 << 20;
const HUGE: usize = 2 * HUGE_PAGE;

/// How much is kept.
const KEPT_BYTES: usize = 256 << 20;
const KEPT_BLOCKS: usize = 128;

/// Keeps large blocks; everything else is the other allocator's.
pub struct KeepLarge<A> {
    inner: A,
    kept: Mutex<Kept>,
}

/// Blocks that nobody uses, the oldest first. Of a fixed size: an allocator cannot ask itself for more.
struct Kept {
    blocks: [Block; KEPT_BLOCKS],
    count: usize,
    bytes: usize,
}

#[derive(Clone, Copy)]
struct Block {
    start: *mut u8,
    size: usize,
}

// SAFETY: the blocks are memory that nobody has a reference to.
unsafe impl Send for Kept {}

impl<A: GlobalAlloc> KeepLarge<A> {
    /// Keeps what is got from this allocator.
    pub const fn new(inner: A) -> KeepLarge<A> {
        let nothing = Block { start: std::ptr::null_mut(), size: 0 };
        KeepLarge { inner, kept: Mutex::new(Kept { blocks: [nothing; KEPT_BLOCKS], count: 0, bytes: 0 }) }
    }

    /// A kept block of this size, the last that was given back: it is the likeliest to be in the cache.
    fn take(&self, size: usize) -> Option<*mut u8> {
        let mut kept = self.lock();
        let place = (0..kept.count).rev().find(|place| kept.blocks[*place].size == size)?;
        Some(kept.remove(place).start)
    }

    /// Keeps a block, in the place of the oldest ones if there are too many.
    ///
    /// # Safety
    /// The block is the inner allocator's, of a large layout, and nobody uses it.
    unsafe fn give(&self, start: *mut u8, layout: Layout) {
        let size = layout.size();
        if size > KEPT_BYTES / 2 {
            // SAFETY: as the caller says.
            return unsafe { self.inner.dealloc(start, layout) };
        }
        let mut kept = self.lock();
        while kept.count == KEPT_BLOCKS || kept.bytes + size > KEPT_BYTES {
            let oldest = kept.remove(0);
            // SAFETY: a kept block is one that was given, of the large layout of its size, and is now out of the list.
            unsafe { self.inner.dealloc(oldest.start, of_size(oldest.size)) };
        }
        let place = kept.count;
        kept.blocks[place] = Block { start, size };
        kept.count += 1;
        kept.bytes += size;
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn remove(&mut self, place: usize) -> Block {
        let block = self.blocks[place];
        self.blocks.copy_within(place + 1..self.count, place);
        self.count -= 1;
        self.bytes -= block.size;
        block
    }
}

/// The layout that a block of this one has, if it is large.
fn large(layout: Layout) -> Option<Layout> {
    let is_large = layout.size() >= LARGE && layout.align() <= ALIGNMENT && layout.size() < isize::MAX as usize / 2;
    is_large.then(|| of_size(layout.size().next_multiple_of(GRAIN)))
}

fn of_size(size: usize) -> Layout {
    let alignment = if size < HUGE { ALIGNMENT } else { HUGE_PAGE };
    // SAFETY: alignments are powers of two, and sizes are far below the largest there may be: see `large`.
    unsafe { Layout::from_size_align_unchecked(size, alignment) }
}

/// Asks for larger pages for a new block. Not to get any is no mistake.
fn advise(start: *mut u8, layout: Layout) -> *mut u8 {
    #[cfg(target_os = "linux")]
    if layout.align() == HUGE_PAGE && !start.is_null() {
        let whole = layout.size() - layout.size() % HUGE_PAGE;
        // SAFETY: the range lies in the block, and what is advised changes nothing in it.
        let _ = unsafe { rustix::mm::madvise(start.cast(), whole, rustix::mm::Advice::LinuxHugepage) };
    }
    start
}

// SAFETY: a block is either the inner allocator's own, of the same layout, or one of a larger layout that follows from the
// one asked for, and so is known again when it is freed. A kept block is out of the list before it is handed out, so
// that it has one owner.
unsafe impl<A: GlobalAlloc> GlobalAlloc for KeepLarge<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match large(layout) {
            // SAFETY: the caller's promise.
            None => unsafe { self.inner.alloc(layout) },
            // SAFETY: the size is not zero.
            Some(large) => self.take(large.size()).unwrap_or_else(|| advise(unsafe { self.inner.alloc(large) }, large)),
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let Some(large) = large(layout) else {
            // SAFETY: the caller's promise.
            return unsafe { self.inner.alloc_zeroed(layout) };
        };
        match self.take(large.size()) {
            Some(start) => {
                // SAFETY: the block has at least so many bytes, and is ours.
                unsafe { start.write_bytes(0, layout.size()) };
                start
            }
            // SAFETY: the size is not zero.
            None => advise(unsafe { self.inner.alloc_zeroed(large) }, large),
        }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        match large(layout) {
            // SAFETY: the caller's promise: it was got with this layout, and so from the inner allocator.
            None => unsafe { self.inner.dealloc(start, layout) },
            // SAFETY: it was got with this layout, and so with the large one.
            Some(large) => unsafe { self.give(start, large) },
        }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller promises that the size is one of a layout.
        let new = unsafe { Layout::from_size_align_unchecked(new_size, layout.align()) };
        match (large(layout), large(new)) {
            // SAFETY: the caller's promise.
            (None, None) => unsafe { self.inner.realloc(start, layout, new_size) },
            (Some(old), Some(new)) if old == new => start,
            _ => {
                // SAFETY: the size is not zero, by the caller's promise.
                let moved = unsafe { self.alloc(new) };
                if !moved.is_null() {
                    // SAFETY: both blocks have so many bytes, and are different ones.
                    unsafe { std::ptr::copy_nonoverlapping(start, moved, layout.size().min(new_size)) };
                    // SAFETY: the caller's promise.
                    unsafe { self.dealloc(start, layout) };
                }
                moved
            }
        }
    }
}

impl<A> std::fmt::Debug for KeepLarge<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeepLarge").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::alloc::System;

    use proptest::prelude::*;

    use super::*;

    /// A block, and the byte that all of it has.
    struct Held {
        start: *mut u8,
        layout: Layout,
        byte: u8,
    }

    impl Held {
        fn is_whole(&self, len: usize) -> bool {
            // SAFETY: the block is ours and was filled.
            let bytes = unsafe { std::slice::from_raw_parts(self.start, len) };
            bytes.iter().all(|byte| *byte == self.byte)
        }

        fn fill(&mut self, byte: u8) {
            self.byte = byte;
            // SAFETY: the block is ours.
            unsafe { self.start.write_bytes(byte, self.layout.size()) };
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        /// Whatever is asked for, given back and made larger or smaller: every block is its owner's alone.
        #[test]
        fn blocks_keep_what_is_written_to_them(
            calls in prop::collection::vec((0u8..4, 0usize..12, 1usize..(6 << 20), 0u32..4), 1..60)
        ) {
            let allocator = KeepLarge::new(System);
            let mut held: Vec<Held> = Vec::new();
            for (number, (call, which, size, align)) in calls.into_iter().enumerate() {
                let byte = number as u8;
                let layout = Layout::from_size_align(size, 16 << align).unwrap();
                match call {
                    // SAFETY: the size is not zero.
                    0 => held.push(Held { start: unsafe { allocator.alloc(layout) }, layout, byte }),
                    1 => {
                        // SAFETY: as above.
                        let zeroed = Held { start: unsafe { allocator.alloc_zeroed(layout) }, layout, byte: 0 };
                        prop_assert!(zeroed.is_whole(size));
                        held.push(zeroed);
                    }
                    _ if held.is_empty() => continue,
                    2 => {
                        let gone = held.swap_remove(which % held.len());
                        prop_assert!(gone.is_whole(gone.layout.size()));
                        // SAFETY: got with this layout, and forgotten.
                        unsafe { allocator.dealloc(gone.start, gone.layout) };
                        continue;
                    }
                    _ => {
                        let mut moved = held.swap_remove(which % held.len());
                        let common = moved.layout.size().min(size);
                        // SAFETY: got with this layout; the size is not zero.
                        moved.start = unsafe { allocator.realloc(moved.start, moved.layout, size) };
                        moved.layout = Layout::from_size_align(size, moved.layout.align()).unwrap();
                        prop_assert!(moved.is_whole(common));
                        held.push(moved);
                    }
                }
                let last = held.last_mut().unwrap();
                prop_assert!(last.start.addr().is_multiple_of(last.layout.align()));
                last.fill(byte);
            }
            prop_assert!(held.iter().all(|block| block.is_whole(block.layout.size())));
            for block in held {
                // SAFETY: got with this layout, and forgotten.
                unsafe { allocator.dealloc(block.start, block.layout) };
            }
            prop_assert!(allocator.lock().bytes <= KEPT_BYTES);
        }
    }

    #[test]
    fn what_is_given_back_is_given_out_again() {
        let allocator = KeepLarge::new(System);
        let layout = |size| Layout::from_size_align(size, 16).unwrap();
        // SAFETY: sizes are not zero; each block is freed once, with its layout.
        unsafe {
            let first = allocator.alloc(layout(1 << 20));
            allocator.dealloc(first, layout(1 << 20));
            // Nearly the same size will do.
            let second = allocator.alloc(layout((1 << 20) - 100));
            assert_eq!(first, second);
            allocator.dealloc(second, layout((1 << 20) - 100));
            for _ in 0..2 * KEPT_BLOCKS {
                let blocks = [allocator.alloc(layout(LARGE)), allocator.alloc(layout(LARGE))];
                blocks.iter().for_each(|block| allocator.dealloc(*block, layout(LARGE)));
            }
        }
        assert_eq!(allocator.lock().count, 3);
    }
}
