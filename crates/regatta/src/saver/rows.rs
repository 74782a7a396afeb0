//! A variable that no message holds, read and changed some rows at a time.

use std::time::Duration;

use regatta_formats::{BundleReader, BundleWriter, TensorSlice, slice::Extent};
use regatta_graph::Outlet;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::Saveable;
use crate::{
    graph::Graph,
    session::{Session, Step},
    variable::Variable,
};

/// The nodes that read and restore some rows, and which rows go together.
///
/// They are restored into another variable beside it, whose value it then takes: it has a value when it has all of it, so that
/// nobody begins to train with half of one.
pub(super) struct Rows {
    /// Fed the first row.
    begin: Outlet,
    /// Fed the row behind the last.
    end: Outlet,
    /// Fed what the rows are to be.
    values: Outlet,
    /// The rows.
    read: Outlet,
    /// Gives the other variable zeros.
    clear: Outlet,
    /// Gives the other variable these rows.
    put: Outlet,
    /// Gives the variable the other one's value.
    take: Outlet,
    /// Forgets the other one.
    forget: Outlet,
    pieces: Vec<Piece>,
}

/// Rows that travel together.
#[derive(Clone, Debug, PartialEq)]
struct Piece {
    rows: (usize, usize),
    /// What they are of the tensor in the checkpoint.
    slice: TensorSlice,
}

impl Rows {
    /// The nodes for a variable, of which at most so many bytes are to travel at once. A single row has to fit.
    pub(super) fn build(g: &mut Graph, variable: &Variable, most: usize) -> Result<Rows> {
        let pieces = pieces(variable, most)?;
        let (dtype, shape) = (variable.dtype(), variable.shape());
        g.colocate_with(variable.handle(), |g| {
            let begin = g.placeholder("rows/begin", DType::Int64, &[])?;
            let end = g.placeholder("rows/end", DType::Int64, &[])?;
            let step = g.constant(Tensor::scalar(1i64))?;
            let indices = g.node("Range", "rows/indices").inputs([&begin, &end, &step]).finish()?;
            let read = variable.gather(g, &indices)?;

            let name = format!("{}/restored_by_rows", variable.name());
            let other = g.node("VarHandleOp", "rows/restored").attr("dtype", dtype).attr("shape", shape);
            let other = other.attr("shared_name", name.as_str()).finish()?;
            let sizes = g.constant(Tensor::vector(shape.to_signed()))?;
            let zero = g.constant(Tensor::zeros(dtype, Shape::scalar())?)?;
            let zeros = g.node("Fill", "rows/zeros").inputs([&sizes, &zero]).finish()?;
            let clear = g.node("AssignVariableOp", "rows/clear").inputs([&other, &zeros]);
            let clear = clear.attr("dtype", dtype).finish()?;
            let row = shape.iter().skip(1).map(|&size| Some(size));
            let some_rows: Vec<Option<usize>> = std::iter::once(None).chain(row).collect();
            let values = g.placeholder("rows/values", dtype, &some_rows)?;
            let put = g.node("ResourceScatterUpdate", "rows/put").inputs([&other, &indices, &values]);
            let put = put.attr("dtype", dtype).finish()?;
            let whole = g.node("ReadVariableOp", "rows/whole").input(&other).attr("dtype", dtype).finish()?;
            let take = variable.assign(g, &whole)?;
            let forget = g.node("DestroyResourceOp", "rows/forget").input(&other).finish()?;
            Ok(Rows { begin, end, values, read, clear, put, take, forget, pieces })
        })
    }

    /// Writes the variable as slices of the tensor that it is, or is a part of.
    pub(super) fn save(
        &self,
        session: &Session,
        writer: &mut BundleWriter,
        saveable: &Saveable,
        timeout: Duration,
    ) -> Result<()> {
        for piece in &self.pieces {
            let values = self.of(session, piece).timeout(timeout).fetch(&self.read).run()?;
            writer.add_slice(&saveable.key, saveable.whole_shape(), &piece.slice, &values[0])?;
        }
        Ok(())
    }

    /// Gives the variable its part of the tensor of this name.
    pub(super) fn restore(&self, session: &Session, reader: &BundleReader, key: &str, timeout: Duration) -> Result<()> {
        let run = |step: Step<'_>, op: &Outlet| step.timeout(timeout).op(op).run().map(drop);
        run(session.step_as_sent(), &self.clear)?;
        let restored = self
            .pieces
            .iter()
            .try_for_each(|piece| {
                let values = reader.read_slice(key, &piece.slice)?;
                run(self.of(session, piece).feed(&self.values, values), &self.put)
            })
            .and_then(|()| run(session.step_as_sent(), &self.take));
        let forgotten = run(session.step_as_sent(), &self.forget);
        restored.and(forgotten)
    }

    /// A step that has to do with these rows.
    fn of<'s>(&self, session: &'s Session, piece: &Piece) -> Step<'s> {
        let (begin, end) = piece.rows;
        session
            .step_as_sent()
            .feed(&self.begin, Tensor::scalar(begin as i64))
            .feed(&self.end, Tensor::scalar(end as i64))
    }
}

/// The rows of a variable in pieces of at most so many bytes, the numbers of the rows included.
fn pieces(variable: &Variable, most: usize) -> Result<Vec<Piece>> {
    // Only what has rows is larger than a message.
    let [row_count, row @ ..] = &variable.shape()[..] else { return Ok(Vec::new()) };
    let row_bytes = row.iter().product::<usize>() * variable.dtype().size().unwrap_or_default();
    let with_number = row_bytes.saturating_add(size_of::<i64>());
    if with_number > most {
        return Err(invalid_argument(format!(
            "variable {} has rows of {row_bytes} bytes, and a message holds {most}: cut it into parts \
             (Graph::partitioned_variable), or have the tasks write checkpoints themselves (CheckpointStorage::Sharded)",
            variable.name()
        )));
    }
    // A part of a partitioned variable begins where it lies in the whole.
    let whole = variable.part_of().map_or(TensorSlice::full(variable.shape().rank()), |part| part.slice.slice.clone());
    let (first, others) = match whole.extents() {
        [Extent::Range { start, .. }, others @ ..] => (*start, others),
        [Extent::Full, others @ ..] => (0, others),
        [] => (0, &[][..]),
    };
    let row_limit = most / with_number;
    let piece = |start: usize| {
        let end = start.saturating_add(row_limit).min(*row_count);
        let rows = Extent::Range { start: first + start, length: end - start };
        Piece { rows: (start, end), slice: TensorSlice::new([&[rows], others].concat()) }
    };
    Ok((0..*row_count).step_by(row_limit).map(piece).collect())
}
