//! What a run is: what its directory says of it, so that it can be gone on with and evaluated.

use std::{
    fs::{File, TryLockError},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use super::{PsStrategy, model::Model};
use crate::checkpoint_source::said;

const FILE: &str = "run.json";

/// What is trained, and how.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Run {
    pub model: Model,
    pub hidden_units: usize,
    pub batch_size: usize,
    pub learning_rate: f64,
    /// Over how many steps the rate falls; 0 if it does not.
    pub decay_steps: u64,
    /// How the workers' gradients are applied, as `--policy` has it.
    pub policy: String,
    /// Whether the rate is multiplied by the number of gradients that make a step, and over how many steps it rises to that.
    pub scale_learning_rate: bool,
    pub warm_up_steps: u64,
    pub ps_strategy: PsStrategy,
    pub seed: i64,
    /// `None`: the images that are built in.
    pub data_dir: Option<PathBuf>,
}

impl Run {
    /// A run of a model, with what is usual.
    pub fn of(model: Model) -> Run {
        Run {
            model,
            hidden_units: 100,
            batch_size: 100,
            learning_rate: model.learning_rate(),
            decay_steps: 0,
            policy: "async".to_owned(),
            scale_learning_rate: false,
            warm_up_steps: 200,
            ps_strategy: PsStrategy::RoundRobin,
            seed: 1,
            data_dir: None,
        }
    }

    /// The run that a directory holds, if it holds one.
    pub fn find(dir: &Path) -> Result<Option<Run>> {
        if dir.join(FILE).exists() { Run::load(dir).map(Some) } else { Ok(None) }
    }

    /// Makes a run's directory, if it is not there, and keeps others from training in it as long as the answer is held: two runs
    /// would take each other's checkpoints for their own.
    pub fn claim(dir: &Path) -> Result<File> {
        std::fs::create_dir_all(dir).with_context(|| format!("cannot make the run directory {}", dir.display()))?;
        let held = File::open(dir).with_context(|| format!("cannot open the run directory {}", dir.display()))?;
        match held.try_lock() {
            Err(TryLockError::WouldBlock) => {
                bail!("another run is training in {}: wait for its end, or choose another --run_dir", dir.display())
            }
            // Not every file system has locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(held),
        }
    }

    /// Reads what a run's directory says.
    pub fn load(dir: &Path) -> Result<Run> {
        let path = dir.join(FILE);
        let text = std::fs::read_to_string(&path).with_context(|| {
            format!("{} is not the directory of a run: cannot read {}", dir.display(), path.display())
        })?;
        serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))
    }

    /// Writes it to a run's directory; one that holds another model's run is refused.
    pub fn save(&self, dir: &Path) -> Result<()> {
        let path = dir.join(FILE);
        if let Some(there) = Run::find(dir)? {
            ensure!(
                (there.model, there.hidden_units) == (self.model, self.hidden_units),
                "{} holds a run of {} with {} hidden units, not of {} with {}: choose another --run_dir",
                dir.display(),
                there.model.name(),
                there.hidden_units,
                self.model.name(),
                self.hidden_units
            );
        }
        let text = serde_json::to_string_pretty(self).context("a run's settings")? + "\n";
        regatta_formats::write_atomically(&path, text.as_bytes()).map_err(said)
    }
}
