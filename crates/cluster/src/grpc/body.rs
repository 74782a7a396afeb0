//! A message on its way in: its declared length, then its bytes in the chunks they arrive in.
//!
//! Exactly one message, uncompressed and of the declared length, or an error; and no memory beyond what really arrived,
//! whatever length the peer declares.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes, BytesMut};
use h2::RecvStream;
use http::HeaderMap;
use regatta_status::{Result, Status, internal, resource_exhausted, unimplemented};
use tokio::time::Sleep;

use super::channel::CallOnWire;
use super::code;
use super::message::PREFIX_BYTES;

/// An incoming message. Dropping it unread tells the peer to send no more.
///
/// Bytes not yet taken count against a window that all calls of the connection share, so take them soon.
pub struct Body {
    frames: Frames,
    /// Arrived together with the prefix.
    first: Bytes,
    len: usize,
    left: usize,
    ended: bool,
}

impl std::fmt::Debug for Body {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Body").field("len", &self.len).field("left", &self.left).finish_non_exhaustive()
    }
}

impl Body {
    /// Waits for the length of the message; `Ok(None)` if the stream ends well without one.
    pub(super) async fn open(mut frames: Frames) -> Result<Option<Body>> {
        let mut head = Bytes::new();
        while head.len() < PREFIX_BYTES {
            let Some(chunk) = poll_fn(|cx| frames.poll_next(cx)).await? else {
                if head.is_empty() {
                    return Ok(None);
                }
                return Err(internal(format!(
                    "the stream ended inside the prefix of a message, after {} bytes",
                    head.len()
                )));
            };
            // Nearly always the prefix comes in one piece.
            head = if head.is_empty() { chunk } else { [head, chunk].concat().into() };
        }
        let flag = head.get_u8();
        let len = head.get_u32() as usize;
        match flag {
            0 => {}
            1 => return Err(unimplemented("compressed messages are not supported, only the encoding identity is")),
            _ => return Err(internal(format!("a message starts with the unknown flag {flag}"))),
        }
        if len > super::MESSAGE_BYTES_MAX {
            return Err(resource_exhausted(format!("a message of {len} bytes is too long to receive")));
        }
        Ok(Some(Body { frames, first: head, len, left: len, ended: false }))
    }

    /// Lets the deadline of the call, if it has one, end the reading as well.
    pub(super) fn set_deadline(&mut self, deadline: Option<Pin<Box<Sleep>>>) {
        if let Some(call) = &mut self.frames.call {
            call.deadline = deadline;
        }
    }

    /// The length the message was declared to have.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The next bytes of the message as they arrive, never empty; `None` once all are here and the call ended well.
    ///
    /// Only `None` says that the message is whole: read on until it comes.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>> {
        poll_fn(|cx| self.poll_chunk(cx)).await
    }

    /// The whole message in one piece. Memory grows with what arrives, not with what was declared.
    pub async fn collect(mut self) -> Result<Bytes> {
        const STEP_BYTES: usize = 1 << 20;
        let first = self.chunk().await?.unwrap_or_default();
        let Some(second) = self.chunk().await? else { return Ok(first) };
        let mut whole = BytesMut::with_capacity(self.len.min(STEP_BYTES.max(first.len() + second.len())));
        whole.extend_from_slice(&first);
        whole.extend_from_slice(&second);
        drop((first, second));
        while let Some(chunk) = self.chunk().await? {
            if whole.capacity() - whole.len() < chunk.len() {
                let rest = self.len - whole.len();
                whole.reserve(rest.min(whole.len().max(STEP_BYTES).max(chunk.len())));
            }
            whole.extend_from_slice(&chunk);
        }
        Ok(whole.freeze())
    }

    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<Bytes>>> {
        if self.ended {
            return Poll::Ready(Ok(None));
        }
        let chunk = if self.first.is_empty() {
            match ready!(self.frames.poll_next(cx))? {
                Some(chunk) => chunk,
                None if self.left > 0 => {
                    let got = self.len - self.left;
                    return Poll::Ready(Err(internal(format!("a message of {} bytes ended after {got}", self.len))));
                }
                None => {
                    self.ended = true;
                    return Poll::Ready(Ok(None));
                }
            }
        } else {
            std::mem::take(&mut self.first)
        };
        let Some(left) = self.left.checked_sub(chunk.len()) else {
            return Poll::Ready(Err(internal(format!(
                "more bytes than the one message of {} in a unary call",
                self.len
            ))));
        };
        self.left = left;
        Poll::Ready(Ok(Some(chunk)))
    }
}

/// The data frames of a stream and, on the side of the caller, the status that ends them.
pub(super) struct Frames {
    stream: RecvStream,
    peer: Arc<str>,
    call: Option<CallOnWire>,
}

impl Frames {
    /// The request of a call being served.
    pub(super) fn of_request(stream: RecvStream, peer: Arc<str>) -> Frames {
        Frames { stream, peer, call: None }
    }

    /// The response to a call made.
    pub(super) fn of_response(stream: RecvStream, peer: Arc<str>, call: CallOnWire) -> Frames {
        Frames { stream, peer, call: Some(call) }
    }

    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<Bytes>>> {
        loop {
            match self.stream.poll_data(cx) {
                Poll::Ready(Some(Ok(chunk))) => {
                    // Fails only where the stream is already closed, and then there is no window to give back.
                    let _ = self.stream.flow_control().release_capacity(chunk.len());
                    if !chunk.is_empty() {
                        return Poll::Ready(Ok(Some(chunk)));
                    }
                }
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Err(self.failure(&error))),
                Poll::Ready(None) if self.call.is_none() => return Poll::Ready(Ok(None)),
                Poll::Ready(None) => match self.stream.poll_trailers(cx) {
                    Poll::Ready(Ok(trailers)) => {
                        return Poll::Ready(outcome(trailers.as_ref(), &self.peer).map(|()| None));
                    }
                    Poll::Ready(Err(error)) => return Poll::Ready(Err(self.failure(&error))),
                    Poll::Pending => return self.poll_deadline(cx),
                },
                Poll::Pending => return self.poll_deadline(cx),
            }
        }
    }

    fn poll_deadline(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<Bytes>>> {
        let Some(call) = &mut self.call else { return Poll::Pending };
        let Some(deadline) = &mut call.deadline else { return Poll::Pending };
        ready!(deadline.as_mut().poll(cx));
        Poll::Ready(Err(super::channel::too_late(call.path, &self.peer)))
    }

    fn failure(&self, error: &h2::Error) -> Status {
        match &self.call {
            Some(call) => call.connection.failure(error, &self.peer),
            None => code::of_h2(error, &self.peer),
        }
    }
}

fn outcome(trailers: Option<&HeaderMap>, peer: &str) -> Result<()> {
    trailers.and_then(code::decode).unwrap_or_else(|| Err(internal(format!("{peer} ended a call without a status"))))
}
