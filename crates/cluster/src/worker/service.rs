//! WorkerService: decode, call the worker, encode. No decisions.

use std::sync::Arc;

use regatta_runtime::NodeTrace;
use regatta_status::{Result, Status, unimplemented};
use regatta_wire::{graph_from_proto, graph_to_proto, pb, tensor_from_proto, tensor_to_proto};
use tokio::task::block_in_place;

use super::{RunGraph, RunGraphReply, StepId, Worker};
use crate::{
    grpc::{Call, Message},
    messages::{decode, encode},
    peers::device_to_proto,
    recv_tensor,
};

/// Answers a call of WorkerService.
pub(crate) async fn serve(worker: &Arc<Worker>, method: &str, call: Call) -> Result<Message> {
    match method {
        "GetStatus" => {
            let _: pb::GetStatusRequest = decode(call).await?;
            let device_attributes = worker.devices().iter().map(device_to_proto).collect();
            Ok(encode(&pb::GetStatusResponse { device_attributes }))
        }
        "CreateWorkerSession" => {
            let request: pb::CreateWorkerSessionRequest = decode(call).await?;
            worker.create_session(&request.session_handle, request.isolate_session_state);
            Ok(encode(&pb::CreateWorkerSessionResponse {}))
        }
        "DeleteWorkerSession" => {
            let request: pb::DeleteWorkerSessionRequest = decode(call).await?;
            worker.delete_session(&request.session_handle);
            Ok(encode(&pb::DeleteWorkerSessionResponse {}))
        }
        "RegisterGraph" => {
            let request: pb::RegisterGraphRequest = decode(call).await?;
            let session = session_handle(request.session_handle, request.create_worker_session_called);
            // Compiling a large graph takes longer than an async thread should be held.
            let graph_handle = block_in_place(|| {
                let graph = graph_from_proto(&request.graph_def.unwrap_or_default())?;
                worker.register_graph(&session, graph)
            })?;
            Ok(encode(&pb::RegisterGraphResponse { graph_handle }))
        }
        "DeregisterGraph" => {
            let request: pb::DeregisterGraphRequest = decode(call).await?;
            let session = session_handle(request.session_handle, request.create_worker_session_called);
            worker.deregister_graph(&session, &request.graph_handle)?;
            Ok(encode(&pb::DeregisterGraphResponse {}))
        }
        "RunGraph" => run_graph(worker, decode(call).await?).await,
        "CleanupGraph" => {
            let request: pb::CleanupGraphRequest = decode(call).await?;
            worker.cleanup_graph(StepId(request.step_id));
            Ok(encode(&pb::CleanupGraphResponse {}))
        }
        "CleanupAll" => {
            let request: pb::CleanupAllRequest = decode(call).await?;
            worker.cleanup_all(&request.container);
            Ok(encode(&pb::CleanupAllResponse {}))
        }
        "RecvTensor" => {
            let request: pb::RecvTensorRequest = decode(call).await?;
            let parcel =
                worker.recv_tensor(StepId(request.step_id), request.rendezvous_key, request.request_id).await?;
            Ok(recv_tensor::encode(&parcel))
        }
        // Nothing is kept for a tensor that was sent, so there is nothing to release.
        "MarkRecvFinished" => {
            let _: pb::MarkRecvFinishedRequest = decode(call).await?;
            Ok(encode(&pb::MarkRecvFinishedResponse {}))
        }
        // Times travel in the answers to RunGraph; there is no log to turn on or off.
        "Logging" => {
            let _: pb::LoggingRequest = decode(call).await?;
            Ok(encode(&pb::LoggingResponse::default()))
        }
        "Tracing" | "RecvBuf" | "CompleteGroup" | "CompleteInstance" | "GetStepSequence" => {
            Err(unimplemented(format!("WorkerService.{method} is not supported by this task {}", worker.task())))
        }
        _ => Err(unimplemented(format!("unknown method WorkerService.{method}"))),
    }
}

/// Old masters run graphs without opening a session: then the handle means nothing.
fn session_handle(handle: String, was_created: bool) -> String {
    if was_created { handle } else { String::new() }
}

async fn run_graph(worker: &Arc<Worker>, request: pb::RunGraphRequest) -> Result<Message> {
    let in_body = request.store_errors_in_response_body;
    match try_run_graph(worker, request).await {
        // An echo goes as the call's own status, where alone it can be marked as one.
        Err(status) if in_body && !status.derived => Ok(encode(&error_body(status))),
        result => result.map(|reply| encode(&reply)),
    }
}

async fn try_run_graph(worker: &Arc<Worker>, request: pb::RunGraphRequest) -> Result<pb::RunGraphResponse> {
    worker.track_run(request.request_id)?;
    let mut sends = Vec::with_capacity(request.send.len());
    for named in request.send {
        let tensor = tensor_from_proto(&named.tensor.unwrap_or_default())?;
        sends.push((named.name, tensor));
    }
    let options = request.exec_opts.unwrap_or_default();
    let run = RunGraph {
        session: session_handle(request.session_handle, request.create_worker_session_called),
        graph: request.graph_handle,
        sends,
        recv_keys: request.recv_key,
        with_trace: options.record_timeline,
        with_partition_graph: options.record_partition_graphs,
        is_partial: request.is_partial,
        is_last_partial: request.is_last_partial_run,
    };
    let reply = worker.run_graph(StepId(request.step_id), run).await?;
    Ok(reply_to_proto(reply))
}

fn reply_to_proto(reply: RunGraphReply) -> pb::RunGraphResponse {
    let recv = reply
        .recvs
        .into_iter()
        .map(|(name, parcel)| pb::NamedTensorProto { name, tensor: parcel.as_ref().map(tensor_to_proto) });
    pb::RunGraphResponse {
        recv: recv.collect(),
        step_stats: reply.step_stats,
        partition_graph: reply.partition_graph.iter().map(graph_to_proto).collect(),
        ..Default::default()
    }
}

fn error_body(status: Status) -> pb::RunGraphResponse {
    pb::RunGraphResponse { status_code: status.code as i32, status_error_message: status.message, ..Default::default() }
}

/// The times of a step's nodes as the protocol has them.
pub(super) fn step_stats(device: &str, trace: Vec<NodeTrace>) -> pb::StepStats {
    let nodes = trace.into_iter().map(|node| {
        let start = node.start.as_micros() as i64;
        let elapsed_nanos = node.elapsed.as_nanos() as i64;
        pb::NodeExecStats {
            timeline_label: format!("{} = {}()", node.node, node.op),
            node_name: node.node,
            all_start_micros: start,
            op_start_rel_micros: 0,
            op_end_rel_micros: elapsed_nanos / 1000,
            all_end_rel_micros: elapsed_nanos / 1000,
            all_start_nanos: node.start.as_nanos() as i64,
            op_end_rel_nanos: elapsed_nanos,
            all_end_rel_nanos: elapsed_nanos,
            memory: vec![pb::AllocatorMemoryUsed {
                allocator_name: "cpu".into(),
                total_bytes: node.output_bytes as i64,
                ..Default::default()
            }],
            scheduled_micros: start,
            ..Default::default()
        }
    });
    let device = pb::DeviceStepStats { device: device.to_owned(), node_stats: nodes.collect(), ..Default::default() };
    pb::StepStats { dev_stats: vec![device] }
}
