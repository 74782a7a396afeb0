//! A socket that lets go of the thread after every so many bytes read, so that who waits for them can take them first, and that
//! counts how often something was read.
//!
//! `h2` reads frames for as long as the socket has any, and the receiver of the bytes, woken by the first of them, runs on
//! the same thread only after that: a whole window piles up in fresh memory. Made to pause after about one frame, reader
//! and receiver take turns, and the buffer the receiver drops is the one the next frame is read into, still in the cache.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// See the module.
pub(super) struct Paced {
    socket: TcpStream,
    quantum_bytes: usize,
    read_bytes: usize,
    reads: Arc<AtomicU64>,
}

impl Paced {
    pub(super) fn new(socket: TcpStream, quantum_bytes: usize) -> Paced {
        Paced { socket, quantum_bytes, read_bytes: 0, reads: Arc::default() }
    }

    /// Counts with this how often something is read.
    pub(super) fn count_with(self, reads: &Arc<AtomicU64>) -> Paced {
        Paced { reads: Arc::clone(reads), ..self }
    }
}

impl AsyncRead for Paced {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.read_bytes >= self.quantum_bytes {
            self.read_bytes = 0;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        let outcome = Pin::new(&mut self.socket).poll_read(cx, buffer);
        match outcome {
            Poll::Pending => self.read_bytes = 0,
            Poll::Ready(_) => {
                self.read_bytes += buffer.filled().len() - before;
                self.reads.fetch_add(1, Ordering::Relaxed);
            }
        }
        outcome
    }
}

impl AsyncWrite for Paced {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.socket).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.socket).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(cx)
    }
}
