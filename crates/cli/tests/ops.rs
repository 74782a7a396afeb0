//! `regatta ops`: the list of ops, and the page made from it.

use std::process::{Command, Output};

fn regatta(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_regatta")).args(arguments).output().expect("regatta starts")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("the list is text")
}

#[test]
fn lists_types_and_devices() {
    let line = text(&regatta(&["ops", "batchmatmulv2"]));
    assert!(line.starts_with("BatchMatMulV2 ") && line.contains(" CPU ") && line.contains("T: float double"), "{line}");
    let full = text(&regatta(&["ops", "--format=full", "MatMul"]));
    assert!(full.contains("The product of two matrices") && full.contains("MatMul(a:T, b:T)"), "{full}");
}

#[test]
fn a_name_that_no_op_has_is_an_error() {
    let output = regatta(&["ops", "nosuchop"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "regatta: no op's name contains `nosuchop`\n");
}

/// The op reference is made from the table; `UPDATE_GOLDEN=1` makes it anew.
#[test]
fn the_reference_page_is_up_to_date() {
    let page = text(&regatta(&["ops", "--format=markdown"]));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ops.md");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &page).expect("docs/ops.md can be written");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == page, "docs/ops.md is old; UPDATE_GOLDEN=1 cargo test -p regatta-cli --test ops writes it anew");
}
