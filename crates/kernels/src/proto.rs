//! The few lines of the protocol-buffer wire format that kernels need: for summaries, examples and serialised tensors.

/// The kind of a field's contents on the wire.
const VARINT: u32 = 0;
const FIXED64: u32 = 1;
const BYTES: u32 = 2;
const FIXED32: u32 = 5;

/// A message under construction.
#[derive(Default)]
pub(crate) struct Message(Vec<u8>);

impl Message {
    /// A field of bytes, text or another message.
    pub(crate) fn bytes(&mut self, field: u32, bytes: &[u8]) {
        self.key(field, BYTES);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// A text, left out where it is empty.
    pub(crate) fn text(&mut self, field: u32, text: &[u8]) {
        if !text.is_empty() {
            self.bytes(field, text);
        }
    }

    /// A whole number, left out where it is zero.
    pub(crate) fn int(&mut self, field: u32, value: i64) {
        if value != 0 {
            self.key(field, VARINT);
            self.varint(value as u64);
        }
    }

    /// A float, left out where it is zero (but not where it is the negative one).
    pub(crate) fn float(&mut self, field: u32, value: f32) {
        if value.to_bits() != 0 {
            self.chosen_float(field, value);
        }
    }

    /// A float that is one of several choices, and so is written even if zero.
    pub(crate) fn chosen_float(&mut self, field: u32, value: f32) {
        self.key(field, FIXED32);
        self.0.extend(value.to_le_bytes());
    }

    /// A double, left out where it is zero (but not where it is the negative one).
    pub(crate) fn double(&mut self, field: u32, value: f64) {
        if value.to_bits() != 0 {
            self.key(field, FIXED64);
            self.0.extend(value.to_le_bytes());
        }
    }

    /// Doubles one after the other, left out where there are none.
    pub(crate) fn doubles(&mut self, field: u32, values: &[f64]) {
        if !values.is_empty() {
            self.bytes(field, &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>());
        }
    }

    /// The finished message.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }

    fn key(&mut self, field: u32, kind: u32) {
        self.varint(u64::from(field << 3 | kind));
    }

    fn varint(&mut self, value: u64) {
        varint(value, &mut self.0);
    }
}

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Contents<'a> {
    /// A whole number or a truth.
    Varint(u64),
    /// A double, or a number of eight bytes.
    Fixed64(u64),
    /// Bytes, text, another message, or numbers one after the other.
    Bytes(&'a [u8]),
    /// A float, or a number of four bytes.
    Fixed32(u32),
}

impl<'a> Contents<'a> {
    /// The bytes, if the field holds such.
    pub(crate) fn bytes(self) -> Option<&'a [u8]> {
        match self {
            Contents::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }
}

/// The fields of a message with their numbers. `None` where the bytes are no message.
pub(crate) fn fields(mut message: &[u8]) -> Option<Vec<(u64, Contents<'_>)>> {
    let mut found = Vec::new();
    while !message.is_empty() {
        let key = read_varint(&mut message)?;
        let (field, kind) = (key >> 3, (key & 7) as u32);
        if field == 0 {
            return None;
        }
        let contents = match kind {
            VARINT => Contents::Varint(read_varint(&mut message)?),
            FIXED64 => Contents::Fixed64(u64::from_le_bytes(read_bytes(&mut message, 8)?.try_into().ok()?)),
            BYTES => {
                let len = read_varint(&mut message)?;
                Contents::Bytes(read_bytes(&mut message, usize::try_from(len).ok()?)?)
            }
            FIXED32 => Contents::Fixed32(u32::from_le_bytes(read_bytes(&mut message, 4)?.try_into().ok()?)),
            _ => return None,
        };
        found.push((field, contents));
    }
    Some(found)
}

/// Numbers that are written one after the other.
pub(crate) fn varints(mut bytes: &[u8]) -> Option<Vec<u64>> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        found.push(read_varint(&mut bytes)?);
    }
    Some(found)
}

/// A number as it stands on the wire.
fn varint(mut value: u64, to: &mut Vec<u8>) {
    while value >= 0x80 {
        to.push(value as u8 | 0x80);
        value >>= 7;
    }
    to.push(value as u8);
}

/// Takes a number from the front of some bytes.
pub(crate) fn read_varint(bytes: &mut &[u8]) -> Option<u64> {
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
