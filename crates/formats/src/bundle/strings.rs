//! Strings in a data file.
//!
//! ```text
//! varint length.. | masked crc32c of the lengths u32 | bytes of all strings
//! ```
//!
//! The lengths enter their checksum as four bytes each (eight where one needs more), and not as they are stored. The
//! entry's checksum goes on over the stored checksum of the lengths and all the bytes.

use std::io::{self, Read, Write};

use crate::crc;
use crate::table::{read_varint, write_varint};

/// The most bytes that a varint takes.
const VARINT_BYTES_MAX: usize = 10;

/// Writes strings; says how many bytes they took, and their checksum, not yet masked.
pub(super) fn write_strings(strings: &[Vec<u8>], out: &mut impl Write) -> io::Result<(u64, u32)> {
    let mut lengths = Vec::with_capacity(strings.len());
    let mut checksum = 0;
    for string in strings {
        write_varint(string.len() as u64, &mut lengths);
        checksum = extend_by_length(checksum, string.len() as u64);
    }
    let stored = crc::mask(checksum).to_le_bytes();
    checksum = crc::extend(checksum, &stored);
    out.write_all(&lengths)?;
    out.write_all(&stored)?;
    let mut size = (lengths.len() + stored.len()) as u64;
    for string in strings {
        out.write_all(string)?;
        checksum = crc::extend(checksum, string);
        size += string.len() as u64;
    }
    Ok((size, checksum))
}

/// Reads `count` strings that take `size` bytes, with their checksum. What does not add up is `InvalidData`.
pub(super) fn read_strings(input: &mut impl Read, count: usize, size: u64) -> io::Result<(Vec<Vec<u8>>, u32)> {
    let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    // Each string takes at least a byte for its length, so `count` is bounded by the file before anything is allocated.
    let mut left = size.checked_sub(4).ok_or_else(|| invalid("it is too short"))?;
    if count as u64 > left {
        return Err(invalid("it is too short"));
    }
    let mut lengths = Vec::with_capacity(count);
    let mut checksum = 0;
    for _ in 0..count {
        let (length, taken) = read_length(input)?.ok_or_else(|| invalid("a length is malformed"))?;
        left = left.checked_sub(taken as u64).ok_or_else(|| invalid("the lengths run over its end"))?;
        checksum = extend_by_length(checksum, length);
        lengths.push(length);
    }
    let mut stored = [0; 4];
    input.read_exact(&mut stored)?;
    if u32::from_le_bytes(stored) != crc::mask(checksum) {
        return Err(invalid("the checksum of the lengths does not match"));
    }
    checksum = crc::extend(checksum, &stored);
    let total = lengths.iter().try_fold(0u64, |total, &length| total.checked_add(length));
    if total != Some(left) {
        return Err(invalid("the lengths do not add up to its size"));
    }
    let mut strings = Vec::with_capacity(count);
    for length in lengths {
        let mut string = vec![0; length as usize];
        input.read_exact(&mut string)?;
        checksum = crc::extend(checksum, &string);
        strings.push(string);
    }
    Ok((strings, checksum))
}

fn read_length(input: &mut impl Read) -> io::Result<Option<(u64, usize)>> {
    let mut bytes = [0; VARINT_BYTES_MAX];
    for taken in 1..=VARINT_BYTES_MAX {
        input.read_exact(&mut bytes[taken - 1..taken])?;
        if bytes[taken - 1] < 0x80 {
            return Ok(read_varint(&mut &bytes[..taken]).map(|length| (length, taken)));
        }
    }
    Ok(None)
}

fn extend_by_length(checksum: u32, length: u64) -> u32 {
    match u32::try_from(length) {
        Ok(length) => crc::extend(checksum, &length.to_le_bytes()),
        Err(_) => crc::extend(checksum, &length.to_le_bytes()),
    }
}
