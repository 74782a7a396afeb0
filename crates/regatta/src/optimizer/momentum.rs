//! `m = momentum * m + grad`, `w -= learning_rate * m`.

use regatta_graph::Outlet;
use regatta_status::Result;

use super::{Rows, Rule, Update};
use crate::{graph::Graph, init::Initializer};

/// Gradient descent with the momentum of earlier steps.
#[derive(Clone, Copy, Debug)]
pub struct Momentum {
    /// How much of the last step goes on.
    pub momentum: f64,
    /// Nesterov's form, which looks ahead: `w -= learning_rate * (grad + momentum * m)`.
    pub use_nesterov: bool,
}

impl Default for Momentum {
    fn default() -> Momentum {
        Momentum { momentum: 0.9, use_nesterov: false }
    }
}

impl Rule for Momentum {
    fn name(&self) -> &'static str {
        "Momentum"
    }

    fn slots(&self) -> Vec<Initializer> {
        vec![Initializer::zeros()]
    }

    fn dense(&self, g: &mut Graph, update: &Update<'_>, grad: &Outlet) -> Result<Outlet> {
        let rate = update.learning_rate(g)?;
        let momentum = update.number(g, self.momentum)?;
        let apply = update.apply(g, "ResourceApplyMomentum", &[update.slot(0), &rate, grad, &momentum]);
        apply.attr("use_nesterov", self.use_nesterov).finish()
    }

    fn sparse(&self, g: &mut Graph, update: &Update<'_>, grad: &Rows) -> Result<Outlet> {
        let rate = update.learning_rate(g)?;
        let momentum = update.number(g, self.momentum)?;
        let inputs = [update.slot(0), &rate, &grad.values, &grad.indices, &momentum];
        update.apply(g, "ResourceSparseApplyMomentum", &inputs).attr("use_nesterov", self.use_nesterov).finish()
    }
}
