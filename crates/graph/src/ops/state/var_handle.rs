//! `VarHandleOp`, `_VarHandlesOp`.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::gives_scalar,
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "VarHandleOp() -> (resource:resource) {container:string='', shared_name:string='', debug_name:string='', dtype:type, shape:shape, allowed_devices:list(string)=[]} [stateful]",
        "A handle of a variable, whether it has been made or not.",
    )
    .shape(gives_scalar),
    op(
        "_VarHandlesOp() -> (resources:N*resource) {containers:list(string), shared_names:list(string), N:int, dtypes:list(type), shapes:list(shape)} [stateful]",
        "Handles of several variables.",
    )
    .shape(scalars),
];

fn scalars(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::of_rank(0); query.node.output_types.len()])
}
