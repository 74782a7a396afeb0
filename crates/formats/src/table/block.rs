//! One block of a table: building it entry by entry, and taking it apart.

use super::varint::{read_varint, write_varint};

/// Decoded keys may be this many times as long as the block they come from. Whole keys at every sixteenth entry bound it
/// at 16 in any block that a table writer makes; without a bound, a small block of ever longer keys would fill the memory.
const KEY_GROWTH_MAX: usize = 64;

/// A block being built; keys come in ascending order.
pub(super) struct BlockBuilder {
    bytes: Vec<u8>,
    restarts: Vec<u32>,
    restart_interval: usize,
    since_restart: usize,
    last_key: Vec<u8>,
}

impl BlockBuilder {
    pub(super) fn new(restart_interval: usize) -> BlockBuilder {
        BlockBuilder { bytes: Vec::new(), restarts: vec![0], restart_interval, since_restart: 0, last_key: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Bytes of the block if it were finished now.
    pub(super) fn size(&self) -> usize {
        self.bytes.len() + 4 * (self.restarts.len() + 1)
    }

    pub(super) fn add(&mut self, key: &[u8], value: &[u8]) {
        let mut shared = 0;
        if self.since_restart < self.restart_interval {
            shared = self.last_key.iter().zip(key).take_while(|(left, right)| left == right).count();
        } else {
            self.restarts.push(self.bytes.len() as u32);
            self.since_restart = 0;
        }
        write_varint(shared as u64, &mut self.bytes);
        write_varint((key.len() - shared) as u64, &mut self.bytes);
        write_varint(value.len() as u64, &mut self.bytes);
        self.bytes.extend_from_slice(&key[shared..]);
        self.bytes.extend_from_slice(value);
        self.last_key.clear();
        self.last_key.extend_from_slice(key);
        self.since_restart += 1;
    }

    /// The block's bytes; the builder starts over.
    pub(super) fn finish(&mut self) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.bytes);
        for restart in &self.restarts {
            bytes.extend_from_slice(&restart.to_le_bytes());
        }
        bytes.extend_from_slice(&(self.restarts.len() as u32).to_le_bytes());
        *self = BlockBuilder::new(self.restart_interval);
        bytes
    }
}

/// Calls `entry` with each key and value of a block, in order. A block that makes no sense is refused with the byte in it
/// and what is wrong there.
pub(super) fn for_each_entry<E: From<(usize, &'static str)>>(
    block: &[u8],
    mut entry: impl FnMut(&[u8], &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let entries_len = entries_len(block)?;
    let mut rest = &block[..entries_len];
    let mut key = Vec::new();
    let mut key_bytes_left = block.len() * KEY_GROWTH_MAX;
    while !rest.is_empty() {
        let at = entries_len - rest.len();
        let (shared, suffix, value) = split_entry(&mut rest).ok_or((at, "an entry runs over the end of its block"))?;
        if shared > key.len() {
            return Err((at, "an entry shares more than the key before it has").into());
        }
        key.truncate(shared);
        key.extend_from_slice(suffix);
        key_bytes_left = key_bytes_left.checked_sub(key.len()).ok_or((at, "the block's keys are implausibly long"))?;
        entry(&key, value)?;
    }
    Ok(())
}

/// Bytes of a block before its restart points. These only serve to search a block without reading all of it, which we do
/// not do, but they must fit.
fn entries_len(block: &[u8]) -> Result<usize, (usize, &'static str)> {
    let bad = (block.len(), "the restart points do not fit in their block");
    let count_at = block.len().checked_sub(4).ok_or(bad)?;
    let count = u32::from_le_bytes(block[count_at..].try_into().expect("four bytes")) as usize;
    count.checked_mul(4).and_then(|bytes| count_at.checked_sub(bytes)).ok_or(bad)
}

fn split_entry<'a>(rest: &mut &'a [u8]) -> Option<(usize, &'a [u8], &'a [u8])> {
    let shared = usize::try_from(read_varint(rest)?).ok()?;
    let unshared = usize::try_from(read_varint(rest)?).ok()?;
    let value_len = usize::try_from(read_varint(rest)?).ok()?;
    let (suffix, after) = rest.split_at_checked(unshared)?;
    let (value, after) = after.split_at_checked(value_len)?;
    *rest = after;
    Some((shared, suffix, value))
}
