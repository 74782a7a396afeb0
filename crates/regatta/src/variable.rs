//! Variables: values that live on a task from step to step.
//!
//! A variable is a resource: its handle names where the value lies, and is what gradients are taken by and optimizers change.
//! Reading it gives a tensor that later changes do not touch. A node that reads or changes it runs where it lies.

use std::sync::Arc;

use regatta_formats::ShapeAndSlice;
use regatta_graph::{Block, Grad, Outlet};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use crate::{graph::Graph, init::Initializer, regularizer::Regularizer};

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
    is_local: bool,
    part_of: Option<Arc<PartOf>>,
}

/// Which part of a partitioned variable a variable is.
#[derive(Clone, Debug, PartialEq)]
pub struct PartOf {
    /// The whole's name, under which checkpoints have it.
    pub name: String,
    /// The whole's shape, and what of it the part is.
    pub slice: ShapeAndSlice,
}

/// What a variable may be told beyond its name and shape.
#[derive(Clone, Debug)]
pub struct VariableOptions {
    /// The type of its elements.
    pub dtype: DType,
    /// Whether optimizers change it.
    pub trainable: bool,
    /// Whether it is this process's own affair, such as a metric's counts: it is not saved, and has an initializer of its own
    /// ([`Graph::local_variables_initializer`]).
    pub local: bool,
    /// A penalty on its size, which is added to [`Graph::REGULARIZATION_LOSSES`].
    pub regularizer: Option<Regularizer>,
}

impl Default for VariableOptions {
    fn default() -> VariableOptions {
        VariableOptions { dtype: DType::Float, trainable: true, local: false, regularizer: None }
    }
}

impl VariableOptions {
    /// For a variable that optimizers leave alone.
    pub fn not_trainable(dtype: DType) -> VariableOptions {
        VariableOptions { dtype, trainable: false, ..VariableOptions::default() }
    }

    /// For a variable that is this process's own affair.
    pub fn local(dtype: DType) -> VariableOptions {
        VariableOptions { local: true, ..VariableOptions::not_trainable(dtype) }
    }
}

/// What a variable scope does about variables that are there already, and those that are not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Reuse {
    /// They are made; one that is there already is a mistake.
    #[default]
    Never,
    /// They must be there.
    Always,
    /// They are made the first time.
    Auto,
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

    /// Whether it is this process's own affair.
    pub fn is_local(&self) -> bool {
        self.is_local
    }

    /// Which part of a partitioned variable it is, if it is one.
    pub fn part_of(&self) -> Option<&PartOf> {
        self.part_of.as_deref()
    }

    /// Its value when this node runs.
    pub fn read(&self, g: &mut Graph) -> Result<Outlet> {
        g.colocate_with(&self.handle, |g| {
            let value = g.node("ReadVariableOp", &format!("{}/Read", last(&self.name)));
            value.input(&self.handle).attr("dtype", self.dtype).finish()
        })
    }

    /// Some rows of it; their gradient is rows too.
    pub fn gather(&self, g: &mut Graph, indices: &Outlet) -> Result<Outlet> {
        g.colocate_with(&self.handle, |g| {
            let rows = g.node("ResourceGather", &format!("{}/Gather", last(&self.name)));
            rows.input(&self.handle).input(indices).attr("dtype", self.dtype).finish()
        })
    }

    /// Gives it a value.
    pub fn assign(&self, g: &mut Graph, value: &Outlet) -> Result<Outlet> {
        self.change(g, "AssignVariableOp", "Assign", &[value])
    }

    /// Adds to it.
    pub fn assign_add(&self, g: &mut Graph, value: &Outlet) -> Result<Outlet> {
        self.change(g, "AssignAddVariableOp", "AssignAdd", &[value])
    }

    /// Subtracts from it.
    pub fn assign_sub(&self, g: &mut Graph, value: &Outlet) -> Result<Outlet> {
        self.change(g, "AssignSubVariableOp", "AssignSub", &[value])
    }

    /// Adds to some of its rows; one that is named twice is added to twice.
    pub fn scatter_add(&self, g: &mut Graph, indices: &Outlet, rows: &Outlet) -> Result<Outlet> {
        self.change(g, "ResourceScatterAdd", "ScatterAdd", &[indices, rows])
    }

    /// Gives some of its rows other values.
    pub fn scatter_update(&self, g: &mut Graph, indices: &Outlet, rows: &Outlet) -> Result<Outlet> {
        self.change(g, "ResourceScatterUpdate", "ScatterUpdate", &[indices, rows])
    }

    /// Whether it has a value.
    pub fn is_initialized(&self, g: &mut Graph) -> Result<Outlet> {
        g.colocate_with(&self.handle, |g| {
            g.node("VarIsInitializedOp", &format!("{}/IsInitialized", last(&self.name))).input(&self.handle).finish()
        })
    }

    fn change(&self, g: &mut Graph, op: &str, suffix: &str, by: &[&Outlet]) -> Result<Outlet> {
        let name = format!("{}/{suffix}", last(&self.name));
        g.colocate_with(&self.handle, |g| {
            let node = g.node(op, &name).input(&self.handle).inputs(by.iter().copied());
            node.attr("dtype", self.dtype).finish()
        })
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
        let full = format!("{}{name}", self.variable_scope);
        let variable = self.find_or_make(full, Shape::new(shape)?, options, |g, full, shape, options| {
            g.make_variable(full, shape, initializer, options)
        })?;
        self.or_its_copy(variable)
    }

    /// The variable of this name, if the scope reuses it, or a new one if the scope allows that.
    pub(crate) fn find_or_make(
        &mut self,
        full: String,
        shape: Shape,
        options: VariableOptions,
        make: impl FnOnce(&mut Graph, String, Shape, VariableOptions) -> Result<Variable>,
    ) -> Result<Variable> {
        let known = self.variables.iter().find(|variable| variable.name == full).cloned();
        match (known, self.reuse) {
            (Some(known), Reuse::Always | Reuse::Auto) if known.shape == shape && known.dtype == options.dtype => {
                Ok(known)
            }
            (Some(known), Reuse::Always | Reuse::Auto) => Err(invalid_argument(format!(
                "variable {full} is {}{}, but is asked for as {}{shape}",
                known.dtype, known.shape, options.dtype
            ))),
            (Some(_), Reuse::Never) => Err(invalid_argument(format!(
                "variable {full} is there already; to share it, ask for it in a scope that reuses (`Graph::reuse_variables`)"
            ))),
            (None, Reuse::Always) => Err(invalid_argument(format!(
                "variable {full} is not there, and the scope only reuses: make it before, outside of `reuse_variables`"
            ))),
            (None, Reuse::Never | Reuse::Auto) => make(self, full, shape, options),
        }
    }

    /// A variable beside another one, whose name it continues: what optimizers and moving averages keep for each variable.
    /// A second one of the same kind is called `w/Adam_1`.
    pub(crate) fn slot(&mut self, of: &Variable, kind: &str, initializer: Initializer) -> Result<Variable> {
        let name = self.unused_variable_name(&format!("{}/{kind}", of.name));
        // What belongs to a part is itself a part, of what belongs to the whole: `w/part_0/Adam` is saved as one of `w/Adam`.
        let part_of = of.part_of().map(|part| PartOf {
            name: format!("{}{}", part.name, name.strip_prefix(&of.name).unwrap_or(&name)),
            slice: part.slice.clone(),
        });
        let options = VariableOptions { local: of.is_local, ..VariableOptions::not_trainable(of.dtype) };
        self.colocate_with(&of.handle, |g| g.make_part(name, of.shape.clone(), initializer, options, part_of))
    }

    /// The name itself, or with a number behind it if there is a variable called so already.
    pub(crate) fn unused_variable_name(&self, wanted: &str) -> String {
        let numbered = |k: usize| if k == 0 { wanted.to_owned() } else { format!("{wanted}_{k}") };
        let is_taken = |name: &str| self.variables.iter().any(|variable| variable.name == name);
        (0..=self.variables.len()).map(numbered).find(|name| !is_taken(name)).unwrap_or_else(|| wanted.to_owned())
    }

    pub(crate) fn make_variable(
        &mut self,
        name: String,
        shape: Shape,
        initializer: Initializer,
        options: VariableOptions,
    ) -> Result<Variable> {
        self.make_part(name, shape, initializer, options, None)
    }

    /// A variable that may be a part of a larger one.
    pub(crate) fn make_part(
        &mut self,
        name: String,
        shape: Shape,
        initializer: Initializer,
        options: VariableOptions,
        part_of: Option<PartOf>,
    ) -> Result<Variable> {
        let dtype = options.dtype;
        // Variables stand outside of the order that is being written, and their names are those of the variable scope alone.
        let outer = self.enter(Block::Free);
        let _ = self.enter(Block::SameScope(String::new()));
        let made = self.variable_nodes(&name, &shape, &initializer, dtype);
        self.leave(outer);
        let (handle, initial_value, initializer) = made?;
        let (is_trainable, is_local, part_of) = (options.trainable, options.local, part_of.map(Arc::new));
        let variable =
            Variable { name, handle, dtype, shape, initializer, initial_value, is_trainable, is_local, part_of };
        self.variables.push(variable.clone());
        if let Some(regularizer) = options.regularizer {
            let penalty = regularizer.penalty(self, &variable)?;
            self.add_to_collection(Graph::REGULARIZATION_LOSSES, &penalty);
        }
        Ok(variable)
    }

    /// The handle, the first value and what assigns it. The value is made where the variable lies, so that it need not travel.
    fn variable_nodes(
        &mut self,
        name: &str,
        shape: &Shape,
        initializer: &Initializer,
        dtype: DType,
    ) -> Result<(Outlet, Outlet, Outlet)> {
        let handle = self.node("VarHandleOp", name).attr("dtype", dtype).attr("shape", shape);
        let handle = handle.attr("shared_name", name).finish()?;
        self.colocate_with(&handle, |g| {
            g.within(Block::SameScope(name.to_owned()), |g| {
                let value = g.name_scope("Initializer", |g| initializer.value_of(g, dtype, shape))?;
                let assign = g.node("AssignVariableOp", "Assign");
                let assign = assign.input(&handle).input(&value).attr("dtype", dtype).finish()?;
                Ok((handle.clone(), value, assign))
            })
        })
    }

    /// Makes nodes in a scope of names that variables share: a variable `w` inside is called `scope/w`.
    pub fn variable_scope<T>(&mut self, scope: &str, make: impl FnOnce(&mut Graph) -> T) -> T {
        self.in_variable_scope(scope, self.reuse, make)
    }

    /// As [`Graph::variable_scope`], where variables are not made but must be there already: for a second tower of layers
    /// with the first one's weights. An empty scope means this one; layers without a name count from the beginning in it.
    pub fn reuse_variables<T>(&mut self, scope: &str, make: impl FnOnce(&mut Graph) -> T) -> T {
        self.in_variable_scope(scope, Reuse::Always, make)
    }

    /// As [`Graph::reuse_variables`], but what is not there yet is made: for towers that are all built by the same lines,
    /// the first one among them (TensorFlow's `AUTO_REUSE`).
    pub fn share_variables<T>(&mut self, scope: &str, make: impl FnOnce(&mut Graph) -> T) -> T {
        self.in_variable_scope(scope, Reuse::Auto, make)
    }

    fn in_variable_scope<T>(&mut self, scope: &str, reuse: Reuse, make: impl FnOnce(&mut Graph) -> T) -> T {
        let inner =
            if scope.is_empty() { self.variable_scope.clone() } else { format!("{}{scope}/", self.variable_scope) };
        let layers = self.layers.clone();
        self.layers.retain(|layer, _| !layer.starts_with(&inner));
        let outer = (std::mem::replace(&mut self.variable_scope, inner), std::mem::replace(&mut self.reuse, reuse));
        let made = if scope.is_empty() { make(self) } else { self.name_scope(scope, make) };
        (self.variable_scope, self.reuse) = outer;
        self.layers = layers;
        made
    }

    /// Makes a layer in a variable scope of its own: the one it is told, or one that no other layer has (`dense`, `dense_1`).
    pub(crate) fn layer<T>(&mut self, name: Option<&str>, kind: &str, make: impl FnOnce(&mut Graph) -> T) -> T {
        let scope = match name {
            Some(name) => name.to_owned(),
            None => {
                let count = self.layers.entry(format!("{}{kind}", self.variable_scope)).or_default();
                *count += 1;
                if *count == 1 { kind.to_owned() } else { format!("{kind}_{}", *count - 1) }
            }
        };
        self.variable_scope(&scope, make)
    }

    /// All variables, in the order they were made, but for the local ones.
    pub fn global_variables(&self) -> Vec<Variable> {
        self.variables.iter().filter(|variable| !variable.is_local).cloned().collect()
    }

    /// The variables that are this process's own affair, such as the counts of metrics.
    pub fn local_variables(&self) -> Vec<Variable> {
        self.variables.iter().filter(|variable| variable.is_local).cloned().collect()
    }

    /// The variables that optimizers change.
    pub fn trainable_variables(&self) -> Vec<Variable> {
        self.variables.iter().filter(|variable| variable.is_trainable).cloned().collect()
    }

    /// A variable by its name.
    pub fn find_variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.name == name)
    }

    /// The node that gives every variable its first value, but for the local ones.
    pub fn global_variables_initializer(&mut self) -> Result<Outlet> {
        self.variables_initializer("init", &self.global_variables())
    }

    /// The node that gives every local variable its first value.
    pub fn local_variables_initializer(&mut self) -> Result<Outlet> {
        self.variables_initializer("init_local", &self.local_variables())
    }

    /// The node that gives these variables their first values.
    pub fn variables_initializer(&mut self, name: &str, variables: &[Variable]) -> Result<Outlet> {
        let initializers: Vec<Outlet> = variables.iter().map(|variable| variable.initializer.clone()).collect();
        self.group(name, &initializers)
    }

    /// The names of the variables that have no value yet: a vector of strings, empty when a chief has done its work.
    pub fn report_uninitialized_variables(&mut self) -> Result<Outlet> {
        let variables = self.global_variables();
        self.name_scope("report_uninitialized_variables", |g| {
            let names = variables.iter().map(|variable| variable.name.clone().into_bytes()).collect::<Vec<_>>();
            let names = Tensor::strings(Shape::vector(names.len()), names)?;
            let names = g.constant(names)?;
            let flags = variables.iter().map(|variable| variable.is_initialized(g)).collect::<Result<Vec<_>>>()?;
            if flags.is_empty() {
                return Ok(names);
            }
            let flags = g.node("Pack", "flags").inputs(&flags).finish()?;
            let missing = g.node("LogicalNot", "missing").input(&flags).finish()?;
            let places = g.node("Where", "places").input(&missing).finish()?;
            let places = g.node("Squeeze", "indices").input(&places).attr("squeeze_dims", vec![1i64]).finish()?;
            let axis = g.constant(Tensor::scalar(0i32))?;
            g.node("GatherV2", "names").inputs([&names, &places, &axis]).finish()
        })
    }

    /// The gradients of the sum of `ys` by each of these variables.
    pub fn gradients_by(&mut self, ys: &[Outlet], variables: &[Variable]) -> Result<Vec<Option<Grad>>> {
        let handles: Vec<Outlet> = variables.iter().map(|variable| variable.handle.clone()).collect();
        self.gradients(ys, &handles)
    }
}
