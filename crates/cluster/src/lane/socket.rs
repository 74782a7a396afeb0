//! The socket of a lane: a name that only this machine knows, who is at the other end, and the memory handed over at its
//! beginning.
//!
//! The name lies in the abstract namespace, so that no file is left behind, whatever ends the process. Everybody on the
//! machine may connect to such a name; so each end asks the system whose the other one is, and goes no further with another
//! user's.

use std::{
    io::{self, IoSlice, IoSliceMut},
    mem::MaybeUninit,
    os::{
        fd::{BorrowedFd, OwnedFd},
        linux::net::SocketAddrExt,
        unix::net,
    },
    sync::Arc,
};

use bytes::BytesMut;
use regatta_status::Result;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    recvmsg, sendmsg,
};
use tokio::{
    io::Interest,
    net::{UnixListener, UnixStream},
};

use super::frame::Frame;

/// The random number by which a lane is found.
pub(crate) type LaneName = [u8; 16];

/// What is said with the memory; another version would say something else.
const GREETING: &[u8; 16] = b"regatta lane 1\r\n";

/// How much is read at once, if there is so much.
const READ_BYTES: usize = 64 << 10;

fn address(name: &LaneName) -> io::Result<net::SocketAddr> {
    net::SocketAddr::from_abstract_name(format!("regatta-{:032x}", u128::from_be_bytes(*name)))
}

pub(super) fn listen(name: &LaneName) -> io::Result<UnixListener> {
    let listener = net::UnixListener::bind_addr(&address(name)?)?;
    listener.set_nonblocking(true)?;
    UnixListener::from_std(listener)
}

/// Connects to a name of this machine. Does not wait: whoever does not listen is not there.
pub(super) fn connect(name: &LaneName) -> io::Result<UnixStream> {
    let socket = net::UnixStream::connect_addr(&address(name)?)?;
    socket.set_nonblocking(true)?;
    UnixStream::from_std(socket)
}

/// Refuses an end that belongs to another user.
pub(super) fn check_user(socket: &UnixStream) -> io::Result<()> {
    let theirs = socket.peer_cred()?.uid();
    let ours = rustix::process::geteuid().as_raw();
    match theirs == ours {
        true => Ok(()),
        false => Err(io::Error::other(format!("the other end belongs to user {theirs}, this process to {ours}"))),
    }
}

/// Greets, and hands over a file.
pub(super) async fn send_greeting(socket: &UnixStream, file: BorrowedFd<'_>) -> io::Result<()> {
    let sent = socket.async_io(Interest::WRITABLE, || {
        let files = [file];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&files));
        Ok(sendmsg(socket, &[IoSlice::new(GREETING)], &mut control, SendFlags::NOSIGNAL)?)
    });
    match sent.await? {
        count if count == GREETING.len() => Ok(()),
        count => Err(io::Error::other(format!("only {count} bytes of the greeting could be sent"))),
    }
}

/// Waits for the greeting; answers the file that came with it.
pub(super) async fn recv_greeting(socket: &UnixStream) -> io::Result<OwnedFd> {
    let mut greeting = [0; GREETING.len()];
    let (count, file) = socket
        .async_io(Interest::READABLE, || {
            let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
            let mut control = RecvAncillaryBuffer::new(&mut space);
            let mut slices = [IoSliceMut::new(&mut greeting)];
            let received = recvmsg(socket, &mut slices, &mut control, RecvFlags::CMSG_CLOEXEC)?;
            let files = control.drain().filter_map(|message| match message {
                RecvAncillaryMessage::ScmRights(files) => Some(files),
                _ => None,
            });
            Ok((received.bytes, files.flatten().next()))
        })
        .await?;
    match file {
        Some(file) if count == GREETING.len() && greeting == *GREETING => Ok(file),
        _ => Err(io::Error::other("the other end greets in another way")),
    }
}

/// The incoming side of a lane.
pub(super) struct Inbox {
    socket: Arc<UnixStream>,
    arrived: BytesMut,
}

impl Inbox {
    pub fn new(socket: Arc<UnixStream>) -> Inbox {
        Inbox { socket, arrived: BytesMut::new() }
    }

    /// Waits until something arrives; answers whether anything did before the end.
    pub async fn fill(&mut self) -> io::Result<bool> {
        loop {
            self.socket.readable().await?;
            self.arrived.reserve(READ_BYTES);
            match self.socket.try_read_buf(&mut self.arrived) {
                Ok(count) => return Ok(count > 0),
                Err(e) if matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
                Err(e) => return Err(e),
            }
        }
    }

    /// The next frame of those that have arrived.
    pub fn take(&mut self) -> Result<Option<Frame>> {
        Frame::take(&mut self.arrived)
    }
}
