//! Penalties on the size of variables, which keep a model from learning its examples by heart.

use regatta_graph::{Block, Outlet};
use regatta_status::Result;

use crate::{graph::Graph, variable::Variable};

/// A penalty on the size of a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Regularizer {
    /// `scale * sum(|w|)`.
    L1(f64),
    /// `scale * sum(w^2) / 2`: TensorFlow's `l2_regularizer`.
    L2(f64),
}

impl Regularizer {
    /// The penalty as a number in the graph. It is computed where the variable lies, and a number is all that travels.
    pub(crate) fn penalty(self, g: &mut Graph, variable: &Variable) -> Result<Outlet> {
        let scope = Block::SameScope(variable.name().to_owned());
        g.within(scope, |g| {
            g.name_scope("Regularizer", |g| g.colocate_with(variable.handle(), |g| self.number(g, variable)))
        })
    }

    fn number(self, g: &mut Graph, variable: &Variable) -> Result<Outlet> {
        let value = variable.read(g)?;
        let (scale, size) = match self {
            Regularizer::L1(scale) => {
                let sizes = g.abs(&value)?;
                (scale, g.reduce_sum(&sizes, &[])?)
            }
            Regularizer::L2(scale) => (scale, g.l2_loss(&value)?),
        };
        g.scale(&size, scale)
    }
}
