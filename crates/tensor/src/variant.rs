//! Values of types that are not made of elements: lists of tensors, and whatever else a peer may send.

use regatta_status::{Result, resource_exhausted};

use crate::{DType, PartialShape, Tensor};

/// A value of a type that a tensor's elements cannot have.
#[derive(Clone, Debug)]
pub enum Variant {
    /// A list of tensors.
    List(TensorList),
    /// Something that only its maker knows.
    Opaque(Opaque),
}

/// A value as it travels, with the tensors inside it.
#[derive(Clone, Debug, Default)]
pub struct Opaque {
    /// The type's name.
    pub type_name: String,
    /// What the type says about itself.
    pub metadata: Vec<u8>,
    /// The tensors inside.
    pub tensors: Vec<Tensor>,
}

/// A list of tensors of one type. An item that was never set has no tensor.
#[derive(Clone, Debug)]
pub struct TensorList {
    /// The type of the tensors.
    pub dtype: DType,
    /// What is known of their shapes.
    pub element_shape: PartialShape,
    /// How many there may be.
    pub max_len: Option<usize>,
    items: Vec<Option<Tensor>>,
    nesting: Nesting,
}

/// How deep lists lie in lists, and how many tensors that comes to when each way to one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Nesting {
    depth: usize,
    paths: usize,
}

/// Longer than this is a mistake or an attack, never a loop.
const LEN_MAX: usize = 1 << 24;

/// Deeper than this no program goes; what walks a list calls itself as often.
const DEPTH_MAX: usize = 32;

/// A list that holds one list twice, which holds one twice, and so on, takes little memory and no end of time to walk.
const PATHS_MAX: usize = 1 << 24;

impl Variant {
    /// What its type is called on the wire.
    pub fn type_name(&self) -> &str {
        match self {
            Variant::List(_) => TensorList::TYPE_NAME,
            Variant::Opaque(opaque) => &opaque.type_name,
        }
    }

    /// Bytes of memory that it takes. The tensors of a list are not counted: they are shared with who made them, and a list
    /// may be long.
    pub fn byte_size(&self) -> usize {
        match self {
            Variant::List(list) => list.items.len() * size_of::<Option<Tensor>>(),
            Variant::Opaque(opaque) => opaque.tensors.iter().map(Tensor::byte_size).sum(),
        }
    }
}

impl Default for Variant {
    fn default() -> Variant {
        Variant::Opaque(Opaque::default())
    }
}

impl From<TensorList> for Variant {
    fn from(list: TensorList) -> Variant {
        Variant::List(list)
    }
}

impl TensorList {
    /// What the type is called on the wire.
    pub const TYPE_NAME: &'static str = "tensorflow::TensorList";

    /// A list without items.
    pub fn new(dtype: DType, element_shape: PartialShape) -> TensorList {
        let nesting = Nesting { depth: 1, paths: 0 };
        TensorList { dtype, element_shape, max_len: None, items: Vec::new(), nesting }
    }

    /// The items.
    pub fn items(&self) -> &[Option<Tensor>] {
        &self.items
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Adds an item at the end.
    pub fn push(&mut self, item: Option<Tensor>) -> Result<()> {
        self.admit(item.as_ref())?;
        self.reserve(1)?;
        self.items.push(item);
        Ok(())
    }

    /// Takes the last item away; `None` if there is none.
    pub fn pop(&mut self) -> Option<Option<Tensor>> {
        self.items.pop()
    }

    /// Sets an item. One beyond the end is left aside.
    pub fn set(&mut self, index: usize, item: Option<Tensor>) -> Result<()> {
        self.admit(item.as_ref())?;
        if let Some(place) = self.items.get_mut(index) {
            *place = item;
        }
        Ok(())
    }

    /// Makes the list longer, by items that are not set, or shorter.
    pub fn resize(&mut self, len: usize) -> Result<()> {
        self.reserve(len.saturating_sub(self.items.len()))?;
        self.items.resize(len, None);
        Ok(())
    }

    fn reserve(&mut self, more: usize) -> Result<()> {
        let len = self.items.len().saturating_add(more);
        if len > LEN_MAX || self.items.try_reserve(more).is_err() {
            return Err(resource_exhausted(format!("no memory for a list of {len} tensors")));
        }
        Ok(())
    }

    /// Keeps lists of lists from growing beyond what can be walked. What was taken out again still counts.
    fn admit(&mut self, item: Option<&Tensor>) -> Result<()> {
        let Some(variants) = item.and_then(|item| item.as_variants().ok()) else { return Ok(()) };
        let mut nesting = self.nesting;
        for variant in variants {
            let inside = match variant {
                Variant::List(list) => {
                    Nesting { depth: list.nesting.depth, paths: list.nesting.paths.saturating_add(list.len()) }
                }
                Variant::Opaque(opaque) => Nesting { depth: 1, paths: opaque.tensors.len() },
            };
            nesting.depth = nesting.depth.max(inside.depth.saturating_add(1));
            nesting.paths = nesting.paths.saturating_add(inside.paths).saturating_add(1);
        }
        if nesting.depth > DEPTH_MAX || nesting.paths > PATHS_MAX {
            return Err(resource_exhausted(format!(
                "lists in lists, {} deep and with {} tensors; at most {DEPTH_MAX} and {PATHS_MAX} are supported",
                nesting.depth, nesting.paths
            )));
        }
        self.nesting = nesting;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn list_of(items: Vec<Tensor>) -> Result<TensorList> {
        let mut list = TensorList::new(DType::Variant, PartialShape::unknown());
        items.into_iter().try_for_each(|item| list.push(Some(item)))?;
        Ok(list)
    }

    fn boxed(list: TensorList) -> Tensor {
        Tensor::variants(Shape::scalar(), vec![list.into()]).unwrap()
    }

    #[test]
    fn lists_in_lists_have_an_end() {
        let mut deep = list_of(Vec::new()).unwrap();
        let refused = (0..100).find_map(|_| match list_of(vec![boxed(deep.clone())]) {
            Ok(deeper) => {
                deep = deeper;
                None
            }
            Err(error) => Some(error),
        });
        assert!(refused.unwrap().message.contains("33 deep"));
        let mut wide = list_of(vec![boxed(list_of(Vec::new()).unwrap()); 100]).unwrap();
        let refused = (0..20).find_map(|_| match list_of(vec![boxed(wide.clone()); 100]) {
            Ok(wider) => {
                wide = wider;
                None
            }
            Err(error) => Some(error),
        });
        assert!(refused.is_some());
    }
}
