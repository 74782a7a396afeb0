//! `If` and `Case`: one of several bodies.
//!
//! Every input goes through a chain of `Switch`es, one for each branch but the last: where the branch is taken the value
//! leaves to its body, else it goes on. The results of the bodies meet again in a `Merge`.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::{Kind, Lowering, Value, check_count, function_attr, made, output_name, split_inputs, types_attr};
use crate::{
    AttrsExt,
    def::{AttrList, AttrValue, FunctionRef, NodeDef},
    graph::parse_tensor_name,
};

impl Lowering<'_> {
    pub(super) fn select(&mut self, mut node: NodeDef, kind: Kind, pivot: Option<&str>) -> Result<()> {
        let (input_types, output_types) = (types_attr(&node, "Tin")?, types_attr(&node, "Tout")?);
        let branches = branches(&node, kind)?;
        let (mut data, controls) = split_inputs(&node)?;
        if data.len() != input_types.len() + 1 {
            return Err(invalid_argument(format!(
                "Node '{}' ({}) has {} inputs, but its attr Tin says {} and one to choose by",
                node.name,
                node.op,
                data.len(),
                input_types.len()
            ))
            .at_node(&node.name));
        }
        let mut chosen_by = data.remove(0);
        if let [only] = branches.as_slice() {
            let after = format!("^{}", source(&chosen_by));
            node.inputs = data.into_iter().chain(controls).chain([after]).collect();
            return self.call(node, &only.function, pivot);
        }
        let dtype = match kind {
            Kind::If => node.attrs.dtype("Tcond").map_err(|e| e.at_node(&node.name))?,
            _ => DType::Int32,
        };
        // Everything of the branches hangs on this one value, so that it is enough if this one waits.
        if !controls.is_empty() {
            let name = format!("{}/_chosen_by", node.name);
            let inputs = [chosen_by].into_iter().chain(controls).collect();
            self.push(made(&name, "Identity", inputs, &node.device, [("T", AttrValue::Type(dtype))]))?;
            chosen_by = name;
        }
        if kind == Kind::If {
            chosen_by = self.truth(&node, chosen_by, dtype)?;
        }
        let choices = match kind {
            Kind::If => vec![chosen_by.clone()],
            _ => self.choices(&node, &chosen_by, branches.len() - 1)?,
        };
        let mut arguments = vec![Vec::with_capacity(data.len()); branches.len()];
        for (k, (tensor, dtype)) in data.into_iter().zip(input_types).enumerate() {
            // Next to where the value is, so that it goes only where it is used.
            let class = vec![format!("loc:@{}", source(&tensor)).into_bytes()];
            let class = AttrValue::List(AttrList { strings: class, ..AttrList::default() });
            let attrs = [("T", AttrValue::Type(dtype)), ("_class", class)];
            let routed = self.route(&format!("{}/_switch_{k}", node.name), tensor, "", &choices, &attrs)?;
            for (arguments, tensor) in arguments.iter_mut().zip(routed) {
                arguments.push(Value { tensor, dtype, early: false });
            }
        }
        let pivots = self.pivots(&node, &branches, &choices)?;
        let mut results = vec![Vec::with_capacity(branches.len()); output_types.len()];
        let (mut done, mut has_effects) = (Vec::with_capacity(branches.len()), false);
        for ((branch, arguments), pivot) in branches.iter().zip(arguments).zip(&pivots) {
            let of_branch = self.body(&node, &branch.function, &branch.part, arguments, Some(pivot))?;
            let def = self.find(&branch.function.name, &node)?;
            check_count(&node, def, "results", of_branch.results.len(), output_types.len())?;
            for (results, result) in results.iter_mut().zip(of_branch.results) {
                results.push(result.tensor);
            }
            if of_branch.effects.is_empty() {
                done.push(pivot.clone());
                continue;
            }
            has_effects = true;
            let name = format!("{}/_{}_done", node.name, branch.label);
            let inputs = [pivot.clone()].into_iter().chain(of_branch.effects).collect();
            self.push(made(&name, "Identity", inputs, &node.device, [("T", AttrValue::Type(DType::Bool))]))?;
            done.push(name);
        }
        let mut outputs = Vec::with_capacity(output_types.len());
        for (k, (results, dtype)) in results.into_iter().zip(output_types).enumerate() {
            let name = output_name(&node.name, k);
            self.merge(&name, results, dtype, &node.device)?;
            outputs.push((name, dtype));
        }
        let mut after = Vec::new();
        if has_effects || outputs.is_empty() {
            let name = format!("{}/_done", node.name);
            self.merge(&name, done, DType::Bool, &node.device)?;
            after.push(format!("^{name}"));
        }
        self.survivor(node, outputs, after)
    }

    /// A condition as a truth; any type may stand for one.
    pub(super) fn truth(&mut self, node: &NodeDef, condition: String, dtype: DType) -> Result<String> {
        if dtype == DType::Bool {
            return Ok(condition);
        }
        let name = format!("{}/_truth", node.name);
        self.push(made(&name, "ToBool", vec![condition], &node.device, [("T", AttrValue::Type(dtype))]))?;
        Ok(name)
    }

    /// For each branch but the last, whether it is the one.
    fn choices(&mut self, node: &NodeDef, index: &str, count: usize) -> Result<Vec<String>> {
        let mut choices = Vec::with_capacity(count);
        for k in 0..count {
            let (number, choice) = (format!("{}/_number_{k}", node.name), format!("{}/_is_{k}", node.name));
            let value =
                [("value", AttrValue::Tensor(Tensor::scalar(k as i32))), ("dtype", AttrValue::Type(DType::Int32))];
            self.push(made(&number, "Const", vec![format!("^{}", source(index))], &node.device, value))?;
            let inputs = vec![index.to_owned(), number];
            self.push(made(&choice, "Equal", inputs, &node.device, [("T", AttrValue::Type(DType::Int32))]))?;
            choices.push(choice);
        }
        Ok(choices)
    }

    /// Sends a value to the branch that is taken: what each of them gets.
    fn route(
        &mut self,
        name: &str,
        tensor: String,
        device: &str,
        choices: &[String],
        attrs: &[(&str, AttrValue)],
    ) -> Result<Vec<String>> {
        let mut rest = tensor;
        let mut routed = Vec::with_capacity(choices.len() + 1);
        for (k, choice) in choices.iter().enumerate() {
            let switch = if k == 0 { name.to_owned() } else { format!("{name}_{k}") };
            self.push(made(&switch, "Switch", vec![rest, choice.clone()], device, attrs.iter().cloned()))?;
            routed.push(format!("{switch}:1"));
            rest = switch;
        }
        routed.push(rest);
        Ok(routed)
    }

    /// A node for each branch that is dead unless the branch is taken.
    fn pivots(&mut self, node: &NodeDef, branches: &[Branch], choices: &[String]) -> Result<Vec<String>> {
        let name = format!("{}/_pivot_switch", node.name);
        let first = choices.first().cloned().unwrap_or_default();
        let routed = self.route(&name, first, &node.device, choices, &[("T", AttrValue::Type(DType::Bool))])?;
        let mut pivots = Vec::with_capacity(branches.len());
        for (branch, tensor) in branches.iter().zip(routed) {
            let pivot = format!("{}/_{}_pivot", node.name, branch.label);
            self.push(made(&pivot, "Identity", vec![tensor], &node.device, [("T", AttrValue::Type(DType::Bool))]))?;
            pivots.push(pivot);
        }
        Ok(pivots)
    }

    pub(super) fn merge(&mut self, name: &str, inputs: Vec<String>, dtype: DType, device: &str) -> Result<()> {
        let count = inputs.len() as i64;
        self.push(made(name, "Merge", inputs, device, [("T", AttrValue::Type(dtype)), ("N", AttrValue::Int(count))]))
    }
}

struct Branch {
    /// What it is called in names.
    label: String,
    /// The scope of its nodes.
    part: String,
    function: FunctionRef,
}

/// The branches in the order in which they are tried; the last is taken if no other is.
fn branches(node: &NodeDef, kind: Kind) -> Result<Vec<Branch>> {
    let branch = |label: String, k: usize, function: &FunctionRef| Branch {
        part: format!("{label}/_{k}"),
        label,
        function: function.clone(),
    };
    if kind == Kind::If {
        let (then, or_else) = (function_attr(node, "then_branch")?, function_attr(node, "else_branch")?);
        return Ok(vec![branch("then".to_owned(), 0, then), branch("else".to_owned(), 1, or_else)]);
    }
    let functions = &node.attrs.list("branches").map_err(|e| e.at_node(&node.name))?.funcs;
    if functions.is_empty() {
        return Err(invalid_argument(format!("Node '{}' ({}) has no branches", node.name, node.op)).at_node(&node.name));
    }
    Ok(functions.iter().enumerate().map(|(k, function)| branch(format!("branch{k}"), k, function)).collect())
}

/// The node of a tensor.
fn source(tensor: &str) -> &str {
    parse_tensor_name(tensor).map_or(tensor, |(source, _)| source)
}
