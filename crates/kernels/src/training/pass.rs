//! Passes over a variable and its slots at the speed of memory: with the machine's widest vectors, on several threads where
//! there is much to do.
//!
//! A rule is written for one element; the compiler makes it vectors. It can do so only if it knows that the variable and its
//! slots do not overlap, which it learns from functions that take them as separate arguments, one function for each number
//! of slots.

use super::number::Cell;

/// What one thread does at a time: half a megabyte of a variable and as much of each slot. Waking another thread for less
/// costs more than it saves.
const PIECE: usize = 1 << 17;

/// A variable and its slots, all of the gradient's length, which are changed together.
pub(super) trait Pass<T: Cell, const V: usize> {
    /// Changes every element by the rule, on this thread.
    fn pass(self, grad: &[T], rule: &(impl Fn([T::Wide; V], T::Wide) -> [T::Wide; V] + Sync));
}

/// Changes every element by the rule.
pub(super) fn walk<T: Cell, const V: usize>(
    mut slots: [&mut [T]; V],
    grad: &[T],
    rule: &(impl Fn([T::Wide; V], T::Wide) -> [T::Wide; V] + Sync),
) where
    for<'a> [&'a mut [T]; V]: Pass<T, V>,
{
    if grad.len() <= PIECE {
        return slots.pass(grad, rule);
    }
    let middle = grad.len() / 2;
    let (left, right) = grad.split_at(middle);
    let others = slots.each_mut().map(|slot| {
        let (left, right) = std::mem::take(slot).split_at_mut(middle);
        *slot = left;
        right
    });
    rayon::join(|| walk(slots, left, rule), || walk(others, right, rule));
}

macro_rules! passes {
    ($($V:literal: $($slot:ident)+;)*) => {$(
        impl<T: Cell> Pass<T, $V> for [&mut [T]; $V] {
            fn pass(self, grad: &[T], rule: &(impl Fn([T::Wide; $V], T::Wide) -> [T::Wide; $V] + Sync)) {
                #[inline(always)]
                fn plain<T: Cell>(
                    $($slot: &mut [T],)+
                    grad: &[T],
                    rule: &impl Fn([T::Wide; $V], T::Wide) -> [T::Wide; $V],
                ) {
                    $(let $slot = &mut $slot[..grad.len()];)+
                    for (i, grad) in grad.iter().enumerate() {
                        let after = rule([$($slot[i].wide()),+], grad.wide());
                        [$($slot[i]),+] = after.map(T::narrow);
                    }
                }

                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx2,f16c")]
                fn avx2<T: Cell>(
                    $($slot: &mut [T],)+
                    grad: &[T],
                    rule: &impl Fn([T::Wide; $V], T::Wide) -> [T::Wide; $V],
                ) {
                    plain($($slot,)+ grad, rule);
                }

                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx2,f16c,avx512f,avx512bw,avx512dq,avx512vl")]
                fn avx512<T: Cell>(
                    $($slot: &mut [T],)+
                    grad: &[T],
                    rule: &impl Fn([T::Wide; $V], T::Wide) -> [T::Wide; $V],
                ) {
                    plain($($slot,)+ grad, rule);
                }

                let [$($slot),+] = self;
                #[cfg(target_arch = "x86_64")]
                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("f16c") {
                    if is_x86_feature_detected!("avx512f")
                        && is_x86_feature_detected!("avx512bw")
                        && is_x86_feature_detected!("avx512dq")
                        && is_x86_feature_detected!("avx512vl")
                    {
                        // SAFETY: the machine has all that the function is compiled for, as was just asked.
                        return unsafe { avx512($($slot,)+ grad, rule) };
                    }
                    // SAFETY: as above.
                    return unsafe { avx2($($slot,)+ grad, rule) };
                }
                plain($($slot,)+ grad, rule);
            }
        }
    )*};
}

passes! {
    1: var;
    2: var first;
    3: var first second;
    4: var first second third;
}
