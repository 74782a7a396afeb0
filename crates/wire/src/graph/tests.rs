//! Graphs round-trip, and a bad one says which node and attribute are wrong.

use bytes::Bytes;
use proptest::prelude::*;
use prost::Message;
use regatta_tensor::{DType, PartialShape, Tensor};

use super::*;

fn node(name: &str, attrs: Vec<(&str, AttrValue)>) -> NodeDef {
    NodeDef {
        name: name.into(),
        op: "Op".into(),
        inputs: vec!["a".into(), "b:1".into(), "^c".into()],
        device: "/job:ps/task:1".into(),
        attrs: attrs.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
    }
}

fn every_kind_of_attr() -> Vec<(&'static str, AttrValue)> {
    let func = FunctionRef { name: "f".into(), attrs: Attrs::from([("T".into(), AttrValue::Type(DType::Int32))]) };
    vec![
        ("string", AttrValue::String(vec![0, 255])),
        ("int", AttrValue::Int(-1)),
        ("float", AttrValue::Float(0.5)),
        ("bool", AttrValue::Bool(false)),
        ("type", AttrValue::Type(DType::Variant)),
        ("shape", AttrValue::Shape(PartialShape::new(vec![None, Some(2)]))),
        ("no_shape", AttrValue::Shape(PartialShape::unknown())),
        ("tensor", AttrValue::Tensor(Tensor::string("x"))),
        ("func", AttrValue::Func(func.clone())),
        ("placeholder", AttrValue::Placeholder("T".into())),
        ("empty", AttrValue::List(AttrList::default())),
        ("funcs", AttrValue::List(AttrList { funcs: vec![func], ..Default::default() })),
        ("tensors", AttrValue::List(AttrList { tensors: vec![Tensor::scalar(1i64)], ..Default::default() })),
        (
            "all",
            AttrValue::List(AttrList {
                strings: vec![b"s".to_vec()],
                ints: vec![1, 2],
                floats: vec![1.5],
                bools: vec![true],
                types: vec![DType::Half],
                shapes: vec![PartialShape::of_rank(1)],
                ..Default::default()
            }),
        ),
    ]
}

fn function() -> FunctionDef {
    let of_attr =
        |name: &str, attr: &str| FunctionArg { name: name.into(), type_attr: attr.into(), ..Default::default() };
    FunctionDef {
        name: "f".into(),
        inputs: vec![
            of_attr("x", "T"),
            FunctionArg { name: "v".into(), dtype: Some(DType::Float), is_ref: true, ..Default::default() },
            FunctionArg { number_attr: "N".into(), ..of_attr("xs", "T") },
        ],
        outputs: vec![FunctionArg { name: "y".into(), type_list_attr: "Tout".into(), ..Default::default() }],
        control_outputs: vec!["done".into()],
        is_stateful: true,
        attrs: Attrs::from([("_noinline".into(), AttrValue::Bool(true))]),
        nodes: vec![node("body", vec![("T", AttrValue::Placeholder("T".into()))])],
        results: BTreeMap::from([("y".into(), "body:z:0".into())]),
        control_results: BTreeMap::from([("done".into(), "body".into())]),
    }
}

#[test]
fn graphs_round_trip() {
    let graph = GraphDef {
        nodes: vec![node("n", every_kind_of_attr()), node("m", vec![])],
        library: Library { functions: vec![function()], gradients: vec![("f".into(), "f_grad".into())] },
        versions: Versions { producer: 2474, min_consumer: 12, bad_consumers: vec![1, 2] },
    };
    let proto = graph_to_proto(&graph);
    let read = pb::GraphDef::decode(Bytes::from(proto.encode_to_vec())).unwrap();
    assert_eq!(read, proto);
    let back = graph_from_proto(&read).unwrap();
    assert_eq!(format!("{back:?}"), format!("{graph:?}"));
    assert_eq!(graph_to_proto(&back), proto);
}

#[test]
fn a_function_declares_the_attrs_its_arguments_name() {
    let signature = function_to_proto(&function()).signature.unwrap();
    let attrs: Vec<_> = signature.attr.iter().map(|attr| (attr.name.as_str(), attr.r#type.as_str())).collect();
    assert_eq!(attrs, [("N", "int"), ("T", "type"), ("Tout", "list(type)")]);
}

#[test]
fn constants_hold_strings_where_python_looks_for_them() {
    let proto = node_to_proto(&node("c", vec![("value", AttrValue::Tensor(Tensor::string("x")))]));
    let Some(pb::attr_value::Value::Tensor(tensor)) = &proto.attr["value"].value else { panic!("a tensor") };
    assert_eq!(tensor.string_val, [Bytes::from_static(b"x")]);
}

#[test]
fn reference_types_name_their_base() {
    let value = pb::AttrValue { value: Some(pb::attr_value::Value::Type(101)) };
    let proto = pb::NodeDef { attr: BTreeMap::from([("T".into(), value)]), ..Default::default() };
    assert!(matches!(node_from_proto(&proto).unwrap().attrs["T"], AttrValue::Type(DType::Float)));
}

#[test]
fn errors_name_the_node_and_the_attr() {
    let bad = |value| pb::NodeDef {
        name: "n".into(),
        attr: BTreeMap::from([("T".into(), pb::AttrValue { value })]),
        ..Default::default()
    };
    let unknown = bad(Some(pb::attr_value::Value::Type(77)));
    let check = |graph: pb::GraphDef, message: &str| {
        let status = graph_from_proto(&graph).expect_err("refused");
        assert_eq!((status.code, status.message.as_str()), (regatta_status::Code::InvalidArgument, message));
    };
    let graph = pb::GraphDef { node: vec![unknown.clone()], ..Default::default() };
    check(graph, "attr 'T': unknown data type 77\n\t [[{{node n}}]]");
    let graph = pb::GraphDef { node: vec![bad(None)], ..Default::default() };
    check(graph, "attr 'T': has no value, or one of a kind that is not known\n\t [[{{node n}}]]");
    let signature = Some(pb::OpDef { name: "f".into(), ..Default::default() });
    let function = pb::FunctionDef { signature, node_def: vec![unknown], ..Default::default() };
    let library = Some(pb::FunctionDefLibrary { function: vec![function], ..Default::default() });
    let graph = pb::GraphDef { library, ..Default::default() };
    check(graph, "function 'f': attr 'T': unknown data type 77\n\t [[{{node n}}]]");
}

#[test]
fn the_constants_of_a_graph_share_one_allowance() {
    let tensor = pb::TensorProto {
        dtype: DType::UInt8.number(),
        tensor_shape: Some(partial_shape_to_proto(&PartialShape::new(vec![Some(500)]))),
        ..Default::default()
    };
    let value = pb::AttrValue { value: Some(pb::attr_value::Value::Tensor(tensor)) };
    let node = pb::NodeDef { attr: BTreeMap::from([("value".into(), value)]), ..Default::default() };
    assert!(nodes_from_proto(&vec![node.clone(); 2], &mut Expansion::of(1000)).is_ok());
    assert!(nodes_from_proto(&vec![node; 3], &mut Expansion::of(1000)).is_err());
}

proptest! {
    #[test]
    fn garbage_does_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(proto) = pb::GraphDef::decode(Bytes::from(bytes)) {
            let _ = graph_from_proto(&proto);
        }
    }

    /// A message changed in a few places is still mostly a message, and reaches deeper than noise.
    #[test]
    fn damage_does_not_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let graph = GraphDef {
            nodes: vec![node("n", every_kind_of_attr())],
            library: Library { functions: vec![function()], gradients: vec![] },
            versions: Versions::default(),
        };
        let mut bytes = graph_to_proto(&graph).encode_to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(proto) = pb::GraphDef::decode(Bytes::from(bytes)) {
            let _ = graph_from_proto(&proto);
        }
    }
}
