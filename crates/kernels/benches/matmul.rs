//! Matrix products of a small MNIST network and their gradients, in GFLOP/s.

use std::time::Instant;

use regatta_graph::{AttrValue, Graph, GraphDef, NodeDef};
use regatta_kernels::Kernel;
use regatta_tensor::{DType, Shape, Tensor};

fn main() {
    // Forward, gradient of the weights (a transposed), gradient of the input (b transposed).
    for (batch, inputs, outputs) in [(100, 784, 500), (100, 500, 500), (100, 500, 10)] {
        run("forward", [batch, inputs], [inputs, outputs], (false, false));
        run("weights", [batch, inputs], [batch, outputs], (true, false));
        run("inputs", [batch, outputs], [inputs, outputs], (false, true));
    }
    run("square", [1024, 1024], [1024, 1024], (false, false));
}

fn run(name: &str, a: [usize; 2], b: [usize; 2], transposed: (bool, bool)) {
    let kernel = kernel(transposed);
    let Kernel::Compute(compute) = &kernel else { unreachable!("MatMul computes") };
    let (left, right) = (filled(a), filled(b));
    let mut best = f64::INFINITY;
    for _ in 0..60 {
        let inputs = vec![left.clone(), right.clone()];
        let start = Instant::now();
        std::hint::black_box(compute(inputs).unwrap());
        best = best.min(start.elapsed().as_secs_f64());
    }
    let (m, k) = if transposed.0 { (a[1], a[0]) } else { (a[0], a[1]) };
    let n = if transposed.1 { b[0] } else { b[1] };
    let gflops = 2.0 * (m * k * n) as f64 / best / 1e9;
    println!("matmul {name:8} {m:4}x{k:4}x{n:4}  {:9.1} us  {gflops:7.1} GFLOP/s", best * 1e6);
}

fn filled(sizes: [usize; 2]) -> Tensor {
    let values = (0..sizes[0] * sizes[1]).map(|i| (i % 17) as f32 * 0.1 - 0.8).collect();
    Tensor::new(Shape::new(&sizes).unwrap(), values).unwrap()
}

fn kernel(transposed: (bool, bool)) -> Kernel {
    let placeholder = |name: &str| NodeDef {
        name: name.into(),
        op: "Placeholder".into(),
        attrs: [("dtype".to_owned(), AttrValue::Type(DType::Float))].into(),
        ..NodeDef::default()
    };
    let matmul = NodeDef {
        name: "product".into(),
        op: "MatMul".into(),
        inputs: vec!["a".into(), "b".into()],
        attrs: [
            ("T".to_owned(), AttrValue::Type(DType::Float)),
            ("transpose_a".to_owned(), AttrValue::Bool(transposed.0)),
            ("transpose_b".to_owned(), AttrValue::Bool(transposed.1)),
        ]
        .into(),
        ..NodeDef::default()
    };
    let def = GraphDef { nodes: vec![placeholder("a"), placeholder("b"), matmul], ..GraphDef::default() };
    let graph = Graph::from_def(def).unwrap();
    regatta_kernels::build(graph.node(graph.find("product").unwrap())).unwrap()
}
