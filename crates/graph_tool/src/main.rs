//! What Regatta's graph code says of a graph, for programs in other languages: shapes, gradients, how long a kernel takes.
//!
//! Questions come on standard input, one after the other: a line of JSON with `command` and `length`, then a `GraphDef` of
//! that many bytes. Answers go to standard output in the same form; a mistake in a question is an answer with `error`.
//!
//! ```text
//! {"command": "infer", "node": "y"}                                     -> {"shapes": [[2, -1], null]}
//! {"command": "gradients", "ys": ["y:0"], "xs": ["x:0"], "grad_ys": []} -> {"gradients": ["..", null], "length": n}, graph
//! {"command": "bench", "node": "y", "seconds": 0.2}                     -> {"nanoseconds": 1234.5}
//! ```

use std::{
    io::{BufRead, Read, Write},
    time::{Duration, Instant},
};

use mimalloc::MiMalloc;
use prost::Message;
use regatta_graph::{
    AttrValue, GradientOptions, Graph, GraphBuilder, GraphDef, Node, Outlet, gradients_with, infer_shapes,
};
use regatta_kernels::Kernel;
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, KeepLarge, Tensor};
use regatta_wire::{graph_from_proto, graph_to_proto, pb};
use serde_json::{Value, json};

/// As the tasks have it.
#[global_allocator]
static ALLOCATOR: KeepLarge<MiMalloc> = KeepLarge::new(MiMalloc);

fn main() -> std::io::Result<()> {
    let mut questions = std::io::stdin().lock();
    let mut answers = std::io::stdout().lock();
    let mut line = String::new();
    while questions.read_line(&mut line)? > 0 {
        let question: Value = serde_json::from_str(&line)?;
        line.clear();
        let mut bytes = vec![0; question["length"].as_u64().unwrap_or_default() as usize];
        questions.read_exact(&mut bytes)?;
        let (mut answer, graph) = match answer(&question, &bytes) {
            Ok(answer) => answer,
            Err(error) => (json!({ "error": error.message }), None),
        };
        let bytes = graph.map(|graph| graph_to_proto(&graph).encode_to_vec());
        if let Some(bytes) = &bytes {
            answer["length"] = json!(bytes.len());
        }
        writeln!(answers, "{answer}")?;
        answers.write_all(&bytes.unwrap_or_default())?;
        answers.flush()?;
    }
    Ok(())
}

fn answer(question: &Value, bytes: &[u8]) -> Result<(Value, Option<GraphDef>)> {
    let proto = pb::GraphDef::decode(bytes).map_err(|e| invalid_argument(format!("not a GraphDef: {e}")))?;
    let graph = graph_from_proto(&proto)?;
    match question["command"].as_str() {
        Some("infer") => Ok((infer(question, graph)?, None)),
        Some("gradients") => gradients(question, graph).map(|(answer, graph)| (answer, Some(graph))),
        Some("bench") => Ok((bench(question, graph)?, None)),
        other => Err(invalid_argument(format!("no command is called {other:?}"))),
    }
}

/// The shapes of a node's outputs that are tensors.
fn infer(question: &Value, graph: GraphDef) -> Result<Value> {
    let graph = Graph::from_def(graph)?;
    let shapes = infer_shapes(&graph)?;
    let name = question["node"].as_str().unwrap_or_default();
    let id = graph.find(name).ok_or_else(|| invalid_argument(format!("no node {name}")))?;
    let is_tensor = |ty: &regatta_graph::EdgeType| !matches!(ty.dtype, DType::Resource | DType::Variant);
    let outputs = graph.node(id).output_types.iter().zip(&shapes[id.index()]).filter(|(ty, _)| is_tensor(ty));
    let sizes = |shape: &regatta_tensor::PartialShape| {
        shape.sizes().map(|sizes| sizes.iter().map(|size| size.map_or(-1, |size| size as i64)).collect::<Vec<_>>())
    };
    Ok(json!({ "shapes": outputs.map(|(_, shape)| sizes(shape)).collect::<Vec<_>>() }))
}

fn gradients(question: &Value, graph: GraphDef) -> Result<(Value, GraphDef)> {
    let mut g = GraphBuilder::from_def(graph)?;
    let find = |g: &GraphBuilder, key: &str| -> Result<Vec<Outlet>> {
        let names = question[key].as_array().into_iter().flatten().filter_map(Value::as_str);
        names.map(|name| g.find(name)).collect()
    };
    let (ys, xs) = (find(&g, "ys")?, find(&g, "xs")?);
    let grad_ys = find(&g, "grad_ys")?.into_iter().map(Some).collect();
    let found = gradients_with(&mut g, &ys, &xs, &GradientOptions { grad_ys, ..GradientOptions::default() })?;
    let names: Result<Vec<Option<String>>> = found
        .into_iter()
        .map(|grad| grad.map(|grad| grad.dense(&mut g).map(|dense| dense.name())).transpose())
        .collect();
    Ok((json!({ "gradients": names? }), g.build()?))
}

/// How long the node's kernel takes with constants as inputs, which it may not write over: the fastest of many calls. The
/// value of a variable that it changes is a constant named after it, `<variable>/value`.
fn bench(question: &Value, graph: GraphDef) -> Result<Value> {
    let graph = Graph::from_def(graph)?;
    let name = question["node"].as_str().unwrap_or_default();
    let node = graph.node(graph.find(name).ok_or_else(|| invalid_argument(format!("no node {name}")))?);
    let value = |input: &regatta_graph::Output| {
        let named = graph.find(&format!("{}/value", graph.node(input.node).name)).unwrap_or(input.node);
        match graph.node(named).attrs.get("value") {
            Some(AttrValue::Tensor(value)) => Ok(value.clone()),
            _ => Err(invalid_argument("every input must be a constant, or a variable with a constant value")),
        }
    };
    let inputs: Vec<Tensor> = node.inputs.iter().map(value).collect::<Result<_>>()?;
    let budget = Duration::from_secs_f64(question["seconds"].as_f64().unwrap_or(0.2));
    // In the only thread of a pool, to which kernels give what they would share out: one thread does all, and is timed.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.map_err(|error| internal(format!("no thread to time kernels in: {error}")))?;
    let best = pool.install(|| time_kernel(node, &inputs, budget))?;
    Ok(json!({ "nanoseconds": best }))
}

fn time_kernel(node: &Node, inputs: &[Tensor], budget: Duration) -> Result<f64> {
    match regatta_kernels::build(node)? {
        Kernel::Compute(compute) => fastest(budget, || {
            std::hint::black_box(compute(inputs.to_vec())?);
            Ok(())
        }),
        Kernel::Update(update) => {
            let is_variable = |ty: &regatta_graph::EdgeType| ty.is_ref || ty.dtype == DType::Resource;
            let count = node.input_types.iter().take_while(|ty| is_variable(ty)).count();
            let mut variables = inputs[..count].to_vec();
            // The first call copies what the graph holds too; from then on the variables are this loop's own.
            fastest(budget, || {
                let values = inputs[count..].to_vec();
                let mut variables: Vec<&mut Tensor> = variables.iter_mut().collect();
                update(&mut variables, values)
            })
        }
    }
}

/// The nanoseconds that the processor spends on a call, when it spends the fewest.
fn fastest(budget: Duration, mut call: impl FnMut() -> Result<()>) -> Result<f64> {
    // To ask for the time takes some itself: calls are counted together until they take much longer than that.
    const LONG: Duration = Duration::from_micros(100);
    let (begun, mut best, mut count) = (Instant::now(), f64::INFINITY, 1u32);
    while begun.elapsed() < budget {
        let before = processor_time();
        for _ in 0..count {
            call()?;
        }
        let spent = processor_time().saturating_sub(before);
        best = best.min(spent.as_nanos() as f64 / f64::from(count));
        if spent < LONG {
            count = count.saturating_mul(2);
        }
    }
    Ok(best)
}

/// The time that a processor has spent on this thread.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
