//! `cargo xtask`: the project's chores.

mod arrows;
mod bars;
mod bench_mnist;
mod bench_ops;
mod bench_session;
mod bench_stragglers;
mod ci;
mod conformance;
mod python;
mod tasks;
mod test;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

const HELP: &str = "\
The project's chores. None needs anything but Rust and, for the tests against TensorFlow, Python.

    cargo xtask test [FILTER...] [-- TEST-ARGS...]
        Runs every test of the workspace, the interop tests with a real TensorFlow among them.
        The first run makes a virtual environment under target/ (about 300 MB are downloaded).

            cargo xtask test                            everything
            cargo xtask test training                   tests whose name contains `training`
            cargo xtask test -- seed002 --nocapture     the same for seed002, showing what it compares

    cargo xtask conformance [NAME...]
        Runs every op's cases (conformance/<family>/<op>.py) on TensorFlow and on Regatta, and prints
        how many there were and what differs. NAME is a family, a file or a part of such a name:

            cargo xtask conformance math/mat_mul nn

    cargo xtask ci
        What a commit must pass, cheapest first: formatting, tidiness, lints, documentation, the
        dependency arrows between crates, then `cargo xtask test`. Stops at the first failure.

    cargo xtask bench stragglers [--data_dir=DIR] [--rates] [POLICY...]
        Each replication policy with four workers alike and with one of them slowed: seconds to 95 % of the
        test images (97 % with all of MNIST in DIR: see `regatta data`), as a table and docs/stragglers.svg.
        Then, or with --rates only, gradients a second of two workers beside those of `async`.

    cargo xtask bench session
        Steps per second, transfer speed, start-up time and memory, Regatta beside TensorFlow.

    cargo xtask bench mnist [MODEL...]
        Global steps per second of the tutorials' programs, Regatta's tasks beside TensorFlow's.

    cargo xtask bench ops [NAME...]
        Microseconds of each op's kernel, Regatta's beside TensorFlow's, on one thread. NAME as above.

Plain `cargo test --workspace` runs all that needs no Python. To use a Python of your own, set
REGATTA_PYTHON to one that has the packages of xtask/requirements.txt.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Result<()> {
    match arguments {
        ["test", rest @ ..] if !rest.contains(&"--help") => test::run(rest),
        ["conformance", rest @ ..] if !rest.contains(&"--help") => conformance::run(rest),
        ["ci"] => ci::run(),
        ["bench", "mnist", rest @ ..] if !rest.contains(&"--help") => bench_mnist::run(rest),
        ["bench", "stragglers", rest @ ..] if !rest.contains(&"--help") => bench_stragglers::run(rest),
        ["bench", "session"] => bench_session::run(),
        ["bench", "ops", rest @ ..] if !rest.contains(&"--help") => bench_ops::run(rest),
        [] | ["help" | "--help" | "-h", ..] | [_, "--help" | "-h"] | [_, _, "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        ["bench", ..] => {
            bail!(
                "there are four benchmarks: `cargo xtask bench session`, `bench ops`, `bench mnist` and `bench stragglers`"
            )
        }
        [other, ..] => bail!("no chore is called `{}`; see `cargo xtask --help`", other),
    }
}

/// The root of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// Where cargo puts what it builds.
fn target_directory() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |path| root().join(path))
}

/// A cargo command in the root of the workspace, of the same toolchain as this one.
fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs a command whose output the user sees.
fn check(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} ended with {status}");
    }
    Ok(())
}

/// Runs a command and returns its standard output.
fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} ended with {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    String::from_utf8(output.stdout).with_context(|| format!("{command:?} printed something that is not text"))
}
