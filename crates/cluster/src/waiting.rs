//! Long waits speak: whoever waits says from time to time for what.

use std::time::Duration;

use tokio::time::{Instant, timeout};

/// How often a wait is reported.
pub(crate) const REPORT_INTERVAL: Duration = Duration::from_secs(10);

/// Waits for `work`, and logs every ten seconds that `what` still waits for `whom`.
pub(crate) async fn reported<T>(what: &str, whom: &str, work: impl Future<Output = T>) -> T {
    tokio::pin!(work);
    let begun = Instant::now();
    loop {
        match timeout(REPORT_INTERVAL, &mut work).await {
            Ok(done) => return done,
            Err(_) => tracing::warn!("{what} still waits for {whom}, for {:.0?} now", begun.elapsed()),
        }
    }
}
