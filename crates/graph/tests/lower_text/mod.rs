//! Tiny graphs with functions as text.
//!
//! ```text
//! function double(x:float) -> (y:float)        arguments, results; then its body
//!   two = Const value=2
//!   mul = Mul x two:output:0
//!   ret y mul:z:0                              the tensor that is the result
//!   control done mul                           a control result
//! end
//! a = Placeholder dtype=float @/job:ps         op, inputs, ^control inputs, attributes, device
//! b = PartitionedCall a f=fn:double Tin=[float] Tout=[float]
//! ```
//!
//! Types that an op needs and nobody says are float.

#![allow(dead_code, missing_docs)]

use std::fmt::Write;

use regatta_graph::{
    AttrList, AttrValue, FunctionRef, GraphDef, NodeDef,
    def::{FunctionArg, FunctionDef},
    op_def::AttrKind,
    ops,
};
use regatta_tensor::{DType, PartialShape, Tensor};

pub fn parse(text: &str) -> GraphDef {
    let mut graph = GraphDef::default();
    let mut function: Option<FunctionDef> = None;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (words[0], &mut function) {
            ("function", _) => function = Some(parse_signature(line.strip_prefix("function ").unwrap())),
            ("end", _) => graph.library.functions.extend(function.take()),
            ("ret", Some(function)) => drop(function.results.insert(words[1].to_owned(), words[2].to_owned())),
            ("control", Some(function)) => {
                function.control_outputs.push(words[1].to_owned());
                function.control_results.insert(words[1].to_owned(), words[2].to_owned());
            }
            (_, Some(function)) => function.nodes.push(parse_node(&words)),
            (_, None) => graph.nodes.push(parse_node(&words)),
        }
    }
    graph
}

fn parse_signature(line: &str) -> FunctionDef {
    let (name, rest) = line.split_once('(').unwrap();
    let (inputs, rest) = rest.split_once(") -> (").unwrap();
    let (outputs, marks) = rest.split_once(')').unwrap();
    let args = |text: &str| text.split(',').map(str::trim).filter(|arg| !arg.is_empty()).map(parse_arg).collect();
    FunctionDef {
        name: name.to_owned(),
        inputs: args(inputs),
        outputs: args(outputs),
        is_stateful: marks.contains("stateful"),
        ..FunctionDef::default()
    }
}

/// `x:float`, `x:T`, `x:N*float`.
fn parse_arg(text: &str) -> FunctionArg {
    let (name, ty) = text.split_once(':').unwrap();
    let (number, ty) = ty.split_once('*').unwrap_or(("", ty));
    let dtype = DType::from_name(ty);
    FunctionArg {
        name: name.to_owned(),
        dtype,
        type_attr: if dtype.is_some() { String::new() } else { ty.to_owned() },
        number_attr: number.to_owned(),
        ..FunctionArg::default()
    }
}

fn parse_node(words: &[&str]) -> NodeDef {
    assert_eq!(words[1], "=", "{words:?}");
    let mut node = NodeDef { name: words[0].to_owned(), op: words[2].to_owned(), ..NodeDef::default() };
    for word in &words[3..] {
        if let Some(device) = word.strip_prefix('@') {
            node.device = device.to_owned();
        } else if let Some((key, value)) = word.split_once('=') {
            node.attrs.insert(key.to_owned(), parse_attr(key, value));
        } else {
            node.inputs.push((*word).to_owned());
        }
    }
    for attr in ops::find(&node.op).into_iter().flat_map(|op| &op.attrs).filter(|attr| attr.default.is_none()) {
        let value = match attr.kind {
            AttrKind::Type if node.op == "Const" => match node.attrs.get("value") {
                Some(AttrValue::Tensor(tensor)) => AttrValue::Type(tensor.dtype()),
                _ => continue,
            },
            AttrKind::Type if !attr.is_list => AttrValue::Type(DType::Float),
            AttrKind::Shape => AttrValue::Shape(PartialShape::new(Vec::new())),
            _ => continue,
        };
        node.attrs.entry(attr.name.to_owned()).or_insert(value);
    }
    node
}

fn parse_attr(key: &str, text: &str) -> AttrValue {
    let function = |name: &str| FunctionRef { name: name.to_owned(), ..FunctionRef::default() };
    if let Some(items) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let mut list = AttrList::default();
        for item in items.split(',').filter(|item| !item.is_empty()) {
            match item.strip_prefix("fn:") {
                Some(name) => list.funcs.push(function(name)),
                None => match DType::from_name(item) {
                    Some(dtype) => list.types.push(dtype),
                    None => list.strings.push(item.as_bytes().to_vec()),
                },
            }
        }
        return AttrValue::List(list);
    }
    if let Some(name) = text.strip_prefix("fn:") {
        return AttrValue::Func(function(name));
    }
    if let Some(name) = text.strip_prefix('$') {
        return AttrValue::Placeholder(name.to_owned());
    }
    if key == "value" {
        return AttrValue::Tensor(match (text.parse::<bool>(), text.parse::<i32>()) {
            (Ok(value), _) => Tensor::scalar(value),
            (_, Ok(value)) => Tensor::scalar(value),
            _ => Tensor::scalar(text.parse::<f32>().unwrap()),
        });
    }
    match (DType::from_name(text), text.parse::<i64>(), text.parse::<bool>()) {
        (Some(dtype), _, _) => AttrValue::Type(dtype),
        (_, Ok(value), _) => AttrValue::Int(value),
        (_, _, Ok(value)) => AttrValue::Bool(value),
        _ => AttrValue::String(text.as_bytes().to_vec()),
    }
}

pub fn show(graph: &GraphDef) -> String {
    graph.nodes.iter().map(|node| show_node(node) + "\n").collect()
}

fn show_node(node: &NodeDef) -> String {
    let mut out = format!("{} = {}", node.name, node.op);
    node.inputs.iter().for_each(|input| write!(out, " {input}").unwrap());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    for (name, value) in &node.attrs {
        let said = match value {
            AttrValue::Type(DType::Float) | AttrValue::Shape(_) => continue,
            AttrValue::Type(dtype) => dtype.name().to_owned(),
            AttrValue::String(bytes) => text(bytes),
            AttrValue::Int(value) => value.to_string(),
            AttrValue::Bool(value) => value.to_string(),
            AttrValue::Tensor(tensor) => match tensor.dtype() {
                DType::Int32 => tensor.single::<i32>().unwrap().to_string(),
                DType::Bool => tensor.single::<bool>().unwrap().to_string(),
                _ => format!("{:?}", tensor.single::<f32>().unwrap()),
            },
            AttrValue::List(list) => {
                let types = list.types.iter().map(|dtype| dtype.name().to_owned());
                let all: Vec<String> = types.chain(list.strings.iter().map(|bytes| text(bytes))).collect();
                format!("[{}]", all.join(","))
            }
            other => format!("{other:?}"),
        };
        write!(out, " {name}={said}").unwrap();
    }
    if !node.device.is_empty() {
        write!(out, " @{}", node.device).unwrap();
    }
    out
}
