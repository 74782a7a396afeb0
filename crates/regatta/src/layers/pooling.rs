//! Layers that make images smaller: one number for each window.

use regatta_graph::Outlet;
use regatta_status::Result;

use super::check_images;
use crate::{
    graph::Graph,
    nn::{DataFormat, Padding},
};

/// What the two kinds of pooling are told.
#[derive(Clone, Copy, Debug)]
struct Pool {
    size: [usize; 2],
    strides: [usize; 2],
    padding: Padding,
    data_format: DataFormat,
}

impl Pool {
    fn build(self, g: &mut Graph, op: &str, x: &Outlet) -> Result<Outlet> {
        check_images(x, "a pooling layer")?;
        let node = g.node(op, op).input(x).attr("ksize", self.data_format.window(self.size));
        let node = node.attr("strides", self.data_format.window(self.strides));
        node.attr("padding", self.padding.as_str()).attr("data_format", self.data_format.as_str()).finish()
    }
}

macro_rules! pooling {
    ($($(#[$doc:meta])* $layer:ident: $op:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $layer(Pool);

        impl $layer {
            /// Windows of `[height, width]` that move by `strides`.
            pub fn new(pool_size: [usize; 2], strides: [usize; 2]) -> $layer {
                $layer(Pool { size: pool_size, strides, padding: Padding::Valid, data_format: DataFormat::Nhwc })
            }

            /// What happens at the rim; [`Padding::Valid`], if nothing is said.
            pub fn padding(self, padding: Padding) -> $layer {
                $layer(Pool { padding, ..self.0 })
            }

            /// Which axis is which.
            pub fn data_format(self, data_format: DataFormat) -> $layer {
                $layer(Pool { data_format, ..self.0 })
            }

            /// Makes the layer.
            pub fn build(self, g: &mut Graph, x: &Outlet) -> Result<Outlet> {
                self.0.build(g, $op, x)
            }
        }
    )*};
}

pooling! {
    /// The largest of each window.
    MaxPool2D: "MaxPool";
    /// The mean of each window.
    AveragePool2D: "AvgPool";
}
