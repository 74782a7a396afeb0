//! `a += grad^2`, `w -= learning_rate * grad / sqrt(a)`.

use regatta_graph::Outlet;
use regatta_status::Result;

use super::{Rows, Rule, Update};
use crate::{graph::Graph, init::Initializer};

/// Duchi et al.'s: what has changed much already changes less.
#[derive(Clone, Copy, Debug)]
pub struct Adagrad {
    /// Where the sum of squares begins.
    pub initial_accumulator_value: f64,
}

impl Default for Adagrad {
    fn default() -> Adagrad {
        Adagrad { initial_accumulator_value: 0.1 }
    }
}

impl Rule for Adagrad {
    fn name(&self) -> &'static str {
        "Adagrad"
    }

    fn slots(&self) -> Vec<Initializer> {
        vec![Initializer::constant(self.initial_accumulator_value)]
    }

    fn dense(&self, g: &mut Graph, update: &Update<'_>, grad: &Outlet) -> Result<Outlet> {
        let rate = update.learning_rate(g)?;
        update.apply(g, "ResourceApplyAdagrad", &[update.slot(0), &rate, grad]).finish()
    }

    fn sparse(&self, g: &mut Graph, update: &Update<'_>, grad: &Rows) -> Result<Outlet> {
        let rate = update.learning_rate(g)?;
        let inputs = [update.slot(0), &rate, &grad.values, &grad.indices];
        update.apply(g, "ResourceSparseApplyAdagrad", &inputs).finish()
    }
}
