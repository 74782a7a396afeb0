//! What gradient rules of arithmetic are written with.

use regatta_status::Result;
use regatta_tensor::Tensor;

use crate::{
    builder::Outlet,
    gradient::{Backward, Grad},
};

/// What a gradient rule answers.
pub(in crate::ops) type Grads = Result<Vec<Option<Grad>>>;

/// Arithmetic on the way back: each adds a node.
pub(in crate::ops) trait Arithmetic {
    fn add(&mut self, x: &Outlet, y: &Outlet) -> Result<Outlet>;
    fn sub(&mut self, x: &Outlet, y: &Outlet) -> Result<Outlet>;
    fn mul(&mut self, x: &Outlet, y: &Outlet) -> Result<Outlet>;
    fn div(&mut self, x: &Outlet, y: &Outlet) -> Result<Outlet>;
    fn neg(&mut self, x: &Outlet) -> Result<Outlet>;
    fn square(&mut self, x: &Outlet) -> Result<Outlet>;
    fn reciprocal(&mut self, x: &Outlet) -> Result<Outlet>;
    /// A tensor plus a number.
    fn plus(&mut self, x: &Outlet, number: f64) -> Result<Outlet>;
    /// A tensor times a number.
    fn times(&mut self, x: &Outlet, number: f64) -> Result<Outlet>;
    /// `x` where a truth holds, zeros elsewhere; all three have one shape.
    fn where_true(&mut self, truth: &Outlet, x: &Outlet) -> Result<Outlet>;
    /// `x` where a truth does not hold, zeros elsewhere; all three have one shape.
    fn where_false(&mut self, truth: &Outlet, x: &Outlet) -> Result<Outlet>;
}

impl Arithmetic for Backward<'_> {
    fn add(&mut self, x: &Outlet, y: &Outlet) -> Result<Outlet> {
        self.call("AddV2", &[x, y])
    }
    fn sub(&mut self, x: &Outlet, y: &Outlet) -> Result<Outlet> {
        self.call("Sub", &[x, y])
    }
    fn mul(&mut self, x: &Outlet, y: &Outlet) -> Result<Outlet> {
        self.call("Mul", &[x, y])
    }
    fn div(&mut self, x: &Outlet, y: &Outlet) -> Result<Outlet> {
        self.call("RealDiv", &[x, y])
    }
    fn neg(&mut self, x: &Outlet) -> Result<Outlet> {
        self.call("Neg", &[x])
    }
    fn square(&mut self, x: &Outlet) -> Result<Outlet> {
        self.call("Square", &[x])
    }
    fn reciprocal(&mut self, x: &Outlet) -> Result<Outlet> {
        self.call("Reciprocal", &[x])
    }
    fn plus(&mut self, x: &Outlet, number: f64) -> Result<Outlet> {
        let number = self.number(x, number)?;
        self.add(x, &number)
    }
    fn times(&mut self, x: &Outlet, number: f64) -> Result<Outlet> {
        let number = self.number(x, number)?;
        self.mul(x, &number)
    }
    fn where_true(&mut self, truth: &Outlet, x: &Outlet) -> Result<Outlet> {
        let zeros = self.call("ZerosLike", &[x])?;
        self.call("SelectV2", &[truth, x, &zeros])
    }
    fn where_false(&mut self, truth: &Outlet, x: &Outlet) -> Result<Outlet> {
        let zeros = self.call("ZerosLike", &[x])?;
        self.call("SelectV2", &[truth, &zeros, x])
    }
}

/// The gradient of an op's only input.
pub(in crate::ops) fn one(grad: Outlet) -> Grads {
    Ok(vec![Some(grad.into())])
}

/// The gradients of an op's two inputs, which were broadcast to one form.
pub(in crate::ops) fn two(node: &mut Backward<'_>, dx: &Outlet, dy: &Outlet) -> Grads {
    let (x, y) = (node.input(0)?, node.input(1)?);
    let (dx, dy) = (node.unbroadcast(dx, &x, &y)?, node.unbroadcast(dy, &y, &x)?);
    Ok(vec![Some(dx.into()), Some(dy.into())])
}

/// The gradient of a function of single elements: what came back times the function's slope, which is made from the op's
/// input and output (conjugated, if they are complex).
pub(in crate::ops) fn by_slope(
    node: &mut Backward<'_>,
    slope: impl FnOnce(&mut Backward<'_>, &Outlet, &Outlet) -> Result<Outlet>,
) -> Grads {
    let (x, y, grad) = (node.input(0)?, node.output(0)?, node.grad(0)?);
    let (x, y) = (node.conj(&x)?, node.conj(&y)?);
    let slope = slope(node, &x, &y)?;
    one(node.mul(&grad, &slope)?)
}

/// The shape of a reduction's output as if its dimensions had been kept.
pub(in crate::ops) fn kept_shape(node: &mut Backward<'_>) -> Result<Outlet> {
    let (x, axes) = (node.input(0)?, node.input(1)?);
    let known = node.g.constant_value(&axes).and_then(super::super::infer::integers).zip(x.shape().to_shape());
    if let Some((axes, shape)) = known {
        let rank = shape.rank() as i64;
        let is_folded = |k: usize| axes.iter().any(|axis| *axis == k as i64 || *axis + rank == k as i64);
        let sizes = shape.iter().enumerate().map(|(k, size)| if is_folded(k) { 1 } else { *size as i32 });
        let sizes = sizes.collect();
        return node.constant(Tensor::vector::<i32>(sizes));
    }
    let shape = node.shape_of(&x)?;
    let axes = match axes.dtype() {
        regatta_tensor::DType::Int32 => axes,
        _ => node.op("Cast").input(&axes).attr("DstT", regatta_tensor::DType::Int32).finish()?,
    };
    let rank = node.call("Size", &[&shape])?;
    let axes = node.add(&axes, &rank)?;
    let axes = node.call("FloorMod", &[&axes, &rank])?;
    let (zero, one) = (node.constant(Tensor::scalar(0i32))?, node.constant(Tensor::scalar(1i32))?);
    let all = node.call("Range", &[&zero, &rank, &one])?;
    let axes_shape = node.call("Shape", &[&axes])?;
    let ones = node.call("Fill", &[&axes_shape, &one])?;
    node.op("DynamicStitch").inputs([&all, &axes, &shape, &ones]).attr("N", 2).finish()
}

/// What a reduction gave, or the gradient of it, with the dimensions that were folded as ones.
pub(in crate::ops) fn with_kept_dims(node: &mut Backward<'_>, reduced: &Outlet) -> Result<Outlet> {
    let shape = kept_shape(node)?;
    node.call("Reshape", &[reduced, &shape])
}

/// The gradient that came back to a reduction, repeated along what was folded.
pub(in crate::ops) fn spread(node: &mut Backward<'_>) -> Result<Outlet> {
    let (x, grad) = (node.input(0)?, node.grad(0)?);
    let grad = with_kept_dims(node, &grad)?;
    let shape = node.shape_of(&x)?;
    node.call("BroadcastTo", &[&grad, &shape])
}
