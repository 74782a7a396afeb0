//! A parameter server: serves until all workers have finished.

use std::{process::ExitCode, sync::mpsc, thread, time::Duration};

use anyhow::{Result, anyhow};
use regatta::{Completion, ServerConfig};

use super::{
    report::{Line, Report},
    start,
};
use crate::signals::{INTERRUPTED, Stop};

/// How often it looks whether it was asked to stop.
const LOOK_EVERY: Duration = Duration::from_millis(100);

pub fn run(config: ServerConfig, workers: usize, join_forever: bool, report: &Report, stop: &Stop) -> Result<ExitCode> {
    let index = config.task.index;
    let server = start(config)?;
    report.say(&Line::Listening { target: server.target(), job: "ps".to_owned(), task: index });
    // Variables are lost with this process: workers that save must come to an end before.
    stop.work_begins();
    let (sender, heard) = mpsc::channel();
    let target = server.target();
    thread::spawn(move || {
        let each = sender.clone();
        let ended = Completion::wait(&target, index as usize, workers, |worker| {
            let _ = each.send(Ok(Some(worker)));
        });
        let _ = sender.send(ended.map(|()| None));
    });
    loop {
        match heard.recv_timeout(LOOK_EVERY) {
            Ok(Ok(Some(worker))) => report.say(&Line::WorkerDone { worker }),
            Ok(Ok(None)) if !join_forever => break,
            Ok(Err(status)) => return Err(anyhow!("{}", status.message)),
            _ => {}
        }
        if stop.asked() {
            server.stop();
            return Ok(ExitCode::from(INTERRUPTED));
        }
    }
    server.stop();
    Ok(ExitCode::SUCCESS)
}
