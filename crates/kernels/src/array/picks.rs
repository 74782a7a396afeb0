//! A tensor put together from picked places along each axis: `y[i, j, ..] = x[picks[0][i], picks[1][j], ..]`.

use regatta_status::Result;
use regatta_tensor::{Shape, Tensor};

use super::elements::{Unit, by_unit, product, room_for};

/// The picked tensor. There is a list for each axis, and all places exist.
pub(super) fn picked(tensor: &Tensor, picks: &[Vec<usize>]) -> Result<Tensor> {
    fn run<U: Unit>(tensor: &Tensor, picks: &[Vec<usize>]) -> Result<Tensor> {
        let shape = Shape::new(&picks.iter().map(Vec::len).collect::<Vec<_>>())?;
        let mut elements = room_for::<U>(shape.num_elements())?;
        if shape.num_elements() > 0 {
            append(U::of(tensor)?, tensor.shape(), picks, &mut elements);
        }
        U::into_tensor(tensor.dtype(), shape, elements)
    }
    by_unit!(tensor.dtype(), U => run::<U>(tensor, picks))
}

fn append<U: Clone>(source: &[U], sizes: &[usize], picks: &[Vec<usize>], elements: &mut Vec<U>) {
    match (sizes, picks) {
        ([_, sizes @ ..], [places, picks @ ..]) if !sizes.is_empty() => {
            let inner = product(sizes);
            for &place in places {
                append(&source[place * inner..(place + 1) * inner], sizes, picks, elements);
            }
        }
        (_, [places, ..]) => elements.extend(places.iter().map(|&place| source[place].clone())),
        (_, []) => elements.extend_from_slice(source),
    }
}
