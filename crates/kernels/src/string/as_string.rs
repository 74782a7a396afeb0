//! AsString: each element as text, in the way that `printf` would write it with the flags that the attributes give.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor, bf16, f16};

use super::{
    numeral::{fixed, general, scientific, with_point},
    text::bytes_attr,
};
use crate::{
    Build, Kernel,
    array::elements::{room_for, take},
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("AsString", as_string)];

/// More digits than any float has; beyond, only zeros would follow.
const PRECISION_MAX: i64 = 10_000;

/// How numbers are to look.
#[derive(Clone, Copy)]
struct Look {
    notation: Notation,
    precision: usize,
    width: usize,
    /// One of `printf`'s flags, or nothing.
    flag: Option<u8>,
}

#[derive(Clone, Copy)]
enum Notation {
    Fixed,
    Scientific,
    Shortest,
}

fn as_string(node: &Node) -> Result<Kernel> {
    let look = look(node)?;
    let write: fn(Look, &Tensor) -> Result<Vec<Vec<u8>>> = match node.input_types[0].dtype {
        DType::Float => |look, t| all(t.values::<f32>()?, |x| look.real(f64::from(*x))),
        DType::Double => |look, t| all(t.values::<f64>()?, |x| look.real(*x)),
        DType::Half => |look, t| all(t.values::<f16>()?, |x| look.real(x.to_f64())),
        DType::BFloat16 => |look, t| all(t.values::<bf16>()?, |x| look.real(x.to_f64())),
        DType::Int8 => |look, t| all(t.values::<i8>()?, |x| look.signed((*x).into())),
        DType::Int16 => |look, t| all(t.values::<i16>()?, |x| look.signed((*x).into())),
        DType::Int32 => |look, t| all(t.values::<i32>()?, |x| look.signed((*x).into())),
        DType::Int64 => |look, t| all(t.values::<i64>()?, |x| look.signed(*x)),
        DType::UInt8 => |look, t| all(t.values::<u8>()?, |x| look.unsigned((*x).into())),
        DType::UInt16 => |look, t| all(t.values::<u16>()?, |x| look.unsigned((*x).into())),
        DType::UInt32 => |look, t| all(t.values::<u32>()?, |x| look.unsigned((*x).into())),
        DType::UInt64 => |look, t| all(t.values::<u64>()?, |x| look.unsigned(*x)),
        DType::Complex64 => |look, t| {
            let values = t.values::<num_complex::Complex<f32>>()?;
            all(values, |x| look.complex(x.re.into(), x.im.into()))
        },
        DType::Complex128 => |look, t| {
            let values = t.values::<num_complex::Complex<f64>>()?;
            all(values, |x| look.complex(x.re, x.im))
        },
        DType::Bool => |_, t| all(t.values::<bool>()?, |x| Ok(x.to_string().into_bytes())),
        DType::String => |look, t| all(t.as_strings()?, |x| look.padded(x.clone())),
        _ => return Err(unsupported(node)),
    };
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input] = take(inputs)?;
        let shape: Shape = input.shape().clone();
        Ok(vec![Tensor::strings(shape, write(look, &input)?)?])
    })))
}

fn all<T>(values: &[T], mut write: impl FnMut(&T) -> Result<Vec<u8>>) -> Result<Vec<Vec<u8>>> {
    let mut written = room_for(values.len())?;
    for value in values {
        written.push(write(value)?);
    }
    Ok(written)
}

/// What the attributes say, or why they make no sense together or for the type.
fn look(node: &Node) -> Result<Look> {
    let (precision, width) = (node.attrs.int("precision")?, node.attrs.int("width")?);
    let (is_scientific, is_shortest) = (node.attrs.bool("scientific")?, node.attrs.bool("shortest")?);
    let dtype = node.input_types[0].dtype;
    let is_plain = !dtype.is_float() && !matches!(dtype, DType::Complex64 | DType::Complex128 | DType::String);
    if is_plain && (is_scientific || is_shortest) {
        return Err(invalid_argument(format!("scientific and shortest format not supported for datatype {dtype}")));
    }
    if is_plain && precision >= 0 {
        return Err(invalid_argument(format!("precision not supported for datatype {dtype}")));
    }
    let notation = match (is_scientific, is_shortest) {
        (true, true) => return Err(invalid_argument("Cannot select both scientific and shortest notation")),
        (true, false) => Notation::Scientific,
        (false, true) => Notation::Shortest,
        (false, false) => Notation::Fixed,
    };
    let flag = match bytes_attr(node, "fill")?.as_slice() {
        [] => None,
        [flag @ (b' ' | b'+' | b'-' | b'0' | b'#')] => Some(*flag),
        [other] => {
            return Err(invalid_argument(format!("Fill argument not supported: \"{}\"", char::from(*other))));
        }
        _ => return Err(invalid_argument("Fill string must be one or fewer characters")),
    };
    if precision > PRECISION_MAX || width > i64::from(i32::MAX) {
        return Err(invalid_argument(format!("precision {precision} or width {width} is too large")));
    }
    let precision = usize::try_from(precision).unwrap_or(6);
    Ok(Look { notation, precision, width: usize::try_from(width).unwrap_or_default(), flag })
}

impl Look {
    fn real(self, value: f64) -> Result<Vec<u8>> {
        let keep_zeros = self.flag == Some(b'#');
        let text = match self.notation {
            Notation::Fixed => fixed(value, self.precision),
            Notation::Scientific => scientific(value, self.precision),
            Notation::Shortest => general(value, self.precision, keep_zeros),
        };
        let text = match self.notation {
            Notation::Fixed if keep_zeros => with_point(text),
            Notation::Scientific if keep_zeros && value.is_finite() => match text.split_once('e') {
                Some((mantissa, exponent)) => format!("{}e{exponent}", with_point(mantissa.to_owned())),
                None => text,
            },
            _ => text,
        };
        self.number(text, true, value.is_finite())
    }

    fn signed(self, value: i64) -> Result<Vec<u8>> {
        self.number(value.to_string(), true, true)
    }

    fn unsigned(self, value: u64) -> Result<Vec<u8>> {
        self.number(value.to_string(), false, true)
    }

    fn complex(self, real: f64, imaginary: f64) -> Result<Vec<u8>> {
        let parts: [&[u8]; 5] = [b"(", &self.real(real)?, b",", &self.real(imaginary)?, b")"];
        Ok(parts.concat())
    }

    /// A number with what the flag and the width put around it.
    fn number(self, text: String, has_sign: bool, is_finite: bool) -> Result<Vec<u8>> {
        let text = match self.flag {
            Some(flag @ (b'+' | b' ')) if has_sign && !text.starts_with('-') => {
                format!("{}{text}", char::from(flag))
            }
            _ => text,
        };
        if self.flag != Some(b'0') || !is_finite || text.len() >= self.width {
            return self.padded(text.into_bytes());
        }
        let (sign, digits) = text.split_at(usize::from(text.starts_with('-')));
        let mut padded = room_for(self.width)?;
        padded.extend_from_slice(sign.as_bytes());
        padded.resize(self.width - digits.len(), b'0');
        padded.extend_from_slice(digits.as_bytes());
        Ok(padded)
    }

    /// A text with blanks before it, or behind it.
    fn padded(self, text: Vec<u8>) -> Result<Vec<u8>> {
        if text.len() >= self.width {
            return Ok(text);
        }
        let mut padded = room_for(self.width)?;
        if self.flag == Some(b'-') {
            padded.extend_from_slice(&text);
            padded.resize(self.width, b' ');
        } else {
            padded.resize(self.width - text.len(), b' ');
            padded.extend_from_slice(&text);
        }
        Ok(padded)
    }
}
