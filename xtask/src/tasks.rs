//! The tasks of a training program as processes, for benchmarks: parameter servers, and workers whose lines are read.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::Instant,
};

use anyhow::{Context, Result, bail};
use regatta_testkit::free_addresses;

/// How many lines may wait to be read.
const LINES_MAX: usize = 1024;

/// The processes of a run, which end with it.
pub struct Tasks {
    processes: Vec<Child>,
    workers: usize,
    lines: Receiver<Said>,
    ended: usize,
}

enum Said {
    Line(usize, String),
    /// A worker's output has ended.
    End,
}

impl Tasks {
    /// Starts so many tasks by `command`, to which the flags of the cluster are added.
    pub fn start(ps: usize, workers: usize, command: impl Fn() -> Command) -> Result<Tasks> {
        let hosts = free_addresses(ps + workers);
        let (ps_hosts, worker_hosts) = hosts.split_at(ps);
        let (sender, lines) = sync_channel(LINES_MAX);
        let mut tasks = Tasks { processes: Vec::new(), workers, lines, ended: 0 };
        for (job, index) in (0..ps).map(|k| ("ps", k)).chain((0..workers).map(|k| ("worker", k))) {
            let mut command = command();
            command.arg(format!("--job_name={job}")).arg(format!("--task_index={index}"));
            command.arg(format!("--ps_hosts={}", ps_hosts.join(",")));
            command.arg(format!("--worker_hosts={}", worker_hosts.join(",")));
            let output = if job == "worker" { Stdio::piped() } else { Stdio::null() };
            command.stdout(output).stderr(Stdio::null()).stdin(Stdio::null());
            let mut process = command.spawn().context("cannot start a task")?;
            if let Some(output) = process.stdout.take() {
                let sender = sender.clone();
                thread::spawn(move || {
                    for line in BufReader::new(output).lines().map_while(std::io::Result::ok) {
                        if sender.send(Said::Line(index, line)).is_err() {
                            return;
                        }
                    }
                    let _ = sender.send(Said::End);
                });
            }
            tasks.processes.push(process);
        }
        Ok(tasks)
    }

    /// The process of a worker.
    pub fn worker_id(&self, index: usize) -> u32 {
        self.processes[self.processes.len() - self.workers + index].id()
    }

    /// What a worker prints next; `None` when all have ended.
    pub fn next_line(&mut self, until: Instant) -> Result<Option<(usize, String)>> {
        while self.ended < self.workers {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Said::Line(worker, line)) => return Ok(Some((worker, line))),
                Ok(Said::End) => self.ended += 1,
                Err(RecvTimeoutError::Timeout) => bail!("the workers have not finished in time"),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(None)
    }
}

impl Drop for Tasks {
    fn drop(&mut self) {
        for process in &mut self.processes {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}
