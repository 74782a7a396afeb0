//! The two ends of an edge between devices, and of feeds and fetches.

use crate::{
    op_def::{Row, op},
    shape_rule::unknown,
};

pub(crate) const OPS: &[Row] = &[
    op(
        "_Send(tensor:T) -> () {T:type, tensor_name:string, send_device:string, send_device_incarnation:int, recv_device:string, client_terminated:bool=False} [stateful]",
        unknown,
    ),
    op(
        "_Recv() -> (tensor:tensor_type) {tensor_type:type, tensor_name:string, send_device:string, send_device_incarnation:int, recv_device:string, client_terminated:bool=False} [stateful,distcomm]",
        unknown,
    ),
    op(
        "_HostSend(tensor:T) -> () {T:type, tensor_name:string, send_device:string, send_device_incarnation:int, recv_device:string, client_terminated:bool=False} [stateful]",
        unknown,
    ),
    op(
        "_HostRecv() -> (tensor:tensor_type) {tensor_type:type, tensor_name:string, send_device:string, send_device_incarnation:int, recv_device:string, client_terminated:bool=False} [stateful,distcomm]",
        unknown,
    ),
];
