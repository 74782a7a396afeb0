//! Boxes cut out of tensors, and the texts that describe them.
//!
//! A large variable is kept in parts, each on its own task. Such a part is saved and restored with a text of the whole
//! tensor's sizes and the box that the part is: `"10 4 0,5:-"` is rows 0 to 4 of ten, and all four columns.

mod key;

use std::fmt;

use regatta_status::{Result, invalid_argument};
use regatta_tensor::Shape;

pub use key::encode_slice_key;

/// What a slice takes of one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// All of it, however large it is.
    Full,
    /// `length` indices from `start` on.
    Range {
        /// The first index.
        start: usize,
        /// How many.
        length: usize,
    },
}

/// A box cut out of a tensor: an extent for each dimension. Written as `-` for all of a dimension and `start,length` for
/// a part, joined by colons.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct TensorSlice(Vec<Extent>);

impl TensorSlice {
    /// A slice of these extents, one for each dimension.
    pub fn new(extents: Vec<Extent>) -> TensorSlice {
        TensorSlice(extents)
    }

    /// All of a tensor of this rank.
    pub fn full(rank: usize) -> TensorSlice {
        TensorSlice(vec![Extent::Full; rank])
    }

    /// Reads the text form; the empty text is the slice of a scalar.
    pub fn parse(text: &str) -> Result<TensorSlice> {
        text.split(':')
            .filter(|part| !part.is_empty())
            .map(|part| parse_extent(part, text))
            .collect::<Result<_>>()
            .map(TensorSlice)
    }

    /// What is taken of each dimension.
    pub fn extents(&self) -> &[Extent] {
        &self.0
    }

    /// The box in a tensor of this shape; refused if it does not lie in it.
    pub fn region(&self, shape: &Shape) -> Result<Region> {
        if self.0.len() != shape.rank() {
            return Err(invalid_argument(format!("Mismatching ranks: shape = {shape}, slice = {self}")));
        }
        let mut region = Region { starts: Vec::with_capacity(shape.rank()), sizes: Vec::with_capacity(shape.rank()) };
        for (dimension, (extent, &size)) in self.0.iter().zip(shape.iter()).enumerate() {
            let (start, length) = match *extent {
                Extent::Full => (0, size),
                Extent::Range { start, length } => (start, length),
            };
            if start.checked_add(length).is_none_or(|end| end > size) {
                return Err(invalid_argument(format!(
                    "Extent in dimension {dimension} out of bounds: shape = {shape}, slice = {self}"
                )));
            }
            region.starts.push(start);
            region.sizes.push(length);
        }
        Ok(region)
    }
}

fn parse_extent(part: &str, text: &str) -> Result<Extent> {
    if part == "-" {
        return Ok(Extent::Full);
    }
    let numbers = part
        .split_once(',')
        .and_then(|(start, length)| Some((start.trim().parse::<i64>().ok()?, length.trim().parse::<i64>().ok()?)));
    let Some((start, length)) = numbers else {
        return Err(invalid_argument(format!("Expected a pair of numbers or '-' but got '{part}': string = {text}")));
    };
    match (usize::try_from(start), usize::try_from(length)) {
        (Ok(start), Ok(length)) if length > 0 => Ok(Extent::Range { start, length }),
        _ => Err(invalid_argument(format!(
            "Expected non-negative start and positive length but got start = {start}, length = {length}: string = {text}"
        ))),
    }
}

impl fmt::Display for TensorSlice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (dimension, extent) in self.0.iter().enumerate() {
            if dimension > 0 {
                f.write_str(":")?;
            }
            match extent {
                Extent::Full => f.write_str("-")?,
                Extent::Range { start, length } => write!(f, "{start},{length}")?,
            }
        }
        Ok(())
    }
}

/// The text that saves and restores a part of a tensor: the whole's sizes and the part, `"d0 d1 s0,l0:s1,l1"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeAndSlice {
    /// The sizes of the whole.
    pub shape: Shape,
    /// The part of it.
    pub slice: TensorSlice,
    /// The sizes of the part.
    pub slice_shape: Shape,
}

impl ShapeAndSlice {
    /// Reads the text form. A slice that does not lie in the shape is refused.
    pub fn parse(text: &str) -> Result<ShapeAndSlice> {
        let parts: Vec<&str> = text.split(' ').collect();
        let [sizes @ .., slice] = parts.as_slice() else { unreachable!("splitting gives at least one part") };
        if sizes.is_empty() {
            return Err(invalid_argument(format!("Need least two elements in shape_and_slice specification: {text}")));
        }
        let slice = TensorSlice::parse(slice)?;
        let sizes: Option<Vec<i64>> = sizes.iter().map(|size| size.parse().ok()).collect();
        let sizes =
            sizes.ok_or_else(|| invalid_argument(format!("Non numerical dimension in shape_and_slice: {text}")))?;
        let shape = Shape::from_signed(&sizes)?;
        let slice_shape = slice.region(&shape)?.shape()?;
        Ok(ShapeAndSlice { shape, slice, slice_shape })
    }
}

impl fmt::Display for ShapeAndSlice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for size in self.shape.iter() {
            write!(f, "{size} ")?;
        }
        write!(f, "{}", self.slice)
    }
}

/// A slice in a tensor of known sizes, every extent spelled out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The first index in each dimension.
    pub starts: Vec<usize>,
    /// How many indices in each dimension.
    pub sizes: Vec<usize>,
}

impl Region {
    /// The sizes as a shape.
    pub fn shape(&self) -> Result<Shape> {
        Shape::new(&self.sizes)
    }

    /// Whether the regions have an element in common.
    pub fn intersects(&self, other: &Region) -> bool {
        (0..self.starts.len()).all(|d| self.starts[d].max(other.starts[d]) < self.end(d).min(other.end(d)))
    }

    fn end(&self, dimension: usize) -> usize {
        self.starts[dimension] + self.sizes[dimension]
    }

    /// Whether the element at `position`, of which only the leading dimensions are looked at, lies in the region.
    fn contains(&self, position: &[usize]) -> bool {
        position.iter().enumerate().all(|(d, &index)| (self.starts[d]..self.end(d)).contains(&index))
    }
}

/// Elements that lie next to each other both in a source and in the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Which source they are in.
    pub source: usize,
    /// Where in it they start, counted in elements.
    pub offset: usize,
    /// How many they are.
    pub count: usize,
}

/// Calls `run` with the pieces of `sources` that make up `target`, in the row-major order of the target, so that a
/// target is written from front to back and each source read so. Says whether the sources covered the target.
///
/// All regions are of the same rank. Where sources overlap, the first one serves.
pub fn for_each_run(target: &Region, sources: &[Region], mut run: impl FnMut(Run) -> Result<()>) -> Result<bool> {
    if target.sizes.contains(&0) {
        return Ok(true);
    }
    if target.sizes.is_empty() {
        return match sources {
            [] => Ok(false),
            _ => run(Run { source: 0, offset: 0, count: 1 }).map(|()| true),
        };
    }
    // Past the last dimension in which the target or a source is cut, whole blocks of elements stay together.
    let is_cut = |&d: &usize| {
        sources.iter().any(|source| source.starts[d] != target.starts[d] || source.sizes[d] != target.sizes[d])
    };
    let split = (0..target.sizes.len()).rev().find(is_cut).unwrap_or(0);
    let block: usize = target.sizes[split + 1..].iter().product();

    let mut position = target.starts[..=split].to_vec();
    loop {
        let Some(index) = sources.iter().position(|source| source.contains(&position)) else { return Ok(false) };
        let source = &sources[index];
        let length = source.end(split).min(target.end(split)) - position[split];
        let offset = (0..=split).fold(0, |offset, d| offset * source.sizes[d] + position[d] - source.starts[d]);
        run(Run { source: index, offset: offset * block, count: length * block })?;

        position[split] += length;
        let mut dimension = split;
        while position[dimension] == target.end(dimension) {
            if dimension == 0 {
                return Ok(true);
            }
            position[dimension] = target.starts[dimension];
            dimension -= 1;
            position[dimension] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use regatta_status::Code;

    use super::*;

    fn check(text: &str, message: &str) {
        let error = ShapeAndSlice::parse(text).unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (Code::InvalidArgument, message));
    }

    #[test]
    fn texts_round_trip() {
        for text in ["3 4 0,2:-", "3 -", "10 20 30 -:-:-", "7 6,1"] {
            assert_eq!(ShapeAndSlice::parse(text).unwrap().to_string(), text);
        }
        let parsed = ShapeAndSlice::parse("3 4 1,2:-").unwrap();
        assert_eq!(parsed.slice_shape, Shape::new(&[2, 4]).unwrap());
    }

    /// The texts are TensorFlow's, which clients may show.
    #[test]
    fn bad_texts_are_refused() {
        check("3", "Need least two elements in shape_and_slice specification: 3");
        check("3 x 0,2:1,9", "Non numerical dimension in shape_and_slice: 3 x 0,2:1,9");
        check("3 4", "Expected a pair of numbers or '-' but got '4': string = 4");
        check("3 4 0,2", "Mismatching ranks: shape = [3,4], slice = 0,2");
        check("3 4 0,2:1,9", "Extent in dimension 1 out of bounds: shape = [3,4], slice = 0,2:1,9");
        check("3 0,0", "Expected non-negative start and positive length but got start = 0, length = 0: string = 0,0");
        assert!(ShapeAndSlice::parse("3 9223372036854775807,9223372036854775807").is_err());
        assert!(ShapeAndSlice::parse("-3 -").is_err());
    }

    fn region(starts: &[usize], sizes: &[usize]) -> Region {
        Region { starts: starts.to_vec(), sizes: sizes.to_vec() }
    }

    fn runs(target: &Region, sources: &[Region]) -> (bool, Vec<(usize, usize, usize)>) {
        let mut found = Vec::new();
        let covered = for_each_run(target, sources, |run| {
            found.push((run.source, run.offset, run.count));
            Ok(())
        });
        (covered.unwrap(), found)
    }

    #[test]
    fn whole_rows_stay_together() {
        let sources = [region(&[0, 0], &[2, 3]), region(&[2, 0], &[4, 3])];
        assert_eq!(runs(&region(&[0, 0], &[6, 3]), &sources), (true, vec![(0, 0, 6), (1, 0, 12)]));
        assert_eq!(runs(&region(&[1, 0], &[2, 3]), &sources), (true, vec![(0, 3, 3), (1, 0, 3)]));
    }

    #[test]
    fn columns_alternate() {
        let sources = [region(&[0, 0], &[2, 3]), region(&[0, 3], &[2, 1])];
        let expected = vec![(0, 0, 3), (1, 0, 1), (0, 3, 3), (1, 1, 1)];
        assert_eq!(runs(&region(&[0, 0], &[2, 4]), &sources), (true, expected));
    }

    #[test]
    fn gaps_are_noticed() {
        let sources = [region(&[0], &[2]), region(&[3], &[2])];
        assert!(!runs(&region(&[0], &[5]), &sources).0);
        assert!(runs(&region(&[3], &[2]), &sources).0);
        assert!(!runs(&region(&[], &[]), &[]).0);
        assert_eq!(runs(&region(&[], &[]), &[region(&[], &[])]), (true, vec![(0, 0, 1)]));
        assert_eq!(runs(&region(&[0, 0], &[0, 4]), &[]), (true, vec![]));
    }
}
