//! The client's side of a session: a graph given to a master, and steps of it.
//!
//! The master may be Regatta's or TensorFlow's. Opening a session waits until the master can be reached, as long as its deadline
//! allows, and says in the log every ten seconds for whom it waits. A session that is open does not: if its master cannot be
//! reached any more it is lost, and one that comes back does not know it.

use std::{sync::Weak, time::Duration};

use regatta_graph::GraphDef;
use regatta_status::{Code, Result, Status, deadline_exceeded, internal, invalid_argument};
use regatta_tensor::Tensor;
use regatta_wire::{graph_to_proto, pb, tensor_from_proto, tensor_to_proto};
use tokio::time::Instant;

use crate::{
    grpc::{CallOptions, Channel},
    in_process::LocalMaster,
    master::{self, SessionConfig},
    peers::{device_from_proto, method, random_id, unary},
    waiting::reported,
    worker::DeviceInfo,
};

/// How long a session waits for its master and its tasks if nobody says otherwise.
const PATIENCE: Duration = Duration::from_secs(600);

/// How to run a step.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// How long it may take; `None` leaves it to the session's configuration.
    pub timeout: Option<Duration>,
    /// Whether to answer when every node ran.
    pub trace: bool,
    /// Whether to answer the graphs that the tasks were given.
    pub partition_graphs: bool,
}

/// What came of a step.
#[derive(Debug, Default)]
pub struct RunOutcome {
    /// The fetched tensors, in the order they were asked for.
    pub tensors: Vec<Tensor>,
    /// Times and graphs, if they were asked for.
    pub metadata: Option<pb::RunMetadata>,
}

/// A session on a master. Steps may be run from several tasks at once.
pub struct Session {
    channel: Channel,
    /// The master, if it is in this process.
    local: Weak<LocalMaster>,
    handle: String,
    config: SessionConfig,
    /// Held while the graph is extended, so that one extension comes after the other.
    graph_version: tokio::sync::Mutex<i64>,
}

impl Session {
    /// Opens a session on the master at `target` (`grpc://host:port`) with a graph to begin with. Waits for the master and the
    /// tasks, ten minutes at most.
    pub async fn create(target: &str, graph: &GraphDef, config: SessionConfig) -> Result<Session> {
        Session::create_within(target, graph, config, None).await
    }

    /// As [`Session::create`], but waits no longer than this for the master and the tasks.
    pub async fn create_within(
        target: &str,
        graph: &GraphDef,
        config: SessionConfig,
        patience: Option<Duration>,
    ) -> Result<Session> {
        let address = address(target)?;
        let channel = Channel::new(LocalMaster::way_to(address));
        let request = pb::CreateSessionRequest {
            graph_def: Some(graph_to_proto(graph)),
            config: Some(config.to_proto()),
            target: target.to_owned(),
        };
        let (handle, local) = (String::new(), Weak::new());
        let mut session = Session { channel, local, handle, config, graph_version: Default::default() };
        let options = waiting(patience.or(session.config.operation_timeout).unwrap_or(PATIENCE));
        let response: pb::CreateSessionResponse =
            call_master(&session.channel, "/tensorflow.MasterService/CreateSession", &request, options).await?;
        session.handle = response.session_handle;
        session.local = LocalMaster::find(address, &session.handle);
        *session.graph_version.get_mut() = response.graph_version;
        Ok(session)
    }

    /// Adds nodes to the session's graph.
    pub async fn extend(&self, graph: &GraphDef) -> Result<()> {
        let mut version = self.graph_version.lock().await;
        let request = pb::ExtendSessionRequest {
            session_handle: self.handle.clone(),
            graph_def: Some(graph_to_proto(graph)),
            current_graph_version: *version,
        };
        let response: pb::ExtendSessionResponse =
            self.call("/tensorflow.MasterService/ExtendSession", &request, None).await?;
        *version = response.new_graph_version;
        Ok(())
    }

    /// Runs a step: feeds tensors (`"x:0"`), runs the targets (node names), answers the fetched tensors in order.
    pub async fn run(&self, feeds: &[(&str, Tensor)], fetches: &[&str], targets: &[&str]) -> Result<Vec<Tensor>> {
        Ok(self.run_with(feeds, fetches, targets, &RunOptions::default()).await?.tensors)
    }

    /// As [`Session::run`], with options.
    pub async fn run_with(
        &self,
        feeds: &[(&str, Tensor)],
        fetches: &[&str],
        targets: &[&str],
        options: &RunOptions,
    ) -> Result<RunOutcome> {
        match self.local.upgrade() {
            Some(master) => self.run_in_process(&master, feeds, fetches, targets, options).await,
            None => self.run_step("", feeds, fetches, targets, options).await,
        }
    }

    /// Runs a step on a master of this process. Differs from a call in nothing that a client sees.
    async fn run_in_process(
        &self,
        master: &LocalMaster,
        feeds: &[(&str, Tensor)],
        fetches: &[&str],
        targets: &[&str],
        options: &RunOptions,
    ) -> Result<RunOutcome> {
        let step = master::RunStep {
            feeds: feeds.iter().map(|(name, tensor)| (full_name(name), tensor.clone())).collect(),
            fetches: full_names(fetches),
            targets: owned(targets),
            options: master::RunOptions {
                timeout: options.timeout,
                with_trace: options.trace,
                with_partition_graphs: options.partition_graphs,
            },
        };
        let run = reported("RunStep", "the master of this process", master.run(&self.handle, step));
        let reply = match options.timeout.or(self.config.operation_timeout) {
            None => run.await,
            Some(limit) => tokio::time::timeout(limit, run).await.unwrap_or_else(|_| {
                Err(deadline_exceeded(format!("deadline exceeded in RunStep at {}", self.channel.peer())))
            }),
        };
        // An echo of another failure is the failure itself to a client.
        let reply = reply.map_err(|status| Status { derived: false, ..status })?;
        let tensors = reply.tensors.into_iter().map(|(_, tensor)| tensor).collect();
        Ok(RunOutcome { tensors, metadata: reply.metadata })
    }

    /// Announces a step that is fed and fetched in several calls; answers its handle.
    pub async fn partial_run_setup(&self, feeds: &[&str], fetches: &[&str], targets: &[&str]) -> Result<String> {
        let request = pb::PartialRunSetupRequest {
            session_handle: self.handle.clone(),
            feed: full_names(feeds),
            fetch: full_names(fetches),
            target: owned(targets),
            request_id: random_id(),
        };
        let response: pb::PartialRunSetupResponse =
            self.call("/tensorflow.MasterService/PartialRunSetup", &request, None).await?;
        Ok(response.partial_run_handle)
    }

    /// Feeds and fetches a part of a step that was announced.
    pub async fn partial_run(&self, handle: &str, feeds: &[(&str, Tensor)], fetches: &[&str]) -> Result<Vec<Tensor>> {
        Ok(self.run_step(handle, feeds, fetches, &[], &RunOptions::default()).await?.tensors)
    }

    /// Names a step once, to run it by a number.
    pub async fn make_callable(&self, feeds: &[&str], fetches: &[&str], targets: &[&str]) -> Result<i64> {
        let options = pb::CallableOptions {
            feed: full_names(feeds),
            fetch: full_names(fetches),
            target: owned(targets),
            ..Default::default()
        };
        let request = pb::MakeCallableRequest {
            session_handle: self.handle.clone(),
            options: Some(options),
            request_id: random_id(),
        };
        let response: pb::MakeCallableResponse =
            self.call("/tensorflow.MasterService/MakeCallable", &request, None).await?;
        Ok(response.handle)
    }

    /// Runs a step by its number, with the values of its feeds in order.
    pub async fn run_callable(&self, handle: i64, feeds: &[Tensor]) -> Result<Vec<Tensor>> {
        let request = pb::RunCallableRequest {
            session_handle: self.handle.clone(),
            handle,
            feed: feeds.iter().map(tensor_to_proto).collect(),
            request_id: random_id(),
        };
        let response: pb::RunCallableResponse =
            self.call("/tensorflow.MasterService/RunCallable", &request, None).await?;
        response.fetch.iter().map(tensor_from_proto).collect()
    }

    /// Forgets a step's number.
    pub async fn release_callable(&self, handle: i64) -> Result<()> {
        let request = pb::ReleaseCallableRequest { session_handle: self.handle.clone(), handle };
        let _: pb::ReleaseCallableResponse =
            self.call("/tensorflow.MasterService/ReleaseCallable", &request, None).await?;
        Ok(())
    }

    /// The devices that the session can use.
    pub async fn list_devices(&self) -> Result<Vec<DeviceInfo>> {
        let request = pb::ListDevicesRequest { session_handle: self.handle.clone() };
        let response: pb::ListDevicesResponse =
            self.call("/tensorflow.MasterService/ListDevices", &request, None).await?;
        Ok(response.local_device.into_iter().chain(response.remote_device).map(device_from_proto).collect())
    }

    /// Closes the session. Its steps that run end with `CANCELLED`; variables stay on their tasks.
    pub async fn close(&self) -> Result<()> {
        let request = pb::CloseSessionRequest { session_handle: self.handle.clone() };
        let _: pb::CloseSessionResponse = self.call("/tensorflow.MasterService/CloseSession", &request, None).await?;
        Ok(())
    }

    /// Clears containers (none named: the default one) on the tasks of a cluster, and ends the sessions of the master.
    pub async fn reset(target: &str, containers: &[&str], device_filters: &[&str]) -> Result<()> {
        let channel = Channel::new(LocalMaster::way_to(address(target)?));
        let request = pb::ResetRequest { container: owned(containers), device_filters: owned(device_filters) };
        let options = waiting(PATIENCE);
        let _: pb::ResetResponse = call_master(&channel, "/tensorflow.MasterService/Reset", &request, options).await?;
        Ok(())
    }

    async fn run_step(
        &self,
        partial_run_handle: &str,
        feeds: &[(&str, Tensor)],
        fetches: &[&str],
        targets: &[&str],
        options: &RunOptions,
    ) -> Result<RunOutcome> {
        let trace_level =
            if options.trace { pb::run_options::TraceLevel::FullTrace } else { pb::run_options::TraceLevel::NoTrace };
        let feed = feeds.iter().map(|(name, tensor)| pb::NamedTensorProto {
            name: full_name(name),
            tensor: Some(tensor_to_proto(tensor)),
        });
        let request = pb::RunStepRequest {
            session_handle: self.handle.clone(),
            feed: feed.collect(),
            fetch: full_names(fetches),
            target: owned(targets),
            options: Some(pb::RunOptions {
                trace_level: trace_level as i32,
                timeout_in_ms: options.timeout.map_or(0, |timeout| timeout.as_millis() as i64),
                output_partition_graphs: options.partition_graphs,
                ..Default::default()
            }),
            partial_run_handle: partial_run_handle.to_owned(),
            store_errors_in_response_body: true,
            request_id: random_id(),
        };
        let response: pb::RunStepResponse =
            self.call("/tensorflow.MasterService/RunStep", &request, options.timeout).await?;
        if response.status_code != 0 {
            return Err(Status::new(Code::from_i32(response.status_code), response.status_error_message));
        }
        let mut tensors = Vec::with_capacity(fetches.len());
        for name in &request.fetch {
            let found = response.tensor.iter().find(|named| named.name == *name);
            let proto = found.and_then(|named| named.tensor.as_ref());
            tensors.push(tensor_from_proto(
                proto.ok_or_else(|| internal(format!("the master did not answer the fetched {name}")))?,
            )?);
        }
        Ok(RunOutcome { tensors, metadata: response.metadata })
    }

    async fn call<Q: prost::Message, A: prost::Message + Default>(
        &self,
        path: &'static str,
        request: &Q,
        timeout: Option<Duration>,
    ) -> Result<A> {
        let deadline = timeout.or(self.config.operation_timeout).map(|timeout| Instant::now() + timeout);
        call_master(&self.channel, path, request, CallOptions { deadline, wait_for_ready: false }).await
    }
}

/// So long a call waits for a master that is not there yet, and for its answer.
fn waiting(patience: Duration) -> CallOptions {
    CallOptions { deadline: Some(Instant::now() + patience), wait_for_ready: true }
}

/// A call that says in the log whom it waits for.
async fn call_master<Q: prost::Message, A: prost::Message + Default>(
    channel: &Channel,
    path: &'static str,
    request: &Q,
    options: CallOptions,
) -> Result<A> {
    let master = format!("the master at {}", channel.peer());
    reported(method(path), &master, unary(channel, path, request, options)).await
}

/// `grpc://host:port` to `host:port`.
fn address(target: &str) -> Result<&str> {
    match target.strip_prefix("grpc://") {
        Some(address) if address.contains(':') => Ok(address),
        _ => Err(invalid_argument(format!("'{target}' is no target: expected grpc://host:port"))),
    }
}

/// TensorFlow's master needs `x:0` where people write `x`.
fn full_name(name: &str) -> String {
    if name.contains(':') { name.to_owned() } else { format!("{name}:0") }
}

fn full_names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| full_name(name)).collect()
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}
