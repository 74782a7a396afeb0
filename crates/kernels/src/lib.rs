//! CPU kernels: one table from op and type to the function that computes it.
