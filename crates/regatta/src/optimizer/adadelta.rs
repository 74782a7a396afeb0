//! `a = rho a + (1 - rho) grad^2`, `step = grad sqrt(u + epsilon) / sqrt(a + epsilon)`, `w -= learning_rate * step`,
//! `u = rho u + (1 - rho) step^2`.

use regatta_graph::Outlet;
use regatta_status::Result;

use super::{Rows, Rule, Update};
use crate::{graph::Graph, init::Initializer};

/// Zeiler's: steps in the size of earlier steps.
#[derive(Clone, Copy, Debug)]
pub struct Adadelta {
    /// How much of the past is remembered.
    pub rho: f64,
    /// Keeps the first steps from being zero.
    pub epsilon: f64,
}

impl Default for Adadelta {
    fn default() -> Adadelta {
        Adadelta { rho: 0.95, epsilon: 1e-8 }
    }
}

impl Rule for Adadelta {
    fn name(&self) -> &'static str {
        "Adadelta"
    }

    fn slots(&self) -> Vec<Initializer> {
        vec![Initializer::zeros(), Initializer::zeros()]
    }

    fn dense(&self, g: &mut Graph, update: &Update<'_>, grad: &Outlet) -> Result<Outlet> {
        let rate = update.learning_rate(g)?;
        let [rho, epsilon] = update.numbers(g, [self.rho, self.epsilon])?;
        let inputs = [update.slot(0), update.slot(1), &rate, &rho, &epsilon, grad];
        update.apply(g, "ResourceApplyAdadelta", &inputs).finish()
    }

    fn sparse(&self, g: &mut Graph, update: &Update<'_>, grad: &Rows) -> Result<Outlet> {
        let rate = update.learning_rate(g)?;
        let [rho, epsilon] = update.numbers(g, [self.rho, self.epsilon])?;
        let inputs = [update.slot(0), update.slot(1), &rate, &rho, &epsilon, &grad.values, &grad.indices];
        update.apply(g, "ResourceSparseApplyAdadelta", &inputs).finish()
    }
}
