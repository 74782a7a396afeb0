//! Gradients kept within bounds.

use regatta_graph::{Grad, IndexedSlices, Outlet};
use regatta_status::{Result, invalid_argument};

use crate::graph::Graph;

impl Graph {
    /// What is smaller than `min` becomes `min`, what is larger than `max` becomes `max`.
    pub fn clip_by_value(&mut self, x: &Outlet, min: f64, max: f64) -> Result<Outlet> {
        self.name_scope("clip_by_value", |g| {
            let (min, max) = (g.number(x.dtype(), min)?, g.number(x.dtype(), max)?);
            let bounded = g.minimum(x, &max)?;
            g.maximum(&bounded, &min)
        })
    }

    /// `x`, or what points in the same direction and is this long, if it is longer.
    pub fn clip_by_norm(&mut self, x: &Outlet, clip_norm: f64) -> Result<Outlet> {
        self.name_scope("clip_by_norm", |g| {
            let squares = g.square(x)?;
            let sum = g.reduce_sum(&squares, &[])?;
            let norm = g.sqrt(&sum)?;
            let clip_norm = g.number(x.dtype(), clip_norm)?;
            // Divided by at least the bound, so that what is shorter keeps its length and nothing is divided by zero.
            let divisor = g.maximum(&norm, &clip_norm)?;
            let scaled = g.mul(x, &clip_norm)?;
            g.div(&scaled, &divisor)
        })
    }

    /// The length of all gradients together: the root of the sum of all their squares.
    pub fn global_norm(&mut self, grads: &[Option<Grad>]) -> Result<Outlet> {
        self.name_scope("global_norm", |g| {
            let present = grads.iter().flatten();
            let halves = present.map(|grad| g.l2_loss(values(grad))).collect::<Result<Vec<_>>>()?;
            if halves.is_empty() {
                return Err(invalid_argument("there are no gradients to take the norm of"));
            }
            let half = g.add_n(&halves)?;
            let sum = g.scale(&half, 2.0)?;
            g.sqrt(&sum)
        })
    }

    /// All gradients scaled by the same factor so that together they are at most this long, and how long they were.
    pub fn clip_by_global_norm(
        &mut self,
        grads: &[Option<Grad>],
        clip_norm: f64,
    ) -> Result<(Vec<Option<Grad>>, Outlet)> {
        let norm = self.global_norm(grads)?;
        let clipped = self.name_scope("clip_by_global_norm", |g| {
            let (clip_norm, one) = (g.number(norm.dtype(), clip_norm)?, g.number(norm.dtype(), 1.0)?);
            let (inverse, least) = (g.div(&one, &norm)?, g.div(&one, &clip_norm)?);
            let least = g.minimum(&inverse, &least)?;
            let scale = g.mul(&clip_norm, &least)?;
            // A norm that is not finite has no direction: it makes every gradient NaN, which shows, unlike zeros.
            let nothing = g.sub(&norm, &norm)?;
            let scale = g.add(&scale, &nothing)?;
            let clip = |grad: &Option<Grad>| grad.as_ref().map(|grad| scaled(g, grad, &scale)).transpose();
            grads.iter().map(clip).collect::<Result<_>>()
        })?;
        Ok((clipped, norm))
    }
}

/// The numbers of a gradient.
fn values(grad: &Grad) -> &Outlet {
    match grad {
        Grad::Dense(dense) => dense,
        Grad::Slices(slices) => &slices.values,
    }
}

fn scaled(g: &mut Graph, grad: &Grad, scale: &Outlet) -> Result<Grad> {
    // Beside the gradient, where the model is, rather than wherever the variable lies.
    let product = g.colocate_with(values(grad), |g| g.mul(values(grad), scale))?;
    Ok(match grad {
        Grad::Dense(_) => product.into(),
        Grad::Slices(slices) => IndexedSlices { values: product, ..slices.clone() }.into(),
    })
}
