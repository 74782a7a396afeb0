//! Half-width floats computed as `f32`: widened on the way in, rounded on the way out.

use regatta_status::Result;
use regatta_tensor::Tensor;

use crate::math::number::Real;

/// The same tensor, in `f32` if it is of type `T`; sizes and indices stay as they are.
pub(super) fn widened<T: Real<Wide = f32>>(tensor: Tensor) -> Result<Tensor> {
    if tensor.dtype() != T::DTYPE {
        return Ok(tensor);
    }
    let wide = tensor.values::<T>()?.iter().map(|x| x.wide()).collect();
    Tensor::new(tensor.shape().clone(), wide)
}

/// The reverse.
pub(super) fn narrowed<T: Real<Wide = f32>>(tensor: Tensor) -> Result<Tensor> {
    let narrow = tensor.values::<f32>()?.iter().map(|x| T::narrow(*x)).collect();
    Tensor::new(tensor.shape().clone(), narrow)
}

/// Builds a kernel of one output from a function that is generic over the type of its elements and takes the inputs as a
/// vector; `f16` and `bf16` are computed as `f32`.
macro_rules! computed_wide {
    ($node:expr, $dtype:expr, [$($rust:ty),*], $T:ident, $inputs:ident => $body:expr) => {{
        let node = $node;
        $crate::dispatch::dispatch!(
            $dtype,
            [$($rust),*],
            $T => Ok($crate::Kernel::Compute(Box::new(move |$inputs| Ok(vec![$body?])))),
            else $crate::dispatch::dispatch!(
                $dtype,
                [regatta_tensor::f16, regatta_tensor::bf16],
                N => {
                    type $T = f32;
                    Ok($crate::Kernel::Compute(Box::new(move |inputs| {
                        let wide: regatta_status::Result<Vec<_>> =
                            inputs.into_iter().map($crate::nn::wide::widened::<N>).collect();
                        let $inputs = wide?;
                        Ok(vec![$crate::nn::wide::narrowed::<N>($body?)?])
                    })))
                },
                else Err($crate::unsupported(node))
            )
        )
    }};
}
pub(super) use computed_wide;
