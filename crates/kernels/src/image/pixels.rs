//! What kernels of images share: batches of images, and pixels of three channels.

use regatta_status::{Result, Status, invalid_argument};
use regatta_tensor::{Element, Shape, Tensor};

use crate::array::elements::room_for;

/// A number that images are made of.
pub(super) trait Sample: Element {
    fn to_f32(self) -> f32;
}

/// One that gradients are made of too.
pub(super) trait RealSample: Sample {
    fn from_f32(value: f32) -> Self;
    fn add(self, more: f32) -> Self {
        Self::from_f32(self.to_f32() + more)
    }
}

macro_rules! samples {
    ($($type:ty),*) => {$(
        impl Sample for $type {
            fn to_f32(self) -> f32 {
                self as f32
            }
        }
    )*};
}

samples!(u8, i8, u16, i16, i32, i64, f32, f64);

impl Sample for half::f16 {
    fn to_f32(self) -> f32 {
        half::f16::to_f32(self)
    }
}

impl Sample for half::bf16 {
    fn to_f32(self) -> f32 {
        half::bf16::to_f32(self)
    }
}

impl RealSample for f32 {
    fn from_f32(value: f32) -> f32 {
        value
    }
}

impl RealSample for f64 {
    fn from_f32(value: f32) -> f64 {
        value.into()
    }
    fn add(self, more: f32) -> f64 {
        self + f64::from(more)
    }
}

impl RealSample for half::f16 {
    fn from_f32(value: f32) -> half::f16 {
        half::f16::from_f32(value)
    }
}

impl RealSample for half::bf16 {
    fn from_f32(value: f32) -> half::bf16 {
        half::bf16::from_f32(value)
    }
}

/// The sizes of a batch of images: how many, height, width, channels.
pub(super) fn batch_of(shape: &Shape, name: &str) -> Result<[usize; 4]> {
    <[usize; 4]>::try_from(&shape[..]).map_err(|_| invalid_argument(format!("{name} must be 4-dimensional{shape}")))
}

/// The height and width in a vector of two.
pub(super) fn size_of(tensor: &Tensor) -> Result<[usize; 2]> {
    if tensor.shape().rank() != 1 {
        return Err(invalid_argument(format!("shape_t must be 1-dimensional{}", tensor.shape())));
    }
    let &[height, width] = tensor.values::<i32>()? else {
        return Err(invalid_argument(format!("shape_t must have two elements{}", tensor.shape())));
    };
    match (usize::try_from(height), usize::try_from(width)) {
        (Ok(height), Ok(width)) if height > 0 && width > 0 => Ok([height, width]),
        _ => Err(invalid_argument("output dimensions must be positive")),
    }
}

/// A batch of images in two sizes: of `height` by `width`, and resized to `rows` by `columns`.
pub(super) struct Resizing {
    pub batch: usize,
    pub channels: usize,
    pub height: usize,
    pub width: usize,
    pub rows: usize,
    pub columns: usize,
}

impl Resizing {
    /// Of images to a size.
    pub(super) fn of(images: &Tensor, size: &Tensor) -> Result<Resizing> {
        let [batch, height, width, channels] = batch_of(images.shape(), "input")?;
        let [rows, columns] = size_of(size)?;
        if height == 0 || width == 0 {
            return Err(invalid_argument("input image must be of non-zero size"));
        }
        Ok(Resizing { batch, channels, height, width, rows, columns })
    }

    /// Of images that were resized to what there are gradients of.
    pub(super) fn back(grads: &Tensor, original: &Tensor) -> Result<Resizing> {
        let [batch, rows, columns, channels] = batch_of(grads.shape(), "input_grad")?;
        let [images, height, width, depth] = batch_of(original.shape(), "original_image")?;
        if (batch, channels) != (images, depth) {
            return Err(invalid_argument(format!(
                "original_image and grads must have the same batch and channels: {} and {}",
                original.shape(),
                grads.shape()
            )));
        }
        Ok(Resizing { batch, channels, height, width, rows, columns })
    }

    /// The shape of what is resized.
    pub(super) fn resized(&self) -> Result<Shape> {
        Shape::new(&[self.batch, self.rows, self.columns, self.channels])
    }
}

/// Changes every pixel of three channels. What has none, or another number of them, is refused.
pub(super) fn each_pixel<T: Element>(
    images: &Tensor,
    rank_min: usize,
    refuse: fn(String) -> Status,
    change: impl Fn([T; 3]) -> [T; 3],
) -> Result<Tensor> {
    let shape = images.shape();
    if shape.rank() < rank_min {
        return Err(invalid_argument(format!("input must be at least {rank_min}-D, got shape{shape}")));
    }
    let channels = shape.last().copied().unwrap_or_default();
    if channels != 3 {
        return Err(refuse(format!("input must have 3 channels but instead has {channels} channels.")));
    }
    let values = images.values::<T>()?;
    let mut changed = room_for(values.len())?;
    for pixel in values.chunks_exact(3) {
        changed.extend(change([pixel[0], pixel[1], pixel[2]]));
    }
    Tensor::new(shape.clone(), changed)
}
