//! Kernels of segments of rows, and of sparse tensors: places (`[count, rank]`), values (`[count]`) and a shape (`[rank]`).

mod coordinates;
mod cwise;
mod looked_up;
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

use crate::Family;

pub(crate) const KERNELS: Family = &[
    segment_max::KERNELS,
    segment_mean::KERNELS,
    segment_min::KERNELS,
    segment_prod::KERNELS,
    segment_sum::KERNELS,
    sparse_add::KERNELS,
    sparse_concat::KERNELS,
    sparse_dense_cwise_add::KERNELS,
    sparse_dense_cwise_div::KERNELS,
    sparse_dense_cwise_mul::KERNELS,
    sparse_fill_empty_rows::KERNELS,
    sparse_reduce_sum::KERNELS,
    sparse_reorder::KERNELS,
    sparse_reshape::KERNELS,
    sparse_segment_mean::KERNELS,
    sparse_segment_sqrt_n::KERNELS,
    sparse_segment_sum::KERNELS,
    sparse_slice::KERNELS,
    sparse_softmax::KERNELS,
    sparse_split::KERNELS,
    sparse_tensor_dense_add::KERNELS,
    sparse_tensor_dense_mat_mul::KERNELS,
    sparse_to_dense::KERNELS,
    unsorted_segment_max::KERNELS,
    unsorted_segment_min::KERNELS,
    unsorted_segment_prod::KERNELS,
    unsorted_segment_sum::KERNELS,
];
