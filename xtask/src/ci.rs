//! `cargo xtask ci`: what a commit must pass, cheapest first.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::{arrows, cargo, check, test, tidy};

type Stage = (&'static str, fn() -> Result<()>);

/// Runs the stages in order and stops at the first that fails.
pub fn run() -> Result<()> {
    let begun = Instant::now();
    let stages: [Stage; 6] = [
        ("format", || check(cargo().args(["fmt", "--all", "--check"]))),
        ("tidy", tidy::run),
        ("clippy", || {
            let lints = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
            check(cargo().args(lints))
        }),
        ("documentation", || {
            let documentation = ["doc", "--workspace", "--no-deps", "--document-private-items"];
            check(cargo().args(documentation).env("RUSTDOCFLAGS", "-D warnings"))
        }),
        ("arrows", arrows::run),
        ("test", || test::run(&[])),
    ];
    for (name, stage) in stages {
        println!("== {name}");
        let started = Instant::now();
        stage().with_context(|| format!("stage {name} failed after {:.1} s", started.elapsed().as_secs_f64()))?;
        println!("== {name}: ok in {:.1} s\n", started.elapsed().as_secs_f64());
    }
    println!("== all stages passed in {:.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}
