"""`ReadFile`, `WriteFile`, `MatchingFiles`: below a directory that the task was told of (`REGATTA_FILE_ROOT`)."""
import os
import shutil

from harness import np, scenario, tf, v1

ROOT = os.environ.get("REGATTA_FILE_ROOT")


def cases():
    if not ROOT:
        return
    for k, contents in enumerate([b"", b"hello", bytes(range(256)) * 40]):
        yield scenario(f"a file of {len(contents)} bytes is written and read", written_and_read(k, contents))
    yield scenario("files are matched", matched)
    yield scenario("what is not there", missing)
    yield scenario("names must be scalars", scalars)


def fresh(name):
    path = os.path.join(ROOT, name)
    shutil.rmtree(path, ignore_errors=True)
    return path


def written_and_read(k, contents):
    def build():
        path = os.path.join(fresh(f"write{k}"), "new", "dir", "file")
        write = tf.raw_ops.WriteFile(filename=path, contents=contents)
        read = tf.raw_ops.ReadFile(filename=path)
        again = tf.raw_ops.WriteFile(filename=path, contents=b"again")
        return [[write], [read], [again], [read]]

    return build


def matched():
    base = fresh("match")
    os.makedirs(os.path.join(base, "sub"))
    for name in ["a.txt", "b.txt", "c.log", ".hidden", "sub/a.txt", "sub/x[1].txt"]:
        with open(os.path.join(base, name), "wb") as file:
            file.write(b"x")
    patterns = ["*", "*.txt", "a.*", "?.log", "[ab].txt", "[^a].txt", "[a-c].*", "*/*.txt", "sub/*", "nothing*", "a.txt", "nothing", "s*b/a.txt",
                "sub", r"a\.txt", ".*"]
    steps = [[tf.raw_ops.MatchingFiles(pattern=os.path.join(base, pattern))] for pattern in patterns]
    several = [os.path.join(base, pattern) for pattern in ["*.log", "b.*", "a.txt"]]
    steps.append([tf.raw_ops.MatchingFiles(pattern=several)])
    steps.append([tf.raw_ops.MatchingFiles(pattern=v1.placeholder_with_default([several], None))])
    return steps


def missing():
    base = fresh("missing")
    os.makedirs(os.path.join(base, "dir"))
    return [[tf.raw_ops.ReadFile(filename=os.path.join(base, "nothing"))], [tf.raw_ops.ReadFile(filename=os.path.join(base, "dir"))],
            [tf.raw_ops.WriteFile(filename=os.path.join(base, "dir"), contents=b"x")],
            [tf.raw_ops.MatchingFiles(pattern=os.path.join(base, "nothing", "*"))]]


def scalars():
    names = v1.placeholder_with_default(np.array([os.path.join(fresh("scalars"), "x")]), None)
    return [[tf.raw_ops.ReadFile(filename=names)], [tf.raw_ops.WriteFile(filename=names, contents=b"x")],
            [tf.raw_ops.WriteFile(filename=os.path.join(ROOT, "scalars", "y"), contents=v1.placeholder_with_default(["a", "b"], None))]]
