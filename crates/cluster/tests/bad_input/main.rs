//! Requests that must be refused, sent past the client to every entrance of a server.
//!
//! Each case expects TensorFlow's status code and, where there is a culprit, its name in the message; and after each a good step
//! over all tasks must work.

#[path = "../local_cluster/mod.rs"]
mod local_cluster;

mod graphs;
mod messages;
mod sessions;
mod steps;

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

const WORKER_0_CPU: &str = "/job:worker/replica:0/task:0/device:CPU:0";
const PS_CPU: &str = "/job:ps/replica:0/task:0/device:CPU:0";

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
