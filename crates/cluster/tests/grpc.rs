//! gRPC between our own client and server over real sockets, with well-behaved and with hostile peers.
//!
//! Every wait is bounded by [`soon`]; ports are the system's choice.

use std::future::pending;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use regatta_cluster::grpc::{Call, CallOptions, Channel, Message, Reply, Server, Service};
use regatta_status::{Code, Result, Status, internal, unimplemented};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

async fn soon<F: Future>(future: F) -> F::Output {
    timeout(Duration::from_secs(30), future).await.expect("it takes too long")
}

/// Counts the handlers that wait for ever, down again when they are dropped.
#[derive(Default)]
struct Methods {
    waiting: watch::Sender<usize>,
    calls: AtomicUsize,
}

struct Waiting(Arc<Methods>);

impl Waiting {
    fn new(methods: Arc<Methods>) -> Waiting {
        methods.waiting.send_modify(|count| *count += 1);
        Waiting(methods)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.waiting.send_modify(|count| *count -= 1);
    }
}

impl Methods {
    async fn until_waiting(&self, count: usize) {
        soon(self.waiting.subscribe().wait_for(|now| *now == count)).await.unwrap();
    }
}

impl Service for Methods {
    fn call(self: Arc<Self>, call: Call) -> Reply {
        self.calls.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move {
            match call.path.as_str() {
                "/test/Echo" => Ok(Message::from(call.body.collect().await?)),
                "/test/Parts" => {
                    let whole = call.body.collect().await?;
                    let middle = whole.len() / 2;
                    Ok([whole.slice(..middle), Bytes::new(), whole.slice(middle..)].into_iter().collect())
                }
                "/test/Fail" => {
                    let text = call.body.collect().await?;
                    Err(Status::new(Code::FailedPrecondition, String::from_utf8_lossy(&text)).derived())
                }
                "/test/Refuse" => Err(internal("refused unread")),
                "/test/Panic" => panic!("as asked"),
                "/test/Wait" => {
                    let _waiting = Waiting::new(self);
                    pending().await
                }
                "/test/Slow" => {
                    let _waiting = Waiting::new(self);
                    sleep(Duration::from_millis(300)).await;
                    Ok(Message::from("done"))
                }
                "/test/Deadline" => {
                    let left = call.deadline.map(|deadline| deadline.duration_since(Instant::now()).as_millis() as u64);
                    Ok(Message::from(format!("{left:?}")))
                }
                path => Err(unimplemented(format!("no method {path}"))),
            }
        })
    }
}

struct Fixture {
    methods: Arc<Methods>,
    server: Server,
    channel: Channel,
}

async fn start() -> Fixture {
    let methods = Arc::new(Methods::default());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::serve(listener, methods.clone()).unwrap();
    let channel = Channel::new(server.local_addr().to_string());
    Fixture { methods, server, channel }
}

async fn call(channel: &Channel, path: &'static str, message: impl Into<Message>) -> Result<Bytes> {
    soon(async { channel.call(path, message.into(), CallOptions::default()).await?.collect().await }).await
}

async fn call_within(channel: &Channel, path: &'static str, within: Duration) -> Result<Bytes> {
    let options = CallOptions { deadline: Some(Instant::now() + within), wait_for_ready: false };
    soon(async { channel.call(path, Message::new(), options).await?.collect().await }).await
}

async fn check_works(channel: &Channel) {
    assert_eq!(call(channel, "/test/Echo", "still here").await.unwrap(), "still here");
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_of_any_length_come_back() {
    let fixture = start().await;
    for len in [0, 1, 250, 251, 252, 16_379, 16_384, 1 << 20, (1 << 20) + 1, 10_000_000, 100_000_000] {
        let sent: Bytes = (0..len).map(|i| (i % 251) as u8).collect::<Vec<_>>().into();
        for path in ["/test/Echo", "/test/Parts"] {
            let received = call(&fixture.channel, path, sent.clone()).await.unwrap();
            assert!(received == sent, "{path} of {len} bytes");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_can_be_taken_in_chunks() {
    let fixture = start().await;
    let sent = Bytes::from(vec![3; 5_000_000]);
    let mut body = soon(fixture.channel.call("/test/Echo", sent.clone().into(), CallOptions::default())).await.unwrap();
    assert_eq!(body.len(), sent.len());
    let mut received = Vec::new();
    while let Some(chunk) = soon(body.chunk()).await.unwrap() {
        assert!(!chunk.is_empty());
        received.extend_from_slice(&chunk);
    }
    assert!(received == sent);
    assert_eq!(soon(body.chunk()).await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_calls_share_a_connection() {
    let fixture = start().await;
    let calls: Vec<_> = (0..500_usize)
        .map(|i| {
            let channel = fixture.channel.clone();
            tokio::spawn(async move {
                let sent = Bytes::from(vec![i as u8; i * 100]);
                assert_eq!(call(&channel, "/test/Echo", sent.clone()).await.unwrap(), sent);
            })
        })
        .collect();
    for call in calls {
        soon(call).await.unwrap();
    }
}

#[tokio::test]
async fn a_failure_arrives_with_code_message_and_mark() {
    let fixture = start().await;
    let check = |sent: String, expected: String| {
        let channel = fixture.channel.clone();
        async move {
            let failure = call(&channel, "/test/Fail", sent).await.unwrap_err();
            assert_eq!(failure, Status::new(Code::FailedPrecondition, expected).derived());
        }
    };
    let text = "Größe 100% \u{1f6a3}\r\n\t [[{{node W}}]]".to_owned();
    check(text.clone(), text).await;
    check(String::new(), String::new()).await;
    check("é".repeat(4000), "é".repeat(1536)).await;
    let failure = call(&fixture.channel, "/test/Nowhere", "").await.unwrap_err();
    assert_eq!(failure, unimplemented("no method /test/Nowhere"));
}

#[tokio::test]
async fn a_panic_fails_only_its_call() {
    let fixture = start().await;
    let failure = call(&fixture.channel, "/test/Panic", "").await.unwrap_err();
    assert_eq!(failure, internal("the handler of /test/Panic panicked: as asked"));
    check_works(&fixture.channel).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_left_unread_do_not_use_up_the_window() {
    let fixture = start().await;
    for _ in 0..100 {
        let failure = call(&fixture.channel, "/test/Refuse", vec![0; 5_000_000]).await.unwrap_err();
        assert_eq!(failure.message, "refused unread");
    }
    assert_eq!(call(&fixture.channel, "/test/Echo", vec![0; 5_000_000]).await.unwrap().len(), 5_000_000);
}

#[tokio::test]
async fn the_handler_knows_the_deadline() {
    let fixture = start().await;
    let left = call_within(&fixture.channel, "/test/Deadline", Duration::from_secs(25)).await.unwrap();
    let left = std::str::from_utf8(&left).unwrap().trim_matches(|c: char| !c.is_ascii_digit()).parse::<u64>().unwrap();
    assert!((20_000..=25_000).contains(&left), "{left} ms");
    assert_eq!(call(&fixture.channel, "/test/Deadline", "").await.unwrap(), "None");
}

#[tokio::test]
async fn a_passed_deadline_ends_the_call_on_both_sides() {
    let fixture = start().await;
    let failure = call_within(&fixture.channel, "/test/Wait", Duration::from_millis(50)).await.unwrap_err();
    assert_eq!(failure.code, Code::DeadlineExceeded);
    fixture.methods.until_waiting(0).await;
    check_works(&fixture.channel).await;
}

/// A client that says how long it will wait but has no clock of its own.
#[tokio::test]
async fn the_server_enforces_the_deadline_itself() {
    let fixture = start().await;
    let mut client = RawClient::connect(fixture.server.local_addr()).await;
    let (response, _) =
        client.post("/test/Wait", "application/grpc", &[("grpc-timeout", "50m")], b"\0\0\0\0\0").await.unwrap();
    assert_eq!(response.headers()["grpc-status"], "4");
    fixture.methods.until_waiting(0).await;
}

#[tokio::test]
async fn dropping_the_call_drops_the_handler() {
    let fixture = start().await;
    let channel = fixture.channel.clone();
    let waiting = tokio::spawn(async move { call(&channel, "/test/Wait", "").await });
    fixture.methods.until_waiting(1).await;
    waiting.abort();
    fixture.methods.until_waiting(0).await;
    check_works(&fixture.channel).await;
}

#[tokio::test]
async fn dropping_the_channel_drops_the_handler() {
    let Fixture { methods, server: _server, channel } = start().await;
    check_works(&channel).await;
    {
        let mut waiting = Box::pin(channel.call("/test/Wait", Message::new(), CallOptions::default()));
        tokio::select! {
            _ = &mut waiting => panic!("it should wait"),
            () = methods.until_waiting(1) => {}
        }
    }
    drop(channel);
    methods.until_waiting(0).await;
}

#[tokio::test]
async fn a_body_outlives_its_channel() {
    let fixture = start().await;
    let body = soon(fixture.channel.call("/test/Echo", Bytes::from(vec![1; 9_000_000]).into(), CallOptions::default()))
        .await
        .unwrap();
    drop(fixture.channel);
    assert_eq!(soon(body.collect()).await.unwrap().len(), 9_000_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_survives_thousands_of_cancelled_calls() {
    let fixture = start().await;
    for _ in 0..3 {
        let calls: Vec<_> = (0..2000)
            .map(|_| {
                let channel = fixture.channel.clone();
                tokio::spawn(async move { call(&channel, "/test/Wait", vec![0; 100]).await })
            })
            .collect();
        fixture.methods.until_waiting(2000).await;
        let bystander = fixture.channel.clone();
        let bystander = tokio::spawn(async move { call(&bystander, "/test/Slow", "").await });
        fixture.methods.until_waiting(2001).await;
        calls.iter().for_each(|call| call.abort());
        // A new connection would have lost this one.
        assert_eq!(soon(bystander).await.unwrap().unwrap(), "done");
        fixture.methods.until_waiting(0).await;
        check_works(&fixture.channel).await;
    }
    // Cancelled before the server can have looked at them.
    for _ in 0..2000 {
        let _ = timeout(Duration::ZERO, call(&fixture.channel, "/test/Wait", "")).await;
    }
    fixture.methods.until_waiting(0).await;
    check_works(&fixture.channel).await;
}

#[tokio::test]
async fn a_lost_connection_fails_its_calls_and_the_next_call_connects_anew() {
    let fixture = start().await;
    let address = fixture.server.local_addr();
    let channel = fixture.channel.clone();
    let waiting = tokio::spawn(async move { call(&channel, "/test/Wait", "").await });
    fixture.methods.until_waiting(1).await;
    drop(fixture.server);
    let failure = soon(waiting).await.unwrap().unwrap_err();
    assert_eq!(failure.code, Code::Unavailable);
    assert!(failure.message.contains(&address.to_string()), "{failure}");
    fixture.methods.until_waiting(0).await;

    let listener = rebind(address).await;
    let _server = Server::serve(listener, fixture.methods.clone()).unwrap();
    check_works(&fixture.channel).await;
}

async fn rebind(address: SocketAddr) -> TcpListener {
    soon(async {
        loop {
            match TcpListener::bind(address).await {
                Ok(listener) => return listener,
                Err(_) => sleep(Duration::from_millis(10)).await,
            }
        }
    })
    .await
}

/// A port that nobody listens on.
async fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap()
}

#[tokio::test]
async fn a_refused_connection_is_unavailable_at_once() {
    let address = free_address().await;
    let failure = call(&Channel::new(address.to_string()), "/test/Echo", "").await.unwrap_err();
    assert_eq!(failure.code, Code::Unavailable);
    assert!(failure.message.starts_with(&format!("failed to connect to {address}: ")), "{failure}");
    for nonsense in ["", "no port", "host:port", "127.0.0.1:99999", "a b:1"] {
        assert!(call(&Channel::new(nonsense), "/test/Echo", "").await.is_err());
    }
}

#[tokio::test]
async fn waiting_for_ready_waits_for_the_server() {
    let address = free_address().await;
    let channel = Channel::new(address.to_string());
    let options = |within| CallOptions { deadline: Some(Instant::now() + within), wait_for_ready: true };
    let failure =
        soon(channel.call("/test/Echo", Message::new(), options(Duration::from_millis(100)))).await.unwrap_err();
    assert_eq!(failure.code, Code::DeadlineExceeded);
    assert!(failure.message.contains(&address.to_string()), "{failure}");

    let late = channel.clone();
    let late =
        tokio::spawn(
            async move { late.call("/test/Echo", Message::from("hi"), options(Duration::from_secs(20))).await },
        );
    sleep(Duration::from_millis(150)).await;
    let _server = Server::serve(rebind(address).await, Arc::new(Methods::default())).unwrap();
    let body = soon(late).await.unwrap().unwrap();
    assert_eq!(soon(body.collect()).await.unwrap(), "hi");
}

#[tokio::test]
async fn stopping_lets_calls_in_flight_end_within_the_grace() {
    let fixture = start().await;
    let channel = fixture.channel.clone();
    let slow = tokio::spawn(async move { call(&channel, "/test/Slow", "").await });
    fixture.methods.until_waiting(1).await;
    soon(fixture.server.stop(Duration::from_secs(20))).await;
    assert_eq!(soon(slow).await.unwrap().unwrap(), "done");
    assert_eq!(call(&fixture.channel, "/test/Echo", "").await.unwrap_err().code, Code::Unavailable);
}

#[tokio::test]
async fn stopping_drops_what_outlasts_the_grace() {
    let fixture = start().await;
    let channel = fixture.channel.clone();
    let waiting = tokio::spawn(async move { call(&channel, "/test/Wait", "").await });
    fixture.methods.until_waiting(1).await;
    soon(fixture.server.stop(Duration::from_millis(50))).await;
    assert_eq!(*fixture.methods.waiting.borrow(), 0, "all is gone when stop returns");
    assert_eq!(soon(waiting).await.unwrap().unwrap_err().code, Code::Unavailable);
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_harms_nobody_else() {
    let fixture = start().await;
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    let empty_settings = b"\0\0\0\x04\0\0\0\0\0".to_vec();
    let mut inputs = vec![
        b"GET / HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(),
        preface[..10].to_vec(),
        preface.clone(),
        // A frame that ends early, one longer than allowed, a header block that is none.
        [&preface[..], &empty_settings, b"\0\x40\0\0\0\0\0\0\x01abc"].concat(),
        [&preface[..], &empty_settings, b"\xff\xff\xff\0\0\0\0\0\x01"].concat(),
        [&preface[..], &empty_settings, b"\0\0\x04\x01\x05\0\0\0\x01\xff\xff\xff\xff"].concat(),
    ];
    for _ in 0..20 {
        let noise: Vec<u8> = (0..1000).map(|_| rand::random()).collect();
        inputs.push([&preface[..], &empty_settings, &noise].concat());
        inputs.push(noise);
    }
    for input in inputs {
        let mut socket = soon(TcpStream::connect(fixture.server.local_addr())).await.unwrap();
        // The server may hang up while we still write.
        let _ = soon(socket.write_all(&input)).await;
        let _ = soon(socket.shutdown()).await;
        let _ = soon(socket.read_to_end(&mut Vec::new())).await;
    }
    check_works(&fixture.channel).await;
}

#[tokio::test]
async fn requests_that_are_not_one_plain_message_are_refused() {
    let fixture = start().await;
    let mut client = RawClient::connect(fixture.server.local_addr()).await;
    let (response, _) = client.post("/test/Echo", "text/html", &[], b"\0\0\0\0\0").await.unwrap();
    assert_eq!(response.status(), 415);
    let (response, _) = client.post("/test/Echo", "application/grpcish", &[], b"\0\0\0\0\0").await.unwrap();
    assert_eq!(response.status(), 415);
    let (response, body) = client.post("/test/Echo", "application/grpc+proto", &[], b"\0\0\0\0\x02hi").await.unwrap();
    assert_eq!((response.status().as_u16(), &body[..]), (200, &b"\0\0\0\0\x02hi"[..]));

    let gzip: &[_] = &[("grpc-encoding", "gzip")];
    let cases: [(&[u8], _, i32); 8] = [
        (b"", &[][..], Code::Internal as i32),
        (b"\0\0", &[], Code::Internal as i32),
        (b"\0\0\0\0\x05hi", &[], Code::Internal as i32),
        (b"\0\0\0\0\x02hi!", &[], Code::Internal as i32),
        (b"\0\0\0\0\x02hi\0\0\0\0\x02ho", &[], Code::Internal as i32),
        (b"\x02\0\0\0\x02hi", &[], Code::Internal as i32),
        (b"\x01\0\0\0\x02hi", gzip, Code::Unimplemented as i32),
        // A lie about the length: no memory is taken for what does not come.
        (b"\0\x7f\xff\xff\xffhi", &[], Code::Internal as i32),
    ];
    for (sent, headers, code) in cases {
        let (response, _) = client.post("/test/Echo", "application/grpc", headers, sent).await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["grpc-status"], code.to_string(), "{sent:?}: {:?}", response.headers());
    }
    let (response, _) = client.post("/test/Echo", "application/grpc", &[], b"\0\x80\0\0\0hi").await.unwrap();
    assert_eq!(response.headers()["grpc-status"], (Code::ResourceExhausted as i32).to_string());
    check_works(&fixture.channel).await;
}

/// A bare HTTP/2 client, for requests ours would not send.
struct RawClient {
    requests: h2::client::SendRequest<Bytes>,
}

impl RawClient {
    async fn connect(address: SocketAddr) -> RawClient {
        let socket = soon(TcpStream::connect(address)).await.unwrap();
        let (requests, connection) = soon(h2::client::handshake(socket)).await.unwrap();
        tokio::spawn(connection);
        RawClient { requests }
    }

    async fn post(
        &mut self,
        path: &str,
        content_type: &str,
        headers: &[(&str, &str)],
        body: &'static [u8],
    ) -> Result<(http::Response<()>, Vec<u8>), h2::Error> {
        let mut request = http::Request::post(format!("http://test{path}")).header("content-type", content_type);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        soon(async {
            let (response, mut stream) = self.requests.send_request(request.body(()).unwrap(), body.is_empty())?;
            if !body.is_empty() {
                stream.send_data(Bytes::from_static(body), true)?;
            }
            let (head, mut body) = response.await?.into_parts();
            let mut received = Vec::new();
            while let Some(chunk) = body.data().await {
                received.extend_from_slice(&chunk?);
            }
            Ok((http::Response::from_parts(head, ()), received))
        })
        .await
    }
}

/// Servers that are none: what our client makes of their answers.
#[tokio::test]
async fn answers_that_are_not_grpc_become_statuses() {
    type Answer = (u16, &'static [(&'static str, &'static str)], &'static [u8], Option<&'static str>);
    const GRPC: &[(&str, &str)] = &[("content-type", "application/grpc")];
    let cases: [(Answer, Code); 10] = [
        ((404, &[], b"", None), Code::Unimplemented),
        ((503, &[], b"busy", None), Code::Unavailable),
        ((403, &[], b"", None), Code::PermissionDenied),
        ((200, &[("content-type", "text/html")], b"hello", None), Code::Unknown),
        ((200, GRPC, b"", None), Code::Internal),
        ((200, GRPC, b"\0\0\0\0\x02hi", None), Code::Internal),
        ((200, GRPC, b"\0\0\0\0\x05hi", Some("0")), Code::Internal),
        ((200, GRPC, b"\0\x7f\xff\xff\xffhi", Some("0")), Code::Internal),
        ((200, GRPC, b"\0\0\0\0\x02hi", Some("10")), Code::Aborted),
        ((200, GRPC, b"", Some("nonsense")), Code::Unknown),
    ];
    for ((status, headers, body, grpc_status), code) in cases {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let channel = Channel::new(listener.local_addr().unwrap().to_string());
        let server = tokio::spawn(async move {
            let (socket, _) = listener.accept().await.unwrap();
            let mut connection = h2::server::handshake(socket).await.unwrap();
            while let Some(Ok((_, mut respond))) = connection.accept().await {
                let mut response = http::Response::builder().status(status);
                for (name, value) in headers {
                    response = response.header(*name, *value);
                }
                let mut stream = respond.send_response(response.body(()).unwrap(), false).unwrap();
                stream.send_data(Bytes::from_static(body), grpc_status.is_none()).unwrap();
                if let Some(grpc_status) = grpc_status {
                    let mut trailers = http::HeaderMap::new();
                    trailers.insert("grpc-status", http::HeaderValue::from_static(grpc_status));
                    stream.send_trailers(trailers).unwrap();
                }
            }
        });
        let failure = call(&channel, "/test/Echo", "").await.unwrap_err();
        assert_eq!(failure.code, code, "{status} {body:?} {grpc_status:?}: {failure}");
        server.abort();
    }
}

/// A peer that accepts and hangs up, as a proxy before a dead task does, counts as one that cannot be reached.
#[tokio::test]
async fn a_peer_that_hangs_up_is_unavailable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let channel = Channel::new(listener.local_addr().unwrap().to_string());
    let hanging_up = tokio::spawn(async move {
        loop {
            drop(listener.accept().await);
        }
    });
    let failure = call(&channel, "/test/Echo", "").await.unwrap_err();
    assert_eq!(failure.code, Code::Unavailable);
    let options = CallOptions { deadline: Some(Instant::now() + Duration::from_millis(200)), wait_for_ready: true };
    let failure = soon(channel.call("/test/Echo", Message::new(), options)).await.unwrap_err();
    assert_eq!(failure.code, Code::DeadlineExceeded);
    hanging_up.abort();
}
