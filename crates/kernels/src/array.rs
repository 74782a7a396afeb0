//! Kernels that make, reshape, cut and join tensors.
//!
//! Most of them only move elements and do so for every type there is: see `elements` (whatever the type) and `view` (in
//! whatever order). Where nothing has to move, the result shares the input's memory.

mod band;
mod batch_to_space;
mod batch_to_space_nd;
mod bitcast;
mod blocks;
mod broadcast_args;
mod broadcast_gradient_args;
mod broadcast_to;
mod check_numerics;
mod codes;
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
pub(crate) mod elements;
mod empty;
mod ensure_shape;
mod expand_dims;
pub(crate) mod fill;
mod gather;
mod gather_nd;
mod guarantee_const;
mod identity;
mod in_top_k;
mod invert_permutation;
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
mod picks;
mod placeholder;
pub(crate) mod places;
mod prevent_gradient;
mod rank;
mod reshape;
mod reverse;
mod reverse_sequence;
mod roll;
mod scatter;
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
mod strided_slice;
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
pub(crate) mod view;
mod where_true;
mod zeros_like;

use crate::Family;

pub(crate) const KERNELS: Family = &[
    batch_to_space::KERNELS,
    batch_to_space_nd::KERNELS,
    bitcast::KERNELS,
    broadcast_args::KERNELS,
    broadcast_gradient_args::KERNELS,
    broadcast_to::KERNELS,
    check_numerics::KERNELS,
    concat::KERNELS,
    concat_offset::KERNELS,
    constant::KERNELS,
    copy::KERNELS,
    debug_gradient_identity::KERNELS,
    depth_to_space::KERNELS,
    diag::KERNELS,
    diag_part::KERNELS,
    dynamic_partition::KERNELS,
    dynamic_stitch::KERNELS,
    empty::KERNELS,
    ensure_shape::KERNELS,
    expand_dims::KERNELS,
    fill::KERNELS,
    gather::KERNELS,
    gather_nd::KERNELS,
    guarantee_const::KERNELS,
    identity::KERNELS,
    in_top_k::KERNELS,
    invert_permutation::KERNELS,
    list_diff::KERNELS,
    lower_bound::KERNELS,
    matrix_band_part::KERNELS,
    matrix_diag::KERNELS,
    matrix_diag_part::KERNELS,
    matrix_set_diag::KERNELS,
    mirror_pad::KERNELS,
    one_hot::KERNELS,
    ones_like::KERNELS,
    pack::KERNELS,
    pad::KERNELS,
    placeholder::KERNELS,
    prevent_gradient::KERNELS,
    rank::KERNELS,
    reshape::KERNELS,
    reverse::KERNELS,
    reverse_sequence::KERNELS,
    roll::KERNELS,
    scatter_nd::KERNELS,
    scatter_nd_non_aliasing_add::KERNELS,
    shape::KERNELS,
    size::KERNELS,
    slice::KERNELS,
    snapshot::KERNELS,
    space_to_batch::KERNELS,
    space_to_batch_nd::KERNELS,
    space_to_depth::KERNELS,
    split::KERNELS,
    squeeze::KERNELS,
    stop_gradient::KERNELS,
    strided_slice::KERNELS,
    tensor_scatter_add::KERNELS,
    tensor_scatter_max::KERNELS,
    tensor_scatter_min::KERNELS,
    tensor_scatter_sub::KERNELS,
    tensor_scatter_update::KERNELS,
    tile::KERNELS,
    top_k::KERNELS,
    transpose::KERNELS,
    unique::KERNELS,
    unique_with_counts::KERNELS,
    unpack::KERNELS,
    unravel_index::KERNELS,
    upper_bound::KERNELS,
    where_true::KERNELS,
    zeros_like::KERNELS,
];
