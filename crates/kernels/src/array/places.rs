//! Places in a tensor that rows of coordinates name: `[.., depth]` whole numbers, each row the first `depth` coordinates of a
//! block of elements.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::elements::{ints, product, room_for};
use crate::unsupported;

/// What to do with a place that does not exist.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BadPlaces {
    Refuse,
    Ignore,
}

impl BadPlaces {
    /// Reads the attribute of a node.
    pub(crate) fn of(node: &Node) -> Result<BadPlaces> {
        match node.attrs.str("bad_indices_policy")? {
            "" | "DEFAULT" | "ERROR" => Ok(BadPlaces::Refuse),
            "IGNORE" => Ok(BadPlaces::Ignore),
            other => Err(invalid_argument(format!("Unknown bad indices handling attribute: {other}"))),
        }
    }
}

/// Refuses indices of a type that TensorFlow has no kernel for.
pub(crate) fn check_index_type(node: &Node, input: usize) -> Result<()> {
    match node.input_types.get(input).map(|edge| edge.dtype) {
        Some(DType::Int32 | DType::Int64) => Ok(()),
        _ => Err(unsupported(node)),
    }
}

/// The blocks that the rows name, counted from the beginning of a tensor with these sizes. `None` is a place that does not
/// exist, if such are ignored. The last size of the indices is at most the number of sizes.
pub(crate) fn places(indices: &Tensor, sizes: &[usize], bad: BadPlaces) -> Result<Vec<Option<usize>>> {
    let depth = indices.shape().last().copied().unwrap_or(0);
    let count = product(&indices.shape()[..indices.shape().rank().saturating_sub(1)]);
    let coordinates = ints(indices)?;
    let mut found = room_for(count)?;
    for row in 0..count {
        let coordinates = &coordinates[row * depth..(row + 1) * depth];
        let place = coordinates.iter().zip(sizes).try_fold(0usize, |place, (&coordinate, &size)| {
            let coordinate = usize::try_from(coordinate).ok().filter(|&coordinate| coordinate < size)?;
            Some(place * size + coordinate)
        });
        if place.is_none() && bad == BadPlaces::Refuse {
            return Err(invalid_argument(format!(
                "indices[{row}] = {} does not index into shape {}",
                listed(coordinates.iter()),
                listed(sizes.iter())
            )));
        }
        found.push(place);
    }
    Ok(found)
}

/// Numbers as TensorFlow lists them: `[1,2]`.
pub(crate) fn listed<T: ToString>(numbers: impl Iterator<Item = T>) -> String {
    format!("[{}]", numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(","))
}
