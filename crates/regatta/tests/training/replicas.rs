//! Workers that train together, by each of the policies, on clusters of this process.

use std::{
    sync::{Condvar, Mutex},
    thread,
    time::Duration,
};

use regatta::{
    Code, DType, Grad, Graph, Initializer, LocalCluster, MonitoredSession, MonitoredTrainingSession, Optimizer, Outlet,
    ReplicaDeviceSetter, Result, Session, SessionConfig, Tensor, Variable,
    hooks::StopAtStepHook,
    replicas::{Receipt, ReplicaTraining, Replicas, Tally, Workers},
};

const PARAMETER_SERVERS: usize = 2;
const INPUTS: usize = 6;
/// How long a worker waits for the others.
const PATIENCE: Duration = Duration::from_secs(60);

/// A network that learns whether a sum is positive; small, with several variables on both parameter servers.
struct Network {
    x: Outlet,
    y: Outlet,
    loss: Outlet,
}

fn network(g: &mut Graph) -> Result<Network> {
    let x = g.placeholder("x", DType::Float, &[None, Some(INPUTS)])?;
    let y = g.placeholder("y", DType::Float, &[None, Some(1)])?;
    let w = g.variable("hidden/w", &[INPUTS, 8], Initializer::truncated_normal(0.0, 0.5).seed(1))?;
    let b = g.variable("hidden/b", &[8], Initializer::zeros())?;
    let v = g.variable("output/w", &[8, 1], Initializer::truncated_normal(0.0, 0.5).seed(2))?;
    let (w, b, v) = (w.read(g)?, b.read(g)?, v.read(g)?);
    let hidden = g.matmul(&x, &w)?;
    let hidden = g.add(&hidden, &b)?;
    let hidden = g.tanh(&hidden)?;
    let output = g.matmul(&hidden, &v)?;
    let wrong = g.sub(&output, &y)?;
    let wrong = g.square(&wrong)?;
    let loss = g.reduce_mean(&wrong, &[])?;
    Ok(Network { x, y, loss })
}

/// The batch of a worker's step.
fn batch(worker: usize, step: usize) -> (Tensor, Tensor) {
    const ROWS: usize = 5;
    let mut state = (worker * 7919 + step * 104_729 + 1) as u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 40) as f32 / (1 << 24) as f32) - 0.5
    };
    let xs: Vec<f32> = (0..ROWS * INPUTS).map(|_| next()).collect();
    let ys = xs.chunks(INPUTS).map(|row| if row.iter().sum::<f32>() > 0.0 { 1f32 } else { -1.0 }).collect();
    let shape = |columns| regatta::Shape::new(&[ROWS, columns]).unwrap();
    (Tensor::new(shape(INPUTS), xs).unwrap(), Tensor::new(shape(1), ys).unwrap())
}

/// A worker of a cluster, ready to train.
struct Worker {
    index: usize,
    network: Network,
    training: ReplicaTraining,
    session: MonitoredSession,
    variables: Vec<Outlet>,
}

impl Worker {
    fn start(cluster: &LocalCluster, policy: &str, index: usize, total: usize, steps: i64) -> Result<Worker> {
        Worker::start_with_lease(Duration::from_secs(60), cluster, policy, index, total, steps)
    }

    fn start_with_lease(
        lease: Duration,
        cluster: &LocalCluster,
        policy: &str,
        index: usize,
        total: usize,
        steps: i64,
    ) -> Result<Worker> {
        let mut replicas = Replicas::new(policy, Workers::on_one_host(total), index)?.lease(lease).learning_rate(0.05);
        let mut g = Graph::new();
        let setter = ReplicaDeviceSetter::new(PARAMETER_SERVERS).worker_device(&format!("/job:worker/task:{index}"));
        let built = g.replica(setter, |g| {
            let network = replicas.model(g, network)?;
            let step = g.get_or_create_global_step()?;
            let training = replicas.minimize(g, Optimizer::adam(0.05), &network.loss, &step)?;
            training.summarize(g)?;
            let of_model = ["hidden/w", "hidden/b", "output/w"];
            let variables: Vec<Variable> = of_model.iter().filter_map(|name| g.find_variable(name)).cloned().collect();
            let variables = variables.iter().map(|variable| variable.read(g)).collect::<Result<Vec<_>>>()?;
            Ok::<_, regatta::Status>((network, training, variables))
        });
        let (network, mut training, variables) = built?;
        let device_filters = vec!["/job:ps".to_owned(), format!("/job:worker/task:{index}")];
        let session = MonitoredTrainingSession::on(&cluster.target("worker", index)?)
            .is_chief(index == 0)
            .config(SessionConfig { device_filters, ..SessionConfig::default() })
            .hook(training.hook())
            .hook(StopAtStepHook::at(steps))
            .patience(PATIENCE)
            .start(g)?;
        Ok(Worker { index, network, training, session, variables })
    }

    fn step(&mut self, step: usize) -> Result<(f32, Option<Receipt>, i64)> {
        let (x, y) = batch(self.index, step);
        let feeds = [(self.network.x.clone(), x), (self.network.y.clone(), y)];
        let made = self.training.step(&mut self.session, &feeds, std::slice::from_ref(&self.network.loss))?;
        let loss = made.values.first().map_or(Ok(f32::NAN), |loss| loss.single::<f32>())?;
        if made.is_over {
            self.session.request_stop();
        }
        Ok((loss, made.receipt, made.global_step))
    }

    /// Trains to the end: the first and the last losses.
    fn train(&mut self) -> Result<(f32, f32)> {
        let mut losses = Vec::new();
        for step in 0.. {
            if self.session.should_stop() {
                break;
            }
            losses.push(self.step(step)?.0);
        }
        // The step at the end may be one of a run that was over already.
        losses.pop();
        let mean = |losses: &[f32]| losses.iter().sum::<f32>() / losses.len() as f32;
        let few = losses.len().min(10);
        Ok((mean(&losses[..few]), mean(&losses[losses.len() - few..])))
    }

    fn weights(&mut self) -> Result<Vec<Vec<u8>>> {
        let session = self.session.session()?;
        let values = session.step_as_sent().fetch_all(&self.variables).run()?;
        Ok(values.iter().map(|value| value.bytes().unwrap_or_default().to_vec()).collect())
    }
}

fn cluster(workers: usize) -> LocalCluster {
    LocalCluster::start(&[("ps", PARAMETER_SERVERS), ("worker", workers)]).unwrap()
}

/// Where threads wait for each other, as long as none of them fails.
struct Meeting {
    awaited: Mutex<usize>,
    changed: Condvar,
}

impl Meeting {
    fn of(threads: usize) -> Meeting {
        Meeting { awaited: Mutex::new(threads), changed: Condvar::new() }
    }

    fn wait(&self) {
        let mut awaited = self.awaited.lock().unwrap();
        *awaited -= 1;
        self.changed.notify_all();
        let wait = self.changed.wait_timeout_while(awaited, PATIENCE, |awaited| *awaited > 0);
        assert_eq!(*wait.unwrap().0, 0, "so many threads have not come");
    }
}

/// Trains with so many workers: what became of each one's gradients, its losses at first and at last, and the global step.
fn train(policy: &str, workers: usize, steps: i64) -> Vec<(Tally, (f32, f32), i64)> {
    let cluster = cluster(workers);
    let (all_have_begun, all_have_finished) = (Meeting::of(workers), Meeting::of(workers));
    let work = |index: usize| {
        let mut worker = Worker::start(&cluster, policy, index, workers, steps).unwrap();
        all_have_begun.wait();
        let losses = worker.train().unwrap();
        // Who has finished leaves first: the others are not waited for.
        let step = worker.session.global_step().unwrap();
        let tally = worker.training.tally();
        worker.session.close().unwrap();
        all_have_finished.wait();
        (tally, losses, step)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|index| scope.spawn(move || work(index))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    })
}

#[test]
fn every_policy_trains() {
    for policy in [
        "async",
        "async-drop:4",
        "dc-asgd:0.04",
        "dc-asgd:adaptive",
        "ssp:2",
        "sync",
        "backup:1",
        "hybrid:2",
        "local:4",
        "local:auto",
        "tf-sync",
    ] {
        let found = train(policy, 3, 300);
        for (worker, (tally, (first, last), step)) in found.iter().enumerate() {
            assert!(*step >= 300, "{policy}: worker {worker} ended at step {step}");
            assert!(tally.applied > 0 && tally.duplicate == 0, "{policy}: worker {worker}: {tally:?}");
            // It begins above 1, and a worker that comes late begins where the others are.
            assert!(*last < 0.7, "{policy}: worker {worker}: the loss went from {first} to {last}");
        }
        let applied: u64 = found.iter().map(|(tally, ..)| tally.applied).sum();
        match policy {
            // One of every worker in each step.
            "sync" => assert_eq!(applied, 3 * 300),
            "backup:1" => assert_eq!(applied, 2 * 300),
            // The hook that stops sees the step before a round, and so perhaps one round late.
            "local:4" => assert!(applied == 3 * 75 || applied == 3 * 76, "{applied}"),
            "async" | "ssp:2" | "async-drop:4" => assert!(applied >= 300, "{policy}: {applied}"),
            _ => {}
        }
    }
}

/// What strict synchronous workers make is what one process makes that computes their gradients one after the other and averages
/// them in that order: bit for bit, every time.
#[test]
fn strict_steps_are_those_of_one_worker_bit_for_bit() {
    const WORKERS: usize = 3;
    const STEPS: usize = 200;
    let together = || {
        let cluster = cluster(WORKERS);
        let work = |index: usize| {
            let mut worker = Worker::start(&cluster, "sync", index, WORKERS, STEPS as i64).unwrap();
            for step in 0..STEPS {
                let (_, receipt, _) = worker.step(step).unwrap();
                assert_eq!(receipt, Some(Receipt::Applied { version: step as i64 + 1 }));
            }
            let weights = worker.weights().unwrap();
            worker.session.close().unwrap();
            weights
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..WORKERS).map(|index| scope.spawn(move || work(index))).collect();
            let weights: Vec<_> = workers.into_iter().map(|worker| worker.join().unwrap()).collect();
            weights.into_iter().next().unwrap()
        })
    };
    let alone = {
        let mut g = Graph::new();
        let Network { x, y, loss } = network(&mut g).unwrap();
        let variables = g.trainable_variables();
        let mut optimizer = Optimizer::adam(0.05);
        let computed = optimizer.compute_gradients(&mut g, &loss, &variables).unwrap();
        let gradients: Vec<Outlet> = computed
            .iter()
            .map(|(grad, _)| match grad {
                Some(Grad::Dense(grad)) => grad.clone(),
                _ => panic!("whole gradients"),
            })
            .collect();
        let fed: Vec<Outlet> = variables
            .iter()
            .map(|variable| {
                let sizes: Vec<Option<usize>> = variable.shape().iter().map(|size| Some(*size)).collect();
                g.placeholder("mean", DType::Float, &sizes).unwrap()
            })
            .collect();
        let means: Vec<_> =
            fed.iter().zip(&variables).map(|(fed, v)| (Some(Grad::Dense(fed.clone())), v.clone())).collect();
        let train = optimizer.apply_gradients(&mut g, &means, None).unwrap();
        let values: Vec<Outlet> = variables.iter().map(|variable| variable.read(&mut g).unwrap()).collect();
        let init = g.global_variables_initializer().unwrap();
        let session = Session::local().unwrap();
        session.step(&mut g).op(&init).run().unwrap();
        for step in 0..STEPS {
            let mut sums: Vec<Vec<f32>> = Vec::new();
            for worker in 0..WORKERS {
                let (xs, ys) = batch(worker, step);
                let found = session.step(&mut g).feed(&x, xs).feed(&y, ys).fetch_all(&gradients).run().unwrap();
                let found = found.iter().map(|gradient| gradient.values::<f32>().unwrap().to_vec());
                if sums.is_empty() {
                    sums = found.collect();
                } else {
                    for (sum, gradient) in sums.iter_mut().zip(found) {
                        sum.iter_mut().zip(gradient).for_each(|(sum, one)| *sum += one);
                    }
                }
            }
            let mut apply = session.step(&mut g).op(&train);
            for ((sum, fed), variable) in sums.into_iter().zip(&fed).zip(&variables) {
                let mean = sum.into_iter().map(|sum| sum / WORKERS as f32).collect();
                apply = apply.feed(fed, Tensor::new(variable.shape().clone(), mean).unwrap());
            }
            apply.run().unwrap();
        }
        let values = session.step(&mut g).fetch_all(&values).run().unwrap();
        values.iter().map(|value| value.bytes().unwrap_or_default().to_vec()).collect::<Vec<_>>()
    };
    let first = together();
    assert!(first == alone, "three workers and one that does their work make different weights");
    assert!(first == together(), "the same run makes different weights");
}

/// A worker that dies without a word is waited for as long as its lease, and then not any more; a new one takes its place.
#[test]
fn the_living_go_on_without_the_dead_and_with_those_that_come_back() {
    let cluster = cluster(2);
    let start = |index| Worker::start_with_lease(Duration::from_secs(2), &cluster, "sync", index, 2, 1_000_000);
    let both_stepped = Meeting::of(2);
    let first_went_on = Meeting::of(2);
    thread::scope(|scope| {
        let other = scope.spawn(|| {
            let mut worker = start(1).unwrap();
            worker.step(0).unwrap();
            both_stepped.wait();
            // Neither leaves nor is heard of again.
            drop(worker);
            first_went_on.wait();
            let mut worker = start(1).unwrap();
            let (_, receipt, _) = worker.step(1).unwrap();
            assert!(matches!(receipt, Some(Receipt::Applied { .. } | Receipt::Late { .. })), "{receipt:?}");
            worker.session.close().unwrap();
        });
        let mut worker = start(0).unwrap();
        worker.step(0).unwrap();
        both_stepped.wait();
        let (_, receipt, _) = worker.step(1).unwrap();
        assert_eq!(receipt, Some(Receipt::Applied { version: 2 }));
        first_went_on.wait();
        let mut step = 2;
        while !other.is_finished() {
            worker.step(step).unwrap();
            step += 1;
        }
        other.join().unwrap();
        worker.session.close().unwrap();
    });
}

#[test]
fn workers_with_different_policies_are_told_so() {
    let cluster = cluster(2);
    thread::scope(|scope| {
        let other = scope.spawn(|| Worker::start(&cluster, "async", 1, 2, 10).map(drop));
        let refused = Worker::start(&cluster, "ssp:3", 0, 2, 10).map(drop);
        let refused: Vec<_> = [refused, other.join().unwrap()].into_iter().filter_map(Result::err).collect();
        // The one that comes later finds out; the other too, if it waits.
        assert!(!refused.is_empty());
        for status in refused {
            assert_eq!(status.code, Code::InvalidArgument, "{status}");
            assert!(status.message.contains("/job:worker/task:0 has `ssp:3`"), "{status}");
            assert!(status.message.contains("/job:worker/task:1 has `async`"), "{status}");
        }
    });
}

/// Gradients of rows come together too: rows that one worker lacks count as nought for it.
#[test]
fn gradients_of_rows_are_averaged() {
    let cluster = cluster(2);
    let work = |index: usize| {
        let mut g = Graph::new();
        let setter = ReplicaDeviceSetter::new(PARAMETER_SERVERS).worker_device(&format!("/job:worker/task:{index}"));
        let replicas = Replicas::new("sync", Workers::on_one_host(2), index).unwrap();
        let (rows, mut training, value) = g.replica(setter, |g| {
            let rows = g.placeholder("rows", DType::Int64, &[None]).unwrap();
            let table = g.variable("table", &[4, 1], Initializer::zeros()).unwrap();
            let found = table.gather(g, &rows).unwrap();
            let loss = g.reduce_sum(&found, &[]).unwrap();
            let step = g.get_or_create_global_step().unwrap();
            let training = replicas.minimize(g, Optimizer::gradient_descent(1.0), &loss, &step).unwrap();
            (rows, training, table.read(g).unwrap())
        });
        let mut session = MonitoredTrainingSession::on(&cluster.target("worker", index).unwrap())
            .is_chief(index == 0)
            .hook(training.hook())
            .start(g)
            .unwrap();
        let of_worker = if index == 0 { vec![0i64, 1] } else { vec![1, 3, 3] };
        training.step(&mut session, &[(rows, Tensor::vector(of_worker))], &[]).unwrap();
        let value = session.session().unwrap().step_as_sent().fetch(&value).run().unwrap();
        session.close().unwrap();
        value[0].values::<f32>().unwrap().to_vec()
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| work(1));
        assert_eq!(work(0), [-0.5, -1.0, 0.0, -1.0]);
        assert_eq!(other.join().unwrap(), [-0.5, -1.0, 0.0, -1.0]);
    });
}
