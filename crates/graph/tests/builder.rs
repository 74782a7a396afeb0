//! Graphs written with the builder: what it infers, how it names, what it refuses.

use regatta_graph::{AttrValue, Graph, GraphBuilder, Outlet};
use regatta_status::{Code, Result};
use regatta_tensor::{DType, PartialShape, Tensor};

fn placeholder(g: &mut GraphBuilder, name: &str, dtype: DType) -> Outlet {
    g.node("Placeholder", name).attr("dtype", dtype).attr("shape", PartialShape::unknown()).finish().unwrap()
}

#[test]
fn types_and_counts_follow_from_the_inputs() -> Result<()> {
    let mut g = GraphBuilder::new();
    let x = placeholder(&mut g, "x", DType::Double);
    let n = g.constant("n", Tensor::scalar(0i64))?;
    g.node("ConcatV2", "all").inputs([&x, &x, &x]).input(&n).finish()?;
    let b = placeholder(&mut g, "b", DType::Bool);
    g.node("Assert", "check").input(&b).input(&x).input(&n).finish()?;
    let graph = Graph::from_def(g.build()?)?;
    let node = |name: &str| graph.node(graph.find(name).unwrap());
    assert!(matches!(node("all").attrs["N"], AttrValue::Int(3)));
    assert!(matches!(node("all").attrs["T"], AttrValue::Type(DType::Double)));
    assert!(matches!(node("all").attrs["Tidx"], AttrValue::Type(DType::Int64)));
    let AttrValue::List(types) = &node("check").attrs["T"] else { panic!("not a list") };
    assert_eq!(types.types, [DType::Double, DType::Int64]);
    Ok(())
}

#[test]
fn names_are_made_unique_as_tensorflow_does_it() -> Result<()> {
    let mut g = GraphBuilder::new();
    let mut name = |name: &str| g.constant(name, Tensor::scalar(1.0f32)).map(|made| made.node().to_owned());
    let names: Vec<String> = ["x", "x", "x_1", "X", "y", "x"].into_iter().map(&mut name).collect::<Result<_>>()?;
    assert_eq!(names, ["x", "x_1", "x_1_1", "X_2", "y", "x_3"]);
    let inner = g.with_scope("a", |g| g.with_scope("b", |g| g.constant("x", Tensor::scalar(1.0f32))))?;
    let again = g.with_scope("a", |g| g.constant("x", Tensor::scalar(1.0f32)))?;
    assert_eq!((inner.node(), again.node()), ("a/b/x", "a_1/x"));
    Ok(())
}

#[test]
fn devices_are_those_of_the_block_or_of_the_node() -> Result<()> {
    let mut g = GraphBuilder::new();
    g.with_device("/job:ps", |g| {
        g.constant("a", Tensor::scalar(1.0f32))?;
        g.node("NoOp", "b").device("/job:worker").finish()
    })?;
    g.node("NoOp", "c").finish()?;
    let devices: Vec<String> = g.build()?.nodes.into_iter().map(|node| node.device).collect();
    assert_eq!(devices, ["/job:ps", "/job:worker", ""]);
    Ok(())
}

#[test]
fn a_growing_graph_is_taken_in_pieces() -> Result<()> {
    let mut g = GraphBuilder::new();
    let x = placeholder(&mut g, "x", DType::Float);
    assert_eq!(g.take()?.nodes.len(), 1);
    g.node("Neg", "y").input(&x).control_input(&x).finish()?;
    let second = g.take()?;
    assert_eq!(second.nodes.len(), 1);
    assert_eq!(second.nodes[0].inputs, ["x:0", "^x"]);
    assert!(g.take()?.nodes.is_empty());
    Ok(())
}

#[test]
fn a_loop_is_closed_by_an_edge_from_a_node_yet_to_be_made() -> Result<()> {
    let mut g = GraphBuilder::new();
    let zero = g.constant("zero", Tensor::scalar(0i32))?;
    let enter = g.node("Enter", "enter").input(&zero).attr("frame_name", "loop").finish()?;
    let merge = g.node("Merge", "merge").input(&enter).input_later("next").finish()?;
    g.node("NextIteration", "next").input(&merge).finish()?;
    assert_eq!(g.build()?.nodes[2].inputs, ["enter:0", "next"]);
    Ok(())
}

#[test]
fn mistakes_are_told_by_the_node_that_made_them() {
    let mut g = GraphBuilder::new();
    let x = placeholder(&mut g, "x", DType::Float);
    let i = placeholder(&mut g, "i", DType::Int32);
    let check = |result: Result<Outlet>, code: Code, words: &[&str]| {
        let status = result.unwrap_err();
        assert_eq!(status.code, code, "{status}");
        for word in words {
            assert!(status.message.contains(word), "{status}");
        }
    };
    check(g.node("NoSuchOp", "a").finish(), Code::NotFound, &["NoSuchOp", "{{node a}}"]);
    check(g.node("MatMul", "b").input(&x).finish(), Code::InvalidArgument, &["takes 2", "{{node b}}"]);
    check(g.node("MatMul", "c").input(&x).input(&i).finish(), Code::InvalidArgument, &["i:0", "{{node c}}"]);
    check(g.node("VariableV2", "d").attr("dtype", DType::Float).finish(), Code::NotFound, &["shape", "{{node d}}"]);
    check(g.node("Placeholder", "e").attr("dtype", "float").finish(), Code::InvalidArgument, &["dtype", "{{node e}}"]);
    check(g.node("Assign", "f").input(&x).input(&x).finish(), Code::InvalidArgument, &["float_ref", "{{node f}}"]);
    g.node("Neg", "g").input(&x.output(3)).attr("T", DType::Float).finish().unwrap();
    assert!(g.build().unwrap_err().message.contains("{{node g}}"));
}
