//! Two shapes made one: a size of 1 (or a missing leading dimension) stands for as many as the other side has.
//!
//! ```text
//! shape     x [.., m], y [.., n] -> [.., max(m, n)] where m = n, m = 1 or n = 1
//! ```
//!
//! The dimensions are merged as far as both sides allow, so that equal shapes become one long row, and a bias added to a
//! matrix becomes one row per line of it.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::Shape;

use super::output::allocate;

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

    /// Calls `row` for each row of the output in order, with the places in `x` and `y` where it begins.
    fn for_each_row(&self, mut row: impl FnMut(usize, usize)) {
        if self.shape.num_elements() == 0 {
            return;
        }
        let mut index = vec![0; self.outer.len()];
        let (mut x, mut y) = (0, 0);
        loop {
            row(x, y);
            let mut k = self.outer.len();
            loop {
                if k == 0 {
                    return;
                }
                k -= 1;
                let dim = self.outer[k];
                index[k] += 1;
                if index[k] < dim.size {
                    (x, y) = (x + dim.x_step, y + dim.y_step);
                    break;
                }
                index[k] = 0;
                (x, y) = (x - dim.x_step * (dim.size - 1), y - dim.y_step * (dim.size - 1));
            }
        }
    }

    /// `f` of every pair that meets, in the order of the output.
    pub(crate) fn map<X, Y, U>(&self, xs: &[X], ys: &[Y], mut out: Vec<U>, f: impl Fn(&X, &Y) -> U) -> Vec<U> {
        let n = self.inner.size;
        self.for_each_row(|x, y| match (self.inner.x_step, self.inner.y_step) {
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

    /// As `map`, written over `xs`, which has the output's shape.
    pub(crate) fn map_into_x<T: Copy>(&self, xs: &mut [T], ys: &[T], f: impl Fn(T, T) -> T) {
        let n = self.inner.size;
        self.for_each_row(|x, y| {
            let row = &mut xs[x..x + n];
            if self.inner.y_step == 0 {
                let y = ys[y];
                row.iter_mut().for_each(|x| *x = f(*x, y));
            } else {
                row.iter_mut().zip(&ys[y..y + n]).for_each(|(x, y)| *x = f(*x, *y));
            }
        });
    }

    /// As `map`, written over `ys`, which has the output's shape.
    pub(crate) fn map_into_y<T: Copy>(&self, xs: &[T], ys: &mut [T], f: impl Fn(T, T) -> T) {
        let n = self.inner.size;
        self.for_each_row(|x, y| {
            let row = &mut ys[y..y + n];
            if self.inner.x_step == 0 {
                let x = xs[x];
                row.iter_mut().for_each(|y| *y = f(x, *y));
            } else {
                row.iter_mut().zip(&xs[x..x + n]).for_each(|(y, x)| *y = f(*x, *y));
            }
        });
    }

    /// Room for the output.
    pub(crate) fn room<U: regatta_tensor::Element>(&self) -> Result<Vec<U>> {
        allocate(&self.shape)
    }
}
