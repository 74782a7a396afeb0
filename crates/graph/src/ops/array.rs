//! Ops that make, reshape, cut and join tensors.

mod broadcast_gradient_args;
mod broadcast_to;
mod check_numerics;
mod concat;
mod concat_offset;
mod constant;
mod dynamic_stitch;
mod expand_dims;
mod fill;
mod gather;
mod identity;
mod index;
mod invert_permutation;
mod join;
pub(crate) mod known;
mod one_hot;
mod ones_like;
mod pack;
mod pad;
mod placeholder;
mod rank;
mod repeat;
mod reshape;
mod reverse;
pub(crate) mod same;
mod shape;
mod size;
mod slice;
mod snapshot;
mod split;
mod squeeze;
mod stop_gradient;
pub mod strided_slice;
mod tile;
mod transpose;
mod unpack;
mod where_true;
mod zeros_like;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    broadcast_gradient_args::OPS,
    broadcast_to::OPS,
    check_numerics::OPS,
    concat::OPS,
    concat_offset::OPS,
    constant::OPS,
    dynamic_stitch::OPS,
    expand_dims::OPS,
    fill::OPS,
    gather::OPS,
    identity::OPS,
    invert_permutation::OPS,
    one_hot::OPS,
    ones_like::OPS,
    pack::OPS,
    pad::OPS,
    placeholder::OPS,
    rank::OPS,
    reshape::OPS,
    reverse::OPS,
    shape::OPS,
    size::OPS,
    slice::OPS,
    snapshot::OPS,
    split::OPS,
    squeeze::OPS,
    stop_gradient::OPS,
    strided_slice::OPS,
    tile::OPS,
    transpose::OPS,
    unpack::OPS,
    where_true::OPS,
    zeros_like::OPS,
];
