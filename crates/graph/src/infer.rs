//! Shape inference: what is known of every tensor's shape before anything runs.
//!
//! What is said is a promise that every run keeps, so where a loop could change a shape nothing is said. Shapes that
//! clients attach to nodes (`_output_shapes`) are not read: they are the client's guess about the same rules. A step that
//! feeds a tensor breaks the promise for what follows from it, unless the graph was pruned to that step before.

use regatta_status::{Result, Status, invalid_argument};
use regatta_tensor::{PartialShape, Tensor};

use crate::{AttrValue, Graph, Node, NodeId, Output, shape_rule::ShapeQuery};

/// The shapes of every output of every node. An error means that no step with that node could succeed.
pub fn infer_shapes(graph: &Graph) -> Result<Vec<Vec<PartialShape>>> {
    let mut shapes: Vec<Vec<PartialShape>> =
        graph.iter().map(|(_, node)| vec![PartialShape::unknown(); node.output_types.len()]).collect();
    let mut constants: Vec<Option<&Tensor>> = vec![None; graph.len()];
    let mut handles: Vec<Option<PartialShape>> = vec![None; graph.len()];
    for id in graph.topological_order() {
        let node = graph.node(id);
        let inputs: Vec<PartialShape> = node.inputs.iter().map(|input| shape_of(&shapes, *input)).collect();
        let input_constants: Vec<Option<&Tensor>> =
            node.inputs.iter().map(|input| constant_of(&constants, *input)).collect();
        let input_handles: Vec<Option<PartialShape>> =
            node.inputs.iter().map(|input| handles[input.node.index()].clone().filter(|_| input.index == 0)).collect();
        constants[id.index()] = constant(node, &input_constants);
        handles[id.index()] = handle(node, &input_handles);
        let mut outputs = shapes_of(node, &inputs, &input_constants, &input_handles)?;
        if is_merge(node) {
            outputs[0] = merge_shape(graph, node, &inputs);
        }
        shapes[id.index()] = outputs;
    }
    Ok(shapes)
}

/// The shapes of a node's outputs, as its op's rule gives them.
pub(crate) fn shapes_of(
    node: &Node,
    inputs: &[PartialShape],
    constants: &[Option<&Tensor>],
    handles: &[Option<PartialShape>],
) -> Result<Vec<PartialShape>> {
    let outputs =
        (node.op.shape)(&ShapeQuery { node, inputs, constants, handles }).map_err(|e| explain(e, node, inputs))?;
    if outputs.len() != node.output_types.len() {
        return Err(regatta_status::internal(format!(
            "the shape rule of {} speaks of {} outputs, the node has {}",
            node.op.name,
            outputs.len(),
            node.output_types.len()
        ))
        .at_node(&node.name));
    }
    Ok(outputs)
}

fn shape_of(shapes: &[Vec<PartialShape>], output: Output) -> PartialShape {
    shapes[output.node.index()].get(output.index).cloned().unwrap_or_default()
}

fn constant_of<'a>(constants: &[Option<&'a Tensor>], output: Output) -> Option<&'a Tensor> {
    constants[output.node.index()].filter(|_| output.index == 0)
}

/// The value of the node's first output, if it is the same in every step.
pub(crate) fn constant<'a>(node: &'a Node, inputs: &[Option<&'a Tensor>]) -> Option<&'a Tensor> {
    match node.op.name {
        "Const" => match node.attrs.get("value") {
            Some(AttrValue::Tensor(value)) => Some(value),
            _ => None,
        },
        "Identity" | "Snapshot" | "StopGradient" => inputs.first().copied().flatten(),
        _ => None,
    }
}

/// The shape of the variable behind the node's first output, if that is a handle and says so.
pub(crate) fn handle(node: &Node, inputs: &[Option<PartialShape>]) -> Option<PartialShape> {
    match node.op.name {
        "VarHandleOp" => match node.attrs.get("shape") {
            Some(AttrValue::Shape(shape)) => Some(shape.clone()),
            _ => None,
        },
        "Identity" | "Enter" => inputs.first().cloned().flatten(),
        _ => None,
    }
}

fn is_merge(node: &Node) -> bool {
    matches!(node.op.name, "Merge" | "RefMerge") && !node.output_types.is_empty()
}

/// What holds whichever input arrives. A loop's back edge brings what the body made of the last round, which is not known
/// yet here: unless the body hands the value on untouched, nothing can be said.
fn merge_shape(graph: &Graph, node: &Node, inputs: &[PartialShape]) -> PartialShape {
    let mut common: Option<PartialShape> = None;
    for (input, shape) in node.inputs.iter().zip(inputs) {
        let is_back_edge = matches!(graph.node(input.node).op.name, "NextIteration" | "RefNextIteration");
        if is_back_edge {
            if !is_loop_invariant(graph, *input, node) {
                return PartialShape::unknown();
            }
            continue;
        }
        common = Some(match common {
            None => shape.clone(),
            Some(known) => weaken(&known, shape),
        });
    }
    common.unwrap_or_default()
}

/// Whether the value that comes back is the one that the merge sent into the round, through nothing but ops that hand it on.
fn is_loop_invariant(graph: &Graph, back: Output, merge: &Node) -> bool {
    let mut at: NodeId = back.node;
    // A way longer than the graph would go round in a loop of its own.
    for _ in 0..graph.len() {
        let node = graph.node(at);
        match node.op.name {
            "NextIteration" | "RefNextIteration" | "Identity" | "RefIdentity" | "Switch" | "RefSwitch" => {
                let Some(input) = node.inputs.first() else { return false };
                if input.index != 0 && is_merge(graph.node(input.node)) {
                    return false;
                }
                at = input.node;
            }
            _ => return std::ptr::eq(node, merge),
        }
    }
    false
}

/// What holds for tensors of either shape.
pub(crate) fn weaken(one: &PartialShape, other: &PartialShape) -> PartialShape {
    match (one.sizes(), other.sizes()) {
        (Some(left), Some(right)) if left.len() == right.len() => {
            PartialShape::new(left.iter().zip(right).map(|(l, r)| if l == r { *l } else { None }).collect())
        }
        _ => PartialShape::unknown(),
    }
}

/// A rule's refusal with the shapes it was given, which the rule need not repeat.
fn explain(status: Status, node: &Node, inputs: &[PartialShape]) -> Status {
    let shapes: Vec<String> = inputs.iter().map(PartialShape::to_string).collect();
    invalid_argument(format!(
        "{} for '{}' (op: '{}') with input shapes: {}.",
        status.message,
        node.name,
        node.op.name,
        shapes.join(", ")
    ))
    .at_node(&node.name)
}
