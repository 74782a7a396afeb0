//! Networks of all layers, with random first values and random dropout, exported to TensorFlow.

use regatta::{
    DType, ExponentialMovingAverage, Graph, Initializer, Optimizer, Padding, Regularizer, Result, Schedule,
    layers::{Activation, AveragePool2D, BatchNormalization, Conv2D, Dense, Dropout, MaxPool2D, flatten},
    losses,
};

use crate::{Program, check};

fn convolutional() -> Result<Program> {
    let mut g = Graph::new();
    g.set_random_seed(42);
    let x = g.placeholder("x", DType::Float, &[Some(4), Some(8), Some(8), Some(2)])?;
    let y = g.placeholder("y", DType::Int64, &[Some(4)])?;
    let net =
        Conv2D::new(6, [3, 3]).padding(Padding::Same).kernel_initializer(Initializer::he_normal()).build(&mut g, &x)?;
    let net = BatchNormalization::new().momentum(0.9).training(true).build(&mut g, &net)?;
    let net = g.relu(&net)?;
    let net = MaxPool2D::new([2, 2], [2, 2]).build(&mut g, &net)?;
    let net = Conv2D::new(4, [2, 2])
        .activation(Activation::Tanh)
        .kernel_regularizer(Regularizer::L2(0.01))
        .build(&mut g, &net)?;
    let net = AveragePool2D::new([2, 2], [1, 1]).padding(Padding::Same).build(&mut g, &net)?;
    let net = flatten(&mut g, &net)?;
    let net = Dense::new(10).activation(Activation::Sigmoid).build(&mut g, &net)?;
    let net = BatchNormalization::new().training(true).build(&mut g, &net)?;
    let net = Dropout::new(0.25).build(&mut g, &net)?;
    let logits = Dense::new(3).build(&mut g, &net)?;
    losses::sparse_softmax_cross_entropy(&y, &logits).build(&mut g)?;
    let loss = losses::total(&mut g)?;

    let step = g.get_or_create_global_step()?;
    let rate = Schedule::polynomial_decay(0.05, 30, 0.01, 1.5).linear_scaling(2).warm_up(5).build(&mut g, &step)?;
    let mut optimizer = Optimizer::momentum(&rate, 0.9);
    let variables = g.trainable_variables();
    let (grads, vars): (Vec<_>, Vec<_>) = optimizer.compute_gradients(&mut g, &loss, &variables)?.into_iter().unzip();
    let (grads, _) = g.clip_by_global_norm(&grads, 1.0)?;
    let grads: Vec<_> = grads.into_iter().zip(vars).collect();
    let updates = g.collection(Graph::UPDATE_OPS).to_vec();
    let train = g.control_dependencies(&updates, |g| optimizer.apply_gradients(g, &grads, Some(&step)))?;
    let mut averages = ExponentialMovingAverage::new(0.99).num_updates(&step);
    let train = g.control_dependencies(&[train], |g| averages.apply(g, &variables))?;
    Program::new("convolutional", g, &loss, &train)
}

#[test]
fn a_convolutional_network_trains_alike() {
    check(vec![convolutional().unwrap()]);
}
