//! What both ends of a connection agree to offer: windows, frame sizes and limits, and how the socket is set.
//!
//! The windows must never be what a tensor waits for, and the limits must never close a connection that only does what
//! training does: thousands of receives open at once, all cancelled at once when a step is aborted.

use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::net::TcpStream;

use super::paced::Paced;

/// What a peer may send of one message before we take any of it: enough for 25 Gbit/s over a millisecond. More only lets
/// more pile up in fresh memory (at 64 MiB the receiver's CPU time per byte was half as much again as at 8 MiB).
const STREAM_WINDOW_BYTES: u32 = 8 << 20;

/// What a peer may send on all streams together before we take any of it.
const CONNECTION_WINDOW_BYTES: u32 = 64 << 20;

/// The longest frame a peer may send us, also what another stream waits for its turn, and how much is read before those
/// who wait for it get theirs. Receiving took 0.4 s of CPU a GB with this, 0.6 with 64 KiB and 1.2 with 16 KiB.
const FRAME_BYTES_MAX: u32 = 1 << 20;

/// Room for the longest status message, escaped, and then some; the limit gRPC's C core has by default.
const HEADER_BYTES_MAX: u32 = 16 << 10;

/// Calls open at once on one connection. HTTP/2's own limit: a step must never wait for another's receives.
const STREAMS_MAX: u32 = i32::MAX as u32;

/// Calls cancelled whose remains (frames under way, a stream not yet accepted) are still remembered.
const CANCELLED_MAX: usize = 1 << 20;

/// By what a caller knows that a server is one of ours: the header `server` of its answers.
pub(super) const OUR_NAME: &str = "regatta";

/// How long to establish a connection, both the socket and HTTP/2 on it.
pub(super) const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(20);

pub(super) fn server() -> h2::server::Builder {
    let mut builder = h2::server::Builder::new();
    builder
        .initial_window_size(STREAM_WINDOW_BYTES)
        .initial_connection_window_size(CONNECTION_WINDOW_BYTES)
        .max_frame_size(FRAME_BYTES_MAX)
        .max_header_list_size(HEADER_BYTES_MAX)
        .max_concurrent_streams(STREAMS_MAX)
        .max_concurrent_reset_streams(CANCELLED_MAX)
        .max_pending_accept_reset_streams(CANCELLED_MAX)
        .max_local_error_reset_streams(None);
    builder
}

pub(super) fn client() -> h2::client::Builder {
    let mut builder = h2::client::Builder::new();
    builder
        .initial_window_size(STREAM_WINDOW_BYTES)
        .initial_connection_window_size(CONNECTION_WINDOW_BYTES)
        .max_frame_size(FRAME_BYTES_MAX)
        .max_header_list_size(HEADER_BYTES_MAX)
        .initial_max_send_streams(STREAMS_MAX as usize)
        .max_concurrent_reset_streams(CANCELLED_MAX)
        .max_local_error_reset_streams(None)
        .enable_push(false);
    builder
}

/// Sends without delay, and notices in a minute or two a peer whose machine is gone.
pub(super) fn prepare(socket: TcpStream) -> std::io::Result<Paced> {
    socket.set_nodelay(true)?;
    let keepalive = TcpKeepalive::new().with_time(Duration::from_secs(30)).with_interval(Duration::from_secs(10));
    SockRef::from(&socket).set_tcp_keepalive(&keepalive)?;
    Ok(Paced::new(socket, FRAME_BYTES_MAX as usize))
}
