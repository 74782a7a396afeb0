//! Ops that make, reshape, cut and join tensors.

mod batch_to_space;
mod batch_to_space_nd;
mod bitcast;
mod broadcast_args;
mod broadcast_gradient_args;
mod broadcast_to;
mod check_numerics;
mod concat;
mod concat_offset;
mod constant;
mod copy;
mod debug_gradient_identity;
mod depth_to_space;
mod diag;
mod diag_part;
mod dynamic_partition;
mod dynamic_stitch;
mod empty;
mod ensure_shape;
mod expand_dims;
mod fill;
mod gather;
mod gather_nd;
pub(crate) mod grads;
mod guarantee_const;
mod identity;
mod in_top_k;
mod invert_permutation;
pub(crate) mod known;
mod list_diff;
mod lower_bound;
mod matrix_band_part;
mod matrix_diag;
mod matrix_diag_part;
mod matrix_set_diag;
mod mirror_pad;
mod one_hot;
mod ones_like;
mod pack;
mod pad;
mod placeholder;
mod prevent_gradient;
mod rank;
mod reshape;
mod reverse;
mod reverse_sequence;
mod roll;
pub(crate) mod same;
mod scatter_nd;
mod scatter_nd_non_aliasing_add;
mod shape;
mod size;
mod slice;
mod snapshot;
mod space_to_batch;
mod space_to_batch_nd;
mod space_to_depth;
mod split;
mod squeeze;
mod stop_gradient;
pub mod strided_slice;
mod tensor_scatter_add;
mod tensor_scatter_max;
mod tensor_scatter_min;
mod tensor_scatter_sub;
mod tensor_scatter_update;
mod tile;
mod top_k;
mod transpose;
mod unique;
mod unique_with_counts;
mod unpack;
mod unravel_index;
mod upper_bound;
mod where_true;
mod zeros_like;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    batch_to_space::OPS,
    batch_to_space_nd::OPS,
    bitcast::OPS,
    broadcast_args::OPS,
    broadcast_gradient_args::OPS,
    broadcast_to::OPS,
    check_numerics::OPS,
    concat::OPS,
    concat_offset::OPS,
    constant::OPS,
    copy::OPS,
    debug_gradient_identity::OPS,
    depth_to_space::OPS,
    diag::OPS,
    diag_part::OPS,
    dynamic_partition::OPS,
    dynamic_stitch::OPS,
    empty::OPS,
    ensure_shape::OPS,
    expand_dims::OPS,
    fill::OPS,
    gather::OPS,
    gather_nd::OPS,
    guarantee_const::OPS,
    identity::OPS,
    in_top_k::OPS,
    invert_permutation::OPS,
    list_diff::OPS,
    lower_bound::OPS,
    matrix_band_part::OPS,
    matrix_diag::OPS,
    matrix_diag_part::OPS,
    matrix_set_diag::OPS,
    mirror_pad::OPS,
    one_hot::OPS,
    ones_like::OPS,
    pack::OPS,
    pad::OPS,
    placeholder::OPS,
    prevent_gradient::OPS,
    rank::OPS,
    reshape::OPS,
    reverse::OPS,
    reverse_sequence::OPS,
    roll::OPS,
    scatter_nd::OPS,
    scatter_nd_non_aliasing_add::OPS,
    shape::OPS,
    size::OPS,
    slice::OPS,
    snapshot::OPS,
    space_to_batch::OPS,
    space_to_batch_nd::OPS,
    space_to_depth::OPS,
    split::OPS,
    squeeze::OPS,
    stop_gradient::OPS,
    strided_slice::OPS,
    tensor_scatter_add::OPS,
    tensor_scatter_max::OPS,
    tensor_scatter_min::OPS,
    tensor_scatter_sub::OPS,
    tensor_scatter_update::OPS,
    tile::OPS,
    top_k::OPS,
    transpose::OPS,
    unique::OPS,
    unique_with_counts::OPS,
    unpack::OPS,
    unravel_index::OPS,
    upper_bound::OPS,
    where_true::OPS,
    zeros_like::OPS,
];
