//! The `regatta` command.

mod checkpoint_source;
mod cluster_flags;
mod compute_threads;
mod convert;
mod data;
mod eval;
mod inspect;
mod mnist;
mod ops;
mod output;
mod plot;
mod serve;
mod signals;
mod train;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;
use regatta_tensor::KeepLarge;

/// Small blocks are mimalloc's, which is fast with many threads; those of large tensors are kept for the next step's.
#[global_allocator]
static ALLOCATOR: KeepLarge<MiMalloc> = KeepLarge::new(MiMalloc);

/// Distributed TensorFlow's runtime: tasks of a cluster that TensorFlow programs, and Rust ones, run their graphs on.
#[derive(Parser)]
#[command(name = "regatta", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Train on a cluster of this machine: start its tasks, train, evaluate, draw the learning curve.
    Train(train::Train),
    /// Run one task of distributed MNIST training, with the flags of the TensorFlow tutorials.
    Mnist(mnist::Mnist),
    /// Evaluate the latest checkpoint of a run on the test images.
    Eval(eval::Eval),
    /// Draw the learning curves of a run.
    Plot(plot::Plot),
    /// Show what a checkpoint holds.
    Inspect(inspect::Inspect),
    /// Turn a checkpoint into safetensors, or back.
    Convert(convert::Convert),
    /// Get data sets to learn from, and say what is in them.
    Data(data::Data),
    /// Run one task of a cluster: a server with a master and a worker, as tf.train.Server is.
    Serve(serve::Serve),
    /// List the ops that a task can run, with their types and devices.
    Ops(ops::Ops),
}

/// Without `RUST_LOG`: what went wrong, and where ops were placed if a client asks for that.
const DEFAULT_LOG: &str = "warn,placement=info";

fn main() -> ExitCode {
    // Logs go to standard error, so that standard output holds only what a program may want to read.
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_default_env()
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new(DEFAULT_LOG)),
        )
        .with_writer(std::io::stderr)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        // They would be told with `eprintln!`, which panics where standard error cannot be written to either.
        .log_internal_errors(false)
        .init();
    let done = |()| ExitCode::SUCCESS;
    let result = match Cli::parse().command {
        Command::Train(train) => train.run(),
        Command::Mnist(mnist) => mnist.run(),
        Command::Eval(eval) => eval.run().map(done),
        Command::Plot(plot) => plot.run().map(done),
        Command::Inspect(inspect) => inspect.run().map(done),
        Command::Convert(convert) => convert.run().map(done),
        Command::Data(data) => data.run().map(done),
        Command::Serve(serve) => serve.run().map(done),
        Command::Ops(ops) => ops.run().map(done),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            output::complain(format_args!("regatta: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
