//! IDX files: what is written is read again, raw and compressed, and what is damaged is named with the byte.

use std::io::Write;
use std::path::Path;

use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use regatta_formats::Idx;
use regatta_status::{Code, Status};

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("memory does not fail");
    encoder.finish().expect("memory does not fail")
}

fn read(bytes: &[u8], rank: usize) -> Result<Idx, Status> {
    Idx::read_from(bytes, Path::new("some/file"), rank)
}

fn images() -> Idx {
    Idx::new(&[3, 4, 5], (0..60).collect()).expect("60 values")
}

fn check_refused(bytes: &[u8], rank: usize, code: Code, message: &str) {
    let status = read(bytes, rank).expect_err("the file is bad");
    assert_eq!((status.code, status.message.as_str()), (code, message));
}

#[test]
fn an_array_that_is_none_is_refused() {
    for (shape, count) in [(&[3usize, 4][..], 11), (&[usize::MAX, 2], 0), (&[1 << 33, 0], 0), (&[], 0)] {
        let status = Idx::new(shape, vec![0; count]).expect_err("the sizes are wrong");
        assert_eq!(status.code, Code::InvalidArgument, "{status}");
    }
}

#[test]
fn headers_are_checked() {
    let raw = images().encode();
    let with = |at: usize, byte: u8| {
        let mut bytes = raw.clone();
        bytes[at] = byte;
        bytes
    };
    let lost = Code::DataLoss;
    check_refused(&with(0, 1), 3, lost, "some/file at byte 0: no IDX file: it begins with 01 00 instead of 00 00");
    let floats = "some/file at byte 2: values of type 0x0d; only unsigned bytes (0x08) are read";
    check_refused(&with(2, 13), 3, Code::Unimplemented, floats);
    check_refused(&raw, 1, lost, "some/file at byte 3: 3 dimensions, but 1 were expected");
    check_refused(
        &gz(&raw),
        1,
        lost,
        "some/file at byte 3 of the decompressed data: 3 dimensions, but 1 were expected",
    );
    let huge = [&raw[..4], &[0xff; 12]].concat();
    let message = "some/file at byte 4: sizes [4294967295, 4294967295, 4294967295] are more than any file holds";
    check_refused(&huge, 3, lost, message);
}

#[test]
fn a_file_of_another_length_than_it_says_is_refused() {
    let raw = images().encode();
    let longer = [&raw[..], &[7]].concat();
    let message = "some/file at byte 76: the file goes on after its 60 values of sizes [3, 4, 5]";
    check_refused(&longer, 3, Code::DataLoss, message);
    // Zeros that pack a thousandfold are not unpacked beyond the first that is too many.
    let bomb = gz(&[&raw[..], &vec![0; 1 << 24]].concat());
    let message =
        "some/file at byte 76 of the decompressed data: the file goes on after its 60 values of sizes [3, 4, 5]";
    check_refused(&bomb, 3, Code::DataLoss, message);
    // A header that promises four billion values costs no memory before they come.
    let promise = [&[0, 0, 8, 1, 0xff, 0xff, 0xff, 0xff][..], &[1, 2, 3]].concat();
    let message =
        "some/file at byte 11: the file ends, but 4294967295 values of sizes [4294967295] from byte 8 on were expected";
    check_refused(&promise, 1, Code::DataLoss, message);
}

#[test]
fn a_file_cut_off_anywhere_is_refused_at_that_byte() {
    let raw = images().encode();
    for end in 0..raw.len() {
        let status = read(&raw[..end], 3).expect_err("the file is cut off");
        assert_eq!(status.code, Code::DataLoss);
        assert!(status.message.starts_with(&format!("some/file at byte {end}: the file ends")), "{end}: {status}");
        // The same within a stream that is whole itself.
        let status = read(&gz(&raw[..end]), 3).expect_err("the file is cut off");
        let place = format!("some/file at byte {end} of the decompressed data: the file ends");
        assert!(status.message.starts_with(&place), "{end}: {status}");
    }
    let packed = gz(&raw);
    for end in 0..packed.len() {
        let status = read(&packed[..end], 3).expect_err("the stream is cut off");
        assert_eq!(status.code, Code::DataLoss, "{end}: {status}");
    }
    let status = read(&packed[..packed.len() - 1], 3).expect_err("the stream is cut off");
    assert_eq!(status.message, "some/file at byte 76 of the decompressed data: the gzip stream is cut off");
}

#[test]
fn a_checksum_that_does_not_hold_is_damage() {
    let mut packed = gz(&images().encode());
    let crc = packed.len() - 8;
    packed[crc] ^= 1;
    let status = read(&packed, 3).expect_err("the checksum is wrong");
    let place = "some/file at byte 76 of the decompressed data: the gzip stream is damaged";
    assert!(status.code == Code::DataLoss && status.message.starts_with(place), "{status}");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let absent = directory.path().join("absent");
    let status = Idx::read(&absent, 3).expect_err("there is no file");
    assert!(status.code == Code::NotFound && status.message.contains(&absent.display().to_string()), "{status}");
    let status = Idx::read(directory.path(), 3).expect_err("a directory is no file");
    assert!(status.message.contains(&directory.path().display().to_string()), "{status}");
}

proptest! {
    #[test]
    fn what_is_written_is_read(shape in prop::collection::vec(0usize..9, 1..4), seed in any::<u8>(), compressed in any::<bool>()) {
        let count = shape.iter().product();
        let values: Vec<u8> = (0..count).map(|k| (k as u8).wrapping_mul(31).wrapping_add(seed)).collect();
        let idx = Idx::new(&shape, values).expect("as many values as the sizes say");
        let bytes = if compressed { gz(&idx.encode()) } else { idx.encode() };
        prop_assert_eq!(read(&bytes, shape.len()).expect("a good file"), idx);
    }

    /// Whatever bytes a file holds, reading ends with an answer.
    #[test]
    fn damage_never_panics(at in 0usize..200, byte in any::<u8>(), compressed in any::<bool>()) {
        let raw = images().encode();
        let mut bytes = if compressed { gz(&raw) } else { raw };
        let at = at % bytes.len();
        bytes[at] = byte;
        let _ = read(&bytes, 3);
    }
}
