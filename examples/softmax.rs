//! Softmax regression on synthetic digits: the first model of every tutorial.
//!
//! ```text
//! cargo run -p regatta --example softmax -- [--steps=N] [--batch=N] [--target=grpc://HOST:PORT]
//! ```

#[path = "digits.rs"]
mod digits;
#[path = "flags.rs"]
mod flags;

use digits::{Digits, PIXELS};
use flags::Flags;
use regatta::{DType, Graph, Initializer, Optimizer, Result, Session, losses, metrics};

const HELP: &str = "\
--steps=300                 how many training steps
--batch=100                 how many images in each
--target=grpc://HOST:PORT   the master; without it, one is started in this process";

fn main() -> Result<()> {
    println!("accuracy {:.3}", run(std::env::args().skip(1))?);
    Ok(())
}

/// Trains, and answers the accuracy on images that were not trained with.
pub fn run(args: impl IntoIterator<Item = String>) -> Result<f32> {
    let flags = Flags::parse(args, HELP)?;
    let (steps, batch) = (flags.number("steps", 300)?, flags.number("batch", 100)?);
    let (train_set, test_set) = (Digits::new(5000, 1), Digits::new(1000, 2));

    let mut g = Graph::new();
    let x = g.placeholder("x", DType::Float, &[None, Some(PIXELS)])?;
    let y = g.placeholder("y", DType::Int64, &[None])?;
    let w = g.variable("W", &[PIXELS, 10], Initializer::zeros())?.read(&mut g)?;
    let b = g.variable("b", &[10], Initializer::zeros())?.read(&mut g)?;
    let product = g.matmul(&x, &w)?;
    let logits = g.add(&product, &b)?;
    // The softmax is part of the loss, where it can be computed without overflow.
    let loss = losses::sparse_softmax_cross_entropy(&y, &logits).build(&mut g)?;
    let train = Optimizer::gradient_descent(0.5).minimize(&mut g, &loss, None)?;
    let accuracy = metrics::batch_accuracy(&mut g, &y, &logits)?;
    let init = g.global_variables_initializer()?;

    let master = flags.master(&[("local", 1)])?;
    let session = Session::new(&master.target)?;
    session.step(&mut g).op(&init).run()?;
    for step in 0..steps {
        let (images, labels) = train_set.batch(step, batch)?;
        let found = session.step(&mut g).feed(&x, images).feed(&y, labels).fetch(&loss).op(&train).run()?;
        if step % 100 == 0 {
            println!("step {step} loss {:.3}", found[0].single::<f32>()?);
        }
    }
    let (images, labels) = test_set.all()?;
    session.step(&mut g).feed(&x, images).feed(&y, labels).fetch(&accuracy).run()?[0].single()
}
