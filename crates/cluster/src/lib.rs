//! Tasks of a cluster: servers, masters, workers and clients over gRPC.

pub mod grpc;
