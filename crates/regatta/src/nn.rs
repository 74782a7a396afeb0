//! What neural networks add to arithmetic: windows over images, distances from what was wanted, tables of rows.

use regatta_graph::Outlet;
use regatta_status::Result;

use crate::{graph::Graph, variable::Variable};

/// What happens at the rim of an image, where a window does not fit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Padding {
    /// It is left out.
    #[default]
    Valid,
    /// Zeros are put around the image, so that with strides of one it keeps its size.
    Same,
}

impl Padding {
    /// As attributes have it.
    pub fn as_str(self) -> &'static str {
        match self {
            Padding::Valid => "VALID",
            Padding::Same => "SAME",
        }
    }
}

/// Which axis of an image tensor is which.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum DataFormat {
    /// `[batch, height, width, channels]`.
    #[default]
    Nhwc,
    /// `[batch, channels, height, width]`.
    Nchw,
}

impl DataFormat {
    /// As attributes have it.
    pub fn as_str(self) -> &'static str {
        match self {
            DataFormat::Nhwc => "NHWC",
            DataFormat::Nchw => "NCHW",
        }
    }

    /// The place of the channels among four axes.
    pub fn channel_axis(self) -> usize {
        match self {
            DataFormat::Nhwc => 3,
            DataFormat::Nchw => 1,
        }
    }

    /// Sizes along height and width, as attributes that speak of all four axes have them.
    pub(crate) fn window(self, [height, width]: [usize; 2]) -> Vec<i64> {
        let (height, width) = (height as i64, width as i64);
        match self {
            DataFormat::Nhwc => vec![1, height, width, 1],
            DataFormat::Nchw => vec![1, 1, height, width],
        }
    }
}

impl Graph {
    /// A filter of the form `[height, width, channels in, channels out]` moved over images, `[batch, height, width, channels]`.
    pub fn conv2d(
        &mut self,
        images: &Outlet,
        filter: &Outlet,
        strides: [usize; 2],
        padding: Padding,
    ) -> Result<Outlet> {
        let node = self.node("Conv2D", "Conv2D").inputs([images, filter]);
        node.attr("strides", DataFormat::Nhwc.window(strides)).attr("padding", padding.as_str()).finish()
    }

    /// The largest of each window of images, `[batch, height, width, channels]`.
    pub fn max_pool(
        &mut self,
        images: &Outlet,
        window: [usize; 2],
        strides: [usize; 2],
        padding: Padding,
    ) -> Result<Outlet> {
        let node = self.node("MaxPool", "MaxPool").input(images).attr("ksize", DataFormat::Nhwc.window(window));
        node.attr("strides", DataFormat::Nhwc.window(strides)).attr("padding", padding.as_str()).finish()
    }

    /// For each example, how far the softmax of its scores is from the probabilities wanted: `[batch, classes]` both.
    pub fn softmax_cross_entropy_with_logits(&mut self, labels: &Outlet, logits: &Outlet) -> Result<Outlet> {
        const OP: &str = "SoftmaxCrossEntropyWithLogits";
        self.node(OP, OP).inputs([logits, labels]).finish()
    }

    /// For each example, how far the softmax of its scores, `[batch, classes]`, is from the class wanted, `[batch]`.
    pub fn sparse_softmax_cross_entropy_with_logits(&mut self, labels: &Outlet, logits: &Outlet) -> Result<Outlet> {
        const OP: &str = "SparseSoftmaxCrossEntropyWithLogits";
        self.node(OP, OP).inputs([logits, labels]).finish()
    }

    /// For each score, how far its sigmoid is from the probability wanted.
    ///
    /// `max(x, 0) - x * z + log(1 + e^-|x|)`, which is `-z * log(sigmoid(x)) - (1 - z) * log(1 - sigmoid(x))` in a form that
    /// no large score makes overflow.
    pub fn sigmoid_cross_entropy_with_logits(&mut self, labels: &Outlet, logits: &Outlet) -> Result<Outlet> {
        self.name_scope("logistic_loss", |g| {
            let positive = g.relu(logits)?;
            let product = g.mul(logits, labels)?;
            let difference = g.sub(&positive, &product)?;
            let size = g.abs(logits)?;
            let opposite = g.neg(&size)?;
            let power = g.exp(&opposite)?;
            let rest = g.log1p(&power)?;
            g.add(&difference, &rest)
        })
    }

    /// `sum(x^2) / 2`.
    pub fn l2_loss(&mut self, x: &Outlet) -> Result<Outlet> {
        self.node("L2Loss", "L2Loss").input(x).finish()
    }

    /// The rows of a table that these ids name. Only these rows travel, and only they are changed by a training step.
    pub fn embedding_lookup(&mut self, table: &Variable, ids: &Outlet) -> Result<Outlet> {
        self.name_scope("embedding_lookup", |g| table.gather(g, ids))
    }

    /// Whether, for each example, the class wanted is among those with the `k` highest scores.
    pub fn in_top_k(&mut self, predictions: &Outlet, targets: &Outlet, k: usize) -> Result<Outlet> {
        let k = self.constant(regatta_tensor::Tensor::scalar(k as i32))?;
        let k = self.cast(&k, targets.dtype())?;
        self.node("InTopKV2", "in_top_k").inputs([predictions, targets, &k]).finish()
    }
}
