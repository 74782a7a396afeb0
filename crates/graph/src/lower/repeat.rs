//! `While`: a body again and again.
//!
//! Every loop variable is a ring of `Enter`, `Merge`, `Switch` and `NextIteration`, with an `Exit`. A handle that the body
//! hands on as it is needs no ring: it is entered once, and both functions wait for the turn before they use it.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::DType;

use super::{Lowering, Value, check_count, function_attr, made, output_name, split_inputs, types_attr};
use crate::{
    AttrsExt,
    def::{AttrValue, FunctionDef, NodeDef},
};

/// What TensorFlow takes where nothing is said.
const PARALLEL_ITERATIONS: i64 = 10;

impl Lowering<'_> {
    pub(super) fn repeat(&mut self, node: NodeDef) -> Result<()> {
        let types = types_attr(&node, "T")?;
        let (condition, body) = (function_attr(&node, "cond")?.clone(), function_attr(&node, "body")?.clone());
        let (condition_def, body_def) = (self.find(&condition.name, &node)?, self.find(&body.name, &node)?);
        let (data, controls) = split_inputs(&node)?;
        check_count(&node, body_def, "arguments", types.len(), data.len())?;
        let fixed: Vec<bool> = (0..types.len()).map(|k| types[k] == DType::Resource && is_fixed(body_def, k)).collect();
        let Some(first) = fixed.iter().position(|fixed| !fixed) else {
            return Err(invalid_argument(format!("Node '{}' ({}) has nothing that changes", node.name, node.op))
                .at_node(&node.name));
        };
        let part = |what: &str, k: usize| format!("{}/_{what}_{k}", node.name);
        let typed = |k: usize| ("T", AttrValue::Type(types[k]));
        let device = node.device.as_str();

        let turns = match node.attrs.get("parallel_iterations") {
            Some(_) => node.attrs.int("parallel_iterations").map_err(|e| e.at_node(&node.name))?,
            None => PARALLEL_ITERATIONS,
        };
        for (k, tensor) in data.iter().enumerate() {
            let inputs = [tensor.clone()].into_iter().chain(controls.iter().cloned()).collect();
            let attrs = [
                typed(k),
                ("frame_name", AttrValue::String(node.name.clone().into_bytes())),
                ("is_constant", AttrValue::Bool(fixed[k])),
                ("parallel_iterations", AttrValue::Int(turns)),
            ];
            self.push(made(&part("enter", k), "Enter", inputs, device, attrs))?;
            if !fixed[k] {
                self.merge(&part("merge", k), vec![part("enter", k), part("next", k)], types[k], device)?;
            }
        }
        let argument = |k: usize, in_turn: String| Value {
            tensor: if fixed[k] { part("enter", k) } else { in_turn },
            dtype: types[k],
            early: fixed[k],
        };

        let arguments = (0..types.len()).map(|k| argument(k, part("merge", k))).collect();
        let done = self.body(&node, &condition, "cond/_0", arguments, Some(&part("merge", first)))?;
        check_count(&node, condition_def, "results", done.results.len(), 1)?;
        let again = format!("{}/_again", node.name);
        let mut inputs = Vec::with_capacity(1 + done.effects.len());
        for result in done.results {
            inputs.push(self.truth(&node, result.tensor, result.dtype)?);
        }
        inputs.extend(done.effects);
        self.push(made(&again, "LoopCond", inputs, device, []))?;

        for k in (0..types.len()).filter(|k| !fixed[*k]) {
            self.push(made(&part("switch", k), "Switch", vec![part("merge", k), again.clone()], device, [typed(k)]))?;
        }
        let pivot = format!("{}/_pivot", node.name);
        let inputs = vec![format!("{}:1", part("switch", first))];
        self.push(made(&pivot, "Identity", inputs, device, [typed(first)]))?;
        let arguments = (0..types.len()).map(|k| argument(k, format!("{}:1", part("switch", k)))).collect();
        let done = self.body(&node, &body, "body/_1", arguments, Some(&pivot))?;
        check_count(&node, body_def, "results", done.results.len(), types.len())?;

        let mut outputs = Vec::with_capacity(types.len());
        for (k, (result, tensor)) in done.results.into_iter().zip(data).enumerate() {
            let output = output_name(&node.name, k);
            if fixed[k] {
                self.push(made(&output, "Identity", vec![tensor], device, [typed(k)]))?;
            } else {
                let inputs = [result.tensor].into_iter().chain(done.effects.iter().cloned()).collect();
                self.push(made(&part("next", k), "NextIteration", inputs, device, [typed(k)]))?;
                self.push(made(&output, "Exit", vec![part("switch", k)], device, [typed(k)]))?;
            }
            outputs.push((output, types[k]));
        }
        self.survivor(node, outputs, Vec::new())
    }
}

/// Whether the body hands its k-th argument on as it is.
fn is_fixed(body: &FunctionDef, k: usize) -> bool {
    let (Some(input), Some(output)) = (body.inputs.get(k), body.outputs.get(k)) else { return false };
    body.results.get(&output.name) == Some(&input.name)
}
