//! The two ends of an edge that was cut: what `_Send` and `_Recv` nodes know of it.

use std::borrow::Cow;

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;

use crate::propagation::Tag;

/// An edge between two devices, or between a device and the client.
pub struct Edge {
    /// The key without its last part: who sends, in which incarnation, who receives, what.
    prefix: String,
    /// The whole key outside of loops, which is nearly always the one that is needed.
    root_key: String,
}

impl Edge {
    /// The edge that a `_Send` or `_Recv` node is an end of.
    pub(crate) fn of(node: &Node) -> Result<Edge> {
        let prefix = format!(
            "{};{:016x};{};{}",
            node.attrs.str("send_device")?,
            node.attrs.int("send_device_incarnation")? as u64,
            node.attrs.str("recv_device")?,
            node.attrs.str("tensor_name")?
        );
        Ok(Edge { root_key: format!("{prefix};0:0"), prefix })
    }

    /// The key under which the value of this turn of the loop is handed over.
    pub(crate) fn key(&self, tag: Tag) -> Cow<'_, str> {
        if tag.frame_id == 0 && tag.iteration == 0 {
            return Cow::Borrowed(&self.root_key);
        }
        Cow::Owned(format!("{};{}:{}", self.prefix, tag.frame_id, tag.iteration))
    }
}
