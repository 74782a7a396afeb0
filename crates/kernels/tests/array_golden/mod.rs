//! Reads the golden cases that `python/golden_array.py` prints and holds kernels and shape rules against them.

use regatta_graph::{AttrList, AttrValue, Attrs, Graph, GraphDef, NodeDef, shape_rule::ShapeQuery};
use regatta_kernels::Kernel;
use regatta_status::{Result, internal};
use regatta_tensor::{Complex, DType, PartialShape, Shape, Tensor, bf16, f16};

/// One case: a node, its inputs, and what TensorFlow says.
#[derive(Default)]
pub struct Case {
    pub line: usize,
    pub op: String,
    pub attrs: Attrs,
    pub inputs: Vec<Tensor>,
    pub outputs: Vec<Tensor>,
    pub error: Option<(i32, String)>,
    /// What inference knows with constant inputs, and with only their shapes; empty where it was not asked.
    pub inferred: [String; 2],
}

/// Runs every case of a file. `differs` lists cases whose message or inferred shape is not TensorFlow's, with the reason.
pub fn check_all(text: &str, differs: &[(&str, &str)]) {
    let cases = parse(text);
    let mut failures = Vec::new();
    for case in &cases {
        if let Err(failure) = check(case) {
            let known = differs.iter().any(|(op, part)| case.op == *op && failure.contains(part));
            if !known {
                failures.push(format!("line {}: {} {:?}: {failure}", case.line, case.op, case.inputs));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {} cases fail:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

fn check(case: &Case) -> Result<(), String> {
    let result = run(&case.op, &case.attrs, &case.inputs);
    match (&case.error, result) {
        (None, Ok(outputs)) => {
            if outputs.len() != case.outputs.len() {
                return Err(format!("{} outputs instead of {}", outputs.len(), case.outputs.len()));
            }
            for (actual, expected) in outputs.iter().zip(&case.outputs) {
                if !same(actual, expected) {
                    return Err(format!("got {actual:?}, expected {expected:?}"));
                }
            }
        }
        (None, Err(status)) => return Err(format!("got error {status}")),
        (Some((code, text)), Ok(outputs)) => return Err(format!("got {outputs:?}, expected error {code} {text}")),
        (Some((code, text)), Err(status)) => {
            if status.code as i32 != *code {
                return Err(format!("got {status}, expected code {code} {text}"));
            }
            // Texts that Python wrote, before any kernel was asked, are marked with a dash.
            let message = status.message.split("\n\t [[").next().unwrap_or_default();
            if !text.starts_with("- ") && message != text {
                return Err(format!("says '{message}' instead of '{text}'"));
            }
        }
    }
    for (mode, expected) in [(Known::Values, &case.inferred[0]), (Known::Shapes, &case.inferred[1])] {
        check_inferred(case, &infer(case, mode), expected)
            .map_err(|e| format!("inference from {mode:?} says {e} instead of {expected}"))?;
    }
    Ok(())
}

/// Inference must know what TensorFlow's knows and may know more, as long as it is true. A case that no step can pass may be
/// refused early or not.
fn check_inferred(case: &Case, actual: &Option<Vec<PartialShape>>, expected: &str) -> Result<(), String> {
    let refused = expected == "!";
    let Some(shapes) = actual else {
        return if refused || case.error.is_some() { Ok(()) } else { Err("!".into()) };
    };
    let admits = |(shape, output): (&PartialShape, &Tensor)| shape.admits(output.shape());
    let is_true = shapes.iter().zip(&case.outputs).all(admits);
    let words: Vec<&str> = expected.split(' ').filter(|word| !word.is_empty()).collect();
    let knows = |(shape, word): (&PartialShape, &&str)| shape.merge(&parse_shape(word)).as_ref() == Some(shape);
    let knows_as_much = if refused { case.error.is_some() } else { shapes.iter().zip(&words).all(knows) };
    if is_true && (knows_as_much || case.error.is_some()) { Ok(()) } else { Err(format!("{shapes:?}")) }
}

fn parse_shape(word: &str) -> PartialShape {
    if word == "unknown" {
        return PartialShape::unknown();
    }
    let sizes = word.trim_matches(['[', ']']).split(',').filter(|size| !size.is_empty());
    PartialShape::new(sizes.map(|size| size.parse().ok()).collect())
}

#[derive(Clone, Copy, Debug)]
enum Known {
    Values,
    Shapes,
    Nothing,
}

/// What the op's rule says, or `None` where it refuses.
fn infer(case: &Case, known: Known) -> Option<Vec<PartialShape>> {
    let graph = graph(&case.op, &case.attrs, &case.inputs).ok()?;
    let shape_of = |input: &Tensor| match known {
        Known::Nothing => PartialShape::unknown(),
        _ => input.shape().into(),
    };
    let inputs: Vec<PartialShape> = case.inputs.iter().map(shape_of).collect();
    let constants: Vec<Option<&Tensor>> =
        case.inputs.iter().map(|input| matches!(known, Known::Values).then_some(input)).collect();
    let node = graph.node(graph.find("node")?);
    (node.op.shape)(&ShapeQuery { node, inputs: &inputs, constants: &constants, handles: &[] }).ok()
}

/// Runs one node on the given inputs and checks that what its rule says, with whatever is known, is true of the result.
pub fn run_checked(op: &str, attrs: &Attrs, inputs: &[Tensor]) -> Result<Vec<Tensor>> {
    let outputs = run(op, attrs, inputs);
    let case = Case { op: op.into(), attrs: attrs.clone(), inputs: inputs.to_vec(), ..Case::default() };
    for known in [Known::Values, Known::Shapes, Known::Nothing] {
        let shapes = infer(&case, known);
        if let Ok(outputs) = &outputs {
            let is_true = shapes.as_ref().is_some_and(|s| s.iter().zip(outputs).all(|(s, o)| s.admits(o.shape())));
            // Kernels take a few things of old that rules refuse.
            assert!(is_true || shapes.is_none(), "{op} {inputs:?}: {shapes:?} is not true of {outputs:?}");
        }
    }
    outputs
}

/// Runs one node on the given inputs.
pub fn run(op: &str, attrs: &Attrs, inputs: &[Tensor]) -> Result<Vec<Tensor>> {
    let graph = graph(op, attrs, inputs)?;
    let id = graph.find("node").ok_or_else(|| internal("the node is gone"))?;
    match regatta_kernels::build(graph.node(id))? {
        Kernel::Compute(compute) => compute(inputs.to_vec()),
        Kernel::Update(_) => Err(internal("an update kernel")),
    }
}

fn graph(op: &str, attrs: &Attrs, inputs: &[Tensor]) -> Result<Graph> {
    let mut nodes = Vec::new();
    for (i, input) in inputs.iter().enumerate() {
        let attrs = Attrs::from([("dtype".into(), AttrValue::Type(input.dtype()))]);
        nodes.push(NodeDef { name: format!("in{i}"), op: "Placeholder".into(), attrs, ..NodeDef::default() });
    }
    let names = nodes.iter().map(|node| node.name.clone()).collect();
    nodes.push(NodeDef {
        name: "node".into(),
        op: op.into(),
        inputs: names,
        attrs: attrs.clone(),
        ..NodeDef::default()
    });
    Graph::from_def(GraphDef { nodes, ..GraphDef::default() })
}

/// Whether two tensors are the same to the last bit, except that one NaN is as good as another.
fn same(left: &Tensor, right: &Tensor) -> bool {
    if left.dtype() != right.dtype() || left.shape() != right.shape() {
        return false;
    }
    match left.dtype() {
        DType::String => left.as_strings() == right.as_strings(),
        DType::Float => left
            .values::<f32>()
            .unwrap()
            .iter()
            .zip(right.values::<f32>().unwrap())
            .all(|(l, r)| l.to_bits() == r.to_bits() || (l.is_nan() && r.is_nan())),
        _ => left.bytes() == right.bytes(),
    }
}

fn parse(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "case" {
            let mut words = rest.split(' ');
            let op = words.next().unwrap().to_owned();
            let attrs = words.filter(|word| !word.is_empty()).map(parse_attr).collect();
            cases.push(Case { line: number + 1, op, attrs, ..Case::default() });
            continue;
        }
        let case = cases.last_mut().unwrap();
        match word {
            "in" => case.inputs.push(parse_tensor(rest)),
            "out" => case.outputs.push(parse_tensor(rest)),
            "error" => {
                let (code, text) = rest.split_once(' ').unwrap();
                case.error = Some((code.parse().unwrap(), text.to_owned()));
            }
            "shape" => case.inferred[0] = rest.to_owned(),
            "partial" => case.inferred[1] = rest.to_owned(),
            other => panic!("line {}: {other}", number + 1),
        }
    }
    cases
}

fn parse_attr(word: &str) -> (String, AttrValue) {
    let (name, rest) = word.split_once(':').unwrap();
    let (kind, text) = rest.split_once('=').unwrap();
    let value = match kind {
        "type" => AttrValue::Type(DType::from_name(text).unwrap()),
        "int" => AttrValue::Int(text.parse().unwrap()),
        "string" => AttrValue::String(from_hex(text)),
        "ints" => {
            let ints = text.split(',').filter(|t| !t.is_empty()).map(|t| t.parse().unwrap()).collect();
            AttrValue::List(AttrList { ints, ..AttrList::default() })
        }
        "shape" => AttrValue::Shape(parse_shape(text)),
        other => panic!("{other}"),
    };
    (name.to_owned(), value)
}

fn from_hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

fn parse_tensor(text: &str) -> Tensor {
    let mut words = text.split(' ');
    let dtype = DType::from_name(words.next().unwrap()).unwrap();
    let sizes: Vec<usize> = words
        .next()
        .unwrap()
        .trim_matches(['[', ']'])
        .split(',')
        .filter(|size| !size.is_empty())
        .map(|size| size.parse().unwrap())
        .collect();
    let shape = Shape::new(&sizes).unwrap();
    let items: Vec<&str> = words.collect();
    fn all<T: std::str::FromStr<Err: std::fmt::Debug>>(items: &[&str]) -> Vec<T> {
        items.iter().map(|item| item.parse().unwrap()).collect()
    }
    fn complex<T: std::str::FromStr<Err: std::fmt::Debug>>(item: &str) -> Complex<T> {
        let (re, im) = item.split_once(',').unwrap();
        Complex::new(re.parse().unwrap(), im.parse().unwrap())
    }
    match dtype {
        DType::String => Tensor::strings(shape, items.iter().map(|item| from_hex(&item[1..])).collect()),
        DType::Float => Tensor::new(shape, all::<f32>(&items)),
        DType::Double => Tensor::new(shape, all::<f64>(&items)),
        DType::Int8 => Tensor::new(shape, all::<i8>(&items)),
        DType::Int16 => Tensor::new(shape, all::<i16>(&items)),
        DType::Int32 => Tensor::new(shape, all::<i32>(&items)),
        DType::Int64 => Tensor::new(shape, all::<i64>(&items)),
        DType::Bool => Tensor::new(shape, items.iter().map(|item| *item != "0").collect()),
        DType::Half => Tensor::new(shape, items.iter().map(|item| f16::from_f64(item.parse().unwrap())).collect()),
        DType::BFloat16 => Tensor::new(shape, items.iter().map(|item| bf16::from_f64(item.parse().unwrap())).collect()),
        DType::Complex64 => Tensor::new(shape, items.iter().map(|item| complex::<f32>(item)).collect()),
        DType::Complex128 => Tensor::new(shape, items.iter().map(|item| complex::<f64>(item)).collect()),
        other => panic!("{other}"),
    }
    .unwrap()
}
