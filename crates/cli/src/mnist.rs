//! `regatta mnist`: one task of the tutorials' distributed program.

mod model;
mod parameter_server;
mod report;
mod run;
mod worker;

use std::{path::PathBuf, process::ExitCode, time::Duration};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::{Args, ValueEnum};
pub use model::{Judge, Model, Score, evaluate};
use regatta::{
    ClusterSpec, ServerConfig, TaskName,
    replicas::{Replicas, Workers},
};
pub use report::{Line, Receipts, Report};
pub use run::Run;
use serde::{Deserialize, Serialize};

use crate::{cluster_flags::ClusterFlags, compute_threads, signals::Stop};

/// The hosts of the tutorials' programs, if none are given.
const PS_HOSTS: &str = "localhost:2222";
const WORKER_HOSTS: &str = "localhost:2223,localhost:2224";

const EXAMPLES: &str = "\
Examples:
  The tutorials' program: one parameter server and two workers, each in a terminal (or on a machine) of its own:
    regatta mnist --job_name=ps     --task_index=0
    regatta mnist --job_name=worker --task_index=0
    regatta mnist --job_name=worker --task_index=1

  On three machines, synchronously, with the files of MNIST in a directory:
    regatta mnist --job_name=ps     --task_index=0 --ps_hosts=a:2222 --worker_hosts=b:2222,c:2222 --is_sync
    regatta mnist --job_name=worker --task_index=0 --ps_hosts=a:2222 --worker_hosts=b:2222,c:2222 --is_sync --data_dir=mnist
    regatta mnist --job_name=worker --task_index=1 --ps_hosts=a:2222 --worker_hosts=b:2222,c:2222 --is_sync --data_dir=mnist

  The networks of tutorials 002 and 004, with checkpoints and event files:
    ... --model=mlp500 --run_dir=runs/mlp500
    ... --model=cnn    --run_dir=runs/cnn

The parameter servers end when all workers have finished. Ctrl-C stops a worker; the chief (worker 0) saves first.
`regatta train` starts such a cluster on this machine with one command.";

/// Run one task of distributed MNIST training, with the flags of the TensorFlow tutorials.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", policies()))]
pub struct Mnist {
    #[command(flatten)]
    cluster: ClusterFlags,

    #[command(flatten)]
    training: TrainingFlags,

    /// Global steps to train for, counted over all workers.
    #[arg(long = "train_steps", alias = "train-steps", alias = "steps", value_name = "N", default_value_t = 10_000)]
    train_steps: i64,

    /// How many workers there are; the tutorials say it twice, and so it is checked against --worker_hosts.
    #[arg(long = "num_workers", alias = "num-workers", value_name = "N")]
    num_workers: Option<usize>,

    /// Print a line after every so many of this worker's steps.
    #[arg(long = "log_every", alias = "log-every", value_name = "N", default_value_t = 100)]
    log_every: u64,

    /// Evaluate some images after every so many global steps (the chief does); 0 means only at the end.
    #[arg(long = "eval_every", alias = "eval-every", value_name = "N", default_value_t = 0)]
    eval_every: i64,

    /// Which images those are.
    #[arg(long = "eval_on", alias = "eval-on", value_enum, default_value_t = EvalOn::Validation)]
    eval_on: EvalOn,

    /// Threads that compute [default: the machine's cores, dealt out among the tasks of the job that share it].
    #[arg(long = "compute_threads", alias = "compute-threads", value_name = "N")]
    compute_threads: Option<usize>,

    /// As a parameter server, stay when all workers have finished, as TensorFlow's do; a later run goes on with what it holds.
    #[arg(long = "join_forever", alias = "join-forever")]
    join_forever: bool,

    /// Print lines of JSON, for programs, instead of text.
    #[arg(long)]
    json: bool,

    /// Stop when standard input ends: whoever started this process is gone.
    #[arg(long = "stop_with_stdin", hide = true)]
    stop_with_stdin: bool,
}

/// The images that are evaluated while training.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum EvalOn {
    Validation,
    Test,
}

/// How variables are spread over the parameter servers.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum PsStrategy {
    RoundRobin,
    Greedy,
}

/// What is trained and how: flags of `regatta mnist` and `regatta train` alike.
///
/// What is not given is, for a run that is gone on with, as it was, and else what the help says.
#[derive(Args, Clone, Debug)]
pub struct TrainingFlags {
    /// What to train [default: mlp500 for `regatta train`, mlp100 for `regatta mnist`].
    #[arg(long, value_enum)]
    pub model: Option<Model>,

    /// Units of the hidden layer of mlp100 [default: 100].
    #[arg(long = "hidden_units", alias = "hidden-units", value_name = "N")]
    pub hidden_units: Option<usize>,

    /// Images in each worker's batch [default: 100].
    #[arg(long = "batch_size", alias = "batch-size", value_name = "N")]
    pub batch_size: Option<usize>,

    /// How large steps are [default: 0.5 for softmax, 0.01 for mlp100, 0.001 for the others].
    #[arg(long = "learning_rate", alias = "learning-rate", value_name = "RATE")]
    pub learning_rate: Option<f64>,

    /// Let the learning rate fall evenly to a hundredth over so many global steps; 0 leaves it as it is [default: 0 for
    /// `regatta mnist`, as in the tutorials, and the steps of the run for `regatta train`].
    #[arg(long = "decay_steps", alias = "decay-steps", value_name = "N")]
    pub decay_steps: Option<u64>,

    /// How the gradients of the workers are applied; all workers must have the same [default: async]. See POLICIES below.
    #[arg(long, value_name = "POLICY")]
    pub policy: Option<String>,

    /// Average the gradients of all workers in each step: the tutorials' way to say --policy=sync.
    #[arg(
        long = "is_sync", alias = "issync", alias = "is-sync", visible_alias = "sync", alias = "sync_replicas", value_name = "BOOL",
        num_args = 0..=1, default_missing_value = "true", value_parser = parse_bool
    )]
    pub is_sync: Option<bool>,

    /// Multiply the learning rate by the number of workers' batches that the policy makes one step of (linear scaling); it rises to
    /// that over --warm_up_steps.
    #[arg(
        long = "scale_learning_rate", alias = "scale-learning-rate", value_name = "BOOL",
        num_args = 0..=1, default_missing_value = "true", value_parser = parse_bool
    )]
    pub scale_learning_rate: Option<bool>,

    /// Global steps over which a scaled learning rate rises from that of one worker [default: 200].
    #[arg(long = "warm_up_steps", alias = "warm-up-steps", value_name = "N")]
    pub warm_up_steps: Option<u64>,

    /// Which parameter server each variable lies on: one after the other, or the one with the fewest bytes so far. All workers must
    /// have the same [default: round_robin].
    #[arg(long = "ps_strategy", alias = "ps-strategy", value_enum)]
    pub ps_strategy: Option<PsStrategy>,

    /// Seconds after which a worker that is not heard of is not waited for.
    #[arg(long = "worker_timeout", alias = "worker-timeout", value_name = "SECONDS", default_value_t = 10)]
    pub worker_timeout: u64,

    /// A directory with the four files of MNIST or Fashion-MNIST (see `regatta data`) [default: 10,000 images of MNIST that
    /// are built in, which is also what an empty DIR means].
    #[arg(long = "data_dir", alias = "data-dir", value_name = "DIR")]
    pub data_dir: Option<PathBuf>,

    /// Where checkpoints and event files are kept, and training goes on from.
    #[arg(long = "run_dir", alias = "run-dir", value_name = "DIR")]
    pub run_dir: Option<PathBuf>,

    /// The seed of the first weights and of the order of the images [default: 1].
    #[arg(long, value_name = "N")]
    pub seed: Option<i64>,

    /// Seconds between checkpoints.
    #[arg(long = "save_every", alias = "save-every", value_name = "SECONDS", default_value_t = 60)]
    pub save_every: u64,

    /// Note when every node of a step ran on every task, after every so many global steps (the chief does): a picture for
    /// chrome://tracing or Perfetto, timeline-STEP.json in the run's directory; 0 means never.
    #[arg(long = "profile_every", alias = "profile-every", value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(i64).range(0..))]
    pub profile_every: i64,
}

/// What `--policy` may be, for the help.
pub fn policies() -> String {
    let line = |(form, help): (&str, &str)| format!("  {form:<38}{help}");
    let lines: Vec<String> = regatta::replicas::forms().map(line).collect();
    format!("POLICIES:\n{}", lines.join("\n"))
}

/// As TensorFlow's flags take it: `--is_sync`, `--is_sync=True`, `--issync=1`.
fn parse_bool(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "t" | "1" | "yes" | "y" => Ok(true),
        "false" | "f" | "0" | "no" | "n" => Ok(false),
        _ => Err("expected true or false".to_owned()),
    }
}

impl TrainingFlags {
    /// What is trained, said in full: by these flags, and where they say nothing by `usual`.
    pub fn run(&self, usual: Run) -> Result<Run> {
        let data_dir = match &self.data_dir {
            None => usual.data_dir,
            Some(dir) if dir.as_os_str().is_empty() => None,
            // The run may be looked at from another directory.
            Some(dir) => Some(std::path::absolute(dir).with_context(|| format!("--data_dir={}", dir.display()))?),
        };
        let run = Run {
            model: self.model.unwrap_or(usual.model),
            hidden_units: self.hidden_units.unwrap_or(usual.hidden_units),
            batch_size: self.batch_size.unwrap_or(usual.batch_size),
            learning_rate: self.learning_rate.unwrap_or(usual.learning_rate),
            decay_steps: self.decay_steps.unwrap_or(0),
            policy: self.policy()?.unwrap_or(usual.policy),
            scale_learning_rate: self.scale_learning_rate.unwrap_or(usual.scale_learning_rate),
            warm_up_steps: self.warm_up_steps.unwrap_or(usual.warm_up_steps),
            ps_strategy: self.ps_strategy.unwrap_or(usual.ps_strategy),
            seed: self.seed.unwrap_or(usual.seed),
            data_dir,
        };
        let rate = run.learning_rate;
        ensure!(run.batch_size > 0, "--batch_size=0: a batch has at least one image");
        ensure!(run.hidden_units > 0, "--hidden_units=0: a layer has at least one unit");
        ensure!(rate.is_finite() && rate > 0.0, "--learning_rate={rate}: expected a number above 0");
        ensure!(self.worker_timeout > 0, "--worker_timeout=0: expected at least 1");
        Ok(run)
    }

    fn policy(&self) -> Result<Option<String>> {
        match (&self.policy, self.is_sync) {
            (Some(policy), Some(true)) if policy != "sync" => {
                bail!("--is_sync means --policy=sync, but --policy={policy} is given too")
            }
            (Some(policy), _) => Ok(Some(policy.clone())),
            (None, Some(true)) => Ok(Some("sync".to_owned())),
            (None, Some(false)) => Ok(Some("async".to_owned())),
            (None, None) => Ok(None),
        }
    }
}

impl Mnist {
    /// Runs the task to its end.
    pub fn run(mut self) -> Result<ExitCode> {
        let (cluster, task) = self.cluster()?;
        let tasks_of = |job: &str| cluster.tasks().filter(|(task, _)| task.job == job).count();
        let (ps, workers) = (tasks_of("ps"), tasks_of("worker"));
        ensure!(ps > 0, "there is no parameter server: --ps_hosts names none");
        ensure!(workers > 0, "there is no worker: --worker_hosts names none");
        if let Some(said) = self.num_workers {
            ensure!(said == workers, "--num_workers={said}, but --worker_hosts names {workers}");
        }
        ensure!(self.train_steps > 0, "--train_steps={}: expected at least 1", self.train_steps);
        ensure!(self.log_every > 0, "--log_every=0: expected at least 1");
        let (profile_every, run_dir) = (self.training.profile_every, &self.training.run_dir);
        ensure!(
            profile_every == 0 || run_dir.is_some(),
            "--profile_every={profile_every}: there is no --run_dir to write to"
        );
        ensure!(self.compute_threads != Some(0), "--compute_threads=0: expected at least 1");
        let threads = self.compute_threads.unwrap_or_else(|| compute_threads::share(&cluster, &task));
        compute_threads::limit_kernels(threads)?;
        let config = ServerConfig { compute_threads: Some(threads), ..ServerConfig::new(cluster, task) };
        let stop = Stop::listen(self.stop_with_stdin)?;
        let report = Report::new(self.json);
        match config.task.job.as_str() {
            "ps" => parameter_server::run(config, workers, self.join_forever, &report, &stop),
            "worker" => {
                let run = self.training.run(Run::of(self.training.model.unwrap_or(Model::Mlp100)))?;
                let of_workers = config.cluster.tasks().filter(|(task, _)| task.job == "worker");
                let addresses: Vec<&str> = of_workers.map(|(_, address)| address).collect();
                let replicas = Replicas::new(&run.policy, Workers::at(&addresses), config.task.index as usize)
                    .map_err(|status| anyhow!("--policy: {}", status.message))?
                    .lease(Duration::from_secs(self.training.worker_timeout))
                    .learning_rate(run.learning_rate);
                let worker = worker::Worker {
                    index: config.task.index as usize,
                    run,
                    eval_on: self.eval_on,
                    run_dir: self.training.run_dir,
                    train_steps: self.train_steps,
                    log_every: self.log_every,
                    eval_every: self.eval_every,
                    save_every: self.training.save_every,
                    profile_every: self.training.profile_every,
                    parameter_servers: ps,
                    workers,
                    is_led: self.stop_with_stdin,
                };
                worker.run(config, replicas, &report, &stop)
            }
            other => bail!("--job_name={other}: this program has the jobs ps and worker"),
        }
    }

    /// What the flags say, with the tutorials' hosts if they say none.
    fn cluster(&mut self) -> Result<(ClusterSpec, TaskName)> {
        let tf_config = std::env::var("TF_CONFIG").ok();
        let flags = &mut self.cluster;
        if flags.cluster_spec.is_none() && tf_config.is_none() {
            flags.ps_hosts.get_or_insert_with(|| PS_HOSTS.to_owned());
            flags.worker_hosts.get_or_insert_with(|| WORKER_HOSTS.to_owned());
        }
        flags.resolve(tf_config.as_deref())
    }
}

/// Starts a task's server.
fn start(config: ServerConfig) -> Result<regatta::Server> {
    let task = config.task.clone();
    let address = config.cluster.address(&task).map(str::to_owned);
    regatta::Server::start(config).map_err(|status| {
        anyhow!("{}", status.message).context(match address {
            Some(address) => format!("cannot serve as /job:{}/task:{} on {address}", task.job, task.index),
            None => format!("cannot serve as /job:{}/task:{}", task.job, task.index),
        })
    })
}

/// The images that are asked for, of a directory or those that are built in, with some held out for validation.
pub fn load(data_dir: Option<&std::path::Path>) -> Result<regatta_mnist::Mnist> {
    /// As the tutorials hold out, which is a twelfth of the full set; of a smaller one no larger part.
    const VALIDATION: usize = 5000;
    const VALIDATION_SHARE: usize = 12;
    const VALIDATION_OF_BUILT_IN: usize = 500;
    let (all, validation) = match data_dir {
        Some(dir) => {
            let all = regatta_mnist::Mnist::from_dir(dir).map_err(|status| anyhow!("{}", status.message))?;
            let validation = VALIDATION.min(all.train.len().div_ceil(VALIDATION_SHARE));
            (all, validation)
        }
        None => (regatta_mnist::Mnist::builtin()?, VALIDATION_OF_BUILT_IN),
    };
    Ok(all.hold_out(validation)?)
}
