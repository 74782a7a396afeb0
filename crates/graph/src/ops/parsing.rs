//! Bytes read as numbers, tables, examples and tensors.

mod decode_csv;
mod decode_raw;
mod parse_example;
mod parse_single_example;
mod parse_tensor;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] =
    &[decode_csv::OPS, decode_raw::OPS, parse_example::OPS, parse_single_example::OPS, parse_tensor::OPS];
