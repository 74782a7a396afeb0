//! Shape inference over whole graphs. The rules are the test's own: those of the table are tested beside it.

mod text_graph;

use regatta_graph::{Graph, Node, OpDef, infer_shapes, shape_rule::ShapeQuery};
use regatta_status::{Code, Result, invalid_argument};
use regatta_tensor::{PartialShape, Shape};
use text_graph::TextGraph;

fn graph(text: &str) -> Graph {
    let mut graph = Graph::from_def(TextGraph::parse(text).calls.remove(0)).unwrap();
    for id in graph.ids() {
        let node = graph.node_mut(id);
        let op = OpDef {
            name: node.op.name,
            signature: node.op.signature,
            about: node.op.about,
            file: node.op.file,
            inputs: Vec::new(),
            outputs: Vec::new(),
            attrs: Vec::new(),
            is_stateful: false,
            allows_uninitialized: false,
            shape: rule,
            gradient: node.op.gradient,
        };
        node.op = Box::leak(Box::new(op));
    }
    graph
}

fn rule(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let first = query.inputs.first().cloned().unwrap_or_default();
    Ok(match query.node.op.name {
        "Const" => match &query.node.attrs["value"] {
            regatta_graph::AttrValue::Tensor(value) => vec![value.shape().into()],
            _ => unreachable!(),
        },
        "Placeholder" => match &query.node.attrs["shape"] {
            regatta_graph::AttrValue::Shape(shape) => vec![shape.clone()],
            _ => unreachable!(),
        },
        "Fill" => match query.constants[0] {
            Some(sizes) => {
                let sizes: Vec<i64> = sizes.values::<i32>()?.iter().map(|size| i64::from(*size)).collect();
                vec![(&Shape::from_signed(&sizes)?).into()]
            }
            None => vec![PartialShape::unknown()],
        },
        "AddV2" => {
            vec![first.merge(&query.inputs[1]).ok_or_else(|| invalid_argument("Dimensions must be equal"))?]
        }
        _ => outputs_like(query.node, first),
    })
}

fn outputs_like(node: &Node, shape: PartialShape) -> Vec<PartialShape> {
    vec![shape; node.output_types.len()]
}

/// The shape of the first output of a node.
fn shape_of(text: &str, node: &str) -> String {
    let graph = graph(text);
    infer_shapes(&graph).unwrap()[graph.find(node).unwrap().index()][0].to_string()
}

#[test]
fn shapes_flow_from_inputs_to_outputs() {
    let text = "c = AddV2(a, b)\na = Placeholder {shape=[?,3]}\nb = Placeholder {shape=[2,?]}\nd = Switch(c, p)\np = Placeholder {dtype=bool}";
    assert_eq!(shape_of(text, "c"), "[2,3]");
    assert_eq!(shape_of(text, "d"), "[2,3]");
}

#[test]
fn rules_see_constants_also_through_identities() {
    let fill = |sizes: &str| format!("{sizes}\nv = Const\nf = Fill(s, v)");
    assert_eq!(shape_of(&fill("s = Const {dtype=int32;value=2 3}"), "f"), "[2,3]");
    assert_eq!(shape_of(&fill("c = Const {dtype=int32;value=2 3}\ns = Identity(c) {T=int32}"), "f"), "[2,3]");
    assert_eq!(shape_of(&fill("s = Placeholder {dtype=int32}"), "f"), "<unknown>");
}

#[test]
fn a_rules_refusal_names_the_node_and_the_shapes() {
    let text = "a = Placeholder {shape=[2,3]}\nb = Placeholder {shape=[4,?]}\nc = AddV2(a, b)";
    let status = infer_shapes(&graph(text)).unwrap_err();
    assert_eq!(status.code, Code::InvalidArgument);
    assert_eq!(
        status.message,
        "Dimensions must be equal for 'c' (op: 'AddV2') with input shapes: [2,3], [4,?].\n\t [[{{node c}}]]"
    );
}

#[test]
fn a_merge_knows_what_all_its_inputs_have_in_common() {
    let merge = |a: &str, b: &str| {
        let text = format!("a = Placeholder {{shape={a}}}\nb = Placeholder {{shape={b}}}\nm = Merge(a, b) {{N=2}}");
        shape_of(&text, "m")
    };
    assert_eq!(merge("[2,3]", "[2,3]"), "[2,3]");
    assert_eq!(merge("[2,3]", "[2,4]"), "[2,?]");
    assert_eq!(merge("[2,3]", "[2]"), "<unknown>");
    assert_eq!(merge("[2,3]", "?"), "<unknown>");
}

const LOOP: &str = "
i = Const {dtype=int32;value=[2]}
e = Enter(i) {T=int32}
m = Merge(e, n) {T=int32;N=2}
p = Placeholder {dtype=bool}
c = LoopCond(p)
s = Switch(m, c) {T=int32}
b = BODY {T=int32}
n = NextIteration(b) {T=int32}
x = Exit(s) {T=int32}";

#[test]
fn what_a_loop_may_change_is_not_known() {
    assert_eq!(shape_of(&LOOP.replace("BODY", "AddV2(s:1, s:1)"), "x"), "<unknown>");
    assert_eq!(shape_of(&LOOP.replace("BODY", "AddV2(s:1, s:1)"), "e"), "[2]");
}

#[test]
fn what_a_loop_hands_on_keeps_its_shape() {
    assert_eq!(shape_of(&LOOP.replace("BODY", "Identity(s:1)"), "x"), "[2]");
    // The index of the input that arrived goes round as the value here: a scalar, not the vector that came in.
    assert_eq!(shape_of(&LOOP.replace("BODY", "Identity(m:1)"), "x"), "<unknown>");
}

#[test]
fn large_graphs_are_quick() {
    let mut text = String::from("n0 = Const {value=[2,3]}\n");
    for i in 1..10_000 {
        text.push_str(&format!("n{i} = Identity(n{})\n", i - 1));
    }
    let start = std::time::Instant::now();
    assert_eq!(shape_of(&text, "n9999"), "[2,3]");
    assert!(start.elapsed().as_secs() < 2);
}
