//! A layer of filters that are moved over images.

use regatta_graph::Outlet;
use regatta_status::Result;

use super::{Activation, check_images, known_size};
use crate::{
    graph::Graph,
    init::Initializer,
    nn::{DataFormat, Padding},
    regularizer::Regularizer,
    variable::VariableOptions,
};

/// `activation(conv2d(x, kernel) + bias)` over images.
#[derive(Clone, Debug)]
pub struct Conv2D {
    filters: usize,
    kernel_size: [usize; 2],
    strides: [usize; 2],
    padding: Padding,
    data_format: DataFormat,
    dilation_rate: [usize; 2],
    activation: Activation,
    use_bias: bool,
    kernel_initializer: Initializer,
    bias_initializer: Initializer,
    kernel_regularizer: Option<Regularizer>,
    name: Option<String>,
}

impl Conv2D {
    /// So many filters, each with a window of `[height, width]`.
    pub fn new(filters: usize, kernel_size: [usize; 2]) -> Conv2D {
        Conv2D {
            filters,
            kernel_size,
            strides: [1, 1],
            padding: Padding::Valid,
            data_format: DataFormat::Nhwc,
            dilation_rate: [1, 1],
            activation: Activation::Linear,
            use_bias: true,
            kernel_initializer: Initializer::glorot_uniform(),
            bias_initializer: Initializer::zeros(),
            kernel_regularizer: None,
            name: None,
        }
    }

    /// How far the window moves, down and to the right.
    pub fn strides(self, strides: [usize; 2]) -> Conv2D {
        Conv2D { strides, ..self }
    }

    /// What happens at the rim; [`Padding::Valid`], if nothing is said.
    pub fn padding(self, padding: Padding) -> Conv2D {
        Conv2D { padding, ..self }
    }

    /// Which axis is which.
    pub fn data_format(self, data_format: DataFormat) -> Conv2D {
        Conv2D { data_format, ..self }
    }

    /// How far the elements of the window lie apart.
    pub fn dilation_rate(self, dilation_rate: [usize; 2]) -> Conv2D {
        Conv2D { dilation_rate, ..self }
    }

    /// What is done to the sums; nothing, if nothing is said.
    pub fn activation(self, activation: Activation) -> Conv2D {
        Conv2D { activation, ..self }
    }

    /// Whether each filter has a bias; it has, if nothing is said.
    pub fn use_bias(self, use_bias: bool) -> Conv2D {
        Conv2D { use_bias, ..self }
    }

    /// The filters' first values; Glorot's, if nothing is said.
    pub fn kernel_initializer(self, initializer: Initializer) -> Conv2D {
        Conv2D { kernel_initializer: initializer, ..self }
    }

    /// The biases' first values; zeros, if nothing is said.
    pub fn bias_initializer(self, initializer: Initializer) -> Conv2D {
        Conv2D { bias_initializer: initializer, ..self }
    }

    /// A penalty on the size of the filters.
    pub fn kernel_regularizer(self, regularizer: Regularizer) -> Conv2D {
        Conv2D { kernel_regularizer: Some(regularizer), ..self }
    }

    /// The scope of its variables; `conv2d`, `conv2d_1`, ... if nothing is said.
    pub fn name(self, name: &str) -> Conv2D {
        Conv2D { name: Some(name.to_owned()), ..self }
    }

    /// Makes the layer.
    pub fn build(self, g: &mut Graph, x: &Outlet) -> Result<Outlet> {
        check_images(x, "a conv2d layer")?;
        let channels = known_size(x, self.data_format.channel_axis(), "a conv2d layer")?;
        let [height, width] = self.kernel_size;
        let shape = [height, width, channels, self.filters];
        let options = VariableOptions { dtype: x.dtype(), ..VariableOptions::default() };
        let regularized = VariableOptions { regularizer: self.kernel_regularizer, ..options.clone() };
        let format = self.data_format;
        g.layer(self.name.as_deref(), "conv2d", |g| {
            let kernel = g.variable_with("kernel", &shape, self.kernel_initializer, regularized)?;
            let kernel = kernel.read(g)?;
            let node = g.node("Conv2D", "Conv2D").inputs([x, &kernel]).attr("strides", format.window(self.strides));
            let node = node.attr("padding", self.padding.as_str()).attr("data_format", format.as_str());
            let mut y = node.attr("dilations", format.window(self.dilation_rate)).finish()?;
            if self.use_bias {
                let bias = g.variable_with("bias", &[self.filters], self.bias_initializer, options)?;
                let bias = bias.read(g)?;
                let node = g.node("BiasAdd", "BiasAdd").inputs([&y, &bias]);
                y = node.attr("data_format", format.as_str()).finish()?;
            }
            self.activation.apply(g, y)
        })
    }
}
