"""Files are data: nothing that is loaded can run code."""

from __future__ import annotations

import ast
import contextlib
import os
import pickle
from pathlib import Path

import numpy as np
import pytest

from musodds.array_file import read_npz
from musodds.errors import InputError
from musodds.solver.four.files import write_arrays
from musodds.whole_file import write_whole

ROOT = Path(__file__).parents[1]
SOURCES = [path for name in ("musodds", "cli", "reports") for path in (ROOT / name).rglob("*.py")]
# modules that turn data into code or objects, and who may use them for what is no user's file
RUNNING = ("pickle", "cloudpickle", "dill", "marshal", "shelve", "yaml", "joblib", "runpy", "code")
ALLOWED = {
    ("musodds/crew.py", "pickle"),  # jobs, through pipes to processes that it started itself
    ("musodds/kernel_file.py", "pickle"),  # compiled kernels, in a folder of the user's own
}
CALLS = ("eval", "exec", "compile", "__import__")


def _called(node):
    return node.func.id if isinstance(node.func, ast.Name) else ""


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_source_turns_data_into_code(path):
    name = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name.partition(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            modules = [(node.module or "").partition(".")[0]]
        for module in modules:
            assert module not in RUNNING or (name, module) in ALLOWED, (name, module)
        if isinstance(node, ast.Call):
            assert _called(node) not in CALLS, (name, node.lineno)
            for word in node.keywords:
                unsafe = word.arg == "allow_pickle" and getattr(word.value, "value", True)
                assert not unsafe, (name, node.lineno)
                assert word.arg != "shell" or not word.value.value, (name, node.lineno)
            loads = isinstance(node.func, ast.Attribute) and node.func.attr == "load"
            if loads and getattr(node.func.value, "id", "") == "np":
                # what is mapped into memory cannot hold objects; all else goes by array_file
                assert any(word.arg == "mmap_mode" for word in node.keywords), (name, node.lineno)


class Trap:
    """Would leave a file behind if it were unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def test_a_pickle_is_never_opened(tmp_path):
    from fuzz.targets import targets

    sprung = tmp_path / "sprung"
    plain = pickle.dumps(Trap(sprung))
    arrays = tmp_path / "trap.npz"
    np.savez(arrays, told=np.array([Trap(sprung)], object), n=np.array([Trap(sprung)], object))
    for data in (plain, arrays.read_bytes()):
        for target in targets().values():
            with contextlib.suppress(InputError):
                target.read(data)
    assert not sprung.exists()
    pickle.loads(plain)
    assert sprung.exists()  # the trap works


def _claim(shape, dtype="<f8"):
    """Return a file of arrays with one that claims a shape, and holds 16 bytes."""
    import io
    import zipfile

    header = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    data = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + b"\x00" * 16
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("n.npy", data)
    out.seek(0)
    return out


@pytest.mark.parametrize(
    ("shape", "dtype"),
    [("(1000000000000,)", "<f8"), ("(-2,)", "<f8"), ("(3,)", "<f8"), ("(2,)", "|O")],
)
def test_an_array_that_claims_more_than_its_file_holds_is_refused(shape, dtype):
    with pytest.raises(ValueError, match=r"damaged|objects|negative"):
        read_npz(_claim(shape, dtype))


def test_an_array_that_is_as_large_as_it_says_is_read():
    assert read_npz(_claim("(2,)"))["n"].tolist() == [0, 0]


def test_what_would_unpack_to_more_than_is_allowed_is_refused(tmp_path):
    import lzma

    from musodds.array_file import unpacked

    path = tmp_path / "zeros.npz"
    np.savez_compressed(path, n=np.zeros(2_000_000))
    assert path.stat().st_size < 100_000
    with pytest.raises(ValueError, match="more than 1,000,000 bytes"):
        read_npz(path, most=1_000_000)
    with pytest.raises(ValueError, match="more than 1,000 bytes"):
        unpacked(lzma.compress(bytes(2_000)), 1_000)


@pytest.mark.skipif(os.name == "nt", reason="files have no such permissions")
def test_a_file_that_is_written_whole_is_as_readable_as_any_other(tmp_path):
    plain, kept = tmp_path / "plain", tmp_path / "kept.npz"
    plain.touch()
    write_arrays(kept, {}, n=np.arange(3))
    assert kept.stat().st_mode == plain.stat().st_mode


def test_a_file_that_is_cut_off_in_the_writing_is_as_it_was(tmp_path):
    path = tmp_path / "hand.txt"
    path.write_text("RRCA")

    def write(file):
        file.write(b"7")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(path, write)
    assert path.read_text() == "RRCA"
    assert list(tmp_path.iterdir()) == [path]


def test_links_are_followed_and_a_device_stays_one(tmp_path):
    real, link, pipe = tmp_path / "real.txt", tmp_path / "link.txt", tmp_path / "pipe"
    real.touch()
    link.symlink_to(real)
    write_whole(link, lambda file: file.write(b"RRCA"))
    assert (link.is_symlink(), real.read_text()) == (True, "RRCA")
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, lambda file: file.write(b"7654"))
    assert (pipe.is_fifo(), os.read(reader, 9)) == (True, b"7654")
    os.close(reader)
