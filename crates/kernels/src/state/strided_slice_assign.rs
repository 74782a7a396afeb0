//! StridedSliceAssign: `ref[begin:end:stride, ..., newaxis, index] = value`, worked out by the slice's plan.

use regatta_graph::{
    Node,
    ops::strided_slice::{Masks, plan},
};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, DType, Shape, Tensor, bf16, f16};

use super::update;
use crate::{
    Build, Kernel,
    array::elements::{copies, ints},
    dispatch::dispatch,
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("StridedSliceAssign", strided_slice_assign), ("ResourceStridedSliceAssign", strided_slice_assign)];

fn strided_slice_assign(node: &Node) -> Result<Kernel> {
    let masks = Masks::from_attrs(&node.attrs)?;
    let dtype = node.input_types[4].dtype;
    if dtype == DType::String {
        return Ok(update(move |var, [begin, end, strides, value]| {
            let region = Region::of(var.shape(), &begin, &end, &strides, masks)?;
            let sources = region.sources(value.shape())?;
            let mut elements = var.as_strings()?.to_vec();
            region.write(&mut elements, value.as_strings()?, &sources);
            *var = Tensor::strings(var.shape().clone(), elements)?;
            Ok(())
        }));
    }
    dispatch!(
        dtype,
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, bool, Complex<f32>, Complex<f64>],
        T => Ok(update(move |var, [begin, end, strides, value]| {
            let region = Region::of(var.shape(), &begin, &end, &strides, masks)?;
            let sources = region.sources(value.shape())?;
            region.write(var.make_mut::<T>()?, value.values::<T>()?, &sources);
            Ok(())
        })),
        else Err(unsupported(node))
    )
}

/// The part of a variable that a slice takes: where it begins, and for each axis, the last first, how many steps of
/// which length.
struct Region {
    start: usize,
    axes: Vec<(usize, isize)>,
    shape: Shape,
}

impl Region {
    fn of(sizes: &Shape, begin: &Tensor, end: &Tensor, strides: &Tensor, masks: Masks) -> Result<Region> {
        let items = strides.num_elements();
        if [begin, end, strides].iter().any(|t| t.shape().rank() != 1 || t.num_elements() != items) || items >= 32 {
            return Err(invalid_argument(format!(
                "Expected begin, end, and strides to be 1D equal size tensors, but got shapes {}, {}, and {} instead.",
                begin.shape(),
                end.shape(),
                strides.shape()
            )));
        }
        let known: Vec<Option<usize>> = sizes.iter().map(|&size| Some(size)).collect();
        let (begin, end, strides) = (ints(begin)?, ints(end)?, ints(strides)?);
        let plan = plan(&known, Some((&begin, &end)), &strides, masks)?;
        let shape: Vec<usize> = plan.shape.iter().map(|size| size.unwrap_or(0)).collect();
        let (mut start, mut step, mut axes) = (0, 1, Vec::with_capacity(sizes.rank()));
        for (range, &size) in plan.ranges.iter().zip(sizes.iter()).rev() {
            let len = range.size.unwrap_or(0);
            if len > 0 {
                start += range.begin as usize * step;
            }
            // Where one element is taken its stride leads nowhere, and may be too large to be multiplied.
            axes.push((len, if len <= 1 { 0 } else { range.stride as isize * step as isize }));
            step *= size;
        }
        Ok(Region { start, axes, shape: Shape::new(&shape)? })
    }

    /// For each element of the part, which of the value's it takes: the value is broadcast.
    fn sources(&self, value: &Shape) -> Result<Vec<usize>> {
        let surplus = value.iter().take(value.rank().saturating_sub(self.shape.rank())).take_while(|size| **size == 1);
        let sizes = &value[surplus.count()..];
        let missing = self.shape.rank().checked_sub(sizes.len());
        let fits =
            |missing: usize| sizes.iter().zip(&self.shape[missing..]).all(|(&from, &to)| from == to || from == 1);
        let Some(missing) = missing.filter(|&missing| fits(missing)) else {
            return Err(invalid_argument(format!(
                "Shape of value {value} cannot be broadcast to the shape of the slice {}",
                self.shape
            )));
        };
        let mut sources = copies(0, self.shape.num_elements())?;
        let (mut inner, mut step) = (1, 1);
        for (&from, &to) in sizes.iter().zip(&self.shape[missing..]).rev() {
            if from > 1 {
                sources.iter_mut().enumerate().for_each(|(k, source)| *source += k / inner % to * step);
            }
            inner *= to;
            step *= from;
        }
        Ok(sources)
    }

    fn write<T: Clone>(&self, elements: &mut [T], values: &[T], sources: &[usize]) {
        let mut index = vec![0usize; self.axes.len()];
        let mut at = self.start as isize;
        for &source in sources {
            elements[at as usize] = values[source].clone();
            for (index, &(len, step)) in index.iter_mut().zip(&self.axes) {
                *index += 1;
                at += step;
                if *index < len {
                    break;
                }
                at -= step * *index as isize;
                *index = 0;
            }
        }
    }
}
