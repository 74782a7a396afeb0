//! Between bodies of calls and messages of the protocol.

use regatta_status::{Result, internal};

use crate::grpc::{Call, Message};

/// Reads a call's request. Bytes that are no such message get the code that gRPC's C core gives them in TensorFlow.
pub(crate) async fn decode<Q: prost::Message + Default>(call: Call) -> Result<Q> {
    let path = call.path;
    let bytes = call.body.collect().await?;
    Q::decode(bytes).map_err(|e| internal(format!("Unable to parse request: {path}: {e}")))
}

/// A response.
pub(crate) fn encode<A: prost::Message>(response: &A) -> Message {
    Message::from(response.encode_to_vec())
}
