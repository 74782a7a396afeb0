//! Follow the regularised leader: the variable follows from sums, and is zero where the penalty `l1` outweighs them.
//!
//! ```text
//! pull    = grad + 2 * l2_shrinkage * var          (V2; else grad)
//! now     = accum + grad^2
//! sigma   = (now^-lr_power - accum^-lr_power) / lr
//! linear += pull - sigma * var
//! var     = (l1 * sign(linear) - linear) / (now^-lr_power / lr + 2 * l2) where |linear| > l1, else 0
//! accum   = now
//! ```
//!
//! With `multiply_linear_by_lr` the slot `linear` and what is compared and divided with it are `lr` times as large, which
//! lets `lr` be zero.

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{
    apply::{optimizer, require},
    number::{abs, pow, sign},
};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Float, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("ApplyFtrl", ftrl),
    ("ResourceApplyFtrl", ftrl),
    ("SparseApplyFtrl", ftrl),
    ("ResourceSparseApplyFtrl", ftrl),
    ("ApplyFtrlV2", ftrl_v2),
    ("ResourceApplyFtrlV2", ftrl_v2),
    ("SparseApplyFtrlV2", ftrl_v2),
    ("ResourceSparseApplyFtrlV2", ftrl_v2),
];

fn ftrl(node: &Node) -> Result<Kernel> {
    let form = Form::of(node)?;
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16],
        T => optimizer::<T, 3, 4, _>(node, move |[lr, l1, l2, lr_power]| rule(form, [lr, l1, l2, Float::of(0.0), lr_power])),
        else Err(unsupported(node))
    )
}

fn ftrl_v2(node: &Node) -> Result<Kernel> {
    let form = Form::of(node)?;
    dispatch!(
        node.attrs.dtype("T")?,
        [f32, f64, f16, bf16],
        T => optimizer::<T, 3, 5, _>(node, move |scalars| rule(form, scalars)),
        else Err(unsupported(node))
    )
}

#[derive(Clone, Copy)]
struct Form {
    /// `multiply_linear_by_lr`.
    by_lr: bool,
    /// The op for rows is the one that looks whether its scalars make sense.
    is_strict: bool,
}

impl Form {
    fn of(node: &Node) -> Result<Form> {
        let is_strict = node.op.inputs.iter().any(|input| input.name == "indices");
        Ok(Form { by_lr: node.attrs.bool("multiply_linear_by_lr")?, is_strict })
    }
}

fn rule<W: Float>(form: Form, [lr, l1, l2, l2_shrinkage, lr_power]: [W; 5]) -> Result<impl Fn([W; 3], W) -> [W; 3]> {
    let Form { by_lr, is_strict } = form;
    if is_strict {
        require(lr > W::ZERO || (by_lr && lr == W::ZERO), "lr", "positive")?;
        require(l1 >= W::ZERO, "l1 regularization strength", "non-negative")?;
        require(l2 >= W::ZERO, "l2 regularization strength", "non-negative")?;
        require(l2_shrinkage >= W::ZERO, "l2 shrinkage regularization strength", "non-negative")?;
        require(lr_power <= W::ZERO, "lr_power", "non-positive")?;
    }
    let two = W::ONE + W::ONE;
    let is_root = lr_power == W::of(-0.5);
    let power = move |x: W| if is_root { x.sqrt() } else { pow(x, -lr_power) };
    // What `linear`, the penalties and the powers are multiplied with.
    let (scale, inverse) = if by_lr { (lr, W::ONE) } else { (W::ONE, lr) };
    let (l1, l2) = (l1 * scale, two * l2 * scale);
    Ok(move |[var, accum, linear]: [W; 3], grad: W| {
        let pull = grad + two * l2_shrinkage * var;
        let now = accum + grad * grad;
        let root = power(now);
        let linear = linear + pull * scale - (root - power(accum)) / inverse * var;
        // What is no number is pulled to zero, except by the op for rows.
        let is_nan = linear.partial_cmp(&linear).is_none();
        let outweighs = abs(linear) > l1 || (is_strict && is_nan);
        let var = if outweighs { (l1 * sign(linear) - linear) / (root / inverse + l2) } else { W::ZERO };
        [var, now, linear]
    })
}
