//! DecodeCSV: the fields of each record of comma-separated values, one output for each field.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Element, Shape, Tensor};

use crate::{
    Build, Kernel,
    array::elements::room_for,
    string::{
        numeral::{parse_f32, parse_f64, parse_int},
        text::bytes_attr,
    },
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("DecodeCSV", decode_csv)];

/// How records are written.
struct Format {
    delimiter: u8,
    has_quotes: bool,
    /// A field that says that it has no value.
    missing: Vec<u8>,
    /// The columns that are wanted, in order; all if there are none.
    columns: Vec<i64>,
}

fn decode_csv(node: &Node) -> Result<Kernel> {
    let [delimiter] = bytes_attr(node, "field_delim")?[..] else {
        return Err(invalid_argument("field_delim should be only 1 char"));
    };
    let types = node.attrs.list("OUT_TYPE")?.types.clone();
    if types.iter().any(|dtype| reader(*dtype).is_none()) {
        return Err(unsupported(node));
    }
    let columns = node.attrs.list("select_cols")?.ints.clone();
    if !columns.is_empty() && columns.len() != types.len() {
        return Err(invalid_argument("select_cols should match output size"));
    }
    if columns.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err(invalid_argument("select_cols should be strictly increasing indices"));
    }
    if columns.first().is_some_and(|column| *column < 0) {
        return Err(invalid_argument("select_cols should be non-negative indices"));
    }
    let has_quotes = node.attrs.bool("use_quote_delim")?;
    let format = Format { delimiter, has_quotes, missing: bytes_attr(node, "na_value")?, columns };
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let (records, defaults) = inputs.split_first().ok_or_else(|| invalid_argument("no records"))?;
        for (k, default) in defaults.iter().enumerate() {
            if default.num_elements() > 1 {
                let count = default.num_elements();
                return Err(invalid_argument(format!(
                    "There should only be 1 default per field but field {k} has {count}"
                )));
            }
            if default.shape().rank() > 1 {
                return Err(invalid_argument("Each record default should be at most rank 1"));
            }
        }
        let strings = records.as_strings()?;
        let mut rows = room_for(strings.len())?;
        for (k, record) in strings.iter().enumerate() {
            let fields = format.fields(record)?;
            if fields.len() != types.len() {
                let (expected, found) = (types.len(), fields.len());
                return Err(invalid_argument(format!("Expect {expected} fields but have {found} in record {k}")));
            }
            rows.push(fields);
        }
        let outputs = types.iter().zip(defaults).enumerate();
        outputs
            .map(|(k, (dtype, default))| {
                let column = Column { number: k, rows: &rows, default, missing: &format.missing };
                let read = reader(*dtype).ok_or_else(|| invalid_argument("unknown type of a field"))?;
                read(&column, records.shape())
            })
            .collect()
    })))
}

impl Format {
    /// The fields of a record.
    fn fields(&self, record: &[u8]) -> Result<Vec<Vec<u8>>> {
        let (mut fields, mut number, mut at) = (Vec::new(), 0, 0);
        let is_wanted = |number: i64, found: usize| self.columns.is_empty() || self.columns.get(found) == Some(&number);
        while let Some(first) = record.get(at) {
            if matches!(first, b'\n' | b'\r') {
                at += 1;
                continue;
            }
            let (field, end) =
                if self.has_quotes && *first == b'"' { self.quoted(record, at + 1)? } else { self.plain(record, at)? };
            at = end;
            if is_wanted(number, fields.len()) {
                fields.push(field);
                if fields.len() == self.columns.len() {
                    return Ok(fields);
                }
            }
            number += 1;
        }
        // A delimiter at the end has an empty field behind it.
        if record.last() == Some(&self.delimiter) && is_wanted(number, fields.len()) {
            fields.push(Vec::new());
        }
        Ok(fields)
    }

    /// A field up to the delimiter, and where the next begins.
    fn plain(&self, record: &[u8], start: usize) -> Result<(Vec<u8>, usize)> {
        let rest = &record[start..];
        let len = rest.iter().position(|byte| *byte == self.delimiter).unwrap_or(rest.len());
        let field = &rest[..len];
        if field.iter().any(|byte| matches!(byte, b'\n' | b'\r') || (self.has_quotes && *byte == b'"')) {
            return Err(invalid_argument("Unquoted fields cannot have quotes/CRLFs inside"));
        }
        Ok((field.to_vec(), start + len + 1))
    }

    /// A field up to its closing quote, and where the next begins. Two quotes stand for one.
    fn quoted(&self, record: &[u8], start: usize) -> Result<(Vec<u8>, usize)> {
        let (mut field, mut at) = (Vec::new(), start);
        loop {
            match (record.get(at), record.get(at + 1)) {
                (Some(b'"'), None) => return Ok((field, at + 2)),
                (Some(b'"'), Some(next)) if *next == self.delimiter => return Ok((field, at + 2)),
                (Some(b'"'), Some(b'"')) => {
                    field.push(b'"');
                    at += 2;
                }
                (Some(b'"'), Some(_)) => {
                    return Err(invalid_argument("Quote inside a string has to be escaped by another quote"));
                }
                (Some(byte), _) => {
                    field.push(*byte);
                    at += 1;
                }
                (None, _) => {
                    return Err(invalid_argument("Quoted field has to end with quote followed by delim or end"));
                }
            }
        }
    }
}

/// One field of all records.
struct Column<'a> {
    number: usize,
    rows: &'a [Vec<Vec<u8>>],
    default: &'a Tensor,
    missing: &'a [u8],
}

impl Column<'_> {
    /// The values, with the default where there is none.
    fn read<T: Clone>(&self, defaults: &[T], name: &str, parse: fn(&[u8]) -> Option<T>) -> Result<Vec<T>> {
        let mut values = room_for(self.rows.len())?;
        for (k, row) in self.rows.iter().enumerate() {
            let field = &row[self.number];
            values.push(if field.is_empty() || field == self.missing {
                defaults.first().cloned().ok_or_else(|| {
                    invalid_argument(format!("Field {} is required but missing in record {k}!", self.number))
                })?
            } else {
                parse(field).ok_or_else(|| {
                    let text = String::from_utf8_lossy(field);
                    invalid_argument(format!("Field {} in record {k} is not a valid {name}: {text}", self.number))
                })?
            });
        }
        Ok(values)
    }

    fn numbers<T: Element>(&self, shape: &Shape, name: &str, parse: fn(&[u8]) -> Option<T>) -> Result<Tensor> {
        Tensor::new(shape.clone(), self.read(self.default.values::<T>()?, name, parse)?)
    }
}

type Reader = fn(&Column<'_>, &Shape) -> Result<Tensor>;

/// How fields of a type are read.
fn reader(dtype: DType) -> Option<Reader> {
    Some(match dtype {
        DType::Int32 => |column, shape| column.numbers(shape, "int32", parse_int::<i32>),
        DType::Int64 => |column, shape| column.numbers(shape, "int64", parse_int::<i64>),
        DType::Float => |column, shape| column.numbers(shape, "float", parse_f32),
        DType::Double => |column, shape| column.numbers(shape, "double", parse_f64),
        DType::String => |column, shape| {
            let texts = column.read(column.default.as_strings()?, "string", |field| Some(field.to_vec()))?;
            Tensor::strings(shape.clone(), texts)
        },
        _ => return None,
    })
}
