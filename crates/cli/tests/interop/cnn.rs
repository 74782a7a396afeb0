//! The seeds' convolutional network, written in Rust, on TensorFlow's servers and on Regatta's.

use regatta_testkit::{
    Cluster,
    Kind::{self, Regatta, TensorFlow},
};

#[path = "../../../../examples/cnn.rs"]
#[allow(dead_code)] // `main` is not called.
mod example;

/// The accuracy after a hundred steps with the same seed.
fn trained_on(kind: Kind) -> f32 {
    let cluster = Cluster::builder(env!("CARGO_BIN_EXE_regatta")).worker(kind, 1).start();
    let target = format!("--target={}", cluster.target("worker", 0));
    example::run([target, "--steps=100".to_owned(), "--batch=32".to_owned()]).unwrap()
}

#[test]
fn the_network_of_seed_004_learns_the_same_on_both() {
    let (theirs, ours) = (trained_on(TensorFlow), trained_on(Regatta));
    assert!(theirs > 0.9 && (theirs - ours).abs() <= 0.01, "{theirs} on TensorFlow, {ours} on Regatta");
}
