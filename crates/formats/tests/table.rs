//! Tables: round trips over many blocks, and damage of any kind.

use std::path::Path;

use proptest::prelude::*;
use regatta_formats::crc;
use regatta_formats::table::{Table, TableWriter};
use regatta_status::Code;

fn write(path: &Path, entries: &[(Vec<u8>, Vec<u8>)], block_bytes: usize) -> Vec<u8> {
    let mut writer = TableWriter::with_block_bytes(Vec::new(), block_bytes);
    for (key, value) in entries {
        writer.add(key, value).unwrap();
    }
    let bytes = writer.finish().unwrap();
    std::fs::write(path, &bytes).unwrap();
    bytes
}

fn many_entries() -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut entries = vec![(Vec::new(), b"header".to_vec())];
    entries.extend((0..1000).map(|i| (format!("layer/{i:04}/weights").into_bytes(), vec![i as u8; i % 50])));
    entries
}

#[test]
fn entries_round_trip_over_many_blocks() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("t");
    let entries = many_entries();
    for block_bytes in [1, 100, 4096, 1 << 20] {
        write(&path, &entries, block_bytes);
        let table = Table::open(&path).unwrap();
        let read: Vec<_> = table.iter().map(|(key, value)| (key.to_vec(), value.to_vec())).collect();
        assert_eq!(read, entries, "blocks of {block_bytes}");
        assert_eq!(table.get(b"layer/0042/weights"), Some([42; 42].as_slice()));
        assert_eq!(table.get(b"layer/0042"), None);
    }
}

#[test]
fn an_empty_table_is_one() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("t");
    write(&path, &[], 100);
    assert_eq!(Table::open(&path).unwrap().iter().count(), 0);
}

/// A table of one block with these contents and type, checksums and all.
fn table_of_block(contents: &[u8], block_type: u8) -> Vec<u8> {
    let mut file = Vec::new();
    let mut add_block = |contents: &[u8], block_type: u8| {
        let offset = file.len();
        file.extend_from_slice(contents);
        file.push(block_type);
        let checksum = crc::mask(crc::crc(&file[offset..]));
        file.extend_from_slice(&checksum.to_le_bytes());
        (offset, contents.len())
    };
    let varint = |value: usize| {
        assert!(value < 1 << 14);
        if value < 128 { vec![value as u8] } else { vec![value as u8 | 0x80, (value >> 7) as u8] }
    };
    let handle = |(offset, size): (usize, usize)| [varint(offset), varint(size)].concat();
    let data = handle(add_block(contents, block_type));
    let mut index = vec![0, 1, data.len() as u8, 0xff];
    index.extend_from_slice(&data);
    index.extend_from_slice(&[0, 0, 0, 0, 1, 0, 0, 0]);
    let mut footer = data;
    footer.extend(handle(add_block(&index, 0)));
    footer.resize(40, 0);
    footer.extend_from_slice(&0xdb47_7524_8b80_fb57_u64.to_le_bytes());
    file.extend_from_slice(&footer);
    file
}

fn open(bytes: &[u8]) -> regatta_status::Result<Table> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("t");
    std::fs::write(&path, bytes).unwrap();
    Table::open(&path)
}

fn check_damage(bytes: &[u8], what: &str) {
    let error = open(bytes).unwrap_err();
    assert_eq!(error.code, Code::DataLoss, "{error}");
    assert!(error.message.contains(what), "{error}");
}

const ENTRY: &[u8] = &[0, 1, 2, b'k', b'v', b'w'];
const NO_RESTARTS: &[u8] = &[0, 0, 0, 0, 1, 0, 0, 0];

#[test]
fn compressed_blocks_are_read() {
    let block = [ENTRY, NO_RESTARTS].concat();
    let compressed = snap::raw::Encoder::new().compress_vec(&block).unwrap();
    let table = open(&table_of_block(&compressed, 1)).unwrap();
    assert_eq!(table.get(b"k"), Some(b"vw".as_slice()));
}

/// Blocks whose checksums are right and whose contents are not.
#[test]
fn nonsense_with_right_checksums_is_refused() {
    check_damage(&table_of_block(&[1, 2], 0), "restart points");
    check_damage(&table_of_block(&[0xff; 8], 0), "restart points");
    check_damage(&table_of_block(&[&[0, 9, 9], NO_RESTARTS].concat(), 0), "runs over the end");
    check_damage(&table_of_block(&[&[3, 0, 0], NO_RESTARTS].concat(), 0), "shares more");
    check_damage(&table_of_block(&[ENTRY, ENTRY, NO_RESTARTS].concat(), 0), "ascend");
    check_damage(&table_of_block(ENTRY, 7), "type 7");
    // A snappy stream that claims four gigabytes.
    check_damage(&table_of_block(&[0xff, 0xff, 0xff, 0xff, 0x0f, 0], 1), "compressed");
    // Keys that grow by one byte each: the square of the block's size, if they were believed.
    let mut growing = Vec::new();
    for i in 0..2000usize {
        let shared = if i < 128 { vec![i as u8] } else { vec![i as u8 | 0x80, (i >> 7) as u8] };
        growing.extend([shared, vec![1, 0, b'k']].concat());
    }
    growing.extend_from_slice(NO_RESTARTS);
    check_damage(&table_of_block(&growing, 0), "implausibly long");
}

#[test]
fn every_truncation_is_noticed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("t");
    let bytes = write(&path, &many_entries()[..40], 300);
    for len in 0..bytes.len() {
        std::fs::write(&path, &bytes[..len]).unwrap();
        let error = Table::open(&path).unwrap_err();
        assert_eq!(error.code, Code::DataLoss, "{len}: {error}");
        assert!(error.message.contains(path.to_str().unwrap()) && error.message.contains("byte"), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Flipped, lost and inserted bytes are noticed, or they were where nothing is stored (the padding of the footer).
    #[test]
    fn damage_is_noticed(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4), cut in 0usize..3) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("t");
        let entries = many_entries()[..60].to_vec();
        let mut bytes = write(&path, &entries, 300);
        for (at, with) in changes {
            let at = at.index(bytes.len());
            match cut {
                0 => bytes[at] ^= with,
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, with),
            }
        }
        std::fs::write(&path, &bytes).unwrap();
        match Table::open(&path) {
            Err(error) => prop_assert_eq!(error.code, Code::DataLoss),
            Ok(table) => {
                let read: Vec<_> = table.iter().map(|(key, value)| (key.to_vec(), value.to_vec())).collect();
                prop_assert_eq!(read, entries);
            }
        }
    }

    /// Whatever a file ends like, reading it ends, too.
    #[test]
    fn arbitrary_blocks_do_no_harm(contents in prop::collection::vec(any::<u8>(), 0..200), block_type in 0u8..3) {
        let _ = open(&table_of_block(&contents, block_type));
    }
}
