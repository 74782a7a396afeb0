//! Child processes that never outlive the test that started them.
//!
//! Every [`Group`] is a process group led by a small shell that reads from a pipe whose other end
//! the test holds. When the pipe closes, because the group was dropped or because the test process is gone
//! for whatever reason, the shell kills the whole group and itself. No signal handler, no `unsafe`.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// How many last lines of a process a failure shows.
const TAIL_LINES: usize = 40;

/// A process group that dies with its owner.
pub struct Group {
    leader: Child,
    /// Closing it is the signal to die.
    lifeline: Option<ChildStdin>,
}

impl Group {
    /// Starts the group's leader.
    pub fn new() -> Group {
        let mut leader = Command::new("sh")
            .args(["-c", "read -r _; kill -KILL 0"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("start the shell that leads a process group");
        let lifeline = leader.stdin.take();
        Group { leader, lifeline }
    }

    /// Starts a process in the group and collects what it prints.
    pub fn spawn(&self, name: &str, command: &mut Command) -> Process {
        let started = Instant::now();
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(self.leader.id() as i32)
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {name} ({command:?}): {error}"));
        let log = Arc::new(Log::default());
        collect(child.stdout.take().expect("stdout is piped"), log.clone(), Source::Stdout);
        collect(child.stderr.take().expect("stderr is piped"), log.clone(), Source::Stderr);
        Process { name: name.to_owned(), child, log, started }
    }
}

impl Default for Group {
    fn default() -> Group {
        Group::new()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        drop(self.lifeline.take());
        // The leader is the first of the group to be killed by its own signal, so that once it
        // is reaped the others are dead or dying.
        let _ = self.leader.wait();
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Source {
    Stdout,
    Stderr,
}

/// Everything a process has printed so far.
#[derive(Default)]
struct Log {
    state: Mutex<LogState>,
    changed: Condvar,
}

#[derive(Default)]
struct LogState {
    lines: Vec<(Source, String)>,
    /// Streams that have ended; both have once it is two.
    ended: usize,
}

fn collect(stream: impl Read + Send + 'static, log: Arc<Log>, source: Source) {
    std::thread::spawn(move || {
        for line in BufReader::new(stream).split(b'\n') {
            let Ok(line) = line else { break };
            let line = String::from_utf8_lossy(&line).into_owned();
            log.state.lock().expect("log lock").lines.push((source, line));
            log.changed.notify_all();
        }
        log.state.lock().expect("log lock").ended += 1;
        log.changed.notify_all();
    });
}

/// One process of a group.
pub struct Process {
    name: String,
    child: Child,
    log: Arc<Log>,
    started: Instant,
}

impl Process {
    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for a line of standard output that `wanted` accepts and returns it with the time
    /// since the start; an error says what was printed instead.
    pub fn wait_for_line(
        &self,
        wanted: impl Fn(&str) -> bool,
        timeout: Duration,
    ) -> Result<(String, Duration), String> {
        self.wait_for(Source::Stdout, wanted, timeout)
    }

    /// As [`Process::wait_for_line`], of standard error.
    pub fn wait_for_error(
        &self,
        wanted: impl Fn(&str) -> bool,
        timeout: Duration,
    ) -> Result<(String, Duration), String> {
        self.wait_for(Source::Stderr, wanted, timeout)
    }

    fn wait_for(
        &self,
        from: Source,
        wanted: impl Fn(&str) -> bool,
        timeout: Duration,
    ) -> Result<(String, Duration), String> {
        let deadline = self.started + timeout;
        let mut state = self.log.state.lock().expect("log lock");
        loop {
            let found = state.lines.iter().find(|(source, line)| *source == from && wanted(line));
            if let Some((_, line)) = found {
                return Ok((line.clone(), self.started.elapsed()));
            }
            if state.ended == 2 {
                drop(state);
                return Err(format!("{} ended without the line waited for\n{}", self.name, self.tail()));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                drop(state);
                return Err(format!("{} did not print the line waited for in {timeout:?}\n{}", self.name, self.tail()));
            }
            state = self.log.changed.wait_timeout(state, left).expect("log lock").0;
        }
    }

    /// Waits for the end of the process; `None` when it is still running after `timeout`.
    pub fn wait(&mut self, timeout: Duration) -> Option<Finished> {
        let deadline = self.started + timeout;
        let mut state = self.log.state.lock().expect("log lock");
        while state.ended < 2 {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            state = self.log.changed.wait_timeout(state, left).expect("log lock").0;
        }
        let text = |wanted: Source| {
            let lines = state.lines.iter().filter(|(source, _)| *source == wanted);
            lines.map(|(_, line)| line.as_str()).collect::<Vec<_>>().join("\n")
        };
        let (stdout, stderr) = (text(Source::Stdout), text(Source::Stderr));
        drop(state);
        let status = self.child.wait().expect("wait for a child");
        Some(Finished { success: status.success(), status: status.to_string(), stdout, stderr })
    }

    /// Whether the process is still running.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends the process at once.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The last lines it printed, under a heading.
    pub fn tail(&self) -> String {
        let state = self.log.state.lock().expect("log lock");
        let skip = state.lines.len().saturating_sub(TAIL_LINES);
        let mut text = format!("--- last lines of {} ---", self.name);
        for (_, line) in &state.lines[skip..] {
            text.push('\n');
            text.push_str(line);
        }
        text
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A process that has ended, and what it printed.
pub struct Finished {
    /// Whether it exited with 0.
    pub success: bool,
    /// The exit status in words.
    pub status: String,
    /// All of its standard output.
    pub stdout: String,
    /// All of its standard error.
    pub stderr: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn output_is_collected() {
        let group = Group::new();
        let mut process = group.spawn("sh", &mut sh("echo one; echo two >&2; exit 3"));
        let finished = process.wait(Duration::from_secs(10)).expect("ends");
        assert_eq!((finished.stdout.as_str(), finished.stderr.as_str()), ("one", "two"));
        assert!(!finished.success);
    }

    #[test]
    fn a_line_is_waited_for_and_its_absence_reported() {
        let group = Group::new();
        let process = group.spawn("speaker", &mut sh("echo ready; exec sleep 100"));
        let (line, _) = process.wait_for_line(|line| line == "ready", Duration::from_secs(10)).expect("ready");
        assert_eq!(line, "ready");
        let silent = group.spawn("silent", &mut sh("echo something else"));
        let error = silent.wait_for_line(|line| line == "ready", Duration::from_secs(10)).expect_err("never");
        assert!(error.contains("silent ended") && error.contains("something else"), "{error}");
    }

    #[test]
    fn grandchildren_die_with_the_group() {
        let group = Group::new();
        let process = group.spawn("parent", &mut sh("sleep 1000 & echo $!; wait"));
        let (pid, _) = process.wait_for_line(|_| true, Duration::from_secs(10)).expect("a pid");
        let alive = || std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
        assert!(alive());
        drop(group);
        let deadline = Instant::now() + Duration::from_secs(5);
        while alive() {
            assert!(Instant::now() < deadline, "process {pid} outlived its group");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
