//! `BatchMatMul`, `BatchMatMulV2`, `BatchMatMulV3`: the matrix product of each pair out of two batches: `output = op(x) op(y)`, where `op` may take the adjoint.
//!
//! ```text
//! shape     x [.., m, k], y [.., k, n] -> [.., m, n], where the leading dimensions broadcast
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, DType, Shape, Tensor, bf16, f16};

use super::{
    broadcast::{Broadcast, broadcast_shape},
    cast::converted,
    mat_mul::{Multiply, Strides},
    output::{allocate, compute},
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("BatchMatMul", batch_mat_mul), ("BatchMatMulV2", batch_mat_mul), ("BatchMatMulV3", batch_mat_mul)];

fn batch_mat_mul(node: &Node) -> Result<Kernel> {
    // The first version does not broadcast.
    let equal_batches = node.op.name == "BatchMatMul";
    let output_type = node.output_types.first().map_or(DType::Variant, |edge| edge.dtype);
    let mixed = node.input_types.iter().any(|edge| edge.dtype != output_type);
    let adjoint = (node.attrs.bool("adj_x")?, node.attrs.bool("adj_y")?);
    dispatch!(
        output_type,
        [f32, f64, f16, Complex<f32>, Complex<f64>, i32, i64, bf16, i16],
        T => Ok(compute(move |[x, y]| {
            if equal_batches && leading(x.shape()) != leading(y.shape()) {
                return Err(invalid_argument(format!(
                    "In[0] and In[1] must have the same leading dimensions: {} vs. {}",
                    x.shape(),
                    y.shape()
                )));
            }
            match mixed {
                true => products::<T>(&converted(&x, output_type)?, &converted(&y, output_type)?, adjoint),
                false => products::<T>(&x, &y, adjoint),
            }
        })),
        else Err(unsupported(node))
    )
}

fn leading(shape: &Shape) -> &[usize] {
    &shape[..shape.rank().saturating_sub(2)]
}

/// The products of all pairs of matrices.
pub(super) fn products<T: Multiply + Conjugate>(x: &Tensor, y: &Tensor, adjoint: (bool, bool)) -> Result<Tensor> {
    for (k, tensor) in [x, y].into_iter().enumerate() {
        if tensor.shape().rank() < 2 {
            return Err(invalid_argument(format!("In[{k}] ndims must be >= 2: {}", tensor.shape().rank())));
        }
    }
    let (x_batch, x_matrix) = x.shape().split_at(x.shape().rank() - 2);
    let (y_batch, y_matrix) = y.shape().split_at(y.shape().rank() - 2);
    let (x_batch, y_batch) = (Shape::new(x_batch)?, Shape::new(y_batch)?);
    let Ok(batch) = broadcast_shape(&x_batch, &y_batch) else {
        return Err(invalid_argument(format!(
            "In[0] and In[1] must have compatible batch dimensions: {} vs. {}",
            x.shape(),
            y.shape()
        )));
    };
    let left = Strides::new(&Shape::new(x_matrix)?, adjoint.0);
    let right = Strides::new(&Shape::new(y_matrix)?, adjoint.1);
    if left.columns != right.rows {
        return Err(invalid_argument(format!("Matrix size-incompatible: In[0]: {}, In[1]: {}", x.shape(), y.shape())));
    }
    let shape = Shape::new(&[&batch[..], &[left.rows, right.columns]].concat())?;
    let mut out = allocate::<T>(&shape)?;
    if shape.num_elements() == 0 || left.columns == 0 {
        // Sums without summands.
        out.resize(shape.num_elements(), T::ZERO);
        return Tensor::new(shape, out);
    }
    // The adjoint of a complex matrix is conjugated as well; `op(x)` is transposed by its strides.
    let xs = T::conjugated(x.values::<T>()?, adjoint.0);
    let ys = T::conjugated(y.values::<T>()?, adjoint.1);
    let (x_size, y_size) = (left.rows * left.columns, right.rows * right.columns);
    let x_indices: Vec<usize> = (0..x_batch.num_elements()).collect();
    let y_indices: Vec<usize> = (0..y_batch.num_elements()).collect();
    let room = Vec::with_capacity(batch.num_elements());
    let pairs = Broadcast::new(&x_batch, &y_batch)?.map(&x_indices, &y_indices, room, |x, y| (*x, *y));
    let mut product = Vec::new();
    for (x, y) in pairs {
        product.clear();
        T::multiply(&xs[x * x_size..][..x_size], left, &ys[y * y_size..][..y_size], right, &mut product)?;
        out.append(&mut product);
    }
    Tensor::new(shape, out)
}

/// Elements that may have a conjugate.
pub(super) trait Conjugate: Clone + Sized {
    /// The conjugates if asked for, else the values as they are.
    fn conjugated(values: &[Self], _is_adjoint: bool) -> std::borrow::Cow<'_, [Self]> {
        std::borrow::Cow::Borrowed(values)
    }
}

impl Conjugate for f32 {}
impl Conjugate for f64 {}
impl Conjugate for f16 {}
impl Conjugate for bf16 {}
impl Conjugate for i16 {}
impl Conjugate for i32 {}
impl Conjugate for i64 {}

macro_rules! complex {
    ($($t:ty)*) => {$(
        impl Conjugate for $t {
            fn conjugated(values: &[$t], is_adjoint: bool) -> std::borrow::Cow<'_, [$t]> {
                match is_adjoint {
                    true => values.iter().map(|value| value.conj()).collect(),
                    false => std::borrow::Cow::Borrowed(values),
                }
            }
        }
    )*};
}
complex!(Complex<f32> Complex<f64>);
