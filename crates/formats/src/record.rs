//! TFRecord files: records one after another, each with its length and two checksums.
//!
//! ```text
//! length   8 bytes, little-endian
//! crc      4 bytes, of the length, masked
//! data     `length` bytes
//! crc      4 bytes, of the data, masked
//! ```
//!
//! A file may end in the middle of a record: its writer was stopped, or is still at work. That is told apart from damage,
//! since everything before it is good. A length is believed only as far as bytes follow it.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use regatta_status::{Result, Status, data_loss};

use crate::bundle::files::io_status;
use crate::crc;

const LENGTH_BYTES: usize = 8;
const CRC_BYTES: usize = 4;

/// Writes records. What it writes to should be buffered.
#[derive(Debug)]
pub struct RecordWriter<W: Write> {
    out: W,
}

impl<W: Write> RecordWriter<W> {
    /// Writes to `out`, which is empty or ends with a whole record.
    pub fn new(out: W) -> RecordWriter<W> {
        RecordWriter { out }
    }

    /// Adds a record.
    pub fn write(&mut self, data: &[u8]) -> io::Result<()> {
        let length = (data.len() as u64).to_le_bytes();
        self.out.write_all(&length)?;
        self.out.write_all(&checksum(&length))?;
        self.out.write_all(data)?;
        self.out.write_all(&checksum(data))
    }

    /// Hands on what is buffered.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

fn checksum(bytes: &[u8]) -> [u8; CRC_BYTES] {
    crc::mask(crc::crc(bytes)).to_le_bytes()
}

/// What a reader finds next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A record's bytes.
    Whole(Vec<u8>),
    /// The file ends within a record, which begins at [`RecordReader::offset`].
    Truncated,
    /// The file ends after a whole record, or is empty.
    End,
}

/// Reads records. What it reads from should be buffered.
#[derive(Debug)]
pub struct RecordReader<R: Read> {
    input: R,
    /// Whose bytes these are, for messages.
    path: PathBuf,
    offset: u64,
}

impl<R: Read> RecordReader<R> {
    /// Reads from the beginning of a file; `path` is for messages.
    pub fn new(input: R, path: &Path) -> RecordReader<R> {
        RecordReader { input, path: path.to_owned(), offset: 0 }
    }

    /// Where the next record begins.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next record. Damage is `DATA_LOSS`; nothing after it can be read, since it is not known where it begins.
    pub fn read(&mut self) -> Result<Record> {
        let mut header = Vec::with_capacity(LENGTH_BYTES + CRC_BYTES);
        self.fill(&mut header, (LENGTH_BYTES + CRC_BYTES) as u64)?;
        if header.is_empty() {
            return Ok(Record::End);
        }
        let Some((length, crc)) = header.split_first_chunk::<LENGTH_BYTES>() else { return Ok(Record::Truncated) };
        if crc.len() < CRC_BYTES {
            return Ok(Record::Truncated);
        }
        if *crc != checksum(length) {
            return Err(self.damaged("length", self.offset));
        }
        let length = u64::from_le_bytes(*length);
        let mut data = Vec::new();
        self.fill(&mut data, length)?;
        let mut crc = Vec::with_capacity(CRC_BYTES);
        self.fill(&mut crc, CRC_BYTES as u64)?;
        if crc.len() < CRC_BYTES {
            return Ok(Record::Truncated);
        }
        let start = self.offset + (LENGTH_BYTES + CRC_BYTES) as u64;
        if crc != checksum(&data) {
            return Err(self.damaged("data", start));
        }
        self.offset = start + length + CRC_BYTES as u64;
        Ok(Record::Whole(data))
    }

    /// Reads so many bytes, or as many as there are: memory is taken for what arrives.
    fn fill(&mut self, into: &mut Vec<u8>, count: u64) -> Result<()> {
        let read = self.input.by_ref().take(count).read_to_end(into);
        read.map(drop).map_err(|error| io_status("read", &self.path, &error))
    }

    fn damaged(&self, part: &str, at: u64) -> Status {
        data_loss(format!(
            "{}: the record at byte {} is damaged: its {part}, at byte {at}, does not match the checksum",
            self.path.display(),
            self.offset
        ))
    }
}
