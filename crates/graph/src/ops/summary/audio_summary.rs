//! `AudioSummary`: sounds for TensorBoard.

use crate::{
    op_def::{Op, op},
    ops::infer::gives_scalar,
};

pub(super) const OPS: &[Op] = &[
    op(
        "AudioSummary(tag:string, tensor:float) -> (summary:string) {sample_rate:float, max_outputs:int=3}",
        "A summary with the first few of some sounds, at a rate known beforehand.",
    )
    .shape(gives_scalar)
    .flat(),
    op(
        "AudioSummaryV2(tag:string, tensor:float, sample_rate:float) -> (summary:string) {max_outputs:int=3}",
        "A summary with the first few of some sounds, as WAV.",
    )
    .shape(gives_scalar)
    .flat(),
];
