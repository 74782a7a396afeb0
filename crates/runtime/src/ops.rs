//! Ops that touch what lives on a task beyond a step, or the step itself.

pub(crate) mod accumulator;
pub(crate) mod assert;
pub(crate) mod checkpoint;
pub(crate) mod control;
pub(crate) mod count_up_to;
pub(crate) mod files;
pub(crate) mod gradient_stage;
pub(crate) mod handle;
pub(crate) mod print;
pub(crate) mod queue;
pub(crate) mod replica_arbiter;
pub(crate) mod resource_gather;
pub(crate) mod resource_variable;
pub(crate) mod rng;
pub(crate) mod stack;
pub(crate) mod table;
pub(crate) mod temporary_variable;
pub(crate) mod tensor_array;
pub(crate) mod timestamp;
pub(crate) mod variable;

use regatta_status::{Result, internal};
use regatta_tensor::Tensor;

use crate::value::Value;

/// The next input of a node; the graph's check has made sure of the number.
pub(crate) fn next(inputs: &mut impl Iterator<Item = Value>) -> Result<Value> {
    inputs.next().ok_or_else(|| internal("a node was run without one of its inputs"))
}

/// As [`next`], as a tensor.
pub(crate) fn next_tensor(inputs: &mut impl Iterator<Item = Value>) -> Result<Tensor> {
    next(inputs)?.into_tensor()
}
