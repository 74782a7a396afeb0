//! Everything of an example behind each other.

use regatta_graph::Outlet;
use regatta_status::Result;
use regatta_tensor::Tensor;

use super::known_rank;
use crate::graph::Graph;

/// `[batch, ..]` as `[batch, n]`.
pub fn flatten(g: &mut Graph, x: &Outlet) -> Result<Outlet> {
    known_rank(x, "flatten")?;
    let shape = x.shape();
    let sizes = shape.sizes().unwrap_or_default();
    let inner: Option<usize> = sizes.iter().skip(1).copied().product();
    g.name_scope("flatten", |g| match (sizes.first(), inner) {
        (None, _) => g.reshape(x, &[1, 1]),
        // What is zero times something else cannot be inferred.
        (Some(Some(batch)), Some(inner)) => g.reshape(x, &[*batch as i32, inner as i32]),
        (_, Some(inner)) if inner > 0 => g.reshape(x, &[-1, inner as i32]),
        (Some(Some(batch)), None) if *batch > 0 => g.reshape(x, &[*batch as i32, -1]),
        _ => {
            let shape = g.shape(x)?;
            let (zero, one) = (g.constant(Tensor::vector(vec![0i32]))?, g.constant(Tensor::vector(vec![1i32]))?);
            let batch = g.node("Slice", "batch").inputs([&shape, &zero, &one]).finish()?;
            let rest = g.constant(Tensor::vector(vec![-1i32]))?;
            let sizes = g.concat(&[batch, rest], 0)?;
            g.node("Reshape", "Reshape").inputs([x, &sizes]).finish()
        }
    })
}
