//! Graphs, as messages and as ours.
//!
//! What cannot be read is an error that names the node and the attribute, in TensorFlow's way, so that a Python client
//! shows the line that made the node. What has no place in our types (source positions, static types beyond the element
//! type, descriptions) is dropped: nothing here acts upon it.

use std::collections::BTreeMap;

use regatta_graph::def::{
    AttrList, AttrValue, Attrs, FunctionArg, FunctionDef, FunctionRef, GraphDef, Library, NodeDef, Versions,
};
use regatta_status::{Result, Status, invalid_argument};

use crate::pb;
use crate::shape::{dtype_or_ref_from_proto, partial_shape_from_proto, partial_shape_to_proto};
use crate::tensor::{Expansion, tensor_to_stored_proto};

/// Reads a graph with its functions.
pub fn graph_from_proto(proto: &pb::GraphDef) -> Result<GraphDef> {
    let mut expansion = Expansion::new();
    let nodes = nodes_from_proto(&proto.node, &mut expansion)?;
    let library = match &proto.library {
        Some(library) => library_from_proto(library, &mut expansion)?,
        None => Library::default(),
    };
    Ok(GraphDef { nodes, library, versions: versions_from_proto(proto.versions.as_ref()) })
}

/// Writes a graph with its functions; the same graph always gives the same bytes.
pub fn graph_to_proto(graph: &GraphDef) -> pb::GraphDef {
    let library = &graph.library;
    let has_library = !library.functions.is_empty() || !library.gradients.is_empty();
    pb::GraphDef {
        node: graph.nodes.iter().map(node_to_proto).collect(),
        library: has_library.then(|| library_to_proto(library)),
        versions: Some(versions_to_proto(&graph.versions)),
        ..Default::default()
    }
}

/// Reads one node.
pub fn node_from_proto(proto: &pb::NodeDef) -> Result<NodeDef> {
    read_node(proto, &mut Expansion::new())
}

/// Writes one node.
pub fn node_to_proto(node: &NodeDef) -> pb::NodeDef {
    pb::NodeDef {
        name: node.name.clone(),
        op: node.op.clone(),
        input: node.inputs.clone(),
        device: node.device.clone(),
        attr: attrs_to_proto(&node.attrs),
        ..Default::default()
    }
}

fn nodes_from_proto(protos: &[pb::NodeDef], expansion: &mut Expansion) -> Result<Vec<NodeDef>> {
    protos.iter().map(|node| read_node(node, expansion)).collect()
}

fn read_node(proto: &pb::NodeDef, expansion: &mut Expansion) -> Result<NodeDef> {
    let attrs = attrs_from_proto(&proto.attr, expansion).map_err(|status| status.at_node(&proto.name))?;
    Ok(NodeDef {
        name: proto.name.clone(),
        op: proto.op.clone(),
        inputs: proto.input.clone(),
        device: proto.device.clone(),
        attrs,
    })
}

fn attrs_from_proto(protos: &BTreeMap<String, pb::AttrValue>, expansion: &mut Expansion) -> Result<Attrs> {
    protos
        .iter()
        .map(|(name, proto)| match attr_from_proto(proto, expansion) {
            Ok(value) => Ok((name.clone(), value)),
            Err(status) => Err(within(format_args!("attr '{name}'"), status)),
        })
        .collect()
}

fn attr_from_proto(proto: &pb::AttrValue, expansion: &mut Expansion) -> Result<AttrValue> {
    use pb::attr_value::Value;
    let Some(value) = &proto.value else {
        return Err(invalid_argument("has no value, or one of a kind that is not known"));
    };
    Ok(match value {
        Value::S(string) => AttrValue::String(string.to_vec()),
        Value::I(int) => AttrValue::Int(*int),
        Value::F(float) => AttrValue::Float(*float),
        Value::B(bool) => AttrValue::Bool(*bool),
        // An attribute names the type of elements; that an edge is a reference is a fact of the op's signature.
        Value::Type(number) => AttrValue::Type(dtype_or_ref_from_proto(*number)?.0),
        Value::Shape(shape) => AttrValue::Shape(partial_shape_from_proto(shape)?),
        Value::Tensor(tensor) => AttrValue::Tensor(expansion.tensor(tensor)?),
        Value::Func(func) => AttrValue::Func(func_from_proto(func, expansion)?),
        Value::List(list) => AttrValue::List(list_from_proto(list, expansion)?),
        Value::Placeholder(name) => AttrValue::Placeholder(name.clone()),
    })
}

fn list_from_proto(proto: &pb::attr_value::ListValue, expansion: &mut Expansion) -> Result<AttrList> {
    let types: Result<_> = proto.r#type.iter().map(|number| Ok(dtype_or_ref_from_proto(*number)?.0)).collect();
    Ok(AttrList {
        strings: proto.s.iter().map(|string| string.to_vec()).collect(),
        ints: proto.i.clone(),
        floats: proto.f.clone(),
        bools: proto.b.clone(),
        types: types?,
        shapes: proto.shape.iter().map(partial_shape_from_proto).collect::<Result<_>>()?,
        tensors: proto.tensor.iter().map(|tensor| expansion.tensor(tensor)).collect::<Result<_>>()?,
        funcs: proto.func.iter().map(|func| func_from_proto(func, expansion)).collect::<Result<_>>()?,
    })
}

fn func_from_proto(proto: &pb::NameAttrList, expansion: &mut Expansion) -> Result<FunctionRef> {
    let attrs = attrs_from_proto(&proto.attr, expansion)
        .map_err(|status| within(format_args!("function '{}'", proto.name), status))?;
    Ok(FunctionRef { name: proto.name.clone(), attrs })
}

fn attrs_to_proto(attrs: &Attrs) -> BTreeMap<String, pb::AttrValue> {
    attrs.iter().map(|(name, value)| (name.clone(), attr_to_proto(value))).collect()
}

fn attr_to_proto(value: &AttrValue) -> pb::AttrValue {
    use pb::attr_value::Value;
    let value = match value {
        AttrValue::String(string) => Value::S(string.clone().into()),
        AttrValue::Int(int) => Value::I(*int),
        AttrValue::Float(float) => Value::F(*float),
        AttrValue::Bool(bool) => Value::B(*bool),
        AttrValue::Type(dtype) => Value::Type(dtype.number()),
        AttrValue::Shape(shape) => Value::Shape(partial_shape_to_proto(shape)),
        AttrValue::Tensor(tensor) => Value::Tensor(tensor_to_stored_proto(tensor)),
        AttrValue::Func(func) => Value::Func(func_to_proto(func)),
        AttrValue::List(list) => Value::List(list_to_proto(list)),
        AttrValue::Placeholder(name) => Value::Placeholder(name.clone()),
    };
    pb::AttrValue { value: Some(value) }
}

fn list_to_proto(list: &AttrList) -> pb::attr_value::ListValue {
    pb::attr_value::ListValue {
        s: list.strings.iter().map(|string| string.clone().into()).collect(),
        i: list.ints.clone(),
        f: list.floats.clone(),
        b: list.bools.clone(),
        r#type: list.types.iter().map(|dtype| dtype.number()).collect(),
        shape: list.shapes.iter().map(partial_shape_to_proto).collect(),
        tensor: list.tensors.iter().map(tensor_to_stored_proto).collect(),
        func: list.funcs.iter().map(func_to_proto).collect(),
    }
}

fn func_to_proto(func: &FunctionRef) -> pb::NameAttrList {
    pb::NameAttrList { name: func.name.clone(), attr: attrs_to_proto(&func.attrs) }
}

fn library_from_proto(proto: &pb::FunctionDefLibrary, expansion: &mut Expansion) -> Result<Library> {
    let functions = proto.function.iter().map(|function| function_from_proto(function, expansion));
    Ok(Library {
        functions: functions.collect::<Result<_>>()?,
        gradients: proto.gradient.iter().map(|it| (it.function_name.clone(), it.gradient_func.clone())).collect(),
    })
}

fn library_to_proto(library: &Library) -> pb::FunctionDefLibrary {
    let gradient = |(function, gradient): &(String, String)| pb::GradientDef {
        function_name: function.clone(),
        gradient_func: gradient.clone(),
    };
    pb::FunctionDefLibrary {
        function: library.functions.iter().map(function_to_proto).collect(),
        gradient: library.gradients.iter().map(gradient).collect(),
        ..Default::default()
    }
}

fn function_from_proto(proto: &pb::FunctionDef, expansion: &mut Expansion) -> Result<FunctionDef> {
    let Some(signature) = &proto.signature else {
        return Err(invalid_argument("a function of the library has no signature"));
    };
    let mut read = || -> Result<FunctionDef> {
        Ok(FunctionDef {
            name: signature.name.clone(),
            inputs: signature.input_arg.iter().map(arg_from_proto).collect::<Result<_>>()?,
            outputs: signature.output_arg.iter().map(arg_from_proto).collect::<Result<_>>()?,
            control_outputs: signature.control_output.clone(),
            is_stateful: signature.is_stateful,
            attrs: attrs_from_proto(&proto.attr, expansion)?,
            nodes: nodes_from_proto(&proto.node_def, expansion)?,
            results: proto.ret.clone(),
            control_results: proto.control_ret.clone(),
        })
    };
    read().map_err(|status| within(format_args!("function '{}'", signature.name), status))
}

fn function_to_proto(function: &FunctionDef) -> pb::FunctionDef {
    let signature = pb::OpDef {
        name: function.name.clone(),
        input_arg: function.inputs.iter().map(arg_to_proto).collect(),
        output_arg: function.outputs.iter().map(arg_to_proto).collect(),
        control_output: function.control_outputs.clone(),
        attr: signature_attrs(function),
        is_stateful: function.is_stateful,
        ..Default::default()
    };
    pb::FunctionDef {
        signature: Some(signature),
        attr: attrs_to_proto(&function.attrs),
        node_def: function.nodes.iter().map(node_to_proto).collect(),
        ret: function.results.clone(),
        control_ret: function.control_results.clone(),
        ..Default::default()
    }
}

/// The declarations of the attributes that a function's arguments name, without which TensorFlow refuses the signature.
/// We do not keep them, because how the arguments use an attribute already says what it must be.
fn signature_attrs(function: &FunctionDef) -> Vec<pb::op_def::AttrDef> {
    let mut kinds = BTreeMap::new();
    for arg in function.inputs.iter().chain(&function.outputs) {
        for (attr, kind) in [(&arg.type_attr, "type"), (&arg.number_attr, "int"), (&arg.type_list_attr, "list(type)")] {
            if !attr.is_empty() {
                kinds.insert(attr.clone(), kind);
            }
        }
    }
    let declare =
        |(name, kind): (String, &str)| pb::op_def::AttrDef { name, r#type: kind.to_string(), ..Default::default() };
    kinds.into_iter().map(declare).collect()
}

fn arg_from_proto(proto: &pb::op_def::ArgDef) -> Result<FunctionArg> {
    // No type at all means that an attribute tells it.
    let (dtype, is_ref) = match proto.r#type {
        0 => (None, false),
        number => {
            let (dtype, is_ref) = dtype_or_ref_from_proto(number)
                .map_err(|status| within(format_args!("argument '{}'", proto.name), status))?;
            (Some(dtype), is_ref)
        }
    };
    Ok(FunctionArg {
        name: proto.name.clone(),
        dtype,
        type_attr: proto.type_attr.clone(),
        number_attr: proto.number_attr.clone(),
        type_list_attr: proto.type_list_attr.clone(),
        is_ref: is_ref || proto.is_ref,
    })
}

fn arg_to_proto(arg: &FunctionArg) -> pb::op_def::ArgDef {
    pb::op_def::ArgDef {
        name: arg.name.clone(),
        r#type: arg.dtype.map_or(0, |dtype| dtype.number()),
        type_attr: arg.type_attr.clone(),
        number_attr: arg.number_attr.clone(),
        type_list_attr: arg.type_list_attr.clone(),
        is_ref: arg.is_ref,
        ..Default::default()
    }
}

fn versions_from_proto(proto: Option<&pb::VersionDef>) -> Versions {
    proto.map_or_else(Versions::default, |it| Versions {
        producer: it.producer,
        min_consumer: it.min_consumer,
        bad_consumers: it.bad_consumers.clone(),
    })
}

fn versions_to_proto(versions: &Versions) -> pb::VersionDef {
    pb::VersionDef {
        producer: versions.producer,
        min_consumer: versions.min_consumer,
        bad_consumers: versions.bad_consumers.clone(),
    }
}

/// The same failure, with where it happened in front.
fn within(place: std::fmt::Arguments<'_>, mut status: Status) -> Status {
    status.message = format!("{place}: {}", status.message);
    status
}

#[cfg(test)]
mod tests;
