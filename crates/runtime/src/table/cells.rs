//! The values of a table, row by row in one block, and keys as bytes.

use regatta_status::{Result, internal, invalid_argument, resource_exhausted};
use regatta_tensor::{DType, Shape, Tensor};

/// A key as its bytes: those of its numbers, or of a string; of several strings each with its length before it.
pub type Key = Vec<u8>;

/// Rows of as many cells each.
pub(super) struct Cells {
    dtype: DType,
    /// Cells in a row.
    width: usize,
    rows: usize,
    contents: Contents,
}

enum Contents {
    /// So many bytes each.
    Plain(Vec<u8>, usize),
    Strings(Vec<Vec<u8>>),
}

impl Cells {
    pub(super) fn new(dtype: DType, width: usize) -> Result<Cells> {
        let contents = match dtype.size() {
            Some(size) => Contents::Plain(Vec::new(), size),
            None if dtype == DType::String => Contents::Strings(Vec::new()),
            None => return Err(invalid_argument(format!("tables of {dtype} values are not supported"))),
        };
        Ok(Cells { dtype, width, rows: 0, contents })
    }

    /// The elements of a tensor.
    pub(super) fn of(tensor: &Tensor, width: usize) -> Result<Cells> {
        let mut cells = Cells::new(tensor.dtype(), width)?;
        cells.rows = tensor.num_elements().checked_div(width).unwrap_or_default();
        match &mut cells.contents {
            Contents::Plain(bytes, _) => {
                reserve(bytes, tensor.byte_size())?;
                bytes.extend_from_slice(tensor.bytes().unwrap_or_default());
            }
            Contents::Strings(strings) => {
                reserve(strings, tensor.num_elements())?;
                strings.extend_from_slice(tensor.as_strings()?);
            }
        }
        Ok(cells)
    }

    pub(super) fn len(&self) -> usize {
        self.rows
    }

    /// Adds a copy of a row of others.
    pub(super) fn push(&mut self, from: &Cells, row: usize) -> Result<()> {
        match (&mut self.contents, &from.contents) {
            (Contents::Plain(to, size), Contents::Plain(bytes, _)) => {
                let width = self.width * *size;
                reserve(to, width)?;
                to.extend_from_slice(bytes.get(row * width..(row + 1) * width).ok_or_else(beyond)?);
            }
            (Contents::Strings(to), Contents::Strings(strings)) => {
                let width = self.width;
                reserve(to, width)?;
                to.extend_from_slice(strings.get(row * width..(row + 1) * width).ok_or_else(beyond)?);
            }
            _ => return Err(internal("values of two types in one table")),
        }
        self.rows += 1;
        Ok(())
    }

    /// Overwrites a row by one of others.
    pub(super) fn set(&mut self, row: usize, from: &Cells, k: usize) -> Result<()> {
        let width = self.width;
        match (&mut self.contents, &from.contents) {
            (Contents::Plain(to, size), Contents::Plain(bytes, _)) => {
                let width = width * *size;
                let source = bytes.get(k * width..(k + 1) * width).ok_or_else(beyond)?;
                to.get_mut(row * width..(row + 1) * width).ok_or_else(beyond)?.copy_from_slice(source);
            }
            (Contents::Strings(to), Contents::Strings(strings)) => {
                let source = strings.get(k * width..(k + 1) * width).ok_or_else(beyond)?;
                to.get_mut(row * width..(row + 1) * width).ok_or_else(beyond)?.clone_from_slice(source);
            }
            _ => return Err(internal("values of two types in one table")),
        }
        Ok(())
    }

    pub(super) fn is_same(&self, row: usize, other: &Cells, k: usize) -> bool {
        let width = self.width;
        match (&self.contents, &other.contents) {
            (Contents::Plain(left, size), Contents::Plain(right, _)) => {
                let width = width * size;
                left.get(row * width..(row + 1) * width) == right.get(k * width..(k + 1) * width)
            }
            (Contents::Strings(left), Contents::Strings(right)) => {
                left.get(row * width..(row + 1) * width) == right.get(k * width..(k + 1) * width)
            }
            _ => false,
        }
    }

    pub(super) fn into_tensor(self, shape: Shape) -> Result<Tensor> {
        match self.contents {
            Contents::Plain(bytes, _) => Tensor::from_bytes(self.dtype, shape, &bytes),
            Contents::Strings(strings) => Tensor::strings(shape, strings),
        }
    }
}

/// The keys of a tensor, each of a shape that the tensor's ends with.
pub fn keys_of(tensor: &Tensor, shape: &Shape) -> Result<Vec<Key>> {
    let width = shape.num_elements();
    if width == 0 {
        return Err(invalid_argument(format!("keys of shape {shape} have no elements")));
    }
    let key = |strings: &[Vec<u8>]| match strings {
        [one] => one.clone(),
        several => several.iter().flat_map(|part| [&(part.len() as u64).to_le_bytes()[..], part].concat()).collect(),
    };
    match (tensor.bytes(), tensor.dtype().size()) {
        (Some(bytes), Some(size)) => Ok(bytes.chunks(size * width).map(<[u8]>::to_vec).collect()),
        _ => Ok(tensor.as_strings()?.chunks(width).map(key).collect()),
    }
}

/// Keys as a tensor again.
pub fn keys_tensor(dtype: DType, shape: Shape, keys: &[&Key]) -> Result<Tensor> {
    let parts = |key: &Key, width: usize| -> Vec<Vec<u8>> {
        if width == 1 {
            return vec![key.clone()];
        }
        let (mut rest, mut parts) = (key.as_slice(), Vec::new());
        while let Some((length, after)) = rest.split_first_chunk::<8>() {
            let (part, after) = after.split_at((u64::from_le_bytes(*length) as usize).min(after.len()));
            parts.push(part.to_vec());
            rest = after;
        }
        parts
    };
    match dtype {
        DType::String => {
            let width = shape.num_elements().checked_div(keys.len()).unwrap_or(1);
            Tensor::strings(shape, keys.iter().flat_map(|key| parts(key, width)).collect())
        }
        _ => Tensor::from_bytes(dtype, shape, &keys.iter().flat_map(|key| key.iter().copied()).collect::<Vec<u8>>()),
    }
}

fn reserve<T>(vec: &mut Vec<T>, more: usize) -> Result<()> {
    vec.try_reserve(more).map_err(|_| resource_exhausted("no memory for more entries of a table"))
}

fn beyond() -> regatta_status::Status {
    internal("a row beyond the end of a table")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back() {
        let words = Tensor::strings(Shape::vector(3), vec![b"a".to_vec(), b"".to_vec(), b"bc".to_vec()]).unwrap();
        for shape in [Shape::scalar(), Shape::vector(3)] {
            let keys = keys_of(&words, &shape).unwrap();
            let again = keys_tensor(DType::String, Shape::vector(3), &keys.iter().collect::<Vec<_>>()).unwrap();
            assert_eq!(again.as_strings().unwrap(), words.as_strings().unwrap());
        }
        let numbers = Tensor::vector(vec![1i64, -2]);
        let keys = keys_of(&numbers, &Shape::scalar()).unwrap();
        assert_eq!((keys.len(), keys[0].len()), (2, 8));
        let again = keys_tensor(DType::Int64, Shape::vector(2), &keys.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!(again.values::<i64>().unwrap(), [1, -2]);
    }
}
