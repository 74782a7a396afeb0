//! `cargo xtask test`: every test, with the set-up they need.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::{cargo, check, conformance, output, python};

/// Runs every test; arguments before `--` filter them, those after it go to the test binaries.
pub fn run(arguments: &[&str]) -> Result<()> {
    let python = python::interpreter()?;
    let features = interop_features()?;
    println!("testing with {} and the features {}", python.display(), features.join(","));
    let mut command = cargo();
    command.args(["test", "--workspace", "--no-fail-fast"]).env("REGATTA_PYTHON", python);
    if !features.is_empty() {
        command.arg("--features").arg(features.join(","));
    }
    check(command.args(arguments)).context("tests failed")?;
    match arguments {
        [] => conformance::run_after_tests(&features).context("an op differs from TensorFlow's"),
        _ => Ok(()),
    }
}

/// The feature `interop` of every crate that has one.
fn interop_features() -> Result<Vec<String>> {
    let metadata = output(cargo().args(["metadata", "--no-deps", "--format-version=1"]))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let with_interop = packages.iter().filter(|package| package["features"].get("interop").is_some());
    Ok(with_interop.filter_map(|package| Some(format!("{}/interop", package["name"].as_str()?))).collect())
}
