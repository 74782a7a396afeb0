//! A data file that is read at many places, by many threads.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use regatta_status::{Result, Status, data_loss};

use super::entry::Entry;
use super::files::io_status;
use super::strings::read_strings;
use crate::crc;

/// Bytes read at a time where all of an entry is wanted.
const CHUNK_BYTES: u64 = 1 << 20;

/// An open data file. Reads name their place, so that none disturbs another.
#[derive(Debug)]
pub(super) struct Shard {
    file: File,
    path: PathBuf,
    len: u64,
    /// Where the entries begin that were read through and found to be as they were written.
    checked: Mutex<HashSet<u64>>,
}

impl Shard {
    pub(super) fn open(path: PathBuf) -> Result<Shard> {
        let opened = File::open(&path).and_then(|file| file.metadata().map(|metadata| (file, metadata.len())));
        match opened {
            Ok((file, len)) => Ok(Shard { file, path, len, checked: Mutex::default() }),
            Err(error) => Err(io_status("open", &path, &error)),
        }
    }

    /// Whether the entry lies in the file; asked before memory is taken for it.
    pub(super) fn check_extent(&self, name: &str, entry: &Entry) -> Result<()> {
        if entry.offset.checked_add(entry.size).is_some_and(|end| end <= self.len) {
            return Ok(());
        }
        let what = format!("it should have {} bytes, but the file ends at {}", entry.size, self.len);
        Err(self.damaged(name, entry, &what))
    }

    /// Hands all bytes of an entry to `consume`, in order and in pieces, and checks them against the checksum. Pieces
    /// that were handed out before damage was noticed must not be used.
    pub(super) fn stream(&self, name: &str, entry: &Entry, mut consume: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        let mut chunk = vec![0; entry.size.min(CHUNK_BYTES) as usize];
        let mut checksum = 0;
        let mut done = 0;
        while done < entry.size {
            let piece = &mut chunk[..(entry.size - done).min(CHUNK_BYTES) as usize];
            self.read_at(entry.offset + done, piece)?;
            checksum = crc::extend(checksum, piece);
            done += piece.len() as u64;
            consume(piece)?;
        }
        self.check_crc(name, entry, checksum)
    }

    /// Reads an entry through to check it, unless that was done before: a large one is read in many parts.
    pub(super) fn check(&self, name: &str, entry: &Entry) -> Result<()> {
        let checked = || self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        if checked().contains(&entry.offset) {
            return Ok(());
        }
        self.stream(name, entry, |_| Ok(()))?;
        checked().insert(entry.offset);
        Ok(())
    }

    pub(super) fn strings(&self, name: &str, entry: &Entry) -> Result<Vec<Vec<u8>>> {
        let place = Place { shard: self, offset: entry.offset, left: entry.size };
        let (strings, checksum) = read_strings(&mut BufReader::new(place), entry.shape.num_elements(), entry.size)
            .map_err(|error| match error.kind() {
                io::ErrorKind::InvalidData => self.damaged(name, entry, &error.to_string()),
                io::ErrorKind::UnexpectedEof => self.damaged(name, entry, "the strings run over its end"),
                _ => io_status("read", &self.path, &error),
            })?;
        self.check_crc(name, entry, checksum)?;
        Ok(strings)
    }

    /// Fills `target` from `offset` on.
    pub(super) fn read_at(&self, offset: u64, target: &mut [u8]) -> Result<()> {
        self.file.read_exact_at(target, offset).map_err(|error| {
            let status = io_status("read", &self.path, &error);
            Status::new(status.code, format!("{} (at byte {offset})", status.message))
        })
    }

    fn check_crc(&self, name: &str, entry: &Entry, checksum: u32) -> Result<()> {
        let computed = crc::mask(checksum);
        if computed == entry.crc {
            return Ok(());
        }
        let what = format!("checksum mismatch, stored: {:#010x}, computed: {computed:#010x}", entry.crc);
        Err(self.damaged(name, entry, &what))
    }

    pub(super) fn damaged(&self, name: &str, entry: &Entry, what: &str) -> Status {
        data_loss(format!("{}: tensor {name} at byte {} is damaged: {what}", self.path.display(), entry.offset))
    }
}

/// A part of a data file, read from front to back.
struct Place<'a> {
    shard: &'a Shard,
    offset: u64,
    left: u64,
}

impl Read for Place<'_> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let wanted = target.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let count = self.shard.file.read_at(&mut target[..wanted], self.offset)?;
        self.offset += count as u64;
        self.left -= count as u64;
        Ok(count)
    }
}
