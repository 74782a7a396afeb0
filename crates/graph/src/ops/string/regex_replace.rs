//! `RegexReplace`: what matches a pattern, replaced.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::{same_as_first, scalar},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "RegexReplace(input:string, pattern:string, rewrite:string) -> (output:string) {replace_global:bool=True}",
        "Each string with what matches a pattern replaced.",
    ).shape(strings_and_scalars),
    op(
        "StaticRegexReplace(input:string) -> (output:string) {pattern:string, rewrite:string, replace_global:bool=True}",
        "RegexReplace with a pattern and a rewrite that are known beforehand.",
    ).shape(same_as_first),
];

/// The strings' shape; what else goes in is scalar.
fn strings_and_scalars(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    query.inputs.iter().skip(1).try_for_each(scalar)?;
    same_as_first(query)
}
