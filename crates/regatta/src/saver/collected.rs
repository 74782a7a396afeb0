//! Saving and restoring through the session: values travel to the program, which has the files.
//!
//! They travel in groups of bounded size, a step for each, so that neither this program's memory nor the size of a message
//! bounds what can be saved. A variable that no message holds travels some rows at a time, and is written as slices of those
//! rows, which whoever restores it puts together.

use std::time::Duration;

use regatta_formats::{BundleReader, BundleWriter};
use regatta_graph::Block;
use regatta_status::Result;

use super::{Saveable, rows::Rows};
use crate::{graph::Graph, session::Session, variable::Variable};

/// What variables may have that travel together.
const GROUP_BYTES: usize = 256 << 20;

/// What a variable may have that is sent whole: a message holds 2 GiB, and some of that is for what stands around a tensor.
pub(super) const MESSAGE_BYTES: usize = (2 << 30) - (1 << 20);

/// Has the variables that are larger than a message read and changed some rows at a time.
pub(super) fn cut_large(g: &mut Graph, saveables: &mut [Saveable], message_bytes: usize) -> Result<()> {
    let is_large = |saveable: &&mut Saveable| bytes_of(&saveable.variable) > message_bytes;
    for saveable in saveables.iter_mut().filter(is_large) {
        let rows = |g: &mut Graph| Rows::build(g, &saveable.variable, message_bytes.min(GROUP_BYTES));
        saveable.rows = Some(g.within(Block::Free, |g| g.name_scope("save", rows))?);
    }
    Ok(())
}

pub(super) fn save(session: &Session, prefix: &str, saveables: &[Saveable], timeout: Duration) -> Result<()> {
    let mut writer = BundleWriter::new(prefix)?;
    for load in loads(saveables) {
        match load {
            Load::Rows(saveable, rows) => rows.save(session, &mut writer, saveable, timeout)?,
            Load::Whole(group) => {
                let step = session.step_as_sent().timeout(timeout);
                let values = group.iter().fold(step, |step, saveable| step.fetch(&saveable.read)).run()?;
                for (saveable, value) in group.iter().zip(&values) {
                    writer.add_spec(&saveable.key, &saveable.spec(), value)?;
                }
            }
        }
    }
    writer.finish()
}

pub(super) fn restore(
    session: &Session,
    reader: &BundleReader,
    saveables: &[Saveable],
    timeout: Duration,
) -> Result<()> {
    for load in loads(saveables) {
        match load {
            Load::Rows(saveable, rows) => rows.restore(session, reader, &saveable.key, timeout)?,
            Load::Whole(group) => {
                let mut step = session.step_as_sent().timeout(timeout);
                for saveable in group {
                    let value = reader.read_spec(&saveable.key, &saveable.spec(), saveable.variable.dtype())?;
                    step = step.feed(&saveable.restored, value).op(&saveable.assign);
                }
                step.run()?;
            }
        }
    }
    Ok(())
}

/// What travels in a step, or in some that belong together.
enum Load<'a> {
    /// Variables of bounded size, or one that is larger.
    Whole(&'a [Saveable]),
    /// A variable that travels by rows.
    Rows(&'a Saveable, &'a Rows),
}

/// All variables, neighbours together as long as they are small.
fn loads(saveables: &[Saveable]) -> Vec<Load<'_>> {
    let alone = |saveable: &Saveable| if saveable.rows.is_some() { usize::MAX } else { bytes_of(&saveable.variable) };
    let sizes: Vec<usize> = saveables.iter().map(alone).collect();
    let load = |(start, end): (usize, usize)| match &saveables[start..end] {
        [saveable @ Saveable { rows: Some(rows), .. }] => Load::Rows(saveable, rows),
        group => Load::Whole(group),
    };
    cuts(&sizes, GROUP_BYTES).into_iter().map(load).collect()
}

/// How large a variable is; strings may be of any size, and so count as a whole group.
fn bytes_of(variable: &Variable) -> usize {
    let size = variable.dtype().size();
    size.map_or(GROUP_BYTES, |size| variable.shape().num_elements().saturating_mul(size))
}

/// Where each group starts and ends.
fn cuts(sizes: &[usize], most: usize) -> Vec<(usize, usize)> {
    let (mut cuts, mut start, mut sum) = (Vec::new(), 0, 0usize);
    for (k, size) in sizes.iter().enumerate() {
        if k > start && sum.saturating_add(*size) > most {
            cuts.push((start, k));
            (start, sum) = (k, 0);
        }
        sum = sum.saturating_add(*size);
    }
    if start < sizes.len() {
        cuts.push((start, sizes.len()));
    }
    cuts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regatta_graph::Outlet;
    use regatta_status::Code;
    use regatta_tensor::{DType, Shape, Tensor};

    use super::*;
    use crate::{Initializer, Partitioner, Saver, SaverBuilder, VariableOptions};

    /// A program whose messages hold few bytes, and the checkpoint of its first values.
    struct Program {
        g: Graph,
        saver: Saver,
        /// The variables' values, and the nodes that change them all.
        reads: Vec<Outlet>,
        changes: Vec<Outlet>,
        prefix: String,
        _directory: tempfile::TempDir,
    }

    impl Program {
        /// The program, and the session in which it was saved.
        fn saved(message_bytes: usize) -> Result<(Program, Session)> {
            let directory = tempfile::tempdir().unwrap();
            let mut g = Graph::new();
            let numbers = |shape: &[usize]| -> Result<Initializer> {
                let shape = Shape::new(shape)?;
                let values: Vec<f32> = (0..shape.num_elements()).map(|k| k as f32 + 0.5).collect();
                Ok(Initializer::value(Tensor::new(shape, values)?))
            };
            g.variable("table", &[7, 2], numbers(&[7, 2])?)?;
            g.variable("row", &[9], numbers(&[9])?)?;
            g.partitioned_variable("parts", &[11, 3], Partitioner::fixed_size(2, 0), numbers(&[11, 3])?)?;
            g.variable_with("counts", &[5], Initializer::zeros(), VariableOptions::not_trainable(DType::Int64))?;
            let init = g.global_variables_initializer()?;
            let (mut reads, mut changes) = (Vec::new(), Vec::new());
            for variable in g.global_variables() {
                reads.push(variable.read(&mut g)?);
                let ones = vec![1.0f32; variable.shape().num_elements()];
                let ones = g.constant(Tensor::new(variable.shape().clone(), ones)?)?;
                let ones = g.cast(&ones, variable.dtype())?;
                changes.push(variable.assign_add(&mut g, &ones)?);
            }
            let saver = SaverBuilder { message_bytes, ..Saver::builder() }.build(&mut g)?;
            let session = Session::local()?;
            session.step(&mut g).op(&init).run()?;
            let prefix = saver.save(&session, &mut g, directory.path().join("model.ckpt"), None)?;
            let prefix = prefix.to_str().unwrap().to_owned();
            Ok((Program { g, saver, reads, changes, prefix, _directory: directory }, session))
        }

        /// The bytes of each variable.
        fn values(&mut self, session: &Session) -> Result<Vec<Vec<u8>>> {
            let values = self.reads.iter().fold(session.step(&mut self.g), |step, read| step.fetch(read)).run()?;
            Ok(values.iter().map(|value| value.bytes().expect("they are numbers").to_vec()).collect())
        }
    }

    /// Whether a row fits in a message, or some, or all of most variables.
    #[test]
    fn variables_larger_than_a_message_travel_by_rows() -> Result<()> {
        for (message_bytes, pieces) in [(20, 7), (32, 4), (48, 3), (64, 0), (MESSAGE_BYTES, 0)] {
            let (mut program, first) = Program::saved(message_bytes)?;
            let table = BundleReader::open(&program.prefix)?.entry("table").expect("it was saved");
            assert_eq!(table.slices.len(), pieces, "{message_bytes}");

            let saved = program.values(&first)?;
            program.changes.iter().fold(first.step(&mut program.g), |step, change| step.op(change)).run()?;
            assert_ne!(program.values(&first)?, saved);
            let second = Session::local()?;
            for session in [&first, &second] {
                program.saver.restore(session, &mut program.g, &program.prefix)?;
                assert_eq!(program.values(session)?, saved, "{message_bytes}");
            }
        }
        let error = Program::saved(16).err().expect("a row of 12 bytes and its number are more than 16");
        assert!(error.message.contains("variable parts/part_0 has rows of 12 bytes"), "{error}");
        Ok(())
    }

    /// Workers that wait for the chief begin when all variables have values.
    #[test]
    fn a_variable_restored_by_rows_has_a_value_when_it_has_all_rows() -> Result<()> {
        let (mut program, _) = Program::saved(32)?;
        let missing = program.g.report_uninitialized_variables()?;
        let data = format!("{}.data-00000-of-00001", program.prefix);
        let mut bytes = std::fs::read(&data).unwrap();
        *bytes.last_mut().unwrap() ^= 1; // in the last rows of the last one, `table`
        std::fs::write(&data, bytes).unwrap();
        let session = Session::local()?;
        let error = program.saver.restore(&session, &mut program.g, &program.prefix).expect_err("it is damaged");
        assert_eq!(error.code, Code::DataLoss, "{error}");
        let missing = session.step(&mut program.g).fetch(&missing).run()?;
        assert_eq!(missing[0].as_strings()?, [b"table".to_vec()]);
        Ok(())
    }

    proptest! {
        #[test]
        fn groups_are_bounded_and_no_more_than_needed(sizes in prop::collection::vec(0usize..20, 0..30), most in 1usize..40) {
            let cuts = cuts(&sizes, most);
            let joined: Vec<usize> = cuts.iter().flat_map(|(start, end)| *start..*end).collect();
            prop_assert_eq!(joined, (0..sizes.len()).collect::<Vec<_>>());
            for (k, (start, end)) in cuts.iter().enumerate() {
                let sum: usize = sizes[*start..*end].iter().sum();
                prop_assert!(sum <= most || end - start == 1);
                if let Some((next, _)) = cuts.get(k + 1) {
                    prop_assert!(sum + sizes[*next] > most);
                }
            }
        }
    }
}
