"""`DecodeBase64`."""
from harness import case, np, strings


def cases():
    for text in [b"", b"YQ", b"YQ==", b"YWI", b"YWI=", b"YWJj", b"Y", b"__79", b"//79", b"-_-_", b"++++", b"YQ=", b"Y Q==", b"YR", b"YWJjYQ",
                 b"YWJjYQ==", b"YWJjYQ=", b"=", b"==", b"===", b"====", b"YQ===", b"YW=j", b"Y===", b"YQ==YQ==", b"YWJjY", b"\xff\xff\xff\xff"]:
        yield case("DecodeBase64", np.array(text, object))
    yield case("DecodeBase64", strings(b"YQ", b"YWI"))
    yield case("DecodeBase64", strings(b"YQ", b"!!"))
    yield case("DecodeBase64", np.zeros((0, 2), object))
