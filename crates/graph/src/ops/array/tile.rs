//! `Tile`.

use super::repeat;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("Tile(input:T, multiples:Tmultiples) -> (output:T) {T:type, Tmultiples:type=int32}", "").shape(repeat::tile)];
