//! Unsigned integers in as few bytes as they need, seven bits in each, the lowest first.

/// Appends `value`.
pub(crate) fn write_varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The value at the start of `bytes`, which are moved on past it; `None` if they end early or it exceeds 64 bits.
pub(crate) fn read_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u64::from(byte & 0x7f);
        if shift == 63 && bits > 1 {
            return None;
        }
        value |= bits << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_trip() {
        for value in [0, 1, 127, 128, 300, 1 << 35, u64::MAX] {
            let mut bytes = Vec::new();
            write_varint(value, &mut bytes);
            assert_eq!(read_varint(&mut bytes.as_slice()), Some(value));
            assert_eq!(read_varint(&mut &bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(read_varint(&mut [0xff; 11].as_slice()), None);
    }
}
