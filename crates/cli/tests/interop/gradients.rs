//! Gradients through conditions and loops: a graph built and differentiated in Rust, run by TensorFlow beside `tf.gradients`
//! of the same graph, and run by Regatta.

use regatta::{DType, Graph, Outlet, Result, Session, Tensor};
use regatta_testkit::{Python, results};

/// Values of the four elements to try, on either side of the conditions.
const TRIED: [&str; 3] = ["0.5,-1.0,2.0,0.25", "-0.5,-1.0,0.125,0.0", "1.5,1.25,0.75,2.0"];

/// Builds `y` of `x`, differentiates it, and compares.
fn check(name: &str, build: impl FnOnce(&mut Graph, &Outlet) -> Result<Outlet>) {
    let mut g = Graph::new();
    let x = g.placeholder("x", DType::Float, &[Some(4)]).unwrap();
    let y = build(&mut g, &x).unwrap();
    let gradient = g.gradients(std::slice::from_ref(&y), std::slice::from_ref(&x)).unwrap().remove(0);
    let gradient = gradient.expect("y depends on x").dense(&mut g).unwrap();

    let bytes = prost::Message::encode_to_vec(&regatta_wire::graph_to_proto(&g.build().unwrap()));
    let path = std::env::temp_dir().join(format!("regatta-gradients-{name}-{}.pb", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/gradients.py");
    let names = [y.name(), x.name(), gradient.name()];
    let output = Python::script(script).arg(path.to_string_lossy()).args(names).args(TRIED).run();
    std::fs::remove_file(&path).unwrap();
    let reported = results::parse(&output.stdout);
    let numbers = |key: String| -> Vec<f64> {
        let flat = |value: &serde_json::Value| match value {
            serde_json::Value::Array(values) => values.iter().filter_map(serde_json::Value::as_f64).collect(),
            other => vec![other.as_f64().unwrap()],
        };
        flat(&reported[&key])
    };

    let session = Session::local().unwrap();
    for tried in TRIED {
        let fed: Vec<f32> = tried.split(',').map(|part| part.parse().unwrap()).collect();
        let found = session.step(&mut g).feed(&x, Tensor::vector(fed)).fetch(&y).fetch(&gradient).run().unwrap();
        let ours = |k: usize| -> Vec<f64> { found[k].values::<f32>().unwrap().iter().map(|x| f64::from(*x)).collect() };
        close(&format!("{name} at {tried}, value"), &ours(0), &numbers(format!("{tried}/value")));
        close(&format!("{name} at {tried}, on Regatta"), &ours(1), &numbers(format!("{tried}/tensorflow")));
        let on_tensorflow = numbers(format!("{tried}/regatta"));
        close(&format!("{name} at {tried}, on TensorFlow"), &on_tensorflow, &numbers(format!("{tried}/tensorflow")));
    }
}

fn close(what: &str, got: &[f64], expected: &[f64]) {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-5 + 1e-5 * b.abs();
    assert!(got.len() == expected.len() && got.iter().zip(expected).all(near), "{what}: {got:?}, not {expected:?}");
}

/// `x -> sum(x) > 1`.
fn is_large(g: &mut Graph, x: &Outlet) -> Result<Outlet> {
    let (sum, one) = (g.reduce_sum(x, &[])?, g.constant(Tensor::scalar(1f32))?);
    g.greater(&sum, &one)
}

/// Turns until a counter reaches `turns`; the body gives the next of the other variables.
fn repeat(
    g: &mut Graph,
    turns: i32,
    variables: &[Outlet],
    body: impl FnOnce(&mut Graph, &[Outlet]) -> Result<Vec<Outlet>>,
) -> Result<Vec<Outlet>> {
    // TensorFlow differentiates loops that begin as its own do: with a counter, and the most turns there may be (-1: any).
    let mut all = vec![g.constant(Tensor::scalar(0i32))?, g.constant(Tensor::scalar(-1i32))?];
    all.extend_from_slice(variables);
    let condition = |g: &mut Graph, vars: &[Outlet]| {
        let limit = g.constant(Tensor::scalar(turns))?;
        g.less(&vars[0], &limit)
    };
    let mut end = g.while_loop(&all, condition, |g, vars| {
        let one = g.constant(Tensor::scalar(1i32))?;
        let mut next = vec![g.add(&vars[0], &one)?, vars[1].clone()];
        next.extend(body(g, &vars[2..])?);
        Ok(next)
    })?;
    Ok(end.split_off(2))
}

#[test]
fn through_a_condition() {
    check("cond", |g, x| {
        let large = is_large(g, x)?;
        let chosen = g.cond(
            &large,
            std::slice::from_ref(x),
            |g, x| Ok(vec![g.square(&x[0])?]),
            |g, x| {
                let tripled = g.scale(&x[0], 3.0)?;
                Ok(vec![g.tanh(&tripled)?])
            },
        )?;
        g.mul(&chosen[0], x)
    });
}

#[test]
fn through_a_loop() {
    check("while", |g, x| {
        // v = tanh(v) x + v, with x handed on.
        let end = repeat(g, 4, &[x.clone(), x.clone()], |g, vars| {
            let bent = g.tanh(&vars[0])?;
            let product = g.mul(&bent, &vars[1])?;
            Ok(vec![g.add(&product, &vars[0])?, vars[1].clone()])
        })?;
        g.reduce_sum(&end[0], &[])
    });
}

#[test]
fn through_a_condition_in_a_loop() {
    check("cond_in_while", |g, x| {
        let end = repeat(g, 3, std::slice::from_ref(x), |g, vars| {
            let large = is_large(g, &vars[0])?;
            g.cond(
                &large,
                vars,
                |g, v| Ok(vec![g.scale(&v[0], 0.5)?]),
                |g, v| {
                    let square = g.square(&v[0])?;
                    Ok(vec![g.add(&square, &v[0])?])
                },
            )
        })?;
        g.square(&end[0])
    });
}

#[test]
fn through_a_loop_in_a_loop() {
    check("while_in_while", |g, x| {
        let end = repeat(g, 2, &[x.clone(), x.clone()], |g, vars| {
            let inner = repeat(g, 3, vars, |g, vars| {
                let product = g.mul(&vars[0], &vars[1])?;
                Ok(vec![g.tanh(&product)?, vars[1].clone()])
            })?;
            Ok(vec![g.add(&inner[0], &vars[0])?, vars[1].clone()])
        })?;
        g.reduce_sum(&end[0], &[])
    });
}

#[test]
fn a_loop_that_takes_no_turn_hands_its_gradient_on() {
    check("no_turn", |g, x| {
        let end = repeat(g, 0, std::slice::from_ref(x), |g, vars| Ok(vec![g.square(&vars[0])?]))?;
        g.scale(&end[0], 2.0)
    });
}
