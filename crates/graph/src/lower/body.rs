//! A function's body in the place of a call: names resolved, attributes filled in, devices completed.

use std::collections::{HashMap, HashSet};

use regatta_status::{Result, invalid_argument, not_found};
use regatta_tensor::DType;

use super::{DEPTH_MAX, Kind, Lowering, Value, check_count, in_function, made, output_name};
use crate::{
    AttrsExt, DeviceName,
    def::{AttrValue, Attrs, FunctionArg, FunctionDef, FunctionRef, NodeDef},
    ops,
};

/// What came of a body.
pub(super) struct Done {
    /// Its results.
    pub results: Vec<Value>,
    /// The control edges that say that its effects have happened.
    pub effects: Vec<String>,
}

/// What the names of a body mean outside of it.
struct Scope<'a> {
    prefix: String,
    def: &'a FunctionDef,
    nodes: HashMap<&'a str, NodeDef>,
    arguments: HashMap<&'a str, Vec<String>>,
}

impl<'a> Lowering<'a> {
    /// Adds the body of a function that a node calls; its nodes are named after the node and `part`.
    pub(super) fn body(
        &mut self,
        caller: &NodeDef,
        function: &FunctionRef,
        part: &str,
        arguments: Vec<Value>,
        pivot: Option<&str>,
    ) -> Result<Done> {
        let def = self.find(&function.name, caller)?;
        if self.stack.contains(&def.name.as_str()) || self.stack.len() >= DEPTH_MAX {
            let why = if self.stack.len() >= DEPTH_MAX { "calls too deep" } else { "calls itself" };
            return Err(invalid_argument(format!(
                "Function '{}', which node '{}' calls, {why}",
                def.name, caller.name
            ))
            .at_node(&caller.name));
        }
        self.stack.push(&def.name);
        let prefix = format!("{}/{part}/", caller.name);
        let done = self.instantiate(caller, def, &function.attrs, prefix, arguments, pivot);
        self.stack.pop();
        done
    }

    fn instantiate(
        &mut self,
        caller: &NodeDef,
        def: &'a FunctionDef,
        attrs: &Attrs,
        prefix: String,
        arguments: Vec<Value>,
        pivot: Option<&str>,
    ) -> Result<Done> {
        let within = |status: regatta_status::Status| in_function(caller, def, &status);
        let count = types(&def.inputs, attrs).map_err(within)?.len();
        check_count(caller, def, "arguments", count, arguments.len())?;
        let mut nodes = HashMap::with_capacity(def.nodes.len());
        for node in &def.nodes {
            let mut node_def = node.clone();
            substitute(&mut node_def.attrs, attrs).map_err(within)?;
            if nodes.insert(node.name.as_str(), node_def).is_some() {
                return Err(within(invalid_argument(format!("node '{}' is there twice", node.name))));
            }
        }
        let arguments = self.arguments(caller, def, attrs, &prefix, arguments, pivot).map_err(within)?;
        let scope = Scope { prefix, def, nodes, arguments };
        for node in &def.nodes {
            let node = self.instance(&scope, &node.name, &caller.device, pivot).map_err(within)?;
            self.node(node, pivot)?;
        }
        let mut results = Vec::with_capacity(def.outputs.len());
        for output in &def.outputs {
            let dtypes = types(std::slice::from_ref(output), attrs).map_err(within)?;
            let from = def.results.get(&output.name).ok_or_else(|| {
                within(invalid_argument(format!("nothing is said to be the result '{}'", output.name)))
            })?;
            let is_list = !output.number_attr.is_empty() || !output.type_list_attr.is_empty();
            for (k, dtype) in dtypes.into_iter().enumerate() {
                let tensor = self.tensor(&scope, &if is_list { format!("{from}:{k}") } else { from.clone() });
                results.push(Value { tensor: tensor.map_err(within)?, dtype, early: false });
            }
        }
        Ok(Done { results, effects: self.effects(&scope).map_err(within)? })
    }

    /// What the names of arguments stand for. An argument whose users have to wait for the pivot, or that is itself waited
    /// for, becomes a node.
    fn arguments(
        &mut self,
        caller: &NodeDef,
        def: &'a FunctionDef,
        attrs: &Attrs,
        prefix: &str,
        values: Vec<Value>,
        pivot: Option<&str>,
    ) -> Result<HashMap<&'a str, Vec<String>>> {
        let inputs = || def.nodes.iter().flat_map(|node| &node.inputs);
        let used: HashSet<&str> =
            inputs().chain(def.results.values()).map(|input| input.split(':').next().unwrap_or_default()).collect();
        let mut values = values.into_iter();
        let mut known = HashMap::with_capacity(def.inputs.len());
        for input in &def.inputs {
            let awaited = used.contains(format!("^{}", input.name).as_str());
            let mut tensors = Vec::new();
            for k in 0..types(std::slice::from_ref(input), attrs)?.len() {
                let Some(value) = values.next() else { break };
                if !(awaited || value.early && used.contains(input.name.as_str())) {
                    tensors.push(value.tensor);
                    continue;
                }
                let name =
                    if k == 0 { format!("{prefix}{}", input.name) } else { format!("{prefix}{}/_{k}", input.name) };
                let mut from = vec![value.tensor];
                from.extend(pivot.map(|pivot| format!("^{pivot}")));
                self.push(made(&name, "Identity", from, &caller.device, [("T", AttrValue::Type(value.dtype))]))?;
                tensors.push(name);
            }
            if known.insert(input.name.as_str(), tensors).is_some() {
                return Err(invalid_argument(format!("argument '{}' is there twice", input.name)));
            }
        }
        Ok(known)
    }

    /// A node of the body as it is outside.
    fn instance(&self, scope: &Scope<'a>, name: &str, device: &str, pivot: Option<&str>) -> Result<NodeDef> {
        let mut node = scope.node(name)?.clone();
        node.name = format!("{}{name}", scope.prefix);
        node.device = completed(&node.device, device);
        let mut inputs = Vec::with_capacity(node.inputs.len());
        for input in &node.inputs {
            inputs.extend(match input.strip_prefix('^') {
                Some(control) => scope.control(control)?,
                None => vec![self.tensor(scope, input)?],
            });
        }
        if inputs.is_empty() {
            inputs.extend(pivot.map(|pivot| format!("^{pivot}")));
        }
        node.inputs = inputs;
        if let Some(AttrValue::List(classes)) = node.attrs.get_mut("_class") {
            for class in &mut classes.strings {
                // Names of nodes outside of the function are as they are.
                let inside = std::str::from_utf8(class).ok().and_then(|class| class.strip_prefix("loc:@"));
                if let Some(inside) = inside.filter(|inside| scope.nodes.contains_key(inside)) {
                    *class = format!("loc:@{}{inside}", scope.prefix).into_bytes();
                }
            }
        }
        Ok(node)
    }

    /// The tensor that a name in a body means: `argument`, `argument:k`, `node:output` or `node:output:k`.
    fn tensor(&self, scope: &Scope<'a>, text: &str) -> Result<String> {
        let unknown = || invalid_argument(format!("'{text}' is no tensor"));
        let index = |text: &str| text.parse::<u32>().map(|index| index as usize).map_err(|_| unknown());
        let mut parts = text.splitn(3, ':');
        let name = parts.next().unwrap_or_default();
        if let Some(tensors) = scope.arguments.get(name) {
            let index = parts.next().map_or(Ok(0), index)?;
            return tensors.get(index).filter(|_| parts.next().is_none()).cloned().ok_or_else(unknown);
        }
        let node = scope.node(name)?;
        let output = parts.next().ok_or_else(unknown)?;
        let index = parts.next().map_or(Ok(0), index)?;
        let (first, count) = self.outputs(node, output)?;
        if index >= count {
            return Err(invalid_argument(format!("'{text}': the output has {count} values")));
        }
        let name = format!("{}{name}", scope.prefix);
        let index = first + index;
        Ok(match self.kind(node) {
            Some(_) => output_name(&name, index),
            None if index == 0 => name,
            None => format!("{name}:{index}"),
        })
    }

    /// Where the values of a named output begin among a node's outputs, and how many there are.
    fn outputs(&self, node: &NodeDef, output: &str) -> Result<(usize, usize)> {
        let missing = || invalid_argument(format!("node '{}' ({}) has no output '{output}'", node.name, node.op));
        let mut first = 0;
        match self.kind(node) {
            Some(Kind::NamedCall) => {
                for arg in &self.find(&node.op, node)?.outputs {
                    let count = types(std::slice::from_ref(arg), &node.attrs)?.len();
                    if arg.name == output {
                        return Ok((first, count));
                    }
                    first += count;
                }
                Err(missing())
            }
            Some(kind) if output == "output" => Ok((0, self.output_count(node, kind)?)),
            Some(_) => Err(missing()),
            None => {
                let op = ops::find(&node.op).ok_or_else(|| {
                    not_found(format!("Op type not registered '{}', which node '{}' is", node.op, node.name))
                })?;
                let mut attrs = node.attrs.clone();
                op.complete_attrs(&node.name, &mut attrs)?;
                for arg in &op.outputs {
                    let count = arg.dtypes(op, &attrs)?.len();
                    if arg.name == output {
                        return Ok((first, count));
                    }
                    first += count;
                }
                Err(missing())
            }
        }
    }

    /// The control edges that say that the body's effects have happened.
    fn effects(&self, scope: &Scope<'a>) -> Result<Vec<String>> {
        let def = scope.def;
        if !def.control_results.is_empty() {
            let mut effects = Vec::new();
            for node in def.control_results.values() {
                scope.node(node)?;
                effects.push(format!("^{}{node}", scope.prefix));
            }
            return Ok(effects);
        }
        Ok(Vec::new())
    }

    /// The effects of a function of the old kind, which does not say which of its nodes have them.
    pub(super) fn unsaid_effects(&self, def: &FunctionDef, prefix: &str) -> Vec<String> {
        if !def.is_stateful || !def.control_results.is_empty() {
            return Vec::new();
        }
        let has_effect = |node: &NodeDef| match self.kind(node) {
            Some(Kind::NamedCall) => self.functions.get(node.op.as_str()).is_some_and(|function| function.is_stateful),
            Some(_) => !node.op.starts_with("Stateless") && node.op != "PartitionedCall",
            None => ops::find(&node.op).is_some_and(|op| op.is_stateful),
        };
        def.nodes.iter().filter(|node| has_effect(node)).map(|node| format!("^{prefix}{}", node.name)).collect()
    }
}

impl Scope<'_> {
    fn node(&self, name: &str) -> Result<&NodeDef> {
        self.nodes.get(name).ok_or_else(|| invalid_argument(format!("there is no node or argument '{name}'")))
    }

    /// The control edges that a control input stands for.
    fn control(&self, name: &str) -> Result<Vec<String>> {
        if let Some(tensors) = self.arguments.get(name) {
            return Ok(tensors.iter().map(|tensor| format!("^{tensor}")).collect());
        }
        self.node(name)?;
        Ok(vec![format!("^{}{name}", self.prefix)])
    }
}

/// The types of the values that arguments stand for, given the attributes of the call.
pub(super) fn types(arguments: &[FunctionArg], attrs: &Attrs) -> Result<Vec<DType>> {
    let mut types = Vec::with_capacity(arguments.len());
    for argument in arguments {
        if !argument.type_list_attr.is_empty() {
            types.extend(&attrs.list(&argument.type_list_attr)?.types);
            continue;
        }
        let dtype = match argument.dtype {
            Some(dtype) => dtype,
            None => attrs.dtype(&argument.type_attr)?,
        };
        let count = match argument.number_attr.as_str() {
            "" => 1,
            attr => attrs.int(attr)?,
        };
        let count = usize::try_from(count).ok().filter(|count| *count <= super::NODES_MAX);
        let count = count.ok_or_else(|| invalid_argument(format!("attr '{}' is no count", argument.number_attr)))?;
        types.extend(std::iter::repeat_n(dtype, count));
    }
    Ok(types)
}

/// Puts the attributes of the call where a body's attributes ask for them.
fn substitute(attrs: &mut Attrs, call: &Attrs) -> Result<()> {
    for (name, value) in attrs {
        match value {
            AttrValue::Placeholder(wanted) => {
                *value = call.get(wanted).cloned().ok_or_else(|| {
                    invalid_argument(format!("attr '{name}' is the call's '{wanted}', which it does not have"))
                })?;
            }
            AttrValue::Func(function) => substitute(&mut function.attrs, call)?,
            AttrValue::List(list) => {
                for function in &mut list.funcs {
                    substitute(&mut function.attrs, call)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// A device name with the parts that it does not say taken from the caller's.
fn completed(device: &str, caller: &str) -> String {
    if device.is_empty() || caller.is_empty() {
        return if device.is_empty() { caller } else { device }.to_owned();
    }
    match (DeviceName::parse(device), DeviceName::parse(caller)) {
        (Ok(own), Ok(caller)) => caller.overridden_by(&own).to_string(),
        // Placement says what is wrong with it.
        _ => device.to_owned(),
    }
}
