//! How far a model is from what was wanted, as one number to be made small.
//!
//! ```
//! use regatta::{DType, Graph, losses};
//!
//! let mut g = Graph::new();
//! let logits = g.placeholder("logits", DType::Float, &[None, Some(10)])?;
//! let labels = g.placeholder("labels", DType::Int64, &[None])?;
//! let loss = losses::sparse_softmax_cross_entropy(&labels, &logits).build(&mut g)?;
//! assert_eq!(g.collection(Graph::LOSSES).len(), 1);
//! # let _ = loss;
//! # Ok::<(), regatta::Status>(())
//! ```
//!
//! Each loss adds itself to [`Graph::LOSSES`]; [`total`] is the sum of all of them and of the penalties on variables.

use regatta_graph::Outlet;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::DType;

use crate::graph::Graph;

/// What becomes of the losses of the single examples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Reduction {
    /// They stay.
    None,
    /// Their sum.
    Sum,
    /// Their sum by that of the weights.
    Mean,
    /// Their sum by how many there are.
    SumOverBatchSize,
    /// Their sum by how many have a weight that is not zero.
    #[default]
    SumByNonzeroWeights,
}

/// A loss about to be added to a graph.
#[derive(Clone, Debug)]
#[must_use = "`build` adds it"]
pub struct Loss {
    kind: Kind,
    labels: Outlet,
    predictions: Outlet,
    weights: Option<Outlet>,
    reduction: Reduction,
}

#[derive(Clone, Debug)]
enum Kind {
    AbsoluteDifference,
    MeanSquaredError,
    Huber { delta: f64 },
    Hinge,
    Log { epsilon: f64 },
    Sigmoid { label_smoothing: f64 },
    Softmax { label_smoothing: f64 },
    SparseSoftmax,
}

fn loss(kind: Kind, labels: &Outlet, predictions: &Outlet) -> Loss {
    let (labels, predictions) = (labels.clone(), predictions.clone());
    Loss { kind, labels, predictions, weights: None, reduction: Reduction::default() }
}

/// `|prediction - label|`.
pub fn absolute_difference(labels: &Outlet, predictions: &Outlet) -> Loss {
    loss(Kind::AbsoluteDifference, labels, predictions)
}

/// `(prediction - label)^2`.
pub fn mean_squared_error(labels: &Outlet, predictions: &Outlet) -> Loss {
    loss(Kind::MeanSquaredError, labels, predictions)
}

/// Half the square of the error up to `delta`, and a straight line from there on.
pub fn huber(labels: &Outlet, predictions: &Outlet, delta: f64) -> Loss {
    loss(Kind::Huber { delta }, labels, predictions)
}

/// `max(1 - label * score, 0)`, with labels of 0 and 1 that are taken for -1 and 1.
pub fn hinge(labels: &Outlet, logits: &Outlet) -> Loss {
    loss(Kind::Hinge, labels, logits)
}

/// `-label * log(p) - (1 - label) * log(1 - p)`.
pub fn log(labels: &Outlet, predictions: &Outlet) -> Loss {
    loss(Kind::Log { epsilon: 1e-7 }, labels, predictions)
}

/// The distance of the scores' sigmoids from probabilities.
pub fn sigmoid_cross_entropy(labels: &Outlet, logits: &Outlet) -> Loss {
    loss(Kind::Sigmoid { label_smoothing: 0.0 }, labels, logits)
}

/// The distance of the scores' softmax from probabilities, `[batch, classes]`.
pub fn softmax_cross_entropy(labels: &Outlet, logits: &Outlet) -> Loss {
    loss(Kind::Softmax { label_smoothing: 0.0 }, labels, logits)
}

/// The distance of the scores' softmax from classes, `[batch]`.
pub fn sparse_softmax_cross_entropy(labels: &Outlet, logits: &Outlet) -> Loss {
    loss(Kind::SparseSoftmax, labels, logits)
}

impl Loss {
    /// How much each example counts; broadcast.
    pub fn weights(self, weights: &Outlet) -> Loss {
        Loss { weights: Some(weights.clone()), ..self }
    }

    /// What becomes of the losses of the single examples; their mean, if nothing is said.
    pub fn reduction(self, reduction: Reduction) -> Loss {
        Loss { reduction, ..self }
    }

    /// Wants a little less certainty: moves labels towards the middle. Of meaning for the cross entropies with probabilities.
    pub fn label_smoothing(self, smoothing: f64) -> Loss {
        let kind = match self.kind {
            Kind::Sigmoid { .. } => Kind::Sigmoid { label_smoothing: smoothing },
            Kind::Softmax { .. } => Kind::Softmax { label_smoothing: smoothing },
            other => other,
        };
        Loss { kind, ..self }
    }

    /// Adds it to the graph, and to its losses.
    pub fn build(self, g: &mut Graph) -> Result<Outlet> {
        let total = g.name_scope(self.name(), |g| {
            let each = self.each(g)?;
            self.reduced(g, each)
        })?;
        g.add_to_collection(Graph::LOSSES, &total);
        Ok(total)
    }

    fn name(&self) -> &'static str {
        match self.kind {
            Kind::AbsoluteDifference => "absolute_difference",
            Kind::MeanSquaredError => "mean_squared_error",
            Kind::Huber { .. } => "huber_loss",
            Kind::Hinge => "hinge_loss",
            Kind::Log { .. } => "log_loss",
            Kind::Sigmoid { .. } => "sigmoid_cross_entropy_loss",
            Kind::Softmax { .. } => "softmax_cross_entropy_loss",
            Kind::SparseSoftmax => "sparse_softmax_cross_entropy_loss",
        }
    }

    /// The losses of the single examples, or of their parts.
    fn each(&self, g: &mut Graph) -> Result<Outlet> {
        let predictions = &self.predictions;
        let dtype = predictions.dtype();
        if let Kind::SparseSoftmax = self.kind {
            return g.sparse_softmax_cross_entropy_with_logits(&self.labels, predictions);
        }
        let labels = g.cast(&self.labels, dtype)?;
        match self.kind {
            Kind::AbsoluteDifference => {
                let error = g.sub(predictions, &labels)?;
                g.abs(&error)
            }
            Kind::MeanSquaredError => g.squared_difference(predictions, &labels),
            Kind::Huber { delta } => {
                let error = g.sub(predictions, &labels)?;
                let size = g.abs(&error)?;
                let delta = g.number(dtype, delta)?;
                // Up to delta a square, what is beyond it a line.
                let near = g.minimum(&size, &delta)?;
                let far = g.sub(&size, &near)?;
                let square = g.square(&near)?;
                let (square, line) = (g.scale(&square, 0.5)?, g.mul(&delta, &far)?);
                g.add(&square, &line)
            }
            Kind::Hinge => {
                let one = g.number(dtype, 1.0)?;
                let doubled = g.scale(&labels, 2.0)?;
                let signs = g.sub(&doubled, &one)?;
                let margins = g.mul(&signs, predictions)?;
                let missing = g.sub(&one, &margins)?;
                g.relu(&missing)
            }
            Kind::Log { epsilon } => {
                let (one, epsilon) = (g.number(dtype, 1.0)?, g.number(dtype, epsilon)?);
                let (against, without) = (g.sub(&one, predictions)?, g.sub(&one, &labels)?);
                let (yes, no) = (g.add(predictions, &epsilon)?, g.add(&against, &epsilon)?);
                let (yes, no) = (g.log(&yes)?, g.log(&no)?);
                let (yes, no) = (g.mul(&labels, &yes)?, g.mul(&without, &no)?);
                let sum = g.add(&yes, &no)?;
                g.neg(&sum)
            }
            Kind::Sigmoid { label_smoothing } => {
                let labels = smoothed(g, labels, label_smoothing, 0.5)?;
                g.sigmoid_cross_entropy_with_logits(&labels, predictions)
            }
            Kind::Softmax { label_smoothing } => {
                let labels = match label_smoothing > 0.0 {
                    false => labels,
                    true => {
                        let shape = labels.shape();
                        let classes = shape.sizes().and_then(|sizes| sizes.last().copied().flatten());
                        let classes = classes.ok_or_else(|| {
                            invalid_argument("label smoothing needs to know how many classes there are")
                        })?;
                        smoothed(g, labels, label_smoothing, 1.0 / classes as f64)?
                    }
                };
                g.softmax_cross_entropy_with_logits(&labels, predictions)
            }
            Kind::SparseSoftmax => Err(regatta_status::internal("classes were dealt with above")),
        }
    }

    fn reduced(&self, g: &mut Graph, each: Outlet) -> Result<Outlet> {
        let Some(weights) = &self.weights else {
            return match self.reduction {
                Reduction::None => Ok(each),
                Reduction::Sum => g.reduce_sum(&each, &[]),
                _ => g.reduce_mean(&each, &[]),
            };
        };
        let weights = g.cast(weights, each.dtype())?;
        let weighted = g.mul(&each, &weights)?;
        if self.reduction == Reduction::None {
            return Ok(weighted);
        }
        let sum = g.reduce_sum(&weighted, &[])?;
        // Weights count as often as they are broadcast.
        let ones = g.ones_like(&each)?;
        let counted = match self.reduction {
            Reduction::None | Reduction::Sum => return Ok(sum),
            Reduction::Mean => g.mul(&ones, &weights)?,
            Reduction::SumOverBatchSize => ones,
            Reduction::SumByNonzeroWeights => {
                let zero = g.number(weights.dtype(), 0.0)?;
                let counts = g.not_equal(&weights, &zero)?;
                let counts = g.cast(&counts, weights.dtype())?;
                g.mul(&ones, &counts)?
            }
        };
        let count = g.reduce_sum(&counted, &[])?;
        g.div_no_nan(&sum, &count)
    }
}

/// `label * (1 - smoothing) + middle * smoothing`.
fn smoothed(g: &mut Graph, labels: Outlet, smoothing: f64, middle: f64) -> Result<Outlet> {
    if smoothing == 0.0 {
        return Ok(labels);
    }
    let offset = g.number(labels.dtype(), middle * smoothing)?;
    let scaled = g.scale(&labels, 1.0 - smoothing)?;
    g.add(&scaled, &offset)
}

/// The sum of all losses of the graph and of all penalties on its variables: TensorFlow's `get_total_loss`.
pub fn total(g: &mut Graph) -> Result<Outlet> {
    let losses = [g.collection(Graph::LOSSES), g.collection(Graph::REGULARIZATION_LOSSES)].concat();
    match losses.first().map(Outlet::dtype) {
        None => g.number(DType::Float, 0.0),
        Some(_) => g.node("AddN", "total_loss").inputs(&losses).finish(),
    }
}
