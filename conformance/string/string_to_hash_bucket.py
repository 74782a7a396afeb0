"""`StringToHashBucket`, `StringToHashBucketFast`, `StringToHashBucketStrong`."""
from harness import case, np, strings


def cases():
    # Every length decides anew how a hash is made.
    texts = np.array([bytes((7 * k + n) % 256 for k in range(n)) for n in list(range(0, 140)) + [255, 256, 257, 1000]], object)
    for buckets in [1, 2, 10, 1000000007, 2**62]:
        yield case("StringToHashBucketFast", texts, num_buckets=buckets)
        yield case("StringToHashBucket", texts, num_buckets=buckets)
        for key in [[123, 456], [0, 0], [-1, 2**62]]:
            yield case("StringToHashBucketStrong", texts, num_buckets=buckets, key=key)
    for key in [[], [1], [1, 2, 3]]:
        yield case("StringToHashBucketStrong", texts, num_buckets=3, key=key)
    for value in [np.array(b"x", object), np.array([[b"a", b"b"]], object), np.zeros((0, 2), object), strings("\u00e9".encode())]:
        for op in ["StringToHashBucketFast", "StringToHashBucket"]:
            yield case(op, value, num_buckets=97)
