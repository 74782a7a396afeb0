//! `tf-sync:N/M`: TensorFlow's `SyncReplicasOptimizer`, which counts gradients and not workers.

use crate::policy::{Kind, Way};

pub(super) const KIND: Kind = Kind {
    name: "tf-sync",
    form: "tf-sync[:N/M]",
    help: "TensorFlow's SyncReplicasOptimizer: every step applies any N gradients of M workers, also on TensorFlow's servers",
    read: |argument, workers| {
        let total = workers.count();
        let Some(argument) = argument else { return Ok(Way::Tokens { aggregate: total }) };
        let numbers = argument.split_once('/').map(|(n, m)| (n.parse::<usize>(), m.parse::<usize>()));
        let Some((Ok(aggregate), Ok(said))) = numbers else {
            return Err(format!(
                "`{argument}`: expected two numbers, how many gradients make a step and how many workers there are"
            ));
        };
        match aggregate {
            _ if said != total => Err(format!("says {said} workers, but there are {total}")),
            0 => Err("gradients of a step: expected at least 1".to_owned()),
            _ if aggregate > total => {
                Err(format!("{aggregate} gradients at a time, of {total} workers: more than there are"))
            }
            _ => Ok(Way::Tokens { aggregate }),
        }
    },
};
