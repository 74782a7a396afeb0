//! A worker: trains its shard of the images until the global step is reached.

use std::{path::PathBuf, process::ExitCode, time::Instant};

use anyhow::{Context, Result};
use regatta::{
    Code, Completion, Graph, GreedyLoadBalancingStrategy, MonitoredSession, MonitoredTrainingSession,
    ReplicaDeviceSetter, ServerConfig, SessionConfig, Status,
    hooks::{Every, NanTensorHook, ProfilerHook, StopAtStepHook},
    replicas::{ReplicaTraining, Replicas},
    summary::SummaryWriter,
};
use regatta_mnist::{Batches, Dataset};

use super::{
    EvalOn, PsStrategy, load,
    model::{Network, Score, evaluate},
    report::{Line, Report},
    run::Run,
    start,
};
use crate::{
    output::complain,
    signals::{INTERRUPTED, Stop},
};

/// One worker of a run.
pub struct Worker {
    pub index: usize,
    pub run: Run,
    pub run_dir: Option<PathBuf>,
    pub train_steps: i64,
    pub log_every: u64,
    pub eval_every: i64,
    pub eval_on: EvalOn,
    /// Seconds.
    pub save_every: u64,
    /// Global steps; 0 means never.
    pub profile_every: i64,
    pub parameter_servers: usize,
    pub workers: usize,
    /// Whether another process started this one, and sees to it that nobody else trains in the directory.
    pub is_led: bool,
}

impl Worker {
    /// Trains, evaluates and reports.
    pub fn run(self, config: ServerConfig, replicas: Replicas, report: &Report, stop: &Stop) -> Result<ExitCode> {
        let index = self.index;
        let is_chief = index == 0;
        let data = load(self.run.data_dir.as_deref())?;
        let mut claim = None;
        if let Some(dir) = self.run_dir.as_ref().filter(|_| is_chief) {
            if !self.is_led {
                claim = Some(Run::claim(dir)?);
            }
            self.run.save(dir)?;
        }
        let server = start(config)?;
        report.say(&Line::Listening { target: server.target(), job: "worker".to_owned(), task: index as u32 });

        let mut g = Graph::new();
        g.set_random_seed(self.run.seed);
        let ps = self.parameter_servers;
        let setter = ReplicaDeviceSetter::new(ps).worker_device(&format!("/job:worker/task:{index}"));
        let setter = match self.run.ps_strategy {
            PsStrategy::RoundRobin => setter,
            PsStrategy::Greedy => setter.strategy(GreedyLoadBalancingStrategy::new(ps)),
        };
        let built = g.replica(setter, |g| Network::build(g, &self.run, replicas));
        let (network, mut training) = built?;
        let done = Completion::new(&mut g, self.parameter_servers, index)?;
        let session = self.open(&server.target(), g, &network, &mut training, done.clone(), stop)?;

        let mut training = Training { worker: &self, network: &network, training, done, report, stop };
        let batches = Batches::new(&data.train, self.run.batch_size, self.run.seed as u64)?;
        let batches = batches.shard(index, self.workers)?;
        let interrupted = training.run(session, batches, &data)?;
        server.stop();
        drop(claim);
        Ok(if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    fn open(
        &self,
        target: &str,
        g: Graph,
        network: &Network,
        training: &mut ReplicaTraining,
        done: Completion,
        stop: &Stop,
    ) -> std::result::Result<MonitoredSession, Status> {
        let index = self.index;
        // A worker needs the parameter servers and itself: others may come, go and come back.
        let device_filters = vec!["/job:ps".to_owned(), format!("/job:worker/task:{index}")];
        let mut session = MonitoredTrainingSession::on(target)
            .is_chief(index == 0)
            .stop_with(stop.coordinator())
            .config(SessionConfig { device_filters, ..SessionConfig::default() })
            .hook(done)
            .hook(training.hook())
            .save_summaries(Some(Every::Steps(20)))
            .save_checkpoint(Some(Every::seconds(self.save_every)))
            .hook(StopAtStepHook::at(self.train_steps))
            .hook(NanTensorHook::new(&network.loss));
        if let Some(dir) = &self.run_dir {
            session = session.checkpoint_dir(dir);
            if index == 0 && self.profile_every > 0 {
                session = session.hook(ProfilerHook::new(dir, Every::Steps(self.profile_every)));
            }
        }
        session.start(g)
    }
}

/// A worker's steps.
struct Training<'a> {
    worker: &'a Worker,
    network: &'a Network,
    training: ReplicaTraining,
    done: Completion,
    report: &'a Report,
    stop: &'a Stop,
}

impl Training<'_> {
    /// Trains until the end, or until somebody asks to stop: the answer is whether that was so.
    fn run(
        &mut self,
        mut session: MonitoredSession,
        mut batches: Batches,
        data: &regatta_mnist::Mnist,
    ) -> Result<bool> {
        let begun = Instant::now();
        let global_step = self.global_step(&mut session)?;
        self.stop.work_begins();
        self.report.say(&Line::Begins { worker: self.worker.index, global_step });
        // What was trained with before the run was gone on with comes later again, not now.
        batches.skip(global_step.max(0) as u64 / self.worker.workers as u64);
        let curve = match &self.worker.run_dir {
            Some(dir) if self.worker.index == 0 && self.worker.eval_every > 0 => {
                Some(SummaryWriter::new(dir.join("eval"))?)
            }
            _ => None,
        };
        let (mut local_step, mut global_step, mut evaluated) = (0, global_step, global_step);
        let mut first = None;
        // A run that was finished before has nothing left to do.
        while global_step < self.worker.train_steps && !session.should_stop() {
            let (images, labels) = batches.next_batch()?;
            let network = self.network;
            let feeds = [(network.images.clone(), images), (network.labels.clone(), labels)];
            let made = match self.training.step(&mut session, &feeds, std::slice::from_ref(&network.loss)) {
                // It was waiting for lost tasks; what they know cannot be saved.
                Err(status) if status.code == Code::Cancelled && self.stop.asked() => {
                    complain(format_args!("regatta: {}; nothing is saved", status.message));
                    return Ok(true);
                }
                made => made?,
            };
            global_step = made.global_step;
            if made.is_over {
                break;
            }
            first.get_or_insert_with(|| (Instant::now(), global_step));
            local_step += 1;
            if local_step % self.worker.log_every == 0 {
                let loss = made.values[0].single::<f32>()?;
                let (worker, receipts) = (self.worker.index, self.training.tally().into());
                self.report.say(&Line::Step { worker, local_step, global_step, loss, receipts });
            }
            let due = self.worker.eval_every > 0 && global_step >= evaluated + self.worker.eval_every;
            if self.worker.index == 0 && due {
                evaluated = global_step;
                let set = match self.worker.eval_on {
                    EvalOn::Validation => &data.validation,
                    EvalOn::Test => &data.test,
                };
                let score = self.evaluate(&mut session, set)?;
                self.report.say(&Line::Evaluated { global_step, score });
                if let Some(curve) = &curve {
                    curve.add_scalar("accuracy", score.accuracy as f32, global_step);
                }
            }
        }
        let seconds = begun.elapsed().as_secs_f64();
        let steps_per_second =
            first.map(|(at, first): (Instant, i64)| (global_step - first) as f64 / at.elapsed().as_secs_f64());
        let interrupted = self.stop.asked();
        let global_step = self.global_step(&mut session)?;
        let validation = self.evaluate(&mut session, &data.validation)?;
        let test = match self.worker.index {
            0 => Some(self.evaluate(&mut session, &data.test)?),
            _ => None,
        };
        if let Some(curve) = curve {
            curve.add_scalar("accuracy", validation.accuracy as f32, global_step);
            curve.close()?;
        }
        if interrupted {
            self.done.withdraw();
        }
        session.close()?;
        let worker = self.worker.index;
        let (local_steps, receipts) = (local_step, self.training.tally().into());
        self.report.say(&Line::Finished {
            worker,
            local_steps,
            global_step,
            train_steps: self.worker.train_steps,
            seconds,
            steps_per_second,
            validation,
            test,
            receipts,
            interrupted,
        });
        Ok(interrupted)
    }

    fn global_step(&self, session: &mut MonitoredSession) -> Result<i64> {
        Ok(session.global_step()?)
    }

    fn evaluate(&self, session: &mut MonitoredSession, set: &Dataset) -> Result<Score> {
        let below = session.session()?;
        let network = self.network;
        evaluate(set, |images, labels| {
            let step = below.step_as_sent().feed(&network.images, images).feed(&network.labels, labels);
            step.fetch(&network.correct).fetch(&network.cross_entropy).run()
        })
        .context("the evaluation")
    }
}
