//! Removing checkpoints, and what interrupted saves left behind.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use regatta_status::Result;

use super::files::{TEMPORARY, directory, index_path, io_status};

/// Removes the checkpoint of a prefix: its index first, so that what is left is no checkpoint at any moment, then its data
/// files and its graph (`.meta`). What is not there is no mistake.
pub fn remove_checkpoint(prefix: &str) -> Result<()> {
    remove(&index_path(prefix))?;
    let Some(name) = Path::new(prefix).file_name().and_then(|name| name.to_str()) else { return Ok(()) };
    for (path, file) in files_beside(prefix)? {
        let rest = file.strip_prefix(name).unwrap_or_default();
        if rest == ".meta" || rest.strip_prefix(".data-").is_some_and(is_shard_number) {
            remove(&path)?;
        }
    }
    Ok(())
}

/// Removes what saves that were cut short left under prefixes that begin with `base`, such as `dir/model.ckpt`: files of
/// temporary names, and directories in which tasks put their shards. Nobody may be saving there.
pub fn remove_leftovers(base: &str) -> Result<()> {
    let Some(name) = Path::new(base).file_name().and_then(|name| name.to_str()) else { return Ok(()) };
    for (path, file) in files_beside(base)? {
        let Some(rest) = file.strip_prefix(name) else { continue };
        // What follows the base is a step or the kind of a file; other savers' bases may begin like ours.
        let is_temporary =
            rest.starts_with(['-', '.']) && rest.split_once(TEMPORARY).is_some_and(|(_, number)| is_number(number));
        let is_shards = rest
            .strip_suffix("_temp")
            .is_some_and(|step| step.is_empty() || step.strip_prefix('-').is_some_and(is_number));
        if is_shards && path.is_dir() {
            fs::remove_dir_all(&path).or_else(unless_gone).map_err(|error| io_status("remove", &path, &error))?;
        } else if is_temporary {
            remove(&path)?;
        }
    }
    Ok(())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `00000-of-00002`.
fn is_shard_number(text: &str) -> bool {
    text.split_once("-of-").is_some_and(|(shard, count)| is_number(shard) && is_number(count))
}

/// The files in the directory of a prefix, with their names; none if there is no directory.
fn files_beside(prefix: &str) -> Result<Vec<(PathBuf, String)>> {
    let directory = directory(prefix);
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(io_status("list", directory, &error)),
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| io_status("list", directory, &error))?;
        files.extend(entry.file_name().into_string().ok().map(|name| (entry.path(), name)));
    }
    Ok(files)
}

fn remove(path: &Path) -> Result<()> {
    fs::remove_file(path).or_else(unless_gone).map_err(|error| io_status("remove", path, &error))
}

fn unless_gone(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(directory: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(directory).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn only_what_belongs_to_it_goes() {
        let root = tempfile::tempdir().unwrap();
        let others = ["checkpoint", "m-10.data-00000-of-00001", "m-10.index", "m-1.data-x", "m-1.txt", "n-1.index"];
        let files = ["m-1.index", "m-1.meta", "m-1.data-00000-of-00002", "m-1.data-00001-of-00002"];
        for file in others.iter().chain(&files) {
            fs::write(root.path().join(file), b"").unwrap();
        }
        remove_checkpoint(root.path().join("m-1").to_str().unwrap()).unwrap();
        let mut expected = others.map(str::to_owned);
        expected.sort();
        assert_eq!(left(root.path()), expected);
        remove_checkpoint(root.path().join("m-1").to_str().unwrap()).unwrap();
        remove_checkpoint("/no/such/directory/m").unwrap();
    }

    #[test]
    fn leftovers_go_and_checkpoints_stay() {
        let root = tempfile::tempdir().unwrap();
        let stay = ["m-1.index", "m-2_temp", "m.tempstatex", "m2-3.index.tempstate5", "m_tempo", "mn_temp"];
        for file in stay[..5].iter().chain(&["m-3.index.tempstate12", "m-3.meta.tempstate7"]) {
            fs::write(root.path().join(file), b"").unwrap();
        }
        fs::create_dir_all(root.path().join("m-3_temp/part")).unwrap();
        fs::create_dir_all(root.path().join("m_temp")).unwrap();
        // Another saver's.
        fs::create_dir_all(root.path().join("mn_temp")).unwrap();
        remove_leftovers(root.path().join("m").to_str().unwrap()).unwrap();
        assert_eq!(left(root.path()), stay, "a file called m-2_temp is not ours");
        remove_leftovers("/no/such/directory/m").unwrap();
    }
}
