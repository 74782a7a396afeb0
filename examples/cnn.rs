//! A convolutional network on synthetic digits: two convolutions of 5 x 5 with 32 and 64 filters, each followed by a pooling
//! of 2 x 2, a layer of 1024 units, dropout, 10 classes. The model of the seeds' distributed CNN.
//!
//! ```text
//! cargo run --release -p regatta --example cnn -- [--steps=N] [--batch=N] [--target=grpc://HOST:PORT]
//! ```

#[path = "digits.rs"]
mod digits;
#[path = "flags.rs"]
mod flags;

use digits::{Digits, PIXELS};
use flags::Flags;
use regatta::{
    DType, Graph, Initializer, Optimizer, Outlet, Padding, Result, Session, Tensor,
    layers::{Activation, Conv2D, Dense, Dropout, MaxPool2D, flatten},
    losses, metrics,
};

const HELP: &str = "\
--steps=200                 how many training steps
--batch=50                  how many images in each
--target=grpc://HOST:PORT   the master; without it, one is started in this process";

fn main() -> Result<()> {
    println!("accuracy {:.3}", run(std::env::args().skip(1))?);
    Ok(())
}

/// The seeds' `weight_variable` and `bias_variable`: truncated normal with a deviation of 0.1, and 0.1.
fn convolution(filters: usize) -> Conv2D {
    Conv2D::new(filters, [5, 5])
        .padding(Padding::Same)
        .activation(Activation::Relu)
        .kernel_initializer(Initializer::truncated_normal(0.0, 0.1))
        .bias_initializer(Initializer::constant(0.1))
}

fn model(g: &mut Graph, images: &Outlet, training: &Outlet) -> Result<Outlet> {
    let pool = MaxPool2D::new([2, 2], [2, 2]).padding(Padding::Same);
    let net = g.reshape(images, &[-1, 28, 28, 1])?;
    let net = convolution(32).build(g, &net)?;
    let net = pool.build(g, &net)?; // 14 x 14
    let net = convolution(64).build(g, &net)?;
    let net = pool.build(g, &net)?; // 7 x 7
    let net = flatten(g, &net)?;
    let net = Dense::new(1024).activation(Activation::Relu).build(g, &net)?;
    let net = Dropout::new(0.5).training(training).build(g, &net)?;
    Dense::new(10).build(g, &net)
}

/// Trains, and answers the accuracy on images that were not trained with.
pub fn run(args: impl IntoIterator<Item = String>) -> Result<f32> {
    let flags = Flags::parse(args, HELP)?;
    let (steps, batch) = (flags.number("steps", 200)?, flags.number("batch", 50)?);
    let (train_set, test_set) = (Digits::new(5000, 1), Digits::new(500, 2));

    let mut g = Graph::new();
    g.set_random_seed(1);
    let x = g.placeholder("x", DType::Float, &[None, Some(PIXELS)])?;
    let y = g.placeholder("y", DType::Int64, &[None])?;
    let training = g.placeholder("training", DType::Bool, &[])?;
    let logits = model(&mut g, &x, &training)?;
    let loss = losses::sparse_softmax_cross_entropy(&y, &logits).build(&mut g)?;
    let train = Optimizer::adam(1e-3).minimize(&mut g, &loss, None)?;
    let accuracy = metrics::batch_accuracy(&mut g, &y, &logits)?;
    let init = g.global_variables_initializer()?;

    let master = flags.master(&[("local", 1)])?;
    let session = Session::new(&master.target)?;
    session.step(&mut g).op(&init).run()?;
    for step in 0..steps {
        let (images, labels) = train_set.batch(step, batch)?;
        let feeding = session.step(&mut g).feed(&x, images).feed(&y, labels).feed(&training, Tensor::scalar(true));
        let found = feeding.fetch(&loss).op(&train).run()?;
        if step % 20 == 0 {
            println!("step {step} loss {:.3}", found[0].single::<f32>()?);
        }
    }
    let (images, labels) = test_set.all()?;
    let feeding = session.step(&mut g).feed(&x, images).feed(&y, labels).feed(&training, Tensor::scalar(false));
    feeding.fetch(&accuracy).run()?[0].single()
}
