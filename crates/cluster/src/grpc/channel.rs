//! Makes unary calls to one peer, over one connection that is made when first needed and replaced when it dies.
//!
//! 1. connect: on the first call, and on the first after a loss. Calls that come meanwhile share the attempt. A connection
//!    counts once the peer has answered a ping: a socket alone may belong to a proxy, or to something that is no gRPC.
//! 2. call: a stream of the connection. Dropping the call, or the body it gave, resets the stream.
//! 3. loss: calls in flight fail with `Unavailable`; one the peer certainly never looked at is made once more.
//!
//!    A peer that says nothing while calls wait counts as lost too, after a while (`heartbeat`).
//!
//! A connection is held by the channel and by every call and body on it, and its task ends with the last of these.

use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use h2::client::{ResponseFuture, SendRequest};
use http::uri::{Authority, PathAndQuery, Scheme};
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Uri};
use regatta_status::{Code, Result, Status, deadline_exceeded, internal, invalid_argument, unavailable};
use tokio::net::{TcpStream, lookup_host};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, Sleep, sleep, sleep_until, timeout};

use super::body::{Body, Frames};
use super::heartbeat::{Patience, Pulse, Waits};
use super::message::Outgoing;
use super::server::is_grpc;
use super::timeout as grpc_timeout;
use super::{Message, code, heartbeat, transport};

const BACKOFF_MIN: Duration = Duration::from_millis(20);
const BACKOFF_MAX: Duration = Duration::from_secs(1);

/// How a call is to be made.
#[derive(Clone, Copy, Debug, Default)]
pub struct CallOptions {
    /// When to give up, the reading of the response included. The peer is told.
    pub deadline: Option<Instant>,
    /// Whether to keep trying to connect until the deadline, instead of failing at the first refusal.
    pub wait_for_ready: bool,
}

/// Calls to one peer. Clones share one connection.
#[derive(Clone, Debug)]
pub struct Channel {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    peer: Arc<str>,
    connection: Mutex<Option<Arc<Connection>>>,
    /// Held while connecting; remembers the last failure and when it was known.
    connecting: tokio::sync::Mutex<Option<(Instant, Status)>>,
    patience: Patience,
}

#[derive(Debug)]
pub(super) struct Connection {
    requests: SendRequest<Outgoing>,
    task: JoinHandle<()>,
    pulse: Arc<Pulse>,
}

impl Connection {
    /// What a failure of one of its streams means.
    pub(super) fn failure(&self, error: &h2::Error, peer: &str) -> Status {
        match self.pulse.why_given_up() {
            Some(why) => unavailable(format!("connection to {peer} lost: {why}")),
            None => code::of_h2(error, peer),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What a response needs to go on when the call future is done.
pub(super) struct CallOnWire {
    pub(super) path: &'static str,
    pub(super) deadline: Option<Pin<Box<Sleep>>>,
    pub(super) connection: Arc<Connection>,
    _waits: Waits,
}

/// Why an attempt failed, and whether the peer certainly did not look at the request.
struct Failure {
    status: Status,
    unseen: bool,
}

impl From<Status> for Failure {
    fn from(status: Status) -> Failure {
        Failure { status, unseen: false }
    }
}

impl Channel {
    /// A channel to `host:port`. Does no I/O; the name is resolved whenever a connection is made.
    pub fn new(peer: impl Into<String>) -> Channel {
        Channel::with_patience(peer, Patience::default())
    }

    /// As [`Channel::new`], with other limits on the peer's silence.
    pub(super) fn with_patience(peer: impl Into<String>, patience: Patience) -> Channel {
        let peer: String = peer.into();
        let (connection, connecting) = Default::default();
        Channel { shared: Arc::new(Shared { peer: peer.into(), connection, connecting, patience }) }
    }

    /// Whom it calls.
    pub fn peer(&self) -> &str {
        &self.shared.peer
    }

    /// Makes a call and waits for the response to begin.
    pub async fn call(&self, path: &'static str, message: Message, options: CallOptions) -> Result<Body> {
        let mut deadline = options.deadline.map(|deadline| Box::pin(sleep_until(deadline)));
        let mut connected = false;
        let outcome = {
            let mut attempts = pin!(self.attempts(path, message, options, &mut connected));
            poll_fn(|cx| {
                if let Poll::Ready(outcome) = attempts.as_mut().poll(cx) {
                    return Poll::Ready(Some(outcome));
                }
                match &mut deadline {
                    Some(deadline) => deadline.as_mut().poll(cx).map(|()| None),
                    None => Poll::Pending,
                }
            })
            .await
        };
        match outcome {
            Some(Ok(mut body)) => {
                body.set_deadline(deadline);
                Ok(body)
            }
            Some(Err(status)) => Err(status),
            None if connected => Err(too_late(path, self.peer())),
            None => Err(self.never_connected(path)),
        }
    }

    async fn attempts(
        &self,
        path: &'static str,
        message: Message,
        options: CallOptions,
        connected: &mut bool,
    ) -> Result<Body> {
        let mut again = true;
        loop {
            let connection = self.ready(options.wait_for_ready).await?;
            *connected = true;
            match self.attempt(&connection, path, message.clone(), options.deadline).await {
                Ok(body) => return Ok(body),
                Err(failure) if failure.unseen && again => {
                    again = false;
                    self.forget(&connection);
                }
                Err(failure) => return Err(failure.status),
            }
        }
    }

    /// One request and the beginning of its response, on one connection.
    async fn attempt(
        &self,
        connection: &Arc<Connection>,
        path: &'static str,
        message: Message,
        deadline: Option<Instant>,
    ) -> Result<Body, Failure> {
        let request = self.request(path, deadline)?;
        let message = Outgoing::new(message)?;
        let waits = Waits::on(&connection.pulse);
        let mut requests = connection.requests.clone();
        let refused = |error: h2::Error| Failure { status: connection.failure(&error, self.peer()), unseen: true };
        // A fresh handle is ready at once unless the connection is dead: the peer's limit on streams is waited for inside.
        poll_fn(|cx| requests.poll_ready(cx)).await.map_err(refused)?;
        let (response, mut stream) = requests.send_request(request, false).map_err(refused)?;
        // The message lies in memory anyway; h2 sends it on as the window opens. It fails only if the connection does,
        // and then the response tells why.
        let _ = stream.send_data(message, true);
        self.response(connection, path, response, waits).await
    }

    async fn response(
        &self,
        connection: &Arc<Connection>,
        path: &'static str,
        response: ResponseFuture,
        waits: Waits,
    ) -> Result<Body, Failure> {
        let response = response.await.map_err(|error| {
            // A GOAWAY of the peer ends only streams it did not accept, and a refused stream was not looked at.
            let unseen =
                error.is_remote() && (error.is_go_away() || error.reason() == Some(h2::Reason::REFUSED_STREAM));
            Failure { status: connection.failure(&error, self.peer()), unseen }
        })?;
        let (head, stream) = response.into_parts();
        if head.headers.get("server").is_some_and(|name| name == transport::OUR_NAME) {
            connection.pulse.is_ours.store(true, Ordering::Relaxed);
        }
        check_head(&Response::from_parts(head, ()), self.peer())?;
        let call = CallOnWire { path, deadline: None, connection: connection.clone(), _waits: waits };
        let frames = Frames::of_response(stream, self.shared.peer.clone(), call);
        let body = Body::open(frames).await?;
        Ok(body.ok_or_else(|| internal(format!("{} answered {path} without a message", self.peer())))?)
    }

    fn request(&self, path: &'static str, deadline: Option<Instant>) -> Result<Request<()>> {
        let mut uri = http::uri::Parts::default();
        uri.scheme = Some(Scheme::HTTP);
        uri.authority = Some(
            Authority::try_from(self.peer())
                .map_err(|error| invalid_argument(format!("{:?} is not a peer's host:port: {error}", self.peer())))?,
        );
        uri.path_and_query = Some(PathAndQuery::from_static(path));
        let mut request = Request::new(());
        *request.method_mut() = Method::POST;
        *request.uri_mut() = Uri::from_parts(uri).map_err(|error| internal(format!("{path} is no method: {error}")))?;
        *request.headers_mut() = request_headers(deadline);
        Ok(request)
    }

    /// A live connection: the one there is, or a new one.
    async fn ready(&self, wait: bool) -> Result<Arc<Connection>> {
        let mut backoff = BACKOFF_MIN;
        loop {
            match self.connection().await {
                Ok(connection) => return Ok(connection),
                Err(status) if !wait || status.code != Code::Unavailable => return Err(status),
                Err(_) => sleep(backoff.mul_f64(rand::random_range(0.8..1.2))).await,
            }
            backoff = backoff.mul_f64(1.6).min(BACKOFF_MAX);
        }
    }

    async fn connection(&self) -> Result<Arc<Connection>> {
        if let Some(connection) = self.live() {
            return Ok(connection);
        }
        let asked = Instant::now();
        let mut last_failure = self.shared.connecting.lock().await;
        if let Some(connection) = self.live() {
            return Ok(connection);
        }
        // An attempt that failed while we waited for it was ours as well.
        if let Some((when, status)) = &*last_failure
            && *when >= asked
        {
            return Err(status.clone());
        }
        match connect(self.peer(), self.shared.patience).await {
            Ok(connection) => {
                let connection = Arc::new(connection);
                *self.slot() = Some(connection.clone());
                *last_failure = None;
                Ok(connection)
            }
            Err(status) => {
                *last_failure = Some((Instant::now(), status.clone()));
                Err(status)
            }
        }
    }

    fn live(&self) -> Option<Arc<Connection>> {
        self.slot().as_ref().filter(|connection| !connection.task.is_finished()).cloned()
    }

    /// Makes the next call connect anew, unless another has done so already.
    fn forget(&self, dead: &Arc<Connection>) {
        let mut slot = self.slot();
        if slot.as_ref().is_some_and(|connection| Arc::ptr_eq(connection, dead)) {
            *slot = None;
        }
    }

    fn slot(&self) -> std::sync::MutexGuard<'_, Option<Arc<Connection>>> {
        self.shared.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn never_connected(&self, path: &str) -> Status {
        let last_failure = self.shared.connecting.try_lock().ok().and_then(|failure| failure.clone());
        let why = last_failure.map_or("no answer yet".to_owned(), |(_, status)| status.message);
        deadline_exceeded(format!("deadline exceeded before {path} could reach {}: {why}", self.peer()))
    }
}

/// The failure of a call whose deadline passed.
pub(super) fn too_late(path: &str, peer: &str) -> Status {
    deadline_exceeded(format!("deadline exceeded in {path} at {peer}"))
}

/// Resolves the name and tries its addresses one after the other.
async fn connect(peer: &str, patience: Patience) -> Result<Connection> {
    let failed = |why: String| unavailable(format!("failed to connect to {peer}: {why}"));
    let attempt = async {
        let mut why = "the name has no addresses".to_owned();
        for address in lookup_host(peer).await.map_err(|error| failed(error.to_string()))? {
            match connect_to(address, patience).await {
                Ok(connection) => return Ok(connection),
                Err(error) => why = format!("{error} ({address})"),
            }
        }
        Err(failed(why))
    };
    let limit = transport::HANDSHAKE_TIMEOUT;
    timeout(limit, attempt).await.unwrap_or_else(|_| Err(failed(format!("no answer within {limit:?}"))))
}

async fn connect_to(
    address: SocketAddr,
    patience: Patience,
) -> Result<Connection, Box<dyn std::error::Error + Send + Sync>> {
    let pulse = Arc::new(Pulse::default());
    let socket = TcpStream::connect(address).await?;
    let socket = transport::prepare(socket)?.count_with(&pulse.heard);
    let (requests, mut http2) = transport::client().handshake(socket).await?;
    let mut pings = http2.ping_pong().ok_or("a connection whose pings are taken")?;
    let (answered, first_answer) = oneshot::channel();
    let beats = Arc::clone(&pulse);
    let task = tokio::spawn(async move {
        let beat = async {
            // Nobody may wait for it any more.
            let _ = answered.send(pings.ping(h2::Ping::opaque()).await.map(drop));
            heartbeat::silence(&beats, pings, patience).await;
        };
        tokio::select! {
            ended = http2 => if let Err(error) = ended {
                tracing::debug!("connection to {address} ended: {error}");
            },
            () = beat => tracing::warn!("connection to {address} given up: {}", beats.why_given_up().unwrap_or_default()),
        }
    });
    let connection = Connection { requests, task, pulse };
    first_answer.await.map_err(|_| "it hung up")??;
    Ok(connection)
}

fn request_headers(deadline: Option<Instant>) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(5);
    if let Some(deadline) = deadline {
        headers.insert("grpc-timeout", grpc_timeout::encode(deadline.saturating_duration_since(Instant::now())));
    }
    headers.insert("te", HeaderValue::from_static("trailers"));
    headers.insert("content-type", HeaderValue::from_static("application/grpc"));
    headers.insert("user-agent", HeaderValue::from_static(concat!("regatta/", env!("CARGO_PKG_VERSION"))));
    headers.insert("grpc-accept-encoding", HeaderValue::from_static("identity"));
    headers
}

/// Whether the head of a response says that a message follows.
fn check_head(head: &Response<()>, peer: &str) -> Result<()> {
    if let Some(Err(status)) = code::decode(head.headers()) {
        return Err(status);
    }
    if head.status() != StatusCode::OK {
        let code = code::of_http(head.status());
        return Err(Status::new(code, format!("{peer} answered with HTTP status {}", head.status())));
    }
    if !is_grpc(head.headers()) {
        return Err(Status::new(Code::Unknown, format!("{peer} answered with something other than gRPC")));
    }
    Ok(())
}
