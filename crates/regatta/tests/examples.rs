//! Every example, with fewer steps than it takes by itself, must learn.

#![allow(clippy::duplicate_mod)] // Each example brings the data and the flags it needs.

macro_rules! examples {
    ($($name:ident: $path:literal;)*) => {$(
        #[path = $path]
        #[allow(dead_code)] // `main` is not called.
        mod $name;
    )*};
}

examples! {
    between_graph: "../../../examples/between_graph.rs";
    client_002: "../../../examples/client_002.rs";
    cnn: "../../../examples/cnn.rs";
    in_graph_replication: "../../../examples/in_graph_replication.rs";
    mlp: "../../../examples/mlp.rs";
    model_parallelism: "../../../examples/model_parallelism.rs";
    softmax: "../../../examples/softmax.rs";
}

fn args(args: &[&str]) -> Vec<String> {
    args.iter().map(|arg| (*arg).to_owned()).collect()
}

#[track_caller]
fn assert_learns(accuracy: regatta::Result<f32>, least: f32) {
    let accuracy = accuracy.unwrap();
    assert!(accuracy >= least, "{accuracy} of all are right, which should be {least}");
}

#[test]
fn the_client_of_seed_002() {
    let z = client_002::run([]).unwrap();
    assert_eq!(z.values::<f32>().unwrap(), [7.0; 4]);
}

#[test]
fn softmax_learns() {
    assert_learns(softmax::run(args(&["--steps=200"])), 0.85);
}

#[test]
fn mlp_learns() {
    assert_learns(mlp::run(args(&["--steps=60"])), 0.9);
}

#[test]
fn cnn_learns() {
    assert_learns(cnn::run(args(&["--steps=60", "--batch=32"])), 0.85);
}

#[test]
fn in_graph_replication_learns() {
    assert_learns(in_graph_replication::run(args(&["--steps=80", "--workers=3", "--batch=63"])), 0.85);
}

#[test]
fn between_graph_learns() {
    assert_learns(between_graph::run(args(&["--steps=150"])).map(|accuracy| accuracy.unwrap_or_default()), 0.85);
}

#[test]
fn model_parallelism_learns() {
    assert_learns(model_parallelism::run(args(&["--steps=80"])), 0.85);
}

#[test]
fn flags_that_are_not_there_are_answered_with_the_help() {
    let status = softmax::run(args(&["--help"])).unwrap_err();
    assert!(status.message.contains("--steps=300"), "{status}");
}
