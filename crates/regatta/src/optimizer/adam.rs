//! `m = beta1 m + (1 - beta1) grad`, `v = beta2 v + (1 - beta2) grad^2`, `w -= rate * m / (sqrt(v) + epsilon)` with
//! `rate = learning_rate * sqrt(1 - beta2^t) / (1 - beta1^t)` in step `t`.

use regatta_graph::Outlet;
use regatta_status::Result;

use super::{Rows, Rule, Update};
use crate::{graph::Graph, init::Initializer, variable::Variable};

/// Kingma and Ba's.
#[derive(Clone, Copy, Debug)]
pub struct Adam {
    /// How much of the mean gradient is remembered.
    pub beta1: f64,
    /// How much of the mean square is remembered.
    pub beta2: f64,
    /// Keeps steps finite where gradients are tiny.
    pub epsilon: f64,
}

impl Default for Adam {
    fn default() -> Adam {
        Adam { beta1: 0.9, beta2: 0.999, epsilon: 1e-8 }
    }
}

impl Rule for Adam {
    fn name(&self) -> &'static str {
        "Adam"
    }

    fn slots(&self) -> Vec<Initializer> {
        vec![Initializer::zeros(), Initializer::zeros()]
    }

    fn powers(&self) -> Vec<(&'static str, f64)> {
        vec![("beta1_power", self.beta1), ("beta2_power", self.beta2)]
    }

    fn dense(&self, g: &mut Graph, update: &Update<'_>, grad: &Outlet) -> Result<Outlet> {
        let (beta1_power, beta2_power) = (update.power(g, 0)?, update.power(g, 1)?);
        let rate = update.learning_rate(g)?;
        let [beta1, beta2, epsilon] = update.numbers(g, [self.beta1, self.beta2, self.epsilon])?;
        let (m, v) = (update.slot(0), update.slot(1));
        let inputs = [m, v, &beta1_power, &beta2_power, &rate, &beta1, &beta2, &epsilon, grad];
        update.apply(g, "ResourceApplyAdam", &inputs).finish()
    }

    /// All of `m` and `v` fade, and so every row of the variable moves on, as if the rows that are not there were zeros.
    fn sparse(&self, g: &mut Graph, update: &Update<'_>, grad: &Rows) -> Result<Outlet> {
        let m = fade(g, &update.slots[0], self.beta1, &grad.indices, &grad.values)?;
        let squares = g.square(&grad.values)?;
        let v = fade(g, &update.slots[1], self.beta2, &grad.indices, &squares)?;
        let rate = self.rate(g, update)?;
        let (root, epsilon) = (g.sqrt(&v)?, update.number(g, self.epsilon)?);
        let divisor = g.add(&root, &epsilon)?;
        let step = g.mul(&rate, &m)?;
        let step = g.div(&step, &divisor)?;
        update.variable.assign_sub(g, &step)
    }
}

impl Adam {
    fn rate(&self, g: &mut Graph, update: &Update<'_>) -> Result<Outlet> {
        let one = update.number(g, 1.0)?;
        let (beta1_power, beta2_power) = (update.power(g, 0)?, update.power(g, 1)?);
        let (above, below) = (g.sub(&one, &beta2_power)?, g.sub(&one, &beta1_power)?);
        let (rate, above) = (update.learning_rate(g)?, g.sqrt(&above)?);
        let rate = g.mul(&rate, &above)?;
        g.div(&rate, &below)
    }
}

/// `slot = beta * slot`, then `(1 - beta) * rows` added to the rows that are there; answers what the slot is then.
fn fade(g: &mut Graph, slot: &Variable, beta: f64, indices: &Outlet, rows: &Outlet) -> Result<Outlet> {
    let before = slot.read(g)?;
    let faded = g.scale(&before, beta)?;
    let fading = slot.assign(g, &faded)?;
    let rows = g.scale(rows, 1.0 - beta)?;
    let adding = g.control_dependencies(&[fading], |g| slot.scatter_add(g, indices, &rows))?;
    g.control_dependencies(&[adding], |g| slot.read(g))
}
