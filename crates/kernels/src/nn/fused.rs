//! What an optimizer fuses to a convolution: a bias or a normalisation with fixed moments, then an activation.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument, unimplemented};
use regatta_tensor::Tensor;

use super::{bias_add::joined_rows, elu, leaky_relu::leaked, relu::rectified};
use crate::{
    array::elements::room_for,
    math::{number::Float, vector::widest_for},
};

/// How a node finishes what it has convolved.
#[derive(Clone, Copy)]
pub(super) struct Finish {
    follows: Follows,
    activation: Activation,
    epsilon: f32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    Bias,
    Norm,
}

#[derive(Clone, Copy)]
enum Activation {
    Identity,
    Relu,
    Relu6,
    Elu,
    LeakyRelu(f32),
    Tanh,
    Sigmoid,
}

impl Finish {
    pub(super) fn of(node: &Node) -> Result<Finish> {
        let names: Vec<&[u8]> = node.attrs.list("fused_ops")?.strings.iter().map(Vec::as_slice).collect();
        let refused = || {
            let names: Vec<_> = names.iter().map(|name| String::from_utf8_lossy(name)).collect();
            unimplemented(format!("Fusion is not implemented: [{}]", names.join(",")))
        };
        let (first, activation) = match names[..] {
            [first] => (first, Activation::Identity),
            [first, b"Relu"] => (first, Activation::Relu),
            [first, b"Relu6"] => (first, Activation::Relu6),
            [first, b"Elu"] => (first, Activation::Elu),
            [first, b"LeakyRelu"] => (first, Activation::LeakyRelu(node.attrs.float("leakyrelu_alpha")?)),
            [first, b"Tanh"] => (first, Activation::Tanh),
            [first, b"Sigmoid"] => (first, Activation::Sigmoid),
            _ => return Err(refused()),
        };
        let follows = match first {
            b"BiasAdd" => Follows::Bias,
            b"FusedBatchNorm" => Follows::Norm,
            _ => return Err(refused()),
        };
        let arguments = if follows == Follows::Bias { 1 } else { 4 };
        if node.attrs.int("num_args")? != arguments {
            return Err(invalid_argument(format!(
                "Fused convolution with {} must have {arguments} extra argument(s)",
                String::from_utf8_lossy(first)
            )));
        }
        Ok(Finish { follows, activation, epsilon: node.attrs.float("epsilon")? })
    }

    /// A function that finishes rows of so many channels, by the node's further inputs.
    pub(super) fn with<T: Float>(self, arguments: &[Tensor], channels: usize) -> Result<impl Fn(&mut [T]) + Sync> {
        for tensor in arguments {
            if tensor.shape().rank() != 1 || tensor.num_elements() != channels {
                return Err(invalid_argument(format!(
                    "Must provide as many biases as there are channels: {} vs. {channels}",
                    tensor.shape()
                )));
            }
        }
        let mut lines = Lines { factors: room_for(channels)?, summands: room_for(channels)? };
        match (self.follows, arguments) {
            (Follows::Bias, [bias, ..]) => lines.summands.extend_from_slice(bias.values::<T>()?),
            (Follows::Norm, [scale, offset, mean, variance, ..]) => {
                let (scale, offset) = (scale.values::<T>()?, offset.values::<T>()?);
                let (mean, variance) = (mean.values::<T>()?, variance.values::<T>()?);
                for ((scale, offset), (mean, variance)) in scale.iter().zip(offset).zip(mean.iter().zip(variance)) {
                    let factor = *scale / Float::sqrt(*variance + T::of(f64::from(self.epsilon)));
                    lines.factors.push(factor);
                    lines.summands.push(*offset - *mean * factor);
                }
            }
            _ => return Err(invalid_argument("a fused convolution lacks arguments")),
        }
        let (activation, lines) = (self.activation, lines.repeated());
        Ok(move |rows: &mut [T]| {
            let (zero, six) = (T::ZERO, T::of(6.0));
            match activation {
                Activation::Identity => lines.apply(rows, |x| x),
                Activation::Relu => lines.apply(rows, rectified),
                Activation::Relu6 => lines.apply(rows, |x| {
                    let x = if x <= zero { zero } else { x };
                    if x > six { six } else { x }
                }),
                Activation::Elu => lines.apply(rows, elu::bent),
                Activation::LeakyRelu(alpha) => {
                    let alpha = T::of(f64::from(alpha));
                    lines.apply(rows, |x| leaked(x, x, alpha));
                }
                Activation::Tanh => lines.apply(rows, Float::tanh),
                Activation::Sigmoid => lines.apply(rows, Float::sigmoid),
            }
        })
    }
}

/// `x -> x factor + summand` for every channel; without any factors, all are one.
struct Lines<T> {
    factors: Vec<T>,
    summands: Vec<T>,
}

impl<T: Float> Lines<T> {
    /// The same for several rows at a time.
    fn repeated(self) -> Lines<T> {
        let times = joined_rows(self.summands.len());
        Lines { factors: self.factors.repeat(times), summands: self.summands.repeat(times) }
    }

    /// `f` of what each element becomes.
    fn apply(&self, rows: &mut [T], f: impl Fn(T) -> T) {
        let Lines { factors, summands } = self;
        if summands.is_empty() {
            return;
        }
        widest_for::<T, _>(
            #[inline(always)]
            || {
                for rows in rows.chunks_mut(summands.len()) {
                    if factors.is_empty() {
                        rows.iter_mut().zip(summands).for_each(|(x, summand)| *x = f(*x + *summand));
                    } else {
                        let lines = factors.iter().zip(summands);
                        rows.iter_mut().zip(lines).for_each(|(x, (factor, summand))| *x = f(*x * *factor + *summand));
                    }
                }
            },
        );
    }
}
