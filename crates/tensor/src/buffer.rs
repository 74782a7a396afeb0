//! A block of plain bytes, aligned for its element type, shared by reference count and freed once.
//!
//! A buffer takes over the memory of the `Vec` it is made from, so a kernel's result becomes a tensor without a copy. It
//! remembers that memory's layout and frees it with the same. The bytes are always initialised.
//!
//! Memory may also be lent: somebody else's, which is read but never written, and given back when the buffer is dropped.

use std::{
    alloc::{Layout, alloc, alloc_zeroed, dealloc},
    any::Any,
    mem::ManuallyDrop,
    ptr::NonNull,
};

use regatta_status::{Result, resource_exhausted};

use crate::Element;

/// Alignment of memory that we allocate ourselves: what `malloc` gives. A wider one would make the allocator clear every
/// block itself, where it otherwise gets large ones from the operating system already zeroed.
const ALIGNMENT: usize = 16;

/// A block of bytes with one owner; tensors share it behind an `Arc`.
pub struct Buffer {
    start: NonNull<u8>,
    len: usize,
    memory: Memory,
}

/// Whose the memory is.
enum Memory {
    /// Ours, allocated with this layout; of size zero where nothing was.
    Own(Layout),
    /// Somebody else's, who learns that it is not used any more by this being dropped.
    Lent(#[expect(dead_code, reason = "only to be dropped")] Box<dyn Any + Send + Sync>),
}

// SAFETY: a buffer owns its memory alone, or has it lent to be read, and gives access by the usual borrowing rules.
unsafe impl Send for Buffer {}
// SAFETY: as above; `&Buffer` only reads.
unsafe impl Sync for Buffer {}

impl Buffer {
    /// A buffer of `len` zero bytes, or an error if there is not so much memory: the length may come from a peer. The
    /// operating system hands out large blocks already zeroed, so this is cheap.
    pub fn zeroed(len: usize) -> Result<Buffer> {
        if len == 0 {
            return Ok(Buffer::from_vec(Vec::<u64>::new()));
        }
        let no_memory = || resource_exhausted(format!("cannot get {len} bytes of memory for a tensor"));
        let layout = Layout::from_size_align(len, ALIGNMENT).map_err(|_| no_memory())?;
        // SAFETY: the layout's size is not zero.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or_else(no_memory)?;
        Ok(Buffer { start, len, memory: Memory::Own(layout) })
    }

    /// A buffer in somebody else's memory, which is given back by dropping `lender`.
    ///
    /// # Safety
    /// From `start` on, `len` bytes may be read by every thread, and nobody writes to them, until `lender` is dropped.
    #[cfg(target_os = "linux")]
    pub(crate) unsafe fn lent(start: NonNull<u8>, len: usize, lender: Box<dyn Any + Send + Sync>) -> Buffer {
        Buffer { start, len, memory: Memory::Lent(lender) }
    }

    /// Memory for `len` bytes that come one after the other.
    pub(crate) fn filling(len: usize) -> Result<Filling> {
        if len == 0 {
            return Ok(Filling { memory: Buffer::zeroed(0)?, filled: 0, capacity: 0 });
        }
        let no_memory = || resource_exhausted(format!("cannot get {len} bytes of memory for a tensor"));
        let layout = Layout::from_size_align(len, ALIGNMENT).map_err(|_| no_memory())?;
        // SAFETY: the layout's size is not zero.
        let start = NonNull::new(unsafe { alloc(layout) }).ok_or_else(no_memory)?;
        // A length of zero until all bytes have come: nobody may see those that have not.
        Ok(Filling { memory: Buffer { start, len: 0, memory: Memory::Own(layout) }, filled: 0, capacity: len })
    }

    /// Takes over the memory of a vector.
    pub fn from_vec<T: Element>(values: Vec<T>) -> Buffer {
        let mut values = ManuallyDrop::new(values);
        let layout = Layout::array::<T>(values.capacity()).expect("the vector exists, so its layout does");
        // SAFETY: a vector's pointer is never null (dangling but aligned where nothing is allocated).
        let start = unsafe { NonNull::new_unchecked(values.as_mut_ptr().cast::<u8>()) };
        Buffer { start, len: values.len() * size_of::<T>(), memory: Memory::Own(layout) }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: `start..start+len` is ours or lent to us, initialised (`Element` has no padding), and lives as long as `self`.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }

    /// The bytes, to be written, unless they are lent. Whoever writes keeps them valid for the tensor's type (`bool` is 0
    /// or 1).
    pub(crate) fn bytes_mut(&mut self) -> Option<&mut [u8]> {
        match self.memory {
            // SAFETY: as for `bytes`; the memory is our own, and `&mut self` means that nobody else looks.
            Memory::Own(_) => Some(unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }),
            Memory::Lent(_) => None,
        }
    }

    /// Whether the memory may be read as elements of `T`.
    pub(crate) fn is_aligned_for<T>(&self) -> bool {
        self.start.as_ptr().cast::<T>().is_aligned()
    }
}

/// A buffer whose bytes come one after the other. Clearing it first would cost as much as filling it.
pub(crate) struct Filling {
    /// Freed with its layout; its length is zero until all bytes have come.
    memory: Buffer,
    filled: usize,
    capacity: usize,
}

impl Filling {
    /// How many bytes have come.
    pub fn filled(&self) -> usize {
        self.filled
    }

    /// How many there will be.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Appends bytes; answers whether there was room for them.
    pub fn append(&mut self, bytes: &[u8]) -> bool {
        // SAFETY: a slice may be read.
        unsafe { self.append_from(bytes.as_ptr(), bytes.len()) }
    }

    /// Appends bytes that may lie where no reference can point; answers whether there was room for them.
    ///
    /// # Safety
    /// `len` bytes from `source` on may be read, and are not this buffer's own.
    pub unsafe fn append_from(&mut self, source: *const u8, len: usize) -> bool {
        if len > self.capacity() - self.filled {
            return false;
        }
        // SAFETY: `filled + len` lies within the memory, which is ours alone, so that it does not overlap with the source,
        // which the caller vouches for.
        unsafe { std::ptr::copy_nonoverlapping(source, self.memory.start.as_ptr().add(self.filled), len) };
        self.filled += len;
        true
    }

    /// The buffer, if all its bytes have come.
    pub fn finish(mut self) -> Option<Buffer> {
        if self.filled != self.capacity() {
            return None;
        }
        self.memory.len = self.filled;
        Some(self.memory)
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if let Memory::Own(layout) = self.memory
            && layout.size() > 0
        {
            // SAFETY: the memory was allocated by the global allocator with this layout, and is freed only here.
            unsafe { dealloc(self.start.as_ptr(), layout) }
        }
    }
}

impl AsRef<[u8]> for Buffer {
    fn as_ref(&self) -> &[u8] {
        self.bytes()
    }
}
