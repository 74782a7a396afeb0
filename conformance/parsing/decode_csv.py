"""`DecodeCSV`."""
from harness import case, np, strings

INT, FLOAT, TEXT = np.array([7], np.int32), np.array([0.5], np.float32), np.array([b"none"], object)
LONG, DOUBLE = np.array([8], np.int64), np.array([0.25], np.float64)


def required(default):
    return default[:0]


RECORDS = [strings(b"1,2.5,x", b"2,,y"), strings(b",,"), strings(b"1,2"), strings(b"1,2,3,4"), strings(b""), strings(b"\n"),
           strings(b"1,2.5,\"a,b\""), strings(b'1,2.5,"a""b"'), strings(b'1,2.5,"a"b"'), strings(b'1,2.5,"a'), strings(b'1,2.5,a"b'),
           strings(b'"1","2.5","x"'), strings(b"1,2.5,x\n"), strings(b"1\n,2,x"), strings(b"x,1,y"), strings(b"1,y,z"), strings(b" 1 , 2 , x "),
           strings(b"99999999999,1,x"), strings(b"1,1e400,x"), strings(b"NA,NA,NA"), strings(b"1,2,"), np.zeros((0,), object),
           np.array(b"1,2,3", object), np.array([[b"1,2,3"], [b"4,5,6"]], object), strings(b'"",2,""'), strings(b'1,2,"'), strings(b'1,2,""')]


def cases():
    for records in RECORDS:
        yield case("DecodeCSV", records, INT, FLOAT, TEXT)
        yield case("DecodeCSV", records, required(INT), required(FLOAT), required(TEXT))
        yield case("DecodeCSV", records, LONG, DOUBLE, TEXT)
        yield case("DecodeCSV", records, INT, FLOAT, TEXT, na_value="NA")
        yield case("DecodeCSV", records, INT, FLOAT, TEXT, use_quote_delim=False)
        yield case("DecodeCSV", records, TEXT, TEXT, select_cols=[0, 2])
        yield case("DecodeCSV", records, TEXT, select_cols=[1])
    yield case("DecodeCSV", strings(b"1;2", b"3;4"), INT, INT, field_delim=";")
    yield case("DecodeCSV", strings(b"1\t2"), INT, INT, field_delim="\t")
    yield case("DecodeCSV", strings(b"1;2"), INT, INT, field_delim=";;")
    yield case("DecodeCSV", strings(b"1,2"), INT, INT, field_delim="")
    yield case("DecodeCSV", strings(b"1,2"), INT, INT, select_cols=[1, 0])
    yield case("DecodeCSV", strings(b"1,2"), INT, INT, select_cols=[1])
    yield case("DecodeCSV", strings(b"1,2"), INT, INT, select_cols=[-1, 0])
    yield case("DecodeCSV", strings(b"1,2"), INT, INT, select_cols=[0, 5])
    yield case("DecodeCSV", strings(b"1,2"), np.int32(3), INT)
    yield case("DecodeCSV", strings(b"1,2"), np.array([1, 2], np.int32), INT)
