//! The name under which a value waits for its receiver: who sends it, to whom, which edge, and in which turn of which loop.
//!
//! ```text
//! /job:ps/replica:0/task:0/device:CPU:0;6f361e48e4426161;/job:worker/replica:0/task:0/device:CPU:0;edge_5_v/read;0:0
//! sending device                        incarnation      receiving device                          edge          frame:turn
//! ```
//!
//! Both ends make the key on their own, so every byte of it, the hash of the loop's name included, is part of the protocol.

use std::{fmt, str::FromStr};

use regatta_status::{Result, Status, invalid_argument};

/// A parsed key. `Display` writes it as it stands on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RendezvousKey {
    /// The full name of the device that has the value.
    pub send_device: String,
    /// Which life of that device: a restarted task has another number, so nothing old is taken for new.
    pub send_incarnation: u64,
    /// The full name of the device that wants the value.
    pub recv_device: String,
    /// The edge's name in the step, or for feeds and fetches the tensor's.
    pub tensor_name: String,
    /// The [`frame_id`] of the loop that the edge is in; zero outside of loops.
    pub frame: u64,
    /// The turn of that loop.
    pub iteration: i64,
}

impl fmt::Display for RendezvousKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RendezvousKey { send_device, send_incarnation, recv_device, tensor_name, frame, iteration } = self;
        write!(f, "{send_device};{send_incarnation:016x};{recv_device};{tensor_name};{frame}:{iteration}")
    }
}

impl FromStr for RendezvousKey {
    type Err = Status;

    fn from_str(text: &str) -> Result<RendezvousKey> {
        parse(text).ok_or_else(|| invalid_argument(format!("Invalid rendezvous key: {text}")))
    }
}

fn parse(text: &str) -> Option<RendezvousKey> {
    let mut parts = text.split(';');
    let mut next = || parts.next().filter(|part| !part.is_empty());
    let (send_device, incarnation, recv_device, tensor_name, turn) = (next()?, next()?, next()?, next()?, next()?);
    if parts.next().is_some() || !send_device.starts_with("/job:") || !recv_device.starts_with("/job:") {
        return None;
    }
    let (frame, iteration) = turn.split_once(':')?;
    // The standard parsers take a leading `+`, which would give one value two keys.
    if [incarnation, frame, iteration].iter().any(|number| number.starts_with('+')) {
        return None;
    }
    Some(RendezvousKey {
        send_device: send_device.to_owned(),
        send_incarnation: u64::from_str_radix(incarnation, 16).ok()?,
        recv_device: recv_device.to_owned(),
        tensor_name: tensor_name.to_owned(),
        frame: frame.parse().ok()?,
        iteration: iteration.parse().ok()?,
    })
}

/// The number of a loop's frame in keys: that of the loop named `name`, entered in the given turn of the frame `parent`
/// (the root frame is zero).
pub fn frame_id(parent: u64, iteration_in_parent: i64, name: &str) -> u64 {
    combine(parent, combine(iteration_in_parent as u64, murmur64(name.as_bytes(), 0xDE_CAFC_AFFE)))
}

fn combine(a: u64, b: u64) -> u64 {
    a ^ b.wrapping_add(0x9e37_79b9_7f4a_7800).wrapping_add(a << 10).wrapping_add(a >> 4)
}

/// MurmurHash64A.
fn murmur64(bytes: &[u8], seed: u64) -> u64 {
    const M: u64 = 0xc6a4_a793_5bd1_e995;
    const R: u32 = 47;
    let mut hash = seed ^ (bytes.len() as u64).wrapping_mul(M);
    let (words, tail) = bytes.as_chunks::<8>();
    for word in words {
        let mut k = u64::from_le_bytes(*word).wrapping_mul(M);
        k ^= k >> R;
        hash = (hash ^ k.wrapping_mul(M)).wrapping_mul(M);
    }
    if !tail.is_empty() {
        let mut word = [0; 8];
        word[..tail.len()].copy_from_slice(tail);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(M);
    }
    hash ^= hash >> R;
    hash = hash.wrapping_mul(M);
    hash ^ (hash >> R)
}

#[cfg(test)]
mod tests {
    use regatta_status::Code;

    use super::*;

    const PS: &str = "/job:ps/replica:0/task:0/device:CPU:0";
    const WORKER: &str = "/job:worker/replica:0/task:0/device:CPU:0";

    /// Seen on the wire between two tasks of TensorFlow 2.21.
    #[test]
    fn a_key_is_written_as_tensorflow_writes_it() {
        let text = format!("{PS};6f361e48e4426161;{WORKER};edge_5_v/read;0:0");
        let key: RendezvousKey = text.parse().unwrap();
        assert_eq!(key.send_incarnation, 0x6f36_1e48_e442_6161);
        assert_eq!((key.send_device.as_str(), key.recv_device.as_str()), (PS, WORKER));
        assert_eq!((key.tensor_name.as_str(), key.frame, key.iteration), ("edge_5_v/read", 0, 0));
        assert_eq!(key.to_string(), text);
        let small = RendezvousKey { send_incarnation: 0xff, frame: u64::MAX, iteration: 7, ..key };
        assert_eq!(small.to_string(), format!("{PS};00000000000000ff;{WORKER};edge_5_v/read;18446744073709551615:7"));
        assert_eq!(small.to_string().parse::<RendezvousKey>().unwrap(), small);
    }

    #[test]
    fn a_malformed_key_is_refused() {
        for text in [
            String::new(),
            ";;;;".to_owned(),
            format!("{PS};0;{WORKER};edge"),
            format!("{PS};0;{WORKER};edge;0:0;"),
            format!("{PS};xyz;{WORKER};edge;0:0"),
            format!("{PS};11112222333344445;{WORKER};edge;0:0"),
            format!("{PS};+1;{WORKER};edge;0:0"),
            format!("{PS};0;{WORKER};edge;0"),
            format!("{PS};0;{WORKER};edge;0:"),
            format!("{PS};0;{WORKER};edge;-1:0"),
            format!("{PS};0;{WORKER};;0:0"),
            format!("cpu:0;0;{WORKER};edge;0:0"),
        ] {
            assert_eq!(text.parse::<RendezvousKey>().unwrap_err().code, Code::InvalidArgument, "{text}");
        }
    }

    /// Both numbers were read off keys that TensorFlow 2.21 sent.
    #[test]
    fn frames_have_the_numbers_that_tensorflow_gives_them() {
        assert_eq!(frame_id(0, 0, "wl/while_context"), 5189404682685958103);
        assert_eq!(frame_id(0, 0, "wl"), 11939621890605363248);
        assert_ne!(frame_id(0, 1, "wl"), frame_id(0, 0, "wl"));
    }
}
