//! Gradients through functions: calls, conditions and loops.
//!
//! The gradient of a function is a function of its arguments and of the gradients of its results, which computes the results
//! again on its way. Nothing need be carried out of a branch, and of a loop only what its variables were in each turn:
//!
//! ```text
//! forward     vars, lists -> while cond(vars):  push vars to the lists;  vars = body(vars)
//! backward    dvars, lists -> while any is left: pop vars from the lists; dvars = gradient of body at vars, of dvars
//! ```
//!
//! So a function that is differentiated must give the same again: one with effects, or with random numbers, is refused.

use std::sync::Arc;

use regatta_status::{Result, internal, unimplemented};
use regatta_tensor::{DType, PartialShape, Tensor};

use super::{Backward, Grad, GradientOptions, gradients_with, is_differentiable};
use crate::{
    builder::{Function, GraphBuilder, Outlet, changed_by, is_handed_on},
    def::AttrValue,
};

/// Of a call: a call of the function's gradient.
pub(crate) fn call_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let function = function_of(node, "f")?;
    let (inputs, grads) = (inputs_from(node, 0)?, result_grads(node, &function)?);
    let gradient = gradient_function(node.g, &function)?;
    let all: Vec<Outlet> = inputs.iter().chain(&grads).cloned().collect();
    let types: Vec<DType> = gradient.results.iter().map(Outlet::dtype).collect();
    let call = node.op("PartitionedCall").inputs(&all).attr("Tout", types).attr("f", gradient.reference()).finish()?;
    let made = (0..call.num_outputs()).map(|k| call.output(k)).collect();
    Ok(spread(&inputs, made))
}

/// Of a condition: a condition of the branches' gradients.
pub(crate) fn if_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (then, otherwise) = (function_of(node, "then_branch")?, function_of(node, "else_branch")?);
    let (condition, inputs) = (node.input(0)?, inputs_from(node, 1)?);
    let grads = result_grads(node, &then)?;
    let (then, otherwise) = (gradient_function(node.g, &then)?, gradient_function(node.g, &otherwise)?);
    let all: Vec<Outlet> = inputs.iter().chain(&grads).cloned().collect();
    let made = node.g.call_if("cond_grad", &condition, &all, &then, &otherwise)?;
    let mut answer = vec![None];
    answer.extend(spread(&inputs, made));
    Ok(answer)
}

/// Of a loop: a loop over what its turns have left behind, from the last to the first.
pub(crate) fn while_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (body, histories) = node.keep_history()?;
    refuse_effects(&body)?;
    let mut inputs = inputs_from(node, 0)?;
    // The lists, which the loop has behind its own variables by now, have no gradients.
    let lists = inputs.split_off(body.arguments.len()).len();
    let grads = result_grads(node, &body)?;
    // The loop back: how many turns are left, the gradients, what the loop hands on, the lists.
    let changed = changed_by(&body);
    let handed_on: Vec<usize> = (0..inputs.len()).filter(|k| is_handed_on(&body, *k)).collect();
    let Some(first) = histories.first() else { return Ok(pass_on(node, &inputs)) };
    let turns = node.call("TensorListLength", &[first])?;
    let mut variables = vec![turns];
    variables.extend(grads.iter().cloned());
    variables.extend(handed_on.iter().map(|k| inputs[*k].clone()));
    variables.extend(histories);
    let (lists_at, handed_at) = (1 + grads.len() + handed_on.len(), 1 + grads.len());
    let count = grads.len();
    // What comes out of a list has no shape that is known here, and neither has what is computed from it.
    let shape = |(k, variable): (usize, &Outlet)| match k == 0 || (handed_at..lists_at).contains(&k) {
        true => variable.shape(),
        false => PartialShape::unknown(),
    };
    let shapes: Vec<PartialShape> = variables.iter().enumerate().map(shape).collect();
    let made = node.g.while_loop_with(
        &variables,
        &shapes,
        |g, vars| {
            let none = g.constant("none", Tensor::scalar(0i32))?;
            g.node("Greater", "any_left").inputs([&vars[0], &none]).finish()
        },
        |g, vars| {
            let one = g.constant("one", Tensor::scalar(1i32))?;
            let mut next = vec![g.node("Sub", "turns").inputs([&vars[0], &one]).finish()?];
            let mut values: Vec<Option<Outlet>> = vec![None; body.arguments.len()];
            for (k, variable) in handed_on.iter().zip(&vars[handed_at..lists_at]) {
                values[*k] = Some(variable.clone());
            }
            let mut lists = Vec::new();
            for (k, list) in changed.iter().zip(&vars[lists_at..]) {
                let (list, value) = pop(g, list, body.arguments[*k].dtype())?;
                lists.push(list);
                values[*k] = Some(value);
            }
            let values: Option<Vec<Outlet>> = values.into_iter().collect();
            let values = values.ok_or_else(|| internal("a loop's variable is in no list"))?;
            next.extend(gradients_of(g, &body, &values, &vars[1..=count])?);
            next.extend_from_slice(&vars[handed_at..lists_at]);
            next.extend(lists);
            Ok(next)
        },
    )?;
    let mut answer = spread(&inputs, made[1..=count].to_vec());
    answer.extend(std::iter::repeat_n(None, lists));
    Ok(answer)
}

/// Of a loop that changes nothing.
fn pass_on(node: &Backward<'_>, inputs: &[Outlet]) -> Vec<Option<Grad>> {
    (0..inputs.len()).map(|k| node.incoming(k)).collect()
}

/// The last element of a list, and the rest.
fn pop(g: &mut GraphBuilder, list: &Outlet, dtype: DType) -> Result<(Outlet, Outlet)> {
    let any = g.constant("any_shape", Tensor::scalar(-1i32))?;
    let popped = g.node("TensorListPopBack", "pop").inputs([list, &any]).attr("element_dtype", dtype).finish()?;
    Ok((popped.output(0), popped.output(1)))
}

/// The function of arguments and gradients that gives the gradients by those arguments that can have one.
fn gradient_function(g: &mut GraphBuilder, function: &Arc<Function>) -> Result<Arc<Function>> {
    refuse_effects(function)?;
    let argument = |of: &Outlet| (of.dtype(), of.shape());
    let mut arguments: Vec<(DType, PartialShape)> = function.arguments.iter().map(argument).collect();
    arguments.extend(function.results.iter().filter(|result| has_gradient(result)).map(argument));
    let count = function.arguments.len();
    g.function(&format!("{}_grad", function.name), &arguments, |g, all| {
        gradients_of(g, function, &all[..count], &all[count..])
    })
}

/// Computes a function again, and the gradients of its results by those of its arguments that can have one; zeros where
/// nothing flows.
fn gradients_of(
    g: &mut GraphBuilder,
    function: &Arc<Function>,
    arguments: &[Outlet],
    grads: &[Outlet],
) -> Result<Vec<Outlet>> {
    // Each argument is a node of its own, so that one which is also a result is told apart from it.
    let arguments: Vec<Outlet> =
        arguments.iter().map(|x| g.node("Identity", "argument").input(x).finish()).collect::<Result<_>>()?;
    let results = g.inline(function, &arguments)?;
    let ys: Vec<Outlet> = results.into_iter().filter(has_gradient).collect();
    let xs: Vec<Outlet> = arguments.into_iter().filter(has_gradient).collect();
    let options = GradientOptions { grad_ys: grads.iter().cloned().map(Some).collect(), ..GradientOptions::default() };
    let found = gradients_with(g, &ys, &xs, &options)?;
    xs.iter()
        .zip(found)
        .map(|(x, grad)| match grad {
            Some(grad) => grad.dense(g),
            None => g.node("ZerosLike", "zeros").input(x).finish(),
        })
        .collect()
}

fn has_gradient(outlet: &Outlet) -> bool {
    is_differentiable(outlet.dtype()) && !matches!(outlet.dtype(), DType::Resource | DType::Variant)
}

fn refuse_effects(function: &Function) -> Result<()> {
    match function.is_stateful() {
        true => Err(unimplemented(format!(
            "the gradient of function '{}' would run it again, but it has effects or random numbers; compute those outside \
             of the condition or loop",
            function.name
        ))),
        false => Ok(()),
    }
}

fn function_of(node: &Backward<'_>, attr: &str) -> Result<Arc<Function>> {
    match node.attrs().get(attr) {
        Some(AttrValue::Func(function)) => node.g.find_function(&function.name),
        _ => Err(internal(format!("attr '{attr}' is not a function"))),
    }
}

fn inputs_from(node: &Backward<'_>, first: usize) -> Result<Vec<Outlet>> {
    (first..node.num_inputs()).map(|k| node.input(k)).collect()
}

/// The gradients of the results that can have one.
fn result_grads(node: &mut Backward<'_>, function: &Function) -> Result<Vec<Outlet>> {
    let places: Vec<usize> = (0..function.results.len()).filter(|k| has_gradient(&function.results[*k])).collect();
    places.into_iter().map(|k| node.grad(k)).collect()
}

/// One answer for each input: the gradients are those of the inputs that can have one, in order.
fn spread(inputs: &[Outlet], grads: Vec<Outlet>) -> Vec<Option<Grad>> {
    let mut grads = grads.into_iter();
    inputs.iter().map(|input| if has_gradient(input) { grads.next().map(Grad::Dense) } else { None }).collect()
}
