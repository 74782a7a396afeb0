//! Elements of one of two inputs, as a condition says: Select, SelectV2.
//!
//! ```text
//! shape     Select    condition [] or [n] or [..], t [..], e [..] -> [..]; a vector chooses whole rows
//!           SelectV2  condition, t, e -> broadcast(condition, t, e)
//! ```

use std::hint::select_unpredictable;

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, DType, Shape, Tensor, bf16, f16};

use super::{
    broadcast::{Broadcast, broadcast_shape},
    output::{compute, room},
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Select", select), ("SelectV2", select_v2)];

fn select(node: &Node) -> Result<Kernel> {
    let name = node.name.clone();
    by_type(node, move |condition, t, e| {
        if t.shape() != e.shape() {
            return Err(if condition.shape().rank() == 0 || condition.shape() != t.shape() {
                invalid_argument(format!(
                    "'then' and 'else' must have the same size.  but received: {} vs. {}",
                    t.shape(),
                    e.shape()
                ))
            } else {
                mismatch(&name, t.shape(), 2, e.shape())
            });
        }
        let rows = match condition.shape().rank() {
            _ if condition.shape() == t.shape() => t.num_elements(),
            0 => 1,
            1 if t.shape().rank() == 0 => {
                return Err(invalid_argument(format!(
                    "'then' must be at least a vector, but saw shape: {}",
                    t.shape()
                )));
            }
            1 if t.shape()[0] != condition.num_elements() => {
                return Err(invalid_argument(format!(
                    "Number of batches of 'then' must match size of 'cond', but saw: {} vs. {}",
                    t.shape()[0],
                    condition.num_elements()
                )));
            }
            1 => t.shape()[0],
            _ => return Err(mismatch(&name, condition.shape(), 1, t.shape())),
        };
        Ok(Plan::Rows { length: t.num_elements().checked_div(rows).unwrap_or(0) })
    })
}

fn mismatch(name: &str, first: &Shape, k: usize, other: &Shape) -> regatta_status::Status {
    invalid_argument(format!(
        "Inputs to operation {name} of type Select must have the same size and shape.  Input 0: {first} != input {k}: {other}"
    ))
}

fn select_v2(node: &Node) -> Result<Kernel> {
    by_type(node, |condition, t, e| {
        if condition.shape() == t.shape() && t.shape() == e.shape() {
            return Ok(Plan::Rows { length: 1 });
        }
        let shape = broadcast_shape(t.shape(), e.shape()).and_then(|both| broadcast_shape(condition.shape(), &both));
        match shape {
            Ok(_) => Ok(Plan::Broadcast),
            Err(_) => Err(invalid_argument(format!(
                "condition {}, then {}, and else {} must be broadcastable",
                condition.shape(),
                t.shape(),
                e.shape()
            ))),
        }
    })
}

/// How the three inputs meet.
enum Plan {
    /// Each truth decides on `length` elements of two inputs of the same shape.
    Rows { length: usize },
    /// All three are broadcast to one shape.
    Broadcast,
}

fn by_type(
    node: &Node,
    plan: impl Fn(&Tensor, &Tensor, &Tensor) -> Result<Plan> + Send + Sync + 'static,
) -> Result<Kernel> {
    let dtype = node.output_types.first().map_or(DType::Variant, |edge| edge.dtype);
    if dtype == DType::String {
        return Ok(compute(move |[condition, t, e]| {
            let chosen = plan(&condition, &t, &e)?;
            let (shape, values) = choose(&condition, &t, &e, chosen, t.as_strings()?, e.as_strings()?)?;
            Tensor::strings(shape, values)
        }));
    }
    dispatch!(
        dtype,
        [f32, f64, i32, i64, bool, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => Ok(compute(move |[condition, t, e]| {
            let chosen = plan(&condition, &t, &e)?;
            if condition.shape().rank() == 0 && t.shape() == e.shape() {
                return Ok(if condition.single::<bool>()? { t } else { e });
            }
            let (ts, es) = (t.values::<T>()?, e.values::<T>()?);
            let (shape, values) = choose(&condition, &t, &e, chosen, ts, es)?;
            Tensor::new(shape, values)
        })),
        else Err(unsupported(node))
    )
}

/// Not a branch: truths come in no order that a machine could guess.
#[inline(always)]
fn one_of<T: Clone>(truth: bool, t: &T, e: &T) -> T {
    select_unpredictable(truth, t, e).clone()
}

fn choose<T: Clone>(
    condition: &Tensor,
    t: &Tensor,
    e: &Tensor,
    plan: Plan,
    ts: &[T],
    es: &[T],
) -> Result<(Shape, Vec<T>)> {
    let truths = condition.values::<bool>()?;
    match plan {
        Plan::Rows { length: 1 } => {
            let mut out = room(t.shape(), t.dtype())?;
            out.extend(truths.iter().zip(ts.iter().zip(es)).map(|(truth, (t, e))| one_of(*truth, t, e)));
            Ok((t.shape().clone(), out))
        }
        Plan::Rows { length } => {
            let mut out = room(t.shape(), t.dtype())?;
            let rows = ts.chunks_exact(length.max(1)).zip(es.chunks_exact(length.max(1)));
            truths.iter().zip(rows).for_each(|(truth, (t, e))| out.extend_from_slice(if *truth { t } else { e }));
            Ok((t.shape().clone(), out))
        }
        Plan::Broadcast => {
            // Both sides first, then the condition with the pairs: two steps of the ordinary broadcast.
            let sides = Broadcast::new(t.shape(), e.shape())?;
            let pairs = sides.map(ts, es, room(&sides.shape, t.dtype())?, |t, e| (t.clone(), e.clone()));
            let whole = Broadcast::new(condition.shape(), &sides.shape)?;
            let out = whole.map(truths, &pairs, room(&whole.shape, t.dtype())?, |truth, (t, e)| one_of(*truth, t, e));
            Ok((whole.shape, out))
        }
    }
}
