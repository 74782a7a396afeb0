//! The other tasks of a cluster: a channel to each, and the calls that are made to their workers.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use bytes::Bytes;
use prost::Message as _;
use regatta_graph::GraphDef;
use regatta_runtime::{Parcel, Receiver};
use regatta_status::{Code, Result, Status, internal, unavailable};
use regatta_wire::{graph_to_proto, pb, tensor_from_proto, tensor_to_proto};
use tokio::{runtime::Handle, sync::watch, time::Instant};

use crate::{
    grpc::{CallOptions, Channel, Message},
    lane::{LaneSlot, Ticket},
    recv_tensor,
    spec::{ClusterSpec, TaskName},
    waiting::reported,
    worker::{DeviceInfo, RunGraph, RunGraphReply, StepId, Worker},
};

/// How long a task may take to forget a step.
const CLEANUP_TIMEOUT: Duration = Duration::from_secs(10);

/// The tasks of a cluster as one of them sees the others.
pub struct Peers {
    peers: BTreeMap<TaskName, Peer>,
    /// Where fetches run that compute threads ask for.
    async_runtime: Handle,
}

/// Ways to another task.
struct Peer {
    channel: Channel,
    /// The short way for tensors, if the task is on this machine.
    lane: Arc<LaneSlot>,
}

impl Peers {
    /// Channels to every task; connections are made when they are needed.
    pub fn new(spec: &ClusterSpec, async_runtime: Handle) -> Peers {
        let peer = |(task, address): (TaskName, &str)| {
            (task.clone(), Peer { channel: Channel::new(address), lane: LaneSlot::new(task) })
        };
        Peers { peers: spec.tasks().map(peer).collect(), async_runtime }
    }

    /// All tasks.
    pub fn tasks(&self) -> impl Iterator<Item = &TaskName> {
        self.peers.keys()
    }

    /// The worker of a task: `local`, if it is its own, else one to be called.
    pub fn worker(&self, task: &TaskName, local: &Arc<Worker>) -> Result<WorkerHandle> {
        if task == local.task() {
            return Ok(WorkerHandle::Local(Arc::clone(local)));
        }
        let channel = self.peer(task)?.channel.clone();
        Ok(WorkerHandle::Remote(RemoteWorker { task: task.clone(), channel }))
    }

    fn peer(&self, task: &TaskName) -> Result<&Peer> {
        self.peers.get(task).ok_or_else(|| unavailable(format!("task {task} is not in this task's cluster")))
    }

    /// Fetches a tensor of a step from the task that sends it. Returns at once; the receiver is called with the tensor, or
    /// with the cause if the step is aborted first. Who gets a ticket sees to that himself.
    pub(crate) fn fetch(
        &self,
        step: StepId,
        key: &str,
        aborted: &watch::Sender<Option<Status>>,
        receiver: Receiver,
    ) -> Option<Ticket> {
        let sender = key.split(';').next().unwrap_or_default();
        let found = TaskName::of_device(sender).and_then(|task| Ok((self.peer(&task)?, task)));
        let (peer, task) = match found {
            Ok(found) => found,
            Err(status) => {
                receiver(Err(status));
                return None;
            }
        };
        let receiver = match peer.lane.get(&peer.channel, &self.async_runtime) {
            None => receiver,
            Some(lane) => match lane.fetch(step, key.to_owned(), receiver) {
                Ok(ticket) => return Some(ticket),
                Err(receiver) => receiver,
            },
        };
        let (channel, key, mut aborted) = (peer.channel.clone(), key.to_owned(), aborted.subscribe());
        self.async_runtime.spawn(async move {
            let result = tokio::select! {
                parcel = recv_tensor(&channel, step, &key) => parcel.map_err(|e| blame(e, &task)),
                cause = aborted.wait_for(Option::is_some) => Err(match cause {
                    Ok(cause) => cause.clone().unwrap_or_else(|| internal("aborted without a cause")).derived(),
                    Err(_) => internal("the step was dropped").derived(),
                }),
            };
            receiver(result);
        });
        None
    }
}

/// A failure of the connection names the address; people know their tasks by name.
fn blame(status: Status, task: &TaskName) -> Status {
    match status.code {
        Code::Unavailable | Code::DeadlineExceeded => {
            Status { message: format!("{task}: {}", status.message), ..status }
        }
        _ => status,
    }
}

async fn recv_tensor(channel: &Channel, step: StepId, key: &str) -> Result<Parcel> {
    let request = pb::RecvTensorRequest {
        step_id: step.0,
        rendezvous_key: key.to_owned(),
        request_id: random_id(),
        ..Default::default()
    };
    let message = Message::from(request.encode_to_vec());
    let body = channel.call("/tensorflow.WorkerService/RecvTensor", message, CallOptions::default()).await?;
    recv_tensor::decode(body).await
}

/// A random number that is not zero, which would mean none.
pub(crate) fn random_id() -> i64 {
    rand::random_range(1..=i64::MAX)
}

/// A call with ordinary messages.
pub(crate) async fn unary<Q: prost::Message, A: prost::Message + Default>(
    channel: &Channel,
    path: &'static str,
    request: &Q,
    options: CallOptions,
) -> Result<A> {
    let body = channel.call(path, Message::from(request.encode_to_vec()), options).await?;
    let bytes: Bytes = body.collect().await?;
    A::decode(bytes).map_err(|e| internal(format!("{path}: could not parse the response of {}: {e}", channel.peer())))
}

/// The method of a path, for people.
pub(crate) fn method(path: &'static str) -> &'static str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The worker of some task, in this process or another.
#[derive(Clone)]
pub enum WorkerHandle {
    /// In this process.
    Local(Arc<Worker>),
    /// In another.
    Remote(RemoteWorker),
}

/// A worker in another process, which may be TensorFlow's.
#[derive(Clone)]
pub struct RemoteWorker {
    task: TaskName,
    channel: Channel,
}

impl WorkerHandle {
    /// The task.
    pub fn task(&self) -> &TaskName {
        match self {
            WorkerHandle::Local(worker) => worker.task(),
            WorkerHandle::Remote(remote) => &remote.task,
        }
    }

    /// The task's devices; waits until the task can be reached, or the time has come.
    pub async fn get_status(&self, until: Option<Instant>) -> Result<Vec<DeviceInfo>> {
        match self {
            WorkerHandle::Local(worker) => Ok(worker.devices().to_vec()),
            WorkerHandle::Remote(remote) => {
                let options = CallOptions { deadline: until, wait_for_ready: true };
                let status: pb::GetStatusResponse =
                    remote.call("/tensorflow.WorkerService/GetStatus", &pb::GetStatusRequest {}, options).await?;
                Ok(status.device_attributes.into_iter().map(device_from_proto).collect())
            }
        }
    }

    /// Opens a session.
    pub async fn create_session(
        &self,
        session: &str,
        isolate_state: bool,
        master: &TaskName,
        incarnation: u64,
    ) -> Result<()> {
        match self {
            WorkerHandle::Local(worker) => {
                worker.create_session(session, isolate_state);
                Ok(())
            }
            WorkerHandle::Remote(remote) => {
                let request = pb::CreateWorkerSessionRequest {
                    session_handle: session.to_owned(),
                    isolate_session_state: isolate_state,
                    server_def: Some(pb::ServerDef {
                        job_name: remote.task.job.clone(),
                        task_index: remote.task.index as i32,
                        protocol: "grpc".into(),
                        ..Default::default()
                    }),
                    master_task: master.to_string(),
                    master_incarnation: incarnation as i64,
                    ..Default::default()
                };
                let _: pb::CreateWorkerSessionResponse = remote
                    .call("/tensorflow.WorkerService/CreateWorkerSession", &request, CallOptions::default())
                    .await?;
                Ok(())
            }
        }
    }

    /// Closes a session.
    pub async fn delete_session(&self, session: &str, deadline: Instant) -> Result<()> {
        match self {
            WorkerHandle::Local(worker) => {
                worker.delete_session(session);
                Ok(())
            }
            WorkerHandle::Remote(remote) => {
                let request = pb::DeleteWorkerSessionRequest { session_handle: session.to_owned() };
                let options = CallOptions { deadline: Some(deadline), ..Default::default() };
                let _: pb::DeleteWorkerSessionResponse =
                    remote.call("/tensorflow.WorkerService/DeleteWorkerSession", &request, options).await?;
                Ok(())
            }
        }
    }

    /// Registers a partition; answers its handle.
    pub async fn register_graph(&self, session: &str, graph: GraphDef, has_control_flow: bool) -> Result<String> {
        match self {
            WorkerHandle::Local(worker) => tokio::task::block_in_place(|| worker.register_graph(session, graph)),
            WorkerHandle::Remote(remote) => {
                let request = pb::RegisterGraphRequest {
                    session_handle: session.to_owned(),
                    graph_def: Some(graph_to_proto(&graph)),
                    has_control_flow,
                    create_worker_session_called: true,
                    ..Default::default()
                };
                let response: pb::RegisterGraphResponse =
                    remote.call("/tensorflow.WorkerService/RegisterGraph", &request, CallOptions::default()).await?;
                Ok(response.graph_handle)
            }
        }
    }

    /// Runs a step; dropping the future stops it.
    pub async fn run_graph(&self, step: StepId, request: RunGraph) -> Result<RunGraphReply> {
        match self {
            WorkerHandle::Local(worker) => worker.run_graph(step, request).await,
            WorkerHandle::Remote(remote) => remote.run_graph(step, request).await.map_err(|e| remote.sign(e)),
        }
    }

    /// Tells that a step is over and nothing of it will be asked for.
    pub async fn cleanup_graph(&self, step: StepId) -> Result<()> {
        match self {
            WorkerHandle::Local(worker) => {
                worker.cleanup_graph(step);
                Ok(())
            }
            WorkerHandle::Remote(remote) => {
                let request = pb::CleanupGraphRequest { step_id: step.0 };
                // Nobody waits for this: a task that does not answer must not let the calls pile up.
                let options = CallOptions { deadline: Some(Instant::now() + CLEANUP_TIMEOUT), ..Default::default() };
                let _: pb::CleanupGraphResponse =
                    remote.call("/tensorflow.WorkerService/CleanupGraph", &request, options).await?;
                Ok(())
            }
        }
    }

    /// Forgets the variables in these containers.
    pub async fn cleanup_all(&self, containers: &[String]) -> Result<()> {
        match self {
            WorkerHandle::Local(worker) => {
                worker.cleanup_all(containers);
                Ok(())
            }
            WorkerHandle::Remote(remote) => {
                let request = pb::CleanupAllRequest { container: containers.to_vec() };
                let _: pb::CleanupAllResponse =
                    remote.call("/tensorflow.WorkerService/CleanupAll", &request, CallOptions::default()).await?;
                Ok(())
            }
        }
    }
}

impl RemoteWorker {
    async fn call<Q: prost::Message, A: prost::Message + Default>(
        &self,
        path: &'static str,
        request: &Q,
        options: CallOptions,
    ) -> Result<A> {
        let task = self.task.to_string();
        let call = unary(&self.channel, path, request, options);
        reported(method(path), &task, call).await.map_err(|e| blame(e, &self.task))
    }

    async fn run_graph(&self, step: StepId, request: RunGraph) -> Result<RunGraphReply> {
        let named = |(key, tensor): &(String, regatta_tensor::Tensor)| pb::NamedTensorProto {
            name: key.clone(),
            tensor: Some(tensor_to_proto(tensor)),
        };
        let message = pb::RunGraphRequest {
            session_handle: request.session,
            create_worker_session_called: true,
            graph_handle: request.graph,
            step_id: step.0,
            exec_opts: Some(pb::ExecutorOpts { record_timeline: request.with_trace, ..Default::default() }),
            send: request.sends.iter().map(named).collect(),
            recv_key: request.recv_keys,
            is_partial: request.is_partial,
            is_last_partial_run: request.is_last_partial,
            store_errors_in_response_body: true,
            request_id: random_id(),
        };
        let response: pb::RunGraphResponse =
            self.call("/tensorflow.WorkerService/RunGraph", &message, CallOptions::default()).await?;
        if response.status_code != 0 {
            return Err(Status::new(Code::from_i32(response.status_code), response.status_error_message));
        }
        let mut recvs = Vec::with_capacity(response.recv.len());
        for named in response.recv {
            // TensorFlow marks a dead value by leaving the tensor out.
            let parcel = named.tensor.as_ref().map(tensor_from_proto).transpose()?;
            recvs.push((named.name, parcel));
        }
        Ok(RunGraphReply { recvs, step_stats: response.step_stats, partition_graph: None })
    }

    /// Says in an error whose it is, as TensorFlow's master does.
    fn sign(&self, status: Status) -> Status {
        if status.message.starts_with("From /job:") {
            return status;
        }
        Status { message: format!("From {}:\n{}", self.task, status.message), ..status }
    }
}

pub(crate) fn device_from_proto(proto: pb::DeviceAttributes) -> DeviceInfo {
    DeviceInfo {
        name: proto.name,
        kind: proto.device_type,
        memory_limit: proto.memory_limit,
        incarnation: proto.incarnation,
        description: proto.physical_device_desc,
    }
}

pub(crate) fn device_to_proto(device: &DeviceInfo) -> pb::DeviceAttributes {
    pb::DeviceAttributes {
        name: device.name.clone(),
        device_type: device.kind.clone(),
        memory_limit: device.memory_limit,
        incarnation: device.incarnation,
        physical_device_desc: device.description.clone(),
        locality: Some(pb::DeviceLocality::default()),
        xla_global_id: -1,
    }
}
