//! Ops of segments of rows, and of sparse tensors: places (`[count, rank]`), values (`[count]`) and a shape (`[rank]`).

mod segment_max;
mod segment_mean;
mod segment_min;
mod segment_prod;
mod segment_sum;
mod segments;
mod sparse_add;
mod sparse_concat;
mod sparse_dense_cwise_add;
mod sparse_dense_cwise_div;
mod sparse_dense_cwise_mul;
mod sparse_fill_empty_rows;
mod sparse_reduce_sum;
mod sparse_reorder;
mod sparse_reshape;
mod sparse_segment_mean;
mod sparse_segment_sqrt_n;
mod sparse_segment_sum;
mod sparse_slice;
mod sparse_softmax;
mod sparse_split;
mod sparse_tensor_dense_add;
mod sparse_tensor_dense_mat_mul;
mod sparse_to_dense;
mod unsorted_segment_max;
mod unsorted_segment_min;
mod unsorted_segment_prod;
mod unsorted_segment_sum;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    segment_max::OPS,
    segment_mean::OPS,
    segment_min::OPS,
    segment_prod::OPS,
    segment_sum::OPS,
    sparse_add::OPS,
    sparse_concat::OPS,
    sparse_dense_cwise_add::OPS,
    sparse_dense_cwise_div::OPS,
    sparse_dense_cwise_mul::OPS,
    sparse_fill_empty_rows::OPS,
    sparse_reduce_sum::OPS,
    sparse_reorder::OPS,
    sparse_reshape::OPS,
    sparse_segment_mean::OPS,
    sparse_segment_sqrt_n::OPS,
    sparse_segment_sum::OPS,
    sparse_slice::OPS,
    sparse_softmax::OPS,
    sparse_split::OPS,
    sparse_tensor_dense_add::OPS,
    sparse_tensor_dense_mat_mul::OPS,
    sparse_to_dense::OPS,
    unsorted_segment_max::OPS,
    unsorted_segment_min::OPS,
    unsorted_segment_prod::OPS,
    unsorted_segment_sum::OPS,
];
