//! Serves unary calls: one task a connection, one task a call.
//!
//! 1. start: the listener's task accepts; a connection's task drives its HTTP/2 and spawns a task for every call.
//! 2. steady: a call's task polls its handler until the handler answers, the deadline passes or the caller goes away
//!    (stream reset or connection closed); in the last two cases the handler is dropped where it waits.
//! 3. stop: the listener closes, connections say GOAWAY and end when their last call has; after the grace they drop the
//!    calls left. Tasks are held in sets by the task above them, so dropping the [`Server`] ends them all.

use std::any::Any;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use h2::RecvStream;
use h2::server::SendResponse;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use regatta_status::{Result, Status, deadline_exceeded, internal, unimplemented};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep_until, timeout};

use super::body::{Body, Frames};
use super::message::Outgoing;
use super::timeout as grpc_timeout;
use super::transport::OUR_NAME;
use super::{Message, code, transport};

/// A call to be served.
#[derive(Debug)]
pub struct Call {
    /// The method, e.g. `/tensorflow.WorkerService/RecvTensor`.
    pub path: String,
    /// When the caller gives up. The server sees to it; the handler may want to know.
    pub deadline: Option<Instant>,
    /// Who calls.
    pub peer: SocketAddr,
    /// The request.
    pub body: Body,
}

/// What a handler will answer.
pub type Reply = Pin<Box<dyn Future<Output = Result<Message>> + Send>>;

/// What a server does with calls. It decides about paths itself and answers `Unimplemented` to those it does not know.
pub trait Service: Send + Sync + 'static {
    /// Answers one call. The future is dropped where it waits when the caller is gone or its deadline has passed.
    fn call(self: Arc<Self>, call: Call) -> Reply;
}

/// A running server. Dropping it ends it at once.
#[derive(Debug)]
pub struct Server {
    local_addr: SocketAddr,
    phase: watch::Sender<Phase>,
    task: JoinHandle<()>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Serving,
    /// No new connections and calls; those in flight go on.
    Draining,
    /// Nothing goes on.
    Ending,
}

impl Server {
    /// Serves on a bound listener until stopped or dropped. Call it inside a tokio runtime.
    pub fn serve(listener: TcpListener, service: Arc<dyn Service>) -> std::io::Result<Server> {
        let local_addr = listener.local_addr()?;
        let (phase, phases) = watch::channel(Phase::Serving);
        let task = tokio::spawn(accept(listener, service, phases));
        Ok(Server { local_addr, phase, task })
    }

    /// Where it listens.
    pub fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Stops accepting, gives the calls in flight so long to end, drops the rest, and returns when all of it is gone.
    pub async fn stop(mut self, grace: Duration) {
        self.phase.send_replace(Phase::Draining);
        if timeout(grace, &mut self.task).await.is_err() {
            self.phase.send_replace(Phase::Ending);
            let _ = (&mut self.task).await;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Waits until the server is so far; a server that is gone is at its end.
async fn reached(phases: &mut watch::Receiver<Phase>, phase: Phase) {
    let _ = phases.wait_for(|now| *now >= phase).await;
}

async fn accept(listener: TcpListener, service: Arc<dyn Service>, mut phases: watch::Receiver<Phase>) {
    let mut connections = JoinSet::new();
    let for_connections = phases.clone();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((socket, peer)) => {
                    connections.spawn(converse(socket, peer, service.clone(), for_connections.clone()));
                }
                Err(error) => {
                    // Out of file descriptors, mostly: what ends soon will free some.
                    tracing::warn!("accepting a connection failed: {error}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
            () = reached(&mut phases, Phase::Draining) => break,
            Some(_) = connections.join_next() => {}
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

/// Drives one connection until it ends. Its calls end with it.
async fn converse(socket: TcpStream, peer: SocketAddr, service: Arc<dyn Service>, mut phases: watch::Receiver<Phase>) {
    let mut calls = JoinSet::new();
    tokio::select! {
        result = drive(socket, peer, service, phases.clone(), &mut calls) => {
            if let Err(error) = result {
                tracing::debug!("connection with {peer} ended: {error}");
            }
        }
        () = reached(&mut phases, Phase::Ending) => {}
    }
    calls.shutdown().await;
}

async fn drive(
    socket: TcpStream,
    peer: SocketAddr,
    service: Arc<dyn Service>,
    mut phases: watch::Receiver<Phase>,
    calls: &mut JoinSet<()>,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let socket = transport::prepare(socket)?;
    let handshake = transport::server().handshake::<_, Outgoing>(socket);
    let Ok(connection) = timeout(transport::HANDSHAKE_TIMEOUT, handshake).await else {
        return Ok(());
    };
    let mut connection = connection?;
    let peer_name: Arc<str> = peer.to_string().into();
    let mut draining = false;
    loop {
        tokio::select! {
            accepted = connection.accept() => {
                let Some(accepted) = accepted else { return Ok(()) };
                let (request, respond) = accepted?;
                while calls.try_join_next().is_some() {}
                calls.spawn(answer(request, respond, service.clone(), peer, peer_name.clone()));
            }
            () = reached(&mut phases, Phase::Draining), if !draining => {
                draining = true;
                connection.graceful_shutdown();
            }
        }
    }
}

/// Sees one call through, unless the caller goes away.
async fn answer(
    request: Request<RecvStream>,
    mut respond: SendResponse<Outgoing>,
    service: Arc<dyn Service>,
    peer: SocketAddr,
    peer_name: Arc<str>,
) {
    if let Some(refusal) = refuse(&request) {
        let _ = respond.send_response(refusal, true);
        return;
    }
    let timeout = request.headers().get("grpc-timeout").and_then(grpc_timeout::decode);
    let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let (head, stream) = request.into_parts();
    let path = head.uri.path().to_owned();
    let outcome = {
        let mut handler = pin!(async {
            if let Some(encoding) = head.headers.get("grpc-encoding").filter(|encoding| *encoding != "identity") {
                return Err(unimplemented(format!(
                    "the message encoding {encoding:?} is not supported, only identity is"
                )));
            }
            let body = Body::open(Frames::of_request(stream, peer_name)).await?;
            let body = body.ok_or_else(|| internal("a unary call without a message"))?;
            service.call(Call { path: path.clone(), deadline, peer, body }).await
        });
        let mut sleep = pin!(deadline.map(sleep_until));
        poll_fn(|cx| {
            // Either a reset or the end of the connection.
            if respond.poll_reset(cx).is_ready() {
                return Poll::Ready(None);
            }
            match catch_unwind(AssertUnwindSafe(|| handler.as_mut().poll(cx))) {
                Ok(Poll::Ready(outcome)) => return Poll::Ready(Some(outcome)),
                Ok(Poll::Pending) => {}
                Err(panic) => return Poll::Ready(Some(Err(panicked(&path, panic.as_ref())))),
            }
            match sleep.as_mut().as_pin_mut().map(|sleep| sleep.poll(cx)) {
                Some(Poll::Ready(())) => {
                    Poll::Ready(Some(Err(deadline_exceeded(format!("deadline exceeded in {path}")))))
                }
                _ => Poll::Pending,
            }
        })
        .await
        // The handler ends here: what it holds is free before the caller hears of the answer.
    };
    let sent = match outcome.map(|outcome| outcome.and_then(Outgoing::new)) {
        Some(Ok(message)) => send(&mut respond, message),
        Some(Err(status)) => send_error(&mut respond, &status),
        None => Ok(()),
    };
    if let Err(error) = sent {
        tracing::debug!("answering {path} from {peer} failed: {error}");
    }
}

/// What is not even gRPC is answered in HTTP's own terms.
fn refuse(request: &Request<RecvStream>) -> Option<Response<()>> {
    let status = if request.method() != Method::POST {
        StatusCode::METHOD_NOT_ALLOWED
    } else if !is_grpc(request.headers()) {
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    } else {
        return None;
    };
    let mut response = Response::new(());
    *response.status_mut() = status;
    Some(response)
}

/// Whether the content is gRPC's: `application/grpc`, alone or with a format or parameters behind it.
pub(super) fn is_grpc(headers: &HeaderMap) -> bool {
    let content_type = headers.get("content-type").map_or(&[][..], HeaderValue::as_bytes);
    let rest = content_type.strip_prefix(b"application/grpc");
    rest.is_some_and(|rest| matches!(rest.first(), None | Some(b'+' | b';')))
}

fn send(respond: &mut SendResponse<Outgoing>, message: Outgoing) -> Result<(), h2::Error> {
    let mut stream = respond.send_response(response(HeaderMap::with_capacity(2)), false)?;
    // No waiting for the window: the message lies in memory anyway, and h2 sends it on as the window opens.
    stream.send_data(message, false)?;
    stream.send_trailers(code::encode(Ok(())))
}

fn send_error(respond: &mut SendResponse<Outgoing>, status: &Status) -> Result<(), h2::Error> {
    let mut headers = code::encode(Err(status));
    headers.insert("grpc-accept-encoding", HeaderValue::from_static("identity"));
    respond.send_response(response(headers), true).map(drop)
}

fn response(mut headers: HeaderMap) -> Response<()> {
    headers.insert("content-type", HeaderValue::from_static("application/grpc"));
    headers.insert("server", HeaderValue::from_static(OUR_NAME));
    let mut response = Response::new(());
    *response.headers_mut() = headers;
    response
}

fn panicked(path: &str, panic: &(dyn Any + Send)) -> Status {
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    tracing::error!("the handler of {path} panicked: {message}");
    internal(format!("the handler of {path} panicked: {message}"))
}
