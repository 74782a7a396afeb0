//! Normalisation over a batch, and its gradient: FusedBatchNorm, FusedBatchNormGrad, in three versions.
//!
//! ```text
//! training    mean, variance: of each channel over the batch; averages = (1 - f) given + f (mean, variance n / (n - 1))
//! else        mean, variance: the given ones
//! y         = (x - mean) scale / sqrt(variance + epsilon) + offset
//!
//! doffset   = sum(dy),  dscale = sum(dy h)  with h = (x - mean) / sqrt(variance + epsilon)
//! dx        = scale / sqrt(variance + epsilon) (dy - (doffset + h dscale) / n)     in training
//! dx        = scale / sqrt(variance + epsilon) dy                                  else
//!
//! shape     x [.., c] or [b, c, ..], vectors [c] -> y like x, vectors [c]
//! ```
//!
//! The data may be half-width; the vectors are `f32`, and sums are kept in `f64`.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor, bf16, f16};

use crate::{
    Build, Kernel,
    array::elements::{copies, room_for},
    dispatch::dispatch,
    math::{
        number::{Float, Real},
        output::input_type,
    },
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("FusedBatchNorm", fused_batch_norm),
    ("FusedBatchNormV2", fused_batch_norm),
    ("FusedBatchNormV3", fused_batch_norm),
    ("_FusedBatchNormEx", fused_batch_norm),
    ("FusedBatchNormGrad", fused_batch_norm_grad),
    ("FusedBatchNormGradV2", fused_batch_norm_grad),
    ("FusedBatchNormGradV3", fused_batch_norm_grad),
];

/// What a node's attributes say.
#[derive(Clone, Copy)]
struct Norm {
    rank: usize,
    /// Which dimension the channels are.
    channel: usize,
    epsilon: f32,
    training: bool,
    /// How many outputs the node has.
    outputs: usize,
}

impl Norm {
    fn of(node: &Node) -> Result<Norm> {
        let (rank, channel) = match node.attrs.str("data_format")? {
            "NHWC" => (4, 3),
            "NCHW" => (4, 1),
            "NDHWC" => (5, 4),
            "NCDHW" => (5, 1),
            _ => return Err(invalid_argument("Invalid data format")),
        };
        let (epsilon, training) = (node.attrs.float("epsilon")?, node.attrs.bool("is_training")?);
        Ok(Norm { rank, channel, epsilon, training, outputs: node.output_types.len() })
    }

    /// The data as `[outer, channels, inner]`.
    fn data(&self, x: &Tensor) -> Result<Data> {
        let shape = x.shape();
        if shape.rank() != self.rank {
            return Err(invalid_argument(format!("input must be {}-dimensional: {shape}", self.rank)));
        }
        let inner = shape[self.channel + 1..].iter().product();
        Ok(Data { channels: shape[self.channel], inner, count: x.num_elements() / shape[self.channel].max(1) })
    }
}

/// How the channels lie in memory.
#[derive(Clone, Copy)]
struct Data {
    channels: usize,
    inner: usize,
    /// Elements of one channel.
    count: usize,
}

impl Data {
    /// Calls `visit` with each run of elements and where its channels begin; a run is one element of each channel, or
    /// several of one.
    fn for_each_run(&self, elements: usize, mut visit: impl FnMut(std::ops::Range<usize>, usize)) {
        let size = if self.inner == 1 { self.channels } else { self.inner };
        if size == 0 {
            return;
        }
        for k in 0..elements / size {
            visit(k * size..(k + 1) * size, if self.inner == 1 { 0 } else { k % self.channels });
        }
    }

    /// The sum over each channel of what `value` gives for an element's place and its channel.
    fn sums(&self, elements: usize, value: impl Fn(usize, usize) -> f64) -> Result<Vec<f64>> {
        let mut sums = copies(0f64, self.channels)?;
        let along = self.inner != 1;
        self.for_each_run(elements, |run, channel| match along {
            true => sums[channel] += run.map(|k| value(k, channel)).sum::<f64>(),
            false => sums.iter_mut().zip(run).enumerate().for_each(|(c, (sum, k))| *sum += value(k, c)),
        });
        Ok(sums)
    }

    /// What `value` gives for every element's place and its channel.
    fn map<T: Real>(&self, elements: usize, value: impl Fn(usize, usize) -> T) -> Result<Vec<T>> {
        let mut out = room_for(elements)?;
        let along = self.inner != 1;
        self.for_each_run(elements, |run, channel| match along {
            true => out.extend(run.map(|k| value(k, channel))),
            false => out.extend(run.enumerate().map(|(c, k)| value(k, c))),
        });
        Ok(out)
    }

    /// The elements of a vector of one number for each channel.
    fn vector<'a>(&self, tensor: &'a Tensor, name: &str) -> Result<&'a [f32]> {
        if tensor.shape().rank() != 1 {
            return Err(invalid_argument(format!("{name} must be 1-dimensional{}", tensor.shape())));
        }
        if tensor.num_elements() != self.channels {
            return Err(invalid_argument(format!(
                "{name} must have the same number of elements as the channels of x, got {} and {}",
                tensor.num_elements(),
                self.channels
            )));
        }
        tensor.values::<f32>()
    }
}

/// What is added to the normalised data before its activation, if anything, and whether that is Relu.
#[derive(Clone, Copy)]
struct After {
    side: bool,
    relu: bool,
}

impl After {
    fn of(node: &Node) -> Result<After> {
        if !node.attrs.contains_key("activation_mode") {
            return Ok(After { side: false, relu: false });
        }
        let relu = match node.attrs.str("activation_mode")? {
            "Identity" => false,
            "Relu" => true,
            other => return Err(invalid_argument(format!("Unsupported activation mode: {other}"))),
        };
        match node.attrs.int("num_side_inputs")? {
            side @ (0 | 1) => Ok(After { side: side == 1, relu }),
            _ => Err(invalid_argument("FusedBatchNorm accepts at most one side input.")),
        }
    }
}

fn fused_batch_norm(node: &Node) -> Result<Kernel> {
    if !node.input_types.iter().skip(1).take(4).all(|edge| edge.dtype == DType::Float) {
        return Err(unsupported(node));
    }
    let (norm, after) = (Norm::of(node)?, After::of(node)?);
    let factor = node.attrs.float("exponential_avg_factor")?;
    dispatch!(
        input_type(node),
        [f32, f16, bf16],
        T => Ok(Kernel::Compute(Box::new(move |inputs| normalise::<T>(norm, factor, after, &inputs)))),
        else Err(unsupported(node))
    )
}

fn normalise<T: Real<Wide = f32>>(norm: Norm, factor: f32, after: After, inputs: &[Tensor]) -> Result<Vec<Tensor>> {
    let [x, scale, offset, mean, variance, others @ ..] = inputs else {
        return Err(internal("a batch normalisation takes five inputs"));
    };
    let data = norm.data(x)?;
    let (scale, offset) = (data.vector(scale, "scale")?, data.vector(offset, "offset")?);
    let side = match (after.side, others) {
        (true, [side]) if side.shape() == x.shape() => Some(side.values::<T>()?),
        (true, _) => return Err(invalid_argument("the side input must have the shape of x")),
        _ => None,
    };
    let values = x.values::<T>()?;
    let at = |k: usize| f64::from(values[k].wide());
    let vector = |values: Vec<f32>| Tensor::new(Shape::vector(data.channels), values);
    let zeros = || vector(vec![0.0; data.channels]);
    let (used, mut outputs) = if norm.training {
        let n = data.count as f64;
        let means: Vec<f64> = data.sums(values.len(), |k, _| at(k))?.into_iter().map(|sum| sum / n).collect();
        let squares = data.sums(values.len(), |k, c| (at(k) - means[c]).powi(2))?;
        let variances: Vec<f32> = squares.iter().map(|sum| (sum / n) as f32).collect();
        let unbiased = squares.iter().map(|sum| (sum / (n - 1.0).max(1.0)) as f32).collect();
        let means: Vec<f32> = means.into_iter().map(|mean| mean as f32).collect();
        let average = |given: &Tensor, name: &str, new: Vec<f32>| -> Result<Tensor> {
            if factor == 1.0 {
                return vector(new);
            }
            let given = data.vector(given, name)?;
            vector(given.iter().zip(new).map(|(old, new)| (1.0 - factor) * old + factor * new).collect())
        };
        let (mean, variance) = (average(mean, "mean", means.clone())?, average(variance, "variance", unbiased)?);
        if values.is_empty() {
            let nothing = || vector(vec![f32::NAN; data.channels]);
            ((means, variances), vec![nothing()?, nothing()?, zeros()?, zeros()?])
        } else {
            let kept = vec![mean, variance, vector(means.clone())?, vector(variances.clone())?];
            ((means, variances), kept)
        }
    } else {
        let used = (data.vector(mean, "mean")?.to_vec(), data.vector(variance, "variance")?.to_vec());
        let kept = match values.is_empty() {
            true => vec![vector(vec![f32::NAN; data.channels])?, vector(vec![f32::NAN; data.channels])?],
            false => vec![mean.clone(), variance.clone()],
        };
        (used, [kept, vec![zeros()?, zeros()?]].concat())
    };
    let (means, variances) = used;
    let factors: Vec<f32> = scale.iter().zip(&variances).map(|(s, v)| s / (v + norm.epsilon).sqrt()).collect();
    let y = data.map::<T>(values.len(), |k, c| {
        let mut y = (values[k].wide() - means[c]) * factors[c] + offset[c];
        if let Some(side) = side {
            y += side[k].wide();
        }
        T::narrow(if after.relu && y <= 0.0 { 0.0 } else { y })
    })?;
    outputs.insert(0, Tensor::new(x.shape().clone(), y)?);
    if norm.outputs == 6 {
        outputs.push(Tensor::scalar(0f32));
    }
    Ok(outputs)
}

fn fused_batch_norm_grad(node: &Node) -> Result<Kernel> {
    if !node.input_types.iter().skip(2).all(|edge| edge.dtype == DType::Float) {
        return Err(unsupported(node));
    }
    let norm = Norm::of(node)?;
    dispatch!(
        input_type(node),
        [f32, f16, bf16],
        T => Ok(Kernel::Compute(Box::new(move |inputs| gradient::<T>(norm, &inputs)))),
        else Err(unsupported(node))
    )
}

fn gradient<T: Real<Wide = f32>>(norm: Norm, inputs: &[Tensor]) -> Result<Vec<Tensor>> {
    let [dy, x, scale, mean, variance, ..] = inputs else {
        return Err(internal("the gradient of a batch normalisation takes five inputs"));
    };
    let data = norm.data(x)?;
    if dy.shape() != x.shape() {
        return Err(invalid_argument(format!(
            "x and y_backprop must have same shape, but x has shape {} and y_backprop has shape {}",
            x.shape(),
            dy.shape()
        )));
    }
    if !norm.training && norm.channel == 1 {
        return Err(invalid_argument(
            "The implementation of FusedBatchNormGrad with is_training=False only support NHWC tensor format for now.",
        ));
    }
    let (scale, mean) = (data.vector(scale, "scale")?, data.vector(mean, "reserve_space_1")?);
    let variance = data.vector(variance, "reserve_space_2")?;
    let (dys, xs) = (dy.values::<T>()?, x.values::<T>()?);
    let inverse: Vec<f64> = variance.iter().map(|v| 1.0 / f64::from(v + norm.epsilon).sqrt()).collect();
    let centred = |k: usize, c: usize| f64::from(xs[k].wide()) - f64::from(mean[c]);
    let grad = |k: usize| f64::from(dys[k].wide());
    let doffset = data.sums(xs.len(), |k, _| grad(k))?;
    let mut dscale = data.sums(xs.len(), |k, c| grad(k) * centred(k, c))?;
    dscale.iter_mut().zip(&inverse).for_each(|(sum, inverse)| *sum *= inverse);
    let n = data.count as f64;
    let dx = data.map::<T>(xs.len(), |k, c| {
        let through = match norm.training {
            true => grad(k) - (doffset[c] + centred(k, c) * inverse[c] * dscale[c]) / n,
            false => grad(k),
        };
        T::narrow((through * inverse[c] * f64::from(scale[c])) as f32)
    })?;
    let vector = |sums: Vec<f64>| -> Result<Tensor> {
        Tensor::new(Shape::vector(sums.len()), sums.into_iter().map(f32::of).collect())
    };
    let empty = || Tensor::vector(Vec::<f32>::new());
    Ok(vec![Tensor::new(x.shape().clone(), dx)?, vector(dscale)?, vector(doffset)?, empty(), empty()])
}
