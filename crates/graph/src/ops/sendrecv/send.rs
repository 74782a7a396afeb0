//! `_Send`, `_HostSend`: puts a value where the other end of an edge between devices finds it.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "_Send(tensor:T) -> () {T:type, tensor_name:string, send_device:string, send_device_incarnation:int, recv_device:string, client_terminated:bool=False} [stateful]",
        "Puts a value where the other end of an edge between devices finds it.",
    )
    .shape(gives_nothing),
    op(
        "_HostSend(tensor:T) -> () {T:type, tensor_name:string, send_device:string, send_device_incarnation:int, recv_device:string, client_terminated:bool=False} [stateful]",
        "The same for a value in host memory.",
    )
    .shape(gives_nothing),
];
