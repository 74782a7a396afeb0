//! `Einsum`: products of tensors summed as an equation of letters says.
//!
//! ```text
//! ab,bc->ac     each letter is a dimension; the same letter has the same size everywhere
//! ...ij->...ji  dots stand for any number of dimensions, which broadcast
//! iij->ij       a letter twice in an input takes the diagonal, in the output it fills one
//! ```

use regatta_status::{Result, invalid_argument, unimplemented};
use regatta_tensor::{PartialShape, Tensor};

use crate::{
    builder::Outlet,
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    ops::infer::{Dim, broadcast, equal_dims, input},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Einsum(inputs:N*T) -> (output:T) {equation:string, N:int, T:type}",
    "Products of tensors, summed over the dimensions that the output of an equation of letters does not name.",
)
.shape(shape)
.gradient(gradient)];

/// An equation that has been read.
#[derive(Clone, Debug)]
pub struct Equation {
    /// The letters of each input.
    pub inputs: Vec<Subscripts>,
    /// The letters of the output.
    pub output: Subscripts,
}

/// The letters of one tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscripts {
    letters: Vec<u8>,
    /// Before which letter the dots stand, if there are any.
    dots: Option<usize>,
}

/// One dimension of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// One that dots stand for, counted from the last.
    Dots(usize),
    /// One that has a letter.
    Letter(u8),
}

impl Equation {
    /// Reads an equation for as many inputs.
    pub fn parse(text: &[u8], inputs: usize) -> Result<Equation> {
        let shown = || String::from_utf8_lossy(text).into_owned();
        let arrows: Vec<usize> = (0..text.len().saturating_sub(1)).filter(|k| &text[*k..*k + 2] == b"->").collect();
        let [arrow] = arrows.as_slice() else {
            return Err(invalid_argument(format!("Expecting exactly one '->' in einsum equation: {}", shown())));
        };
        let (left, right) = (&text[..*arrow], &text[*arrow + 2..]);
        let equation = Equation {
            inputs: left.split(|c| *c == b',').map(Subscripts::parse).collect::<Result<_>>()?,
            output: Subscripts::parse(right)?,
        };
        if equation.inputs.len() > 2 {
            return Err(invalid_argument(format!(
                "Expecting 1 or 2 input subscripts in equation '{}' but got: {}",
                shown(),
                equation.inputs.len()
            )));
        }
        if equation.inputs.len() != inputs {
            return Err(invalid_argument(format!(
                "Expected {} inputs for equation {} but got: {inputs}",
                equation.inputs.len(),
                shown()
            )));
        }
        let known = |letter: &u8| equation.inputs.iter().any(|input| input.letters.contains(letter));
        if let Some(letter) = equation.output.letters.iter().find(|letter| !known(letter)) {
            return Err(invalid_argument(format!(
                "Einsum's output has the letter '{}', which no input has: {}",
                char::from(*letter),
                shown()
            )));
        }
        Ok(equation)
    }

    /// The labels of each input of these ranks, and of the output.
    pub fn labels(&self, ranks: &[usize]) -> Result<(Vec<Vec<Label>>, Vec<Label>)> {
        let mut inputs = Vec::with_capacity(ranks.len());
        let mut dots = 0;
        for (k, (subscripts, rank)) in self.inputs.iter().zip(ranks).enumerate() {
            let spare = rank.checked_sub(subscripts.letters.len());
            let Some(spare) = spare.filter(|spare| *spare == 0 || subscripts.dots.is_some()) else {
                return Err(invalid_argument(format!(
                    "Expected input {k} to have rank {} but got: {rank}",
                    subscripts.letters.len()
                )));
            };
            dots = dots.max(spare);
            inputs.push(subscripts.labels(spare));
        }
        if dots > 0 && self.output.dots.is_none() {
            return Err(invalid_argument(format!(
                "Output contains {dots} broadcasting dimension(s) but no ellipsis in the output subscripts"
            )));
        }
        Ok((inputs, self.output.labels(if self.output.dots.is_some() { dots } else { 0 })))
    }
}

impl Subscripts {
    fn parse(text: &[u8]) -> Result<Subscripts> {
        let bad = || invalid_argument(format!("Invalid einsum subscripts '{}'", String::from_utf8_lossy(text)));
        let (before, after) = match text.windows(3).position(|window| window == b"...") {
            Some(k) => (&text[..k], &text[k + 3..]),
            None => (text, &text[text.len()..]),
        };
        let letters = [before, after].concat();
        if letters.contains(&b'.') {
            return Err(bad());
        }
        let has_dots = letters.len() < text.len();
        Ok(Subscripts { letters, dots: has_dots.then_some(before.len()) })
    }

    fn labels(&self, dots: usize) -> Vec<Label> {
        let (before, after) = self.letters.split_at(self.dots.unwrap_or(0));
        let letters = |letters: &[u8]| letters.iter().map(|letter| Label::Letter(*letter)).collect::<Vec<_>>();
        [letters(before), (0..dots).rev().map(Label::Dots).collect(), letters(after)].concat()
    }

    fn text(&self) -> String {
        let (before, after) = self.letters.split_at(self.dots.unwrap_or(0));
        let dots = if self.dots.is_some() { "..." } else { "" };
        format!("{}{dots}{}", String::from_utf8_lossy(before), String::from_utf8_lossy(after))
    }
}

fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let equation = Equation::parse(query.node.attrs.str("equation")?.as_bytes(), query.inputs.len())?;
    let Some(sizes) = query.inputs.iter().map(PartialShape::sizes).collect::<Option<Vec<_>>>() else {
        return Ok(vec![PartialShape::unknown()]);
    };
    let ranks: Vec<usize> = sizes.iter().map(|sizes| sizes.len()).collect();
    let (inputs, output) = equation.labels(&ranks)?;
    let mut known: std::collections::HashMap<Label, Dim> = std::collections::HashMap::new();
    for (labels, sizes) in inputs.iter().zip(sizes) {
        for (label, size) in labels.iter().zip(sizes) {
            let merged = match (label, known.get(label)) {
                (_, None) => *size,
                (Label::Letter(_), Some(before)) => equal_dims(*before, *size)?,
                (Label::Dots(_), Some(before)) => {
                    let pair = broadcast(&PartialShape::new(vec![*before]), &PartialShape::new(vec![*size]))?;
                    pair.sizes().and_then(|sizes| sizes.first().copied()).flatten()
                }
            };
            known.insert(*label, merged);
        }
    }
    input(query, 0)?;
    Ok(vec![PartialShape::new(output.iter().map(|label| known.get(label).copied().flatten()).collect())])
}

/// For each input the equation turned around: `ab,bc->ac` gives `ac,bc->ab` and `ab,ac->bc`.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let text = node.attrs().str("equation")?.as_bytes().to_vec();
    let equation = Equation::parse(&text, node.num_inputs())?;
    let grad = node.grad(0)?;
    let inputs = (0..node.num_inputs()).map(|k| node.input(k)).collect::<Result<Vec<_>>>()?;
    let mut grads = Vec::with_capacity(inputs.len());
    for k in 0..inputs.len() {
        grads.push(Some(Grad::from(by_input(node, &equation, &inputs, k, &grad)?)));
    }
    Ok(grads)
}

fn by_input(
    node: &mut Backward<'_>,
    equation: &Equation,
    inputs: &[Outlet],
    k: usize,
    grad: &Outlet,
) -> Result<Outlet> {
    let (x, mine) = (&inputs[k], &equation.inputs[k]);
    let other = (0..inputs.len()).find(|i| *i != k).map(|i| (&inputs[i], &equation.inputs[i]));
    // Letters that were summed over within this input: its gradient is the same all along them.
    let is_elsewhere = |letter: &u8| {
        equation.output.letters.contains(letter) || other.is_some_and(|(_, theirs)| theirs.letters.contains(letter))
    };
    let mut reached = Subscripts { letters: Vec::new(), dots: None };
    for (i, letter) in mine.letters.iter().enumerate() {
        if mine.dots == Some(i) {
            reached.dots = Some(reached.letters.len());
        }
        if is_elsewhere(letter) && !reached.letters.contains(letter) {
            reached.letters.push(*letter);
        }
    }
    if mine.dots == Some(mine.letters.len()) {
        reached.dots = Some(reached.letters.len());
    }
    // Dots that only the other input has are summed over; the output of an equation may not leave them out, so they come
    // along in front and go afterwards.
    let carries_dots = reached.dots.is_none() && equation.output.dots.is_some();
    if carries_dots {
        reached.dots = Some(0);
    }
    let mut result = match other {
        None => einsum(node, &format!("{}->{}", equation.output.text(), reached.text()), &[grad])?,
        Some((y, theirs)) => {
            let y = node.conj(y)?;
            let text = format!("{},{}->{}", equation.output.text(), theirs.text(), reached.text());
            einsum(node, &text, &[grad, &y])?
        }
    };
    let summed = mine.letters.iter().any(|letter| !is_elsewhere(letter));
    let repeated = (1..mine.letters.len()).any(|i| mine.letters[..i].contains(&mine.letters[i]));
    if !summed && !repeated && mine.dots.is_none() && !carries_dots {
        return Ok(result);
    }
    // From here on places in the shape must be known.
    let Some(shape) = x.shape().to_shape() else {
        return Err(unimplemented("the gradient of this Einsum needs to know its inputs' shapes"));
    };
    let Some(result_shape) = result.shape().to_shape() else {
        return Err(unimplemented("the gradient of this Einsum needs to know all its shapes"));
    };
    let (labels, _) = Equation { inputs: vec![mine.clone()], output: mine.clone() }.labels(&[shape.rank()])?;
    let (reached_labels, _) =
        Equation { inputs: vec![reached.clone()], output: reached.clone() }.labels(&[result_shape.rank()])?;
    let sizes: std::collections::HashMap<Label, usize> = labels[0].iter().copied().zip(shape.iter().copied()).collect();
    // What was broadcast in this input is summed.
    let is_broadcast = |label: &Label, size: usize| match sizes.get(label) {
        None => true,
        Some(own) => matches!(label, Label::Dots(_)) && *own == 1 && size != 1,
    };
    let places = reached_labels[0].iter().zip(result_shape.iter()).enumerate();
    let axes: Vec<i32> =
        places.filter(|(_, (label, size))| is_broadcast(label, **size)).map(|(place, _)| place as i32).collect();
    if !axes.is_empty() {
        let axes = node.constant(Tensor::vector(axes))?;
        result = node.op("Sum").inputs([&result, &axes]).finish()?;
    }
    // The labels of this input, each once; those that the result lacks are filled in.
    let mut unique: Vec<Label> = Vec::new();
    for label in &labels[0] {
        if !unique.contains(label) {
            unique.push(*label);
        }
    }
    let size_if = |has: bool, label: &Label| if has { sizes.get(label).map_or(1, |size| *size as i32) } else { 1 };
    let narrow: Vec<i32> = unique.iter().map(|label| size_if(reached_labels[0].contains(label), label)).collect();
    let wide: Vec<i32> = unique.iter().map(|label| size_if(true, label)).collect();
    let narrow_shape = node.constant(Tensor::vector(narrow.clone()))?;
    result = node.call("Reshape", &[&result, &narrow_shape])?;
    if narrow != wide {
        let wide = node.constant(Tensor::vector(wide))?;
        result = node.call("BroadcastTo", &[&result, &wide])?;
    }
    if !repeated {
        return Ok(result);
    }
    let letters: Vec<u8> =
        unique.iter().filter_map(|label| if let Label::Letter(c) = label { Some(*c) } else { None }).collect();
    let first_dots = unique.iter().position(|label| matches!(label, Label::Dots(_)));
    let once = Subscripts { letters, dots: first_dots.or(mine.dots.map(|_| 0)) };
    einsum(node, &format!("{}->{}", once.text(), mine.text()), &[&result])
}

fn einsum(node: &mut Backward<'_>, equation: &str, inputs: &[&Outlet]) -> Result<Outlet> {
    node.op("Einsum").inputs(inputs.iter().copied()).attr("equation", equation).finish()
}
