//! Dimensions folded away: what the kernels of Sum, Mean, Prod, Max, Min, Any, All and EuclideanNorm share.
//!
//! ```text
//! shape     input [..], axes -> input without those dimensions (or with size 1, if `keep_dims`)
//! ```
//!
//! Neighbouring dimensions that share a fate are merged first, so that a sum over all, over the last or over the first
//! dimensions is one loop over long rows. `f32` is summed in `f64`, which is as accurate as TensorFlow's trees of sums.

use std::marker::PhantomData;

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, DType, Element, Shape, Tensor, bf16, f16};

use super::{
    number::{Number, Ordered},
    output::{PARALLEL_MIN, PIECE, allocate, compute, room, share_out},
    vector::widest_for,
};
use crate::Kernel;

/// How many folds of a row go on side by side: enough that none waits for the last step of its own.
pub(crate) const LANES: usize = 8;
/// Eight elements for each lane.
pub(crate) const BLOCK: usize = 8 * LANES;

/// How elements are folded into one.
pub(crate) trait Fold<T: Element> {
    type State: Copy + Send + Sync;
    const START: Self::State;
    fn step(state: Self::State, value: T) -> Self::State;
    fn merge(left: Self::State, right: Self::State) -> Self::State;
    fn finish(state: Self::State, count: usize) -> T;
    /// Whether what is made of one element is not the element itself.
    const MAPS_ONE: bool = false;

    /// Eight steps.
    #[inline(always)]
    fn steps(state: Self::State, values: [T; 8]) -> Self::State {
        values.into_iter().fold(state, Self::step)
    }

    /// Eight steps of every lane.
    #[inline(always)]
    fn block(lanes: &mut [Self::State; LANES], block: &[T; BLOCK]) {
        for (k, lane) in lanes.iter_mut().enumerate() {
            *lane = Self::steps(*lane, std::array::from_fn(|step| block[k + step * LANES]));
        }
    }

    /// A whole row, in lanes that do not wait for each other.
    #[inline(always)]
    fn row(values: &[T]) -> Self::State {
        let mut lanes = [Self::START; LANES];
        let (blocks, rest) = values.as_chunks::<BLOCK>();
        for block in blocks {
            Self::block(&mut lanes, block);
        }
        let (blocks, rest) = rest.as_chunks::<LANES>();
        for block in blocks {
            lanes.iter_mut().zip(block).for_each(|(lane, value)| *lane = Self::step(*lane, *value));
        }
        lanes.iter_mut().zip(rest).for_each(|(lane, value)| *lane = Self::step(*lane, *value));
        let mut width = LANES;
        while width > 1 {
            width /= 2;
            for k in 0..width {
                lanes[k] = Self::merge(lanes[k], lanes[k + width]);
            }
        }
        lanes[0]
    }
}

/// Eight elements made one, neighbours first: the next eight need not wait for the last step of these.
#[inline(always)]
fn in_pairs<T: Copy>(eight: [T; 8], apply: impl Fn(T, T) -> T) -> T {
    let [a, b, c, d, e, f, g, h] = eight;
    apply(apply(apply(a, b), apply(c, d)), apply(apply(e, f), apply(g, h)))
}

/// What a sum of elements is kept in.
pub(crate) trait Summed: Number {
    type Sum: Number;
    fn widen(self) -> Self::Sum;
    /// The sum of eight, of which the first additions may be the type's own.
    #[inline(always)]
    fn widen_eight(eight: [Self; 8]) -> Self::Sum {
        in_pairs(eight.map(Self::widen), Number::add)
    }
    fn from_sum(sum: Self::Sum) -> Self;
    /// The sums of each lane's eight.
    #[inline(always)]
    fn sums_of_block(block: &[Self; BLOCK]) -> [Self::Sum; LANES] {
        std::array::from_fn(|k| Self::widen_eight(std::array::from_fn(|step| block[k + step * LANES])))
    }
    /// What a mean is kept in: whole numbers take 64 bits.
    type Total: Number;
    fn to_total(self) -> Self::Total;
    /// As `widen_eight`, for a mean.
    #[inline(always)]
    fn total_of_eight(eight: [Self; 8]) -> Self::Total {
        in_pairs(eight.map(Self::to_total), Number::add)
    }
    /// The totals of each lane's eight.
    #[inline(always)]
    fn totals_of_block(block: &[Self; BLOCK]) -> [Self::Total; LANES] {
        std::array::from_fn(|k| Self::total_of_eight(std::array::from_fn(|step| block[k + step * LANES])))
    }
    fn mean(total: Self::Total, count: usize) -> Self;
}

/// The sum of each lane's eight, neighbours first; written lane beside lane, as vectors are added.
#[inline(always)]
fn lanes_in_pairs(block: &[f32; BLOCK]) -> [f32; LANES] {
    let plus = |a: [f32; LANES], b: [f32; LANES]| -> [f32; LANES] { std::array::from_fn(|k| a[k] + b[k]) };
    let step = |k: usize| -> [f32; LANES] { std::array::from_fn(|lane| block[k * LANES + lane]) };
    let (ab, cd) = (plus(step(0), step(1)), plus(step(2), step(3)));
    let (ef, gh) = (plus(step(4), step(5)), plus(step(6), step(7)));
    plus(plus(ab, cd), plus(ef, gh))
}

macro_rules! summed {
    ($($t:ty: sum $sum:ty, $widen:expr, $narrow:expr; total $total:ty, $to_total:expr, $mean:expr; $({ $($eight:item)* })?)*) => {$(
        impl Summed for $t {
            $($($eight)*)?
            type Sum = $sum;
            #[inline(always)]
            fn widen(self) -> $sum { $widen(self) }
            #[inline(always)]
            fn from_sum(sum: $sum) -> $t { $narrow(sum) }
            type Total = $total;
            #[inline(always)]
            fn to_total(self) -> $total { $to_total(self) }
            fn mean(total: $total, count: usize) -> $t { $mean(total, count) }
        }
    )*};
    (whole $($t:ty as $total:ty),*) => { summed! { $(
        $t: sum $t, |x| x, |s| s; total $total, |x: $t| x as $total, |s: $total, n: usize| if n == 0 { 0 } else { s.wrapping_div(n as $total) as $t };
    )* } };
    (complex $($f:ty),*) => { summed! { $(
        Complex<$f>: sum Complex<$f>, |x| x, |s| s; total Complex<$f>, |x| x, |s: Complex<$f>, n: usize| s / n as $f;
    )* } };
}
summed! {
    f32: sum f64, |x| x as f64, |s| s as f32; total f64, |x| x as f64, |s, n| (s / n as f64) as f32; {
        #[inline(always)]
        fn widen_eight(eight: [f32; 8]) -> f64 { f64::from(in_pairs(eight, Number::add)) }
        #[inline(always)]
        fn total_of_eight(eight: [f32; 8]) -> f64 { f64::from(in_pairs(eight, Number::add)) }
        #[inline(always)]
        fn sums_of_block(block: &[f32; BLOCK]) -> [f64; LANES] { lanes_in_pairs(block).map(f64::from) }
        #[inline(always)]
        fn totals_of_block(block: &[f32; BLOCK]) -> [f64; LANES] { lanes_in_pairs(block).map(f64::from) }
    }
    f64: sum f64, |x| x, |s| s; total f64, |x| x, |s, n| s / n as f64;
    f16: sum f32, f16::to_f32, f16::from_f32; total f32, f16::to_f32, |s, n| f16::from_f32(s / n as f32);
    bf16: sum f32, bf16::to_f32, bf16::from_f32; total f32, bf16::to_f32, |s, n| bf16::from_f32(s / n as f32);
}
summed!(whole i8 as i64, i16 as i64, i32 as i64, i64 as i64, u8 as u64, u16 as u64, u32 as u64, u64 as u64);
summed!(complex f32, f64);

pub(crate) struct SumFold;
impl<T: Summed> Fold<T> for SumFold {
    type State = T::Sum;
    const START: T::Sum = T::Sum::ZERO;
    #[inline(always)]
    fn step(state: T::Sum, value: T) -> T::Sum {
        state.add(value.widen())
    }
    #[inline(always)]
    fn steps(state: T::Sum, values: [T; 8]) -> T::Sum {
        state.add(T::widen_eight(values))
    }
    #[inline(always)]
    fn block(lanes: &mut [T::Sum; LANES], block: &[T; BLOCK]) {
        lanes.iter_mut().zip(T::sums_of_block(block)).for_each(|(lane, eight)| *lane = lane.add(eight));
    }
    fn merge(left: T::Sum, right: T::Sum) -> T::Sum {
        left.add(right)
    }
    fn finish(state: T::Sum, _: usize) -> T {
        T::from_sum(state)
    }
}

pub(crate) struct MeanFold;
impl<T: Summed> Fold<T> for MeanFold {
    type State = T::Total;
    const START: T::Total = T::Total::ZERO;
    #[inline(always)]
    fn step(state: T::Total, value: T) -> T::Total {
        state.add(value.to_total())
    }
    #[inline(always)]
    fn steps(state: T::Total, values: [T; 8]) -> T::Total {
        state.add(T::total_of_eight(values))
    }
    #[inline(always)]
    fn block(lanes: &mut [T::Total; LANES], block: &[T; BLOCK]) {
        lanes.iter_mut().zip(T::totals_of_block(block)).for_each(|(lane, eight)| *lane = lane.add(eight));
    }
    fn merge(left: T::Total, right: T::Total) -> T::Total {
        left.add(right)
    }
    fn finish(state: T::Total, count: usize) -> T {
        T::mean(state, count)
    }
}

/// What a root can be taken of.
pub(crate) trait Rooted: Summed {
    fn root(sum: Self::Sum) -> Self;
}

macro_rules! rooted {
    ($($t:ty: $root:expr;)*) => {$(
        impl Rooted for $t {
            fn root(sum: <$t as Summed>::Sum) -> $t { $root(sum) }
        }
    )*};
    // What has no root becomes what the machine makes of NaN.
    (whole $($t:ty, $nan:expr);*) => { rooted! { $($t: |s: $t| if f64::sqrt(s as f64).is_nan() { $nan } else { (s as f64).sqrt() as $t };)* } };
}
rooted! {
    f32: |s: f64| s.sqrt() as f32;
    f64: f64::sqrt;
    f16: |s: f32| f16::from_f32(s.sqrt());
    bf16: |s: f32| bf16::from_f32(s.sqrt());
    Complex<f32>: |s: Complex<f32>| s.sqrt();
    Complex<f64>: |s: Complex<f64>| s.sqrt();
}
rooted!(whole i8, 0; i16, 0; i32, i32::MIN; i64, i64::MIN; u8, 0; u16, 0; u32, 0; u64, 0);

/// The root of the sum of squares.
pub(crate) struct NormFold;
impl<T: Rooted> Fold<T> for NormFold {
    type State = T::Sum;
    const START: T::Sum = T::Sum::ZERO;
    #[inline(always)]
    fn step(state: T::Sum, value: T) -> T::Sum {
        state.add(value.widen().squared_difference(T::Sum::ZERO))
    }
    fn merge(left: T::Sum, right: T::Sum) -> T::Sum {
        left.add(right)
    }
    fn finish(state: T::Sum, _: usize) -> T {
        T::root(state)
    }
    const MAPS_ONE: bool = true;
}

/// Folds whose state is an element: an operation and where it starts from.
pub(crate) struct Plain<T, O>(PhantomData<(T, O)>);
pub(crate) trait Operation<T> {
    const START: T;
    fn apply(left: T, right: T) -> T;
}
impl<T: Element, O: Operation<T>> Fold<T> for Plain<T, O> {
    type State = T;
    const START: T = O::START;
    #[inline(always)]
    fn step(state: T, value: T) -> T {
        O::apply(state, value)
    }
    #[inline(always)]
    fn steps(state: T, values: [T; 8]) -> T {
        O::apply(state, in_pairs(values, O::apply))
    }
    fn merge(left: T, right: T) -> T {
        O::apply(left, right)
    }
    fn finish(state: T, _: usize) -> T {
        state
    }
}

macro_rules! operations {
    ($($name:ident for [$($bound:tt)*]: $start:expr, $apply:expr;)*) => {$(
        pub(crate) struct $name;
        impl<T: $($bound)*> Operation<T> for $name {
            const START: T = $start;
            #[inline(always)]
            fn apply(left: T, right: T) -> T { $apply(left, right) }
        }
    )*};
}
operations! {
    Product for [Number]: T::ONE, T::mul;
    Largest for [Ordered]: T::LOWEST, T::larger;
    Smallest for [Ordered]: T::HIGHEST, T::smaller;
}

pub(crate) struct AnyTrue;
impl Operation<bool> for AnyTrue {
    const START: bool = false;
    fn apply(left: bool, right: bool) -> bool {
        left | right
    }
}
pub(crate) struct AllTrue;
impl Operation<bool> for AllTrue {
    const START: bool = true;
    fn apply(left: bool, right: bool) -> bool {
        left & right
    }
}

/// Builds the kernel for every type of a list.
macro_rules! reduction {
    ($node:expr, [$($types:ty),* $(,)?], $T:ident => $fold:ty) => {
        $crate::dispatch::dispatch!(
            $crate::math::output::input_type($node),
            [$($types),*],
            $T => $crate::math::reduce::reducing::<$T, $fold>($node),
            else Err($crate::unsupported($node))
        )
    };
}

pub(crate) use reduction;

/// The kernel of a fold.
pub(crate) fn reducing<T: Element, F: Fold<T> + 'static>(node: &Node) -> Result<Kernel> {
    let keep_dims = node.attrs.bool("keep_dims")?;
    Ok(compute(move |[input, axes]| reduce::<T, F>(input, &axes, keep_dims)))
}

/// A dimension after merging: how many, whether they are folded, and the step in the output if not.
#[derive(Clone, Copy)]
struct Dim {
    size: usize,
    folded: bool,
    out_step: usize,
}

/// The elements folded along the axes.
fn reduce<T: Element, F: Fold<T>>(input: Tensor, axes: &Tensor, keep_dims: bool) -> Result<Tensor> {
    let folded = folded_dims(input.shape(), axes)?;
    let kept = input.shape().iter().zip(&folded).filter(|(_, folded)| keep_dims || !**folded);
    let sizes: Vec<usize> = kept.map(|(size, folded)| if *folded { 1 } else { *size }).collect();
    let shape = Shape::new(&sizes)?;
    let mut dims = merged_dims(input.shape(), &folded);
    if !F::MAPS_ONE && dims.iter().all(|dim| !dim.folded) {
        // Every sum has one summand.
        return input.reshaped(shape);
    }
    let count = dims.iter().filter(|dim| dim.folded).map(|dim| dim.size).product();
    let mut out = allocate::<T>(&shape)?;
    let mut states = room::<F::State>(&shape, T::DTYPE)?;
    states.resize(shape.num_elements(), F::START);
    let values = input.values::<T>()?;
    if !values.is_empty() {
        let inner = dims.pop().unwrap_or(Dim { size: 1, folded: true, out_step: 0 });
        if values.len() < PARALLEL_MIN || !fold_on_threads::<T, F>(values, &dims, &inner, &mut states) {
            fold_rows::<T, F>(values, &dims, &inner, &mut states);
        }
    }
    out.extend(states.into_iter().map(|state| F::finish(state, count)));
    Tensor::new(shape, out)
}

/// Folds every row into the states at its place.
fn fold_rows<T: Element, F: Fold<T>>(values: &[T], outer: &[Dim], inner: &Dim, states: &mut [F::State]) {
    widest_for::<T, _>(
        #[inline(always)]
        || {
            let mut rows = values.chunks_exact(inner.size);
            if let ([Dim { folded: true, .. }], false) = (outer, inner.folded) {
                // Rows that all go to the same states are taken eight at a time.
                let (mut eights, n) = (values.chunks_exact(8 * inner.size), inner.size);
                for eight in &mut eights {
                    let row: [&[T]; 8] = std::array::from_fn(|k| &eight[k * n..(k + 1) * n]);
                    for (k, state) in states[..n].iter_mut().enumerate() {
                        *state = F::steps(*state, row.map(|row| row[k]));
                    }
                }
                rows = eights.remainder().chunks_exact(n);
                for row in rows {
                    states.iter_mut().zip(row).for_each(|(state, value)| *state = F::step(*state, *value));
                }
                return;
            }
            for_each_place(outer, |place| {
                let Some(row) = rows.next() else { return };
                if inner.folded {
                    states[place] = F::merge(states[place], F::row(row));
                } else {
                    let states = &mut states[place..place + row.len()];
                    states.iter_mut().zip(row).for_each(|(state, value)| *state = F::step(*state, *value));
                }
            });
        },
    );
}

/// As `fold_rows` on several threads, for what is easily parted: everything, the last or the first dimensions. Answers
/// whether it was.
fn fold_on_threads<T: Element, F: Fold<T>>(values: &[T], outer: &[Dim], inner: &Dim, states: &mut [F::State]) -> bool {
    match outer {
        // Each state has a row of its own.
        [_] if inner.folded => {
            let many = (PIECE / inner.size).max(1);
            share_out(states, many, &|start, states| {
                let values = &values[start * inner.size..][..states.len() * inner.size];
                let outer = [Dim { size: states.len(), folded: false, out_step: 1 }];
                fold_rows::<T, F>(values, &outer, inner, states);
            });
            true
        }
        // Pieces of some rows each are folded into states of their own, which are merged afterwards.
        [] | [_] => {
            let width = states.len();
            // Wide rows would need about as many states as there are elements.
            if width == 0 || width > PIECE / 8 {
                return false;
            }
            let many = PIECE / width * width;
            let mut parts = vec![F::START; values.len().div_ceil(many) * width];
            share_out(&mut parts, width, &|start, states| {
                let values = &values[start / width * many..];
                let values = &values[..many.min(values.len())];
                let rows = values.len() / width;
                let (outer, inner) = match inner.folded {
                    true => (Dim { size: 1, folded: true, out_step: 0 }, Dim { size: rows, folded: true, out_step: 0 }),
                    false => (Dim { size: rows, folded: true, out_step: 0 }, Dim { size: width, ..*inner }),
                };
                fold_rows::<T, F>(values, &[outer], &inner, states);
            });
            for part in parts.chunks_exact(width) {
                states.iter_mut().zip(part).for_each(|(state, part)| *state = F::merge(*state, *part));
            }
            true
        }
        _ => false,
    }
}

/// Calls `visit` for every index of the outer dimensions, in order, with its place in the output.
#[inline(always)]
fn for_each_place(dims: &[Dim], mut visit: impl FnMut(usize)) {
    let mut index = vec![0; dims.len()];
    let mut place = 0;
    loop {
        visit(place);
        let mut k = dims.len();
        loop {
            if k == 0 {
                return;
            }
            k -= 1;
            index[k] += 1;
            if index[k] < dims[k].size {
                place += dims[k].out_step;
                break;
            }
            index[k] = 0;
            place -= dims[k].out_step * (dims[k].size - 1);
        }
    }
}

/// Which dimensions the axes name.
fn folded_dims(shape: &Shape, axes: &Tensor) -> Result<Vec<bool>> {
    let rank = shape.rank() as i64;
    let mut folded = vec![false; shape.rank()];
    for axis in axis_values(axes)? {
        if axis < -rank || axis >= rank {
            return Err(invalid_argument(format!(
                "Invalid reduction dimension ({axis} for input with {rank} dimension(s)"
            )));
        }
        let axis = if axis < 0 { axis + rank } else { axis };
        if std::mem::replace(&mut folded[axis as usize], true) {
            return Err(invalid_argument(format!(
                "Invalid reduction arguments: Axes contains duplicate dimension: {axis}"
            )));
        }
    }
    Ok(folded)
}

/// The numbers in a tensor of axes, of either type and any shape.
pub(crate) fn axis_values(axes: &Tensor) -> Result<Vec<i64>> {
    match axes.dtype() {
        DType::Int64 => Ok(axes.values::<i64>()?.to_vec()),
        _ => Ok(axes.values::<i32>()?.iter().map(|axis| i64::from(*axis)).collect()),
    }
}

fn merged_dims(shape: &Shape, folded: &[bool]) -> Vec<Dim> {
    let mut dims: Vec<Dim> = Vec::with_capacity(shape.rank());
    let mut out_step = 1;
    for (&size, &folded) in shape.iter().zip(folded).rev() {
        if size == 1 {
            continue;
        }
        match dims.last_mut() {
            Some(last) if last.folded == folded => last.size *= size,
            _ => dims.push(Dim { size, folded, out_step: if folded { 0 } else { out_step } }),
        }
        if !folded {
            out_step *= size;
        }
    }
    dims.reverse();
    dims
}
