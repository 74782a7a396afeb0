//! MasterService: decode, call the master, encode. No decisions.

use std::sync::Arc;

use regatta_status::{Result, Status, unimplemented};
use regatta_tensor::Tensor;
use regatta_wire::{graph_from_proto, pb, tensor_from_proto, tensor_to_proto};
use tokio::task::block_in_place;

use super::{
    Master,
    config::{SessionConfig, milliseconds},
    session::{RunOptions, RunStep, RunStepReply},
};
use crate::{
    grpc::{Call, Message},
    messages::{decode, encode},
    peers::device_to_proto,
};

/// Answers a call of MasterService.
pub(crate) async fn serve(master: &Arc<Master>, method: &str, call: Call) -> Result<Message> {
    match method {
        "CreateSession" => {
            let deadline = call.deadline;
            let request: pb::CreateSessionRequest = decode(call).await?;
            let config = SessionConfig::from_proto(&request.config.unwrap_or_default())?;
            let graph = block_in_place(|| graph_from_proto(&request.graph_def.unwrap_or_default()))?;
            let session_handle = master.create_session(graph, config, deadline).await?;
            Ok(encode(&pb::CreateSessionResponse { session_handle, graph_version: 0 }))
        }
        "ExtendSession" => {
            let request: pb::ExtendSessionRequest = decode(call).await?;
            let session = master.session(&request.session_handle)?;
            let graph = block_in_place(|| graph_from_proto(&request.graph_def.unwrap_or_default()))?;
            // Placing a large graph takes longer than an async thread should be held.
            let new_graph_version = block_in_place(|| session.extend(graph, Some(request.current_graph_version)))?;
            Ok(encode(&pb::ExtendSessionResponse { new_graph_version }))
        }
        "PartialRunSetup" => {
            let request: pb::PartialRunSetupRequest = decode(call).await?;
            master.track(request.request_id, "PartialRunSetup")?;
            let session = master.session(&request.session_handle)?;
            let partial_run_handle = session.partial_run_setup(&request.feed, &request.fetch, &request.target).await?;
            Ok(encode(&pb::PartialRunSetupResponse { partial_run_handle }))
        }
        "RunStep" => run_step(master, decode(call).await?).await,
        "CloseSession" => {
            let request: pb::CloseSessionRequest = decode(call).await?;
            master.close_session(&request.session_handle).await?;
            Ok(encode(&pb::CloseSessionResponse {}))
        }
        "ListDevices" => {
            let deadline = call.deadline;
            let request: pb::ListDevicesRequest = decode(call).await?;
            let devices = master.list_devices(&request.session_handle, deadline).await?;
            let local_device = devices.iter().map(device_to_proto).collect();
            Ok(encode(&pb::ListDevicesResponse { local_device, remote_device: Vec::new() }))
        }
        "Reset" => {
            let request: pb::ResetRequest = decode(call).await?;
            master.reset(&request.container, &request.device_filters).await?;
            Ok(encode(&pb::ResetResponse {}))
        }
        "MakeCallable" => {
            let request: pb::MakeCallableRequest = decode(call).await?;
            master.track(request.request_id, "MakeCallable")?;
            let session = master.session(&request.session_handle)?;
            let options = request.options.unwrap_or_default();
            if !options.tensor_connection.is_empty() {
                return Err(unimplemented("CallableOptions.tensor_connection is not supported"));
            }
            let run_options = run_options(options.run_options);
            let handle = session.make_callable(options.feed, options.fetch, options.target, run_options).await?;
            Ok(encode(&pb::MakeCallableResponse { handle }))
        }
        "RunCallable" => {
            let request: pb::RunCallableRequest = decode(call).await?;
            master.track(request.request_id, "RunCallable")?;
            let session = master.session(&request.session_handle)?;
            let values: Vec<Tensor> = request.feed.iter().map(tensor_from_proto).collect::<Result<_>>()?;
            let reply = session.run_callable(request.handle, values).await?;
            let fetch = reply.tensors.iter().map(|(_, tensor)| tensor_to_proto(tensor)).collect();
            Ok(encode(&pb::RunCallableResponse { fetch, metadata: reply.metadata }))
        }
        "ReleaseCallable" => {
            let request: pb::ReleaseCallableRequest = decode(call).await?;
            master.session(&request.session_handle)?.release_callable(request.handle);
            Ok(encode(&pb::ReleaseCallableResponse {}))
        }
        _ => Err(unimplemented(format!("unknown method MasterService.{method}"))),
    }
}

async fn run_step(master: &Arc<Master>, request: pb::RunStepRequest) -> Result<Message> {
    let in_body = request.store_errors_in_response_body;
    match try_run_step(master, request).await {
        Err(status) if in_body => Ok(encode(&error_body(status))),
        result => result.map(|reply| encode(&reply)),
    }
}

async fn try_run_step(master: &Arc<Master>, request: pb::RunStepRequest) -> Result<pb::RunStepResponse> {
    master.track(request.request_id, "RunStep")?;
    let session = master.session(&request.session_handle)?;
    let mut feeds = Vec::with_capacity(request.feed.len());
    for named in request.feed {
        let tensor = tensor_from_proto(&named.tensor.unwrap_or_default())
            .map_err(|e| Status { message: format!("feed {}: {}", named.name, e.message), ..e })?;
        feeds.push((named.name, tensor));
    }
    let options = run_options(request.options);
    let step = RunStep { feeds, fetches: request.fetch, targets: request.target, options };
    let reply = match request.partial_run_handle.as_str() {
        "" => session.run(step).await?,
        handle => session.partial_run(handle, step).await?,
    };
    Ok(reply_to_proto(reply))
}

fn run_options(proto: Option<pb::RunOptions>) -> RunOptions {
    let Some(proto) = proto else { return RunOptions::default() };
    RunOptions {
        timeout: milliseconds(proto.timeout_in_ms),
        with_trace: proto.trace_level() == pb::run_options::TraceLevel::FullTrace,
        with_partition_graphs: proto.output_partition_graphs,
    }
}

fn reply_to_proto(reply: RunStepReply) -> pb::RunStepResponse {
    let named =
        |(name, tensor): (String, Tensor)| pb::NamedTensorProto { name, tensor: Some(tensor_to_proto(&tensor)) };
    pb::RunStepResponse {
        tensor: reply.tensors.into_iter().map(named).collect(),
        metadata: reply.metadata,
        ..Default::default()
    }
}

fn error_body(status: Status) -> pb::RunStepResponse {
    pb::RunStepResponse { status_code: status.code as i32, status_error_message: status.message, ..Default::default() }
}
