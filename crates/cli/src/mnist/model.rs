//! The models of the tutorials' programs.

use clap::ValueEnum;
use regatta::{
    DType, Graph, Initializer, LearningRate, Optimizer, Outlet, Padding, Result, Schedule, Tensor, Variable,
    layers::{Activation, Conv2D, Dense, Dropout, MaxPool2D, flatten},
    losses, metrics,
    replicas::{ReplicaTraining, Replicas},
    summary,
};
use serde::{Deserialize, Serialize};

use super::run::Run;

/// How many pixels an image has.
pub const PIXELS: usize = 28 * 28;
/// How many digits there are.
const CLASSES: usize = 10;

/// What is trained.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// One layer, gradient descent: the softmax regression of tutorial 001.
    Softmax,
    /// One hidden layer of 100 units (--hidden_units), cross entropy summed over the batch, Adam: tutorial 000.
    Mlp100,
    /// Two hidden layers of 500 units, Adam: tutorial 002.
    Mlp500,
    /// Two convolutions of 5x5 with 32 and 64 filters, a layer of 1024 units, dropout, Adam: tutorial 004.
    Cnn,
}

impl Model {
    /// As it is written on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Model::Softmax => "softmax",
            Model::Mlp100 => "mlp100",
            Model::Mlp500 => "mlp500",
            Model::Cnn => "cnn",
        }
    }

    /// The learning rate, if none is given.
    pub fn learning_rate(self) -> f64 {
        match self {
            Model::Softmax => 0.5,
            Model::Mlp100 => 0.01,
            Model::Mlp500 | Model::Cnn => 0.001,
        }
    }

    fn optimizer(self, learning_rate: LearningRate) -> Optimizer {
        match self {
            Model::Softmax => Optimizer::gradient_descent(learning_rate),
            Model::Mlp100 | Model::Mlp500 | Model::Cnn => Optimizer::adam(learning_rate),
        }
    }

    /// The scores of each digit for some images.
    fn logits(self, g: &mut Graph, images: &Outlet, hidden_units: usize, training: bool) -> Result<Outlet> {
        match self {
            Model::Softmax => {
                Dense::new(CLASSES).kernel_initializer(Initializer::zeros()).name("softmax").build(g, images)
            }
            Model::Mlp100 => {
                let normal = |deviation| Initializer::truncated_normal(0.0, deviation);
                let hidden =
                    Dense::new(hidden_units).activation(Activation::Relu).kernel_initializer(normal(1.0 / 28.0));
                let hidden = hidden.name("hidden").build(g, images)?;
                let output = Dense::new(CLASSES).kernel_initializer(normal(1.0 / (hidden_units as f64).sqrt()));
                output.name("output").build(g, &hidden)
            }
            Model::Mlp500 => {
                let hidden = |name| Dense::new(500).activation(Activation::Relu).name(name);
                let net = hidden("dense").build(g, images)?;
                let net = hidden("dense_1").build(g, &net)?;
                Dense::new(CLASSES).name("dense_2").build(g, &net)
            }
            Model::Cnn => {
                let weights = Initializer::truncated_normal(0.0, 0.1);
                let biases = Initializer::constant(0.1);
                let convolution = |filters, name| {
                    let layer = Conv2D::new(filters, [5, 5]).padding(Padding::Same).activation(Activation::Relu);
                    layer.kernel_initializer(weights.clone()).bias_initializer(biases.clone()).name(name)
                };
                let dense = |units, name| {
                    let layer = Dense::new(units).kernel_initializer(weights.clone());
                    layer.bias_initializer(biases.clone()).name(name)
                };
                let pool = MaxPool2D::new([2, 2], [2, 2]).padding(Padding::Same);
                let net = g.reshape(images, &[-1, 28, 28, 1])?;
                let net = convolution(32, "conv1").build(g, &net)?;
                let net = pool.build(g, &net)?;
                let net = convolution(64, "conv2").build(g, &net)?;
                let net = pool.build(g, &net)?;
                let net = flatten(g, &net)?;
                let net = dense(1024, "fc1").activation(Activation::Relu).build(g, &net)?;
                let net = if training { Dropout::new(0.5).build(g, &net)? } else { net };
                dense(CLASSES, "fc2").build(g, &net)
            }
        }
    }

    /// What is made smaller.
    fn loss(self, g: &mut Graph, labels: &Outlet, logits: &Outlet) -> Result<Outlet> {
        match self {
            Model::Mlp100 => clipped_cross_entropy(g, labels, logits),
            _ => losses::sparse_softmax_cross_entropy(labels, logits).build(g),
        }
    }
}

/// The cross entropy summed over a batch, of probabilities that are not let below 1e-10: what tutorial 000 trains with and prints.
fn clipped_cross_entropy(g: &mut Graph, labels: &Outlet, logits: &Outlet) -> Result<Outlet> {
    let probabilities = g.softmax(logits)?;
    let clipped = g.clip_by_value(&probabilities, 1e-10, 1.0)?;
    let logs = g.log(&clipped)?;
    let truth = g.one_hot(labels, CLASSES, DType::Float)?;
    let chosen = g.mul(&truth, &logs)?;
    let sum = g.reduce_sum(&chosen, &[])?;
    g.neg(&sum)
}

/// A model in a graph: what a worker feeds, runs and fetches.
pub struct Network {
    /// `[n, 784]`, between 0 and 1.
    pub images: Outlet,
    /// `[n]`.
    pub labels: Outlet,
    /// What a training step makes smaller.
    pub loss: Outlet,
    /// Without dropout: how many of the images are recognised, and the clipped cross entropy summed over them.
    pub correct: Outlet,
    pub cross_entropy: Outlet,
}

impl Network {
    /// Builds the model and what trains it; variables go where the graph's device function says.
    pub fn build(g: &mut Graph, run: &Run, mut replicas: Replicas) -> Result<(Network, ReplicaTraining)> {
        let Run { model, hidden_units, .. } = *run;
        let (images, labels) = inputs(g)?;
        let loss = replicas.model(g, |g| {
            let logits = model.logits(g, &images, hidden_units, true)?;
            model.loss(g, &labels, &logits)
        })?;
        summary::scalar(g, "loss", &loss)?;
        let step: Variable = g.get_or_create_global_step()?;
        let optimizer = model.optimizer(learning_rate(g, run, &step, replicas.batches_per_step())?);
        let training = replicas.minimize(g, optimizer, &loss, &step)?;
        training.summarize(g)?;
        let (correct, cross_entropy) = g.reuse_variables("", |g| judge(g, model, hidden_units, &images, &labels))?;
        Ok((Network { images, labels, loss, correct, cross_entropy }, training))
    }
}

/// The rate that the run begins with is scaled by the batches that make a step, and falls evenly, if it is to.
fn learning_rate(g: &mut Graph, run: &Run, step: &Variable, batches: usize) -> Result<LearningRate> {
    let rate = run.learning_rate;
    let schedule = match (run.decay_steps, run.scale_learning_rate) {
        (0, false) => return Ok(rate.into()),
        (0, true) => Schedule::constant(rate),
        (steps, _) => Schedule::polynomial_decay(rate, steps, rate / 100.0, 1.0),
    };
    let schedule = match run.scale_learning_rate {
        true => schedule.linear_scaling(batches).warm_up(run.warm_up_steps),
        false => schedule,
    };
    // Beside the step that it follows, so that nothing of it travels through the workers.
    g.colocate_with(step.handle(), |g| schedule.build(g, step)).map(LearningRate::from)
}

/// A model in a graph, only to be evaluated.
pub struct Judge {
    pub images: Outlet,
    pub labels: Outlet,
    pub correct: Outlet,
    pub cross_entropy: Outlet,
}

impl Judge {
    /// Builds the model without what trains it.
    pub fn build(g: &mut Graph, model: Model, hidden_units: usize) -> Result<Judge> {
        let (images, labels) = inputs(g)?;
        let (correct, cross_entropy) = judge(g, model, hidden_units, &images, &labels)?;
        Ok(Judge { images, labels, correct, cross_entropy })
    }
}

fn inputs(g: &mut Graph) -> Result<(Outlet, Outlet)> {
    let images = g.placeholder("images", DType::Float, &[None, Some(PIXELS)])?;
    let labels = g.placeholder("labels", DType::Int64, &[None])?;
    Ok((images, labels))
}

fn judge(
    g: &mut Graph,
    model: Model,
    hidden_units: usize,
    images: &Outlet,
    labels: &Outlet,
) -> Result<(Outlet, Outlet)> {
    g.name_scope("judge", |g| {
        let logits = model.logits(g, images, hidden_units, false)?;
        let share = metrics::batch_accuracy(g, labels, &logits)?;
        let count = g.node("Size", "count").input(labels).attr("out_type", DType::Int32).finish()?;
        let count = g.cast(&count, DType::Float)?;
        Ok((g.mul(&share, &count)?, clipped_cross_entropy(g, labels, &logits)?))
    })
}

/// How many images are evaluated at a time.
const CHUNK: usize = 1000;

/// What an evaluation found.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
pub struct Score {
    pub images: usize,
    pub accuracy: f64,
    /// Summed over the images.
    pub cross_entropy: f64,
}

/// Evaluates images a part at a time: `run` is given the images and labels of a part, and answers how many were recognised, and
/// the sum of their cross entropies.
pub fn evaluate(
    set: &regatta_mnist::Dataset,
    mut run: impl FnMut(Tensor, Tensor) -> Result<Vec<Tensor>>,
) -> Result<Score> {
    let (mut correct, mut cross_entropy) = (0.0, 0.0);
    for first in (0..set.len()).step_by(CHUNK) {
        let part = first..(first + CHUNK).min(set.len());
        let found = run(set.images_f32(part.clone())?, set.labels_i64(part)?)?;
        correct += f64::from(found[0].single::<f32>()?);
        cross_entropy += f64::from(found[1].single::<f32>()?);
    }
    let images = set.len();
    Ok(Score { images, accuracy: correct / images.max(1) as f64, cross_entropy })
}
