//! Variables read and changed in place: by whole values, by rows, by parts.

mod assign;
mod resource_gather;
mod resource_gather_nd;
mod scatter;
mod scatter_add;
mod scatter_div;
mod scatter_max;
mod scatter_min;
mod scatter_mul;
mod scatter_nd;
mod scatter_nd_add;
mod scatter_nd_max;
mod scatter_nd_min;
mod scatter_nd_sub;
mod scatter_nd_update;
mod scatter_sub;
mod scatter_update;
mod strided_slice_assign;

use regatta_status::{Result, internal};
use regatta_tensor::Tensor;

use crate::{Family, Kernel};

pub(crate) const KERNELS: Family = &[
    assign::KERNELS,
    resource_gather::KERNELS,
    resource_gather_nd::KERNELS,
    scatter_add::KERNELS,
    scatter_div::KERNELS,
    scatter_max::KERNELS,
    scatter_min::KERNELS,
    scatter_mul::KERNELS,
    scatter_nd_add::KERNELS,
    scatter_nd_max::KERNELS,
    scatter_nd_min::KERNELS,
    scatter_nd_sub::KERNELS,
    scatter_nd_update::KERNELS,
    scatter_sub::KERNELS,
    scatter_update::KERNELS,
    strided_slice_assign::KERNELS,
];

/// A kernel that changes one variable by `N` other inputs.
fn update<const N: usize>(f: impl Fn(&mut Tensor, [Tensor; N]) -> Result<()> + Send + Sync + 'static) -> Kernel {
    Kernel::Update(Box::new(move |variables, values| {
        let given = (variables.len(), values.len());
        let wrong = || internal(format!("an update of one variable by {N} values got {given:?}"));
        let [var] = variables else { return Err(wrong()) };
        f(var, values.try_into().map_err(|_| wrong())?)
    }))
}
