//! Gradients as graphs: what is added, what is refused.

use regatta_graph::{Grad, GraphBuilder, Outlet, gradients};
use regatta_status::{Code, Result};
use regatta_tensor::{DType, PartialShape, Tensor};

fn placeholder(g: &mut GraphBuilder, name: &str, sizes: &[usize]) -> Outlet {
    let shape = PartialShape::new(sizes.iter().map(|size| Some(*size)).collect());
    g.node("Placeholder", name).attr("dtype", DType::Float).attr("shape", shape).finish().unwrap()
}

#[test]
fn a_product_has_two_products_as_gradients() -> Result<()> {
    let mut g = GraphBuilder::new();
    let (x, w) = (placeholder(&mut g, "x", &[2, 3]), placeholder(&mut g, "w", &[3, 4]));
    let y = g.node("MatMul", "y").inputs([&x, &w]).finish()?;
    let found = gradients(&mut g, &[y], &[x, w])?;
    let shapes: Vec<String> = found
        .iter()
        .map(|grad| match grad {
            Some(Grad::Dense(dense)) => format!("{} {}", dense.name(), dense.shape()),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(shapes, ["gradients/y_grad/MatMul:0 [2,3]", "gradients/y_grad/MatMul_1:0 [3,4]"]);
    g.build()?;
    Ok(())
}

#[test]
fn ways_that_meet_are_added() -> Result<()> {
    let mut g = GraphBuilder::new();
    let x = placeholder(&mut g, "x", &[2, 2]);
    let y = g.node("MatMul", "y").inputs([&x, &x]).finish()?;
    let found = gradients(&mut g, &[y], &[x])?;
    let Some(Grad::Dense(sum)) = &found[0] else { panic!("{found:?}") };
    assert_eq!(sum.node(), "gradients/AddN");
    Ok(())
}

#[test]
fn what_does_not_depend_has_none() -> Result<()> {
    let mut g = GraphBuilder::new();
    let (x, z) = (placeholder(&mut g, "x", &[2, 2]), placeholder(&mut g, "z", &[2, 2]));
    let y = g.node("MatMul", "y").inputs([&x, &x]).finish()?;
    assert!(gradients(&mut g, &[y], &[z])?[0].is_none());
    Ok(())
}

#[test]
fn what_cannot_be_differentiated_is_refused_by_name() -> Result<()> {
    let mut g = GraphBuilder::new();
    let n = g.constant("n", Tensor::vector(vec![1i32, 2]))?;
    let error = gradients(&mut g, std::slice::from_ref(&n), std::slice::from_ref(&n)).unwrap_err();
    assert_eq!(error.code, Code::InvalidArgument);
    assert!(error.message.contains("n:0 is int32"), "{error}");
    let mut other = GraphBuilder::new();
    let stranger = placeholder(&mut other, "stranger", &[1]);
    let error = gradients(&mut g, std::slice::from_ref(&stranger), std::slice::from_ref(&stranger)).unwrap_err();
    assert!(error.message.contains("another graph"), "{error}");
    Ok(())
}

#[test]
fn a_loop_that_changes_a_shape_must_say_so() -> Result<()> {
    let mut g = GraphBuilder::new();
    let x = placeholder(&mut g, "x", &[2]);
    let grow = |g: &mut GraphBuilder, vars: &[Outlet]| {
        let axis = g.constant("axis", Tensor::scalar(0i32))?;
        Ok(vec![g.node("ConcatV2", "longer").inputs([&vars[0], &vars[0]]).input(&axis).finish()?])
    };
    let always = |g: &mut GraphBuilder, _: &[Outlet]| g.constant("true", Tensor::scalar(true));
    let error = g.while_loop(std::slice::from_ref(&x), always, grow).unwrap_err();
    assert!(error.message.contains("gives variable 0 the shape [4] where it was [2]"), "{error}");
    Ok(())
}
