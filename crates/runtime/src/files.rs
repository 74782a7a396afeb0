//! Which files of the machine a client's graph may touch.
//!
//! A graph comes from anybody who reaches the port, so ops that read and write files by name work only below the
//! directories that whoever started the task has named (`--file_root`). Checkpoints are older than that rule: they go
//! anywhere unless a directory is named, and then only there.

use std::path::{Component, Path, PathBuf};

use regatta_status::{Code, Result, Status, failed_precondition, invalid_argument, not_found, permission_denied};

/// The directories below which files may be touched.
#[derive(Clone, Debug, Default)]
pub struct FileAccess {
    /// Without links in them, so that a path can be compared with them.
    roots: Vec<PathBuf>,
}

impl FileAccess {
    /// Access below these directories, which must exist.
    pub fn below(roots: &[PathBuf]) -> Result<FileAccess> {
        let resolve = |root: &PathBuf| {
            std::fs::canonicalize(root)
                .map_err(|error| invalid_argument(format!("--file_root={}: {error}", root.display())))
        };
        Ok(FileAccess { roots: roots.iter().map(resolve).collect::<Result<_>>()? })
    }

    /// The place of a file that an op names, or why the op may not touch it.
    pub(crate) fn allow(&self, op: &str, path: &str) -> Result<PathBuf> {
        if self.roots.is_empty() {
            return Err(permission_denied(format!(
                "{op} of {path}: this task touches no files by name; `regatta serve --file_root=DIR` allows those below DIR"
            )));
        }
        let resolved = resolve(path.strip_prefix("file://").unwrap_or(path))
            .ok_or_else(|| permission_denied(format!("{op} of {path}: the path leads through what is not there")))?;
        match self.roots.iter().any(|root| resolved.starts_with(root)) {
            true => Ok(resolved),
            false => Err(permission_denied(format!("{op} of {path}: it does not lie below this task's --file_root"))),
        }
    }

    /// The place of a checkpoint, which may lie anywhere if no directory is named.
    pub(crate) fn allow_checkpoint(&self, op: &str, prefix: String) -> Result<String> {
        if self.roots.is_empty() {
            return Ok(prefix);
        }
        let resolved = self.allow(op, &prefix)?;
        resolved.into_os_string().into_string().map_err(|_| invalid_argument(format!("{prefix} is not UTF-8")))
    }
}

/// The path without links and `..`, whether or not there is a file. `None` if its end is a link to nothing, which writing would
/// follow, or goes back up from what is not there.
fn resolve(path: &str) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    if let Ok(resolved) = std::fs::canonicalize(&path) {
        return Some(resolved);
    }
    if std::fs::symlink_metadata(&path).is_ok() {
        return None;
    }
    let (parent, name) = (path.parent()?, path.components().next_back()?);
    match name {
        Component::Normal(name) => Some(resolve(parent.to_str()?)?.join(name)),
        _ => None,
    }
}

/// A failure to touch a file, with the code that TensorFlow gives it.
pub(crate) fn file_error(path: &Path, error: &std::io::Error) -> Status {
    let text = format!("{}; {error}", path.display());
    match error.kind() {
        std::io::ErrorKind::NotFound => not_found(text),
        std::io::ErrorKind::PermissionDenied => permission_denied(text),
        std::io::ErrorKind::IsADirectory | std::io::ErrorKind::NotADirectory => failed_precondition(text),
        _ => Status::new(Code::Unknown, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_below_the_root() {
        let dir = std::env::temp_dir().join(format!("regatta-files-{}", std::process::id()));
        let root = dir.join("root");
        std::fs::create_dir_all(root.join("inside")).unwrap();
        std::fs::write(dir.join("secret"), b"x").unwrap();
        std::os::unix::fs::symlink(dir.join("secret"), root.join("link")).unwrap();
        std::os::unix::fs::symlink(dir.join("nothing"), root.join("dangling")).unwrap();
        std::os::unix::fs::symlink(root.join("inside"), root.join("fine")).unwrap();
        let access = FileAccess::below(std::slice::from_ref(&root)).unwrap();
        let allowed = |path: &str| access.allow("ReadFile", root.join(path).to_str().unwrap()).is_ok();
        assert!(allowed("file") && allowed("inside/new/file") && allowed("fine/file") && allowed("inside/../file"));
        assert!(!allowed("../secret") && !allowed("link") && !allowed("dangling") && !allowed("dangling/file"));
        assert!(!allowed("new/../../secret") && !allowed("/etc/passwd"));
        let none = FileAccess::default();
        assert!(none.allow("ReadFile", "/etc/hostname").unwrap_err().message.contains("--file_root"));
        assert!(none.allow_checkpoint("SaveV2", "/anywhere/x".into()).is_ok());
        assert!(access.allow_checkpoint("SaveV2", "/anywhere/x".into()).is_err());
        std::fs::remove_dir_all(dir).unwrap();
    }
}
