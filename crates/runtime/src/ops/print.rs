//! `Print`, `PrintV2`: tensors shown by the task that runs the node, mostly on its standard error.

use std::{
    io::Write,
    sync::atomic::{AtomicI64, Ordering},
};

use regatta_graph::{AttrValue, AttrsExt, Node};
use regatta_kernels::first_elements;
use regatta_status::{Result, invalid_argument};

use crate::{
    action::Stateful,
    files::file_error,
    ops::{next, next_tensor},
    value::Value,
};

/// `Print`: hands its first input on, and shows the others, for the first so many times.
pub(crate) fn print(node: &Node) -> Result<Stateful> {
    let message = bytes(node, "message")?;
    let (first_n, summarize) = (node.attrs.int("first_n")?, node.attrs.int("summarize")?);
    let shown_times = AtomicI64::new(0);
    Ok(Box::new(move |_, inputs| {
        let mut inputs = inputs.into_iter();
        let input = next(&mut inputs)?;
        if first_n >= 0 && shown_times.fetch_add(1, Ordering::Relaxed) >= first_n {
            // Never so often that the count comes round.
            shown_times.store(first_n, Ordering::Relaxed);
            return Ok(vec![input]);
        }
        let mut line = message.clone();
        for value in inputs {
            line.push(b'[');
            line.extend(first_elements(&value.into_tensor()?, summarize));
            line.push(b']');
        }
        line.push(b'\n');
        // A task whose standard error nobody reads works on.
        let _ = std::io::stderr().write_all(&line);
        Ok(vec![input])
    }))
}

/// Where `PrintV2` writes to.
enum Stream {
    Out,
    Err,
    Info,
    Warning,
    Error,
    File(String),
}

/// `PrintV2`: writes a string to a stream of the task, to its log, or to a file if it may.
pub(crate) fn print_v2(node: &Node) -> Result<Stateful> {
    let name = node.attrs.str("output_stream")?;
    let stream = match name {
        "stdout" => Stream::Out,
        "stderr" => Stream::Err,
        "log(info)" => Stream::Info,
        "log(warning)" => Stream::Warning,
        "log(error)" => Stream::Error,
        _ => match name.strip_prefix("file://") {
            Some(path) => Stream::File(path.to_owned()),
            None => {
                return Err(invalid_argument(format!(
                    "Unknown output stream: \"{name}\", or output stream is not a file. Valid output streams are: stdout, stderr, log(info), log(warning), log(error), file://<filename>"
                )));
            }
        },
    };
    let end = bytes(node, "end")?;
    Ok(Box::new(move |context, inputs| {
        let input = next_tensor(&mut inputs.into_iter())?;
        let [text] = input.as_strings()? else {
            return Err(invalid_argument(format!("Input is expected to be scalar, but got {}", input.shape())));
        };
        if input.shape().rank() != 0 {
            return Err(invalid_argument(format!("Input is expected to be scalar, but got {}", input.shape())));
        }
        let line = [text.as_slice(), &end].concat();
        let text = || String::from_utf8_lossy(text);
        // A task whose output nobody reads works on.
        match &stream {
            Stream::Out => drop(std::io::stdout().write_all(&line)),
            Stream::Err => drop(std::io::stderr().write_all(&line)),
            Stream::Info => tracing::info!(target: "print", "{}", text()),
            Stream::Warning => tracing::warn!(target: "print", "{}", text()),
            Stream::Error => tracing::error!(target: "print", "{}", text()),
            Stream::File(name) => {
                let path = context.resources.files().allow("PrintV2", name)?;
                let file = std::fs::OpenOptions::new().append(true).create(true).open(&path);
                file.and_then(|mut file| file.write_all(&line)).map_err(|error| file_error(&path, &error))?;
            }
        }
        Ok(Vec::<Value>::new())
    }))
}

fn bytes(node: &Node, name: &str) -> Result<Vec<u8>> {
    match node.attrs.get_attr(name)? {
        AttrValue::String(value) => Ok(value.clone()),
        _ => Err(invalid_argument(format!("attr '{name}' is not a string"))),
    }
}
