//! Saving and restoring through the session: values travel to the program, which has the files.
//!
//! They travel in groups of bounded size, a step for each, so that neither this program's memory nor the size of a message
//! bounds what can be saved.

use std::time::Duration;

use regatta_formats::{BundleReader, BundleWriter};
use regatta_status::{Result, invalid_argument};

use super::Saveable;
use crate::{session::Session, variable::Variable};

/// What a group may have, unless a single variable is larger.
const GROUP_BYTES: usize = 256 << 20;

/// What a message may have is 2 GiB; some of that is for what stands around a tensor.
const VARIABLE_BYTES_MAX: usize = (2 << 30) - (1 << 20);

/// Refuses variables that do not fit in one message.
pub(super) fn check_sizes(variables: &[(String, Variable)]) -> Result<()> {
    let too_large = variables.iter().find(|(_, variable)| bytes_of(variable) > VARIABLE_BYTES_MAX);
    too_large.map_or(Ok(()), |(name, variable)| {
        Err(invalid_argument(format!(
            "variable {name} has {} bytes, and a message holds 2 GiB: cut it into parts (Graph::partitioned_variable), or have \
             the tasks write checkpoints themselves (CheckpointStorage::Sharded)",
            bytes_of(variable)
        )))
    })
}

pub(super) fn save(session: &Session, prefix: &str, saveables: &[Saveable], timeout: Duration) -> Result<()> {
    let mut writer = BundleWriter::new(prefix)?;
    for group in groups(saveables, GROUP_BYTES) {
        let step = session.step_as_sent().timeout(timeout);
        let values = group.iter().fold(step, |step, saveable| step.fetch(&saveable.read)).run()?;
        for (saveable, value) in group.iter().zip(&values) {
            writer.add_spec(&saveable.key, &saveable.spec(), value)?;
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
    for group in groups(saveables, GROUP_BYTES) {
        let mut step = session.step_as_sent().timeout(timeout);
        for saveable in group {
            let value = reader.read_spec(&saveable.key, &saveable.spec(), saveable.variable.dtype())?;
            step = step.feed(&saveable.restored, value).op(&saveable.assign);
        }
        step.run()?;
    }
    Ok(())
}

/// How large a variable is; strings may be of any size, and so count as a whole group.
fn bytes_of(variable: &Variable) -> usize {
    let size = variable.dtype().size();
    size.map_or(GROUP_BYTES, |size| variable.shape().num_elements().saturating_mul(size))
}

/// Neighbours, together as long as they have no more than so many bytes.
fn groups(saveables: &[Saveable], most: usize) -> Vec<&[Saveable]> {
    let sizes: Vec<usize> = saveables.iter().map(|saveable| bytes_of(&saveable.variable)).collect();
    cuts(&sizes, most).into_iter().map(|(start, end)| &saveables[start..end]).collect()
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

    use super::*;

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
