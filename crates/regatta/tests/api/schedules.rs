//! Learning rates at chosen steps.

use regatta::{Graph, Result, Schedule, Tensor};

use crate::{assert_close, floats, started};

fn check(schedule: Schedule, expected: &[(i64, f64)]) {
    let run = || -> Result<Vec<f32>> {
        let mut g = Graph::new();
        let step = g.get_or_create_global_step()?;
        let rate = schedule.build(&mut g, &step)?;
        let next = g.placeholder("next", regatta::DType::Int64, &[])?;
        let jump = step.assign(&mut g, &next)?;
        let session = started(&mut g)?;
        let mut rates = Vec::new();
        for (step, _) in expected {
            session.step(&mut g).feed(&next, Tensor::scalar(*step)).op(&jump).run()?;
            rates.extend(floats(&session.step(&mut g).fetch(&rate).run()?[0])?);
        }
        Ok(rates)
    };
    assert_close(&run().unwrap(), &expected.iter().map(|(_, rate)| *rate as f32).collect::<Vec<_>>());
}

#[test]
fn decays_by_a_rate() {
    check(Schedule::constant(0.5), &[(0, 0.5), (1000, 0.5)]);
    check(Schedule::exponential_decay(1.0, 10, 0.5), &[(0, 1.0), (5, 0.5f64.sqrt()), (20, 0.25)]);
    check(Schedule::exponential_decay(1.0, 10, 0.5).staircase(), &[(9, 1.0), (10, 0.5), (19, 0.5)]);
    check(Schedule::natural_exp_decay(2.0, 10, 0.5), &[(0, 2.0), (10, 2.0 * (-0.5f64).exp())]);
    check(Schedule::inverse_time_decay(1.0, 10, 0.5), &[(0, 1.0), (5, 0.8), (20, 0.5)]);
}

#[test]
fn decays_to_an_end() {
    check(Schedule::polynomial_decay(1.0, 10, 0.2, 1.0), &[(0, 1.0), (5, 0.6), (10, 0.2), (99, 0.2)]);
    check(Schedule::polynomial_decay(1.0, 10, 0.0, 2.0), &[(5, 0.25)]);
    // The second time it takes twice as long, of which half has passed when the first ends.
    check(Schedule::cyclic_polynomial_decay(1.0, 10, 0.2, 1.0), &[(0, 1.0), (10, 0.2), (15, 0.4), (20, 0.2)]);
    check(Schedule::cosine_decay(1.0, 10, 0.1), &[(0, 1.0), (5, 0.55), (10, 0.1), (11, 0.1)]);
}

#[test]
fn pieces() {
    let schedule = Schedule::piecewise_constant(&[100, 200], &[1.0, 0.5, 0.1]);
    check(schedule, &[(0, 1.0), (100, 1.0), (101, 0.5), (200, 0.5), (201, 0.1)]);
    let mut g = Graph::new();
    let step = g.get_or_create_global_step().unwrap();
    assert!(Schedule::piecewise_constant(&[1], &[1.0]).build(&mut g, &step).is_err());
}

#[test]
fn linear_scaling_with_warm_up() {
    check(Schedule::constant(0.1).linear_scaling(8), &[(0, 0.8)]);
    check(Schedule::constant(0.1).linear_scaling(8).warm_up(10), &[(0, 0.1), (5, 0.45), (10, 0.8), (99, 0.8)]);
    check(Schedule::constant(0.4).warm_up_from(0.0, 4), &[(0, 0.0), (1, 0.1), (4, 0.4)]);
    let decaying = Schedule::piecewise_constant(&[20], &[0.1, 0.01]).linear_scaling(2).warm_up(10);
    check(decaying, &[(5, 0.15), (15, 0.2), (21, 0.02)]);
}
