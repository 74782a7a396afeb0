//! `ReplicaArbiter`: names the arbiter of a cluster's workers, and makes it at first use.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[op(
    "ReplicaArbiter() -> (handle:resource) {policy:string, hosts:list(string), lease_ms:int=10000, container:string='', shared_name:string=''} [stateful]",
    "Names the arbiter of the workers on these hosts, and makes it at first use.",
)
.shape(gives_scalar)];
