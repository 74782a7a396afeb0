//! IDX, the format of MNIST: arrays of bytes behind a header that says their sizes, raw or compressed with gzip.
//!
//! ```text
//! 0  0  type  rank      the type is 8 for unsigned bytes, the only one that is read here
//! size * rank           big-endian, 32 bits each
//! values                row-major, up to the end of the file
//! ```
//!
//! Whether a file is compressed is told by its first bytes, not by its name. Sizes in the header are not believed:
//! memory grows with what was read, and a file that holds more or less than its header says is refused, a compressed one
//! before more than a byte too many is unpacked.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use regatta_status::{Result, Status, data_loss, invalid_argument, unimplemented};

use crate::bundle::files::io_status;

/// The number of the one type of values that is read.
const UNSIGNED_BYTE: u8 = 8;
/// How a gzip file begins. No IDX file does: its first two bytes are 0.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// An array of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idx {
    shape: Vec<usize>,
    values: Vec<u8>,
}

impl Idx {
    /// An array of these sizes; refused if the number of values is another, or if the header cannot say the sizes.
    pub fn new(shape: &[usize], values: Vec<u8>) -> Result<Idx> {
        let fits = shape.len() <= 255 && shape.iter().all(|size| u32::try_from(*size).is_ok());
        let count = shape.iter().try_fold(1usize, |product, size| product.checked_mul(*size));
        if !fits || count != Some(values.len()) {
            return Err(invalid_argument(format!("{} values are no IDX array of sizes {shape:?}", values.len())));
        }
        Ok(Idx { shape: shape.to_vec(), values })
    }

    /// Reads the file at `path`, which must hold an array of `rank` dimensions.
    pub fn read(path: &Path, rank: usize) -> Result<Idx> {
        let file = File::open(path).map_err(|error| io_status("open", path, &error))?;
        Idx::read_from(BufReader::new(file), path, rank)
    }

    /// Reads what a file holds, which must be an array of `rank` dimensions; errors call it `name`.
    pub fn read_from(mut file: impl BufRead, name: &Path, rank: usize) -> Result<Idx> {
        // A file on a disk brings both bytes of the magic number at once, if it has them.
        let start = file.fill_buf().map_err(|error| io_status("read", name, &error))?;
        if start.starts_with(&GZIP_MAGIC) {
            Source { reader: MultiGzDecoder::new(file), name, at: 0, within: " of the decompressed data" }.idx(rank)
        } else {
            Source { reader: file, name, at: 0, within: "" }.idx(rank)
        }
    }

    /// The sizes of the dimensions.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// How many bytes stand before the first value.
    pub fn header_len(&self) -> usize {
        4 + 4 * self.shape.len()
    }

    /// The values, row by row.
    pub fn into_values(self) -> Vec<u8> {
        self.values
    }

    /// The bytes of a raw file with this array.
    pub fn encode(&self) -> Vec<u8> {
        // `new` and `read` have seen to it that neither number is cut.
        let mut bytes = vec![0, 0, UNSIGNED_BYTE, self.shape.len() as u8];
        bytes.extend(self.shape.iter().flat_map(|size| (*size as u32).to_be_bytes()));
        bytes.extend(&self.values);
        bytes
    }
}

/// A file that is being read, and how far that has come.
struct Source<'a, R> {
    reader: R,
    name: &'a Path,
    /// Bytes read so far.
    at: u64,
    /// What bytes are counted in, if not in the file itself.
    within: &'static str,
}

impl<R: Read> Source<'_, R> {
    fn idx(mut self, rank: usize) -> Result<Idx> {
        let [zero, also_zero, dtype, dimensions] = self.array("the magic number")?;
        if zero != 0 || also_zero != 0 {
            let found = format!("no IDX file: it begins with {zero:02x} {also_zero:02x} instead of 00 00");
            return Err(self.damage(0, &found));
        }
        if dtype != UNSIGNED_BYTE {
            let place = self.place(2);
            return Err(unimplemented(format!(
                "{place}: values of type 0x{dtype:02x}; only unsigned bytes (0x08) are read"
            )));
        }
        if usize::from(dimensions) != rank {
            return Err(self.damage(3, &format!("{dimensions} dimensions, but {rank} were expected")));
        }
        let mut shape = Vec::with_capacity(rank);
        for dimension in 0..rank {
            shape.push(u32::from_be_bytes(self.array(&format!("the size of dimension {dimension}"))?));
        }
        let values = self.values(&shape)?;
        Ok(Idx { shape: shape.into_iter().map(|size| size as usize).collect(), values })
    }

    /// As many bytes as the sizes say, after which the file must end.
    fn values(&mut self, shape: &[u32]) -> Result<Vec<u8>> {
        let count = shape.iter().try_fold(1u64, |product, size| product.checked_mul(u64::from(*size)));
        let Some(limit) = count.and_then(|count| count.checked_add(1)) else {
            return Err(self.damage(4, &format!("sizes {shape:?} are more than any file holds")));
        };
        let (start, mut values) = (self.at, Vec::new());
        // One byte more than there should be: to see the end, at which gzip compares its checksum, or that there is none.
        let outcome = self.reader.by_ref().take(limit).read_to_end(&mut values);
        self.at += values.len() as u64;
        outcome.map_err(|error| self.failed(&error))?;
        let (found, expected) = (values.len() as u64, limit - 1);
        if found < expected {
            let what =
                format!("the file ends, but {expected} values of sizes {shape:?} from byte {start} on were expected");
            return Err(self.damage(self.at, &what));
        }
        if found > expected {
            let what = format!("the file goes on after its {expected} values of sizes {shape:?}");
            return Err(self.damage(start + expected, &what));
        }
        Ok(values)
    }

    fn array(&mut self, what: &str) -> Result<[u8; 4]> {
        let mut bytes = Vec::with_capacity(4);
        let outcome = self.reader.by_ref().take(4).read_to_end(&mut bytes);
        self.at += bytes.len() as u64;
        outcome.map_err(|error| self.failed(&error))?;
        bytes.try_into().map_err(|_| self.damage(self.at, &format!("the file ends within {what}")))
    }

    /// What a failed read is: the disk's fault, or that of a damaged gzip stream.
    fn failed(&self, error: &std::io::Error) -> Status {
        match error.kind() {
            ErrorKind::UnexpectedEof => self.damage(self.at, "the gzip stream is cut off"),
            ErrorKind::InvalidInput | ErrorKind::InvalidData => {
                self.damage(self.at, &format!("the gzip stream is damaged ({error})"))
            }
            _ => io_status("read", self.name, error),
        }
    }

    fn damage(&self, byte: u64, what: &str) -> Status {
        data_loss(format!("{}: {what}", self.place(byte)))
    }

    fn place(&self, byte: u64) -> String {
        format!("{} at byte {byte}{}", self.name.display(), self.within)
    }
}
