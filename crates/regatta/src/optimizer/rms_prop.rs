//! `s = decay s + (1 - decay) grad^2`, `m = momentum m + learning_rate * grad / sqrt(s + epsilon)`, `w -= m`.
//!
//! The centered form also keeps the mean gradient `a = decay a + (1 - decay) grad` and divides by `sqrt(s - a^2 + epsilon)`.

use regatta_graph::Outlet;
use regatta_status::Result;

use super::{Rows, Rule, Update};
use crate::{graph::Graph, init::Initializer};

/// Hinton's: steps in units of the mean square of the gradient.
#[derive(Clone, Copy, Debug)]
pub struct RmsProp {
    /// How much of the mean square is remembered.
    pub decay: f64,
    /// How much of the last step goes on.
    pub momentum: f64,
    /// Keeps steps finite where gradients are tiny.
    pub epsilon: f64,
    /// Whether the variance is taken in place of the mean square.
    pub centered: bool,
}

impl Default for RmsProp {
    fn default() -> RmsProp {
        RmsProp { decay: 0.9, momentum: 0.0, epsilon: 1e-10, centered: false }
    }
}

impl Rule for RmsProp {
    fn name(&self) -> &'static str {
        "RMSProp"
    }

    /// The mean square, the mean gradient if centered, the momentum.
    fn slots(&self) -> Vec<Initializer> {
        match self.centered {
            false => vec![Initializer::ones(), Initializer::zeros()],
            true => vec![Initializer::ones(), Initializer::zeros(), Initializer::zeros()],
        }
    }

    fn dense(&self, g: &mut Graph, update: &Update<'_>, grad: &Outlet) -> Result<Outlet> {
        let op = if self.centered { "ResourceApplyCenteredRMSProp" } else { "ResourceApplyRMSProp" };
        self.apply(g, update, op, &[grad])
    }

    fn sparse(&self, g: &mut Graph, update: &Update<'_>, grad: &Rows) -> Result<Outlet> {
        let op = if self.centered { "ResourceSparseApplyCenteredRMSProp" } else { "ResourceSparseApplyRMSProp" };
        self.apply(g, update, op, &[&grad.values, &grad.indices])
    }
}

impl RmsProp {
    fn apply(&self, g: &mut Graph, update: &Update<'_>, op: &str, grad: &[&Outlet]) -> Result<Outlet> {
        let rate = update.learning_rate(g)?;
        let [decay, momentum, epsilon] = update.numbers(g, [self.decay, self.momentum, self.epsilon])?;
        let slots = match self.centered {
            false => vec![update.slot(0), update.slot(1)],
            // The op wants the mean gradient first.
            true => vec![update.slot(1), update.slot(0), update.slot(2)],
        };
        let inputs = [&slots, [&rate, &decay, &momentum, &epsilon].as_slice(), grad].concat();
        update.apply(g, op, &inputs).finish()
    }
}
