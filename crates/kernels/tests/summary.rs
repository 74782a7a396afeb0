//! Summary kernels against real TensorFlow.

#[allow(dead_code)]
mod array_golden;

#[test]
fn as_tensorflow() {
    array_golden::check_all(include_str!("data/golden_summary.txt"), &[]);
}
