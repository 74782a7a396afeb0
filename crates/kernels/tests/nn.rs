//! Activations, losses and biases against TensorFlow's answers.

mod math_harness;

#[test]
fn answers_are_tensorflows() {
    math_harness::check_golden(include_str!("data/golden_nn.txt"));
}
