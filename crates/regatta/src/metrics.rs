//! How good a model is: on one batch, and over many of them.
//!
//! A [`Metric`] keeps its counts in local variables. A step that evaluates a batch runs its `update`; its `value` is what all
//! batches since [`Graph::local_variables_initializer`] give together.

use regatta_graph::Outlet;
use regatta_status::Result;
use regatta_tensor::DType;

use crate::{
    graph::Graph,
    init::Initializer,
    variable::{Variable, VariableOptions},
};

/// A number that is followed over many steps.
#[derive(Clone, Debug)]
pub struct Metric {
    /// What it is so far.
    pub value: Outlet,
    /// Takes a batch into account; gives what the value is then.
    pub update: Outlet,
}

/// The part of a batch, of scores `[batch, classes]` and classes `[batch]`, whose highest score is the right one.
pub fn batch_accuracy(g: &mut Graph, labels: &Outlet, logits: &Outlet) -> Result<Outlet> {
    g.name_scope("batch_accuracy", |g| {
        let guesses = g.argmax(logits, -1)?;
        let labels = g.cast(labels, DType::Int64)?;
        let is_right = g.equal(&guesses, &labels)?;
        let is_right = g.cast(&is_right, DType::Float)?;
        g.reduce_mean(&is_right, &[])
    })
}

/// The part of all predictions that are equal to their labels.
pub fn accuracy(g: &mut Graph, labels: &Outlet, predictions: &Outlet) -> Result<Metric> {
    in_scope(g, "accuracy", |g| {
        let labels = g.cast(labels, predictions.dtype())?;
        let is_right = g.equal(predictions, &labels)?;
        let is_right = g.cast(&is_right, DType::Float)?;
        mean_of(g, &is_right)
    })
}

/// The mean of all values.
pub fn mean(g: &mut Graph, values: &Outlet) -> Result<Metric> {
    in_scope(g, "mean", |g| {
        let values = g.cast(values, DType::Float)?;
        mean_of(g, &values)
    })
}

/// Of all that were predicted true, the part that is.
pub fn precision(g: &mut Graph, labels: &Outlet, predictions: &Outlet) -> Result<Metric> {
    in_scope(g, "precision", |g| hits(g, labels, predictions, ("false_positives", predictions, labels)))
}

/// Of all that are true, the part that was predicted so.
pub fn recall(g: &mut Graph, labels: &Outlet, predictions: &Outlet) -> Result<Metric> {
    in_scope(g, "recall", |g| hits(g, labels, predictions, ("false_negatives", labels, predictions)))
}

/// True positives, by them and by the misses: where the first is true and the second is not.
fn hits(g: &mut Graph, labels: &Outlet, predictions: &Outlet, misses: (&str, &Outlet, &Outlet)) -> Result<Metric> {
    let (labels, predictions) = (g.cast(labels, DType::Bool)?, g.cast(predictions, DType::Bool)?);
    let is_hit = g.logical_and(&labels, &predictions)?;
    let (name, yes, no) = misses;
    let (yes, no) = (g.cast(yes, DType::Bool)?, g.cast(no, DType::Bool)?);
    let no = g.logical_not(&no)?;
    let is_miss = g.logical_and(&yes, &no)?;
    let (is_hit, is_miss) = (g.cast(&is_hit, DType::Float)?, g.cast(&is_miss, DType::Float)?);
    let (found, missed) = (g.reduce_sum(&is_hit, &[])?, g.reduce_sum(&is_miss, &[])?);
    let (hits, misses) = (counter(g, "true_positives")?, counter(g, name)?);
    ratio(g, (&hits, &found), (&misses, &missed), |g, hits, misses| {
        let all = g.add(hits, misses)?;
        g.div_no_nan(hits, &all)
    })
}

fn mean_of(g: &mut Graph, values: &Outlet) -> Result<Metric> {
    let sum = g.reduce_sum(values, &[])?;
    let count = g.node("Size", "Size").input(values).finish()?;
    let count = g.cast(&count, DType::Float)?;
    let (totals, counts) = (counter(g, "total")?, counter(g, "count")?);
    ratio(g, (&totals, &sum), (&counts, &count), Graph::div_no_nan)
}

/// A function of two counters, and what adds to them before it is computed.
fn ratio(
    g: &mut Graph,
    (first, to_first): (&Variable, &Outlet),
    (second, to_second): (&Variable, &Outlet),
    of: impl Fn(&mut Graph, &Outlet, &Outlet) -> Result<Outlet>,
) -> Result<Metric> {
    let value = g.name_scope("value", |g| {
        let (first, second) = (first.read(g)?, second.read(g)?);
        of(g, &first, &second)
    })?;
    let update = g.name_scope("update_op", |g| {
        let added = [first.assign_add(g, to_first)?, second.assign_add(g, to_second)?];
        g.control_dependencies(&added, |g| {
            let (first, second) = (first.read(g)?, second.read(g)?);
            of(g, &first, &second)
        })
    })?;
    Ok(Metric { value, update })
}

/// Makes a metric in a variable scope of its own.
fn in_scope(g: &mut Graph, kind: &str, make: impl FnOnce(&mut Graph) -> Result<Metric>) -> Result<Metric> {
    g.layer(None, kind, make)
}

fn counter(g: &mut Graph, name: &str) -> Result<Variable> {
    g.variable_with(name, &[], Initializer::zeros(), VariableOptions::local(DType::Float))
}
