//! Checkpoints written and read by us: every type, slices, merging, damage and interrupted writes.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use regatta_formats::{BundleReader, BundleWriter, TensorSlice, merge_bundles};
use regatta_status::{Code, Result, Status};
use regatta_tensor::{Complex, DType, ResourceHandle, Shape, Tensor, bf16, f16};

fn shape(sizes: &[usize]) -> Shape {
    Shape::new(sizes).unwrap()
}

fn floats(sizes: &[usize]) -> Tensor {
    let shape = shape(sizes);
    let values = (0..shape.num_elements()).map(|i| i as f32).collect();
    Tensor::new(shape, values).unwrap()
}

fn strings(values: &[&str]) -> Tensor {
    Tensor::strings(Shape::vector(values.len()), values.iter().map(|value| value.as_bytes().to_vec()).collect())
        .unwrap()
}

fn assert_same(left: &Tensor, right: &Tensor) {
    assert_eq!(left.dtype(), right.dtype());
    assert_eq!(left.shape(), right.shape());
    assert_eq!(left.bytes(), right.bytes());
    if left.dtype() == DType::String {
        assert_eq!(left.as_strings().unwrap(), right.as_strings().unwrap());
    }
}

fn save(prefix: &str, tensors: &[(&str, &str, &Tensor)]) -> Result<()> {
    let mut writer = BundleWriter::new(prefix)?;
    for (name, spec, tensor) in tensors {
        writer.add_spec(name, spec, tensor)?;
    }
    writer.finish()
}

fn files(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(directory).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A directory and a prefix in it.
fn place() -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().unwrap();
    let prefix = directory.path().join("model").to_str().unwrap().to_owned();
    (directory, prefix)
}

#[track_caller]
fn check_error<T: std::fmt::Debug>(result: Result<T>, code: Code, message: &str) {
    let error: Status = result.unwrap_err();
    assert_eq!(error.code, code, "{error}");
    assert!(error.message.contains(message), "{error}");
}

#[test]
fn every_type_round_trips() {
    let (_directory, prefix) = place();
    let tensors = [
        Tensor::scalar(1.5f32),
        Tensor::vector(vec![-1.0f64, f64::NAN]),
        Tensor::vector(vec![i32::MIN, 7]),
        Tensor::vector(vec![1u8, 255]),
        Tensor::vector(vec![-3i16]),
        Tensor::vector(vec![-3i8, 4]),
        strings(&["", "a", "long\0er"]),
        Tensor::string("scalar"),
        strings(&[]),
        Tensor::vector(vec![Complex::new(1.0f32, -2.0)]),
        Tensor::vector(vec![i64::MAX]),
        Tensor::vector(vec![true, false, true]),
        Tensor::vector(vec![bf16::from_f32(1.25)]),
        Tensor::vector(vec![7u16]),
        Tensor::vector(vec![Complex::new(1.0f64, -2.0)]),
        Tensor::vector(vec![f16::from_f32(0.5)]),
        Tensor::vector(vec![7u32]),
        Tensor::vector(vec![u64::MAX]),
        floats(&[0, 3]),
        floats(&[2, 3, 4]),
        Tensor::from_bytes(DType::QInt8, shape(&[2]), &[1, 2]).unwrap(),
        Tensor::from_bytes(DType::Float8E5M2, shape(&[2]), &[1, 2]).unwrap(),
        Tensor::from_bytes(DType::Int4, shape(&[2]), &[1, 2]).unwrap(),
    ];
    let names: Vec<String> = (0..tensors.len()).map(|i| format!("t{i:02}")).collect();
    let named: Vec<_> = names.iter().zip(&tensors).map(|(name, tensor)| (name.as_str(), "", tensor)).collect();
    save(&prefix, &named).unwrap();
    let reader = BundleReader::open(&prefix).unwrap();
    for (name, _, tensor) in &named {
        assert_same(&reader.read(name).unwrap(), tensor);
    }
    let entries = reader.entries();
    assert_eq!(entries.iter().map(|entry| &entry.name).collect::<Vec<_>>(), names.iter().collect::<Vec<_>>());
    assert!(entries.iter().zip(&tensors).all(|(entry, tensor)| entry.shape == *tensor.shape()));
}

#[test]
fn many_tensors_take_many_blocks() {
    let (_directory, prefix) = place();
    let mut writer = BundleWriter::new(&prefix).unwrap();
    for i in (0..30_000i32).rev() {
        writer.add(&format!("a/rather/long/name/of/a/variable/number/{i}"), &Tensor::scalar(i)).unwrap();
    }
    writer.finish().unwrap();
    assert!(fs::metadata(format!("{prefix}.index")).unwrap().len() > 2 * (256 << 10));
    let reader = BundleReader::open(&prefix).unwrap();
    for i in [0, 1, 777, 29_999] {
        let tensor = reader.read(&format!("a/rather/long/name/of/a/variable/number/{i}")).unwrap();
        assert_eq!(tensor.single::<i32>().unwrap(), i);
    }
}

/// The part of a tensor that a text describes, element by element.
fn expected_slice(whole: &Tensor, slice: &str) -> Vec<f32> {
    let region = TensorSlice::parse(slice).unwrap().region(whole.shape()).unwrap();
    let values = whole.values::<f32>().unwrap();
    let inside = |index: usize| {
        let mut rest = index;
        (0..whole.shape().rank()).rev().all(|d| {
            let at = rest % whole.shape()[d];
            rest /= whole.shape()[d];
            (region.starts[d]..region.starts[d] + region.sizes[d]).contains(&at)
        })
    };
    (0..values.len()).filter(|&index| inside(index)).map(|index| values[index]).collect()
}

#[test]
fn slices_are_cut_and_put_together() {
    let (_directory, prefix) = place();
    let whole = floats(&[5, 4, 3]);
    // Cut in two dimensions, on different lines.
    let parts = ["0,2:-:0,1", "0,2:-:1,2", "2,3:0,1:-", "2,3:1,3:-"];
    let mut writer = BundleWriter::new(&prefix).unwrap();
    writer.add("whole", &whole).unwrap();
    for part in parts {
        let slice = TensorSlice::parse(part).unwrap();
        let sizes = slice.region(whole.shape()).unwrap().sizes;
        let tensor = Tensor::new(shape(&sizes), expected_slice(&whole, part)).unwrap();
        writer.add_slice("cut", whole.shape(), &slice, &tensor).unwrap();
    }
    writer.finish().unwrap();

    let reader = BundleReader::open(&prefix).unwrap();
    assert_eq!(reader.entries().len(), 2);
    assert_eq!(reader.entry("cut").unwrap().slices.len(), 4);
    for name in ["whole", "cut"] {
        assert_same(&reader.read(name).unwrap(), &whole);
        for slice in ["-:-:-", "0,5:-:-", "1,3:-:-", "1,3:0,2:1,1", "4,1:3,1:2,1", "0,2:-:1,2", "-:1,1:-"] {
            let tensor = reader.read_spec(name, &format!("5 4 3 {slice}"), DType::Float).unwrap();
            assert_eq!(tensor.values::<f32>().unwrap(), expected_slice(&whole, slice), "{name} {slice}");
        }
    }
}

#[test]
fn strings_are_cut_too() {
    let (_directory, prefix) = place();
    save(&prefix, &[("s", "3 0,2", &strings(&["a", "bb"])), ("s", "3 2,1", &strings(&["c"]))]).unwrap();
    let reader = BundleReader::open(&prefix).unwrap();
    assert_same(&reader.read("s").unwrap(), &strings(&["a", "bb", "c"]));
    assert_same(&reader.read_slice("s", &TensorSlice::parse("1,2").unwrap()).unwrap(), &strings(&["bb", "c"]));
}

#[test]
fn large_pieces_are_read_in_windows() {
    let (_directory, prefix) = place();
    let whole = floats(&[1000, 300]);
    save(&prefix, &[("w", "", &whole)]).unwrap();
    let reader = BundleReader::open(&prefix).unwrap();
    let columns = reader.read_slice("w", &TensorSlice::parse("-:7,200").unwrap()).unwrap();
    assert_eq!(columns.values::<f32>().unwrap(), expected_slice(&whole, "-:7,200"));
    let rows = reader.read_slice("w", &TensorSlice::parse("10,900:-").unwrap()).unwrap();
    assert_eq!(rows.values::<f32>().unwrap(), expected_slice(&whole, "10,900:-"));
}

/// The texts are TensorFlow's.
#[test]
fn wrong_requests_are_refused() {
    let (_directory, prefix) = place();
    check_error(
        BundleReader::open(&prefix),
        Code::NotFound,
        &format!("Unsuccessful TensorSliceReader constructor: Failed to find any matching files for {prefix}"),
    );
    save(&prefix, &[("a", "", &floats(&[3, 4])), ("q", "5 1,2", &floats(&[2]))]).unwrap();
    let reader = BundleReader::open(&prefix).unwrap();
    check_error(reader.read("zz"), Code::NotFound, "Key zz not found in checkpoint");
    check_error(reader.read(""), Code::NotFound, "Key  not found in checkpoint");
    check_error(
        reader.read_spec("a", "", DType::Int32),
        Code::InvalidArgument,
        "tensor_name = a; expected dtype int32 does not equal original dtype float",
    );
    check_error(
        reader.read_spec("a", "3 5 0,2:1,2", DType::Float),
        Code::InvalidArgument,
        "tensor_name = a; shape in shape_and_slice spec [3,5] does not match the shape stored in checkpoint: [3,4]",
    );
    for (slice, shown) in [("-", "-"), ("0,2", "0,2"), ("2,3", "2,3")] {
        check_error(
            reader.read_slice("q", &TensorSlice::parse(slice).unwrap()),
            Code::InvalidArgument,
            &format!("Does not have sufficient slices for partitioned tensor q to restore in slice_spec: {shown}"),
        );
    }
    assert_eq!(reader.read_spec("q", "5 2,1", DType::Float).unwrap().values::<f32>().unwrap(), [1.0]);
}

#[test]
fn wrong_tensors_are_refused_and_leave_nothing() {
    let (directory, prefix) = place();
    let a = floats(&[2]);
    let handle = Tensor::resources(Shape::scalar(), vec![ResourceHandle::default()]).unwrap();
    let variant = Tensor::zeros(DType::Variant, Shape::scalar()).unwrap();
    check_error(save(&prefix, &[("a", "", &a), ("a", "", &a)]), Code::InvalidArgument, "Adding duplicate key: a");
    check_error(save(&prefix, &[("h", "", &handle)]), Code::Unimplemented, "tensor h of type resource");
    check_error(save(&prefix, &[("v", "", &variant)]), Code::Unimplemented, "tensor v of type variant");
    check_error(save(&prefix, &[("", "", &a)]), Code::InvalidArgument, "must have a name");
    check_error(save(&prefix, &[("", "3 0,2", &a)]), Code::InvalidArgument, "must have a name");
    check_error(save(&prefix, &[("a", "3 0,1", &a)]), Code::InvalidArgument, "does not match the shape of the tensor");
    check_error(save(&prefix, &[("a", "4 -", &a)]), Code::InvalidArgument, "does not match the shape of the tensor");
    check_error(save(&prefix, &[("a", "4 0,2", &a), ("a", "4 0,2", &a)]), Code::InvalidArgument, "duplicate key");
    check_error(save(&prefix, &[("a", "", &a), ("a", "4 0,2", &a)]), Code::InvalidArgument, "duplicate key");
    check_error(save(&prefix, &[("a", "4 0,2", &a), ("a", "", &a)]), Code::InvalidArgument, "duplicate key");
    check_error(save(&prefix, &[("a", "4 0,2", &a), ("a", "5 2,2", &a)]), Code::InvalidArgument, "disagree");
    assert_eq!(files(directory.path()), [] as [&str; 0]);

    let mut writer = BundleWriter::new(&prefix).unwrap();
    writer.add("a", &a).unwrap();
    writer.add("a", &a).unwrap_err();
    check_error(writer.finish(), Code::InvalidArgument, "Adding duplicate key: a");
    assert_eq!(files(directory.path()), [] as [&str; 0]);
}

#[test]
fn failures_name_the_path() {
    let (directory, prefix) = place();
    fs::write(&prefix, "a file where a directory should be").unwrap();
    let inside = format!("{prefix}/deeper/model");
    let error = BundleWriter::new(&inside).err().unwrap();
    assert!(error.message.contains(&format!("{prefix}/deeper")), "{error}");

    let nested = directory.path().join("new/deeper/model").to_str().unwrap().to_owned();
    save(&nested, &[("a", "", &floats(&[2]))]).unwrap();
    fs::remove_file(format!("{nested}.data-00000-of-00001")).unwrap();
    let reader = BundleReader::open(&nested).unwrap();
    check_error(reader.read("a"), Code::NotFound, "model.data-00000-of-00001");
}

#[test]
fn an_interrupted_write_changes_nothing() {
    let (directory, prefix) = place();
    save(&prefix, &[("a", "", &floats(&[2]))]).unwrap();
    let before = files(directory.path());
    let mut dropped = BundleWriter::new(&prefix).unwrap();
    dropped.add("a", &floats(&[100])).unwrap();
    drop(dropped);
    assert_eq!(files(directory.path()), before);

    // A process that dies removes nothing.
    let mut killed = BundleWriter::new(&prefix).unwrap();
    killed.add("a", &floats(&[100])).unwrap();
    std::mem::forget(killed);
    assert_eq!(files(directory.path()).len(), before.len() + 1);
    assert_same(&BundleReader::open(&prefix).unwrap().read("a").unwrap(), &floats(&[2]));

    save(&prefix, &[("a", "", &floats(&[3]))]).unwrap();
    assert_same(&BundleReader::open(&prefix).unwrap().read("a").unwrap(), &floats(&[3]));
}

#[test]
fn shards_are_merged() {
    let (directory, prefix) = place();
    let part = |i: usize| format!("{prefix}_temp/part-{i:05}-of-00002");
    for round in 0..2 {
        save(&part(0), &[("a", "", &floats(&[2])), ("p", "4 0,2", &floats(&[2]))]).unwrap();
        save(&part(1), &[("b", "", &strings(&["x", "y"])), ("p", "4 2,2", &floats(&[2]))]).unwrap();
        merge_bundles(&[part(0), part(1)], &prefix, true).unwrap();
        let expected = ["model.data-00000-of-00002", "model.data-00001-of-00002", "model.index"];
        assert_eq!(files(directory.path()), expected, "round {round}");
        let reader = BundleReader::open(&prefix).unwrap();
        assert_same(&reader.read("a").unwrap(), &floats(&[2]));
        assert_same(&reader.read("b").unwrap(), &strings(&["x", "y"]));
        assert_eq!(reader.read("p").unwrap().values::<f32>().unwrap(), [0.0, 1.0, 0.0, 1.0]);
    }

    // What was merged can be merged again, and a directory with something else in it stays.
    let other = directory.path().join("other/c").to_str().unwrap().to_owned();
    save(&other, &[("c", "", &floats(&[3]))]).unwrap();
    fs::write(directory.path().join("other/notes"), "").unwrap();
    let destination = directory.path().join("new/all").to_str().unwrap().to_owned();
    merge_bundles(&[prefix.clone(), other], &destination, true).unwrap();
    assert_eq!(files(directory.path()), ["new", "other"]);
    assert_eq!(files(&directory.path().join("other")), ["notes"]);
    let reader = BundleReader::open(&destination).unwrap();
    assert_eq!(reader.read("p").unwrap().values::<f32>().unwrap(), [0.0, 1.0, 0.0, 1.0]);
    assert_same(&reader.read("c").unwrap(), &floats(&[3]));
}

#[test]
fn merges_that_make_no_sense_change_nothing() {
    let (directory, prefix) = place();
    let part = |i: usize| format!("{prefix}_temp/part{i}");
    let check = |first: (&str, &str), second: (&str, &str), message: &str| {
        save(&part(0), &[(first.0, first.1, &floats(&[2]))]).unwrap();
        save(&part(1), &[(second.0, second.1, &floats(&[2]))]).unwrap();
        check_error(merge_bundles(&[part(0), part(1)], &prefix, true), Code::InvalidArgument, message);
        assert_eq!(files(&directory.path().join("model_temp")).len(), 4);
        assert_eq!(files(directory.path()), ["model_temp"]);
    };
    let duplicate = format!("Duplicate tensor keyed by a encountered, when merging prefix: {prefix}_temp/part1");
    check(("a", ""), ("a", ""), &duplicate);
    check(("a", ""), ("a", "4 0,2"), &duplicate);
    check(("a", "4 0,2"), ("a", "4 0,2"), "Duplicate tensor keyed by");
    check(("a", "4 0,2"), ("a", "5 2,2"), "disagree");
    let missing = format!("allow_missing_files was set to false and {prefix}_temp/part7 did not exist.");
    check_error(merge_bundles(&[part(0), part(7)], &prefix, true), Code::InvalidArgument, &missing);
    check_error(merge_bundles(&[], &prefix, true), Code::InvalidArgument, "At least one prefix checkpoint file");
    fs::remove_file(format!("{}.data-00000-of-00001", part(1))).unwrap();
    save(&part(0), &[("b", "", &floats(&[2]))]).unwrap();
    check_error(merge_bundles(&[part(0), part(1)], &prefix, true), Code::NotFound, "part1.data");
    assert_same(&BundleReader::open(&part(0)).unwrap().read("b").unwrap(), &floats(&[2]));
}

/// A small checkpoint with something of everything.
fn small(prefix: &str) -> Vec<(&'static str, Tensor)> {
    let p = floats(&[2]);
    let tensors = vec![("a", floats(&[2, 2])), ("s", strings(&["x", "yy"])), ("flag", Tensor::scalar(true))];
    let mut specs: Vec<_> = tensors.iter().map(|(name, tensor)| (*name, "", tensor)).collect();
    specs.extend([("p", "4 0,2", &p), ("p", "4 2,2", &p)]);
    save(prefix, &specs).unwrap();
    let mut all = tensors;
    all.push(("p", Tensor::vector(vec![0.0f32, 1.0, 0.0, 1.0])));
    all
}

/// Reads everything; each tensor is right or refused with `DATA_LOSS`. Says whether all were right.
fn read_damaged(prefix: &str, expected: &[(&str, Tensor)]) -> bool {
    let reader = match BundleReader::open(prefix) {
        Ok(reader) => reader,
        Err(error) => {
            assert_eq!(error.code, Code::DataLoss, "{error}");
            assert!(error.message.contains(prefix), "{error}");
            return false;
        }
    };
    let mut all_right = true;
    for (name, tensor) in expected {
        match reader.read(name) {
            Ok(read) => assert_same(&read, tensor),
            Err(error) => {
                assert_eq!(error.code, Code::DataLoss, "{error}");
                assert!(error.message.contains(prefix), "{error}");
                all_right = false;
            }
        }
    }
    all_right
}

#[test]
fn every_truncation_and_every_flipped_byte_is_noticed() {
    let (_directory, prefix) = place();
    let expected = small(&prefix);
    assert!(read_damaged(&prefix, &expected));
    for file in [format!("{prefix}.index"), format!("{prefix}.data-00000-of-00001")] {
        let good = fs::read(&file).unwrap();
        for len in 0..good.len() {
            fs::write(&file, &good[..len]).unwrap();
            assert!(!read_damaged(&prefix, &expected), "{file} cut at {len}");
        }
        let padding = good.len().saturating_sub(48)..good.len();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x41;
            fs::write(&file, &bad).unwrap();
            let is_right = read_damaged(&prefix, &expected);
            assert!(!is_right || (file.ends_with(".index") && padding.contains(&at)), "{file} changed at {at}");
        }
        fs::write(&file, &good).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn damage_anywhere_is_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
        in_index in any::<bool>(),
        cut in any::<bool>(),
    ) {
        let (_directory, prefix) = place();
        let expected = small(&prefix);
        let file = if in_index { format!("{prefix}.index") } else { format!("{prefix}.data-00000-of-00001") };
        let mut bytes = fs::read(&file).unwrap();
        for (at, with) in changes {
            let at = at.index(bytes.len());
            bytes[at] ^= with;
            if cut && bytes.len() > 1 {
                bytes.remove(at);
            }
        }
        fs::write(&file, &bytes).unwrap();
        read_damaged(&prefix, &expected);
    }
}
