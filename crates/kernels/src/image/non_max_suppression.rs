//! NonMaxSuppression and its versions: of boxes that overlap too much, only the one with the best score.

use half::f16;
use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, Tensor};

use crate::{Build, Kernel, array::elements::copies};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("NonMaxSuppression", |node| suppresses(node, 1)),
    ("NonMaxSuppressionV2", |node| suppresses(node, 2)),
    ("NonMaxSuppressionV3", |node| suppresses(node, 3)),
    ("NonMaxSuppressionV4", |node| suppresses(node, 4)),
];

fn suppresses(node: &Node, version: u8) -> Result<Kernel> {
    let overlap = if version == 1 { Some(node.attrs.float("iou_threshold")?) } else { None };
    let pad = version == 4 && node.attrs.bool("pad_to_max_output_size")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [boxes, scores, limit, rest @ ..] = inputs.as_slice() else {
            return Err(internal("too few inputs"));
        };
        if limit.shape().rank() != 0 {
            return Err(invalid_argument(format!("max_output_size must be 0-D, got shape {}", limit.shape())));
        }
        let limit = limit.single::<i32>()?;
        let limit = usize::try_from(limit)
            .map_err(|_| invalid_argument(format!("max_output_size must be non-negative, got {limit}")))?;
        let scalar = |tensor: Option<&Tensor>, name: &str| match tensor {
            Some(tensor) if tensor.shape().rank() == 0 => Ok(floats(tensor)?[0]),
            _ => Err(invalid_argument(format!("{name} must be 0-D"))),
        };
        let overlap = match overlap {
            Some(overlap) => overlap,
            None => scalar(rest.first(), "iou_threshold")?,
        };
        if !(0.0..=1.0).contains(&overlap) {
            return Err(invalid_argument("iou_threshold must be in [0, 1]"));
        }
        let least = if version > 2 { scalar(rest.get(1), "score_threshold")? } else { f32::NEG_INFINITY };
        let [count, 4] = boxes.shape()[..] else {
            return Err(invalid_argument(format!("boxes must be 2-D with 4 columns, got {}", boxes.shape())));
        };
        if scores.shape()[..] != [count] {
            return Err(invalid_argument(format!(
                "scores has incompatible shape {} for {count} boxes",
                scores.shape()
            )));
        }
        let (boxes, scores) = (floats(boxes)?, floats(scores)?);
        let boxes: Vec<Area> = boxes.chunks_exact(4).map(Area::new).collect();
        let mut chosen = choose(&boxes, &scores, limit, overlap, least);
        let valid = chosen.len() as i32;
        if pad {
            chosen.append(&mut copies(0, limit - chosen.len())?);
        }
        let mut outputs = vec![Tensor::vector(chosen)];
        if version == 4 {
            outputs.push(Tensor::scalar(valid));
        }
        Ok(outputs)
    })))
}

/// The best first; each only if it overlaps none of those before it by more than the limit.
fn choose(boxes: &[Area], scores: &[f32], limit: usize, overlap: f32, least: f32) -> Vec<i32> {
    let mut order: Vec<usize> = (0..boxes.len()).filter(|k| scores[*k] > least).collect();
    order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
    let mut chosen: Vec<i32> = Vec::new();
    for k in order {
        if chosen.len() >= limit {
            break;
        }
        if chosen.iter().all(|other| boxes[k].overlap(&boxes[*other as usize]) <= overlap) {
            chosen.push(k as i32);
        }
    }
    chosen
}

fn floats(tensor: &Tensor) -> Result<Vec<f32>> {
    match tensor.dtype() {
        DType::Half => Ok(tensor.values::<f16>()?.iter().map(|x| x.to_f32()).collect()),
        _ => Ok(tensor.values::<f32>()?.to_vec()),
    }
}

/// A box, its corners in order.
struct Area {
    low: [f32; 2],
    high: [f32; 2],
}

impl Area {
    fn new(edges: &[f32]) -> Area {
        let side = |k: usize| (edges[k].min(edges[k + 2]), edges[k].max(edges[k + 2]));
        let ((top, bottom), (left, right)) = (side(0), side(1));
        Area { low: [top, left], high: [bottom, right] }
    }

    fn size(&self) -> f32 {
        (self.high[0] - self.low[0]) * (self.high[1] - self.low[1])
    }

    /// What two boxes share, as a part of what they cover together.
    fn overlap(&self, other: &Area) -> f32 {
        if self.size() <= 0.0 || other.size() <= 0.0 {
            return 0.0;
        }
        let side = |k: usize| (self.high[k].min(other.high[k]) - self.low[k].max(other.low[k])).max(0.0);
        let shared = side(0) * side(1);
        shared / (self.size() + other.size() - shared)
    }
}
