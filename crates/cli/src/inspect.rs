//! `regatta inspect`: what is in a checkpoint.

mod statistics;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use regatta_tensor::{DType, Tensor};
use regex::Regex;
use serde_json::json;

use crate::{
    checkpoint_source::{CheckpointSource, Listed},
    output::{Working, print},
};
use statistics::Statistics;

/// Show the tensors of a checkpoint: types, shapes, sizes, norms. Every byte is read and its checksum verified.
#[derive(Args)]
#[command(after_help = "\
Examples:
  regatta inspect run/model.ckpt-1000        a checkpoint by its prefix, or run/model.ckpt-1000.index
  regatta inspect run                        the latest one of a directory, by its file `checkpoint`
  regatta inspect model.safetensors
  regatta inspect run --name 'kernel$'       only tensors whose names match
  regatta inspect run --json                 a line of JSON for each tensor, and one for the total

Checkpoints of TensorFlow are read as well as our own. Damage is reported with the file and the byte, and ends with exit
code 1; so `regatta inspect` also tells whether a checkpoint is sound.")]
pub struct Inspect {
    /// A prefix, an .index file, a directory, or a .safetensors file.
    checkpoint: PathBuf,
    /// Only tensors whose names match this regular expression.
    #[arg(long, value_name = "REGEX")]
    name: Option<String>,
    /// Lines of JSON instead of a table.
    #[arg(long)]
    json: bool,
}

/// A line of the table.
struct Row {
    listed: Listed,
    bytes: u64,
    statistics: Option<Statistics>,
}

impl Inspect {
    pub fn run(self) -> Result<()> {
        let wanted = self.name.as_deref().map(Regex::new).transpose().context("--name is no regular expression")?;
        let source = CheckpointSource::open(&self.checkpoint)?;
        let name = source.describe(&self.checkpoint);
        let (mut rows, mut damage) = (Vec::new(), Vec::new());
        let working = Working::on(format_args!("reading {name}"));
        for listed in source.entries() {
            if wanted.as_ref().is_some_and(|wanted| !wanted.is_match(&listed.name)) {
                continue;
            }
            working.now(format_args!("reading {} of {name}", listed.name));
            match source.read(&listed.name) {
                Ok(tensor) => {
                    rows.push(Row { listed, bytes: bytes_of(&tensor), statistics: Statistics::of(&tensor) });
                }
                Err(error) => damage.push(error.to_string()),
            }
        }
        drop(working);
        print(if self.json { lines(&rows) } else { table(&name, &rows) })?;
        if !damage.is_empty() {
            bail!(
                "{name} is damaged, {} of {} tensors:\n  {}",
                damage.len(),
                damage.len() + rows.len(),
                damage.join("\n  ")
            );
        }
        Ok(())
    }
}

fn bytes_of(tensor: &Tensor) -> u64 {
    match (tensor.dtype(), tensor.as_strings()) {
        (DType::String, Ok(strings)) => strings.iter().map(|string| string.len() as u64).sum(),
        _ => tensor.byte_size() as u64,
    }
}

fn elements(rows: &[Row]) -> u64 {
    rows.iter().map(|row| row.listed.shape.num_elements() as u64).sum()
}

fn bytes(rows: &[Row]) -> u64 {
    rows.iter().map(|row| row.bytes).sum()
}

fn lines(rows: &[Row]) -> String {
    let mut out = String::new();
    for Row { listed, bytes, statistics } in rows {
        let mut line = json!({
            "name": listed.name,
            "dtype": listed.dtype.name(),
            "shape": listed.shape.to_vec(),
            "bytes": bytes,
            "slices": listed.slices,
        });
        if let (Some(of), Some(line)) = (statistics, line.as_object_mut()) {
            for (key, value) in [("l2_norm", of.l2_norm), ("min", of.min), ("max", of.max), ("mean", of.mean)] {
                line.insert(key.to_owned(), json!(value));
            }
            line.insert("not_finite".to_owned(), json!(of.not_finite));
        }
        out += &format!("{line}\n");
    }
    let total = json!({ "tensors": rows.len(), "elements": elements(rows), "bytes": bytes(rows) });
    out + &format!("{}\n", json!({ "total": total }))
}

fn table(name: &str, rows: &[Row]) -> String {
    let heads = ["name", "type", "shape", "bytes", "l2 norm", "min", "max", "mean", ""].map(str::to_owned);
    let cells = rows.iter().map(|Row { listed, bytes, statistics }| {
        let number = |of: fn(&Statistics) -> f64| statistics.as_ref().map_or(String::new(), |s| show(of(s)));
        let mut notes = Vec::new();
        if let Some(count) = statistics.as_ref().map(|of| of.not_finite).filter(|count| *count > 0) {
            notes.push(format!("{count} not finite"));
        }
        if !listed.slices.is_empty() {
            notes.push(format!("{} slices: {}", listed.slices.len(), listed.slices.join(" ")));
        }
        [
            listed.name.clone(),
            listed.dtype.name().to_owned(),
            listed.shape.to_string(),
            bytes.to_string(),
            number(|of| of.l2_norm),
            number(|of| of.min),
            number(|of| of.max),
            number(|of| of.mean),
            notes.join(", "),
        ]
    });
    let all: Vec<[String; 9]> = std::iter::once(heads).chain(cells).collect();
    let width = |column: usize| all.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..9).map(width).collect();
    let mut out = format!("{name}\n\n");
    for row in &all {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            // Numbers to the right, words to the left.
            line += &if (3..8).contains(&column) { format!("{cell:>width$}  ") } else { format!("{cell:<width$}  ") };
        }
        out += line.trim_end();
        out.push('\n');
    }
    out + &format!("\n{} tensors, {} elements, {} bytes\n", rows.len(), elements(rows), bytes(rows))
}

/// Four digits that say something.
fn show(number: f64) -> String {
    if number == number.trunc() && number.abs() < 1e9 {
        return format!("{number}");
    }
    if (1e-3..1e6).contains(&number.abs()) { format!("{number:.4}") } else { format!("{number:.3e}") }
}
