//! Tensors as people are shown them: in the errors of `Assert`, in what `Print` prints, and by `StringFormat`.

use regatta_tensor::{DType, Shape, Tensor, bf16, f16};

use super::numeral::{shown_f32, shown_f64};

/// The first elements, without line breaks: `[1 2][3...]...`; a negative limit shows all.
pub fn first_elements(tensor: &Tensor, limit: i64) -> Vec<u8> {
    let count = tensor.num_elements();
    let shown = usize::try_from(limit).map_or(count, |limit| limit.min(count));
    let Some(element) = writer(tensor, false) else {
        return unreadable(shown, count).into_bytes();
    };
    let mut text = Vec::new();
    if tensor.shape().rank() == 0 {
        text.extend((0..shown).flat_map(&element));
    } else {
        rows(&mut text, tensor.shape(), 0, shown, &mut 0, &element);
    }
    if shown < count {
        text.extend_from_slice(b"...");
    }
    text
}

/// As many elements at both ends of every dimension, in lines and brackets as numpy shows them.
pub(crate) fn nested(tensor: &Tensor, limit: i64) -> Vec<u8> {
    let count = tensor.num_elements();
    let shown = usize::try_from(limit).map_or(count, |limit| limit.min(count));
    let Some(element) = writer(tensor, true) else {
        return format!("[{}]", unreadable(shown, count)).into_bytes();
    };
    let mut text = Vec::new();
    if tensor.shape().rank() > 0 {
        nest(&mut text, tensor.shape(), 0, shown, 0, &element);
    } else if shown > 0 {
        text.extend(element(0));
    } else {
        text.extend_from_slice(b"...");
    }
    text
}

/// Types without a text of their own.
fn unreadable(shown: usize, count: usize) -> String {
    let mut text = vec!["?"; shown].join(" ");
    if shown < count {
        text.push_str("...");
    }
    text
}

fn rows(
    text: &mut Vec<u8>,
    shape: &Shape,
    axis: usize,
    limit: usize,
    at: &mut usize,
    element: &dyn Fn(usize) -> Vec<u8>,
) {
    if *at >= limit {
        return;
    }
    for k in 0..shape[axis] {
        if axis + 1 < shape.rank() {
            if *at >= limit {
                return;
            }
            text.push(b'[');
            rows(text, shape, axis + 1, limit, at, element);
            text.push(b']');
            continue;
        }
        if *at >= limit {
            if axis != 0 {
                text.extend_from_slice(b"...");
            }
            return;
        }
        if k > 0 {
            text.push(b' ');
        }
        text.extend(element(*at));
        *at += 1;
    }
}

fn nest(
    text: &mut Vec<u8>,
    shape: &Shape,
    axis: usize,
    ends: usize,
    offset: usize,
    element: &dyn Fn(usize) -> Vec<u8>,
) {
    let Some(&size) = shape.get(axis) else {
        text.extend(element(offset));
        return;
    };
    let step: usize = shape[axis + 1..].iter().product();
    let space = |text: &mut Vec<u8>| {
        let lines = shape.rank() - axis - 1;
        match lines {
            0 => text.push(b' '),
            _ => {
                text.extend(std::iter::repeat_n(b'\n', lines));
                text.extend(std::iter::repeat_n(b' ', axis + 1));
            }
        }
    };
    text.push(b'[');
    for k in 0..ends.min(size) {
        if k > 0 {
            space(text);
        }
        nest(text, shape, axis + 1, ends, offset + step * k, element);
    }
    if size > ends.saturating_mul(2) {
        space(text);
        text.extend_from_slice(b"...");
    }
    for k in ends.max(size.saturating_sub(ends))..size {
        space(text);
        nest(text, shape, axis + 1, ends, offset + step * k, element);
    }
    text.push(b']');
}

/// How to write one element, for types that have a text.
fn writer(tensor: &Tensor, quoted: bool) -> Option<Box<dyn Fn(usize) -> Vec<u8> + '_>> {
    macro_rules! whole {
        ($type:ty) => {{
            let values = tensor.values::<$type>().ok()?;
            Box::new(|k| values[k].to_string().into_bytes())
        }};
    }
    Some(match tensor.dtype() {
        DType::Float => {
            let values = tensor.values::<f32>().ok()?;
            Box::new(|k| shown_f32(values[k]).into_bytes())
        }
        DType::Double => {
            let values = tensor.values::<f64>().ok()?;
            Box::new(|k| shown_f64(values[k]).into_bytes())
        }
        DType::Half => {
            let values = tensor.values::<f16>().ok()?;
            Box::new(|k| shown_f32(values[k].to_f32()).into_bytes())
        }
        DType::BFloat16 => {
            let values = tensor.values::<bf16>().ok()?;
            Box::new(|k| shown_f32(values[k].to_f32()).into_bytes())
        }
        DType::Int8 => whole!(i8),
        DType::Int16 => whole!(i16),
        DType::Int32 => whole!(i32),
        DType::Int64 => whole!(i64),
        DType::UInt8 => whole!(u8),
        DType::UInt16 => whole!(u16),
        DType::UInt32 => whole!(u32),
        DType::UInt64 => whole!(u64),
        DType::Bool => {
            let values = tensor.values::<bool>().ok()?;
            Box::new(|k| u8::from(values[k]).to_string().into_bytes())
        }
        DType::String => {
            let values = tensor.as_strings().ok()?;
            match quoted {
                true => Box::new(|k| [b"\"", escaped(&values[k]).as_slice(), b"\""].concat()),
                false => Box::new(|k| escaped(&values[k])),
            }
        }
        _ => return None,
    })
}

/// Bytes as they would stand in a C program's text; what may be a part of a UTF-8 character stays as it is.
fn escaped(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            b'\n' => text.extend_from_slice(b"\\n"),
            b'\r' => text.extend_from_slice(b"\\r"),
            b'\t' => text.extend_from_slice(b"\\t"),
            b'"' | b'\'' | b'\\' => text.extend([b'\\', *byte]),
            ..0x20 | 0x7f => text.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
            _ => text.push(*byte),
        }
    }
    text
}
