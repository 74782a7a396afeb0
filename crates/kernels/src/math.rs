//! Arithmetic, comparison, reduction, matrix products.

mod add_n;
mod arg_max;
mod batch_matmul;
pub(crate) mod binary;
pub(crate) mod broadcast;
mod cast;

mod fused_matmul;
mod l2_loss;
mod matmul;
pub(crate) mod number;
pub(crate) mod output;
mod range;
pub(crate) mod reduce;
mod select;
pub(crate) mod unary;
pub(crate) mod vector;

use crate::Family;

pub(crate) const KERNELS: Family = &[&[
    ("Add", binary::add),
    ("AddV2", binary::add),
    ("Sub", binary::sub),
    ("Mul", binary::mul),
    ("RealDiv", binary::real_div),
    ("Maximum", binary::maximum),
    ("Minimum", binary::minimum),
    ("Equal", binary::equal),
    ("NotEqual", binary::not_equal),
    ("Less", binary::less),
    ("LessEqual", binary::less_equal),
    ("Greater", binary::greater),
    ("GreaterEqual", binary::greater_equal),
    ("FloorMod", binary::floor_mod),
    ("Pow", binary::pow),
    ("SquaredDifference", binary::squared_difference),
    ("Neg", unary::neg),
    ("Log", unary::log),
    ("Reciprocal", unary::reciprocal),
    ("Square", unary::square),
    ("Sqrt", unary::sqrt),
    ("Rsqrt", unary::rsqrt),
    ("Floor", unary::floor),
    ("LogicalAnd", binary::logical_and),
    ("LogicalOr", binary::logical_or),
    ("LogicalNot", unary::logical_not),
    ("MatMul", matmul::matmul),
    ("BatchMatMulV2", batch_matmul::batch_matmul),
    ("_FusedMatMul", fused_matmul::fused_matmul),
    ("Sum", reduce::sum),
    ("Mean", reduce::mean),
    ("Prod", reduce::prod),
    ("Max", reduce::max),
    ("Min", reduce::min),
    ("Any", reduce::any),
    ("All", reduce::all),
    ("ArgMax", arg_max::arg_max),
    ("Cast", cast::cast),
    ("Select", select::select),
    ("SelectV2", select::select_v2),
    ("Range", range::range),
    ("AddN", add_n::add_n),
    ("L2Loss", l2_loss::l2_loss),
]];
