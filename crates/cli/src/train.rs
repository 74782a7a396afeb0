//! `regatta train`: a cluster on this machine, trained with one command.
//!
//! ```text
//! this process ──starts──► regatta mnist --job_name=ps ...        one process for each task, on free ports
//!      ▲                   regatta mnist --job_name=worker ...
//!      └──── lines of JSON on their standard outputs
//! ```
//!
//! The tasks are led by pipes: when the standard input of one ends, it stops. So they stop when this process asks them to, and also
//! when it is killed. Workers are asked first, because the chief needs the parameter servers for the last checkpoint.

mod cluster;
mod progress;
mod summary;

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use cluster::{Cluster, Happening};
use progress::Progress;
use regatta::replicas::{Replicas, Workers};
use summary::Summary;

use crate::{
    mnist::{Line, Model, Run, TrainingFlags},
    signals::{INTERRUPTED, Stop},
};

const EXAMPLES: &str = "\
Examples:
  regatta train                                  mlp500 on the built-in images: a parameter server and two workers
  regatta train --model=cnn --steps=1000         the convolutional network
  regatta train --ps=2 --workers=4 --sync        more tasks, with averaged gradients
  regatta train --workers=4 --policy=backup:1    ... of the first three of four workers
  regatta train --data_dir=mnist                 the whole of MNIST (see `regatta data get mnist`)
  regatta train --steps=4000                     goes on with the run before, up to 4000 steps
  regatta train --run_dir=RUN --steps=4000       goes on with that one; its model, data and settings need not be said again

What a run leaves in its directory (runs/MODEL, or --run_dir):
  checkpoint, model.ckpt-*      for going on, for `regatta eval` and `regatta inspect`, and for TensorFlow's tf.train.Saver
  events.out.tfevents.*, eval/  for TensorBoard and `regatta plot`
  learning-curve.svg, .png      loss and accuracy
  worker-0.log, ps-0.log, ...   what the tasks had to say

Ctrl-C saves a checkpoint, and ends all tasks.";

/// Train on a cluster of this machine: start its tasks, train, evaluate, draw the learning curve.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", crate::mnist::policies()))]
pub struct Train {
    #[command(flatten)]
    training: TrainingFlags,

    /// Workers, each a process.
    #[arg(long, value_name = "N", default_value_t = 2)]
    workers: usize,

    /// Parameter servers, each a process.
    #[arg(long, value_name = "N", default_value_t = 1)]
    ps: usize,

    /// Global steps to train for, counted over all workers, and over the run that is gone on with.
    #[arg(long, alias = "train_steps", alias = "train-steps", value_name = "N", default_value_t = 2000)]
    steps: i64,

    /// Evaluate the validation images after every so many steps [default: a twentieth of the steps].
    #[arg(long = "eval_every", alias = "eval-every", value_name = "N")]
    eval_every: Option<i64>,

    /// Print lines of JSON, for programs, instead of progress.
    #[arg(long)]
    json: bool,
}

impl Train {
    /// Trains to the end.
    pub fn run(self) -> Result<ExitCode> {
        ensure!(self.workers > 0, "--workers=0: somebody must do the work");
        ensure!(self.ps > 0, "--ps=0: the variables must lie somewhere");
        ensure!(self.steps > 0, "--steps={}: expected at least 1", self.steps);
        let mut flags = self.training.clone();
        flags.decay_steps.get_or_insert(self.steps as u64);
        let model = flags.model.unwrap_or(Model::Mlp500);
        let run_dir = flags.run_dir.get_or_insert_with(|| PathBuf::from("runs").join(model.name())).clone();
        let run = flags.run(Run::find(&run_dir)?.unwrap_or_else(|| Run::of(model)))?;
        Replicas::new(&run.policy, Workers::on_one_host(self.workers), 0)
            .map_err(|status| anyhow!("--policy: {}", status.message))?;
        // Mistakes in flags, data and directories are told here, once, and not by every task.
        let data = crate::mnist::load(run.data_dir.as_deref())?;
        let _claim = Run::claim(&run_dir)?;
        run.save(&run_dir)?;
        let stop = Stop::listen(false)?;
        stop.work_begins();
        let plan = cluster::Plan {
            run: &run,
            run_dir: &run_dir,
            ps: self.ps,
            workers: self.workers,
            steps: self.steps,
            eval_every: self.eval_every.unwrap_or((self.steps / 20).max(1)),
            save_every: flags.save_every,
            profile_every: flags.profile_every,
            worker_timeout: flags.worker_timeout,
        };
        let mut progress = Progress::new(self.json, self.steps);
        progress.begin(&plan, &data);
        let mut cluster = Cluster::start(&plan)?;
        let mut summary = Summary::new(&run_dir, self.workers, self.steps);
        let mut asked = false;
        while let Some(happening) = cluster.next()? {
            if stop.asked() && !asked {
                asked = true;
                progress.say("stopping: the chief saves a checkpoint first");
                cluster.stop_workers();
            }
            if let Happening::Said(line) = happening {
                progress.show(&line);
                summary.note(&line);
            }
        }
        progress.end();
        // What was trained is told, whatever becomes of the picture.
        let drawn = summary.draw();
        progress.conclude(&summary)?;
        drawn.context("the learning curve")?;
        Ok(if asked { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}

/// Whether a line is worth a place in the progress of the whole run.
fn global_step(line: &Line) -> Option<i64> {
    match line {
        Line::Begins { global_step, .. } | Line::Step { global_step, .. } | Line::Evaluated { global_step, .. } => {
            Some(*global_step)
        }
        Line::Finished { global_step, .. } => Some(*global_step),
        Line::Listening { .. } | Line::WorkerDone { .. } => None,
    }
}
