//! Tiny graphs as text, for tests whose input should be read by people.
//!
//! ```text
//! # A comment.
//! key: value                                            a setting, for the test to understand
//! soft                                                  a setting without a value
//! v = VariableV2 @/job:ps                               name = Op, then what is not usual about it:
//! a = Assign(v, c) @/job:worker loc:v {T=float32}       (inputs) @device loc:names {attr=value;attr=value}
//! extend                                                what follows is sent with a later call
//! ```
//!
//! Attributes that an op needs and nobody cares about get a value by themselves: types are float32, shapes and constants
//! scalars, texts "x".

// Every test file compiles this one anew and uses a part of it.
#![allow(dead_code)]

use regatta_graph::{AttrList, AttrValue, GraphDef, NodeDef, op_def::AttrKind, ops};
use regatta_tensor::{DType, PartialShape, Shape, Tensor};

/// What the text said.
#[derive(Default)]
pub struct TextGraph {
    /// The settings, in their order.
    pub settings: Vec<(String, String)>,
    /// The nodes of each call.
    pub calls: Vec<GraphDef>,
}

impl TextGraph {
    /// Reads a text; a line that cannot be read is a mistake in the test.
    pub fn parse(text: &str) -> TextGraph {
        let mut graph = TextGraph { calls: vec![GraphDef::default()], ..TextGraph::default() };
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if line == "extend" {
                graph.calls.push(GraphDef::default());
            } else if line.contains(" = ") {
                let node = parse_node(line).unwrap_or_else(|| panic!("cannot read node `{line}`"));
                graph.calls.last_mut().expect("there is always a call").nodes.push(node);
            } else {
                let (key, value) = line.split_once(':').unwrap_or((line, ""));
                graph.settings.push((key.trim().to_owned(), value.trim().to_owned()));
            }
        }
        graph
    }

    /// The value of a setting.
    pub fn setting(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

fn parse_node(line: &str) -> Option<NodeDef> {
    let (name, rest) = line.split_once(" = ")?;
    let (rest, attrs) = match rest.split_once(" {") {
        Some((rest, attrs)) => (rest, attrs.strip_suffix('}')?),
        None => (rest, ""),
    };
    let (rest, loc) = rest.split_once(" loc:").unwrap_or((rest, ""));
    let (rest, device) = rest.split_once(" @").unwrap_or((rest, ""));
    let (op, inputs) = match rest.split_once('(') {
        Some((op, inputs)) => (op, inputs.strip_suffix(')')?),
        None => (rest, ""),
    };
    let parts = |text: &str, by: char| -> Vec<String> {
        text.split(by).map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
    };
    let mut node = NodeDef {
        name: name.to_owned(),
        op: op.to_owned(),
        inputs: parts(inputs, ','),
        device: device.to_owned(),
        ..NodeDef::default()
    };
    let given: Vec<(String, String)> = parts(attrs, ';')
        .iter()
        .map(|attr| attr.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())))
        .collect::<Option<_>>()?;
    fill_attrs(&mut node, &given)?;
    if !loc.is_empty() {
        let strings = loc.split(',').map(|name| format!("loc:@{name}").into_bytes()).collect();
        node.attrs.insert("_class".to_owned(), AttrValue::List(AttrList { strings, ..AttrList::default() }));
    }
    Some(node)
}

fn fill_attrs(node: &mut NodeDef, given: &[(String, String)]) -> Option<()> {
    let Some(op) = ops::find(&node.op) else { return Some(()) };
    let find = |name: &str| given.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    for attr in &op.attrs {
        let text = find(attr.name);
        if text.is_none() && attr.default.is_some() {
            continue;
        }
        let value = match attr.kind {
            AttrKind::Type if attr.is_list => {
                AttrValue::List(AttrList { types: vec![DType::Float], ..AttrList::default() })
            }
            AttrKind::Type => AttrValue::Type(text.map_or(Some(DType::Float), DType::from_name)?),
            AttrKind::Int => AttrValue::Int(text?.parse().ok()?),
            AttrKind::String => AttrValue::String(text.unwrap_or("x").into()),
            AttrKind::Bool => AttrValue::Bool(text? == "true"),
            AttrKind::Shape => AttrValue::Shape(text.map_or(Some(PartialShape::new(vec![])), parse_shape)?),
            AttrKind::Tensor => {
                let dtype = find("dtype").map_or(Some(DType::Float), DType::from_name)?;
                AttrValue::Tensor(parse_tensor(dtype, text)?)
            }
            _ => return None,
        };
        node.attrs.insert(attr.name.to_owned(), value);
    }
    Some(())
}

/// `[2,?]`, or `?` for a shape of which nothing is known.
pub fn parse_shape(text: &str) -> Option<PartialShape> {
    if text == "?" {
        return Some(PartialShape::unknown());
    }
    let sizes = text.strip_prefix('[')?.strip_suffix(']')?.split(',').filter(|size| !size.is_empty());
    sizes
        .map(|size| if size == "?" { Some(None) } else { size.parse().ok().map(Some) })
        .collect::<Option<_>>()
        .map(PartialShape::new)
}

/// Zeros of a shape (`[2,3]`), or a vector of int32 (`2 3`).
fn parse_tensor(dtype: DType, text: Option<&str>) -> Option<Tensor> {
    match text {
        None => Tensor::zeros(dtype, Shape::scalar()).ok(),
        Some(shape) if shape.starts_with('[') => Tensor::zeros(dtype, parse_shape(shape)?.to_shape()?).ok(),
        Some(values) => {
            Some(Tensor::vector::<i32>(values.split(' ').map(|value| value.parse().ok()).collect::<Option<_>>()?))
        }
    }
}
