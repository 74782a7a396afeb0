//! The key under which a slice's bytes are found in an index.
//!
//! It is made of a zero, the tensor's name, the rank, and each dimension's start and length, in an encoding whose bytes
//! sort as the values do. A dimension taken whole has start 0 and length -1.

use super::{Extent, TensorSlice};

/// The key of the entry that holds `slice` of the tensor `name`.
pub fn encode_slice_key(name: &[u8], slice: &TensorSlice) -> Vec<u8> {
    let mut key = Vec::with_capacity(name.len() + 4 + 4 * slice.extents().len());
    write_unsigned(0, &mut key);
    write_string(name, &mut key);
    write_unsigned(slice.extents().len() as u64, &mut key);
    for extent in slice.extents() {
        let (start, length) = match *extent {
            Extent::Full => (0, -1),
            Extent::Range { start, length } => (start as i64, length as i64),
        };
        write_signed(start, &mut key);
        write_signed(length, &mut key);
    }
    key
}

/// The number of bytes, then the bytes, highest first.
fn write_unsigned(value: u64, out: &mut Vec<u8>) {
    let bytes = value.to_be_bytes();
    let used = &bytes[value.leading_zeros() as usize / 8..];
    out.push(used.len() as u8);
    out.extend_from_slice(used);
}

/// The bytes, 00 as 00 ff and ff as ff 00, ended by 00 01.
fn write_string(value: &[u8], out: &mut Vec<u8>) {
    for &byte in value {
        out.push(byte);
        match byte {
            0x00 => out.push(0xff),
            0xff => out.push(0x00),
            _ => {}
        }
    }
    out.extend_from_slice(&[0x00, 0x01]);
}

/// Two's complement in as few bytes as it needs, highest first; as many leading bits as there are bytes say how many, and
/// the sign bit after them is turned over, so that negative values sort first.
fn write_signed(value: i64, out: &mut Vec<u8>) {
    let magnitude = if value < 0 { !value } else { value } as u64;
    let significant_bits = 64 - magnitude.leading_zeros() as usize;
    let len = significant_bits / 7 + 1;
    let sign = if value < 0 { 0xff } else { 0x00 };
    let mut bytes = [sign; 10];
    bytes[2..].copy_from_slice(&value.to_be_bytes());
    let used = &mut bytes[10 - len..];
    // `len` leading ones, spread over the first two bytes.
    let header = (0xffff_u32 << (16 - len)) as u16;
    used[0] ^= (header >> 8) as u8;
    if let Some(second) = used.get_mut(1) {
        *second ^= header as u8;
    }
    out.extend_from_slice(used);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(value: i64) -> Vec<u8> {
        let mut out = Vec::new();
        write_signed(value, &mut out);
        out
    }

    #[test]
    fn signed_numbers_are_encoded_as_tensorflow_does() {
        assert_eq!(signed(0), [0x80]);
        assert_eq!(signed(63), [0xbf]);
        assert_eq!(signed(-1), [0x7f]);
        assert_eq!(signed(-64), [0x40]);
        assert_eq!(signed(64), [0xc0, 0x40]);
        assert_eq!(signed(-65), [0x3f, 0xbf]);
        assert_eq!(signed(8191), [0xdf, 0xff]);
        assert_eq!(signed(8192), [0xe0, 0x20, 0x00]);
        assert_eq!(signed(i64::MAX).len(), 10);
    }

    #[test]
    fn encodings_sort_as_numbers_do() {
        let mut values: Vec<i64> = (0..63).flat_map(|shift| [1 << shift, (1 << shift) - 1, -(1 << shift)]).collect();
        values.extend([i64::MAX, i64::MIN]);
        values.sort();
        values.dedup();
        let encoded: Vec<_> = values.into_iter().map(signed).collect();
        assert!(encoded.is_sorted_by(|left, right| left < right));
    }

    #[test]
    fn keys_escape_names() {
        let slice = TensorSlice::parse("2,3:-").unwrap();
        assert_eq!(encode_slice_key(b"p", &slice), [0, b'p', 0, 1, 1, 2, 0x82, 0x83, 0x80, 0x7f]);
        let scalar = TensorSlice::default();
        assert_eq!(encode_slice_key(&[0x00, 0xff], &scalar), [0, 0x00, 0xff, 0xff, 0x00, 0, 1, 0]);
    }
}
