//! Where data comes from: the subset that is built in, directories of all layouts, and every way a file can be bad.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::{Compression, write::GzEncoder};
use regatta_formats::Idx;
use regatta_mnist::{FILES, Mnist, PIXELS};
use regatta_status::{Code, Status};
use tempfile::TempDir;

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory does not fail");
    encoder.finish().expect("memory does not fail")
}

/// The four files of a data set of 6 and 3 examples; example `k` is all of `k`.
fn files() -> [Vec<u8>; 4] {
    let images = |count: usize| Idx::new(&[count, 28, 28], (0..count * PIXELS).map(|k| (k / PIXELS) as u8).collect());
    let labels = |count: usize| Idx::new(&[count], (0..count as u8).collect());
    [images(6), labels(6), images(3), labels(3)].map(|idx| idx.expect("sizes and values agree").encode())
}

fn write(directory: &Path, names: [String; 4], contents: [Vec<u8>; 4]) {
    fs::create_dir_all(directory).expect("a directory can be made");
    for (name, bytes) in names.iter().zip(contents) {
        fs::write(directory.join(name), bytes).expect("a file can be written");
    }
}

fn raw_names() -> [String; 4] {
    FILES.map(str::to_owned)
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

fn refused(directory: &Path) -> Status {
    Mnist::from_dir(directory).expect_err("the directory is bad")
}

#[test]
fn the_subset_is_what_its_page_says() {
    let everything = Mnist::builtin().expect("the subset is whole");
    assert_eq!((everything.train.len(), everything.validation.len(), everything.test.len()), (10_000, 0, 2000));
    assert_eq!(everything.train.class_counts(), [941, 1132, 1032, 1022, 958, 925, 997, 1026, 978, 989]);
    assert_eq!(everything.test.class_counts(), [189, 222, 212, 242, 196, 186, 158, 215, 193, 187]);
    // Black paper around strokes of white, between 0 and 1.
    let image = everything.train.images_f32([0]).expect("the first image");
    let pixels = image.values::<f32>().expect("floats");
    assert!(pixels.contains(&0.0) && pixels.contains(&1.0) && pixels.iter().all(|pixel| (0.0..=1.0).contains(pixel)));
    assert_eq!(everything.train.labels().first(), Some(&5));
}

#[test]
fn the_first_examples_are_held_out() {
    let directory = temporary();
    write(directory.path(), raw_names(), files());
    let all = Mnist::from_dir(directory.path()).expect("four good files");
    let status = all.clone().hold_out(6).expect_err("nothing would be left");
    assert!(status.message.starts_with("6 of 6 training examples cannot be held out"), "{status}");
    let mnist = all.hold_out(2).expect("four are left");
    assert_eq!(mnist.validation.labels(), [0, 1]);
    assert_eq!(mnist.train.labels(), [2, 3, 4, 5]);
    assert_eq!(mnist.test.labels(), [0, 1, 2]);
    let first = mnist.train.images_f32(0..1).expect("an image");
    assert_eq!(first.values::<f32>().expect("floats"), [2.0 * (1.0 / 255.0); PIXELS]);
    let status = mnist.hold_out(1).expect_err("two are held out");
    assert!(status.message.contains("2 examples are held out already"), "{status}");
}

#[test]
fn all_layouts_are_found() {
    let plain = files();
    for below in ["", "mnist", "fashion-mnist", "MNIST/raw", "FashionMNIST/raw"] {
        let directory = temporary();
        write(&directory.path().join(below), FILES.map(|name| format!("{name}.gz")), plain.clone().map(|raw| gz(&raw)));
        assert_eq!(Mnist::from_dir(directory.path()).expect("four good files").train.len(), 6, "{below}");
    }
    let directory = temporary();
    write(directory.path(), FILES.map(|name| name.replace("-idx", ".idx")), plain);
    assert_eq!(Mnist::from_dir(directory.path()).expect("four good files").train.len(), 6);
}

#[test]
fn two_data_sets_below_one_directory_are_not_guessed_at() {
    let directory = temporary();
    write(&directory.path().join("mnist"), raw_names(), files());
    write(&directory.path().join("fashion-mnist"), raw_names(), files());
    let status = refused(directory.path());
    assert!(status.code == Code::InvalidArgument && status.message.contains("more than one data set"), "{status}");
    write(directory.path(), raw_names(), files());
    assert!(Mnist::from_dir(directory.path()).is_ok());
}

#[test]
fn what_is_missing_is_named_with_what_to_do() {
    let directory = temporary();
    let place = directory.path().display().to_string();
    let advice = format!("`regatta data get mnist --data_dir={place}` downloads them");
    let status = refused(directory.path());
    let expected = format!("no data in {place}: looked for train-images-idx3-ubyte, train-labels-idx1-ubyte");
    assert!(status.code == Code::NotFound && status.message.starts_with(&expected), "{status}");
    assert!(status.message.ends_with(&advice), "{status}");

    let status = refused(&directory.path().join("absent"));
    assert!(
        status.code == Code::NotFound && status.message.contains(&format!("{place}/absent: No such file")),
        "{status}"
    );

    write(directory.path(), raw_names(), files());
    fs::remove_file(directory.path().join(FILES[2])).expect("the file is there");
    let status = refused(directory.path());
    assert_eq!(status.message, format!("{place} lacks t10k-images-idx3-ubyte, raw or .gz; {advice}"));

    let status = refused(&directory.path().join(FILES[0]));
    assert!(status.message.contains("cannot read the data directory"), "{status}");
}

#[test]
fn each_of_the_four_files_may_be_bad() {
    for (which, name) in FILES.into_iter().enumerate() {
        for packed in [false, true] {
            let directory = temporary();
            let mut contents = files();
            let whole = contents[which].len();
            contents[which].truncate(whole - 1);
            if packed {
                contents[which] = gz(&contents[which]);
            }
            write(directory.path(), raw_names(), contents);
            let status = refused(directory.path());
            let within = if packed { " of the decompressed data" } else { "" };
            let place = format!("{name} at byte {}{within}: the file ends", whole - 1);
            assert!(status.code == Code::DataLoss && status.message.contains(&place), "{status}");
        }
        // Nothing at all, as a download leaves it that failed at once.
        let directory = temporary();
        let mut contents = files();
        contents[which].clear();
        write(directory.path(), raw_names(), contents);
        let status = refused(directory.path());
        assert!(status.message.contains(&format!("{name} at byte 0: the file ends")), "{status}");
    }
}

#[test]
fn files_that_do_not_belong_together_are_refused() {
    let check = |which: usize, idx: regatta_status::Result<Idx>, expected: &str| {
        let directory = temporary();
        let mut contents = files();
        contents[which] = idx.expect("sizes and values agree").encode();
        write(directory.path(), raw_names(), contents);
        let status = refused(directory.path());
        assert!(status.code == Code::DataLoss && status.message.contains(expected), "{status}");
    };
    check(0, Idx::new(&[6, 28, 27], vec![0; 6 * 28 * 27]), "ubyte at byte 8: images of [28, 27] pixels, not [28, 28]");
    check(2, Idx::new(&[0, 28, 28], vec![]), "t10k-images-idx3-ubyte at byte 4: there are no images");
    check(1, Idx::new(&[5], vec![0; 5]), "train-labels-idx1-ubyte at byte 4: 5 labels, but ");
    check(3, Idx::new(&[3], vec![0, 9, 10]), "t10k-labels-idx1-ubyte at byte 10, unpacked: 10 is no label from 0 to 9");
    check(1, Idx::new(&[6, 1, 1], vec![0; 6]), "train-labels-idx1-ubyte at byte 3: 3 dimensions, but 1 were expected");
}
