//! Lists of tensors: variants that are handed from op to op. An op that is alone with a list changes it in place.

mod access;
mod empty_tensor_list;
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
pub(crate) mod variant_math;

use crate::Family;

pub(crate) const KERNELS: Family = &[
    empty_tensor_list::KERNELS,
    tensor_list_concat::KERNELS,
    tensor_list_concat_lists::KERNELS,
    tensor_list_element_shape::KERNELS,
    tensor_list_from_tensor::KERNELS,
    tensor_list_gather::KERNELS,
    tensor_list_get_item::KERNELS,
    tensor_list_length::KERNELS,
    tensor_list_pop_back::KERNELS,
    tensor_list_push_back::KERNELS,
    tensor_list_push_back_batch::KERNELS,
    tensor_list_reserve::KERNELS,
    tensor_list_resize::KERNELS,
    tensor_list_scatter::KERNELS,
    tensor_list_set_item::KERNELS,
    tensor_list_split::KERNELS,
    tensor_list_stack::KERNELS,
];
