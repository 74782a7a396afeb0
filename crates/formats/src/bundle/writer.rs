//! Writing a checkpoint: tensors go to a temporary data file as they come, the index follows at the end.

use std::fs::File;
use std::io::{BufWriter, Write};

use regatta_status::{Result, Status, invalid_argument, unimplemented};
use regatta_tensor::{DType, Shape, Tensor};

use super::entry::{Entries, Entry, show_key};
use super::files::{TempFile, create_directory, data_path, io_status};
use super::publish::publish;
use super::strings::write_strings;
use crate::crc;
use crate::slice::{ShapeAndSlice, TensorSlice, encode_slice_key};

const BUFFER_BYTES: usize = 1 << 20;

/// Writes the checkpoint of a prefix, in one data file.
///
/// Nothing that is there changes before [`finish`](BundleWriter::finish); a writer that is dropped leaves nothing behind.
/// A writer that has failed once, whatever the reason, does not finish.
pub struct BundleWriter {
    prefix: String,
    data: TempFile,
    out: BufWriter<File>,
    offset: u64,
    entries: Entries,
    failure: Option<Status>,
}

impl BundleWriter {
    /// Starts a checkpoint; makes the directory of `prefix` where it is missing.
    pub fn new(prefix: &str) -> Result<BundleWriter> {
        create_directory(prefix)?;
        let (data, file) = TempFile::create(&data_path(prefix, 0, 1))?;
        Ok(BundleWriter {
            prefix: prefix.to_owned(),
            data,
            out: BufWriter::with_capacity(BUFFER_BYTES, file),
            offset: 0,
            entries: Entries::new(),
            failure: None,
        })
    }

    /// Adds a tensor. Its bytes are written before this returns, and no reference to it is kept.
    pub fn add(&mut self, name: &str, tensor: &Tensor) -> Result<()> {
        self.attempt(|writer| writer.add_entry(name.as_bytes().to_vec(), name, tensor))
    }

    /// Adds a part of the tensor `name`, which is of `full_shape` as a whole.
    pub fn add_slice(&mut self, name: &str, full_shape: &Shape, slice: &TensorSlice, tensor: &Tensor) -> Result<()> {
        let slice_shape = slice.region(full_shape).and_then(|region| region.shape());
        match slice_shape {
            Ok(slice_shape) if slice_shape == *full_shape && slice_shape == *tensor.shape() => self.add(name, tensor),
            slice_shape => self.attempt(|writer| {
                if slice_shape? != *tensor.shape() {
                    return Err(invalid_argument(format!(
                        "Slice in shape_and_slice specification does not match the shape of the tensor to save: {slice} \
                         of {full_shape}, tensor: {}",
                        tensor.shape()
                    )));
                }
                writer.add_partial(name, full_shape, slice, tensor)
            }),
        }
    }

    /// Adds a tensor, or the part of one that a text like `"10 4 0,5:-"` describes; the empty text is the whole.
    pub fn add_spec(&mut self, name: &str, shape_and_slice: &str, tensor: &Tensor) -> Result<()> {
        if shape_and_slice.is_empty() {
            return self.add(name, tensor);
        }
        match ShapeAndSlice::parse(shape_and_slice) {
            Ok(spec) => self.add_slice(name, &spec.shape, &spec.slice, tensor),
            Err(error) => self.attempt(|_| Err(error)),
        }
    }

    /// Makes what was added the checkpoint of the prefix. On failure, or a crash, the previous one is still there.
    pub fn finish(mut self) -> Result<()> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        self.out
            .flush()
            .and_then(|()| self.out.get_ref().sync_all())
            .map_err(|error| io_status("write", self.data.path(), &error))?;
        publish(&self.prefix, &[self.data.path().to_owned()], &self.entries)
    }

    fn attempt(&mut self, add: impl FnOnce(&mut BundleWriter) -> Result<()>) -> Result<()> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let result = add(self);
        self.failure = result.clone().err();
        result
    }

    fn add_partial(&mut self, name: &str, full_shape: &Shape, slice: &TensorSlice, tensor: &Tensor) -> Result<()> {
        if let Some(whole) = self.entries.get(name.as_bytes()) {
            if whole.slices.is_empty() {
                return Err(duplicate_key(name.as_bytes()));
            }
            if whole.dtype != tensor.dtype() || whole.shape != *full_shape {
                return Err(invalid_argument(format!(
                    "slices of tensor {name} disagree, before: {} of {}, now: {} of {full_shape}",
                    whole.dtype,
                    whole.shape,
                    tensor.dtype()
                )));
            }
        }
        self.add_entry(encode_slice_key(name.as_bytes(), slice), name, tensor)?;
        let whole = self.entries.entry(name.as_bytes().to_vec()).or_insert_with(|| Entry {
            dtype: tensor.dtype(),
            shape: full_shape.clone(),
            shard: 0,
            offset: 0,
            size: 0,
            crc: 0,
            slices: Vec::new(),
        });
        whole.slices.push(slice.clone());
        Ok(())
    }

    fn add_entry(&mut self, key: Vec<u8>, name: &str, tensor: &Tensor) -> Result<()> {
        // The empty key is the header's.
        if name.is_empty() {
            return Err(invalid_argument("a tensor in a checkpoint must have a name"));
        }
        if self.entries.contains_key(&key) {
            return Err(duplicate_key(&key));
        }
        let (size, crc) = match (tensor.dtype(), tensor.bytes()) {
            (DType::String, _) => write_strings(tensor.as_strings()?, &mut self.out),
            (_, Some(bytes)) => self.out.write_all(bytes).map(|()| (bytes.len() as u64, crc::crc(bytes))),
            (dtype, None) => {
                return Err(unimplemented(format!("tensor {name} of type {dtype} cannot be saved in a checkpoint")));
            }
        }
        .map_err(|error| io_status(&format!("write tensor {name} to"), self.data.path(), &error))?;
        let entry = Entry {
            dtype: tensor.dtype(),
            shape: tensor.shape().clone(),
            shard: 0,
            offset: self.offset,
            size,
            crc: crc::mask(crc),
            slices: Vec::new(),
        };
        self.offset += size;
        self.entries.insert(key, entry);
        Ok(())
    }
}

fn duplicate_key(key: &[u8]) -> Status {
    match std::str::from_utf8(key) {
        Ok(name) if !name.starts_with('\0') => invalid_argument(format!("Adding duplicate key: {name}")),
        _ => invalid_argument(format!("Adding duplicate key: {}", show_key(key))),
    }
}
