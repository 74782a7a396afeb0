//! Our gRPC against gRPC's own C core, through the Python package `grpcio`; REGATTA_PYTHON names the interpreter.
//!
//! The core has its own idea of windows, frame sizes and header compression, so what works between our two ends proves
//! little about it.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use regatta_cluster::grpc::{Call, CallOptions, Channel, Message, Reply, Server, Service};
use regatta_status::{Code, Result, Status, aborted, unimplemented};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::time::{Instant, timeout};

/// Calls our server, which has the methods of [`Methods`]; any surprise is a traceback.
const CLIENT: &str = r#"
import grpc, sys

channel = grpc.insecure_channel(sys.argv[1], options=[("grpc.max_receive_message_length", -1)])
echo = channel.unary_unary("/test/Echo")
for size in (0, 8, 16379, 10_000_000, 0, 50_000_000):
    sent = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    assert echo(sent, timeout=60) == sent, size

def failure(path, timeout=60):
    try:
        channel.unary_unary(path)(b"", timeout=timeout)
    except grpc.RpcError as error:
        return error
    raise AssertionError(path + " did not fail")

error = failure("/test/Fail")
assert error.code() is grpc.StatusCode.ABORTED, error
assert error.details() == "Größe 100%\n\t [[{{node W}}]]", error
details = dict(error.trailing_metadata())["grpc-status-details-bin"]
key = b"type.googleapis.com/tensorflow.DerivedStatus"
assert details == b"\x0a" + bytes([len(key) + 4]) + b"\x0a" + bytes([len(key)]) + key + b"\x12\x00", details
assert failure("/test/Nowhere").code() is grpc.StatusCode.UNIMPLEMENTED
assert failure("/test/Wait", 0.2).code() is grpc.StatusCode.DEADLINE_EXCEEDED

waiting = [channel.unary_unary("/test/Wait").future(b"") for _ in range(1000)]
assert echo(b"between", timeout=60) == b"between"
for call in waiting:
    call.cancel()
assert echo(b"after", timeout=60) == b"after"
gzip = channel.unary_unary("/test/Echo")
try:
    gzip(b"a" * 10000, timeout=60, compression=grpc.Compression.Gzip)
    raise AssertionError("compression was accepted")
except grpc.RpcError as error:
    assert error.code() is grpc.StatusCode.UNIMPLEMENTED, error
print("ok")
"#;

/// Serves `Echo`, `Fail` and `Wait` until its standard input closes.
const SERVER: &str = r#"
import grpc, sys, threading
from concurrent import futures

def fail(request, context):
    key = b"type.googleapis.com/tensorflow.DerivedStatus"
    payloads = b"\x0a" + bytes([len(key) + 4]) + b"\x0a" + bytes([len(key)]) + key + b"\x12\x00"
    context.set_trailing_metadata((("grpc-status-details-bin", payloads),))
    context.abort(grpc.StatusCode.ABORTED, "Größe 100%\n\t [[{{node W}}]]")

def wait(request, context):
    over = threading.Event()
    context.add_callback(over.set)
    over.wait(60)

class Methods(grpc.GenericRpcHandler):
    def service(self, call):
        method = {"/test/Echo": lambda request, context: request, "/test/Fail": fail, "/test/Wait": wait}.get(call.method)
        return method and grpc.unary_unary_rpc_method_handler(method)

server = grpc.server(futures.ThreadPoolExecutor(4), options=[("grpc.max_receive_message_length", -1)])
server.add_generic_rpc_handlers((Methods(),))
print(server.add_insecure_port("127.0.0.1:0"), flush=True)
server.start()
sys.stdin.read()
"#;

async fn soon<F: Future>(future: F) -> F::Output {
    timeout(Duration::from_secs(120), future).await.expect("it takes too long")
}

fn python(script: &str, argument: &str) -> Child {
    let interpreter = std::env::var("REGATTA_PYTHON").expect("REGATTA_PYTHON must name a Python that has grpcio");
    Command::new(interpreter)
        .args(["-c", script, argument])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("REGATTA_PYTHON cannot be run")
}

struct Methods;

fn failure() -> Status {
    aborted("Größe 100%\n\t [[{{node W}}]]").derived()
}

impl Service for Methods {
    fn call(self: Arc<Self>, call: Call) -> Reply {
        Box::pin(async move {
            match call.path.as_str() {
                "/test/Echo" => Ok(Message::from(call.body.collect().await?)),
                "/test/Fail" => Err(failure()),
                "/test/Wait" => std::future::pending().await,
                path => Err(unimplemented(format!("no method {path}"))),
            }
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_c_core_calls_our_server() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::serve(listener, Arc::new(Methods)).unwrap();
    let mut client = python(CLIENT, &server.local_addr().to_string());
    let mut output = String::new();
    soon(client.stdout.take().unwrap().read_to_string(&mut output)).await.unwrap();
    assert_eq!(output.trim(), "ok", "see the traceback above");
}

#[tokio::test(flavor = "multi_thread")]
async fn our_client_calls_the_c_core() {
    let mut server = python(SERVER, "");
    let mut port = String::new();
    soon(BufReader::new(server.stdout.take().unwrap()).read_line(&mut port)).await.unwrap();
    let channel = Channel::new(format!("127.0.0.1:{}", port.trim()));
    let call = async |path, message: Bytes, within| -> Result<Bytes> {
        let options = CallOptions { deadline: Some(Instant::now() + within), wait_for_ready: true };
        soon(async { channel.call(path, message.into(), options).await?.collect().await }).await
    };
    let minute = Duration::from_secs(60);
    for len in [0, 8, 16_379, 10_000_000, 0, 50_000_000] {
        let sent = Bytes::from((0..len).map(|i| (i % 251) as u8).collect::<Vec<_>>());
        assert!(call("/test/Echo", sent.clone(), minute).await.unwrap() == sent, "{len} bytes");
    }
    assert_eq!(call("/test/Fail", Bytes::new(), minute).await.unwrap_err(), failure());
    assert_eq!(call("/test/Nowhere", Bytes::new(), minute).await.unwrap_err().code, Code::Unimplemented);
    let late = call("/test/Wait", Bytes::new(), Duration::from_millis(200)).await.unwrap_err();
    assert_eq!(late.code, Code::DeadlineExceeded);

    // Each cancelled call gives back its thread of the server, of which there are four.
    for _ in 0..20 {
        let options = CallOptions { deadline: None, wait_for_ready: true };
        let waiting = timeout(Duration::from_millis(20), channel.call("/test/Wait", Message::new(), options));
        assert!(waiting.await.is_err());
    }
    assert_eq!(call("/test/Echo", Bytes::from("after"), minute).await.unwrap(), "after");

    let options = CallOptions { deadline: None, wait_for_ready: true };
    let waiting = channel.call("/test/Wait", Message::new(), options);
    let (lost, killed) = soon(async { tokio::join!(waiting, server.kill()) }).await;
    killed.unwrap();
    assert_eq!(lost.unwrap_err().code, Code::Unavailable);
}
