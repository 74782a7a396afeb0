//! Requests that must be refused, sent past the client to every entrance of a server.
//!
//! Each case expects TensorFlow's status code and, where there is a culprit, its name in the message; and after each a good step
//! over all tasks must work.

mod local_cluster;

use local_cluster::*;
use prost::Message as _;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use regatta_cluster::grpc::{CallOptions, Channel, Message};
use regatta_graph::{GraphBuilder, GraphDef, NodeDef};
use regatta_status::{Code, Result, Status};
use regatta_tensor::{DType, PartialShape, Shape, Tensor};
use regatta_wire::{graph_to_proto, pb, tensor_to_proto};
use tokio::time::{Duration, Instant};

const MASTER: [&str; 10] = [
    "/tensorflow.MasterService/CreateSession",
    "/tensorflow.MasterService/ExtendSession",
    "/tensorflow.MasterService/PartialRunSetup",
    "/tensorflow.MasterService/RunStep",
    "/tensorflow.MasterService/CloseSession",
    "/tensorflow.MasterService/ListDevices",
    "/tensorflow.MasterService/Reset",
    "/tensorflow.MasterService/MakeCallable",
    "/tensorflow.MasterService/RunCallable",
    "/tensorflow.MasterService/ReleaseCallable",
];
const WORKER: [&str; 11] = [
    "/tensorflow.WorkerService/GetStatus",
    "/tensorflow.WorkerService/CreateWorkerSession",
    "/tensorflow.WorkerService/DeleteWorkerSession",
    "/tensorflow.WorkerService/RegisterGraph",
    "/tensorflow.WorkerService/DeregisterGraph",
    "/tensorflow.WorkerService/RunGraph",
    "/tensorflow.WorkerService/CleanupGraph",
    "/tensorflow.WorkerService/CleanupAll",
    "/tensorflow.WorkerService/RecvTensor",
    "/tensorflow.WorkerService/Logging",
    "/tensorflow.WorkerService/MarkRecvFinished",
];
const ABSENT: [&str; 6] = [
    "/tensorflow.WorkerService/Tracing",
    "/tensorflow.WorkerService/RecvBuf",
    "/tensorflow.WorkerService/CompleteGroup",
    "/tensorflow.WorkerService/CompleteInstance",
    "/tensorflow.WorkerService/GetStepSequence",
    "/tensorflow.EagerService/CreateContext",
];

/// Field number 1, length-delimited, of more bytes than there are: no message at all.
const NO_MESSAGE: &[u8] = &[0x0a, 0xff, 0x01, 0x00];

/// A cluster, and its worker 0 to be called directly.
struct Fixture {
    cluster: LocalCluster,
    channel: Channel,
}

impl Fixture {
    fn start() -> Fixture {
        let cluster = LocalCluster::start();
        let channel = Channel::new(cluster.address("worker", 0));
        Fixture { cluster, channel }
    }

    /// Any bytes to any method; a call that is not answered is a failure of the test.
    async fn bytes(&self, path: &'static str, bytes: Vec<u8>) -> Result<Vec<u8>> {
        let options = CallOptions { deadline: Some(Instant::now() + Duration::from_secs(5)), wait_for_ready: true };
        let body = soon(self.channel.call(path, Message::from(bytes), options)).await?;
        Ok(soon(body.collect()).await?.to_vec())
    }

    async fn create(&self, graph: pb::GraphDef) -> Result<String> {
        let request = pb::CreateSessionRequest { graph_def: Some(graph), ..Default::default() };
        Ok(call::<_, pb::CreateSessionResponse>(&self.channel, MASTER[0], &request).await?.session_handle)
    }

    /// A step whose error, if any, travels in the body, as clients ask.
    async fn step(&self, request: pb::RunStepRequest) -> Result<pb::RunStepResponse> {
        let request = pb::RunStepRequest { store_errors_in_response_body: true, ..request };
        let response: pb::RunStepResponse = call(&self.channel, MASTER[3], &request).await?;
        match response.status_code {
            0 => Ok(response),
            code => Err(Status::new(Code::from_i32(code), response.status_error_message)),
        }
    }

    /// The same as the status of the call; both ways must agree.
    async fn check_step(&self, request: pb::RunStepRequest, codes: &[Code], words: &[&str]) {
        check_failure(self.step(request.clone()).await, codes, words);
        check_failure(call::<_, pb::RunStepResponse>(&self.channel, MASTER[3], &request).await, codes, words);
        self.cluster.check_good_step().await;
    }

    async fn check<Q: prost::Message>(&self, path: &'static str, request: Q, codes: &[Code], words: &[&str]) {
        check_failure(call::<_, pb::ResetResponse>(&self.channel, path, &request).await, codes, words);
        self.cluster.check_good_step().await;
    }

    /// A device's attributes; the incarnation is in every key.
    async fn incarnation(&self) -> Result<u64> {
        let status: pb::GetStatusResponse = call(&self.channel, WORKER[0], &pb::GetStatusRequest {}).await?;
        Ok(status.device_attributes[0].incarnation)
    }
}

fn node(name: &str, op: &str, inputs: &[&str], device: &str, attrs: &[(&str, pb::attr_value::Value)]) -> pb::NodeDef {
    pb::NodeDef {
        name: name.into(),
        op: op.into(),
        input: inputs.iter().map(|input| (*input).into()).collect(),
        device: device.into(),
        attr: attrs.iter().map(|(key, value)| ((*key).into(), pb::AttrValue { value: Some(value.clone()) })).collect(),
        ..Default::default()
    }
}

fn float() -> pb::attr_value::Value {
    pb::attr_value::Value::Type(DType::Float.number())
}

fn constant(name: &str, device: &str, value: pb::TensorProto) -> pb::NodeDef {
    node(name, "Const", &[], device, &[("dtype", float()), ("value", pb::attr_value::Value::Tensor(value))])
}

fn one() -> pb::TensorProto {
    tensor_to_proto(&Tensor::scalar(1.0f32))
}

fn graph(nodes: Vec<pb::NodeDef>) -> pb::GraphDef {
    pb::GraphDef { node: nodes, ..Default::default() }
}

/// A float tensor of this shape with these bytes, which need not agree.
fn tensor(sizes: &[i64], tensor_content: Vec<u8>) -> pb::TensorProto {
    let dim = sizes.iter().map(|&size| pb::tensor_shape_proto::Dim { size, ..Default::default() }).collect();
    pb::TensorProto {
        dtype: DType::Float.number(),
        tensor_shape: Some(pb::TensorShapeProto { dim, unknown_rank: false }),
        tensor_content: tensor_content.into(),
        ..Default::default()
    }
}

fn feed(name: &str, tensor: pb::TensorProto) -> pb::NamedTensorProto {
    pb::NamedTensorProto { name: name.into(), tensor: Some(tensor) }
}

/// A graph to run steps of: `x` of shape [2], `y` without one, `sum` of both on the ps, a variable that nobody sets.
fn good_graph() -> Result<GraphDef> {
    let mut g = GraphBuilder::new();
    let shape = PartialShape::from(&Shape::vector(2));
    let x = g.node("Placeholder", "x").attr("dtype", DType::Float).attr("shape", shape).finish()?;
    let y = placeholder(&mut g, "y", DType::Float)?;
    g.node("AddV2", "sum").device(PS).input(&x).input(&y).finish()?;
    variable(&mut g, "v", PS, "")?;
    g.build()
}

/// A valid message for each method that takes one, to be cut short.
fn valid_messages(session: &str) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let session_handle = session.to_owned();
    let graph_def = Some(graph_to_proto(&good_graph()?));
    let options = pb::CallableOptions {
        fetch: vec!["sum:0".into()],
        feed: vec!["x:0".into(), "y:0".into()],
        ..Default::default()
    };
    let (x, y) = (tensor(&[2], vec![0; 8]), one());
    let key =
        "/job:worker/replica:0/task:0/device:CPU:0;0000000000000001;/job:ps/replica:0/task:0/device:CPU:0;edge_1_a;0:0";
    Ok(vec![
        (MASTER[0], pb::CreateSessionRequest { graph_def: graph_def.clone(), ..Default::default() }.encode_to_vec()),
        (
            MASTER[1],
            pb::ExtendSessionRequest {
                session_handle: session_handle.clone(),
                graph_def: graph_def.clone(),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            MASTER[3],
            pb::RunStepRequest {
                session_handle: session_handle.clone(),
                feed: vec![feed("x:0", x.clone()), feed("y:0", y.clone())],
                fetch: vec!["sum:0".into()],
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            MASTER[7],
            pb::MakeCallableRequest {
                session_handle: session_handle.clone(),
                options: Some(options),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (MASTER[8], pb::RunCallableRequest { session_handle, feed: vec![x, y], ..Default::default() }.encode_to_vec()),
        (WORKER[3], pb::RegisterGraphRequest { graph_def, ..Default::default() }.encode_to_vec()),
        (
            WORKER[5],
            pb::RunGraphRequest {
                graph_handle: "1".into(),
                send: vec![feed(key, one())],
                recv_key: vec![key.into()],
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            WORKER[8],
            pb::RecvTensorRequest { step_id: 7, rendezvous_key: key.into(), ..Default::default() }.encode_to_vec(),
        ),
    ])
}

#[test]
fn nothing_at_all() {
    run(async {
        let fixture = Fixture::start();
        for path in MASTER.into_iter().chain(WORKER) {
            let method = path.rsplit('/').next().unwrap_or(path);
            let expected = match method {
                // An empty graph, all sessions, all devices, the session of old masters.
                "CreateSession"
                | "Reset"
                | "ListDevices"
                | "GetStatus"
                | "CreateWorkerSession"
                | "DeleteWorkerSession" => None,
                "RegisterGraph" | "CleanupGraph" | "CleanupAll" | "Logging" | "MarkRecvFinished" => None,
                "RecvTensor" => Some(Code::InvalidArgument),
                // An unknown session, an unknown graph.
                _ => Some(Code::Aborted),
            };
            let code = fixture.bytes(path, Vec::new()).await.err().map(|status| status.code);
            assert_eq!(code, expected, "{method}");
            fixture.cluster.check_good_step().await;
        }
        for path in ABSENT {
            check_failure(fixture.bytes(path, Vec::new()).await, &[Code::Unimplemented], &[]);
        }
        fixture.cluster.check_good_step().await;
        Ok(())
    });
}

#[test]
fn bytes_that_are_no_message() {
    run(async {
        let fixture = Fixture::start();
        for path in MASTER.into_iter().chain(WORKER) {
            let refused = fixture.bytes(path, NO_MESSAGE.to_vec()).await;
            check_failure(refused, &[Code::Internal], &["Unable to parse request"]);
        }
        fixture.cluster.check_good_step().await;
        for seed in 0..40u64 {
            let mut random = SmallRng::seed_from_u64(seed);
            for path in MASTER.into_iter().chain(WORKER) {
                let bytes: Vec<u8> = (0..random.random_range(1..200)).map(|_| random.random()).collect();
                // Some happen to be messages; whatever comes back, it does come back.
                let answer = fixture.bytes(path, bytes).await;
                let late = answer.is_err_and(|status| status.code == Code::DeadlineExceeded);
                assert!(!late, "{path} did not answer to the bytes of seed {seed}");
            }
        }
        fixture.cluster.check_good_step().await;
        Ok(())
    });
}

#[test]
fn messages_cut_short_or_damaged() {
    run(async {
        let fixture = Fixture::start();
        let session = fixture.create(graph_to_proto(&good_graph()?)).await?;
        let mut random = SmallRng::seed_from_u64(1);
        for (path, message) in valid_messages(&session)? {
            for turn in 0..60 {
                let mut bytes = message.clone();
                match turn % 2 {
                    0 => bytes.truncate(random.random_range(0..bytes.len())),
                    _ => {
                        let at = random.random_range(0..bytes.len());
                        bytes[at] = random.random();
                    }
                }
                let answer = fixture.bytes(path, bytes).await;
                // A receive whose key is still good waits, as it should.
                let late = path != WORKER[8] && answer.is_err_and(|status| status.code == Code::DeadlineExceeded);
                assert!(!late, "{path} did not answer to turn {turn}");
            }
            fixture.cluster.check_good_step().await;
        }
        Ok(())
    });
}

#[test]
fn sessions_and_handles_that_nobody_gave() {
    run(async {
        let fixture = Fixture::start();
        let session_handle = "feedfacefeedface".to_owned();
        let found = ["feedfacefeedface", "is not found"];
        let ended = [Code::Aborted];
        let unknown = |session_handle: &String| pb::RunStepRequest {
            session_handle: session_handle.clone(),
            fetch: vec!["x:0".into()],
            ..Default::default()
        };
        fixture.check_step(unknown(&session_handle), &ended, &found).await;
        fixture
            .check(
                MASTER[1],
                pb::ExtendSessionRequest { session_handle: session_handle.clone(), ..Default::default() },
                &ended,
                &found,
            )
            .await;
        fixture
            .check(
                MASTER[2],
                pb::PartialRunSetupRequest { session_handle: session_handle.clone(), ..Default::default() },
                &ended,
                &found,
            )
            .await;
        fixture
            .check(MASTER[4], pb::CloseSessionRequest { session_handle: session_handle.clone() }, &ended, &found)
            .await;
        fixture
            .check(
                MASTER[5],
                pb::ListDevicesRequest { session_handle: session_handle.clone() },
                &[Code::InvalidArgument],
                &found,
            )
            .await;
        fixture
            .check(
                MASTER[7],
                pb::MakeCallableRequest { session_handle: session_handle.clone(), ..Default::default() },
                &ended,
                &found,
            )
            .await;
        fixture
            .check(
                MASTER[8],
                pb::RunCallableRequest { session_handle: session_handle.clone(), ..Default::default() },
                &ended,
                &found,
            )
            .await;
        fixture
            .check(
                MASTER[9],
                pb::ReleaseCallableRequest { session_handle: session_handle.clone(), ..Default::default() },
                &ended,
                &found,
            )
            .await;

        let told = ["Session handle is not found", "feedfacefeedface", "/job:worker/replica:0/task:0"];
        let register = pb::RegisterGraphRequest {
            session_handle: session_handle.clone(),
            create_worker_session_called: true,
            ..Default::default()
        };
        fixture.check(WORKER[3], register, &ended, &told).await;
        let run = pb::RunGraphRequest {
            session_handle: session_handle.clone(),
            create_worker_session_called: true,
            ..Default::default()
        };
        fixture.check(WORKER[5], run, &ended, &told).await;
        let run = pb::RunGraphRequest { graph_handle: "cafe".into(), step_id: 5, ..Default::default() };
        fixture.check(WORKER[5], run.clone(), &ended, &["Graph handle is not found: cafe"]).await;
        let in_body = pb::RunGraphRequest { store_errors_in_response_body: true, ..run };
        let response: pb::RunGraphResponse = call(&fixture.channel, WORKER[5], &in_body).await?;
        assert_eq!(Code::from_i32(response.status_code), Code::Aborted);
        fixture
            .check(
                WORKER[4],
                pb::DeregisterGraphRequest { graph_handle: "cafe".into(), ..Default::default() },
                &ended,
                &["cafe"],
            )
            .await;

        let session_handle = fixture.create(graph_to_proto(&good_graph()?)).await?;
        let partial = pb::RunStepRequest { partial_run_handle: "77".into(), ..unknown(&session_handle) };
        fixture.check_step(partial, &[Code::InvalidArgument], &["partial"]).await;
        let callable = pb::RunCallableRequest { session_handle, handle: 77, ..Default::default() };
        fixture.check(MASTER[8], callable, &[Code::InvalidArgument], &["77"]).await;
        Ok(())
    });
}

#[test]
fn requests_that_come_twice() {
    run(async {
        let fixture = Fixture::start();
        let session_handle = fixture.create(graph_to_proto(&good_graph()?)).await?;
        let twice = [Code::Aborted];
        let step = pb::RunStepRequest {
            session_handle: session_handle.clone(),
            feed: vec![feed("x:0", tensor(&[2], vec![0; 8])), feed("y:0", one())],
            fetch: vec!["sum:0".into()],
            request_id: -42,
            ..Default::default()
        };
        fixture.step(step.clone()).await?;
        fixture.check_step(step.clone(), &twice, &["RunStep", "received twice"]).await;
        // Zero is no id.
        for _ in 0..2 {
            fixture.step(pb::RunStepRequest { request_id: 0, ..step.clone() }).await?;
        }
        let setup = pb::PartialRunSetupRequest {
            session_handle: session_handle.clone(),
            fetch: vec!["sum:0".into()],
            feed: vec!["x:0".into(), "y:0".into()],
            request_id: 43,
            ..Default::default()
        };
        let _: pb::PartialRunSetupResponse = call(&fixture.channel, MASTER[2], &setup).await?;
        fixture.check(MASTER[2], setup, &twice, &["PartialRunSetup"]).await;
        let options = pb::CallableOptions {
            fetch: vec!["sum:0".into()],
            feed: vec!["x:0".into(), "y:0".into()],
            ..Default::default()
        };
        let make =
            pb::MakeCallableRequest { session_handle: session_handle.clone(), options: Some(options), request_id: 44 };
        let made: pb::MakeCallableResponse = call(&fixture.channel, MASTER[7], &make).await?;
        fixture.check(MASTER[7], make, &twice, &["MakeCallable"]).await;
        let call_it = pb::RunCallableRequest {
            session_handle: session_handle.clone(),
            handle: made.handle,
            feed: vec![tensor(&[2], vec![0; 8]), one()],
            request_id: 45,
        };
        let _: pb::RunCallableResponse = call(&fixture.channel, MASTER[8], &call_it).await?;
        fixture.check(MASTER[8], call_it.clone(), &twice, &["RunCallable"]).await;
        let too_few = pb::RunCallableRequest { feed: vec![tensor(&[2], vec![0; 8])], request_id: 0, ..call_it.clone() };
        fixture.check(MASTER[8], too_few, &[Code::InvalidArgument], &["2", "1"]).await;
        let too_many = pb::RunCallableRequest { feed: vec![one(), one(), one()], request_id: 0, ..call_it };
        fixture.check(MASTER[8], too_many, &[Code::InvalidArgument], &["2", "3"]).await;

        let register = pb::RegisterGraphRequest {
            graph_def: Some(graph(vec![constant("c", WORKER_0_CPU, one())])),
            ..Default::default()
        };
        let registered: pb::RegisterGraphResponse = call(&fixture.channel, WORKER[3], &register).await?;
        let run = pb::RunGraphRequest {
            graph_handle: registered.graph_handle,
            step_id: 9,
            request_id: 46,
            ..Default::default()
        };
        let _: pb::RunGraphResponse = call(&fixture.channel, WORKER[5], &run).await?;
        fixture.check(WORKER[5], run, &twice, &["RunGraph", "received twice"]).await;
        Ok(())
    });
}

const WORKER_0_CPU: &str = "/job:worker/replica:0/task:0/device:CPU:0";
const PS_CPU: &str = "/job:ps/replica:0/task:0/device:CPU:0";

/// Graphs that must be refused: what is wrong, the graph, the code, words of the message.
fn bad_graphs() -> Vec<(&'static str, pb::GraphDef, Code, Vec<&'static str>)> {
    use pb::attr_value::Value;
    let c = || constant("c", "", one());
    let bad = Code::InvalidArgument;
    let at = |name: &'static str| vec![name];
    let int = || Value::Type(DType::Int32.number());
    let min_consumer = pb::VersionDef { producer: 1, min_consumer: 1_000_000, bad_consumers: Vec::new() };
    let versions = pb::GraphDef { versions: Some(min_consumer), ..graph(vec![c()]) };
    vec![
        (
            "unknown op",
            graph(vec![node("strange", "NoSuchOp", &[], "", &[])]),
            Code::NotFound,
            vec!["NoSuchOp", "strange"],
        ),
        ("no op", graph(vec![node("strange", "", &[], "", &[])]), Code::NotFound, at("strange")),
        (
            "wrong kind",
            graph(vec![c(), node("wrong", "Identity", &["c"], "", &[("T", Value::I(1))])]),
            bad,
            at("wrong"),
        ),
        (
            "no attr",
            graph(vec![c(), node("bare", "Cast", &["c"], "", &[("SrcT", float())])]),
            Code::NotFound,
            vec!["DstT", "bare"],
        ),
        (
            "unknown input",
            graph(vec![node("lonely", "Identity", &["absent"], "", &[("T", float())])]),
            bad,
            vec!["absent", "lonely"],
        ),
        ("unknown control", graph(vec![node("lonely", "NoOp", &["^absent"], "", &[])]), bad, vec!["absent", "lonely"]),
        (
            "no such output",
            graph(vec![c(), node("lonely", "Identity", &["c:5"], "", &[("T", float())])]),
            bad,
            at("lonely"),
        ),
        ("bad output", graph(vec![c(), node("lonely", "Identity", &["c:x"], "", &[("T", float())])]), bad, at("c:x")),
        (
            "huge output",
            graph(vec![c(), node("lonely", "Identity", &["c:99999999999"], "", &[("T", float())])]),
            bad,
            at("c:99999999999"),
        ),
        ("too few", graph(vec![c(), node("lonely", "AddV2", &["c"], "", &[("T", float())])]), bad, at("lonely")),
        (
            "too many",
            graph(vec![c(), node("lonely", "Identity", &["c", "c"], "", &[("T", float())])]),
            bad,
            at("lonely"),
        ),
        ("wrong type", graph(vec![c(), node("wrong", "Identity", &["c"], "", &[("T", int())])]), bad, at("wrong")),
        (
            "unknown type",
            graph(vec![c(), node("wrong", "Identity", &["c"], "", &[("T", Value::Type(999))])]),
            bad,
            at("999"),
        ),
        (
            "not a variable",
            graph(vec![c(), node("wrong", "Assign", &["c", "c"], "", &[("T", float())])]),
            bad,
            at("wrong"),
        ),
        ("twice", graph(vec![c(), c()]), bad, at("'c'")),
        ("bad name", graph(vec![constant("a b", "", one())]), bad, at("a b")),
        ("no name", graph(vec![constant("", "", one())]), bad, vec![]),
        (
            "cycle",
            graph(vec![
                node("round", "Identity", &["about"], "", &[("T", float())]),
                node("about", "Identity", &["round"], "", &[("T", float())]),
            ]),
            bad,
            vec!["cycle", "round"],
        ),
        (
            "control cycle",
            graph(vec![node("a", "NoOp", &["^b"], "", &[]), node("b", "NoOp", &["^a"], "", &[])]),
            bad,
            at("cycle"),
        ),
        ("itself", graph(vec![node("self", "NoOp", &["^self"], "", &[])]), bad, at("self")),
        (
            "absent device",
            graph(vec![constant("lost", "/job:worker/task:9", one())]),
            bad,
            vec!["lost", "/job:worker/task:9"],
        ),
        ("absent kind", graph(vec![constant("lost", "/job:ps/device:TPU:0", one())]), bad, at("lost")),
        ("no device", graph(vec![constant("lost", "somewhere", one())]), bad, at("somewhere")),
        ("min_consumer", versions, bad, at("1000000")),
        ("overflow", graph(vec![constant("big", "", tensor(&[1 << 40, 1 << 40], vec![]))]), bad, vec![]),
        ("huge", graph(vec![constant("big", "", tensor(&[1 << 50], vec![0; 4]))]), bad, vec![]),
        ("negative", graph(vec![constant("odd", "", tensor(&[-5], vec![]))]), bad, vec![]),
        ("too few bytes", graph(vec![constant("odd", "", tensor(&[2, 2], vec![0; 12]))]), bad, vec![]),
        ("too many bytes", graph(vec![constant("odd", "", tensor(&[1], vec![0; 12]))]), bad, vec![]),
        (
            "huge count",
            graph(vec![c(), node("many", "AddN", &["c"], "", &[("T", float()), ("N", Value::I(i64::MAX))])]),
            bad,
            at("many"),
        ),
        (
            "negative count",
            graph(vec![c(), node("many", "AddN", &["c"], "", &[("T", float()), ("N", Value::I(-1))])]),
            bad,
            at("many"),
        ),
    ]
}

#[test]
fn graphs_that_have_no_meaning() {
    run(async {
        let fixture = Fixture::start();
        let session_handle = fixture.create(pb::GraphDef::default()).await?;
        let mut failures = Vec::new();
        for (what, graph_def, code, words) in bad_graphs() {
            let create = pb::CreateSessionRequest { graph_def: Some(graph_def.clone()), ..Default::default() };
            let extend = pb::ExtendSessionRequest {
                session_handle: session_handle.clone(),
                graph_def: Some(graph_def),
                ..Default::default()
            };
            let created = call::<_, pb::CreateSessionResponse>(&fixture.channel, MASTER[0], &create).await.map(drop);
            let extended = call::<_, pb::ExtendSessionResponse>(&fixture.channel, MASTER[1], &extend).await.map(drop);
            for result in [created, extended] {
                let is_right =
                    |status: &Status| status.code == code && words.iter().all(|word| status.message.contains(word));
                if !result.as_ref().is_err_and(is_right) {
                    failures.push(format!("{what}: {result:?}"));
                }
            }
            fixture.cluster.check_good_step().await;
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
        // Nothing of all that is in the session.
        let extend = pb::ExtendSessionRequest {
            session_handle,
            graph_def: Some(graph(vec![constant("c", "", one())])),
            ..Default::default()
        };
        assert_eq!(
            call::<_, pb::ExtendSessionResponse>(&fixture.channel, MASTER[1], &extend).await?.new_graph_version,
            1
        );
        Ok(())
    });
}

#[test]
fn steps_that_cannot_be_run() {
    run(async {
        let fixture = Fixture::start();
        let session_handle = fixture.create(graph_to_proto(&good_graph()?)).await?;
        let x = || feed("x:0", tensor(&[2], vec![0; 8]));
        let y = || feed("y:0", one());
        let step = |feed: Vec<pb::NamedTensorProto>, fetch: &[&str], target: &[&str]| pb::RunStepRequest {
            session_handle: session_handle.clone(),
            feed,
            fetch: fetch.iter().map(|name| (*name).into()).collect(),
            target: target.iter().map(|name| (*name).into()).collect(),
            ..Default::default()
        };
        let bad = [Code::InvalidArgument];
        let missing = [Code::NotFound];
        fixture.check_step(step(vec![], &[], &[]), &bad, &["at least one target"]).await;
        fixture.check_step(step(vec![], &["absent:0"], &[]), &missing, &["absent"]).await;
        fixture.check_step(step(vec![], &[], &["absent"]), &missing, &["absent"]).await;
        fixture.check_step(step(vec![x(), y(), feed("absent:0", one())], &["sum:0"], &[]), &missing, &["absent"]).await;
        fixture.check_step(step(vec![x(), y()], &["sum:3"], &[]), &bad, &["sum"]).await;
        fixture.check_step(step(vec![x(), y()], &["sum:"], &[]), &bad, &["sum:"]).await;
        fixture.check_step(step(vec![x(), y(), y()], &["sum:0"], &[]), &bad, &["y:0"]).await;
        fixture.check_step(step(vec![x(), y()], &["x:0"], &[]), &bad, &["x:0"]).await;
        fixture.check_step(step(vec![x()], &["sum:0"], &[]), &bad, &["{{node y}}"]).await;
        fixture
            .check_step(
                step(vec![], &["v:0"], &[]),
                &[Code::FailedPrecondition],
                &["uninitialized value v", "/job:ps/replica:0/task:0"],
            )
            .await;
        let wrong_type = feed("y:0", tensor_to_proto(&Tensor::scalar(1i32)));
        fixture.check_step(step(vec![x(), wrong_type], &["sum:0"], &[]), &bad, &["y:0"]).await;
        let wrong_shape = feed("x:0", tensor(&[3], vec![0; 12]));
        fixture.check_step(step(vec![wrong_shape, y()], &["sum:0"], &[]), &bad, &["x:0"]).await;
        let unfit = feed("y:0", tensor(&[3], vec![0; 12]));
        fixture.check_step(step(vec![x(), unfit], &["sum:0"], &[]), &bad, &["{{node sum}}"]).await;
        for (sizes, bytes) in
            [(vec![1 << 40, 1 << 40], 0), (vec![2, 2], 12), (vec![1], 12), (vec![-1], 4), (vec![1 << 40], 4)]
        {
            let odd = feed("y:0", tensor(&sizes, vec![0; bytes]));
            fixture.check_step(step(vec![x(), odd], &["sum:0"], &[]), &bad, &["y:0"]).await;
        }
        let strange = pb::TensorProto { dtype: 999, ..one() };
        fixture.check_step(step(vec![x(), feed("y:0", strange)], &["sum:0"], &[]), &bad, &["y:0"]).await;
        let empty = pb::NamedTensorProto { name: "y:0".into(), tensor: None };
        fixture.check_step(step(vec![x(), empty], &["sum:0"], &[]), &bad, &["y:0"]).await;
        // A step may be wrong in some way no caller thought of; the session goes on.
        let good = fixture.step(step(vec![x(), y()], &["sum:0"], &[])).await?;
        assert_eq!(good.tensor.len(), 1);
        Ok(())
    });
}

#[test]
fn graphs_that_are_not_this_tasks() {
    run(async {
        let fixture = Fixture::start();
        let register =
            |nodes: Vec<pb::NodeDef>| pb::RegisterGraphRequest { graph_def: Some(graph(nodes)), ..Default::default() };
        let bad = [Code::InvalidArgument];
        fixture.check(WORKER[3], register(vec![constant("far", PS_CPU, one())]), &bad, &["far", PS_CPU]).await;
        fixture.check(WORKER[3], register(vec![constant("vague", "", one())]), &bad, &["vague"]).await;
        fixture.check(WORKER[3], register(vec![constant("short", "/cpu:0", one())]), &bad, &["short", "/cpu:0"]).await;
        fixture
            .check(
                WORKER[3],
                register(vec![node("strange", "NoSuchOp", &[], WORKER_0_CPU, &[])]),
                &[Code::NotFound],
                &["NoSuchOp"],
            )
            .await;
        let outside = node("leave", "Exit", &["c"], WORKER_0_CPU, &[("T", float())]);
        fixture.check(WORKER[3], register(vec![constant("c", WORKER_0_CPU, one()), outside]), &bad, &["leave"]).await;
        let unknown_key = pb::RegisterGraphRequest {
            graph_def: Some(graph(vec![constant("c", WORKER_0_CPU, one())])),
            ..Default::default()
        };
        let registered: pb::RegisterGraphResponse = call(&fixture.channel, WORKER[3], &unknown_key).await?;
        let run = pb::RunGraphRequest {
            graph_handle: registered.graph_handle,
            step_id: 3,
            recv_key: vec!["no key".into()],
            ..Default::default()
        };
        fixture.check(WORKER[5], run, &[Code::InvalidArgument, Code::Internal], &["no key"]).await;
        Ok(())
    });
}

#[test]
fn tensors_that_cannot_be_received() {
    run(async {
        let fixture = Fixture::start();
        let incarnation = fixture.incarnation().await?;
        let bad = [Code::InvalidArgument];
        let key = |device: &str, incarnation: u64| format!("{device};{incarnation:016x};{PS_CPU};edge_1_a;0:0");
        let receive = |rendezvous_key: String, request_id: i64| pb::RecvTensorRequest {
            step_id: 77,
            rendezvous_key,
            request_id,
            ..Default::default()
        };
        for malformed in ["", "a", ";;;;", "a;b;c;d;e;f", "a;1;b;c", "a;1;b;c;0", "a;xyz;b;c;0:0", "a;1;b;c;x:y"] {
            fixture.check(WORKER[8], receive(malformed.into(), 0), &bad, &[]).await;
        }
        fixture
            .check(WORKER[8], receive(key(PS_CPU, incarnation), 0), &bad, &[PS_CPU, "/job:worker/replica:0/task:0"])
            .await;
        let gpu = WORKER_0_CPU.replace("CPU:0", "GPU:7");
        fixture.check(WORKER[8], receive(key(&gpu, incarnation), 0), &bad, &[&gpu]).await;
        let restarted = ["incarnation", "/job:worker/replica:0/task:0"];
        fixture.check(WORKER[8], receive(key(WORKER_0_CPU, incarnation ^ 1), 0), &[Code::Aborted], &restarted).await;
        fixture.check(WORKER[8], receive("odd".into(), 501), &bad, &[]).await;
        fixture
            .check(
                WORKER[8],
                receive(key(WORKER_0_CPU, incarnation), 501),
                &[Code::Aborted],
                &["RecvTensor", "received twice"],
            )
            .await;

        // One that nobody sends waits for as long as its caller does, and can be asked for again.
        let good = receive(key(WORKER_0_CPU, incarnation), 0);
        let mut given_up = 0;
        while given_up < 2 {
            let options =
                CallOptions { deadline: Some(Instant::now() + Duration::from_millis(100)), wait_for_ready: true };
            let waiting = fixture.channel.call(WORKER[8], Message::from(good.encode_to_vec()), options).await;
            match waiting.map(drop) {
                // That the caller before has given up may not have come through yet.
                Err(status) if status.message.contains("two receivers") => tokio::task::yield_now().await,
                ended => {
                    check_failure(ended, &[Code::DeadlineExceeded], &[]);
                    given_up += 1;
                }
            }
        }
        // And comes when it is sent.
        let (channel, request) = (fixture.channel.clone(), good.clone());
        let waiting =
            tokio::spawn(async move { call::<_, pb::RecvTensorResponse>(&channel, WORKER[8], &request).await });
        let text = |value: &str| pb::attr_value::Value::S(value.as_bytes().to_vec().into());
        let attrs = [
            ("T", float()),
            ("tensor_name", text("edge_1_a")),
            ("send_device", text(WORKER_0_CPU)),
            ("recv_device", text(PS_CPU)),
            ("send_device_incarnation", pb::attr_value::Value::I(incarnation as i64)),
        ];
        let send = node("send", "_Send", &["c"], WORKER_0_CPU, &attrs);
        let register = pb::RegisterGraphRequest {
            graph_def: Some(graph(vec![constant("c", WORKER_0_CPU, one()), send])),
            ..Default::default()
        };
        let registered: pb::RegisterGraphResponse = call(&fixture.channel, WORKER[3], &register).await?;
        let run = pb::RunGraphRequest { graph_handle: registered.graph_handle, step_id: 77, ..Default::default() };
        let _: pb::RunGraphResponse = call(&fixture.channel, WORKER[5], &run).await?;
        let received = soon(waiting).await.expect("no panic")?;
        assert_eq!(received.tensor.expect("a tensor").dtype, DType::Float.number());
        let _: pb::CleanupGraphResponse =
            call(&fixture.channel, WORKER[6], &pb::CleanupGraphRequest { step_id: 77 }).await?;
        fixture.cluster.check_good_step().await;
        Ok(())
    });
}

#[test]
fn a_damaged_graph_never_takes_the_server_down() {
    run(async {
        let fixture = Fixture::start();
        let good = graph_to_proto(&good_graph()?);
        let mut random = SmallRng::seed_from_u64(7);
        for _ in 0..150 {
            let mut damaged = good.clone();
            let count = damaged.node.len();
            let at = random.random_range(0..count);
            let other: NodeDef = good_graph()?.nodes.swap_remove(random.random_range(0..count));
            let node = &mut damaged.node[at];
            match random.random_range(0..6) {
                0 => node.op = other.op,
                1 => node.name = other.name,
                2 => node.input = other.inputs.clone(),
                3 => node.input.push(format!("{}:{}", other.name, random.random_range(0..3))),
                4 => node.attr.clear(),
                _ => node.device = "/job:ps/task:0/device:CPU:*".into(),
            }
            if let Ok(session_handle) = fixture.create(damaged).await {
                let step = pb::RunStepRequest {
                    session_handle: session_handle.clone(),
                    fetch: vec!["sum:0".into()],
                    ..Default::default()
                };
                let _ = fixture.step(step).await;
                let _: pb::CloseSessionResponse =
                    call(&fixture.channel, MASTER[4], &pb::CloseSessionRequest { session_handle }).await?;
            }
        }
        fixture.cluster.check_good_step().await;
        Ok(())
    });
}
