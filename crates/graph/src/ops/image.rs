//! Images: files in and out, sizes, colours.

mod adjust_contrast;
mod adjust_hue;
mod adjust_saturation;
mod crop_and_resize;
mod decode_image;
mod encode_jpeg;
mod encode_png;
mod hsv_to_rgb;
mod non_max_suppression;
mod resize_area;
mod resize_bicubic;
mod resize_bilinear;
mod resize_nearest_neighbor;
mod rgb_to_hsv;
mod rules;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    adjust_contrast::OPS,
    adjust_hue::OPS,
    adjust_saturation::OPS,
    crop_and_resize::OPS,
    decode_image::OPS,
    encode_jpeg::OPS,
    encode_png::OPS,
    hsv_to_rgb::OPS,
    non_max_suppression::OPS,
    resize_area::OPS,
    resize_bicubic::OPS,
    resize_bilinear::OPS,
    resize_nearest_neighbor::OPS,
    rgb_to_hsv::OPS,
];
