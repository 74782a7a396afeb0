//! A layer in which every unit sees all of the input.

use regatta_graph::Outlet;
use regatta_status::{Result, invalid_argument};

use super::{Activation, known_rank, known_size};
use crate::{graph::Graph, init::Initializer, regularizer::Regularizer, variable::VariableOptions};

/// `activation(x * kernel + bias)`, along the last axis of `x`.
#[derive(Clone, Debug)]
pub struct Dense {
    units: usize,
    activation: Activation,
    use_bias: bool,
    kernel_initializer: Initializer,
    bias_initializer: Initializer,
    kernel_regularizer: Option<Regularizer>,
    trainable: bool,
    name: Option<String>,
}

impl Dense {
    /// With so many units.
    pub fn new(units: usize) -> Dense {
        Dense {
            units,
            activation: Activation::Linear,
            use_bias: true,
            kernel_initializer: Initializer::glorot_uniform(),
            bias_initializer: Initializer::zeros(),
            kernel_regularizer: None,
            trainable: true,
            name: None,
        }
    }

    /// What is done to the sums; nothing, if nothing is said.
    pub fn activation(self, activation: Activation) -> Dense {
        Dense { activation, ..self }
    }

    /// Whether each unit has a bias; it has, if nothing is said.
    pub fn use_bias(self, use_bias: bool) -> Dense {
        Dense { use_bias, ..self }
    }

    /// The weights' first values; Glorot's, if nothing is said.
    pub fn kernel_initializer(self, initializer: Initializer) -> Dense {
        Dense { kernel_initializer: initializer, ..self }
    }

    /// The biases' first values; zeros, if nothing is said.
    pub fn bias_initializer(self, initializer: Initializer) -> Dense {
        Dense { bias_initializer: initializer, ..self }
    }

    /// A penalty on the size of the weights.
    pub fn kernel_regularizer(self, regularizer: Regularizer) -> Dense {
        Dense { kernel_regularizer: Some(regularizer), ..self }
    }

    /// Whether optimizers change its variables.
    pub fn trainable(self, trainable: bool) -> Dense {
        Dense { trainable, ..self }
    }

    /// The scope of its variables; `dense`, `dense_1`, ... if nothing is said.
    pub fn name(self, name: &str) -> Dense {
        Dense { name: Some(name.to_owned()), ..self }
    }

    /// Makes the layer.
    pub fn build(self, g: &mut Graph, x: &Outlet) -> Result<Outlet> {
        let rank = known_rank(x, "a dense layer")?;
        let last = rank.checked_sub(1).ok_or_else(|| invalid_argument("a dense layer takes no scalar"))?;
        let inputs = known_size(x, last, "a dense layer")?;
        let options = VariableOptions { dtype: x.dtype(), trainable: self.trainable, ..VariableOptions::default() };
        let regularized = VariableOptions { regularizer: self.kernel_regularizer, ..options.clone() };
        g.layer(self.name.as_deref(), "dense", |g| {
            let kernel = g.variable_with("kernel", &[inputs, self.units], self.kernel_initializer, regularized)?;
            let kernel = kernel.read(g)?;
            let mut y = match rank {
                2 => g.matmul(x, &kernel)?,
                _ => along_last_axis(g, x, inputs, self.units, &kernel)?,
            };
            if self.use_bias {
                let bias = g.variable_with("bias", &[self.units], self.bias_initializer, options)?;
                let bias = bias.read(g)?;
                y = g.bias_add(&y, &bias)?;
            }
            self.activation.apply(g, y)
        })
    }
}

/// The product for an input that is no matrix: its rows below each other, and back into its form.
fn along_last_axis(g: &mut Graph, x: &Outlet, inputs: usize, units: usize, kernel: &Outlet) -> Result<Outlet> {
    let rows = g.reshape(x, &[-1, inputs as i32])?;
    let product = g.matmul(&rows, kernel)?;
    let shape = x.shape();
    let sizes: Vec<Option<usize>> = shape.sizes().unwrap_or_default().to_vec();
    let outer = &sizes[..sizes.len().saturating_sub(1)];
    if outer.iter().filter(|size| size.is_none()).count() <= 1 {
        let sizes = outer.iter().map(|size| size.map_or(-1, |size| size as i32)).chain([units as i32]);
        return g.reshape(&product, &sizes.collect::<Vec<_>>());
    }
    let before = g.shape(x)?;
    let (begin, length) = (vec![0i32], vec![outer.len() as i32]);
    let (begin, length) =
        (g.constant(regatta_tensor::Tensor::vector(begin))?, g.constant(regatta_tensor::Tensor::vector(length))?);
    let outer = g.node("Slice", "outer").inputs([&before, &begin, &length]).finish()?;
    let units = g.constant(regatta_tensor::Tensor::vector(vec![units as i32]))?;
    let after = g.concat(&[outer, units], 0)?;
    g.node("Reshape", "Reshape").inputs([&product, &after]).finish()
}
