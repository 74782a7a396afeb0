//! The file `checkpoint` beside checkpoints: which are there, oldest first, and which is the newest.
//!
//! It is a `CheckpointState` message in protobuf's text form, as TensorFlow writes and reads it. Paths in it that are not
//! absolute are relative to its directory; ours always are where the checkpoint lies there, so that the directory can be
//! moved. It is written whole under another name and then renamed, so that a crash leaves the old one or the new one.

mod text;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use regatta_status::{Result, Status, data_loss, invalid_argument};

use crate::bundle::files::{index_path, io_status, write_atomically};
use text::{Field, Value};

/// The name of the file in its directory.
pub const STATE_FILE: &str = "checkpoint";

/// Which checkpoints a directory has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckpointState {
    /// The prefix of the newest checkpoint.
    pub latest: PathBuf,
    /// The prefixes of all that are kept, oldest first.
    pub all: Vec<PathBuf>,
    /// When each of [`all`](Self::all) was written, in seconds since 1970; empty where nobody noted it.
    pub timestamps: Vec<f64>,
    /// When the last one that is kept for good was written, if one is.
    pub last_preserved: Option<f64>,
}

impl CheckpointState {
    /// Reads the state file of a directory; `None` if there is none. Paths come back as they are found from here.
    pub fn read(directory: &Path) -> Result<Option<CheckpointState>> {
        let path = directory.join(STATE_FILE);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(io_status("read", &path, &error)),
        };
        let damaged = |what: String| data_loss(format!("{}: {what}", path.display()));
        let mut state = CheckpointState::parse(&bytes).map_err(damaged)?;
        for prefix in std::iter::once(&mut state.latest).chain(&mut state.all) {
            // An absolute path stays what it is.
            *prefix = directory.join(&prefix);
        }
        Ok(Some(state))
    }

    /// Replaces the state file of a directory. Paths in the directory are written without it.
    pub fn write(&self, directory: &Path) -> Result<()> {
        let mut written = self.clone();
        for prefix in std::iter::once(&mut written.latest).chain(&mut written.all) {
            *prefix = relative(prefix, directory)?;
        }
        let path = directory.join(STATE_FILE);
        if written.latest == Path::new(STATE_FILE) {
            return Err(invalid_argument(format!(
                "a checkpoint cannot be called {}: that is the name of the list of checkpoints",
                path.display()
            )));
        }
        write_atomically(&path, written.to_text()?.as_bytes())
    }

    /// The state in text form, or what is wrong with the text. Fields that we do not know are passed over.
    fn parse(text: &[u8]) -> Result<CheckpointState, String> {
        let mut state = CheckpointState::default();
        for Field { name, value, at } in text::parse(text)? {
            let wrong = || format!("the value of {name} at byte {at} is of the wrong kind");
            match (name.as_str(), value) {
                ("model_checkpoint_path", Value::Text(path)) => state.latest = path.into(),
                ("all_model_checkpoint_paths", Value::Text(path)) => state.all.push(path.into()),
                ("all_model_checkpoint_timestamps", Value::Number(time)) => state.timestamps.push(time),
                ("last_preserved_timestamp", Value::Number(time)) => state.last_preserved = Some(time),
                (
                    "model_checkpoint_path"
                    | "all_model_checkpoint_paths"
                    | "all_model_checkpoint_timestamps"
                    | "last_preserved_timestamp",
                    _,
                ) => return Err(wrong()),
                _ => {}
            }
        }
        if state.latest.as_os_str().is_empty() {
            return Err("it names no model_checkpoint_path".to_owned());
        }
        if state.timestamps.len() != state.all.len() {
            state.timestamps.clear();
        }
        Ok(state)
    }

    fn to_text(&self) -> Result<String> {
        let quoted = |path: &PathBuf| path.to_str().map(text::quote).ok_or_else(|| not_utf8(path));
        let mut out = format!("model_checkpoint_path: {}\n", quoted(&self.latest)?);
        for path in &self.all {
            out += &format!("all_model_checkpoint_paths: {}\n", quoted(path)?);
        }
        for time in &self.timestamps {
            out += &format!("all_model_checkpoint_timestamps: {time:?}\n");
        }
        if let Some(time) = self.last_preserved {
            out += &format!("last_preserved_timestamp: {time:?}\n");
        }
        Ok(out)
    }
}

/// The newest checkpoint of a directory that is there, by its state file; `None` if there is no state file, or nothing is
/// left of what it names.
///
/// A checkpoint is looked for under the path that is written down, and then under its name in this directory, so that a
/// directory with absolute paths in its state file can be moved as well.
pub fn latest_checkpoint(directory: &Path) -> Result<Option<PathBuf>> {
    let Some(state) = CheckpointState::read(directory)? else { return Ok(None) };
    let newest_first = std::iter::once(&state.latest).chain(state.all.iter().rev());
    Ok(newest_first.filter_map(|prefix| where_it_is(prefix, directory)).next())
}

fn where_it_is(prefix: &Path, directory: &Path) -> Option<PathBuf> {
    let beside = prefix.file_name().map(|name| directory.join(name));
    let is_there = |prefix: &PathBuf| prefix.to_str().is_some_and(|prefix| index_path(prefix).is_file());
    [Some(prefix.to_owned()), beside].into_iter().flatten().find(is_there)
}

/// The path as the state file has it.
fn relative(prefix: &Path, directory: &Path) -> Result<PathBuf> {
    if let Ok(inside) = prefix.strip_prefix(directory) {
        return Ok(inside.to_owned());
    }
    // Elsewhere: written from the root on, since readers take other paths to begin at the directory.
    std::path::absolute(prefix).map_err(|error| io_status("find", prefix, &error))
}

fn not_utf8(path: &Path) -> Status {
    invalid_argument(format!("the path of a checkpoint must be UTF-8: {}", path.display()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regatta_status::Code;

    use super::*;
    use crate::BundleWriter;

    fn parsed(text: &str) -> Result<CheckpointState, String> {
        CheckpointState::parse(text.as_bytes())
    }

    /// What TensorFlow 2.21 wrote.
    #[test]
    fn tensorflows_text_is_read() {
        let state = parsed(
            "model_checkpoint_path: \"/tmp/sv/é\\\"x-1\"\nall_model_checkpoint_paths: \"/tmp/sv/a\\n\"\n\
             all_model_checkpoint_paths: \"/tmp/sv/\\303\\251\\\"x-1\"\nall_model_checkpoint_timestamps: 1.5\n\
             all_model_checkpoint_timestamps: 2000000000.123456\nlast_preserved_timestamp: 3.25\n",
        )
        .unwrap();
        assert_eq!(state.latest, Path::new("/tmp/sv/é\"x-1"));
        assert_eq!(state.all, [Path::new("/tmp/sv/a\n"), Path::new("/tmp/sv/é\"x-1")]);
        assert_eq!((state.timestamps, state.last_preserved), (vec![1.5, 2_000_000_000.123_456], Some(3.25)));
    }

    #[test]
    fn what_is_no_state_is_said() {
        for (text, message) in [
            ("", "it names no model_checkpoint_path"),
            ("model_checkpoint_path: 3", "the value of model_checkpoint_path at byte 0 is of the wrong kind"),
            ("model_checkpoint_path: \"a", "the string at byte 23 has no end"),
            ("model_checkpoint_path \"a\"", "expected ':' at byte 22"),
            ("?", "expected the name of a field at byte 0"),
        ] {
            assert_eq!(parsed(text).unwrap_err(), message);
        }
    }

    #[test]
    fn the_newest_that_is_there_is_found_also_after_a_move() {
        let root = tempfile::tempdir().unwrap();
        let old = root.path().join("old");
        assert_eq!(latest_checkpoint(&old).unwrap(), None);
        let prefixes: Vec<PathBuf> = (1..=3).map(|step| old.join(format!("model.ckpt-{step}"))).collect();
        for prefix in &prefixes[..2] {
            BundleWriter::new(prefix.to_str().unwrap()).unwrap().finish().unwrap();
        }
        let state = CheckpointState { latest: prefixes[2].clone(), all: prefixes.clone(), ..Default::default() };
        state.write(&old).unwrap();
        assert_eq!(CheckpointState::read(&old).unwrap(), Some(state));
        assert_eq!(latest_checkpoint(&old).unwrap(), Some(prefixes[1].clone()), "the third one is missing");

        let text = format!("model_checkpoint_path: {}\n", text::quote(prefixes[1].to_str().unwrap()));
        fs::write(old.join(STATE_FILE), text).unwrap();
        let new = root.path().join("new");
        fs::rename(&old, &new).unwrap();
        assert_eq!(latest_checkpoint(&new).unwrap(), Some(new.join("model.ckpt-2")));

        fs::write(new.join(STATE_FILE), b"\xff").unwrap();
        let error = latest_checkpoint(&new).unwrap_err();
        assert_eq!(error.code, Code::DataLoss);
        assert!(error.message.contains(new.join(STATE_FILE).to_str().unwrap()), "{error}");
    }

    #[test]
    fn what_cannot_be_written_leaves_what_was_there() {
        let root = tempfile::tempdir().unwrap();
        let state = |name: &str| CheckpointState { latest: root.path().join(name), ..Default::default() };
        state("a-1").write(root.path()).unwrap();
        assert_eq!(state(STATE_FILE).write(root.path()).unwrap_err().code, Code::InvalidArgument);
        assert_eq!(CheckpointState::read(root.path()).unwrap(), Some(state("a-1")));
        // A directory where the file should be.
        let blocked = root.path().join("blocked");
        fs::create_dir_all(blocked.join(STATE_FILE).join("inside")).unwrap();
        let error = state("a-1").write(&blocked).unwrap_err();
        assert!(error.message.contains(blocked.join(STATE_FILE).to_str().unwrap()), "{error}");
        assert_eq!(fs::read_dir(&blocked).unwrap().count(), 1, "nothing temporary stays");
    }

    proptest! {
        #[test]
        fn states_round_trip(
            all in prop::collection::vec("[^/\0]{1,20}", 1..5),
            times in prop::collection::vec(0.0f64..1e12, 5),
            last_preserved in prop::option::of(0.0f64..1e12),
        ) {
            let all: Vec<PathBuf> = all.into_iter().map(PathBuf::from).collect();
            let timestamps = times[..all.len()].to_vec();
            let state = CheckpointState { latest: all[all.len() - 1].clone(), all, timestamps, last_preserved };
            prop_assert_eq!(parsed(&state.to_text().unwrap()), Ok(state));
        }

        #[test]
        fn any_text_is_read_or_refused(text in prop::collection::vec(any::<u8>(), 0..60)) {
            let _ = CheckpointState::parse(&text);
        }

        #[test]
        fn a_text_that_was_cut_off_is_read_or_refused(cut in 0usize..120) {
            let text = "model_checkpoint_path: 'a\\x41\\u00e9\\101'\n# words\nlast_preserved_timestamp: [1.5]; other: { x: 1 }";
            let _ = CheckpointState::parse(&text.as_bytes()[..cut.min(text.len())]);
        }
    }
}
