//! What a rule is given to change one variable with.

use regatta_graph::{NodeBuilder, Outlet};
use regatta_status::{Result, internal};
use regatta_tensor::Tensor;

use super::LearningRate;
use crate::{graph::Graph, variable::Variable};

/// The change of one variable. Nodes that a rule makes lie beside the variable, and so do the constants it needs: no step
/// sends them over the network.
pub struct Update<'a> {
    /// What is changed.
    pub variable: &'a Variable,
    /// What the rule keeps for the variable, in the order of [`super::Rule::slots`].
    pub slots: &'a [Variable],
    pub(super) powers: &'a [Variable],
    pub(super) learning_rate: &'a LearningRate,
}

impl Update<'_> {
    /// The handle of a slot.
    pub fn slot(&self, k: usize) -> &Outlet {
        self.slots[k].handle()
    }

    /// One of the rule's powers, in the variable's type.
    pub fn power(&self, g: &mut Graph, k: usize) -> Result<Outlet> {
        let power = self.powers[k].read(g)?;
        g.cast(&power, self.variable.dtype())
    }

    /// How large the step is, in the variable's type.
    pub fn learning_rate(&self, g: &mut Graph) -> Result<Outlet> {
        match self.learning_rate {
            LearningRate::Number(number) => self.number(g, *number),
            LearningRate::Tensor(tensor) => g.cast(tensor, self.variable.dtype()),
        }
    }

    /// A number in the variable's type.
    pub fn number(&self, g: &mut Graph, number: f64) -> Result<Outlet> {
        g.number(self.variable.dtype(), number)
    }

    /// Several of them.
    pub fn numbers<const N: usize>(&self, g: &mut Graph, numbers: [f64; N]) -> Result<[Outlet; N]> {
        let made = numbers.iter().map(|number| self.number(g, *number)).collect::<Result<Vec<_>>>()?;
        made.try_into().map_err(|_| internal("as many numbers are made as are asked for"))
    }

    /// Begins the node that changes the variable; all such ops take its handle first.
    pub fn apply<'g>(&self, g: &'g mut Graph, op: &str, inputs: &[&Outlet]) -> NodeBuilder<'g> {
        g.node(op, op).input(self.variable.handle()).inputs(inputs.iter().copied())
    }
}

/// A gradient that has some rows only.
pub struct Rows {
    /// `[n, ..]`.
    pub values: Outlet,
    /// `[n]`: the places of the rows.
    pub indices: Outlet,
}

impl Rows {
    /// The same gradient with every row only once.
    pub(super) fn summed(&self, g: &mut Graph) -> Result<Rows> {
        let distinct = g.node("Unique", "Unique").input(&self.indices).finish()?;
        let count = g.node("Size", "Size").input(&distinct).finish()?;
        let sums = g.node("UnsortedSegmentSum", "UnsortedSegmentSum");
        let values = sums.inputs([&self.values, &distinct.output(1), &count]).finish()?;
        Ok(Rows { values, indices: distinct })
    }
}

/// Some rows of a tensor that was read from a variable.
pub(super) fn gather(g: &mut Graph, table: &Outlet, indices: &Outlet) -> Result<Outlet> {
    let axis = g.constant(Tensor::scalar(0i32))?;
    g.node("GatherV2", "Gather").inputs([table, indices, &axis]).finish()
}
