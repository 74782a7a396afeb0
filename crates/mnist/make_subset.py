"""Makes the files in data/ from the full MNIST: every 6th training image, every 5th test image.

    pip install zopfli==0.4.3
    python crates/mnist/make_subset.py DIR

DIR holds the four files of MNIST under their usual names, raw or .gz. The same files come out on every machine.
"""

import gzip
import hashlib
import pathlib
import struct
import sys

import zopfli.gzip

# Checksums of the four files, unpacked: the subset is that of MNIST and of nothing else.
SETS = [
    (6, {
        "train-images-idx3-ubyte": "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
        "train-labels-idx1-ubyte": "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
    }),
    (5, {
        "t10k-images-idx3-ubyte": "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
        "t10k-labels-idx1-ubyte": "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
    }),
]


def read(directory, name, checksum):
    """The bytes of an IDX file of MNIST."""
    raw = directory / name
    data = raw.read_bytes() if raw.exists() else gzip.decompress((directory / f"{name}.gz").read_bytes())
    if hashlib.sha256(data).hexdigest() != checksum:
        sys.exit(f"{name} in {directory} is not the file of MNIST")
    return data


def every_nth(data, n):
    """The IDX file with the entries 0, n, 2n and so on of another."""
    rank = data[3]
    count, *sizes = struct.unpack_from(f">{rank}I", data, 4)
    entry = 1
    for size in sizes:
        entry *= size
    start = 4 + 4 * rank
    picked = [data[start + k * entry:start + (k + 1) * entry] for k in range(0, count, n)]
    return data[:4] + struct.pack(f">{rank}I", len(picked), *sizes) + b"".join(picked)


def main(directory):
    target = pathlib.Path(__file__).parent / "data"
    for n, files in SETS:
        for name, checksum in files.items():
            subset = every_nth(read(directory, name, checksum), n)
            packed = zopfli.gzip.compress(subset, numiterations=15)
            (target / f"{name}.gz").write_bytes(packed)
            print(f"{name}.gz: {len(packed)} bytes, {len(subset)} unpacked, sha256 {hashlib.sha256(subset).hexdigest()}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
