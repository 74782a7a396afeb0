//! The signals that stop a process, and how long it may take then.

use std::{
    io::Read,
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::{Context, Result};
use regatta::Coordinator;
use tokio::{
    runtime::{Builder, Runtime},
    signal::unix::{Signal, SignalKind, signal},
};

/// What a process ends with that was stopped by Ctrl-C, as shells expect it.
pub const INTERRUPTED: u8 = 130;
/// How long the last checkpoint may take.
const GRACE: Duration = Duration::from_secs(60);

/// SIGTERM and SIGINT.
pub struct Signals {
    runtime: Runtime,
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// From now on a signal is noted instead of ending the process.
    pub fn listen() -> Result<Signals> {
        let runtime = Builder::new_current_thread().enable_all().build().context("cannot wait for signals")?;
        let (terminate, interrupt) = {
            let _inside = runtime.enter();
            let listen = |kind, name: &str| signal(kind).with_context(|| format!("cannot wait for {name}"));
            (listen(SignalKind::terminate(), "SIGTERM")?, listen(SignalKind::interrupt(), "SIGINT")?)
        };
        Ok(Signals { runtime, terminate, interrupt })
    }

    /// Blocks until one has come.
    pub fn wait(&mut self) {
        self.runtime.block_on(async {
            tokio::select! {
                _ = self.terminate.recv() => tracing::info!("stopped by SIGTERM"),
                _ = self.interrupt.recv() => tracing::info!("stopped by SIGINT"),
            }
        });
    }
}

/// Whether somebody has asked this process to stop.
#[derive(Clone, Default)]
pub struct Stop {
    asked: Coordinator,
    has_work: Arc<AtomicBool>,
}

impl Stop {
    /// Listens for signals and, if another process leads this one, for the end of its standard input.
    ///
    /// While there is nothing to save, being asked ends the process at once. Otherwise it is up to the work, which has a minute;
    /// being asked a second time does not wait.
    pub fn listen(with_stdin: bool) -> Result<Stop> {
        let stop = Stop::default();
        let mut signals = Signals::listen()?;
        let by_signal = stop.clone();
        thread::spawn(move || {
            loop {
                signals.wait();
                by_signal.ask();
            }
        });
        if with_stdin {
            let by_stdin = stop.clone();
            thread::spawn(move || {
                // What leads us writes nothing: its end is the message.
                let _ = std::io::stdin().read_to_end(&mut Vec::new());
                by_stdin.ask();
            });
        }
        Ok(stop)
    }

    /// From now on there is something to save.
    pub fn work_begins(&self) {
        self.has_work.store(true, Ordering::SeqCst);
    }

    /// Whether somebody has asked.
    pub fn asked(&self) -> bool {
        self.asked.should_stop()
    }

    /// Is asked to stop when this process is.
    pub fn coordinator(&self) -> &Coordinator {
        &self.asked
    }

    fn ask(&self) {
        if self.asked.should_stop() || !self.has_work.load(Ordering::SeqCst) {
            process::exit(INTERRUPTED.into());
        }
        self.asked.request_stop();
        thread::spawn(|| {
            thread::sleep(GRACE);
            crate::output::complain(format_args!(
                "regatta: asked to stop {GRACE:.0?} ago, and still not done: ending without saving"
            ));
            process::exit(INTERRUPTED.into());
        });
    }
}
