//! Where nodes end up: the graphs of `data/place`, each with the answer behind a line of dashes.
//!
//! The answers are TensorFlow's; `data/place/on_tensorflow.py` asks it again. `UPDATE_GOLDEN=1` writes down what we do
//! instead. Settings of a graph: `cluster: ps=1 worker=2`, `local: /job:worker/task:0`, `gpus: /job:worker/task:1=2` (how
//! many more devices a task has), `gpu_kernels: MatMul Neg` (which ops a GPU has, else none), `no_kernel: Neg`, `soft`, and
//! `differs: why`, where we decided against TensorFlow's answer.

mod text_graph;

use std::{fmt::Write, fs, path::Path, time::Instant};

use regatta_graph::{Device, DeviceName, Graph, Node, PlaceOptions, place, placement_log};
use text_graph::TextGraph;

#[test]
fn graphs_are_placed_as_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/place");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "txt"));
    paths.sort();
    assert!(paths.len() > 30, "the graphs are gone");
    let mut wrong = String::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let (input, expected) = text.split_once("\n----\n").expect("no line of dashes");
        let actual = answer(input);
        if actual == expected {
            continue;
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, format!("{input}\n----\n{actual}")).unwrap();
        } else {
            let name = path.file_name().unwrap().to_string_lossy();
            let _ = writeln!(wrong, "{name}\n{input}\n-- expected\n{expected}-- actual\n{actual}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn answer(input: &str) -> String {
    let text = TextGraph::parse(input);
    let devices = devices(&text);
    let words = |key: &str| -> Vec<String> { text.setting(key).unwrap_or("").split(' ').map(str::to_owned).collect() };
    let (gpu_kernels, no_kernel) = (words("gpu_kernels"), words("no_kernel"));
    let has_kernel = |node: &Node, kind: &str| {
        let op = node.op.name.to_owned();
        if kind == "CPU" { !no_kernel.contains(&op) } else { gpu_kernels.contains(&op) }
    };
    let local_task = full_task(text.setting("local").unwrap_or("/job:worker/task:0"));
    let mut graph = Graph::default();
    let mut placed: Vec<String> = Vec::new();
    for call in text.calls {
        let assigned: Vec<Option<String>> = placed
            .iter()
            .zip(graph.iter())
            // As TensorFlow does it: what has no memory may move.
            .map(|(device, (_, node))| node.op.is_stateful.then(|| device.clone()))
            .collect();
        graph.extend(call).unwrap();
        let options = PlaceOptions {
            devices: &devices,
            local_task: &local_task,
            allow_soft_placement: text.settings.iter().any(|(key, _)| key == "soft"),
            has_kernel: &has_kernel,
            assigned: &assigned,
        };
        match place(&graph, &options) {
            Ok(devices) => placed = devices,
            Err(status) => return format!("error {}: {}\n", status.code.name(), status.message),
        }
    }
    let mut lines = String::new();
    for ((_, node), device) in graph.iter().zip(placed) {
        let _ = writeln!(lines, "{} -> {device}", node.name);
    }
    lines
}

fn full_task(text: &str) -> String {
    DeviceName::parse(text).unwrap().task_name().unwrap()
}

fn devices(text: &TextGraph) -> Vec<Device> {
    let device = |task: &str, kind: &str, id: usize| Device {
        name: format!("{task}/device:{kind}:{id}"),
        kind: kind.to_owned(),
        incarnation: 1,
    };
    let pair = |text: &str| -> (String, usize) {
        let (name, count) = text.split_once('=').unwrap();
        (name.to_owned(), count.parse().unwrap())
    };
    let mut devices = Vec::new();
    for (job, tasks) in text.setting("cluster").unwrap_or("ps=1 worker=2").split(' ').map(pair) {
        devices.extend((0..tasks).map(|task| device(&format!("/job:{job}/replica:0/task:{task}"), "CPU", 0)));
    }
    for (task, count) in text.setting("gpus").into_iter().flat_map(|gpus| gpus.split(' ')).map(pair) {
        devices.extend((0..count).map(|id| device(&full_task(&task), "GPU", id)));
    }
    devices
}

/// A training graph in the large: many variables spread over many tasks, each with readers, an update and constants.
#[test]
fn large_graphs_are_placed_quickly_and_always_alike() {
    let mut lines = String::from("cluster: ps=20 worker=80\n");
    for i in 0..2000 {
        let (ps, worker) = (i % 20, i % 80);
        let _ = writeln!(lines, "v{i} = VariableV2 @/job:ps/task:{ps}");
        let _ = writeln!(lines, "r{i} = Identity(v{i}) loc:v{i}");
        let _ = writeln!(lines, "c{i} = Const");
        let _ = writeln!(lines, "g{i} = Mul(r{i}, c{i}) @/job:worker/task:{worker}");
        let _ = writeln!(lines, "s{i} = Shape(g{i})");
        let _ = writeln!(lines, "a{i} = AssignAdd(v{i}, g{i}) @/job:worker/task:{worker}");
    }
    let mut text = TextGraph::parse(&lines);
    let devices = devices(&text);
    let graph = Graph::from_def(text.calls.remove(0)).unwrap();
    let options = PlaceOptions {
        devices: &devices,
        local_task: "/job:worker/replica:0/task:0",
        allow_soft_placement: false,
        has_kernel: &|_, kind| kind == "CPU",
        assigned: &[],
    };
    let start = Instant::now();
    let placed = place(&graph, &options).unwrap();
    let elapsed = start.elapsed();
    assert_eq!(placed, place(&graph, &options).unwrap());
    let at = |name: &str| placed[graph.find(name).unwrap().index()].as_str();
    assert_eq!(at("a1999"), "/job:ps/replica:0/task:19/device:CPU:0");
    assert_eq!(at("s1999"), "/job:worker/replica:0/task:79/device:CPU:0");
    // A tenth of this on an idle machine; a quadratic pass would take seconds.
    assert!(elapsed.as_millis() < 1000, "{elapsed:?}");
    println!("placed {} nodes in {elapsed:?}", graph.len());
}

#[test]
fn the_log_reads_like_tensorflows() {
    let graph = Graph::from_def(TextGraph::parse("a = Const\nb = Neg(a)").calls.remove(0)).unwrap();
    let device = "/job:ps/replica:0/task:0/device:CPU:0".to_owned();
    assert_eq!(
        placement_log(&graph, &[device.clone(), device]),
        "a: (Const): /job:ps/replica:0/task:0/device:CPU:0\nb: (Neg): /job:ps/replica:0/task:0/device:CPU:0\n"
    );
}
