//! Tensors that TensorFlow wrote are read by us, written again, and read by TensorFlow as the same values.
//!
//! All element types, in each form TensorFlow writes; `python/tensor_protos.py` makes and checks them.

use std::path::Path;
use std::process::Command;
use std::{fs, io};

use prost::Message;
use regatta_wire::{pb, tensor_from_proto, tensor_to_proto, tensor_to_stored_proto};

#[test]
fn tensors_of_tensorflow_round_trip() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tensor_protos");
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => panic!("cannot empty {}: {error}", folder.display()),
        _ => fs::create_dir_all(&folder).expect("a folder for the messages"),
    }
    python("make", &folder);
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("the folder was just made") {
        let path = entry.expect("a file").path();
        let proto = pb::TensorProto::decode(fs::read(&path).expect("a message").as_slice()).expect("a TensorProto");
        let tensor = tensor_from_proto(&proto).unwrap_or_else(|status| panic!("{}: {status}", path.display()));
        fs::write(path.with_extension("wire"), tensor_to_proto(&tensor).encode_to_vec()).expect("written");
        fs::write(path.with_extension("stored"), tensor_to_stored_proto(&tensor).encode_to_vec()).expect("written");
        count += 1;
    }
    // Were nothing made, nothing would be compared.
    assert!(count > 200, "only {count} tensors");
    python("read", &folder);
}

fn python(what: &str, folder: &Path) {
    let python = std::env::var("REGATTA_PYTHON").expect("set REGATTA_PYTHON, or run `cargo xtask test`");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/tensor_protos.py");
    let output = Command::new(&python)
        .args(["-B", script, what])
        .arg(folder)
        .env("TF_CPP_MIN_LOG_LEVEL", "3")
        .output()
        .unwrap_or_else(|error| panic!("cannot run {python}: {error}"));
    assert!(output.status.success(), "{script} {what} failed:\n{}", String::from_utf8_lossy(&output.stderr));
}
