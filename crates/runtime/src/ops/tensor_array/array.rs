//! An array: what is in its places, and what may be done with each of them.
//!
//! A place is written once and, unless the array keeps what is read, read once. In an array of gradients several writes to
//! one place are added up, and a place that is known only by the shape of its forward twin is zeros of that shape.

use regatta_kernels::sums;
use regatta_status::{Result, invalid_argument, resource_exhausted};
use regatta_tensor::{DType, PartialShape, Shape, Tensor};

/// More places than this is a mistake or an attack, never a loop.
const PLACES_MAX: usize = 1 << 24;

/// An array as it was asked for.
#[derive(Clone, Debug)]
pub(super) struct Description {
    pub dtype: DType,
    pub element_shape: PartialShape,
    pub dynamic_size: bool,
    pub clear_after_read: bool,
    /// Whether the first tensor's shape is that of all.
    pub identical_element_shapes: bool,
    /// Whether it holds gradients, which are added up.
    pub is_gradient: bool,
}

pub(super) struct Array {
    pub about: Description,
    places: Vec<Place>,
    is_closed: bool,
    /// Some place was written several times, so that no gradient of this array could say which write it belongs to.
    has_sums: bool,
}

#[derive(Clone, Default)]
struct Place {
    value: Option<Tensor>,
    /// The shape of what was written, or is said to have been.
    shape: Option<Shape>,
    was_read: bool,
    is_cleared: bool,
}

impl Array {
    pub fn new(about: Description, size: usize) -> Result<Array> {
        let mut array = Array { about, places: Vec::new(), is_closed: false, has_sums: false };
        array.grow(size)?;
        Ok(array)
    }

    pub fn size(&self) -> usize {
        self.places.len()
    }

    /// Makes room for so many places, if there are fewer.
    pub fn grow(&mut self, size: usize) -> Result<()> {
        let more = size.saturating_sub(self.places.len());
        if size > PLACES_MAX || self.places.try_reserve(more).is_err() {
            return Err(resource_exhausted(format!("no memory for a TensorArray of {size} tensors")));
        }
        self.places.resize(size.max(self.places.len()), Place::default());
        Ok(())
    }

    /// Lets go of everything; what is done with the array from now on fails.
    pub fn close(&mut self) {
        self.places.clear();
        self.is_closed = true;
    }

    pub fn check_open(&self, name: &str) -> Result<()> {
        match self.is_closed {
            true => Err(invalid_argument(format!("TensorArray {name} has already been closed."))),
            false => Ok(()),
        }
    }

    /// Refuses tensors of another shape from now on.
    pub fn promise_shape(&mut self, shape: &PartialShape) -> Result<()> {
        let merged = self.about.element_shape.merge(shape).ok_or_else(|| {
            invalid_argument(format!(
                "TensorArray's element shape {} is not that of the tensors, {shape}",
                self.about.element_shape
            ))
        })?;
        if self.about.identical_element_shapes {
            self.about.element_shape = merged;
        }
        Ok(())
    }

    pub fn write(&mut self, index: i64, value: Tensor) -> Result<()> {
        let about = &self.about;
        let place = match usize::try_from(index) {
            Ok(place) if place < self.places.len() || about.dynamic_size => place,
            _ => {
                return Err(invalid_argument(format!(
                    "Tried to write to index {index} but array is not resizeable and size is: {}",
                    self.places.len()
                )));
            }
        };
        let refused =
            |why: String| Err(invalid_argument(format!("Could not write to TensorArray index {index} {why}")));
        if value.dtype() != about.dtype {
            return refused(format!(
                "because the value dtype is {} but TensorArray dtype is {}.",
                value.dtype(),
                about.dtype
            ));
        }
        if !about.element_shape.admits(value.shape()) {
            return refused(format!(
                "because the value shape is {} which is incompatible with the TensorArray's inferred element shape: {} \
                 (consider setting infer_shape=False).",
                value.shape(),
                about.element_shape
            ));
        }
        self.grow(place + 1)?;
        let is_gradient = self.about.is_gradient;
        let here = &mut self.places[place];
        if here.was_read {
            return refused("because it has already been read.".to_owned());
        }
        if let Some(shape) = &here.shape {
            if !is_gradient {
                return refused("because it has already been written to.".to_owned());
            }
            if shape != value.shape() {
                return Err(invalid_argument(format!(
                    "Could not aggregate to TensorArray index {index} because the existing shape is {shape} but the new \
                     input shape is {}.",
                    value.shape()
                )));
            }
        }
        here.shape = Some(value.shape().clone());
        here.value = Some(match here.value.take() {
            Some(sum) => {
                self.has_sums = true;
                sums::add(sum, &value)?
            }
            None => value,
        });
        if self.about.identical_element_shapes
            && let Some(shape) = &self.places[place].shape
        {
            self.about.element_shape = PartialShape::from(shape);
        }
        Ok(())
    }

    pub fn read(&mut self, index: i64) -> Result<Tensor> {
        let size = self.places.len();
        let here = usize::try_from(index)
            .ok()
            .and_then(|place| self.places.get_mut(place))
            .ok_or_else(|| invalid_argument(format!("Tried to read from index {index} but array size is: {size}")))?;
        if here.is_cleared {
            return Err(invalid_argument(format!(
                "Could not read index {index} twice because it was cleared after a previous read (perhaps try setting \
                 clear_after_read = false?)."
            )));
        }
        let value = match (&here.value, &here.shape) {
            (Some(value), _) => value.clone(),
            (None, Some(shape)) => zeros(self.about.dtype, shape.clone())?,
            (None, None) => {
                let shape = self.about.element_shape.to_shape().ok_or_else(|| {
                    invalid_argument(format!(
                        "Could not read from TensorArray index {index}.  Furthermore, the element shape is not fully \
                         defined: {}. If you set the full element_shape property on the forward TensorArray, the proper \
                         all-zeros tensor will be returned instead of incurring this error.",
                        self.about.element_shape
                    ))
                })?;
                zeros(self.about.dtype, shape)?
            }
        };
        here.was_read = true;
        if self.about.clear_after_read {
            here.value = None;
            here.is_cleared = true;
        }
        Ok(value)
    }

    /// The array of its gradients, each with these sizes in front of those of the tensor. From now on it does not grow.
    pub fn gradient(&mut self, name: &str, front: &[usize]) -> Result<Array> {
        if self.has_sums {
            return Err(invalid_argument(format!(
                "Unable to create a gradients TensorArray for {name}: one of its places was written several times"
            )));
        }
        self.about.dynamic_size = false;
        let element_shape = match self.about.element_shape.sizes() {
            Some(sizes) => {
                PartialShape::new(front.iter().map(|size| Some(*size)).chain(sizes.iter().copied()).collect())
            }
            None => PartialShape::unknown(),
        };
        let about = Description {
            element_shape,
            dynamic_size: false,
            clear_after_read: true,
            is_gradient: true,
            ..self.about.clone()
        };
        let mut gradient = Array::new(about, self.size())?;
        for (theirs, ours) in gradient.places.iter_mut().zip(&self.places) {
            theirs.shape = match &ours.shape {
                Some(shape) => Some(Shape::new(&[front, &shape[..]].concat())?),
                None => None,
            };
        }
        Ok(gradient)
    }
}

/// What stands for a tensor that was never written; only numbers and truths have such a thing.
fn zeros(dtype: DType, shape: Shape) -> Result<Tensor> {
    match dtype.size() {
        Some(_) => Tensor::zeros(dtype, shape),
        None => Err(invalid_argument(format!("a TensorArray of {dtype} has no value for what was never written"))),
    }
}
