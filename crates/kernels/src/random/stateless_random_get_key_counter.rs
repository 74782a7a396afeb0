//! StatelessRandomGetKeyCounter, StatelessRandomGetKeyCounterAlg, StatelessRandomGetAlg: the place of a stream that a seed
//! names, and the algorithm that is used here.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::Tensor;

use super::stream::{PHILOX, place_from};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("StatelessRandomGetAlg", algorithm),
    ("StatelessRandomGetKeyCounter", key_counter),
    ("StatelessRandomGetKeyCounterAlg", key_counter_algorithm),
];

fn algorithm(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|_| Ok(vec![Tensor::scalar(PHILOX)]))))
}

fn key_counter(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| place(&inputs))))
}

fn key_counter_algorithm(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let mut outputs = place(&inputs)?;
        outputs.push(Tensor::scalar(PHILOX));
        Ok(outputs)
    })))
}

fn place(inputs: &[Tensor]) -> Result<Vec<Tensor>> {
    let (key, counter) = place_from(inputs)?.key_and_counter();
    Ok(vec![Tensor::vector(vec![key]), Tensor::vector(counter.to_vec())])
}
