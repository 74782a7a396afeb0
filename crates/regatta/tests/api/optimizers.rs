//! Three steps of every optimizer on `sum(w^2) / 2`, whose gradient is `w`, against the formulas written down once more; and
//! the same steps with the gradient given as rows.

use regatta::{
    Code, Grad, Graph, IndexedSlices, Initializer, Optimizer, Result, Tensor,
    optimizer::{Adam, Ftrl, Momentum, RmsProp},
};

use crate::{assert_close, floats, started};

const FIRST: [f32; 3] = [1.0, -2.0, 0.5];

/// Runs three steps, and compares with `step(t, w, slots)`, which gives the next `w`. With rows, the second one is absent and
/// the first one comes in two halves.
fn check(
    mut optimizer: Optimizer,
    names: &[&str],
    rows: bool,
    slots: &[f64],
    step: impl Fn(i32, f64, &mut [f64]) -> f64,
) {
    let mut run = || -> Result<()> {
        let mut g = Graph::new();
        let w = g.variable("w", &[3], Initializer::value(Tensor::vector(FIRST.to_vec())))?;
        let count = g.get_or_create_global_step()?;
        let value = w.read(&mut g)?;
        let loss = g.l2_loss(&value)?;
        let mut grads = optimizer.compute_gradients(&mut g, &loss, std::slice::from_ref(&w))?;
        if rows {
            grads[0].0 = Some(halves(&mut g, &value)?);
        }
        let train = optimizer.apply_gradients(&mut g, &grads, Some(&count))?;
        let found: Vec<String> = optimizer.slots(&w).iter().map(|slot| slot.name().to_owned()).collect();
        assert_eq!(found, names);
        assert_eq!(w.name(), "w");

        let session = started(&mut g)?;
        for _ in 0..3 {
            session.step(&mut g).op(&train).run()?;
        }
        let after = w.read(&mut g)?;
        let steps = count.read(&mut g)?;
        let found = session.step(&mut g).fetch(&after).fetch(&steps).run()?;
        assert_eq!(found[1].single::<i64>()?, 3);
        let expected: Vec<f32> = FIRST
            .iter()
            .enumerate()
            .map(|(k, first)| {
                let mut slots = slots.to_vec();
                let is_absent = rows && k == 1;
                (1..=3).fold(f64::from(*first), |w, t| if is_absent { w } else { step(t, w, &mut slots) }) as f32
            })
            .collect();
        assert_close(&floats(&found[0])?, &expected);
        Ok(())
    };
    run().unwrap();
}

/// The gradient's rows 2, 0 and 0, the last two with half of the first element each.
fn halves(g: &mut Graph, w: &regatta::Outlet) -> Result<Grad> {
    let indices = g.constant(Tensor::vector(vec![2i32, 0, 0]))?;
    let factors = g.constant(Tensor::vector(vec![1.0f32, 0.5, 0.5]))?;
    let axis = g.constant(Tensor::scalar(0i32))?;
    let rows = g.node("GatherV2", "rows").inputs([w, &indices, &axis]).finish()?;
    let values = g.mul(&rows, &factors)?;
    let dense_shape = g.constant(Tensor::vector(vec![3i32]))?;
    Ok(IndexedSlices { values, indices, dense_shape }.into())
}

/// Both kinds of gradient.
fn check_both(make: impl Fn() -> Optimizer, names: &[&str], slots: &[f64], step: impl Fn(i32, f64, &mut [f64]) -> f64) {
    check(make(), names, false, slots, &step);
    check(make(), names, true, slots, &step);
}

#[test]
fn gradient_descent() {
    check_both(|| Optimizer::gradient_descent(0.1), &[], &[], |_, w, _| w - 0.1 * w);
}

#[test]
fn momentum() {
    check_both(
        || Optimizer::momentum(0.1, 0.9),
        &["w/Momentum"],
        &[0.0],
        |_, w, slots| {
            slots[0] = 0.9 * slots[0] + w;
            w - 0.1 * slots[0]
        },
    );
}

#[test]
fn nesterov() {
    let make = || Optimizer::new(Momentum { momentum: 0.9, use_nesterov: true }, 0.1);
    check_both(make, &["w/Momentum"], &[0.0], |_, w, slots| {
        slots[0] = 0.9 * slots[0] + w;
        w - 0.1 * (w + 0.9 * slots[0])
    });
}

#[test]
fn adagrad() {
    check_both(
        || Optimizer::adagrad(0.1),
        &["w/Adagrad"],
        &[0.1],
        |_, w, slots| {
            slots[0] += w * w;
            w - 0.1 * w / slots[0].sqrt()
        },
    );
}

#[test]
fn adadelta() {
    check_both(
        || Optimizer::adadelta(10.0),
        &["w/Adadelta", "w/Adadelta_1"],
        &[0.0, 0.0],
        |_, w, slots| {
            slots[0] = 0.95 * slots[0] + 0.05 * w * w;
            let step = w * (slots[1] + 1e-8).sqrt() / (slots[0] + 1e-8).sqrt();
            slots[1] = 0.95 * slots[1] + 0.05 * step * step;
            w - 10.0 * step
        },
    );
}

fn adam_step(t: i32, w: f64, grad: f64, slots: &mut [f64]) -> f64 {
    slots[0] = 0.9 * slots[0] + 0.1 * grad;
    slots[1] = 0.999 * slots[1] + 0.001 * grad * grad;
    let rate = 0.1 * (1.0 - 0.999f64.powi(t)).sqrt() / (1.0 - 0.9f64.powi(t));
    w - rate * slots[0] / (slots[1].sqrt() + 1e-8)
}

#[test]
fn adam() {
    // Rows that are absent count as zeros, and here have none before them either.
    check_both(|| Optimizer::adam(0.1), &["w/Adam", "w/Adam_1"], &[0.0, 0.0], |t, w, slots| adam_step(t, w, w, slots));
}

#[test]
fn ada_max() {
    check_both(
        || Optimizer::ada_max(0.1),
        &["w/AdaMax", "w/AdaMax_1"],
        &[0.0, 0.0],
        |t, w, slots| {
            slots[0] = 0.9 * slots[0] + 0.1 * w;
            slots[1] = (0.999 * slots[1]).max(w.abs());
            w - 0.1 / (1.0 - 0.9f64.powi(t)) * slots[0] / (slots[1] + 1e-8)
        },
    );
}

#[test]
fn rms_prop() {
    let make = || Optimizer::new(RmsProp { momentum: 0.5, ..RmsProp::default() }, 0.1);
    check_both(make, &["w/RMSProp", "w/RMSProp_1"], &[1.0, 0.0], |_, w, slots| {
        slots[0] = 0.9 * slots[0] + 0.1 * w * w;
        slots[1] = 0.5 * slots[1] + 0.1 * w / (slots[0] + 1e-10).sqrt();
        w - slots[1]
    });
}

#[test]
fn centered_rms_prop() {
    let names = ["w/RMSProp", "w/RMSProp_1", "w/RMSProp_2"];
    check_both(
        || Optimizer::centered_rms_prop(0.1),
        &names,
        &[1.0, 0.0],
        |_, w, slots| {
            slots[0] = 0.9 * slots[0] + 0.1 * w * w;
            slots[1] = 0.9 * slots[1] + 0.1 * w;
            w - 0.1 * w / (slots[0] - slots[1] * slots[1] + 1e-10).sqrt()
        },
    );
}

/// The learning rate 0.1, the power -0.5.
fn ftrl_step(w: f64, l1: f64, l2: f64, shrinkage: f64, slots: &mut [f64]) -> f64 {
    let (grad, shrunk) = (w, w + 2.0 * shrinkage * w);
    let before = slots[0];
    slots[0] += grad * grad;
    slots[1] += shrunk - (slots[0].sqrt() - before.sqrt()) / 0.1 * w;
    let quadratic = slots[0].sqrt() / 0.1 + 2.0 * l2;
    if slots[1].abs() > l1 { (slots[1].signum() * l1 - slots[1]) / quadratic } else { 0.0 }
}

#[test]
fn ftrl() {
    let make = || Optimizer::new(Ftrl { l1_regularization_strength: 0.1, ..Ftrl::default() }, 0.1);
    check_both(make, &["w/Ftrl", "w/Ftrl_1"], &[0.1, 0.0], |_, w, slots| ftrl_step(w, 0.1, 0.0, 0.0, slots));
}

#[test]
fn ftrl_with_shrinkage() {
    let rule = Ftrl { l2_regularization_strength: 0.2, l2_shrinkage_regularization_strength: 0.3, ..Ftrl::default() };
    check_both(
        move || Optimizer::new(rule, 0.1),
        &["w/Ftrl", "w/Ftrl_1"],
        &[0.1, 0.0],
        |_, w, slots| ftrl_step(w, 0.0, 0.2, 0.3, slots),
    );
}

#[test]
fn rows_that_are_absent_for_a_step_go_on_with_adam() -> Result<()> {
    let mut g = Graph::new();
    let w = g.variable("w", &[2], Initializer::ones())?;
    let indices = g.placeholder("indices", regatta::DType::Int32, &[Some(1)])?;
    let values = g.constant(Tensor::vector(vec![1.0f32]))?;
    let dense_shape = g.constant(Tensor::vector(vec![2i32]))?;
    let grad = Grad::Slices(IndexedSlices { values, indices: indices.clone(), dense_shape });
    let train = Optimizer::new(Adam::default(), 0.1).apply_gradients(&mut g, &[(Some(grad), w.clone())], None)?;
    let session = started(&mut g)?;
    for row in [0, 1, 0] {
        session.step(&mut g).feed(&indices, Tensor::vector(vec![row])).op(&train).run()?;
    }
    let after = w.read(&mut g)?;
    let after = floats(&session.step(&mut g).fetch(&after).run()?[0])?;
    let expected = |grads: [f64; 3]| {
        let mut slots = [0.0, 0.0];
        (1..).zip(grads).fold(1.0, |w, (t, grad)| adam_step(t, w, grad, &mut slots)) as f32
    };
    assert_close(&after, &[expected([1.0, 0.0, 1.0]), expected([0.0, 1.0, 0.0])]);
    Ok(())
}

#[test]
fn a_second_optimizer_has_slots_of_its_own() -> Result<()> {
    let mut g = Graph::new();
    let w = g.variable("w", &[1], Initializer::ones())?;
    let value = w.read(&mut g)?;
    let loss = g.l2_loss(&value)?;
    let mut first = Optimizer::adam(0.1);
    assert_eq!(first.minimize(&mut g, &loss, None)?.node(), "Adam");
    // The same optimizer again goes on with what it has.
    assert_eq!(first.minimize(&mut g, &loss, None)?.node(), "Adam_1");
    Optimizer::adam(0.1).minimize(&mut g, &loss, None)?;
    let names: Vec<String> = g.global_variables().iter().map(|variable| variable.name().to_owned()).collect();
    let expected = [
        "w",
        "beta1_power",
        "beta2_power",
        "w/Adam",
        "w/Adam_1",
        "beta1_power_1",
        "beta2_power_1",
        "w/Adam_2",
        "w/Adam_3",
    ];
    assert_eq!(names, expected);
    Ok(())
}

#[test]
fn a_loss_that_depends_on_no_variable_is_refused() -> Result<()> {
    let mut g = Graph::new();
    g.variable("w", &[1], Initializer::ones())?;
    let loss = g.constant(Tensor::scalar(1.0f32))?;
    let status = Optimizer::gradient_descent(0.1).minimize(&mut g, &loss, None).unwrap_err();
    assert_eq!(status.code, Code::InvalidArgument);
    assert!(status.message.starts_with("No gradients provided for any variable"), "{status}");
    Ok(())
}

#[test]
fn the_learning_rate_may_be_a_tensor() -> Result<()> {
    let mut g = Graph::new();
    let w = g.variable("w", &[1], Initializer::ones())?;
    let value = w.read(&mut g)?;
    let loss = g.l2_loss(&value)?;
    let rate = g.placeholder("rate", regatta::DType::Float, &[])?;
    let train = Optimizer::gradient_descent(&rate).minimize(&mut g, &loss, None)?;
    let session = started(&mut g)?;
    session.step(&mut g).feed(&rate, Tensor::scalar(0.25f32)).op(&train).run()?;
    let value = session.step(&mut g).fetch(&value).run()?;
    assert_close(&floats(&value[0])?, &[0.75]);
    Ok(())
}
