//! What `regatta train` shows while it works: a bar on a terminal, a line now and then elsewhere, or JSON.

use std::{
    collections::BTreeMap,
    io::{IsTerminal, Write},
    time::{Duration, Instant},
};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::{cluster::Plan, global_step, summary::Summary};
use crate::{
    mnist::{Line, Report},
    output,
};

/// How often a line is printed where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(2);

/// Shows how far training is.
pub struct Progress {
    steps: i64,
    output: Output,
    loss: Option<f32>,
    accuracy: Option<f64>,
    /// Gradients that came to nothing, by worker.
    dropped: BTreeMap<usize, u64>,
}

enum Output {
    Bar(ProgressBar),
    Lines { last: Instant },
    Json(Report),
}

impl Progress {
    /// For a run of so many steps.
    pub fn new(json: bool, steps: i64) -> Progress {
        let output = if json {
            Output::Json(Report::new(true))
        } else if std::io::stderr().is_terminal() {
            let bar = ProgressBar::new(steps as u64);
            // What does not fit on a narrow terminal is the end of the message: a line that is broken cannot be drawn over.
            let style = "{bar:20.cyan/blue} {pos}/{len} steps  {rate} a second  {eta} left  {wide_msg}";
            let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
            let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                // A number that cannot be shown is left out.
                let _ = write!(out, "{:.0}", state.per_sec());
            };
            bar.set_style(style.with_key("rate", rate));
            Output::Bar(bar)
        } else {
            Output::Lines { last: Instant::now() }
        };
        Progress { steps, output, loss: None, accuracy: None, dropped: BTreeMap::new() }
    }

    /// Says what is about to happen.
    pub fn begin(&mut self, plan: &Plan<'_>, data: &regatta_mnist::Mnist) {
        let source = match &plan.run.data_dir {
            Some(dir) => dir.display().to_string(),
            None => "the built-in subset of MNIST".to_owned(),
        };
        self.say(&format!(
            "training {} on {} ({} images), batch {}, learning rate {}, policy {}",
            plan.run.model.name(),
            source,
            data.train.len(),
            plan.run.batch_size,
            plan.run.learning_rate,
            plan.run.policy,
        ));
        self.say(&format!(
            "{} and {} on this machine; everything goes to {}",
            count(plan.ps, "parameter server"),
            count(plan.workers, "worker"),
            plan.run_dir.display()
        ));
    }

    /// A sentence for people.
    pub fn say(&mut self, text: &str) {
        match &self.output {
            Output::Bar(bar) => bar.println(text),
            Output::Lines { .. } => print(text),
            Output::Json(_) => {}
        }
    }

    /// Something that a task has said.
    pub fn show(&mut self, line: &Line) {
        match line {
            Line::Step { worker, loss, receipts, .. } => {
                self.loss = Some(*loss);
                self.dropped.insert(*worker, receipts.dropped());
            }
            Line::Evaluated { score, .. } => self.accuracy = Some(score.accuracy),
            Line::Begins { worker: 0, global_step } if *global_step >= self.steps => {
                self.say(&format!("the run is already at step {global_step}: --steps=N trains on, to more"));
            }
            Line::Begins { worker: 0, global_step } if *global_step > 0 => {
                self.say(&format!("going on from global step {global_step}"));
            }
            _ => {}
        }
        let text = self.text();
        match (&mut self.output, global_step(line)) {
            (Output::Json(report), _) => report.say(line),
            (Output::Bar(bar), Some(step)) => {
                bar.set_position(step.clamp(0, self.steps) as u64);
                bar.set_message(text);
                // What was made before a run was gone on with was not made just now.
                if matches!(line, Line::Begins { .. }) {
                    bar.reset_eta();
                }
            }
            (Output::Lines { last }, Some(step)) if last.elapsed() >= LINE_EVERY => {
                *last = Instant::now();
                print(&format!("step {step} of {}  {text}", self.steps));
            }
            _ => {}
        }
    }

    fn text(&self) -> String {
        let loss = self.loss.map(|loss| format!("loss {loss:.4}"));
        let accuracy = self.accuracy.map(|accuracy| format!("validation accuracy {:.2} %", 100.0 * accuracy));
        let dropped = self.dropped.iter().filter(|(_, count)| **count > 0);
        let dropped = dropped.map(|(worker, count)| format!("worker {worker} dropped {count}"));
        loss.into_iter().chain(accuracy).chain(dropped).collect::<Vec<_>>().join("  ")
    }

    /// Nothing more comes.
    pub fn end(&mut self) {
        if let Output::Bar(bar) = &self.output {
            bar.finish_and_clear();
        }
    }

    /// What came of it.
    pub fn conclude(&mut self, summary: &Summary) -> Result<()> {
        match &self.output {
            Output::Json(_) => output::print(format_args!("{}\n", summary.json()?)),
            _ => output::print(summary.text()),
        }
    }
}

fn print(text: &str) {
    // Whoever reads it may have gone, which is no reason to stop training.
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}");
    let _ = out.flush();
}

fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
