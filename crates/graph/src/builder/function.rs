//! Functions of a graph's library, written like graphs: what conditions and loops call.
//!
//! A function's body sees only its arguments. While it is made it is a graph of its own, in which the arguments are
//! placeholders; what is left when they are taken out, with the outputs named as bodies name them, is its definition.

use std::{collections::BTreeMap, sync::Arc};

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape};

use super::{GraphBuilder, Outlet};
use crate::{
    def::{FunctionArg, FunctionDef, FunctionRef, NodeDef},
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
        let name = self.function_name(name);
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
        let function = Arc::new(Function { name: name.clone(), body, arguments, results });
        self.functions.push(definition(&function)?);
        self.bodies.insert(name, Arc::clone(&function));
        Ok(function)
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
