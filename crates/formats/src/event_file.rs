//! Event files, which TensorBoard shows: a TFRecord file of `Event` messages, the first of which says the version.
//!
//! A directory holds the events of one run in any number of files, which are read in the order of their names, that is, of
//! the times at which they were begun. Several writers may add files of their own to one directory.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, BufWriter, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::vec;

use prost::Message;
use regatta_status::{Result, Status, already_exists, data_loss};
use regatta_wire::pb::{Event, SourceMetadata, TensorProto, event::What, summary::value::Value};
use regatta_wire::tensor_from_proto;

use crate::bundle::files::io_status;
use crate::record::{Record, RecordReader, RecordWriter};

/// What TensorBoard looks for in the first event.
const FILE_VERSION: &str = "brain.Event:2";

/// Who wrote the file, as TensorFlow's writer says of itself.
const WRITER: &str = "regatta.event_file";

/// By this TensorBoard knows an event file.
const MARK: &str = "tfevents";

/// More files of one second in one directory are a mistake.
const FILES_PER_SECOND_MAX: usize = 1000;

/// Writes the events of a run to a new file.
#[derive(Debug)]
pub struct EventWriter {
    path: PathBuf,
    records: RecordWriter<BufWriter<File>>,
}

impl EventWriter {
    /// Begins a file in a directory, which is made if it is missing: `events.out.tfevents.<seconds>.<host>`, with a number
    /// behind it if there is one of that name.
    pub fn create(directory: &Path) -> Result<EventWriter> {
        fs::create_dir_all(directory).map_err(|error| io_status("create directory", directory, &error))?;
        let seconds = since_epoch().as_secs();
        let host = gethostname::gethostname();
        let name = format!("events.out.{MARK}.{seconds:010}.{}", host.to_string_lossy().replace('/', "_"));
        let (path, file) = create_new(directory, &name)?;
        let begun = EventWriter::to_file(&path, file).and_then(|mut writer| {
            writer.flush()?;
            Ok(writer)
        });
        // On a full disk every attempt would leave an empty file behind.
        begun.inspect_err(|_| drop(fs::remove_file(&path)))
    }

    /// Begins an event file in a file that is open; `path` is for messages.
    pub fn to_file(path: &Path, file: File) -> Result<EventWriter> {
        let mut writer = EventWriter { path: path.to_owned(), records: RecordWriter::new(BufWriter::new(file)) };
        writer.write(&Event {
            wall_time: wall_time(),
            what: Some(What::FileVersion(FILE_VERSION.to_owned())),
            source_metadata: Some(SourceMetadata { writer: WRITER.to_owned() }),
            ..Event::default()
        })?;
        Ok(writer)
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds an event. After a failure the file may end in the middle of one, and another file must be begun.
    pub fn write(&mut self, event: &Event) -> Result<()> {
        let written = self.records.write(&event.encode_to_vec());
        written.map_err(|error| io_status("write", &self.path, &error))
    }

    /// Hands what is buffered to the operating system, so that readers find it.
    pub fn flush(&mut self) -> Result<()> {
        self.records.flush().map_err(|error| io_status("write", &self.path, &error))
    }
}

/// The time of an event: seconds since 1970.
pub fn wall_time() -> f64 {
    since_epoch().as_secs_f64()
}

fn since_epoch() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

/// A file that nobody else writes to.
fn create_new(directory: &Path, name: &str) -> Result<(PathBuf, File)> {
    for number in 0..FILES_PER_SECOND_MAX {
        let path = directory.join(if number == 0 { name.to_owned() } else { format!("{name}.{number}") });
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(io_status("create", &path, &error)),
        }
    }
    let directory = directory.display();
    Err(already_exists(format!("{directory}: there are {FILES_PER_SECOND_MAX} event files of this second: {name}")))
}

/// The event files of a directory, in the order of their names; those in directories below it are not among them.
pub fn event_files(directory: &Path) -> Result<Vec<PathBuf>> {
    let failed = |error| io_status("read directory", directory, &error);
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let is_one = entry.file_name().to_string_lossy().contains(MARK);
        if is_one && entry.path().is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// Reads events, file after file. A file that ends in the middle of an event is still being written, or its writer was
/// stopped: its whole events are all that there is. Damage is told once, and reading goes on with the next file.
pub struct EventReader {
    files: vec::IntoIter<PathBuf>,
    current: Option<(PathBuf, RecordReader<BufReader<File>>)>,
}

impl EventReader {
    /// The events of all files of a directory.
    pub fn open(directory: &Path) -> Result<EventReader> {
        Ok(EventReader::of_files(event_files(directory)?))
    }

    /// The events of these files.
    pub fn of_files(files: Vec<PathBuf>) -> EventReader {
        EventReader { files: files.into_iter(), current: None }
    }

    /// The next event of the current file, or `None` at its end.
    fn next_of_current(&mut self) -> Result<Option<Event>> {
        let Some((path, records)) = &mut self.current else { return Ok(None) };
        let offset = records.offset();
        match records.read()? {
            Record::Whole(data) => Event::decode(data.as_slice()).map(Some).map_err(|error| {
                data_loss(format!("{}: the record at byte {offset} is no event: {error}", path.display()))
            }),
            Record::Truncated | Record::End => Ok(None),
        }
    }

    fn open_next(&mut self) -> Option<Result<(), Status>> {
        let path = self.files.next()?;
        Some(match File::open(&path) {
            Ok(file) => {
                let records = RecordReader::new(BufReader::new(file), &path);
                self.current = Some((path, records));
                Ok(())
            }
            Err(error) => Err(io_status("open", &path, &error)),
        })
    }
}

impl Iterator for EventReader {
    type Item = Result<Event>;

    fn next(&mut self) -> Option<Result<Event>> {
        loop {
            match self.next_of_current() {
                Ok(Some(event)) => return Some(Ok(event)),
                Ok(None) => self.current = None,
                Err(error) => {
                    self.current = None;
                    return Some(Err(error));
                }
            }
            if let Err(error) = self.open_next()? {
                return Some(Err(error));
            }
        }
    }
}

/// A value of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScalarPoint {
    /// The training step.
    pub step: i64,
    /// Seconds since 1970.
    pub wall_time: f64,
    /// The value.
    pub value: f64,
}

/// The curves of a run by their tags, each in the order of its steps. Where a run went back to a checkpoint and did steps
/// again, the later values count.
pub fn read_scalars(directory: &Path) -> Result<BTreeMap<String, Vec<ScalarPoint>>> {
    let mut curves: BTreeMap<String, Vec<ScalarPoint>> = BTreeMap::new();
    for event in EventReader::open(directory)? {
        let event = event?;
        for (tag, value) in scalars(&event) {
            let curve = curves.entry(tag.to_owned()).or_default();
            let kept = curve.partition_point(|point| point.step < event.step);
            curve.truncate(kept);
            curve.push(ScalarPoint { step: event.step, wall_time: event.wall_time, value });
        }
    }
    Ok(curves)
}

/// The scalars of an event by their tags, as TensorFlow 1 writes them and as TensorFlow 2 does (tensors for the plugin
/// `scalars`).
pub fn scalars(event: &Event) -> impl Iterator<Item = (&str, f64)> {
    let values = match &event.what {
        Some(What::Summary(summary)) => summary.value.as_slice(),
        _ => &[],
    };
    values.iter().filter_map(|value| match &value.value {
        Some(Value::SimpleValue(number)) => Some((value.tag.as_str(), f64::from(*number))),
        Some(Value::Tensor(tensor)) => {
            let plugin = value.metadata.as_ref().and_then(|metadata| metadata.plugin_data.as_ref());
            let number = plugin.filter(|plugin| plugin.plugin_name == "scalars").and_then(|_| single(tensor))?;
            Some((value.tag.as_str(), number))
        }
        _ => None,
    })
}

/// The only value of a tensor of floats.
fn single(tensor: &TensorProto) -> Option<f64> {
    let tensor = tensor_from_proto(tensor).ok()?;
    let float = tensor.single::<f32>().map(f64::from);
    float.or_else(|_| tensor.single::<f64>()).ok()
}
