//! The `regatta serve` process: what it prints, how it stops, and what it says when it cannot start.

use std::{
    io::{BufRead, BufReader},
    net::TcpListener,
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

use regatta_testkit::free_addresses;

fn regatta() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regatta"));
    command.env_remove("TF_CONFIG").env_remove("RUST_LOG");
    command
}

fn serve(flags: &[&str]) -> Command {
    let mut command = regatta();
    command.arg("serve").args(flags);
    command
}

/// A running task, killed if the test fails.
struct Task {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Task {
    fn start(command: &mut Command) -> Task {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("regatta starts");
        let lines = BufReader::new(child.stdout.take().expect("piped"));
        Task { child, lines }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("readable output");
        line
    }

    /// Sends a signal; answers the exit code.
    fn end(mut self, signal: &str) -> Option<i32> {
        let begun = Instant::now();
        let sent = Command::new("kill").arg(signal).arg(self.child.id().to_string()).status().expect("kill runs");
        assert!(sent.success());
        loop {
            if let Some(status) = self.child.try_wait().expect("a child to wait for") {
                assert_eq!(self.line(), "", "nothing more is printed");
                return status.code();
            }
            assert!(begun.elapsed() < Duration::from_secs(5), "it does not stop");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a command that must fail, and soon.
fn failure(command: &mut Command) -> String {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    let begun = Instant::now();
    while child.try_wait().expect("a child to wait for").is_none() {
        if begun.elapsed() > Duration::from_secs(10) {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let Output { status, stdout, stderr } = child.wait_with_output().expect("readable output");
    assert!(status.code().is_some_and(|code| code != 0), "{status}");
    assert!(stdout.is_empty(), "errors go to standard error");
    String::from_utf8(stderr).expect("text")
}

fn check_failure(command: &mut Command, words: &[&str]) {
    let message = failure(command);
    for word in words {
        assert!(message.contains(word), "expected '{word}' in: {message}");
    }
    assert!(!message.contains("panicked"), "{message}");
}

#[test]
fn it_says_where_it_listens_and_stops_when_told_to() {
    for signal in ["-TERM", "-INT"] {
        let address = free_addresses(1).remove(0);
        let hosts = format!("--ps_hosts={address}");
        let mut task = Task::start(&mut serve(&["--job_name=ps", "--task_index=0", &hosts]));
        assert_eq!(task.line(), format!("listening on grpc://{address} as /job:ps/task:0\n"));
        assert_eq!(task.end(signal), Some(0), "{signal}");
    }
}

#[test]
fn the_port_may_be_left_to_the_system() {
    let mut task =
        Task::start(&mut serve(&["--job_name=worker", "--ps_hosts=127.0.0.1:1", "--worker_hosts=127.0.0.1:0"]));
    let line = task.line();
    let port = line
        .strip_prefix("listening on grpc://127.0.0.1:")
        .and_then(|rest| rest.strip_suffix(" as /job:worker/task:0\n"));
    let port: u16 = port.unwrap_or_else(|| panic!("{line}")).parse().expect("a port");
    assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
    assert_eq!(task.end("-TERM"), Some(0));
}

#[test]
fn tf_config_says_who_it_is() {
    let addresses = free_addresses(2);
    let (ps, worker) = (&addresses[0], addresses[1].replace("127.0.0.1", "localhost"));
    let config = format!(
        r#"{{"cluster": {{"ps": ["{ps}"], "worker": ["w:1", "{worker}"]}}, "task": {{"type": "worker", "index": 1}}}}"#
    );
    let mut task = Task::start(regatta().arg("serve").env("TF_CONFIG", &config));
    assert_eq!(task.line(), format!("listening on grpc://{worker} as /job:worker/task:1\n"));
    assert_eq!(task.end("-TERM"), Some(0));
    // A flag wins.
    let mut task = Task::start(serve(&["--job_name=ps", "--task_index=0"]).env("TF_CONFIG", &config));
    assert_eq!(task.line(), format!("listening on grpc://{ps} as /job:ps/task:0\n"));
    assert_eq!(task.end("-TERM"), Some(0));
}

#[test]
fn a_busy_port_is_named_with_its_task() {
    let held = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
    let address = held.local_addr().expect("a bound address").to_string();
    let hosts = format!("--worker_hosts={address}");
    check_failure(
        &mut serve(&["--job_name=worker", &hosts]),
        &["regatta: ", &address, "/job:worker", "task:0", "in use"],
    );
}

#[test]
fn mistakes_in_the_cluster_are_named() {
    let hosts = "--ps_hosts=localhost:2222";
    check_failure(&mut serve(&["--job_name=ps"]), &["no cluster is given", "--ps_hosts", "TF_CONFIG"]);
    check_failure(&mut serve(&[hosts]), &["--job_name"]);
    check_failure(&mut serve(&["--job_name=chief", hosts]), &["job 'chief' is not in the cluster", "[ps]"]);
    check_failure(&mut serve(&["--job_name=ps", "--task_index=1", hosts]), &["task 1 is not in job 'ps'"]);
    check_failure(&mut serve(&["--job_name=ps", "--task_index=-1", hosts]), &["--task_index"]);
    check_failure(&mut serve(&["--job_name=ps", "--task_index=one", hosts]), &["--task_index", "one"]);
    check_failure(&mut serve(&["--job_name=ps", "--ps_hosts=localhost"]), &["--ps_hosts", "localhost", "no port"]);
    check_failure(&mut serve(&["--job_name=ps", "--ps_hosts=localhost:99999"]), &["localhost:99999", "65535"]);
    check_failure(&mut serve(&["--job_name=ps", "--ps_hosts=a:1,,b:2"]), &["/job:ps/task:1"]);
    check_failure(&mut serve(&["--job_name=ps", "--cluster_spec={"]), &["--cluster_spec", "not JSON"]);
    check_failure(&mut serve(&["--job_name=ps", "--cluster_spec=[]"]), &["--cluster_spec", "object of jobs"]);
    check_failure(&mut serve(&["--job_name=ps", r#"--cluster_spec={"p s":["a:1"]}"#]), &["'p s'"]);
    check_failure(&mut serve(&["--job_name=ps", r#"--cluster_spec={"ps":[7]}"#]), &["\"ps\"", "7"]);
    check_failure(&mut serve(&["--job_name=ps", "--cluster_spec={}", hosts]), &["--cluster_spec", "--ps_hosts"]);
    check_failure(regatta().arg("serve").env("TF_CONFIG", "{\"cluster\":"), &["TF_CONFIG", "not JSON"]);
    check_failure(&mut serve(&["--no_such_flag"]), &["--no_such_flag"]);
}

#[test]
fn help_shows_how_to_start_a_cluster() {
    let output = regatta().args(["serve", "--help"]).output().expect("regatta runs");
    let help = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success());
    for word in
        ["Examples:", "--ps_hosts=localhost:2222", "TF_CONFIG=", "listening on grpc://host:port as /job:ps/task:0"]
    {
        assert!(help.contains(word), "expected '{word}' in: {help}");
    }
    let output = regatta().arg("--help").output().expect("regatta runs");
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("serve"));
}
