//! `_Recv`, `_HostRecv`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "_Recv() -> (tensor:tensor_type) {tensor_type:type, tensor_name:string, send_device:string, send_device_incarnation:int, recv_device:string, client_terminated:bool=False} [stateful,distcomm]",
        "",
    ),
    op(
        "_HostRecv() -> (tensor:tensor_type) {tensor_type:type, tensor_name:string, send_device:string, send_device_incarnation:int, recv_device:string, client_terminated:bool=False} [stateful,distcomm]",
        "",
    ),
];
