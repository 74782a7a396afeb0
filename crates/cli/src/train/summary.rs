//! What came of a run: the figures at its end, and the picture.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use anyhow::{Result, anyhow};
use serde_json::json;

use crate::mnist::{Line, Receipts, Score};

/// What is known of a run.
pub struct Summary {
    run_dir: PathBuf,
    workers: usize,
    /// How far training was to go.
    wanted: i64,
    /// The global step at which this part of the run began.
    begun_at: Option<i64>,
    global_step: i64,
    seconds: f64,
    /// Steps of each worker, and what became of its gradients.
    local_steps: BTreeMap<usize, u64>,
    receipts: BTreeMap<usize, Receipts>,
    validation: Option<Score>,
    test: Option<Score>,
    pictures: Vec<PathBuf>,
}

impl Summary {
    /// Of a run in this directory, up to so many steps.
    pub fn new(run_dir: &Path, workers: usize, wanted: i64) -> Summary {
        Summary {
            run_dir: run_dir.to_owned(),
            workers,
            wanted,
            begun_at: None,
            global_step: 0,
            seconds: 0.0,
            local_steps: BTreeMap::new(),
            receipts: BTreeMap::new(),
            validation: None,
            test: None,
            pictures: Vec::new(),
        }
    }

    /// Takes note of what a task has said.
    pub fn note(&mut self, line: &Line) {
        match line {
            Line::Begins { global_step, .. } => {
                self.begun_at = Some(self.begun_at.map_or(*global_step, |known| known.min(*global_step)));
            }
            Line::Finished { worker, local_steps, global_step, seconds, validation, test, receipts, .. } => {
                self.local_steps.insert(*worker, *local_steps);
                self.receipts.insert(*worker, *receipts);
                self.global_step = self.global_step.max(*global_step);
                self.seconds = self.seconds.max(*seconds);
                if let Some(test) = test {
                    (self.validation, self.test) = (Some(*validation), Some(*test));
                }
            }
            _ => {}
        }
    }

    /// Draws the learning curve of the whole run, as its event files tell it.
    pub fn draw(&mut self) -> Result<()> {
        for name in ["learning-curve.svg", "learning-curve.png"] {
            let path = self.run_dir.join(name);
            if crate::plot::draw(&self.run_dir, &path)? {
                self.pictures.push(path);
            }
        }
        Ok(())
    }

    fn checkpoint(&self) -> Result<Option<PathBuf>> {
        regatta_formats::latest_checkpoint(&self.run_dir).map_err(|status| anyhow!("{}", status.message))
    }

    fn steps(&self) -> i64 {
        self.global_step - self.begun_at.unwrap_or(0)
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut row = |name: &str, value: String| text += &format!("{name:<16}{value}\n");
        if let (Some(test), Some(validation)) = (self.test, self.validation) {
            row("test accuracy", format!("{:.2} % of {} images", 100.0 * test.accuracy, test.images));
            row("validation", format!("{:.2} % of {} images", 100.0 * validation.accuracy, validation.images));
        }
        let rate = self.steps() as f64 / self.seconds.max(1e-9);
        row("steps", format!("{} in {:.1} s, {rate:.0} a second", self.steps(), self.seconds));
        if let Ok(Some(checkpoint)) = self.checkpoint() {
            row("checkpoint", checkpoint.display().to_string());
        }
        for picture in &self.pictures {
            row("learning curve", picture.display().to_string());
        }
        let dir = self.run_dir.display();
        row("look at it", format!("tensorboard --logdir={dir}   regatta plot {dir}   regatta eval {dir}"));
        let steps = if self.global_step < self.wanted { self.wanted } else { self.wanted.saturating_mul(2) };
        row("go on", format!("regatta train --run_dir={dir} --steps={steps}"));
        text + &self.table()
    }

    /// What became of each worker's gradients.
    fn table(&self) -> String {
        let mut text =
            format!("\n{:<16}{:>9}{:>9}{:>9}{:>9}{:>11}\n", "", "steps", "applied", "late", "stale", "duplicate");
        for (worker, Receipts { applied, late, stale, duplicate }) in &self.receipts {
            let steps = self.local_steps.get(worker).copied().unwrap_or_default();
            let name = format!("worker {worker}");
            text += &format!("{name:<16}{steps:>9}{applied:>9}{late:>9}{stale:>9}{duplicate:>11}\n");
        }
        text
    }

    /// For programs.
    pub fn json(&self) -> Result<String> {
        let summary = json!({
            "event": "summary",
            "run_dir": self.run_dir,
            "workers": self.workers,
            "global_step": self.global_step,
            "steps": self.steps(),
            "seconds": self.seconds,
            "local_steps": self.local_steps,
            "receipts": self.receipts,
            "validation": self.validation,
            "test": self.test,
            "checkpoint": self.checkpoint()?,
            "pictures": self.pictures,
        });
        Ok(serde_json::to_string(&summary)?)
    }
}
