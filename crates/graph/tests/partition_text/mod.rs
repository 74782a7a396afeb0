//! Tiny text graphs and the golden files they are kept in. The first letter of a node's name is its device.
//!
//! ```text
//! fetch w_y:0                       what the step is asked for, if it is to be pruned
//! w_x = Const value=2               op, inputs, ^control inputs, attributes; a type that is not said is float
//! w_y = AddV2 p_v w_x ^p_init
//! ---
//! [task]                            what comes out of it, written by the test (UPDATE_GOLDEN=1)
//! ```

#![allow(dead_code, missing_docs)]

use std::{collections::BTreeMap, fmt::Write, fs, path::PathBuf};

use regatta_graph::{
    AttrList, AttrValue, Attrs, Graph, GraphDef, NodeDef, Signature,
    op_def::{ArgCount, ArgType, AttrKind, OpDef},
    ops,
};
use regatta_status::Result;
use regatta_tensor::{DType, PartialShape, Tensor};

/// Which letter stands for which device. `g` shares a task with `w`.
const DEVICES: [(char, &str); 4] = [
    ('p', "/job:ps/replica:0/task:0/device:CPU:0"),
    ('w', "/job:worker/replica:0/task:0/device:CPU:0"),
    ('x', "/job:worker/replica:0/task:1/device:CPU:0"),
    ('g', "/job:worker/replica:0/task:0/device:GPU:0"),
];

pub fn device(letter: char) -> &'static str {
    DEVICES.iter().find(|(known, _)| *known == letter).unwrap_or_else(|| panic!("no device {letter}")).1
}

pub fn letter(device: &str) -> char {
    DEVICES.iter().find(|(_, known)| *known == device).unwrap_or_else(|| panic!("no device {device}")).0
}

/// The task of a device.
pub fn task(device: &str) -> String {
    device.split("/device:").next().unwrap().to_owned()
}

pub fn incarnation(device: &str) -> u64 {
    0xf000_0000_0000_0000 + letter(device) as u64
}

/// A text graph: its nodes, and what the step is asked for.
pub struct Text {
    pub graph: Graph,
    pub signature: Signature,
}

pub fn parse(text: &str) -> Text {
    let mut signature = Signature::default();
    let mut nodes = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split_whitespace().map(str::to_owned);
        match line.split_whitespace().next().unwrap() {
            "feed" => signature.feeds.extend(words.skip(1)),
            "fetch" => signature.fetches.extend(words.skip(1)),
            "target" => signature.targets.extend(words.skip(1)),
            _ => {
                let name = words.next().unwrap();
                assert_eq!(words.next().as_deref(), Some("="), "{line}");
                nodes.push(parse_node(name, words.next().unwrap(), words.collect()));
            }
        }
    }
    let graph = Graph::from_def(GraphDef { nodes, ..GraphDef::default() }).unwrap();
    Text { graph, signature }
}

fn parse_node(name: String, op_name: String, words: Vec<String>) -> NodeDef {
    let op = ops::find(&op_name).unwrap_or_else(|| panic!("no op {op_name}"));
    let (attr_words, inputs): (Vec<String>, Vec<String>) = words.into_iter().partition(|word| word.contains('='));
    let mut attrs = Attrs::new();
    for word in attr_words {
        let (key, value) = word.split_once('=').unwrap();
        let kind = op.attrs.iter().find(|attr| attr.name == key).map_or(AttrKind::String, |attr| attr.kind);
        let value = match key {
            "_class" => AttrValue::List(AttrList { strings: vec![value.as_bytes().to_vec()], ..AttrList::default() }),
            _ => parse_attr(kind, value),
        };
        attrs.insert(key.to_owned(), value);
    }
    for attr in op.attrs.iter().filter(|attr| attr.default.is_none()) {
        let value = match attr.kind {
            AttrKind::Type => AttrValue::Type(DType::Float),
            AttrKind::Int if counts_inputs(op, attr.name) => AttrValue::Int(data_count(&inputs)),
            AttrKind::Shape => AttrValue::Shape(PartialShape::new(Vec::new())),
            _ => continue,
        };
        attrs.entry(attr.name.to_owned()).or_insert(value);
    }
    let device = device(name.chars().next().unwrap()).to_owned();
    NodeDef { name, op: op_name, inputs, device, attrs }
}

fn counts_inputs(op: &OpDef, attr: &str) -> bool {
    op.inputs.iter().any(|arg| matches!((&arg.count, &arg.ty), (ArgCount::Attr(n), ArgType::Attr(_)) if *n == attr))
}

fn data_count(inputs: &[String]) -> i64 {
    inputs.iter().filter(|input| !input.starts_with('^')).count() as i64
}

fn parse_attr(kind: AttrKind, text: &str) -> AttrValue {
    match kind {
        AttrKind::Int => AttrValue::Int(text.parse().unwrap()),
        AttrKind::Bool => AttrValue::Bool(text.parse().unwrap()),
        AttrKind::Type => AttrValue::Type(DType::from_name(text).unwrap()),
        AttrKind::Tensor => match text.parse::<bool>() {
            Ok(value) => AttrValue::Tensor(Tensor::scalar(value)),
            Err(_) => AttrValue::Tensor(Tensor::scalar(text.parse::<f32>().unwrap())),
        },
        _ => AttrValue::String(text.as_bytes().to_vec()),
    }
}

/// The parts, a line per node.
pub fn show(parts: &BTreeMap<String, GraphDef>) -> String {
    let mut out = String::new();
    for (location, part) in parts {
        writeln!(out, "[{location}]").unwrap();
        for node in &part.nodes {
            writeln!(out, "{}", show_node(node)).unwrap();
        }
    }
    out
}

pub fn show_node(node: &NodeDef) -> String {
    let mut out = format!("{} = {}", node.name, node.op);
    node.inputs.iter().for_each(|input| write!(out, " {input}").unwrap());
    let text = |name: &str| match &node.attrs[name] {
        AttrValue::String(text) => String::from_utf8(text.clone()).unwrap(),
        other => panic!("{name} is {other:?}"),
    };
    let is_end = matches!(node.op.as_str(), "_Send" | "_Recv");
    let op = ops::find(&node.op).unwrap();
    for (name, value) in &node.attrs {
        let default = op.attrs.iter().find(|attr| attr.name == name).and_then(|attr| attr.default.as_ref());
        let said = match value {
            _ if default.is_some_and(|default| format!("{default:?}") == format!("{value:?}")) => continue,
            _ if is_end && matches!(name.as_str(), "send_device" | "recv_device" | "send_device_incarnation") => {
                continue;
            }
            AttrValue::Type(DType::Float) => continue,
            AttrValue::Type(dtype) => dtype.name().to_owned(),
            AttrValue::String(text) => String::from_utf8(text.clone()).unwrap(),
            AttrValue::Int(value) => value.to_string(),
            AttrValue::Bool(value) => value.to_string(),
            AttrValue::Tensor(tensor) if tensor.num_elements() == 0 => "[]".to_owned(),
            AttrValue::Tensor(tensor) if tensor.dtype() == DType::Bool => tensor.single::<bool>().unwrap().to_string(),
            AttrValue::Tensor(tensor) => tensor.single::<f32>().unwrap().to_string(),
            AttrValue::Shape(_) => continue,
            AttrValue::List(list) => {
                list.strings.iter().map(|s| String::from_utf8(s.clone()).unwrap()).collect::<Vec<_>>().join(",")
            }
            other => format!("{other:?}"),
        };
        write!(out, " {name}={said}").unwrap();
    }
    if is_end {
        write!(out, " {}->{}", letter(&text("send_device")), letter(&text("recv_device"))).unwrap();
    }
    write!(out, " @{}", letter(&node.device)).unwrap();
    out
}

/// Runs `make` on the text above `---` in a golden file and compares what it gives with the text below.
pub fn check_golden(folder: &str, name: &str, make: impl FnOnce(&str) -> Result<String>) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder).join(format!("{name}.txt"));
    let file = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (input, expected) = file.split_once("---\n").unwrap_or((&file, ""));
    let actual = make(input).unwrap_or_else(|error| format!("{error}\n"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, format!("{input}---\n{actual}")).unwrap();
    } else {
        assert_eq!(actual, expected, "{} differs; UPDATE_GOLDEN=1 rewrites it", path.display());
    }
}
