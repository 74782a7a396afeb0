//! Between-graph replication, asynchronous: every worker builds the same graph, runs its own steps and changes the shared
//! variables, which the parameter servers hold, whenever its gradients are ready.
//!
//! Without flags, the whole cluster is threads of this process. With them, each process is one task, as in the seeds:
//!
//! ```text
//! P="--ps_hosts=localhost:2222,localhost:2223 --worker_hosts=localhost:2224,localhost:2225"
//! cargo run -p regatta --example between_graph -- $P --job_name=ps --task_index=0
//! cargo run -p regatta --example between_graph -- $P --job_name=ps --task_index=1
//! cargo run -p regatta --example between_graph -- $P --job_name=worker --task_index=0
//! cargo run -p regatta --example between_graph -- $P --job_name=worker --task_index=1
//! ```

#[path = "digits.rs"]
mod digits;
#[path = "flags.rs"]
#[allow(dead_code)] // Other examples use the rest.
mod flags;

use std::{thread, time::Duration};

use digits::{Digits, PIXELS};
use flags::Flags;
use regatta::{
    ClusterSpec, DType, Graph, GreedyLoadBalancingStrategy, LocalCluster, Optimizer, ReplicaDeviceSetter, Result,
    Server, ServerConfig, Session, TaskName,
    layers::{Activation, Dense},
    losses, metrics,
};

const HELP: &str = "\
--ps_hosts=HOST:PORT,...       the parameter servers; without them, the cluster is started in this process
--worker_hosts=HOST:PORT,...   the workers
--job_name=ps|worker           what this process is
--task_index=0                 which one
--steps=300                    how many training steps, over all workers
--batch=64                     how many images in each";

fn main() -> Result<()> {
    if let Some(accuracy) = run(std::env::args().skip(1))? {
        println!("accuracy {accuracy:.3}");
    }
    Ok(())
}

/// Trains, and answers the accuracy on images that were not trained with; a parameter server serves until it is stopped.
pub fn run(args: impl IntoIterator<Item = String>) -> Result<Option<f32>> {
    let flags = Flags::parse(args, HELP)?;
    let plan = Plan { steps: flags.number("steps", 300)?, batch: flags.number("batch", 64)? };
    match (flags.text("ps_hosts"), flags.text("worker_hosts")) {
        (Some(ps_hosts), Some(worker_hosts)) => {
            let hosts = |list: &str| list.split(',').map(str::to_owned).collect::<Vec<_>>();
            let (ps_hosts, worker_hosts) = (hosts(ps_hosts), hosts(worker_hosts));
            let cluster = ClusterSpec::new().with_job("ps", &ps_hosts)?.with_job("worker", &worker_hosts)?;
            let task = TaskName::new(flags.text("job_name").unwrap_or("worker"), flags.number("task_index", 0)?);
            let server = Server::start(ServerConfig::new(cluster, task.clone()))?;
            if task.job == "ps" {
                server.join();
                return Ok(None);
            }
            plan.work(&server.target(), ps_hosts.len(), task.index as usize).map(Some)
        }
        _ => plan.in_threads(2, 2).map(Some),
    }
}

/// What every worker is told.
#[derive(Clone, Copy)]
struct Plan {
    steps: i64,
    batch: usize,
}

impl Plan {
    /// A cluster in this process, each worker a thread with a graph and a session of its own.
    fn in_threads(self, ps: usize, workers: usize) -> Result<f32> {
        let cluster = LocalCluster::start(&[("ps", ps), ("worker", workers)])?;
        let targets = (0..workers).map(|worker| cluster.target("worker", worker)).collect::<Result<Vec<_>>>()?;
        let accuracies: Result<Vec<f32>> = thread::scope(|scope| {
            let work = |(worker, target): (usize, String)| scope.spawn(move || self.work(&target, ps, worker));
            let threads: Vec<_> = targets.into_iter().enumerate().map(work).collect();
            threads.into_iter().map(|thread| thread.join().expect("a worker does not panic")).collect()
        });
        // Who ends last has seen all steps.
        Ok(accuracies?.into_iter().fold(0.0, f32::max))
    }

    fn work(self, target: &str, ps: usize, worker: usize) -> Result<f32> {
        let (train_set, test_set) = (Digits::new(5000, 1 + worker as u64), Digits::new(1000, 1000));
        let mut g = Graph::new();
        g.set_random_seed(1);
        // Variables go to the server that holds the least so far; all else is this worker's.
        let setter = ReplicaDeviceSetter::new(ps)
            .worker_device(&format!("/job:worker/task:{worker}"))
            .strategy(GreedyLoadBalancingStrategy::new(ps));
        let (x, y, loss, train, accuracy, global_step) = g.replica(setter, |g| -> Result<_> {
            let x = g.placeholder("x", DType::Float, &[None, Some(PIXELS)])?;
            let y = g.placeholder("y", DType::Int64, &[None])?;
            let net = Dense::new(100).activation(Activation::Relu).build(g, &x)?;
            let logits = Dense::new(10).build(g, &net)?;
            let loss = losses::sparse_softmax_cross_entropy(&y, &logits).build(g)?;
            let global_step = g.get_or_create_global_step()?;
            let train = Optimizer::adagrad(0.05).minimize(g, &loss, Some(&global_step))?;
            let accuracy = metrics::batch_accuracy(g, &y, &logits)?;
            Ok((x, y, loss, train, accuracy, global_step.read(g)?))
        })?;
        let init = g.global_variables_initializer()?;
        let missing = g.report_uninitialized_variables()?;

        let session = Session::new(target)?;
        // The chief gives the variables their first values; the others wait until it has.
        if worker == 0 {
            session.step(&mut g).op(&init).run()?;
        }
        while session.step(&mut g).fetch(&missing).run()?[0].num_elements() > 0 {
            thread::sleep(Duration::from_millis(20));
        }
        for step in 0.. {
            let (images, labels) = train_set.batch(step, self.batch)?;
            let feeding = session.step(&mut g).feed(&x, images).feed(&y, labels);
            let found = feeding.fetch(&loss).fetch(&global_step).op(&train).run()?;
            // The global step counts the steps of all workers.
            let so_far = found[1].single::<i64>()?;
            if step % 50 == 0 {
                println!("worker {worker} global step {so_far} loss {:.3}", found[0].single::<f32>()?);
            }
            if so_far >= self.steps {
                break;
            }
        }
        let (images, labels) = test_set.all()?;
        session.step(&mut g).feed(&x, images).feed(&y, labels).fetch(&accuracy).run()?[0].single()
    }
}
