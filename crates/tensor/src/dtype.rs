//! The element types of the protocol, numbered as on the wire.

use std::fmt;

/// The type of a tensor's elements. The numbers are TensorFlow's `DataType`; a reference to a variable of some type
/// travels as that number plus 100, which is a fact about an edge of a graph and not about a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum DType {
    Float = 1,
    Double = 2,
    Int32 = 3,
    UInt8 = 4,
    Int16 = 5,
    Int8 = 6,
    String = 7,
    Complex64 = 8,
    Int64 = 9,
    Bool = 10,
    QInt8 = 11,
    QUInt8 = 12,
    QInt32 = 13,
    BFloat16 = 14,
    QInt16 = 15,
    QUInt16 = 16,
    UInt16 = 17,
    Complex128 = 18,
    Half = 19,
    Resource = 20,
    Variant = 21,
    UInt32 = 22,
    UInt64 = 23,
    Float8E5M2 = 24,
    Float8E4M3FN = 25,
    Float8E4M3FNUZ = 26,
    Float8E4M3B11FNUZ = 27,
    Float8E5M2FNUZ = 28,
    Int4 = 29,
    UInt4 = 30,
    Int2 = 31,
    UInt2 = 32,
    Float4E2M1FN = 33,
}

impl DType {
    /// Every type, in the order of its number.
    pub const ALL: [DType; 33] = {
        use DType::*;
        [
            Float,
            Double,
            Int32,
            UInt8,
            Int16,
            Int8,
            String,
            Complex64,
            Int64,
            Bool,
            QInt8,
            QUInt8,
            QInt32,
            BFloat16,
            QInt16,
            QUInt16,
            UInt16,
            Complex128,
            Half,
            Resource,
            Variant,
            UInt32,
            UInt64,
            Float8E5M2,
            Float8E4M3FN,
            Float8E4M3FNUZ,
            Float8E4M3B11FNUZ,
            Float8E5M2FNUZ,
            Int4,
            UInt4,
            Int2,
            UInt2,
            Float4E2M1FN,
        ]
    };

    /// The type with this number, if there is one.
    pub fn from_number(number: i32) -> Option<DType> {
        usize::try_from(number).ok()?.checked_sub(1).and_then(|i| DType::ALL.get(i).copied())
    }

    /// The number on the wire.
    pub fn number(self) -> i32 {
        self as i32
    }

    /// Bytes of one element in memory, or `None` for types that are not plain bytes (strings, resources, variants).
    /// Sub-byte integers take a whole byte each, as in TensorFlow's memory.
    pub fn size(self) -> Option<usize> {
        use DType::*;
        Some(match self {
            Double | Int64 | UInt64 | Complex64 => 8,
            Float | Int32 | UInt32 | QInt32 => 4,
            Int16 | UInt16 | QInt16 | QUInt16 | Half | BFloat16 => 2,
            Complex128 => 16,
            String | Resource | Variant => return None,
            _ => 1,
        })
    }

    /// TensorFlow's short name, e.g. `float` or `int32`.
    pub fn name(self) -> &'static str {
        use DType::*;
        match self {
            Float => "float",
            Double => "double",
            Int32 => "int32",
            UInt8 => "uint8",
            Int16 => "int16",
            Int8 => "int8",
            String => "string",
            Complex64 => "complex64",
            Int64 => "int64",
            Bool => "bool",
            QInt8 => "qint8",
            QUInt8 => "quint8",
            QInt32 => "qint32",
            BFloat16 => "bfloat16",
            QInt16 => "qint16",
            QUInt16 => "quint16",
            UInt16 => "uint16",
            Complex128 => "complex128",
            Half => "half",
            Resource => "resource",
            Variant => "variant",
            UInt32 => "uint32",
            UInt64 => "uint64",
            Float8E5M2 => "float8_e5m2",
            Float8E4M3FN => "float8_e4m3fn",
            Float8E4M3FNUZ => "float8_e4m3fnuz",
            Float8E4M3B11FNUZ => "float8_e4m3b11fnuz",
            Float8E5M2FNUZ => "float8_e5m2fnuz",
            Int4 => "int4",
            UInt4 => "uint4",
            Int2 => "int2",
            UInt2 => "uint2",
            Float4E2M1FN => "float4_e2m1fn",
        }
    }

    /// The type with this short name.
    pub fn from_name(name: &str) -> Option<DType> {
        DType::ALL.into_iter().find(|dtype| dtype.name() == name)
    }

    /// Whether this is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, DType::Float | DType::Double | DType::Half | DType::BFloat16)
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
