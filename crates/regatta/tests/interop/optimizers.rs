//! Every optimizer on a model with dense gradients and with rows, from the same first values, beside TensorFlow's own.

use regatta::{
    DType, Graph, Initializer, Optimizer, Result, Shape, Tensor,
    layers::{Activation, Dense},
    losses,
    optimizer::{Ftrl, Momentum, RmsProp},
};

use crate::{Program, check};

/// `((7 * k) % 11 - 5) / 10`.
fn first_values(shape: &[usize]) -> Result<Initializer> {
    let shape = Shape::new(shape)?;
    let values = (0..shape.num_elements()).map(|k| (((7 * k) % 11) as f64 / 10.0 - 0.5) as f32).collect();
    Ok(Initializer::value(Tensor::new(shape, values)?))
}

/// A layer beside a table of rows, some of which are looked up twice in a step.
pub(crate) fn program(name: &str, mut optimizer: Optimizer) -> Program {
    let mut build = || -> Result<Program> {
        let mut g = Graph::new();
        let x = g.placeholder("x", DType::Float, &[Some(8), Some(4)])?;
        let ids = g.placeholder("ids", DType::Int64, &[Some(8)])?;
        let y = g.placeholder("y", DType::Int64, &[Some(8)])?;
        let table = g.variable("table", &[6, 3], first_values(&[6, 3])?)?;
        let rows = g.embedding_lookup(&table, &ids)?;
        let hidden =
            Dense::new(5).activation(Activation::Relu).kernel_initializer(first_values(&[4, 5])?).build(&mut g, &x)?;
        let hidden = g.concat(&[hidden, rows], 1)?;
        let logits = Dense::new(3).kernel_initializer(first_values(&[8, 3])?).build(&mut g, &hidden)?;
        let loss = losses::sparse_softmax_cross_entropy(&y, &logits).build(&mut g)?;
        let step = g.get_or_create_global_step()?;
        let train = optimizer.minimize(&mut g, &loss, Some(&step))?;
        Program::new(name, g, &loss, &train)
    };
    build().unwrap_or_else(|status| panic!("{name}: {status}"))
}

#[test]
fn optimizers_do_as_tensorflow_does() {
    let ftrl = Ftrl { l1_regularization_strength: 0.001, l2_regularization_strength: 0.002, ..Ftrl::default() };
    check(vec![
        program("gradient_descent", Optimizer::gradient_descent(0.5)),
        program("momentum", Optimizer::momentum(0.1, 0.9)),
        program("nesterov", Optimizer::new(Momentum { momentum: 0.8, use_nesterov: true }, 0.1)),
        program("adagrad", Optimizer::adagrad(0.2)),
        program("adadelta", Optimizer::adadelta(5.0)),
        program("adam", Optimizer::adam(0.01)),
        program("ada_max", Optimizer::ada_max(0.02)),
        program("rms_prop", Optimizer::new(RmsProp { momentum: 0.5, ..RmsProp::default() }, 0.01)),
        program("centered_rms_prop", Optimizer::centered_rms_prop(0.01)),
        program("ftrl", Optimizer::new(ftrl, 0.5)),
        program("ftrl_shrinkage", Optimizer::new(Ftrl { l2_shrinkage_regularization_strength: 0.01, ..ftrl }, 0.5)),
    ]);
}
