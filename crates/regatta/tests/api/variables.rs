//! Variables: scopes, sharing, initializers.

use regatta::{
    Code, DType, Graph, Initializer, Regularizer, Result, Tensor, VariableOptions,
    layers::{Dense, flatten},
    losses,
};

use crate::{assert_close, floats, started, value};

fn names(g: &Graph) -> Vec<String> {
    g.global_variables().iter().map(|variable| variable.name().to_owned()).collect()
}

#[test]
fn scopes_are_in_names() -> Result<()> {
    let mut g = Graph::new();
    g.variable_scope("model", |g| {
        g.variable("w", &[1], Initializer::zeros())?;
        g.variable_scope("inner", |g| g.variable("w", &[1], Initializer::zeros()))?;
        // A scope of node names is none of variables.
        g.name_scope("nodes", |g| g.variable("v", &[1], Initializer::zeros()))
    })?;
    assert_eq!(names(&g), ["model/w", "model/inner/w", "model/v"]);
    Ok(())
}

#[test]
fn a_name_is_given_once_unless_it_is_shared() -> Result<()> {
    let mut g = Graph::new();
    let w = g.variable("w", &[2], Initializer::zeros())?;
    assert_eq!(g.variable("w", &[2], Initializer::zeros()).unwrap_err().code, Code::InvalidArgument);
    let again = g.reuse_variables("", |g| g.variable("w", &[2], Initializer::zeros()))?;
    assert_eq!(again.handle().name(), w.handle().name());
    let reuse = |g: &mut Graph, name: &str, shape: &[usize]| {
        g.reuse_variables("", |g| g.variable(name, shape, Initializer::zeros()))
            .map(|variable| variable.name().to_owned())
    };
    assert_eq!(reuse(&mut g, "w", &[3]).unwrap_err().code, Code::InvalidArgument);
    assert_eq!(reuse(&mut g, "v", &[2]).unwrap_err().code, Code::InvalidArgument);
    let shared = g.share_variables("", |g| g.variable("v", &[2], Initializer::zeros()))?;
    assert_eq!(shared.name(), "v");
    assert_eq!(names(&g), ["w", "v"]);
    Ok(())
}

#[test]
fn towers_share_layers() -> Result<()> {
    let mut g = Graph::new();
    let x = g.placeholder("x", DType::Float, &[None, Some(4)])?;
    let model = |g: &mut Graph| -> Result<()> {
        let hidden = Dense::new(3).build(g, &x)?;
        Dense::new(2).build(g, &hidden)?;
        g.variable_scope("named", |g| Dense::new(2).use_bias(false).build(g, &hidden))?;
        Ok(())
    };
    let expected =
        ["dense/kernel", "dense/bias", "dense_1/kernel", "dense_1/bias", "named/dense/kernel"].map(str::to_owned);
    model(&mut g)?;
    g.reuse_variables("", model)?;
    assert_eq!(names(&g), expected);
    for _ in 0..3 {
        g.share_variables("tower", model)?;
    }
    assert_eq!(names(&g)[5..], expected.map(|name| format!("tower/{name}")));
    Ok(())
}

#[test]
fn first_values() -> Result<()> {
    let mut g = Graph::new();
    g.set_random_seed(1);
    let mut first = |initializer: Initializer| -> Result<Vec<f32>> {
        let name = format!("w{}", g.len());
        let w = g.variable(&name, &[100, 50], initializer)?;
        let w = w.read(&mut g)?;
        value(&mut g, &w)
    };
    assert!(first(Initializer::constant(2.5))?.iter().all(|x| *x == 2.5));
    let limit = (6.0f32 / 150.0).sqrt();
    let glorot = first(Initializer::glorot_uniform())?;
    assert!(glorot.iter().all(|x| x.abs() <= limit) && glorot.iter().any(|x| x.abs() > 0.9 * limit));
    let he = first(Initializer::he_normal())?;
    let variance = he.iter().map(|x| x * x).sum::<f32>() / he.len() as f32;
    assert!((variance - 2.0 / 100.0).abs() < 2e-3, "{variance}");
    let cut = first(Initializer::truncated_normal(1.0, 0.5))?;
    assert!(cut.iter().all(|x| (x - 1.0).abs() <= 1.0));
    let even = first(Initializer::random_uniform(-3.0, -1.0))?;
    assert!(even.iter().all(|x| (-3.0..-1.0).contains(x)));
    Ok(())
}

#[test]
fn changes() -> Result<()> {
    let mut g = Graph::new();
    let w = g.variable("w", &[3], Initializer::ones())?;
    let by = g.constant(Tensor::vector(vec![1.0f32, 2.0, 3.0]))?;
    let changes = [w.assign_add(&mut g, &by)?, w.assign_add(&mut g, &by)?, w.assign_sub(&mut g, &by)?];
    let read = w.read(&mut g)?;
    let session = started(&mut g)?;
    for change in &changes {
        session.step(&mut g).op(change).run()?;
    }
    assert_close(&floats(&session.step(&mut g).fetch(&read).run()?[0])?, &[2.0, 3.0, 4.0]);
    Ok(())
}

#[test]
fn rows() -> Result<()> {
    let mut g = Graph::new();
    let table =
        g.variable("table", &[3, 2], Initializer::value(crate::matrix(3, 2, &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0])?))?;
    let ids = g.constant(Tensor::vector(vec![2i64, 0, 2]))?;
    let looked_up = g.embedding_lookup(&table, &ids)?;
    assert_close(&value(&mut g, &looked_up)?, &[4.0, 5.0, 0.0, 1.0, 4.0, 5.0]);
    let grads = g.gradients_by(&[looked_up], std::slice::from_ref(&table))?;
    assert!(matches!(grads[0], Some(regatta::Grad::Slices(_))), "rows that were looked up have rows for a gradient");
    let dense = grads[0].clone().expect("it depends on the table").dense(&mut g)?;
    assert_close(&value(&mut g, &dense)?, &[1.0, 1.0, 0.0, 0.0, 2.0, 2.0]);
    Ok(())
}

#[test]
fn what_has_no_value_is_named() -> Result<()> {
    let mut g = Graph::new();
    let a = g.variable("a", &[1], Initializer::zeros())?;
    g.variable("b", &[1], Initializer::zeros())?;
    let missing = g.report_uninitialized_variables()?;
    let session = regatta::Session::local()?;
    session.step(&mut g).op(a.initializer()).run()?;
    let found = session.step(&mut g).fetch(&missing).run()?;
    assert_eq!(found[0].as_strings()?, [b"b".to_vec()]);
    Ok(())
}

#[test]
fn penalties_are_part_of_the_total_loss() -> Result<()> {
    let mut g = Graph::new();
    let two = Initializer::constant(2.0);
    let options = |regularizer| VariableOptions { regularizer: Some(regularizer), ..VariableOptions::default() };
    g.variable_with("a", &[3], two.clone(), options(Regularizer::L2(0.5)))?;
    g.variable_with("b", &[3], two, options(Regularizer::L1(0.1)))?;
    let x = g.constant(Tensor::vector(vec![1.0f32, 3.0]))?;
    let y = g.constant(Tensor::vector(vec![0.0f32, 0.0]))?;
    losses::mean_squared_error(&y, &x).build(&mut g)?;
    let total = losses::total(&mut g)?;
    assert_close(&value(&mut g, &total)?, &[5.0 + 0.5 * 6.0 + 0.1 * 6.0]);
    Ok(())
}

#[test]
fn flat_shapes() -> Result<()> {
    let mut g = Graph::new();
    for (shape, flat) in [
        (vec![None, Some(2), Some(3)], "[?,6]"),
        (vec![Some(4), Some(2), Some(3)], "[4,6]"),
        (vec![Some(4), None], "[4,?]"),
        (vec![None, None], "[?,?]"),
    ] {
        let x = g.placeholder("x", DType::Float, &shape)?;
        assert_eq!(flatten(&mut g, &x)?.shape().to_string(), flat);
    }
    Ok(())
}
