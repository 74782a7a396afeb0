//! `cargo xtask conformance`: every op's cases, on TensorFlow and on Regatta.

use std::process::Command;

use anyhow::Result;
use regatta_testkit::{Cluster, Kind};

use crate::{cargo, check, python, root, target_directory};

/// Builds what is compared, starts a task and runs the cases of the files whose names contain one of `names`.
pub fn run(names: &[&str]) -> Result<()> {
    check(cargo().args(["build", "--package", "regatta-cli", "--package", "regatta-graph-tool"]))?;
    compare(names)
}

/// As [`run`] with all files, for a workspace that has just been tested with these features: what the tests were built from
/// is used again, where other features of some dependency would have everything built anew.
pub fn run_after_tests(features: &[String]) -> Result<()> {
    let mut build = cargo();
    build.args(["build", "--workspace", "--all-targets"]);
    if !features.is_empty() {
        build.arg("--features").arg(features.join(","));
    }
    check(&mut build)?;
    compare(&[])
}

/// Starts a task from what is built and runs the cases.
fn compare(names: &[&str]) -> Result<()> {
    let built = target_directory().join("debug");
    let files = target_directory().join("conformance-files");
    std::fs::create_dir_all(&files)?;
    let flag = format!("--file_root={}", files.display());
    let cluster = Cluster::builder(built.join("regatta")).flag(flag).worker(Kind::Regatta, 1).start();
    let script = root().join("conformance/run.py");
    let mut program = Command::new(python::interpreter()?);
    program.arg(script).args(["--target", &cluster.target("worker", 0), "--tool"]).arg(built.join("graph_tool"));
    program.env("REGATTA_FILE_ROOT", files);
    check(program.args(names).env("PYTHONDONTWRITEBYTECODE", "1").env("TF_CPP_MIN_LOG_LEVEL", "3"))
}
