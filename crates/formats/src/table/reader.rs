//! Reading a table: all of it at once, every block checked.
//!
//! An index is small beside the tensors it points to, so it is decoded whole. Then damage anywhere in it is found when a
//! checkpoint is opened, and not when the one tensor behind it is wanted.

use std::fs;
use std::path::{Path, PathBuf};

use regatta_status::{Result, Status, data_loss};

use super::{BlockHandle, FOOTER_BYTES, MAGIC, TRAILER_BYTES, TYPE_PLAIN, TYPE_SNAPPY, block};
use crate::bundle::files::io_status;
use crate::crc;

/// A table in memory, its keys ascending.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    entries: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Table {
    /// Reads the table at `path`. Damage is `DATA_LOSS` that names the path and the byte.
    pub fn open(path: &Path) -> Result<Table> {
        let file = fs::read(path).map_err(|error| io_status("read", path, &error))?;
        let mut table = Table { path: path.to_owned(), entries: Vec::new() };
        let (metaindex, index) = table.footer(&file)?;
        // Nothing is in it that we want, but damage to it is damage.
        table.checked_block(&file, metaindex)?;
        let mut handles = Vec::new();
        table.for_each_entry(&file, index, |_, mut value| {
            handles.push(BlockHandle::decode(&mut value).ok_or((0, "a block handle is malformed"))?);
            Ok(())
        })?;
        for handle in handles {
            let mut entries = std::mem::take(&mut table.entries);
            table.for_each_entry(&file, handle, |key, value| {
                if entries.last().is_some_and(|(last, _)| last.as_slice() >= key) {
                    return Err(BlockError(0, "keys do not ascend"));
                }
                entries.push((key.to_vec(), value.to_vec()));
                Ok(())
            })?;
            table.entries = entries;
        }
        Ok(table)
    }

    /// The value under `key`.
    pub fn get(&self, key: &[u8]) -> Option<&[u8]> {
        let at = self.entries.binary_search_by(|(candidate, _)| candidate.as_slice().cmp(key)).ok()?;
        Some(&self.entries[at].1)
    }

    /// Keys and values, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.entries.iter().map(|(key, value)| (key.as_slice(), value.as_slice()))
    }

    /// The handles of the metaindex block and the index block.
    fn footer(&self, file: &[u8]) -> Result<(BlockHandle, BlockHandle)> {
        let Some(footer_at) = file.len().checked_sub(FOOTER_BYTES) else {
            return Err(self.damaged(file.len() as u64, "the file is too short to be a table"));
        };
        let (mut handles, magic) = file[footer_at..].split_at(FOOTER_BYTES - 8);
        if magic != MAGIC.to_le_bytes() {
            return Err(self.damaged((file.len() - 8) as u64, "the file does not end like a table (bad magic number)"));
        }
        BlockHandle::decode(&mut handles)
            .and_then(|metaindex| Some((metaindex, BlockHandle::decode(&mut handles)?)))
            .ok_or_else(|| self.damaged(footer_at as u64, "the footer is malformed"))
    }

    fn for_each_entry(
        &self,
        file: &[u8],
        handle: BlockHandle,
        entry: impl FnMut(&[u8], &[u8]) -> Result<(), BlockError>,
    ) -> Result<()> {
        let (contents, block_type) = self.checked_block(file, handle)?;
        let result = match block_type {
            TYPE_PLAIN => block::for_each_entry(contents, entry),
            TYPE_SNAPPY => block::for_each_entry(&self.decompress(contents, handle)?, entry),
            _ => return Err(self.damaged(handle.offset, &format!("block type {block_type} is unknown"))),
        };
        result.map_err(|BlockError(at, what)| self.damaged(handle.offset, &format!("{what} (byte {at} of the block)")))
    }

    /// A block's stored bytes and type, if its checksum agrees.
    fn checked_block<'a>(&self, file: &'a [u8], handle: BlockHandle) -> Result<(&'a [u8], u8)> {
        let stored = usize::try_from(handle.offset)
            .ok()
            .and_then(|start| file.get(start..))
            .and_then(|rest| rest.get(..usize::try_from(handle.size).ok()?.checked_add(TRAILER_BYTES)?))
            .ok_or_else(|| {
                let what = format!("a block of {} bytes runs over the end of the file ({})", handle.size, file.len());
                self.damaged(handle.offset, &what)
            })?;
        let (with_type, checksum) = stored.split_at(stored.len() - 4);
        let expected = u32::from_le_bytes(checksum.try_into().expect("four bytes"));
        let actual = crc::mask(crc::crc(with_type));
        if actual != expected {
            let what = format!("block checksum mismatch, stored: {expected:#010x}, computed: {actual:#010x}");
            return Err(self.damaged(handle.offset, &what));
        }
        let (&block_type, contents) = with_type.split_last().expect("a trailer has a type");
        Ok((contents, block_type))
    }

    fn decompress(&self, contents: &[u8], handle: BlockHandle) -> Result<Vec<u8>> {
        // No snappy stream grows more than a copy of 64 bytes out of 3 does, so a larger claim is a lie.
        let len = snap::raw::decompress_len(contents).ok().filter(|&len| len <= contents.len().saturating_mul(22) + 64);
        len.and_then(|_| snap::raw::Decoder::new().decompress_vec(contents).ok())
            .ok_or_else(|| self.damaged(handle.offset, "a compressed block is malformed"))
    }

    fn damaged(&self, offset: u64, what: &str) -> Status {
        data_loss(format!("{}: damaged at byte {offset}: {what}", self.path.display()))
    }
}

/// The byte in a block at which it makes no sense, and why.
struct BlockError(usize, &'static str);

impl From<(usize, &'static str)> for BlockError {
    fn from((at, what): (usize, &'static str)) -> BlockError {
        BlockError(at, what)
    }
}
