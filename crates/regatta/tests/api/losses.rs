//! Losses of a few examples.

use regatta::{
    Graph, Outlet, Result, Tensor,
    losses::{self, Loss, Reduction},
};

use crate::{assert_close, matrix, value};

/// A loss of `[labels]` and `[predictions]`.
fn check(make: impl FnOnce(&Outlet, &Outlet) -> Loss, labels: &[f32], predictions: &[f32], expected: f32) {
    let run = || -> Result<Vec<f32>> {
        let mut g = Graph::new();
        let labels = g.constant(Tensor::vector(labels.to_vec()))?;
        let predictions = g.constant(Tensor::vector(predictions.to_vec()))?;
        let loss = make(&labels, &predictions).build(&mut g)?;
        value(&mut g, &loss)
    };
    assert_close(&run().unwrap(), &[expected]);
}

#[test]
fn of_numbers() {
    check(losses::absolute_difference, &[1.0, 2.0], &[3.0, 1.5], 1.25);
    check(losses::mean_squared_error, &[1.0, 2.0], &[3.0, 1.5], 2.125);
    check(|y, x| losses::huber(y, x, 1.0), &[1.0, 2.0], &[3.0, 1.5], (1.5 + 0.125) / 2.0);
    check(losses::hinge, &[1.0, 0.0], &[0.25, 0.5], (0.75 + 1.5) / 2.0);
    check(losses::log, &[1.0, 0.0], &[0.5, 0.25], (0.5f32.ln() + 0.75f32.ln()) / -2.0);
}

#[test]
fn of_probabilities() {
    let sigmoid = |x: f32| 1.0 / (1.0 + (-x).exp());
    let expected = (sigmoid(2.0).ln() + (1.0 - sigmoid(-1.0)).ln()) / -2.0;
    check(losses::sigmoid_cross_entropy, &[1.0, 0.0], &[2.0, -1.0], expected);
    // Large scores do not overflow.
    check(losses::sigmoid_cross_entropy, &[0.0, 1.0], &[1000.0, -1000.0], 1000.0);
    let smooth = -(0.9 * sigmoid(2.0).ln() + 0.1 * (1.0 - sigmoid(2.0)).ln());
    check(|y, x| losses::sigmoid_cross_entropy(y, x).label_smoothing(0.2), &[1.0], &[2.0], smooth);
}

#[test]
fn of_classes() -> Result<()> {
    let mut g = Graph::new();
    let logits = g.constant(matrix(2, 3, &[1.0, 2.0, 3.0, 0.0, 0.0, 0.0])?)?;
    let classes = g.constant(Tensor::vector(vec![2i32, 0]))?;
    let one_hot = g.one_hot(&classes, 3, regatta::DType::Float)?;
    let log_sum = (1f32.exp() + 2f32.exp() + 3f32.exp()).ln();
    let (first, second) = (log_sum - 3.0, 3f32.ln());
    for make in
        [losses::sparse_softmax_cross_entropy(&classes, &logits), losses::softmax_cross_entropy(&one_hot, &logits)]
    {
        let loss = make.clone().build(&mut g)?;
        assert_close(&value(&mut g, &loss)?, &[(first + second) / 2.0]);
        let each = make.reduction(Reduction::None).build(&mut g)?;
        assert_close(&value(&mut g, &each)?, &[first, second]);
    }
    let smooth = losses::softmax_cross_entropy(&one_hot, &logits).label_smoothing(0.3).build(&mut g)?;
    // Three tenths are spread over the three classes.
    let first = 0.8 * first + 0.1 * (log_sum - 1.0) + 0.1 * (log_sum - 2.0);
    assert_close(&value(&mut g, &smooth)?, &[(first + second) / 2.0]);
    assert_eq!(g.collection(Graph::LOSSES).len(), 5);
    Ok(())
}

#[test]
fn with_weights() -> Result<()> {
    let mut g = Graph::new();
    let labels = g.constant(matrix(2, 2, &[0.0; 4])?)?;
    let predictions = g.constant(matrix(2, 2, &[1.0, 2.0, 3.0, 4.0])?)?;
    let weights = g.constant(matrix(2, 1, &[2.0, 0.0])?)?;
    for (reduction, expected) in [
        (Reduction::None, vec![2.0, 4.0, 0.0, 0.0]),
        (Reduction::Sum, vec![6.0]),
        (Reduction::Mean, vec![1.5]),
        (Reduction::SumOverBatchSize, vec![1.5]),
        (Reduction::SumByNonzeroWeights, vec![3.0]),
    ] {
        let loss = losses::absolute_difference(&labels, &predictions).weights(&weights).reduction(reduction);
        let loss = loss.build(&mut g)?;
        assert_close(&value(&mut g, &loss)?, &expected);
    }
    let nothing = g.zeros_like(&weights)?;
    let loss = losses::absolute_difference(&labels, &predictions).weights(&nothing).build(&mut g)?;
    assert_close(&value(&mut g, &loss)?, &[0.0]);
    Ok(())
}
