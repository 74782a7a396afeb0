//! `regatta inspect` and `regatta convert`, as people call them.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use regatta_formats::{BundleWriter, CheckpointState, ShapeAndSlice};
use regatta_tensor::{Shape, Tensor};

fn regatta(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_regatta")).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[track_caller]
fn check_failure(arguments: &[&str], parts: &[&str]) {
    let output = regatta(arguments);
    let message = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(parts.iter().all(|part| message.contains(part)), "{message}");
}

/// A checkpoint of two dense tensors and one in slices, with its state file.
fn checkpoint(directory: &Path, with_strings: bool) -> String {
    let prefix = directory.join("model.ckpt-7");
    let mut writer = BundleWriter::new(prefix.to_str().unwrap()).unwrap();
    writer.add("dense/kernel", &Tensor::new(Shape::new(&[2, 1]).unwrap(), vec![3.0f32, -4.0]).unwrap()).unwrap();
    writer.add("global_step", &Tensor::scalar(7i64)).unwrap();
    for (spec, part) in [("3 2 0,2:0,2", vec![1.0f32; 4]), ("3 2 2,1:0,2", vec![f32::NAN, 2.0])] {
        let shape = ShapeAndSlice::parse(spec).unwrap().slice_shape;
        writer.add_spec("table", spec, &Tensor::new(shape, part).unwrap()).unwrap();
    }
    if with_strings {
        writer.add("words", &Tensor::string("hello")).unwrap();
    }
    writer.finish().unwrap();
    let state = CheckpointState { latest: prefix.clone(), all: vec![prefix.clone()], ..Default::default() };
    state.write(directory).unwrap();
    prefix.to_str().unwrap().to_owned()
}

#[test]
fn tensors_are_shown() {
    let root = tempfile::tempdir().unwrap();
    let prefix = checkpoint(root.path(), true);
    let by_prefix = regatta(&["inspect", &prefix]);
    assert!(by_prefix.status.success());
    let text = said(&by_prefix);
    let row = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no {name} in\n{text}"));
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("dense/kernel"), ["dense/kernel", "float", "[2,1]", "8", "5", "-4", "3", "-0.5000"]);
    assert_eq!(row("words"), ["words", "string", "[]", "5"]);
    assert!(row("table").join(" ").ends_with("1 not finite, 2 slices: 0,2:0,2 2,1:0,2"), "{text}");
    assert!(text.ends_with("\n4 tensors, 10 elements, 45 bytes\n"), "{text}");

    for other in [format!("{prefix}.index"), root.path().to_str().unwrap().to_owned()] {
        assert_eq!(said(&regatta(&["inspect", &other])), text);
    }
    let json = said(&regatta(&["inspect", &prefix, "--json", "--name", "^(dense|global)"]));
    let lines: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["l2_norm"], &lines[1]["mean"]), (&5.0.into(), &7.0.into()));
    assert_eq!(lines[2], serde_json::json!({ "total": { "tensors": 2, "elements": 3, "bytes": 16 } }));
}

#[test]
fn damage_is_told_with_file_and_byte() {
    let root = tempfile::tempdir().unwrap();
    let prefix = checkpoint(root.path(), false);
    let data = format!("{prefix}.data-00000-of-00001");
    let mut bytes = fs::read(&data).unwrap();
    bytes[8] ^= 1;
    fs::write(&data, &bytes).unwrap();
    check_failure(&["inspect", &prefix], &["1 of 3 tensors", &data, "global_step at byte 8", "checksum"]);
    fs::write(&data, &bytes[..10]).unwrap();
    check_failure(&["inspect", &prefix], &["2 of 3 tensors", "the file ends at 10"]);
    fs::write(format!("{prefix}.index"), b"short").unwrap();
    check_failure(&["inspect", &prefix], &["model.ckpt-7.index"]);
}

#[test]
fn what_is_no_checkpoint_is_said() {
    let root = tempfile::tempdir().unwrap();
    let directory = root.path().to_str().unwrap();
    check_failure(&["inspect", directory], &["there is no checkpoint in", directory]);
    check_failure(&["inspect", "/no/such/model"], &["/no/such/model.index does not exist"]);
    check_failure(&["inspect", "/no/such.safetensors"], &["/no/such.safetensors"]);
    let prefix = checkpoint(root.path(), false);
    check_failure(&["inspect", &prefix, "--name", "("], &["--name is no regular expression"]);
    check_failure(&["convert", &prefix, &format!("{directory}/other")], &["is a checkpoint already"]);
}

#[test]
fn there_and_back() {
    let root = tempfile::tempdir().unwrap();
    let prefix = checkpoint(root.path(), false);
    let file = root.path().join("m.safetensors").to_str().unwrap().to_owned();
    let back = root.path().join("back/model").to_str().unwrap().to_owned();
    assert!(regatta(&["convert", &prefix, &file]).status.success());
    check_failure(&["convert", &file, &file], &["is a safetensors file already"]);
    assert!(regatta(&["convert", &file, &back]).status.success());
    let tensors = |path: &str| {
        let text = said(&regatta(&["inspect", path, "--json"]));
        let mut lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        lines.iter_mut().for_each(|line| drop(line.as_object_mut().unwrap().remove("slices")));
        lines
    };
    assert_eq!(tensors(&prefix), tensors(&back));
    assert_eq!(tensors(&prefix), tensors(&file));

    let strings = root.path().join("strings");
    fs::create_dir(&strings).unwrap();
    let prefix = checkpoint(&strings, true);
    check_failure(&["convert", &prefix, &file], &["words (string)"]);
}
