//! Reading a checkpoint: whole tensors, parts of them, and tensors put together from parts.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use regatta_status::{Code, Result, data_loss, invalid_argument, not_found, unimplemented};
use regatta_tensor::{DType, Shape, Tensor, TensorWriter};

use super::entry::{Entries, Entry, read_index};
use super::files::{data_path, index_path};
use super::shard::Shard;
use crate::slice::{Region, Run, ShapeAndSlice, TensorSlice, encode_slice_key, for_each_run};

/// Bytes read ahead of each source when a tensor is put together from pieces.
const WINDOW_BYTES: u64 = 64 << 10;

/// A checkpoint, open for reading. Any number of threads may read from it at once; data files are opened when they are
/// first needed.
#[derive(Debug)]
pub struct BundleReader {
    prefix: String,
    shard_count: usize,
    entries: Entries,
    shards: Mutex<HashMap<usize, Arc<Shard>>>,
}

/// What a checkpoint says about a tensor.
#[derive(Clone, Debug, PartialEq)]
pub struct BundleEntry {
    /// Its name.
    pub name: String,
    /// The type of its elements.
    pub dtype: DType,
    /// Its sizes as a whole.
    pub shape: Shape,
    /// The slices it was saved in; none if it was saved whole.
    pub slices: Vec<TensorSlice>,
}

impl BundleReader {
    /// Opens the checkpoint of a prefix and reads its index.
    pub fn open(prefix: &str) -> Result<BundleReader> {
        let (shard_count, entries) = read_index(&index_path(prefix)).map_err(|status| match status.code {
            Code::NotFound => not_found(format!(
                "Unsuccessful TensorSliceReader constructor: Failed to find any matching files for {prefix}"
            )),
            _ => status,
        })?;
        Ok(BundleReader { prefix: prefix.to_owned(), shard_count, entries, shards: Mutex::default() })
    }

    /// The tensors in the checkpoint, by name; a tensor in slices is one of them, and its slices are not.
    pub fn entries(&self) -> Vec<BundleEntry> {
        let slice_keys: HashSet<Vec<u8>> = self
            .entries
            .iter()
            .flat_map(|(name, entry)| entry.slices.iter().map(|slice| encode_slice_key(name, slice)))
            .collect();
        let tensors = self.entries.iter().filter(|(key, _)| !slice_keys.contains(*key));
        tensors.map(|(name, entry)| describe(&String::from_utf8_lossy(name), entry)).collect()
    }

    /// What the checkpoint says about the tensor `name`, if it has it.
    pub fn entry(&self, name: &str) -> Option<BundleEntry> {
        self.entries.get(name.as_bytes()).map(|entry| describe(name, entry))
    }

    /// The whole tensor `name`, put together if it was saved in slices.
    pub fn read(&self, name: &str) -> Result<Tensor> {
        let entry = self.find(name)?;
        self.read_region(name, entry, &TensorSlice::full(entry.shape.rank()))
    }

    /// A part of the tensor `name`, however it was saved.
    pub fn read_slice(&self, name: &str, slice: &TensorSlice) -> Result<Tensor> {
        self.read_region(name, self.find(name)?, slice)
    }

    /// The tensor `name`, or the part of it that a text like `"10 4 0,5:-"` describes; the empty text is the whole.
    /// Refused unless it is of type `dtype` and of the sizes in the text.
    pub fn read_spec(&self, name: &str, shape_and_slice: &str, dtype: DType) -> Result<Tensor> {
        let entry = self.find(name)?;
        if entry.dtype != dtype {
            return Err(invalid_argument(format!(
                "tensor_name = {name}; expected dtype {dtype} does not equal original dtype {}",
                entry.dtype
            )));
        }
        if shape_and_slice.is_empty() {
            return self.read(name);
        }
        let spec = ShapeAndSlice::parse(shape_and_slice)?;
        if spec.shape != entry.shape {
            return Err(invalid_argument(format!(
                "tensor_name = {name}; shape in shape_and_slice spec {} does not match the shape stored in checkpoint: {}",
                spec.shape, entry.shape
            )));
        }
        self.read_region(name, entry, &spec.slice)
    }

    fn find(&self, name: &str) -> Result<&Entry> {
        self.entries
            .get(name.as_bytes())
            .filter(|_| !name.is_empty())
            .ok_or_else(|| not_found(format!("Key {name} not found in checkpoint")))
    }

    fn read_region(&self, name: &str, entry: &Entry, slice: &TensorSlice) -> Result<Tensor> {
        if entry.dtype != DType::String && entry.dtype.size().is_none() {
            return Err(unimplemented(format!("tensor {name} of type {} cannot be restored", entry.dtype)));
        }
        let target = slice.region(&entry.shape)?;
        let sources = self.sources(name, entry, &target)?;
        let regions: Vec<Region> = sources.iter().map(|source| source.region.clone()).collect();
        let insufficient = || {
            invalid_argument(format!(
                "Does not have sufficient slices for partitioned tensor {name} to restore in slice_spec: {slice}"
            ))
        };
        let shape = target.shape()?;
        // The sources are as large as their files say; what they cannot fill is not allocated.
        let available =
            sources.iter().fold(0usize, |sum, source| sum.saturating_add(source.entry.shape.num_elements()));
        if shape.num_elements() > available {
            return Err(insufficient());
        }
        if entry.dtype == DType::String {
            return self.gather_strings(name, shape, &target, &sources, &regions)?.ok_or_else(insufficient);
        }
        let mut gatherer = Gatherer::new(name, entry.dtype, shape, &sources)?;
        match for_each_run(&target, &regions, |run| gatherer.take(run))? {
            true => gatherer.writer.finish(),
            false => Err(insufficient()),
        }
    }

    fn gather_strings(
        &self,
        name: &str,
        shape: Shape,
        target: &Region,
        sources: &[Source<'_>],
        regions: &[Region],
    ) -> Result<Option<Tensor>> {
        let mut stored = sources
            .iter()
            .map(|source| source.shard.strings(name, source.entry))
            .collect::<Result<Vec<Vec<Vec<u8>>>>>()?;
        if let ([source], [region]) = (stored.as_mut_slice(), regions)
            && region == target
        {
            return Tensor::strings(shape, std::mem::take(source)).map(Some);
        }
        let mut strings = Vec::with_capacity(shape.num_elements());
        let is_covered = for_each_run(target, regions, |run| {
            strings.extend_from_slice(&stored[run.source][run.offset..run.offset + run.count]);
            Ok(())
        })?;
        is_covered.then(|| Tensor::strings(shape, strings)).transpose()
    }

    /// The stored pieces of a tensor that have to do with `target`, each checked to be as large as it must be.
    fn sources<'a>(&'a self, name: &str, entry: &'a Entry, target: &Region) -> Result<Vec<Source<'a>>> {
        if entry.slices.is_empty() {
            let region = TensorSlice::full(entry.shape.rank()).region(&entry.shape)?;
            return Ok(vec![self.source(name, entry, region)?]);
        }
        let damaged = |what: String| {
            data_loss(format!("{}: tensor {name} is damaged: {what}", index_path(&self.prefix).display()))
        };
        let mut sources = Vec::new();
        for slice in &entry.slices {
            let region = slice.region(&entry.shape).map_err(|error| damaged(error.message))?;
            if !region.intersects(target) {
                continue;
            }
            let part = self
                .entries
                .get(&encode_slice_key(name.as_bytes(), slice))
                .ok_or_else(|| damaged(format!("its slice {slice} is missing")))?;
            if part.dtype != entry.dtype || *part.shape != *region.sizes || !part.slices.is_empty() {
                return Err(damaged(format!("its slice {slice} is {} of {}", part.dtype, part.shape)));
            }
            sources.push(self.source(name, part, region)?);
        }
        Ok(sources)
    }

    fn source<'a>(&self, name: &str, entry: &'a Entry, region: Region) -> Result<Source<'a>> {
        let shard = self.shard(entry.shard)?;
        shard.check_extent(name, entry)?;
        if let Some(element_bytes) = entry.dtype.size() {
            let expected = (entry.shape.num_elements() * element_bytes) as u64;
            if entry.size != expected {
                let what =
                    format!("a {} of shape {} has {expected} bytes, not {}", entry.dtype, entry.shape, entry.size);
                return Err(shard.damaged(name, entry, &what));
            }
        }
        // An element takes at least a byte, so the number of strings is bounded by the file as well.
        if entry.shape.num_elements() as u64 > entry.size {
            return Err(shard.damaged(name, entry, "it has fewer bytes than elements"));
        }
        Ok(Source { entry, region, shard })
    }

    fn shard(&self, number: usize) -> Result<Arc<Shard>> {
        // The map is valid whenever the lock is free, so a panic elsewhere is no reason to stop reading.
        let mut shards = self.shards.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shard) = shards.get(&number) {
            return Ok(Arc::clone(shard));
        }
        let shard = Arc::new(Shard::open(data_path(&self.prefix, number, self.shard_count))?);
        shards.insert(number, Arc::clone(&shard));
        Ok(shard)
    }
}

fn describe(name: &str, entry: &Entry) -> BundleEntry {
    BundleEntry { name: name.to_owned(), dtype: entry.dtype, shape: entry.shape.clone(), slices: entry.slices.clone() }
}

/// A stored piece of a tensor, and where in the tensor it belongs.
struct Source<'a> {
    entry: &'a Entry,
    region: Region,
    shard: Arc<Shard>,
}

/// Writes a tensor from front to back out of pieces of its sources.
///
/// Nothing is held but the tensor and a window on each source. A source that is taken in one run is checked as it is
/// copied; any other is read through once to check it before the first piece is taken.
struct Gatherer<'a> {
    name: &'a str,
    sources: &'a [Source<'a>],
    windows: Vec<Option<Window>>,
    writer: TensorWriter,
    element_bytes: usize,
}

/// Bytes of a source that were read ahead, `start` bytes into it.
struct Window {
    start: u64,
    bytes: Vec<u8>,
}

impl<'a> Gatherer<'a> {
    fn new(name: &'a str, dtype: DType, shape: Shape, sources: &'a [Source<'a>]) -> Result<Gatherer<'a>> {
        let element_bytes = dtype.size().unwrap_or_default();
        let byte_count = shape.num_elements() * element_bytes;
        let windows = sources.iter().map(|_| None).collect();
        Ok(Gatherer { name, sources, windows, writer: TensorWriter::new(dtype, shape, byte_count)?, element_bytes })
    }

    fn take(&mut self, run: Run) -> Result<()> {
        let Source { entry, shard, .. } = &self.sources[run.source];
        let mut start = (run.offset * self.element_bytes) as u64;
        let end = start + (run.count * self.element_bytes) as u64;
        if start == 0 && end == entry.size {
            return shard.stream(self.name, entry, |bytes| self.writer.write(bytes));
        }
        let window = match &mut self.windows[run.source] {
            Some(window) => window,
            unchecked => {
                shard.check(self.name, entry)?;
                unchecked.insert(Window { start: 0, bytes: Vec::new() })
            }
        };
        while start < end {
            if start < window.start || start >= window.start + window.bytes.len() as u64 {
                window.start = start;
                window.bytes.resize((entry.size - start).min(WINDOW_BYTES) as usize, 0);
                shard.read_at(entry.offset + start, &mut window.bytes)?;
            }
            let from = (start - window.start) as usize;
            let count = (window.bytes.len() - from).min((end - start) as usize);
            self.writer.write(&window.bytes[from..from + count])?;
            start += count as u64;
        }
        Ok(())
    }
}
