//! Measures our gRPC between two processes on loopback: the latency of tiny calls, the throughput of large responses.
//!
//! Usage: `cargo run --release -p regatta-cluster --example grpc_bench`. With `serve` it only serves, on the port printed
//! or given behind it; with `pull host:port [megabytes]` it only measures, against any server of the two methods below.

use std::hint::black_box;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use bytes::{Buf, Bytes};
use regatta_cluster::grpc::{Call, CallOptions, Channel, Message, Reply, Server, Service};
use regatta_status::{Result, Status, unimplemented};
use tokio::net::TcpListener;

const ECHO: &str = "/bench.Bench/Echo";
/// The request is the number of bytes wanted, as a little-endian u64.
const PULL: &str = "/bench.Bench/Pull";

struct Bench {
    tensor: Arc<Vec<u8>>,
}

struct Shared(Arc<Vec<u8>>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Service for Bench {
    fn call(self: Arc<Self>, call: Call) -> Reply {
        Box::pin(async move {
            let mut request = call.body.collect().await?;
            match call.path.as_str() {
                ECHO => Ok(Message::from(request)),
                PULL => {
                    let count = request.try_get_u64_le().unwrap_or(0) as usize;
                    let tensor = Bytes::from_owner(Shared(self.tensor.clone()));
                    let mut message = Message::from(&b"header of a tensor"[..]);
                    message.push(tensor.slice(..count.min(tensor.len())));
                    Ok(message)
                }
                path => Err(unimplemented(format!("no method {path}"))),
            }
        })
    }
}

type Error = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Error> {
    // On a worker thread, where the callers of a real task are; the main thread is not one.
    tokio::spawn(run()).await?
}

async fn run() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("serve") => serve(arguments.get(1).map_or("0", |port| port)).await,
        Some("pull") => {
            let address = arguments.get(1).ok_or("pull whom?")?;
            let channel = Channel::new(address);
            match arguments.get(2) {
                Some(megabytes) => measure_throughput(&channel, &[megabytes.parse()?]).await,
                None => measure(&channel).await,
            }
        }
        _ => {
            let mut child = Command::new(std::env::current_exe()?)
                .arg("serve")
                .stdout(Stdio::piped())
                .stdin(Stdio::piped())
                .spawn()?;
            let mut address = String::new();
            BufReader::new(child.stdout.take().ok_or("no stdout")?).read_line(&mut address)?;
            let outcome = measure(&Channel::new(address.trim())).await;
            child.kill()?;
            child.wait()?;
            outcome
        }
    }
}

async fn serve(port: &str) -> Result<(), Error> {
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    let server = Server::serve(listener, Arc::new(Bench { tensor: Arc::new(vec![7; 100 << 20]) }))?;
    println!("{}", server.local_addr());
    // Until whoever started it closes its end, or for good from a terminal.
    tokio::task::spawn_blocking(|| std::io::stdin().lines().count()).await?;
    Ok(())
}

const OPTIONS: CallOptions = CallOptions { deadline: None, wait_for_ready: true };

async fn measure(channel: &Channel) -> Result<(), Error> {
    measure_latency(channel).await?;
    measure_throughput(channel, &[1, 10, 100]).await
}

async fn measure_latency(channel: &Channel) -> Result<(), Error> {
    println!("{:<28}{:>10}{:>10}", "8-byte echo", "p50", "p99");
    for concurrency in [1, 64] {
        let tasks: Vec<_> = (0..concurrency)
            .map(|_| {
                let channel = channel.clone();
                tokio::spawn(async move {
                    let mut micros = Vec::new();
                    for _ in 0..20_000 / concurrency {
                        let start = Instant::now();
                        let body = channel.call(ECHO, Message::from(&b"8 bytes."[..]), OPTIONS).await?;
                        black_box(body.collect().await?);
                        micros.push(start.elapsed().as_secs_f64() * 1e6);
                    }
                    Ok::<_, Status>(micros)
                })
            })
            .collect();
        let start = Instant::now();
        let mut micros = Vec::new();
        for task in tasks {
            micros.extend(task.await??);
        }
        let calls_per_s = micros.len() as f64 / start.elapsed().as_secs_f64();
        micros.sort_by(f64::total_cmp);
        let at = |share: f64| micros[(micros.len() as f64 * share) as usize];
        let title = format!("{concurrency} at once");
        println!("{title:<28}{:>7.0} us{:>7.0} us{calls_per_s:>10.0} calls/s", at(0.50), at(0.99));
    }
    Ok(())
}

async fn measure_throughput(channel: &Channel, sizes: &[usize]) -> Result<(), Error> {
    println!("{:<28}{:>10}{:>10}", "pull into one buffer", "median", "best");
    let mut buffer = vec![1_u8; 101 << 20];
    for &megabytes in sizes {
        let count = megabytes * 1_000_000_usize;
        let mut rates = Vec::new();
        for _ in 0..(1000 / megabytes).clamp(8, 100) {
            let start = Instant::now();
            let message = Message::from((count as u64).to_le_bytes().to_vec());
            let mut body = channel.call(PULL, message, OPTIONS).await?;
            let mut filled = 0;
            while let Some(chunk) = body.chunk().await? {
                buffer[filled..filled + chunk.len()].copy_from_slice(&chunk);
                filled += chunk.len();
            }
            assert!(filled >= count);
            rates.push(count as f64 / 1e6 / start.elapsed().as_secs_f64());
        }
        rates.sort_by(f64::total_cmp);
        let title = format!("{megabytes} MB");
        println!("{title:<28}{:>6.0} MB/s{:>5.0} MB/s", rates[rates.len() / 2], rates[rates.len() - 1]);
    }
    Ok(())
}
