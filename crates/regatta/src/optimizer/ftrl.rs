//! Follow the regularized leader: with `a' = a + grad^2`, `l += grad - (a'^-p - a^-p) / learning_rate * w`, and `w` is what
//! minimizes the sum of the linear terms `l` and the penalties; `p` is the power.

use regatta_graph::Outlet;
use regatta_status::Result;

use super::{Rows, Rule, Update};
use crate::{graph::Graph, init::Initializer};

/// McMahan et al.'s, which makes weights exactly zero where they do not help.
#[derive(Clone, Copy, Debug)]
pub struct Ftrl {
    /// At most zero; zero keeps the learning rate.
    pub learning_rate_power: f64,
    /// Where the sum of squares begins.
    pub initial_accumulator_value: f64,
    /// The penalty on the size of weights.
    pub l1_regularization_strength: f64,
    /// The penalty on their squares.
    pub l2_regularization_strength: f64,
    /// A penalty on their squares that is part of the loss, and not of what makes the result stable.
    pub l2_shrinkage_regularization_strength: f64,
}

impl Default for Ftrl {
    fn default() -> Ftrl {
        Ftrl {
            learning_rate_power: -0.5,
            initial_accumulator_value: 0.1,
            l1_regularization_strength: 0.0,
            l2_regularization_strength: 0.0,
            l2_shrinkage_regularization_strength: 0.0,
        }
    }
}

impl Rule for Ftrl {
    fn name(&self) -> &'static str {
        "Ftrl"
    }

    fn slots(&self) -> Vec<Initializer> {
        vec![Initializer::constant(self.initial_accumulator_value), Initializer::zeros()]
    }

    fn dense(&self, g: &mut Graph, update: &Update<'_>, grad: &Outlet) -> Result<Outlet> {
        self.apply(g, update, ["ResourceApplyFtrl", "ResourceApplyFtrlV2"], &[grad])
    }

    fn sparse(&self, g: &mut Graph, update: &Update<'_>, grad: &Rows) -> Result<Outlet> {
        let ops = ["ResourceSparseApplyFtrl", "ResourceSparseApplyFtrlV2"];
        self.apply(g, update, ops, &[&grad.values, &grad.indices])
    }
}

impl Ftrl {
    /// The second op is the one that knows shrinkage.
    fn apply(&self, g: &mut Graph, update: &Update<'_>, ops: [&str; 2], grad: &[&Outlet]) -> Result<Outlet> {
        let rate = update.learning_rate(g)?;
        let [l1, l2, shrinkage, power] = update.numbers(
            g,
            [
                self.l1_regularization_strength,
                self.l2_regularization_strength,
                self.l2_shrinkage_regularization_strength,
                self.learning_rate_power,
            ],
        )?;
        let shrinks = self.l2_shrinkage_regularization_strength > 0.0;
        let numbers = if shrinks { vec![&rate, &l1, &l2, &shrinkage, &power] } else { vec![&rate, &l1, &l2, &power] };
        let inputs = [&[update.slot(0), update.slot(1)], grad, &numbers].concat();
        update.apply(g, ops[usize::from(shrinks)], &inputs).finish()
    }
}
