//! Optimizers: they change variables so that a loss becomes smaller.
//!
//! ```
//! use regatta::{Graph, Initializer, Optimizer, Session};
//!
//! let mut g = Graph::new();
//! let w = g.variable("w", &[], Initializer::constant(3.0))?;
//! let value = w.read(&mut g)?;
//! let loss = g.square(&value)?;
//! let step = g.get_or_create_global_step()?;
//! let train = Optimizer::gradient_descent(0.25).minimize(&mut g, &loss, Some(&step))?;
//! let init = g.global_variables_initializer()?;
//!
//! let session = Session::local()?;
//! session.step(&mut g).op(&init).run()?;
//! session.step(&mut g).op(&train).run()?;
//! let w = session.step(&mut g).fetch(&value).run()?;
//! assert_eq!(w[0].single::<f32>()?, 1.5);
//! # Ok::<(), regatta::Status>(())
//! ```
//!
//! What an optimizer keeps for a variable lies beside it, under the name that TensorFlow gives it (`w/Adam`, `w/Adam_1`), so
//! that checkpoints pass both ways. The update runs there too: what travels is the gradient.

mod ada_max;
mod adadelta;
mod adagrad;
mod adam;
mod ftrl;
mod gradient_descent;
mod momentum;
mod rms_prop;
mod update;

use std::collections::BTreeMap;

use regatta_graph::{Grad, Outlet};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape};

pub use ada_max::AdaMax;
pub use adadelta::Adadelta;
pub use adagrad::Adagrad;
pub use adam::Adam;
pub use ftrl::Ftrl;
pub use gradient_descent::GradientDescent;
pub use momentum::Momentum;
pub use rms_prop::RmsProp;
pub use update::{Rows, Update};

use crate::{
    graph::Graph,
    init::Initializer,
    variable::{Variable, VariableOptions},
};

/// A gradient, where there is one, and the variable that it belongs to.
pub type GradAndVar = (Option<Grad>, Variable);

/// How a gradient changes a variable: what distinguishes one optimizer from the others.
pub trait Rule: Send {
    /// What its nodes, and what it keeps, are called.
    fn name(&self) -> &'static str;

    /// The first values of what it keeps for each variable: its slots.
    fn slots(&self) -> Vec<Initializer> {
        Vec::new()
    }

    /// Numbers that are kept once for all variables and raised with every step: the name, and the factor, with which it begins.
    fn powers(&self) -> Vec<(&'static str, f64)> {
        Vec::new()
    }

    /// Whether [`Rule::sparse`] may be given a row twice.
    fn takes_rows_twice(&self) -> bool {
        false
    }

    /// Changes a variable.
    fn dense(&self, g: &mut Graph, update: &Update<'_>, grad: &Outlet) -> Result<Outlet>;

    /// Changes some rows of a variable.
    fn sparse(&self, g: &mut Graph, update: &Update<'_>, grad: &Rows) -> Result<Outlet>;
}

/// How large steps are.
#[derive(Clone, Debug)]
pub enum LearningRate {
    /// Always the same.
    Number(f64),
    /// Computed, such as by a [`crate::Schedule`].
    Tensor(Outlet),
}

impl From<f64> for LearningRate {
    fn from(number: f64) -> LearningRate {
        LearningRate::Number(number)
    }
}

impl From<Outlet> for LearningRate {
    fn from(tensor: Outlet) -> LearningRate {
        LearningRate::Tensor(tensor)
    }
}

impl From<&Outlet> for LearningRate {
    fn from(tensor: &Outlet) -> LearningRate {
        LearningRate::Tensor(tensor.clone())
    }
}

/// A [`Rule`], how large its steps are, and what it keeps.
pub struct Optimizer {
    rule: Box<dyn Rule>,
    name: String,
    learning_rate: LearningRate,
    /// By the name of their variable.
    slots: BTreeMap<String, Vec<Variable>>,
    powers: Vec<Variable>,
}

impl Optimizer {
    /// An optimizer of any rule. Those that are common have functions of their own.
    pub fn new(rule: impl Rule + 'static, learning_rate: impl Into<LearningRate>) -> Optimizer {
        Optimizer {
            name: rule.name().to_owned(),
            rule: Box::new(rule),
            learning_rate: learning_rate.into(),
            slots: BTreeMap::new(),
            powers: Vec::new(),
        }
    }

    /// TensorFlow's `GradientDescentOptimizer`.
    pub fn gradient_descent(learning_rate: impl Into<LearningRate>) -> Optimizer {
        Optimizer::new(GradientDescent, learning_rate)
    }

    /// TensorFlow's `MomentumOptimizer`.
    pub fn momentum(learning_rate: impl Into<LearningRate>, momentum: f64) -> Optimizer {
        Optimizer::new(Momentum { momentum, ..Momentum::default() }, learning_rate)
    }

    /// TensorFlow's `AdagradOptimizer`.
    pub fn adagrad(learning_rate: impl Into<LearningRate>) -> Optimizer {
        Optimizer::new(Adagrad::default(), learning_rate)
    }

    /// TensorFlow's `AdadeltaOptimizer`.
    pub fn adadelta(learning_rate: impl Into<LearningRate>) -> Optimizer {
        Optimizer::new(Adadelta::default(), learning_rate)
    }

    /// TensorFlow's `AdamOptimizer`.
    pub fn adam(learning_rate: impl Into<LearningRate>) -> Optimizer {
        Optimizer::new(Adam::default(), learning_rate)
    }

    /// TensorFlow's `AdaMaxOptimizer`.
    pub fn ada_max(learning_rate: impl Into<LearningRate>) -> Optimizer {
        Optimizer::new(AdaMax::default(), learning_rate)
    }

    /// TensorFlow's `RMSPropOptimizer`.
    pub fn rms_prop(learning_rate: impl Into<LearningRate>) -> Optimizer {
        Optimizer::new(RmsProp::default(), learning_rate)
    }

    /// TensorFlow's `RMSPropOptimizer` with `centered=True`.
    pub fn centered_rms_prop(learning_rate: impl Into<LearningRate>) -> Optimizer {
        Optimizer::new(RmsProp { centered: true, ..RmsProp::default() }, learning_rate)
    }

    /// TensorFlow's `FtrlOptimizer`.
    pub fn ftrl(learning_rate: impl Into<LearningRate>) -> Optimizer {
        Optimizer::new(Ftrl::default(), learning_rate)
    }

    /// Another name for its nodes and slots.
    pub fn named(self, name: &str) -> Optimizer {
        Optimizer { name: name.to_owned(), ..self }
    }

    /// The node that makes one training step: changes every trainable variable so that the loss becomes smaller, and then
    /// adds one to the global step.
    pub fn minimize(&mut self, g: &mut Graph, loss: &Outlet, global_step: Option<&Variable>) -> Result<Outlet> {
        let variables = g.trainable_variables();
        let grads_and_vars = self.compute_gradients(g, loss, &variables)?;
        self.apply_gradients(g, &grads_and_vars, global_step)
    }

    /// The first half of [`Optimizer::minimize`], for those who change gradients before they are applied.
    pub fn compute_gradients(&self, g: &mut Graph, loss: &Outlet, variables: &[Variable]) -> Result<Vec<GradAndVar>> {
        let gradients = g.gradients_by(std::slice::from_ref(loss), variables)?;
        Ok(gradients.into_iter().zip(variables.iter().cloned()).collect())
    }

    /// The second half of [`Optimizer::minimize`]. Variables without a gradient are left alone.
    pub fn apply_gradients(
        &mut self,
        g: &mut Graph,
        grads_and_vars: &[GradAndVar],
        global_step: Option<&Variable>,
    ) -> Result<Outlet> {
        let present: Vec<(&Grad, &Variable)> =
            grads_and_vars.iter().filter_map(|(grad, variable)| Some((grad.as_ref()?, variable))).collect();
        if present.is_empty() {
            let names: Vec<&str> = grads_and_vars.iter().map(|(_, variable)| variable.name()).collect();
            return Err(invalid_argument(format!(
                "No gradients provided for any variable: the loss depends on none of [{}]",
                names.join(", ")
            )));
        }
        self.make_slots(g, present.iter().map(|(_, variable)| *variable))?;
        g.name_scope(&self.name, |g| {
            let updates = present.into_iter().map(|(grad, variable)| self.update(g, grad, variable));
            let mut done = updates.collect::<Result<Vec<Outlet>>>()?;
            let raised = g.control_dependencies(&done.clone(), |g| self.raise_powers(g))?;
            done.extend(raised);
            // The node that stands for the whole has the name of the scope.
            let whole = format!("{}/", g.scope());
            match global_step {
                None => g.group(&whole, &done),
                Some(step) => {
                    let updated = g.group("update", &done)?;
                    g.control_dependencies(&[updated], |g| count(g, &whole, step))
                }
            }
        })
    }

    /// What is kept for a variable, in the order of [`Rule::slots`]; nothing before gradients are applied to it.
    pub fn slots(&self, variable: &Variable) -> &[Variable] {
        self.slots.get(variable.name()).map(Vec::as_slice).unwrap_or_default()
    }

    fn make_slots<'a>(&mut self, g: &mut Graph, variables: impl Iterator<Item = &'a Variable> + Clone) -> Result<()> {
        // Beside the first variable by name, so that all replicas agree where.
        let first = variables.clone().min_by_key(|variable| variable.name());
        if let Some(first) = first.filter(|_| self.powers.is_empty()) {
            for (name, factor) in self.rule.powers() {
                let name = g.unused_variable_name(&format!("{}{name}", g.variable_scope));
                let options =
                    VariableOptions { local: first.is_local(), ..VariableOptions::not_trainable(real(first.dtype())) };
                let power = g.colocate_with(first.handle(), |g| {
                    g.make_variable(name, Shape::scalar(), Initializer::constant(factor), options)
                })?;
                self.powers.push(power);
            }
        }
        for variable in variables {
            if self.slots.contains_key(variable.name()) {
                continue;
            }
            let slots = self.rule.slots().into_iter().map(|value| g.slot(variable, &self.name, value));
            self.slots.insert(variable.name().to_owned(), slots.collect::<Result<_>>()?);
        }
        Ok(())
    }

    fn update(&self, g: &mut Graph, grad: &Grad, variable: &Variable) -> Result<Outlet> {
        let slots = self.slots(variable);
        let update = Update { variable, slots, powers: &self.powers, learning_rate: &self.learning_rate };
        g.name_scope(&format!("update_{}", variable.name()), |g| {
            g.colocate_with(variable.handle(), |g| match grad {
                Grad::Dense(dense) => self.rule.dense(g, &update, dense),
                Grad::Slices(slices) => {
                    let rows = Rows { values: slices.values.clone(), indices: slices.indices.clone() };
                    let rows = if self.rule.takes_rows_twice() { rows } else { rows.summed(g)? };
                    self.rule.sparse(g, &update, &rows)
                }
            })
        })
    }

    /// Each power times its factor.
    fn raise_powers(&self, g: &mut Graph) -> Result<Vec<Outlet>> {
        let raise = |((_, factor), power): ((&str, f64), &Variable)| {
            g.colocate_with(power.handle(), |g| {
                let before = power.read(g)?;
                let after = g.scale(&before, factor)?;
                power.assign(g, &after)
            })
        };
        self.rule.powers().into_iter().zip(&self.powers).map(raise).collect()
    }
}

/// Adds one to the global step.
fn count(g: &mut Graph, name: &str, step: &Variable) -> Result<Outlet> {
    g.colocate_with(step.handle(), |g| {
        let one = g.number(step.dtype(), 1.0)?;
        let node = g.node("AssignAddVariableOp", name).inputs([step.handle(), &one]);
        node.attr("dtype", step.dtype()).finish()
    })
}

/// Numbers that belong to no variable in particular are kept in a type that loses nothing of them.
fn real(dtype: DType) -> DType {
    match dtype {
        DType::Double => DType::Double,
        _ => DType::Float,
    }
}
