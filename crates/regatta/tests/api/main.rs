//! What programs are made of, each part on a task in this process, against numbers worked out by hand.

mod clip;
mod fused;
mod layers;
mod losses;
mod metrics;
mod moving_average;
mod optimizers;
mod partitioned;
mod placement;
mod saver;
mod schedules;
mod summaries;
mod variables;

use regatta::{Graph, Outlet, Result, Session, Tensor};

/// A session in which all variables have their first values.
fn started(g: &mut Graph) -> Result<Session> {
    let (global, local) = (g.global_variables_initializer()?, g.local_variables_initializer()?);
    let session = Session::local()?;
    session.step(g).op(&global).op(&local).run()?;
    Ok(session)
}

/// One tensor's values after initialization.
fn value(g: &mut Graph, of: &Outlet) -> Result<Vec<f32>> {
    let session = started(g)?;
    floats(&session.step(g).fetch(of).run()?[0])
}

fn floats(tensor: &Tensor) -> Result<Vec<f32>> {
    Ok(tensor.values::<f32>()?.to_vec())
}

fn matrix(rows: usize, columns: usize, values: &[f32]) -> Result<Tensor> {
    Tensor::new(regatta::Shape::new(&[rows, columns])?, values.to_vec())
}

#[track_caller]
fn assert_close(got: &[f32], expected: &[f32]) {
    let near = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-5 * b.abs().max(1.0);
    assert!(got.len() == expected.len() && got.iter().zip(expected).all(near), "{got:?}, not {expected:?}");
}
