//! StringToHashBucket, StringToHashBucketFast, StringToHashBucketStrong: the rest of each string's hash, divided by the
//! number of buckets. The three differ in the hash: MurmurHash64A, FarmHash's fingerprint, and SipHash with a key.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::farmhash::fingerprint64;
use crate::{
    Build, Kernel,
    array::elements::{room_for, take},
};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("StringToHashBucket", |node| buckets(node, murmur64)),
    ("StringToHashBucketFast", |node| buckets(node, fingerprint64)),
    ("StringToHashBucketStrong", strong),
];

fn strong(node: &Node) -> Result<Kernel> {
    let [low, high] = node.attrs.list("key")?.ints[..] else {
        return Err(invalid_argument("Key must have 2 elements"));
    };
    buckets(node, move |bytes| siphash24(low as u64, high as u64, bytes))
}

fn buckets(node: &Node, hash: impl Fn(&[u8]) -> u64 + Send + Sync + 'static) -> Result<Kernel> {
    let count = node.attrs.int("num_buckets")?;
    let count = u64::try_from(count).ok().filter(|count| *count > 0).ok_or_else(|| {
        invalid_argument(format!("Value for attr 'num_buckets' of {count} must be at least minimum 1"))
    })?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input] = take(inputs)?;
        let strings = input.as_strings()?;
        let mut found = room_for(strings.len())?;
        found.extend(strings.iter().map(|string| (hash(string) % count) as i64));
        Ok(vec![Tensor::new(input.shape().clone(), found)?])
    })))
}

/// MurmurHash64A with the seed that TensorFlow's own hashes have.
fn murmur64(bytes: &[u8]) -> u64 {
    const SEED: u64 = 0x00DE_CAFC_AFFE;
    const M: u64 = 0xc6a4_a793_5bd1_e995;
    let mut hash = SEED ^ (bytes.len() as u64).wrapping_mul(M);
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let mut word = u64::from_le_bytes(chunk.try_into().unwrap_or_default()).wrapping_mul(M);
        word = (word ^ (word >> 47)).wrapping_mul(M);
        hash = (hash ^ word).wrapping_mul(M);
    }
    let rest = chunks.remainder();
    if !rest.is_empty() {
        let word = rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        hash = (hash ^ word).wrapping_mul(M);
    }
    hash = (hash ^ (hash >> 47)).wrapping_mul(M);
    hash ^ (hash >> 47)
}

/// SipHash-2-4 of Aumasson and Bernstein.
fn siphash24(low: u64, high: u64, bytes: &[u8]) -> u64 {
    let mut v = [
        low ^ 0x736f_6d65_7073_6575,
        high ^ 0x646f_7261_6e64_6f6d,
        low ^ 0x6c79_6765_6e65_7261,
        high ^ 0x7465_6462_7974_6573,
    ];
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        mix(&mut v, u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
    }
    let rest = chunks.remainder().iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    mix(&mut v, rest | (bytes.len() as u64) << 56);
    v[2] ^= 0xff;
    for _ in 0..4 {
        round(&mut v);
    }
    v[0] ^ v[1] ^ v[2] ^ v[3]
}

fn mix(v: &mut [u64; 4], word: u64) {
    v[3] ^= word;
    round(v);
    round(v);
    v[0] ^= word;
}

fn round(v: &mut [u64; 4]) {
    v[0] = v[0].wrapping_add(v[1]);
    v[1] = v[1].rotate_left(13) ^ v[0];
    v[0] = v[0].rotate_left(32);
    v[2] = v[2].wrapping_add(v[3]);
    v[3] = v[3].rotate_left(16) ^ v[2];
    v[0] = v[0].wrapping_add(v[3]);
    v[3] = v[3].rotate_left(21) ^ v[0];
    v[2] = v[2].wrapping_add(v[1]);
    v[1] = v[1].rotate_left(17) ^ v[2];
    v[2] = v[2].rotate_left(32);
}
