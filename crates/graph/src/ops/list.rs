//! Lists of tensors: variants that are handed from op to op, and grow and shrink on the way. Loops leave in them what their
//! gradients need.

mod empty_tensor_list;
mod rules;
mod tensor_list_concat;
mod tensor_list_concat_lists;
mod tensor_list_element_shape;
mod tensor_list_from_tensor;
mod tensor_list_gather;
mod tensor_list_get_item;
mod tensor_list_length;
mod tensor_list_pop_back;
mod tensor_list_push_back;
mod tensor_list_push_back_batch;
mod tensor_list_reserve;
mod tensor_list_resize;
mod tensor_list_scatter;
mod tensor_list_set_item;
mod tensor_list_split;
mod tensor_list_stack;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    empty_tensor_list::OPS,
    tensor_list_concat::OPS,
    tensor_list_concat_lists::OPS,
    tensor_list_element_shape::OPS,
    tensor_list_from_tensor::OPS,
    tensor_list_gather::OPS,
    tensor_list_get_item::OPS,
    tensor_list_length::OPS,
    tensor_list_pop_back::OPS,
    tensor_list_push_back::OPS,
    tensor_list_push_back_batch::OPS,
    tensor_list_reserve::OPS,
    tensor_list_resize::OPS,
    tensor_list_scatter::OPS,
    tensor_list_set_item::OPS,
    tensor_list_split::OPS,
    tensor_list_stack::OPS,
];
