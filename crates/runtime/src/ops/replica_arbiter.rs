//! The arbiter of a cluster's workers on a parameter server: see `regatta-replication`, which decides; here its decisions are
//! brought to the steps that wait for them, and it is told the time.

use std::{sync::Arc, time::Instant};

use regatta_graph::{AttrsExt, Node};
use regatta_kernels::Update;
use regatta_replication::{Arbiter, Key, Outcome, Policy, Push, Receipt, Replica, Settled as Told, Workers};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use crate::{
    action::{Stateful, Waiting},
    ops::{handle, next, next_tensor},
    resources::Resource,
    shared::{Machine, Settled, Shared, Ticket},
    value::Value,
};

/// An arbiter that steps share.
pub(crate) struct SharedArbiter {
    policy: String,
    workers: Workers,
    begun: Instant,
    arbiter: Arc<Shared<Arbitration>>,
}

impl Resource for SharedArbiter {
    fn kind() -> &'static str {
        "regatta::ReplicaArbiter"
    }

    fn abandon(&self) {
        self.arbiter.abandon();
    }
}

impl SharedArbiter {
    fn now(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }
}

/// An arbiter, and what it decides together with the number of local steps that it decided on.
struct Arbitration {
    arbiter: Arbiter<Ticket>,
}

struct Decision {
    outcome: Outcome,
    /// Before the next push; -1 when training is over.
    local_steps: i64,
}

impl Arbitration {
    fn change(&mut self, change: impl FnOnce(&mut Arbiter<Ticket>) -> Vec<Told<Ticket>>) -> Vec<Settled<Decision>> {
        let told = change(&mut self.arbiter);
        let local_steps = self.arbiter.local_steps().unwrap_or(-1);
        let decision = |outcome| Decision { outcome, local_steps };
        told.into_iter().map(|(ticket, result)| (ticket, result.map(decision))).collect()
    }
}

impl Machine for Arbitration {
    type Outcome = Decision;

    fn cancel(&mut self, ticket: Ticket) -> Vec<Settled<Decision>> {
        self.change(|arbiter| arbiter.cancel(ticket))
    }

    fn abandon(&mut self) -> Vec<Settled<Decision>> {
        self.change(Arbiter::abandon_all)
    }
}

/// `ReplicaArbiter`.
pub(crate) fn make(node: &Node) -> Result<Stateful> {
    let policy = node.attrs.str("policy")?.to_owned();
    let hosts = &node.attrs.list("hosts")?.strings;
    let hosts: Vec<String> = hosts.iter().map(|host| String::from_utf8_lossy(host).into_owned()).collect();
    let workers = Workers::at(&hosts);
    let lease = node.attrs.int("lease_ms")?;
    let lease = u64::try_from(lease).ok().filter(|lease| *lease > 0);
    let lease = lease.ok_or_else(|| invalid_argument("lease_ms: expected at least 1"))?;
    // Refused when the graph is registered, not when the first worker joins.
    rules(&policy, &workers)?;
    let wanted = (policy.clone(), workers.clone());
    handle::provide(
        node,
        move |_, _| {
            let arbiter = Arbiter::new(rules(&policy, &workers)?, workers.count(), lease);
            Ok(SharedArbiter {
                policy: policy.clone(),
                workers: workers.clone(),
                begun: Instant::now(),
                arbiter: Arc::new(Shared::new(Arbitration { arbiter })),
            })
        },
        move |known: &SharedArbiter| match (&known.policy, &known.workers) == (&wanted.0, &wanted.1) {
            true => Ok(()),
            false => Err(invalid_argument(format!(
                "the workers' policy is `{}` for {} workers, not `{}` for {}",
                known.policy,
                known.workers.count(),
                wanted.0,
                wanted.1.count()
            ))),
        },
    )
}

fn rules(policy: &str, workers: &Workers) -> Result<Box<dyn regatta_replication::Rules>> {
    let rules = Policy::new(policy, workers)?.into_rules();
    rules.ok_or_else(|| invalid_argument(format!("policy `{policy}` has no arbiter")))
}

/// `ReplicaJoin`.
pub(crate) fn join() -> Waiting {
    Box::new(|step, inputs, answer| {
        let mut inputs = inputs.into_iter();
        let arbiter = handle::find::<SharedArbiter>(step, next(&mut inputs)?)?;
        let replica = replica(&next_tensor(&mut inputs)?)?;
        let global_step = next_tensor(&mut inputs)?.single::<i64>()?;
        let now = arbiter.now();
        let finish = |decision: Decision| match decision.outcome {
            Outcome::Joined { version } => Ok(vec![Tensor::vector(vec![version, decision.local_steps]).into()]),
            other => Err(unexpected(&other)),
        };
        arbiter.arbiter.ask(step, answer, finish, move |machine, ticket| {
            machine.change(|arbiter| arbiter.join(ticket, replica, global_step, now))
        });
        Ok(())
    })
}

/// `ReplicaPush`.
pub(crate) fn push() -> Waiting {
    Box::new(|step, inputs, answer| {
        let mut inputs = inputs.into_iter();
        let arbiter = handle::find::<SharedArbiter>(step, next(&mut inputs)?)?;
        let key = single_key(&next_tensor(&mut inputs)?)?;
        let version = next_tensor(&mut inputs)?.single::<i64>()?;
        let report = next_tensor(&mut inputs)?.values::<f64>()?.to_vec();
        let now = arbiter.now();
        arbiter.arbiter.ask(step, answer, settled, move |machine, ticket| {
            machine.change(|arbiter| arbiter.push(ticket, Push { key, version, report }, now))
        });
        Ok(())
    })
}

/// The outputs of a push: its receipt with the number of local steps, and what this step is to apply.
fn settled(decision: Decision) -> Result<Vec<Value>> {
    let (receipt, batch) = match decision.outcome {
        Outcome::Apply(batch) => (Receipt::Applied { version: batch.version }, Some(batch)),
        Outcome::Settled(receipt) => (receipt, None),
        other => return Err(unexpected(&other)),
    };
    let applies = batch.is_some();
    let keys = batch.map(|batch| batch.keys).unwrap_or_default();
    let numbers = |key: &Key| [key.replica.worker as i64, key.replica.incarnation, key.step];
    let shape = Shape::new(&[keys.len(), 3])?;
    let batch = Tensor::new(shape, keys.iter().flat_map(numbers).collect())?;
    let mut numbers = receipt.to_numbers().to_vec();
    numbers.push(decision.local_steps);
    let version = Tensor::scalar(receipt.version());
    Ok(vec![Tensor::vector(numbers).into(), Tensor::scalar(applies).into(), batch.into(), version.into()])
}

/// `ReplicaCounted`.
pub(crate) fn counted() -> Update {
    Box::new(|variables, values| {
        let ([counter], [version]) = (variables, values.as_slice()) else {
            return Err(internal("a count of updates without its variable or its version"));
        };
        let version = version.single::<i64>()?;
        if counter.single::<i64>()? < version {
            counter.make_mut::<i64>()?.fill(version);
        }
        Ok(())
    })
}

/// `ReplicaApplied`.
pub(crate) fn applied() -> Waiting {
    Box::new(|step, inputs, answer| {
        let mut inputs = inputs.into_iter();
        let arbiter = handle::find::<SharedArbiter>(step, next(&mut inputs)?)?;
        let version = next_tensor(&mut inputs)?.single::<i64>()?;
        let now = arbiter.now();
        arbiter.arbiter.ask(
            step,
            answer,
            |_| Ok(Vec::new()),
            move |machine, ticket| machine.change(|arbiter| arbiter.applied(ticket, version, now)),
        );
        Ok(())
    })
}

/// `ReplicaBeat`.
pub(crate) fn beat() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let arbiter = handle::find::<SharedArbiter>(step, next(&mut inputs)?)?;
        let replica = replica(&next_tensor(&mut inputs)?)?;
        let now = arbiter.now();
        let mut refused = None;
        arbiter.arbiter.change(|machine| {
            machine.change(|arbiter| {
                arbiter.beat(replica, now).unwrap_or_else(|status| {
                    refused = Some(status);
                    Vec::new()
                })
            })
        });
        refused.map_or(Ok(Vec::new()), Err)
    })
}

/// `ReplicaLeave`.
pub(crate) fn leave() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let arbiter = handle::find::<SharedArbiter>(step, next(&mut inputs)?)?;
        let replica = replica(&next_tensor(&mut inputs)?)?;
        arbiter.arbiter.change(|machine| machine.change(|arbiter| arbiter.leave(replica)));
        Ok(Vec::new())
    })
}

/// `ReplicaRoster`.
pub(crate) fn roster() -> Stateful {
    Box::new(|step, inputs| {
        let arbiter = handle::find::<SharedArbiter>(step, next(&mut inputs.into_iter())?)?;
        let workers = arbiter.arbiter.look(|machine| machine.arbiter.roster());
        Ok(vec![Tensor::vector(workers.into_iter().map(|worker| worker as i64).collect()).into()])
    })
}

fn replica(tensor: &Tensor) -> Result<Replica> {
    match tensor.values::<i64>()? {
        [worker, incarnation] => Ok(Replica { worker: worker_of(*worker)?, incarnation: *incarnation }),
        other => Err(invalid_argument(format!("a replica is a worker and its incarnation, not {other:?}"))),
    }
}

/// The one key in a tensor.
pub(crate) fn single_key(tensor: &Tensor) -> Result<Key> {
    match keys(tensor)?.as_slice() {
        [key] => Ok(*key),
        other => Err(invalid_argument(format!("expected the key of one push, not of {}", other.len()))),
    }
}

/// The keys in a tensor: a worker, its incarnation and a step each.
pub(crate) fn keys(tensor: &Tensor) -> Result<Vec<Key>> {
    let chunks = tensor.values::<i64>()?.chunks(3);
    let key = |numbers: &[i64]| match *numbers {
        [worker, incarnation, step] => Ok(Key { replica: Replica { worker: worker_of(worker)?, incarnation }, step }),
        _ => Err(invalid_argument(format!("keys have three numbers each, but there are {}", tensor.num_elements()))),
    };
    chunks.map(key).collect()
}

fn worker_of(number: i64) -> Result<usize> {
    usize::try_from(number).map_err(|_| invalid_argument(format!("no worker has the number {number}")))
}

fn unexpected(outcome: &Outcome) -> regatta_status::Status {
    internal(format!("the arbiter answered {outcome:?} to another question"))
}

#[cfg(test)]
mod tests {
    use regatta_status::Code;

    use super::*;

    #[test]
    fn the_number_of_updates_never_falls() {
        let (count, mut counter) = (counted(), Tensor::vector(vec![297i64]));
        for (version, expected) in [(298i64, 298i64), (300, 300), (299, 300), (301, 301)] {
            count(&mut [&mut counter], vec![Tensor::scalar(version)]).unwrap();
            assert_eq!((counter.single::<i64>().unwrap(), counter.shape().rank()), (expected, 1));
        }
        for (mut not_a_counter, version) in
            [(Tensor::scalar(1i32), Tensor::scalar(2i64)), (Tensor::vector(vec![1i64, 2]), Tensor::scalar(2i64))]
        {
            let refused = count(&mut [&mut not_a_counter], vec![version]).unwrap_err();
            assert_eq!(refused.code, Code::InvalidArgument, "{refused}");
        }
    }
}
