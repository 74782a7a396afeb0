//! `Print`: tensors shown while a step runs.

use regatta_status::Result;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::{gives_nothing, same_as_first},
};

pub(super) const OPS: &[Op] = &[
    op(
        "Print(input:T, data:list(U)) -> (output:T) {T:type, U:list(type), message:string='', first_n:int=-1, summarize:int=3} [stateful]",
        "Hands its input on, and shows other tensors on the task's standard error.",
    )
    .shape(same_as_first)
    .gradient(passes_on),
    op(
        "PrintV2(input:string) -> () {output_stream:string='stderr', end:string='\\n'} [stateful]",
        "Writes a string to a stream or the log of the task.",
    )
    .shape(gives_nothing)
    .flat(),
];

/// What is only shown gets nothing.
fn passes_on(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let mut grads = vec![None; node.num_inputs()];
    if let Some(first) = grads.first_mut() {
        *first = Some(node.grad(0)?.into());
    }
    Ok(grads)
}
