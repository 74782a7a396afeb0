//! What is written to a lane, from any thread and without waiting.
//!
//! A frame is written by the thread that has it: handing it to another would wake that one first, which takes longer than
//! the writing. What the socket does not take at once stays in the queue, and a task of the lane writes it when it can.

use std::{
    collections::VecDeque,
    io::{ErrorKind, IoSlice},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use bytes::{Buf, Bytes};
use tokio::{net::UnixStream, sync::Notify};

use super::frame::Frame;

/// Pieces given to the system in one call.
const PIECES_MAX: usize = 64;

/// The outgoing side of a lane.
pub(super) struct Outbox {
    socket: Arc<UnixStream>,
    queue: Mutex<VecDeque<Bytes>>,
    /// Told when the socket took less than there was.
    left_over: Notify,
    /// Whether somebody is going to write what is posted.
    held: AtomicBool,
}

impl Outbox {
    pub fn new(socket: Arc<UnixStream>) -> Outbox {
        Outbox { socket, queue: Mutex::default(), left_over: Notify::new(), held: AtomicBool::new(false) }
    }

    /// Writes a frame, behind those that are in the queue.
    pub fn send(&self, frame: Frame) {
        self.push(frame);
        self.flush();
    }

    /// As [`Outbox::send`], but leaves the writing to who holds the outbox, if anybody does.
    pub fn post(&self, frame: Frame) {
        self.push(frame);
        if !self.held.load(Ordering::SeqCst) {
            self.flush();
        }
    }

    /// Lets frames that are posted wait for each other, until [`Outbox::let_go`].
    pub fn hold(&self) {
        self.held.store(true, Ordering::SeqCst);
    }

    /// Writes what was posted since [`Outbox::hold`]. What somebody posts from now on, having seen it held or not, is written.
    pub fn let_go(&self) {
        self.held.store(false, Ordering::SeqCst);
        self.flush();
    }

    /// Ends the connection, also for whoever else holds the socket: the other end learns it at once.
    pub fn close(&self) {
        // It may have ended already.
        let _ = rustix::net::shutdown(&*self.socket, rustix::net::Shutdown::Both);
    }

    fn push(&self, frame: Frame) {
        let (head, rest) = frame.encode();
        let mut queue = self.lock();
        queue.push_back(head);
        if !rest.is_empty() {
            queue.push_back(rest);
        }
    }

    /// Writes what is in the queue, as far as the socket takes it.
    fn flush(&self) {
        if !self.write_some() {
            self.left_over.notify_one();
        }
    }

    /// Writes what is left over, for as long as the lane lives. Ends when the other side is gone.
    pub async fn write_left_over(&self) {
        loop {
            self.left_over.notified().await;
            while !self.write_some() {
                if self.socket.writable().await.is_err() {
                    return;
                }
            }
        }
    }

    /// Answers whether all is written that ever can be.
    fn write_some(&self) -> bool {
        let mut queue = self.lock();
        while !queue.is_empty() {
            let mut slices = [IoSlice::new(&[]); PIECES_MAX];
            let mut count = 0;
            for (slice, piece) in slices.iter_mut().zip(queue.iter()) {
                *slice = IoSlice::new(piece);
                count += 1;
            }
            match self.socket.try_write_vectored(&slices[..count]) {
                Ok(written) => advance(&mut queue, written),
                Err(e) if e.kind() == ErrorKind::WouldBlock => return false,
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                // The other side is gone, which whoever reads from it finds out too.
                Err(_) => queue.clear(),
            }
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Bytes>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn advance(queue: &mut VecDeque<Bytes>, mut written: usize) {
    while let Some(piece) = queue.front_mut() {
        if written < piece.len() {
            piece.advance(written);
            return;
        }
        written -= piece.len();
        queue.pop_front();
    }
}
