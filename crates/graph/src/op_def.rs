//! What an op is: its inputs, outputs and attributes, read from a one-line signature.
//!
//! ```text
//! ConcatV2(values:N*T, axis:Tidx) -> (output:T)  {N:int, T:type, Tidx:type=int32}
//! ```
//!
//! An argument is one value (`x:T`, `n:int32`), a reference to a variable (`ref:Ref(T)`), `N` of one type (`values:N*T`) or
//! as many as a list of types has (`data:list(T)`). An attribute has a kind and maybe a default. The words in brackets at
//! the end say that the op is stateful, or may look at a variable before it is initialised.

use regatta_status::{Result, Status, internal, invalid_argument, not_found};
use regatta_tensor::{DType, PartialShape};

use crate::{
    def::{AttrList, AttrValue, Attrs},
    gradient::{Gradient, GradientRule},
    shape_rule::{ShapeRule, unknown},
};

/// One line of the op table: what stands in an op's own file.
pub(crate) struct Op {
    pub(crate) signature: &'static str,
    about: &'static str,
    shape: ShapeRule,
    gradient: Gradient,
    file: &'static str,
}

/// A line of the op table: an op's signature and, in a sentence, what it does. Unless more is said, nothing is known of the
/// shapes it gives, and it has no gradient.
#[track_caller]
pub(crate) const fn op(signature: &'static str, about: &'static str) -> Op {
    let file = std::panic::Location::caller().file();
    Op { signature, about, shape: unknown, gradient: Gradient::Missing, file }
}

impl Op {
    /// How the shapes of its outputs follow from its inputs.
    pub(crate) const fn shape(self, shape: ShapeRule) -> Op {
        Op { shape, ..self }
    }

    /// How the gradients of its inputs follow from those of its outputs.
    pub(crate) const fn gradient(self, rule: GradientRule) -> Op {
        Op { gradient: Gradient::Rule(rule), ..self }
    }

    /// What it gives does not change with small changes of its inputs: no gradient flows through it.
    pub(crate) const fn flat(self) -> Op {
        Op { gradient: Gradient::Flat, ..self }
    }
}

/// An op of the table.
pub struct OpDef {
    /// Its name.
    pub name: &'static str,
    /// Its definition in one line.
    pub signature: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// The source file that defines it.
    pub file: &'static str,
    /// What it takes.
    pub inputs: Vec<ArgDef>,
    /// What it gives.
    pub outputs: Vec<ArgDef>,
    /// Its parameters.
    pub attrs: Vec<AttrDef>,
    /// Whether it has effects or memory, so that two of its nodes are never the same thing.
    pub is_stateful: bool,
    /// Whether its reference inputs may be uninitialised variables.
    pub allows_uninitialized: bool,
    /// How the shapes of its outputs follow from its inputs.
    pub shape: ShapeRule,
    /// How the gradients of its inputs follow from those of its outputs.
    pub gradient: Gradient,
}

/// An input or output of an op.
#[derive(Debug, PartialEq, Eq)]
pub struct ArgDef {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: ArgType,
    /// How many values it stands for.
    pub count: ArgCount,
    /// Whether it is a reference to a variable.
    pub is_ref: bool,
}

/// How an argument's type is told.
#[derive(Debug, PartialEq, Eq)]
pub enum ArgType {
    /// Always this type.
    Fixed(DType),
    /// The type in this attribute (or, for a list argument, the types).
    Attr(&'static str),
}

/// How many values an argument stands for.
#[derive(Debug, PartialEq, Eq)]
pub enum ArgCount {
    /// One.
    One,
    /// As many as this attribute says.
    Attr(&'static str),
    /// One for each type in the list attribute.
    List,
}

/// A parameter of an op.
pub struct AttrDef {
    /// Its name.
    pub name: &'static str,
    /// What kind of value it has.
    pub kind: AttrKind,
    /// Whether it is a list of such values.
    pub is_list: bool,
    /// What it is where a node does not say.
    pub default: Option<AttrValue>,
}

/// The kinds of attribute values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum AttrKind {
    String,
    Int,
    Float,
    Bool,
    Type,
    Shape,
    Tensor,
    Func,
}

/// The type of a value on an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct EdgeType {
    /// The type of its elements.
    pub dtype: DType,
    /// Whether it is a reference to a variable of that type.
    pub is_ref: bool,
}

impl std::fmt::Debug for EdgeType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.dtype, if self.is_ref { "_ref" } else { "" })
    }
}

impl OpDef {
    /// Fills in the defaults of attributes that a node does not have, and refuses missing ones and those of the wrong kind.
    /// Attributes that the op does not declare are kept: TensorFlow's own passes leave marks there.
    pub fn complete_attrs(&self, node: &str, attrs: &mut Attrs) -> Result<()> {
        for attr in &self.attrs {
            match attrs.get(attr.name) {
                Some(value) if attr.accepts(value) => {}
                Some(value) => {
                    return Err(invalid_argument(format!(
                        "AttrValue of op {}'s attr '{}' must be {}{:?}, but node '{node}' has {value:?}",
                        self.name,
                        attr.name,
                        if attr.is_list { "a list of " } else { "" },
                        attr.kind,
                    ))
                    .at_node(node));
                }
                None => match &attr.default {
                    Some(default) => {
                        attrs.insert(attr.name.to_owned(), default.clone());
                    }
                    None => {
                        return Err(not_found(format!("No attr named '{}' in NodeDef of op {}", attr.name, self.name))
                            .at_node(node));
                    }
                },
            }
        }
        Ok(())
    }

    /// The types of a node's inputs, given its completed attributes.
    pub fn input_types(&self, attrs: &Attrs) -> Result<Vec<EdgeType>> {
        self.arg_types(&self.inputs, attrs)
    }

    /// The types of a node's outputs, given its completed attributes.
    pub fn output_types(&self, attrs: &Attrs) -> Result<Vec<EdgeType>> {
        self.arg_types(&self.outputs, attrs)
    }

    fn arg_types(&self, args: &[ArgDef], attrs: &Attrs) -> Result<Vec<EdgeType>> {
        let mut types = Vec::with_capacity(args.len());
        for arg in args {
            let dtypes = arg.dtypes(self, attrs)?;
            types.extend(dtypes.into_iter().map(|dtype| EdgeType { dtype, is_ref: arg.is_ref }));
        }
        Ok(types)
    }
}

/// More values than this for one argument is a mistake or an attack, never a model.
const ARG_COUNT_MAX: i64 = 1 << 20;

impl ArgDef {
    /// The type of each value this argument stands for.
    pub fn dtypes(&self, op: &OpDef, attrs: &Attrs) -> Result<Vec<DType>> {
        let missing = |attr: &str| {
            invalid_argument(format!("op {} needs attr '{attr}' for its argument '{}'", op.name, self.name))
        };
        if self.count == ArgCount::List {
            let ArgType::Attr(attr) = self.ty else {
                return Err(internal(format!("op {}: bad list argument", op.name)));
            };
            return match attrs.get(attr) {
                Some(AttrValue::List(list)) => Ok(list.types.clone()),
                _ => Err(missing(attr)),
            };
        }
        let dtype = match self.ty {
            ArgType::Fixed(dtype) => dtype,
            ArgType::Attr(attr) => match attrs.get(attr) {
                Some(AttrValue::Type(dtype)) => *dtype,
                _ => return Err(missing(attr)),
            },
        };
        let count = match self.count {
            ArgCount::Attr(attr) => match attrs.get(attr) {
                Some(AttrValue::Int(count)) if (0..=ARG_COUNT_MAX).contains(count) => *count as usize,
                Some(AttrValue::Int(count)) => {
                    return Err(invalid_argument(format!(
                        "attr '{attr}' of op {} is {count}, which is no count",
                        op.name
                    )));
                }
                _ => return Err(missing(attr)),
            },
            _ => 1,
        };
        Ok(vec![dtype; count])
    }
}

impl AttrDef {
    fn accepts(&self, value: &AttrValue) -> bool {
        if self.is_list {
            let AttrValue::List(list) = value else { return false };
            return match self.kind {
                AttrKind::String => list.has_only(list.strings.len()),
                AttrKind::Int => list.has_only(list.ints.len()),
                AttrKind::Float => list.has_only(list.floats.len()),
                AttrKind::Bool => list.has_only(list.bools.len()),
                AttrKind::Type => list.has_only(list.types.len()),
                AttrKind::Shape => list.has_only(list.shapes.len()),
                AttrKind::Tensor => list.has_only(list.tensors.len()),
                AttrKind::Func => list.has_only(list.funcs.len()),
            };
        }
        matches!(
            (self.kind, value),
            (_, AttrValue::Placeholder(_))
                | (AttrKind::String, AttrValue::String(_))
                | (AttrKind::Int, AttrValue::Int(_))
                | (AttrKind::Float, AttrValue::Float(_))
                | (AttrKind::Bool, AttrValue::Bool(_))
                | (AttrKind::Type, AttrValue::Type(_))
                | (AttrKind::Shape, AttrValue::Shape(_))
                | (AttrKind::Tensor, AttrValue::Tensor(_))
                | (AttrKind::Func, AttrValue::Func(_))
        )
    }
}

impl AttrList {
    /// Whether all the list's values are the `count` of the kind just counted.
    fn has_only(&self, count: usize) -> bool {
        let total = self.strings.len()
            + self.ints.len()
            + self.floats.len()
            + self.bools.len()
            + self.types.len()
            + self.shapes.len()
            + self.tensors.len()
            + self.funcs.len();
        total == count
    }
}

/// Reads a line of the table. The table is ours, so a bad line is our mistake; a test reads them all.
pub(crate) fn parse(row: &Op) -> Result<OpDef> {
    let signature = row.signature;
    let bad = |what: &str| internal(format!("op table: {what} in `{signature}`"));
    let (name, rest) = signature.split_once('(').ok_or_else(|| bad("no name"))?;
    let (inputs, rest) = rest.split_once(") -> (").ok_or_else(|| bad("no arrow"))?;
    let (outputs, rest) = rest
        .split_once(')')
        .filter(|(o, _)| !o.contains('('))
        .map_or_else(|| split_outputs(rest), Ok)
        .map_err(|()| bad("no end of outputs"))?;
    let attrs_text = rest.find('{').zip(rest.rfind('}')).map(|(a, b)| &rest[a + 1..b]).unwrap_or("");
    // Marks come last, behind the attributes if there are any (whose defaults may hold brackets of their own).
    let marks = rest.rsplit_once('}').map_or(rest, |(_, marks)| marks);
    let args = |text: &'static str| -> Result<Vec<ArgDef>> {
        split_top(text).map(|arg| parse_arg(arg).ok_or_else(|| bad("bad argument"))).collect()
    };
    let attrs: Result<Vec<AttrDef>> =
        split_top(attrs_text).map(|attr| parse_attr(attr).ok_or_else(|| bad("bad attr"))).collect();
    Ok(OpDef {
        name: name.trim(),
        signature,
        about: row.about,
        file: row.file,
        inputs: args(inputs)?,
        outputs: args(outputs)?,
        attrs: attrs?,
        is_stateful: marks.contains("stateful"),
        allows_uninitialized: marks.contains("allows_uninit"),
        shape: row.shape,
        gradient: row.gradient,
    })
}

/// Outputs may hold brackets of their own (`Ref(T)`): ends at the one that closes them all.
fn split_outputs(rest: &'static str) -> Result<(&'static str, &'static str), ()> {
    let mut depth = 1;
    for (i, c) in rest.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Ok((&rest[..i], &rest[i + 1..]));
        }
    }
    Err(())
}

/// Splits at commas outside of brackets and quotes.
fn split_top(text: &'static str) -> impl Iterator<Item = &'static str> {
    let mut parts = Vec::new();
    let (mut depth, mut quoted, mut start) = (0, false, 0);
    for (i, c) in text.char_indices() {
        match c {
            '\'' => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth -= 1,
            ',' if depth == 0 && !quoted => {
                parts.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty())
}

fn parse_arg(text: &'static str) -> Option<ArgDef> {
    let (name, ty) = text.split_once(':')?;
    let within = |prefix: &str| ty.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(')'));
    let (ty, count, is_ref) = if let Some(inner) = within("Ref(") {
        (inner, ArgCount::One, true)
    } else if let Some(inner) = within("list(") {
        (inner, ArgCount::List, false)
    } else if let Some((count, ty)) = ty.split_once('*') {
        // `N*Ref(T)` is the one place where both come together (RefMerge, RefSelect).
        match ty.strip_prefix("Ref(").and_then(|rest| rest.strip_suffix(')')) {
            Some(inner) => (inner, ArgCount::Attr(count), true),
            None => (ty, ArgCount::Attr(count), false),
        }
    } else {
        (ty, ArgCount::One, false)
    };
    let ty = DType::from_name(ty).map_or(ArgType::Attr(ty), ArgType::Fixed);
    Some(ArgDef { name, ty, count, is_ref })
}

fn parse_attr(text: &'static str) -> Option<AttrDef> {
    let (name, rest) = text.split_once(':')?;
    let (kind, default) = match rest.split_once('=') {
        Some((kind, default)) => (kind, Some(default)),
        None => (rest, None),
    };
    let (kind, is_list) = match kind.strip_prefix("list(").and_then(|kind| kind.strip_suffix(')')) {
        Some(kind) => (kind, true),
        None => (kind, false),
    };
    let kind = match kind {
        "string" => AttrKind::String,
        "int" => AttrKind::Int,
        "float" => AttrKind::Float,
        "bool" => AttrKind::Bool,
        "type" => AttrKind::Type,
        "shape" => AttrKind::Shape,
        "tensor" => AttrKind::Tensor,
        "func" => AttrKind::Func,
        _ => return None,
    };
    let default = match default {
        Some(text) => Some(parse_default(kind, is_list, text)?),
        None => None,
    };
    Some(AttrDef { name, kind, is_list, default })
}

fn parse_default(kind: AttrKind, is_list: bool, text: &'static str) -> Option<AttrValue> {
    if is_list {
        let mut list = AttrList::default();
        for item in split_top(text.strip_prefix('[')?.strip_suffix(']')?) {
            match parse_default(kind, false, item)? {
                AttrValue::String(value) => list.strings.push(value),
                AttrValue::Int(value) => list.ints.push(value),
                AttrValue::Float(value) => list.floats.push(value),
                AttrValue::Bool(value) => list.bools.push(value),
                AttrValue::Type(value) => list.types.push(value),
                AttrValue::Shape(value) => list.shapes.push(value),
                _ => return None,
            }
        }
        return Some(AttrValue::List(list));
    }
    Some(match kind {
        AttrKind::String => {
            AttrValue::String(text.strip_prefix('\'')?.strip_suffix('\'')?.replace("\\n", "\n").into_bytes())
        }
        AttrKind::Int => AttrValue::Int(text.parse().ok()?),
        AttrKind::Float => AttrValue::Float(text.parse().ok()?),
        AttrKind::Bool => AttrValue::Bool(match text {
            "True" => true,
            "False" => false,
            _ => return None,
        }),
        AttrKind::Type => AttrValue::Type(DType::from_name(text)?),
        AttrKind::Shape => match text {
            "unknown" => AttrValue::Shape(PartialShape::unknown()),
            "[]" => AttrValue::Shape(PartialShape::of_rank(0)),
            _ => return None,
        },
        // `uint8[255,0,0,255]`: a vector of bytes, the only tensor that is a default anywhere.
        AttrKind::Tensor => {
            let numbers = text.strip_prefix("uint8[")?.strip_suffix(']')?;
            let bytes: Result<Vec<u8>, _> = numbers.split(',').map(str::parse).collect();
            AttrValue::Tensor(regatta_tensor::Tensor::vector(bytes.ok()?))
        }
        AttrKind::Func => return None,
    })
}

/// Reads a node's attributes with the error that a kernel or rule gives when one is not there.
pub trait AttrsExt {
    /// The attribute, or an error that names it.
    fn get_attr(&self, name: &str) -> Result<&AttrValue>;

    /// A whole number.
    fn int(&self, name: &str) -> Result<i64> {
        match self.get_attr(name)? {
            AttrValue::Int(value) => Ok(*value),
            _ => Err(wrong_kind(name, "an int")),
        }
    }
    /// A real number.
    fn float(&self, name: &str) -> Result<f32> {
        match self.get_attr(name)? {
            AttrValue::Float(value) => Ok(*value),
            _ => Err(wrong_kind(name, "a float")),
        }
    }
    /// A truth.
    fn bool(&self, name: &str) -> Result<bool> {
        match self.get_attr(name)? {
            AttrValue::Bool(value) => Ok(*value),
            _ => Err(wrong_kind(name, "a bool")),
        }
    }
    /// A text.
    fn str(&self, name: &str) -> Result<&str> {
        match self.get_attr(name)? {
            AttrValue::String(value) => std::str::from_utf8(value).map_err(|_| wrong_kind(name, "UTF-8 text")),
            _ => Err(wrong_kind(name, "a string")),
        }
    }
    /// An element type.
    fn dtype(&self, name: &str) -> Result<DType> {
        match self.get_attr(name)? {
            AttrValue::Type(value) => Ok(*value),
            _ => Err(wrong_kind(name, "a type")),
        }
    }
    /// A shape.
    fn shape(&self, name: &str) -> Result<&PartialShape> {
        match self.get_attr(name)? {
            AttrValue::Shape(value) => Ok(value),
            _ => Err(wrong_kind(name, "a shape")),
        }
    }
    /// A list.
    fn list(&self, name: &str) -> Result<&AttrList> {
        match self.get_attr(name)? {
            AttrValue::List(value) => Ok(value),
            _ => Err(wrong_kind(name, "a list")),
        }
    }
}

impl AttrsExt for Attrs {
    fn get_attr(&self, name: &str) -> Result<&AttrValue> {
        self.get(name).ok_or_else(|| not_found(format!("No attr named '{name}' in NodeDef")))
    }
}

fn wrong_kind(name: &str, expected: &str) -> Status {
    invalid_argument(format!("attr '{name}' is not {expected}"))
}
