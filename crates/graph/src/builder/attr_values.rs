//! What may be given as the value of an attribute.

use regatta_tensor::{DType, PartialShape, Shape, Tensor};

use crate::def::{AttrList, AttrValue, FunctionRef};

macro_rules! attr_values {
    ($($kind:ident: $($from:ty),+;)*) => {
        $($(impl From<$from> for AttrValue {
            fn from(value: $from) -> AttrValue {
                AttrValue::$kind(value.into())
            }
        })+)*
    };
}

attr_values! {
    String: &str, String;
    Int: i64;
    Float: f32;
    Bool: bool;
    Type: DType;
    Shape: PartialShape, &Shape;
    Tensor: Tensor;
    List: AttrList;
    Func: FunctionRef;
}

impl From<Shape> for AttrValue {
    fn from(shape: Shape) -> AttrValue {
        AttrValue::from(&shape)
    }
}

macro_rules! attr_lists {
    ($($field:ident: $item:ty;)*) => {
        $(impl From<Vec<$item>> for AttrValue {
            fn from($field: Vec<$item>) -> AttrValue {
                AttrValue::List(AttrList { $field, ..AttrList::default() })
            }
        })*
    };
}

attr_lists! {
    ints: i64;
    floats: f32;
    bools: bool;
    types: DType;
    shapes: PartialShape;
    strings: Vec<u8>;
}
