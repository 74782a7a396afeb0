//! Nodes that a task fuses compute what they compute apart, to the last bit.

use regatta::{
    DType, Grad, Graph, Outlet, Padding, Result, Shape, Tensor,
    layers::{Activation, Conv2D, Dense, MaxPool2D, flatten},
};

use crate::started;

#[test]
fn layers_fused_or_apart_give_the_same_bits() -> Result<()> {
    // Filters of 5x5 and many channels are convolved by other means than the rest; pictures of odd sizes have windows that
    // are cut off.
    for (size, taps, filters) in [(8, 3, 4), (7, 2, 5), (14, 5, 32)] {
        let mut g = Graph::new();
        g.set_random_seed(7);
        let images = g.placeholder("images", DType::Float, &[None, Some(size), Some(size), Some(16)])?;
        let convolution = Conv2D::new(filters, [taps, taps]).padding(Padding::Same).activation(Activation::Relu);
        let net = convolution.name("conv").build(&mut g, &images)?;
        let net = MaxPool2D::new([2, 2], [2, 2]).padding(Padding::Same).build(&mut g, &net)?;
        let net = flatten(&mut g, &net)?;
        let net = Dense::new(10).activation(Activation::Relu).name("dense").build(&mut g, &net)?;
        let loss = g.reduce_sum(&net, &[])?;
        let variables = g.trainable_variables().to_vec();
        let mut wanted = vec![net];
        for gradient in g.gradients_by(&[loss], &variables)?.into_iter().flatten() {
            if let Grad::Dense(gradient) = gradient {
                wanted.push(gradient);
            }
        }
        assert_eq!(wanted.len(), 5);
        let seen =
            ["conv/Conv2D", "conv/BiasAdd", "dense/MatMul", "dense/BiasAdd", "gradients/MaxPool_grad/MaxPoolGrad"];
        let seen: Vec<Outlet> = seen.iter().map(|name| g.find(name)).collect::<Result<_>>()?;

        let session = started(&mut g)?;
        let count = 9 * size * size * 16;
        let pixels = (0..count).map(|k| (k * 7919 % 1009) as f32 / 504.5 - 1.0).collect::<Vec<f32>>();
        let pixels = Tensor::new(Shape::new(&[9, size, size, 16])?, pixels)?;
        let mut run = |outlets: &[Outlet]| -> Result<(Vec<Tensor>, String)> {
            let step = outlets.iter().fold(session.step(&mut g), |step, outlet| step.fetch(outlet));
            let (values, metadata) = step.feed(&images, pixels.clone()).run_traced()?;
            Ok((values, metadata.chrome_trace()))
        };
        let (fused, trace) = run(&wanted)?;
        let made = ["_FusedConv2D", "_FusedMatMul", "_MaxPoolReluGrad"];
        assert!(made.iter().all(|op| trace.contains(op)), "{trace}");
        // What is fetched is a node of its own.
        let (apart, trace) = run(&[wanted.as_slice(), seen.as_slice()].concat())?;
        assert!(made.iter().all(|op| !trace.contains(op)), "{trace}");
        for (fused, apart) in fused.iter().zip(&apart) {
            assert!(fused.bytes() == apart.bytes(), "{size} {taps} {filters}: {fused:?} and {apart:?}");
        }
    }
    Ok(())
}
