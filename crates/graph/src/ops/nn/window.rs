//! The shapes that windows over images give: what convolutions and poolings share.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::size;
use crate::{
    op_def::AttrsExt,
    ops::{
        array::known::constant_ints,
        infer::{Dim, input, with_rank},
    },
    shape_rule::ShapeQuery,
};

/// How a node's windows move over images.
pub(super) struct Windows {
    /// Which dimensions the rows, the columns and the channels are.
    pub(super) dims: [usize; 3],
    strides: Vec<i64>,
    dilations: Vec<i64>,
    padding: String,
    explicit: Vec<i64>,
}

impl Windows {
    /// Those of a convolution.
    pub(super) fn of_convolution(query: &ShapeQuery<'_>) -> Result<Windows> {
        let attrs = &query.node.attrs;
        let (strides, dilations) = (attrs.list("strides")?.ints.clone(), attrs.list("dilations")?.ints.clone());
        Windows::new(query, strides, dilations)
    }

    /// Those of a dilation, whose dilations are called rates.
    pub(super) fn of_dilation(query: &ShapeQuery<'_>) -> Result<Windows> {
        let attrs = &query.node.attrs;
        Windows::new(query, attrs.list("strides")?.ints.clone(), attrs.list("rates")?.ints.clone())
    }

    /// Those of a pooling.
    pub(super) fn of_pooling(query: &ShapeQuery<'_>, strides: Vec<i64>) -> Result<Windows> {
        Windows::new(query, strides, vec![1; 4])
    }

    fn new(query: &ShapeQuery<'_>, strides: Vec<i64>, dilations: Vec<i64>) -> Result<Windows> {
        let attrs = &query.node.attrs;
        let format = attrs.get("data_format").map(|_| attrs.str("data_format")).transpose()?;
        let dims = match format {
            None | Some("NHWC") => [1, 2, 3],
            Some("NCHW") => [2, 3, 1],
            Some(other) => return Err(invalid_argument(format!("Invalid data format string: {other}"))),
        };
        for (name, values) in [("stride", &strides), ("dilation", &dilations)] {
            if values.len() != 4 {
                return Err(invalid_argument(format!(
                    "{} requires the {name} attribute to contain 4 values, but got: {}",
                    query.node.op.name,
                    values.len()
                )));
            }
            if let Some(value) = values.iter().find(|value| **value < 1) {
                return Err(invalid_argument(format!("A {name} must be > 0, but got {value}")));
            }
        }
        let padding = attrs.str("padding")?.to_owned();
        let explicit = match attrs.get("explicit_paddings") {
            Some(_) => attrs.list("explicit_paddings")?.ints.clone(),
            None => Vec::new(),
        };
        match (padding.as_str(), explicit.len()) {
            ("EXPLICIT", 8) if explicit.iter().any(|side| *side < 0) => {
                return Err(invalid_argument("All elements of explicit_paddings must be nonnegative"));
            }
            ("EXPLICIT", 8) | ("SAME" | "VALID", 0) => {}
            ("EXPLICIT", count) => {
                return Err(invalid_argument(format!(
                    "explicit_paddings attribute must contain 8 values, but got: {count}"
                )));
            }
            ("SAME" | "VALID", _) => {
                return Err(invalid_argument(
                    "explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT",
                ));
            }
            (other, _) => return Err(invalid_argument(format!("Invalid padding: {other}"))),
        }
        Ok(Windows { dims, strides, dilations, padding, explicit })
    }

    /// The size of a dimension of the output.
    pub(super) fn output(&self, dim: usize, input: Dim, taps: Dim) -> Result<Dim> {
        let (stride, dilation) = (i128::from(self.strides[dim]), i128::from(self.dilations[dim]));
        if self.padding == "SAME" {
            return Ok(input.map(|input| input.div_ceil(stride as usize)));
        }
        let (Some(size), Some(taps)) = (input, taps) else { return Ok(None) };
        let around = self.explicit.get(2 * dim..2 * dim + 2).unwrap_or_default();
        let padded = size as i128 + around.iter().map(|side| i128::from(*side)).sum::<i128>();
        let extent = (taps as i128 - 1) * dilation + 1;
        let output = (padded - extent + stride) / stride;
        usize::try_from(output).map(Some).map_err(|_| {
            invalid_argument(format!(
                "Computed output size would be negative: {output} [input_size: {size}, effective_filter_size: {extent}, \
                 stride: {stride}]"
            ))
        })
    }

    /// The images that come out: of so many rows, columns and channels.
    pub(super) fn images(&self, batch: Dim, rows: Dim, columns: Dim, channels: Dim) -> PartialShape {
        let mut sizes = vec![batch; 4];
        for (dim, size) in self.dims.into_iter().zip([rows, columns, channels]) {
            sizes[dim] = size;
        }
        PartialShape::new(sizes)
    }
}

/// `[b, h, w, c] -> [b, h', w', c']` for windows of so many elements in each dimension.
fn pooled(query: &ShapeQuery<'_>, taps: &[i64], strides: Vec<i64>) -> Result<PartialShape> {
    let images = with_rank(input(query, 0)?, 4)?;
    if taps.len() != 4 {
        return Err(invalid_argument(format!(
            "{} requires the ksize attribute to contain 4 values, but got: {}",
            query.node.op.name,
            taps.len()
        )));
    }
    let windows = Windows::of_pooling(query, strides)?;
    let [rows, columns, channels] = windows.dims;
    let out = |dim: usize| windows.output(dim, size(&images, dim), usize::try_from(taps[dim]).ok());
    Ok(windows.images(size(&images, 0), out(rows)?, out(columns)?, out(channels)?))
}

/// A rule: windows whose sizes are attributes.
pub(super) fn pooling(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let attrs = &query.node.attrs;
    Ok(vec![pooled(query, &attrs.list("ksize")?.ints, attrs.list("strides")?.ints.clone())?])
}

/// A rule: windows whose sizes and strides are the second and third input.
pub(super) fn pooling_by_inputs(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    match (constant_ints(query, 1), constant_ints(query, 2)) {
        (Some(taps), Some(strides)) => Ok(vec![pooled(query, &taps, strides)?]),
        _ => {
            with_rank(input(query, 0)?, 4)?;
            Ok(vec![PartialShape::of_rank(4)])
        }
    }
}

/// A rule: the output has the shape of the first input, which are images.
pub(super) fn images_as_first(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![with_rank(input(query, 0)?, 4)?])
}

/// A rule: the output has the shape of the second input, which are images.
pub(super) fn images_as_second(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![with_rank(input(query, 1)?, 4)?])
}
