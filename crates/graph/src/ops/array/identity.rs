//! `Identity`, `IdentityN`: what comes in goes out.

use regatta_status::Result;

use super::{grads::pass, same};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[
    op("Identity(input:T) -> (output:T) {T:type}", "Its input.").shape(same::same).gradient(pass),
    op("IdentityN(input:list(T)) -> (output:list(T)) {T:list(type)}", "Its inputs, when all of them are there.")
        .shape(same::same_each)
        .gradient(pass_each),
];

fn pass_each(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    Ok((0..node.num_inputs()).map(|k| node.incoming(k)).collect())
}
