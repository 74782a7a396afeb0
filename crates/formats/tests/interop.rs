//! Files exchanged with an installed TensorFlow: its checkpoints and records are read, ours are read by it, and where both
//! save the same the files are the same bytes.

use std::fs;
use std::path::Path;
use std::process::Command;

use regatta_formats::{BundleReader, BundleWriter, Record, RecordReader, RecordWriter, merge_bundles};
use regatta_tensor::{DType, Shape, Tensor};
use serde_json::{Value, json};

fn run_python(script: &str, directory: &Path) {
    let python = std::env::var_os("REGATTA_PYTHON").expect("set REGATTA_PYTHON, or run `cargo xtask test`");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(script);
    let output = Command::new(python).arg("-B").arg(&script).arg(directory).output().unwrap();
    assert!(
        output.status.success(),
        "{} failed\n{}\n{}",
        script.display(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A tensor as `describe` in `write_checkpoints.py` has it.
fn describe(name: &str, spec: &str, tensor: &Tensor) -> Value {
    let contents = match tensor.bytes() {
        Some(bytes) => json!(hex(bytes)),
        None => tensor.as_strings().unwrap().iter().map(|string| hex(string)).collect(),
    };
    let shape = tensor.shape().to_signed();
    json!({ "name": name, "spec": spec, "dtype": tensor.dtype().number(), "shape": shape, "contents": contents })
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

/// Has TensorFlow write its checkpoints; the directory, and the list of what is in them.
fn written_by_tensorflow() -> (tempfile::TempDir, Vec<Value>) {
    let directory = tempfile::tempdir().unwrap();
    run_python("write_checkpoints.py", directory.path());
    let expected = fs::read(directory.path().join("expected.json")).unwrap();
    (directory, serde_json::from_slice(&expected).unwrap())
}

#[test]
fn checkpoints_of_tensorflow_are_read_and_written_alike() {
    let (directory, expected) = written_by_tensorflow();
    // What the list stands for: several blocks in an index, several data files, and a variable in slices.
    assert!(fs::metadata(directory.path().join("many.index")).unwrap().len() > 256 << 10);
    assert!(directory.path().join("sharded.data-00001-of-00002").is_file());
    let sharded = BundleReader::open(directory.path().join("sharded").to_str().unwrap()).unwrap();
    assert_eq!(sharded.entry("parts").unwrap().slices.len(), 3);

    for checkpoint in &expected {
        let prefix = text(checkpoint, "prefix");
        let reader = BundleReader::open(prefix).unwrap();
        for tensor in checkpoint["tensors"].as_array().unwrap() {
            let (name, spec) = (text(tensor, "name"), text(tensor, "spec"));
            let dtype = DType::from_number(tensor["dtype"].as_i64().unwrap() as i32).unwrap();
            let found = reader.read_spec(name, spec, dtype).unwrap();
            assert_eq!(describe(name, spec, &found), *tensor, "{prefix}");
        }
    }

    // The same tensors in the same order make the same files.
    let ours = directory.path().join("ours").to_str().unwrap().to_owned();
    let same_as = |name: &str| {
        for file in ["index", "data-00000-of-00001"] {
            let theirs = fs::read(directory.path().join(format!("{name}.{file}"))).unwrap();
            assert!(fs::read(format!("{ours}.{file}")).unwrap() == theirs, "{name}.{file} differs");
        }
    };
    let prefix_of = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let types = BundleReader::open(&prefix_of("types")).unwrap();
    let mut writer = BundleWriter::new(&ours).unwrap();
    let checkpoint = expected.iter().find(|checkpoint| text(checkpoint, "prefix").ends_with("types")).unwrap();
    for tensor in checkpoint["tensors"].as_array().unwrap() {
        let name = text(tensor, "name");
        writer.add(name, &types.read(name).unwrap()).unwrap();
    }
    writer.finish().unwrap();
    same_as("types");

    let mut writer = BundleWriter::new(&ours).unwrap();
    for i in 0..12000 {
        writer.add(&format!("scope/{i:05}/kernel/Adam"), &Tensor::scalar(i)).unwrap();
    }
    writer.finish().unwrap();
    same_as("many");

    let slices = BundleReader::open(&prefix_of("slices")).unwrap();
    let mut writer = BundleWriter::new(&ours).unwrap();
    for spec in ["300 7 0,70:-", "300 7 70,130:0,3", "300 7 70,130:3,4", "300 7 200,100:-"] {
        writer.add_spec("cut", spec, &slices.read_spec("cut", spec, DType::Float).unwrap()).unwrap();
    }
    let whole = slices.read("whole").unwrap();
    writer.add("whole", &whole).unwrap();
    writer.add_spec("full", "300 7 0,300:-", &whole).unwrap();
    writer.finish().unwrap();
    same_as("slices");
}

fn floats(sizes: &[usize], first: f32) -> Tensor {
    let shape = Shape::new(sizes).unwrap();
    let values = (0..shape.num_elements()).map(|i| first + i as f32).collect();
    Tensor::new(shape, values).unwrap()
}

/// Saves tensors with their specs.
fn save(prefix: &str, tensors: &[(&str, &str, Tensor)]) {
    let mut writer = BundleWriter::new(prefix).unwrap();
    for (name, spec, tensor) in tensors {
        writer.add_spec(name, spec, tensor).unwrap();
    }
    writer.finish().unwrap();
}

/// What a checkpoint of ours must be found to hold, by our own reading of it.
fn expect(prefix: &str, wanted: &[(&str, &str)]) -> Value {
    let reader = BundleReader::open(prefix).unwrap();
    let tensors: Vec<Value> = wanted
        .iter()
        .map(|(name, spec)| {
            let dtype = reader.entry(name).unwrap().dtype;
            describe(name, spec, &reader.read_spec(name, spec, dtype).unwrap())
        })
        .collect();
    json!({ "prefix": prefix, "tensors": tensors })
}

#[test]
fn our_checkpoints_are_read_by_tensorflow() {
    let directory = tempfile::tempdir().unwrap();
    let prefix_of = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();

    let plain = prefix_of("deep/down/plain");
    let strings = ["", "a", "\0é", &"x".repeat(1000)].map(|string| string.as_bytes().to_vec()).to_vec();
    let tensors = [
        ("weights", "", floats(&[3, 4], 0.5)),
        ("strings", "", Tensor::strings(Shape::new(&[2, 2]).unwrap(), strings).unwrap()),
        ("flags", "", Tensor::vector(vec![true, false])),
        ("empty", "", floats(&[2, 0], 0.0)),
        ("scalar", "", Tensor::scalar(-1i64)),
    ];
    save(&plain, &tensors);
    // Saved again over itself, which goes a longer way.
    save(&plain, &tensors);
    let mut wanted: Vec<(&str, &str)> = tensors.iter().map(|(name, ..)| (*name, "")).collect();
    wanted.push(("weights", "3 4 1,2:1,2"));
    let mut expected = vec![expect(&plain, &wanted)];

    let cut = prefix_of("cut");
    save(
        &cut,
        &[
            ("p", "100000 2 0,70:-", floats(&[70, 2], 0.0)),
            ("p", "100000 2 70,9000:-", floats(&[9000, 2], 140.0)),
            ("p", "100000 2 9070,90930:0,1", floats(&[90930, 1], 5.0)),
            ("p", "100000 2 9070,90930:1,1", floats(&[90930, 1], 6.0)),
        ],
    );
    let specs = ["", "100000 2 -:-", "100000 2 60,9020:-", "100000 2 9070,90930:1,1", "100000 2 9000,80000:1,1"];
    expected.push(expect(&cut, &specs.map(|spec| ("p", spec))));

    let merged = prefix_of("merged");
    let part = |i: usize| format!("{merged}_temp/part-{i:05}-of-00002");
    for _ in 0..2 {
        save(&part(0), &[("a", "", floats(&[5], 0.0)), ("p", "4 0,2", floats(&[2], 1.0))]);
        save(&part(1), &[("b", "", Tensor::string("text")), ("p", "4 2,2", floats(&[2], 3.0))]);
        merge_bundles(&[part(0), part(1)], &merged, true).unwrap();
    }
    expected.push(expect(&merged, &[("a", ""), ("b", ""), ("p", ""), ("p", "4 1,2")]));

    fs::write(directory.path().join("expected.json"), json!(expected).to_string()).unwrap();
    run_python("read_checkpoints.py", directory.path());
}

#[test]
fn records_are_exchanged() {
    let directory = tempfile::tempdir().unwrap();
    let records: Vec<Vec<u8>> =
        [0usize, 1, 3, 100, 70_000].map(|size| (0..size).map(|k| (k * k) as u8).collect()).into();
    let mut writer = RecordWriter::new(Vec::new());
    records.iter().for_each(|record| writer.write(record).unwrap());
    let ours = writer.into_inner();
    fs::write(directory.path().join("ours"), &ours).unwrap();
    run_python("records.py", directory.path());

    let theirs = fs::read(directory.path().join("theirs")).unwrap();
    assert!(theirs == ours, "the files differ");
    let mut reader = RecordReader::new(theirs.as_slice(), Path::new("theirs"));
    for record in records {
        assert_eq!(reader.read().unwrap(), Record::Whole(record));
    }
    assert_eq!(reader.read().unwrap(), Record::End);
}
