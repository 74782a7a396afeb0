//! Arithmetic, comparison, reduction, matrix products.

mod rules;

use super::infer::{all_the_same, gives_scalar, same_as_first};
use crate::op_def::{Row, op};

pub(crate) const OPS: &[Row] = &[
    op("Add(x:T, y:T) -> (z:T) {T:type}", rules::broadcast_two),
    op("AddV2(x:T, y:T) -> (z:T) {T:type} [commutative,aggregate]", rules::broadcast_two),
    op("Sub(x:T, y:T) -> (z:T) {T:type}", rules::broadcast_two),
    op("Mul(x:T, y:T) -> (z:T) {T:type} [commutative]", rules::broadcast_two),
    op("RealDiv(x:T, y:T) -> (z:T) {T:type}", rules::broadcast_two),
    op("Neg(x:T) -> (y:T) {T:type}", same_as_first),
    op("Log(x:T) -> (y:T) {T:type}", same_as_first),
    op("Reciprocal(x:T) -> (y:T) {T:type}", same_as_first),
    op("Square(x:T) -> (y:T) {T:type}", same_as_first),
    op("Sqrt(x:T) -> (y:T) {T:type}", same_as_first),
    op("Rsqrt(x:T) -> (y:T) {T:type}", same_as_first),
    op("Maximum(x:T, y:T) -> (z:T) {T:type}", rules::broadcast_two),
    op("Minimum(x:T, y:T) -> (z:T) {T:type}", rules::broadcast_two),
    op("Equal(x:T, y:T) -> (z:bool) {T:type, incompatible_shape_error:bool=True} [commutative]", rules::equal),
    op("NotEqual(x:T, y:T) -> (z:bool) {T:type, incompatible_shape_error:bool=True} [commutative]", rules::equal),
    op("Less(x:T, y:T) -> (z:bool) {T:type}", rules::broadcast_two),
    op("LessEqual(x:T, y:T) -> (z:bool) {T:type}", rules::broadcast_two),
    op("LogicalAnd(x:bool, y:bool) -> (z:bool) [commutative]", rules::broadcast_two),
    op("LogicalOr(x:bool, y:bool) -> (z:bool) [commutative]", rules::broadcast_two),
    op("Greater(x:T, y:T) -> (z:bool) {T:type}", rules::broadcast_two),
    op("GreaterEqual(x:T, y:T) -> (z:bool) {T:type}", rules::broadcast_two),
    op("LogicalNot(x:bool) -> (y:bool)", same_as_first),
    op("FloorMod(x:T, y:T) -> (z:T) {T:type}", rules::broadcast_two),
    op(
        "MatMul(a:T, b:T) -> (product:T) {transpose_a:bool=False, transpose_b:bool=False, T:type, grad_a:bool=False, grad_b:bool=False}",
        rules::matmul,
    ),
    op(
        "BatchMatMulV2(x:T, y:T) -> (output:T) {T:type, adj_x:bool=False, adj_y:bool=False, grad_x:bool=False, grad_y:bool=False}",
        rules::batch_matmul,
    ),
    op(
        "Sum(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}",
        rules::reduction,
    ),
    op(
        "Mean(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}",
        rules::reduction,
    ),
    op(
        "Prod(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}",
        rules::reduction,
    ),
    op(
        "Max(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}",
        rules::reduction,
    ),
    op(
        "Min(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}",
        rules::reduction,
    ),
    op(
        "Any(input:bool, reduction_indices:Tidx) -> (output:bool) {keep_dims:bool=False, Tidx:type=int32}",
        rules::reduction,
    ),
    op(
        "All(input:bool, reduction_indices:Tidx) -> (output:bool) {keep_dims:bool=False, Tidx:type=int32}",
        rules::reduction,
    ),
    op(
        "ArgMax(input:T, dimension:Tidx) -> (output:output_type) {T:type, Tidx:type=int32, output_type:type=int64}",
        rules::arg_max,
    ),
    op("Cast(x:SrcT) -> (y:DstT) {SrcT:type, DstT:type, Truncate:bool=False}", same_as_first),
    op("Select(condition:bool, t:T, e:T) -> (output:T) {T:type}", rules::select),
    op("SelectV2(condition:bool, t:T, e:T) -> (output:T) {T:type}", rules::select_v2),
    op("Range(start:Tidx, limit:Tidx, delta:Tidx) -> (output:Tidx) {Tidx:type=int32}", rules::range),
    op("AddN(inputs:N*T) -> (sum:T) {N:int, T:type} [commutative,aggregate]", all_the_same),
    op(
        "_FusedMatMul(a:T, b:T, args:num_args*T) -> (product:T) {transpose_a:bool=False, transpose_b:bool=False, T:type, num_args:int, fused_ops:list(string)=[], epsilon:float=9.999999747378752e-05, leakyrelu_alpha:float=0.20000000298023224}",
        rules::matmul,
    ),
    op("L2Loss(t:T) -> (output:T) {T:type}", gives_scalar),
    op("Floor(x:T) -> (y:T) {T:type}", same_as_first),
    op("Pow(x:T, y:T) -> (z:T) {T:type}", rules::broadcast_two),
    op("SquaredDifference(x:T, y:T) -> (z:T) {T:type} [commutative]", rules::broadcast_two),
];
