//! `_FusedMatMul`: a matrix product with a bias and an activation, in one node: `_FusedMatMul`, which TensorFlow's optimizer makes.
//!
//! `product = activation(op(a) op(b) + bias)`
//!
//! ```text
//! shape     a [m, k], b [k, n], bias [n] -> [m, n]
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument, unimplemented};
use regatta_tensor::{DType, Tensor};

use super::{
    cast::converted,
    mat_mul::{Multiply, multiply},
    number::{Float, Real},
    output::input_type,
    vector::widest_for,
};
use crate::{Build, Kernel, unsupported};

#[derive(Clone, Copy)]
enum Activation {
    Identity,
    Relu,
    Relu6,
    LeakyRelu(f32),
    Elu,
    Sigmoid,
    Tanh,
    GeluApproximate,
    GeluExact,
}

pub(super) const KERNELS: &[(&str, Build)] = &[("_FusedMatMul", fused_mat_mul)];

fn fused_mat_mul(node: &Node) -> Result<Kernel> {
    let transposed = (node.attrs.bool("transpose_a")?, node.attrs.bool("transpose_b")?);
    let fused: Vec<&[u8]> = node.attrs.list("fused_ops")?.strings.iter().map(Vec::as_slice).collect();
    let activation = match fused.as_slice() {
        [b"BiasAdd"] => Activation::Identity,
        [b"BiasAdd", b"Relu"] => Activation::Relu,
        [b"BiasAdd", b"Relu6"] => Activation::Relu6,
        [b"BiasAdd", b"LeakyRelu"] => Activation::LeakyRelu(node.attrs.float("leakyrelu_alpha")?),
        [b"BiasAdd", b"Elu"] => Activation::Elu,
        [b"BiasAdd", b"Sigmoid"] => Activation::Sigmoid,
        [b"BiasAdd", b"Tanh"] => Activation::Tanh,
        [b"BiasAdd", b"GeluApproximate"] => Activation::GeluApproximate,
        [b"BiasAdd", b"GeluExact"] => Activation::GeluExact,
        [] => return Err(invalid_argument("Fused MatMul must have at least one fused op.")),
        _ => {
            let names: Vec<_> = fused.iter().map(|name| String::from_utf8_lossy(name)).collect();
            return Err(unimplemented(format!("Fusion is not implemented: [{}]", names.join(","))));
        }
    };
    match input_type(node) {
        DType::Double => Ok(Kernel::Compute(Box::new(move |inputs| {
            Ok(vec![fused_product::<f64>(&inputs, transposed, activation)?])
        }))),
        // Halves are rounded once, at the end.
        dtype @ (DType::Float | DType::Half | DType::BFloat16) => Ok(Kernel::Compute(Box::new(move |inputs| {
            let wide = inputs.iter().map(|input| converted(input, DType::Float)).collect::<Result<Vec<_>>>()?;
            Ok(vec![converted(&fused_product::<f32>(&wide, transposed, activation)?, dtype)?])
        }))),
        _ => Err(unsupported(node)),
    }
}

fn fused_product<T: Multiply + Real>(
    inputs: &[Tensor],
    transposed: (bool, bool),
    activation: Activation,
) -> Result<Tensor> {
    let [a, b, bias, ..] = inputs else { return Err(internal("_FusedMatMul needs a, b and a bias")) };
    let (shape, mut product) = multiply::<T>(a, b, transposed)?;
    if bias.shape().rank() != 1 {
        return Err(invalid_argument(format!("bias must be 1-dimensional{}", bias.shape())));
    }
    let columns = shape[1];
    let biases = bias.values::<T>()?;
    if biases.len() != columns {
        return Err(invalid_argument(format!(
            "Must provide as many biases as the last dimension of the input tensor: {} vs. {shape}",
            bias.shape()
        )));
    }
    let one = <T as Real>::Wide::of(1.0);
    let zero = <T as Real>::Wide::of(0.0);
    let six = <T as Real>::Wide::of(6.0);
    match activation {
        Activation::Identity => add_and_map(&mut product, biases, |x| x),
        // NaN stays NaN.
        Activation::Relu => add_and_map(&mut product, biases, |x| if x <= zero { zero } else { x }),
        Activation::Relu6 => add_and_map(&mut product, biases, |x| {
            let x = if x <= zero { zero } else { x };
            if x > six { six } else { x }
        }),
        Activation::LeakyRelu(alpha) => {
            let alpha = <T as Real>::Wide::of(f64::from(alpha));
            add_and_map(&mut product, biases, |x| if x > zero { x } else { x * alpha });
        }
        Activation::Elu => add_and_map(&mut product, biases, |x| if x < zero { x.exp() - one } else { x }),
        Activation::Sigmoid => add_and_map(&mut product, biases, |x| x.sigmoid()),
        Activation::Tanh => add_and_map(&mut product, biases, |x| x.tanh()),
        Activation::GeluApproximate => {
            let of = <T as Real>::Wide::of;
            let (half, root, cubic) = (of(0.5), of((2.0 / std::f64::consts::PI).sqrt()), of(0.044_715));
            add_and_map(&mut product, biases, |x| half * x * (one + (root * (x + cubic * x * x * x)).tanh()));
        }
        Activation::GeluExact => {
            let of = <T as Real>::Wide::of;
            let (half, root) = (of(0.5), of(std::f64::consts::FRAC_1_SQRT_2));
            add_and_map(&mut product, biases, |x| half * x * (one + (x * root).erf()));
        }
    }
    Tensor::new(shape, product)
}

fn add_and_map<T: Real>(product: &mut [T], biases: &[T], f: impl Fn(T::Wide) -> T::Wide) {
    if biases.is_empty() {
        return;
    }
    widest_for::<T, _>(
        #[inline(always)]
        || {
            for row in product.chunks_exact_mut(biases.len()) {
                row.iter_mut().zip(biases).for_each(|(x, bias)| *x = T::narrow(f(x.wide() + bias.wide())));
            }
        },
    );
}
