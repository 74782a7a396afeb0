//! How a status travels: in the headers that end a gRPC stream, and in HTTP/2's own errors where there are none.
//!
//! TensorFlow puts a status's payloads into `grpc-status-details-bin` as a bare
//! `tensorflow.distributed_runtime.GrpcPayloadContainer { map<string, bytes> payloads = 1; }`, not wrapped in a
//! `google.rpc.Status` as other gRPC users do. The only payload used here marks a failure as the echo of another.

use h2::Reason;
use http::{HeaderMap, HeaderValue, StatusCode};
use regatta_status::{Code, Result, Status};

/// Longer messages are cut, as TensorFlow does, to stay below the peer's limit on headers.
const MESSAGE_BYTES_MAX: usize = 3072;

const DERIVED: &[u8] = b"type.googleapis.com/tensorflow.DerivedStatus";

/// Writes the outcome of a call as gRPC's trailers.
pub(super) fn encode(outcome: Result<(), &Status>) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(3);
    let Err(status) = outcome else {
        headers.insert("grpc-status", HeaderValue::from_static("0"));
        return headers;
    };
    headers.insert("grpc-status", HeaderValue::from(status.code as i32));
    if !status.message.is_empty()
        && let Ok(message) = HeaderValue::from_str(&percent_encode(truncate(&status.message)))
    {
        headers.insert("grpc-message", message);
    }
    if status.derived
        && let Ok(details) = HeaderValue::from_str(&base64_encode(&derived_payload()))
    {
        headers.insert("grpc-status-details-bin", details);
    }
    headers
}

/// Reads the outcome of a call from the headers that should hold it; `None` where they hold none.
pub(super) fn decode(headers: &HeaderMap) -> Option<Result<()>> {
    let code = headers.get("grpc-status")?;
    let code = code.to_str().ok().and_then(|code| code.parse().ok()).map_or(Code::Unknown, Code::from_i32);
    if code == Code::Ok {
        return Some(Ok(()));
    }
    let message = headers.get("grpc-message").map_or(String::new(), |message| percent_decode(message.as_bytes()));
    // A peer that restarts may end a stream so; TensorFlow's own client reads it as the peer being away.
    let code = if code == Code::Unknown && message == "Stream removed" { Code::Unavailable } else { code };
    let mut status = Status::new(code, message);
    if let Some(details) = headers.get("grpc-status-details-bin") {
        status.derived = base64_decode(details.as_bytes()).is_some_and(|container| has_payload(&container, DERIVED));
    }
    Some(Err(status))
}

/// The code for an answer that is not gRPC's, by its HTTP status.
pub(super) fn of_http(status: StatusCode) -> Code {
    match status.as_u16() {
        400 => Code::Internal,
        401 => Code::Unauthenticated,
        403 => Code::PermissionDenied,
        404 => Code::Unimplemented,
        429 | 502 | 503 | 504 => Code::Unavailable,
        _ => Code::Unknown,
    }
}

/// The status for a stream that ended in an HTTP/2 error; `peer` is who it was shared with.
pub(super) fn of_h2(error: &h2::Error, peer: &str) -> Status {
    if error.is_io() || error.is_go_away() {
        return Status::new(Code::Unavailable, format!("connection to {peer} lost: {error}"));
    }
    let code = match error.reason() {
        Some(Reason::REFUSED_STREAM) => Code::Unavailable,
        Some(Reason::CANCEL) => Code::Cancelled,
        Some(Reason::ENHANCE_YOUR_CALM) => Code::ResourceExhausted,
        Some(Reason::INADEQUATE_SECURITY) => Code::PermissionDenied,
        Some(_) => Code::Internal,
        None => Code::Unavailable,
    };
    Status::new(code, format!("stream shared with {peer} failed: {error}"))
}

fn truncate(message: &str) -> &str {
    let end = (0..=message.len().min(MESSAGE_BYTES_MAX)).rev().find(|end| message.is_char_boundary(*end));
    &message[..end.unwrap_or(0)]
}

fn percent_encode(message: &str) -> String {
    let mut encoded = String::with_capacity(message.len());
    for byte in message.bytes() {
        match byte {
            b' '..=b'~' if byte != b'%' => encoded.push(char::from(byte)),
            _ => {
                encoded.push('%');
                for nibble in [byte >> 4, byte & 15] {
                    encoded
                        .push(char::from_digit(u32::from(nibble), 16).map_or('0', |digit| digit.to_ascii_uppercase()));
                }
            }
        }
    }
    encoded
}

/// Lenient, as gRPC asks for: what is no escape stays as it is.
fn percent_decode(mut message: &[u8]) -> String {
    let mut decoded = Vec::with_capacity(message.len());
    while let Some((&byte, rest)) = message.split_first() {
        message = rest;
        if byte == b'%'
            && let [high, low, rest @ ..] = rest
            && let (Some(high), Some(low)) = (char::from(*high).to_digit(16), char::from(*low).to_digit(16))
        {
            decoded.push((high * 16 + low) as u8);
            message = rest;
        } else {
            decoded.push(byte);
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// `payloads { key: DERIVED, value: "" }`: a map entry is a message of a key (1) and a value (2).
fn derived_payload() -> Vec<u8> {
    let key_bytes = DERIVED.len() as u8;
    let mut container = vec![0x0a, key_bytes + 4, 0x0a, key_bytes];
    container.extend_from_slice(DERIVED);
    container.extend_from_slice(&[0x12, 0]);
    container
}

/// Whether a container has a payload of that name. Anything malformed has none.
fn has_payload(container: &[u8], name: &[u8]) -> bool {
    fields(container).any(|(entry_tag, entry)| {
        entry_tag == 0x0a && fields(entry).any(|(key_tag, key)| key_tag == 0x0a && key == name)
    })
}

/// The length-delimited fields of a protobuf message, up to the first thing that is not one.
fn fields(mut message: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    std::iter::from_fn(move || {
        let (&tag, mut rest) = message.split_first()?;
        let (mut len, mut shift) = (0_usize, 0);
        loop {
            let (&byte, after) = rest.split_first()?;
            rest = after;
            len |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
            if shift > 28 {
                return None;
            }
        }
        let (field, rest) = rest.split_at_checked(len).filter(|_| tag & 7 == 2)?;
        message = rest;
        Some((tag, field))
    })
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base64 without padding, which gRPC asks senders to leave out.
fn base64_encode(bytes: &[u8]) -> String {
    let mut encoded = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word = group.iter().fold(0, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        for sextet in 0..=group.len() {
            encoded.push(char::from(BASE64[(word >> (18 - 6 * sextet) & 63) as usize]));
        }
    }
    encoded
}

/// Base64 with or without padding.
fn base64_decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut word, mut bits) = (0_u32, 0);
    for byte in text.iter().take_while(|byte| **byte != b'=') {
        let sextet = BASE64.iter().position(|digit| digit == byte)?;
        word = word << 6 | sextet as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            decoded.push((word >> bits) as u8);
        }
    }
    Some(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_survive_the_headers() {
        let check = |status: Status| {
            let headers = encode(Err(&status));
            assert_eq!(decode(&headers), Some(Err(status)));
        };
        check(Status::new(Code::Aborted, ""));
        check(Status::new(Code::NotFound, "näh: 100% \u{1f6a3}\n\t [[{{node a}}]]"));
        check(Status::new(Code::Cancelled, "step was aborted").derived());
        assert_eq!(decode(&encode(Ok(()))), Some(Ok(())));
        assert_eq!(decode(&HeaderMap::new()), None);
    }

    #[test]
    fn a_long_message_is_cut_between_characters() {
        let status = Status::new(Code::Internal, "x".repeat(MESSAGE_BYTES_MAX - 1) + "éé");
        let Some(Err(decoded)) = decode(&encode(Err(&status))) else { panic!("no error") };
        assert_eq!(decoded.message, "x".repeat(MESSAGE_BYTES_MAX - 1));
    }

    #[test]
    fn malformed_headers_are_read_leniently() {
        assert_eq!(percent_decode(b"%zz%4%41%"), "%zz%4A%");
        assert_eq!(base64_decode(b"aGk="), Some(b"hi".to_vec()));
        assert_eq!(base64_decode(b"aGk"), Some(b"hi".to_vec()));
        assert_eq!(base64_decode(b"a*k"), None);
        for broken in [&b"\x0a"[..], b"\x0a\xff\xff\xff\xff\xff\xff", b"\x0a\x7f\x0a", b"\x08\x01", b""] {
            assert!(!has_payload(broken, DERIVED));
        }
        assert!(has_payload(&derived_payload(), DERIVED));
    }
}
