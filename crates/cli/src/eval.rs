//! `regatta eval`: how good a run's model is.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use regatta::{Graph, Saver, Session};
use serde_json::json;

use crate::{
    mnist::{Judge, Run, evaluate, load},
    output::{Working, print},
};

/// Evaluate the latest checkpoint of a run on the test images.
#[derive(Args)]
pub struct Eval {
    /// The directory of the run: --run_dir of `regatta train` or `regatta mnist`.
    run: PathBuf,

    /// The checkpoint to evaluate, such as runs/mlp500/model.ckpt-1000 [default: the latest].
    #[arg(long, value_name = "PREFIX")]
    checkpoint: Option<PathBuf>,

    /// Other images than those of the run.
    #[arg(long = "data_dir", alias = "data-dir", value_name = "DIR")]
    data_dir: Option<PathBuf>,

    /// Print a line of JSON.
    #[arg(long)]
    json: bool,
}

impl Eval {
    /// Evaluates and prints.
    pub fn run(self) -> Result<()> {
        let run = Run::load(&self.run)?;
        let checkpoint = match self.checkpoint {
            Some(checkpoint) => checkpoint,
            None => regatta_formats::latest_checkpoint(&self.run)?
                .with_context(|| format!("there is no checkpoint in {}", self.run.display()))?,
        };
        let working = Working::on(format_args!("evaluating {}", checkpoint.display()));
        let data = load(self.data_dir.as_deref().or(run.data_dir.as_deref()))?;
        let mut g = Graph::new();
        let judge = Judge::build(&mut g, run.model, run.hidden_units)?;
        let saver = Saver::builder().build(&mut g)?;
        let session = Session::local()?;
        saver.restore(&session, &mut g, &checkpoint)?;
        let score = |set| {
            evaluate(set, |images, labels| {
                let step = session.step_as_sent().feed(&judge.images, images).feed(&judge.labels, labels);
                step.fetch(&judge.correct).fetch(&judge.cross_entropy).run()
            })
        };
        let (test, validation) = (score(&data.test)?, score(&data.validation)?);
        drop(working);
        if self.json {
            let found = json!({ "checkpoint": checkpoint, "model": run.model, "test": test, "validation": validation });
            return print(format_args!("{found}\n"));
        }
        let mut text = format!("{} of {}\n", run.model.name(), checkpoint.display());
        for (name, score) in [("test", test), ("validation", validation)] {
            text += &format!(
                "{name:<11} accuracy {:.2} %, cross entropy {:.2} over {} images\n",
                100.0 * score.accuracy,
                score.cross_entropy,
                score.images
            );
        }
        print(text)
    }
}
