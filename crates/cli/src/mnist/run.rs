//! What a run is: what its directory says of it, so that it can be gone on with and evaluated.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::{PsStrategy, model::Model};

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
    /// Reads what a run's directory says.
    pub fn load(dir: &Path) -> Result<Run> {
        let path = dir.join(FILE);
        let text = std::fs::read_to_string(&path).with_context(|| {
            format!("{} is not the directory of a run: cannot read {}", dir.display(), path.display())
        })?;
        serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))
    }

    /// Writes it to a run's directory, which is made; one that holds another model's run is refused.
    pub fn save(&self, dir: &Path) -> Result<()> {
        std::fs::create_dir_all(dir).with_context(|| format!("cannot make the run directory {}", dir.display()))?;
        let path = dir.join(FILE);
        if path.exists() {
            let there = Run::load(dir)?;
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
        let text = serde_json::to_string_pretty(self).context("a run's settings")?;
        // Under another name first, so that there is never half a file.
        let temporary = dir.join(format!("{FILE}.{}", std::process::id()));
        std::fs::write(&temporary, text + "\n")
            .and_then(|()| std::fs::rename(&temporary, &path))
            .with_context(|| format!("cannot write {}", path.display()))
    }
}
