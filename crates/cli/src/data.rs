//! `regatta data`: gets the data sets that the training commands learn from, and says what is in them.

mod download;

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use regatta_mnist::{CLASSES, Dataset, Mnist};

use self::download::{Item, Outcome};
use crate::output::print;

/// Gets data sets, and says what is in them.
#[derive(Args)]
pub struct Data {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Download a data set.
    Get(Get),
    /// Say how many examples there are, and of which classes.
    Info(Info),
}

/// Downloads the four files of a data set. Those that are there already, and right, are left alone; what comes is compared
/// with a SHA-256 checksum before it gets its name.
#[derive(Args)]
#[command(after_help = "\
Examples:
  regatta data get mnist                            into data/mnist
  regatta data get fashion-mnist --data_dir=/data   into /data
  regatta train --data_dir=data/mnist               learns from it

Where there is no network, put the four files there by hand, packed or not; or leave out --data_dir: a part of MNIST is built in.")]
struct Get {
    /// Which one.
    #[arg(value_name = "NAME", value_enum)]
    set: Set,
    /// Where to put the files; data/NAME if it is not given.
    #[arg(long = "data_dir", alias = "data-dir", value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// Where to get them, instead of the usual places: the files are at URL/train-images-idx3-ubyte.gz and so on.
    #[arg(long = "base_url", alias = "base-url", value_name = "URL")]
    base_url: Option<String>,
}

/// Says how many examples there are, and of which classes.
#[derive(Args)]
struct Info {
    /// Where the files are; without it, the subset of MNIST that is built in.
    #[arg(long = "data_dir", alias = "data-dir", value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Set {
    /// Handwritten digits.
    Mnist,
    /// Pieces of clothing, in the form of MNIST.
    FashionMnist,
}

impl Set {
    fn name(self) -> &'static str {
        match self {
            Set::Mnist => "mnist",
            Set::FashionMnist => "fashion-mnist",
        }
    }

    /// Where the files are to be had, the best place first. The checksums make up for the one that has no TLS.
    fn mirrors(self) -> &'static [&'static str] {
        match self {
            Set::Mnist => {
                &["https://storage.googleapis.com/cvdf-datasets/mnist", "https://ossci-datasets.s3.amazonaws.com/mnist"]
            }
            Set::FashionMnist => &[
                "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com",
                "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion",
            ],
        }
    }

    fn items(self) -> &'static [Item] {
        match self {
            Set::Mnist => &MNIST,
            Set::FashionMnist => &FASHION_MNIST,
        }
    }
}

// Sizes and checksums of the files as their authors packed them.
const MNIST: [Item; 4] = [
    Item {
        name: "train-images-idx3-ubyte.gz",
        bytes: 9_912_422,
        sha256: "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609",
    },
    Item {
        name: "train-labels-idx1-ubyte.gz",
        bytes: 28_881,
        sha256: "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c",
    },
    Item {
        name: "t10k-images-idx3-ubyte.gz",
        bytes: 1_648_877,
        sha256: "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6",
    },
    Item {
        name: "t10k-labels-idx1-ubyte.gz",
        bytes: 4_542,
        sha256: "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6",
    },
];

const FASHION_MNIST: [Item; 4] = [
    Item {
        name: "train-images-idx3-ubyte.gz",
        bytes: 26_421_880,
        sha256: "3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84",
    },
    Item {
        name: "train-labels-idx1-ubyte.gz",
        bytes: 29_515,
        sha256: "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845",
    },
    Item {
        name: "t10k-images-idx3-ubyte.gz",
        bytes: 4_422_102,
        sha256: "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073",
    },
    Item {
        name: "t10k-labels-idx1-ubyte.gz",
        bytes: 5_148,
        sha256: "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5",
    },
];

impl Data {
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Get(get) => get.run(),
            Command::Info(info) => info.run(),
        }
    }
}

impl Get {
    fn run(self) -> anyhow::Result<()> {
        let directory = self.data_dir.unwrap_or_else(|| PathBuf::from("data").join(self.set.name()));
        std::fs::create_dir_all(&directory)
            .with_context(|| format!("cannot make the directory {}", directory.display()))?;
        let given = self.base_url.as_deref();
        let mirrors = given.as_ref().map_or(self.set.mirrors(), std::slice::from_ref);
        let agent = download::agent();
        for item in self.set.items() {
            let bar = progress_bar(item);
            let outcome = download::fetch(&agent, mirrors, item, &directory, &bar);
            bar.finish_and_clear();
            match outcome? {
                Outcome::AlreadyThere => print(format_args!("{}: already there\n", item.name))?,
                Outcome::Downloaded { url } => print(format_args!("{}: {} bytes from {url}\n", item.name, item.bytes))?,
            }
        }
        print(format_args!("{} is complete: --data_dir={}\n", self.set.name(), directory.display()))
    }
}

/// Shows how far a download is, on a terminal and nowhere else.
fn progress_bar(item: &Item) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}");
    // A template that is a constant is right or wrong for good; the usual bar is no worse than none.
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(item.bytes).with_style(style).with_message(item.name)
}

impl Info {
    fn run(self) -> anyhow::Result<()> {
        let (origin, mnist) = match self.data_dir {
            Some(directory) => (directory.display().to_string(), Mnist::from_dir(&directory)?),
            None => ("built-in subset of MNIST".to_owned(), Mnist::builtin()?),
        };
        print(describe(&origin, &mnist))
    }
}

/// A table of how many examples there are of each class.
fn describe(origin: &str, mnist: &Mnist) -> String {
    let [rows, columns] = mnist.train.image_shape();
    let row = |name: &str, all: &str, classes: &[usize]| {
        let classes: String = classes.iter().map(|number| format!("{number:>7}")).collect();
        format!("{name:<10}{all:>8}{classes}\n")
    };
    let counts = |name: &str, set: &Dataset| row(name, &set.len().to_string(), &set.class_counts());
    let classes: [usize; CLASSES] = std::array::from_fn(|class| class);
    format!("{origin}: images of {rows} x {columns}\n")
        + &row("", "all", &classes)
        + &counts("training", &mnist.train)
        + &counts("test", &mnist.test)
}
