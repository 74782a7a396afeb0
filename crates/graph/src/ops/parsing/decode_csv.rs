//! `DecodeCSV`: the fields of comma-separated records.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::input,
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "DecodeCSV(records:string, record_defaults:list(OUT_TYPE)) -> (output:list(OUT_TYPE)) {OUT_TYPE:list(type), field_delim:string=',', use_quote_delim:bool=True, na_value:string='', select_cols:list(int)=[]}",
    "The fields of each comma-separated record, an output for each.",
)
.shape(shape)
.flat()];

/// A value of each field for each record. A default is one value or none.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    for default in query.inputs.iter().skip(1) {
        match default.sizes() {
            Some([]) | None => {}
            Some([size]) if size.is_none_or(|size| size <= 1) => {}
            Some(_) => {
                return Err(invalid_argument(format!(
                    "Shape of a default must be a length-0 or length-1 vector, or a scalar, but is {default}"
                )));
            }
        }
    }
    Ok(vec![input(query, 0)?.clone(); query.node.output_types.len()])
}
