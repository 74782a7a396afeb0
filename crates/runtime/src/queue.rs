//! Queues that live on a task: who waits, who comes next, what a close means. A machine without threads or clocks.
//!
//! Every call hands in a request under a ticket of the caller's and returns the requests that are settled by it, its own
//! perhaps among them. Requests of one side are served strictly in order:
//!
//! - an enqueue of many goes in element by element as there is room; a dequeue of many takes elements as they come;
//! - a close waits for the enqueues before it, and fails those after it. From then on a dequeue that cannot be served any
//!   more fails, and puts back what it had taken;
//! - a request that is cancelled leaves in the queue what it had put in, and puts back what it had taken. Only the first
//!   of those that wait can have taken something, so the order stays.

mod order;

use std::collections::VecDeque;

use regatta_status::{Status, cancelled, out_of_range};

pub use order::Elements;

use crate::shared::{Machine, Ticket};

/// How a request ended: for a dequeue the elements, else nothing.
type Settled<E> = crate::shared::Settled<Vec<E>>;

/// A queue of elements.
pub struct Queue<E> {
    /// For messages: `FIFOQueue`.
    kind: &'static str,
    name: String,
    capacity: usize,
    elements: Elements<E>,
    is_closed: bool,
    /// Enqueues and closes.
    incoming: VecDeque<(Ticket, Incoming<E>)>,
    outgoing: VecDeque<(Ticket, Dequeue<E>)>,
}

enum Incoming<E> {
    Enqueue(std::vec::IntoIter<E>),
    Close,
}

impl<E> Incoming<E> {
    fn operation(&self) -> &'static str {
        match self {
            Incoming::Enqueue(_) => "Enqueue",
            Incoming::Close => "Close",
        }
    }
}

struct Dequeue<E> {
    taken: Vec<E>,
    count: usize,
    or_fewer: bool,
}

impl<E> Dequeue<E> {
    fn missing(&self) -> usize {
        self.count - self.taken.len()
    }
}

impl<E> Queue<E> {
    /// A queue for at most `capacity` elements; `kind` and `name` are for messages.
    pub fn new(kind: &'static str, name: String, capacity: usize, elements: Elements<E>) -> Queue<E> {
        Queue { kind, name, capacity, elements, is_closed: false, incoming: VecDeque::new(), outgoing: VecDeque::new() }
    }

    /// How many elements could be dequeued now.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether nothing can be enqueued any more.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Puts elements in, once there is room.
    pub fn enqueue(&mut self, ticket: Ticket, elements: Vec<E>) -> Vec<Settled<E>> {
        if elements.is_empty() {
            return vec![(ticket, Ok(Vec::new()))];
        }
        self.incoming.push_back((ticket, Incoming::Enqueue(elements.into_iter())));
        self.settle()
    }

    /// Takes `count` elements, once there are as many. With `or_fewer` a closed queue gives what it has left.
    pub fn dequeue(&mut self, ticket: Ticket, count: usize, or_fewer: bool) -> Vec<Settled<E>> {
        if count == 0 {
            return vec![(ticket, Ok(Vec::new()))];
        }
        self.outgoing.push_back((ticket, Dequeue { taken: Vec::new(), count, or_fewer }));
        self.settle()
    }

    /// Closes the queue behind the enqueues that wait, or with `cancel_pending` at once and fails them.
    pub fn close(&mut self, ticket: Ticket, cancel_pending: bool) -> Vec<Settled<E>> {
        if !cancel_pending {
            self.incoming.push_back((ticket, Incoming::Close));
            return self.settle();
        }
        self.is_closed = true;
        let mut settled = vec![(ticket, Ok(Vec::new()))];
        let failed = self.incoming.drain(..).map(|(ticket, incoming)| match incoming {
            Incoming::Enqueue(_) => (ticket, Err(was_cancelled("Enqueue"))),
            Incoming::Close => (ticket, Ok(Vec::new())),
        });
        settled.extend(failed);
        settled.append(&mut self.settle());
        settled
    }

    /// Serves who can be served: both sides in turn, until neither gets any further.
    fn settle(&mut self) -> Vec<Settled<E>> {
        let mut settled = Vec::new();
        loop {
            let advanced_in = self.advance_incoming(&mut settled);
            let advanced_out = self.advance_outgoing(&mut settled);
            if !advanced_in && !advanced_out {
                return settled;
            }
        }
    }

    fn advance_incoming(&mut self, settled: &mut Vec<Settled<E>>) -> bool {
        let mut advanced = false;
        while let Some((ticket, incoming)) = self.incoming.front_mut() {
            let ticket = *ticket;
            let result = match incoming {
                Incoming::Close if self.is_closed => {
                    Err(cancelled(format!("Queue '{}' is already closed.", self.name)))
                }
                Incoming::Close => {
                    self.is_closed = true;
                    Ok(Vec::new())
                }
                Incoming::Enqueue(_) if self.is_closed => {
                    Err(cancelled(format!("{} '{}' is closed.", self.kind, self.name)))
                }
                Incoming::Enqueue(elements) => {
                    let room = self.capacity.saturating_sub(self.elements.len());
                    let before = elements.len();
                    elements.take(room).for_each(|element| self.elements.put(element));
                    advanced |= elements.len() < before;
                    if elements.len() > 0 {
                        return advanced;
                    }
                    Ok(Vec::new())
                }
            };
            self.incoming.pop_front();
            settled.push((ticket, result));
            advanced = true;
        }
        advanced
    }

    fn advance_outgoing(&mut self, settled: &mut Vec<Settled<E>>) -> bool {
        let mut advanced = false;
        while let Some((ticket, dequeue)) = self.outgoing.front_mut() {
            let ticket = *ticket;
            let (size, missing) = (self.elements.len(), dequeue.missing());
            let ready = self.elements.available(self.is_closed).min(missing);
            advanced |= ready > 0;
            dequeue.taken.extend((0..ready).map_while(|_| self.elements.take()));
            if dequeue.missing() > 0 && !self.is_closed {
                return advanced;
            }
            let Some((_, dequeue)) = self.outgoing.pop_front() else { return advanced };
            let is_served = dequeue.missing() == 0 || dequeue.or_fewer && !dequeue.taken.is_empty();
            let result = if is_served {
                Ok(dequeue.taken)
            } else {
                self.elements.put_back(dequeue.taken);
                Err(out_of_range(format!(
                    "{} '{}' is closed and has insufficient elements (requested {missing}, current size {size})",
                    self.kind, self.name
                )))
            };
            settled.push((ticket, result));
            advanced = true;
        }
        advanced
    }
}

impl<E: Send + 'static> Machine for Queue<E> {
    type Outcome = Vec<E>;

    fn cancel(&mut self, ticket: Ticket) -> Vec<Settled<E>> {
        let mut settled = Vec::new();
        if let Some(place) = self.incoming.iter().position(|(waiting, _)| *waiting == ticket)
            && let Some((_, incoming)) = self.incoming.remove(place)
        {
            settled.push((ticket, Err(was_cancelled(incoming.operation()))));
        }
        if let Some(place) = self.outgoing.iter().position(|(waiting, _)| *waiting == ticket)
            && let Some((_, dequeue)) = self.outgoing.remove(place)
        {
            self.elements.put_back(dequeue.taken);
            settled.push((ticket, Err(was_cancelled("Dequeue"))));
        }
        settled.append(&mut self.settle());
        settled
    }

    /// Closes the queue and ends everything that waits. Nobody is served by what another puts back, and nobody is told that
    /// the elements have come to an end, which would read as the end of the input.
    fn abandon(&mut self) -> Vec<Settled<E>> {
        self.is_closed = true;
        let incoming = self.incoming.drain(..).map(|(ticket, incoming)| (ticket, incoming.operation()));
        let outgoing = self.outgoing.drain(..).map(|(ticket, _)| (ticket, "Dequeue"));
        incoming.chain(outgoing).map(|(ticket, what)| (ticket, Err(was_cancelled(what)))).collect()
    }
}

fn was_cancelled(operation: &str) -> Status {
    cancelled(format!("{operation} operation was cancelled"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use regatta_status::{Code, Result};

    use super::*;

    fn queue(capacity: usize) -> Queue<u32> {
        Queue::new("FIFOQueue", "q".into(), capacity, Elements::Fifo(VecDeque::new()))
    }

    /// `ticket: elements`, or `ticket: error`.
    fn text(settled: Vec<Settled<u32>>) -> String {
        let one = |(ticket, result): Settled<u32>| match result {
            Ok(elements) => format!("{}: {elements:?}", ticket.0),
            Err(error) => format!("{}: {error}", ticket.0),
        };
        settled.into_iter().map(one).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn who_waits_is_served_in_order() {
        let mut queue = queue(2);
        assert_eq!(text(queue.dequeue(Ticket(1), 1, false)), "");
        assert_eq!(text(queue.dequeue(Ticket(2), 2, false)), "");
        assert_eq!(text(queue.dequeue(Ticket(3), 1, false)), "");
        assert_eq!(text(queue.enqueue(Ticket(4), vec![1, 2])), "4: []; 1: [1]");
        // The third does not overtake the second, which holds one and lacks one.
        assert_eq!(text(queue.enqueue(Ticket(5), vec![3, 4, 5, 6, 7])), "2: [2, 3]; 3: [4]");
        assert_eq!(queue.len(), 2);
        assert_eq!(text(queue.dequeue(Ticket(6), 1, false)), "6: [5]; 5: []");
    }

    #[test]
    fn a_close_waits_for_the_enqueues_before_it() {
        let mut queue = queue(1);
        assert_eq!(text(queue.enqueue(Ticket(1), vec![1])), "1: []");
        assert_eq!(text(queue.enqueue(Ticket(2), vec![2])), "");
        assert_eq!(text(queue.close(Ticket(3), false)), "");
        assert!(!queue.is_closed());
        assert_eq!(text(queue.dequeue(Ticket(4), 1, false)), "4: [1]; 2: []; 3: []");
        assert_eq!(text(queue.enqueue(Ticket(5), vec![3])), "5: CANCELLED: FIFOQueue 'q' is closed.");
        assert_eq!(text(queue.close(Ticket(6), false)), "6: CANCELLED: Queue 'q' is already closed.");
        assert_eq!(text(queue.close(Ticket(7), true)), "7: []");
        assert_eq!(
            text(queue.dequeue(Ticket(8), 3, false)),
            "8: OUT_OF_RANGE: FIFOQueue 'q' is closed and has insufficient elements (requested 3, current size 1)"
        );
        assert_eq!(text(queue.dequeue(Ticket(9), 3, true)), "9: [2]");
        assert_eq!(
            text(queue.dequeue(Ticket(10), 1, true)),
            "10: OUT_OF_RANGE: FIFOQueue 'q' is closed and has insufficient elements (requested 1, current size 0)"
        );
    }

    #[test]
    fn a_close_may_fail_the_enqueues_before_it() {
        let mut queue = queue(1);
        queue.enqueue(Ticket(1), vec![1, 2]);
        queue.enqueue(Ticket(2), vec![3]);
        assert_eq!(
            text(queue.close(Ticket(3), true)),
            "3: []; 1: CANCELLED: Enqueue operation was cancelled; 2: CANCELLED: Enqueue operation was cancelled"
        );
        assert_eq!(queue.len(), 1);
    }

    #[test]
    fn a_close_fails_a_dequeue_that_waits_and_puts_back_what_it_took() {
        let mut queue = queue(5);
        queue.enqueue(Ticket(1), vec![1, 2]);
        assert_eq!(text(queue.dequeue(Ticket(2), 4, false)), "");
        assert_eq!(queue.len(), 0);
        assert_eq!(
            text(queue.close(Ticket(3), false)),
            "3: []; 2: OUT_OF_RANGE: FIFOQueue 'q' is closed and has insufficient elements (requested 2, current size 0)"
        );
        assert_eq!(queue.len(), 2);
    }

    #[test]
    fn a_cancelled_dequeue_puts_back_what_it_took() {
        let mut queue = queue(5);
        queue.enqueue(Ticket(1), vec![1, 2]);
        queue.dequeue(Ticket(2), 4, false);
        assert_eq!(text(queue.dequeue(Ticket(3), 1, false)), "");
        assert_eq!(text(queue.cancel(Ticket(2))), "2: CANCELLED: Dequeue operation was cancelled; 3: [1]");
        assert_eq!(text(queue.cancel(Ticket(2))), "");
    }

    #[test]
    fn an_abandoned_queue_sends_all_away() {
        let mut queue = queue(5);
        queue.enqueue(Ticket(1), vec![1, 2]);
        queue.dequeue(Ticket(2), 3, false);
        queue.dequeue(Ticket(3), 1, false);
        assert_eq!(
            text(queue.abandon()),
            "2: CANCELLED: Dequeue operation was cancelled; 3: CANCELLED: Dequeue operation was cancelled"
        );
        assert!(queue.is_closed());
    }

    #[derive(Clone, Debug)]
    enum Call {
        Enqueue(usize),
        Dequeue(usize, bool),
        Cancel(u64),
        Close(bool),
    }

    fn call() -> impl Strategy<Value = Call> {
        prop_oneof![
            6 => (0usize..5).prop_map(Call::Enqueue),
            6 => (0usize..5, any::<bool>()).prop_map(|(count, or_fewer)| Call::Dequeue(count, or_fewer)),
            2 => (0u64..40).prop_map(Call::Cancel),
            1 => prop::bool::weighted(0.3).prop_map(Call::Close),
        ]
    }

    proptest! {
        /// Whatever happens: each request is settled at most once, elements come out in the order they went in, none twice,
        /// and those of a settled enqueue are out or still there.
        #[test]
        fn nothing_is_lost_or_doubled(capacity in 1usize..6, calls in prop::collection::vec(call(), 1..60)) {
            let mut queue = queue(capacity);
            let mut enqueued: BTreeMap<Ticket, Vec<u32>> = BTreeMap::new();
            let mut wanted: BTreeMap<Ticket, (usize, bool)> = BTreeMap::new();
            let mut results: BTreeMap<Ticket, Result<Vec<u32>>> = BTreeMap::new();
            let mut out: Vec<(Ticket, Vec<u32>)> = Vec::new();
            let mut next = 0u32;
            for (number, call) in calls.into_iter().enumerate() {
                let ticket = Ticket(number as u64);
                let settled = match call {
                    Call::Enqueue(count) => {
                        let elements: Vec<u32> = (next..next + count as u32).collect();
                        next += count as u32;
                        enqueued.insert(ticket, elements.clone());
                        queue.enqueue(ticket, elements)
                    }
                    Call::Dequeue(count, or_fewer) => {
                        wanted.insert(ticket, (count, or_fewer));
                        queue.dequeue(ticket, count, or_fewer)
                    }
                    Call::Cancel(which) => queue.cancel(Ticket(which)),
                    Call::Close(cancel_pending) => queue.close(ticket, cancel_pending),
                };
                for (ticket, result) in settled {
                    if let (Some((count, or_fewer)), Ok(elements)) = (wanted.get(&ticket), &result) {
                        prop_assert!(elements.len() == *count || *or_fewer && !elements.is_empty());
                        out.push((ticket, elements.clone()));
                    }
                    prop_assert!(results.insert(ticket, result).is_none(), "{ticket:?} was settled twice");
                }
            }
            // What is left comes out when all who wait are sent away, the last first so that none of them gets anything.
            for ticket in wanted.keys().rev() {
                queue.cancel(*ticket);
            }
            let waiting: Vec<Ticket> = enqueued.keys().filter(|ticket| !results.contains_key(ticket)).copied().collect();
            for ticket in waiting {
                queue.cancel(ticket);
            }
            let rest = queue.len();
            if rest > 0 {
                let settled = queue.dequeue(Ticket(1000), rest, false);
                prop_assert_eq!(settled.len(), 1);
                out.extend(settled.into_iter().map(|(ticket, result)| (ticket, result.unwrap())));
            }
            // Dequeues are served in the order in which they were asked for.
            prop_assert!(out.windows(2).all(|pair| pair[0].0 < pair[1].0 || pair[0].1.is_empty() || pair[1].1.is_empty()));
            let came: Vec<u32> = out.into_iter().flat_map(|(_, elements)| elements).collect();
            prop_assert!(came.windows(2).all(|pair| pair[0] < pair[1]), "out of order or twice: {came:?}");
            for (ticket, elements) in enqueued {
                let arrived = elements.iter().filter(|element| came.contains(element)).count();
                match results.get(&ticket) {
                    Some(Ok(_)) => prop_assert_eq!(arrived, elements.len(), "lost from {:?}", ticket),
                    Some(Err(error)) => prop_assert_eq!(error.code, Code::Cancelled),
                    None => {}
                }
                // Of one that was given up, the first few may have gone in.
                prop_assert!(elements[..arrived].iter().all(|element| came.contains(element)));
            }
        }
    }
}
