//! `regatta plot`: the curves of a run as a picture.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use regatta_formats::event_file::{event_files, read_scalars};
use regatta_plot::{LearningCurve, Series};
use regex::Regex;

use crate::output::print;

/// Draws the curves of a run.
#[derive(Args)]
#[command(after_help = "\
Curves whose tags end alike share a panel: `loss` of the run and of its directory `eval` are drawn together.

Examples:
  regatta plot runs/mnist                                   to runs/mnist/learning-curve.svg
  regatta plot runs/mnist --out=curve.png --tags='loss|accuracy'")]
pub struct Plot {
    /// The directory of the run. Its event files are read, and those of the directories in it.
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// The picture, .svg or .png. [default: RUN/learning-curve.svg]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only the tags that this regular expression finds something in.
    #[arg(long, value_name = "REGEX")]
    tags: Option<Regex>,
}

impl Plot {
    pub fn run(self) -> anyhow::Result<()> {
        let curve = learning_curve(&self.run, self.tags.as_ref())?;
        let out = self.out.unwrap_or_else(|| self.run.join("learning-curve.svg"));
        curve.save(&out).map_err(|error| anyhow::anyhow!(error.message))?;
        print(format_args!("{}\n", out.display()))
    }
}

/// Draws the curves that a training run has, if it has any yet: whether it has.
pub fn draw(run: &Path, out: &Path) -> anyhow::Result<bool> {
    let tags = Regex::new("(^|/)(loss|accuracy)$")?;
    let curve = match learning_curve(run, Some(&tags)) {
        Ok(curve) => curve,
        Err(error) => {
            tracing::warn!("no learning curve: {error:#}");
            return Ok(false);
        }
    };
    curve.save(out).map_err(|error| anyhow::anyhow!(error.message))?;
    Ok(true)
}

/// The scalars of a run and of the directories in it, which are before the tags of theirs.
fn learning_curve(run: &Path, tags: Option<&Regex>) -> anyhow::Result<LearningCurve> {
    let directories = directories(run)?;
    let mut series = Vec::new();
    let (mut file_count, mut found) = (0, BTreeSet::new());
    for directory in &directories {
        file_count += event_files(directory).map_err(|error| anyhow::anyhow!(error.message))?.len();
        let curves = read_scalars(directory).map_err(|error| anyhow::anyhow!(error.message))?;
        for (tag, points) in curves {
            let below = directory.strip_prefix(run).unwrap_or(Path::new("")).to_string_lossy();
            let name = if below.is_empty() { tag } else { format!("{below}/{tag}") };
            if tags.is_none_or(|tags| tags.is_match(&name)) {
                let points = points.iter().map(|point| (point.step as f64, point.value)).collect();
                series.push(Series { name: name.clone(), points });
            }
            found.insert(name);
        }
    }
    let looked = format!("{} and the {} directories in it", run.display(), directories.len() - 1);
    if file_count == 0 {
        bail!("no event files: looked for *tfevents* in {looked}");
    }
    if found.is_empty() {
        bail!("no scalars in the {file_count} event files of {looked}");
    }
    if series.is_empty() {
        let found: Vec<String> = found.into_iter().collect();
        bail!("--tags matches none of the tags in {looked}: {}", found.join(", "));
    }
    let title = run.canonicalize().unwrap_or_else(|_| run.to_owned());
    let title = title.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(LearningCurve { title, series })
}

/// A run's directory, and those in it by name.
fn directories(run: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(run).with_context(|| format!("cannot read the run's directory {}", run.display()))?;
    let mut below = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read the run's directory {}", run.display()))?.path();
        if path.is_dir() {
            below.push(path);
        }
    }
    below.sort();
    Ok(std::iter::once(run.to_owned()).chain(below).collect())
}
