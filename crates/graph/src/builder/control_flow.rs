//! Conditions and loops, written as functions of what they need.
//!
//! ```
//! use regatta_graph::GraphBuilder;
//! use regatta_tensor::Tensor;
//!
//! // While x < 100: x = x * x.
//! let mut g = GraphBuilder::new();
//! let x = g.constant("x", Tensor::scalar(3.0f32))?;
//! let end = g.while_loop(
//!     &[x],
//!     |g, vars| {
//!         let limit = g.constant("limit", Tensor::scalar(100.0f32))?;
//!         g.node("Less", "Less").inputs([&vars[0], &limit]).finish()
//!     },
//!     |g, vars| Ok(vec![g.node("Square", "Square").input(&vars[0]).finish()?]),
//! )?;
//! assert_eq!(end.len(), 1);
//! # Ok::<(), regatta_status::Status>(())
//! ```

use std::sync::Arc;

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape, Tensor};

use super::{Function, GraphBuilder, Outlet};

/// What a loop needs to be differentiated.
#[derive(Clone)]
pub(crate) struct History {
    /// The body as it was written.
    pub(crate) body: Arc<Function>,
    /// A list for each variable that the body changes.
    pub(crate) lists: Vec<Outlet>,
    /// Whether the loop fills the lists.
    pub(crate) is_kept: bool,
}

impl GraphBuilder {
    /// What `then` makes of the inputs if a scalar of truths holds, else what `otherwise` makes of them. Both see nothing but
    /// the inputs, and must give as many tensors of the same types.
    pub fn cond(
        &mut self,
        condition: &Outlet,
        inputs: &[Outlet],
        then: impl FnOnce(&mut GraphBuilder, &[Outlet]) -> Result<Vec<Outlet>>,
        otherwise: impl FnOnce(&mut GraphBuilder, &[Outlet]) -> Result<Vec<Outlet>>,
    ) -> Result<Vec<Outlet>> {
        let arguments = arguments_of(inputs);
        let then = self.function("cond_true", &arguments, then)?;
        let otherwise = self.function("cond_false", &arguments, otherwise)?;
        self.call_if("cond", condition, inputs, &then, &otherwise)
    }

    /// The values of the loop's variables when `condition` no longer holds of them; in each turn `body` gives their next
    /// values, of the same types and shapes. Both see nothing but the variables: what a turn needs and does not change is a
    /// variable that the body hands on.
    pub fn while_loop(
        &mut self,
        variables: &[Outlet],
        condition: impl FnOnce(&mut GraphBuilder, &[Outlet]) -> Result<Outlet>,
        body: impl FnOnce(&mut GraphBuilder, &[Outlet]) -> Result<Vec<Outlet>>,
    ) -> Result<Vec<Outlet>> {
        let shapes: Vec<PartialShape> = variables.iter().map(Outlet::shape).collect();
        self.while_loop_with(variables, &shapes, condition, body)
    }

    /// As [`GraphBuilder::while_loop`], with what holds of the variables' shapes in every turn: for tensors that grow.
    pub fn while_loop_with(
        &mut self,
        variables: &[Outlet],
        shapes: &[PartialShape],
        condition: impl FnOnce(&mut GraphBuilder, &[Outlet]) -> Result<Outlet>,
        body: impl FnOnce(&mut GraphBuilder, &[Outlet]) -> Result<Vec<Outlet>>,
    ) -> Result<Vec<Outlet>> {
        let arguments: Vec<(DType, PartialShape)> =
            variables.iter().zip(shapes).map(|(variable, shape)| (variable.dtype(), shape.clone())).collect();
        let condition = self.function("while_cond", &arguments, |g, vars| Ok(vec![condition(g, vars)?]))?;
        let body = self.function("while_body", &arguments, body)?;
        check_results("the body of the loop", &body, &arguments)?;
        for (k, (result, shape)) in body.results.iter().zip(shapes).enumerate() {
            let after = result.shape();
            if crate::infer::weaken(shape, &after) != *shape {
                return Err(invalid_argument(format!(
                    "a turn of the loop gives variable {k} the shape {after} where it was {shape}; say what holds of its shape \
                     in every turn (`while_loop_with`)"
                )));
            }
        }
        // Where the turns' values go if the loop is differentiated. Lists that nobody fills cost nothing.
        let mut lists = Vec::new();
        self.with_scope("while_history", |g| -> Result<()> {
            for k in changed_by(&body) {
                lists.push(g.empty_list(variables[k].dtype())?);
            }
            Ok(())
        })?;
        let made = self.call_while("while", variables, &condition, &body)?;
        if let Some(first) = made.first() {
            self.histories.insert(first.position(), History { body, lists, is_kept: false });
        }
        Ok(made)
    }

    pub(crate) fn call_if(
        &mut self,
        name: &str,
        condition: &Outlet,
        inputs: &[Outlet],
        then: &Arc<Function>,
        otherwise: &Arc<Function>,
    ) -> Result<Vec<Outlet>> {
        let types: Vec<DType> = then.results.iter().map(Outlet::dtype).collect();
        let expected: Vec<(DType, PartialShape)> = types.iter().map(|ty| (*ty, PartialShape::unknown())).collect();
        check_results("the second branch of the condition", otherwise, &expected)?;
        let both = then.results.iter().zip(&otherwise.results);
        let shapes: Vec<PartialShape> = both.map(|(x, y)| crate::infer::weaken(&x.shape(), &y.shape())).collect();
        let op = if then.is_stateful() || otherwise.is_stateful() { "If" } else { "StatelessIf" };
        let node = self.node(op, name).input(condition).inputs(inputs).attr("Tout", types);
        let node = node.attr("then_branch", then.reference()).attr("else_branch", otherwise.reference());
        Ok(all_outputs(&node.attr("output_shapes", shapes).finish()?))
    }

    pub(crate) fn call_while(
        &mut self,
        name: &str,
        inputs: &[Outlet],
        condition: &Arc<Function>,
        body: &Arc<Function>,
    ) -> Result<Vec<Outlet>> {
        let op = if condition.is_stateful() || body.is_stateful() { "While" } else { "StatelessWhile" };
        let shapes: Vec<PartialShape> = body.arguments.iter().map(Outlet::shape).collect();
        let node = self.node(op, name).inputs(inputs).attr("output_shapes", shapes);
        Ok(all_outputs(&node.attr("cond", condition.reference()).attr("body", body.reference()).finish()?))
    }

    /// A list without elements yet, of any shape.
    pub(crate) fn empty_list(&mut self, dtype: DType) -> Result<Outlet> {
        let any = self.constant("any_shape", Tensor::scalar(-1i32))?;
        let unlimited = self.constant("unlimited", Tensor::scalar(-1i32))?;
        self.node("EmptyTensorList", "list").inputs([&any, &unlimited]).attr("element_dtype", dtype).finish()
    }
}

/// Whether a loop's body gives a variable back as it got it.
pub(crate) fn is_handed_on(body: &Function, k: usize) -> bool {
    matches!((body.results.get(k), body.arguments.get(k)), (Some(result), Some(argument)) if result.name() == argument.name())
}

/// The variables that a loop's body does not just hand on.
pub(crate) fn changed_by(body: &Function) -> Vec<usize> {
    (0..body.arguments.len()).filter(|k| !is_handed_on(body, *k)).collect()
}

/// The types and shapes of a function's arguments when it is given these tensors.
pub(crate) fn arguments_of(inputs: &[Outlet]) -> Vec<(DType, PartialShape)> {
    inputs.iter().map(|input| (input.dtype(), input.shape())).collect()
}

fn check_results(what: &str, function: &Function, expected: &[(DType, PartialShape)]) -> Result<()> {
    let given: Vec<DType> = function.results.iter().map(Outlet::dtype).collect();
    let wanted: Vec<DType> = expected.iter().map(|(dtype, _)| *dtype).collect();
    match given == wanted {
        true => Ok(()),
        false => Err(invalid_argument(format!("{what} gives {given:?}, but {wanted:?} is needed"))),
    }
}

fn all_outputs(first: &Outlet) -> Vec<Outlet> {
    (0..first.num_outputs()).map(|k| first.output(k)).collect()
}
