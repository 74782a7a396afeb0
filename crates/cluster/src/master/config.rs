//! What a client may ask of a session.

use std::time::Duration;

use regatta_status::{Result, unimplemented};
use regatta_wire::pb;

/// The parts of a client's configuration that a session honours.
#[derive(Clone, Debug, Default)]
pub struct SessionConfig {
    /// Whether an op that cannot run where it was asked for may run elsewhere on the same task.
    pub allow_soft_placement: bool,
    /// Whether to log where every op was placed.
    pub log_device_placement: bool,
    /// How long a step may take if it does not say itself.
    pub operation_timeout: Option<Duration>,
    /// Whether variables are this session's own.
    pub isolate_session_state: bool,
    /// Which tasks the session uses; empty means all.
    pub device_filters: Vec<String>,
}

impl SessionConfig {
    /// The configuration in a client's message.
    pub(crate) fn from_proto(proto: &pb::ConfigProto) -> Result<SessionConfig> {
        if proto.cluster_def.as_ref().is_some_and(|cluster| !cluster.job.is_empty()) {
            return Err(unimplemented(
                "a cluster_def in the session's config is not supported: the tasks' own cluster is used",
            ));
        }
        Ok(SessionConfig {
            allow_soft_placement: proto.allow_soft_placement,
            log_device_placement: proto.log_device_placement,
            operation_timeout: milliseconds(proto.operation_timeout_in_ms),
            isolate_session_state: proto.isolate_session_state,
            device_filters: proto.device_filters.clone(),
        })
    }

    /// The message that says the same.
    pub(crate) fn to_proto(&self) -> pb::ConfigProto {
        pb::ConfigProto {
            allow_soft_placement: self.allow_soft_placement,
            log_device_placement: self.log_device_placement,
            operation_timeout_in_ms: self.operation_timeout.map_or(0, |timeout| timeout.as_millis() as i64),
            isolate_session_state: self.isolate_session_state,
            device_filters: self.device_filters.clone(),
            ..Default::default()
        }
    }
}

/// A time limit as messages have it: zero or less is none.
pub(crate) fn milliseconds(count: i64) -> Option<Duration> {
    u64::try_from(count).ok().filter(|&count| count > 0).map(Duration::from_millis)
}
