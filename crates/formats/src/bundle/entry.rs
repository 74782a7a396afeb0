//! The records of an index, as values and as messages.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::Path;

use prost::Message;
use regatta_status::{Result, Status, data_loss, unimplemented};
use regatta_tensor::{DType, Shape};
use regatta_wire::pb;
use regatta_wire::pb::tensor_slice_proto::{Extent as ExtentProto, extent::HasLengthHack};

use super::files::{TempFile, index_path, io_status};
use crate::slice::{Extent, TensorSlice};
use crate::table::{Table, TableWriter};

/// The version of the format, which we write and can read.
const VERSION: i32 = 1;

/// Entries by key, which is a tensor's name or a slice's key.
pub(super) type Entries = BTreeMap<Vec<u8>, Entry>;

/// Where a tensor's bytes are, or of which slices it is made.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) dtype: DType,
    pub(super) shape: Shape,
    pub(super) shard: usize,
    pub(super) offset: u64,
    pub(super) size: u64,
    /// Masked.
    pub(super) crc: u32,
    /// If there are any, the bytes are in their entries and not here.
    pub(super) slices: Vec<TensorSlice>,
}

impl Entry {
    fn to_proto(&self) -> pb::BundleEntryProto {
        let dim = |&size: &usize| pb::tensor_shape_proto::Dim { size: size as i64, ..Default::default() };
        pb::BundleEntryProto {
            dtype: self.dtype.number(),
            shape: Some(pb::TensorShapeProto { dim: self.shape.iter().map(dim).collect(), unknown_rank: false }),
            shard_id: self.shard as i32,
            offset: self.offset as i64,
            size: self.size as i64,
            crc32c: self.crc,
            slices: self.slices.iter().map(slice_to_proto).collect(),
        }
    }

    /// The entry of a message, or what is wrong with it.
    fn from_proto(proto: &pb::BundleEntryProto, shard_count: usize) -> Result<Entry, String> {
        let shape = proto.shape.as_ref().filter(|shape| !shape.unknown_rank).ok_or("its shape is not known")?;
        let sizes: Vec<i64> = shape.dim.iter().map(|dim| dim.size).collect();
        let number = |what: &str, value: i64| u64::try_from(value).map_err(|_| format!("its {what} is {value}"));
        let shard = number("shard", proto.shard_id.into())? as usize;
        if shard >= shard_count {
            return Err(format!("its shard is {shard} of {shard_count}"));
        }
        Ok(Entry {
            dtype: DType::from_number(proto.dtype).ok_or_else(|| format!("its type is {}", proto.dtype))?,
            shape: Shape::from_signed(&sizes).map_err(|error| error.message)?,
            shard,
            offset: number("offset", proto.offset)?,
            size: number("size", proto.size)?,
            crc: proto.crc32c,
            slices: proto.slices.iter().map(slice_from_proto).collect::<Option<_>>().ok_or("a slice is malformed")?,
        })
    }
}

fn slice_to_proto(slice: &TensorSlice) -> pb::TensorSliceProto {
    let extent = |extent: &Extent| match *extent {
        Extent::Full => ExtentProto::default(),
        Extent::Range { start, length } => {
            ExtentProto { start: start as i64, has_length_hack: Some(HasLengthHack::Length(length as i64)) }
        }
    };
    pb::TensorSliceProto { extent: slice.extents().iter().map(extent).collect() }
}

fn slice_from_proto(proto: &pb::TensorSliceProto) -> Option<TensorSlice> {
    let extent = |extent: &ExtentProto| {
        Some(match extent.has_length_hack {
            None => Extent::Full,
            Some(HasLengthHack::Length(length)) => {
                Extent::Range { start: usize::try_from(extent.start).ok()?, length: usize::try_from(length).ok()? }
            }
        })
    };
    proto.extent.iter().map(extent).collect::<Option<_>>().map(TensorSlice::new)
}

/// Reads an index: the number of data files, and the entries.
pub(super) fn read_index(path: &Path) -> Result<(usize, Entries)> {
    let table = Table::open(path)?;
    let shard_count = read_header(&table, path)?;
    let mut entries = Entries::new();
    for (key, value) in table.iter().filter(|(key, _)| !key.is_empty()) {
        let entry = pb::BundleEntryProto::decode(value)
            .map_err(|error| error.to_string())
            .and_then(|proto| Entry::from_proto(&proto, shard_count))
            .map_err(|what| damaged(path, &format!("the entry of {}", show_key(key)), &what))?;
        entries.insert(key.to_vec(), entry);
    }
    Ok((shard_count, entries))
}

fn read_header(table: &Table, path: &Path) -> Result<usize> {
    let value = table.get(b"").ok_or_else(|| damaged(path, "the header", "it is missing"))?;
    let header =
        pb::BundleHeaderProto::decode(value).map_err(|error| damaged(path, "the header", &error.to_string()))?;
    if header.endianness != pb::bundle_header_proto::Endianness::Little as i32 {
        return Err(unimplemented(format!("{}: the checkpoint is of a big-endian machine", path.display())));
    }
    let version = header.version.unwrap_or_default();
    if version.min_consumer > VERSION || version.bad_consumers.contains(&VERSION) {
        return Err(unimplemented(format!(
            "{}: the checkpoint wants a reader of version {} or later, this one is of version {VERSION}",
            path.display(),
            version.min_consumer
        )));
    }
    match usize::try_from(header.num_shards) {
        Ok(count) if count > 0 => Ok(count),
        _ => Err(damaged(path, "the header", &format!("the number of shards is {}", header.num_shards))),
    }
}

fn damaged(path: &Path, whose: &str, what: &str) -> Status {
    data_loss(format!("{}: {whose} is damaged: {what}", path.display()))
}

/// A key as people read it.
pub(super) fn show_key(key: &[u8]) -> String {
    format!("'{}'", key.escape_ascii())
}

/// Writes an index to a temporary file beside its final place, and brings it to the disk.
pub(super) fn write_index(prefix: &str, shard_count: usize, entries: &Entries) -> Result<TempFile> {
    let header = pb::BundleHeaderProto {
        num_shards: shard_count as i32,
        version: Some(pb::VersionDef { producer: VERSION, ..Default::default() }),
        ..Default::default()
    };
    let (temp, file) = TempFile::create(&index_path(prefix))?;
    let write = || {
        let mut table = TableWriter::new(BufWriter::new(file));
        table.add(b"", &header.encode_to_vec())?;
        for (key, entry) in entries {
            table.add(key, &entry.to_proto().encode_to_vec())?;
        }
        let mut out = table.finish()?;
        out.flush()?;
        out.get_ref().sync_all()
    };
    write().map_err(|error| io_status("write", temp.path(), &error))?;
    Ok(temp)
}
