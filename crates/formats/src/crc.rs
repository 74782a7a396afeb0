//! CRC-32C as TensorFlow's files store it: masked.
//!
//! The checksum of bytes that hold a checksum is a poor one, so what is stored is rotated and shifted by a constant.

const MASK_DELTA: u32 = 0xa282_ead8;

/// The checksum of `bytes`, as computed.
pub fn crc(bytes: &[u8]) -> u32 {
    crc32c::crc32c(bytes)
}

/// The checksum of what `crc` is the checksum of, followed by `bytes`.
pub fn extend(crc: u32, bytes: &[u8]) -> u32 {
    crc32c::crc32c_append(crc, bytes)
}

/// A checksum as it is stored.
pub fn mask(crc: u32) -> u32 {
    crc.rotate_right(15).wrapping_add(MASK_DELTA)
}

/// A stored checksum as it was computed.
pub fn unmask(masked: u32) -> u32 {
    masked.wrapping_sub(MASK_DELTA).rotate_left(15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_standard() {
        // RFC 3720, B.4: 32 bytes of zeros, of ones, and ascending.
        assert_eq!(crc(&[0; 32]), 0x8a91_36aa);
        assert_eq!(crc(&[0xff; 32]), 0x62a8_ab43);
        let ascending: Vec<u8> = (0..32).collect();
        assert_eq!(crc(&ascending), 0x46dd_794e);
        assert_eq!(extend(crc(&ascending[..10]), &ascending[10..]), crc(&ascending));
    }

    #[test]
    fn masks_come_off() {
        for crc in [0, 1, 0x8a91_36aa, u32::MAX] {
            assert_ne!(mask(crc), crc);
            assert_eq!(unmask(mask(crc)), crc);
        }
    }
}
