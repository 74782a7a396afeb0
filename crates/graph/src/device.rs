//! Names of devices: `/job:worker/replica:0/task:1/device:GPU:0`, or as much of that as someone cares to say.
//!
//! A name with parts missing is a wish that several devices may fulfil; one with all parts is a device. Names come from
//! clients and peers, so reading one never panics.

use std::{fmt, str::FromStr};

use regatta_status::{Result, Status, invalid_argument};

/// The name of a device, or a pattern for such names where parts are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeviceName {
    /// The job of the task that has the device.
    pub job: Option<String>,
    /// Always 0 in full names: TensorFlow kept the word and gave up the idea.
    pub replica: Option<u32>,
    /// The task in its job.
    pub task: Option<u32>,
    /// What the device is, `CPU` or `GPU`. Kept as written: `/device:cpu:0` names no device that there is, in TensorFlow as here.
    pub kind: Option<String>,
    /// Which of the task's devices of that kind.
    pub id: Option<u32>,
}

impl DeviceName {
    /// Reads a name. The parts may come in any order, and of a part said twice the last one counts, as in TensorFlow.
    pub fn parse(text: &str) -> Result<DeviceName> {
        DeviceName::read(text).ok_or_else(|| invalid_argument(format!("Malformed device specification '{text}'")))
    }

    fn read(text: &str) -> Option<DeviceName> {
        let mut name = DeviceName::default();
        if text.is_empty() || text == "/" {
            return Some(name);
        }
        for part in text.strip_prefix('/')?.split('/') {
            let (key, value) = part.split_once(':')?;
            match key {
                "job" => name.job = unless_any(value, read_word)?,
                "replica" => name.replica = unless_any(value, read_number)?,
                "task" => name.task = unless_any(value, read_number)?,
                "device" => {
                    let (kind, id) = value.split_once(':').unwrap_or((value, "*"));
                    name.kind = unless_any(kind, read_word)?;
                    name.id = unless_any(id, read_number)?;
                }
                // The way it was written before there were other kinds.
                "cpu" | "CPU" | "gpu" | "GPU" => {
                    name.kind = Some(key.to_ascii_uppercase());
                    name.id = unless_any(value, read_number)?;
                }
                _ => return None,
            }
        }
        Some(name)
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == DeviceName::default()
    }

    /// Whether every part is there, so that it names one device.
    pub fn is_full(&self) -> bool {
        self.job.is_some() && self.replica.is_some() && self.task.is_some() && self.kind.is_some() && self.id.is_some()
    }

    /// Whether everything that this name says holds for the other one too.
    pub fn matches(&self, full: &DeviceName) -> bool {
        fn holds<T: PartialEq>(pattern: &Option<T>, name: &Option<T>) -> bool {
            pattern.is_none() || pattern == name
        }
        holds(&self.job, &full.job)
            && holds(&self.replica, &full.replica)
            && holds(&self.task, &full.task)
            && holds(&self.kind, &full.kind)
            && holds(&self.id, &full.id)
    }

    /// Whether some device could fulfil both wishes.
    pub fn is_compatible(&self, other: &DeviceName) -> bool {
        fn agree<T: PartialEq>(one: &Option<T>, other: &Option<T>) -> bool {
            one.is_none() || other.is_none() || one == other
        }
        agree(&self.job, &other.job)
            && agree(&self.replica, &other.replica)
            && agree(&self.task, &other.task)
            && agree(&self.kind, &other.kind)
            && agree(&self.id, &other.id)
    }

    /// Both wishes in one, or an error where they contradict each other.
    pub fn merge(&self, other: &DeviceName) -> Result<DeviceName> {
        let mut merged = self.merge_tasks(other)?;
        merge_part(&mut merged, other, &other.kind, |name| &mut name.kind, "types")?;
        merge_part(&mut merged, other, &other.id, |name| &mut name.id, "ids")?;
        Ok(merged)
    }

    /// Like [`merge`](Self::merge), but where the two want different devices of one task neither is heard.
    pub fn merge_soft(&self, other: &DeviceName) -> Result<DeviceName> {
        let mut merged = self.merge_tasks(other)?;
        if merge_part(&mut merged, other, &other.kind, |name| &mut name.kind, "types").is_err() {
            (merged.kind, merged.id) = (None, None);
        } else if merge_part(&mut merged, other, &other.id, |name| &mut name.id, "ids").is_err() {
            merged.id = None;
        }
        Ok(merged)
    }

    fn merge_tasks(&self, other: &DeviceName) -> Result<DeviceName> {
        let mut merged = self.clone();
        merge_part(&mut merged, other, &other.job, |name| &mut name.job, "jobs")?;
        merge_part(&mut merged, other, &other.replica, |name| &mut name.replica, "replicas")?;
        merge_part(&mut merged, other, &other.task, |name| &mut name.task, "tasks")?;
        Ok(merged)
    }

    /// The same with every part that the other name says taken from there.
    pub fn overridden_by(&self, other: &DeviceName) -> DeviceName {
        DeviceName {
            job: other.job.clone().or_else(|| self.job.clone()),
            replica: other.replica.or(self.replica),
            task: other.task.or(self.task),
            kind: other.kind.clone().or_else(|| self.kind.clone()),
            id: other.id.or(self.id),
        }
    }

    /// The name of the task that has the device, `/job:J/replica:0/task:T`, if the job and the task are known.
    pub fn task_name(&self) -> Option<String> {
        let (job, task) = (self.job.as_ref()?, self.task?);
        Some(format!("/job:{job}/replica:{}/task:{task}", self.replica.unwrap_or(0)))
    }
}

impl FromStr for DeviceName {
    type Err = Status;
    fn from_str(text: &str) -> Result<DeviceName> {
        DeviceName::parse(text)
    }
}

/// The parts that are known, in their usual order; a kind without a number ends in `:*`.
impl fmt::Display for DeviceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(job) = &self.job {
            write!(f, "/job:{job}")?;
        }
        if let Some(replica) = self.replica {
            write!(f, "/replica:{replica}")?;
        }
        if let Some(task) = self.task {
            write!(f, "/task:{task}")?;
        }
        match (&self.kind, self.id) {
            (None, None) => Ok(()),
            (Some(kind), Some(id)) => write!(f, "/device:{kind}:{id}"),
            (Some(kind), None) => write!(f, "/device:{kind}:*"),
            (None, Some(id)) => write!(f, "/device:*:{id}"),
        }
    }
}

/// Takes one part over from `other`. The error shows what was merged before it, as TensorFlow's does.
fn merge_part<T: PartialEq + Clone>(
    merged: &mut DeviceName,
    other: &DeviceName,
    wanted: &Option<T>,
    part: fn(&mut DeviceName) -> &mut Option<T>,
    plural: &str,
) -> Result<()> {
    let Some(wanted) = wanted else { return Ok(()) };
    match part(merged) {
        Some(known) if known != wanted => {
            Err(invalid_argument(format!("Cannot merge devices with incompatible {plural}: '{merged}' and '{other}'")))
        }
        known => {
            *known = Some(wanted.clone());
            Ok(())
        }
    }
}

/// `*` is the same as not saying it.
fn unless_any<T>(text: &str, read: fn(&str) -> Option<T>) -> Option<Option<T>> {
    if text == "*" { Some(None) } else { read(text).map(Some) }
}

fn read_number(text: &str) -> Option<u32> {
    // `parse` alone would take a sign.
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

fn read_word(text: &str) -> Option<String> {
    let first = text.bytes().next()?;
    let legal = first.is_ascii_alphabetic() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    legal.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, canonical: &str) {
        assert_eq!(DeviceName::parse(text).unwrap().to_string(), canonical, "{text}");
    }

    #[test]
    fn every_way_to_write_a_name() {
        check("", "");
        check("/", "");
        check("/job:worker/replica:0/task:1/device:GPU:2", "/job:worker/replica:0/task:1/device:GPU:2");
        check("/task:1/job:worker", "/job:worker/task:1");
        check("/cpu:0", "/device:CPU:0");
        check("/job:ps/GPU:1", "/job:ps/device:GPU:1");
        check("/gpu:*", "/device:GPU:*");
        check("/device:gpu:1", "/device:gpu:1");
        check("/device:CPU", "/device:CPU:*");
        check("/device:*:3", "/device:*:3");
        check("/job:*/task:*/device:*", "");
        check("/job:a/job:b", "/job:b");
        check("/job:a_1/task:007", "/job:a_1/task:7");
    }

    #[test]
    fn malformed_names_are_refused() {
        for text in [
            "job:ps",
            "//",
            "/job:ps/",
            "/job:",
            "/job:9a",
            "/job:a-b",
            "/task:",
            "/task:-1",
            "/task:+1",
            "/task:a",
            "/task:99999999999",
            "/device:",
            "/device:CPU:",
            "/device:CPU:0:1",
            "/cpu",
            "/tpu:0",
            "CPU:0",
            "/jöb:a",
        ] {
            let status = DeviceName::parse(text).unwrap_err();
            assert_eq!(status.message, format!("Malformed device specification '{text}'"));
        }
    }

    #[test]
    fn merging_keeps_what_both_say() {
        let parse = |text| DeviceName::parse(text).unwrap();
        let merge = |a, b| parse(a).merge(&parse(b)).map(|name| name.to_string()).map_err(|e| e.message);
        assert_eq!(merge("/job:ps", "/task:1/cpu:0").unwrap(), "/job:ps/task:1/device:CPU:0");
        assert_eq!(
            merge("/task:0", "/job:ps/task:1").unwrap_err(),
            "Cannot merge devices with incompatible tasks: '/job:ps/task:0' and '/job:ps/task:1'"
        );
        let soft = |a, b| parse(a).merge_soft(&parse(b)).unwrap().to_string();
        assert_eq!(soft("/job:ps/gpu:0", "/cpu:0"), "/job:ps");
        assert_eq!(soft("/gpu:0", "/gpu:1"), "/device:GPU:*");
        assert!(parse("/job:ps").merge_soft(&parse("/job:worker")).is_err());
        assert_eq!(parse("/job:ps/gpu:0").overridden_by(&parse("/cpu:0")).to_string(), "/job:ps/device:CPU:0");
    }

    #[test]
    fn names_say_where_they_are() {
        let full = DeviceName::parse("/job:ps/replica:0/task:3/device:CPU:0").unwrap();
        assert!(full.is_full());
        assert_eq!(full.task_name().as_deref(), Some("/job:ps/replica:0/task:3"));
        assert!(DeviceName::parse("/task:3/cpu:*").unwrap().matches(&full));
        assert!(!DeviceName::parse("/task:3/gpu:*").unwrap().matches(&full));
        assert_eq!(DeviceName::parse("/job:ps").unwrap().task_name(), None);
    }
}
