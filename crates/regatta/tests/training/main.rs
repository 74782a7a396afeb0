//! Training that looks after itself: monitored sessions, hooks, supervisors, replicas by all policies, on clusters of this process.

mod hooks;
mod monitored;
mod replicas;
mod supervisor;
mod sync_replicas;

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use regatta::{Graph, Initializer, Optimizer, Outlet, Result};

/// A directory of a test's own, gone with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("regatta-training-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }

    fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A variable that a step halves: 8, 4, 2, ...
struct Halving {
    value: Outlet,
    loss: Outlet,
    train: Outlet,
}

fn halving(g: &mut Graph) -> Result<Halving> {
    let w = g.variable("w", &[], Initializer::constant(8.0))?;
    let value = w.read(g)?;
    let loss = g.square(&value)?;
    let step = g.get_or_create_global_step()?;
    let train = Optimizer::gradient_descent(0.25).minimize(g, &loss, Some(&step))?;
    Ok(Halving { value, loss, train })
}
