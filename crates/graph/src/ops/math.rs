//! Arithmetic, comparison, reduction, matrix products.

use crate::{
    op_def::{Row, op},
    shape_rule::unknown,
};

pub(crate) const OPS: &[Row] = &[
    op("Add(x:T, y:T) -> (z:T) {T:type}", unknown),
    op("AddV2(x:T, y:T) -> (z:T) {T:type} [commutative,aggregate]", unknown),
    op("Sub(x:T, y:T) -> (z:T) {T:type}", unknown),
    op("Mul(x:T, y:T) -> (z:T) {T:type} [commutative]", unknown),
    op("RealDiv(x:T, y:T) -> (z:T) {T:type}", unknown),
    op("Neg(x:T) -> (y:T) {T:type}", unknown),
    op("Log(x:T) -> (y:T) {T:type}", unknown),
    op("Reciprocal(x:T) -> (y:T) {T:type}", unknown),
    op("Square(x:T) -> (y:T) {T:type}", unknown),
    op("Sqrt(x:T) -> (y:T) {T:type}", unknown),
    op("Rsqrt(x:T) -> (y:T) {T:type}", unknown),
    op("Maximum(x:T, y:T) -> (z:T) {T:type}", unknown),
    op("Minimum(x:T, y:T) -> (z:T) {T:type}", unknown),
    op("Equal(x:T, y:T) -> (z:bool) {T:type, incompatible_shape_error:bool=True} [commutative]", unknown),
    op("Less(x:T, y:T) -> (z:bool) {T:type}", unknown),
    op("Greater(x:T, y:T) -> (z:bool) {T:type}", unknown),
    op("GreaterEqual(x:T, y:T) -> (z:bool) {T:type}", unknown),
    op("LogicalNot(x:bool) -> (y:bool)", unknown),
    op("FloorMod(x:T, y:T) -> (z:T) {T:type}", unknown),
    op(
        "MatMul(a:T, b:T) -> (product:T) {transpose_a:bool=False, transpose_b:bool=False, T:type, grad_a:bool=False, grad_b:bool=False}",
        unknown,
    ),
    op("Sum(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}", unknown),
    op("Mean(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}", unknown),
    op("Prod(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}", unknown),
    op(
        "ArgMax(input:T, dimension:Tidx) -> (output:output_type) {T:type, Tidx:type=int32, output_type:type=int64}",
        unknown,
    ),
    op("Cast(x:SrcT) -> (y:DstT) {SrcT:type, DstT:type, Truncate:bool=False}", unknown),
    op("Select(condition:bool, t:T, e:T) -> (output:T) {T:type}", unknown),
    op("SelectV2(condition:bool, t:T, e:T) -> (output:T) {T:type}", unknown),
    op("Range(start:Tidx, limit:Tidx, delta:Tidx) -> (output:Tidx) {Tidx:type=int32}", unknown),
    op("AddN(inputs:N*T) -> (sum:T) {N:int, T:type} [commutative,aggregate]", unknown),
    op(
        "_FusedMatMul(a:T, b:T, args:num_args*T) -> (product:T) {transpose_a:bool=False, transpose_b:bool=False, T:type, num_args:int, fused_ops:list(string)=[], epsilon:float=9.999999747378752e-05, leakyrelu_alpha:float=0.20000000298023224}",
        unknown,
    ),
    op("L2Loss(t:T) -> (output:T) {T:type}", unknown),
    op("Floor(x:T) -> (y:T) {T:type}", unknown),
    op("Pow(x:T, y:T) -> (z:T) {T:type}", unknown),
    op("SquaredDifference(x:T, y:T) -> (z:T) {T:type} [commutative]", unknown),
];
