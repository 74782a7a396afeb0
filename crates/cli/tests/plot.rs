//! `regatta plot`: a picture of a run, or what was looked for and where.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use regatta::summary::SummaryWriter;

fn plot(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_regatta")).arg("plot").args(arguments).output().unwrap()
}

#[track_caller]
fn refused(arguments: &[&str], expected: &[&str]) {
    let output = plot(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{said}");
    for expected in expected {
        assert!(said.contains(expected), "{expected:?} is not in {said:?}");
    }
}

fn write_run(directory: &Path) {
    let train = SummaryWriter::new(directory).unwrap();
    let eval = SummaryWriter::new(directory.join("eval")).unwrap();
    for step in 0..100 {
        train.add_scalar("loss", 2.0 / (1.0 + step as f32), step);
        if step % 20 == 0 {
            eval.add_scalar("accuracy", 0.9, step);
        }
    }
    train.close().unwrap();
    eval.close().unwrap();
}

#[test]
fn a_run_becomes_a_picture() {
    let directory = tempfile::tempdir().unwrap();
    let run = directory.path().join("my_run");
    write_run(&run);
    let output = plot(&[run.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    let picture = run.join("learning-curve.svg");
    assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), picture.to_str().unwrap());
    let svg = fs::read_to_string(&picture).unwrap();
    for expected in ["my_run", ">loss<", ">accuracy<", ">eval<", ">90.00%<"] {
        assert!(svg.contains(expected), "{expected}");
    }

    let png = directory.path().join("curve.png");
    let output = plot(&[run.to_str().unwrap(), "--out", png.to_str().unwrap(), "--tags=^loss$"]);
    assert!(output.status.success(), "{output:?}");
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn what_is_missing_is_said_with_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let empty = directory.path().join("empty");
    fs::create_dir_all(empty.join("below")).unwrap();
    let empty = empty.to_str().unwrap();
    refused(&[empty], &["no event files", "*tfevents*", empty, "the 1 directories in it"]);
    refused(&["/no/such/run"], &["/no/such/run", "No such file"]);

    let run = directory.path().join("run");
    write_run(&run);
    let run_name = run.to_str().unwrap();
    refused(&[run_name, "--tags=nothing"], &["--tags", "eval/accuracy, loss"]);
    refused(&[run_name, "--tags=("], &["--tags"]);
    refused(&[run_name, "--out=/no/such/place.png"], &["/no/such/place.png"]);
    refused(&[run_name, "--out=picture.bmp"], &["picture.bmp", ".svg or .png"]);

    let file = fs::read_dir(&run).unwrap().map(|entry| entry.unwrap().path()).find(|path| path.is_file()).unwrap();
    let mut bytes = fs::read(&file).unwrap();
    bytes[100] ^= 1;
    fs::write(&file, bytes).unwrap();
    refused(&[run_name], &[file.to_str().unwrap(), "damaged", "byte"]);
}
