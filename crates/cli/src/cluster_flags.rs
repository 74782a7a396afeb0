//! Which cluster, and which of its tasks: from flags as TensorFlow programs have them, from JSON, or from `TF_CONFIG`.
//!
//! Flags win over the variable, so that a task can be started by hand on a machine where the variable is set.

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use regatta_cluster::{ClusterSpec, TaskName};
use serde_json::Value;

/// The flags of a task.
#[derive(Args, Clone, Debug, Default)]
pub struct ClusterFlags {
    /// The job of this task, such as ps or worker.
    #[arg(long = "job_name", alias = "job-name", value_name = "JOB")]
    pub job_name: Option<String>,

    /// The place of this task in its job, counted from 0.
    #[arg(long = "task_index", alias = "task-index", value_name = "N")]
    pub task_index: Option<u32>,

    /// The tasks of the job ps: host:port, separated by commas.
    #[arg(long = "ps_hosts", alias = "ps-hosts", value_name = "HOSTS")]
    pub ps_hosts: Option<String>,

    /// The tasks of the job worker: host:port, separated by commas.
    #[arg(long = "worker_hosts", alias = "worker-hosts", value_name = "HOSTS")]
    pub worker_hosts: Option<String>,

    /// All jobs as JSON: {"ps": ["host:port"], "worker": ["host:port", ...]}.
    #[arg(long = "cluster_spec", alias = "cluster-spec", value_name = "JSON", conflicts_with_all = ["ps_hosts", "worker_hosts"])]
    pub cluster_spec: Option<String>,
}

impl ClusterFlags {
    /// The cluster and the task that the flags name, what they leave out being taken from `TF_CONFIG`.
    pub fn resolve(&self, tf_config: Option<&str>) -> Result<(ClusterSpec, TaskName)> {
        let from_env = tf_config.map(parse_tf_config).transpose().context("the variable TF_CONFIG")?;
        let from_env = from_env.unwrap_or_default();
        let cluster = match (self.cluster_from_flags()?, from_env.cluster) {
            (Some(cluster), _) => cluster,
            (None, Some(cluster)) => cluster,
            (None, None) => bail!(
                "no cluster is given: use --ps_hosts and --worker_hosts, or --cluster_spec, or the variable TF_CONFIG (see --help)"
            ),
        };
        let job =
            self.job_name.clone().or(from_env.job).context("no job is given: use --job_name (such as ps or worker)")?;
        let index = self.task_index.or(from_env.index).unwrap_or(0);
        let task = TaskName::new(job, index);
        cluster.require(&task).map_err(|status| anyhow!("{}", status.message))?;
        Ok((cluster, task))
    }

    fn cluster_from_flags(&self) -> Result<Option<ClusterSpec>> {
        if let Some(json) = &self.cluster_spec {
            let value: Value = serde_json::from_str(json).context("--cluster_spec is not JSON")?;
            return parse_jobs(&value).context("--cluster_spec").map(Some);
        }
        if self.ps_hosts.is_none() && self.worker_hosts.is_none() {
            return Ok(None);
        }
        let mut cluster = ClusterSpec::new();
        for (job, hosts) in [("ps", &self.ps_hosts), ("worker", &self.worker_hosts)] {
            let Some(hosts) = hosts.as_deref().filter(|hosts| !hosts.trim().is_empty()) else { continue };
            let addresses: Vec<&str> = hosts.split(',').map(str::trim).collect();
            cluster =
                cluster.with_job(job, &addresses).map_err(|status| anyhow!("--{job}_hosts: {}", status.message))?;
        }
        Ok(Some(cluster))
    }
}

/// What `TF_CONFIG` says.
#[derive(Debug, Default)]
struct TfConfig {
    cluster: Option<ClusterSpec>,
    job: Option<String>,
    index: Option<u32>,
}

fn parse_tf_config(text: &str) -> Result<TfConfig> {
    if text.trim().is_empty() {
        return Ok(TfConfig::default());
    }
    let value: Value = serde_json::from_str(text).context("is not JSON")?;
    let cluster = match value.get("cluster").or_else(|| value.get("sparseCluster")) {
        Some(jobs) => Some(parse_jobs(jobs).context("\"cluster\"")?),
        None => None,
    };
    let task = value.get("task");
    let job = task.and_then(|task| task.get("type")).and_then(Value::as_str).map(str::to_owned);
    let index = match task.and_then(|task| task.get("index")) {
        None => None,
        Some(index) => {
            Some(as_index(index).with_context(|| format!("\"task\".\"index\" is {index}, expected a number"))?)
        }
    };
    Ok(TfConfig { cluster, job, index })
}

/// Some tools write the index as a string.
fn as_index(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|index| u32::try_from(index).ok()).or_else(|| value.as_str()?.parse().ok())
}

/// `{"job": ["host:port", ...]}`, or `{"job": {"index": "host:port"}}` where only some tasks of a job are known.
fn parse_jobs(value: &Value) -> Result<ClusterSpec> {
    let jobs = value.as_object().context("expected an object of jobs: {\"ps\": [\"host:port\"], ...}")?;
    ensure!(!jobs.is_empty(), "there is no job in it");
    let mut cluster = ClusterSpec::new();
    for (job, tasks) in jobs {
        let address = |value: &Value| {
            value.as_str().map(str::to_owned).with_context(|| format!("job \"{job}\": {value} is no \"host:port\""))
        };
        let mut known: Vec<(u32, String)> = Vec::new();
        match tasks {
            Value::Array(tasks) => {
                for (index, task) in tasks.iter().enumerate() {
                    known.push((index as u32, address(task)?));
                }
            }
            Value::Object(tasks) => {
                for (index, task) in tasks {
                    let index =
                        index.parse().with_context(|| format!("job \"{job}\": task \"{index}\" is no number"))?;
                    known.push((index, address(task)?));
                }
            }
            other => bail!("job \"{job}\" is {other}, expected a list of \"host:port\""),
        }
        cluster = cluster.with_tasks(job, known).map_err(|status| anyhow!("{}", status.message))?;
    }
    Ok(cluster)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(job: &str, index: u32) -> ClusterFlags {
        ClusterFlags { job_name: Some(job.into()), task_index: Some(index), ..Default::default() }
    }

    fn error(flags: ClusterFlags, tf_config: Option<&str>) -> String {
        format!("{:#}", flags.resolve(tf_config).unwrap_err())
    }

    #[test]
    fn hosts_make_two_jobs() {
        let flags =
            ClusterFlags { ps_hosts: Some("a:1".into()), worker_hosts: Some("b:2, c:3".into()), ..flags("worker", 1) };
        let (cluster, task) = flags.resolve(None).unwrap();
        assert_eq!(cluster.address(&task), Some("c:3"));
        assert_eq!(cluster.tasks().count(), 3);
    }

    #[test]
    fn json_and_tf_config_take_any_job() {
        let spec = ClusterFlags {
            cluster_spec: Some(r#"{"chief":["a:1"],"evaluator":["b:2"]}"#.into()),
            ..flags("evaluator", 0)
        };
        assert_eq!(spec.resolve(None).unwrap().0.tasks().count(), 2);
        let config = r#"{"cluster":{"ps":["a:1"],"worker":["b:2","c:3"]},"task":{"type":"worker","index":"1"},"environment":"cloud"}"#;
        let (cluster, task) = ClusterFlags::default().resolve(Some(config)).unwrap();
        assert_eq!(cluster.address(&task), Some("c:3"));
        // A flag wins over the variable.
        let (_, task) = flags("ps", 0).resolve(Some(config)).unwrap();
        assert_eq!(task, TaskName::new("ps", 0));
        let sparse = r#"{"sparseCluster":{"worker":{"3":"a:1"},"ps":["b:2"]},"task":{"type":"worker","index":3}}"#;
        assert_eq!(ClusterFlags::default().resolve(Some(sparse)).unwrap().1, TaskName::new("worker", 3));
    }

    #[test]
    fn mistakes_are_named() {
        assert!(error(flags("ps", 0), None).contains("no cluster is given"));
        assert!(error(ClusterFlags { ps_hosts: Some("a".into()), ..flags("ps", 0) }, None).contains("--ps_hosts"));
        assert!(error(ClusterFlags { ps_hosts: Some("a:1".into()), ..flags("ps", 2) }, None).contains("has 1 tasks"));
        assert!(
            error(ClusterFlags { ps_hosts: Some("a:1".into()), ..flags("worker", 0) }, None).contains("job 'worker'")
        );
        assert!(error(ClusterFlags { cluster_spec: Some("{".into()), ..flags("ps", 0) }, None).contains("not JSON"));
        assert!(
            error(ClusterFlags { cluster_spec: Some(r#"{"ps": 3}"#.into()), ..flags("ps", 0) }, None)
                .contains("\"ps\" is 3")
        );
        assert!(error(ClusterFlags::default(), Some("nonsense")).contains("TF_CONFIG"));
        assert!(error(ClusterFlags::default(), Some(r#"{"cluster":{"ps":["a:1"]}}"#)).contains("--job_name"));
    }
}
