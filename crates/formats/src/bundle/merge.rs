//! Merging checkpoints that tasks have written side by side into one.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::PathBuf;

use regatta_status::{Code, Result, Status, invalid_argument, not_found};

use super::entry::{Entries, Entry, read_index, show_key};
use super::files::{create_directory, data_path, directory, index_path};
use super::publish::publish;

/// Makes the checkpoints of `prefixes` one, that of `destination`. Their data files are renamed, not copied, so all must
/// be on one file system. Their indices are removed, and with `delete_old_dirs` the directories they were in, where
/// nothing else is left in them.
///
/// A tensor may be in several of them only in different slices. If anything is refused, nothing has changed.
pub fn merge_bundles(prefixes: &[String], destination: &str, delete_old_dirs: bool) -> Result<()> {
    if prefixes.is_empty() {
        return Err(invalid_argument("At least one prefix checkpoint file must exist, but none existed."));
    }
    let mut merged = Merged::default();
    for prefix in prefixes {
        merged.add(prefix)?;
    }
    for path in &merged.data {
        if !path.is_file() {
            return Err(not_found(format!("{}: no such data file, wanted in {destination}", path.display())));
        }
    }
    create_directory(destination)?;
    publish(destination, &merged.data, &merged.entries)?;

    // The merged checkpoint is in place. Whatever of the old ones cannot be removed costs space and nothing else.
    for prefix in prefixes {
        if index_path(prefix) != index_path(destination) {
            let _ = fs::remove_file(index_path(prefix));
        }
    }
    if delete_old_dirs {
        for prefix in prefixes.iter().filter(|prefix| directory(prefix) != directory(destination)) {
            let _ = fs::remove_dir(directory(prefix));
        }
    }
    Ok(())
}

/// The entries and data files of the checkpoints so far.
#[derive(Default)]
struct Merged {
    entries: Entries,
    data: Vec<PathBuf>,
}

impl Merged {
    fn add(&mut self, prefix: &str) -> Result<()> {
        let (shard_count, entries) = read_index(&index_path(prefix)).map_err(|status| match status.code {
            Code::NotFound => {
                invalid_argument(format!("allow_missing_files was set to false and {prefix} did not exist."))
            }
            _ => status,
        })?;
        // In the order of their numbers, so that the merged files are in the order of the prefixes.
        let holders = entries.values().filter(|entry| entry.slices.is_empty());
        let used: BTreeSet<usize> = holders.map(|entry| entry.shard).collect();
        let mut numbers = HashMap::new();
        for shard in used {
            numbers.insert(shard, self.data.len());
            self.data.push(data_path(prefix, shard, shard_count));
        }
        for (key, mut entry) in entries {
            entry.shard = numbers.get(&entry.shard).copied().filter(|_| entry.slices.is_empty()).unwrap_or(0);
            match self.entries.get_mut(&key) {
                None => drop(self.entries.insert(key, entry)),
                Some(existing) => join_slices(existing, entry, &key, prefix)?,
            }
        }
        Ok(())
    }
}

/// Adds the slices of `entry` to those of `existing`, if both are in slices of the same tensor.
fn join_slices(existing: &mut Entry, entry: Entry, key: &[u8], prefix: &str) -> Result<()> {
    if existing.slices.is_empty() || entry.slices.is_empty() {
        return Err(duplicate_tensor(key, prefix));
    }
    if existing.dtype != entry.dtype || existing.shape != entry.shape {
        return Err(invalid_argument(format!(
            "slices of tensor {} disagree, before: {} of {}, in {prefix}: {} of {}",
            show_key(key),
            existing.dtype,
            existing.shape,
            entry.dtype,
            entry.shape
        )));
    }
    existing.slices.extend(entry.slices);
    Ok(())
}

fn duplicate_tensor(key: &[u8], prefix: &str) -> Status {
    let name = String::from_utf8_lossy(key);
    let name = if name.starts_with('\0') { show_key(key) } else { name.into_owned() };
    invalid_argument(format!("Duplicate tensor keyed by {name} encountered, when merging prefix: {prefix}"))
}
