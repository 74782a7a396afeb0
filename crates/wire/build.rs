//! Compiles `proto/` to Rust, without a `protoc`.
//!
//! Two things end up in the build directory: the generated code, and the descriptors it was generated from, which a test
//! compares with those of TensorFlow.

use std::path::{Path, PathBuf};
use std::{env, error::Error, fs};

use prost::Message;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new("proto");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = fs::read_dir(root.join("tensorflow"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<PathBuf>, _>>()?;
    files.sort();

    let descriptors = protox::compile(&files, [root])?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("descriptors.bin"), descriptors.encode_to_vec())?;

    prost_build::Config::new()
        // Tensors are most of what travels: a `Bytes` field shares the memory of the message it was read from.
        .bytes(["."])
        // Sorted maps make the same message the same bytes, so that plans and files can be compared.
        .btree_map(["."])
        // Comments in the proto files are prose with indented pseudo-code, which rustdoc would run as Rust.
        .disable_comments(["."])
        .include_file("pb.rs")
        .compile_fds(descriptors)?;
    Ok(())
}
