//! Memory that two processes of one machine share, for tensors on their way from one to the other.
//!
//! The sender makes a segment and hands its file descriptor to the receiver. The sender copies bytes in and tells by other
//! means where they lie. The receiver copies them out into a tensor of its own, or, if they are many, uses them where they
//! lie and tells when it does not any more: writing to memory is what takes longest of all in a training step.
//!
//! The memory is another process's to write. That it does not while a tensor lies there is the sender's promise. One that
//! breaks it is a process of the same user (whoever opens a segment makes sure of that), which could as well write into any
//! of our memory through `/proc`; so it is trusted no more than it has to be anyway. Types whose bytes may not be anything are
//! copied and checked.
//!
//! The memory belongs to no file name, so that nothing is left of it when both processes are gone, however they ended. It
//! is sealed against shrinking: a mapping whose memory is gone would end the process that touches it.

use std::{
    ffi::c_void,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    ptr::{NonNull, null_mut},
    sync::Arc,
};

use regatta_status::{Result, internal, invalid_argument, resource_exhausted};
use rustix::{
    fs::{
        FallocateFlags, MemfdFlags, SealFlags, fallocate, fcntl_add_seals, fcntl_get_seals, fstat, ftruncate,
        memfd_create,
    },
    mm::{MapFlags, ProtFlags, mmap, munmap},
};

use crate::{DType, Shape, Tensor, TensorWriter};

/// The sender's end of a segment.
pub struct SegmentWriter {
    file: OwnedFd,
    mapping: Mapping,
}

impl SegmentWriter {
    /// A segment of `len` bytes. Memory is taken for the pages that are written to, when they are.
    pub fn new(len: usize) -> Result<SegmentWriter> {
        let failed = |e| resource_exhausted(format!("cannot share {len} bytes of memory: {e}"));
        let file = memfd_create(c"regatta", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING).map_err(failed)?;
        ftruncate(&file, len as u64).map_err(failed)?;
        fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL).map_err(failed)?;
        let mapping = Mapping::new(&file, len, ProtFlags::READ | ProtFlags::WRITE).map_err(failed)?;
        Ok(SegmentWriter { file, mapping })
    }

    /// What the receiver needs to open the segment.
    pub fn file(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }

    /// How many bytes it has.
    pub fn size(&self) -> usize {
        self.mapping.len
    }

    /// Copies bytes to a place in the segment. Writers who meet at one place leave a mixture there.
    pub fn write(&self, at: usize, bytes: &[u8]) -> Result<()> {
        let place = self.mapping.range(at, bytes.len())?;
        // SAFETY: the range lies in the mapping, which is writable and lives as long as `self`. Rust knows no object there
        // (this process makes no reference to it), and `bytes` cannot overlap with what no reference points to.
        unsafe { copy(place, bytes) };
        Ok(())
    }

    /// Gives the memory from `at` on back to the system, whose bytes are zero then.
    pub fn discard_from(&self, at: usize) -> Result<()> {
        let Some(len) = self.size().checked_sub(at).filter(|len| *len > 0) else { return Ok(()) };
        let how = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        fallocate(&self.file, how, at as u64, len as u64)
            .map_err(|e| resource_exhausted(format!("cannot give back {len} bytes of shared memory: {e}")))
    }
}

/// From so many bytes on, what is copied is not expected to be in a cache when it is read.
#[cfg(any(test, target_arch = "x86_64"))]
const LARGE: usize = 4 << 20;

/// Copies bytes. Many are written past the caches: a store to memory that is in none reads it first, which for what is
/// overwritten anyway takes half as long again.
///
/// # Safety
/// As many bytes from `place` on may be written, and no reference points to them.
unsafe fn copy(place: *mut u8, bytes: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    if bytes.len() >= LARGE && place.cast::<Line>().is_aligned() {
        let (lines, rest) = bytes.as_chunks::<LINE>();
        // SAFETY: the lines lie in what the caller may write to, and are aligned.
        unsafe { write_past_caches(place.cast::<Line>(), lines) };
        // SAFETY: what is left of the bytes, at its place.
        return unsafe {
            std::ptr::copy_nonoverlapping(rest.as_ptr(), place.add(bytes.len() - rest.len()), rest.len())
        };
    }
    // SAFETY: the caller vouches for the place.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place, bytes.len()) };
}

/// What a cache holds at one place.
#[cfg(target_arch = "x86_64")]
#[repr(align(64))]
struct Line(#[expect(dead_code, reason = "only to be written to")] [u8; LINE]);

#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// # Safety
/// As many lines from `target` on may be written to.
#[cfg(target_arch = "x86_64")]
unsafe fn write_past_caches(target: *mut Line, lines: &[[u8; LINE]]) {
    use std::arch::x86_64::{
        __m128i, __m512i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128, _mm512_loadu_si512, _mm512_stream_si512,
    };

    /// A line at a time, which the machine need not put together first.
    ///
    /// # Safety
    /// As for the function around it.
    #[target_feature(enable = "avx512f")]
    unsafe fn whole(target: *mut Line, lines: &[[u8; LINE]]) {
        for (k, line) in lines.iter().enumerate() {
            // SAFETY: the line may be written to, and is aligned.
            unsafe { _mm512_stream_si512(target.add(k).cast(), _mm512_loadu_si512(line.as_ptr().cast::<__m512i>())) };
        }
    }

    if is_x86_feature_detected!("avx512f") {
        // SAFETY: the machine has what the function is compiled for; the rest is the caller's promise.
        unsafe { whole(target, lines) };
    } else {
        for (k, line) in lines.iter().enumerate() {
            let (to, from) = (target.wrapping_add(k).cast::<__m128i>(), line.as_ptr().cast::<__m128i>());
            for part in 0..LINE / size_of::<__m128i>() {
                // SAFETY: a part of a line that may be written to, and is aligned. Every machine of this kind can do this.
                unsafe { _mm_stream_si128(to.add(part), _mm_loadu_si128(from.add(part))) };
            }
        }
    }
    // SAFETY: every machine of this kind can do this. Other stores do not wait for those above by themselves.
    unsafe { _mm_sfence() };
}

/// The receiver's end of a segment.
pub struct SegmentReader {
    mapping: Mapping,
}

impl SegmentReader {
    /// Opens a segment by the file that its sender handed over; refused if it could become shorter than it is.
    pub fn open(file: &OwnedFd) -> Result<SegmentReader> {
        let failed = |e| invalid_argument(format!("not a segment of shared memory: {e}"));
        if !fcntl_get_seals(file).map_err(failed)?.contains(SealFlags::SHRINK) {
            return Err(invalid_argument("a segment of shared memory that its sender can take away"));
        }
        let len = usize::try_from(fstat(file).map_err(failed)?.st_size).unwrap_or(0);
        if len == 0 {
            return Err(invalid_argument("a segment of shared memory without any"));
        }
        Ok(SegmentReader { mapping: Mapping::new(file, len, ProtFlags::READ).map_err(failed)? })
    }

    /// A tensor of a plain type that lies in the segment and stays there; when nobody uses it any more, `lender` is dropped.
    /// Refused if the bytes do not lie there, or cannot be used where they lie: see [`SegmentReader::can_lend`].
    pub fn lend(
        self: &Arc<Self>,
        (at, len): (usize, usize),
        dtype: DType,
        shape: Shape,
        lender: impl Send + Sync + 'static,
    ) -> Result<Tensor> {
        let place = NonNull::new(self.mapping.range(at, len)?).ok_or_else(|| internal("a segment lies at zero"))?;
        // SAFETY: the range lies in the mapping, which is readable and lives as long as the reader, which the lender holds.
        // That the sender does not write to it meanwhile is its promise: see above.
        unsafe { Tensor::lent(dtype, shape, (place, len), Box::new((lender, Arc::clone(self)))) }
    }

    /// Whether tensors of a type can be used where they lie: all their bytes are values.
    pub fn can_lend(dtype: DType) -> bool {
        dtype != DType::Bool && dtype.size().is_some()
    }

    /// A tensor of a plain type from its bytes in the segment; refused if they do not lie there, before memory is taken.
    pub fn tensor(&self, at: usize, len: usize, dtype: DType, shape: Shape) -> Result<Tensor> {
        let place = self.mapping.range(at, len)?;
        let mut writer = TensorWriter::new(dtype, shape, len)?;
        // SAFETY: the range lies in the mapping, which is readable and lives as long as `self`. The sender may write to it
        // meanwhile; it is only copied, as bytes of no type, so that the worst is a mixture of values.
        unsafe { writer.write_from(place, len) }?;
        writer.finish()
    }
}

/// A file mapped into memory, until it is dropped.
struct Mapping {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: a mapping is an address range of the process, which every thread may use; what is done with it says so itself.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    fn new(file: &OwnedFd, len: usize, access: ProtFlags) -> rustix::io::Result<Mapping> {
        // SAFETY: a new mapping at an address of the system's choice, which disturbs nobody's memory.
        let start = unsafe { mmap(null_mut(), len, access, MapFlags::SHARED, file, 0) }?;
        let start = NonNull::new(start.cast::<u8>()).ok_or(rustix::io::Errno::NOMEM)?;
        Ok(Mapping { start, len })
    }

    /// Where a range begins, if it lies in the mapping.
    fn range(&self, at: usize, len: usize) -> Result<*mut u8> {
        if at.checked_add(len).is_none_or(|end| end > self.len) {
            return Err(invalid_argument(format!(
                "{len} bytes at {at} do not lie in a segment of {} bytes of shared memory",
                self.len
            )));
        }
        Ok(self.start.as_ptr().wrapping_add(at))
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: made by `mmap` with this length; pointers into it do not outlive the call that made them, and tensors that
        // lie there hold the mapping.
        // It fails only for addresses that are no mapping's.
        let _ = unsafe { munmap(self.start.as_ptr().cast::<c_void>(), self.len) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(writer: &SegmentWriter) -> SegmentReader {
        SegmentReader::open(&writer.file().try_clone_to_owned().unwrap()).unwrap()
    }

    fn bytes_at(reader: &SegmentReader, at: usize, len: usize) -> Result<Tensor> {
        reader.tensor(at, len, DType::UInt8, Shape::vector(len))
    }

    #[test]
    fn what_one_end_writes_the_other_reads() {
        let writer = SegmentWriter::new(1 << 20).unwrap();
        let reader = reader(&writer);
        for at in [0, 5, 4096, (1 << 20) - 8] {
            writer.write(at, &[1, 2, 3, 4, 5, 6, 7, at as u8]).unwrap();
            assert_eq!(bytes_at(&reader, at, 8).unwrap().bytes().unwrap(), [1, 2, 3, 4, 5, 6, 7, at as u8]);
        }
        writer.discard_from(4096).unwrap();
        assert_eq!(bytes_at(&reader, 4096, 8).unwrap().bytes().unwrap(), [0; 8]);
    }

    #[test]
    fn ranges_outside_are_refused() {
        let writer = SegmentWriter::new(4096).unwrap();
        let reader = reader(&writer);
        for (at, len) in [(4096, 1), (4095, 2), (usize::MAX, 1), (0, 4097), (1, isize::MAX as usize)] {
            assert!(bytes_at(&reader, at, len).is_err(), "{len} bytes at {at}");
        }
        assert!(writer.write(4090, &[0; 7]).is_err());
        // Another number of bytes than the tensor has.
        assert!(reader.tensor(0, 9, DType::Float, Shape::vector(2)).is_err());
        assert!(reader.tensor(0, 8, DType::String, Shape::vector(2)).is_err());
    }

    #[test]
    fn large_copies_arrive_whole_wherever_they_begin_and_end() {
        let bytes: Vec<u8> = (0..LARGE + 1000).map(|i| (i % 251) as u8).collect();
        let writer = SegmentWriter::new(LARGE + 4096).unwrap();
        let reader = reader(&writer);
        for (at, len) in [(0, LARGE), (64, LARGE + 1), (65, LARGE + 7), (128, LARGE + 999), (0, LARGE - 1)] {
            writer.write(at, &[0xff; 64]).unwrap();
            writer.write(at, &bytes[..len]).unwrap();
            assert!(bytes_at(&reader, at, len).unwrap().bytes().unwrap() == &bytes[..len], "{len} bytes at {at}");
        }
    }

    #[test]
    fn lent_tensors_are_read_where_they_lie_and_given_back_once() {
        let writer = SegmentWriter::new(4096).unwrap();
        let reader = Arc::new(reader(&writer));
        let lender = Arc::new(());
        writer.write(64, bytemuck::cast_slice(&[1f32, 2.0, 3.0])).unwrap();
        let mut lent = reader.lend((64, 12), DType::Float, Shape::vector(3), Arc::clone(&lender)).unwrap();
        let clone = lent.reshaped(Shape::new(&[3, 1]).unwrap()).unwrap();
        assert_eq!(lent.values::<f32>().unwrap(), [1.0, 2.0, 3.0]);
        drop(clone);
        // Held by one alone, and still not its own to write.
        assert!(lent.unique_mut::<f32>().unwrap().is_none());
        assert_eq!(Arc::strong_count(&lender), 2);
        lent.make_mut::<f32>().unwrap()[1] = 7.0;
        assert_eq!(Arc::strong_count(&lender), 1);
        assert_eq!(lent.values::<f32>().unwrap(), [1.0, 7.0, 3.0]);
        assert_eq!(bytes_at(&reader, 68, 4).unwrap().bytes().unwrap(), 2f32.to_le_bytes());
        // It outlives both ends.
        let lent = reader.lend((64, 12), DType::Float, Shape::vector(3), Arc::clone(&lender)).unwrap();
        drop((writer, reader));
        assert_eq!(lent.values::<f32>().unwrap()[2], 3.0);
    }

    #[test]
    fn what_cannot_be_used_where_it_lies_is_not_lent() {
        let writer = SegmentWriter::new(4096).unwrap();
        let reader = Arc::new(reader(&writer));
        let lender = Arc::new(());
        let lend = |at, len, dtype, count| reader.lend((at, len), dtype, Shape::vector(count), Arc::clone(&lender));
        assert!(lend(0, 4, DType::Bool, 4).is_err() && !SegmentReader::can_lend(DType::Bool));
        assert!(lend(0, 4, DType::String, 4).is_err() && !SegmentReader::can_lend(DType::String));
        assert!(lend(8, 8, DType::Float, 2).is_err());
        assert!(lend(0, 8, DType::Float, 3).is_err());
        assert!(lend(4096, 8, DType::Float, 2).is_err());
        assert!(lend(4080, 32, DType::Float, 8).is_err());
        assert_eq!(Arc::strong_count(&lender), 1);
    }

    #[test]
    fn only_memory_that_stays_is_opened() {
        let unsealed = memfd_create(c"test", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING).unwrap();
        ftruncate(&unsealed, 4096).unwrap();
        assert!(SegmentReader::open(&unsealed).is_err());
        let ordinary = OwnedFd::from(std::fs::File::open("/dev/null").unwrap());
        assert!(SegmentReader::open(&ordinary).is_err());
        let empty = memfd_create(c"test", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING).unwrap();
        fcntl_add_seals(&empty, SealFlags::SHRINK).unwrap();
        assert!(SegmentReader::open(&empty).is_err());
        let writer = SegmentWriter::new(4096).unwrap();
        assert!(ftruncate(writer.file(), 0).is_err());
    }
}
