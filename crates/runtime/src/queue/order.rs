//! Which of a queue's elements comes next: the first, any, or the one with the smallest number.

use std::collections::VecDeque;

use regatta_kernels::Words;

/// The elements of a queue, in the order in which they are given out.
pub enum Elements<E> {
    /// First in, first out.
    Fifo(VecDeque<E>),
    /// Any of them, with equal chances.
    Shuffled {
        /// All of them.
        elements: Vec<E>,
        /// Until the queue is closed so many stay in it, for the others to be drawn from enough.
        min_after_dequeue: usize,
        /// What draws.
        random: Words,
    },
    /// The one with the smallest number first.
    ByPriority {
        /// A heap, as the C++ library keeps it: which of two equal ones comes first is TensorFlow's answer.
        heap: Vec<E>,
        /// The number of an element.
        priority: fn(&E) -> i64,
    },
}

impl<E> Elements<E> {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Elements::Fifo(elements) => elements.len(),
            Elements::Shuffled { elements, .. } => elements.len(),
            Elements::ByPriority { heap, .. } => heap.len(),
        }
    }

    /// How many may be taken now.
    pub fn available(&self, is_closed: bool) -> usize {
        match self {
            Elements::Shuffled { elements, min_after_dequeue, .. } if !is_closed => {
                elements.len().saturating_sub(*min_after_dequeue)
            }
            _ => self.len(),
        }
    }

    /// Puts one in.
    pub fn put(&mut self, element: E) {
        match self {
            Elements::Fifo(elements) => elements.push_back(element),
            Elements::Shuffled { elements, .. } => elements.push(element),
            Elements::ByPriority { heap, priority } => {
                heap.push(element);
                let last = heap.len() - 1;
                rise(heap, last, 0, *priority);
            }
        }
    }

    /// Takes the next one.
    pub fn take(&mut self) -> Option<E> {
        match self {
            Elements::Fifo(elements) => elements.pop_front(),
            Elements::Shuffled { elements, random, .. } if !elements.is_empty() => {
                let drawn = random.draw() as usize % elements.len();
                Some(elements.swap_remove(drawn))
            }
            Elements::Shuffled { .. } => None,
            Elements::ByPriority { heap, priority } => pop(heap, *priority),
        }
    }

    /// Puts in again what was taken, the last of it first, so that it comes out as if it had never left.
    pub fn put_back(&mut self, taken: Vec<E>) {
        match self {
            Elements::Fifo(elements) => taken.into_iter().rev().for_each(|element| elements.push_front(element)),
            _ => taken.into_iter().for_each(|element| self.put(element)),
        }
    }
}

/// Lets the element at `place` rise, not above `top`, while it comes before the one above it.
fn rise<E>(heap: &mut [E], mut place: usize, top: usize, priority: fn(&E) -> i64) {
    while place > top {
        let parent = (place - 1) / 2;
        if priority(&heap[parent]) <= priority(&heap[place]) {
            return;
        }
        heap.swap(parent, place);
        place = parent;
    }
}

/// Takes the first element: the last one sinks from the top to the bottom, along the smaller of the two below, and rises
/// from there.
fn pop<E>(heap: &mut Vec<E>, priority: fn(&E) -> i64) -> Option<E> {
    let last = heap.len().checked_sub(1)?;
    heap.swap(0, last);
    let first = heap.pop();
    let (len, mut place) = (heap.len(), 0);
    while 2 * place + 1 < len {
        let mut below = 2 * place + 2;
        if below == len || priority(&heap[below]) > priority(&heap[below - 1]) {
            below -= 1;
        }
        heap.swap(place, below);
        place = below;
    }
    rise(heap, place, 0, priority);
    first
}

#[cfg(test)]
mod tests {
    use regatta_kernels::Philox;

    use super::*;

    #[test]
    fn the_smallest_comes_first() {
        let mut elements = Elements::ByPriority { heap: Vec::new(), priority: |pair: &(i64, char)| pair.0 };
        for pair in [(3, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (-5, 'e'), (3, 'f')] {
            elements.put(pair);
        }
        let order: Vec<i64> = std::iter::from_fn(|| elements.take()).map(|pair| pair.0).collect();
        assert_eq!(order, [-5, 1, 1, 2, 3, 3]);
    }

    #[test]
    fn a_shuffled_queue_keeps_some_until_it_is_closed() {
        let mut elements =
            Elements::Shuffled { elements: Vec::new(), min_after_dequeue: 3, random: Words::of(Philox::new(1, 2)) };
        (0..5).for_each(|k| elements.put(k));
        assert_eq!((elements.available(false), elements.available(true)), (2, 5));
        let mut all: Vec<i32> = std::iter::from_fn(|| elements.take()).collect();
        all.sort();
        assert_eq!(all, [0, 1, 2, 3, 4]);
        assert_eq!(elements.take(), None);
    }
}
