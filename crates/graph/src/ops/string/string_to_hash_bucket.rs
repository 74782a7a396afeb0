//! `StringToHashBucket` and its kin: strings put into buckets by their hash.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[
    op(
        "StringToHashBucket(string_tensor:string) -> (output:int64) {num_buckets:int}",
        "The bucket of each string by a hash that may change one day.",
    )
    .shape(same_as_first)
    .flat(),
    op(
        "StringToHashBucketFast(input:string) -> (output:int64) {num_buckets:int}",
        "The bucket of each string by FarmHash's fingerprint.",
    )
    .shape(same_as_first)
    .flat(),
    op(
        "StringToHashBucketStrong(input:string) -> (output:int64) {num_buckets:int, key:list(int)}",
        "The bucket of each string by SipHash with a secret key.",
    )
    .shape(same_as_first)
    .flat(),
];
