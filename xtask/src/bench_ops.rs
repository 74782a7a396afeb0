//! `cargo xtask bench ops`: how fast each kernel is, beside TensorFlow's on one thread.
//!
//! Numbers for people, no assertions: the machine decides too much of them.

use std::process::Command;

use anyhow::Result;

use crate::{cargo, check, python, root, target_directory};

/// Builds the kernels for speed and times the cases that the files whose names contain one of `names` put in `bench()`.
pub fn run(names: &[&str]) -> Result<()> {
    check(cargo().args(["build", "--release", "--package", "regatta-graph-tool"]))?;
    let mut program = Command::new(python::interpreter()?);
    program.arg(root().join("conformance/bench.py")).arg("--tool").arg(target_directory().join("release/graph_tool"));
    // One thread against one thread: kernels share large work out among those of rayon.
    program.env("RAYON_NUM_THREADS", "1").env("PYTHONDONTWRITEBYTECODE", "1").env("TF_CPP_MIN_LOG_LEVEL", "3");
    check(program.args(names))
}
