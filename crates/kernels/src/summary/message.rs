//! The few lines of the protocol-buffer wire format that summaries need.
//!
//! `Summary { repeated Value value = 1 }`, `Value { string tag = 1; float simple_value = 2; HistogramProto histo = 5 }`.

/// The kind of a field's contents on the wire.
const FIXED64: u32 = 1;
const BYTES: u32 = 2;
const FIXED32: u32 = 5;

/// A message under construction.
#[derive(Default)]
pub(super) struct Message(Vec<u8>);

impl Message {
    /// A field of bytes, text or another message.
    pub(super) fn bytes(&mut self, field: u32, bytes: &[u8]) {
        self.key(field, BYTES);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// A text, left out where it is empty.
    pub(super) fn text(&mut self, field: u32, text: &[u8]) {
        if !text.is_empty() {
            self.bytes(field, text);
        }
    }

    /// A float that is one of several choices, and so is written even if zero.
    pub(super) fn chosen_float(&mut self, field: u32, value: f32) {
        self.key(field, FIXED32);
        self.0.extend(value.to_le_bytes());
    }

    /// A double, left out where it is zero (but not where it is the negative one).
    pub(super) fn double(&mut self, field: u32, value: f64) {
        if value.to_bits() != 0 {
            self.key(field, FIXED64);
            self.0.extend(value.to_le_bytes());
        }
    }

    /// Doubles one after the other, left out where there are none.
    pub(super) fn doubles(&mut self, field: u32, values: &[f64]) {
        if !values.is_empty() {
            self.bytes(field, &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>());
        }
    }

    /// The finished message.
    pub(super) fn finish(self) -> Vec<u8> {
        self.0
    }

    fn key(&mut self, field: u32, kind: u32) {
        self.varint(u64::from(field << 3 | kind));
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

/// A field's number, and its contents if they are bytes.
type Field<'a> = (u64, Option<&'a [u8]>);

/// The fields of a message. `None` where the bytes are no message.
pub(super) fn fields(mut message: &[u8]) -> Option<Vec<Field<'_>>> {
    let mut found = Vec::new();
    while !message.is_empty() {
        let key = read_varint(&mut message)?;
        let (field, kind) = (key >> 3, key & 7);
        if field == 0 {
            return None;
        }
        let contents = match kind {
            0 => {
                read_varint(&mut message)?;
                None
            }
            1 => {
                read_bytes(&mut message, 8)?;
                None
            }
            2 => {
                let len = read_varint(&mut message)?;
                Some(read_bytes(&mut message, usize::try_from(len).ok()?)?)
            }
            5 => {
                read_bytes(&mut message, 4)?;
                None
            }
            _ => return None,
        };
        found.push((field, contents));
    }
    Some(found)
}

fn read_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for i in 0..10 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << (7 * i);
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

fn read_bytes<'a>(bytes: &mut &'a [u8], len: usize) -> Option<&'a [u8]> {
    let (read, rest) = bytes.split_at_checked(len)?;
    *bytes = rest;
    Some(read)
}
