//! A layer that gives its input a mean and a variance of its own choice.
//!
//! `y = gamma * (x - mean) / sqrt(variance + epsilon) + beta` for each channel. While the model is trained, mean and variance
//! are those of the batch, and moving averages follow them; while it is used, the averages take their place.

use regatta_graph::Outlet;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::DType;

use super::{Training, known_rank, known_size};
use crate::{
    graph::Graph,
    init::Initializer,
    nn::DataFormat,
    variable::{Variable, VariableOptions},
};

/// Ioffe and Szegedy's. What moves the averages is added to [`Graph::UPDATE_OPS`], and is to be run with every training step:
///
/// ```
/// use regatta::{DType, Graph, layers::BatchNormalization};
///
/// let mut g = Graph::new();
/// let x = g.placeholder("x", DType::Float, &[None, Some(3)])?;
/// let y = BatchNormalization::new().training(true).build(&mut g, &x)?;
/// let updates = g.collection(Graph::UPDATE_OPS).to_vec();
/// g.control_dependencies(&updates, |g| g.identity(&y))?; // Or the optimizer's `minimize`.
/// # Ok::<(), regatta::Status>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchNormalization {
    momentum: f64,
    epsilon: f64,
    center: bool,
    scale: bool,
    data_format: DataFormat,
    training: Training,
    name: Option<String>,
}

impl Default for BatchNormalization {
    fn default() -> BatchNormalization {
        BatchNormalization {
            momentum: 0.99,
            epsilon: 1e-3,
            center: true,
            scale: true,
            data_format: DataFormat::Nhwc,
            training: Training::Always(false),
            name: None,
        }
    }
}

impl BatchNormalization {
    /// With TensorFlow's defaults: a momentum of 0.99, an epsilon of 0.001, not in training.
    pub fn new() -> BatchNormalization {
        BatchNormalization::default()
    }

    /// How much of the moving averages is kept in each step.
    pub fn momentum(self, momentum: f64) -> BatchNormalization {
        BatchNormalization { momentum, ..self }
    }

    /// Keeps what hardly varies from being blown up.
    pub fn epsilon(self, epsilon: f64) -> BatchNormalization {
        BatchNormalization { epsilon, ..self }
    }

    /// Whether there is a `beta`.
    pub fn center(self, center: bool) -> BatchNormalization {
        BatchNormalization { center, ..self }
    }

    /// Whether there is a `gamma`.
    pub fn scale(self, scale: bool) -> BatchNormalization {
        BatchNormalization { scale, ..self }
    }

    /// Which axis is which, if the input is images. Elsewhere channels are the last axis.
    pub fn data_format(self, data_format: DataFormat) -> BatchNormalization {
        BatchNormalization { data_format, ..self }
    }

    /// Whether the model is being trained; it is not, if nothing is said.
    pub fn training(self, training: impl Into<Training>) -> BatchNormalization {
        BatchNormalization { training: training.into(), ..self }
    }

    /// The scope of its variables; `batch_normalization`, ... if nothing is said.
    pub fn name(self, name: &str) -> BatchNormalization {
        BatchNormalization { name: Some(name.to_owned()), ..self }
    }

    /// Makes the layer.
    pub fn build(self, g: &mut Graph, x: &Outlet) -> Result<Outlet> {
        const LAYER: &str = "a batch normalization";
        let rank = known_rank(x, LAYER)?;
        let axis = match rank {
            4 => self.data_format.channel_axis(),
            0 | 1 => {
                return Err(invalid_argument(format!(
                    "{LAYER} takes a batch of channels; {} has rank {rank}",
                    x.name()
                )));
            }
            _ => rank - 1,
        };
        let channels = known_size(x, axis, LAYER)?;
        // The statistics of half-precision numbers are kept in single precision.
        let dtype = if x.dtype() == DType::Double { DType::Double } else { DType::Float };
        g.layer(self.name.as_deref(), "batch_normalization", |g| {
            let parts = Parts::new(g, &self, dtype, channels)?;
            match &self.training {
                Training::Always(training) if rank == 4 && dtype == DType::Float => self.fused(g, x, &parts, *training),
                training => self.composed(g, x, &parts, axis, training),
            }
        })
    }

    /// Images, in one op.
    fn fused(&self, g: &mut Graph, x: &Outlet, parts: &Parts, is_training: bool) -> Result<Outlet> {
        let (mean, variance) = match is_training {
            false => (parts.moving_mean.read(g)?, parts.moving_variance.read(g)?),
            true => {
                let none = g.constant(regatta_tensor::Tensor::vector(Vec::<f32>::new()))?;
                (none.clone(), none)
            }
        };
        let node = g.node("FusedBatchNormV3", "FusedBatchNormV3");
        let node = node.inputs([x, &parts.gamma, &parts.beta, &mean, &variance]).attr("epsilon", self.epsilon as f32);
        let node = node.attr("data_format", self.data_format.as_str()).attr("is_training", is_training);
        let y = node.finish()?;
        if is_training {
            let rest = g.number(DType::Float, 1.0 - self.momentum)?;
            parts.follow(g, &y.output(1), &y.output(2), &rest)?;
        }
        Ok(y)
    }

    /// Anything else, from smaller ops.
    fn composed(&self, g: &mut Graph, x: &Outlet, parts: &Parts, axis: usize, training: &Training) -> Result<Outlet> {
        let dtype = parts.moving_mean.dtype();
        let wide = g.cast(x, dtype)?;
        let rank = known_rank(x, "a batch normalization")?;
        let axes: Vec<i32> = (0..rank).filter(|other| *other != axis).map(|axis| axis as i32).collect();
        let (mean, variance) = match training {
            Training::Always(false) => (parts.moving_mean.read(g)?, parts.moving_variance.read(g)?),
            Training::Always(true) => {
                let (mean, variance) = moments(g, &wide, &axes)?;
                let rest = g.number(dtype, 1.0 - self.momentum)?;
                parts.follow(g, &mean, &variance, &rest)?;
                (mean, variance)
            }
            Training::Fed(training) => {
                let (mean, variance) = moments(g, &wide, &axes)?;
                // In use, nothing of the batch goes into the averages.
                let (rest, zero) = (g.number(dtype, 1.0 - self.momentum)?, g.number(dtype, 0.0)?);
                let rest = g.select(training, &rest, &zero)?;
                let unbiased = if rank == 4 { unbiased(g, &wide, &mean, &variance)? } else { variance.clone() };
                parts.follow(g, &mean, &unbiased, &rest)?;
                let (usual_mean, usual_variance) = (parts.moving_mean.read(g)?, parts.moving_variance.read(g)?);
                (g.select(training, &mean, &usual_mean)?, g.select(training, &variance, &usual_variance)?)
            }
        };
        let epsilon = g.number(dtype, self.epsilon)?;
        let variance = g.add(&variance, &epsilon)?;
        let inverse = g.rsqrt(&variance)?;
        let factor = g.mul(&inverse, &parts.gamma)?;
        let shift = g.mul(&mean, &factor)?;
        let offset = g.sub(&parts.beta, &shift)?;
        let along = |g: &mut Graph, channels: &Outlet| match axis + 1 == rank {
            true => Ok(channels.clone()),
            // Channels in the middle: the axes behind them are of size one.
            false => {
                let sizes: Vec<i32> = (axis..rank).map(|k| if k == axis { -1 } else { 1 }).collect();
                g.reshape(channels, &sizes)
            }
        };
        let (factor, offset) = (along(g, &factor)?, along(g, &offset)?);
        let scaled = g.mul(&wide, &factor)?;
        let y = g.add(&scaled, &offset)?;
        g.cast(&y, x.dtype())
    }
}

/// What a batch normalization consists of.
struct Parts {
    gamma: Outlet,
    beta: Outlet,
    moving_mean: Variable,
    moving_variance: Variable,
}

impl Parts {
    fn new(g: &mut Graph, layer: &BatchNormalization, dtype: DType, channels: usize) -> Result<Parts> {
        let learned = VariableOptions { dtype, ..VariableOptions::default() };
        let moving = VariableOptions::not_trainable(dtype);
        let mut learn = |name: &str, is_there: bool, initializer: Initializer, number: f64| match is_there {
            true => g.variable_with(name, &[channels], initializer, learned.clone())?.read(g),
            false => {
                let dims = g.constant(regatta_tensor::Tensor::vector(vec![channels as i32]))?;
                let number = g.number(dtype, number)?;
                g.node("Fill", name).inputs([&dims, &number]).finish()
            }
        };
        Ok(Parts {
            gamma: learn("gamma", layer.scale, Initializer::ones(), 1.0)?,
            beta: learn("beta", layer.center, Initializer::zeros(), 0.0)?,
            moving_mean: g.variable_with("moving_mean", &[channels], Initializer::zeros(), moving.clone())?,
            moving_variance: g.variable_with("moving_variance", &[channels], Initializer::ones(), moving)?,
        })
    }

    /// Adds to the graph's updates what moves the averages.
    fn follow(&self, g: &mut Graph, mean: &Outlet, variance: &Outlet, rest: &Outlet) -> Result<()> {
        for (average, value) in [(&self.moving_mean, mean), (&self.moving_variance, variance)] {
            let update = g.colocate_with(average.handle(), |g| {
                g.name_scope("AssignMovingAvg", |g| {
                    let before = average.read(g)?;
                    let difference = g.sub(&before, value)?;
                    let step = g.mul(&difference, rest)?;
                    average.assign_sub(g, &step)
                })
            })?;
            g.add_to_collection(Graph::UPDATE_OPS, &update);
        }
        Ok(())
    }
}

/// The mean and the variance over some axes.
fn moments(g: &mut Graph, x: &Outlet, axes: &[i32]) -> Result<(Outlet, Outlet)> {
    g.name_scope("moments", |g| {
        let mean = g.reduce("Mean", x, axes, true)?;
        let settled = g.stop_gradient(&mean)?;
        let squares = g.squared_difference(x, &settled)?;
        let variance = g.reduce("Mean", &squares, axes, false)?;
        let flat = g.reshape(&mean, &[-1])?;
        Ok((flat, variance))
    })
}

/// A variance of the batch as an estimate of everybody's: what the fused op keeps for images.
fn unbiased(g: &mut Graph, x: &Outlet, mean: &Outlet, variance: &Outlet) -> Result<Outlet> {
    let size = |g: &mut Graph, of: &Outlet| {
        let size = g.node("Size", "Size").input(of).finish()?;
        g.cast(&size, of.dtype())
    };
    let (all, channels) = (size(g, x)?, size(g, mean)?);
    let count = g.div(&all, &channels)?;
    let one = g.number(x.dtype(), 1.0)?;
    let others = g.sub(&count, &one)?;
    let others = g.maximum(&others, &one)?;
    let factor = g.div(&count, &others)?;
    g.mul(variance, &factor)
}
