//! Where: the coordinates of the elements that are true (not zero), in row-major order.
//!
//! ```text
//! shape  [how many, rank of the input]
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, Element, Shape, Tensor, bf16, f16};

use super::elements::{room_for, take};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("Where", where_true)];

fn where_true(node: &Node) -> Result<Kernel> {
    let run: fn(&Tensor) -> Result<Tensor> = dispatch!(
        node.input_types[0].dtype,
        [f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, bool, Complex<f32>, Complex<f64>],
        T => coordinates::<T>,
        else return Err(unsupported(node))
    );
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tensor] = take(inputs)?;
        Ok(vec![run(&tensor)?])
    })))
}

fn coordinates<T: Element>(tensor: &Tensor) -> Result<Tensor> {
    let (shape, values) = (tensor.shape(), tensor.values::<T>()?);
    let rank = shape.rank();
    if !(1..=8).contains(&rank) {
        return Err(invalid_argument(format!("WhereOp : Unhandled input dimensions: {rank}")));
    }
    // Not equal to zero: so is a NaN.
    let zero = T::default();
    let count = values.iter().filter(|&&value| value != zero).count();
    let mut rows: Vec<i64> = room_for(count * rank)?;
    let mut index = vec![0i64; rank];
    for &value in values {
        if value != zero {
            rows.extend_from_slice(&index);
        }
        for k in (0..rank).rev() {
            index[k] += 1;
            if index[k] < shape[k] as i64 {
                break;
            }
            index[k] = 0;
        }
    }
    Tensor::new(Shape::new(&[count, rank])?, rows)
}
