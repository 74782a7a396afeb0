//! Tensors: a type, a shape and shared contents.
//!
//! Cloning a tensor shares its contents; [`Tensor::make_mut`] copies them first if anybody else holds them. So a reader
//! keeps a snapshot for the price of a reference count, and a writer that is alone writes in place.

#[cfg(target_os = "linux")]
use std::{any::Any, ptr::NonNull};
use std::{fmt, sync::Arc};

use regatta_status::{Result, Status, internal, invalid_argument};

use crate::{Buffer, DType, Element, PartialShape, Shape, Variant, buffer::Filling};

/// A value of the dataflow: elements of one type in row-major order.
#[derive(Clone)]
pub struct Tensor {
    dtype: DType,
    shape: Shape,
    contents: Contents,
}

#[derive(Clone)]
enum Contents {
    Plain(Arc<Buffer>),
    Strings(Arc<Vec<Vec<u8>>>),
    Resources(Arc<Vec<ResourceHandle>>),
    Variants(Arc<Vec<Variant>>),
}

/// The name of something that lives on a device between steps: a variable, a queue, an iterator.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ResourceHandle {
    /// The device that holds it.
    pub device: String,
    /// The container it lives in.
    pub container: String,
    /// Its name in that container.
    pub name: String,
    /// A hash of its type, as the maker computes it.
    pub hash_code: u64,
    /// Its type's name, for people.
    pub type_name: String,
    /// What a variable behind it holds.
    pub dtypes_and_shapes: Vec<(DType, PartialShape)>,
}

impl Tensor {
    /// A tensor of these values; their number must be that of the shape.
    pub fn new<T: Element>(shape: Shape, values: Vec<T>) -> Result<Tensor> {
        check_count(&shape, values.len())?;
        Ok(Tensor { dtype: T::DTYPE, shape, contents: Contents::Plain(Arc::new(Buffer::from_vec(values))) })
    }

    /// A scalar.
    pub fn scalar<T: Element>(value: T) -> Tensor {
        Tensor {
            dtype: T::DTYPE,
            shape: Shape::scalar(),
            contents: Contents::Plain(Arc::new(Buffer::from_vec(vec![value]))),
        }
    }

    /// A vector.
    pub fn vector<T: Element>(values: Vec<T>) -> Tensor {
        let shape = Shape::vector(values.len());
        Tensor { dtype: T::DTYPE, shape, contents: Contents::Plain(Arc::new(Buffer::from_vec(values))) }
    }

    /// A tensor of strings; their number must be that of the shape.
    pub fn strings(shape: Shape, values: Vec<Vec<u8>>) -> Result<Tensor> {
        check_count(&shape, values.len())?;
        Ok(Tensor { dtype: DType::String, shape, contents: Contents::Strings(Arc::new(values)) })
    }

    /// A scalar string.
    pub fn string(value: impl Into<Vec<u8>>) -> Tensor {
        Tensor {
            dtype: DType::String,
            shape: Shape::scalar(),
            contents: Contents::Strings(Arc::new(vec![value.into()])),
        }
    }

    /// A tensor of resource handles; their number must be that of the shape.
    pub fn resources(shape: Shape, values: Vec<ResourceHandle>) -> Result<Tensor> {
        check_count(&shape, values.len())?;
        Ok(Tensor { dtype: DType::Resource, shape, contents: Contents::Resources(Arc::new(values)) })
    }

    /// A tensor of variants; their number must be that of the shape.
    pub fn variants(shape: Shape, values: Vec<Variant>) -> Result<Tensor> {
        check_count(&shape, values.len())?;
        Ok(Tensor { dtype: DType::Variant, shape, contents: Contents::Variants(Arc::new(values)) })
    }

    /// A tensor of zeros, false or empty strings. Resources have no such value.
    pub fn zeros(dtype: DType, shape: Shape) -> Result<Tensor> {
        let elements = shape.num_elements();
        let contents = match dtype {
            DType::String => Contents::Strings(Arc::new(vec![Vec::new(); elements])),
            DType::Variant => Contents::Variants(Arc::new(vec![Variant::default(); elements])),
            DType::Resource => Contents::Resources(Arc::new(vec![ResourceHandle::default(); elements])),
            _ => Contents::Plain(Arc::new(Buffer::zeroed(elements * plain_size(dtype)?)?)),
        };
        Ok(Tensor { dtype, shape, contents })
    }

    /// A tensor of a plain type from its bytes (little-endian, row-major), which are copied.
    pub fn from_bytes(dtype: DType, shape: Shape, bytes: &[u8]) -> Result<Tensor> {
        let mut writer = TensorWriter::new(dtype, shape, bytes.len())?;
        writer.write(bytes)?;
        writer.finish()
    }

    /// The type of the elements.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The sizes of the dimensions.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The number of elements.
    pub fn num_elements(&self) -> usize {
        self.shape.num_elements()
    }

    /// Bytes of memory that the elements take, strings counted by their length.
    pub fn byte_size(&self) -> usize {
        match &self.contents {
            Contents::Plain(buffer) => buffer.bytes().len(),
            Contents::Strings(strings) => strings.iter().map(|s| s.len() + size_of::<Vec<u8>>()).sum(),
            Contents::Resources(handles) => handles.len() * size_of::<ResourceHandle>(),
            Contents::Variants(variants) => variants.iter().map(Variant::byte_size).sum(),
        }
    }

    /// The elements, if they are of type `T`.
    pub fn values<T: Element>(&self) -> Result<&[T]> {
        let buffer = self.plain::<T>()?;
        let bytes = buffer.bytes();
        // SAFETY: the tensor's type is `T`'s, so the bytes are valid values of `T` (see `Element`); `plain` has checked the
        // alignment; the length is a whole number of elements.
        Ok(unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast::<T>(), bytes.len() / size_of::<T>()) })
    }

    /// The elements, to be written; copied first if the contents are shared or lent.
    pub fn make_mut<T: Element>(&mut self) -> Result<&mut [T]> {
        if self.unique_mut::<T>()?.is_none() {
            let copy = self.values::<T>()?.to_vec();
            self.contents = Contents::Plain(Arc::new(Buffer::from_vec(copy)));
        }
        self.unique_mut::<T>()?.ok_or_else(|| internal("a buffer copied for writing is still shared"))
    }

    /// The elements, to be written, or `None` if the contents are shared or lent.
    pub fn unique_mut<T: Element>(&mut self) -> Result<Option<&mut [T]>> {
        self.plain::<T>()?;
        let Contents::Plain(buffer) = &mut self.contents else { return Ok(None) };
        Ok(Arc::get_mut(buffer).and_then(Buffer::bytes_mut).map(|bytes| {
            // SAFETY: as in `values`, and the buffer is held by us alone.
            unsafe { std::slice::from_raw_parts_mut(bytes.as_mut_ptr().cast::<T>(), bytes.len() / size_of::<T>()) }
        }))
    }

    /// The only element of a tensor that has one, whatever its rank.
    pub fn single<T: Element>(&self) -> Result<T> {
        match self.values::<T>()? {
            [value] => Ok(*value),
            _ => Err(invalid_argument(format!("expected one {} value, got shape {}", T::DTYPE, self.shape))),
        }
    }

    /// The strings, if they are.
    pub fn as_strings(&self) -> Result<&[Vec<u8>]> {
        match &self.contents {
            Contents::Strings(strings) => Ok(strings),
            _ => Err(self.wrong_type(DType::String)),
        }
    }

    /// The resource handles, if they are.
    pub fn as_resources(&self) -> Result<&[ResourceHandle]> {
        match &self.contents {
            Contents::Resources(handles) => Ok(handles),
            _ => Err(self.wrong_type(DType::Resource)),
        }
    }

    /// The variants, if they are.
    pub fn as_variants(&self) -> Result<&[Variant]> {
        match &self.contents {
            Contents::Variants(variants) => Ok(variants),
            _ => Err(self.wrong_type(DType::Variant)),
        }
    }

    /// The variants, to be changed; copied first if the contents are shared, which copies the tensors inside only by name.
    pub fn variants_mut(&mut self) -> Result<&mut [Variant]> {
        self.as_variants()?;
        match &mut self.contents {
            Contents::Variants(variants) => Ok(Arc::make_mut(variants).as_mut_slice()),
            _ => Err(internal("a tensor of variants holds none")),
        }
    }

    /// The bytes of a plain type, or `None` for strings, resources and variants.
    pub fn bytes(&self) -> Option<&[u8]> {
        match &self.contents {
            Contents::Plain(buffer) => Some(buffer.bytes()),
            _ => None,
        }
    }

    /// The shared block behind a plain type, for those who send it without a copy.
    pub fn buffer(&self) -> Option<Arc<Buffer>> {
        match &self.contents {
            Contents::Plain(buffer) => Some(Arc::clone(buffer)),
            _ => None,
        }
    }

    /// The same elements in another shape of as many.
    pub fn reshaped(&self, shape: Shape) -> Result<Tensor> {
        if shape.num_elements() != self.num_elements() {
            return Err(invalid_argument(format!(
                "input to reshape is a tensor with {} values, but the requested shape {shape} has {}",
                self.num_elements(),
                shape.num_elements()
            )));
        }
        Ok(Tensor { dtype: self.dtype, shape, contents: self.contents.clone() })
    }

    /// The same bytes as another plain type of the same size.
    pub fn bitcast(&self, dtype: DType) -> Result<Tensor> {
        if dtype == self.dtype {
            return Ok(self.clone());
        }
        match self.bytes() {
            Some(bytes) => Tensor::from_bytes(dtype, self.shape.clone(), bytes),
            None => Err(invalid_argument(format!("cannot bitcast {} to {dtype}", self.dtype))),
        }
    }

    /// A tensor of a plain type in somebody else's memory. Refused if the shape needs another number of bytes, if they are
    /// not aligned, or if not all bytes are values of the type.
    ///
    /// # Safety
    /// As for [`Buffer::lent`].
    #[cfg(target_os = "linux")]
    pub(crate) unsafe fn lent(
        dtype: DType,
        shape: Shape,
        (start, len): (NonNull<u8>, usize),
        lender: Box<dyn Any + Send + Sync>,
    ) -> Result<Tensor> {
        check_bytes(dtype, &shape, len)?;
        if dtype == DType::Bool || !start.as_ptr().cast::<u128>().is_aligned() {
            return Err(invalid_argument(format!("a {dtype} tensor at {start:?} cannot be used where it lies")));
        }
        // SAFETY: the caller vouches for the memory.
        let buffer = unsafe { Buffer::lent(start, len, lender) };
        Ok(Tensor { dtype, shape, contents: Contents::Plain(Arc::new(buffer)) })
    }

    fn plain<T: Element>(&self) -> Result<&Arc<Buffer>> {
        match &self.contents {
            Contents::Plain(buffer) if self.dtype == T::DTYPE => {
                if buffer.is_aligned_for::<T>() {
                    Ok(buffer)
                } else {
                    Err(internal("a tensor's buffer is not aligned"))
                }
            }
            _ => Err(self.wrong_type(T::DTYPE)),
        }
    }

    fn wrong_type(&self, expected: DType) -> regatta_status::Status {
        invalid_argument(format!("expected a {expected} tensor, got {} of shape {}", self.dtype, self.shape))
    }
}

/// Fills a tensor of a plain type with bytes that arrive in pieces, each copied once into its final place.
pub struct TensorWriter {
    dtype: DType,
    shape: Shape,
    filling: Filling,
}

impl TensorWriter {
    /// A writer for a tensor of which `byte_count` bytes will come; refused if the shape needs another number.
    pub fn new(dtype: DType, shape: Shape, byte_count: usize) -> Result<TensorWriter> {
        check_bytes(dtype, &shape, byte_count)?;
        Ok(TensorWriter { dtype, shape, filling: Buffer::filling(byte_count)? })
    }

    /// Appends bytes; refused if they are more than the tensor has.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        match self.filling.append(bytes) {
            true => Ok(()),
            false => Err(wrong_count(self.filling.filled() + bytes.len(), self.filling.capacity())),
        }
    }

    /// As [`TensorWriter::write`], from memory that no reference can point to.
    ///
    /// # Safety
    /// `len` bytes from `source` on may be read.
    #[cfg(target_os = "linux")]
    pub(crate) unsafe fn write_from(&mut self, source: *const u8, len: usize) -> Result<()> {
        // SAFETY: the caller vouches for the source, and nobody has a pointer into a buffer that is being filled.
        match unsafe { self.filling.append_from(source, len) } {
            true => Ok(()),
            false => Err(wrong_count(self.filling.filled().saturating_add(len), self.filling.capacity())),
        }
    }

    /// The tensor, if all its bytes have come.
    pub fn finish(self) -> Result<Tensor> {
        let (filled, total) = (self.filling.filled(), self.filling.capacity());
        let mut buffer = self.filling.finish().ok_or_else(|| wrong_count(filled, total))?;
        // A peer may send any byte for a truth; `bool` in memory is 0 or 1 only.
        if self.dtype == DType::Bool {
            let bytes = buffer.bytes_mut().into_iter().flatten();
            bytes.for_each(|byte| *byte = u8::from(*byte != 0));
        }
        Ok(Tensor { dtype: self.dtype, shape: self.shape, contents: Contents::Plain(Arc::new(buffer)) })
    }
}

fn wrong_count(count: usize, total: usize) -> Status {
    invalid_argument(format!("{count} bytes were given for a tensor that has {total}"))
}

fn plain_size(dtype: DType) -> Result<usize> {
    dtype.size().ok_or_else(|| invalid_argument(format!("{dtype} tensors are not made of plain bytes")))
}

fn check_bytes(dtype: DType, shape: &Shape, count: usize) -> Result<()> {
    let expected = shape.num_elements() * plain_size(dtype)?;
    if count == expected {
        return Ok(());
    }
    Err(invalid_argument(format!("a {dtype} tensor of shape {shape} has {expected} bytes, but {count} were given")))
}

fn check_count(shape: &Shape, count: usize) -> Result<()> {
    if shape.num_elements() == count {
        return Ok(());
    }
    Err(invalid_argument(format!("shape {shape} has {} elements, but {count} values were given", shape.num_elements())))
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.dtype, self.shape)?;
        // A few elements say more than the type alone; all of them would drown the reader.
        match &self.contents {
            Contents::Strings(strings) => {
                let shown: Vec<_> = strings.iter().take(8).map(|s| String::from_utf8_lossy(s)).collect();
                write!(f, "{shown:?}")
            }
            Contents::Resources(handles) => write!(f, "{:?}", handles.iter().map(|h| &h.name).collect::<Vec<_>>()),
            Contents::Variants(variants) => {
                write!(f, "{:?}", variants.iter().map(Variant::type_name).collect::<Vec<_>>())
            }
            Contents::Plain(_) => match self.dtype {
                DType::Float => write!(f, "{:?}", first(self.values::<f32>())),
                DType::Double => write!(f, "{:?}", first(self.values::<f64>())),
                DType::Int32 => write!(f, "{:?}", first(self.values::<i32>())),
                DType::Int64 => write!(f, "{:?}", first(self.values::<i64>())),
                DType::Bool => write!(f, "{:?}", first(self.values::<bool>())),
                _ => Ok(()),
            },
        }
    }
}

fn first<T>(values: Result<&[T]>) -> &[T] {
    let values = values.unwrap_or_default();
    &values[..values.len().min(8)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_does_not_disturb_a_reader() {
        let mut variable = Tensor::vector(vec![1.0f32, 2.0]);
        let snapshot = variable.clone();
        variable.make_mut::<f32>().unwrap()[0] = 5.0;
        assert_eq!(snapshot.values::<f32>().unwrap(), [1.0, 2.0]);
        assert_eq!(variable.values::<f32>().unwrap(), [5.0, 2.0]);
    }

    #[test]
    fn a_lone_writer_writes_in_place() {
        let mut variable = Tensor::vector(vec![1.0f32, 2.0]);
        let before = variable.bytes().unwrap().as_ptr();
        variable.make_mut::<f32>().unwrap()[0] = 5.0;
        assert_eq!(variable.bytes().unwrap().as_ptr(), before);
    }

    #[test]
    fn types_and_counts_are_checked() {
        assert!(Tensor::new(Shape::new(&[2, 2]).unwrap(), vec![1i32]).is_err());
        assert!(Tensor::vector(vec![1i32]).values::<f32>().is_err());
        assert!(Tensor::from_bytes(DType::Float, Shape::vector(2), &[0; 7]).is_err());
        assert!(Tensor::string("x").values::<u8>().is_err());
        assert!(Tensor::scalar(1u8).as_strings().is_err());
    }

    #[test]
    fn bytes_of_bools_become_valid() {
        let flags = Tensor::from_bytes(DType::Bool, Shape::vector(3), &[0, 1, 77]).unwrap();
        assert_eq!(flags.values::<bool>().unwrap(), [false, true, true]);
    }

    #[test]
    fn empty_tensors_have_no_bytes() {
        let empty = Tensor::zeros(DType::Double, Shape::new(&[0, 3]).unwrap()).unwrap();
        assert_eq!(empty.values::<f64>().unwrap(), [] as [f64; 0]);
        assert_eq!(empty.reshaped(Shape::new(&[5, 0]).unwrap()).unwrap().num_elements(), 0);
    }
}
