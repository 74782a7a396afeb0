//! Who belongs to a cluster: jobs, their tasks, and the address of each.

use std::{collections::BTreeMap, fmt, str::FromStr};

use regatta_status::{Result, Status, invalid_argument};

/// A task of a cluster: `/job:worker/task:1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskName {
    /// The job.
    pub job: String,
    /// Its place in the job.
    pub index: u32,
}

impl TaskName {
    /// The task of a job at a place.
    pub fn new(job: impl Into<String>, index: u32) -> TaskName {
        TaskName { job: job.into(), index }
    }

    /// The name of its only CPU device.
    pub fn cpu(&self) -> String {
        format!("{self}/device:CPU:0")
    }

    /// The task that a full device name (or task name) belongs to.
    pub fn of_device(device: &str) -> Result<TaskName> {
        device.split("/device:").next().unwrap_or(device).parse()
    }
}

/// The full form, as in device names: `/job:worker/replica:0/task:1`.
impl fmt::Display for TaskName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/job:{}/replica:0/task:{}", self.job, self.index)
    }
}

impl FromStr for TaskName {
    type Err = Status;

    fn from_str(text: &str) -> Result<TaskName> {
        let (mut job, mut index) = (None, None);
        for part in text.split('/').filter(|part| !part.is_empty()) {
            match part.split_once(':') {
                Some(("job", name)) => job = Some(name.to_owned()),
                Some(("replica", "0")) => {}
                Some(("task", number)) => index = number.parse().ok(),
                _ => return Err(invalid_argument(format!("'{text}' is not the name of a task"))),
            }
        }
        match (job, index) {
            (Some(job), Some(index)) => Ok(TaskName { job, index }),
            _ => Err(invalid_argument(format!("'{text}' is not the name of a task"))),
        }
    }
}

/// The tasks of a cluster by job, with their addresses. Every task must be given the same one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClusterSpec {
    jobs: BTreeMap<String, BTreeMap<u32, String>>,
}

impl ClusterSpec {
    /// A cluster without jobs.
    pub fn new() -> ClusterSpec {
        ClusterSpec::default()
    }

    /// Adds a job whose tasks have these addresses (`host:port`), counted from zero.
    pub fn with_job(self, job: &str, addresses: &[impl AsRef<str>]) -> Result<ClusterSpec> {
        let tasks = addresses.iter().enumerate().map(|(i, address)| (i as u32, address.as_ref().to_owned()));
        self.with_tasks(job, tasks)
    }

    /// Adds a job of which only some tasks are known, by their index.
    pub fn with_tasks(mut self, job: &str, tasks: impl IntoIterator<Item = (u32, String)>) -> Result<ClusterSpec> {
        check_job_name(job)?;
        let mut known = BTreeMap::new();
        for (index, address) in tasks {
            check_address(job, index, &address)?;
            known.insert(index, address);
        }
        if self.jobs.insert(job.to_owned(), known).is_some() {
            return Err(invalid_argument(format!("job '{job}' is given twice")));
        }
        Ok(self)
    }

    /// Every task with its address, by job and index.
    pub fn tasks(&self) -> impl Iterator<Item = (TaskName, &str)> {
        self.jobs.iter().flat_map(|(job, tasks)| {
            tasks.iter().map(move |(index, address)| (TaskName::new(job.clone(), *index), address.as_str()))
        })
    }

    /// The address of a task.
    pub fn address(&self, task: &TaskName) -> Option<&str> {
        self.jobs.get(&task.job)?.get(&task.index).map(String::as_str)
    }

    /// The address of a task, or an error that tells which tasks there are.
    pub fn require(&self, task: &TaskName) -> Result<&str> {
        if let Some(address) = self.address(task) {
            return Ok(address);
        }
        let jobs: Vec<&str> = self.jobs.keys().map(String::as_str).collect();
        Err(invalid_argument(match self.jobs.get(&task.job) {
            None => format!("job '{}' is not in the cluster, which has the jobs [{}]", task.job, jobs.join(", ")),
            Some(tasks) => format!("task {} is not in job '{}', which has {} tasks", task.index, task.job, tasks.len()),
        }))
    }
}

/// The jobs and tasks as they are configured, for logs.
impl fmt::Display for ClusterSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (job, tasks)) in self.jobs.iter().enumerate() {
            let tasks: Vec<String> = tasks.iter().map(|(index, address)| format!("{index} -> {address}")).collect();
            write!(f, "{}{job} {{{}}}", if i > 0 { ", " } else { "" }, tasks.join(", "))?;
        }
        Ok(())
    }
}

/// TensorFlow's rule: a letter, then letters, digits and underscores.
fn check_job_name(job: &str) -> Result<()> {
    let mut chars = job.chars();
    let begins_well = chars.next().is_some_and(|c| c.is_ascii_alphabetic());
    if begins_well && chars.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Ok(());
    }
    Err(invalid_argument(format!("'{job}' cannot be the name of a job: use a letter, then letters, digits or '_'")))
}

fn check_address(job: &str, index: u32, address: &str) -> Result<()> {
    let bad = |why: &str| {
        Err(invalid_argument(format!("/job:{job}/task:{index} has the address '{address}': {why}, expected host:port")))
    };
    match address.rsplit_once(':') {
        None => bad("no port"),
        Some(("", _)) => bad("no host"),
        Some((_, port)) if port.parse::<u16>().is_err() => bad("the port is not a number up to 65535"),
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_have_names_and_addresses() {
        let spec = ClusterSpec::new().with_job("ps", &["a:1"]).unwrap().with_job("worker", &["b:2", "c:3"]).unwrap();
        assert_eq!(spec.address(&TaskName::new("worker", 1)), Some("c:3"));
        assert_eq!(spec.tasks().count(), 3);
        assert_eq!("/job:worker/task:1".parse::<TaskName>().unwrap(), TaskName::new("worker", 1));
        assert_eq!(TaskName::of_device("/job:ps/replica:0/task:0/device:CPU:0").unwrap(), TaskName::new("ps", 0));
    }

    #[test]
    fn bad_specs_say_what_is_wrong() {
        let message = |result: Result<ClusterSpec>| result.unwrap_err().message;
        assert!(
            message(ClusterSpec::new().with_job("ps", &["nohost"])).contains("/job:ps/task:0 has the address 'nohost'")
        );
        assert!(message(ClusterSpec::new().with_job("ps", &["a:99999"])).contains("65535"));
        assert!(message(ClusterSpec::new().with_job("0ps", &["a:1"])).contains("'0ps'"));
        let spec = ClusterSpec::new().with_job("ps", &["a:1"]).unwrap();
        assert!(spec.require(&TaskName::new("ps", 3)).unwrap_err().message.contains("has 1 tasks"));
        assert!(spec.require(&TaskName::new("chief", 0)).unwrap_err().message.contains("[ps]"));
        for bad in ["", "/job:ps", "/task:1", "job", "/job:ps/task:x", "/job:ps/replica:1/task:0"] {
            assert!(bad.parse::<TaskName>().is_err(), "{bad}");
        }
    }
}
