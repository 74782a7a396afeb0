//! What is wrong is said, with where, and nothing good is lost by it.

use std::{
    net::TcpListener,
    os::unix::fs::{MetadataExt, PermissionsExt},
    process::Command,
};

use regatta_testkit::{
    free_addresses,
    process::{Finished, Group},
};

use crate::{PATIENCE, Scratch, finish, regatta, run};

#[track_caller]
fn refused(done: &Finished, words: &[&str]) {
    assert!(!done.success, "{}", done.stdout);
    for word in words {
        assert!(done.stderr.contains(word), "no {word} in: {}", done.stderr);
    }
    assert!(!done.stderr.contains("panicked"), "{}", done.stderr);
}

#[test]
fn bad_flags() {
    refused(&run(&["train", "--model=transformer"]), &["transformer", "mlp500"]);
    refused(&run(&["train", "--workers=0"]), &["--workers=0"]);
    refused(&run(&["train", "--ps=0"]), &["--ps=0"]);
    refused(&run(&["train", "--steps=-5"]), &["--steps"]);
    refused(&run(&["train", "--batch_size=0"]), &["--batch_size=0"]);
    refused(&run(&["train", "--learning_rate=nan"]), &["--learning_rate"]);
    refused(&run(&["train", "--learning_rate=fast"]), &["fast"]);
    refused(&run(&["train", "--profile_every=-1"]), &["--profile_every", "-1"]);
    refused(&run(&["mnist"]), &["--job_name"]);
    refused(&run(&["mnist", "--job_name=boss"]), &["boss"]);
    refused(&run(&["mnist", "--job_name=worker", "--task_index=7"]), &["7"]);
    refused(&run(&["mnist", "--job_name=worker", "--num_workers=3"]), &["--num_workers=3"]);
    refused(&run(&["mnist", "--job_name=worker", "--is_sync=perhaps"]), &["perhaps"]);
    let with_cluster = |flag| run(&["mnist", "--job_name=worker", "--ps_hosts=a:1", "--worker_hosts=a:2", flag]);
    refused(&with_cluster("--compute_threads=0"), &["--compute_threads=0"]);
    refused(&with_cluster("--profile_every=10"), &["--profile_every=10", "--run_dir"]);
}

#[test]
fn missing_and_damaged_data() {
    let scratch = Scratch::new();
    let nowhere = scratch.join("nowhere");
    refused(&run(&["train", "--data_dir", &nowhere]), &[&nowhere, "data get"]);
    let data = scratch.join("data");
    std::fs::create_dir(&data).unwrap();
    refused(&run(&["train", "--data_dir", &data]), &[&data, "train-images"]);
    for name in
        ["train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"]
    {
        std::fs::write(scratch.path().join("data").join(name), [0, 0, 8, 3, 0, 0, 0, 1, 0, 0]).unwrap();
    }
    refused(&run(&["train", "--data_dir", &data]), &["train-images-idx3-ubyte", "byte"]);
}

#[test]
fn a_run_directory_that_cannot_be_written() {
    let scratch = Scratch::new();
    let file = scratch.join("file");
    std::fs::write(&file, b"not a directory").unwrap();
    refused(&run(&["train", "--steps=10", "--run_dir", &file]), &[&file]);
    refused(&run(&["eval", &scratch.join("nothing")]), &["nothing", "run.json"]);
}

/// Root writes where it may not, unless the right to is taken from it.
#[test]
fn a_read_only_run_directory() {
    let scratch = Scratch::new();
    let dir = scratch.join("run");
    let train = ["train", "--json", "--model=softmax", "--steps=20", "--run_dir", &dir];
    let done = run(&train);
    assert!(done.success, "{}", done.stderr);
    let files = || {
        let entries = std::fs::read_dir(&dir).expect("the run's directory").map(|entry| entry.expect("an entry"));
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        names
    };
    let (before, state) = (files(), std::fs::read(scratch.path().join("run/checkpoint")).unwrap());
    let allow = |mode| std::fs::set_permissions(&dir, std::fs::Permissions::from_mode(mode)).expect("chmod");
    allow(0o555);
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    let mut command = if is_root { Command::new("setpriv") } else { Command::new("env") };
    if is_root {
        command.arg("--bounding-set=-dac_override,-dac_read_search").arg("--");
    }
    command
        .arg(env!("CARGO_BIN_EXE_regatta"))
        .args(["train", "--steps=2000", "--run_dir", &dir])
        .env_remove("RUST_LOG");
    let group = Group::new();
    let done = finish(group.spawn("a read-only directory", &mut command));
    allow(0o755);
    refused(&done, &[&dir, "Permission denied"]);
    assert_eq!((files(), std::fs::read(scratch.path().join("run/checkpoint")).unwrap()), (before, state));
    let done = run(&["eval", &dir]);
    assert!(done.success, "{}", done.stderr);
}

#[test]
fn a_port_in_use() {
    let holder = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = holder.local_addr().unwrap().to_string();
    let done = run(&["mnist", "--job_name=ps", &format!("--ps_hosts={address}"), "--worker_hosts=localhost:1"]);
    refused(&done, &[&address, "in use"]);
}

/// A limit on the size of files is a disk that is full for large ones.
#[test]
fn a_full_disk_leaves_the_checkpoint_before() {
    let scratch = Scratch::new();
    let dir = scratch.join("run");
    let done = run(&["train", "--json", "--model=softmax", "--steps=50", "--run_dir", &dir]);
    assert!(done.success, "{}", done.stderr);
    let state = std::fs::read_to_string(scratch.path().join("run/checkpoint")).unwrap();
    // There is no room for what the chief has to say of it either.
    let log = scratch.path().join("run/worker-0.log");
    std::fs::remove_file(&log).unwrap();
    std::os::unix::fs::symlink("/dev/full", &log).unwrap();

    let program = env!("CARGO_BIN_EXE_regatta");
    let limited = format!(
        "trap '' XFSZ; ulimit -f 8; exec {program} train --model=softmax --steps=100000 --save_every=0 --run_dir={dir}"
    );
    let group = Group::new();
    let done = finish(group.spawn("a full disk", Command::new("sh").args(["-c", &limited])));
    refused(&done, &["cannot save", "model.ckpt", "is intact"]);
    assert_eq!(std::fs::read_to_string(scratch.path().join("run/checkpoint")).unwrap(), state);
    let done = run(&["eval", &dir]);
    assert!(done.success, "{}", done.stderr);
}

#[test]
fn what_nobody_takes_is_no_panic() {
    for (command, code) in [
        // Standard output is full, closed after nothing was read, and standard error is full too.
        ("ops >/dev/full", 1),
        ("data info >/dev/full", 1),
        ("ops 2>/dev/full | true; exit ${PIPESTATUS[0]}", 0),
        ("inspect /nowhere 2>/dev/full", 1),
        ("train --steps=0 2>/dev/full", 1),
    ] {
        let program = env!("CARGO_BIN_EXE_regatta");
        let group = Group::new();
        let line = format!("{program} {command}");
        let done = finish(group.spawn(command, Command::new("bash").args(["-c", &line])));
        assert!(done.status.ends_with(&format!(" {code}")), "{command}: {}\n{}", done.status, done.stderr);
        assert!(!done.stderr.contains("panicked"), "{command}: {}", done.stderr);
    }
    let group = Group::new();
    let line = format!("{} ops >/dev/full", env!("CARGO_BIN_EXE_regatta"));
    refused(&finish(group.spawn("ops", Command::new("bash").args(["-c", &line]))), &["standard output", "No space"]);
}

#[test]
fn a_damaged_checkpoint() {
    let scratch = Scratch::new();
    let dir = scratch.join("run");
    let done = run(&["train", "--json", "--model=softmax", "--steps=50", "--run_dir", &dir]);
    assert!(done.success, "{}", done.stderr);
    let data = std::fs::read_dir(&dir).unwrap().flatten().map(|entry| entry.path());
    let data = data.filter(|path| path.to_str().unwrap().contains(".data-")).max().unwrap();
    let mut bytes = std::fs::read(&data).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&data, bytes).unwrap();
    let name = data.to_str().unwrap();
    refused(&run(&["eval", &dir]), &[name]);
    refused(&run(&["inspect", &dir]), &[name]);
    refused(&run(&["train", "--steps=100", "--model=softmax", "--run_dir", &dir]), &["worker-0", name]);
}

#[test]
fn a_worker_whose_parameter_server_never_comes_says_so_and_can_be_stopped() {
    let hosts = free_addresses(2);
    let group = Group::new();
    let mut command = regatta(&["mnist", "--job_name=worker", "--task_index=0"]);
    command.arg(format!("--ps_hosts={}", hosts[0])).arg(format!("--worker_hosts={}", hosts[1]));
    let process = group.spawn("worker", &mut command);
    process.wait_for_line(|line| line.starts_with("listening on"), PATIENCE).unwrap();
    crate::signal(&process, "-INT");
    let done = finish(process);
    assert!(done.status.contains("130"), "{}\n{}", done.status, done.stderr);
}
