//! `RegexFullMatch`: which strings match a pattern.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::{same_as_first, scalar},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "RegexFullMatch(input:string, pattern:string) -> (output:bool)",
        "Whether each string matches a pattern from end to end.",
    )
    .shape(strings_and_scalars),
    op(
        "StaticRegexFullMatch(input:string) -> (output:bool) {pattern:string}",
        "RegexFullMatch with a pattern that is known beforehand.",
    )
    .shape(same_as_first),
];

/// The strings' shape; what else goes in is scalar.
fn strings_and_scalars(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    query.inputs.iter().skip(1).try_for_each(scalar)?;
    same_as_first(query)
}
