//! `w -= learning_rate * grad`.

use regatta_graph::Outlet;
use regatta_status::Result;

use super::{Rows, Rule, Update};
use crate::graph::Graph;

/// Gradient descent.
#[derive(Clone, Copy, Debug, Default)]
pub struct GradientDescent;

impl Rule for GradientDescent {
    fn name(&self) -> &'static str {
        "GradientDescent"
    }

    fn takes_rows_twice(&self) -> bool {
        true
    }

    fn dense(&self, g: &mut Graph, update: &Update<'_>, grad: &Outlet) -> Result<Outlet> {
        let rate = update.learning_rate(g)?;
        update.apply(g, "ResourceApplyGradientDescent", &[&rate, grad]).finish()
    }

    fn sparse(&self, g: &mut Graph, update: &Update<'_>, grad: &Rows) -> Result<Outlet> {
        let rate = update.learning_rate(g)?;
        let scaled = g.mul(&grad.values, &rate)?;
        let step = g.neg(&scaled)?;
        update.variable.scatter_add(g, &grad.indices, &step)
    }
}
