//! `m = beta1 m + (1 - beta1) grad`, `v = max(beta2 v, |grad|)`, `w -= learning_rate / (1 - beta1^t) * m / (v + epsilon)`.

use regatta_graph::Outlet;
use regatta_status::Result;

use super::{Rows, Rule, Update, update::gather};
use crate::{graph::Graph, init::Initializer};

/// Kingma and Ba's, with the largest gradient in place of the mean square.
#[derive(Clone, Copy, Debug)]
pub struct AdaMax {
    /// How much of the mean gradient is remembered.
    pub beta1: f64,
    /// How much of the largest gradient is remembered.
    pub beta2: f64,
    /// Keeps steps finite where gradients are tiny.
    pub epsilon: f64,
}

impl Default for AdaMax {
    fn default() -> AdaMax {
        AdaMax { beta1: 0.9, beta2: 0.999, epsilon: 1e-8 }
    }
}

impl Rule for AdaMax {
    fn name(&self) -> &'static str {
        "AdaMax"
    }

    fn slots(&self) -> Vec<Initializer> {
        vec![Initializer::zeros(), Initializer::zeros()]
    }

    fn powers(&self) -> Vec<(&'static str, f64)> {
        vec![("beta1_power", self.beta1)]
    }

    fn dense(&self, g: &mut Graph, update: &Update<'_>, grad: &Outlet) -> Result<Outlet> {
        let beta1_power = update.power(g, 0)?;
        let rate = update.learning_rate(g)?;
        let [beta1, beta2, epsilon] = update.numbers(g, [self.beta1, self.beta2, self.epsilon])?;
        let inputs = [update.slot(0), update.slot(1), &beta1_power, &rate, &beta1, &beta2, &epsilon, grad];
        update.apply(g, "ResourceApplyAdaMax", &inputs).finish()
    }

    /// Only the rows that are there change, and so do their slots.
    fn sparse(&self, g: &mut Graph, update: &Update<'_>, grad: &Rows) -> Result<Outlet> {
        let (m, v) = (&update.slots[0], &update.slots[1]);
        let before = m.read(g)?;
        let before = gather(g, &before, &grad.indices)?;
        let (faded, fresh) = (g.scale(&before, self.beta1)?, g.scale(&grad.values, 1.0 - self.beta1)?);
        let mean = g.add(&faded, &fresh)?;

        let before = v.read(g)?;
        let before = gather(g, &before, &grad.indices)?;
        let (faded, fresh) = (g.scale(&before, self.beta2)?, g.abs(&grad.values)?);
        let largest = g.maximum(&faded, &fresh)?;

        let [one, epsilon] = update.numbers(g, [1.0, self.epsilon])?;
        let beta1_power = update.power(g, 0)?;
        let (rate, below) = (update.learning_rate(g)?, g.sub(&one, &beta1_power)?);
        let rate = g.div(&rate, &below)?;
        let divisor = g.add(&largest, &epsilon)?;
        let step = g.div(&mean, &divisor)?;
        let step = g.mul(&rate, &step)?;
        let step = g.neg(&step)?;

        let changes = [
            m.scatter_update(g, &grad.indices, &mean)?,
            v.scatter_update(g, &grad.indices, &largest)?,
            update.variable.scatter_add(g, &grad.indices, &step)?,
        ];
        g.group("update", &changes)
    }
}
