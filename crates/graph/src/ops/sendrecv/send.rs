//! `_Send`, `_HostSend`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "_Send(tensor:T) -> () {T:type, tensor_name:string, send_device:string, send_device_incarnation:int, recv_device:string, client_terminated:bool=False} [stateful]",
        "",
    ),
    op(
        "_HostSend(tensor:T) -> () {T:type, tensor_name:string, send_device:string, send_device_incarnation:int, recv_device:string, client_terminated:bool=False} [stateful]",
        "",
    ),
];
