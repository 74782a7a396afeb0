//! `regatta data`: what it prints, and how it fails.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Output};

/// Runs the command without the environment's proxies, which could not reach a server in this process.
fn regatta(arguments: &[&str]) -> Output {
    let proxies = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_regatta"));
    for name in proxies {
        command.env_remove(name);
    }
    command.args(arguments).output().expect("regatta starts")
}

fn error(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn info_counts_the_built_in_subset() {
    let output = regatta(&["data", "info"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "\
built-in subset of MNIST: images of 28 x 28
               all      0      1      2      3      4      5      6      7      8      9
training     10000    941   1132   1032   1022    958    925    997   1026    978    989
test          2000    189    222    212    242    196    186    158    215    193    187
"
    );
}

#[test]
fn info_says_where_it_looked() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let flag = format!("--data_dir={}", directory.path().display());
    let message = error(&regatta(&["data", "info", &flag]));
    assert!(message.contains("train-images-idx3-ubyte") && message.contains("regatta data get mnist"), "{message}");
}

#[test]
fn get_says_what_the_server_did() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}/there", listener.local_addr().expect("the address is known"));
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
        }
    });
    let directory = tempfile::tempdir().expect("a temporary directory");
    let target = directory.path().join("new");
    let (data_dir, base_url) = (format!("--data_dir={}", target.display()), format!("--base_url={url}"));
    let message = error(&regatta(&["data", "get", "fashion-mnist", &data_dir, &base_url]));
    let expected = format!(
        "regatta: cannot get {}/train-images-idx3-ubyte.gz\n  {url}/train-images-idx3-ubyte.gz: the server answered 503 \
         Service Unavailable\n",
        target.display()
    );
    assert_eq!(message, expected);
    assert_eq!(std::fs::read_dir(&target).expect("the directory was made").count(), 0);
}

#[test]
fn get_names_a_directory_that_cannot_be_made() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let data_dir = format!("--data_dir={}/below", file.path().display());
    let message = error(&regatta(&["data", "get", "mnist", &data_dir, "--base_url=http://127.0.0.1:1"]));
    assert!(message.contains(&format!("cannot make the directory {}/below", file.path().display())), "{message}");
}
