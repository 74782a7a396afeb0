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
mod pixels;
pub(crate) mod png_file;
mod resize_area;
mod resize_bicubic;
mod resize_bilinear;
mod resize_nearest_neighbor;
mod rgb_to_hsv;
mod sampling;

use crate::Family;

pub(crate) const KERNELS: Family = &[
    adjust_contrast::KERNELS,
    adjust_hue::KERNELS,
    adjust_saturation::KERNELS,
    crop_and_resize::KERNELS,
    decode_image::KERNELS,
    encode_jpeg::KERNELS,
    encode_png::KERNELS,
    hsv_to_rgb::KERNELS,
    non_max_suppression::KERNELS,
    resize_area::KERNELS,
    resize_bicubic::KERNELS,
    resize_bilinear::KERNELS,
    resize_nearest_neighbor::KERNELS,
    rgb_to_hsv::KERNELS,
];
