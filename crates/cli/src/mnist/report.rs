//! What a task prints: the tutorials' lines, or JSON.

use std::{
    io::Write,
    time::{SystemTime, UNIX_EPOCH},
};

use regatta::replicas::Tally;
use serde::{Deserialize, Serialize};

use super::model::Score;

/// Something that happened.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Line {
    /// A task serves.
    Listening { target: String, job: String, task: u32 },
    /// A worker's session is there.
    Begins { worker: usize, global_step: i64 },
    /// A worker has made a step.
    Step { worker: usize, local_step: u64, global_step: i64, loss: f32, receipts: Receipts },
    /// The chief has evaluated while training.
    Evaluated { global_step: i64, score: Score },
    /// A worker has finished; the chief has evaluated the test images too.
    Finished {
        worker: usize,
        local_steps: u64,
        global_step: i64,
        /// How far training was to go; the workers' last steps may overtake each other by a few.
        train_steps: i64,
        seconds: f64,
        /// Global steps a second from the worker's first step on, which also sets everything up.
        steps_per_second: Option<f64>,
        validation: Score,
        test: Option<Score>,
        receipts: Receipts,
        interrupted: bool,
    },
    /// A parameter server has heard that a worker has finished.
    WorkerDone { worker: usize },
}

/// What became of a worker's gradients.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
pub struct Receipts {
    pub applied: u64,
    pub late: u64,
    pub stale: u64,
    pub duplicate: u64,
}

impl Receipts {
    /// Gradients that were computed for nothing.
    pub fn dropped(&self) -> u64 {
        self.late + self.stale
    }
}

impl From<Tally> for Receipts {
    fn from(Tally { applied, late, stale, duplicate }: Tally) -> Receipts {
        Receipts { applied, late, stale, duplicate }
    }
}

/// Where lines go.
pub struct Report {
    json: bool,
}

impl Report {
    /// Lines of JSON, or text.
    pub fn new(json: bool) -> Report {
        Report { json }
    }

    /// Prints a line. Whoever reads standard output may have gone, which is no reason to stop training.
    pub fn say(&self, line: &Line) {
        let mut out = std::io::stdout().lock();
        let _ = match (self.json, text(line)) {
            (true, _) => serde_json::to_string(line).map_err(Into::into).and_then(|text| writeln!(out, "{text}")),
            (false, text) => writeln!(out, "{text}"),
        };
        let _ = out.flush();
    }
}

fn text(line: &Line) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
    match line {
        Line::Listening { target, job, task } => format!("listening on {target} as /job:{job}/task:{task}"),
        Line::Begins { global_step: 0, .. } => format!("Training begins @ {now:.6}"),
        Line::Begins { global_step, .. } => format!("Training begins @ {now:.6}, at global step {global_step}"),
        Line::Step { worker, local_step, global_step, receipts, .. } => {
            let mut text =
                format!("{now:.6}: Worker {worker}: training step {local_step} done (global step: {global_step})");
            if receipts.dropped() > 0 {
                text += &format!(", {} gradients dropped", receipts.dropped());
            }
            text
        }
        Line::Evaluated { global_step, score } => {
            format!("{now:.6}: global step {global_step}: accuracy {:.4}", score.accuracy)
        }
        Line::Finished { local_steps, global_step, train_steps, seconds, validation, test, receipts, .. } => {
            // The tutorials' program says what it was asked for. One that found more than that there has done nothing.
            let steps = if *local_steps > 0 { global_step.min(train_steps) } else { global_step };
            let mut text = format!(
                "Training ends @ {now:.6}\nTraining elapsed time: {seconds:.6} s\n\
                 After {steps} training step(s), validation cross entropy = {:.2}\n\
                 validation accuracy {:.4}",
                validation.cross_entropy, validation.accuracy
            );
            if let Some(test) = test {
                text += &format!("\ntest accuracy {:.4}", test.accuracy);
            }
            if receipts.dropped() > 0 {
                let Receipts { applied, late, stale, .. } = receipts;
                text += &format!("\n{applied} gradients applied, {late} late, {stale} stale");
            }
            text
        }
        Line::WorkerDone { worker } => format!("worker {worker} has finished"),
    }
}
