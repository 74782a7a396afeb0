//! What a traced step did, node by node, and as a picture for `chrome://tracing` and Perfetto.

use prost::Message;
use regatta_wire::pb;
use serde_json::{Map, Value, json};

/// When every node of a step ran, and where: the answer of [`Step::run_traced`](crate::Step::run_traced).
#[derive(Clone, Debug, Default)]
pub struct RunMetadata(pb::RunMetadata);

impl RunMetadata {
    pub(crate) fn new(metadata: pb::RunMetadata) -> RunMetadata {
        RunMetadata(metadata)
    }

    /// The bytes of TensorFlow's `RunMetadata` message, as [`SummaryWriter::add_run_metadata`] stores it.
    ///
    /// [`SummaryWriter::add_run_metadata`]: crate::summary::SummaryWriter::add_run_metadata
    pub fn to_proto_bytes(&self) -> Vec<u8> {
        self.0.encode_to_vec()
    }

    /// The step as Chrome's trace viewer shows it: a process for each device, and in it as many lanes as nodes ran at once. A
    /// bar is called by its op; the node's name and inputs are among its arguments.
    pub fn chrome_trace(&self) -> String {
        let devices = self.0.step_stats.iter().flat_map(|stats| &stats.dev_stats);
        let (mut names, mut bars) = (Vec::new(), Vec::new());
        for (process, device) in devices.enumerate() {
            let name = format!("{} Compute", device.device);
            names.push(json!({ "name": "process_name", "ph": "M", "pid": process, "args": { "name": name } }));
            let mut nodes: Vec<&pb::NodeExecStats> = device.node_stats.iter().collect();
            nodes.sort_by_key(|node| node.all_start_micros);
            let mut lanes = Lanes::default();
            for node in nodes {
                let lane = lanes.take(node.all_start_micros, end(node));
                bars.push(bar(node, process, lane));
            }
        }
        names.append(&mut bars);
        json!({ "traceEvents": names }).to_string()
    }
}

fn end(node: &pb::NodeExecStats) -> i64 {
    node.all_start_micros.saturating_add(node.all_end_rel_micros)
}

fn bar(node: &pb::NodeExecStats, process: usize, lane: usize) -> Value {
    let (op, inputs) = parse_label(&node.timeline_label).unwrap_or((&node.node_name, Vec::new()));
    let mut args = Map::new();
    args.insert("name".to_owned(), node.node_name.clone().into());
    args.insert("op".to_owned(), op.into());
    for (place, input) in inputs.into_iter().enumerate() {
        args.insert(format!("input{place}"), input.into());
    }
    json!({
        "ph": "X", "cat": "Op", "name": op, "pid": process, "tid": lane,
        "ts": node.all_start_micros, "dur": node.all_end_rel_micros, "args": args,
    })
}

/// Op and inputs of a label, `name = Op(input, input)`; other labels are of transfers.
fn parse_label(label: &str) -> Option<(&str, Vec<&str>)> {
    let (_, call) = label.rsplit_once(" = ")?;
    let (op, inputs) = call.strip_suffix(')')?.split_once('(')?;
    Some((op, inputs.split(", ").filter(|input| !input.is_empty()).collect()))
}

/// Rows of bars that do not overlap.
#[derive(Default)]
struct Lanes {
    /// When the last bar of each ends.
    ends: Vec<i64>,
}

impl Lanes {
    /// The first lane that is free at `start`. Bars come in the order of their beginnings.
    fn take(&mut self, start: i64, end: i64) -> usize {
        match self.ends.iter().position(|last| *last <= start) {
            Some(lane) => {
                self.ends[lane] = end;
                lane
            }
            None => {
                self.ends.push(end);
                self.ends.len() - 1
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(name: &str, label: &str, start: i64, length: i64) -> pb::NodeExecStats {
        pb::NodeExecStats {
            node_name: name.to_owned(),
            timeline_label: label.to_owned(),
            all_start_micros: start,
            all_end_rel_micros: length,
            ..Default::default()
        }
    }

    #[test]
    fn bars_of_a_lane_do_not_overlap_and_carry_their_inputs() {
        let nodes = vec![
            node("c", "c = Add(a, b:1)", 15, 5),
            node("a", "a = MatMul()", 0, 10),
            node("b", "b = MatMul()", 5, 10),
            node("edge_7_a", "from /job:ps [4B]", 16, 1),
        ];
        let device = pb::DeviceStepStats { device: "/job:w/cpu:0".to_owned(), node_stats: nodes, ..Default::default() };
        let step_stats = Some(pb::StepStats { dev_stats: vec![device] });
        let metadata = RunMetadata::new(pb::RunMetadata { step_stats, ..Default::default() });
        let trace: Value = serde_json::from_str(&metadata.chrome_trace()).unwrap();
        let events = trace["traceEvents"].as_array().unwrap();
        assert_eq!(events[0]["args"]["name"], "/job:w/cpu:0 Compute");
        let lanes: Vec<(&str, u64)> = events[1..]
            .iter()
            .map(|bar| (bar["args"]["name"].as_str().unwrap(), bar["tid"].as_u64().unwrap()))
            .collect();
        assert_eq!(lanes, [("a", 0), ("b", 1), ("c", 0), ("edge_7_a", 1)]);
        assert_eq!(events[3]["args"], json!({ "name": "c", "op": "Add", "input0": "a", "input1": "b:1" }));
        assert_eq!(events[4]["name"], "edge_7_a");
        assert_eq!(RunMetadata::default().chrome_trace(), r#"{"traceEvents":[]}"#);
    }
}
