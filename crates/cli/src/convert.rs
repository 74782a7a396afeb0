//! `regatta convert`: checkpoints to safetensors and back.

use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use clap::Args;
use regatta_formats::safetensors::{export_checkpoint, import_checkpoint};

use crate::{
    checkpoint_source::{CheckpointSource, is_safetensors, said},
    output::{Working, print},
};

/// Turn a checkpoint into a safetensors file, or the reverse.
#[derive(Args)]
#[command(after_help = "\
Examples:
  regatta convert run model.safetensors                    the latest checkpoint of a directory
  regatta convert run/model.ckpt-1000 model.safetensors    this one
  regatta convert model.safetensors new/model.ckpt         a file to a checkpoint (new/model.ckpt.index, ...data-00000-of-00001)

Names stay as they are. Variables that were saved in parts are put together. safetensors files have no strings; a checkpoint
with string tensors is refused, and they are named. What stood at the target is replaced only once all is written.")]
pub struct Convert {
    /// A checkpoint (prefix, .index file or directory), or a .safetensors file.
    #[arg(value_name = "IN")]
    source: PathBuf,
    /// A .safetensors file, or the prefix of a checkpoint.
    #[arg(value_name = "OUT")]
    target: PathBuf,
}

impl Convert {
    pub fn run(self) -> Result<()> {
        let target = &self.target;
        let working = Working::on(format_args!("reading {}, writing {}", self.source.display(), target.display()));
        match CheckpointSource::open(&self.source)? {
            CheckpointSource::Checkpoint(_, reader) if is_safetensors(target) => {
                export_checkpoint(&reader, target).map_err(said)?;
            }
            CheckpointSource::Safetensors(file) if !is_safetensors(target) => {
                let prefix = target.to_str().ok_or_else(|| anyhow!("the path {} is not UTF-8", target.display()))?;
                import_checkpoint(&file, prefix).map_err(said)?;
            }
            CheckpointSource::Checkpoint(prefix, _) => {
                bail!("{prefix} is a checkpoint already; to convert it, give a target that ends in .safetensors")
            }
            CheckpointSource::Safetensors(_) => {
                bail!(
                    "{} is a safetensors file already; to convert it, give the prefix of a checkpoint",
                    self.source.display()
                )
            }
        }
        drop(working);
        print(format_args!("wrote {}\n", target.display()))
    }
}
