//! What a gradient rule is given: the node, what came back to its outputs, and the means to add nodes.

use std::sync::Arc;

use regatta_status::{Result, internal};
use regatta_tensor::{DType, Shape, Tensor};

use super::Grad;
use crate::{
    builder::{Function, GraphBuilder, NodeBuilder, Outlet},
    def::Attrs,
};

/// One node on the way back.
pub struct Backward<'a> {
    /// The graph, in the scope of this node's gradient.
    pub g: &'a mut GraphBuilder,
    node: usize,
    outputs: Vec<Outlet>,
    incoming: Vec<Option<Grad>>,
}

impl<'a> Backward<'a> {
    pub(super) fn new(
        g: &'a mut GraphBuilder,
        node: usize,
        outputs: Vec<Outlet>,
        incoming: Vec<Option<Grad>>,
    ) -> Backward<'a> {
        Backward { g, node, outputs, incoming }
    }

    /// The node's attributes, defaults filled in.
    pub fn attrs(&self) -> Attrs {
        self.g.attrs_of(self.node).clone()
    }

    /// How many inputs the node has.
    pub fn num_inputs(&self) -> usize {
        self.g.inputs_of(self.node).len()
    }

    /// What the node was given.
    pub fn input(&self, k: usize) -> Result<Outlet> {
        let inputs = self.g.input_outlets(self.node);
        inputs.get(k).cloned().ok_or_else(|| internal(format!("gradient rule asks for input {k} of {}", inputs.len())))
    }

    /// What the node made.
    pub fn output(&self, k: usize) -> Result<Outlet> {
        let count = self.outputs.len();
        self.outputs.get(k).cloned().ok_or_else(|| internal(format!("gradient rule asks for output {k} of {count}")))
    }

    /// The gradient that came back to an output as it came, if any.
    pub fn incoming(&self, k: usize) -> Option<Grad> {
        self.incoming.get(k).cloned().flatten()
    }

    /// The gradient that came back to an output as one tensor; zeros if none did.
    pub fn grad(&mut self, k: usize) -> Result<Outlet> {
        if let Some(grad) = self.incoming(k) {
            let dense = grad.dense(self.g)?;
            self.incoming[k] = Some(Grad::Dense(dense.clone()));
            return Ok(dense);
        }
        let zeros = self.output(k).and_then(|output| self.call("ZerosLike", &[&output]))?;
        self.incoming[k] = Some(Grad::Dense(zeros.clone()));
        Ok(zeros)
    }

    /// Makes the node, a loop, keep what its variables are in each turn; see [`GraphBuilder::keep_history`].
    pub(super) fn keep_history(&mut self) -> Result<(Arc<Function>, Vec<Outlet>)> {
        self.g.keep_history(self.node)
    }

    /// Begins a node, named after its op.
    pub fn op(&mut self, op: &str) -> NodeBuilder<'_> {
        self.g.node(op, op)
    }

    /// A node without attributes that do not follow from its inputs; answers its first output.
    pub fn call(&mut self, op: &str, inputs: &[&Outlet]) -> Result<Outlet> {
        self.op(op).inputs(inputs.iter().copied()).finish()
    }

    /// A constant.
    pub fn constant(&mut self, value: Tensor) -> Result<Outlet> {
        self.g.constant("Const", value)
    }

    /// A number as a scalar of a tensor's type.
    pub fn number(&mut self, like: &Outlet, value: f64) -> Result<Outlet> {
        number(self.g, like.dtype(), value)
    }

    /// The shape of a tensor, as a vector of int32: a constant where it is known.
    pub fn shape_of(&mut self, x: &Outlet) -> Result<Outlet> {
        match x.shape().to_shape() {
            Some(shape) => self.constant(shape_tensor(&shape)),
            None => self.call("Shape", &[x]),
        }
    }

    /// A gradient in the form of a broadcast result, brought back to the form of `x`, which was broadcast against `other`.
    pub fn unbroadcast(&mut self, grad: &Outlet, x: &Outlet, other: &Outlet) -> Result<Outlet> {
        let known = (x.shape().to_shape(), grad.shape().to_shape());
        if matches!(&known, (Some(x), Some(grad)) if x == grad) {
            return Ok(grad.clone());
        }
        let (shape, other) = (self.shape_of(x)?, self.shape_of(other)?);
        let axes = self.call("BroadcastGradientArgs", &[&shape, &other])?;
        let sum = self.call("Sum", &[grad, &axes])?;
        self.call("Reshape", &[&sum, &shape])
    }

    /// The complex conjugate, which is what gradients of complex functions are made with; a real tensor is its own.
    pub fn conj(&mut self, x: &Outlet) -> Result<Outlet> {
        match x.dtype() {
            DType::Complex64 | DType::Complex128 => self.call("Conj", &[x]),
            _ => Ok(x.clone()),
        }
    }
}

/// A shape as ops take it.
pub(crate) fn shape_tensor(shape: &Shape) -> Tensor {
    Tensor::vector(shape.iter().map(|size| *size as i32).collect())
}

/// A scalar of a numeric type. What a type cannot hold is rounded to what it can.
pub(crate) fn number(g: &mut GraphBuilder, dtype: DType, value: f64) -> Result<Outlet> {
    use regatta_tensor::{Complex, bf16, f16};
    let value = match dtype {
        DType::Float => Tensor::scalar(value as f32),
        DType::Double => Tensor::scalar(value),
        DType::Half => Tensor::scalar(f16::from_f64(value)),
        DType::BFloat16 => Tensor::scalar(bf16::from_f64(value)),
        DType::Int32 => Tensor::scalar(value as i32),
        DType::Int64 => Tensor::scalar(value as i64),
        DType::Int16 => Tensor::scalar(value as i16),
        DType::Int8 => Tensor::scalar(value as i8),
        DType::UInt8 => Tensor::scalar(value as u8),
        DType::UInt16 => Tensor::scalar(value as u16),
        DType::UInt32 => Tensor::scalar(value as u32),
        DType::UInt64 => Tensor::scalar(value as u64),
        DType::Complex64 => Tensor::scalar(Complex::new(value as f32, 0.0)),
        DType::Complex128 => Tensor::scalar(Complex::new(value, 0.0)),
        other => return Err(internal(format!("there are no numbers of type {other}"))),
    };
    g.constant("Const", value)
}

/// Ones in the form of a tensor, which may be a reference.
pub(super) fn ones_like(g: &mut GraphBuilder, x: &Outlet) -> Result<Outlet> {
    let shape = match x.shape().to_shape() {
        Some(shape) => g.constant("Shape", shape_tensor(&shape))?,
        None => g.node("Shape", "Shape").input(x).finish()?,
    };
    let one = number(g, x.dtype(), 1.0)?;
    g.node("Fill", "Fill").inputs([&shape, &one]).finish()
}
