//! Gradients kept within bounds.

use regatta::{Grad, Graph, IndexedSlices, Result, Tensor};

use crate::{assert_close, floats, started, value};

#[test]
fn by_value_and_by_norm() -> Result<()> {
    let mut g = Graph::new();
    let x = g.constant(Tensor::vector(vec![3.0f32, -4.0, 0.0]))?;
    let bounded = g.clip_by_value(&x, -1.0, 2.0)?;
    assert_close(&value(&mut g, &bounded)?, &[2.0, -1.0, 0.0]);
    let shorter = g.clip_by_norm(&x, 1.0)?;
    assert_close(&value(&mut g, &shorter)?, &[0.6, -0.8, 0.0]);
    let same = g.clip_by_norm(&x, 10.0)?;
    assert_close(&value(&mut g, &same)?, &[3.0, -4.0, 0.0]);
    let zeros = g.zeros_like(&x)?;
    let zeros = g.clip_by_norm(&zeros, 1.0)?;
    assert_close(&value(&mut g, &zeros)?, &[0.0; 3]);
    Ok(())
}

#[test]
fn by_the_norm_of_all() -> Result<()> {
    let mut g = Graph::new();
    let dense = g.constant(Tensor::vector(vec![3.0f32, 0.0]))?;
    let values = g.constant(Tensor::vector(vec![4.0f32]))?;
    let indices = g.constant(Tensor::vector(vec![7i32]))?;
    let dense_shape = g.constant(Tensor::vector(vec![9i32]))?;
    let rows = IndexedSlices { values, indices, dense_shape };
    let grads = [Some(Grad::Dense(dense)), None, Some(Grad::Slices(rows))];
    for (bound, factor) in [(1.0, 0.2), (5.0, 1.0), (10.0, 1.0)] {
        let (clipped, norm) = g.clip_by_global_norm(&grads, bound)?;
        let [Some(Grad::Dense(dense)), None, Some(Grad::Slices(rows))] = clipped.as_slice() else {
            panic!("gradients keep their kind: {clipped:?}")
        };
        let found = started(&mut g)?.step(&mut g).fetch(&norm).fetch(dense).fetch(&rows.values).run()?;
        assert_close(&floats(&found[0])?, &[5.0]);
        assert_close(&floats(&found[1])?, &[3.0 * factor, 0.0]);
        assert_close(&floats(&found[2])?, &[4.0 * factor]);
    }
    assert!(g.clip_by_global_norm(&[None], 1.0).is_err());
    Ok(())
}

#[test]
fn an_infinite_norm_shows() -> Result<()> {
    let mut g = Graph::new();
    let dense = g.constant(Tensor::vector(vec![f32::INFINITY, 1.0]))?;
    let (clipped, _) = g.clip_by_global_norm(&[Some(Grad::Dense(dense))], 1.0)?;
    let Some(Grad::Dense(clipped)) = &clipped[0] else { panic!("a dense gradient") };
    assert!(value(&mut g, clipped)?.iter().all(|x| x.is_nan()));
    Ok(())
}
