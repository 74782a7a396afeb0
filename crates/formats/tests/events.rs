//! Records and event files: what is written is read, wherever a file is cut, and whichever bit of it is wrong.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use regatta_formats::event_file::{ScalarPoint, event_files, read_scalars};
use regatta_formats::{EventReader, EventWriter, Record, RecordReader, RecordWriter};
use regatta_status::{Code, Result};
use regatta_wire::pb::{Event, Summary, event::What, summary};

fn written(records: &[Vec<u8>]) -> Vec<u8> {
    let mut writer = RecordWriter::new(Vec::new());
    for record in records {
        writer.write(record).unwrap();
    }
    writer.into_inner()
}

/// The whole records, and how the file ends: `End`, `Truncated` or an error.
fn read(bytes: &[u8]) -> (Vec<Vec<u8>>, Result<Record>) {
    let mut reader = RecordReader::new(bytes, Path::new("some.tfrecord"));
    let mut found = Vec::new();
    loop {
        match reader.read() {
            Ok(Record::Whole(data)) => found.push(data),
            other => return (found, other),
        }
    }
}

/// Where each record of a file ends.
fn ends(records: &[Vec<u8>]) -> Vec<usize> {
    let sizes = records.iter().map(|record| record.len() + 16);
    sizes
        .scan(0, |end, size| {
            *end += size;
            Some(*end)
        })
        .collect()
}

fn records() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 1..5)
}

proptest! {
    #[test]
    fn records_survive(records in records()) {
        prop_assert_eq!(read(&written(&records)), (records, Ok(Record::End)));
    }

    #[test]
    fn a_file_cut_anywhere_gives_its_whole_records(records in records()) {
        let (bytes, ends) = (written(&records), ends(&records));
        for cut in 0..bytes.len() {
            let whole = ends.iter().filter(|end| **end <= cut).count();
            let end = if cut == 0 || ends.contains(&cut) { Record::End } else { Record::Truncated };
            prop_assert_eq!(read(&bytes[..cut]), (records[..whole].to_vec(), Ok(end)), "cut at {}", cut);
        }
    }

    #[test]
    fn a_wrong_bit_is_data_loss_of_its_record(records in records(), place in any::<prop::sample::Index>(), bit in 0..8u8) {
        let (mut bytes, ends) = (written(&records), ends(&records));
        let place = place.index(bytes.len());
        bytes[place] ^= 1 << bit;
        let whole = ends.iter().filter(|end| **end <= place).count();
        let (found, end) = read(&bytes);
        prop_assert_eq!(found, &records[..whole]);
        let error = end.unwrap_err();
        prop_assert_eq!(error.code, Code::DataLoss);
        let start = whole.checked_sub(1).map_or(0, |last| ends[last]);
        prop_assert!(error.message.contains(&format!("some.tfrecord: the record at byte {start} ")), "{}", error.message);
    }

    #[test]
    fn random_bytes_are_no_records(bytes in prop::collection::vec(any::<u8>(), 12..200)) {
        // A checksum that holds by chance is one case in four billion.
        prop_assert_eq!(read(&bytes).1.unwrap_err().code, Code::DataLoss);
    }
}

/// A length that its checksum bears out and the file does not: no memory is taken for it.
#[test]
fn a_length_of_everything_is_a_truncated_record() {
    let length = u64::MAX.to_le_bytes();
    let crc = regatta_formats::crc::mask(regatta_formats::crc::crc(&length)).to_le_bytes();
    assert_eq!(read(&[&length[..], &crc, b"abc"].concat()), (vec![], Ok(Record::Truncated)));
}

#[test]
fn records_are_those_of_the_format() {
    // Written by TensorFlow's TFRecordWriter.
    let expected = b"\x03\0\0\0\0\0\0\0\xb0\x99\x49\x0eabc\x6e\x57\xf1\x21";
    assert_eq!(written(&[b"abc".to_vec()]), expected);
}

fn scalar(tag: &str, value: f32, step: i64) -> Event {
    let value = summary::value::Value::SimpleValue(value);
    let value = summary::Value { tag: tag.to_owned(), value: Some(value), ..Default::default() };
    Event { step, what: Some(What::Summary(Summary { value: vec![value] })), ..Default::default() }
}

/// Writes a file of a run.
fn run_of(directory: &Path, steps: impl Iterator<Item = (i64, f32)>) -> std::path::PathBuf {
    let mut writer = EventWriter::create(directory).unwrap();
    for (step, value) in steps {
        writer.write(&scalar("loss", value, step)).unwrap();
    }
    writer.flush().unwrap();
    writer.path().to_owned()
}

fn steps_and_values(points: &[ScalarPoint]) -> Vec<(i64, f64)> {
    points.iter().map(|point| (point.step, point.value)).collect()
}

#[test]
fn a_run_is_read_in_order_and_what_was_done_again_counts() {
    let directory = tempfile::tempdir().unwrap();
    // Of the same second, and so with a number behind the second name.
    let first = run_of(directory.path(), [(1, 3.0), (2, 2.0), (3, 1.5)].into_iter());
    let second = run_of(directory.path(), [(2, 2.5), (4, 0.5)].into_iter());
    fs::write(directory.path().join("notes.txt"), "no events").unwrap();
    fs::create_dir(directory.path().join("tfevents")).unwrap();
    assert_eq!(event_files(directory.path()).unwrap(), [first.clone(), second]);

    let first_event = EventReader::open(directory.path()).unwrap().next().unwrap().unwrap();
    assert_eq!(first_event.what, Some(What::FileVersion("brain.Event:2".to_owned())));
    assert!(first_event.source_metadata.is_some());
    let name = first.file_name().unwrap().to_str().unwrap().to_owned();
    let host = gethostname::gethostname().to_string_lossy().into_owned();
    let seconds: u64 =
        name.strip_prefix("events.out.tfevents.").and_then(|rest| rest.get(..10)).unwrap().parse().unwrap();
    assert_eq!(name, format!("events.out.tfevents.{seconds:010}.{host}"));
    assert!(seconds as f64 <= first_event.wall_time);

    let curves = read_scalars(directory.path()).unwrap();
    assert_eq!(curves.len(), 1);
    assert_eq!(steps_and_values(&curves["loss"]), [(1, 3.0), (2, 2.5), (4, 0.5)]);
}

#[test]
fn a_file_still_being_written_gives_what_is_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = run_of(directory.path(), (0..5).map(|step| (step, step as f32)));
    let whole = fs::read(&path).unwrap();
    let mut seen = 0;
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let events: Vec<Event> = EventReader::open(directory.path()).unwrap().collect::<Result<_>>().unwrap();
        assert!(events.len() == seen || events.len() == seen + 1, "{length}");
        seen = events.len();
    }
    assert_eq!(seen, 6);
}

#[test]
fn damage_is_told_once_with_its_place_and_the_next_file_is_read() {
    let directory = tempfile::tempdir().unwrap();
    let path = run_of(directory.path(), (0..3).map(|step| (step, 0.0)));
    run_of(directory.path(), (5..6).map(|step| (step, 1.0)));
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 5;
    bytes[last] ^= 1;
    // A record that is whole but no event.
    let mut garbage = RecordWriter::new(Vec::new());
    garbage.write(&[0xff; 3]).unwrap();
    fs::write(directory.path().join("a.tfevents"), garbage.into_inner()).unwrap();
    fs::write(&path, bytes).unwrap();

    let all: Vec<Result<Event>> = EventReader::open(directory.path()).unwrap().collect();
    let errors: Vec<&str> = all.iter().filter_map(|e| e.as_ref().err()).map(|e| e.message.as_str()).collect();
    assert_eq!(errors.len(), 2);
    assert!(errors[0].contains("a.tfevents: the record at byte 0 is no event"), "{}", errors[0]);
    assert!(errors[1].contains(path.to_str().unwrap()) && errors[1].contains("byte"), "{}", errors[1]);
    // Two versions, two whole events before the damage, one event of the other file.
    assert_eq!(all.iter().filter(|event| event.is_ok()).count(), 5);
}

/// Writing to this device fails as on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_with_the_file() {
    let path = Path::new("/dev/full");
    let mut writer = EventWriter::to_file(path, fs::OpenOptions::new().write(true).open(path).unwrap()).unwrap();
    writer.write(&scalar("loss", 1.0, 1)).unwrap();
    let error = writer.flush().unwrap_err();
    assert!(error.code == Code::ResourceExhausted && error.message.contains("/dev/full"), "{error}");
}

#[test]
fn what_cannot_be_opened_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("missing");
    let error = EventReader::open(&missing).err().unwrap();
    assert!(error.code == Code::NotFound && error.message.contains("missing"), "{error}");
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let error = EventWriter::create(&file).unwrap_err();
    assert!(error.message.contains(file.to_str().unwrap()), "{error}");
    let gone = EventReader::of_files(vec![missing.clone()]).next().unwrap().unwrap_err();
    assert!(gone.code == Code::NotFound && gone.message.contains("missing"), "{gone}");
}
