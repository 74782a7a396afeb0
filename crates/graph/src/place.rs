//! Placement: which device every node runs on.
//!
//! 1. Every node says what it wants (its device name) and where it could run at all (which kinds of devices have a kernel).
//! 2. Nodes that must be together become one group: a variable and the ops that hold its reference or handle, then those
//!    that name each other with `loc:@`. A group wants what all its members want.
//! 3. In topological order every group gets the best device that fulfils its wish: GPU before CPU, the master's own task
//!    before others, then by name.
//!
//! The answer depends on nothing but the arguments. Every rule is TensorFlow's; `tests/data/place` holds what TensorFlow
//! did with the same graphs.

mod fleet;
mod groups;

use std::{collections::HashMap, fmt::Write};

use regatta_status::{Result, Status, failed_precondition, internal, invalid_argument};
use regatta_tensor::DType;

use self::{
    fleet::Fleet,
    groups::{Conflict, Group, Groups},
};
use crate::{AttrValue, DeviceName, Graph, Node, NodeId};

/// What the master knows of a device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// Its full name.
    pub name: String,
    /// What it is: `CPU`, `GPU`.
    pub kind: String,
    /// Chosen anew whenever its task starts.
    pub incarnation: u64,
}

/// What there is to place on, and how strict to be.
pub struct PlaceOptions<'a> {
    /// All devices of the cluster that the session may use, in any order.
    pub devices: &'a [Device],
    /// The master's own task, `/job:worker/replica:0/task:0`. Its devices are preferred.
    pub local_task: &'a str,
    /// Whether a node may end up on another kind of device than it asked for, and away from one it named with `loc:@`.
    pub allow_soft_placement: bool,
    /// Whether a kernel for the node exists on this kind of device.
    pub has_kernel: &'a dyn Fn(&Node, &str) -> bool,
    /// Where earlier calls put the first nodes of the graph; those stay. May be shorter than the graph.
    pub assigned: &'a [Option<String>],
}

/// The full name of the device of every node.
pub fn place(graph: &Graph, options: &PlaceOptions<'_>) -> Result<Vec<String>> {
    if options.devices.is_empty() {
        return Err(failed_precondition("No devices are registered"));
    }
    let order = graph.topological_order();
    let mut fleet = Fleet::new(options.devices, options.local_task)?;
    let mut groups = Groups::new(wishes(graph, options, &fleet)?);
    let mut placing = Placing { graph, options, fleet: &mut fleet, groups: &mut groups };
    placing.join_references(&order)?;
    placing.join_classes(&order)?;
    let devices = placing.assign(&order)?;
    Ok(devices.into_iter().map(|device| fleet.name(device).to_owned()).collect())
}

/// What `log_device_placement` shows: a line `name: (Op): device` for every node.
pub fn placement_log(graph: &Graph, devices: &[String]) -> String {
    let mut log = String::new();
    for (id, node) in graph.iter() {
        if let Some(device) = devices.get(id.index()) {
            let _ = writeln!(log, "{}: ({}): {device}", node.name, node.op.name);
        }
    }
    log
}

/// Every node as a group of its own.
fn wishes(graph: &Graph, options: &PlaceOptions<'_>, fleet: &Fleet<'_>) -> Result<Vec<Group>> {
    // Graphs of thousands of nodes name a handful of devices.
    let mut parsed: HashMap<&str, DeviceName> = HashMap::new();
    let mut wishes = Vec::with_capacity(graph.len());
    for (id, node) in graph.iter() {
        let mut group = Group { kinds: fleet.kinds_where(|kind| (options.has_kernel)(node, kind)), ..Group::default() };
        if let Some(Some(assigned)) = options.assigned.get(id.index()) {
            group.device = Some(fleet.find(assigned).ok_or_else(|| {
                internal(format!("Assigned device '{assigned}' does not match any device")).at_node(&node.name)
            })?);
            group.assigned = DeviceName::parse(assigned)?;
            group.requested = group.assigned.clone();
            // The kernel was there when the node was placed.
            group.kinds |= group.device.map_or(0, |device| fleet.kind_bit(device));
            wishes.push(group);
            continue;
        }
        if group.kinds == 0 {
            return Err(no_kernel(node, fleet));
        }
        if !node.device.is_empty() {
            let name = match parsed.get(node.device.as_str()) {
                Some(name) => name.clone(),
                None => {
                    let name = DeviceName::parse(&node.device).map_err(|_| malformed(graph, id))?;
                    parsed.entry(&node.device).or_insert(name).clone()
                }
            };
            // Where a variable lives is not negotiable; where it is used is.
            if makes_reference(node) {
                group.resource = name.clone();
            }
            group.requested = name;
        }
        wishes.push(group);
    }
    Ok(wishes)
}

struct Placing<'a, 'b> {
    graph: &'a Graph,
    options: &'a PlaceOptions<'a>,
    fleet: &'b mut Fleet<'a>,
    groups: &'b mut Groups,
}

impl Placing<'_, '_> {
    /// Puts every node that holds a reference or a handle together with the node it has it from.
    fn join_references(&mut self, order: &[NodeId]) -> Result<()> {
        for &target in order {
            let node = self.graph.node(target);
            for (input, ty) in node.inputs.iter().zip(&node.input_types) {
                let source = self.graph.node(input.node);
                let is_held = (ty.is_ref || ty.dtype == DType::Resource) && !passes_handles_on(node.op.name);
                let is_dataset = ty.dtype == DType::Variant && makes_dataset(source) && makes_dataset(node);
                if is_held || is_dataset {
                    self.join_reference(input.node, target)?;
                }
            }
        }
        Ok(())
    }

    fn join_reference(&mut self, source: NodeId, target: NodeId) -> Result<()> {
        let soft = self.options.allow_soft_placement;
        let named = |id: NodeId| {
            let node = self.graph.node(id);
            format!("name='{}' (op='{}')", node.name, node.op.name)
        };
        self.groups.override_wish(source, target).map_err(|incompatible| {
            invalid_argument(format!(
                "Cannot place the graph because a reference or resource edge connects colocation groups with incompatible \
                 {} devices: {} vs {}. The edge src node is {}, and the dst node is {}.",
                incompatible.what,
                incompatible.source,
                incompatible.target,
                named(source),
                named(target)
            ))
        })?;
        self.groups.join(source, target, soft).map_err(|conflict| {
            let conflict = self.cannot_colocate(source, target, conflict);
            marked(
                format!(
                    "Nodes were connected by a reference connection (requiring them to be on the same device), but the two \
                     nodes were assigned two different devices: {conflict}"
                ),
                &self.graph.node(target).name,
            )
        })
    }

    /// Puts nodes together that name one another, or the same third name, whether or not a node has that name.
    fn join_classes(&mut self, order: &[NodeId]) -> Result<()> {
        let mut first: HashMap<&str, NodeId> = HashMap::new();
        for &id in order {
            let node = self.graph.node(id);
            let classes = match node.attrs.get("_class") {
                Some(AttrValue::List(list)) => list.strings.as_slice(),
                _ => &[],
            };
            let named = classes.iter().filter_map(|class| std::str::from_utf8(class).ok()?.strip_prefix("loc:@"));
            for name in named.chain([node.name.as_str()]) {
                let root = *first.entry(name).or_insert(id);
                match self.groups.join(id, root, self.options.allow_soft_placement) {
                    Err(conflict) if !self.options.allow_soft_placement => {
                        return Err(marked(self.cannot_colocate(id, root, conflict), &node.name));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Gives every node a device. The first node of a group decides for the others.
    fn assign(&mut self, order: &[NodeId]) -> Result<Vec<usize>> {
        let mut devices: Vec<Option<usize>> = vec![None; self.graph.len()];
        for (device, assigned) in devices.iter_mut().zip(self.options.assigned) {
            *device = assigned.as_ref().and_then(|name| self.fleet.find(name));
        }
        for &id in order {
            let node = self.graph.node(id);
            if devices[id.index()].is_some() || is_source(node) {
                continue;
            }
            // The shape of a large value is small: asking for it should not move the value.
            let near = match node.op.name {
                "Shape" | "Size" | "Rank" => node.inputs.first().and_then(|input| devices[input.node.index()]),
                _ => None,
            };
            devices[id.index()] = Some(self.choose(id, near)?);
        }
        // Sources come last, when it is known who wants them: with all consumers in one place they belong there too.
        let consumers = self.graph.consumers();
        for &id in order {
            if devices[id.index()].is_some() {
                continue;
            }
            let mut places = consumers[id.index()].iter().map(|edge| devices[edge.target.index()]);
            let near = places.next().flatten().filter(|near| places.all(|place| place == Some(*near)));
            devices[id.index()] = Some(self.choose(id, near)?);
        }
        devices.into_iter().map(|device| device.ok_or_else(|| internal("a node on a cycle has no device"))).collect()
    }

    /// The device of the node's group: the one it has, else `near` if that will do, else the best.
    fn choose(&mut self, id: NodeId, near: Option<usize>) -> Result<usize> {
        let soft = self.options.allow_soft_placement;
        let group = self.groups.group(id);
        if let Some(device) = group.device {
            return Ok(device);
        }
        let mut candidates = self.fleet.candidates(&group.requested, group.kinds);
        if candidates.is_empty() && soft {
            candidates = self.fleet.candidates(&group.soft_wish(true), group.kinds);
        }
        if candidates.is_empty() && soft {
            candidates = self.fleet.candidates(&group.soft_wish(false), group.kinds);
        }
        let near = near.filter(|near| candidates.contains(near));
        let Some(device) = near.or_else(|| candidates.first().copied()) else {
            let name = &self.graph.node(id).name;
            let reason = self.unsatisfiable(id);
            return Err(marked(format!("Cannot assign a device for operation {name}: {reason}"), name));
        };
        self.groups.group_mut(id).device = Some(device);
        Ok(device)
    }

    fn cannot_colocate(&self, one: NodeId, other: NodeId, conflict: Conflict) -> String {
        let (first, second) = (&self.graph.node(one).name, &self.graph.node(other).name);
        let nodes =
            format!("Cannot colocate nodes {{{{colocation_node {first}}}}} and {{{{colocation_node {second}}}}}");
        match conflict {
            Conflict::Names(status) => format!("{nodes}: {}", status.message),
            Conflict::Kinds => format!(
                "{nodes} because no device type supports both of those nodes and the other nodes colocated with them.{}{}",
                self.describe_group(one),
                self.describe_group(other)
            ),
        }
    }

    fn unsatisfiable(&self, id: NodeId) -> String {
        let node = self.graph.node(id);
        let group = self.groups.group(id);
        let details = self.describe_group(id);
        let wish = DeviceName::parse(&node.device).unwrap_or_default();
        let names = self.fleet.names().join(", ");
        let unsatisfied = format!("Could not satisfy explicit device specification '{}'", node.device);
        if wish != group.requested {
            let requested = &group.requested;
            return format!(
                "{unsatisfied} because the node {{{{colocation_node {}}}}} was colocated with a group of nodes that required \
                 incompatible device '{requested}'. All available devices [{names}]. {details}",
                node.name
            );
        }
        if !self.fleet.has(&wish) {
            return format!(
                "{{{{node {}}}}} was explicitly assigned to {} but available devices are [ {names} ]. Make sure the device \
                 specification refers to a valid device.",
                node.name, node.device
            );
        }
        match wish.kind {
            Some(kind) => {
                format!(
                    "{unsatisfied} because no supported kernel for {kind} devices is available.{details}\nOp: {}",
                    node.op.name
                )
            }
            None => format!("{unsatisfied}{details}"),
        }
    }

    /// The group's members, for a person who has to find out which of them wants the impossible.
    fn describe_group(&self, id: NodeId) -> String {
        let root = self.groups.root(id);
        let mut text =
            "\nColocation Debug Info:\nColocation group had the following types and supported devices: ".to_owned();
        let members = || self.graph.iter().filter(|(member, _)| self.groups.root(*member) == root);
        let mut seen = Vec::new();
        for (_, node) in members() {
            if !seen.contains(&node.op.name) {
                seen.push(node.op.name);
                let kinds = self.fleet.kinds_where(|kind| (self.options.has_kernel)(node, kind));
                let _ = write!(text, "\n{}: {}", node.op.name, self.fleet.kind_names(kinds).join(" "));
            }
        }
        text.push_str("\n\nColocation members, user-requested devices, and framework assigned devices, if any:");
        for (member, node) in members() {
            let _ = write!(text, "\n  {} ({}) {}", node.name, node.op.name, node.device);
            if let Some(Some(assigned)) = self.options.assigned.get(member.index()) {
                let _ = write!(text, " framework assigned device={assigned}");
            }
        }
        text.push('\n');
        text
    }
}

/// Whether the node is where a variable begins to exist.
fn makes_reference(node: &Node) -> bool {
    let [output] = node.output_types.as_slice() else { return false };
    node.inputs.is_empty() && (output.is_ref || output.dtype == DType::Resource)
}

/// Whether the node makes a value out of nothing, so that it might as well do so where the value is wanted.
fn is_source(node: &Node) -> bool {
    let [output] = node.output_types.as_slice() else { return false };
    node.inputs.is_empty() && !output.is_ref
}

fn makes_dataset(node: &Node) -> bool {
    let [output] = node.output_types.as_slice() else { return false };
    let name = node.op.name.trim_end_matches(|c: char| c.is_ascii_digit());
    output.dtype == DType::Variant && (name.ends_with("Dataset") || name.ends_with("DatasetV"))
}

/// Ops that hand a handle to a function, which is placed by its own rules, instead of looking into it.
fn passes_handles_on(op: &str) -> bool {
    const OPS: &[&str] = &[
        "PartitionedCall",
        "StatefulPartitionedCall",
        "RemoteCall",
        "If",
        "StatelessIf",
        "While",
        "StatelessWhile",
        "Case",
        "StatelessCase",
        "IdentityN",
        "FilterDataset",
        "FlatMapDataset",
        "GeneratorDataset",
        "InterleaveDataset",
        "MapDataset",
        "ParallelInterleaveDataset",
        "ParallelMapDataset",
        "ParallelMapDatasetV2",
        "ReduceDataset",
        "ScanDataset",
        "ShuffleDatasetV2",
        "ShuffleDatasetV3",
    ];
    OPS.contains(&op)
}

fn no_kernel(node: &Node, fleet: &Fleet<'_>) -> Status {
    let attrs: Vec<String> = node.attrs.iter().map(|(name, value)| format!("{name}={}", brief(value))).collect();
    marked(
        format!(
            "No OpKernel was registered to support Op '{}' used by {{{{node {}}}}} with these attrs: [{}]\nRegistered devices: \
             [{}]\nRegistered kernels:\n  <no registered kernels>\n",
            node.op.name,
            node.name,
            attrs.join(", "),
            fleet.kind_names(u64::MAX).join(", ")
        ),
        &node.name,
    )
}

/// An attribute in a message. Kernels are chosen by types and numbers; the rest may be long and is left away.
fn brief(value: &AttrValue) -> String {
    match value {
        AttrValue::Type(dtype) => format!("DT_{}", dtype.to_string().to_ascii_uppercase()),
        AttrValue::Int(value) => value.to_string(),
        AttrValue::Float(value) => value.to_string(),
        AttrValue::Bool(value) => value.to_string(),
        _ => "...".to_owned(),
    }
}

fn malformed(graph: &Graph, id: NodeId) -> Status {
    let node = graph.node(id);
    let (name, op, device) = (&node.name, node.op.name, &node.device);
    let inputs = graph.node_def(id).inputs.join(", ");
    // TensorFlow counts a source and a sink before the first node.
    let number = id.index() + 2;
    marked(
        format!(
            "Malformed device specification '{device}' in node: {{name:'{name}' id:{number} op device:{{requested: '{device}', \
             assigned: ''}} def:{{{{{{node {name}}}}} = {op}[_device=\"{device}\"]({inputs})}}}}"
        ),
        name,
    )
}

/// An error with the mark of its node behind the text. Clients show one place per node, so a text that already names one is
/// marked with the bare name.
fn marked(message: String, node: &str) -> Status {
    if message.contains("{{node ") {
        invalid_argument(format!("{message}\n\t [[{node}]]"))
    } else {
        invalid_argument(format!("{message}\n\t [[{{{{node {node}}}}}]]"))
    }
}
