//! Ops that make, reshape, cut and join tensors.

mod index;
mod join;
pub(crate) mod known;
mod repeat;
mod reshape;
pub(crate) mod same;
mod slice;
pub mod strided_slice;

use crate::op_def::{Row, op};

pub(crate) const OPS: &[Row] = &[
    op("Const() -> (output:dtype) {value:tensor, dtype:type}", same::constant),
    op("Identity(input:T) -> (output:T) {T:type}", same::same),
    op("IdentityN(input:list(T)) -> (output:list(T)) {T:list(type)}", same::same_each),
    op("Snapshot(input:T) -> (output:T) {T:type}", same::same),
    op("CheckNumerics(tensor:T) -> (output:T) {T:type, message:string} [stateful]", same::same),
    op("StopGradient(input:T) -> (output:T) {T:type}", same::same),
    op("Placeholder() -> (output:dtype) {dtype:type, shape:shape=unknown}", same::placeholder),
    op(
        "PlaceholderWithDefault(input:dtype) -> (output:dtype) {dtype:type, shape:shape}",
        same::placeholder_with_default,
    ),
    op("Shape(input:T) -> (output:out_type) {T:type, out_type:type=int32}", same::shape_of),
    op("ShapeN(input:N*T) -> (output:N*out_type) {N:int, T:type, out_type:type=int32}", same::shape_of),
    op("Size(input:T) -> (output:out_type) {T:type, out_type:type=int32}", same::scalar),
    op("Rank(input:T) -> (output:int32) {T:type}", same::scalar),
    op("Reshape(tensor:T, shape:Tshape) -> (output:T) {T:type, Tshape:type=int32}", reshape::reshape),
    op("ExpandDims(input:T, dim:Tdim) -> (output:T) {T:type, Tdim:type=int32}", reshape::expand_dims),
    op("Squeeze(input:T) -> (output:T) {T:type, squeeze_dims:list(int)=[]}", reshape::squeeze),
    op("Slice(input:T, begin:Index, size:Index) -> (output:T) {T:type, Index:type}", slice::slice),
    op(
        "StridedSlice(input:T, begin:Index, end:Index, strides:Index) -> (output:T) {T:type, Index:type, begin_mask:int=0, end_mask:int=0, ellipsis_mask:int=0, new_axis_mask:int=0, shrink_axis_mask:int=0}",
        strided_slice::strided_slice,
    ),
    op("ConcatV2(values:N*T, axis:Tidx) -> (output:T) {N:int, T:type, Tidx:type=int32}", join::concat),
    op("Pack(values:N*T) -> (output:T) {N:int, T:type, axis:int=0}", join::pack),
    op("Unpack(value:T) -> (output:num*T) {num:int, T:type, axis:int=0}", join::unpack),
    op("Split(split_dim:int32, value:T) -> (output:num_split*T) {num_split:int, T:type}", join::split),
    op("Tile(input:T, multiples:Tmultiples) -> (output:T) {T:type, Tmultiples:type=int32}", repeat::tile),
    op("Fill(dims:index_type, value:T) -> (output:T) {T:type, index_type:type=int32}", repeat::fill),
    op("ZerosLike(x:T) -> (y:T) {T:type}", same::same),
    op("OnesLike(x:T) -> (y:T) {T:type}", same::same),
    op(
        "GatherV2(params:Tparams, indices:Tindices, axis:Taxis) -> (output:Tparams) {batch_dims:int=0, Tparams:type, Tindices:type, Taxis:type}",
        index::gather,
    ),
    op("BroadcastTo(input:T, shape:Tidx) -> (output:T) {T:type, Tidx:type=int32}", repeat::broadcast_to),
    op("BroadcastGradientArgs(s0:T, s1:T) -> (r0:T, r1:T) {T:type=int32}", same::vector),
    op("DynamicStitch(indices:N*int32, data:N*T) -> (merged:T) {N:int, T:type}", index::dynamic_stitch),
    op("Where(input:T) -> (index:int64) {T:type=bool}", index::where_true),
    op("Transpose(x:T, perm:Tperm) -> (y:T) {T:type, Tperm:type=int32}", reshape::transpose),
    op(
        "ConcatOffset(concat_dim:int32, shape:N*shape_type) -> (offset:N*shape_type) {N:int, shape_type:type=int32}",
        join::concat_offset,
    ),
    op(
        "SplitV(value:T, size_splits:Tlen, split_dim:int32) -> (output:num_split*T) {num_split:int, T:type, Tlen:type=int64}",
        join::split_v,
    ),
    op("Pad(input:T, paddings:Tpaddings) -> (output:T) {T:type, Tpaddings:type=int32}", repeat::pad),
    op(
        "PadV2(input:T, paddings:Tpaddings, constant_values:T) -> (output:T) {T:type, Tpaddings:type=int32}",
        repeat::pad,
    ),
    op(
        "OneHot(indices:TI, depth:int32, on_value:T, off_value:T) -> (output:T) {axis:int=-1, T:type, TI:type=int64}",
        repeat::one_hot,
    ),
    op("ReverseV2(tensor:T, axis:Tidx) -> (output:T) {Tidx:type=int32, T:type}", index::reverse),
    op("InvertPermutation(x:T) -> (y:T) {T:type=int32}", same::same_vector),
];
