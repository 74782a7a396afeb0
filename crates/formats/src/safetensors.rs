//! safetensors: tensors in one file that programs of all kinds read, to and from checkpoints.
//!
//! A file is the length of a header (eight bytes), the header (JSON: for each tensor its type, shape and place) and the
//! tensors' bytes without gaps. There are no strings in it, and no checksums.
//!
//! The format is small enough to be read and written here tensor by tensor, so that a file may be larger than memory; the
//! crate of that name, which wants all of it at once, is what our tests compare with.

mod header;

use std::{
    fs::File,
    io::{BufWriter, Write},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

use regatta_status::{Result, Status, data_loss, not_found, unimplemented};
use regatta_tensor::{DType, Shape, Tensor, TensorWriter};

use crate::{
    BundleReader, BundleWriter,
    bundle::files::{TempFile, create_directory, io_status, rename, sync_directory},
};
use header::{HEADER_BYTES_MAX, TensorAt};

/// Bytes read at a time.
const CHUNK_BYTES: usize = 1 << 20;

/// A file of tensors, open for reading.
#[derive(Debug)]
pub struct Safetensors {
    file: File,
    path: PathBuf,
    /// Where the tensors' bytes begin.
    data_start: u64,
    tensors: Vec<TensorAt>,
}

impl Safetensors {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<Safetensors> {
        let file = File::open(path).map_err(|error| io_status("open", path, &error))?;
        let length = file.metadata().map_err(|error| io_status("read", path, &error))?.len();
        let damaged = |what: String| data_loss(format!("{}: {what}", path.display()));
        if length < 8 {
            return Err(damaged(format!("this is no safetensors file: it has {length} bytes, and the least is 8")));
        }
        let read = |offset: u64, target: &mut [u8]| {
            file.read_exact_at(target, offset).map_err(|error| io_status("read", path, &error))
        };
        let mut size = [0; 8];
        read(0, &mut size)?;
        let size = u64::from_le_bytes(size);
        if size > HEADER_BYTES_MAX || size > length - 8 {
            return Err(damaged(format!(
                "this is no safetensors file: the header should have {size} bytes, and {} follow",
                length - 8
            )));
        }
        let mut header = vec![0; size as usize];
        read(8, &mut header)?;
        let data_start = 8 + size;
        let tensors = header::parse(&header, length - data_start).map_err(damaged)?;
        Ok(Safetensors { file, path: path.to_owned(), data_start, tensors })
    }

    /// Names, types and shapes of the tensors, by name.
    pub fn entries(&self) -> impl Iterator<Item = (&str, DType, &Shape)> {
        self.tensors.iter().map(|tensor| (tensor.name.as_str(), tensor.dtype, &tensor.shape))
    }

    /// The tensor `name`.
    pub fn read(&self, name: &str) -> Result<Tensor> {
        let at = self.tensors.iter().find(|tensor| tensor.name == name);
        let at = at.ok_or_else(|| not_found(format!("{}: there is no tensor {name}", self.path.display())))?;
        let mut writer = TensorWriter::new(at.dtype, at.shape.clone(), (at.end - at.start) as usize)?;
        let mut chunk = vec![0; CHUNK_BYTES.min((at.end - at.start) as usize)];
        let mut start = at.start;
        while start < at.end {
            let count = chunk.len().min((at.end - start) as usize);
            let piece = &mut chunk[..count];
            let place = self.data_start + start;
            self.file.read_exact_at(piece, place).map_err(|error| {
                let status = io_status("read", &self.path, &error);
                Status::new(status.code, format!("{} (tensor {name}, at byte {place})", status.message))
            })?;
            writer.write(piece)?;
            start += count as u64;
        }
        writer.finish()
    }
}

/// Writes the tensors of a checkpoint to a safetensors file; those in slices are put together. Refused, with their names,
/// if some are of types that such files do not have. A crash leaves what was there.
pub fn export_checkpoint(checkpoint: &BundleReader, path: &Path) -> Result<()> {
    let entries = checkpoint.entries();
    let foreign: Vec<String> = entries
        .iter()
        .filter(|entry| header::dtype_name(entry.dtype).is_none())
        .map(|entry| format!("{} ({})", entry.name, entry.dtype))
        .collect();
    if !foreign.is_empty() {
        return Err(unimplemented(format!("safetensors files have no tensors of these types: {}", foreign.join(", "))));
    }
    let tensors = header::lay_out(entries.into_iter().map(|entry| (entry.name, entry.dtype, entry.shape)));
    if let Some(path) = path.to_str() {
        create_directory(path)?;
    }
    let (temp, file) = TempFile::create(path)?;
    let failed = |error: std::io::Error| io_status("write", path, &error);
    let mut out = BufWriter::with_capacity(CHUNK_BYTES, file);
    let header = header::to_bytes(&tensors);
    out.write_all(&(header.len() as u64).to_le_bytes()).and_then(|()| out.write_all(&header)).map_err(failed)?;
    for tensor in &tensors {
        let value = checkpoint.read(&tensor.name)?;
        out.write_all(value.bytes().unwrap_or_default()).map_err(failed)?;
    }
    out.flush().and_then(|()| out.get_ref().sync_all()).map_err(failed)?;
    rename(temp.path(), path)?;
    path.to_str().map_or(Ok(()), sync_directory)
}

/// Makes the tensors of a safetensors file the checkpoint of a prefix. A crash leaves what was there.
pub fn import_checkpoint(file: &Safetensors, prefix: &str) -> Result<()> {
    let mut writer = BundleWriter::new(prefix)?;
    for tensor in &file.tensors {
        writer.add(&tensor.name, &file.read(&tensor.name)?)?;
    }
    writer.finish()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;
    use regatta_status::Code;
    use safetensors::{Dtype, SafeTensors, tensor::TensorView};

    use super::*;

    fn checkpoint(prefix: &Path, tensors: &[(&str, Tensor)]) -> BundleReader {
        let prefix = prefix.to_str().unwrap();
        let mut writer = BundleWriter::new(prefix).unwrap();
        for (name, tensor) in tensors {
            writer.add(name, tensor).unwrap();
        }
        writer.finish().unwrap();
        BundleReader::open(prefix).unwrap()
    }

    fn some_tensors() -> Vec<(&'static str, Tensor)> {
        vec![
            ("bytes", Tensor::vector(vec![1u8, 2, 3])),
            ("empty", Tensor::zeros(DType::Half, Shape::new(&[0, 4]).unwrap()).unwrap()),
            ("flags", Tensor::vector(vec![true, false])),
            ("layer/kernel", Tensor::new(Shape::new(&[2, 2]).unwrap(), vec![1.0f32, -2.0, 3.5, f32::MIN]).unwrap()),
            ("step", Tensor::scalar(7i64)),
        ]
    }

    /// The crate of the format's inventors reads what we write.
    #[test]
    fn the_reference_reads_ours() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("out/model.safetensors");
        export_checkpoint(&checkpoint(&root.path().join("m"), &some_tensors()), &path).unwrap();
        let bytes = fs::read(&path).unwrap();
        let file = SafeTensors::deserialize(&bytes).unwrap();
        assert_eq!(file.len(), 5);
        for (name, tensor) in some_tensors() {
            let found = file.tensor(name).unwrap();
            assert_eq!((found.shape(), found.data()), (&tensor.shape()[..], tensor.bytes().unwrap()), "{name}");
        }
        assert_eq!(file.tensor("layer/kernel").unwrap().dtype(), Dtype::F32);
        assert_eq!(fs::read_dir(root.path().join("out")).unwrap().count(), 1, "nothing temporary stays");
    }

    /// We read what it writes.
    #[test]
    fn ours_reads_the_reference() {
        let root = tempfile::tempdir().unwrap();
        let tensors = some_tensors();
        let view = |tensor: &Tensor| {
            let dtype = match tensor.dtype() {
                DType::UInt8 => Dtype::U8,
                DType::Half => Dtype::F16,
                DType::Bool => Dtype::BOOL,
                DType::Float => Dtype::F32,
                _ => Dtype::I64,
            };
            TensorView::new(dtype, tensor.shape().to_vec(), tensor.bytes().unwrap().to_vec().leak()).unwrap()
        };
        let views: Vec<_> = tensors.iter().map(|(name, tensor)| (*name, view(tensor))).collect();
        let path = root.path().join("m.safetensors");
        fs::write(&path, safetensors::serialize(views, None).unwrap()).unwrap();
        let file = Safetensors::open(&path).unwrap();
        let prefix = root.path().join("m");
        import_checkpoint(&file, prefix.to_str().unwrap()).unwrap();
        let reader = BundleReader::open(prefix.to_str().unwrap()).unwrap();
        assert_eq!(
            file.entries().map(|(name, ..)| name).collect::<Vec<_>>(),
            tensors.iter().map(|t| t.0).collect::<Vec<_>>()
        );
        for (name, tensor) in &tensors {
            let found = reader.read(name).unwrap();
            assert_eq!((found.dtype(), found.shape(), found.bytes()), (tensor.dtype(), tensor.shape(), tensor.bytes()));
        }
        assert_eq!(file.read("none").unwrap_err().code, Code::NotFound);
    }

    #[test]
    fn strings_are_refused_by_name() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("m.safetensors");
        let tensors = [("a", Tensor::string("x")), ("b", Tensor::scalar(1i32)), ("c", Tensor::string("y"))];
        let error = export_checkpoint(&checkpoint(&root.path().join("m"), &tensors), &path).unwrap_err();
        assert_eq!(error.code, Code::Unimplemented);
        assert!(error.message.ends_with("a (string), c (string)"), "{error}");
        assert!(!path.exists());
    }

    #[test]
    fn a_file_that_was_cut_off_anywhere_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("m.safetensors");
        export_checkpoint(&checkpoint(&root.path().join("m"), &some_tensors()), &path).unwrap();
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let error = Safetensors::open(&path).unwrap_err();
            assert_eq!(error.code, Code::DataLoss, "{length}");
            assert!(error.message.contains("m.safetensors"), "{error}");
        }
        assert_eq!(Safetensors::open(&root.path().join("none")).unwrap_err().code, Code::NotFound);
    }

    fn check_header(header: &str, data: usize, message: &str) {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("m.safetensors");
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(header.as_bytes());
        bytes.resize(bytes.len() + data, 0);
        fs::write(&path, bytes).unwrap();
        let error = Safetensors::open(&path).unwrap_err();
        assert_eq!(error.message, format!("{}: {message}", path.display()));
    }

    #[test]
    fn bad_headers_are_told() {
        check_header("[]", 0, "the header is not a list of tensors");
        check_header(r#"{"a": 1}"#, 0, "tensor a: its type, shape or place is missing");
        let at = |dtype: &str, shape: &str, place: &str| {
            format!(r#"{{"a": {{"dtype": "{dtype}", "shape": {shape}, "data_offsets": {place}}}}}"#)
        };
        check_header(&at("F6", "[]", "[0, 1]"), 1, "tensor a: its type is F6, which a checkpoint does not have");
        check_header(&at("F32", "[-1]", "[0, 4]"), 4, "tensor a: its type, shape or place is missing");
        check_header(&at("F32", "[2]", "[0, 4]"), 4, "tensor a: a F32 of shape [2] has 8 bytes, not 4 (0 to 4)");
        check_header(&at("F32", "[1]", "[4, 0]"), 4, "tensor a: it ends at byte 0, before it begins at 4");
        check_header(&at("F32", "[1]", "[4, 8]"), 8, "tensor a begins at byte 4, but the one before it ends at 0");
        check_header(&at("F32", "[1]", "[0, 4]"), 5, "the tensors end at byte 4, but there are 5 bytes");
        let huge = at("F32", "[9223372036854775807, 9223372036854775807]", "[0, 4]");
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("m");
        let mut bytes = (huge.len() as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(huge.as_bytes());
        fs::write(&path, bytes).unwrap();
        assert_eq!(Safetensors::open(&path).unwrap_err().code, Code::DataLoss);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(mut bytes in prop::collection::vec(any::<u8>(), 0..80), size in 0u64..80) {
            if let Some(start) = bytes.get_mut(..8) {
                start.copy_from_slice(&size.to_le_bytes());
            }
            let root = tempfile::tempdir().unwrap();
            let path = root.path().join("m");
            fs::write(&path, bytes).unwrap();
            let _ = Safetensors::open(&path);
        }
    }
}
