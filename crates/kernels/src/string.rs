//! Strings.

mod as_string;
mod decode_base64;
mod encode_base64;
mod farmhash;
pub(crate) mod numeral;
mod re2;
mod reduce_join;
mod regex_full_match;
mod regex_replace;
pub(crate) mod shown;
mod string_format;
mod string_join;
mod string_length;
mod string_lower;
mod string_split;
mod string_strip;
mod string_to_hash_bucket;
mod string_to_number;
mod string_upper;
mod substr;
pub(crate) mod text;
mod unsorted_segment_join;

use crate::Family;

pub(crate) const KERNELS: Family = &[
    as_string::KERNELS,
    decode_base64::KERNELS,
    encode_base64::KERNELS,
    reduce_join::KERNELS,
    regex_full_match::KERNELS,
    regex_replace::KERNELS,
    string_format::KERNELS,
    string_join::KERNELS,
    string_length::KERNELS,
    string_lower::KERNELS,
    string_split::KERNELS,
    string_strip::KERNELS,
    string_to_hash_bucket::KERNELS,
    string_to_number::KERNELS,
    string_upper::KERNELS,
    substr::KERNELS,
    unsorted_segment_join::KERNELS,
];
