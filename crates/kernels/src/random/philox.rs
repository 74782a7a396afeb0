//! Philox4x32-10: a counter, ten rounds of mixing with a key, four random words. Any place of the stream is one step away.
//!
//! Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011), with TensorFlow's way to seed it.

const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];

/// A generator at some place of its stream.
#[derive(Clone, Copy, Debug)]
pub struct Philox {
    counter: u128,
    key: [u32; 2],
}

impl Philox {
    /// The start of the stream for two seeds: one is the key, the other the upper half of the counter.
    pub fn new(seed: i64, seed2: i64) -> Philox {
        let key = seed as u64;
        Philox { counter: u128::from(seed2 as u64) << 64, key: [key as u32, (key >> 32) as u32] }
    }

    /// The start of the stream that a stateless op's seed names: the seed is mixed, so that no part of it need be strong.
    pub(crate) fn scrambled(first: u64, second: u64) -> Philox {
        let mixed = Philox { counter: u128::from(second) << 64 | u128::from(first), key: [0x3ec8_f720, 0x0246_1e29] }
            .next_group();
        Philox { counter: u128::from(mixed[2]) << 64 | u128::from(mixed[3]) << 96, key: [mixed[0], mixed[1]] }
    }

    /// A place of a stream by key and counter, lower half first.
    pub(crate) fn at(key: u64, counter: [u64; 2]) -> Philox {
        let counter = u128::from(counter[1]) << 64 | u128::from(counter[0]);
        Philox { counter, key: [key as u32, (key >> 32) as u32] }
    }

    /// The key and the counter, lower half first.
    pub(crate) fn key_and_counter(&self) -> (u64, [u64; 2]) {
        let key = u64::from(self.key[1]) << 32 | u64::from(self.key[0]);
        (key, [self.counter as u64, (self.counter >> 64) as u64])
    }

    /// Moves on by a number of groups of four words.
    pub fn skip(&mut self, groups: u64) {
        self.counter = self.counter.wrapping_add(groups.into());
    }

    /// The next four words.
    pub fn next_group(&mut self) -> [u32; 4] {
        let word = |i: u32| (self.counter >> (32 * i)) as u32;
        let (mut x, mut key) = ([word(0), word(1), word(2), word(3)], self.key);
        for round in 0..10 {
            if round > 0 {
                key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
            }
            let a = u64::from(MULTIPLIERS[0]) * u64::from(x[0]);
            let b = u64::from(MULTIPLIERS[1]) * u64::from(x[2]);
            x = [(b >> 32) as u32 ^ x[1] ^ key[0], b as u32, (a >> 32) as u32 ^ x[3] ^ key[1], a as u32];
        }
        self.skip(1);
        x
    }
}

/// The words of a stream one by one; the generator makes four at a time.
pub struct Words {
    random: Philox,
    group: [u32; 4],
    used: usize,
}

impl Words {
    /// The words from a place of a stream on.
    pub fn of(random: Philox) -> Words {
        Words { random, group: [0; 4], used: 4 }
    }

    /// The next word.
    pub fn draw(&mut self) -> u32 {
        if self.used >= self.group.len() {
            (self.group, self.used) = (self.random.next_group(), 0);
        }
        self.used += 1;
        self.group[self.used - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers_of_the_paper() {
        // The vectors of Random123's kat_vectors, philox4x32 with ten rounds.
        let mut zeros = Philox { counter: 0, key: [0, 0] };
        assert_eq!(zeros.next_group(), [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
        let mut ones = Philox { counter: u128::MAX, key: [u32::MAX; 2] };
        assert_eq!(ones.next_group(), [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]);
    }
}
