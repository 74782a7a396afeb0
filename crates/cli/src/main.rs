//! The `regatta` command.

mod cluster_flags;
mod ops;
mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Distributed TensorFlow's runtime: tasks of a cluster that TensorFlow programs, and Rust ones, run their graphs on.
#[derive(Parser)]
#[command(name = "regatta", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
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
        .init();
    let result = match Cli::parse().command {
        Command::Serve(serve) => serve.run(),
        Command::Ops(ops) => ops.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("regatta: {error:#}");
            ExitCode::FAILURE
        }
    }
}
