//! A virtual environment with TensorFlow, made once and kept under `target/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::{check, output, root, target_directory};

/// What the pinned TensorFlow has packages for.
const OLDEST: (u32, u32) = (3, 10);
const NEWEST: (u32, u32) = (3, 13);

const MISSING: &str = "the interop tests compare Regatta with the real TensorFlow, which is a Python package, and no
suitable Python was found. Install Python 3.10 to 3.13 with its venv module (Debian, Ubuntu: `apt install python3
python3-venv`; macOS: `brew install python@3.12`), or set REGATTA_PYTHON to a Python that has the packages of
xtask/requirements.txt. `cargo test --workspace` runs all tests that need no Python";

/// The Python to test with: the one REGATTA_PYTHON names, or a virtual environment of our own.
pub fn interpreter() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("REGATTA_PYTHON") {
        return Ok(path.into());
    }
    let requirements = root().join("xtask/requirements.txt");
    let text = fs::read(&requirements).with_context(|| format!("cannot read {}", requirements.display()))?;
    let home = target_directory().join(format!("python-{:016x}", hash(&text)));
    let python = home.join("bin/python");
    // Written last, so that an interrupted installation is not mistaken for a whole one.
    let marker = home.join("complete");
    if marker.exists() && works(&python) {
        return Ok(python);
    }
    if home.exists() {
        println!("the environment at {} is incomplete; making it anew", home.display());
        fs::remove_dir_all(&home).with_context(|| format!("cannot remove {}", home.display()))?;
    }
    let base = find_base()?;
    let started = Instant::now();
    println!("making a Python environment at {} with {base} (once)", home.display());
    check(Command::new(&base).args(["-m", "venv"]).arg(&home))
        .context("cannot make a virtual environment; on Debian and Ubuntu this needs the package python3-venv")?;
    println!("installing the packages of {}, about 300 MB", requirements.display());
    check(
        Command::new(&python)
            .args(["-m", "pip", "install", "--disable-pip-version-check", "--progress-bar=off", "--requirement"])
            .arg(&requirements),
    )
    .context("cannot install TensorFlow; is there a way to the Python package index?")?;
    println!("checking that TensorFlow starts");
    check(Command::new(&python).args(["-c", "import tensorflow, grpc"]).env("TF_CPP_MIN_LOG_LEVEL", "2"))?;
    fs::write(&marker, &text)?;
    println!("the Python environment is ready after {:.0} s", started.elapsed().as_secs_f64());
    Ok(python)
}

/// FNV-1a: a name for the pinned versions, not a defence.
fn hash(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A moved or half-removed environment has a marker and no Python that runs.
fn works(python: &Path) -> bool {
    Command::new(python).args(["-c", ""]).status().is_ok_and(|status| status.success())
}

/// The first suitable Python of the machine.
fn find_base() -> Result<String> {
    let mut seen = Vec::new();
    for name in ["python3", "python3.13", "python3.12", "python3.11", "python3.10", "python"] {
        let script = "import sys; print(*sys.version_info[:2])";
        let Ok(version) = output(Command::new(name).args(["-c", script])) else {
            continue;
        };
        let Some((major, minor)) = version.trim().split_once(' ') else {
            continue;
        };
        let version = (major.parse()?, minor.parse()?);
        if (OLDEST..=NEWEST).contains(&version) {
            return Ok(name.to_owned());
        }
        seen.push(format!("{name} is {}.{}", version.0, version.1));
    }
    if seen.is_empty() {
        bail!("{MISSING}");
    }
    bail!("{MISSING} (found: {})", seen.join(", "));
}
