//! What models are mostly made of, as methods of the graph. Everything else is in [`crate::ops`].

use regatta_graph::Outlet;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, DType, PartialShape, Tensor, bf16, f16};

use crate::graph::Graph;

macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident: $op:literal;)*) => {
        impl Graph {$(
            $(#[$doc])*
            pub fn $name(&mut self, x: &Outlet) -> Result<Outlet> {
                self.node($op, $op).input(x).finish()
            }
        )*}
    };
}

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident: $op:literal;)*) => {
        impl Graph {$(
            $(#[$doc])*
            pub fn $name(&mut self, x: &Outlet, y: &Outlet) -> Result<Outlet> {
                self.node($op, $op).inputs([x, y]).finish()
            }
        )*}
    };
}

macro_rules! reductions {
    ($($(#[$doc:meta])* $name:ident: $op:literal;)*) => {
        impl Graph {$(
            $(#[$doc])*
            ///
            /// An empty list of axes means all; negative ones count from the end.
            pub fn $name(&mut self, x: &Outlet, axes: &[i32]) -> Result<Outlet> {
                self.reduce($op, x, axes, false)
            }
        )*}
    };
}

unary! {
    /// `-x`.
    neg: "Neg";
    /// `|x|`.
    abs: "Abs";
    /// The sign: -1, 0 or 1.
    sign: "Sign";
    /// `x^2`.
    square: "Square";
    /// The square root.
    sqrt: "Sqrt";
    /// `e^x`.
    exp: "Exp";
    /// The natural logarithm.
    log: "Log";
    /// `log(1 + x)`, exact for small `x` too.
    log1p: "Log1p";
    /// `1 / sqrt(x)`.
    rsqrt: "Rsqrt";
    /// The cosine.
    cos: "Cos";
    /// The next whole number below.
    floor: "Floor";
    /// What is not.
    logical_not: "LogicalNot";
    /// What is larger than zero.
    relu: "Relu";
    /// `1 / (1 + e^-x)`.
    sigmoid: "Sigmoid";
    /// The hyperbolic tangent.
    tanh: "Tanh";
    /// Probabilities out of scores, along the last axis.
    softmax: "Softmax";
    /// The logarithms of [`Graph::softmax`].
    log_softmax: "LogSoftmax";
    /// The same value.
    identity: "Identity";
    /// The same value, through which no gradient flows.
    stop_gradient: "StopGradient";
    /// Zeros in the form of `x`.
    zeros_like: "ZerosLike";
    /// Ones in the form of `x`.
    ones_like: "OnesLike";
    /// The shape as a vector of int32.
    shape: "Shape";
}

binary! {
    /// `x + y`, broadcast.
    add: "AddV2";
    /// `x - y`, broadcast.
    sub: "Sub";
    /// `x * y`, broadcast.
    mul: "Mul";
    /// `x / y`, broadcast.
    div: "RealDiv";
    /// `x / y`, and zero where `y` is zero, broadcast.
    div_no_nan: "DivNoNan";
    /// `(x - y)^2`, broadcast.
    squared_difference: "SquaredDifference";
    /// `x^y`, broadcast.
    pow: "Pow";
    /// The larger one, broadcast.
    maximum: "Maximum";
    /// The smaller one, broadcast.
    minimum: "Minimum";
    /// The product of two matrices.
    matmul: "MatMul";
    /// Whether `x == y`, broadcast.
    equal: "Equal";
    /// Whether `x > y`, broadcast.
    greater: "Greater";
    /// Whether `x >= y`, broadcast.
    greater_equal: "GreaterEqual";
    /// Whether `x < y`, broadcast.
    less: "Less";
    /// Whether `x <= y`, broadcast.
    less_equal: "LessEqual";
    /// Whether `x != y`, broadcast.
    not_equal: "NotEqual";
    /// Whether both are true, broadcast.
    logical_and: "LogicalAnd";
    /// Adds a value for each channel, the last axis.
    bias_add: "BiasAdd";
}

reductions! {
    /// The sum over some axes.
    reduce_sum: "Sum";
    /// The mean over some axes.
    reduce_mean: "Mean";
    /// The largest over some axes.
    reduce_max: "Max";
    /// The smallest over some axes.
    reduce_min: "Min";
}

impl Graph {
    /// A reduction of any kind; with `keep_dims` the axes stay, with one element each.
    pub fn reduce(&mut self, op: &str, x: &Outlet, axes: &[i32], keep_dims: bool) -> Result<Outlet> {
        let axes = match (axes, x.shape().rank()) {
            ([], Some(rank)) => self.constant(Tensor::vector((0..rank as i32).collect()))?,
            ([], None) => {
                let rank = self.node("Rank", "Rank").input(x).finish()?;
                let (zero, one) = (self.constant(Tensor::scalar(0i32))?, self.constant(Tensor::scalar(1i32))?);
                self.node("Range", "axes").inputs([&zero, &rank, &one]).finish()?
            }
            (axes, _) => self.constant(Tensor::vector(axes.to_vec()))?,
        };
        self.node(op, op).inputs([x, &axes]).attr("keep_dims", keep_dims).finish()
    }

    /// A number as a scalar of a type, rounded to what the type can hold.
    pub fn number(&mut self, dtype: DType, value: f64) -> Result<Outlet> {
        let value = match dtype {
            DType::Float => Tensor::scalar(value as f32),
            DType::Double => Tensor::scalar(value),
            DType::Half => Tensor::scalar(f16::from_f64(value)),
            DType::BFloat16 => Tensor::scalar(bf16::from_f64(value)),
            DType::Int32 => Tensor::scalar(value as i32),
            DType::Int64 => Tensor::scalar(value as i64),
            DType::UInt8 => Tensor::scalar(value as u8),
            DType::Complex64 => Tensor::scalar(Complex::new(value as f32, 0.0)),
            DType::Complex128 => Tensor::scalar(Complex::new(value, 0.0)),
            other => return Err(invalid_argument(format!("there are no numbers of type {other}"))),
        };
        self.constant(value)
    }

    /// `x` times a number.
    pub fn scale(&mut self, x: &Outlet, factor: f64) -> Result<Outlet> {
        let factor = self.number(x.dtype(), factor)?;
        self.mul(x, &factor)
    }

    /// The same elements in another form; one size may be -1: what is left.
    pub fn reshape(&mut self, x: &Outlet, sizes: &[i32]) -> Result<Outlet> {
        let sizes = self.constant(Tensor::vector(sizes.to_vec()))?;
        self.node("Reshape", "Reshape").inputs([x, &sizes]).finish()
    }

    /// The same numbers as another type.
    pub fn cast(&mut self, x: &Outlet, dtype: DType) -> Result<Outlet> {
        if x.dtype() == dtype {
            return Ok(x.clone());
        }
        self.node("Cast", "Cast").input(x).attr("DstT", dtype).finish()
    }

    /// `x` where the condition is true, `y` elsewhere, broadcast.
    pub fn select(&mut self, condition: &Outlet, x: &Outlet, y: &Outlet) -> Result<Outlet> {
        self.node("SelectV2", "SelectV2").inputs([condition, x, y]).finish()
    }

    /// One for each index at its place along a new last axis of this size, zero elsewhere.
    pub fn one_hot(&mut self, indices: &Outlet, depth: usize, dtype: DType) -> Result<Outlet> {
        let depth = self.constant(Tensor::scalar(depth as i32))?;
        let (on, off) = (self.number(dtype, 1.0)?, self.number(dtype, 0.0)?);
        self.node("OneHot", "one_hot").inputs([indices, &depth, &on, &off]).finish()
    }

    /// The place of the largest along an axis, as int64.
    pub fn argmax(&mut self, x: &Outlet, axis: i32) -> Result<Outlet> {
        let axis = self.constant(Tensor::scalar(axis))?;
        self.node("ArgMax", "ArgMax").inputs([x, &axis]).finish()
    }

    /// The sum of several tensors of one shape.
    pub fn add_n(&mut self, inputs: &[Outlet]) -> Result<Outlet> {
        self.node("AddN", "AddN").inputs(inputs).finish()
    }

    /// Several tensors behind each other along an axis.
    pub fn concat(&mut self, parts: &[Outlet], axis: i32) -> Result<Outlet> {
        let axis = self.constant(Tensor::scalar(axis))?;
        self.node("ConcatV2", "concat").inputs(parts).input(&axis).finish()
    }

    /// A tensor in so many equal parts along an axis.
    pub fn split(&mut self, x: &Outlet, parts: usize, axis: i32) -> Result<Vec<Outlet>> {
        let axis = self.constant(Tensor::scalar(axis))?;
        let made = self.node("Split", "split").inputs([&axis, x]).attr("num_split", parts as i64).finish()?;
        Ok((0..parts).map(|k| made.output(k)).collect())
    }

    /// The same tensor, of which this shape is known; a step in which it has another one fails.
    pub fn ensure_shape(&mut self, x: &Outlet, shape: &[Option<usize>]) -> Result<Outlet> {
        let shape = PartialShape::new(shape.to_vec());
        self.node("EnsureShape", "EnsureShape").input(x).attr("shape", shape).finish()
    }
}
