"""`ShardedFilename`, `ShardedFilespec`."""
from harness import case, np, strings


def cases():
    for name in [b"", b"/tmp/x", b"a-b"]:
        for shard, count in [(0, 1), (3, 10), (99999, 100000), (123456, 1234567), (-1, 5), (7, 0)]:
            yield case("ShardedFilename", np.array(name, object), np.int32(shard), np.int32(count))
            yield case("ShardedFilespec", np.array(name, object), np.int32(count))
    one = np.array([1], np.int32)
    yield case("ShardedFilename", strings(b"x"), np.int32(1), np.int32(2))
    yield case("ShardedFilename", np.array(b"x", object), one, np.int32(2))
    yield case("ShardedFilespec", np.array(b"x", object), one)
