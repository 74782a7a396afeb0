//! Layers of neural networks: builders that make their variables and nodes.
//!
//! ```
//! use regatta::{DType, Graph, layers::{Activation, Dense}};
//!
//! let mut g = Graph::new();
//! let x = g.placeholder("x", DType::Float, &[None, Some(784)])?;
//! let hidden = Dense::new(100).activation(Activation::Relu).build(&mut g, &x)?;
//! let logits = Dense::new(10).build(&mut g, &hidden)?;
//! assert_eq!(logits.shape().to_string(), "[?,10]");
//! let names: Vec<_> = g.trainable_variables().iter().map(|variable| variable.name().to_owned()).collect();
//! assert_eq!(names, ["dense/kernel", "dense/bias", "dense_1/kernel", "dense_1/bias"]);
//! # Ok::<(), regatta::Status>(())
//! ```
//!
//! Names are those of `tf.layers`. A layer that is given a name keeps it, and two of the same name share their variables in a
//! scope that reuses ([`Graph::reuse_variables`](crate::Graph::reuse_variables)).

mod activation;
mod batch_normalization;
mod conv2d;
mod dense;
mod dropout;
mod flatten;
mod pooling;
mod training;

pub use activation::Activation;
pub use batch_normalization::BatchNormalization;
pub use conv2d::Conv2D;
pub use dense::Dense;
pub use dropout::Dropout;
pub use flatten::flatten;
pub use pooling::{AveragePool2D, MaxPool2D};
use regatta_graph::Outlet;
use regatta_status::{Result, invalid_argument};
pub use training::Training;

/// The size of an axis that a layer's variables depend on.
fn known_size(x: &Outlet, axis: usize, layer: &str) -> Result<usize> {
    let shape = x.shape();
    shape.sizes().and_then(|sizes| *sizes.get(axis)?).ok_or_else(|| {
        invalid_argument(format!(
            "{layer} needs to know the size of axis {axis} of its input {}, which is {shape}",
            x.name()
        ))
    })
}

/// The rank of an input, which must be known.
fn known_rank(x: &Outlet, layer: &str) -> Result<usize> {
    x.shape()
        .rank()
        .ok_or_else(|| invalid_argument(format!("{layer} needs to know the rank of its input {}", x.name())))
}

/// Whether the input has the four axes of images.
fn check_images(x: &Outlet, layer: &str) -> Result<()> {
    match known_rank(x, layer)? {
        4 => Ok(()),
        rank => Err(invalid_argument(format!("{layer} takes images, which have 4 axes; {} has {rank}", x.name()))),
    }
}
