//! `EncodeJpeg`: an image as a JPEG file.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::{gives_scalar, input, with_rank},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "EncodeJpeg(image:uint8) -> (contents:string) {format:string='', quality:int=95, progressive:bool=False, optimize_size:bool=False, chroma_downsampling:bool=True, density_unit:string='in', x_density:int=300, y_density:int=300, xmp_metadata:string=''}",
        "An image as a JPEG file.",
    )
    .shape(shape).flat(),
];

fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    with_rank(input(query, 0)?, 3)?;
    gives_scalar(query)
}
