//! Examples of both forms, everything that must be refused, and the promise that nothing panics.

use proptest::prelude::*;
use regatta_tensor::PartialShape;

use super::*;

fn proto(dtype: DType, sizes: &[i64]) -> pb::TensorProto {
    let dim = sizes.iter().map(|&size| pb::tensor_shape_proto::Dim { size, name: String::new() }).collect();
    pb::TensorProto {
        dtype: dtype.number(),
        tensor_shape: Some(pb::TensorShapeProto { dim, unknown_rank: false }),
        ..Default::default()
    }
}

#[track_caller]
fn check_refused(proto: pb::TensorProto, message: &str) {
    let status = tensor_from_proto(&proto).expect_err("refused");
    assert_eq!(status.code, regatta_status::Code::InvalidArgument);
    assert!(status.message.contains(message), "{status}");
}

#[test]
fn the_last_value_of_a_list_repeats() {
    let tensor =
        tensor_from_proto(&pb::TensorProto { float_val: vec![1.0, 2.0], ..proto(DType::Float, &[5]) }).unwrap();
    assert_eq!(tensor.values::<f32>().unwrap(), [1.0, 2.0, 2.0, 2.0, 2.0]);

    // More than a block of repetitions, and not a whole number of blocks.
    let tensor = tensor_from_proto(&pb::TensorProto { int64_val: vec![7], ..proto(DType::Int64, &[9001]) }).unwrap();
    assert!(tensor.values::<i64>().unwrap() == [7; 9001]);

    let string_val = vec![Bytes::from_static(b"a"), Bytes::from_static(b"bc")];
    let tensor = tensor_from_proto(&pb::TensorProto { string_val, ..proto(DType::String, &[3]) }).unwrap();
    assert_eq!(tensor.as_strings().unwrap(), [b"a".to_vec(), b"bc".to_vec(), b"bc".to_vec()]);
}

#[test]
fn an_empty_list_is_zeros() {
    for dtype in DType::ALL {
        let tensor = tensor_from_proto(&proto(dtype, &[2, 2])).unwrap();
        assert_eq!((tensor.dtype(), tensor.num_elements()), (dtype, 4));
        if let Some(bytes) = tensor.bytes() {
            assert!(bytes.iter().all(|&byte| byte == 0));
        }
    }
    assert_eq!(tensor_from_proto(&proto(DType::String, &[2])).unwrap().as_strings().unwrap(), [b"", b""]);
}

#[test]
fn each_type_reads_its_own_list() {
    let check = |proto: pb::TensorProto, bytes: &[u8]| {
        assert_eq!(tensor_from_proto(&proto).unwrap().bytes().unwrap(), bytes, "{proto:?}");
    };
    let of = |dtype| proto(dtype, &[]);
    check(pb::TensorProto { double_val: vec![1.0], ..of(DType::Double) }, &1.0f64.to_le_bytes());
    for dtype in [DType::Int8, DType::UInt8, DType::QInt8, DType::QUInt8, DType::Int4] {
        check(pb::TensorProto { int_val: vec![-2], ..of(dtype) }, &[0xfe]);
    }
    for dtype in [DType::Int16, DType::UInt16, DType::QInt16, DType::QUInt16] {
        check(pb::TensorProto { int_val: vec![-2], ..of(dtype) }, &[0xfe, 0xff]);
    }
    for dtype in [DType::Half, DType::BFloat16] {
        check(pb::TensorProto { half_val: vec![0x3c01], ..of(dtype) }, &[0x01, 0x3c]);
    }
    check(pb::TensorProto { int_val: vec![-2], ..of(DType::QInt32) }, &(-2i32).to_le_bytes());
    check(pb::TensorProto { uint32_val: vec![3 << 30], ..of(DType::UInt32) }, &(3u32 << 30).to_le_bytes());
    check(pb::TensorProto { uint64_val: vec![3 << 62], ..of(DType::UInt64) }, &(3u64 << 62).to_le_bytes());
    check(pb::TensorProto { bool_val: vec![true], ..of(DType::Bool) }, &[1]);
    check(pb::TensorProto { scomplex_val: vec![1.0, 2.0], ..of(DType::Complex64) }, &[0, 0, 128, 63, 0, 0, 0, 64]);
    check(
        pb::TensorProto { dcomplex_val: vec![1.0, 0.0], ..of(DType::Complex128) },
        &[1.0f64.to_le_bytes(), [0; 8]].concat(),
    );
    check(pb::TensorProto { float8_val: Bytes::from_static(&[60]), ..of(DType::Float8E5M2) }, &[60]);
}

#[test]
fn strings_travel_as_lengths_and_bytes() {
    let tensor = Tensor::strings(Shape::vector(3), vec![b"abc".to_vec(), vec![], vec![b'x'; 200]]).unwrap();
    let proto = tensor_to_proto(&tensor);
    assert_eq!(proto.tensor_content[..7], [3, 0, 200, 1, b'a', b'b', b'c']);
    assert_eq!(tensor_from_proto(&proto).unwrap().as_strings().unwrap(), tensor.as_strings().unwrap());
    assert_eq!(tensor_to_proto(&Tensor::string("abc")).tensor_content[..], [3, b'a', b'b', b'c']);

    let stored = tensor_to_stored_proto(&tensor);
    assert!(stored.tensor_content.is_empty() && stored.string_val.len() == 3);
    assert_eq!(tensor_from_proto(&stored).unwrap().as_strings().unwrap(), tensor.as_strings().unwrap());
}

#[test]
fn handles_and_variants_are_read_from_content_too() {
    let handle = ResourceHandle {
        device: "/job:ps/replica:0/task:0/device:CPU:0".into(),
        container: "localhost".into(),
        name: "v".into(),
        hash_code: u64::MAX,
        type_name: "Var".into(),
        dtypes_and_shapes: vec![(DType::Float, PartialShape::new(vec![None, Some(3)]))],
    };
    let listed = tensor_to_proto(&Tensor::resources(Shape::scalar(), vec![handle.clone()]).unwrap());
    let inside = encode_strings(&[listed.resource_handle_val[0].encode_to_vec()]);
    let packed = pb::TensorProto { tensor_content: inside, ..proto(DType::Resource, &[]) };
    for proto in [listed, packed] {
        assert_eq!(tensor_from_proto(&proto).unwrap().as_resources().unwrap(), std::slice::from_ref(&handle));
    }

    let opaque =
        Opaque { type_name: "other".into(), metadata: vec![1, 2], tensors: vec![Tensor::vector(vec![1i32, 2])] };
    let listed = tensor_to_proto(&Tensor::variants(Shape::scalar(), vec![Variant::Opaque(opaque)]).unwrap());
    let inside = encode_strings(&[listed.variant_val[0].encode_to_vec()]);
    let packed = pb::TensorProto { tensor_content: inside, ..proto(DType::Variant, &[]) };
    for proto in [listed, packed] {
        let tensor = tensor_from_proto(&proto).unwrap();
        let [Variant::Opaque(variant)] = tensor.as_variants().unwrap() else { panic!("one variant") };
        assert_eq!((variant.type_name.as_str(), &variant.metadata[..]), ("other", &[1, 2][..]));
        assert_eq!(variant.tensors[0].values::<i32>().unwrap(), [1, 2]);
    }
}

#[test]
fn content_shares_the_tensors_memory() {
    let tensor = Tensor::vector(vec![1.0f32; 1000]);
    let proto = tensor_to_proto(&tensor);
    assert_eq!(proto.tensor_content.as_ptr(), tensor.bytes().unwrap().as_ptr());
    drop(tensor);
    assert_eq!(proto.tensor_content.len(), 4000);
}

#[test]
fn bad_messages_are_refused_with_both_numbers() {
    check_refused(pb::TensorProto { dtype: 77, ..Default::default() }, "unknown data type 77");
    check_refused(pb::TensorProto { dtype: 101, ..Default::default() }, "reference to float");
    check_refused(proto(DType::Float, &[-1]), "negative");
    check_refused(proto(DType::Float, &[1 << 40, 1 << 40]), "overflow");
    let tensor_shape = Some(pb::TensorShapeProto { unknown_rank: true, dim: vec![] });
    check_refused(pb::TensorProto { tensor_shape, ..proto(DType::Float, &[]) }, "unknown rank");
    let short = Bytes::from_static(&[0; 7]);
    check_refused(pb::TensorProto { tensor_content: short, ..proto(DType::Float, &[2]) }, "has 8 bytes, but 7");
    check_refused(pb::TensorProto { float_val: vec![0.0; 3], ..proto(DType::Float, &[2]) }, "3 values were given");
    check_refused(pb::TensorProto { scomplex_val: vec![0.0; 3], ..proto(DType::Complex64, &[2]) }, "3 parts");
    let strings = |content: &'static [u8], sizes: &[i64]| pb::TensorProto {
        tensor_content: Bytes::from_static(content),
        ..proto(DType::String, sizes)
    };
    check_refused(strings(&[3, b'a'], &[]), "should take 3 bytes, but 1");
    check_refused(strings(&[1, b'a', b'b'], &[]), "should take 1 bytes, but 2");
    check_refused(strings(&[1, b'a'], &[3]), "3 elements, but its content is only 2");
    check_refused(strings(&[0xff], &[]), "cannot read the length");
    check_refused(strings(&[0], &[1 << 40]), "1099511627776 elements");
}

#[test]
fn a_small_message_does_not_take_all_memory() {
    for dtype in DType::ALL {
        check_refused(proto(dtype, &[1 << 40]), "2147483648");
    }
    let string_val = vec![Bytes::from(vec![0; 1 << 20])];
    check_refused(pb::TensorProto { string_val, ..proto(DType::String, &[1 << 20]) }, "2147483648");
}

#[test]
fn the_tensors_of_a_message_share_one_allowance() {
    let variant =
        |count| pb::VariantTensorDataProto { tensors: vec![proto(DType::UInt8, &[500]); count], ..Default::default() };
    assert!(Expansion::of(1000).variant(&variant(2)).is_ok());
    let status = Expansion::of(1000).variant(&variant(3)).expect_err("refused");
    assert!(status.message.contains("takes 500 bytes") && status.message.contains("of which 0 are left"), "{status}");
}

fn shapes() -> impl Strategy<Value = Shape> {
    prop::collection::vec(0usize..5, 0..4).prop_map(|sizes| Shape::new(&sizes).expect("small"))
}

fn tensors() -> impl Strategy<Value = Tensor> {
    let leaf = (shapes(), prop::sample::select(DType::ALL.to_vec())).prop_flat_map(|(shape, dtype)| {
        let elements = shape.num_elements();
        match dtype {
            DType::String => prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), elements)
                .prop_map(move |strings| Tensor::strings(shape.clone(), strings).unwrap())
                .boxed(),
            DType::Resource => prop::collection::vec((".*", any::<u64>(), 1i32..34, 0usize..9), elements)
                .prop_map(move |handles| {
                    Tensor::resources(shape.clone(), handles.into_iter().map(handle).collect()).unwrap()
                })
                .boxed(),
            DType::Variant => Just(Tensor::zeros(dtype, shape).unwrap()).boxed(),
            _ => prop::collection::vec(any::<u8>(), elements * dtype.size().unwrap())
                .prop_map(move |bytes| Tensor::from_bytes(dtype, shape.clone(), &bytes).unwrap())
                .boxed(),
        }
    });
    leaf.prop_recursive(3, 16, 4, |inner| {
        (".*", prop::collection::vec(any::<u8>(), 0..9), prop::collection::vec(inner, 0..4)).prop_map(
            |(type_name, metadata, tensors)| {
                Tensor::variants(Shape::vector(1), vec![Variant::Opaque(Opaque { type_name, metadata, tensors })])
                    .unwrap()
            },
        )
    })
}

fn handle((name, hash_code, dtype, size): (String, u64, i32, usize)) -> ResourceHandle {
    let promise = (DType::from_number(dtype).expect("a type"), PartialShape::new(vec![None, Some(size)]));
    ResourceHandle { name, hash_code, dtypes_and_shapes: vec![promise], ..Default::default() }
}

proptest! {
    #[test]
    fn tensors_round_trip(tensor in tensors()) {
        for proto in [tensor_to_proto(&tensor), tensor_to_stored_proto(&tensor)] {
            let bytes = Bytes::from(proto.encode_to_vec());
            let back = tensor_from_proto(&pb::TensorProto::decode(bytes).unwrap()).unwrap();
            prop_assert_eq!(back.shape(), tensor.shape());
            prop_assert_eq!(back.bytes(), tensor.bytes());
            prop_assert_eq!(tensor_to_proto(&back), tensor_to_proto(&tensor));
        }
    }

    #[test]
    fn garbage_does_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(proto) = pb::TensorProto::decode(Bytes::from(bytes)) {
            let _ = tensor_from_proto(&proto);
        }
    }

    /// Random bytes are seldom messages, so here the message is right and what it says is not.
    #[test]
    fn nonsense_does_not_panic(
        dtype in -2i32..140,
        sizes in prop::collection::vec(prop_oneof![-2i64..6, any::<i64>()], 0..4),
        content in prop::collection::vec(any::<u8>(), 0..40),
        ints in prop::collection::vec(any::<i32>(), 0..8),
        floats in prop::collection::vec(any::<f32>(), 0..8),
        strings in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..4), 0..4),
    ) {
        // Sizes are cut so that what is accepted stays small enough to be made a few hundred times.
        let sizes: Vec<i64> = sizes.iter().map(|&size| if size < 1 << 40 { size.min(12) } else { size }).collect();
        let proto = pb::TensorProto {
            dtype,
            tensor_content: content.into(),
            int_val: ints.clone(),
            half_val: ints,
            scomplex_val: floats.clone(),
            float_val: floats,
            string_val: strings.into_iter().map(Bytes::from).collect(),
            variant_val: vec![Default::default()],
            resource_handle_val: vec![Default::default()],
            ..proto(DType::Float, &sizes)
        };
        if let Ok(tensor) = tensor_from_proto(&proto) {
            prop_assert!(tensor_from_proto(&tensor_to_proto(&tensor)).is_ok());
        }
    }

    /// A message cut or changed in one place is the garbage that really happens.
    #[test]
    fn damage_does_not_panic(tensor in tensors(), at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut bytes = tensor_to_proto(&tensor).encode_to_vec();
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        if let Ok(proto) = pb::TensorProto::decode(Bytes::from(bytes)) {
            let _ = tensor_from_proto(&proto);
        }
    }
}
