//! `LookupTableExportV2`: all keys and values of a table, in no order.

use crate::op_def::{Op, op};
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[op(
    "LookupTableExportV2(table_handle:resource) -> (keys:Tkeys, values:Tvalues) {Tkeys:type, Tvalues:type} [stateful]",
    "All keys and values of a table, in no order.",
)
.shape(entries)];

fn entries(_: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::unknown(); 2])
}
