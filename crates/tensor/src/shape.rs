//! Shapes: sizes of dimensions, fully known for tensors, partly known for promises about them.
//!
//! A [`Shape`] can only be made if its number of elements (times sixteen, the widest element) fits in memory's address
//! range, so no later multiplication can overflow. Sizes that come from a peer are checked here, once.

use std::{fmt, ops::Deref};

use regatta_status::{Result, invalid_argument};
use smallvec::SmallVec;

/// The largest number of elements a shape may have: any element type's bytes then fit in `isize`.
const ELEMENTS_MAX: usize = isize::MAX as usize / 16;

/// As many dimensions as TensorFlow allows.
const RANK_MAX: usize = 254;

/// The sizes of a tensor's dimensions; a scalar has none. Dereferences to `[usize]`.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Shape(SmallVec<[usize; 4]>);

impl Shape {
    /// A shape from sizes, refused if its number of elements could not be addressed.
    pub fn new(sizes: &[usize]) -> Result<Shape> {
        if sizes.len() > RANK_MAX {
            return Err(invalid_argument(format!(
                "shape has {} dimensions, at most {RANK_MAX} are allowed",
                sizes.len()
            )));
        }
        // A zero anywhere makes the tensor empty, but TensorFlow still refuses sizes whose product overflows before it.
        let mut elements: usize = 1;
        for &size in sizes {
            elements = elements.checked_mul(size.max(1)).filter(|&n| n <= ELEMENTS_MAX).ok_or_else(|| {
                invalid_argument(format!("shape {sizes:?} is too large: the number of elements overflows"))
            })?;
        }
        Ok(Shape(SmallVec::from_slice(sizes)))
    }

    /// A shape from sizes as they come over the wire, where they are signed.
    pub fn from_signed(sizes: &[i64]) -> Result<Shape> {
        let mut unsigned: SmallVec<[usize; 4]> = SmallVec::with_capacity(sizes.len().min(RANK_MAX));
        for &size in sizes {
            unsigned.push(usize::try_from(size).map_err(|_| {
                invalid_argument(format!("shape {sizes:?} has a negative dimension ({size}); dimensions must be >= 0"))
            })?);
        }
        Shape::new(&unsigned)
    }

    /// The shape of a scalar.
    pub fn scalar() -> Shape {
        Shape::default()
    }

    /// The shape of a vector of `n` elements, of which there must be an addressable number (a length of something in memory).
    pub fn vector(n: usize) -> Shape {
        Shape(SmallVec::from_slice(&[n]))
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.0.len()
    }

    /// The number of elements.
    pub fn num_elements(&self) -> usize {
        self.0.iter().product()
    }

    /// The sizes as the wire and shape tensors have them.
    pub fn to_signed(&self) -> Vec<i64> {
        self.0.iter().map(|&size| size as i64).collect()
    }
}

impl Deref for Shape {
    type Target = [usize];
    fn deref(&self) -> &[usize] {
        &self.0
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_sizes(f, self.0.iter().map(|&size| Some(size)))
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What is known of a shape before a step runs: nothing, the rank, or some sizes.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct PartialShape(Option<Vec<Option<usize>>>);

impl PartialShape {
    /// Nothing is known.
    pub fn unknown() -> PartialShape {
        PartialShape(None)
    }

    /// The rank is known, and each size that is not `None`.
    pub fn new(sizes: Vec<Option<usize>>) -> PartialShape {
        PartialShape(Some(sizes))
    }

    /// Only the rank is known.
    pub fn of_rank(rank: usize) -> PartialShape {
        PartialShape(Some(vec![None; rank]))
    }

    /// The sizes, if the rank is known.
    pub fn sizes(&self) -> Option<&[Option<usize>]> {
        self.0.as_deref()
    }

    /// The rank, if known.
    pub fn rank(&self) -> Option<usize> {
        self.0.as_ref().map(Vec::len)
    }

    /// The whole shape, if every size is known and it is addressable.
    pub fn to_shape(&self) -> Option<Shape> {
        let sizes: Option<Vec<usize>> = self.0.as_ref()?.iter().copied().collect();
        Shape::new(&sizes?).ok()
    }

    /// Whether a tensor of this shape keeps the promise.
    pub fn admits(&self, shape: &Shape) -> bool {
        match &self.0 {
            None => true,
            Some(sizes) => {
                sizes.len() == shape.rank()
                    && sizes.iter().zip(shape.iter()).all(|(known, size)| known.is_none_or(|known| known == *size))
            }
        }
    }

    /// What is known when both promises hold, or `None` if they contradict each other.
    pub fn merge(&self, other: &PartialShape) -> Option<PartialShape> {
        let (Some(left), Some(right)) = (&self.0, &other.0) else {
            return Some(if self.0.is_some() { self.clone() } else { other.clone() });
        };
        if left.len() != right.len() {
            return None;
        }
        let merged: Option<Vec<Option<usize>>> = left
            .iter()
            .zip(right)
            .map(|(l, r)| match (l, r) {
                (Some(l), Some(r)) if l != r => None,
                (l, r) => Some(l.or(*r)),
            })
            .collect();
        merged.map(PartialShape::new)
    }
}

impl From<&Shape> for PartialShape {
    fn from(shape: &Shape) -> PartialShape {
        PartialShape(Some(shape.iter().map(|&size| Some(size)).collect()))
    }
}

impl fmt::Display for PartialShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str("<unknown>"),
            Some(sizes) => write_sizes(f, sizes.iter().copied()),
        }
    }
}

impl fmt::Debug for PartialShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// TensorFlow's way to print a shape: `[2,3]`, with `?` for a size that is not known.
fn write_sizes(f: &mut fmt::Formatter<'_>, sizes: impl Iterator<Item = Option<usize>>) -> fmt::Result {
    f.write_str("[")?;
    for (i, size) in sizes.enumerate() {
        if i > 0 {
            f.write_str(",")?;
        }
        match size {
            Some(size) => write!(f, "{size}")?,
            None => f.write_str("?")?,
        }
    }
    f.write_str("]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_overflow_are_refused() {
        assert!(Shape::from_signed(&[1 << 40, 1 << 40]).is_err());
        assert!(Shape::from_signed(&[0, 1 << 40, 1 << 40]).is_err());
        assert!(Shape::from_signed(&[-1]).is_err());
        assert!(Shape::new(&[1; 255]).is_err());
        assert_eq!(Shape::from_signed(&[2, 0, 3]).unwrap().num_elements(), 0);
    }

    #[test]
    fn partial_shapes_admit_and_merge() {
        let any_rows = PartialShape::new(vec![None, Some(3)]);
        assert!(any_rows.admits(&Shape::new(&[7, 3]).unwrap()));
        assert!(!any_rows.admits(&Shape::new(&[7, 4]).unwrap()));
        assert!(!any_rows.admits(&Shape::new(&[3]).unwrap()));
        let two_rows = PartialShape::new(vec![Some(2), None]);
        assert_eq!(any_rows.merge(&two_rows).unwrap().to_string(), "[2,3]");
        assert_eq!(any_rows.merge(&PartialShape::of_rank(1)), None);
        assert_eq!(PartialShape::unknown().merge(&two_rows), Some(two_rows));
    }
}
