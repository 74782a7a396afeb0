//! Stages: where the gradients of a variable wait until the arbiter has decided about them. Each worker has one place on a stage,
//! so what is refused, or belongs to a worker that is gone, does not pile up.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use regatta_graph::Node;
use regatta_kernels::sums;
use regatta_replication::Key;
use regatta_status::{Result, failed_precondition, invalid_argument};
use regatta_tensor::Tensor;

use crate::{
    action::Stateful,
    ops::{
        handle, next, next_tensor,
        replica_arbiter::{keys, single_key},
    },
    resources::Resource,
};

/// The gradients of a variable, by worker.
#[derive(Default)]
pub(crate) struct Stage {
    places: Mutex<BTreeMap<usize, (Key, Gradient)>>,
}

/// A gradient.
enum Gradient {
    Dense(Tensor),
    Rows { indices: Tensor, values: Tensor },
}

impl Resource for Stage {
    fn kind() -> &'static str {
        "regatta::GradientStage"
    }
}

impl Stage {
    fn places(&self) -> MutexGuard<'_, BTreeMap<usize, (Key, Gradient)>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, key: Key, gradient: Gradient) {
        self.places().insert(key.replica.worker, (key, gradient));
    }

    /// The gradients of a batch, in its order. All are there, or none is taken.
    fn take(&self, batch: &[Key]) -> Result<Vec<Gradient>> {
        let mut places = self.places();
        let is_there = |key: &Key| places.get(&key.replica.worker).is_some_and(|(there, _)| there == key);
        if let Some(missing) = batch.iter().find(|key| !is_there(key)) {
            return Err(failed_precondition(format!(
                "the gradient of worker {} for its step {} is not on the stage: it was taken before, or never came",
                missing.replica.worker, missing.step
            )));
        }
        Ok(batch.iter().filter_map(|key| places.remove(&key.replica.worker)).map(|(_, gradient)| gradient).collect())
    }
}

/// `GradientStage`.
pub(crate) fn make(node: &Node) -> Result<Stateful> {
    handle::provide(node, |_, _| Ok(Stage::default()), |_: &Stage| Ok(()))
}

/// `GradientStagePut`.
pub(crate) fn put() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let stage = handle::find::<Stage>(step, next(&mut inputs)?)?;
        let key = single_key(&next_tensor(&mut inputs)?)?;
        stage.put(key, Gradient::Dense(next_tensor(&mut inputs)?));
        Ok(Vec::new())
    })
}

/// `GradientStagePutRows`.
pub(crate) fn put_rows() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let stage = handle::find::<Stage>(step, next(&mut inputs)?)?;
        let key = single_key(&next_tensor(&mut inputs)?)?;
        let (indices, values) = (next_tensor(&mut inputs)?, next_tensor(&mut inputs)?);
        if values.shape().first() != Some(&indices.num_elements()) || indices.shape().rank() != 1 {
            return Err(invalid_argument(format!(
                "a gradient of rows has as many indices as rows, not {} and {}",
                indices.shape(),
                values.shape()
            )));
        }
        stage.put(key, Gradient::Rows { indices, values });
        Ok(Vec::new())
    })
}

/// `GradientStageTake`.
pub(crate) fn take() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let stage = handle::find::<Stage>(step, next(&mut inputs)?)?;
        let batch = keys(&next_tensor(&mut inputs)?)?;
        let dense = |gradient| match gradient {
            Gradient::Dense(tensor) => Ok(tensor),
            Gradient::Rows { .. } => Err(mixed()),
        };
        let mut gradients = stage.take(&batch)?.into_iter().map(dense);
        let first = gradients.next().ok_or_else(|| invalid_argument("a batch without gradients"))??;
        let rest = gradients.collect::<Result<Vec<_>>>()?;
        Ok(vec![sums::mean(first, &rest)?.into()])
    })
}

/// `GradientStageTakeRows`: rows that some gradients lack count as nought for these.
pub(crate) fn take_rows() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let stage = handle::find::<Stage>(step, next(&mut inputs)?)?;
        let batch = keys(&next_tensor(&mut inputs)?)?;
        let mut all: Option<(Vec<i64>, Tensor)> = None;
        for gradient in stage.take(&batch)? {
            let Gradient::Rows { indices, values } = gradient else { return Err(mixed()) };
            let indices = indices.values::<i64>()?;
            all = Some(match all {
                None => (indices.to_vec(), values),
                Some((mut before, rows)) => {
                    let side_by_side = (0..before.len()).map(|k| (Some(k), None));
                    let plan: Vec<_> = side_by_side.chain((0..indices.len()).map(|k| (None, Some(k)))).collect();
                    before.extend(indices);
                    (before, sums::merge_rows(&rows, &values, &plan)?)
                }
            });
        }
        let (indices, values) = all.ok_or_else(|| invalid_argument("a batch without gradients"))?;
        let count = u32::try_from(batch.len()).map_err(|_| invalid_argument("a batch is too large"))?;
        Ok(vec![Tensor::vector(indices).into(), sums::divide_rows(values, &[count])?.into()])
    })
}

fn mixed() -> regatta_status::Status {
    invalid_argument("a stage has gradients of rows and whole ones")
}
