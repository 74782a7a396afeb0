//! Metrics over one batch and over several.

use regatta::{DType, Graph, Result, Tensor, metrics};

use crate::{assert_close, floats, matrix, started, value};

#[test]
fn of_one_batch() -> Result<()> {
    let mut g = Graph::new();
    let logits = g.constant(matrix(3, 2, &[0.1, 0.9, 0.8, 0.2, 0.3, 0.7])?)?;
    let labels = g.constant(Tensor::vector(vec![1i32, 0, 0]))?;
    let accuracy = metrics::batch_accuracy(&mut g, &labels, &logits)?;
    assert_close(&value(&mut g, &accuracy)?, &[2.0 / 3.0]);
    Ok(())
}

#[test]
fn of_several_batches() -> Result<()> {
    let mut g = Graph::new();
    let labels = g.placeholder("labels", DType::Int64, &[None])?;
    let guesses = g.placeholder("guesses", DType::Int64, &[None])?;
    let of = [
        metrics::accuracy(&mut g, &labels, &guesses)?,
        metrics::mean(&mut g, &guesses)?,
        metrics::precision(&mut g, &labels, &guesses)?,
        metrics::recall(&mut g, &labels, &guesses)?,
    ];
    let names: Vec<String> = g.local_variables().iter().map(|variable| variable.name().to_owned()).collect();
    assert_eq!(names[..2], ["accuracy/total", "accuracy/count"]);
    assert_eq!(names[4..6], ["precision/true_positives", "precision/false_positives"]);
    assert!(g.global_variables().is_empty());
    let session = started(&mut g)?;
    let values = of.iter().map(|metric| metric.value.clone()).collect::<Vec<_>>();
    let all = g.node("Pack", "all").inputs(&values).finish()?;
    assert_close(&floats(&session.step(&mut g).fetch(&all).run()?[0])?, &[0.0; 4]);
    for (label, guess) in [(vec![1i64, 1, 0], vec![1i64, 0, 1]), (vec![1], vec![1])] {
        let step = session.step(&mut g).feed(&labels, Tensor::vector(label)).feed(&guesses, Tensor::vector(guess));
        of.iter().fold(step, |step, metric| step.op(&metric.update)).run()?;
    }
    // Two of four are right; three of four were guessed true, two of them rightly; three are true, two of them found.
    assert_close(&floats(&session.step(&mut g).fetch(&all).run()?[0])?, &[0.5, 0.75, 2.0 / 3.0, 2.0 / 3.0]);
    Ok(())
}
