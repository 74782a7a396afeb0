//! Layers with weights that are easy to follow.

use regatta::{
    Code, DType, DataFormat, Graph, Initializer, Padding, Result, Shape, Tensor,
    layers::{Activation, AveragePool2D, BatchNormalization, Conv2D, Dense, Dropout, MaxPool2D},
};

use crate::{assert_close, floats, matrix, started, value};

fn images(height: usize, width: usize, values: Vec<f32>) -> Result<Tensor> {
    let channels = values.len() / (height * width);
    Tensor::new(Shape::new(&[1, height, width, channels])?, values)
}

#[test]
fn dense() -> Result<()> {
    let mut g = Graph::new();
    let x = g.constant(matrix(2, 2, &[1.0, 2.0, -3.0, 0.0])?)?;
    let kernel = Initializer::value(matrix(2, 1, &[1.0, 10.0])?);
    let layer = Dense::new(1).kernel_initializer(kernel).bias_initializer(Initializer::constant(0.5));
    let y = layer.clone().build(&mut g, &x)?;
    assert_close(&value(&mut g, &y)?, &[21.5, -2.5]);
    let y = layer.clone().activation(Activation::Relu).name("fc1").build(&mut g, &x)?;
    assert_close(&value(&mut g, &y)?, &[21.5, 0.0]);
    let y = layer.clone().use_bias(false).build(&mut g, &x)?;
    assert_close(&value(&mut g, &y)?, &[21.0, -3.0]);
    let names: Vec<String> = g.trainable_variables().iter().map(|variable| variable.name().to_owned()).collect();
    assert_eq!(names, ["dense/kernel", "dense/bias", "fc1/kernel", "fc1/bias", "dense_1/kernel"]);

    let unknown = g.placeholder("unknown", DType::Float, &[None, None])?;
    assert_eq!(layer.build(&mut g, &unknown).unwrap_err().code, Code::InvalidArgument);
    Ok(())
}

#[test]
fn dense_along_the_last_of_many_axes() -> Result<()> {
    let mut g = Graph::new();
    for shape in [vec![None, Some(3), Some(2)], vec![None, None, Some(2)]] {
        let x = g.placeholder("x", DType::Float, &shape)?;
        let y = Dense::new(1).kernel_initializer(Initializer::ones()).build(&mut g, &x)?;
        let fed = Tensor::new(Shape::new(&[1, 3, 2])?, vec![1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
        let found = started(&mut g)?.step(&mut g).feed(&x, fed).fetch(&y).run()?;
        assert_eq!(found[0].shape().to_string(), "[1,3,1]");
        assert_close(&floats(&found[0])?, &[3.0, 7.0, 11.0]);
    }
    Ok(())
}

#[test]
fn conv2d() -> Result<()> {
    let mut g = Graph::new();
    let x = g.constant(images(3, 3, (1..=9).map(|x| x as f32).collect())?)?;
    let layer = Conv2D::new(1, [2, 2]).kernel_initializer(Initializer::ones());
    let y = layer.clone().build(&mut g, &x)?;
    assert_close(&value(&mut g, &y)?, &[12.0, 16.0, 24.0, 28.0]);
    let y = layer.clone().padding(Padding::Same).strides([2, 2]).build(&mut g, &x)?;
    assert_close(&value(&mut g, &y)?, &[12.0, 9.0, 15.0, 9.0]);
    let y = layer.clone().dilation_rate([2, 2]).bias_initializer(Initializer::ones()).build(&mut g, &x)?;
    assert_close(&value(&mut g, &y)?, &[21.0]);
    let first = g.find_variable("conv2d/kernel").expect("it is called so").shape().to_string();
    assert_eq!(first, "[2,2,1,1]");
    let row = matrix(1, 3, &[0.0; 3])?;
    let row = g.constant(row)?;
    assert_eq!(layer.build(&mut g, &row).unwrap_err().code, Code::InvalidArgument);
    Ok(())
}

#[test]
fn channels_first() -> Result<()> {
    let mut g = Graph::new();
    let x = g.placeholder("x", DType::Float, &[None, Some(3), Some(8), Some(6)])?;
    let y = Conv2D::new(4, [3, 3]).data_format(DataFormat::Nchw).build(&mut g, &x)?;
    let y = MaxPool2D::new([2, 2], [2, 2]).data_format(DataFormat::Nchw).build(&mut g, &y)?;
    assert_eq!(y.shape().to_string(), "[?,4,3,2]");
    Ok(())
}

#[test]
fn pooling() -> Result<()> {
    let mut g = Graph::new();
    let x = g.constant(images(2, 4, (1..=8).map(|x| x as f32).collect())?)?;
    let largest = MaxPool2D::new([2, 2], [2, 2]).build(&mut g, &x)?;
    assert_close(&value(&mut g, &largest)?, &[6.0, 8.0]);
    let mean = AveragePool2D::new([2, 2], [1, 2]).padding(Padding::Same).build(&mut g, &x)?;
    assert_close(&value(&mut g, &mean)?, &[3.5, 5.5, 5.5, 7.5]);
    Ok(())
}

#[test]
fn dropout() -> Result<()> {
    const N: usize = 10_000;
    let mut g = Graph::new();
    let x = g.constant(Tensor::vector(vec![1.0f32; N]))?;
    let training = g.placeholder("training", DType::Bool, &[])?;
    let fed = Dropout::new(0.2).training(&training).seed(7).build(&mut g, &x)?;
    let always = Dropout::new(0.2).seed(8).build(&mut g, &x)?;
    let never = Dropout::new(0.2).training(false).build(&mut g, &x)?;
    let session = started(&mut g)?;
    let mut run = |training_now: bool| {
        let step = session.step(&mut g).feed(&training, Tensor::scalar(training_now));
        step.fetch(&fed).fetch(&always).fetch(&never).run()
    };
    let found = run(true)?;
    for dropped in &found[..2] {
        let dropped = floats(dropped)?;
        assert!(dropped.iter().all(|x| *x == 0.0 || (*x - 1.25).abs() < 1e-6));
        let kept = dropped.iter().filter(|x| **x > 0.0).count() as f32 / N as f32;
        assert!((kept - 0.8).abs() < 0.02, "{kept} of all are kept");
    }
    assert_eq!(floats(&found[2])?, vec![1.0; N]);
    assert_eq!(floats(&run(false)?[0])?, vec![1.0; N]);
    assert_eq!(Dropout::new(1.0).build(&mut g, &x).unwrap_err().code, Code::InvalidArgument);
    Ok(())
}

/// Two channels with means 2 and 20, variances 1 and 100, over two examples of one number, or one pixel, each.
fn normalized(shape: &[usize], fed: bool, is_training: bool) -> Result<[Vec<f32>; 3]> {
    let mut g = Graph::new();
    let values = Tensor::new(Shape::new(shape)?, vec![1.0f32, 10.0, 3.0, 30.0])?;
    let x = g.constant(values)?;
    let training = g.placeholder("training", DType::Bool, &[])?;
    let layer = BatchNormalization::new().momentum(0.9).epsilon(0.0);
    let layer = if fed { layer.training(&training) } else { layer.training(is_training) };
    let y = layer.build(&mut g, &x)?;
    let names: Vec<String> = g.global_variables().iter().map(|variable| variable.name().to_owned()).collect();
    assert_eq!(
        names,
        ["gamma", "beta", "moving_mean", "moving_variance"].map(|name| format!("batch_normalization/{name}"))
    );
    let updates = g.collection(Graph::UPDATE_OPS).to_vec();
    assert_eq!(updates.len(), if fed || is_training { 2 } else { 0 });
    let moving = g.global_variables()[2..].iter().map(|variable| variable.read(&mut g)).collect::<Result<Vec<_>>>()?;
    let session = started(&mut g)?;
    let step = session.step(&mut g).feed(&training, Tensor::scalar(is_training)).fetch(&y);
    let y = floats(&updates.iter().fold(step, |step, update| step.op(update)).run()?[0])?;
    let moving = session.step(&mut g).fetch(&moving[0]).fetch(&moving[1]).run()?;
    Ok([y, floats(&moving[0])?, floats(&moving[1])?])
}

#[test]
fn batch_normalization_in_training() -> Result<()> {
    for fed in [false, true] {
        let [y, mean, variance] = normalized(&[2, 2], fed, true)?;
        assert_close(&y, &[-1.0, -1.0, 1.0, 1.0]);
        assert_close(&mean, &[0.2, 2.0]);
        assert_close(&variance, &[1.0, 0.9 + 10.0]);
        // For images the variance is an estimate, twice as large for two pixels.
        let [y, mean, variance] = normalized(&[2, 1, 1, 2], fed, true)?;
        assert_close(&y, &[-1.0, -1.0, 1.0, 1.0]);
        assert_close(&mean, &[0.2, 2.0]);
        assert_close(&variance, &[0.9 + 0.2, 0.9 + 20.0]);
    }
    Ok(())
}

#[test]
fn batch_normalization_in_use() -> Result<()> {
    for (shape, fed) in [(vec![2, 2], false), (vec![2, 2], true), (vec![2, 1, 1, 2], false), (vec![2, 1, 1, 2], true)] {
        let [y, mean, variance] = normalized(&shape, fed, false)?;
        assert_close(&y, &[1.0, 10.0, 3.0, 30.0]);
        assert_close(&mean, &[0.0, 0.0]);
        assert_close(&variance, &[1.0, 1.0]);
    }
    Ok(())
}
