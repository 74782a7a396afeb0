//! Notices a peer that is there but says nothing: a frozen process, a machine cut off without a word.
//!
//! ```text
//! calls wait, nothing comes for `quiet` ──► ping ── nothing comes for `answer_within` ──► the connection is given up
//! ```
//!
//! Whatever comes counts, an answer to the ping or anything else: a peer that is busy taking what we send says so in window
//! updates. What waited on the connection fails with `UNAVAILABLE`, as if the peer had died, and may be tried again.
//!
//! gRPC's C core takes pings more often than every five minutes for an attack, and hangs up. A peer is one of ours once it has
//! said so in an answer (`server: regatta`).

use std::{
    future::poll_fn,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use h2::{Ping, PingPong};
use tokio::time::{sleep, timeout};

/// How patient a caller is with a peer that says nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// How long nothing may come before a peer of our own is asked whether it is there, and before any other one is.
    pub quiet: Duration,
    pub quiet_of_others: Duration,
    /// How long it may then still say nothing.
    pub answer_within: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            quiet: Duration::from_secs(30),
            quiet_of_others: Duration::from_secs(310),
            answer_within: Duration::from_secs(30),
        }
    }
}

/// What is known of the life of a connection.
#[derive(Debug, Default)]
pub(super) struct Pulse {
    /// How often something has come.
    pub heard: Arc<AtomicU64>,
    /// How many calls wait for something.
    pub calls: AtomicUsize,
    pub is_ours: AtomicBool,
    /// For how many seconds nothing had come when the connection was given up; 0 if it was not.
    silent_s: AtomicU64,
}

impl Pulse {
    /// Why the connection was given up, if it was.
    pub fn why_given_up(&self) -> Option<String> {
        let seconds = self.silent_s.load(Ordering::Acquire);
        (seconds > 0).then(|| format!("it has said nothing for {seconds} s, nor answered when it was asked"))
    }

    fn quiet(&self, patience: &Patience) -> Duration {
        if self.is_ours.load(Ordering::Relaxed) { patience.quiet } else { patience.quiet_of_others }
    }
}

/// Waits until the peer of a connection is given up.
pub(super) async fn silence(pulse: &Pulse, mut pings: PingPong, patience: Patience) {
    let mut heard = 0;
    let mut quiet = Duration::ZERO;
    loop {
        // By the shorter time: who the peer is may be learned later than its connection began.
        sleep(patience.quiet).await;
        quiet += patience.quiet;
        let before = std::mem::replace(&mut heard, pulse.heard.load(Ordering::Relaxed));
        if before != heard || pulse.calls.load(Ordering::Relaxed) == 0 {
            quiet = Duration::ZERO;
        }
        if quiet.is_zero() || quiet < pulse.quiet(&patience) {
            continue;
        }
        let answer = async {
            // It fails if an older ping is still unanswered, which is a question too.
            let _ = pings.send_ping(Ping::opaque());
            poll_fn(|cx| pings.poll_pong(cx)).await
        };
        let _ = timeout(patience.answer_within, answer).await;
        if pulse.heard.load(Ordering::Relaxed) == heard && pulse.calls.load(Ordering::Relaxed) > 0 {
            let seconds = (quiet + patience.answer_within).as_secs().max(1);
            return pulse.silent_s.store(seconds, Ordering::Release);
        }
        quiet = Duration::ZERO;
    }
}

/// A call that waits on a connection.
#[derive(Debug)]
pub(super) struct Waits(Arc<Pulse>);

impl Waits {
    pub fn on(pulse: &Arc<Pulse>) -> Waits {
        pulse.calls.fetch_add(1, Ordering::Relaxed);
        Waits(Arc::clone(pulse))
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.calls.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use regatta_status::Code;
    use tokio::{net::TcpListener, sync::oneshot};

    use super::*;
    use crate::grpc::{CallOptions, Channel, Message};

    const PATIENCE: Patience = Patience {
        quiet: Duration::from_millis(50),
        quiet_of_others: Duration::from_millis(200),
        answer_within: Duration::from_millis(100),
    };

    /// A peer that takes a connection and a call, and answers pings until it is told to freeze; it never hangs up.
    async fn peer(frozen: oneshot::Receiver<()>) -> (String, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let serving = tokio::spawn(async move {
            let (socket, _) = listener.accept().await.unwrap();
            let mut connection = h2::server::handshake(socket).await.unwrap();
            let mut calls = Vec::new();
            let lives = async {
                while let Some(call) = connection.accept().await {
                    calls.push(call);
                }
            };
            tokio::select! {
                () = lives => {}
                _ = frozen => {}
            }
            // The socket stays open, and nobody reads from it.
            std::future::pending::<()>().await;
        });
        (address, serving)
    }

    #[tokio::test]
    async fn a_peer_that_freezes_is_given_up_and_one_that_only_takes_its_time_is_not() {
        let (freeze, frozen) = oneshot::channel();
        let (address, serving) = peer(frozen).await;
        let channel = Channel::with_patience(address.as_str(), PATIENCE);
        let call = channel.call("/test/Wait", Message::from(vec![1]), CallOptions::default());
        tokio::pin!(call);
        // It does not answer the call, but pings.
        assert!(timeout(Duration::from_secs(1), &mut call).await.is_err());
        freeze.send(()).unwrap();
        let error = timeout(Duration::from_secs(30), call).await.unwrap().map(drop).unwrap_err();
        assert_eq!(error.code, Code::Unavailable, "{error}");
        assert!(error.message.contains(&address) && error.message.contains("said nothing"), "{error}");
        serving.abort();
    }
}
