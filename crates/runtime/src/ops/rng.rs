//! Generators of random numbers whose state is a variable: `RngSkip`, `RngReadAndSkip`, `StatefulUniform` and its kin.
//!
//! The state of a Philox generator is three numbers: the counter, lower half first, and the key. The numbers themselves come
//! from the kernels of the stateless ops, which are told key and counter.

use regatta_graph::Node;
use regatta_kernels::{Compute, Kernel};
use regatta_status::{Result, internal, invalid_argument, unimplemented};
use regatta_tensor::{DType, Tensor};

use crate::{
    action::Stateful,
    ops::{next, next_tensor, resource_variable},
    step::StepContext,
    value::Value,
    variable::update,
};

/// TensorFlow's numbers of the only algorithm that runs on CPUs, of one that does not, and of what the device prefers.
const PHILOX: i64 = 1;
const THREEFRY: i64 = 2;
const AUTOMATIC: i64 = 3;

/// How far a generator moves on for each number, whatever the number takes.
const STRIDE: u64 = 256;

/// `RngSkip`, `RngReadAndSkip`: moves the generator on, as if so many numbers had been drawn. The latter also gives the
/// state from before.
pub(crate) fn skip(node: &Node) -> Result<Stateful> {
    let gives_state = !node.output_types.is_empty();
    Ok(Box::new(move |step, inputs| {
        let mut inputs = inputs.into_iter();
        let handle = next(&mut inputs)?;
        check_algorithm(&next_tensor(&mut inputs)?)?;
        let delta = next_tensor(&mut inputs)?;
        let count = match delta.dtype() {
            DType::UInt64 => delta.single::<u64>()?,
            _ => delta.single::<i64>()? as u64,
        };
        let before = on_state(step, handle, |state| {
            let before = state.to_vec();
            advance(state, count);
            Ok(before)
        })?;
        Ok(if gives_state { vec![Tensor::vector(before).into()] } else { Vec::new() })
    }))
}

/// `StatefulUniform` and its kin: draws numbers and moves the generator on.
pub(crate) fn draw(node: &Node) -> Result<Stateful> {
    let Kernel::Compute(compute) = regatta_kernels::build(node)? else {
        return Err(internal(format!("{} changes variables by itself", node.op.name)));
    };
    Ok(Box::new(move |step, inputs| {
        let mut inputs = inputs.into_iter();
        let handle = next(&mut inputs)?;
        check_algorithm(&next_tensor(&mut inputs)?)?;
        let shape = next_tensor(&mut inputs)?;
        let bounds = inputs.map(Value::into_tensor).collect::<Result<Vec<Tensor>>>()?;
        let drawn = on_state(step, handle, |state| {
            let drawn = draw_at(&compute, state, shape, bounds)?;
            advance(state, drawn.num_elements() as u64);
            Ok(drawn)
        })?;
        Ok(vec![drawn.into()])
    }))
}

/// The numbers from a state on, as the kernel of the stateless op gives them.
fn draw_at(compute: &Compute, state: &[i64; 3], shape: Tensor, bounds: Vec<Tensor>) -> Result<Tensor> {
    let [low, high, key] = state.map(|part| part as u64);
    let place = [Tensor::vector(vec![key]), Tensor::vector(vec![low, high]), Tensor::scalar(PHILOX as i32)];
    let inputs = [shape].into_iter().chain(place).chain(bounds).collect();
    compute(inputs)?.pop().ok_or_else(|| internal("a random op gave nothing"))
}

fn check_algorithm(algorithm: &Tensor) -> Result<()> {
    if algorithm.shape().rank() != 0 {
        return Err(invalid_argument(format!("algorithm must be of shape [], not {}", algorithm.shape())));
    }
    let number = match algorithm.dtype() {
        DType::Int32 => i64::from(algorithm.single::<i32>()?),
        _ => algorithm.single::<i64>()?,
    };
    match number {
        PHILOX | AUTOMATIC => Ok(()),
        THREEFRY => Err(unimplemented("Non-XLA devices don't support the ThreeFry algorithm.")),
        other => Err(invalid_argument(format!("Unsupported algorithm id: {other}"))),
    }
}

/// Moves the counter on, which goes round at its end. So does the length of the way, which has 64 bits.
fn advance([low, high, _]: &mut [i64; 3], count: u64) {
    let counter = u128::from(*high as u64) << 64 | u128::from(*low as u64);
    let counter = counter.wrapping_add(count.wrapping_mul(STRIDE).into());
    (*low, *high) = (counter as u64 as i64, (counter >> 64) as u64 as i64);
}

/// Looks at the state behind a handle and changes it, which nobody else does meanwhile.
fn on_state<R>(step: &StepContext, handle: Value, f: impl FnOnce(&mut [i64; 3]) -> Result<R>) -> Result<R> {
    let variable = resource_variable::of_handle(step, handle)?;
    if variable.dtype() != DType::Int64 {
        return Err(invalid_argument(format!("dtype of RNG state variable must be int64, not {}", variable.dtype())));
    }
    let mut answer = None;
    update(&[variable], |tensors| {
        let state = tensors.first_mut().ok_or_else(|| internal("no state"))?;
        if state.shape().rank() != 1 {
            return Err(invalid_argument(format!(
                "RNG state must have one and only one dimension, not {}",
                state.shape()
            )));
        }
        let count = state.num_elements();
        let Some(parts) = state.make_mut::<i64>()?.first_chunk_mut::<3>() else {
            return Err(invalid_argument(format!(
                "For the Philox algorithm, the size of state must be at least 3; got {count}"
            )));
        };
        answer = Some(f(parts)?);
        Ok(())
    })?;
    answer.ok_or_else(|| internal("no answer from the state"))
}
