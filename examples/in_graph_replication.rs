//! In-graph replication: one client, one graph, a copy of the model on each worker, their gradients averaged.
//!
//! Each step is synchronous: the variables, on the parameter server, change once by the mean of all workers' gradients.
//!
//! ```text
//! cargo run -p regatta --example in_graph_replication -- [--workers=N] [--steps=N] [--batch=N] [--target=grpc://HOST:PORT]
//! ```

#[path = "digits.rs"]
mod digits;
#[path = "flags.rs"]
mod flags;

use digits::{Digits, PIXELS};
use flags::Flags;
use regatta::{
    DType, GradAndVar, Graph, Optimizer, Outlet, ReplicaDeviceSetter, Result, Schedule, Session,
    layers::{Activation, Dense},
    losses, metrics,
};

const HELP: &str = "\
--workers=2                 how many copies of the model, each on a worker of its own
--steps=200                 how many training steps
--batch=64                  how many images in each, over all workers
--target=grpc://HOST:PORT   the master; without it, a cluster is started in this process";

fn main() -> Result<()> {
    println!("accuracy {:.3}", run(std::env::args().skip(1))?);
    Ok(())
}

fn model(g: &mut Graph, images: &Outlet) -> Result<Outlet> {
    let net = Dense::new(100).activation(Activation::Relu).build(g, images)?;
    Dense::new(10).build(g, &net)
}

/// The mean of what the towers say about each variable.
fn average(g: &mut Graph, towers: &[Vec<GradAndVar>]) -> Result<Vec<GradAndVar>> {
    let Some(first) = towers.first() else { return Ok(Vec::new()) };
    let mut means = Vec::new();
    for (k, (_, variable)) in first.iter().enumerate() {
        let grads = towers.iter().filter_map(|tower| tower[k].0.clone());
        let grads = grads.map(|grad| grad.dense(g)).collect::<Result<Vec<_>>>()?;
        let sum = g.colocate_with(variable.handle(), |g| g.add_n(&grads))?;
        let mean = g.colocate_with(variable.handle(), |g| g.scale(&sum, 1.0 / towers.len() as f64))?;
        means.push((Some(mean.into()), variable.clone()));
    }
    Ok(means)
}

/// Trains, and answers the accuracy on images that were not trained with.
pub fn run(args: impl IntoIterator<Item = String>) -> Result<f32> {
    let flags = Flags::parse(args, HELP)?;
    let (steps, batch, workers) =
        (flags.number("steps", 200)?, flags.number("batch", 64)?, flags.number("workers", 2)?);
    let (train_set, test_set) = (Digits::new(5000, 1), Digits::new(1000, 2));

    let mut g = Graph::new();
    g.set_random_seed(1);
    let x = g.placeholder("x", DType::Float, &[None, Some(PIXELS)])?;
    let y = g.placeholder("y", DType::Int64, &[None])?;
    let (images, labels) = (g.split(&x, workers, 0)?, g.split(&y, workers, 0)?);
    let global_step = g.device("/job:ps/task:0", |g| g.get_or_create_global_step())?;
    // A larger batch allows larger steps, once the first ones are done.
    let rate = Schedule::constant(0.05).linear_scaling(workers).warm_up(20).build(&mut g, &global_step)?;
    let mut optimizer = Optimizer::momentum(&rate, 0.9);

    let (mut towers, mut losses_of_towers) = (Vec::new(), Vec::new());
    for worker in 0..workers {
        let setter = ReplicaDeviceSetter::new(1).worker_device(&format!("/job:worker/task:{worker}"));
        g.replica(setter, |g| -> Result<()> {
            // The first tower makes the variables, the others share them.
            let logits = g.share_variables("", |g| model(g, &images[worker]))?;
            let loss = losses::sparse_softmax_cross_entropy(&labels[worker], &logits).build(g)?;
            let variables = g.trainable_variables();
            towers.push(optimizer.compute_gradients(g, &loss, &variables)?);
            losses_of_towers.push(loss);
            Ok(())
        })?;
    }
    let grads = average(&mut g, &towers)?;
    let train = optimizer.apply_gradients(&mut g, &grads, Some(&global_step))?;
    let sum = g.add_n(&losses_of_towers)?;
    let loss = g.scale(&sum, 1.0 / workers as f64)?;
    let logits = g.reuse_variables("", |g| model(g, &x))?;
    let accuracy = metrics::batch_accuracy(&mut g, &y, &logits)?;
    let init = g.global_variables_initializer()?;

    let master = flags.master(&[("ps", 1), ("worker", workers)])?;
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
