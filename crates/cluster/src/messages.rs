//! Between bodies of calls and messages of the protocol.

use regatta_status::{Result, invalid_argument};

use crate::grpc::{Call, Message};

/// Reads a call's request. Bytes that are no such message are the caller's fault.
pub(crate) async fn decode<Q: prost::Message + Default>(call: Call) -> Result<Q> {
    let path = call.path;
    let bytes = call.body.collect().await?;
    Q::decode(bytes).map_err(|e| invalid_argument(format!("{path}: could not parse the request: {e}")))
}

/// A response.
pub(crate) fn encode<A: prost::Message>(response: &A) -> Message {
    Message::from(response.encode_to_vec())
}
