//! Policies as they are written: `sync`, `backup:1`, `tf-sync:3/4`.

use std::fmt;

use regatta_status::{Result, invalid_argument};

use crate::{
    policies::{Compensation, KINDS},
    rules::Rules,
};

/// How the gradients of several workers are applied.
#[derive(Debug)]
pub struct Policy {
    text: String,
    way: Way,
}

/// The way that gradients go.
#[derive(Debug)]
pub enum Way {
    /// Each is applied when it comes, perhaps corrected for its delay.
    Direct(Option<Compensation>),
    /// So many at a time are applied together, whosever they are: TensorFlow's `SyncReplicasOptimizer`.
    Tokens {
        /// How many.
        aggregate: usize,
    },
    /// An arbiter says which are applied, and which together.
    Arbitrated(Box<dyn Rules>),
    /// Workers train by themselves, and their weights are averaged when an arbiter says so.
    Local(Box<dyn Rules>),
}

/// The workers that a policy is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workers {
    hosts: Vec<String>,
}

impl Workers {
    /// Of these addresses (`host:port`), by task.
    pub fn at<S: AsRef<str>>(addresses: &[S]) -> Workers {
        let host = |address: &S| {
            let address = address.as_ref();
            address.rsplit_once(':').map_or(address, |(host, _)| host).to_owned()
        };
        Workers { hosts: addresses.iter().map(host).collect() }
    }

    /// So many, of one host.
    pub fn on_one_host(count: usize) -> Workers {
        Workers { hosts: vec![String::new(); count] }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.hosts.len()
    }

    /// Their hosts, by task.
    pub fn hosts(&self) -> &[String] {
        &self.hosts
    }
}

/// A policy that can be asked for.
pub(crate) struct Kind {
    /// Before the colon.
    pub name: &'static str,
    /// As the help writes it.
    pub form: &'static str,
    /// What it does, for the help.
    pub help: &'static str,
    /// Reads what stands behind the colon, for these workers.
    pub read: fn(Option<&str>, &Workers) -> Result<Way, String>,
}

impl Policy {
    /// The policy that is written so, for these workers.
    pub fn new(text: &str, workers: &Workers) -> Result<Policy> {
        if workers.count() == 0 {
            return Err(invalid_argument("a policy is for at least one worker"));
        }
        let (name, argument) = match text.split_once(':') {
            Some((name, argument)) => (name, Some(argument)),
            None => (text, None),
        };
        let Some(kind) = KINDS.iter().find(|kind| kind.name == name) else {
            let known: Vec<&str> = KINDS.iter().map(|kind| kind.form).collect();
            return Err(invalid_argument(format!("no policy is called `{text}`; there are {}", known.join(", "))));
        };
        let way = (kind.read)(argument, workers)
            .map_err(|problem| invalid_argument(format!("policy `{text}`: {problem} (its form is {})", kind.form)))?;
        Ok(Policy { text: text.to_owned(), way })
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The way that gradients go.
    pub fn way(&self) -> &Way {
        &self.way
    }

    /// The rules of its arbiter, if it has one.
    pub fn into_rules(self) -> Option<Box<dyn Rules>> {
        match self.way {
            Way::Arbitrated(rules) | Way::Local(rules) => Some(rules),
            Way::Direct(_) | Way::Tokens { .. } => None,
        }
    }

    /// Whether a parameter server needs ops that TensorFlow does not have.
    pub fn needs_arbiter(&self) -> bool {
        matches!(self.way, Way::Arbitrated(_) | Way::Local(_))
    }

    /// How many batches of a worker's size make one step of the variables: what a learning rate is scaled by.
    pub fn batches_per_step(&self, workers: usize) -> usize {
        match &self.way {
            Way::Direct(_) => 1,
            Way::Tokens { aggregate } => *aggregate,
            Way::Arbitrated(rules) | Way::Local(rules) => rules.batches_per_step(workers),
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The forms of all policies and what they do, for a help text.
pub fn forms() -> impl Iterator<Item = (&'static str, &'static str)> {
    KINDS.iter().map(|kind| (kind.form, kind.help))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, workers: usize) -> String {
        Policy::new(text, &Workers::on_one_host(workers)).unwrap_err().message
    }

    #[test]
    fn all_forms_are_read() {
        for text in [
            "sync",
            "backup:1",
            "tf-sync",
            "tf-sync:3/4",
            "ssp:0",
            "ssp:3",
            "async",
            "async-drop:0",
            "async-drop:8",
            "dc-asgd",
            "dc-asgd:0.04",
            "dc-asgd:adaptive",
            "dc-asgd:adaptive:2",
            "local:1",
            "local:16",
            "local:auto",
            "local:auto:30",
            "hybrid",
            "hybrid:2",
        ] {
            let policy = Policy::new(text, &Workers::on_one_host(4)).unwrap();
            assert_eq!(policy.to_string(), text);
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_the_reason() {
        assert!(refused("asink", 2).starts_with("no policy is called `asink`; there are sync, backup:B, "));
        assert!(refused("", 2).starts_with("no policy is called ``"));
        for (text, reason) in [
            ("sync:1", "takes nothing behind the name"),
            ("backup", "how many workers are not waited for is missing"),
            ("backup:0", "expected at least 1"),
            ("backup:2", "2 of 2 workers are not waited for: at least one must be"),
            ("backup:-1", "`-1` is not a whole number"),
            ("ssp", "how many steps ahead is missing"),
            ("ssp:-1", "`-1` is not a whole number"),
            ("ssp:x", "`x` is not a whole number"),
            ("async-drop:-3", "`-3` is not a whole number"),
            ("tf-sync:3/2", "3 gradients at a time, of 2 workers: more than there are"),
            ("tf-sync:1/3", "says 3 workers, but there are 2"),
            ("tf-sync:0/2", "expected at least 1"),
            ("tf-sync:2", "expected two numbers"),
            ("local", "how many local steps is missing"),
            ("local:0", "expected at least 1"),
            ("local:auto:0", "expected a number of seconds above 0"),
            ("local:auto:-5", "expected a number of seconds above 0"),
            ("dc-asgd:-1", "expected a number of at least 0"),
            ("dc-asgd:NaN", "expected a number of at least 0"),
            ("hybrid:0", "expected at least 1"),
            ("hybrid:3", "3 groups of 2 workers"),
        ] {
            let message = refused(text, 2);
            assert!(message.starts_with(&format!("policy `{text}`: ")) && message.contains(reason), "{message}");
        }
    }
}
