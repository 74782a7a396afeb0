//! Kernels built from a node of a one-op graph, and cases read from the files that `tests/python` writes.
#![allow(dead_code)]

use regatta_graph::{AttrList, AttrValue, Attrs, Graph, GraphDef, NodeDef};
use regatta_kernels::Kernel;
use regatta_status::{Result, Status};
use regatta_tensor::{Complex, DType, Element, Shape, Tensor, bf16, f16};

/// Builds the kernel of a node called `node`; the first `variables` inputs are variables (references, or handles for ops
/// that take those).
pub fn kernel(op: &str, attrs: Attrs, inputs: &[Tensor], variables: usize) -> Result<Kernel> {
    let takes_handles = op.starts_with("Resource") || op.ends_with("VariableOp");
    let mut nodes = Vec::new();
    for (k, input) in inputs.iter().enumerate() {
        let source = match k < variables {
            true if takes_handles => "VarHandleOp",
            true => "VariableV2",
            false => "Placeholder",
        };
        let attrs = [
            ("dtype".to_owned(), AttrValue::Type(input.dtype())),
            ("shape".to_owned(), AttrValue::Shape(input.shape().into())),
        ];
        nodes.push(NodeDef { name: format!("i{k}"), op: source.into(), attrs: attrs.into(), ..NodeDef::default() });
    }
    let inputs = (0..inputs.len()).map(|k| format!("i{k}")).collect();
    nodes.push(NodeDef { name: "node".into(), op: op.into(), inputs, attrs, ..NodeDef::default() });
    let graph = Graph::from_def(GraphDef { nodes, ..GraphDef::default() })?;
    regatta_kernels::build(graph.node(graph.find("node").unwrap()))
}

/// Runs a node once. The outputs, or the variables as they are afterwards.
pub fn run(op: &str, attrs: Attrs, inputs: Vec<Tensor>, variables: usize) -> Result<Vec<Tensor>> {
    match kernel(op, attrs, &inputs, variables)? {
        Kernel::Compute(compute) => compute(inputs),
        Kernel::Update(update) => {
            let mut held = inputs;
            let values = held.split_off(variables);
            update(&mut held.iter_mut().collect::<Vec<_>>(), values)?;
            Ok(held)
        }
    }
}

/// Attributes with only the type `T`.
pub fn typed(dtype: DType) -> Attrs {
    [("T".to_owned(), AttrValue::Type(dtype))].into()
}

/// A case of a golden file.
#[derive(Default)]
pub struct Case {
    pub line: usize,
    pub op: String,
    pub variables: usize,
    pub attrs: Attrs,
    pub inputs: Vec<Tensor>,
    pub outputs: Vec<Tensor>,
    pub error: Option<(i32, String)>,
}

/// Runs every case of a golden file, with inputs that are shared and with inputs that may be written over.
pub fn check_golden(text: &str) {
    let (mut count, mut failures) = (0, Vec::new());
    for case in parse(text) {
        count += 1;
        for shared in [true, false] {
            let inputs = case.inputs.iter().map(|input| if shared { input.clone() } else { copy(input) }).collect();
            let got = run(&case.op, case.attrs.clone(), inputs, case.variables);
            if let Err(why) = compare(&case, &got) {
                failures.push(format!(
                    "line {} {} {:?} {:?}\n    shared {shared}: {why}",
                    case.line, case.op, case.attrs, case.inputs
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures of {count} cases:\n{}", failures.len(), failures.join("\n"));
    assert!(count > 50, "only {count} cases were read");
}

/// A tensor with the same elements that nobody else holds.
pub fn copy(tensor: &Tensor) -> Tensor {
    match tensor.bytes() {
        Some(bytes) => Tensor::from_bytes(tensor.dtype(), tensor.shape().clone(), bytes).unwrap(),
        None => Tensor::strings(tensor.shape().clone(), tensor.as_strings().unwrap().to_vec()).unwrap(),
    }
}

fn compare(case: &Case, got: &Result<Vec<Tensor>>) -> Result<(), String> {
    let got = match (got, &case.error) {
        (Err(Status { code, message, .. }), Some((expected, text))) => {
            return if *code as i32 == *expected && message == text {
                Ok(())
            } else {
                Err(format!("expected error {expected} `{text}`, got {code:?} `{message}`"))
            };
        }
        (Err(error), None) => return Err(format!("failed: {error}")),
        (Ok(got), Some((code, text))) => return Err(format!("expected error {code} `{text}`, got {got:?}")),
        (Ok(got), None) => got,
    };
    if got.len() != case.outputs.len() {
        return Err(format!("{} outputs, expected {}", got.len(), case.outputs.len()));
    }
    for (got, expected) in got.iter().zip(&case.outputs) {
        if got.dtype() != expected.dtype() || got.shape() != expected.shape() {
            return Err(format!("got {got:?}, expected {expected:?}"));
        }
        if !close(got, expected) {
            return Err(format!("got {:?}, expected {:?}", numbers(got), numbers(expected)));
        }
    }
    Ok(())
}

/// Whether two tensors of the same type and shape agree: whole numbers exactly, floats within what the type can hold.
pub fn close(got: &Tensor, expected: &Tensor) -> bool {
    let (relative, absolute) = match got.dtype() {
        DType::Double | DType::Complex128 => (1e-12, 1e-12),
        DType::Float | DType::Complex64 => (1e-5, 1e-6),
        DType::Half => (2e-3, 1e-3),
        DType::BFloat16 => (1.6e-2, 8e-3),
        DType::String => return got.as_strings().unwrap() == expected.as_strings().unwrap(),
        _ => return got.bytes() == expected.bytes(),
    };
    numbers(got).iter().zip(&numbers(expected)).all(|(got, expected)| {
        (got.is_nan() && expected.is_nan())
            || got == expected
            || (got - expected).abs() <= absolute + relative * expected.abs()
    })
}

/// The elements as numbers, complex ones as two.
pub fn numbers(tensor: &Tensor) -> Vec<f64> {
    fn all<T: Element>(tensor: &Tensor, f: impl Fn(T) -> f64) -> Vec<f64> {
        tensor.values::<T>().unwrap().iter().map(|x| f(*x)).collect()
    }
    match tensor.dtype() {
        DType::Float => all(tensor, |x: f32| x.into()),
        DType::Double => all(tensor, |x: f64| x),
        DType::Half => all(tensor, |x: f16| x.into()),
        DType::BFloat16 => all(tensor, |x: bf16| x.into()),
        DType::Int32 => all(tensor, |x: i32| x.into()),
        DType::Int64 => all(tensor, |x: i64| x as f64),
        DType::Complex64 => {
            tensor.values::<Complex<f32>>().unwrap().iter().flat_map(|x| [x.re.into(), x.im.into()]).collect()
        }
        DType::Complex128 => tensor.values::<Complex<f64>>().unwrap().iter().flat_map(|x| [x.re, x.im]).collect(),
        _ => tensor.bytes().unwrap_or_default().iter().map(|x| f64::from(*x)).collect(),
    }
}

fn parse(text: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut case = Case::default();
    for (number, line) in text.lines().enumerate() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "case" => {
                let (op, variables) = rest.split_once(' ').unwrap();
                case =
                    Case { line: number + 1, op: op.into(), variables: variables.parse().unwrap(), ..Case::default() };
            }
            "attr" => {
                let mut words = rest.splitn(3, ' ');
                let (name, kind, value) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap_or(""));
                case.attrs.insert(name.into(), parse_attr(kind, value));
            }
            "in" => case.inputs.push(parse_tensor(rest)),
            "out" => case.outputs.push(parse_tensor(rest)),
            "err" => {
                let (code, message) = rest.split_once(' ').unwrap();
                case.error = Some((code.parse().unwrap(), message.into()));
            }
            "end" => cases.push(std::mem::take(&mut case)),
            _ => panic!("line {}: `{line}`", number + 1),
        }
    }
    cases
}

fn parse_attr(kind: &str, value: &str) -> AttrValue {
    match kind {
        "type" => AttrValue::Type(dtype(value)),
        "bool" => AttrValue::Bool(value == "1"),
        "int" => AttrValue::Int(value.parse().unwrap()),
        "float" => AttrValue::Float(value.parse().unwrap()),
        "string" => AttrValue::String(value.into()),
        "list(string)" => {
            let strings = value.split(',').filter(|s| !s.is_empty()).map(|s| s.as_bytes().to_vec()).collect();
            AttrValue::List(AttrList { strings, ..AttrList::default() })
        }
        _ => panic!("attr of kind {kind}"),
    }
}

fn dtype(name: &str) -> DType {
    let name = match name {
        "float32" => "float",
        "float64" => "double",
        "float16" => "half",
        other => other,
    };
    DType::from_name(name).unwrap()
}

fn parse_tensor(text: &str) -> Tensor {
    let mut words = text.split_whitespace();
    let dtype = dtype(words.next().unwrap());
    let sizes = words.next().unwrap().trim_matches(['[', ']']);
    let sizes: Vec<usize> =
        sizes.split(',').filter(|size| !size.is_empty()).map(|size| size.parse().unwrap()).collect();
    let shape = Shape::new(&sizes).unwrap();
    let words: Vec<&str> = words.collect();
    fn plain<T: Element>(shape: Shape, words: &[&str], f: impl Fn(&str) -> T) -> Tensor {
        Tensor::new(shape, words.iter().map(|word| f(word)).collect()).unwrap()
    }
    fn complex<F: std::str::FromStr<Err: std::fmt::Debug>>(word: &str) -> Complex<F> {
        let (re, im) = word.split_once(',').unwrap();
        Complex { re: re.parse().unwrap(), im: im.parse().unwrap() }
    }
    match dtype {
        DType::Float => plain::<f32>(shape, &words, |w| w.parse().unwrap()),
        DType::Double => plain::<f64>(shape, &words, |w| w.parse().unwrap()),
        DType::Half => plain::<f16>(shape, &words, |w| f16::from_f64(w.parse().unwrap())),
        DType::BFloat16 => plain::<bf16>(shape, &words, |w| bf16::from_f64(w.parse().unwrap())),
        DType::Int8 => plain::<i8>(shape, &words, |w| w.parse().unwrap()),
        DType::Int16 => plain::<i16>(shape, &words, |w| w.parse().unwrap()),
        DType::Int32 => plain::<i32>(shape, &words, |w| w.parse().unwrap()),
        DType::Int64 => plain::<i64>(shape, &words, |w| w.parse().unwrap()),
        DType::UInt8 => plain::<u8>(shape, &words, |w| w.parse().unwrap()),
        DType::UInt16 => plain::<u16>(shape, &words, |w| w.parse().unwrap()),
        DType::UInt32 => plain::<u32>(shape, &words, |w| w.parse().unwrap()),
        DType::UInt64 => plain::<u64>(shape, &words, |w| w.parse().unwrap()),
        DType::Bool => plain::<bool>(shape, &words, |w| w == "1"),
        DType::Complex64 => plain::<Complex<f32>>(shape, &words, complex),
        DType::Complex128 => plain::<Complex<f64>>(shape, &words, complex),
        DType::String => Tensor::strings(shape, words.iter().map(|w| w.as_bytes()[1..].to_vec()).collect()).unwrap(),
        other => panic!("tensor of {other}"),
    }
}
