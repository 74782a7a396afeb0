//! Names of a checkpoint's files, temporary files, and what a failure of the disk is called.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use regatta_status::{Code, Result, Status};

/// Stands before a random number in the names of temporary files.
pub(crate) const TEMPORARY: &str = ".tempstate";

/// Where the index of the checkpoint is.
pub(crate) fn index_path(prefix: &str) -> PathBuf {
    PathBuf::from(format!("{prefix}.index"))
}

/// Where data file `shard` of `count` is.
pub(crate) fn data_path(prefix: &str, shard: usize, count: usize) -> PathBuf {
    PathBuf::from(format!("{prefix}.data-{shard:05}-of-{count:05}"))
}

/// The directory that holds the checkpoint.
pub(crate) fn directory(prefix: &str) -> &Path {
    match Path::new(prefix).parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Makes the directory that will hold the checkpoint, and those above it.
pub(crate) fn create_directory(prefix: &str) -> Result<()> {
    let path = directory(prefix);
    fs::create_dir_all(path).map_err(|error| io_status("create directory", path, &error))
}

/// Brings renames in the checkpoint's directory to the disk.
pub(crate) fn sync_directory(prefix: &str) -> Result<()> {
    let path = directory(prefix);
    File::open(path)
        .and_then(|directory| directory.sync_all())
        .map_err(|error| io_status("sync directory", path, &error))
}

pub(crate) fn rename(from: &Path, to: &Path) -> Result<()> {
    fs::rename(from, to).map_err(|error| {
        let what = format!("rename {} to", from.display());
        io_status(&what, to, &error)
    })
}

/// A failure of the disk: what was done, to which file, and what the system says.
pub(crate) fn io_status(what: &str, path: &Path, error: &io::Error) -> Status {
    use io::ErrorKind::*;
    let code = match error.kind() {
        NotFound => Code::NotFound,
        PermissionDenied | ReadOnlyFilesystem => Code::PermissionDenied,
        StorageFull | QuotaExceeded | FileTooLarge => Code::ResourceExhausted,
        NotADirectory | IsADirectory | InvalidFilename => Code::FailedPrecondition,
        UnexpectedEof => Code::DataLoss,
        _ => Code::Unknown,
    };
    Status::new(code, format!("failed to {what} {}: {error}", path.display()))
}

/// Gives a file this content, or leaves it as it was: written under another name, brought to the disk, renamed.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<()> {
    let (temp, mut file) = TempFile::create(path)?;
    file.write_all(content).and_then(|()| file.sync_all()).map_err(|error| io_status("write", path, &error))?;
    rename(temp.path(), path)?;
    path.to_str().map_or(Ok(()), sync_directory)
}

/// A file under a name that nobody else has; removed when dropped, unless it was renamed.
#[derive(Debug)]
pub(crate) struct TempFile {
    path: PathBuf,
}

impl TempFile {
    /// A new, empty file beside `target`.
    pub(crate) fn create(target: &Path) -> Result<(TempFile, File)> {
        let path = temp_path(target);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => Ok((TempFile { path }, file)),
            Err(error) => Err(io_status("create", &path, &error)),
        }
    }

    /// A second name for the file at `source`, beside `target`.
    pub(crate) fn link(source: &Path, target: &Path) -> Result<TempFile> {
        let path = temp_path(target);
        match fs::hard_link(source, &path) {
            Ok(()) => Ok(TempFile { path }),
            Err(error) => Err(io_status("link", &path, &error)),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        // After a rename there is nothing under this name any more, and nobody else would choose it.
        let _ = fs::remove_file(&self.path);
    }
}

fn temp_path(target: &Path) -> PathBuf {
    // The hasher's keys are random in each process and differ from call to call.
    let random = RandomState::new().build_hasher().finish();
    let mut path = target.as_os_str().to_owned();
    path.push(format!("{TEMPORARY}{random}"));
    PathBuf::from(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_called_so() {
        let error = io::Error::from_raw_os_error(28);
        let status = io_status("write", Path::new("/ckpt/a.index"), &error);
        assert_eq!(status.code, Code::ResourceExhausted);
        assert!(status.message.starts_with("failed to write /ckpt/a.index: No space left on device"), "{status}");
    }

    #[test]
    fn a_prefix_without_a_directory_is_here() {
        assert_eq!(directory("model"), Path::new("."));
        assert_eq!(directory("a/model"), Path::new("a"));
        assert_eq!(data_path("m", 1, 12), Path::new("m.data-00001-of-00012"));
    }
}
