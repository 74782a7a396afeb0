//! MirrorPad: the input surrounded by its reflection, in which the edge comes again (SYMMETRIC) or not (REFLECT).
//! MirrorPadGrad: what lies around, added to where it was reflected from.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, Shape, Tensor, bf16, f16};

use super::{
    elements::{copies, ints, product, room_for},
    picks::picked,
};
use crate::{
    Build, Kernel,
    dispatch::dispatch,
    math::{number::Number, output::compute},
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("MirrorPad", mirror_pad), ("MirrorPadGrad", mirror_pad_grad)];

/// How far from the edge the reflection begins.
fn offset_of(node: &Node) -> Result<usize> {
    match node.attrs.str("mode")? {
        "REFLECT" => Ok(1),
        "SYMMETRIC" => Ok(0),
        other => Err(invalid_argument(format!("mode must be either REFLECT or SYMMETRIC, not {other}"))),
    }
}

fn mirror_pad(node: &Node) -> Result<Kernel> {
    let offset = offset_of(node)?;
    Ok(compute(move |[tensor, paddings]| {
        let around = pairs(&paddings, tensor.shape().rank())?;
        let mut sizes = Vec::with_capacity(around.len());
        for (&size, &(before, after)) in tensor.shape().iter().zip(&around) {
            sizes.push(size.checked_add(before).and_then(|size| size.checked_add(after)));
            check(before, after, size, offset)?;
        }
        let sizes: Option<Vec<usize>> = sizes.into_iter().collect();
        // Checked before anything is made that is so large.
        let shape = Shape::new(&sizes.ok_or_else(|| invalid_argument("a padded size overflows"))?)?;
        if shape.num_elements() == 0 {
            return Tensor::zeros(tensor.dtype(), shape);
        }
        let picks = tensor.shape().iter().zip(&around).map(|(&size, &around)| reflected(size, around, offset));
        picked(&tensor, &picks.collect::<Result<Vec<_>>>()?)
    }))
}

fn mirror_pad_grad(node: &Node) -> Result<Kernel> {
    let offset = offset_of(node)?;
    let fold: fn(&Tensor, &[Vec<usize>], Shape) -> Result<Tensor> = dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => folded::<T>,
        else return Err(unsupported(node))
    );
    Ok(compute(move |[tensor, paddings]| {
        let around = pairs(&paddings, tensor.shape().rank())?;
        let mut sizes = Vec::with_capacity(around.len());
        for (&size, &(before, after)) in tensor.shape().iter().zip(&around) {
            let Some(inner) = size.checked_sub(before).and_then(|size| size.checked_sub(after)) else {
                return Err(invalid_argument(format!(
                    "Total paddings ({before}, {after}) must be no greater than the dimension size: {size}"
                )));
            };
            check(before, after, inner, offset)?;
            sizes.push(inner);
        }
        let shape = Shape::new(&sizes)?;
        if shape.num_elements() == 0 {
            return Tensor::zeros(tensor.dtype(), shape);
        }
        let picks = shape.iter().zip(&around).map(|(&size, &around)| reflected(size, around, offset));
        fold(&tensor, &picks.collect::<Result<Vec<_>>>()?, shape)
    }))
}

/// The paddings before and after each axis.
fn pairs(paddings: &Tensor, rank: usize) -> Result<Vec<(usize, usize)>> {
    let given = paddings.shape();
    if given.rank() != 2 || given[1] != 2 {
        return Err(invalid_argument(format!("paddings must be a matrix with 2 columns: {given}")));
    }
    if given[0] != rank {
        return Err(invalid_argument(format!(
            "The first dimension of paddings must be the rank of inputs: {given} and rank {rank}"
        )));
    }
    let pair = |pad: &[i64]| match (usize::try_from(pad[0]), usize::try_from(pad[1])) {
        (Ok(before), Ok(after)) => Ok((before, after)),
        _ => Err(invalid_argument(format!("paddings must be non-negative: {} {}", pad[0], pad[1]))),
    };
    ints(paddings)?.chunks_exact(2).map(pair).collect()
}

fn check(before: usize, after: usize, size: usize, offset: usize) -> Result<()> {
    let largest = size.checked_sub(offset);
    if largest.is_some_and(|largest| before.max(after) <= largest) {
        return Ok(());
    }
    let bound = if offset == 0 { "no greater than" } else { "less than" };
    Err(invalid_argument(format!("paddings must be {bound} the dimension size: {before}, {after} not {bound} {size}")))
}

/// Which place of an axis each place of the padded axis shows.
fn reflected(size: usize, (before, after): (usize, usize), offset: usize) -> Result<Vec<usize>> {
    let mut places = room_for(before + size + after)?;
    places.extend((offset..before + offset).rev());
    places.extend(0..size);
    places.extend((0..after).map(|k| size - 1 - offset - k));
    Ok(places)
}

fn folded<T: Number>(tensor: &Tensor, picks: &[Vec<usize>], shape: Shape) -> Result<Tensor> {
    let mut sums = copies(T::ZERO, shape.num_elements())?;
    fold(tensor.values::<T>()?, &shape, picks, &mut sums);
    Tensor::new(shape, sums)
}

fn fold<T: Number>(source: &[T], sizes: &[usize], picks: &[Vec<usize>], sums: &mut [T]) {
    let (Some((_, sizes)), Some((places, picks))) = (sizes.split_first(), picks.split_first()) else {
        return sums.iter_mut().zip(source).for_each(|(sum, value)| *sum = sum.add(*value));
    };
    let (small, large) = (product(sizes), source.len() / places.len().max(1));
    for (k, &place) in places.iter().enumerate() {
        fold(&source[k * large..(k + 1) * large], sizes, picks, &mut sums[place * small..(place + 1) * small]);
    }
}
