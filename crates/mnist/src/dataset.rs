//! Images and what they show, kept as the bytes of their files and made into tensors when they are asked for.

use std::sync::Arc;

use regatta_status::{Result, Status, invalid_argument, out_of_range};
use regatta_tensor::{Shape, Tensor};

/// Rows, and columns, of an image.
pub const SIDE: usize = 28;
/// How many pixels an image has.
pub const PIXELS: usize = SIDE * SIDE;
/// How many things an image may show.
pub const CLASSES: usize = 10;

/// Images of 28 x 28 and their labels. Cloning it copies no image.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// `[len, PIXELS]`
    pixels: Arc<Vec<u8>>,
    /// `[len]`, each less than [`CLASSES`].
    labels: Arc<Vec<u8>>,
}

impl Dataset {
    /// Images, one after the other, and as many labels.
    pub fn new(pixels: Vec<u8>, labels: Vec<u8>) -> Result<Dataset> {
        if labels.len().checked_mul(PIXELS) != Some(pixels.len()) {
            let (pixels, labels) = (pixels.len(), labels.len());
            return Err(invalid_argument(format!(
                "{labels} labels for {pixels} pixels, of which an image has {PIXELS}"
            )));
        }
        if let Some((index, label)) = labels.iter().enumerate().find(|(_, label)| usize::from(**label) >= CLASSES) {
            return Err(invalid_argument(format!("label {label} of example {index} is none of 0 to {}", CLASSES - 1)));
        }
        Ok(Dataset { pixels: Arc::new(pixels), labels: Arc::new(labels) })
    }

    /// How many examples there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Rows and columns of an image.
    pub fn image_shape(&self) -> [usize; 2] {
        [SIDE, SIDE]
    }

    /// The labels, as they are in the file.
    pub fn labels(&self) -> &[u8] {
        &self.labels
    }

    /// How many examples there are of each class.
    pub fn class_counts(&self) -> [usize; CLASSES] {
        std::array::from_fn(|class| self.labels.iter().filter(|label| usize::from(**label) == class).count())
    }

    /// The images of these examples as `[k, 784]`, black being 0 and white 1.
    pub fn images_f32(&self, indices: impl IntoIterator<Item = usize>) -> Result<Tensor> {
        let indices = indices.into_iter();
        let mut values = Vec::with_capacity(indices.size_hint().0.min(self.len()) * PIXELS);
        for index in indices {
            let image = self.image(index)?;
            values.extend(image.iter().map(|pixel| f32::from(*pixel) * (1.0 / 255.0)));
        }
        Tensor::new(Shape::new(&[values.len() / PIXELS, PIXELS])?, values)
    }

    /// The labels of these examples as `[k]`.
    pub fn labels_i64(&self, indices: impl IntoIterator<Item = usize>) -> Result<Tensor> {
        let labels: Result<Vec<i64>> = indices.into_iter().map(|index| Ok(i64::from(self.label(index)?))).collect();
        Ok(Tensor::vector(labels?))
    }

    /// The labels of these examples as `[k, 10]`, 1 in the column of the label and 0 elsewhere.
    pub fn one_hot(&self, indices: impl IntoIterator<Item = usize>) -> Result<Tensor> {
        let mut values = Vec::new();
        for index in indices {
            let label = usize::from(self.label(index)?);
            values.extend((0..CLASSES).map(|class| if class == label { 1.0f32 } else { 0.0 }));
        }
        Tensor::new(Shape::new(&[values.len() / CLASSES, CLASSES])?, values)
    }

    /// The first `count` examples, and the rest.
    pub(crate) fn split(self, count: usize) -> (Dataset, Dataset) {
        let (pixels, rest_pixels) = self.pixels.split_at(count.min(self.len()) * PIXELS);
        let (labels, rest_labels) = self.labels.split_at(count.min(self.len()));
        let set = |pixels: &[u8], labels: &[u8]| Dataset {
            pixels: Arc::new(pixels.to_vec()),
            labels: Arc::new(labels.to_vec()),
        };
        (set(pixels, labels), set(rest_pixels, rest_labels))
    }

    fn image(&self, index: usize) -> Result<&[u8]> {
        let start = index.checked_mul(PIXELS).ok_or_else(|| self.beyond(index))?;
        self.pixels.get(start..).and_then(|rest| rest.get(..PIXELS)).ok_or_else(|| self.beyond(index))
    }

    fn label(&self, index: usize) -> Result<u8> {
        self.labels.get(index).copied().ok_or_else(|| self.beyond(index))
    }

    fn beyond(&self, index: usize) -> Status {
        out_of_range(format!("example {index} of a data set of {}", self.len()))
    }
}
