//! What holds for every partition: parts are whole graphs, no node is lost, and every value that is sent is received.

mod partition_text;

use std::collections::{BTreeMap, HashMap};

use partition_text::{device, incarnation, parse, task};
use proptest::prelude::*;
use regatta_graph::{
    AttrValue, AttrsExt, Frames, Graph, GraphDef, NodeNumbers, RendezvousKey, control_flow, partition,
};

/// A loop in a loop.
const LOOPS: &str = include_str!("data/partition/nested_loops.txt");

proptest! {
    #[test]
    fn any_graph_without_loops(nodes in prop::collection::vec(random_node(), 1..40), by_device in any::<bool>()) {
        check(&random_graph(&nodes), by_device);
    }

    #[test]
    fn loops_placed_anyhow(devices in prop::collection::vec(0..4usize, 64), by_device in any::<bool>()) {
        let mut graph = parse(LOOPS.split("---").next().unwrap()).graph;
        for (id, device) in graph.ids().zip(&devices) {
            graph.node_mut(id).device = any_device(*device);
        }
        check(&graph, by_device);
    }

    #[test]
    fn any_text_as_a_key(text in "\\PC*", parts in prop::collection::vec("[/;:a-z0-9+-]{0,12}", 0..7)) {
        let _ = text.parse::<RendezvousKey>();
        let _ = parts.join(";").parse::<RendezvousKey>();
    }
}

fn any_device(index: usize) -> String {
    device(['p', 'w', 'x', 'g'][index % 4]).to_owned()
}

/// A node: its device, how many inputs it takes and which (counted back from itself, and which of their outputs).
type RandomNode = (usize, Vec<(prop::sample::Index, bool)>, Vec<prop::sample::Index>);

fn random_node() -> impl Strategy<Value = RandomNode> {
    let inputs = prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..4);
    (0..4usize, inputs, prop::collection::vec(any::<prop::sample::Index>(), 0..3))
}

/// Nodes with two outputs (`Unpack`) where there is one input, else sums of what there is.
fn random_graph(nodes: &[RandomNode]) -> Graph {
    let mut text = String::new();
    for (k, (device, inputs, controls)) in nodes.iter().enumerate() {
        let letter = ['p', 'w', 'x', 'g'][*device];
        let name = |index: usize| format!("{}_{index}", ['p', 'w', 'x', 'g'][nodes[index].0]);
        let inputs = if k == 0 { &[][..] } else { inputs };
        let op = match inputs.len() {
            0 => "Const value=1",
            1 => "Unpack num=2",
            _ => "AddN",
        };
        text += &format!("{letter}_{k} = {op}");
        for (index, second) in inputs {
            let source = index.index(k);
            // Only an `Unpack` has a second output.
            let output = if *second && source > 0 && nodes[source].1.len() == 1 { ":1" } else { "" };
            text += &format!(" {}{output}", name(source));
        }
        for control in controls.iter().filter(|_| k > 0) {
            text += &format!(" ^{}", name(control.index(k)));
        }
        text += "\n";
    }
    parse(&text).graph
}

fn check(graph: &Graph, by_device: bool) {
    let location: &dyn Fn(&str) -> String = if by_device { &str::to_owned } else { &task };
    let parts = partition(graph, location, &incarnation, &mut NodeNumbers::default()).unwrap();
    let again = partition(graph, location, &incarnation, &mut NodeNumbers::default()).unwrap();
    assert_eq!(partition_text::show(&parts), partition_text::show(&again), "the same graph gives the same plan");
    every_node_once(graph, &parts, location);
    every_send_received(&parts);
    for part in parts.values() {
        receives_have_turns(part);
    }
}

/// A node may only change its device for that of another node, and only if it is one of control flow.
fn every_node_once(graph: &Graph, parts: &BTreeMap<String, GraphDef>, location: &dyn Fn(&str) -> String) {
    let mut seen: HashMap<&str, &str> = HashMap::new();
    for (place, part) in parts {
        for node in &part.nodes {
            assert_eq!(&location(&node.device), place, "{}", node.name);
            assert!(seen.insert(&node.name, &node.device).is_none(), "{} is there twice", node.name);
        }
    }
    for (_, node) in graph.iter() {
        let device = seen.get(node.name.as_str()).unwrap_or_else(|| panic!("{} is lost", node.name));
        if control_flow::role(node) == control_flow::Role::Plain {
            assert_eq!(*device, node.device, "{} has moved", node.name);
        }
    }
}

fn every_send_received(parts: &BTreeMap<String, GraphDef>) {
    let mut ends: HashMap<String, (usize, usize)> = HashMap::new();
    for node in parts.values().flat_map(|part| &part.nodes) {
        let is_send = node.op == "_Send";
        if !is_send && node.op != "_Recv" {
            continue;
        }
        let send_device = node.attrs.str("send_device").unwrap().to_owned();
        let recv_device = node.attrs.str("recv_device").unwrap().to_owned();
        assert_eq!(node.device, if is_send { &*send_device } else { &*recv_device });
        assert_ne!(send_device, recv_device);
        let send_incarnation = node.attrs.int("send_device_incarnation").unwrap() as u64;
        assert_eq!(send_incarnation, incarnation(&send_device));
        let tensor_name = node.attrs.str("tensor_name").unwrap().to_owned();
        let key = RendezvousKey { send_device, send_incarnation, recv_device, tensor_name, frame: 0, iteration: 0 };
        assert_eq!(key.to_string().parse::<RendezvousKey>().unwrap(), key);
        let AttrValue::Type(dtype) = node.attrs[if is_send { "T" } else { "tensor_type" }] else { panic!() };
        let count = ends.entry(format!("{key} {dtype}")).or_default();
        *(if is_send { &mut count.0 } else { &mut count.1 }) += 1;
    }
    for (key, count) in ends {
        assert_eq!(count, (1, 1), "{key}");
    }
}

/// A receive in a loop runs once per turn because it waits for a merge; and what is sent in a loop is received in it.
fn receives_have_turns(part: &GraphDef) {
    let graph = Graph::from_def(part.clone()).unwrap();
    let frames = Frames::of(&graph).unwrap();
    for (id, node) in graph.iter() {
        let in_loop = frames.frame_of(id) != regatta_graph::FrameId::ROOT;
        if node.is("_Recv") && in_loop {
            let merges: Vec<_> = node.control_inputs.iter().filter(|c| graph.node(**c).is("Merge")).collect();
            assert_eq!(merges.len(), 1, "{}", node.name);
        }
        if node.is("_Send") {
            // Sent once or not in every turn: the peer, which receives in every turn, would wait for ever.
            let source = graph.node(node.inputs[0].node);
            assert!(!source.is("Enter") && !source.is("NextIteration"), "{} sends {}", node.name, source.name);
        }
    }
}
