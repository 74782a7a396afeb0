//! Variables in parts, each on its own task: for tables too large for one machine, or too busy.
//!
//! The parts are variables called `name/part_0`, `name/part_1` and so on, cut along one axis: as even as can be, the first
//! ones one longer where it does not come out. Checkpoints have them as slices of `name`, and so restore into any other
//! partition, or none.

use regatta_formats::{ShapeAndSlice, TensorSlice, slice::Extent};
use regatta_graph::Outlet;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use crate::{
    graph::Graph,
    init::Initializer,
    variable::{PartOf, Variable, VariableOptions},
};

/// What a string is taken to weigh when parts are measured; TensorFlow's number.
const BYTES_PER_STRING: u64 = 16;

/// Into how many parts a variable is cut, and along which axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Partitioner {
    /// So many parts, or as many as there are indices if those are fewer: TensorFlow's `fixed_size_partitioner`.
    FixedSize {
        /// How many parts.
        parts: usize,
        /// The axis that is cut.
        axis: usize,
    },
    /// Parts of at most so many bytes: TensorFlow's `variable_axis_size_partitioner`.
    MaxBytes {
        /// The most that a part may have.
        bytes: u64,
        /// The axis that is cut.
        axis: usize,
        /// The most parts there may be, whatever their size.
        max_parts: Option<usize>,
    },
    /// Parts of at least so many bytes: TensorFlow's `min_max_variable_partitioner`.
    MinBytes {
        /// The least that a part should have.
        bytes: u64,
        /// The axis that is cut.
        axis: usize,
        /// The most parts there may be.
        max_parts: usize,
    },
}

impl Partitioner {
    /// So many parts along an axis.
    pub fn fixed_size(parts: usize, axis: usize) -> Partitioner {
        Partitioner::FixedSize { parts, axis }
    }

    /// Parts of at most so many bytes along an axis.
    pub fn variable_axis_size(max_bytes: u64, axis: usize, max_parts: Option<usize>) -> Partitioner {
        Partitioner::MaxBytes { bytes: max_bytes, axis, max_parts }
    }

    /// Parts of at least so many bytes along an axis, at most `max_parts` of them.
    pub fn min_max_variable(max_parts: usize, axis: usize, min_bytes: u64) -> Partitioner {
        Partitioner::MinBytes { bytes: min_bytes, axis, max_parts }
    }

    fn axis(self) -> usize {
        match self {
            Partitioner::FixedSize { axis, .. }
            | Partitioner::MaxBytes { axis, .. }
            | Partitioner::MinBytes { axis, .. } => axis,
        }
    }

    /// How many parts, for an axis of this many indices in a tensor of this many bytes.
    fn parts(self, indices: usize, bytes: u64) -> usize {
        let parts = match self {
            Partitioner::FixedSize { parts, .. } => parts as u64,
            Partitioner::MaxBytes { bytes: most, max_parts, .. } => {
                let bytes_per_index = (bytes / indices.max(1) as u64).max(1);
                let indices_per_part = (most / bytes_per_index).max(1);
                (indices as u64).div_ceil(indices_per_part).min(max_parts.unwrap_or(usize::MAX) as u64)
            }
            Partitioner::MinBytes { bytes: least, max_parts, .. } => bytes.div_ceil(least.max(1)).min(max_parts as u64),
        };
        usize::try_from(parts).unwrap_or(usize::MAX).min(indices).max(1)
    }

    /// The slices of a tensor.
    fn slices(self, dtype: DType, shape: &Shape) -> Result<Vec<ShapeAndSlice>> {
        let axis = self.axis();
        let Some(&indices) = shape.get(axis) else {
            return Err(invalid_argument(format!("a variable of shape {shape} cannot be cut along axis {axis}")));
        };
        if shape.contains(&0) {
            return Err(invalid_argument(format!("a variable of shape {shape} has nothing to be cut")));
        }
        let bytes = shape.num_elements() as u64 * dtype.size().map_or(BYTES_PER_STRING, |size| size as u64);
        let parts = self.parts(indices, bytes);
        let mut start = 0;
        let slice = |part: usize| {
            let length = indices / parts + usize::from(part < indices % parts);
            // Every extent is spelled out, as TensorFlow does it: checkpoints know slices by these numbers.
            let mut extents: Vec<Extent> = shape.iter().map(|&length| Extent::Range { start: 0, length }).collect();
            extents[axis] = Extent::Range { start, length };
            start += length;
            let slice = TensorSlice::new(extents);
            let slice_shape = slice.region(shape)?.shape()?;
            Ok(ShapeAndSlice { shape: shape.clone(), slice, slice_shape })
        };
        (0..parts).map(slice).collect()
    }
}

/// Where the row of an id is, among parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartitionStrategy {
    /// Parts follow each other: ids are rows of the whole, as [`PartitionedVariable::read`] shows it.
    Div,
    /// Ids go round the parts: `id % parts` is the part, `id / parts` the row in it. TensorFlow's default for
    /// `embedding_lookup`, which spreads ids that are often low.
    Mod,
}

/// A variable in parts.
#[derive(Clone, Debug)]
pub struct PartitionedVariable {
    name: String,
    dtype: DType,
    shape: Shape,
    axis: usize,
    parts: Vec<Variable>,
}

impl Graph {
    /// A trainable variable of floats in parts. Inside [`Graph::replica`] the parts are spread over the parameter servers.
    ///
    /// Constant and given first values are pieces of what the whole's would be; random ones are drawn by each part for itself.
    ///
    /// ```
    /// use regatta::{Graph, Initializer, Partitioner, ReplicaDeviceSetter};
    ///
    /// let mut g = Graph::new();
    /// let table = g.replica(ReplicaDeviceSetter::new(2), |g| {
    ///     g.partitioned_variable("table", &[1000, 8], Partitioner::fixed_size(2, 0), Initializer::zeros())
    /// })?;
    /// assert_eq!(table.parts()[1].name(), "table/part_1");
    /// # Ok::<(), regatta::Status>(())
    /// ```
    pub fn partitioned_variable(
        &mut self,
        name: &str,
        shape: &[usize],
        partitioner: Partitioner,
        initializer: Initializer,
    ) -> Result<PartitionedVariable> {
        self.partitioned_variable_with(name, shape, partitioner, initializer, VariableOptions::default())
    }

    /// As [`Graph::partitioned_variable`], of any type, and perhaps not trainable.
    pub fn partitioned_variable_with(
        &mut self,
        name: &str,
        shape: &[usize],
        partitioner: Partitioner,
        initializer: Initializer,
        options: VariableOptions,
    ) -> Result<PartitionedVariable> {
        let (shape, dtype, axis) = (Shape::new(shape)?, options.dtype, partitioner.axis());
        let name = format!("{}{name}", self.variable_scope);
        let mut parts = Vec::new();
        for (k, slice) in partitioner.slices(dtype, &shape)?.into_iter().enumerate() {
            let (full, part_shape) = (format!("{name}/part_{k}"), slice.slice_shape.clone());
            let part_of = PartOf { name: name.clone(), slice };
            parts.push(self.find_or_make(full, part_shape, options.clone(), |g, full, shape, options| {
                let initializer = initializer.of_part(g, &part_of.slice)?;
                g.make_part(full, shape, initializer, options, Some(part_of))
            })?);
        }
        Ok(PartitionedVariable { name, dtype, shape, axis, parts })
    }
}

impl PartitionedVariable {
    /// Its name as a whole, by which checkpoints know it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type of its elements.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Its shape as a whole.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The variables it is made of, in order.
    pub fn parts(&self) -> &[Variable] {
        &self.parts
    }

    /// All of it in one tensor, which therefore travels.
    pub fn read(&self, g: &mut Graph) -> Result<Outlet> {
        let parts = self.parts.iter().map(|part| part.read(g)).collect::<Result<Vec<_>>>()?;
        match parts.as_slice() {
            [only] => Ok(only.clone()),
            _ => g.concat(&parts, self.axis as i32),
        }
    }

    /// Some rows of the whole; only they travel, and their gradient is rows of the parts.
    pub fn gather(&self, g: &mut Graph, ids: &Outlet) -> Result<Outlet> {
        self.embedding_lookup(g, ids, PartitionStrategy::Div)
    }

    /// The rows that these ids name, by a rule that says in which part each is. An id that is out of range fails the step.
    pub fn embedding_lookup(&self, g: &mut Graph, ids: &Outlet, strategy: PartitionStrategy) -> Result<Outlet> {
        if self.axis != 0 {
            return Err(invalid_argument(format!(
                "{} is cut along axis {}, so its rows are in pieces and cannot be looked up",
                self.name, self.axis
            )));
        }
        if let [only] = self.parts.as_slice() {
            return g.embedding_lookup(only, ids);
        }
        let (shape, parts) = (self.shape.clone(), self.parts.clone());
        g.name_scope("embedding_lookup", |g| {
            let minus_one = g.constant(Tensor::vector(vec![-1i32]))?;
            let flat = g.node("Reshape", "Reshape").inputs([ids, &minus_one]).finish()?;
            let (part, row) = places(g, &flat, shape[0], parts.len(), strategy)?;
            let count = g.node("Size", "Size").input(&flat).finish()?;
            let (zero, one) = (g.constant(Tensor::scalar(0i32))?, g.constant(Tensor::scalar(1i32))?);
            let positions = g.node("Range", "range").inputs([&zero, &count, &one]).finish()?;
            let spread = |g: &mut Graph, what: &Outlet| {
                let spread = g.node("DynamicPartition", "DynamicPartition").inputs([what, &part]);
                spread.attr("num_partitions", parts.len() as i64).finish()
            };
            let (rows, positions) = (spread(g, &row)?, spread(g, &positions)?);
            let mut found = Vec::new();
            for (k, part) in parts.iter().enumerate() {
                found.push(part.gather(g, &rows.output(k))?);
            }
            let positions: Vec<Outlet> = (0..parts.len()).map(|k| positions.output(k)).collect();
            let joined = g.node("ParallelDynamicStitch", "ParallelDynamicStitch").inputs(&positions).inputs(&found);
            let joined = joined.attr("N", parts.len() as i64).finish()?;
            let ids_shape = g.node("Shape", "Shape").input(ids).finish()?;
            let row_shape = g.constant(Tensor::vector(shape[1..].iter().map(|size| *size as i32).collect()))?;
            let wanted = g.concat(&[ids_shape, row_shape], 0)?;
            g.node("Reshape", "Reshape").inputs([&joined, &wanted]).finish()
        })
    }
}

/// For each id the part it is in, and its row there.
fn places(
    g: &mut Graph,
    ids: &Outlet,
    rows: usize,
    parts: usize,
    strategy: PartitionStrategy,
) -> Result<(Outlet, Outlet)> {
    let number = |g: &mut Graph, value: usize| g.number(ids.dtype(), value as f64);
    let divide = |g: &mut Graph, op: &str, ids: &Outlet, by: &Outlet| g.node(op, op).inputs([ids, by]).finish();
    let (part, row) = match strategy {
        PartitionStrategy::Mod => {
            let parts = number(g, parts)?;
            (divide(g, "FloorMod", ids, &parts)?, divide(g, "FloorDiv", ids, &parts)?)
        }
        PartitionStrategy::Div => {
            // The first `longer` parts have one row more than the others.
            let (short, longer) = (rows / parts, rows % parts);
            let (long, short) = (number(g, short + 1)?, number(g, short)?);
            let longer = number(g, longer)?;
            let behind = g.node("Sub", "Sub").inputs([ids, &longer]).finish()?;
            let among_long = divide(g, "FloorDiv", ids, &long)?;
            let among_short = divide(g, "FloorDiv", &behind, &short)?;
            let part = g.node("Maximum", "part").inputs([&among_long, &among_short]).finish()?;
            let is_long = g.node("Less", "is_long").inputs([&part, &longer]).finish()?;
            let in_long = divide(g, "FloorMod", ids, &long)?;
            let in_short = divide(g, "FloorMod", &behind, &short)?;
            let row = g.node("SelectV2", "row").inputs([&is_long, &in_long, &in_short]).finish()?;
            (part, row)
        }
    };
    Ok((g.cast(&part, DType::Int32)?, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(partitioner: Partitioner, shape: &[usize], expected: &[&str]) {
        let slices = partitioner.slices(DType::Float, &Shape::new(shape).unwrap()).unwrap();
        assert_eq!(slices.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
    }

    /// The numbers are TensorFlow's.
    #[test]
    fn parts_are_as_even_as_can_be() {
        check(Partitioner::fixed_size(2, 0), &[5, 3], &["5 3 0,3:0,3", "5 3 3,2:0,3"]);
        check(Partitioner::fixed_size(9, 1), &[5, 3], &["5 3 0,5:0,1", "5 3 0,5:1,1", "5 3 0,5:2,1"]);
        check(Partitioner::variable_axis_size(24, 0, None), &[5, 3], &["5 3 0,2:0,3", "5 3 2,2:0,3", "5 3 4,1:0,3"]);
        check(Partitioner::variable_axis_size(1, 0, Some(2)), &[5, 3], &["5 3 0,3:0,3", "5 3 3,2:0,3"]);
        check(Partitioner::min_max_variable(8, 0, 30), &[5, 3], &["5 3 0,3:0,3", "5 3 3,2:0,3"]);
        check(Partitioner::min_max_variable(8, 0, 1000), &[5, 3], &["5 3 0,5:0,3"]);
    }

    #[test]
    fn what_cannot_be_cut_is_refused() {
        for (axis, shape) in [(1, &[4][..]), (0, &[]), (0, &[0, 4])] {
            let shape = Shape::new(shape).unwrap();
            assert!(Partitioner::fixed_size(2, axis).slices(DType::Float, &shape).is_err());
        }
    }
}
