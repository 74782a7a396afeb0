//! Updates of variables against TensorFlow's answers.

mod math_harness;

use math_harness::{check_golden, run, typed};
use regatta_tensor::{DType, Tensor};

#[test]
fn answers_are_tensorflows() {
    check_golden(include_str!("data/golden_training.txt"));
}

#[test]
fn large_variables_are_updated_everywhere() {
    let n = 3_000_001;
    let ramp = |scale: f32| Tensor::vector((0..n).map(|i| i as f32 * scale).collect::<Vec<f32>>());
    let inputs = vec![ramp(1e-3), Tensor::scalar(0.5f32), ramp(1e-6)];
    let var = run("ApplyGradientDescent", typed(DType::Float), inputs, 1).unwrap().remove(0);
    let wrong = var.values::<f32>().unwrap().iter().enumerate().find(|(i, x)| {
        let expected = *i as f32 * 1e-3 - 0.5 * (*i as f32 * 1e-6);
        (**x - expected).abs() > 1e-3
    });
    assert_eq!(wrong, None);
}

#[test]
fn a_refused_update_changes_nothing() {
    let mut var = Tensor::vector(vec![1f32, 2.0]);
    let mut accum = Tensor::vector(vec![1f32, 2.0]);
    let values = vec![Tensor::scalar(0.1f32), Tensor::vector(vec![1f32])];
    let inputs: Vec<Tensor> = [var.clone(), accum.clone()].into_iter().chain(values.clone()).collect();
    let kernel = math_harness::kernel("ApplyAdagrad", typed(DType::Float), &inputs, 2).unwrap();
    let regatta_kernels::Kernel::Update(update) = kernel else { panic!("an update") };
    update(&mut [&mut var, &mut accum], values).unwrap_err();
    assert_eq!(
        (var.values::<f32>().unwrap(), accum.values::<f32>().unwrap()),
        ([1.0, 2.0].as_slice(), [1.0, 2.0].as_slice())
    );
}

#[test]
fn a_reader_keeps_what_it_read() {
    let var = Tensor::vector(vec![1f32, 2.0]);
    let read = var.clone();
    let after = run("AssignAdd", typed(DType::Float), vec![var, Tensor::vector(vec![1f32, 1.0])], 1).unwrap();
    assert_eq!(read.values::<f32>().unwrap(), [1.0, 2.0]);
    assert_eq!(after[0].values::<f32>().unwrap(), [2.0, 3.0]);
}
