//! Clusters of real processes for tests: Regatta tasks, TensorFlow tasks, Python clients.
//!
//! ```no_run
//! use regatta_testkit::{Cluster, Kind, Python};
//! # let regatta = "";
//! // In a test of the binary's crate: env!("CARGO_BIN_EXE_regatta").
//! let cluster = Cluster::builder(regatta).ps(Kind::Regatta, 1).worker(Kind::TensorFlow, 2).start();
//! let output = Python::script("tests/python/seed002.py").arg(cluster.target("worker", 0)).run();
//! assert!(output.stdout.contains("7."));
//! ```
//!
//! Whatever happens to the test (a panic, a kill, an interrupt), its processes end with it:
//! see [`process`]. Everything here panics instead of returning errors, since a test has no
//! better use for them.

pub mod cluster;
pub mod ports;
pub mod process;
pub mod python;
pub mod results;

pub use cluster::{Cluster, ClusterBuilder, Kind};
pub use ports::free_addresses;
pub use python::Python;
pub use results::{Results, differences};
