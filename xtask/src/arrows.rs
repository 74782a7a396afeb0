//! Which crate may know which: the architecture's arrows, checked against `cargo tree`.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};

use crate::{cargo, output};

/// crate: what it must not reach by normal dependencies, however indirect.
const FORBIDDEN: [(&str, &[&str]); 10] = [
    ("regatta-tensor", &["regatta-graph", "tokio", "h2", "prost"]),
    ("regatta-graph", &["regatta-kernels", "tokio", "h2", "prost"]),
    ("regatta-kernels", &["regatta-runtime", "tokio", "h2", "prost"]),
    // The runtime saves checkpoints and so reaches protobuf through the formats.
    ("regatta-runtime", &["regatta-cluster", "tokio", "h2"]),
    ("regatta-wire", &["tokio", "h2"]),
    ("regatta-formats", &["tokio", "h2"]),
    ("regatta-mnist", &["regatta-kernels", "tokio", "h2", "ureq"]),
    ("regatta-cluster", &["regatta-cli"]),
    ("regatta-plot", &["regatta-tensor", "tokio", "prost"]),
    ("regatta-replication", &["regatta-tensor", "regatta-graph", "tokio", "prost"]),
];

/// dependency: the only crates of the workspace that may ask for it themselves.
const RESERVED: [(&str, &[&str]); 4] = [
    ("clap", &["regatta-cli"]),
    ("anyhow", &["regatta-cli", "regatta-testkit", "xtask"]),
    ("regatta-testkit", &["xtask"]),
    ("ureq", &["regatta-cli"]),
];

/// Checks every rule and reports all that are broken.
pub fn run() -> Result<()> {
    let (mut reach, mut direct) = (BTreeMap::new(), BTreeMap::new());
    for name in members()? {
        let tree = |depth: &str| {
            let options = ["tree", "-p", &name, "-e", "normal", "--prefix=none", "--format={p}", "--depth", depth];
            output(cargo().args(options))
        };
        reach.insert(name.clone(), reached(&name, &tree("100")?));
        direct.insert(name.clone(), reached(&name, &tree("1")?));
    }
    let mut broken = unreachable(&reach)?;
    broken.extend(reserved(&direct));
    if !broken.is_empty() {
        bail!("the arrows between crates are broken:\n{}", broken.join("\n"));
    }
    println!("{} crates know only what they may", reach.len());
    Ok(())
}

/// The names of the workspace's crates.
fn members() -> Result<Vec<String>> {
    let metadata = output(cargo().args(["metadata", "--no-deps", "--format-version=1"]))?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    Ok(packages.iter().filter_map(|package| Some(package["name"].as_str()?.to_owned())).collect())
}

/// The names in a tree, without its root.
fn reached(root: &str, tree: &str) -> BTreeSet<String> {
    let names = tree.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != root).map(str::to_owned).collect()
}

type Crates = BTreeMap<String, BTreeSet<String>>;

/// Lines for what a crate reaches and must not.
fn unreachable(reach: &Crates) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    for (name, forbidden) in FORBIDDEN {
        let reached = reach.get(name).with_context(|| format!("the arrows speak of {name}, which is no crate"))?;
        let wrong = forbidden.iter().filter(|other| reached.contains(**other));
        broken
            .extend(wrong.map(|other| format!("{name} must not know {other}; see `cargo tree -p {name} -i {other}`")));
    }
    Ok(broken)
}

/// Lines for what a crate asks for and only others may.
fn reserved(direct: &Crates) -> Vec<String> {
    let mut broken = Vec::new();
    for (dependency, allowed) in RESERVED {
        let wrong =
            direct.iter().filter(|(name, asked)| asked.contains(dependency) && !allowed.contains(&name.as_str()));
        broken.extend(
            wrong.map(|(name, _)| format!("{name} must not use {dependency}, only {} may", allowed.join(", "))),
        );
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crates(changed: &str, tree: &str) -> Crates {
        let mut crates: Crates = FORBIDDEN.iter().map(|(name, _)| (name.to_string(), BTreeSet::new())).collect();
        crates.insert(changed.to_owned(), reached(changed, tree));
        crates
    }

    #[test]
    fn a_crate_that_reaches_too_far_is_named() {
        let lines =
            unreachable(&crates("regatta-graph", "regatta-graph v0.1.0\nhttp v1\ntokio v1")).expect("all are there");
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with("regatta-graph must not know tokio"), "{lines:?}");
    }

    #[test]
    fn a_reserved_dependency_is_kept_for_its_owners() {
        let lines = reserved(&crates("regatta-graph", "regatta-graph v0.1.0\nclap v4"));
        assert_eq!(lines, ["regatta-graph must not use clap, only regatta-cli may"]);
        assert_eq!(reserved(&crates("regatta-cli", "regatta-cli v0.1.0\nclap v4")), [""; 0]);
    }
}
