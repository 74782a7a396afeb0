//! `RefIdentity`: hands on a reference to a variable.

use crate::gradient::{Backward, Grad};
use crate::op_def::{Op, op};
use crate::ops::infer::same_as_first;
use regatta_status::Result;

pub(super) const OPS: &[Op] = &[op(
    "RefIdentity(input:Ref(T)) -> (output:Ref(T)) {T:type} [allows_uninit]",
    "Hands on a reference to a variable.",
)
.shape(same_as_first)
.gradient(gradient)];

fn gradient(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    Ok(vec![b.incoming(0)])
}
