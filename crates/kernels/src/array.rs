//! Kernels that make, reshape, cut and join tensors.
//!
//! Most of them only move elements and do so for every type there is: see `elements` (whatever the type) and `view` (in
//! whatever order). Where nothing has to move, the result shares the input's memory.

mod broadcast_gradient_args;
mod broadcast_to;
mod check_numerics;
mod concat;
mod constant;
mod dynamic_stitch;
pub(crate) mod elements;
mod expand_dims;
pub(crate) mod fill;
mod gather;
mod identity;
mod one_hot;
mod pack;
mod pad;
mod placeholder;
mod reshape;
mod reverse;
mod shape;
mod slice;
mod split;
mod squeeze;
mod strided_slice;
mod tile;
mod transpose;
mod view;
mod r#where;

use crate::Family;

pub(crate) const KERNELS: Family = &[&[
    ("Const", constant::constant),
    ("Identity", identity::identity),
    ("IdentityN", identity::identity_n),
    ("Snapshot", identity::identity),
    ("CheckNumerics", check_numerics::check_numerics),
    ("StopGradient", identity::identity),
    ("Placeholder", placeholder::placeholder),
    ("PlaceholderWithDefault", identity::identity),
    ("Shape", shape::shape),
    ("ShapeN", shape::shape),
    ("Size", shape::size),
    ("Rank", shape::rank),
    ("Reshape", reshape::reshape),
    ("ExpandDims", expand_dims::expand_dims),
    ("Squeeze", squeeze::squeeze),
    ("Slice", slice::slice),
    ("StridedSlice", strided_slice::strided_slice),
    ("ConcatV2", concat::concat),
    ("ConcatOffset", concat::concat_offset),
    ("Pack", pack::pack),
    ("Unpack", pack::unpack),
    ("Split", split::split),
    ("SplitV", split::split_v),
    ("Tile", tile::tile),
    ("Fill", fill::fill),
    ("ZerosLike", fill::zeros_like),
    ("OnesLike", fill::ones_like),
    ("GatherV2", gather::gather),
    ("BroadcastTo", broadcast_to::broadcast_to),
    ("BroadcastGradientArgs", broadcast_gradient_args::broadcast_gradient_args),
    ("DynamicStitch", dynamic_stitch::dynamic_stitch),
    ("Where", r#where::where_true),
    ("Transpose", transpose::transpose),
    ("InvertPermutation", transpose::invert_permutation),
    ("Pad", pad::pad),
    ("PadV2", pad::pad),
    ("OneHot", one_hot::one_hot),
    ("ReverseV2", reverse::reverse),
]];
