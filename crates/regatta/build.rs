//! Writes a function for every op of the table: `ops::mat_mul(&a, &b).transpose_b(true).build(g)?`.
//!
//! Inputs and the attributes that have no default are arguments; the others are methods. Attributes that follow from the
//! inputs are not there. What is built is as many outlets as the op has outputs.

use std::{env, fmt::Write, fs, path::Path};

use regatta_graph::op_def::{ArgCount, ArgType, AttrDef, AttrKind, OpDef};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut text = String::new();
    for op in regatta_graph::ops::all() {
        // Names with a leading underscore are for rewrites of graphs, not for people.
        if !op.name.starts_with('_') {
            write_op(&mut text, op);
        }
    }
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("ops.rs"), text).expect("OUT_DIR can be written to");
}

fn write_op(text: &mut String, op: &OpDef) {
    let (function, name) = (rust_name(&snake_case(op.name)), op.name);
    let inferred = |attr: &&AttrDef| {
        let of_input = |ty: &ArgType, count: &ArgCount| {
            matches!(ty, ArgType::Attr(name) if *name == attr.name)
                || matches!(count, ArgCount::Attr(name) if *name == attr.name)
        };
        op.inputs.iter().any(|input| of_input(&input.ty, &input.count))
    };
    let attrs: Vec<&AttrDef> = op.attrs.iter().filter(|attr| !inferred(attr)).collect();
    let (optional, required): (Vec<&AttrDef>, Vec<&AttrDef>) =
        attrs.into_iter().partition(|attr| attr.default.is_some());
    let mut arguments = Vec::new();
    let mut calls = String::new();
    for input in &op.inputs {
        let name = rust_name(input.name);
        match input.count {
            ArgCount::One => {
                arguments.push(format!("{name}: &Outlet"));
                let _ = write!(calls, ".input({name})");
            }
            _ => {
                arguments.push(format!("{name}: &[Outlet]"));
                let _ = write!(calls, ".inputs({name})");
            }
        }
    }
    for attr in &required {
        let argument = match op.inputs.iter().any(|input| input.name == attr.name) {
            true => format!("{}_attr", attr.name),
            false => rust_name(attr.name),
        };
        arguments.push(format!("{argument}: {}", rust_type(attr)));
        let _ = write!(calls, ".attr({:?}, {argument})", attr.name);
    }
    let (about, signature) = (op.about, op.signature.replace('\t', "\\t"));
    let _ = writeln!(
        text,
        "/// {about}\n///\n/// ```text\n/// {signature}\n/// ```\n#[allow(clippy::too_many_arguments)]\n\
         pub fn {function}({}) -> {name} {{\n    {name}(Call::new({name:?}){calls})\n}}\n",
        arguments.join(", ")
    );
    let _ = writeln!(
        text,
        "/// A `{name}` in the making: see the function.\n#[must_use = \"`build` adds it\"]\npub struct {name}(Call);\n"
    );
    let _ = writeln!(text, "impl {name} {{");
    let _ = writeln!(
        text,
        "    /// Its name in the graph.\n    pub fn named(self, name: &str) -> Self {{\n        Self(self.0.named(name))\n    }}\n"
    );
    for attr in &optional {
        let method = match attr.name {
            "named" | "build" => format!("{}_attr", attr.name),
            name => rust_name(name),
        };
        let _ = writeln!(
            text,
            "    /// Sets `{}`.\n    pub fn {method}(self, value: {}) -> Self {{\n        Self(self.0.attr({:?}, value))\n    }}\n",
            attr.name,
            rust_type(attr),
            attr.name
        );
    }
    let (outputs, make) = match op.outputs.as_slice() {
        [] => ("Outlet".to_owned(), "self.0.build(g)".to_owned()),
        [only] if only.count == ArgCount::One => ("Outlet".to_owned(), "self.0.build(g)".to_owned()),
        all if all.iter().any(|output| output.count != ArgCount::One) => {
            ("Vec<Outlet>".to_owned(), "Ok(outputs(&self.0.build(g)?))".to_owned())
        }
        all => {
            let each: Vec<String> = (0..all.len()).map(|k| format!("made.output({k})")).collect();
            (
                format!("({})", vec!["Outlet"; all.len()].join(", ")),
                format!("let made = self.0.build(g)?;\n        Ok(({}))", each.join(", ")),
            )
        }
    };
    let _ = writeln!(
        text,
        "    /// Adds it to a graph.\n    #[allow(clippy::type_complexity)]\n    pub fn build(self, g: &mut GraphBuilder) -> Result<{outputs}> {{\n        {make}\n    }}\n}}\n"
    );
}

fn rust_type(attr: &AttrDef) -> &'static str {
    match (attr.kind, attr.is_list) {
        (AttrKind::String, false) => "&str",
        (AttrKind::Int, false) => "i64",
        (AttrKind::Float, false) => "f32",
        (AttrKind::Bool, false) => "bool",
        (AttrKind::Type, false) => "DType",
        (AttrKind::Shape, false) => "PartialShape",
        (AttrKind::Tensor, false) => "Tensor",
        (AttrKind::Func, false) => "FunctionRef",
        (AttrKind::String, true) => "Vec<Vec<u8>>",
        (AttrKind::Int, true) => "Vec<i64>",
        (AttrKind::Float, true) => "Vec<f32>",
        (AttrKind::Bool, true) => "Vec<bool>",
        (AttrKind::Type, true) => "Vec<DType>",
        (AttrKind::Shape, true) => "Vec<PartialShape>",
        (AttrKind::Tensor | AttrKind::Func, true) => "AttrList",
    }
}

/// `MatMul` as `mat_mul`, `Conv2DBackpropInput` as `conv2d_backprop_input`.
fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (i, c) in letters.iter().enumerate() {
        let before = i.checked_sub(1).map(|k| letters[k]);
        let after = letters.get(i + 1).copied();
        let begins = c.is_ascii_uppercase()
            && before.is_some_and(|b| {
                b.is_ascii_lowercase() || (b != '_' && after.is_some_and(|after| after.is_ascii_lowercase()))
            });
        if begins {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

fn rust_name(name: &str) -> String {
    let name = if name.chars().any(char::is_uppercase) { snake_case(name) } else { name.to_owned() };
    match name.as_str() {
        "where" | "in" | "ref" | "type" | "const" | "if" | "while" | "move" | "enum" | "self" | "loop" | "match"
        | "mod" | "abstract" | "box" | "final" | "virtual" | "yield" => format!("r#{name}").replace("r#self", "this"),
        _ => name,
    }
}
