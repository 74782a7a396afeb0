//! Where the examples come from: the subset in this crate, or four IDX files in a directory.

use std::path::{Path, PathBuf};

use regatta_formats::Idx;
use regatta_status::{Result, data_loss, internal, invalid_argument, not_found};

use crate::dataset::{CLASSES, Dataset, SIDE};

/// The names of the four files: images and labels for training, images and labels for testing. Each may also end in
/// `.gz`, or have a dot before `idx`, as some programs unpack them.
pub const FILES: [&str; 4] =
    ["train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"];

/// The subset; README.md beside it says how it was made.
const BUILTIN: [&[u8]; 4] = [
    include_bytes!("../data/train-images-idx3-ubyte.gz"),
    include_bytes!("../data/train-labels-idx1-ubyte.gz"),
    include_bytes!("../data/t10k-images-idx3-ubyte.gz"),
    include_bytes!("../data/t10k-labels-idx1-ubyte.gz"),
];

/// Directories below the given one in which the files may be: as `regatta data get` and as torchvision put them.
const SUBDIRECTORIES: [&str; 4] = ["mnist", "fashion-mnist", "MNIST/raw", "FashionMNIST/raw"];

/// MNIST, or a data set of its form such as Fashion-MNIST.
#[derive(Clone, Debug)]
pub struct Mnist {
    /// To learn from.
    pub train: Dataset,
    /// Held out of the training set ([`Mnist::hold_out`]), to judge a model while it is being made.
    pub validation: Dataset,
    /// To judge the model in the end.
    pub test: Dataset,
}

impl Mnist {
    /// The subset built into this crate, 10,000 and 2,000 images of the real MNIST.
    pub fn builtin() -> Result<Mnist> {
        let [a, b, c, d] = BUILTIN.map(Some);
        let [e, f, g, h] = FILES.map(|name| PathBuf::from(format!("built-in {name}.gz")));
        Mnist::read([(e, a), (f, b), (g, c), (h, d)].map(|(path, builtin)| Source { path, builtin }))
    }

    /// The four [`FILES`] in `directory`, raw or compressed; they may also be one directory further down, where
    /// `regatta data get` and torchvision put them.
    pub fn from_dir(directory: impl AsRef<Path>) -> Result<Mnist> {
        Mnist::read(find(directory.as_ref())?.map(|path| Source { path, builtin: None }))
    }

    fn read([train_images, train_labels, test_images, test_labels]: [Source; 4]) -> Result<Mnist> {
        let train = dataset(&train_images, &train_labels)?;
        let test = dataset(&test_images, &test_labels)?;
        Ok(Mnist { train, validation: Dataset::default(), test })
    }

    /// Makes the first `count` training examples the validation set.
    pub fn hold_out(self, count: usize) -> Result<Mnist> {
        let Mnist { train, validation, test } = self;
        if !validation.is_empty() {
            return Err(invalid_argument(format!("{} examples are held out already", validation.len())));
        }
        if count >= train.len() {
            return Err(invalid_argument(format!(
                "{count} of {} training examples cannot be held out for validation: none is left to learn from",
                train.len()
            )));
        }
        let (validation, train) = train.split(count);
        Ok(Mnist { train, validation, test })
    }
}

/// One of the four files: on the disk, or built in, in which case the path is only a name.
struct Source {
    path: PathBuf,
    builtin: Option<&'static [u8]>,
}

impl Source {
    fn read(&self, rank: usize) -> Result<Idx> {
        match self.builtin {
            Some(bytes) => Idx::read_from(bytes, &self.path, rank),
            None => Idx::read(&self.path, rank),
        }
    }
}

/// Images and their labels, if they belong together.
fn dataset(images: &Source, labels: &Source) -> Result<Dataset> {
    let (images_path, labels_path) = (images.path.display(), labels.path.display());
    let (images, labels) = (images.read(3)?, labels.read(1)?);
    let (count, sizes) = match *images.shape() {
        [count, rows, columns] => (count, [rows, columns]),
        _ => return Err(internal(format!("{images_path} was read with another rank than was asked for"))),
    };
    if sizes != [SIDE, SIDE] {
        return Err(data_loss(format!("{images_path} at byte 8: images of {sizes:?} pixels, not [{SIDE}, {SIDE}]")));
    }
    if count == 0 {
        return Err(data_loss(format!("{images_path} at byte 4: there are no images")));
    }
    let header_len = labels.header_len();
    let labels = labels.into_values();
    if labels.len() != count {
        let found = labels.len();
        return Err(data_loss(format!(
            "{labels_path} at byte 4: {found} labels, but {images_path} has {count} images"
        )));
    }
    if let Some((index, label)) = labels.iter().enumerate().find(|(_, label)| usize::from(**label) >= CLASSES) {
        let byte = header_len + index;
        return Err(data_loss(format!("{labels_path} at byte {byte}, unpacked: {label} is no label from 0 to 9")));
    }
    Dataset::new(images.into_values(), labels)
}

/// Where the four files are.
fn find(directory: &Path) -> Result<[PathBuf; 4]> {
    let advice = format!("`regatta data get mnist --data_dir={}` downloads them", directory.display());
    let below = SUBDIRECTORIES.map(|below| directory.join(below));
    let places = std::iter::once(directory.to_path_buf()).chain(below);
    let mut inhabited = Vec::new();
    for place in places {
        let mut files = FILES.map(|_| None);
        for (slot, name) in files.iter_mut().zip(FILES) {
            *slot = spellings(name).map(|name| place.join(name)).into_iter().find(|path| path.is_file());
        }
        if files.iter().any(Option::is_some) {
            inhabited.push((place, files));
        }
    }
    let mut inhabited = inhabited.into_iter();
    let Some((place, files)) = inhabited.next() else {
        std::fs::read_dir(directory).map_err(|error| {
            not_found(format!("cannot read the data directory {}: {error}; {advice}", directory.display()))
        })?;
        return Err(not_found(format!(
            "no data in {}: looked for {}, raw or .gz, there and in {}; {advice}",
            directory.display(),
            FILES.join(", "),
            SUBDIRECTORIES.join(", ")
        )));
    };
    // What lies in the directory itself was surely meant; of several below it none is.
    if let Some((other, _)) = inhabited.next().filter(|_| place != directory) {
        return Err(invalid_argument(format!(
            "{} holds more than one data set, {} and {}; name one of them",
            directory.display(),
            place.display(),
            other.display()
        )));
    }
    match files {
        [Some(a), Some(b), Some(c), Some(d)] => Ok([a, b, c, d]),
        files => {
            let missing = FILES.iter().zip(&files).filter(|(_, path)| path.is_none()).map(|(name, _)| *name);
            let missing = missing.collect::<Vec<_>>().join(", ");
            Err(not_found(format!("{} lacks {missing}, raw or .gz; {advice}", place.display())))
        }
    }
}

/// The names under which a file may be found.
fn spellings(name: &str) -> [String; 4] {
    let dotted = name.replace("-idx", ".idx");
    [name.to_owned(), format!("{name}.gz"), dotted.clone(), format!("{dotted}.gz")]
}
