//! FarmHash's `Fingerprint64`: a hash of bytes that is the same on every machine and for all time.
//!
//! The variant for the shortest, short, middle and long inputs of Pike's FarmHash "na", which CityHash's version 1.1 shares.

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K2: u64 = 0x9ae1_6a3b_2f90_404f;

/// The fingerprint of some bytes.
pub(super) fn fingerprint64(s: &[u8]) -> u64 {
    match s.len() {
        0..=16 => up_to_16(s),
        17..=32 => up_to_32(s),
        33..=64 => up_to_64(s),
        _ => long(s),
    }
}

/// Eight bytes from a place on that is known to have them.
fn fetch64(s: &[u8], at: usize) -> u64 {
    s.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes)
}

fn fetch32(s: &[u8], at: usize) -> u64 {
    s.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes).into()
}

fn shift_mix(value: u64) -> u64 {
    value ^ (value >> 47)
}

fn hash_len_16(u: u64, v: u64, mul: u64) -> u64 {
    let a = shift_mix((u ^ v).wrapping_mul(mul));
    shift_mix((v ^ a).wrapping_mul(mul)).wrapping_mul(mul)
}

/// A factor that depends on the length.
fn factor(len: usize) -> u64 {
    K2.wrapping_add((len as u64).wrapping_mul(2))
}

fn up_to_16(s: &[u8]) -> u64 {
    let len = s.len();
    if len >= 8 {
        let mul = factor(len);
        let a = fetch64(s, 0).wrapping_add(K2);
        let b = fetch64(s, len - 8);
        let c = b.rotate_right(37).wrapping_mul(mul).wrapping_add(a);
        let d = a.rotate_right(25).wrapping_add(b).wrapping_mul(mul);
        return hash_len_16(c, d, mul);
    }
    if len >= 4 {
        let a = fetch32(s, 0);
        return hash_len_16((len as u64).wrapping_add(a << 3), fetch32(s, len - 4), factor(len));
    }
    let (Some(&first), Some(&last)) = (s.first(), s.last()) else { return K2 };
    let middle = s[len >> 1];
    let y = u64::from(first) + (u64::from(middle) << 8);
    let z = len as u64 + (u64::from(last) << 2);
    shift_mix(y.wrapping_mul(K2) ^ z.wrapping_mul(K0)).wrapping_mul(K2)
}

fn up_to_32(s: &[u8]) -> u64 {
    let len = s.len();
    let mul = factor(len);
    let a = fetch64(s, 0).wrapping_mul(K1);
    let b = fetch64(s, 8);
    let c = fetch64(s, len - 8).wrapping_mul(mul);
    let d = fetch64(s, len - 16).wrapping_mul(K2);
    let u = a.wrapping_add(b).rotate_right(43).wrapping_add(c.rotate_right(30)).wrapping_add(d);
    hash_len_16(u, a.wrapping_add(b.wrapping_add(K2).rotate_right(18)).wrapping_add(c), mul)
}

fn up_to_64(s: &[u8]) -> u64 {
    let len = s.len();
    let mul = factor(len);
    let a = fetch64(s, 0).wrapping_mul(K2);
    let b = fetch64(s, 8);
    let c = fetch64(s, len - 8).wrapping_mul(mul);
    let d = fetch64(s, len - 16).wrapping_mul(K2);
    let y = a.wrapping_add(b).rotate_right(43).wrapping_add(c.rotate_right(30)).wrapping_add(d);
    let z = hash_len_16(y, a.wrapping_add(b.wrapping_add(K2).rotate_right(18)).wrapping_add(c), mul);
    let e = fetch64(s, 16).wrapping_mul(mul);
    let f = fetch64(s, 24);
    let g = y.wrapping_add(fetch64(s, len - 32)).wrapping_mul(mul);
    let h = z.wrapping_add(fetch64(s, len - 24)).wrapping_mul(mul);
    let u = e.wrapping_add(f).rotate_right(43).wrapping_add(g.rotate_right(30)).wrapping_add(h);
    hash_len_16(u, e.wrapping_add(f.wrapping_add(a).rotate_right(18)).wrapping_add(g), mul)
}

/// Two words from 32 bytes and two seeds; quick, and weak by itself.
fn weak_hash_32(s: &[u8], at: usize, a: u64, b: u64) -> (u64, u64) {
    let (w, x, y, z) = (fetch64(s, at), fetch64(s, at + 8), fetch64(s, at + 16), fetch64(s, at + 24));
    let a = a.wrapping_add(w);
    let b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let c = a;
    let a = a.wrapping_add(x).wrapping_add(y);
    let b = b.wrapping_add(a.rotate_right(44));
    (a.wrapping_add(z), b.wrapping_add(c))
}

fn long(s: &[u8]) -> u64 {
    const SEED: u64 = 81;
    let len = s.len();
    let mut x = SEED;
    let mut y = SEED.wrapping_mul(K1).wrapping_add(113);
    let mut z = shift_mix(y.wrapping_mul(K2).wrapping_add(113)).wrapping_mul(K2);
    let (mut v, mut w) = ((0u64, 0u64), (0u64, 0u64));
    x = x.wrapping_mul(K2).wrapping_add(fetch64(s, 0));
    // Whole blocks of 64 bytes, of which one is left for the end; that one is the last 64 bytes, overlapping.
    let last_block = (len - 1) / 64 * 64;
    let rest = (len - 1) & 63;
    let last64 = last_block + rest - 63;
    let mut at = 0;
    while at < last_block {
        x = x.wrapping_add(y).wrapping_add(v.0).wrapping_add(fetch64(s, at + 8)).rotate_right(37).wrapping_mul(K1);
        y = y.wrapping_add(v.1).wrapping_add(fetch64(s, at + 48)).rotate_right(42).wrapping_mul(K1);
        x ^= w.1;
        y = y.wrapping_add(v.0).wrapping_add(fetch64(s, at + 40));
        z = z.wrapping_add(w.0).rotate_right(33).wrapping_mul(K1);
        v = weak_hash_32(s, at, v.1.wrapping_mul(K1), x.wrapping_add(w.0));
        w = weak_hash_32(s, at + 32, z.wrapping_add(w.1), y.wrapping_add(fetch64(s, at + 16)));
        std::mem::swap(&mut z, &mut x);
        at += 64;
    }
    let mul = K1.wrapping_add((z & 0xff) << 1);
    let at = last64;
    w.0 = w.0.wrapping_add(rest as u64);
    v.0 = v.0.wrapping_add(w.0);
    w.0 = w.0.wrapping_add(v.0);
    x = x.wrapping_add(y).wrapping_add(v.0).wrapping_add(fetch64(s, at + 8)).rotate_right(37).wrapping_mul(mul);
    y = y.wrapping_add(v.1).wrapping_add(fetch64(s, at + 48)).rotate_right(42).wrapping_mul(mul);
    x ^= w.1.wrapping_mul(9);
    y = y.wrapping_add(v.0.wrapping_mul(9)).wrapping_add(fetch64(s, at + 40));
    z = z.wrapping_add(w.0).rotate_right(33).wrapping_mul(mul);
    v = weak_hash_32(s, at, v.1.wrapping_mul(mul), x.wrapping_add(w.0));
    w = weak_hash_32(s, at + 32, z.wrapping_add(w.1), y.wrapping_add(fetch64(s, at + 16)));
    std::mem::swap(&mut z, &mut x);
    let first = hash_len_16(v.0, w.0, mul).wrapping_add(shift_mix(y).wrapping_mul(K0)).wrapping_add(z);
    hash_len_16(first, hash_len_16(v.1, w.1, mul).wrapping_add(x), mul)
}
