//! Workers in lockstep: gradients meet in accumulators, and nobody goes on before the others have come.

use regatta_testkit::{
    Cluster,
    Kind::{self, Regatta, TensorFlow},
    Python, results,
};

use crate::program::{ALL_REGATTA, Program, REGATTA_FIRST, REGATTA_PS};

fn program() -> Program {
    Program::new("sync_replicas.py")
}

#[test]
fn on_a_regatta_ps() {
    program().check(REGATTA_PS);
}

#[test]
fn on_regatta() {
    program().check(ALL_REGATTA);
}

#[test]
fn on_regatta_with_resource_variables() {
    program().arg("--variables=resource").check(ALL_REGATTA);
}

#[test]
fn with_a_regatta_master_and_a_tensorflow_worker() {
    program().check(REGATTA_FIRST);
}

/// The tutorials' program ends by itself when its last step is made, although the chief still waits for gradients then: TensorFlow's
/// own servers leave it waiting for two minutes.
fn ends_promptly(ps: &[Kind], workers: &[Kind]) {
    let mut builder = Cluster::builder(env!("CARGO_BIN_EXE_regatta"));
    for kind in ps {
        builder = builder.ps(*kind, 1);
    }
    for kind in workers {
        builder = builder.worker(*kind, 1);
    }
    let cluster = builder.start();
    let script = format!("{}/tests/python/sync_ending.py", env!("CARGO_MANIFEST_DIR"));
    let output = Python::script(script).args(cluster.flags()).run();
    let codes = results::parse(&output.stdout);
    for index in 0..workers.len() {
        assert_eq!(codes[&format!("worker_{index}")], 0, "{}", output.stdout);
    }
}

#[test]
fn a_whole_program_ends_on_regatta() {
    ends_promptly(&[Regatta; 2], &[Regatta; 4]);
}

#[test]
fn a_whole_program_ends_on_a_regatta_ps() {
    ends_promptly(&[Regatta], &[TensorFlow; 2]);
}

#[test]
fn a_whole_program_ends_with_a_regatta_chief() {
    ends_promptly(&[TensorFlow], &[Regatta, TensorFlow]);
}
