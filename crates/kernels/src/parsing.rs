//! Bytes read as numbers, tables, examples and tensors.

mod decode_csv;
mod decode_raw;
mod example;
mod parse_example;
mod parse_single_example;
mod parse_tensor;
pub(crate) mod tensor_message;

use crate::Family;

pub(crate) const KERNELS: Family = &[
    decode_csv::KERNELS,
    decode_raw::KERNELS,
    parse_example::KERNELS,
    parse_single_example::KERNELS,
    parse_tensor::KERNELS,
];
