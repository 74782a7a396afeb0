//! Lanes between a worker and one who fetches from it, in one process, and ends that misbehave.

use std::{
    io::Write,
    os::{linux::net::SocketAddrExt, unix::net},
    sync::Arc,
    time::Duration,
};

use regatta_runtime::{FileAccess, Parcel, Pool};
use regatta_status::{Code, Result, cancelled};
use regatta_tensor::{DType, SegmentWriter, Shape, Tensor};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, UnixStream},
    runtime::Handle,
    sync::oneshot,
    time::timeout,
};

use super::{
    client::{Lane, connect},
    frame::{FetchId, Frame},
    *,
};
use crate::{
    grpc::{Call, Channel, Reply, Server, Service},
    peers::Peers,
    spec::{ClusterSpec, TaskName},
    worker::{StepId, Worker},
};

const STEP: StepId = StepId(7);

fn task() -> TaskName {
    TaskName::new("ps", 0)
}

fn worker() -> Arc<Worker> {
    let spec = ClusterSpec::new().with_job("ps", &["localhost:1"]).unwrap();
    let peers = Arc::new(Peers::new(&spec, Handle::current()));
    Arc::new(Worker::new(task(), peers, Pool::new(1).unwrap(), FileAccess::below(&[]).unwrap()))
}

fn key(worker: &Worker, name: &str) -> String {
    let device = &worker.devices()[0];
    format!("{};{:016x};/job:worker/replica:0/task:0/device:CPU:0;{name};0:0", device.name, device.incarnation)
}

async fn soon<F: Future>(future: F) -> F::Output {
    timeout(Duration::from_secs(30), future).await.expect("it takes too long")
}

/// Looks until it is so.
async fn until(what: impl Fn() -> bool) {
    soon(async {
        while !what() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
    .await;
}

fn fetch(lane: &Lane, key: &str) -> (Ticket, oneshot::Receiver<Result<Parcel>>) {
    let (sender, receiver) = oneshot::channel();
    let ticket = lane.fetch(STEP, key.to_owned(), Box::new(move |parcel| drop(sender.send(parcel))));
    (ticket.unwrap_or_else(|_| panic!("the lane is whole")), receiver)
}

fn large(seed: usize, elements: usize) -> Tensor {
    Tensor::vector((0..elements).map(|i| (i * 31 + seed) as f32).collect())
}

fn assert_same(left: &Parcel, right: &Parcel) {
    assert_eq!(format!("{left:?}"), format!("{right:?}"));
    if let (Some(left), Some(right)) = (left, right) {
        assert_eq!(left.bytes(), right.bytes());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn values_arrive_as_they_were_whoever_comes_first() {
    let worker = worker();
    let server = LaneServer::start(Arc::clone(&worker)).unwrap();
    let lane = soon(connect(&server.name(), &task())).await.unwrap();
    let values = [
        None,
        Some(Tensor::scalar(3i64)),
        Some(Tensor::string("abc")),
        Some(Tensor::zeros(DType::Float, Shape::new(&[0, 3]).unwrap()).unwrap()),
        Some(large(1, 4095)),
        Some(large(2, 4096)),
        Some(large(3, 1_000_000).reshaped(Shape::new(&[1000, 10, 100]).unwrap()).unwrap()),
        Some(Tensor::vector((0..100_000).map(|i| i % 3 == 0).collect::<Vec<bool>>())),
    ];
    for (i, value) in values.iter().enumerate() {
        let (late, early) = (key(&worker, &format!("late{i}")), key(&worker, &format!("early{i}")));
        let (_, receiver) = fetch(&lane, &late);
        worker.send_in_step(STEP, &late, value.clone()).unwrap();
        assert_same(&soon(receiver).await.unwrap().unwrap(), value);
        worker.send_in_step(STEP, &early, value.clone()).unwrap();
        assert_same(&soon(fetch(&lane, &early).1).await.unwrap().unwrap(), value);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_finds_no_slot_comes_through_the_socket() {
    let worker = worker();
    let server = LaneServer::with_segments_of(64 << 10, Arc::clone(&worker)).unwrap();
    let lane = soon(connect(&server.name(), &task())).await.unwrap();
    let values: Vec<Parcel> = (0..40).map(|i| Some(large(i, 5_000 + i * 5_000))).collect();
    let keys: Vec<String> = (0..40).map(|i| key(&worker, &format!("edge{i}"))).collect();
    let receivers: Vec<_> = keys.iter().map(|key| fetch(&lane, key).1).collect();
    for (key, value) in keys.iter().zip(&values) {
        worker.send_in_step(STEP, key, value.clone()).unwrap();
    }
    for (receiver, value) in receivers.into_iter().zip(&values) {
        assert_same(&soon(receiver).await.unwrap().unwrap(), value);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slot_in_use_is_not_written_to_and_is_free_afterwards() {
    const ELEMENTS: usize = 1 << 20;
    let worker = worker();
    // Room for two tensors and a half.
    let server = LaneServer::with_segments_of(ELEMENTS * size_of::<f32>() / 2 * 5, Arc::clone(&worker)).unwrap();
    let lane = soon(connect(&server.name(), &task())).await.unwrap();
    let mut held = Vec::new();
    for i in 0..12 {
        let edge = key(&worker, &format!("edge{i}"));
        worker.send_in_step(STEP, &edge, Some(large(i, ELEMENTS))).unwrap();
        held.push((i, soon(fetch(&lane, &edge).1).await.unwrap().unwrap()));
        // Some are kept for long, others not at all.
        if held.len() > 4 {
            held.drain(..3);
        }
        for (i, value) in &held {
            assert_same(value, &Some(large(*i, ELEMENTS)));
        }
    }
    drop(held);
    // All is free again: both slots can be had.
    let keys = ["last", "very last"].map(|name| key(&worker, name));
    let mut last = Vec::new();
    for (i, edge) in keys.iter().enumerate() {
        worker.send_in_step(STEP, edge, Some(large(i, ELEMENTS))).unwrap();
        last.push(soon(fetch(&lane, edge).1).await.unwrap().unwrap());
    }
    // They are used where they lie, also when the lane is gone.
    drop((lane, server));
    for (i, mut value) in last.into_iter().enumerate() {
        assert!(value.as_mut().unwrap().unique_mut::<f32>().unwrap().is_none());
        assert_same(&value, &Some(large(i, ELEMENTS)));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fetch_given_up_ends_on_both_sides() {
    let worker = worker();
    let server = LaneServer::start(Arc::clone(&worker)).unwrap();
    let lane = soon(connect(&server.name(), &task())).await.unwrap();
    let edge = key(&worker, "edge");
    let (ticket, receiver) = fetch(&lane, &edge);
    until(|| worker.step_count() == 1).await;
    ticket.cancel(cancelled("enough").derived());
    assert_eq!(soon(receiver).await.unwrap().unwrap_err(), cancelled("enough").derived());
    until(|| worker.step_count() == 0).await;
    // Once is enough, and the value is there for who asks again.
    ticket.cancel(cancelled("again"));
    worker.send_in_step(STEP, &edge, Some(large(1, 100_000))).unwrap();
    assert_same(&soon(fetch(&lane, &edge).1).await.unwrap().unwrap(), &Some(large(1, 100_000)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failures_of_the_sender_arrive_as_they_are() {
    let worker = worker();
    let server = LaneServer::start(Arc::clone(&worker)).unwrap();
    let lane = soon(connect(&server.name(), &task())).await.unwrap();
    let (_, receiver) = fetch(&lane, "no key at all");
    assert_eq!(soon(receiver).await.unwrap().unwrap_err().code, Code::InvalidArgument);
    let old = key(&worker, "edge").replace(&format!("{:016x}", worker.devices()[0].incarnation), &"1".repeat(16));
    assert_eq!(soon(fetch(&lane, &old).1).await.unwrap().unwrap_err().code, Code::Aborted);
    let (_, receiver) = fetch(&lane, &key(&worker, "edge"));
    until(|| worker.step_count() == 1).await;
    worker.cleanup_graph(STEP);
    let status = soon(receiver).await.unwrap().unwrap_err();
    assert!(status.code == Code::Cancelled && status.derived, "{status}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lane_whose_other_end_is_gone_says_so() {
    let worker = worker();
    let server = LaneServer::start(Arc::clone(&worker)).unwrap();
    let name = server.name();
    let lane = soon(connect(&name, &task())).await.unwrap();
    let (_, receiver) = fetch(&lane, &key(&worker, "edge"));
    until(|| worker.step_count() == 1).await;
    drop(server);
    let status = soon(receiver).await.unwrap().unwrap_err();
    assert!(status.code == Code::Unavailable && status.message.contains("/job:ps"), "{status}");
    until(|| !lane.is_whole()).await;
    assert!(lane.fetch(STEP, "edge".to_owned(), Box::new(|_| panic!("it was given back"))).is_err());
    // What the lane waited for is not waited for any more.
    until(|| worker.step_count() == 0).await;
    assert!(soon(connect(&name, &task())).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fetcher_that_is_gone_is_forgotten() {
    let worker = worker();
    let server = LaneServer::start(Arc::clone(&worker)).unwrap();
    let lane = soon(connect(&server.name(), &task())).await.unwrap();
    // Somebody keeps a tensor that lies in the lane's memory.
    let kept = key(&worker, "kept");
    worker.send_in_step(STEP, &kept, Some(large(1, 1 << 20))).unwrap();
    let kept = soon(fetch(&lane, &kept).1).await.unwrap().unwrap();
    worker.cleanup_graph(STEP);
    until(|| worker.step_count() == 0).await;
    let (_, receiver) = fetch(&lane, &key(&worker, "edge"));
    until(|| worker.step_count() == 1).await;
    drop(lane);
    assert_eq!(soon(receiver).await.unwrap().unwrap_err().code, Code::Unavailable);
    until(|| worker.step_count() == 0).await;
    assert_same(&kept, &Some(large(1, 1 << 20)));
}

/// A socket to a lane server that does what it likes.
async fn raw(server: &LaneServer) -> UnixStream {
    let socket = socket::connect(&server.name()).unwrap();
    soon(socket::recv_greeting(&socket)).await.unwrap();
    socket
}

fn bytes(frame: Frame) -> Vec<u8> {
    let (head, rest) = frame.encode();
    [head, rest].concat()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonsense_from_a_fetcher_ends_its_lane_and_no_other() {
    let worker = worker();
    let server = LaneServer::start(Arc::clone(&worker)).unwrap();
    let lane = soon(connect(&server.name(), &task())).await.unwrap();
    let twice = Frame::Want { id: FetchId(1), step: STEP, key: key(&worker, "edge") };
    let inputs = [
        vec![0xff; 64],
        vec![1, 0, 0, 0, 9],
        vec![3, 0, 0, 0, 1, 0, 0],
        bytes(Frame::Done { at: 0 }),
        bytes(Frame::Done { at: u64::MAX }),
        bytes(Frame::Inline { id: FetchId(0), response: vec![1, 2, 3].into() }),
        [bytes(twice.clone()), bytes(twice)].concat(),
    ];
    for input in inputs {
        let mut socket = raw(&server).await;
        socket.write_all(&input).await.unwrap();
        let mut rest = Vec::new();
        // The end of the lane, maybe with a complaint of the system about what it did not read.
        drop(soon(socket.read_to_end(&mut rest)).await);
    }
    // One that stops in the middle of a frame is waited for, and goes with its socket.
    let mut socket = raw(&server).await;
    socket.write_all(&[200, 0, 0, 0, 1, 2, 3]).await.unwrap();
    drop(socket);
    let edge = key(&worker, "good");
    worker.send_in_step(STEP, &edge, Some(large(1, 100_000))).unwrap();
    assert_same(&soon(fetch(&lane, &edge).1).await.unwrap().unwrap(), &Some(large(1, 100_000)));
}

/// The other end of a lane, in the hands of the test.
async fn fake(greeting: impl FnOnce(&mut net::UnixStream) + Send + 'static) -> Result<Lane, String> {
    let name = rand::random();
    let address = net::SocketAddr::from_abstract_name(format!("regatta-{:032x}", u128::from_be_bytes(name))).unwrap();
    let listener = net::UnixListener::bind_addr(&address).unwrap();
    let server = tokio::task::spawn_blocking(move || greeting(&mut listener.accept().unwrap().0));
    let lane = soon(connect(&name, &task())).await.map_err(|e| e.to_string());
    soon(server).await.unwrap();
    lane
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_program_is_no_lane() {
    assert!(fake(|_| ()).await.is_err());
    assert!(fake(|socket| socket.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").unwrap()).await.is_err());
    // The right words, but no memory.
    assert!(fake(|socket| socket.write_all(b"regatta lane 1\r\n").unwrap()).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonsense_from_a_sender_fails_what_waits_for_it() {
    let slot = |at, len, dtype, dims: &[i64]| Frame::InSlot { id: FetchId(0), at, len, dtype, dims: dims.to_vec() };
    let answers = [
        (slot(0, 16, 1, &[4]), None),
        (slot(4096, 16, 1, &[4]), Some(Code::InvalidArgument)),
        (slot(u64::MAX, 16, 1, &[4]), Some(Code::InvalidArgument)),
        (slot(0, 1 << 40, 1, &[1 << 38]), Some(Code::InvalidArgument)),
        (slot(0, 16, 1, &[5]), Some(Code::InvalidArgument)),
        (slot(0, 16, 1, &[-4]), Some(Code::InvalidArgument)),
        (slot(0, 16, 7, &[4]), Some(Code::InvalidArgument)),
        (slot(0, 16, 9999, &[4]), Some(Code::Internal)),
        (Frame::Inline { id: FetchId(0), response: vec![0xff; 9].into() }, Some(Code::Internal)),
        (Frame::Done { at: 0 }, Some(Code::Unavailable)),
        (Frame::Forget { id: FetchId(0) }, Some(Code::Unavailable)),
    ];
    for (answer, code) in answers {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let segment = SegmentWriter::new(4096).unwrap();
        socket::send_greeting(&theirs, segment.file()).await.unwrap();
        let file = soon(socket::recv_greeting(&ours)).await.unwrap();
        let lane = Lane::new(ours, regatta_tensor::SegmentReader::open(&file).unwrap(), task());
        let (_, receiver) = fetch(&lane, "edge");
        let mut theirs = theirs;
        // An answer to nobody comes first, and is nothing.
        theirs.write_all(&bytes(Frame::Failed { id: FetchId(99), status: cancelled("") })).await.unwrap();
        theirs.write_all(&bytes(answer.clone())).await.unwrap();
        let outcome = soon(receiver).await.unwrap();
        assert_eq!(outcome.as_ref().err().map(|e| e.code), code, "{answer:?} gives {outcome:?}");
    }
}

/// A server that knows no lanes, such as TensorFlow's.
struct Stranger;

impl Service for Stranger {
    fn call(self: Arc<Self>, call: Call) -> Reply {
        Box::pin(async move { Err(regatta_status::unimplemented(call.path)) })
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_without_lanes_is_left_in_peace() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::serve(listener, Arc::new(Stranger)).unwrap();
    let channel = Channel::new(server.local_addr().to_string());
    let slot = LaneSlot::new(task());
    assert!(slot.get(&channel, &Handle::current()).is_none());
    until(|| slot.is_closed()).await;
    assert!(slot.get(&channel, &Handle::current()).is_none());
    assert!(slot.is_closed());
}
