//! Downloads a file whose size and checksum are known beforehand.
//!
//! A file appears under its name only when it is whole and right: until then it is a temporary one beside it, which goes
//! away if anything fails. No more is read than the file has, and every wait on the network has an end.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use sha2::{Digest, Sha256};
use ureq::Agent;

/// A file to be had.
pub struct Item {
    pub name: &'static str,
    pub bytes: u64,
    /// In hexadecimal digits.
    pub sha256: &'static str,
}

/// How a file came to be there.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    AlreadyThere,
    Downloaded { url: String },
}

/// What speaks HTTP. Proxies are those of the environment.
pub fn agent() -> Agent {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .timeout_resolve(Some(Duration::from_secs(20)))
        .timeout_connect(Some(Duration::from_secs(20)))
        .timeout_per_read(Some(Duration::from_secs(60)))
        .timeout_global(Some(Duration::from_secs(3600)))
        .user_agent(concat!("regatta/", env!("CARGO_PKG_VERSION")));
    config.build().new_agent()
}

/// Sees to it that the file is in the directory: as it is there, or from the first mirror that has it.
pub fn fetch(agent: &Agent, mirrors: &[&str], item: &Item, directory: &Path, bar: &ProgressBar) -> Result<Outcome> {
    let target = directory.join(item.name);
    if is_right(&target, item)? {
        return Ok(Outcome::AlreadyThere);
    }
    let mut failures = Vec::new();
    for mirror in mirrors {
        let url = format!("{}/{}", mirror.trim_end_matches('/'), item.name);
        bar.set_position(0);
        // Only what the mirror did is a reason to ask the next; a full disk is one to stop.
        match open(agent, &url) {
            Ok(body) => match store(body, item, &target, bar)? {
                Ok(()) => return Ok(Outcome::Downloaded { url }),
                Err(problem) => failures.push(format!("{url}: {problem}")),
            },
            Err(problem) => failures.push(format!("{url}: {problem}")),
        }
    }
    bail!("cannot get {}\n  {}", target.display(), failures.join("\n  "))
}

/// Whether the file is there with the right contents.
fn is_right(path: &Path, item: &Item) -> Result<bool> {
    let cannot = || format!("cannot read {}", path.display());
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error).with_context(cannot),
    };
    if file.metadata().with_context(cannot)?.len() != item.bytes {
        return Ok(false);
    }
    let mut hash = Sha256::new();
    io::copy(&mut file, &mut hash).with_context(cannot)?;
    Ok(hex(&hash.finalize()) == item.sha256)
}

/// Asks for the file; the answer is what comes, or what is wrong with the server.
fn open(agent: &Agent, url: &str) -> Result<ureq::BodyReader<'static>, String> {
    let response = agent.get(url).call().map_err(|error| error.to_string())?;
    let status = response.status();
    if !status.is_success() {
        return Err(format!("the server answered {status}"));
    }
    Ok(response.into_body().into_reader())
}

/// Writes what comes to the disk and gives it its name. The outer error is the disk's, the inner one the server's.
fn store(body: impl Read, item: &Item, target: &Path, bar: &ProgressBar) -> Result<Result<(), String>> {
    let cannot = || format!("cannot write {}", target.display());
    let directory = target.parent().unwrap_or(Path::new("."));
    let mut file = temporary(item.name, directory).with_context(cannot)?;
    // A byte too many is enough to know.
    let mut body = bar.wrap_read(body.take(item.bytes + 1));
    let (mut hash, mut received) = (Sha256::new(), 0);
    let mut block = vec![0; 64 << 10];
    loop {
        let count = match body.read(&mut block) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) => {
                return Ok(Err(format!("cut off after {received} of {} bytes: {error}", item.bytes)));
            }
        };
        let read = block.get(..count).unwrap_or_default();
        hash.update(read);
        file.write_all(read).with_context(cannot)?;
        received += count as u64;
    }
    if received != item.bytes {
        let received = if received > item.bytes { "more".to_owned() } else { received.to_string() };
        return Ok(Err(format!("{} bytes were expected, but {received} came", item.bytes)));
    }
    let found = hex(&hash.finalize());
    if found != item.sha256 {
        return Ok(Err(format!("the checksum is wrong: SHA-256 {found} instead of {}", item.sha256)));
    }
    file.as_file().sync_all().with_context(cannot)?;
    file.persist(target).with_context(cannot)?;
    Ok(Ok(()))
}

/// A file that goes away unless it is given its name.
fn temporary(name: &str, directory: &Path) -> io::Result<tempfile::NamedTempFile> {
    let prefix = format!(".{name}.");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".part");
    // Temporary files are for their owner alone; this one is to become one like any other.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
