//! A whole cluster in this process, for trying things out and for tests.

use std::net::TcpListener;

use regatta_cluster::{ClusterSpec, Server, ServerConfig, TaskName};
use regatta_status::{Result, not_found, unavailable};

/// Tasks on ports of this machine that nobody else used. Dropping it stops them.
pub struct LocalCluster {
    servers: Vec<Server>,
}

impl LocalCluster {
    /// Starts so many tasks of each job.
    pub fn start(jobs: &[(&str, usize)]) -> Result<LocalCluster> {
        let mut spec = ClusterSpec::new();
        let mut tasks = Vec::new();
        // Held until all are found, so that no port is found twice.
        let mut found = Vec::new();
        for (job, count) in jobs {
            let mut addresses = Vec::new();
            for index in 0..*count {
                let listener = TcpListener::bind("127.0.0.1:0");
                let listener = listener.map_err(|e| unavailable(format!("no port is free on this machine: {e}")))?;
                let address =
                    listener.local_addr().map_err(|e| unavailable(format!("a port without a number: {e}")))?;
                addresses.push(address.to_string());
                tasks.push(TaskName::new(*job, index as u32));
                found.push(listener);
            }
            spec = spec.with_job(job, &addresses)?;
        }
        drop(found);
        let start = |task| Server::start(ServerConfig::new(spec.clone(), task));
        Ok(LocalCluster { servers: tasks.into_iter().map(start).collect::<Result<_>>()? })
    }

    /// Where clients open sessions on a task: `grpc://127.0.0.1:port`.
    pub fn target(&self, job: &str, index: usize) -> Result<String> {
        let is_it = |server: &&Server| server.task().job == job && server.task().index as usize == index;
        let server = self.servers.iter().find(is_it);
        server.map(Server::target).ok_or_else(|| not_found(format!("this cluster has no task {index} of job {job}")))
    }
}
