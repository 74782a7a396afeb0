//! Variables: values that live on a task from step to step.
//!
//! A variable is a resource: its handle names where the value lies, and is what gradients are taken by and optimizers change.
//! Reading it gives a tensor that later changes do not touch. A node that reads or changes it runs where it lies.

use regatta_graph::{Grad, Outlet};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape};

use crate::{graph::Graph, init::Initializer};

/// A variable of a graph.
#[derive(Clone, Debug)]
pub struct Variable {
    name: String,
    handle: Outlet,
    dtype: DType,
    shape: Shape,
    initializer: Outlet,
    initial_value: Outlet,
    is_trainable: bool,
}

/// What a variable may be told beyond its name and shape.
#[derive(Clone, Debug)]
pub struct VariableOptions {
    /// The type of its elements.
    pub dtype: DType,
    /// Whether optimizers change it.
    pub trainable: bool,
}

impl Default for VariableOptions {
    fn default() -> VariableOptions {
        VariableOptions { dtype: DType::Float, trainable: true }
    }
}

impl Variable {
    /// Its name, by which checkpoints know it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where its value lies: what ops that change it take.
    pub fn handle(&self) -> &Outlet {
        &self.handle
    }

    /// The type of its elements.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The node that gives it its first value.
    pub fn initializer(&self) -> &Outlet {
        &self.initializer
    }

    /// The value that the initializer gives it.
    pub fn initial_value(&self) -> &Outlet {
        &self.initial_value
    }

    /// Whether optimizers change it.
    pub fn is_trainable(&self) -> bool {
        self.is_trainable
    }

    /// Its value when this node runs.
    pub fn read(&self, g: &mut Graph) -> Result<Outlet> {
        let value = g.node("ReadVariableOp", &format!("{}/Read", last(&self.name)));
        value.input(&self.handle).attr("dtype", self.dtype).finish()
    }

    /// Gives it a value.
    pub fn assign(&self, g: &mut Graph, value: &Outlet) -> Result<Outlet> {
        self.change(g, "AssignVariableOp", "Assign", value)
    }

    /// Adds to it.
    pub fn assign_add(&self, g: &mut Graph, value: &Outlet) -> Result<Outlet> {
        self.change(g, "AssignAddVariableOp", "AssignAdd", value)
    }

    /// Subtracts from it.
    pub fn assign_sub(&self, g: &mut Graph, value: &Outlet) -> Result<Outlet> {
        self.change(g, "AssignSubVariableOp", "AssignSub", value)
    }

    /// Whether it has a value.
    pub fn is_initialized(&self, g: &mut Graph) -> Result<Outlet> {
        g.node("VarIsInitializedOp", &format!("{}/IsInitialized", last(&self.name))).input(&self.handle).finish()
    }

    fn change(&self, g: &mut Graph, op: &str, suffix: &str, value: &Outlet) -> Result<Outlet> {
        let name = format!("{}/{suffix}", last(&self.name));
        g.node(op, &name).input(&self.handle).input(value).attr("dtype", self.dtype).finish()
    }
}

/// The part of a name behind its scopes.
fn last(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

impl Graph {
    /// A trainable variable of floats; in a scope that reuses, the one that was made there under this name.
    pub fn variable(&mut self, name: &str, shape: &[usize], initializer: Initializer) -> Result<Variable> {
        self.variable_with(name, shape, initializer, VariableOptions::default())
    }

    /// As [`Graph::variable`], of any type, and perhaps not trainable.
    pub fn variable_with(
        &mut self,
        name: &str,
        shape: &[usize],
        initializer: Initializer,
        options: VariableOptions,
    ) -> Result<Variable> {
        let shape = Shape::new(shape)?;
        let full = format!("{}{name}", self.variable_scope);
        let known = self.variables.iter().find(|variable| variable.name == full).cloned();
        match (known, self.reuse) {
            (Some(known), true) if known.shape == shape && known.dtype == options.dtype => Ok(known),
            (Some(known), true) => Err(invalid_argument(format!(
                "variable {full} is {}{}, but is asked for as {}{shape}",
                known.dtype, known.shape, options.dtype
            ))),
            (Some(_), false) => Err(invalid_argument(format!(
                "variable {full} is there already; to share it, ask for it in a scope that reuses (`Graph::reuse_variables`)"
            ))),
            (None, true) => Err(invalid_argument(format!(
                "variable {full} is not there, and the scope only reuses: make it before, outside of `reuse_variables`"
            ))),
            (None, false) => self.make_variable(full, shape, initializer, options),
        }
    }

    fn make_variable(
        &mut self,
        name: String,
        shape: Shape,
        initializer: Initializer,
        options: VariableOptions,
    ) -> Result<Variable> {
        let dtype = options.dtype;
        // Variables stand outside of the order that is being written, and their names are those of the variable scope alone.
        let made = self.within(regatta_graph::Block::Free, |g| {
            g.within(regatta_graph::Block::SameScope(String::new()), |g| {
                let handle = g.node("VarHandleOp", &name).attr("dtype", dtype).attr("shape", &shape);
                let handle = handle.attr("shared_name", name.as_str()).finish()?;
                g.within(regatta_graph::Block::SameScope(name.clone()), |g| {
                    let value = g.name_scope("Initializer", |g| initializer.value_of(g, dtype, &shape))?;
                    let assign = g.node("AssignVariableOp", "Assign");
                    let assign = assign.input(&handle).input(&value).attr("dtype", dtype).finish()?;
                    Ok((handle, value, assign))
                })
            })
        });
        let (handle, initial_value, initializer) = made?;
        let is_trainable = options.trainable;
        let variable = Variable { name, handle, dtype, shape, initializer, initial_value, is_trainable };
        self.variables.push(variable.clone());
        Ok(variable)
    }

    /// Makes nodes in a scope of names that variables share: a variable `w` inside is called `scope/w`.
    pub fn variable_scope<T>(&mut self, scope: &str, make: impl FnOnce(&mut Graph) -> T) -> T {
        self.in_variable_scope(scope, self.reuse, make)
    }

    /// As [`Graph::variable_scope`], where variables are not made but must be there already: for a second tower of layers
    /// with the first one's weights. An empty scope means this one.
    pub fn reuse_variables<T>(&mut self, scope: &str, make: impl FnOnce(&mut Graph) -> T) -> T {
        self.in_variable_scope(scope, true, make)
    }

    fn in_variable_scope<T>(&mut self, scope: &str, reuse: bool, make: impl FnOnce(&mut Graph) -> T) -> T {
        let inner =
            if scope.is_empty() { self.variable_scope.clone() } else { format!("{}{scope}/", self.variable_scope) };
        let outer = (std::mem::replace(&mut self.variable_scope, inner), std::mem::replace(&mut self.reuse, reuse));
        let made = if scope.is_empty() { make(self) } else { self.name_scope(scope, make) };
        (self.variable_scope, self.reuse) = outer;
        made
    }

    /// All variables, in the order they were made.
    pub fn global_variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The variables that optimizers change.
    pub fn trainable_variables(&self) -> Vec<Variable> {
        self.variables.iter().filter(|variable| variable.is_trainable).cloned().collect()
    }

    /// The node that gives every variable its first value.
    pub fn global_variables_initializer(&mut self) -> Result<Outlet> {
        self.variables_initializer("init", &self.variables.clone())
    }

    /// The node that gives these variables their first values.
    pub fn variables_initializer(&mut self, name: &str, variables: &[Variable]) -> Result<Outlet> {
        let initializers: Vec<Outlet> = variables.iter().map(|variable| variable.initializer.clone()).collect();
        self.group(name, &initializers)
    }

    /// The names of the variables that have no value yet: a vector of strings, empty when a chief has done its work.
    pub fn report_uninitialized_variables(&mut self) -> Result<Outlet> {
        let variables = self.variables.clone();
        self.name_scope("report_uninitialized_variables", |g| {
            let names = variables.iter().map(|variable| variable.name.clone().into_bytes()).collect::<Vec<_>>();
            let names = regatta_tensor::Tensor::strings(Shape::vector(names.len()), names)?;
            let names = g.constant(names)?;
            let flags = variables.iter().map(|variable| variable.is_initialized(g)).collect::<Result<Vec<_>>>()?;
            if flags.is_empty() {
                return Ok(names);
            }
            let flags = g.node("Pack", "flags").inputs(&flags).finish()?;
            let missing = g.node("LogicalNot", "missing").input(&flags).finish()?;
            let places = g.node("Where", "places").input(&missing).finish()?;
            let places = g.node("Squeeze", "indices").input(&places).attr("squeeze_dims", vec![1i64]).finish()?;
            let axis = g.constant(regatta_tensor::Tensor::scalar(0i32))?;
            g.node("GatherV2", "names").inputs([&names, &places, &axis]).finish()
        })
    }

    /// The gradients of the sum of `ys` by each of these variables.
    pub fn gradients_by(&mut self, ys: &[Outlet], variables: &[Variable]) -> Result<Vec<Option<Grad>>> {
        let handles: Vec<Outlet> = variables.iter().map(|variable| variable.handle.clone()).collect();
        self.gradients(ys, &handles)
    }
}
