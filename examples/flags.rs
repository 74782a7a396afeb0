//! The command lines of the examples: `--name=value`, and where the graph is to run.

use std::str::FromStr;

use regatta::{LocalCluster, Result, Status};

/// What an example was told.
pub struct Flags(Vec<(String, String)>);

impl Flags {
    /// Reads `--name=value`s; anything else, and what the help does not name, is answered with the help.
    pub fn parse(args: impl IntoIterator<Item = String>, help: &str) -> Result<Flags> {
        let pair = |arg: String| {
            let (name, value) = arg.strip_prefix("--")?.split_once('=')?;
            help.contains(&format!("--{name}=")).then(|| (name.to_owned(), value.to_owned()))
        };
        let pairs: Option<Vec<_>> = args.into_iter().map(pair).collect();
        pairs.map(Flags).ok_or_else(|| invalid(help))
    }

    /// What a flag was given.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// What a flag was given, as a number.
    pub fn number<T: FromStr>(&self, name: &str, default: T) -> Result<T> {
        match self.text(name) {
            None => Ok(default),
            Some(text) => text.parse().map_err(|_| invalid(&format!("--{name}={text} is not a number"))),
        }
    }

    /// The master that `--target` names, or one of a cluster of these jobs that is started in this process.
    pub fn master(&self, jobs: &[(&str, usize)]) -> Result<Master> {
        if let Some(target) = self.text("target") {
            return Ok(Master { target: target.to_owned(), _cluster: None });
        }
        let cluster = LocalCluster::start(jobs)?;
        let (job, _) = jobs.last().ok_or_else(|| invalid("a cluster has at least one job"))?;
        Ok(Master { target: cluster.target(job, 0)?, _cluster: Some(cluster) })
    }
}

/// Where sessions are opened. Its cluster, if it has one, lives as long as it does.
pub struct Master {
    /// `grpc://host:port`.
    pub target: String,
    _cluster: Option<LocalCluster>,
}

fn invalid(message: &str) -> Status {
    Status::new(regatta::Code::InvalidArgument, message)
}
