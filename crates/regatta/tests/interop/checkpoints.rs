//! Checkpoints exchanged with TensorFlow, with their graphs, and training that changes sides half-way.

use std::{collections::BTreeMap, path::Path};

use regatta::{
    CheckpointStorage, DType, Graph, Initializer, LocalCluster, Optimizer, Partitioner, ReplicaDeviceSetter, Result,
    Saver, Session, Shape, Tensor, VariableOptions, latest_checkpoint,
};
use regatta_testkit::{Python, Results, differences, results};
use serde_json::{Value, json};

use crate::{Program, STEPS, TOLERANCE, fed, optimizers};

const HALF: usize = STEPS / 2;

/// The variables of `tests/python/checkpoints.py`, on a cluster with two parameter servers.
struct Variables {
    _cluster: LocalCluster,
    session: Session,
    g: Graph,
    saver: Saver,
    fetches: Vec<(&'static str, regatta::Outlet)>,
}

fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|k| k as f32 * 0.5 + 3.0).collect()
}

impl Variables {
    fn new(parts: usize, storage: CheckpointStorage) -> Result<Variables> {
        let cluster = LocalCluster::start(&[("ps", 2), ("worker", 1)])?;
        let mut g = Graph::new();
        let (saver, fetches, init) = g.replica(ReplicaDeviceSetter::new(2), |g| -> Result<_> {
            let dense = Initializer::value(Tensor::new(Shape::new(&[2, 3])?, numbers(6))?);
            let dense = g.variable_scope("layer", |g| g.variable("dense", &[2, 3], dense))?;
            let options = VariableOptions::not_trainable(DType::Int64);
            let step = g.variable_with("global_step", &[], Initializer::constant(3.0), options)?;
            let words = Tensor::strings(Shape::vector(2), vec![b"one".to_vec(), vec![0, 255]])?;
            let options = VariableOptions::not_trainable(DType::String);
            let words = g.variable_with("words", &[2], Initializer::value(words), options)?;
            let table = Initializer::value(Tensor::new(Shape::new(&[5, 2])?, numbers(10))?);
            let table = g.partitioned_variable("table", &[5, 2], Partitioner::fixed_size(parts, 0), table)?;
            let fetches = vec![
                ("layer/dense", dense.read(g)?),
                ("global_step", step.read(g)?),
                ("words", words.read(g)?),
                ("table", table.read(g)?),
            ];
            let init = g.global_variables_initializer()?;
            Ok((Saver::builder().storage(storage).build(g)?, fetches, init))
        })?;
        let session = Session::new(&cluster.target("worker", 0)?)?;
        session.step(&mut g).op(&init).run()?;
        Ok(Variables { _cluster: cluster, session, g, saver, fetches })
    }

    fn values(&mut self) -> Result<Value> {
        let step = self.session.step(&mut self.g);
        let found = self.fetches.iter().fold(step, |step, (_, value)| step.fetch(value)).run()?;
        let mut values = BTreeMap::new();
        for ((name, _), tensor) in self.fetches.iter().zip(&found) {
            values.insert(*name, as_json(tensor)?);
        }
        Ok(json!(values))
    }
}

fn as_json(tensor: &Tensor) -> Result<Value> {
    let latin1 = |bytes: &Vec<u8>| bytes.iter().map(|byte| char::from(*byte)).collect::<String>();
    Ok(match (tensor.dtype(), tensor.shape().get(1)) {
        (DType::String, _) => tensor.as_strings()?.iter().map(latin1).collect(),
        (DType::Int64, _) => json!(tensor.single::<i64>()?),
        (_, Some(columns)) => tensor.values::<f32>()?.chunks(*columns).map(|row| json!(row)).collect(),
        _ => json!(tensor.values::<f32>()?),
    })
}

/// What TensorFlow should find in a checkpoint of ours.
fn expected(kind: &str, parts: usize, values: &Value) -> Results {
    let mut by_variable = values.as_object().unwrap().clone();
    if parts > 1 {
        let rows = by_variable.remove("table").unwrap();
        let rows = rows.as_array().unwrap();
        let (first, second) = rows.split_at(rows.len().div_ceil(2));
        by_variable.insert("table/part_0".to_owned(), json!(first));
        by_variable.insert("table/part_1".to_owned(), json!(second));
    } else {
        let rows = by_variable.remove("table").unwrap();
        by_variable.insert("table/part_0".to_owned(), rows);
    }
    let trainable: Vec<&String> =
        by_variable.keys().filter(|name| name.starts_with("table") || name.starts_with("layer")).collect();
    [
        ("latest", json!("model.ckpt-5")),
        ("trainable", json!(trainable)),
        ("again", json!(["global_step", "layer/dense", "table", "words"])),
        ("0", values.clone()),
        ("3", values.clone()),
        ("meta", Value::Object(by_variable.clone())),
    ]
    .into_iter()
    .map(|(name, value)| (format!("{kind}/{name}"), value))
    .collect()
}

/// The losses of the second half.
fn second_half(program: &mut Program, session: &Session) -> Result<Value> {
    losses(program, session, HALF..STEPS)
}

fn losses(program: &mut Program, session: &Session, steps: std::ops::Range<usize>) -> Result<Value> {
    let g = &mut program.graph;
    let mut losses = Vec::new();
    for step in steps {
        let feeds = fed(g, step)?;
        let running = session.step(g).fetch(&program.loss).op(&program.train);
        let running = feeds.into_iter().fold(running, |running, (x, value)| running.feed(&x, value));
        losses.push(f64::from(running.run()?[0].single::<f32>()?));
    }
    Ok(losses.into())
}

fn adam() -> Result<(Program, Saver, Session)> {
    let mut program = optimizers::program("adam", Optimizer::adam(0.01));
    let saver = Saver::builder().build(&mut program.graph)?;
    Ok((program, saver, Session::local()?))
}

/// Runs in both directions; the program on the other side is started once.
fn exchange(root: &Path) -> Result<()> {
    let mut ours = Results::new();
    let kinds = [
        ("collected", 2, CheckpointStorage::Collected),
        ("shared", 1, CheckpointStorage::Shared),
        ("sharded", 2, CheckpointStorage::Sharded),
    ];
    let mut values = Value::Null;
    for (kind, parts, storage) in kinds {
        let mut variables = Variables::new(parts, storage)?;
        values = variables.values()?;
        let path = root.join("ours").join(kind).join("model.ckpt");
        variables.saver.save(&variables.session, &mut variables.g, path, Some(5))?;
        ours.extend(expected(kind, parts, &values));
    }

    let (mut program, saver, session) = adam()?;
    session.step(&mut program.graph).op(&program.init).run()?;
    losses(&mut program, &session, 0..HALF)?;
    saver.save(&session, &mut program.graph, root.join("ours_half/model.ckpt"), Some(HALF as i64))?;
    let continued = second_half(&mut program, &session)?;
    for name in ["half/continued", "half/imported", "half/own"] {
        ours.insert(name.to_owned(), continued.clone());
    }

    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/checkpoints.py");
    let arguments = [root.to_string_lossy().into_owned(), HALF.to_string(), STEPS.to_string()];
    let theirs = results::parse(&Python::script(script).args(arguments).run().stdout);
    let lines = differences(&theirs, &ours, TOLERANCE);
    assert!(lines.is_empty(), "{}", lines.join("\n"));

    let (mut program, saver, session) = adam()?;
    let prefix = latest_checkpoint(&root.join("theirs_half"))?.expect("TensorFlow has written it");
    saver.restore(&session, &mut program.graph, prefix)?;
    let continued = Results::from([("half/own".to_owned(), second_half(&mut program, &session)?)]);
    let own = Results::from([("half/own".to_owned(), theirs["half/own"].clone())]);
    assert_eq!(differences(&own, &continued, TOLERANCE), Vec::<String>::new());

    for kind in ["dense", "sharded", "parts"] {
        let directory = root.join("theirs").join(kind);
        let prefix = latest_checkpoint(&directory)?.expect("TensorFlow has written it");
        let is_sharded = directory.join("model.ckpt-5.data-00001-of-00002").is_file();
        assert_eq!(is_sharded, kind != "dense");
        for (parts, storage) in [(1, CheckpointStorage::Collected), (3, CheckpointStorage::Sharded)] {
            let mut variables = Variables::new(parts, storage)?;
            let zero: Vec<_> = variables.g.global_variables();
            for variable in zero.iter().filter(|variable| variable.dtype() == DType::Float) {
                let zeros = variables.g.constant(Tensor::zeros(DType::Float, variable.shape().clone())?)?;
                let clear = variable.assign(&mut variables.g, &zeros)?;
                variables.session.step(&mut variables.g).op(&clear).run()?;
            }
            variables.saver.restore(&variables.session, &mut variables.g, &prefix)?;
            assert_eq!(variables.values()?, values, "{kind} into {parts} parts by {storage:?}");
        }
    }
    Ok(())
}

#[test]
fn checkpoints_are_exchanged_with_tensorflow() {
    let root = tempfile::tempdir().unwrap();
    exchange(root.path()).unwrap();
}
