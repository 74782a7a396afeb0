//! Elementwise ops, softmax and updates on a million elements, in billions of elements per second.

use std::time::Instant;

use regatta_graph::{AttrValue, Graph, GraphDef, NodeDef};
use regatta_kernels::Kernel;
use regatta_tensor::{DType, Shape, Tensor};

const COUNT: usize = 1_000_000;

fn main() {
    compute("AddV2", "same shape", vec![filled(&[COUNT]), filled(&[COUNT])]);
    compute("AddV2", "scalar", vec![filled(&[COUNT]), filled(&[])]);
    compute("AddV2", "row", vec![filled(&[2000, 500]), filled(&[500])]);
    compute("AddV2", "short row", vec![filled(&[100_000, 10]), filled(&[10])]);
    compute("AddV2", "column", vec![filled(&[2000, 500]), filled(&[2000, 1])]);
    compute("Relu", "", vec![filled(&[COUNT])]);
    compute("ReluGrad", "", vec![filled(&[COUNT]), filled(&[COUNT])]);
    compute("Sigmoid", "", vec![filled(&[COUNT])]);
    compute("Tanh", "", vec![filled(&[COUNT])]);
    compute("Log", "", vec![filled(&[COUNT])]);
    compute("Softmax", "[2000,500]", vec![filled(&[2000, 500])]);
    compute("Softmax", "[100000,10]", vec![filled(&[100_000, 10])]);
    compute("SoftmaxCrossEntropyWithLogits", "[100000,10]", vec![filled(&[100_000, 10]), filled(&[100_000, 10])]);
    compute("BiasAdd", "", vec![filled(&[2000, 500]), filled(&[500])]);
    compute("BiasAddGrad", "", vec![filled(&[2000, 500])]);
    compute("L2Loss", "", vec![filled(&[COUNT])]);
    for (name, axes) in [("all", vec![0, 1]), ("last", vec![1]), ("first", vec![0])] {
        compute("Sum", name, vec![filled(&[2000, 500]), Tensor::vector::<i32>(axes)]);
    }
    for (op, variables, others) in [
        ("ApplyGradientDescent", 1, 2),
        ("ApplyMomentum", 2, 3),
        ("ApplyAdagrad", 2, 2),
        ("ApplyRMSProp", 3, 5),
        ("ApplyAdam", 3, 7),
        ("ApplyCenteredRMSProp", 4, 5),
    ] {
        for shape in [[784, 100], [1000, 1000], [3136, 1024]] {
            update(op, variables, others, &shape);
        }
    }
}

fn compute(op: &str, case: &str, inputs: Vec<Tensor>) {
    let Kernel::Compute(compute) = kernel(op, &inputs, 0) else { unreachable!("{op} computes") };
    // Shared inputs are not written over, so each call allocates; with the only copy handed over it works in place.
    let shared = best(|| (inputs.clone(), ()), |inputs, ()| drop(compute(inputs).unwrap()));
    let owned = best(|| (inputs.iter().map(copy).collect(), ()), |inputs, ()| drop(compute(inputs).unwrap()));
    let rate = |seconds: f64| COUNT as f64 / seconds / 1e9;
    println!("{op:30} {case:12} {:7.3} Gelem/s fresh {:7.3} in place", rate(shared), rate(owned));
}

fn update(op: &str, variables: usize, others: usize, shape: &[usize]) {
    let mut held: Vec<Tensor> = (0..variables).map(|_| filled(shape)).collect();
    let grad_at = if op == "ApplyMomentum" { 1 } else { others - 1 };
    let values: Vec<Tensor> = (0..others).map(|k| if k == grad_at { filled(shape) } else { filled(&[]) }).collect();
    let all: Vec<Tensor> = held.iter().cloned().chain(values.iter().cloned()).collect();
    let Kernel::Update(update) = kernel(op, &all, variables) else { unreachable!("{op} updates") };
    drop(all);
    let seconds = best(
        || (values.clone(), ()),
        |values, ()| {
            let mut variables: Vec<&mut Tensor> = held.iter_mut().collect();
            update(&mut variables, values).unwrap();
        },
    );
    let (count, bytes) = (shape.iter().product::<usize>() as f64, 4.0 * (2 * variables + 1) as f64);
    let (micros, rate) = (seconds * 1e6, count / seconds / 1e9);
    println!("{op:30} {:12} {micros:7.1} us {rate:7.3} Gelem/s {:7.1} GB/s", format!("{shape:?}"), rate * bytes);
}

fn best<A, B>(mut prepare: impl FnMut() -> (A, B), mut run: impl FnMut(A, B)) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..30 {
        let (a, b) = prepare();
        let start = Instant::now();
        run(a, b);
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

fn copy(tensor: &Tensor) -> Tensor {
    Tensor::from_bytes(tensor.dtype(), tensor.shape().clone(), tensor.bytes().unwrap()).unwrap()
}

fn filled(sizes: &[usize]) -> Tensor {
    let shape = Shape::new(sizes).unwrap();
    let values = (0..shape.num_elements()).map(|i| (i % 17) as f32 * 0.05 + 0.1).collect();
    Tensor::new(shape, values).unwrap()
}

fn kernel(op: &str, inputs: &[Tensor], variables: usize) -> Kernel {
    let mut nodes = Vec::new();
    for (k, input) in inputs.iter().enumerate() {
        let mut attrs = [("dtype".to_owned(), AttrValue::Type(input.dtype()))].to_vec();
        attrs.push(("shape".to_owned(), AttrValue::Shape(input.shape().into())));
        let op = if k < variables { "VariableV2" } else { "Placeholder" };
        nodes.push(NodeDef {
            name: format!("i{k}"),
            op: op.into(),
            attrs: attrs.into_iter().collect(),
            ..NodeDef::default()
        });
    }
    nodes.push(NodeDef {
        name: "node".into(),
        op: op.into(),
        inputs: (0..inputs.len()).map(|k| format!("i{k}")).collect(),
        attrs: [("T".to_owned(), AttrValue::Type(DType::Float))].into(),
        ..NodeDef::default()
    });
    let graph = Graph::from_def(GraphDef { nodes, ..GraphDef::default() }).unwrap();
    regatta_kernels::build(graph.node(graph.find("node").unwrap())).unwrap()
}
