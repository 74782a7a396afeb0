//! Training ends at the same accuracy whoever serves the tasks: within one point.

use crate::program::{ALL_REGATTA, Mix, Program, REGATTA_PS, REGATTA_WORKERS};

/// One point of accuracy; everything else the program reports is exact or text.
const ONE_POINT: f64 = 0.01;

fn check(model: &str, variables: &str, mix: Mix) {
    let program = Program::new("train.py").arg(&format!("--model={model}")).arg(&format!("--variables={variables}"));
    program.tolerance(ONE_POINT).check(mix);
}

#[test]
fn softmax_with_reference_variables() {
    check("softmax", "ref", ALL_REGATTA);
}

#[test]
fn softmax_with_resource_variables() {
    check("softmax", "resource", ALL_REGATTA);
}

#[test]
fn one_hidden_layer_with_reference_variables() {
    check("mlp100", "ref", ALL_REGATTA);
}

#[test]
fn one_hidden_layer_with_resource_variables() {
    check("mlp100", "resource", ALL_REGATTA);
}

#[test]
fn one_hidden_layer_in_the_second_version() {
    check("mlp100", "v2", ALL_REGATTA);
}

#[test]
fn one_hidden_layer_in_the_second_version_on_regatta_workers() {
    check("mlp100", "v2", REGATTA_WORKERS);
}

#[test]
fn two_hidden_layers_with_reference_variables() {
    check("mlp500", "ref", ALL_REGATTA);
}

#[test]
fn two_hidden_layers_with_resource_variables() {
    check("mlp500", "resource", ALL_REGATTA);
}

#[test]
fn two_hidden_layers_on_a_regatta_ps() {
    check("mlp500", "ref", REGATTA_PS);
}

#[test]
fn two_hidden_layers_on_regatta_workers() {
    check("mlp500", "resource", REGATTA_WORKERS);
}

#[test]
fn towers_in_one_graph_with_reference_variables() {
    check("towers", "ref", ALL_REGATTA);
}

#[test]
fn towers_in_one_graph_with_resource_variables() {
    check("towers", "resource", ALL_REGATTA);
}

#[test]
fn towers_in_one_graph_on_a_regatta_ps() {
    check("towers", "ref", REGATTA_PS);
}

/// Both workers step as fast as they can; the order of updates differs from run to run.
#[test]
fn two_hidden_layers_with_workers_at_the_same_time() {
    let program = Program::new("train.py").arg("--model=mlp500").arg("--concurrent");
    program.tolerance(ONE_POINT).check(ALL_REGATTA);
}
