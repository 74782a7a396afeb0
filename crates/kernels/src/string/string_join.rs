//! StringJoin: the strings of all inputs, place by place, with a separator between them; a scalar goes to every place.

use regatta_graph::{AttrValue, AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use crate::{Build, Kernel, array::elements::room_for};

pub(super) const KERNELS: &[(&str, Build)] = &[("StringJoin", string_join)];

fn string_join(node: &Node) -> Result<Kernel> {
    let AttrValue::String(separator) = node.attrs.get_attr("separator")?.clone() else {
        return Err(invalid_argument("attr 'separator' is not a string"));
    };
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let shape = joined_shape(&inputs)?;
        let sources: Vec<&[Vec<u8>]> = inputs.iter().map(Tensor::as_strings).collect::<Result<_>>()?;
        let mut joined = room_for(shape.num_elements())?;
        let mut parts: Vec<&[u8]> = Vec::with_capacity(sources.len());
        for i in 0..shape.num_elements() {
            parts.clear();
            parts.extend(
                sources
                    .iter()
                    .zip(&inputs)
                    .map(|(source, input)| source[if input.shape().rank() == 0 { 0 } else { i }].as_slice()),
            );
            joined.push(parts.join(separator.as_slice()));
        }
        Ok(vec![Tensor::strings(shape, joined)?])
    })))
}

/// The shape of those inputs that are no scalars, which must agree.
fn joined_shape(inputs: &[Tensor]) -> Result<Shape> {
    let mut others = inputs.iter().map(Tensor::shape).filter(|shape| shape.rank() > 0);
    let Some(first) = others.next() else { return Ok(Shape::scalar()) };
    match others.find(|shape| *shape != first) {
        Some(other) => Err(invalid_argument(format!("Input shapes do not match: {first} vs. {other}"))),
        None => Ok(first.clone()),
    }
}
