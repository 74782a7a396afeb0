//! Gradients: how the change of a result follows from the change of what it was made from.
//!
//! ```text
//! ys ── the nodes between xs and ys, last made first ──► each node's rule: gradients of its outputs -> of its inputs ──► xs
//! ```
//!
//! A rule lies in its op's file. It adds nodes to the graph that is being differentiated, so that a gradient is a graph like
//! any other, and may itself be differentiated. Gradients that reach a tensor over several ways are added up. The gradient of
//! rows that were looked up in a table stays a few rows ([`IndexedSlices`]) until somebody needs it whole.
//!
//! Names are TensorFlow's: what the rule of a node `y` adds is called `gradients/y_grad/...`.

mod backward;
mod functional;
mod sum;

use std::collections::{BTreeMap, HashSet};

use regatta_status::{Result, invalid_argument, unimplemented};
use regatta_tensor::DType;

pub use backward::Backward;
pub(crate) use functional::{call_gradient, if_gradient, while_gradient};

use crate::builder::{GraphBuilder, Outlet};

/// What the op table says about an op's gradient.
#[derive(Clone, Copy)]
pub enum Gradient {
    /// This rule.
    Rule(GradientRule),
    /// Nothing flows through the op.
    Flat,
    /// Nobody wrote one: to need it is an error.
    Missing,
}

/// Answers, for each input of a node, its gradient; `None` where nothing flows.
pub type GradientRule = fn(&mut Backward<'_>) -> Result<Vec<Option<Grad>>>;

/// The gradient of a tensor.
#[derive(Clone, Debug)]
pub enum Grad {
    /// A tensor of the same shape.
    Dense(Outlet),
    /// Some rows of such a tensor; the others are zero.
    Slices(IndexedSlices),
}

/// Rows of a larger tensor. A row may come several times: its values are meant to be added.
#[derive(Clone, Debug)]
pub struct IndexedSlices {
    /// `[n, ..]`: the rows.
    pub values: Outlet,
    /// `[n]`: the places of the rows.
    pub indices: Outlet,
    /// The shape of the larger tensor.
    pub dense_shape: Outlet,
}

impl From<Outlet> for Grad {
    fn from(dense: Outlet) -> Grad {
        Grad::Dense(dense)
    }
}

impl From<IndexedSlices> for Grad {
    fn from(slices: IndexedSlices) -> Grad {
        Grad::Slices(slices)
    }
}

impl Grad {
    /// The gradient as one tensor, for which rows are spread out.
    pub fn dense(self, g: &mut GraphBuilder) -> Result<Outlet> {
        match self {
            Grad::Dense(dense) => Ok(dense),
            Grad::Slices(slices) => slices.dense(g),
        }
    }
}

impl IndexedSlices {
    /// The larger tensor, with zeros where no row is.
    pub fn dense(self, g: &mut GraphBuilder) -> Result<Outlet> {
        let rows = g.constant("rows/begin", regatta_tensor::Tensor::vector(vec![0i32]))?;
        let one = g.constant("rows/size", regatta_tensor::Tensor::vector(vec![1i32]))?;
        let shape = match self.dense_shape.dtype() {
            DType::Int32 => self.dense_shape,
            _ => g.node("Cast", "rows/shape").input(&self.dense_shape).attr("DstT", DType::Int32).finish()?,
        };
        let count = g.node("Slice", "rows/count").inputs([&shape, &rows, &one]).finish()?;
        let empty = g.constant("rows/scalar", regatta_tensor::Tensor::vector(Vec::<i32>::new()))?;
        let count = g.node("Reshape", "rows/number").inputs([&count, &empty]).finish()?;
        g.node("UnsortedSegmentSum", "rows/dense").inputs([&self.values, &self.indices, &count]).finish()
    }
}

/// How to differentiate.
#[derive(Clone, Debug, Default)]
pub struct GradientOptions {
    /// The gradients that come into `ys`; ones where there are none.
    pub grad_ys: Vec<Option<Outlet>>,
    /// Tensors through which nothing flows.
    pub stop_gradients: Vec<Outlet>,
}

/// The gradients of the sum of `ys` by each of `xs`, added to the graph; `None` where no `y` depends on an `x`.
pub fn gradients(g: &mut GraphBuilder, ys: &[Outlet], xs: &[Outlet]) -> Result<Vec<Option<Grad>>> {
    gradients_with(g, ys, xs, &GradientOptions::default())
}

/// As [`gradients`], with gradients that come in, and tensors to stop at.
pub fn gradients_with(
    g: &mut GraphBuilder,
    ys: &[Outlet],
    xs: &[Outlet],
    options: &GradientOptions,
) -> Result<Vec<Option<Grad>>> {
    g.with_scope("gradients", |g| {
        let mut flow = Flow::between(g, ys, xs, &options.stop_gradients)?;
        for (k, y) in ys.iter().enumerate() {
            let incoming = match options.grad_ys.get(k).cloned().flatten() {
                Some(given) if given.dtype() != y.dtype() => {
                    return Err(invalid_argument(format!(
                        "the gradient given for {} is {}, not {}",
                        y.name(),
                        given.dtype(),
                        y.dtype()
                    )));
                }
                Some(given) => given,
                None => g.with_scope(&format!("grad_ys_{k}"), |g| backward::ones_like(g, y))?,
            };
            flow.add(y, incoming.into());
        }
        flow.run(g)?;
        xs.iter().map(|x| flow.take(g, x)).collect()
    })
}

/// The gradients that have been found so far, by the tensor they belong to: (node, output).
struct Flow {
    found: BTreeMap<(usize, usize), Vec<Grad>>,
    /// The nodes between the xs and the ys.
    between: HashSet<usize>,
    xs: HashSet<(usize, usize)>,
    stops: HashSet<(usize, usize)>,
}

impl Flow {
    fn between(g: &GraphBuilder, ys: &[Outlet], xs: &[Outlet], stops: &[Outlet]) -> Result<Flow> {
        let places = |outlets: &[Outlet]| -> Result<HashSet<(usize, usize)>> {
            outlets.iter().map(|outlet| Ok((g.position(outlet)?, outlet.index()))).collect()
        };
        let (xs, stops) = (places(xs)?, places(stops)?);
        for y in ys {
            g.position(y)?;
            if !is_differentiable(y.dtype()) {
                return Err(invalid_argument(format!(
                    "{} is {}, which has no gradient: only floating-point and complex tensors do",
                    y.name(),
                    y.dtype()
                )));
            }
        }
        let mut between = HashSet::new();
        // Nodes are made after their inputs, so one pass finds all that follow from the xs.
        let mut reached: HashSet<usize> = xs.iter().map(|(node, _)| *node).collect();
        for node in 0..g.len() {
            let follows = g.inputs_of(node).iter().any(|(from, index)| {
                reached.contains(from)
                    && !stops.contains(&(*from, *index))
                    && (xs.contains(&(*from, *index)) || between.contains(from))
            });
            if follows {
                reached.insert(node);
                between.insert(node);
            }
        }
        Ok(Flow { found: BTreeMap::new(), between, xs, stops })
    }

    fn add(&mut self, outlet: &Outlet, grad: Grad) {
        self.found.entry((outlet.position(), outlet.index())).or_default().push(grad);
    }

    /// Goes from the node made last to the one made first; whatever uses a node's outputs was made after it.
    fn run(&mut self, g: &mut GraphBuilder) -> Result<()> {
        for node in (0..g.len()).rev() {
            if !self.between.contains(&node) {
                continue;
            }
            let outputs = g.outlets_of(node);
            let mut incoming = Vec::with_capacity(outputs.len());
            for output in &outputs {
                let key = (node, output.index());
                // An x that lies between another x and a y keeps its gradient and hands it on.
                incoming.push(match self.found.contains_key(&key) {
                    true if self.xs.contains(&key) => {
                        let total = self.take(g, output)?;
                        self.found.insert(key, total.iter().cloned().collect());
                        total
                    }
                    true => self.take(g, output)?,
                    false => None,
                });
            }
            if incoming.iter().all(Option::is_none) {
                continue;
            }
            let op = g.op_of(node);
            let rule = match op.gradient {
                Gradient::Rule(rule) => rule,
                Gradient::Flat => continue,
                Gradient::Missing => {
                    return Err(unimplemented(format!(
                        "No gradient defined for operation '{}' (op type: {}).",
                        g.name_of(node),
                        op.name
                    )));
                }
            };
            let scope = format!("{}_grad", g.name_of(node));
            let name = g.name_of(node).to_owned();
            let outgoing = g
                .with_scope(&scope, |g| rule(&mut Backward::new(g, node, outputs, incoming)))
                .map_err(|e| e.at_node(&name))?;
            let inputs = g.input_outlets(node);
            if outgoing.len() != inputs.len() {
                return Err(regatta_status::internal(format!(
                    "the gradient of {} speaks of {} inputs, the node has {}",
                    op.name,
                    outgoing.len(),
                    inputs.len()
                ))
                .at_node(&name));
            }
            for (input, grad) in inputs.iter().zip(outgoing) {
                let key = (input.position(), input.index());
                let wanted = self.between.contains(&key.0) || self.xs.contains(&key);
                if let Some(grad) = grad.filter(|_| wanted && !self.stops.contains(&key)) {
                    self.add(input, grad);
                }
            }
        }
        Ok(())
    }

    /// All that has come to a tensor, added up.
    fn take(&mut self, g: &mut GraphBuilder, outlet: &Outlet) -> Result<Option<Grad>> {
        match self.found.remove(&(outlet.position(), outlet.index())) {
            Some(grads) => sum::sum(g, grads),
            None => Ok(None),
        }
    }
}

/// Whether small changes of such values mean something. Handles and lists carry the gradients of what they stand for.
fn is_differentiable(dtype: DType) -> bool {
    dtype.is_float()
        || matches!(dtype, DType::Complex64 | DType::Complex128)
        || matches!(dtype, DType::Resource | DType::Variant)
}
