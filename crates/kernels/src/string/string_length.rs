//! StringLength: how many bytes, or how many UTF-8 characters, each string has.

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::Tensor;

use super::{substr::Unit, text::is_trail_byte};
use crate::{
    Build, Kernel,
    array::elements::{room_for, take},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("StringLength", string_length)];

fn string_length(node: &Node) -> Result<Kernel> {
    let unit = Unit::named(node.attrs.str("unit")?)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input] = take(inputs)?;
        let strings = input.as_strings()?;
        let mut lengths = room_for(strings.len())?;
        lengths.extend(strings.iter().map(|string| match unit {
            Unit::Byte => string.len() as i32,
            // Bytes that make no UTF-8 count as TensorFlow counts them: whatever does not go on with a character.
            Unit::Utf8Char => string.iter().filter(|byte| !is_trail_byte(**byte)).count() as i32,
        }));
        Ok(vec![Tensor::new(input.shape().clone(), lengths)?])
    })))
}
