//! Shadows that follow their variables.

use regatta::{ExponentialMovingAverage, Graph, Initializer, Result, Tensor};

use crate::{assert_close, floats, started};

/// What the shadow of a variable, which goes from 1 to 3, is after each of two steps.
fn followed(averages: impl FnOnce(&mut Graph) -> Result<ExponentialMovingAverage>) -> Result<Vec<f32>> {
    let mut g = Graph::new();
    let w = g.variable("w", &[1], Initializer::ones())?;
    let mut averages = averages(&mut g)?;
    let follow = averages.apply(&mut g, std::slice::from_ref(&w))?;
    assert_eq!(follow.node(), "ExponentialMovingAverage");
    let shadow = averages.average(&w).expect("it was made").clone();
    assert_eq!(shadow.name(), "w/ExponentialMovingAverage");
    assert!(!shadow.is_trainable());
    let shadow = shadow.read(&mut g)?;
    let three = g.constant(Tensor::vector(vec![3.0f32]))?;
    let change = w.assign(&mut g, &three)?;

    let session = started(&mut g)?;
    let mut found = floats(&session.step(&mut g).fetch(&shadow).run()?[0])?;
    session.step(&mut g).op(&change).run()?;
    for _ in 0..2 {
        session.step(&mut g).op(&follow).run()?;
        found.extend(floats(&session.step(&mut g).fetch(&shadow).run()?[0])?);
    }
    Ok(found)
}

#[test]
fn with_a_decay() -> Result<()> {
    assert_close(&followed(|_| Ok(ExponentialMovingAverage::new(0.75)))?, &[1.0, 1.5, 1.875]);
    Ok(())
}

#[test]
fn faster_in_the_first_steps() -> Result<()> {
    let averages = |g: &mut Graph| Ok(ExponentialMovingAverage::new(0.75).num_updates(&g.get_or_create_global_step()?));
    // In step 0 the decay is 1/10.
    assert_close(&followed(averages)?, &[1.0, 2.8, 2.98]);
    Ok(())
}
