//! `_Recv`, `_HostRecv`: waits for a value from the other end of an edge between devices.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "_Recv() -> (tensor:tensor_type) {tensor_type:type, tensor_name:string, send_device:string, send_device_incarnation:int, recv_device:string, client_terminated:bool=False} [stateful,distcomm]",
        "Waits for a value from the other end of an edge between devices.",
    ),
    op(
        "_HostRecv() -> (tensor:tensor_type) {tensor_type:type, tensor_name:string, send_device:string, send_device_incarnation:int, recv_device:string, client_terminated:bool=False} [stateful,distcomm]",
        "The same for a value in host memory.",
    ),
];
