//! Arithmetic, reductions and products: TensorFlow's answers, a slow and simple oracle, and what no input may do.

mod math_harness;

use math_harness::{check_golden, close, copy, run, typed};
use proptest::prelude::*;
use regatta_graph::AttrValue;
use regatta_status::Code;
use regatta_tensor::{DType, Shape, Tensor};

#[test]
fn answers_are_tensorflows() {
    check_golden(include_str!("data/golden_math.txt"));
}

#[test]
fn sizes_that_cannot_be_held_are_refused() {
    let wide = |sizes: &[usize]| Tensor::zeros(DType::Float, Shape::new(sizes).unwrap()).unwrap();
    // Forty terabytes.
    let error = run("AddV2", typed(DType::Float), vec![wide(&[1_000_000, 1]), wide(&[1, 10_000_000])], 0).unwrap_err();
    assert_eq!(error.code, Code::ResourceExhausted, "{error}");
    assert!(error.message.starts_with("OOM when allocating tensor with shape[1000000,10000000] and type float"));
    let error = run("MatMul", typed(DType::Float), vec![wide(&[1 << 30, 0]), wide(&[0, 1 << 20])], 0).unwrap_err();
    assert_eq!(error.code, Code::ResourceExhausted, "{error}");
    let ends = [0i64, 1 << 50, 1].map(Tensor::scalar).to_vec();
    let attrs = [("Tidx".to_owned(), AttrValue::Type(DType::Int64))];
    let error = run("Range", attrs.clone().into(), ends, 0).unwrap_err();
    assert_eq!(error.code, Code::ResourceExhausted, "{error}");
    let error = run("Range", attrs.into(), [i64::MIN, i64::MAX, 1].map(Tensor::scalar).to_vec(), 0).unwrap_err();
    assert_eq!(error.code, Code::InvalidArgument, "{error}");
}

#[test]
fn an_unshared_input_is_written_over() {
    let x = Tensor::vector(vec![1f32, 2.0]);
    let before = x.bytes().unwrap().as_ptr();
    let z = run("AddV2", typed(DType::Float), vec![x, Tensor::scalar(1f32)], 0).unwrap();
    assert_eq!(z[0].bytes().unwrap().as_ptr(), before);
    let x = Tensor::vector(vec![1f32, 2.0]);
    let z = run("AddV2", typed(DType::Float), vec![x.clone(), x.clone()], 0).unwrap();
    assert_eq!(
        (x.values::<f32>().unwrap(), z[0].values::<f32>().unwrap()),
        ([1.0, 2.0].as_slice(), [2.0, 4.0].as_slice())
    );
}

#[test]
fn long_sums_are_accurate() {
    let values: Vec<f32> = (0..1_000_000).map(|i| 0.1 + (i % 3) as f32 * 1e-3).collect();
    let exact: f64 = values.iter().map(|x| f64::from(*x)).sum();
    let sum = run("Sum", typed(DType::Float), vec![Tensor::vector(values), Tensor::scalar(0i32)], 0).unwrap();
    assert!((f64::from(sum[0].single::<f32>().unwrap()) - exact).abs() < 1e-7 * exact);
}

/// A shape, and another that broadcasts with it more often than not.
fn two_shapes() -> impl Strategy<Value = (Vec<usize>, Vec<usize>)> {
    let dim = (0usize..4, 0u8..8);
    (prop::collection::vec(dim, 0..6), 0usize..6, 0usize..6).prop_map(|(dims, cut_x, cut_y)| {
        let side = |cut: usize, one: u8| -> Vec<usize> {
            let sizes =
                dims.iter().map(|(size, kind)| if kind & 3 == one { 1 } else { size + usize::from(*kind == 7) });
            sizes.skip(cut.saturating_sub(3)).collect()
        };
        (side(cut_x, 1), side(cut_y, 2))
    })
}

fn filled(sizes: &[usize]) -> Tensor {
    let shape = Shape::new(sizes).unwrap();
    let values = (0..shape.num_elements()).map(|i| (i * 7 % 23) as f32 - 11.0).collect();
    Tensor::new(shape, values).unwrap()
}

/// The element of a tensor at an index of a larger shape.
fn at(tensor: &Tensor, index: &[usize]) -> f32 {
    let shape = tensor.shape();
    let tail = &index[index.len() - shape.rank()..];
    let place = shape.iter().zip(tail).fold(0, |place, (size, i)| place * size + if *size == 1 { 0 } else { *i });
    tensor.values::<f32>().unwrap()[place]
}

fn indices(sizes: &[usize]) -> Vec<Vec<usize>> {
    sizes.iter().fold(vec![vec![]], |all, size| {
        all.iter().flat_map(|index| (0..*size).map(|i| [index.as_slice(), &[i]].concat())).collect()
    })
}

proptest! {
    #[test]
    fn broadcasting_is_what_the_indices_say((x, y) in two_shapes()) {
        let rank = x.len().max(y.len());
        let pad = |sizes: &[usize]| [vec![1; rank - sizes.len()], sizes.to_vec()].concat();
        let (long_x, long_y) = (pad(&x), pad(&y));
        let fits = long_x.iter().zip(&long_y).all(|(m, n)| m == n || *m == 1 || *n == 1);
        let sizes: Vec<usize> = long_x.iter().zip(&long_y).map(|(m, n)| if *m == 1 { *n } else { *m }).collect();
        let (x, y) = (filled(&x), filled(&y));
        for (shared_x, shared_y) in [(true, true), (false, true), (true, false), (false, false)] {
            let given = |t: &Tensor, shared: bool| if shared { t.clone() } else { copy(t) };
            let got = run("Sub", typed(DType::Float), vec![given(&x, shared_x), given(&y, shared_y)], 0);
            if !fits {
                let error = got.unwrap_err();
                let text = format!("Incompatible shapes: {} vs. {}", x.shape(), y.shape());
                prop_assert_eq!((error.code, error.message), (Code::InvalidArgument, text));
                continue;
            }
            let expected: Vec<f32> = indices(&sizes).iter().map(|index| at(&x, index) - at(&y, index)).collect();
            let got = got.unwrap().remove(0);
            prop_assert_eq!(got.shape().to_vec(), sizes.clone());
            prop_assert_eq!(got.values::<f32>().unwrap(), expected);
        }
    }

    #[test]
    fn reductions_are_what_the_indices_say(
        sizes in prop::collection::vec(0usize..4, 0..6),
        mask in prop::collection::vec(any::<bool>(), 6),
        keep_dims: bool,
    ) {
        let axes: Vec<i32> = (0..sizes.len()).filter(|k| mask[*k]).map(|k| k as i32).collect();
        let input = filled(&sizes);
        let mut attrs = typed(DType::Float);
        attrs.insert("keep_dims".into(), AttrValue::Bool(keep_dims));
        let kept: Vec<usize> = sizes.iter().enumerate().map(|(k, size)| if mask[k] { 1 } else { *size }).collect();
        let short: Vec<usize> = sizes.iter().enumerate().filter(|(k, _)| !mask[*k]).map(|(_, size)| *size).collect();
        let mut groups = std::collections::BTreeMap::<Vec<usize>, Vec<f32>>::new();
        indices(&kept).into_iter().for_each(|index| { groups.insert(index, vec![]); });
        for index in indices(&sizes) {
            let place: Vec<usize> = index.iter().enumerate().map(|(k, i)| if mask[k] { 0 } else { *i }).collect();
            groups.get_mut(&place).unwrap().push(at(&input, &index));
        }
        for (op, f) in [
            ("Sum", (|v| v.iter().sum()) as fn(&[f32]) -> f32),
            ("Mean", |v| v.iter().sum::<f32>() / v.len() as f32),
            ("Max", |v| v.iter().copied().fold(f32::NEG_INFINITY, f32::max)),
            ("Min", |v| v.iter().copied().fold(f32::INFINITY, f32::min)),
        ] {
            let got = run(op, attrs.clone(), vec![input.clone(), Tensor::vector(axes.clone())], 0).unwrap().remove(0);
            let expected: Vec<f32> = groups.values().map(|group| f(group)).collect();
            let shape = Shape::new(if keep_dims { &kept } else { &short }).unwrap();
            let expected = Tensor::new(shape, expected).unwrap();
            prop_assert_eq!(got.shape(), expected.shape());
            prop_assert!(close(&got, &expected), "{} {:?} {:?}", op, got, expected);
        }
    }

    #[test]
    fn products_are_what_the_indices_say(m in 0usize..20, k in 0usize..20, n in 0usize..20, ta: bool, tb: bool) {
        let (a, b) = (filled(&if ta { [k, m] } else { [m, k] }), filled(&if tb { [n, k] } else { [k, n] }));
        let mut attrs = typed(DType::Float);
        attrs.insert("transpose_a".into(), AttrValue::Bool(ta));
        attrs.insert("transpose_b".into(), AttrValue::Bool(tb));
        let got = run("MatMul", attrs, vec![a.clone(), b.clone()], 0).unwrap().remove(0);
        let mut expected = Vec::new();
        for i in 0..m {
            for j in 0..n {
                let term = |l: usize| at(&a, &if ta { [l, i] } else { [i, l] }) * at(&b, &if tb { [j, l] } else { [l, j] });
                expected.push((0..k).map(term).sum::<f32>());
            }
        }
        prop_assert!(close(&got, &Tensor::new(Shape::new(&[m, n]).unwrap(), expected).unwrap()));
    }

    /// Any op with inputs of any shapes answers or refuses; it does not panic.
    #[test]
    fn no_shapes_make_a_kernel_panic(shapes in prop::collection::vec(prop::collection::vec(0usize..4, 0..5), 3), axis in -3i32..4) {
        let inputs: Vec<Tensor> = shapes.iter().map(|sizes| filled(sizes)).collect();
        for op in ["Add", "Mul", "RealDiv", "Maximum", "Pow", "FloorMod", "Less", "MatMul", "ReluGrad", "SigmoidGrad", "TanhGrad",
                   "SoftmaxCrossEntropyWithLogits", "BiasAdd"] {
            let _ = run(op, typed(DType::Float), inputs[..2].to_vec(), 0);
        }
        for op in ["Softmax", "LogSoftmax", "BiasAddGrad", "L2Loss", "Relu", "Floor"] {
            let _ = run(op, typed(DType::Float), inputs[..1].to_vec(), 0);
        }
        for op in ["Sum", "Mean", "Max", "ArgMax"] {
            let _ = run(op, typed(DType::Float), vec![inputs[0].clone(), Tensor::scalar(axis)], 0);
        }
        let _ = run("Range", [("Tidx".to_owned(), AttrValue::Type(DType::Float))].into(), inputs.clone(), 0);
        let mut channels_first = typed(DType::Float);
        channels_first.insert("data_format".into(), AttrValue::String("NCHW".into()));
        let _ = run("BiasAdd", channels_first.clone(), inputs[..2].to_vec(), 0);
        let _ = run("BiasAddGrad", channels_first, inputs[..1].to_vec(), 0);
        let mut fused = typed(DType::Float);
        fused.insert("num_args".into(), AttrValue::Int(1));
        fused.insert("fused_ops".into(), AttrValue::List(regatta_graph::AttrList {
            strings: vec![b"BiasAdd".to_vec(), b"Relu".to_vec()],
            ..Default::default()
        }));
        let _ = run("_FusedMatMul", fused, inputs.clone(), 0);
        let truths = Tensor::new(inputs[0].shape().clone(), vec![true; inputs[0].num_elements()]).unwrap();
        for op in ["Select", "SelectV2"] {
            let _ = run(op, typed(DType::Float), vec![truths.clone(), inputs[1].clone(), inputs[2].clone()], 0);
        }
        let labels = Tensor::new(inputs[1].shape().clone(), vec![i64::from(axis); inputs[1].num_elements()]).unwrap();
        let _ = run("SparseSoftmaxCrossEntropyWithLogits", typed(DType::Float), vec![inputs[0].clone(), labels], 0);
    }
}
