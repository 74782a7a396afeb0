//! The mixes of tasks, and the comparison of a program's two runs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use regatta_testkit::Kind::{self, Regatta, TensorFlow};
use regatta_testkit::{Cluster, ClusterBuilder, Python, Results, differences, results};

/// Who serves which task of a cluster of one parameter server and two workers.
#[derive(Clone, Copy)]
pub struct Mix {
    pub name: &'static str,
    pub ps: Kind,
    pub workers: [Kind; 2],
}

pub const ALL_TENSORFLOW: Mix = Mix { name: "all TensorFlow", ps: TensorFlow, workers: [TensorFlow; 2] };
pub const ALL_REGATTA: Mix = Mix { name: "all Regatta", ps: Regatta, workers: [Regatta; 2] };
pub const REGATTA_PS: Mix =
    Mix { name: "a Regatta ps under TensorFlow workers", ps: Regatta, workers: [TensorFlow; 2] };
pub const REGATTA_WORKERS: Mix =
    Mix { name: "Regatta workers on a TensorFlow ps", ps: TensorFlow, workers: [Regatta; 2] };
pub const REGATTA_FIRST: Mix =
    Mix { name: "a Regatta and a TensorFlow worker", ps: TensorFlow, workers: [Regatta, TensorFlow] };
pub const TENSORFLOW_FIRST: Mix =
    Mix { name: "a TensorFlow and a Regatta worker", ps: Regatta, workers: [TensorFlow, Regatta] };

impl Mix {
    pub fn builder(self) -> ClusterBuilder {
        let kind = |kind| if stand_in() { TensorFlow } else { kind };
        Cluster::builder(env!("CARGO_BIN_EXE_regatta"))
            .ps(kind(self.ps), 1)
            .worker(kind(self.workers[0]), 1)
            .worker(kind(self.workers[1]), 1)
    }

    pub fn start(self) -> Cluster {
        self.builder().start()
    }
}

/// Whether TensorFlow serves Regatta's tasks too, to test the tests.
pub fn stand_in() -> bool {
    std::env::var_os("REGATTA_INTEROP_STAND_IN").is_some()
}

/// A client program with its arguments, and how far its numbers may be apart.
#[derive(Clone)]
pub struct Program {
    script: String,
    arguments: Vec<String>,
    tolerance: f64,
    /// The task that is in the specification but never started.
    absent: Option<(&'static str, usize)>,
}

impl Program {
    pub fn new(script: &str) -> Program {
        let script = format!("{}/tests/python/{script}", env!("CARGO_MANIFEST_DIR"));
        Program { script, arguments: Vec::new(), tolerance: 1e-5, absent: None }
    }

    pub fn arg(mut self, argument: &str) -> Program {
        self.arguments.push(argument.to_owned());
        self
    }

    pub fn tolerance(mut self, tolerance: f64) -> Program {
        self.tolerance = tolerance;
        self
    }

    pub fn absent(mut self, job: &'static str, index: usize) -> Program {
        self.absent = Some((job, index));
        self
    }

    /// Runs the program on a mix of tasks.
    pub fn run(&self, mix: Mix) -> Results {
        let builder = mix.builder();
        let mut cluster = match self.absent {
            Some((job, index)) => builder.absent(job, index).start(),
            None => builder.start(),
        };
        let output = Python::script(&self.script).args(cluster.flags()).args(self.arguments.clone()).run();
        cluster.check_alive();
        let reported = results::parse(&output.stdout);
        assert!(!reported.is_empty(), "{} reported nothing\n{}\n{}", self.script, output.stdout, output.stderr);
        let failures: Vec<_> = reported.iter().filter(|(name, _)| name.ends_with("/failed")).collect();
        assert!(
            failures.is_empty(),
            "on {}: {failures:#?}\n--- stderr ---\n{}\n{}",
            mix.name,
            output.stderr,
            cluster.tails()
        );
        reported
    }

    /// What TensorFlow's own servers make of it; run once for all who ask.
    fn reference(&self) -> Arc<OnceLock<Results>> {
        static KNOWN: OnceLock<Mutex<HashMap<String, Arc<OnceLock<Results>>>>> = OnceLock::new();
        let key = format!("{} {:?} {:?}", self.script, self.arguments, self.absent);
        let mut known = KNOWN.get_or_init(Mutex::default).lock().expect("references lock");
        known.entry(key).or_default().clone()
    }

    /// Asserts that the program reports the same on the mix as on TensorFlow's own servers.
    pub fn check(&self, mix: Mix) {
        self.check_with(mix, self);
    }

    /// The same, with the reference run taken from `model` (other arguments, same reports).
    pub fn check_with(&self, mix: Mix, model: &Program) {
        // The reference comes first: its cluster is gone before this one takes its place.
        if stand_in() {
            println!("TensorFlow stands in for Regatta in what follows");
        }
        let slot = model.reference();
        let reference = slot.get_or_init(|| model.run(ALL_TENSORFLOW));
        let ours: Results = self.run(mix);
        let (beyond, ours): (Results, Results) = ours.into_iter().partition(|(name, _)| name.starts_with("beyond/"));
        for (name, value) in &ours {
            let expected = reference.get(name).map_or("nothing".to_owned(), ToString::to_string);
            println!("{name}: {value} on {}, {expected} on TensorFlow", mix.name);
        }
        let mut wrong = differences(reference, &ours, self.tolerance);
        wrong.extend(
            beyond.iter().filter(|(_, fine)| **fine != true).map(|(name, _)| format!("{name}: see the output")),
        );
        assert!(wrong.is_empty(), "on {}:\n{}", mix.name, wrong.join("\n"));
    }
}
