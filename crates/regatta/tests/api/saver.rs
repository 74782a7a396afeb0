//! Checkpoints: the three ways to keep them, on other numbers of tasks, and what happens when something is in the way.

use std::{
    fs,
    path::{Path, PathBuf},
};

use regatta::{
    CheckpointState, CheckpointStorage, Code, DType, Graph, Initializer, LocalCluster, Outlet, Partitioner,
    ReplicaDeviceSetter, Result, Saver, SaverBuilder, Session, Shape, Tensor, VariableOptions, latest_checkpoint,
};

const STORAGES: [CheckpointStorage; 3] =
    [CheckpointStorage::Collected, CheckpointStorage::Shared, CheckpointStorage::Sharded];

/// A program on a cluster with so many parameter servers, with variables of several kinds.
struct Program {
    _cluster: LocalCluster,
    session: Session,
    g: Graph,
    init: Outlet,
    saver: Saver,
    /// All values, by name.
    values: Vec<(String, Outlet)>,
}

impl Program {
    fn new(ps: usize, parts: usize, saver: SaverBuilder) -> Result<Program> {
        let cluster = LocalCluster::start(&[("ps", ps), ("worker", 1)])?;
        let mut g = Graph::new();
        let setter = ReplicaDeviceSetter::new(ps).worker_device("/job:worker/task:0");
        let (saver, values, init) = g.replica(setter, |g| -> Result<_> {
            let numbers = |count: usize| (0..count).map(|k| k as f32 + 0.5).collect::<Vec<_>>();
            let w = g.variable("w", &[2, 3], Initializer::value(Tensor::new(Shape::new(&[2, 3])?, numbers(6))?))?;
            let b = g.variable("b", &[4], Initializer::value(Tensor::vector(numbers(4))))?;
            let step = g.get_or_create_global_step()?;
            let words = Tensor::strings(Shape::vector(2), vec![b"one".to_vec(), vec![0, 255]])?;
            let options = VariableOptions::not_trainable(DType::String);
            let words = g.variable_with("words", &[2], Initializer::value(words), options)?;
            let table = Initializer::value(Tensor::new(Shape::new(&[5, 2])?, numbers(10))?);
            let table = g.partitioned_variable("table", &[5, 2], Partitioner::fixed_size(parts, 0), table)?;
            g.variable_with("counts", &[1], Initializer::zeros(), VariableOptions::local(DType::Float))?;
            let mut values = Vec::new();
            for variable in [&w, &b, &step, &words] {
                values.push((variable.name().to_owned(), variable.read(g)?));
            }
            values.push(("table".to_owned(), table.read(g)?));
            let init = g.global_variables_initializer()?;
            Ok((saver.build(g)?, values, init))
        })?;
        let session = Session::new(&cluster.target("worker", 0)?)?;
        Ok(Program { _cluster: cluster, session, g, init, saver, values })
    }

    fn initialized(ps: usize, parts: usize, saver: SaverBuilder) -> Result<Program> {
        let mut program = Program::new(ps, parts, saver)?;
        program.session.step(&mut program.g).op(&program.init).run()?;
        Ok(program)
    }

    fn save(&mut self, path: &Path, step: i64) -> Result<PathBuf> {
        self.saver.save(&self.session, &mut self.g, path, Some(step))
    }

    fn restore(&mut self, prefix: &Path) -> Result<()> {
        self.saver.restore(&self.session, &mut self.g, prefix)
    }

    fn values(&mut self) -> Result<Vec<String>> {
        let step = self.session.step(&mut self.g);
        let found = self.values.iter().fold(step, |step, (_, value)| step.fetch(value)).run()?;
        let show = |((name, _), tensor): (&(String, Outlet), &Tensor)| match tensor.bytes() {
            Some(bytes) => format!("{name} {} {bytes:?}", tensor.shape()),
            None => format!("{name} {} {:?}", tensor.shape(), tensor.as_strings()),
        };
        Ok(self.values.iter().zip(&found).map(show).collect())
    }
}

fn files(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(directory).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Written in one way from two parameter servers, read in every other on one and on three, with another partition.
#[test]
fn every_way_restores_every_other_on_any_number_of_tasks() -> Result<()> {
    let root = tempfile::tempdir().unwrap();
    let mut expected = None;
    let mut prefixes = Vec::new();
    for storage in STORAGES {
        let directory = root.path().join(format!("{storage:?}"));
        let mut program = Program::initialized(2, 2, Saver::builder().storage(storage))?;
        expected = Some(program.values()?);
        let prefix = program.save(&directory.join("model.ckpt"), 7)?;
        assert_eq!(prefix, directory.join("model.ckpt-7"));
        assert_eq!(latest_checkpoint(&directory)?, Some(prefix.clone()));
        let data: &[&str] = match storage {
            CheckpointStorage::Sharded => &["data-00000-of-00002", "data-00001-of-00002"],
            _ => &["data-00000-of-00001"],
        };
        let mut names: Vec<String> =
            data.iter().chain(&["index", "meta"]).map(|end| format!("model.ckpt-7.{end}")).collect();
        names.insert(0, "checkpoint".to_owned());
        assert_eq!(files(&directory), names);
        prefixes.push(prefix);
    }
    for (ps, parts, storage) in [(1, 1, STORAGES[0]), (3, 3, STORAGES[0]), (1, 3, STORAGES[1]), (3, 4, STORAGES[2])] {
        let mut program = Program::new(ps, parts, Saver::builder().storage(storage))?;
        for prefix in &prefixes {
            program.restore(prefix)?;
            assert_eq!(Some(program.values()?), expected, "{} on {ps} by {storage:?}", prefix.display());
        }
    }
    Ok(())
}

#[test]
fn the_newest_are_kept_also_those_of_earlier_runs() -> Result<()> {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("model.ckpt");
    let indices = || files(root.path()).into_iter().filter(|name| name.ends_with(".index")).collect::<Vec<_>>();
    let mut first = Program::initialized(1, 1, Saver::builder().max_to_keep(2))?;
    for step in [1, 2, 3] {
        first.save(&path, step)?;
    }
    assert_eq!(indices(), ["model.ckpt-2.index", "model.ckpt-3.index"]);
    assert_eq!(files(root.path()).len(), 7, "nothing of the first one stays");
    assert_eq!(first.saver.last_checkpoints(), [2, 3].map(|step| root.path().join(format!("model.ckpt-{step}"))));

    let mut second = Program::initialized(1, 1, Saver::builder().max_to_keep(2))?;
    second.save(&path, 3)?; // Again, as after a restart.
    assert_eq!(indices(), ["model.ckpt-2.index", "model.ckpt-3.index"]);
    second.save(&path, 4)?;
    assert_eq!(indices(), ["model.ckpt-3.index", "model.ckpt-4.index"]);

    let mut keeps_all = Program::initialized(1, 1, Saver::builder().max_to_keep(0))?;
    for step in [5, 6, 7] {
        keeps_all.save(&path, step)?;
    }
    assert_eq!(indices().len(), 5);
    assert_eq!(latest_checkpoint(root.path())?, Some(root.path().join("model.ckpt-7")));
    let state = CheckpointState::read(root.path())?.expect("it was just written");
    assert_eq!(state.timestamps.len(), state.all.len());
    Ok(())
}

/// What is in the way: a directory where a file has to go, a file where the directory has to be.
#[test]
fn a_save_that_fails_leaves_the_previous_checkpoint() -> Result<()> {
    for storage in STORAGES {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("model.ckpt");
        let mut program = Program::initialized(2, 1, Saver::builder().storage(storage))?;
        let good = program.save(&path, 1)?;
        let before = files(root.path());
        for blocked in ["model.ckpt-2.index", "model.ckpt-2.meta", "checkpoint"] {
            let blocked = root.path().join(blocked);
            let aside = root.path().join("aside");
            let was_there = fs::rename(&blocked, &aside).is_ok();
            fs::create_dir_all(blocked.join("in the way")).unwrap();
            let error = program.save(&path, 2).unwrap_err();
            let said = [path.to_str().unwrap(), "cannot save the checkpoint", "model.ckpt-1, is intact"];
            assert!(said.iter().all(|part| error.message.contains(part)), "{storage:?}: {error}");
            fs::remove_dir_all(&blocked).unwrap();
            if was_there {
                fs::rename(&aside, &blocked).unwrap();
            }
            assert_eq!(files(root.path()), before, "{storage:?}, {}", blocked.display());
            assert_eq!(latest_checkpoint(root.path())?, Some(good.clone()));
            program.restore(&good)?;
        }
        let inside_a_file = root.path().join("model.ckpt-1.index/model.ckpt");
        let error = program.save(&inside_a_file, 3).unwrap_err();
        assert!(error.message.contains("model.ckpt-1.index"), "{error}");
        program.restore(&good)?;
        program.save(&path, 2)?;
        assert_eq!(latest_checkpoint(root.path())?, Some(root.path().join("model.ckpt-2")));
    }
    Ok(())
}

/// A process that was killed leaves temporary files; they go with the next save.
#[test]
fn what_a_killed_process_left_is_cleaned_up() -> Result<()> {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("model.ckpt");
    let mut program = Program::initialized(2, 1, Saver::builder().sharded(true))?;
    let good = program.save(&path, 1)?;
    let before = files(root.path());
    fs::create_dir(root.path().join("model.ckpt-2_temp")).unwrap();
    fs::write(root.path().join("model.ckpt-2_temp/part-00000-of-00002.index"), b"half").unwrap();
    for left in
        ["model.ckpt-2.index.tempstate81", "model.ckpt-2.data-00000-of-00001.tempstate4", "checkpoint.tempstate5"]
    {
        fs::write(root.path().join(left), b"half").unwrap();
    }
    assert_eq!(latest_checkpoint(root.path())?, Some(good));
    program.save(&path, 1)?;
    assert_eq!(files(root.path()), before);
    Ok(())
}

#[test]
fn what_does_not_fit_is_told_at_once() -> Result<()> {
    let root = tempfile::tempdir().unwrap();
    let mut program = Program::initialized(1, 2, Saver::builder())?;
    let prefix = program.save(&root.path().join("model.ckpt"), 1)?;

    let mut g = Graph::new();
    let kept = g.variable("b", &[4], Initializer::ones())?;
    g.variable("w", &[3, 2], Initializer::zeros())?;
    g.variable("other", &[1], Initializer::zeros())?;
    g.partitioned_variable("more", &[4], Partitioner::fixed_size(2, 0), Initializer::zeros())?;
    g.variable_with("words", &[2], Initializer::zeros(), VariableOptions::default())?;
    let saver = Saver::builder().build(&mut g)?;
    let init = g.global_variables_initializer()?;
    let read = kept.read(&mut g)?;
    let session = Session::local()?;
    session.step(&mut g).op(&init).run()?;
    let error = saver.restore(&session, &mut g, &prefix).unwrap_err();
    assert_eq!(error.code, Code::NotFound);
    assert_eq!(
        error.message,
        format!(
            "the checkpoint {} cannot be restored: it does not have more, other; w is float[3,2] here and float[2,3] there, \
             words is float[2] here and string[2] there",
            prefix.display()
        )
    );
    assert_eq!(session.step(&mut g).fetch(&read).run()?[0].values::<f32>()?, [1.0; 4], "nothing was changed");

    let missing = saver.restore(&session, &mut g, root.path().join("none")).unwrap_err();
    assert_eq!(missing.code, Code::NotFound);
    assert!(missing.message.contains("none"), "{missing}");
    fs::write(root.path().join("bad.index"), b"not a table").unwrap();
    let damaged = saver.restore(&session, &mut g, root.path().join("bad")).unwrap_err();
    assert_eq!(damaged.code, Code::DataLoss);
    assert!(damaged.message.contains("bad.index"), "{damaged}");

    // Some of them, under other names.
    let renamed = Saver::builder().variable_as("b", &kept).build(&mut g)?;
    renamed.restore(&session, &mut g, &prefix)?;
    assert_eq!(session.step(&mut g).fetch(&read).run()?[0].values::<f32>()?, [0.5, 1.5, 2.5, 3.5]);
    let twice = Saver::builder().variables(&g.global_variables()).variable_as("b", &kept).build(&mut g);
    assert_eq!(twice.err().map(|status| status.code), Some(Code::InvalidArgument));
    assert!(Saver::builder().build(&mut Graph::new()).is_err());
    Ok(())
}

/// A large variable may travel by rows, one of which has to fit in a message.
#[test]
fn a_row_that_no_message_holds_is_refused() -> Result<()> {
    let mut g = Graph::new();
    g.variable("huge", &[2, 1 << 30], Initializer::zeros())?;
    let error = Saver::builder().build(&mut g).err().expect("rows of 4 GiB are too much");
    assert!(error.message.contains("huge has rows of 4294967296 bytes"), "{error}");
    Saver::builder().sharded(true).build(&mut g)?;
    Ok(())
}

/// A state file that cannot be read does not keep anybody from saving.
#[test]
fn a_damaged_list_is_replaced() -> Result<()> {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("checkpoint"), b"\xff\xff").unwrap();
    let mut program = Program::initialized(1, 1, Saver::builder())?;
    assert_eq!(program.saver.recover_last_checkpoints(root.path()).unwrap_err().code, Code::DataLoss);
    let prefix = program.save(&root.path().join("model.ckpt"), 1)?;
    assert_eq!(latest_checkpoint(root.path())?, Some(prefix));
    Ok(())
}
