//! Windows that move over images: which elements each place of a convolution or a pooling looks at.
//!
//! ```text
//! extent  = (taps - 1) dilation + 1
//! output  = (input + padding - extent + stride) / stride
//! ```
//!
//! Sizes come from a client's tensors and attributes. They are checked here, once, so that no later sum overflows.

use std::ops::Range;

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument, unimplemented};
use regatta_tensor::{Shape, Tensor};

/// Strides, dilations and paddings beyond this are refused: no tensor is that large.
const LIMIT: i64 = 1 << 31;

/// Where in a tensor of images the channels are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// `[batch, rows, columns, channels]`.
    ChannelsLast,
    /// `[batch, channels, rows, columns]`.
    ChannelsFirst,
}

impl Layout {
    pub(super) fn of(node: &Node) -> Result<Layout> {
        match node.attrs.get("data_format").map(|_| node.attrs.str("data_format")).transpose()? {
            None | Some("NHWC") => Ok(Layout::ChannelsLast),
            Some("NCHW") => Ok(Layout::ChannelsFirst),
            Some(_) => Err(invalid_argument("Invalid data format")),
        }
    }

    /// Which dimensions the rows, the columns and the channels are.
    pub(super) fn dims(self) -> [usize; 3] {
        match self {
            Layout::ChannelsLast => [1, 2, 3],
            Layout::ChannelsFirst => [2, 3, 1],
        }
    }

    /// The sizes of a tensor of images as `[batch, rows, columns, channels]`.
    pub(super) fn sizes(self, shape: &Shape, name: &str) -> Result<[usize; 4]> {
        let sizes: [usize; 4] =
            shape[..].try_into().map_err(|_| invalid_argument(format!("{name} must be 4-dimensional{shape}")))?;
        let [rows, columns, channels] = self.dims();
        Ok([sizes[0], sizes[rows], sizes[columns], sizes[channels]])
    }

    /// The reverse: the shape of a tensor of images of these sizes.
    pub(super) fn shape(self, [batch, rows, columns, channels]: [usize; 4]) -> Result<Shape> {
        match self {
            Layout::ChannelsLast => Shape::new(&[batch, rows, columns, channels]),
            Layout::ChannelsFirst => Shape::new(&[batch, channels, rows, columns]),
        }
    }
}

/// What lies around an image, as if it were zero (or, for a maximum, as if it were not there).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Padding {
    Valid,
    Same,
    /// Before and after the rows, before and after the columns.
    Explicit([(i64, i64); 2]),
}

/// How a node's windows move over images: from place to place, and from tap to tap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moves {
    pub(super) layout: Layout,
    strides: [i64; 2],
    dilations: [i64; 2],
    padding: Padding,
}

impl Moves {
    /// Those of a convolution.
    pub(super) fn of_convolution(node: &Node) -> Result<Moves> {
        let layout = Layout::of(node)?;
        let strides = across("strides", &node.attrs.list("strides")?.ints, layout)?;
        let dilations = across("dilations", &node.attrs.list("dilations")?.ints, layout)?;
        Ok(Moves { layout, strides, dilations, padding: padding(node, layout)? })
    }

    /// Those of a dilation, whose dilations are called rates.
    pub(super) fn of_dilation(node: &Node) -> Result<Moves> {
        let layout = Layout::ChannelsLast;
        let strides = across("strides", &node.attrs.list("strides")?.ints, layout)?;
        let dilations = across("rates", &node.attrs.list("rates")?.ints, layout)?;
        Ok(Moves { layout, strides, dilations, padding: padding(node, layout)? })
    }

    /// Those of a pooling, whose strides may be an input.
    pub(super) fn of_pooling(node: &Node, strides: [i64; 2]) -> Result<Moves> {
        let layout = Layout::of(node)?;
        Ok(Moves { layout, strides, dilations: [1, 1], padding: padding(node, layout)? })
    }

    /// Those of a convolution that leaves nothing out, with so much around the rows and around the columns.
    #[cfg(test)]
    pub(super) fn one_by_one(sides: [(i64, i64); 2]) -> Moves {
        let (layout, padding) = (Layout::ChannelsLast, Padding::Explicit(sides));
        Moves { layout, strides: [1; 2], dilations: [1; 2], padding }
    }

    /// The windows over images of so many rows and columns, themselves of so many taps in either direction.
    pub(super) fn over(&self, input: [usize; 2], taps: [usize; 2]) -> Result<[Axis; 2]> {
        Ok([self.axis(0, input[0], taps[0])?, self.axis(1, input[1], taps[1])?])
    }

    fn axis(&self, k: usize, input: usize, taps: usize) -> Result<Axis> {
        let (stride, dilation) = (i128::from(self.strides[k]), i128::from(self.dilations[k]));
        let (size, taps_wide) = (input as i128, taps as i128);
        if taps == 0 {
            return Err(invalid_argument("windows must not be empty: filters and pools need at least one tap"));
        }
        let extent = (taps_wide - 1) * dilation + 1;
        let (output, before) = match self.padding {
            Padding::Valid => ((size - extent + stride) / stride, 0),
            Padding::Same => {
                let output = (size + stride - 1) / stride;
                (output, ((output - 1) * stride + extent - size).max(0) / 2)
            }
            Padding::Explicit(sides) => {
                let (before, after) = (i128::from(sides[k].0), i128::from(sides[k].1));
                ((size + before + after - extent + stride) / stride, before)
            }
        };
        if output < 0 {
            return Err(invalid_argument(format!(
                "Computed output size would be negative: {output} [input_size: {input}, effective_filter_size: {extent}, \
                 stride: {stride}]"
            )));
        }
        if extent > 1 << 62 {
            return Err(invalid_argument(format!("a window of {extent} elements is too large")));
        }
        Ok(Axis {
            input,
            taps,
            stride: stride as usize,
            dilation: dilation as usize,
            before: before as usize,
            output: output as usize,
        })
    }
}

/// The windows in one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// The size of the image.
    pub(super) input: usize,
    /// How many elements a window has.
    pub(super) taps: usize,
    pub(super) stride: usize,
    pub(super) dilation: usize,
    /// How far the first window begins before the image.
    pub(super) before: usize,
    /// How many windows there are.
    pub(super) output: usize,
}

impl Axis {
    /// Which taps of window `place` lie in the image, and where in the image the first of them lies.
    #[inline]
    pub(super) fn inside(&self, place: usize) -> (Range<usize>, usize) {
        let start = (place * self.stride) as i64 - self.before as i64;
        // A division takes as long as some channels, and most windows are not dilated.
        let taps_in = |elements: usize| if self.dilation == 1 { elements } else { elements.div_ceil(self.dilation) };
        let first = if start < 0 { taps_in(-start as usize) } else { 0 };
        let end = (self.input as i64 - start).max(0) as usize;
        let end = taps_in(end).min(self.taps);
        let first = first.min(end);
        (first..end, (start + (first * self.dilation) as i64).max(0) as usize)
    }

    /// Which of some places see the image at a tap.
    pub(super) fn places_inside(&self, tap: usize, places: Range<usize>) -> Range<usize> {
        let offset = tap * self.dilation;
        let first = self.before.saturating_sub(offset).div_ceil(self.stride);
        let end = (self.input + self.before).saturating_sub(offset).div_ceil(self.stride);
        let first = first.clamp(places.start, places.end);
        first..end.clamp(first, places.end)
    }

    /// The windows of the convolution that makes the gradient of the images from that of the output, if places leave out no
    /// element.
    pub(super) fn turned(&self) -> Option<Axis> {
        let before = ((self.taps - 1) * self.dilation).checked_sub(self.before)?;
        (self.stride == 1).then_some(Axis { input: self.output, output: self.input, before, ..*self })
    }

    /// Whether every window is one element, and there is one for each of the image.
    pub(super) fn is_identity(&self) -> bool {
        self.taps == 1 && self.stride == 1 && self.before == 0 && self.output == self.input
    }
}

/// The two numbers for rows and columns out of four, of which those for batch and channels must be 1.
fn across(name: &str, values: &[i64], layout: Layout) -> Result<[i64; 2]> {
    let &[batch, ..] = values else { return Err(four(name)) };
    if values.len() != 4 {
        return Err(four(name));
    }
    let [rows, columns, channels] = layout.dims().map(|dim| values[dim]);
    if batch != 1 || channels != 1 {
        return Err(unimplemented(format!(
            "Current implementation does not yet support {name} in the batch and depth dimensions."
        )));
    }
    positive(name, [rows, columns])
}

fn four(name: &str) -> regatta_status::Status {
    invalid_argument(format!("Sliding window {name} field must specify 4 dimensions"))
}

fn positive(name: &str, values: [i64; 2]) -> Result<[i64; 2]> {
    match values.iter().all(|value| (1..=LIMIT).contains(value)) {
        true => Ok(values),
        false => Err(invalid_argument(format!("Sliding window {name} must be larger than 0, got {values:?}"))),
    }
}

fn padding(node: &Node, layout: Layout) -> Result<Padding> {
    let explicit: &[i64] = match node.attrs.get("explicit_paddings") {
        Some(_) => &node.attrs.list("explicit_paddings")?.ints,
        None => &[],
    };
    let padding = match node.attrs.str("padding")? {
        "VALID" => Padding::Valid,
        "SAME" => Padding::Same,
        "EXPLICIT" => {
            let sides: [i64; 8] = explicit.try_into().map_err(|_| {
                invalid_argument(format!(
                    "explicit_paddings attribute must contain 8 values, but got: {}",
                    explicit.len()
                ))
            })?;
            if sides.iter().any(|side| !(0..=LIMIT).contains(side)) {
                return Err(invalid_argument("All elements of explicit_paddings must be nonnegative"));
            }
            let [rows, columns, channels] = layout.dims().map(|dim| (sides[2 * dim], sides[2 * dim + 1]));
            if (sides[0], sides[1]) != (0, 0) || channels != (0, 0) {
                return Err(invalid_argument(
                    "Nonzero explicit padding in the batch or depth dimensions is not supported",
                ));
            }
            return Ok(Padding::Explicit([rows, columns]));
        }
        other => return Err(invalid_argument(format!("Invalid padding: {other}"))),
    };
    if !explicit.is_empty() {
        return Err(invalid_argument(
            "explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT",
        ));
    }
    Ok(padding)
}

/// The windows of a pooling: their size, and how they move. Images have their channels last, as for TensorFlow's CPU.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pool {
    pub(super) moves: Moves,
    /// Rows and columns of a window.
    pub(super) taps: [usize; 2],
    /// Channels of a window, which then is one element wide otherwise.
    pub(super) channels: usize,
}

impl Pool {
    /// From the attributes.
    pub(super) fn of(node: &Node) -> Result<Pool> {
        Pool::new(node, &node.attrs.list("ksize")?.ints, &node.attrs.list("strides")?.ints)
    }

    /// From two inputs of four whole numbers each.
    pub(super) fn of_inputs(node: &Node, taps: &Tensor, strides: &Tensor) -> Result<Pool> {
        let wide = |tensor: &Tensor| -> Result<Vec<i64>> {
            Ok(tensor.values::<i32>()?.iter().map(|value| i64::from(*value)).collect())
        };
        Pool::new(node, &wide(taps)?, &wide(strides)?)
    }

    fn new(node: &Node, taps: &[i64], strides: &[i64]) -> Result<Pool> {
        let layout = Layout::of(node)?;
        if layout == Layout::ChannelsFirst {
            return Err(invalid_argument(format!("{} only supports NHWC on device type CPU", node.op.name)));
        }
        let (&[batch, ..], &[batch_stride, ..]) = (taps, strides) else { return Err(four("ksize")) };
        if taps.len() != 4 || strides.len() != 4 {
            return Err(four("ksize"));
        }
        let [rows, columns, channels] = layout.dims().map(|dim| taps[dim]);
        let [row_stride, column_stride, channel_stride] = layout.dims().map(|dim| strides[dim]);
        positive("ksize", [rows, columns])?;
        positive("ksize", [channels, batch])?;
        let strides = positive("strides", [row_stride, column_stride])?;
        if batch != 1 || batch_stride != 1 {
            return Err(unimplemented("Pooling is not yet supported on the batch dimension."));
        }
        if channels != 1 && (channel_stride != channels || rows != 1 || columns != 1) {
            return Err(unimplemented(
                "Depthwise pooling needs windows of one row and one column, and a stride of their depth.",
            ));
        }
        let moves = Moves::of_pooling(node, strides)?;
        if let Padding::Explicit(sides) = moves.padding {
            for ((before, after), taps) in sides.into_iter().zip([rows, columns]) {
                if before >= taps || after >= taps {
                    return Err(invalid_argument(format!(
                        "Paddings of a pooling must be smaller than its windows, got {before} and {after} for {taps}"
                    )));
                }
            }
        }
        Ok(Pool { moves, taps: [rows as usize, columns as usize], channels: channels as usize })
    }

    /// Refuses windows over several channels.
    pub(super) fn not_depthwise(self, op: &str) -> Result<Pool> {
        match self.channels {
            1 => Ok(self),
            _ => Err(unimplemented(format!("{op} is not yet supported on the depth dimension."))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(padding: Padding, input: usize, taps: usize, stride: i64, dilation: i64) -> Result<Axis> {
        let layout = Layout::ChannelsLast;
        Moves { layout, strides: [stride; 2], dilations: [dilation; 2], padding }.axis(0, input, taps)
    }

    #[test]
    fn windows_stay_inside() {
        for padding in [Padding::Valid, Padding::Same, Padding::Explicit([(2, 1); 2])] {
            for (input, taps, stride, dilation) in
                [(5, 3, 1, 1), (5, 3, 2, 1), (6, 2, 3, 2), (4, 5, 1, 1), (0, 2, 1, 1)]
            {
                // A window that is larger than the image and its padding is refused.
                let Ok(axis) = axis(padding, input, taps, stride, dilation) else { continue };
                for tap in 0..taps {
                    let seen = axis.places_inside(tap, 0..axis.output);
                    for place in 0..axis.output {
                        assert_eq!(
                            seen.contains(&place),
                            axis.inside(place).0.contains(&tap),
                            "{axis:?} {place} {tap}"
                        );
                    }
                }
                for place in 0..axis.output {
                    let (range, first) = axis.inside(place);
                    for tap in 0..taps {
                        let at = (place * axis.stride + tap * axis.dilation) as i64 - axis.before as i64;
                        assert_eq!(range.contains(&tap), (0..input as i64).contains(&at), "{axis:?} {place} {tap}");
                        if tap == range.start && !range.is_empty() {
                            assert_eq!(first as i64, at);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(axis(Padding::Valid, 4, 5, 1, 1).unwrap().output, 0);
        assert!(axis(Padding::Valid, 4, 6, 1, 1).is_err());
        assert!(axis(Padding::Same, 4, usize::MAX / 16, 1, LIMIT).is_err());
        assert!(axis(Padding::Same, 4, 0, 1, 1).is_err());
    }
}
