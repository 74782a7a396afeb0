//! A view: which elements of a tensor, in which order, told by an offset and a step for every axis of the result.
//!
//! Slices, transpositions, repetitions and reversals are all copies of a view. Axes that continue each other are joined
//! first, so that a slice of whole rows is one long run.

use regatta_status::Result;
use regatta_tensor::{Shape, Tensor};

use super::elements::{Unit, by_unit, room_for};

/// Elements `offset + sum(index[i] * axes[i].step)` for all indices, the last axis fastest.
#[derive(Debug)]
pub(crate) struct View {
    offset: isize,
    axes: Vec<Axis>,
}

#[derive(Clone, Copy, Debug)]
struct Axis {
    len: usize,
    step: isize,
}

/// What is copied at a time.
#[derive(Clone, Copy)]
enum Inner {
    /// One axis.
    Run(Axis),
    /// Two axes that lie the other way round in memory: a matrix to be turned.
    Turned(Axis, Axis),
}

/// How far apart neighbours along each axis of a tensor are.
pub(crate) fn steps_of(sizes: &[usize]) -> Vec<isize> {
    let mut steps = vec![0; sizes.len()];
    let mut step: isize = 1;
    for (i, &size) in sizes.iter().enumerate().rev() {
        steps[i] = step;
        step = step.saturating_mul(size.max(1) as isize);
    }
    steps
}

impl View {
    /// A view that begins at an element; axes are added from the slowest to the fastest.
    pub(crate) fn at(offset: isize) -> View {
        View { offset, axes: Vec::new() }
    }

    /// Adds an axis inside the others, joined with the one before where it continues it.
    pub(crate) fn push(&mut self, len: usize, step: isize) {
        if len == 1 {
            return;
        }
        if let Some(outer) = self.axes.last_mut()
            && outer.len > 0
            && len > 0
            && Some(outer.step) == step.checked_mul(len as isize)
        {
            *outer = Axis { len: outer.len * len, step };
            return;
        }
        self.axes.push(Axis { len, step });
    }

    /// Appends the elements of the view.
    pub(crate) fn append<U: Clone + Default>(&self, source: &[U], target: &mut Vec<U>) {
        let (outer, inner) = match self.axes.as_slice() {
            [] => return target.push(source[self.offset as usize].clone()),
            [outer @ .., rows, columns] if rows.step == 1 && columns.step > 1 => {
                (outer, Inner::Turned(*rows, *columns))
            }
            [outer @ .., run] => (outer, Inner::Run(*run)),
        };
        self.visit(outer, |offset| match inner {
            Inner::Run(axis) => append_run(source, offset, axis, target),
            Inner::Turned(rows, columns) => append_turned(source, offset, rows.len, columns, target),
        });
    }

    /// Puts elements, which are as many, where the view looks.
    pub(crate) fn put<U: Clone>(&self, source: &[U], target: &mut [U]) {
        let mut source = source.iter();
        self.visit(&self.axes, |offset| {
            if let Some(element) = source.next() {
                target[offset as usize] = element.clone();
            }
        });
    }

    /// Calls a function with the offset of every index along the outer axes, in order.
    fn visit(&self, outer: &[Axis], mut at: impl FnMut(isize)) {
        if self.axes.iter().any(|axis| axis.len == 0) {
            return;
        }
        let mut index = vec![0usize; outer.len()];
        let mut offset = self.offset;
        loop {
            at(offset);
            // The next index: the fastest axis that is not at its end moves on, those inside it begin again.
            let mut k = outer.len();
            loop {
                if k == 0 {
                    return;
                }
                k -= 1;
                index[k] += 1;
                offset += outer[k].step;
                if index[k] < outer[k].len {
                    break;
                }
                index[k] = 0;
                offset -= outer[k].step * outer[k].len as isize;
            }
        }
    }
}

/// One run along the innermost axis.
fn append_run<U: Clone>(source: &[U], offset: isize, axis: Axis, target: &mut Vec<U>) {
    let start = offset as usize;
    match axis.step {
        1 => target.extend_from_slice(&source[start..start + axis.len]),
        0 => target.resize(target.len() + axis.len, source[start].clone()),
        step if step > 0 => target.extend(source[start..].iter().step_by(step as usize).take(axis.len).cloned()),
        step => {
            let back = source[..=start].iter().rev().step_by(step.unsigned_abs()).take(axis.len);
            target.extend(back.cloned());
        }
    }
}

/// A matrix whose rows are neighbours in memory and whose columns are `columns.step` apart, turned in small squares. A square
/// is turned in the registers or in the nearest cache: row by row, every element would fetch a line of its own, and lines
/// that are a power of two apart would drive each other out.
fn append_turned<U: Clone + Default>(source: &[U], offset: isize, rows: usize, columns: Axis, target: &mut Vec<U>) {
    const SQUARE: usize = 8;
    let start = target.len();
    target.resize(start + rows * columns.len, U::default());
    let (source, target, step) = (&source[offset as usize..], &mut target[start..], columns.step as usize);
    for first_column in (0..columns.len).step_by(SQUARE) {
        for first_row in (0..rows).step_by(SQUARE) {
            let (row_end, column_end) = (rows.min(first_row + SQUARE), columns.len.min(first_column + SQUARE));
            if row_end - first_row < SQUARE || column_end - first_column < SQUARE {
                for column in first_column..column_end {
                    for row in first_row..row_end {
                        target[row * columns.len + column] = source[column * step + row].clone();
                    }
                }
                continue;
            }
            let mut square: [U; SQUARE * SQUARE] = std::array::from_fn(|_| U::default());
            for column in 0..SQUARE {
                let line = &source[(first_column + column) * step + first_row..][..SQUARE];
                for row in 0..SQUARE {
                    square[row * SQUARE + column] = line[row].clone();
                }
            }
            for row in 0..SQUARE {
                let line = &mut target[(first_row + row) * columns.len + first_column..][..SQUARE];
                line.clone_from_slice(&square[row * SQUARE..][..SQUARE]);
            }
        }
    }
}

/// A tensor of the elements of a view, in the given shape (which has as many).
pub(crate) fn copy_view(tensor: &Tensor, view: &View, shape: Shape) -> Result<Tensor> {
    fn copy<U: Unit>(tensor: &Tensor, view: &View, shape: Shape) -> Result<Tensor> {
        let count = shape.num_elements();
        let mut elements = room_for::<U>(count)?;
        if count > 0 {
            view.append(U::of(tensor)?, &mut elements);
        }
        U::into_tensor(tensor.dtype(), shape, elements)
    }
    by_unit!(tensor.dtype(), U => copy::<U>(tensor, view, shape))
}
