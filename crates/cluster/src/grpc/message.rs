//! A message on its way out: parts that lie anywhere in memory, sent one after the other as if they were one.
//!
//! The parts are never joined: `h2` cuts frames straight through them and hands the pieces to one vectored write.

use std::io::IoSlice;

use bytes::{Buf, Bytes};
use regatta_status::{Result, resource_exhausted};
use smallvec::SmallVec;

/// A message to send, written in the order of its parts; a part is not copied. Cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct Message {
    parts: SmallVec<[Bytes; 3]>,
}

impl Message {
    /// The empty message.
    pub fn new() -> Message {
        Message::default()
    }

    /// Adds a part at the end.
    pub fn push(&mut self, part: impl Into<Bytes>) {
        let part = part.into();
        if !part.is_empty() {
            self.parts.push(part);
        }
    }

    /// The parts, in order.
    pub fn parts(&self) -> &[Bytes] {
        &self.parts
    }

    /// The bytes of all parts together.
    pub fn len(&self) -> usize {
        self.parts.iter().map(Bytes::len).sum()
    }

    /// Whether the message has no bytes.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

impl<P: Into<Bytes>> From<P> for Message {
    fn from(part: P) -> Message {
        let mut message = Message::new();
        message.push(part);
        message
    }
}

impl<P: Into<Bytes>> FromIterator<P> for Message {
    fn from_iter<I: IntoIterator<Item = P>>(parts: I) -> Message {
        let mut message = Message::new();
        parts.into_iter().for_each(|part| message.push(part));
        message
    }
}

/// gRPC's five bytes before a message: a compression flag and the length.
pub(super) const PREFIX_BYTES: usize = 5;

/// A message behind its prefix, as `h2` consumes it. Parts already sent are let go at once.
#[derive(Debug)]
pub(super) struct Outgoing {
    prefix: [u8; PREFIX_BYTES],
    prefix_sent: usize,
    parts: SmallVec<[Bytes; 3]>,
    part: usize,
    remaining: usize,
}

impl Outgoing {
    pub(super) fn new(message: Message) -> Result<Outgoing> {
        let len = message.len();
        // With its prefix the message must still fit what h2 takes in one piece, a window of 2^31 - 1 bytes.
        if len > super::MESSAGE_BYTES_MAX - PREFIX_BYTES {
            return Err(resource_exhausted(format!("a message of {len} bytes is too long to send")));
        }
        let [a, b, c, d] = (len as u32).to_be_bytes();
        Ok(Outgoing {
            prefix: [0, a, b, c, d],
            prefix_sent: 0,
            parts: message.parts,
            part: 0,
            remaining: PREFIX_BYTES + len,
        })
    }
}

impl Buf for Outgoing {
    fn remaining(&self) -> usize {
        self.remaining
    }

    fn chunk(&self) -> &[u8] {
        if self.prefix_sent < PREFIX_BYTES {
            return &self.prefix[self.prefix_sent..];
        }
        self.parts.get(self.part).map_or(&[], |part| part)
    }

    fn chunks_vectored<'a>(&'a self, slices: &mut [IoSlice<'a>]) -> usize {
        let prefix = Some(&self.prefix[self.prefix_sent..]).filter(|prefix| !prefix.is_empty());
        let parts = self.parts.iter().skip(self.part).map(|part| &part[..]);
        let mut count = 0;
        for (slice, bytes) in slices.iter_mut().zip(prefix.into_iter().chain(parts)) {
            *slice = IoSlice::new(bytes);
            count += 1;
        }
        count
    }

    fn advance(&mut self, mut count: usize) {
        assert!(count <= self.remaining, "advanced by {count} bytes of {}", self.remaining);
        self.remaining -= count;
        let of_prefix = count.min(PREFIX_BYTES - self.prefix_sent);
        self.prefix_sent += of_prefix;
        count -= of_prefix;
        while count > 0 {
            let part = &mut self.parts[self.part];
            if count < part.len() {
                part.advance(count);
                return;
            }
            count -= part.len();
            *part = Bytes::new();
            self.part += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_cut_through_the_parts_gives_the_same_bytes() {
        let message: Message = ["ab", "", "cdefg", "h"].into_iter().collect();
        let expected = b"\0\0\0\0\x08abcdefgh";
        for step in 1..=expected.len() {
            let mut outgoing = Outgoing::new(message.clone()).unwrap();
            let mut written = Vec::new();
            while outgoing.has_remaining() {
                let mut slices = [IoSlice::new(&[]); 8];
                let count = outgoing.chunks_vectored(&mut slices);
                let seen: usize = slices[..count].iter().map(|slice| slice.len()).sum();
                assert_eq!(seen, outgoing.remaining());
                let step = step.min(outgoing.remaining());
                written.extend_from_slice(&outgoing.copy_to_bytes(step));
            }
            assert_eq!(written, expected);
        }
    }
}
