//! Memory that two processes of one machine share, for tensors on their way from one to the other.
//!
//! The sender makes a segment and hands its file descriptor to the receiver. The sender copies bytes in, tells by other
//! means where they lie, and the receiver copies them out into a tensor of its own. Nobody ever holds a reference to the
//! memory itself: another process may write to it at any time, which must cost no more than a wrong value.
//!
//! The memory belongs to no file name, so that nothing is left of it when both processes are gone, however they ended. It
//! is sealed against shrinking: a mapping whose memory is gone would end the process that touches it.

use std::{
    ffi::c_void,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    ptr::{NonNull, null_mut},
};

use regatta_status::{Result, invalid_argument, resource_exhausted};
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
        // (no reference to it is ever made), and `bytes` cannot overlap with what no reference points to.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place, bytes.len()) };
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
        // SAFETY: made by `mmap` with this length, and no pointer into it outlives the call that made it.
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
