//! What a layer does to its sums.

use regatta_graph::Outlet;
use regatta_status::Result;

use crate::graph::Graph;

/// A function that is applied to every number, or row, that a layer makes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Activation {
    /// Nothing.
    #[default]
    Linear,
    /// `max(x, 0)`.
    Relu,
    /// `min(max(x, 0), 6)`.
    Relu6,
    /// `x` above zero, `e^x - 1` below.
    Elu,
    /// [`Activation::Elu`] scaled so that mean and variance stay what they are.
    Selu,
    /// `1 / (1 + e^-x)`.
    Sigmoid,
    /// `log(1 + e^x)`.
    Softplus,
    /// Probabilities along the last axis.
    Softmax,
    /// The hyperbolic tangent.
    Tanh,
}

impl Activation {
    pub(super) fn apply(self, g: &mut Graph, x: Outlet) -> Result<Outlet> {
        let op = match self {
            Activation::Linear => return Ok(x),
            Activation::Relu => "Relu",
            Activation::Relu6 => "Relu6",
            Activation::Elu => "Elu",
            Activation::Selu => "Selu",
            Activation::Sigmoid => "Sigmoid",
            Activation::Softplus => "Softplus",
            Activation::Softmax => "Softmax",
            Activation::Tanh => "Tanh",
        };
        g.node(op, op).input(&x).finish()
    }
}
