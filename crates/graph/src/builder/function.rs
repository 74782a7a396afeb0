//! Functions of a graph's library, written like graphs: what conditions and loops call.
//!
//! A function's body sees only its arguments. While it is made it is a graph of its own, in which the arguments are
//! placeholders; what is left when they are taken out, with the outputs named as bodies name them, is its definition.

use std::{collections::BTreeMap, sync::Arc};

use regatta_status::{Result, failed_precondition, invalid_argument, unimplemented};
use regatta_tensor::{DType, PartialShape};

use super::{GraphBuilder, History, Outlet, changed_by};
use crate::{
    def::{AttrValue, FunctionArg, FunctionDef, FunctionRef, NodeDef},
    op_def::ArgCount,
};

/// A function that was made in a graph.
pub struct Function {
    /// Its name in the library.
    pub name: String,
    /// The body as a graph.
    pub body: GraphBuilder,
    /// The arguments, placeholders in the body.
    pub arguments: Vec<Outlet>,
    /// What it gives.
    pub results: Vec<Outlet>,
}

impl Function {
    /// The function as an attribute names it.
    pub fn reference(&self) -> FunctionRef {
        FunctionRef { name: self.name.clone(), ..FunctionRef::default() }
    }

    /// Whether running it twice is not the same as running it once.
    pub fn is_stateful(&self) -> bool {
        self.body.nodes.iter().any(|made| made.node.op.is_stateful && !made.node.is("Placeholder"))
    }
}

impl GraphBuilder {
    /// Adds a function to the library.
    pub fn function(
        &mut self,
        name: &str,
        arguments: &[(DType, PartialShape)],
        make: impl FnOnce(&mut GraphBuilder, &[Outlet]) -> Result<Vec<Outlet>>,
    ) -> Result<Arc<Function>> {
        let mut body =
            GraphBuilder { bodies: self.bodies.clone(), functions: self.functions.clone(), ..GraphBuilder::default() };
        let placed: Result<Vec<Outlet>> = arguments
            .iter()
            .enumerate()
            .map(|(k, (dtype, shape))| {
                let argument = body.node("Placeholder", &format!("arg{k}"));
                argument.attr("dtype", *dtype).attr("shape", shape.clone()).finish()
            })
            .collect();
        let arguments = placed?;
        let results = make(&mut body, &arguments)?;
        for result in &results {
            body.position(result)?;
        }
        // What the body added to the library is the graph's now.
        self.bodies.extend(std::mem::take(&mut body.bodies));
        self.functions = std::mem::take(&mut body.functions);
        // Named only now: the functions that the body calls have their names already.
        let name = self.function_name(name);
        let function = Arc::new(Function { name: name.clone(), body, arguments, results });
        self.functions.push(definition(&function)?);
        self.bodies.insert(name, Arc::clone(&function));
        Ok(function)
    }

    /// Adds what a function does to the graph, with these arguments; answers its results.
    pub fn inline(&mut self, function: &Function, arguments: &[Outlet]) -> Result<Vec<Outlet>> {
        if arguments.len() != function.arguments.len() {
            return Err(invalid_argument(format!(
                "function '{}' takes {} arguments but {} are given",
                function.name,
                function.arguments.len(),
                arguments.len()
            )));
        }
        let body = &function.body;
        // Where each node of the body went.
        let mut places: Vec<Option<Outlet>> = vec![None; body.nodes.len()];
        for (from, to) in function.arguments.iter().zip(arguments) {
            places[from.position()] = Some(to.clone());
        }
        let moved = |places: &[Option<Outlet>], position: usize, index: usize| -> Result<Outlet> {
            let place = places.get(position).cloned().flatten();
            let place = place.ok_or_else(|| invalid_argument("a function's node comes before its input"))?;
            // An argument stands for itself, a node for all its outputs.
            Ok(if body.nodes[position].node.is("Placeholder") { place } else { place.output(index) })
        };
        for (position, made) in body.nodes.iter().enumerate() {
            if places[position].is_some() {
                continue;
            }
            let inputs: Vec<Outlet> = body
                .inputs_of(position)
                .into_iter()
                .map(|(from, index)| moved(&places, from, index))
                .collect::<Result<_>>()?;
            let mut node = self.node(&made.def.op, &made.def.name).inputs(&inputs).device(&made.def.device);
            for (name, value) in made.def.attrs.iter().filter(|(name, _)| *name != "_class") {
                node = node.attr(name, value.clone());
            }
            for control in made.def.inputs.iter().filter_map(|input| input.strip_prefix('^')) {
                if let Some(place) = body.by_name.get(control).and_then(|position| places[*position].clone()) {
                    node = node.control_input(&place);
                }
            }
            places[position] = Some(node.finish()?);
            if let Some(history) = body.histories.get(&position) {
                let lists =
                    history.lists.iter().map(|list| moved(&places, list.position(), 0)).collect::<Result<_>>()?;
                self.histories.insert(self.nodes.len() - 1, History { lists, ..history.clone() });
            }
        }
        function.results.iter().map(|result| moved(&places, result.position(), result.index())).collect()
    }

    /// Makes a loop keep what its variables are in each turn, except those that it hands on. Answers its body and the lists,
    /// which are outputs of the loop, behind its own. The node itself is changed: nothing is computed twice.
    pub(crate) fn keep_history(&mut self, position: usize) -> Result<(Arc<Function>, Vec<Outlet>)> {
        let name = self.nodes[position].def.name.clone();
        let Some(history) = self.histories.get(&position).cloned() else {
            return Err(unimplemented(format!(
                "loop '{name}' was not made by this graph's while_loop, so that it cannot be differentiated"
            )));
        };
        let (count, body) = (history.body.arguments.len(), history.body);
        if !history.is_kept {
            self.fill_lists(position, &name, &body, history.lists)?;
            if let Some(history) = self.histories.get_mut(&position) {
                history.is_kept = true;
            }
        }
        let outputs = self.nodes[position].types.len();
        Ok((body, (count..outputs).map(|k| self.outlet(position, k)).collect()))
    }

    /// Puts a loop that also fills lists in the place of a loop.
    fn fill_lists(&mut self, position: usize, name: &str, body: &Arc<Function>, lists: Vec<Outlet>) -> Result<()> {
        if position < self.taken {
            return Err(failed_precondition(format!(
                "loop '{name}' has been given to a session already: take gradients through it before the first step"
            )));
        }
        let (count, changed) = (body.arguments.len(), changed_by(body));
        let of_body = |outlet: &Outlet| (outlet.dtype(), outlet.shape());
        let mut arguments: Vec<(DType, PartialShape)> = body.arguments.iter().map(of_body).collect();
        arguments.extend(lists.iter().map(|_| (DType::Variant, PartialShape::of_rank(0))));
        let longer = self.function(&format!("{}_kept", body.name), &arguments, |g, all| {
            let (variables, lists) = all.split_at(count);
            let mut results = g.inline(body, variables)?;
            for (k, list) in changed.iter().zip(lists) {
                results.push(g.node("TensorListPushBack", "push").inputs([list, &variables[*k]]).finish()?);
            }
            Ok(results)
        })?;
        let condition = match self.attrs_of(position).get("cond") {
            Some(AttrValue::Func(function)) => self.find_function(&function.name)?,
            _ => return Err(invalid_argument("a loop without a condition")),
        };
        let condition = self
            .function(&format!("{}_kept", condition.name), &arguments, |g, all| g.inline(&condition, &all[..count]))?;
        let mut inputs = self.input_outlets(position);
        inputs.extend(lists);
        // Made anew at the end, then put in the old one's place.
        self.call_while("kept", &inputs, &condition, &longer)?;
        let mut kept = self.nodes.pop().ok_or_else(|| invalid_argument("a loop was not made"))?;
        self.by_name.remove(&kept.def.name);
        kept.def.name = name.to_owned();
        kept.node.name = name.to_owned();
        kept.def.device.clone_from(&self.nodes[position].def.device);
        self.nodes[position] = kept;
        Ok(())
    }

    /// A function that was made in this graph.
    pub fn find_function(&self, name: &str) -> Result<Arc<Function>> {
        self.bodies.get(name).cloned().ok_or_else(|| {
            invalid_argument(format!("function '{name}' was not made in this graph, so that its body is not known"))
        })
    }

    fn function_name(&self, wanted: &str) -> String {
        let taken = |name: &str| self.functions.iter().any(|function| function.name == name);
        let numbered = |k: usize| if k == 0 { wanted.to_owned() } else { format!("{wanted}_{k}") };
        (0..).map(numbered).find(|name| !taken(name)).unwrap_or_else(|| wanted.to_owned())
    }
}

fn definition(function: &Function) -> Result<FunctionDef> {
    let body = &function.body;
    let is_argument = |name: &str| function.arguments.iter().any(|argument| argument.node() == name);
    let mut nodes = Vec::new();
    for made in body.nodes.iter().filter(|made| !is_argument(&made.def.name)) {
        let inputs: Result<Vec<String>> =
            made.def.inputs.iter().map(|input| inner_name(body, input, is_argument)).collect();
        nodes.push(NodeDef { inputs: inputs?, ..made.def.clone() });
    }
    let result_name = |k: usize| format!("result{k}");
    let arg = |name: String, of: &Outlet| FunctionArg { name, dtype: Some(of.dtype()), ..FunctionArg::default() };
    let mut results = BTreeMap::new();
    for (k, result) in function.results.iter().enumerate() {
        results.insert(result_name(k), inner_name(body, &result.name(), is_argument)?);
    }
    Ok(FunctionDef {
        name: function.name.clone(),
        inputs: function.arguments.iter().map(|of| arg(of.node().to_owned(), of)).collect(),
        outputs: function.results.iter().enumerate().map(|(k, of)| arg(result_name(k), of)).collect(),
        is_stateful: function.is_stateful(),
        nodes,
        results,
        ..FunctionDef::default()
    })
}

/// `node:output_name:index`, or an argument's own name.
fn inner_name(body: &GraphBuilder, input: &str, is_argument: impl Fn(&str) -> bool) -> Result<String> {
    if input.starts_with('^') {
        return Ok(input.to_owned());
    }
    let outlet = body.find(input)?;
    if is_argument(outlet.node()) {
        return Ok(outlet.node().to_owned());
    }
    let (op, attrs) = (body.op_of(outlet.position()), body.attrs_of(outlet.position()));
    let mut left = outlet.index();
    for output in &op.outputs {
        let count = match output.count {
            ArgCount::One => 1,
            _ => output.dtypes(op, attrs)?.len(),
        };
        if left < count {
            return Ok(format!("{}:{}:{left}", outlet.node(), output.name));
        }
        left -= count;
    }
    Err(invalid_argument(format!("{input} is not an output of {}", op.name)))
}
