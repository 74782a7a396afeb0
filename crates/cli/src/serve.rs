//! `regatta serve`: one task of a cluster.

use anyhow::{Result, anyhow};
use clap::Args;
use regatta_cluster::{Server, ServerConfig};

use crate::{cluster_flags::ClusterFlags, output::print, signals::Signals};

const EXAMPLES: &str = "\
Examples:
  One parameter server and two workers on this machine (each in a terminal of its own):
    regatta serve --job_name=ps     --task_index=0 --ps_hosts=localhost:2222 --worker_hosts=localhost:2223,localhost:2224
    regatta serve --job_name=worker --task_index=0 --ps_hosts=localhost:2222 --worker_hosts=localhost:2223,localhost:2224
    regatta serve --job_name=worker --task_index=1 --ps_hosts=localhost:2222 --worker_hosts=localhost:2223,localhost:2224

  Then, in Python:
    import tensorflow.compat.v1 as tf
    with tf.Session(\"grpc://localhost:2223\") as sess: ...

  Any job names, and the configuration that Kubernetes operators set:
    regatta serve --cluster_spec='{\"chief\":[\"a:2222\"],\"ps\":[\"b:2222\"]}' --job_name=chief --task_index=0
    TF_CONFIG='{\"cluster\":{\"worker\":[\"a:2222\"]},\"task\":{\"type\":\"worker\",\"index\":0}}' regatta serve

When the task is ready it prints one line: listening on grpc://host:port as /job:ps/task:0
It stops on SIGTERM and SIGINT. RUST_LOG=info (or debug) shows more.";

/// Run one task of a cluster.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Serve {
    #[command(flatten)]
    cluster: ClusterFlags,

    /// Compute threads; by default one for each core, at least two.
    #[arg(long = "compute_threads", alias = "compute-threads", value_name = "N")]
    compute_threads: Option<usize>,

    /// A directory below which graphs may read and write files by name (ReadFile, WriteFile, MatchingFiles, PrintV2), and
    /// outside of which they may then not save checkpoints; may be given several times. By default no such file is touched.
    #[arg(long = "file_root", alias = "file-root", value_name = "DIR")]
    file_roots: Vec<std::path::PathBuf>,
}

impl Serve {
    /// Starts the task, and blocks until a signal stops it.
    pub fn run(self) -> Result<()> {
        let (cluster, task) = self.cluster.resolve(std::env::var("TF_CONFIG").ok().as_deref())?;
        let config = ServerConfig {
            compute_threads: self.compute_threads,
            file_roots: self.file_roots,
            ..ServerConfig::new(cluster, task)
        };
        let server = Server::start(config).map_err(|status| anyhow!("{}", status.message))?;
        // Before the line below: whoever reads it may send a signal at once.
        let mut signals = Signals::listen()?;
        let name = server.task();
        // Whoever started us may wait for this line.
        print(format_args!("listening on {} as /job:{}/task:{}\n", server.target(), name.job, name.index))?;
        signals.wait();
        server.stop();
        Ok(())
    }
}
