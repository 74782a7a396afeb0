//! Writing a table, byte for byte as TensorFlow does.

use std::io::{self, Write};

use super::block::BlockBuilder;
use super::{BlockHandle, FOOTER_BYTES, MAGIC, TRAILER_BYTES, TYPE_PLAIN};
use crate::crc;

/// A block is ended once it is this large.
const BLOCK_BYTES: usize = 256 << 10;
const RESTART_INTERVAL: usize = 16;

/// Writes a table to `out`; keys come in ascending order.
pub struct TableWriter<W: Write> {
    out: W,
    offset: u64,
    block_bytes: usize,
    data: BlockBuilder,
    index: BlockBuilder,
    last_key: Vec<u8>,
    /// The block that was ended last; its index key depends on the first key of the next.
    pending: Option<BlockHandle>,
}

impl<W: Write> TableWriter<W> {
    /// A table that will be written to `out`, which should be buffered.
    pub fn new(out: W) -> TableWriter<W> {
        TableWriter::with_block_bytes(out, BLOCK_BYTES)
    }

    /// As `new`, with blocks that end once they have `block_bytes`.
    pub fn with_block_bytes(out: W, block_bytes: usize) -> TableWriter<W> {
        TableWriter {
            out,
            offset: 0,
            block_bytes,
            data: BlockBuilder::new(RESTART_INTERVAL),
            index: BlockBuilder::new(1),
            last_key: Vec::new(),
            pending: None,
        }
    }

    /// Adds an entry. Its key must come after the one before it; that is the caller's promise, and a broken one panics.
    pub fn add(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        let is_first = self.offset == 0 && self.data.is_empty();
        assert!(is_first || self.last_key.as_slice() < key, "the keys of a table ascend");
        if let Some(handle) = self.pending.take() {
            let separator = shortest_separator(&self.last_key, key);
            self.add_to_index(&separator, handle);
        }
        self.data.add(key, value);
        self.last_key.clear();
        self.last_key.extend_from_slice(key);
        if self.data.size() >= self.block_bytes {
            self.end_data_block()?;
        }
        Ok(())
    }

    /// Writes what is left, and hands the writer back unflushed.
    pub fn finish(mut self) -> io::Result<W> {
        if !self.data.is_empty() {
            self.end_data_block()?;
        }
        let metaindex = self.write_block(&BlockBuilder::new(RESTART_INTERVAL).finish())?;
        if let Some(handle) = self.pending.take() {
            let successor = short_successor(&self.last_key);
            self.add_to_index(&successor, handle);
        }
        let index = self.index.finish();
        let index = self.write_block(&index)?;

        let mut footer = Vec::with_capacity(FOOTER_BYTES);
        metaindex.encode(&mut footer);
        index.encode(&mut footer);
        footer.resize(FOOTER_BYTES - 8, 0);
        footer.extend_from_slice(&MAGIC.to_le_bytes());
        self.out.write_all(&footer)?;
        Ok(self.out)
    }

    fn end_data_block(&mut self) -> io::Result<()> {
        let block = self.data.finish();
        self.pending = Some(self.write_block(&block)?);
        Ok(())
    }

    fn add_to_index(&mut self, key: &[u8], handle: BlockHandle) {
        let mut value = Vec::new();
        handle.encode(&mut value);
        self.index.add(key, &value);
    }

    fn write_block(&mut self, block: &[u8]) -> io::Result<BlockHandle> {
        let checksum = crc::mask(crc::extend(crc::crc(block), &[TYPE_PLAIN]));
        self.out.write_all(block)?;
        self.out.write_all(&[TYPE_PLAIN])?;
        self.out.write_all(&checksum.to_le_bytes())?;
        let handle = BlockHandle { offset: self.offset, size: block.len() as u64 };
        self.offset += (block.len() + TRAILER_BYTES) as u64;
        Ok(handle)
    }
}

/// A short key at or after `last` and before `next`.
fn shortest_separator(last: &[u8], next: &[u8]) -> Vec<u8> {
    let shared = last.iter().zip(next).take_while(|(left, right)| left == right).count();
    match (last.get(shared), next.get(shared)) {
        (Some(&byte), Some(&limit)) if byte < 0xff && byte + 1 < limit => [&last[..shared], &[byte + 1]].concat(),
        _ => last.to_vec(),
    }
}

/// A short key at or after `last`.
fn short_successor(last: &[u8]) -> Vec<u8> {
    match last.iter().position(|&byte| byte != 0xff) {
        Some(at) => [&last[..at], &[last[at] + 1]].concat(),
        None => last.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_keys_are_short_and_between() {
        assert_eq!(shortest_separator(b"abcd", b"abzz"), b"abd");
        assert_eq!(shortest_separator(b"abc", b"abcd"), b"abc");
        assert_eq!(shortest_separator(b"abc", b"abd"), b"abc");
        assert_eq!(short_successor(b"abc"), b"b");
        assert_eq!(short_successor(&[0xff, 0xff]), [0xff, 0xff]);
    }
}
