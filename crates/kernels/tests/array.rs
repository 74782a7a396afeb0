//! Array kernels and their shape rules against real TensorFlow, and against inputs that nobody sane would send.

#[allow(dead_code)]
mod array_golden;

use array_golden::{check_all, run, run_checked};
use proptest::prelude::*;
use regatta_graph::{AttrValue, Attrs};
use regatta_status::Code;
use regatta_tensor::{DType, ResourceHandle, Shape, Tensor};

#[test]
fn as_tensorflow() {
    check_all(
        include_str!("data/golden_array.txt"),
        // TensorFlow's inference counts a negative batch_dims as one more axis, which no kernel makes.
        &[("GatherV2", "instead of [?,?,?,?,?]")],
    );
}

fn attrs(types: &[(&str, DType)], ints: &[(&str, i64)]) -> Attrs {
    let types = types.iter().map(|(name, dtype)| ((*name).to_owned(), AttrValue::Type(*dtype)));
    let ints = ints.iter().map(|(name, value)| ((*name).to_owned(), AttrValue::Int(*value)));
    types.chain(ints).collect()
}

#[test]
fn constants_are_shared() {
    let value = Tensor::vector(vec![1.0f32, 2.0]);
    let mut given = attrs(&[("dtype", DType::Float)], &[]);
    given.insert("value".into(), AttrValue::Tensor(value.clone()));
    let output = run("Const", &given, &[]).unwrap().remove(0);
    assert_eq!(output.bytes().unwrap().as_ptr(), value.bytes().unwrap().as_ptr());
    given.insert("dtype".into(), AttrValue::Type(DType::Int32));
    assert!(run("Const", &given, &[]).is_err());
}

#[test]
fn what_does_not_move_is_not_copied() {
    let x = Tensor::new(Shape::new(&[2, 3]).unwrap(), vec![0f32; 6]).unwrap();
    let i32s = |values: &[i32]| Tensor::vector(values.to_vec());
    let t = [("T", DType::Float), ("Index", DType::Int32)];
    for (op, inputs) in [
        ("Identity", vec![x.clone()]),
        ("Reshape", vec![x.clone(), i32s(&[3, -1])]),
        ("ExpandDims", vec![x.clone(), Tensor::scalar(0i32)]),
        ("Slice", vec![x.clone(), i32s(&[0, 0]), i32s(&[-1, 3])]),
        ("StridedSlice", vec![x.clone(), i32s(&[0]), i32s(&[2]), i32s(&[1])]),
        ("Tile", vec![x.clone(), i32s(&[1, 1])]),
        ("BroadcastTo", vec![x.clone(), i32s(&[2, 3])]),
        ("Transpose", vec![x.clone(), i32s(&[0, 1])]),
    ] {
        let output = run(op, &attrs(&t, &[]), &inputs).unwrap().remove(0);
        assert_eq!(output.bytes().unwrap().as_ptr(), x.bytes().unwrap().as_ptr(), "{op}");
    }
}

#[test]
fn resources_move_too() {
    let handle = |name: &str| ResourceHandle { name: name.into(), ..ResourceHandle::default() };
    let handles = Tensor::resources(Shape::vector(2), vec![handle("a"), handle("b")]).unwrap();
    let given = attrs(&[("Tparams", DType::Resource), ("Tindices", DType::Int32), ("Taxis", DType::Int32)], &[]);
    let output =
        run("GatherV2", &given, &[handles, Tensor::vector(vec![1i32]), Tensor::scalar(0i32)]).unwrap().remove(0);
    assert_eq!(output.as_resources().unwrap(), [handle("b")]);
}

#[test]
fn results_that_do_not_fit_are_refused() {
    let huge = Tensor::vector(vec![1i64 << 30, 1 << 20]);
    let given = attrs(&[("T", DType::Float), ("index_type", DType::Int64)], &[]);
    let status = run("Fill", &given, &[huge.clone(), Tensor::scalar(1f32)]).unwrap_err();
    assert!(matches!(status.code, Code::ResourceExhausted | Code::InvalidArgument), "{status}");
    let given = attrs(&[("T", DType::Float), ("Tidx", DType::Int64)], &[]);
    assert!(run("BroadcastTo", &given, &[Tensor::scalar(1f32), huge.clone()]).is_err());
    let given = attrs(&[("T", DType::Float), ("Tmultiples", DType::Int64)], &[]);
    let one = Tensor::new(Shape::new(&[1, 1]).unwrap(), vec![1f32]).unwrap();
    assert!(run("Tile", &given, &[one.clone(), huge]).is_err());
    assert!(run("Tile", &given, &[one, Tensor::vector(vec![1i64 << 40, 1 << 40])]).is_err());
}

#[test]
fn large_matrices_turn() {
    let (rows, columns) = (70usize, 45);
    let x = Tensor::new(Shape::new(&[2, rows, columns]).unwrap(), (0..2 * rows * columns).map(|i| i as i64).collect())
        .unwrap();
    let given = attrs(&[("T", DType::Int64), ("Tperm", DType::Int32)], &[]);
    let turned = run("Transpose", &given, &[x, Tensor::vector(vec![0i32, 2, 1])]).unwrap().remove(0);
    let expected: Vec<i64> = (0..2 * rows * columns)
        .map(|i| {
            let (block, rest) = (i / (rows * columns), i % (rows * columns));
            (block * rows * columns + rest % rows * columns + rest / rows) as i64
        })
        .collect();
    assert_eq!(turned.values::<i64>().unwrap(), expected);
}

/// Small sizes mostly, sometimes none.
fn sizes() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0usize..4, 0..5)
}

/// Indices mostly near the sizes, sometimes the worst there are.
fn index() -> impl Strategy<Value = i64> {
    prop_oneof![8 => -5i64..6, 1 => Just(i64::MIN), 1 => Just(i64::MAX), 1 => any::<i64>()]
}

fn numbers() -> impl Strategy<Value = Tensor> {
    (prop::collection::vec(index(), 0..6), 0..8).prop_map(|(values, kind)| match kind {
        0 => Tensor::scalar(values.first().copied().unwrap_or(0)),
        1 => Tensor::new(Shape::new(&[values.len(), 1]).unwrap(), values).unwrap(),
        _ => Tensor::vector(values),
    })
}

fn counted(sizes: &[usize]) -> Tensor {
    let shape = Shape::new(sizes).unwrap();
    let values = (0..shape.num_elements()).map(|i| i as f32).collect();
    Tensor::new(shape, values).unwrap()
}

proptest! {
    #[test]
    fn slice_never_panics(sizes in sizes(), begin in numbers(), size in numbers()) {
        let given = attrs(&[("T", DType::Float), ("Index", DType::Int64)], &[]);
        let _ = run_checked("Slice", &given, &[counted(&sizes), begin, size]);
    }

    #[test]
    fn strided_slice_never_panics(
        sizes in sizes(), begin in numbers(), end in numbers(), strides in numbers(), masks in prop::array::uniform5(0i64..64),
    ) {
        let names = ["begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"];
        let masks: Vec<_> = names.into_iter().zip(masks).collect();
        let given = attrs(&[("T", DType::Float), ("Index", DType::Int64)], &masks);
        let _ = run_checked("StridedSlice", &given, &[counted(&sizes), begin, end, strides]);
    }

    #[test]
    fn strided_slice_of_equal_lengths_never_panics(
        sizes in sizes(), items in prop::collection::vec((index(), index(), index()), 0..5), masks in prop::array::uniform5(0i64..32),
    ) {
        let names = ["begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"];
        let masks: Vec<_> = names.into_iter().zip(masks).collect();
        let given = attrs(&[("T", DType::Float), ("Index", DType::Int64)], &masks);
        let part = |f: fn(&(i64, i64, i64)) -> i64| Tensor::vector(items.iter().map(f).collect());
        let _ = run_checked("StridedSlice", &given, &[counted(&sizes), part(|i| i.0), part(|i| i.1), part(|i| i.2)]);
    }

    #[test]
    fn reshape_never_panics(sizes in sizes(), to in numbers()) {
        let given = attrs(&[("T", DType::Float), ("Tshape", DType::Int64)], &[]);
        let _ = run_checked("Reshape", &given, &[counted(&sizes), to]);
    }

    #[test]
    fn gather_never_panics(sizes in sizes(), indices in numbers(), axis in index(), batch in index()) {
        let given = attrs(
            &[("Tparams", DType::Float), ("Tindices", DType::Int64), ("Taxis", DType::Int64)],
            &[("batch_dims", batch)],
        );
        let _ = run_checked("GatherV2", &given, &[counted(&sizes), indices, Tensor::scalar(axis)]);
    }

    #[test]
    fn concat_never_panics(shapes in prop::collection::vec(sizes(), 1..4), axis in numbers()) {
        let given = attrs(&[("T", DType::Float), ("Tidx", DType::Int64)], &[("N", shapes.len() as i64)]);
        let mut inputs: Vec<Tensor> = shapes.iter().map(|sizes| counted(sizes)).collect();
        inputs.push(axis);
        let _ = run_checked("ConcatV2", &given, &inputs);
    }

    #[test]
    fn other_ops_with_a_vector_never_panic(sizes in sizes(), numbers in numbers(), op in 0usize..7) {
        let (op, attr) = [
            ("Tile", "Tmultiples"), ("BroadcastTo", "Tidx"), ("Transpose", "Tperm"), ("ReverseV2", "Tidx"), ("ExpandDims", "Tdim"),
            ("Pad", "Tpaddings"), ("Fill", "index_type"),
        ][op];
        let given = attrs(&[("T", DType::Float), (attr, DType::Int64)], &[]);
        let inputs = if op == "Fill" { [numbers, counted(&sizes)] } else { [counted(&sizes), numbers] };
        let _ = run_checked(op, &given, &inputs);
    }
}
