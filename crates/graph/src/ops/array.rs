//! Ops that make, reshape, cut and join tensors.

use crate::{
    op_def::{Row, op},
    shape_rule::unknown,
};

pub(crate) const OPS: &[Row] = &[
    op("Const() -> (output:dtype) {value:tensor, dtype:type}", unknown),
    op("Identity(input:T) -> (output:T) {T:type}", unknown),
    op("Snapshot(input:T) -> (output:T) {T:type}", unknown),
    op("StopGradient(input:T) -> (output:T) {T:type}", unknown),
    op("Placeholder() -> (output:dtype) {dtype:type, shape:shape=unknown}", unknown),
    op("PlaceholderWithDefault(input:dtype) -> (output:dtype) {dtype:type, shape:shape}", unknown),
    op("Shape(input:T) -> (output:out_type) {T:type, out_type:type=int32}", unknown),
    op("ShapeN(input:N*T) -> (output:N*out_type) {N:int, T:type, out_type:type=int32}", unknown),
    op("Size(input:T) -> (output:out_type) {T:type, out_type:type=int32}", unknown),
    op("Rank(input:T) -> (output:int32) {T:type}", unknown),
    op("Reshape(tensor:T, shape:Tshape) -> (output:T) {T:type, Tshape:type=int32}", unknown),
    op("ExpandDims(input:T, dim:Tdim) -> (output:T) {T:type, Tdim:type=int32}", unknown),
    op("Squeeze(input:T) -> (output:T) {T:type, squeeze_dims:list(int)=[]}", unknown),
    op("Slice(input:T, begin:Index, size:Index) -> (output:T) {T:type, Index:type}", unknown),
    op(
        "StridedSlice(input:T, begin:Index, end:Index, strides:Index) -> (output:T) {T:type, Index:type, begin_mask:int=0, end_mask:int=0, ellipsis_mask:int=0, new_axis_mask:int=0, shrink_axis_mask:int=0}",
        unknown,
    ),
    op("ConcatV2(values:N*T, axis:Tidx) -> (output:T) {N:int, T:type, Tidx:type=int32}", unknown),
    op("Pack(values:N*T) -> (output:T) {N:int, T:type, axis:int=0}", unknown),
    op("Unpack(value:T) -> (output:num*T) {num:int, T:type, axis:int=0}", unknown),
    op("Split(split_dim:int32, value:T) -> (output:num_split*T) {num_split:int, T:type}", unknown),
    op("Tile(input:T, multiples:Tmultiples) -> (output:T) {T:type, Tmultiples:type=int32}", unknown),
    op("Fill(dims:index_type, value:T) -> (output:T) {T:type, index_type:type=int32}", unknown),
    op("ZerosLike(x:T) -> (y:T) {T:type}", unknown),
    op("OnesLike(x:T) -> (y:T) {T:type}", unknown),
    op(
        "GatherV2(params:Tparams, indices:Tindices, axis:Taxis) -> (output:Tparams) {batch_dims:int=0, Tparams:type, Tindices:type, Taxis:type}",
        unknown,
    ),
    op("BroadcastTo(input:T, shape:Tidx) -> (output:T) {T:type, Tidx:type=int32}", unknown),
    op("BroadcastGradientArgs(s0:T, s1:T) -> (r0:T, r1:T) {T:type=int32}", unknown),
    op("DynamicStitch(indices:N*int32, data:N*T) -> (merged:T) {N:int, T:type}", unknown),
    op("Where(input:T) -> (index:int64) {T:type=bool}", unknown),
    op("Transpose(x:T, perm:Tperm) -> (y:T) {T:type, Tperm:type=int32}", unknown),
];
