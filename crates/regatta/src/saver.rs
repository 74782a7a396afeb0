//! Saver: variables to checkpoints and back, and which checkpoints are kept.
//!
//! A save is published in this order, so that a crash or a full disk at any point leaves the previous checkpoint usable:
//!
//! 1. What earlier saves that were cut short left behind is removed.
//! 2. The graph is written (`.meta`), which is no checkpoint by itself.
//! 3. The data files and the index are written under temporary names and renamed, the index last.
//! 4. The state file (`checkpoint`) is replaced; now the new checkpoint is the latest.
//! 5. Checkpoints that are too many are removed.

mod check;
mod collected;
mod history;
mod meta;
mod nodes;
mod rows;

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use regatta_formats::{BundleReader, remove_checkpoint, remove_leftovers, write_meta_graph};
use regatta_status::{Code, Result, Status, failed_precondition, invalid_argument};
use regatta_tensor::Tensor;

use crate::{graph::Graph, session::Session, variable::Variable};
use history::History;
use nodes::{Nodes, Saveable};

/// Who writes the files of a checkpoint, and where. All three write the same format, and each restores what another wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckpointStorage {
    /// The program collects the values over the network, some at a time, and writes one file on its own disk; restoring, it
    /// reads them and sends them. The default: it needs no file system that tasks share, and no task touches a file. The
    /// values travel once, so very large models on a shared file system are better off [sharded](Self::Sharded).
    #[default]
    Collected,
    /// One task writes one file with the values of all, on a file system that the tasks and this program share.
    Shared,
    /// Every task with variables writes a file of its own, all at once, on a file system that the tasks and this program share.
    Sharded,
}

/// Longer than any disk or network should need.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(600);

/// A [`Saver`] about to be made.
pub struct SaverBuilder {
    variables: Option<Vec<(String, Variable)>>,
    storage: CheckpointStorage,
    max_to_keep: usize,
    keep_checkpoint_every_n_hours: f64,
    timeout: Duration,
    /// Larger variables are collected some rows at a time.
    message_bytes: usize,
}

impl SaverBuilder {
    /// How many checkpoints are kept; older ones are removed. Zero keeps all. Five if nothing is said.
    pub fn max_to_keep(self, count: usize) -> SaverBuilder {
        SaverBuilder { max_to_keep: count, ..self }
    }

    /// Of those that would be removed, one in so many hours is kept for good.
    pub fn keep_checkpoint_every_n_hours(self, hours: f64) -> SaverBuilder {
        SaverBuilder { keep_checkpoint_every_n_hours: hours, ..self }
    }

    /// Who writes the files.
    pub fn storage(self, storage: CheckpointStorage) -> SaverBuilder {
        SaverBuilder { storage, ..self }
    }

    /// Whether tasks write their own files on a file system that they share: [`CheckpointStorage::Sharded`], or `Shared`.
    pub fn sharded(self, is_sharded: bool) -> SaverBuilder {
        self.storage(if is_sharded { CheckpointStorage::Sharded } else { CheckpointStorage::Shared })
    }

    /// Saves these variables, instead of all that are not local.
    pub fn variables<'a>(self, variables: impl IntoIterator<Item = &'a Variable>) -> SaverBuilder {
        variables.into_iter().fold(self, |builder, variable| builder.variable_as(nodes::key_of(variable), variable))
    }

    /// Saves this variable under another name than its own.
    pub fn variable_as(mut self, name: &str, variable: &Variable) -> SaverBuilder {
        self.variables.get_or_insert_default().push((name.to_owned(), variable.clone()));
        self
    }

    /// How long each step of saving and restoring may take: 10 minutes if nothing is said.
    pub fn timeout(self, timeout: Duration) -> SaverBuilder {
        SaverBuilder { timeout, ..self }
    }

    /// Adds the nodes that save and restore to the graph.
    pub fn build(self, g: &mut Graph) -> Result<Saver> {
        let variables = self.variables.unwrap_or_else(|| {
            g.global_variables().into_iter().map(|variable| (nodes::key_of(&variable).to_owned(), variable)).collect()
        });
        if variables.is_empty() {
            return Err(invalid_argument("there are no variables to save"));
        }
        let mut nodes = Nodes::build(g, variables, self.storage == CheckpointStorage::Sharded)?;
        if self.storage == CheckpointStorage::Collected {
            collected::cut_large(g, &mut nodes.saveables, self.message_bytes)?;
        }
        let history = History::new(self.max_to_keep, self.keep_checkpoint_every_n_hours * 3600.0, now());
        Ok(Saver {
            nodes,
            storage: self.storage,
            timeout: self.timeout,
            max_to_keep: self.max_to_keep,
            keep_checkpoint_every_n_hours: self.keep_checkpoint_every_n_hours,
            history: Mutex::new(history),
            graph: Mutex::default(),
        })
    }
}

/// Saves and restores the variables of a graph, as TensorFlow's `tf.train.Saver` does and in its files.
///
/// ```
/// use regatta::{Graph, Initializer, Saver, Session};
///
/// # let directory = std::env::temp_dir().join(format!("regatta-saver-doc-{}", std::process::id()));
/// let mut g = Graph::new();
/// let w = g.variable("w", &[2], Initializer::ones())?;
/// let init = g.global_variables_initializer()?;
/// let saver = Saver::builder().max_to_keep(3).build(&mut g)?;
/// let session = Session::local()?;
/// session.step(&mut g).op(&init).run()?;
/// let prefix = saver.save(&session, &mut g, directory.join("model.ckpt"), Some(100))?;
/// assert_eq!(regatta::latest_checkpoint(&directory)?, Some(prefix.clone())); // ../model.ckpt-100
/// saver.restore(&session, &mut g, &prefix)?;
/// # std::fs::remove_dir_all(directory).ok();
/// # let _ = w;
/// # Ok::<(), regatta::Status>(())
/// ```
///
/// Each variable is saved as it is at some moment of the save; while others train, these are different moments for different
/// variables, as in TensorFlow. One of more than 2 GiB that is [collected](CheckpointStorage::Collected) travels some rows at
/// a time, so that this holds for its rows.
pub struct Saver {
    nodes: Nodes,
    storage: CheckpointStorage,
    timeout: Duration,
    max_to_keep: usize,
    keep_checkpoint_every_n_hours: f64,
    /// Held during a save, so that two threads save one after the other.
    history: Mutex<History>,
    /// The contents of the file beside each checkpoint.
    graph: Mutex<Option<Arc<[u8]>>>,
}

impl Saver {
    /// A saver of all variables that are not local, unless it is told otherwise.
    pub fn builder() -> SaverBuilder {
        SaverBuilder {
            variables: None,
            storage: CheckpointStorage::default(),
            max_to_keep: 5,
            keep_checkpoint_every_n_hours: 10_000.0,
            timeout: DEFAULT_TIMEOUT,
            message_bytes: collected::MESSAGE_BYTES,
        }
    }

    /// Saves to `path-STEP`, or `path` without a step, and answers that prefix. The first save takes over the list of
    /// checkpoints that an earlier run left in the directory.
    ///
    /// If it fails, what was there before is as it was.
    pub fn save(&self, session: &Session, g: &mut Graph, path: impl AsRef<Path>, step: Option<i64>) -> Result<PathBuf> {
        self.remember_graph(g)?;
        session.send(g)?;
        self.save_as_sent(session, path, step)
    }

    /// As [`Saver::save`], for threads that do not hold the graph: the graph is the one that was
    /// [remembered](Saver::remember_graph), and the session has [been sent](Session::send) it.
    pub fn save_as_sent(&self, session: &Session, path: impl AsRef<Path>, step: Option<i64>) -> Result<PathBuf> {
        let base = utf8(path.as_ref())?;
        let prefix = step.map_or(base.to_owned(), |step| format!("{base}-{step}"));
        let directory = directory_of(&prefix);
        let mut history = self.history();
        if history.is_empty()
            && let Err(status) = history.recover(directory)
        {
            // A list that cannot be read is no reason not to save; the new one replaces it.
            tracing::warn!("checkpoints of earlier runs are not known and will not be removed: {}", status.message);
        }
        let mut next = history.clone();
        next.record(PathBuf::from(&prefix), now());
        self.write(session, base, &prefix)
            .and_then(|()| {
                let listed = next.state().write(directory);
                if listed.is_err() && !history.contains(&prefix) {
                    let _ = remove_checkpoint(&prefix);
                }
                listed
            })
            .map_err(|status| explain(status, &prefix, &history))?;
        *history = next;
        history.remove_old();
        Ok(PathBuf::from(prefix))
    }

    /// Gives the variables the values of a checkpoint, whoever wrote it and however many tasks it was saved from.
    ///
    /// What the checkpoint lacks, or has in another type or shape, is told all at once and changes nothing.
    pub fn restore(&self, session: &Session, g: &mut Graph, prefix: impl AsRef<Path>) -> Result<()> {
        session.send(g)?;
        let prefix = utf8(prefix.as_ref())?;
        let reader = BundleReader::open(prefix)?;
        check::fits(&reader, prefix, &self.nodes.saveables)?;
        match self.storage {
            CheckpointStorage::Collected => collected::restore(session, &reader, &self.nodes.saveables, self.timeout),
            CheckpointStorage::Shared | CheckpointStorage::Sharded => {
                let step = session.step_as_sent().feed(&self.nodes.filename, Tensor::string(absolute(prefix)?));
                step.op(&self.nodes.restore).timeout(self.timeout).run().map(drop)
            }
        }
    }

    /// Takes the graph as it is now as the one that is written beside checkpoints (`.meta`).
    pub fn remember_graph(&self, g: &mut Graph) -> Result<()> {
        let keep = (self.max_to_keep, self.keep_checkpoint_every_n_hours);
        let contents = meta::contents(g, &self.nodes, keep)?;
        *self.graph.lock().unwrap_or_else(PoisonError::into_inner) = Some(contents.into());
        Ok(())
    }

    /// The checkpoints that are kept, oldest first.
    pub fn last_checkpoints(&self) -> Vec<PathBuf> {
        self.history().state().all
    }

    /// Takes over the list of checkpoints of a directory, so that they count among those that are kept. The first save does
    /// it by itself.
    pub fn recover_last_checkpoints(&self, directory: impl AsRef<Path>) -> Result<()> {
        self.history().recover(directory.as_ref())
    }

    /// The history is valid whenever the lock is free, so a panic elsewhere is no reason to stop saving.
    fn history(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything but the state file. On failure nothing of a new checkpoint stays.
    fn write(&self, session: &Session, base: &str, prefix: &str) -> Result<()> {
        let is_new = !Path::new(&format!("{prefix}.index")).is_file();
        let clean = || remove_leftovers(base).and_then(|()| remove_leftovers(utf8(&state_path(prefix))?));
        clean()?;
        let graph: Option<Arc<[u8]>> = self.graph.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let beside = graph.map_or(Ok(()), |graph| write_meta_graph(Path::new(&format!("{prefix}.meta")), &graph));
        let written = beside.and_then(|()| match self.storage {
            CheckpointStorage::Collected => collected::save(session, prefix, &self.nodes.saveables, self.timeout),
            CheckpointStorage::Shared | CheckpointStorage::Sharded => self.save_on_tasks(session, prefix),
        });
        if written.is_err() {
            // What cannot be removed now is removed before the next save.
            let _ = clean();
            if is_new {
                let _ = remove_checkpoint(prefix);
                let _ = std::fs::remove_file(format!("{prefix}.meta"));
            }
        }
        written
    }

    fn save_on_tasks(&self, session: &Session, prefix: &str) -> Result<()> {
        // Tasks may have been started elsewhere.
        let step = session.step_as_sent().feed(&self.nodes.filename, Tensor::string(absolute(prefix)?));
        step.fetch(&self.nodes.save).timeout(self.timeout).run()?;
        if Path::new(&format!("{prefix}.index")).is_file() {
            return Ok(());
        }
        Err(failed_precondition(format!(
            "the tasks have written {prefix} to a disk that this program does not see; without a file system that all share, \
             use CheckpointStorage::Collected"
        )))
    }
}

/// Says that it was a save that failed, and what is left.
fn explain(status: Status, prefix: &str, history: &History) -> Status {
    let left = match history.state().all.last() {
        Some(previous) => format!("the previous one, {}, is intact", previous.display()),
        None => "there is no earlier one".to_owned(),
    };
    Status { message: format!("cannot save the checkpoint {prefix}: {}; {left}", status.message), ..status }
}

fn directory_of(prefix: &str) -> &Path {
    Path::new(prefix).parent().unwrap_or(Path::new(""))
}

fn state_path(prefix: &str) -> PathBuf {
    directory_of(prefix).join(regatta_formats::checkpoint_state::STATE_FILE)
}

fn utf8(path: &Path) -> Result<&str> {
    path.to_str().ok_or_else(|| invalid_argument(format!("the path of a checkpoint must be UTF-8: {}", path.display())))
}

fn absolute(prefix: &str) -> Result<String> {
    let path = std::path::absolute(prefix);
    let path = path.map_err(|error| Status::new(Code::FailedPrecondition, format!("where is {prefix}? {error}")))?;
    Ok(utf8(&path)?.to_owned())
}

/// Seconds since 1970.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}
