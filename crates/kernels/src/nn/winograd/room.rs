//! Memory for what is computed on the way, kept by each thread for the next time.

use std::{
    cell::RefCell,
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

use regatta_status::{Result, resource_exhausted};

use crate::nn::product::Product;

thread_local! {
    static KEPT: RefCell<Vec<Vec<f64>>> = const { RefCell::new(Vec::new()) };
}

/// A thread keeps so many rooms of so many eight bytes (4 MiB).
const KEPT_ROOMS: usize = 4;
const KEPT_LEN: usize = 1 << 19;

/// Some elements, which begin as whatever was left there.
pub(super) struct Room<T> {
    /// As the type of the widest elements.
    memory: Vec<f64>,
    count: usize,
    elements: PhantomData<T>,
}

impl<T: Product> Room<T> {
    pub(super) fn new(count: usize) -> Result<Room<T>> {
        let mut memory = KEPT.with_borrow_mut(Vec::pop).unwrap_or_default();
        let len = (count * size_of::<T>()).div_ceil(size_of::<f64>());
        if memory.len() < len {
            // All that is kept is of one size, which has room for the next one too.
            let len = len.max(KEPT_LEN);
            memory.clear();
            if memory.try_reserve_exact(len).is_err() {
                return Err(resource_exhausted(format!("OOM when allocating {len} words to convolve with")));
            }
            memory.resize(len, 0.0);
        }
        Ok(Room { memory, count, elements: PhantomData })
    }
}

impl<T> Drop for Room<T> {
    fn drop(&mut self) {
        let memory = std::mem::take(&mut self.memory);
        // At the end of a thread there is nothing to keep it for.
        let _ = KEPT.try_with(|kept| {
            let mut kept = kept.borrow_mut();
            if memory.len() <= KEPT_LEN && kept.len() < KEPT_ROOMS {
                kept.push(memory);
            }
        });
    }
}

impl<T: Product> Deref for Room<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &bytemuck::cast_slice(&self.memory)[..self.count]
    }
}

impl<T: Product> DerefMut for Room<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut bytemuck::cast_slice_mut(&mut self.memory)[..self.count]
    }
}
