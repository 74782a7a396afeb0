//! `InitializeTableFromTextFileV2`: an entry for each line of a file. Keys and values are the whole line, its number (and an
//! offset), or one of its columns.

use std::{
    fs::File,
    io::{BufRead, BufReader},
    str::FromStr,
};

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Code, Result, Status, invalid_argument, not_found, out_of_range};
use regatta_tensor::{DType, Element, Shape, Tensor};

use super::SharedTable;
use crate::{
    action::Stateful,
    ops::{handle, next, next_tensor},
};

/// What of a line is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Line,
    Number,
    Column(usize),
}

impl Part {
    fn of(node: &Node, attr: &str) -> Result<Part> {
        match node.attrs.int(attr)? {
            -2 => Ok(Part::Line),
            -1 => Ok(Part::Number),
            column => usize::try_from(column)
                .map(Part::Column)
                .map_err(|_| invalid_argument(format!("Invalid {attr} {column}: it must be at least -2"))),
        }
    }

    fn check_type(self, what: &str, dtype: DType) -> Result<()> {
        match (self, dtype) {
            (Part::Number, DType::Int64) | (Part::Line | Part::Column(_), _) => Ok(()),
            (Part::Number, _) => {
                Err(invalid_argument(format!("Key/value index for line number requires int64, but {what} is {dtype}")))
            }
        }
    }

    fn text(self, line: &[u8], number: i64, delimiter: u8) -> Result<Vec<u8>> {
        match self {
            Part::Line => Ok(line.to_vec()),
            Part::Number => Ok(number.to_string().into_bytes()),
            Part::Column(column) => match line.split(|byte| *byte == delimiter).nth(column) {
                Some(text) => Ok(text.to_vec()),
                None => Err(invalid_argument(format!(
                    "Invalid number of columns in line {number} ({}): expected more than {column}",
                    String::from_utf8_lossy(line)
                ))),
            },
        }
    }
}

pub(crate) fn initialize_from_text_file(node: &Node) -> Result<Stateful> {
    let (key, value) = (Part::of(node, "key_index")?, Part::of(node, "value_index")?);
    let vocab_size = node.attrs.int("vocab_size")?;
    let offset = node.attrs.int("offset")?;
    let delimiter = match node.attrs.str("delimiter")?.as_bytes() {
        [delimiter] => *delimiter,
        other => {
            return Err(invalid_argument(format!(
                "delimiter should be only 1 char, but is {:?}",
                String::from_utf8_lossy(other)
            )));
        }
    };
    let limit = match vocab_size {
        -1 => usize::MAX,
        _ => usize::try_from(vocab_size)
            .ok()
            .filter(|size| *size > 0)
            .ok_or_else(|| invalid_argument(format!("Invalid vocab_size {vocab_size}: it must be positive or -1")))?,
    };
    Ok(Box::new(move |step, inputs| {
        let mut inputs = inputs.into_iter();
        let table = handle::find::<SharedTable>(step, next(&mut inputs)?)?;
        let file = next_tensor(&mut inputs)?;
        let [path] = file.as_strings()? else {
            return Err(invalid_argument(format!("filename should be a single string, but got {}", file.shape())));
        };
        let path = String::from_utf8_lossy(path).into_owned();
        let (key_type, value_type) = {
            let table = table.lock();
            (table.about.key_type, table.about.value_type)
        };
        key.check_type("the key", key_type)?;
        value.check_type("the value", value_type)?;
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        for (number, line) in read_lines(&path, limit)?.into_iter().enumerate() {
            if line.is_empty() {
                return Err(invalid_argument(format!(
                    "Invalid content in {path}: empty line found at position {number}."
                )));
            }
            let number = (number as i64).saturating_add(offset);
            keys.push(key.text(&line, number, delimiter)?);
            values.push(value.text(&line, number, delimiter)?);
        }
        if keys.is_empty() {
            return Err(out_of_range(format!("{path} has no lines")));
        }
        if limit != usize::MAX && keys.len() != limit {
            return Err(invalid_argument(format!(
                "Invalid vocab_size in {path}: expected {limit} but got {}",
                keys.len()
            )));
        }
        table.lock().initialize(&parsed(key_type, keys)?, &parsed(value_type, values)?)?;
        Ok(Vec::new())
    }))
}

/// The first lines of a file. The only place where a table touches the disk.
fn read_lines(path: &str, limit: usize) -> Result<Vec<Vec<u8>>> {
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => not_found(format!("{path}; No such file or directory")),
        _ => Status::new(Code::Unknown, format!("{path}: {error}")),
    };
    let file = File::open(path).map_err(failed)?;
    // A device or a pipe might never end.
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(invalid_argument(format!("{path} is not a file")));
    }
    let mut lines = Vec::new();
    for line in BufReader::new(file).split(b'\n').take(limit) {
        let mut line = line.map_err(failed)?;
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        lines.push(line);
    }
    Ok(lines)
}

/// Texts as elements of a type.
fn parsed(dtype: DType, texts: Vec<Vec<u8>>) -> Result<Tensor> {
    fn numbers<T: Element + FromStr>(texts: &[Vec<u8>]) -> Result<Tensor> {
        let number = |text: &Vec<u8>| -> Result<T, Status> {
            let text = String::from_utf8_lossy(text);
            text.trim().parse().map_err(|_| invalid_argument(format!("Field {text} is not a valid {}.", T::DTYPE)))
        };
        Ok(Tensor::vector(texts.iter().map(number).collect::<Result<Vec<T>>>()?))
    }
    match dtype {
        DType::String => Tensor::strings(Shape::vector(texts.len()), texts),
        DType::Int32 => numbers::<i32>(&texts),
        DType::Int64 => numbers::<i64>(&texts),
        DType::Float => numbers::<f32>(&texts),
        DType::Double => numbers::<f64>(&texts),
        other => Err(invalid_argument(format!("Data type {other} not supported."))),
    }
}
