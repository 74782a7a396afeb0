//! The sorted table behind a checkpoint's index: keys to values, in blocks with checksums, as in LevelDB.
//!
//! ```text
//! file     data block.. | metaindex block (empty) | index block | footer
//! block    entry.. | restart offsets u32.. | restart count u32 || type u8 | masked crc32c of block and type u32
//! entry    varint shared | varint unshared | varint value length | key suffix | value
//! footer   handle of the metaindex | handle of the index | zeros up to 40 bytes | magic u64
//! handle   varint offset | varint size (without the five bytes of type and checksum)
//! ```
//!
//! Keys ascend strictly over the whole file. An entry stores only what its key does not share with the key before it; at
//! every sixteenth entry, a restart point, the key is whole. The index block maps a key at or after the last of each data
//! block, and before the first of the next, to that block's handle. Numbers are little-endian.

mod block;
mod reader;
mod varint;
mod writer;

pub use reader::Table;
pub use writer::TableWriter;

pub(crate) use varint::{read_varint, write_varint};

const MAGIC: u64 = 0xdb47_7524_8b80_fb57;
const FOOTER_BYTES: usize = 48;
/// The type and the checksum after each block.
const TRAILER_BYTES: usize = 5;

const TYPE_PLAIN: u8 = 0;
const TYPE_SNAPPY: u8 = 1;

/// Where a block is; `size` does not count its trailer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockHandle {
    offset: u64,
    size: u64,
}

impl BlockHandle {
    fn encode(self, out: &mut Vec<u8>) {
        write_varint(self.offset, out);
        write_varint(self.size, out);
    }

    /// The handle at the start of `bytes`, which are moved on past it.
    fn decode(bytes: &mut &[u8]) -> Option<BlockHandle> {
        Some(BlockHandle { offset: read_varint(bytes)?, size: read_varint(bytes)? })
    }
}
