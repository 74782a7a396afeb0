"""`Einsum`."""
from elementwise import COMPLEX, FLOATS, values, without_kernel
from harness import bf16, case, floats, gradient, np


FINE = [("ij,jk->ik", (2, 3), (3, 4)), ("ij->ji", (2, 3)), ("ii->i", (3, 3)), ("ii->", (3, 3)), ("i->ii", (3,)), ("ij->", (2, 3)),
        ("ij->i", (2, 3)), ("ij->j", (2, 3)), ("ij,ij->ij", (2, 3), (2, 3)), ("ij,ij->", (2, 3), (2, 3)), ("i,j->ij", (2,), (3,)),
        ("i,->i", (3,), ()), (",->", (), ()), ("->", ()), ("bij,bjk->bik", (4, 2, 3), (4, 3, 5)),
        ("bij,bkj->bik", (4, 2, 3), (4, 5, 3)), ("abc,cd->abd", (2, 3, 4), (4, 5)), ("abc,dc->dab", (2, 3, 4), (5, 4)),
        ("iij,jk->ik", (2, 2, 3), (3, 4)), ("ijk,k->ij", (2, 3, 4), (4,)), ("ijk,j->ik", (2, 3, 4), (3,)),
        ("...ij->...ji", (2, 3)), ("...ij->...ji", (4, 5, 2, 3)), ("...ij,...jk->...ik", (5, 2, 3), (5, 3, 4)),
        ("...ij,...jk->...ik", (5, 2, 3), (3, 4)), ("...ij,...jk->...ik", (2, 1, 2, 3), (5, 3, 4)), ("i...->...i", (2, 3, 4)),
        ("...i,...i->...", (2, 1, 3), (4, 3)), ("...,...->...", (2, 1), (3,)), ("i->...i", (3,)), ("...->...", (2, 3)),
        ("ij...,jk...->ik...", (2, 3, 4), (3, 5, 4)), ("ij,kl->ijkl", (1, 2), (3, 2)), ("ijk,ilm->jklm", (2, 3, 1), (2, 2, 2)),
        ("iij->iji", (2, 2, 3)), ("i...i->...i", (3, 2, 3)), ("aab,b->a", (2, 2, 3), (3,)), ("ab,cb->", (2, 3), (4, 3)),
        ("ij,jk->ik", (0, 3), (3, 2)), ("ij,jk->ik", (2, 0), (0, 2)), ("BQHD,BKHD->BHQK", (2, 3, 2, 4), (2, 5, 2, 4)),
        ("i1->i", (2, 3))]
BAD = [("ij,kj->ik", (2, 3), (4, 2)), ("ijk->i", (2, 3)), ("...ij->ij", (2, 2, 3)), ("ii->i", (2, 3)), ("...i,...i->...i", (2, 3), (4, 3))]


def cases():
    for equation, *shapes in FINE:
        for dtype in FLOATS + COMPLEX + [np.int32, np.int64]:
            loose = {np.float16: 0.05, bf16: 0.5}.get(dtype)
            yield case("Einsum", *[values(shape, dtype) for shape in shapes], equation=equation, atol=loose)
    for equation, *shapes in BAD:
        yield case("Einsum", *[floats(*shape) for shape in shapes], equation=equation)
    yield from without_kernel("Einsum", [np.int8, np.bool_], equation="i->i")


def gradients():
    for equation, *shapes in FINE:
        if 0 not in [size for shape in shapes for size in shape] and "1" not in equation and equation != "i->...i":
            yield gradient("Einsum", *[floats(*shape, dtype=np.float64) for shape in shapes], equation=equation)


def bench():
    yield case("Einsum", floats(100, 784), floats(784, 100), equation="ij,jk->ik")
    yield case("Einsum", floats(8, 64, 4, 32), floats(8, 64, 4, 32), equation="bqhd,bkhd->bhqk")
