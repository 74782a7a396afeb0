//! Two shapes made one: a size of 1 (or a missing leading dimension) stands for as many as the other side has.
//!
//! ```text
//! shape     x [.., m], y [.., n] -> [.., max(m, n)] where m = n, m = 1 or n = 1
//! ```
//!
//! The dimensions are merged as far as both sides allow, so that equal shapes become one long row, and a bias added to a
//! matrix becomes one row per line of it.

use std::mem::MaybeUninit;

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Element, Shape};

use super::{
    output::{allocate, in_pieces, written},
    vector::widest_for,
};

/// How the elements of two inputs meet.
pub(crate) struct Broadcast {
    /// The output's shape.
    pub(crate) shape: Shape,
    /// Dimensions outside of the rows, outermost first.
    outer: Vec<Dim>,
    /// The innermost dimension; a step of 0 repeats one element.
    inner: Dim,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Dim {
    size: usize,
    x_step: usize,
    y_step: usize,
}

/// The shape that both broadcast to.
pub(crate) fn broadcast_shape(x: &Shape, y: &Shape) -> Result<Shape> {
    let rank = x.rank().max(y.rank());
    let mut sizes = vec![0; rank];
    for (k, size) in sizes.iter_mut().enumerate() {
        *size = match (size_at(x, rank, k), size_at(y, rank, k)) {
            (m, n) if m == n => m,
            (1, n) => n,
            (m, 1) => m,
            _ => return Err(invalid_argument(format!("Incompatible shapes: {x} vs. {y}"))),
        };
    }
    Shape::new(&sizes)
}

/// The size of dimension `k` of a shape that is extended to `rank` by ones in front.
fn size_at(shape: &Shape, rank: usize, k: usize) -> usize {
    (k + shape.rank()).checked_sub(rank).map_or(1, |k| shape[k])
}

impl Broadcast {
    pub(crate) fn new(x: &Shape, y: &Shape) -> Result<Broadcast> {
        let shape = broadcast_shape(x, y)?;
        let rank = shape.rank();
        let (mut x_step, mut y_step) = (1, 1);
        // Innermost first while they are merged.
        let mut dims: Vec<Dim> = Vec::with_capacity(rank);
        for k in (0..rank).rev() {
            let (m, n) = (size_at(x, rank, k), size_at(y, rank, k));
            let dim = Dim {
                size: shape[k],
                x_step: if m == 1 { 0 } else { x_step },
                y_step: if n == 1 { 0 } else { y_step },
            };
            (x_step, y_step) = (x_step * m, y_step * n);
            if dim.size == 1 {
                continue;
            }
            match dims.last_mut() {
                Some(last) if dim.x_step == last.x_step * last.size && dim.y_step == last.y_step * last.size => {
                    last.size *= dim.size;
                }
                _ => dims.push(dim),
            }
        }
        dims.reverse();
        let inner = dims.pop().unwrap_or(Dim { size: 1, x_step: 1, y_step: 1 });
        Ok(Broadcast { shape, outer: dims, inner })
    }

    /// How many rows the output has.
    fn num_rows(&self) -> usize {
        self.shape.num_elements().checked_div(self.inner.size).unwrap_or(0)
    }

    /// Calls `row` for `count` rows of the output from row `first` on, with the places in `x` and `y` where each begins.
    #[inline(always)]
    fn for_rows(&self, first: usize, count: usize, mut row: impl FnMut(usize, usize)) {
        if count == 0 {
            return;
        }
        let mut index = vec![0; self.outer.len()];
        let (mut x, mut y, mut rest) = (0, 0, first);
        for (index, dim) in index.iter_mut().zip(&self.outer).rev() {
            *index = rest % dim.size;
            rest /= dim.size;
            (x, y) = (x + *index * dim.x_step, y + *index * dim.y_step);
        }
        for _ in 0..count {
            row(x, y);
            for (index, dim) in index.iter_mut().zip(&self.outer).rev() {
                *index += 1;
                if *index < dim.size {
                    (x, y) = (x + dim.x_step, y + dim.y_step);
                    break;
                }
                *index = 0;
                (x, y) = (x - dim.x_step * (dim.size - 1), y - dim.y_step * (dim.size - 1));
            }
        }
    }

    /// Calls `row` for parts of the output, each within a row, with the places in `x` and `y` where it begins; on several
    /// threads if there is much to do. `T` says for what vectors the loops are compiled.
    #[inline(always)]
    fn walk<T: Element, U: Send>(&self, out: &mut [U], row: impl Fn(&mut [U], usize, usize) + Send + Sync) {
        let n = self.inner.size;
        if out.is_empty() {
            return;
        }
        if self.outer.is_empty() {
            return in_pieces(out, 1, &|start, piece| {
                widest_for::<T, _>(
                    #[inline(always)]
                    || row(piece, start * self.inner.x_step, start * self.inner.y_step),
                );
            });
        }
        in_pieces(out, n, &|start, out| {
            widest_for::<T, _>(
                #[inline(always)]
                || {
                    let mut parts = out.chunks_exact_mut(n);
                    self.for_rows(start / n, parts.len(), |x, y| {
                        if let Some(part) = parts.next() {
                            row(part, x, y);
                        }
                    });
                },
            );
        });
    }

    /// `f` of every pair that meets, in the order of the output; for elements of any kind.
    pub(crate) fn map<X, Y, U>(&self, xs: &[X], ys: &[Y], mut out: Vec<U>, f: impl Fn(&X, &Y) -> U) -> Vec<U> {
        let n = self.inner.size;
        self.for_rows(0, self.num_rows(), |x, y| match (self.inner.x_step, self.inner.y_step) {
            (0, _) => {
                let x = &xs[x];
                out.extend(ys[y..y + n].iter().map(|y| f(x, y)));
            }
            (_, 0) => {
                let y = &ys[y];
                out.extend(xs[x..x + n].iter().map(|x| f(x, y)));
            }
            _ => out.extend(xs[x..x + n].iter().zip(&ys[y..y + n]).map(|(x, y)| f(x, y))),
        });
        out
    }

    /// `f` of every pair that meets, in fresh memory.
    pub(crate) fn map_fresh<X: Element, Y: Element, U: Element>(
        &self,
        xs: &[X],
        ys: &[Y],
        f: impl Fn(X, Y) -> U + Send + Sync,
    ) -> Result<Vec<U>> {
        let steps = (self.inner.x_step, self.inner.y_step);
        let write = |out: &mut [MaybeUninit<U>]| {
            self.walk::<X, _>(
                out,
                #[inline(always)]
                |out, x, y| match steps {
                    (0, _) => {
                        let (x, ys) = (xs[x], &ys[y..y + out.len()]);
                        for (out, y) in out.iter_mut().zip(ys) {
                            out.write(f(x, *y));
                        }
                    }
                    (_, 0) => {
                        let (xs, y) = (&xs[x..x + out.len()], ys[y]);
                        for (out, x) in out.iter_mut().zip(xs) {
                            out.write(f(*x, y));
                        }
                    }
                    _ => {
                        let (xs, ys) = (&xs[x..x + out.len()], &ys[y..y + out.len()]);
                        for ((out, x), y) in out.iter_mut().zip(xs).zip(ys) {
                            out.write(f(*x, *y));
                        }
                    }
                },
            );
        };
        // SAFETY: the walk hands out every part of the output, and all of each is written.
        unsafe { written(&self.shape, write) }
    }

    /// As `map_fresh`, written over `xs`, which has the output's shape.
    pub(crate) fn map_into_x<T: Element>(&self, xs: &mut [T], ys: &[T], f: impl Fn(T, T) -> T + Send + Sync) {
        let step = self.inner.y_step;
        self.walk::<T, _>(
            xs,
            #[inline(always)]
            |xs, _, y| match step {
                0 => {
                    let y = ys[y];
                    xs.iter_mut().for_each(|x| *x = f(*x, y));
                }
                _ => {
                    let ys = &ys[y..y + xs.len()];
                    xs.iter_mut().zip(ys).for_each(|(x, y)| *x = f(*x, *y));
                }
            },
        );
    }

    /// As `map_fresh`, written over `ys`, which has the output's shape.
    pub(crate) fn map_into_y<T: Element>(&self, xs: &[T], ys: &mut [T], f: impl Fn(T, T) -> T + Send + Sync) {
        let step = self.inner.x_step;
        self.walk::<T, _>(
            ys,
            #[inline(always)]
            |ys, x, _| match step {
                0 => {
                    let x = xs[x];
                    ys.iter_mut().for_each(|y| *y = f(x, *y));
                }
                _ => {
                    let xs = &xs[x..x + ys.len()];
                    ys.iter_mut().zip(xs).for_each(|(y, x)| *y = f(*x, *y));
                }
            },
        );
    }

    /// Room for the output.
    pub(crate) fn room<U: Element>(&self) -> Result<Vec<U>> {
        allocate(&self.shape)
    }
}
