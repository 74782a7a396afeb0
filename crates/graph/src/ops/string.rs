//! Strings.

mod regex_full_match;
mod string_join;

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::array::known::merge;
use crate::{
    op_def::Op,
    shape_rule::{ShapeQuery, unknown},
};

pub(super) const OPS: &[&[Op]] = &[regex_full_match::OPS, string_join::OPS];

/// The shape of those inputs that are not scalars, which must agree.
fn string_join(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    if query.inputs.iter().any(|shape| shape.rank().is_none()) {
        return unknown(query);
    }
    let mut joined = PartialShape::of_rank(0);
    for shape in query.inputs.iter().filter(|shape| shape.rank() != Some(0)) {
        joined = if joined.rank() == Some(0) { shape.clone() } else { merge(&joined, shape)? };
    }
    Ok(vec![joined])
}
