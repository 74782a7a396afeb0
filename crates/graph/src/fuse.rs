//! Fusing: nodes that run one after the other, of whose values nobody else sees any, become one that does the same.
//!
//! ```text
//! Conv2D -> BiasAdd [-> Relu]                  _FusedConv2D
//! MatMul -> BiasAdd [-> Relu]                  _FusedMatMul
//! MaxPoolGrad -> ReluGrad of the same images   _MaxPoolReluGrad
//! ```
//!
//! What is gained is memory that is not written and read again: a bias is added to what a convolution has just made, while
//! it is in a cache. The result is the same to the last bit, which is why other activations are left alone. A fused node has
//! the name of the last one, and waits for what all of them wait for. The first two are what TensorFlow's optimizer makes too.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use regatta_status::Result;
use regatta_tensor::DType;

use crate::{
    def::{AttrList, AttrValue, NodeDef},
    graph::{Edge, Graph, Node, NodeId},
    op_def::AttrsExt,
};

/// Fuses what can be in a graph that is going to run on one task.
pub fn fuse(graph: &Graph) -> Result<Cow<'_, Graph>> {
    let mut fusing = Fusing { graph, consumers: graph.consumers(), fused: HashMap::new(), gone: HashSet::new() };
    for id in graph.ids() {
        match graph.node(id).op.name {
            "Conv2D" | "MatMul" => fusing.with_bias(id),
            "MaxPoolGrad" => fusing.with_relu_grad(id),
            _ => {}
        }
    }
    let Fusing { mut fused, gone, .. } = fusing;
    if fused.is_empty() {
        return Ok(Cow::Borrowed(graph));
    }
    let mut def = graph.to_def();
    let nodes = std::mem::take(&mut def.nodes).into_iter().zip(graph.ids());
    let left = nodes.filter(|(_, id)| !gone.contains(id));
    def.nodes = left.map(|(node, id)| fused.remove(&id).unwrap_or(node)).collect();
    Graph::from_def(def).map(Cow::Owned)
}

struct Fusing<'a> {
    graph: &'a Graph,
    consumers: Vec<Vec<Edge>>,
    /// What takes the place of the last node of each chain.
    fused: HashMap<NodeId, NodeDef>,
    /// The other nodes of the chains.
    gone: HashSet<NodeId>,
}

impl Fusing<'_> {
    /// A convolution or a product of matrices, with the bias that follows it, and a `Relu` after that.
    fn with_bias(&mut self, first: NodeId) {
        let node = self.graph.node(first);
        let Some(bias) = self.only_consumer(first, "BiasAdd") else { return };
        if !has_plain_floats(node) || !has_channels_last(node) || !has_channels_last(self.graph.node(bias)) {
            return;
        }
        let mut ops = vec![b"BiasAdd".to_vec()];
        let mut chain = vec![first, bias];
        if let Some(relu) = self.only_consumer(bias, "Relu") {
            ops.push(b"Relu".to_vec());
            chain.push(relu);
        }
        let (op, kept): (_, &[&str]) = match node.op.name {
            "MatMul" => ("_FusedMatMul", &["T", "transpose_a", "transpose_b"]),
            _ => {
                let kept =
                    &["T", "strides", "padding", "explicit_paddings", "data_format", "dilations", "use_cudnn_on_gpu"];
                ("_FusedConv2D", kept)
            }
        };
        let mut def = self.node_in_place_of(&chain, op, kept);
        def.inputs.insert(node.inputs.len(), self.graph.output_name(self.graph.node(bias).inputs[1]));
        def.attrs.insert("num_args".to_owned(), AttrValue::Int(1));
        def.attrs.insert("fused_ops".to_owned(), AttrValue::List(AttrList { strings: ops, ..AttrList::default() }));
        if op == "_FusedConv2D" {
            let types = vec![node.input_types[0].dtype];
            def.attrs.insert("TArgs".to_owned(), AttrValue::List(AttrList { types, ..AttrList::default() }));
        }
        self.replace(&chain, def);
    }

    /// The gradient of a pooling, with that of the `Relu` whose output was pooled.
    fn with_relu_grad(&mut self, pooling: NodeId) {
        let node = self.graph.node(pooling);
        let Some(relu) = self.only_consumer(pooling, "ReluGrad") else { return };
        if has_plain_floats(node) && self.graph.node(relu).inputs[1] == node.inputs[0] {
            let kept = ["T", "ksize", "strides", "padding", "explicit_paddings", "data_format"];
            let def = self.node_in_place_of(&[pooling, relu], "_MaxPoolReluGrad", &kept);
            self.replace(&[pooling, relu], def);
        }
    }

    /// The node that takes a value as its first input, if it is of this op, runs on the same device, and is the only one that
    /// sees or waits for it.
    fn only_consumer(&self, id: NodeId, op: &str) -> Option<NodeId> {
        let [Edge { source_index: Some(0), target, target_index: 0 }] = self.consumers[id.index()][..] else {
            return None;
        };
        let node = self.graph.node(target);
        (node.is(op) && node.device == self.graph.node(id).device).then_some(target)
    }

    /// A node with the last one's name, the first one's inputs and some of its attributes, and everybody's control inputs.
    fn node_in_place_of(&self, chain: &[NodeId], op: &str, kept: &[&str]) -> NodeDef {
        let nodes: Vec<&Node> = chain.iter().map(|id| self.graph.node(*id)).collect();
        let (first, last) = (nodes[0], nodes[nodes.len() - 1]);
        let mut control: Vec<NodeId> = nodes.iter().flat_map(|node| node.control_inputs.iter().copied()).collect();
        control.sort();
        control.dedup();
        let data = first.inputs.iter().map(|input| self.graph.output_name(*input));
        let control = control.iter().map(|from| format!("^{}", self.graph.node(*from).name));
        let attrs = first.attrs.iter().filter(|(name, _)| kept.contains(&name.as_str()));
        NodeDef {
            name: last.name.clone(),
            op: op.to_owned(),
            inputs: data.chain(control).collect(),
            device: last.device.clone(),
            attrs: attrs.map(|(name, value)| (name.clone(), value.clone())).collect(),
        }
    }

    fn replace(&mut self, chain: &[NodeId], def: NodeDef) {
        if let Some((last, others)) = chain.split_last() {
            self.gone.extend(others);
            self.fused.insert(*last, def);
        }
    }
}

/// Whether a node computes with a type that is not rounded on the way from one node to the next.
fn has_plain_floats(node: &Node) -> bool {
    matches!(node.input_types[0].dtype, DType::Float | DType::Double)
}

/// Whether the channels of a node's images are their last dimension. A matrix has no other.
fn has_channels_last(node: &Node) -> bool {
    !node.attrs.contains_key("data_format") || node.attrs.str("data_format").is_ok_and(|format| format == "NHWC")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::def::{Attrs, GraphDef};

    fn node(name: &str, op: &str, inputs: &str) -> NodeDef {
        let ints = AttrValue::List(AttrList { ints: vec![1, 2, 2, 1], ..AttrList::default() });
        let mut attrs = Attrs::new();
        match op {
            "Placeholder" => drop(attrs.insert("dtype".to_owned(), AttrValue::Type(DType::Float))),
            _ => drop(attrs.insert("T".to_owned(), AttrValue::Type(DType::Float))),
        }
        if matches!(op, "Conv2D" | "MaxPoolGrad") {
            attrs.insert("strides".to_owned(), ints.clone());
            attrs.insert("padding".to_owned(), AttrValue::String(b"SAME".to_vec()));
        }
        if op == "MaxPoolGrad" {
            attrs.insert("ksize".to_owned(), ints);
        }
        let inputs = inputs.split_whitespace().map(str::to_owned).collect();
        NodeDef { name: name.to_owned(), op: op.to_owned(), inputs, device: "/cpu:0".to_owned(), attrs }
    }

    /// What becomes of some nodes, each as `name Op inputs`; all others are placeholders.
    fn fused(nodes: Vec<NodeDef>) -> Vec<String> {
        let placeholders = ["x", "filter", "bias", "y", "dy"].map(|name| node(name, "Placeholder", ""));
        let nodes = placeholders.into_iter().chain(nodes).collect();
        let graph = Graph::from_def(GraphDef { nodes, ..GraphDef::default() }).unwrap();
        let fused = fuse(&graph).unwrap();
        let described = fused.ids().map(|id| fused.node_def(id)).filter(|node| node.op != "Placeholder");
        described.map(|node| format!("{} {} {}", node.name, node.op, node.inputs.join(" "))).collect()
    }

    fn layer() -> Vec<NodeDef> {
        vec![node("conv", "Conv2D", "x filter"), node("add", "BiasAdd", "conv bias"), node("relu", "Relu", "add")]
    }

    #[test]
    fn a_layer_becomes_one_node_with_the_last_ones_name() {
        assert_eq!(fused(layer()), ["relu _FusedConv2D x filter bias"]);
        assert_eq!(fused(layer()[..2].to_vec()), ["add _FusedConv2D x filter bias"]);
        let dense =
            vec![node("mul", "MatMul", "x filter"), node("add", "BiasAdd", "mul bias"), node("relu", "Relu", "add")];
        assert_eq!(fused(dense), ["relu _FusedMatMul x filter bias"]);
        let backward = vec![node("pool", "MaxPoolGrad", "x y dy"), node("relu", "ReluGrad", "pool x")];
        assert_eq!(fused(backward), ["relu _MaxPoolReluGrad x y dy"]);
    }

    #[test]
    fn who_is_seen_by_others_stays() {
        let mut seen = layer();
        seen.push(node("other", "Neg", "add"));
        assert_eq!(fused(seen), ["add _FusedConv2D x filter bias", "relu Relu add", "other Neg add"]);
        let mut seen = layer();
        seen.push(node("other", "Neg", "conv"));
        assert_eq!(fused(seen).len(), 4);
        let mut waited_for = layer();
        waited_for.push(node("other", "Neg", "dy ^conv"));
        assert_eq!(fused(waited_for).len(), 4);
        // As the second input of what follows, or of other images.
        let turned = vec![node("conv", "Conv2D", "x filter"), node("add", "BiasAdd", "y conv")];
        assert_eq!(fused(turned).len(), 2);
        let others = vec![node("pool", "MaxPoolGrad", "x y dy"), node("relu", "ReluGrad", "pool y")];
        assert_eq!(fused(others).len(), 2);
    }

    #[test]
    fn what_does_something_else_stays() {
        let change = |which: usize, attr: &str, value: AttrValue| {
            let mut nodes = layer();
            nodes[which].attrs.insert(attr.to_owned(), value);
            nodes
        };
        let format = || AttrValue::String(b"NCHW".to_vec());
        assert_eq!(fused(change(0, "data_format", format())).len(), 3);
        assert_eq!(fused(change(1, "data_format", format())).len(), 3);
        let mut elsewhere = layer();
        elsewhere[1].device = "/cpu:1".to_owned();
        assert_eq!(fused(elsewhere).len(), 3);
        let mut activated = layer();
        activated[2].op = "Tanh".to_owned();
        assert_eq!(fused(activated), ["add _FusedConv2D x filter bias", "relu Tanh add"]);
    }

    #[test]
    fn everybody_is_waited_for_once() {
        let mut nodes = vec![node("first", "Neg", "dy"), node("second", "Neg", "dy")];
        nodes.extend(layer());
        nodes[2].inputs.push("^first".to_owned());
        nodes[3].inputs.push("^second".to_owned());
        nodes[4].inputs.push("^first".to_owned());
        assert_eq!(fused(nodes)[2], "relu _FusedConv2D x filter bias ^first ^second");
    }
}
