//! Random kernels against real TensorFlow, bit for bit.

#[allow(dead_code)]
mod array_golden;

use array_golden::run;
use regatta_graph::{AttrValue, Attrs, Graph, GraphDef, NodeDef};
use regatta_kernels::{Compute, Kernel};
use regatta_status::Code;
use regatta_tensor::{DType, Tensor};

fn attrs(dtype: DType, is_int: bool, seed: i64, seed2: i64) -> Attrs {
    Attrs::from([
        (if is_int { "Tout" } else { "dtype" }.into(), AttrValue::Type(dtype)),
        ("T".into(), AttrValue::Type(DType::Int32)),
        ("seed".into(), AttrValue::Int(seed)),
        ("seed2".into(), AttrValue::Int(seed2)),
    ])
}

fn kernel(op: &str, attrs: Attrs, input_types: &[DType]) -> Compute {
    let mut nodes = Vec::new();
    for (i, dtype) in input_types.iter().enumerate() {
        let attrs = Attrs::from([("dtype".into(), AttrValue::Type(*dtype))]);
        nodes.push(NodeDef { name: format!("in{i}"), op: "Placeholder".into(), attrs, ..NodeDef::default() });
    }
    let inputs = nodes.iter().map(|node| node.name.clone()).collect();
    nodes.push(NodeDef { name: "node".into(), op: op.into(), inputs, attrs, ..NodeDef::default() });
    let graph = Graph::from_def(GraphDef { nodes, ..GraphDef::default() }).unwrap();
    match regatta_kernels::build(graph.node(graph.find("node").unwrap())).unwrap() {
        Kernel::Compute(compute) => compute,
        Kernel::Update(_) => unreachable!(),
    }
}

fn bits(tensor: &Tensor) -> Vec<u64> {
    let size = tensor.dtype().size().unwrap();
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
    tensor.bytes().unwrap().chunks_exact(size).map(word).collect()
}

#[test]
fn numbers_are_tensorflows() {
    let mut current: Option<(String, Compute)> = None;
    let mut failures = Vec::new();
    for line in include_str!("data/golden_random.txt").lines() {
        let (head, hash) = line.split_once(" : ").unwrap();
        let words: Vec<&str> = head.split(' ').collect();
        let (op, bounds) = words[0].split_once(':').unwrap_or((words[0], ""));
        let dtype = DType::from_name(words[1]).unwrap();
        let numbers: Vec<i64> = words[2..6].iter().map(|word| word.parse().unwrap()).collect();
        let mut inputs = vec![Tensor::vector(vec![numbers[2] as i32])];
        for bound in bounds.split(',').filter(|bound| !bound.is_empty()) {
            inputs.push(match dtype {
                DType::Int32 => Tensor::scalar(bound.parse::<i32>().unwrap()),
                _ => Tensor::scalar(bound.parse::<i64>().unwrap()),
            });
        }
        // Lines of one node stand together, one for each call.
        let node = words[..5].join(" ");
        if current.as_ref().is_none_or(|(known, _)| *known != node) {
            let types: Vec<DType> = inputs.iter().map(Tensor::dtype).collect();
            let attrs = attrs(dtype, !bounds.is_empty(), numbers[0], numbers[1]);
            current = Some((node, kernel(op, attrs, &types)));
        }
        let actual = bits(&current.as_ref().unwrap().1(inputs).unwrap()[0]);
        let first: Vec<String> = actual.iter().take(4).map(|bits| format!("{bits:x}")).collect();
        let fnv = actual.iter().fold(0xcbf29ce484222325u64, |h, bits| (h ^ bits).wrapping_mul(0x100000001b3));
        if first != words[6..] || format!("{fnv:x}") != hash {
            failures.push(format!("{line}\n  got {} : {fnv:x}", first.join(" ")));
        }
    }
    assert!(failures.is_empty(), "{} lines fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn without_seeds_nobody_can_foretell() {
    let draw = || {
        let compute = kernel("RandomUniform", attrs(DType::Float, false, 0, 0), &[DType::Int32]);
        bits(&compute(vec![Tensor::vector(vec![4i32])]).unwrap()[0])
    };
    assert_ne!(draw(), draw());
}

#[test]
fn bad_shapes_and_bounds_are_refused() {
    let uniform = attrs(DType::Float, false, 1, 2);
    for shape in [vec![-1i32], vec![i32::MAX; 3], vec![i32::MAX, i32::MAX]] {
        let status = run("RandomUniform", &uniform, &[Tensor::vector(shape)]).unwrap_err();
        assert!(matches!(status.code, Code::InvalidArgument | Code::ResourceExhausted), "{status}");
    }
    let status = run("RandomUniform", &uniform, &[Tensor::scalar(1i32)]).unwrap_err();
    assert_eq!(status.message, "shape must be a vector of {int32,int64}, got shape []");
    let int = attrs(DType::Int32, true, 1, 2);
    let bounds = |low: i32, high: i32| [Tensor::vector(vec![2i32]), Tensor::scalar(low), Tensor::scalar(high)];
    assert_eq!(run("RandomUniformInt", &int, &bounds(3, 3)).unwrap_err().message, "Need minval < maxval, got 3 >= 3");
    assert!(run("RandomUniformInt", &int, &bounds(i32::MIN, i32::MAX)).is_ok());
}
