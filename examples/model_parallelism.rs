//! Model parallelism: one model in two halves, each with its variables on a worker of its own. Activations go from the first
//! worker to the second, gradients come back; a step of the graph does both.
//!
//! ```text
//! cargo run -p regatta --example model_parallelism -- [--steps=N] [--batch=N] [--target=grpc://HOST:PORT]
//! ```

#[path = "digits.rs"]
mod digits;
#[path = "flags.rs"]
mod flags;

use digits::{Digits, PIXELS};
use flags::Flags;
use regatta::{
    DType, Graph, Optimizer, Result, Session,
    layers::{Activation, Dense},
    losses, metrics,
};

const HELP: &str = "\
--steps=200                 how many training steps
--batch=64                  how many images in each
--target=grpc://HOST:PORT   the master of a cluster with two workers; without it, one is started in this process";

fn main() -> Result<()> {
    println!("accuracy {:.3}", run(std::env::args().skip(1))?);
    Ok(())
}

/// Trains, and answers the accuracy on images that were not trained with.
pub fn run(args: impl IntoIterator<Item = String>) -> Result<f32> {
    let flags = Flags::parse(args, HELP)?;
    let (steps, batch) = (flags.number("steps", 200)?, flags.number("batch", 64)?);
    let (train_set, test_set) = (Digits::new(5000, 1), Digits::new(1000, 2));

    let mut g = Graph::new();
    g.set_random_seed(1);
    let (x, hidden) = g.device("/job:worker/task:0", |g| -> Result<_> {
        let x = g.placeholder("x", DType::Float, &[None, Some(PIXELS)])?;
        let hidden = Dense::new(200).activation(Activation::Relu).name("lower").build(g, &x)?;
        Ok((x, hidden))
    })?;
    let (y, logits, loss) = g.device("/job:worker/task:1", |g| -> Result<_> {
        let y = g.placeholder("y", DType::Int64, &[None])?;
        let net = Dense::new(100).activation(Activation::Relu).name("upper").build(g, &hidden)?;
        let logits = Dense::new(10).name("logits").build(g, &net)?;
        let loss = losses::sparse_softmax_cross_entropy(&y, &logits).build(g)?;
        Ok((y, logits, loss))
    })?;
    // Updates run where their variables lie, so that each worker changes its own half.
    let train = Optimizer::adam(1e-3).minimize(&mut g, &loss, None)?;
    let accuracy = metrics::batch_accuracy(&mut g, &y, &logits)?;
    let init = g.global_variables_initializer()?;

    let master = flags.master(&[("worker", 2)])?;
    let session = Session::new(&master.target)?;
    session.step(&mut g).op(&init).run()?;
    for step in 0..steps {
        let (images, labels) = train_set.batch(step, batch)?;
        let found = session.step(&mut g).feed(&x, images).feed(&y, labels).fetch(&loss).op(&train).run()?;
        if step % 50 == 0 {
            println!("step {step} loss {:.3}", found[0].single::<f32>()?);
        }
    }
    let (images, labels) = test_set.all()?;
    session.step(&mut g).feed(&x, images).feed(&y, labels).fetch(&accuracy).run()?[0].single()
}
