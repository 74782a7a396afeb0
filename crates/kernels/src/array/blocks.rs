//! Blocks of space as entries of a batch, which is what SpaceToBatch, BatchToSpace and those with `ND` have in common.
//!
//! ```text
//! space    [batch, size.., rest..]                              with zeros around it (or what is cut off)
//! batched  [batch * blocks, (before + size + after) / block.., rest..]
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor, bf16, f16};

use super::elements::{Unit, by_unit, copies, ints, product};
use crate::{dispatch::dispatch, unsupported};

/// How space is cut up.
pub(super) struct Blocks {
    /// The block's size along each axis behind the first.
    sizes: Vec<usize>,
    /// What is around each of these axes.
    around: Vec<(usize, usize)>,
}

/// Refuses the types that TensorFlow has no kernels for.
pub(super) fn check_type(node: &Node) -> Result<()> {
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64],
        _T => Ok(()),
        else Err(unsupported(node))
    )
}

impl Blocks {
    /// From the op's inputs: a vector of sizes, and a matrix of what is around.
    pub(super) fn new(sizes: &Tensor, around: &Tensor, rank: usize) -> Result<Blocks> {
        if sizes.shape().rank() != 1 {
            return Err(invalid_argument(format!("block rank should be 1 instead of {}", sizes.shape().rank())));
        }
        let sizes = ints(sizes)?;
        if rank <= sizes.len() {
            return Err(invalid_argument(format!("input rank should be >= {} instead of {rank}", sizes.len() + 1)));
        }
        Blocks::checked(&sizes, around)
    }

    /// Square blocks of images.
    pub(super) fn square(size: i64, around: &Tensor, rank: usize) -> Result<Blocks> {
        if rank != 4 {
            return Err(invalid_argument(format!("Input rank should be: 4 instead of: {rank}")));
        }
        Blocks::checked(&[size, size], around)
    }

    fn checked(sizes: &[i64], around: &Tensor) -> Result<Blocks> {
        if around.shape()[..] != [sizes.len(), 2] {
            return Err(invalid_argument(format!(
                "paddings or crops should have shape [{}, 2] instead of {}",
                sizes.len(),
                around.shape()
            )));
        }
        let size = |&size: &i64| match usize::try_from(size) {
            Ok(size) if size > 0 => Ok(size),
            _ => Err(invalid_argument(format!("All values in block_shape must be positive, got value, {size}"))),
        };
        let pair = |pair: &[i64]| match (usize::try_from(pair[0]), usize::try_from(pair[1])) {
            (Ok(before), Ok(after)) => Ok((before, after)),
            _ => Err(invalid_argument(format!("paddings and crops must be non-negative: {} {}", pair[0], pair[1]))),
        };
        Ok(Blocks {
            sizes: sizes.iter().map(size).collect::<Result<_>>()?,
            around: ints(around)?.chunks_exact(2).map(pair).collect::<Result<_>>()?,
        })
    }

    /// Cuts space up.
    pub(super) fn to_batch(&self, space: &Tensor) -> Result<Tensor> {
        let mut sizes = space.shape().to_vec();
        for (k, (&block, &(before, after))) in self.sizes.iter().zip(&self.around).enumerate() {
            let padded = sizes[k + 1].checked_add(before).and_then(|size| size.checked_add(after));
            let padded = padded.ok_or_else(|| invalid_argument("a padded size overflows"))?;
            if !padded.is_multiple_of(block) {
                return Err(invalid_argument(format!(
                    "padded_shape[{k}]={padded} is not divisible by block_shape[{k}]={block}"
                )));
            }
            sizes[k + 1] = padded / block;
            sizes[0] = sizes[0].checked_mul(block).ok_or_else(|| invalid_argument("the batch is too large"))?;
        }
        let shape = Shape::new(&sizes)?;
        by_unit!(space.dtype(), U => {
            let mut elements = copies(<U as Default>::default(), shape.num_elements())?;
            let source = U::of(space)?;
            self.pairs(space.shape(), &shape, |at, from, block| {
                elements[at..at + block].clone_from_slice(&source[from..from + block]);
            });
            U::into_tensor(space.dtype(), shape, elements)
        })
    }

    /// Puts space together.
    pub(super) fn to_space(&self, batched: &Tensor) -> Result<Tensor> {
        let mut sizes = batched.shape().to_vec();
        for (k, (&block, &(before, after))) in self.sizes.iter().zip(&self.around).enumerate() {
            if !sizes[0].is_multiple_of(block) {
                return Err(invalid_argument(format!(
                    "Input batch dimension ({}) is not divisible by product of block sizes",
                    batched.shape()[0]
                )));
            }
            sizes[0] /= block;
            let whole = sizes[k + 1].checked_mul(block);
            let left = whole.and_then(|size| size.checked_sub(before)?.checked_sub(after));
            sizes[k + 1] = left.ok_or_else(|| {
                invalid_argument(format!("cropped_shape[{k}] must be non-negative: crops {before} and {after}"))
            })?;
        }
        let shape = Shape::new(&sizes)?;
        by_unit!(batched.dtype(), U => {
            let mut elements = copies(<U as Default>::default(), shape.num_elements())?;
            let source = U::of(batched)?;
            self.pairs(&shape, batched.shape(), |from, at, block| {
                elements[at..at + block].clone_from_slice(&source[from..from + block]);
            });
            U::into_tensor(batched.dtype(), shape, elements)
        })
    }

    /// Calls a function with the begin of every run of elements in the batched tensor and in space, and its length.
    fn pairs(&self, space: &[usize], batched: &[usize], mut pair: impl FnMut(usize, usize, usize)) {
        if product(space) == 0 || product(batched) == 0 {
            return;
        }
        let axes = self.sizes.len();
        let run = product(&space[1 + axes..]);
        let batch = space[0];
        let outer: usize = product(&batched[1..1 + axes]);
        for entry in 0..batched[0] {
            // The entry's place in the block, one digit for each axis.
            let mut offsets = vec![0; axes];
            let mut number = entry / batch;
            for (offset, size) in offsets.iter_mut().zip(&self.sizes).rev() {
                *offset = number % size;
                number /= size;
            }
            for place in 0..outer {
                let mut rest = place;
                let (mut at, mut step) = (0, 1);
                let mut inside = true;
                for k in (0..axes).rev() {
                    let coordinate = rest % batched[1 + k] * self.sizes[k] + offsets[k];
                    rest /= batched[1 + k];
                    match coordinate.checked_sub(self.around[k].0).filter(|&coordinate| coordinate < space[1 + k]) {
                        Some(coordinate) => at += coordinate * step,
                        None => inside = false,
                    }
                    step *= space[1 + k];
                }
                if inside {
                    pair((entry * outer + place) * run, (entry % batch * step + at) * run, run);
                }
            }
        }
    }
}
