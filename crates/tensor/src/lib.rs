//! Data types, shapes and tensors over aligned, reference-counted buffers.
