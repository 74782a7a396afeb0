//! What a command is given as a checkpoint: a prefix, its index, a directory, or a safetensors file.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use regatta_formats::{BundleReader, latest_checkpoint, safetensors::Safetensors};
use regatta_status::Status;
use regatta_tensor::{DType, Shape, Tensor};

/// Tensors in files.
pub enum CheckpointSource {
    /// TensorFlow's format, with the prefix.
    Checkpoint(String, BundleReader),
    /// The other one.
    Safetensors(Safetensors),
}

/// What is known of a tensor before it is read.
pub struct Listed {
    pub name: String,
    pub dtype: DType,
    pub shape: Shape,
    /// The parts it was saved in; none if it was saved whole.
    pub slices: Vec<String>,
}

impl CheckpointSource {
    /// Opens what the path means.
    pub fn open(path: &Path) -> Result<CheckpointSource> {
        if is_safetensors(path) {
            return Ok(CheckpointSource::Safetensors(Safetensors::open(path).map_err(said)?));
        }
        let prefix = prefix_of(path)?;
        let text = prefix.to_str().ok_or_else(|| anyhow!("the path {} is not UTF-8", prefix.display()))?;
        if !PathBuf::from(format!("{text}.index")).exists() {
            bail!(
                "there is no checkpoint {text}: {text}.index does not exist (give a prefix such as run/model.ckpt-1000, its \
                 .index file, a directory with a `checkpoint` file, or a .safetensors file)"
            );
        }
        Ok(CheckpointSource::Checkpoint(text.to_owned(), BundleReader::open(text).map_err(said)?))
    }

    /// What it is called in messages.
    pub fn describe(&self, path: &Path) -> String {
        match self {
            CheckpointSource::Checkpoint(prefix, _) => prefix.clone(),
            CheckpointSource::Safetensors(_) => path.display().to_string(),
        }
    }

    /// The tensors, by name.
    pub fn entries(&self) -> Vec<Listed> {
        match self {
            CheckpointSource::Checkpoint(_, reader) => {
                let listed = reader.entries().into_iter().map(|entry| Listed {
                    name: entry.name,
                    dtype: entry.dtype,
                    shape: entry.shape,
                    slices: entry.slices.iter().map(ToString::to_string).collect(),
                });
                listed.collect()
            }
            CheckpointSource::Safetensors(file) => {
                let listed = file.entries().map(|(name, dtype, shape)| Listed {
                    name: name.to_owned(),
                    dtype,
                    shape: shape.clone(),
                    slices: Vec::new(),
                });
                listed.collect()
            }
        }
    }

    /// A tensor, its checksum verified where there is one.
    pub fn read(&self, name: &str) -> Result<Tensor> {
        match self {
            CheckpointSource::Checkpoint(_, reader) => reader.read(name).map_err(said),
            CheckpointSource::Safetensors(file) => file.read(name).map_err(said),
        }
    }
}

/// Whether a path is of a safetensors file, by its name.
pub fn is_safetensors(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "safetensors")
}

/// The code of a failure says nothing to people that its message does not.
pub fn said(status: Status) -> anyhow::Error {
    anyhow!("{}", status.message)
}

fn prefix_of(path: &Path) -> Result<PathBuf> {
    if path.is_dir() {
        return latest_checkpoint(path).map_err(said)?.ok_or_else(|| {
            anyhow!("there is no checkpoint in {}: no file `checkpoint` names one that exists", path.display())
        });
    }
    let is_index = path.extension().is_some_and(|extension| extension == "index");
    Ok(if is_index { path.with_extension("") } else { path.to_owned() })
}
