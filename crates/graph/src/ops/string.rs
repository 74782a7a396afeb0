//! Strings.

mod as_string;
mod decode_base64;
mod encode_base64;
mod reduce_join;
mod regex_full_match;
mod regex_replace;
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
mod unsorted_segment_join;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    as_string::OPS,
    decode_base64::OPS,
    encode_base64::OPS,
    reduce_join::OPS,
    regex_full_match::OPS,
    regex_replace::OPS,
    string_format::OPS,
    string_join::OPS,
    string_length::OPS,
    string_lower::OPS,
    string_split::OPS,
    string_strip::OPS,
    string_to_hash_bucket::OPS,
    string_to_number::OPS,
    string_upper::OPS,
    substr::OPS,
    unsorted_segment_join::OPS,
];
