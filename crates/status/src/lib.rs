//! The one error that crosses every layer: TensorFlow's status code and a message.
//!
//! A failure in a kernel of one task ends up in a Python client on another machine as a code (which decides whether the
//! client retries, recovers or gives up) and a text (which names the node). That pair is the contract with every peer, so
//! it is carried as it is from the place of the failure to the wire, instead of being translated at each border.
//!
//! This crate knows nothing else.

use std::fmt;

/// `Result` with a [`Status`].
pub type Result<T, E = Status> = std::result::Result<T, E>;

/// TensorFlow's (and gRPC's) canonical error codes; the numbers are those of the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
#[allow(missing_docs)]
pub enum Code {
    Ok = 0,
    Cancelled = 1,
    Unknown = 2,
    InvalidArgument = 3,
    DeadlineExceeded = 4,
    NotFound = 5,
    AlreadyExists = 6,
    PermissionDenied = 7,
    ResourceExhausted = 8,
    FailedPrecondition = 9,
    Aborted = 10,
    OutOfRange = 11,
    Unimplemented = 12,
    Internal = 13,
    Unavailable = 14,
    DataLoss = 15,
    Unauthenticated = 16,
}

impl Code {
    /// The code of a number on the wire; anything unheard of is `Unknown`.
    pub fn from_i32(number: i32) -> Code {
        use Code::*;
        const ALL: [Code; 17] = [
            Ok,
            Cancelled,
            Unknown,
            InvalidArgument,
            DeadlineExceeded,
            NotFound,
            AlreadyExists,
            PermissionDenied,
            ResourceExhausted,
            FailedPrecondition,
            Aborted,
            OutOfRange,
            Unimplemented,
            Internal,
            Unavailable,
            DataLoss,
            Unauthenticated,
        ];
        usize::try_from(number).ok().and_then(|i| ALL.get(i).copied()).unwrap_or(Unknown)
    }

    /// The name TensorFlow prints, e.g. `INVALID_ARGUMENT`.
    pub fn name(self) -> &'static str {
        match self {
            Code::Ok => "OK",
            Code::Cancelled => "CANCELLED",
            Code::Unknown => "UNKNOWN",
            Code::InvalidArgument => "INVALID_ARGUMENT",
            Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
            Code::NotFound => "NOT_FOUND",
            Code::AlreadyExists => "ALREADY_EXISTS",
            Code::PermissionDenied => "PERMISSION_DENIED",
            Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
            Code::FailedPrecondition => "FAILED_PRECONDITION",
            Code::Aborted => "ABORTED",
            Code::OutOfRange => "OUT_OF_RANGE",
            Code::Unimplemented => "UNIMPLEMENTED",
            Code::Internal => "INTERNAL",
            Code::Unavailable => "UNAVAILABLE",
            Code::DataLoss => "DATA_LOSS",
            Code::Unauthenticated => "UNAUTHENTICATED",
        }
    }
}

/// A failure: what kind it is, and what happened to whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// What kind of failure; clients decide on it.
    pub code: Code,
    /// What happened; people read it.
    pub message: String,
    /// Whether this failure is only the echo of another one (a receive that ended because its step was aborted).
    /// When the failures of a step are combined, an original one wins over its echoes.
    pub derived: bool,
}

impl Status {
    /// A failure of the given kind.
    pub fn new(code: Code, message: impl Into<String>) -> Status {
        Status { code, message: message.into(), derived: false }
    }

    /// The same failure, marked as the echo of another.
    pub fn derived(mut self) -> Status {
        self.derived = true;
        self
    }

    /// The same failure with TensorFlow's mark of the node it happened in, which Python clients turn into the place where
    /// the op was made. A failure that already names a node keeps its first one.
    pub fn at_node(mut self, node: &str) -> Status {
        if !self.message.contains("{{node ") {
            self.message.push_str("\n\t [[{{node ");
            self.message.push_str(node);
            self.message.push_str("}}]]");
        }
        self
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.name(), self.message)
    }
}

impl std::error::Error for Status {}

macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident => $code:ident,)*) => {
        $($(#[$doc])* pub fn $name(message: impl Into<String>) -> Status { Status::new(Code::$code, message) })*
    };
}

constructors! {
    /// The work was given up on request.
    cancelled => Cancelled,
    /// The caller's fault, whatever the state of the system.
    invalid_argument => InvalidArgument,
    /// The time allowed ran out.
    deadline_exceeded => DeadlineExceeded,
    /// Something named does not exist.
    not_found => NotFound,
    /// Something to be made exists already.
    already_exists => AlreadyExists,
    /// Not allowed here.
    permission_denied => PermissionDenied,
    /// A bound was reached.
    resource_exhausted => ResourceExhausted,
    /// The state of the system does not allow it now (an uninitialised variable).
    failed_precondition => FailedPrecondition,
    /// State was lost; the caller should start over. Monitored sessions recover from it.
    aborted => Aborted,
    /// The end of something was reached.
    out_of_range => OutOfRange,
    /// Not built.
    unimplemented => Unimplemented,
    /// Our fault.
    internal => Internal,
    /// A peer cannot be reached now; trying again may help.
    unavailable => Unavailable,
    /// Stored bytes are damaged.
    data_loss => DataLoss,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip_by_number() {
        for number in 0..=16 {
            assert_eq!(Code::from_i32(number) as i32, number);
        }
        assert_eq!(Code::from_i32(-1), Code::Unknown);
        assert_eq!(Code::from_i32(99), Code::Unknown);
    }

    #[test]
    fn the_first_node_named_stays() {
        let status = invalid_argument("bad").at_node("a").at_node("b");
        assert_eq!(status.message, "bad\n\t [[{{node a}}]]");
    }
}
