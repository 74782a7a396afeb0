//! What a queue is asked to be, and how elements become batches and come out of them.

use std::{
    collections::VecDeque,
    fmt::Display,
    hash::{BuildHasher, RandomState},
};

use regatta_graph::{AttrsExt, Node};
use regatta_kernels::{Philox, Words, rows};
use regatta_status::{Result, Status, invalid_argument};
use regatta_tensor::{DType, PartialShape, Shape, Tensor};

use crate::{
    queue::{Elements, Queue},
    value::Value,
};

/// One tensor for each component.
pub(super) type Element = Vec<Tensor>;

/// A queue as it was asked for.
#[derive(Clone)]
pub(super) struct Description {
    pub kind: Kind,
    pub types: Vec<DType>,
    /// Empty if elements may have any shape. Only a padding queue has some that are not whole.
    pub shapes: Vec<PartialShape>,
    capacity: usize,
}

/// The order in which elements come out, and whether they are padded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Fifo,
    PaddingFifo,
    Priority,
    RandomShuffle { min_after_dequeue: usize, seeds: (i64, i64) },
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Fifo => "FIFOQueue",
            Kind::PaddingFifo => "PaddingFIFOQueue",
            Kind::Priority => "PriorityQueue",
            Kind::RandomShuffle { .. } => "RandomShuffleQueue",
        }
    }
}

impl Description {
    pub(super) fn of(node: &Node) -> Result<Description> {
        let kind = match node.op.name.trim_end_matches("V2") {
            "PaddingFIFOQueue" => Kind::PaddingFifo,
            "PriorityQueue" => Kind::Priority,
            "RandomShuffleQueue" => shuffle(node)?,
            _ => Kind::Fifo,
        };
        let mut types = node.attrs.list("component_types")?.types.clone();
        let mut shapes = node.attrs.list("shapes")?.shapes.clone();
        if kind == Kind::Priority {
            // TensorFlow refuses one whose shapes it is not told, if only by a comparison that goes wrong.
            if shapes.is_empty() {
                return Err(invalid_argument("a PriorityQueue must be told the shapes of its components"));
            }
            types.insert(0, DType::Int64);
            shapes.insert(0, PartialShape::of_rank(0));
        }
        if kind != Kind::PaddingFifo
            && let Some(shape) = shapes.iter().find(|shape| shape.to_shape().is_none())
        {
            return Err(invalid_argument(format!("Shape {shape} is not fully defined")));
        }
        if shapes.len() != types.len() && (!shapes.is_empty() || kind == Kind::PaddingFifo) {
            return Err(invalid_argument(format!(
                "Different number of component types.  Types: {}, Shapes: {}",
                list(&types),
                shapes_text(&shapes)
            )));
        }
        // Any negative number means that there is no bound; TensorFlow then says the largest int.
        let capacity = usize::try_from(node.attrs.int("capacity")?).unwrap_or(i32::MAX as usize);
        Ok(Description { kind, types, shapes, capacity })
    }

    /// An empty queue of this description.
    pub(super) fn queue(&self, name: &str) -> Queue<Element> {
        let elements = match self.kind {
            Kind::Fifo | Kind::PaddingFifo => Elements::Fifo(VecDeque::new()),
            Kind::Priority => Elements::ByPriority { heap: Vec::new(), priority },
            Kind::RandomShuffle { min_after_dequeue, seeds } => {
                let (seed, seed2) = match seeds {
                    (0, 0) => {
                        // The standard library seeds every hasher from the operating system.
                        let entropy = RandomState::new();
                        (entropy.hash_one(0) as i64, entropy.hash_one(1) as i64)
                    }
                    seeds => seeds,
                };
                let random = Words::of(Philox::new(seed, seed2));
                Elements::Shuffled { elements: Vec::new(), min_after_dequeue, random }
            }
        };
        Queue::new(self.kind.name(), name.to_owned(), self.capacity, elements)
    }

    /// Refuses to be another queue than the one that was made under the name.
    pub(super) fn check_same(&self, name: &str, asked: &Description) -> Result<()> {
        let differs = |what: &str, have: &dyn Display, asked: &dyn Display, verb: &str| {
            invalid_argument(format!("Shared queue '{name}' has {what} {have} but requested {what} {verb} {asked}"))
        };
        if self.kind.name() != asked.kind.name() {
            return Err(differs("type", &self.kind.name(), &asked.kind.name(), "was"));
        }
        if self.capacity != asked.capacity {
            return Err(differs("capacity", &self.capacity, &asked.capacity, "was"));
        }
        if self.kind != asked.kind {
            return Err(invalid_argument(format!(
                "Shared queue '{name}' has another min_after_dequeue or other random seeds than requested"
            )));
        }
        if self.types != asked.types {
            return Err(differs("component types", &list(&self.types), &list(&asked.types), "were"));
        }
        if self.shapes != asked.shapes {
            return Err(differs("component shapes", &shapes_text(&self.shapes), &shapes_text(&asked.shapes), "were"));
        }
        Ok(())
    }

    pub(super) fn check_element(&self, element: &[Tensor]) -> Result<()> {
        for (k, (shape, component)) in self.shapes.iter().zip(element).enumerate() {
            if !shape.admits(component.shape()) {
                return Err(shape_mismatch(k, shape, component));
            }
        }
        match element.first() {
            Some(first) if self.kind == Kind::Priority && first.shape().rank() > 0 => Err(invalid_argument(format!(
                "Expected the priority element to be a scalar, but received shape: {}",
                first.shape()
            ))),
            _ => Ok(()),
        }
    }

    /// The elements of an enqueue of many.
    pub(super) fn unbatch(&self, components: &[Tensor]) -> Result<Vec<Element>> {
        let count = components.first().and_then(|component| component.shape().first().copied()).unwrap_or_default();
        for (k, (shape, component)) in self.shapes.iter().zip(components).enumerate() {
            let batch = match shape.sizes() {
                Some(sizes) => PartialShape::new([&[Some(count)], sizes].concat()),
                None => PartialShape::unknown(),
            };
            if !batch.admits(component.shape()) {
                return Err(shape_mismatch(k, &batch, component));
            }
        }
        for (k, component) in components.iter().enumerate() {
            match component.shape().first() {
                Some(size) if *size == count => {}
                size => {
                    return Err(invalid_argument(format!(
                        "All input tensors must have the same size in the 0th dimension. Component {k} has {}, and should have {count}",
                        size.copied().unwrap_or_default()
                    )));
                }
            }
        }
        let element = |index| components.iter().map(|component| rows::row(component, index)).collect();
        let elements: Vec<Element> = (0..count).map(element).collect::<Result<_>>()?;
        match elements.first() {
            Some(first) if self.kind == Kind::Priority => self.check_element(first)?,
            _ => {}
        }
        Ok(elements)
    }

    /// The components of several elements, stacked, those of a padding queue with zeros behind the smaller ones.
    pub(super) fn batch(&self, elements: &[Element]) -> Result<Vec<Value>> {
        let component = |(k, (dtype, shape)): (usize, (&DType, &PartialShape))| {
            let parts: Vec<&Tensor> = elements.iter().filter_map(|element| element.get(k)).collect();
            let stacked = match shape.to_shape() {
                Some(shape) => rows::stack(*dtype, &shape, &parts),
                None => rows::stack_padded(*dtype, &smallest_box(shape, &parts)?, &parts),
            };
            stacked.map(Value::from)
        };
        self.types.iter().zip(&self.shapes).enumerate().map(component).collect()
    }
}

/// The smallest shape into which all parts fit; a size that no part has is zero.
fn smallest_box(shape: &PartialShape, parts: &[&Tensor]) -> Result<Shape> {
    let size = |(axis, known): (usize, &Option<usize>)| {
        let largest = parts.iter().filter_map(|part| part.shape().get(axis).copied()).max();
        known.or(largest).unwrap_or_default()
    };
    let sizes: Vec<usize> = shape.sizes().unwrap_or_default().iter().enumerate().map(size).collect();
    Shape::new(&sizes)
}

fn shuffle(node: &Node) -> Result<Kind> {
    let (capacity, min_after_dequeue) = (node.attrs.int("capacity")?, node.attrs.int("min_after_dequeue")?);
    let Ok(min) = usize::try_from(min_after_dequeue) else {
        return Err(invalid_argument(format!("min_after_dequeue {min_after_dequeue} must be >= 0")));
    };
    if capacity >= 0 && min_after_dequeue >= capacity {
        return Err(invalid_argument(format!("min_after_dequeue {min_after_dequeue} must be < capacity {capacity}")));
    }
    Ok(Kind::RandomShuffle { min_after_dequeue: min, seeds: (node.attrs.int("seed")?, node.attrs.int("seed2")?) })
}

/// The number of an element of a priority queue, which was checked when it came in.
fn priority(element: &Element) -> i64 {
    element.first().and_then(|first| first.single::<i64>().ok()).unwrap_or_default()
}

fn shape_mismatch(k: usize, expected: &PartialShape, got: &Tensor) -> Status {
    invalid_argument(format!("Shape mismatch in tuple component {k}. Expected {expected}, got {}", got.shape()))
}

fn shapes_text(shapes: &[PartialShape]) -> String {
    format!("[{}]", shapes.iter().map(PartialShape::to_string).collect::<Vec<_>>().join(","))
}

pub(super) fn list<T: Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}
