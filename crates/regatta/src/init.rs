//! First values of variables.

use regatta_formats::{ShapeAndSlice, TensorSlice, slice::for_each_run};
use regatta_graph::Outlet;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use crate::graph::Graph;

/// How a variable gets its first value.
#[derive(Clone, Debug)]
pub struct Initializer {
    kind: Kind,
    seed: Option<i64>,
}

#[derive(Clone, Debug)]
enum Kind {
    Constant(f64),
    Value(Tensor),
    Computed(Outlet),
    Normal {
        mean: f64,
        stddev: f64,
    },
    TruncatedNormal {
        mean: f64,
        stddev: f64,
    },
    Uniform {
        low: f64,
        high: f64,
    },
    /// Of a variance that keeps the size of what flows through a layer.
    Scaling {
        scale: f64,
        mode: Mode,
        uniform: bool,
    },
}

#[derive(Clone, Copy, Debug)]
enum Mode {
    FanIn,
    FanAverage,
}

/// The standard deviation of a normal distribution that is cut off at two of its own.
const TRUNCATED_STDDEV: f64 = 0.879_625_661_034_239_8;

impl Initializer {
    fn new(kind: Kind) -> Initializer {
        Initializer { kind, seed: None }
    }

    /// Zeros.
    pub fn zeros() -> Initializer {
        Initializer::constant(0.0)
    }

    /// Ones.
    pub fn ones() -> Initializer {
        Initializer::constant(1.0)
    }

    /// The same number everywhere.
    pub fn constant(value: f64) -> Initializer {
        Initializer::new(Kind::Constant(value))
    }

    /// These values; their type and shape must be the variable's.
    pub fn value(tensor: Tensor) -> Initializer {
        Initializer::new(Kind::Value(tensor))
    }

    /// What this tensor is when the initializer runs; its type and shape must be the variable's.
    pub fn computed(value: &Outlet) -> Initializer {
        Initializer::new(Kind::Computed(value.clone()))
    }

    /// Normally distributed.
    pub fn random_normal(mean: f64, stddev: f64) -> Initializer {
        Initializer::new(Kind::Normal { mean, stddev })
    }

    /// Normally distributed, without what lies further than two standard deviations from the mean.
    pub fn truncated_normal(mean: f64, stddev: f64) -> Initializer {
        Initializer::new(Kind::TruncatedNormal { mean, stddev })
    }

    /// Evenly distributed.
    pub fn random_uniform(low: f64, high: f64) -> Initializer {
        Initializer::new(Kind::Uniform { low, high })
    }

    /// Glorot and Bengio's, evenly distributed: TensorFlow's default for layers.
    pub fn glorot_uniform() -> Initializer {
        Initializer::new(Kind::Scaling { scale: 1.0, mode: Mode::FanAverage, uniform: true })
    }

    /// Glorot and Bengio's, normally distributed.
    pub fn glorot_normal() -> Initializer {
        Initializer::new(Kind::Scaling { scale: 1.0, mode: Mode::FanAverage, uniform: false })
    }

    /// He et al.'s for layers with rectifiers, normally distributed.
    pub fn he_normal() -> Initializer {
        Initializer::new(Kind::Scaling { scale: 2.0, mode: Mode::FanIn, uniform: false })
    }

    /// He et al.'s, evenly distributed.
    pub fn he_uniform() -> Initializer {
        Initializer::new(Kind::Scaling { scale: 2.0, mode: Mode::FanIn, uniform: true })
    }

    /// Gives the same numbers in every run.
    pub fn seed(self, seed: i64) -> Initializer {
        Initializer { seed: Some(seed), ..self }
    }

    /// The value as nodes of a graph.
    pub(crate) fn value_of(&self, g: &mut Graph, dtype: DType, shape: &Shape) -> Result<Outlet> {
        match &self.kind {
            Kind::Constant(number) => {
                let dims = dims(g, shape)?;
                let number = g.number(dtype, *number)?;
                g.node("Fill", "Fill").inputs([&dims, &number]).finish()
            }
            Kind::Value(tensor) if tensor.dtype() == dtype && tensor.shape() == shape => g.constant(tensor.clone()),
            Kind::Value(tensor) => Err(invalid_argument(format!(
                "the initial value is {}{}, the variable {dtype}{shape}",
                tensor.dtype(),
                tensor.shape()
            ))),
            Kind::Computed(value) if value.dtype() == dtype && value.shape().admits(shape) => Ok(value.clone()),
            Kind::Computed(value) => Err(invalid_argument(format!(
                "the initial value {} is {}{}, the variable {dtype}{shape}",
                value.name(),
                value.dtype(),
                value.shape()
            ))),
            Kind::Normal { mean, stddev } => self.random(g, "RandomStandardNormal", dtype, shape, *mean, *stddev),
            Kind::TruncatedNormal { mean, stddev } => self.random(g, "TruncatedNormal", dtype, shape, *mean, *stddev),
            Kind::Uniform { low, high } => self.random(g, "RandomUniform", dtype, shape, *low, high - low),
            Kind::Scaling { scale, mode, uniform } => {
                let kind = scaled(*scale, *mode, *uniform, shape);
                Initializer { kind, seed: self.seed }.value_of(g, dtype, shape)
            }
        }
    }

    /// The initializer of a part of a variable: its piece of values that are given for the whole, random numbers of its own
    /// otherwise, whose spread is that of the whole.
    pub(crate) fn of_part(&self, g: &mut Graph, part: &ShapeAndSlice) -> Result<Initializer> {
        let kind = match &self.kind {
            Kind::Value(tensor) if tensor.shape() == &part.shape => Kind::Value(cut(tensor, part)?),
            Kind::Computed(value) if value.shape().admits(&part.shape) => {
                let region = part.slice.region(&part.shape)?;
                let numbers = |sizes: &[usize]| Tensor::vector(sizes.iter().map(|size| *size as i64).collect());
                let (begin, size) = (g.constant(numbers(&region.starts))?, g.constant(numbers(&region.sizes))?);
                Kind::Computed(g.node("Slice", "Slice").inputs([value, &begin, &size]).finish()?)
            }
            Kind::Scaling { scale, mode, uniform } => scaled(*scale, *mode, *uniform, &part.shape),
            as_it_is => as_it_is.clone(),
        };
        Ok(Initializer { kind, seed: self.seed })
    }

    /// `numbers * width + offset`.
    fn random(&self, g: &mut Graph, op: &str, dtype: DType, shape: &Shape, offset: f64, width: f64) -> Result<Outlet> {
        if !dtype.is_float() {
            return Err(invalid_argument(format!("there are no random first values of type {dtype}")));
        }
        let dims = dims(g, shape)?;
        let (seed, seed2) = g.seeds(self.seed);
        let numbers =
            g.node(op, op).input(&dims).attr("dtype", dtype).attr("seed", seed).attr("seed2", seed2).finish()?;
        let width = g.number(dtype, width)?;
        let scaled = g.node("Mul", "mul").inputs([&numbers, &width]).finish()?;
        let offset = g.number(dtype, offset)?;
        g.node("AddV2", "add").inputs([&scaled, &offset]).finish()
    }
}

/// The distribution for a variable of this shape.
fn scaled(scale: f64, mode: Mode, uniform: bool, shape: &Shape) -> Kind {
    let (fan_in, fan_out) = fans(shape);
    let fan = match mode {
        Mode::FanIn => fan_in,
        Mode::FanAverage => (fan_in + fan_out) / 2.0,
    };
    let variance = scale / fan.max(1.0);
    if uniform {
        let limit = (3.0 * variance).sqrt();
        return Kind::Uniform { low: -limit, high: limit };
    }
    Kind::TruncatedNormal { mean: 0.0, stddev: variance.sqrt() / TRUNCATED_STDDEV }
}

/// A part of a tensor.
fn cut(tensor: &Tensor, part: &ShapeAndSlice) -> Result<Tensor> {
    let (target, whole) = (part.slice.region(&part.shape)?, TensorSlice::full(part.shape.rank()).region(&part.shape)?);
    let (mut bytes, mut strings) = (Vec::new(), Vec::new());
    for_each_run(&target, &[whole], |run| {
        match (tensor.bytes(), tensor.dtype().size()) {
            (Some(all), Some(size)) => {
                bytes.extend_from_slice(&all[run.offset * size..(run.offset + run.count) * size])
            }
            _ => strings.extend_from_slice(&tensor.as_strings()?[run.offset..run.offset + run.count]),
        }
        Ok(())
    })?;
    match tensor.dtype() {
        DType::String => Tensor::strings(part.slice_shape.clone(), strings),
        dtype => Tensor::from_bytes(dtype, part.slice_shape.clone(), &bytes),
    }
}

fn dims(g: &mut Graph, shape: &Shape) -> Result<Outlet> {
    regatta_graph::GraphBuilder::constant(g, "shape", Tensor::vector(shape.iter().map(|size| *size as i32).collect()))
}

/// How many values come into and go out of one unit of a layer with weights of this shape; a convolution's kernel counts
/// with its window.
fn fans(shape: &Shape) -> (f64, f64) {
    let sizes: Vec<f64> = shape.iter().map(|size| *size as f64).collect();
    match sizes.as_slice() {
        [] => (1.0, 1.0),
        [n] => (*n, *n),
        [window @ .., fan_in, fan_out] => {
            let window: f64 = window.iter().product();
            (window * fan_in, window * fan_out)
        }
    }
}
