//! How many threads of this process compute: how many nodes at a time, and how many pieces of a large one.
//!
//! A machine that runs several workers is busy with a part of its cores for each. Nodes and kernels that spread over all of
//! them only wait for each other and drive each other from the caches: with two workers on two cores a CNN trained up to a
//! tenth slower.

use anyhow::{Context, Result};
use regatta::{ClusterSpec, TaskName};

/// Lets one kernel use so many threads, from now on.
pub fn limit_kernels(threads: usize) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1));
    pool.build_global().with_context(|| format!("cannot start {threads} threads for kernels"))
}

/// The cores of this machine, dealt out among the tasks of a job that share it; one at least.
pub fn share(cluster: &ClusterSpec, task: &TaskName) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    (cores / neighbours(cluster, task).max(1)).max(1)
}

/// How many tasks of the job, this one included, have its host.
fn neighbours(cluster: &ClusterSpec, task: &TaskName) -> usize {
    let host = |address: &str| address.rsplit_once(':').map_or(address, |(host, _)| host).to_owned();
    let ours = cluster.address(task).map(host);
    let of_job = cluster.tasks().filter(|(other, _)| other.job == task.job);
    of_job.filter(|(_, address)| Some(host(address)) == ours).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_shared_by_the_tasks_of_a_job() {
        let cluster = ClusterSpec::new().with_job("ps", &["a:1"]).unwrap();
        let cluster = cluster.with_job("worker", &["a:2", "a:3", "b:2", "[::1]:2"]).unwrap();
        let count = |job: &str, index| neighbours(&cluster, &TaskName::new(job, index));
        assert_eq!((count("ps", 0), count("worker", 0), count("worker", 1)), (1, 2, 2));
        assert_eq!((count("worker", 2), count("worker", 3)), (1, 1));
        assert!(share(&cluster, &TaskName::new("worker", 0)) >= 1);
    }
}
