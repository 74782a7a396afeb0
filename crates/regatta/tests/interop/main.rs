//! Graphs that were built in Rust, run by TensorFlow and by Regatta; optimizers beside TensorFlow's own; and event files.

mod checkpoints;
mod events;
mod networks;
mod optimizers;

use std::{collections::BTreeMap, path::Path};

use regatta::{DType, Graph, Outlet, Result, Session, Shape, Tensor};
use regatta_testkit::{Python, Results, differences, results};
use serde_json::Value;

/// Of losses, relative and absolute.
const TOLERANCE: f64 = 1e-5;

const STEPS: usize = 20;

/// A graph with nodes called `init`, `loss` and `train`, and placeholders that [`fed`] knows.
struct Program {
    name: String,
    graph: Graph,
    init: Outlet,
    loss: Outlet,
    train: Outlet,
}

impl Program {
    /// Names the nodes that both sides look for.
    fn new(name: &str, mut graph: Graph, loss: &Outlet, train: &Outlet) -> Result<Program> {
        let loss = graph.node("Identity", "loss").input(loss).finish()?;
        let train = graph.group("train", std::slice::from_ref(train))?;
        let init = graph.global_variables_initializer()?;
        Ok(Program { name: name.to_owned(), graph, init, loss, train })
    }

    /// The loss in each of the steps on Regatta, and the names of the variables.
    fn run(&mut self) -> Result<(Value, Value)> {
        let g = &mut self.graph;
        let mut names: Vec<String> = g.global_variables().iter().map(|variable| variable.name().to_owned()).collect();
        names.sort();
        let session = Session::local()?;
        session.step(g).op(&self.init).run()?;
        let mut losses = Vec::new();
        for step in 0..STEPS {
            let feeds = fed(g, step)?;
            let running = session.step(g).fetch(&self.loss).op(&self.train);
            let running = feeds.into_iter().fold(running, |running, (x, value)| running.feed(&x, value));
            losses.push(f64::from(running.run()?[0].single::<f32>()?));
        }
        Ok((losses.into(), names.into()))
    }
}

/// What each placeholder of a graph is in a step: the same numbers as `tests/python/programs.py` makes.
fn fed(g: &Graph, step: usize) -> Result<Vec<(Outlet, Tensor)>> {
    let mut feeds = Vec::new();
    for (name, modulus) in [("x:0", 13), ("ids:0", 6), ("y:0", 3)] {
        let Ok(placeholder) = g.find(name) else { continue };
        let shape = placeholder.shape().to_shape().unwrap_or_else(Shape::scalar);
        let numbers = (0..shape.num_elements()).map(|k| (5 * k * k + 3 * k + 7 * step) % modulus);
        let value = match placeholder.dtype() {
            DType::Float => Tensor::new(shape, numbers.map(|n| (n as f64 / modulus as f64 - 0.5) as f32).collect()),
            _ => Tensor::new(shape, numbers.map(|n| n as i64).collect()),
        };
        feeds.push((placeholder, value?));
    }
    Ok(feeds)
}

/// Runs all programs on both sides and compares: `exported` is the graph on TensorFlow, `own` the program written for it.
fn check(programs: Vec<Program>) {
    let directory = std::env::temp_dir().join(format!("regatta-{}-{}", programs[0].name, std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    for program in &programs {
        std::fs::write(directory.join(format!("{}.pb", program.name)), program.graph.to_proto_bytes().unwrap())
            .unwrap();
    }
    let theirs = on_tensorflow(&directory);
    std::fs::remove_dir_all(&directory).unwrap();
    let mut ours: Results = BTreeMap::new();
    for mut program in programs {
        let (losses, names) = program.run().unwrap_or_else(|status| panic!("{}: {status}", program.name));
        for kind in ["exported", "own"] {
            for (part, value) in [("losses", &losses), ("variables", &names)] {
                let key = format!("{}/{kind}/{part}", program.name);
                if theirs.contains_key(&key) || kind == "exported" && part == "losses" {
                    ours.insert(key, value.clone());
                }
            }
        }
    }
    let lines = differences(&theirs, &ours, TOLERANCE);
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}

fn on_tensorflow(directory: &Path) -> Results {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/programs.py");
    results::parse(&Python::script(script).arg(directory.to_string_lossy()).arg(STEPS.to_string()).run().stdout)
}
