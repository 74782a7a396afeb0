//! Giving finished files their final names, in an order that survives a crash at any point.
//!
//! 1. The data files, complete and on the disk, are renamed to their final names.
//! 2. The index, complete and on the disk, is renamed to its own. This is the moment at which the checkpoint changes.
//!
//! That is all when the prefix is new. When it is not, the old index may point to files of just those names, as happens
//! whenever training is restarted and saves the step it was restored from; between 1 and 2 it would then point to the
//! wrong bytes. But the names hold the number of data files, so such a checkpoint is published twice:
//!
//! 1. The data files are renamed to `..-of-(N+1)`, which the old index does not point to.
//! 2. An index that says N+1 replaces the old one: the checkpoint changes.
//! 3. Hard links to the data files replace the old ones, `..-of-N`, to which no index points now.
//! 4. An index that says N replaces the one that says N+1; both point to the same bytes.
//! 5. The names `..-of-(N+1)` are removed.
//!
//! On a file system without hard links the checkpoint stays as it is after 2, which every reader understands.

use std::fs;
use std::path::{Path, PathBuf};

use regatta_status::Result;

use super::entry::{Entries, read_index, write_index};
use super::files::{TempFile, data_path, index_path, rename, sync_directory};

/// Makes `data`, files on the same file system, and `entries` the checkpoint of `prefix`. On failure the files are under
/// the names they came with, and the previous checkpoint is as it was.
pub(super) fn publish(prefix: &str, data: &[PathBuf], entries: &Entries) -> Result<()> {
    publish_watched(prefix, data, entries, &mut || {})
}

/// As `publish`; calls `changed` after each change to the names in the directory, for tests to look at what a crash
/// would leave.
fn publish_watched(prefix: &str, data: &[PathBuf], entries: &Entries, changed: &mut dyn FnMut()) -> Result<()> {
    let count = data.len();
    // An index that cannot be read protects nothing.
    let previous_count = read_index(&index_path(prefix)).ok().map(|(count, _)| count);
    let is_in_the_way = previous_count == Some(count);
    let first_count = if is_in_the_way { count + 1 } else { count };

    let index = write_index(prefix, first_count, entries)?;
    let mut moves = Moves::default();
    for (shard, path) in data.iter().enumerate() {
        moves.rename(path, data_path(prefix, shard, first_count))?;
        changed();
    }
    sync_directory(prefix)?;
    rename(index.path(), &index_path(prefix))?;
    moves.done.clear();
    changed();
    sync_directory(prefix)?;

    if is_in_the_way {
        // The new checkpoint is in place already; where this fails it keeps its second-best names.
        let _ = take_usual_names(prefix, count, entries, changed);
    } else if let Some(previous_count) = previous_count {
        remove_data(prefix, previous_count);
        changed();
    }
    Ok(())
}

/// Steps 3 to 5.
fn take_usual_names(prefix: &str, count: usize, entries: &Entries, changed: &mut dyn FnMut()) -> Result<()> {
    for shard in 0..count {
        let target = data_path(prefix, shard, count);
        let link = TempFile::link(&data_path(prefix, shard, count + 1), &target)?;
        rename(link.path(), &target)?;
        changed();
    }
    let index = write_index(prefix, count, entries)?;
    sync_directory(prefix)?;
    rename(index.path(), &index_path(prefix))?;
    changed();
    sync_directory(prefix)?;
    remove_data(prefix, count + 1);
    changed();
    Ok(())
}

/// Removes the data files of a checkpoint that no index points to. Those that stay cost space and nothing else.
fn remove_data(prefix: &str, count: usize) {
    for shard in 0..count {
        if fs::remove_file(data_path(prefix, shard, count)).is_err() {
            // A number of files read from a foreign index may be anything; files are numbered without gaps.
            break;
        }
    }
}

/// Renames that are undone when dropped.
#[derive(Default)]
struct Moves {
    done: Vec<(PathBuf, PathBuf)>,
}

impl Moves {
    fn rename(&mut self, from: &Path, to: PathBuf) -> Result<()> {
        rename(from, &to)?;
        self.done.push((from.to_owned(), to));
        Ok(())
    }
}

impl Drop for Moves {
    fn drop(&mut self) {
        for (from, to) in self.done.drain(..).rev() {
            let _ = fs::rename(to, from);
        }
    }
}

#[cfg(test)]
mod tests {
    use regatta_tensor::Tensor;

    use super::*;
    use crate::bundle::{BundleReader, BundleWriter};

    /// The value of `w` in the checkpoint `model` of a directory.
    fn stored(directory: &Path) -> Result<i64> {
        BundleReader::open(directory.join("model").to_str().unwrap())?.read("w")?.single()
    }

    fn snapshot(from: &Path, to: &Path) {
        fs::create_dir(to).unwrap();
        for file in fs::read_dir(from).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), to.join(file.file_name())).unwrap();
        }
    }

    fn files(directory: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(directory).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Replaces a checkpoint of value 1 in `old_count` files by one of value 2 in `new_count` files, and reads what each
    /// crash on the way would have left.
    fn check(old_count: usize, new_count: usize) {
        let root = tempfile::tempdir().unwrap();
        let place = root.path().join("live");
        let prefix = place.join("model");
        let prefix = prefix.to_str().unwrap();
        let mut values = Vec::new();
        for (value, count) in [(1i64, old_count), (2, new_count)] {
            let parts: Vec<String> = (0..count).map(|i| format!("{prefix}-part{i}")).collect();
            for (i, part) in parts.iter().enumerate() {
                let mut writer = BundleWriter::new(part).unwrap();
                let name = if i == 0 { "w".to_owned() } else { format!("other{i}") };
                writer.add(&name, &Tensor::scalar(value)).unwrap();
                writer.finish().unwrap();
            }
            let mut entries = Entries::new();
            for (shard, part) in parts.iter().enumerate() {
                for (key, mut entry) in read_index(&index_path(part)).unwrap().1 {
                    entry.shard = shard;
                    entries.insert(key, entry);
                }
                fs::remove_file(index_path(part)).unwrap();
            }
            let data: Vec<PathBuf> = parts.iter().map(|part| data_path(part, 0, 1)).collect();
            let mut crashes = 0;
            publish_watched(prefix, &data, &entries, &mut || {
                let crash = root.path().join(format!("crash{value}.{crashes}"));
                snapshot(&place, &crash);
                crashes += 1;
                values.push(stored(&crash).map_err(|status| status.code));
            })
            .unwrap();
        }
        // While there is no checkpoint at all yet, there is nothing to lose.
        let made = values.iter().position(|value| *value == Ok(1)).unwrap();
        let switched = values.iter().position(|value| *value == Ok(2)).unwrap();
        assert!(values[made..switched].iter().all(|value| *value == Ok(1)), "{values:?}");
        assert!(values[switched..].iter().all(|value| *value == Ok(2)), "{values:?}");

        let mut expected: Vec<String> =
            (0..new_count).map(|i| format!("model.data-{i:05}-of-{new_count:05}")).collect();
        expected.push("model.index".to_owned());
        assert_eq!(files(&place), expected);
    }

    #[test]
    fn a_crash_leaves_the_old_checkpoint_or_the_new_one() {
        check(1, 1);
        check(3, 3);
        check(1, 2);
        check(2, 1);
        check(3, 4);
    }
}
