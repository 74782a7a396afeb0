//! Two hidden layers on synthetic digits, the model of the seeds' between-graph program, here on one task.
//!
//! ```text
//! cargo run -p regatta --example mlp -- [--steps=N] [--batch=N] [--target=grpc://HOST:PORT]
//! ```

#[path = "digits.rs"]
mod digits;
#[path = "flags.rs"]
mod flags;

use digits::{Digits, PIXELS};
use flags::Flags;
use regatta::{
    DType, Graph, Optimizer, Outlet, Result, Schedule, Session,
    layers::{Activation, Dense},
    losses, metrics,
};

const HELP: &str = "\
--steps=300                 how many training steps
--batch=64                  how many images in each
--target=grpc://HOST:PORT   the master; without it, one is started in this process";

fn main() -> Result<()> {
    println!("accuracy {:.3}", run(std::env::args().skip(1))?);
    Ok(())
}

/// `tf.layers.dense` three times.
fn model(g: &mut Graph, images: &Outlet) -> Result<Outlet> {
    let net = Dense::new(500).activation(Activation::Relu).build(g, images)?;
    let net = Dense::new(500).activation(Activation::Relu).build(g, &net)?;
    Dense::new(10).build(g, &net)
}

/// Trains, and answers the accuracy on images that were not trained with.
pub fn run(args: impl IntoIterator<Item = String>) -> Result<f32> {
    let flags = Flags::parse(args, HELP)?;
    let (steps, batch) = (flags.number("steps", 300)?, flags.number("batch", 64)?);
    let (train_set, test_set) = (Digits::new(5000, 1), Digits::new(1000, 2));

    let mut g = Graph::new();
    g.set_random_seed(1);
    let x = g.placeholder("x", DType::Float, &[None, Some(PIXELS)])?;
    let y = g.placeholder("y", DType::Int64, &[None])?;
    let logits = model(&mut g, &x)?;
    let loss = losses::sparse_softmax_cross_entropy(&y, &logits).build(&mut g)?;
    let global_step = g.get_or_create_global_step()?;
    let rate = Schedule::exponential_decay(1e-3, 100, 0.9).build(&mut g, &global_step)?;
    let train = Optimizer::adam(&rate).minimize(&mut g, &loss, Some(&global_step))?;
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
