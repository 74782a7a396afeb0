//! Variables, by reference and by resource handle.

mod assign;
mod assign_variable;
mod count_up_to;
mod destroy_resource;
mod disable_copy_on_read;
mod is_variable_initialized;
mod read_variable;
mod resource_gather;
mod resource_gather_nd;
mod scatter_add;
mod scatter_div;
mod scatter_max;
mod scatter_min;
mod scatter_mul;
mod scatter_nd_add;
mod scatter_nd_max;
mod scatter_nd_min;
mod scatter_nd_sub;
mod scatter_nd_update;
mod scatter_sub;
mod scatter_update;
mod strided_slice_assign;
mod temporary_variable;
mod var_handle;
mod var_is_initialized;
mod variable;
mod variable_shape;

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::infer::{at_least_rank, input};
use crate::{op_def::Op, shape_rule::ShapeQuery};

pub(super) const OPS: &[&[Op]] = &[
    assign::OPS,
    assign_variable::OPS,
    count_up_to::OPS,
    destroy_resource::OPS,
    disable_copy_on_read::OPS,
    is_variable_initialized::OPS,
    read_variable::OPS,
    resource_gather::OPS,
    resource_gather_nd::OPS,
    scatter_add::OPS,
    scatter_div::OPS,
    scatter_max::OPS,
    scatter_min::OPS,
    scatter_mul::OPS,
    scatter_nd_add::OPS,
    scatter_nd_max::OPS,
    scatter_nd_min::OPS,
    scatter_nd_sub::OPS,
    scatter_nd_update::OPS,
    scatter_sub::OPS,
    scatter_update::OPS,
    strided_slice_assign::OPS,
    temporary_variable::OPS,
    var_handle::OPS,
    var_is_initialized::OPS,
    variable::OPS,
    variable_shape::OPS,
];

/// The shape of the variable, which has rows.
fn scattered(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let variable = input(query, 0)?;
    at_least_rank(variable, 1)?;
    Ok(vec![variable.clone()])
}
