//! ListDiff: the elements of one vector that are not in another, and where they were.

use std::collections::HashSet;

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::{
    codes::{check_type, codes},
    elements::{by_unit, take},
    unique::chosen,
};
use crate::{Build, Kernel, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ListDiff", list_diff)];

fn list_diff(node: &Node) -> Result<Kernel> {
    check_type(node)?;
    let out_type = node.attrs.dtype("out_idx")?;
    if !matches!(out_type, DType::Int32 | DType::Int64) || node.input_types[0].dtype == DType::Bool {
        return Err(unsupported(node));
    }
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [x, y] = take(inputs)?;
        for (name, list) in [("x", &x), ("y", &y)] {
            if list.shape().rank() != 1 {
                return Err(invalid_argument(format!("{name} should be a 1D vector.")));
            }
        }
        let [codes, others] = codes([&x, &y])?;
        let others: HashSet<u64> = others.into_iter().flatten().collect();
        let is_new = |code: &Option<u64>| code.is_none_or(|code| !others.contains(&code));
        let places: Vec<usize> = (0..codes.len()).filter(|&k| is_new(&codes[k])).collect();
        let out = by_unit!(x.dtype(), U => chosen::<U>(&x, 0, &places))?;
        let idx = match out_type {
            DType::Int64 => Tensor::vector(places.into_iter().map(|place| place as i64).collect()),
            _ => Tensor::vector(places.into_iter().map(|place| place as i32).collect()),
        };
        Ok(vec![out, idx])
    })))
}
