"""Where there is no home, no room, no whole file: one clear line, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from musodds import folders, lance_table, lang, toml_reader
from musodds.array_file import kept_array
from musodds.checkpoint import kept
from musodds.drills.results import Results
from musodds.errors import InputError
from musodds.job_journal import Journal
from musodds.match import load_match, open_match, save_match
from musodds.rules import load_rules


def musodds(*arguments, env=(), without=(), **options):
    """Run ``python -m musodds`` in a process of its own."""
    given = {name: text for name, text in os.environ.items() if name not in without} | dict(env)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    command = [sys.executable, "-m", "musodds", *arguments]
    return subprocess.run(command, text=True, env=given, timeout=300, check=False, **streams)


def refused(done, code, *told):
    assert done.returncode == code, done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("musodds: ")
    for words in told:
        assert words in lines[0]


# ---------------------------------------------------------------- output


OUTPUTS = {
    "table": (["table", "census", "-o"], "census.csv"),
    "boards": (["boards", "make", "--boards", "1", "-o"], "boards.json"),
    "style": (["style", "save", "usual", "-o"], "usual.toml"),
}


@pytest.mark.parametrize("what", OUTPUTS)
def test_output_that_cannot_be_written_is_refused_before_the_work(what, tmp_path):
    arguments, name = OUTPUTS[what]
    (tmp_path / "file").write_text("mine")
    for path in (tmp_path / "no" / name, tmp_path / "file" / name):
        refused(musodds(*arguments, str(path)), 2, str(path), "no such folder")
    (tmp_path / name).mkdir()
    refused(musodds(*arguments, str(tmp_path / name)), 2, "it is a folder")
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full disk to write to")
@pytest.mark.parametrize("what", OUTPUTS)
def test_a_full_disk_leaves_what_was_there(what, tmp_path):
    arguments, name = OUTPUTS[what]
    path = tmp_path / name
    path.write_text("mine")
    (tmp_path / f"{name}.part").symlink_to("/dev/full")  # where it is written until it is whole
    refused(musodds(*arguments, str(path)), 1, "No space left on device")
    assert path.read_text() == "mine"


def test_a_reader_that_has_seen_enough_is_no_failure():
    script = f"{sys.executable} -m musodds table lances --format csv | head -1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


# ---------------------------------------------------------------- folders


def test_a_file_in_place_of_the_home_stops_only_what_is_kept_there(tmp_path):
    home = tmp_path / "home"
    home.write_text("")
    without = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "MUSODDS_CONFIG")
    where = {"env": {"HOME": str(home)}, "without": without}
    assert musodds("odds", "RRCA", **where).returncode == 0
    with pytest.raises(InputError, match="--no-save"):
        Results(home / "quiz.sqlite")
    done = musodds("config", "set", "rules", "ehmf", **where)
    refused(done, done.returncode, str(home))
    assert done.returncode in (1, 2)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid(), reason="only root is somebody else")
def test_a_user_without_a_home_leaves_nothing_behind(tmp_path):
    os.chown(tmp_path, 54321, 54321)
    code = (
        "from musodds import config, folders, strategies\n"
        "from musodds.drills.results import default_file\n"
        "for path in (config.config_file(), default_file(), strategies.cache_folder()):\n"
        "    assert path.is_absolute(), path\n"
        "print(folders.temporary_folder())\n"
    )
    env = {"PATH": os.environ["PATH"], "TMPDIR": str(tmp_path)}
    if "PYTHONPATH" in os.environ:
        env["PYTHONPATH"] = os.environ["PYTHONPATH"]
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], env=env, cwd=tmp_path, user=54321, group=54321,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    except PermissionError:
        pytest.skip("the interpreter may not be run by others")
    if "Permission denied" in done.stderr or "No module" in done.stderr:
        pytest.skip("the sources may not be read by others")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(tmp_path / "musodds-54321")
    assert not (tmp_path / "~").exists()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="temporary files are apart for each user")
def test_a_temporary_folder_that_others_may_write_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    find = folders.temporary_folder.__wrapped__
    shared = tmp_path / f"musodds-{os.getuid()}"
    assert find() == shared
    assert shared.stat().st_mode & 0o777 == 0o700
    shared.chmod(0o777)
    assert find() != shared
    shared.rmdir()
    shared.symlink_to(tmp_path)
    assert find() != shared


# ---------------------------------------------------------------- files that are damaged


def cuts(content):
    """Yield what is left of a file that was cut off, or changed in one place."""
    for length in (0, 1, len(content) // 3, len(content) - 1):
        yield content[:length]
    middle = len(content) // 2
    yield content[:middle] + bytes([content[middle] ^ 0xFF]) + content[middle + 1 :]


def test_shipped_tables_that_are_damaged_are_told(tmp_path, monkeypatch):
    source = lance_table.DATA / "lances-4.npz"
    monkeypatch.setattr(lance_table, "DATA", tmp_path)
    for content in cuts(source.read_bytes()):
        (tmp_path / source.name).write_bytes(content)
        with pytest.raises(InputError, match=r"lances-4.npz that comes with musodds is damaged"):
            lance_table.lance_table.__wrapped__(load_rules("ffm"))


def test_shipped_chances_that_are_damaged_are_told_and_not_played_anew(tmp_path, monkeypatch):
    from musodds import equity_table

    source = equity_table.shipped_tables()[0]
    path = tmp_path / source.name
    path.write_bytes(source.read_bytes()[:-100])
    monkeypatch.setattr(equity_table, "shipped_tables", lambda: [path])
    with pytest.raises(InputError, match="pip install --force-reinstall musodds"):
        equity_table._find.__wrapped__(load_rules("naipera"), "usual")


@pytest.mark.parametrize("content", [b"[ehmf", b"\xff\xfe"])
def test_shipped_rules_that_are_damaged_are_told(content, tmp_path, monkeypatch):
    (tmp_path / "presets.toml").write_bytes(content)
    monkeypatch.setattr(toml_reader, "files", lambda _: tmp_path)
    with pytest.raises(InputError, match=r"presets.toml that comes with musodds is damaged"):
        toml_reader.shipped_toml.__wrapped__("presets.toml")


def test_a_catalogue_that_is_damaged_leaves_english(tmp_path, monkeypatch, capsys):
    shutil.copytree(lang.FOLDER / "eu", tmp_path / "eu")
    for path in (tmp_path / "eu").rglob("*.mo"):
        path.write_bytes(path.read_bytes()[:50])
    monkeypatch.setattr(lang, "FOLDER", tmp_path)
    assert lang._catalogue.__wrapped__("eu").gettext("pares") == "pares"
    told = capsys.readouterr().err.splitlines()
    assert told
    assert all("damaged: English instead" in line for line in told)


def test_parts_of_long_work_that_are_damaged_are_made_anew(tmp_path, capsys):
    one, many = tmp_path / "a.npy", tmp_path / "b.npz"
    kept_array(one, lambda: np.arange(50))
    kept(many, lambda: {"n": np.arange(50)})
    for path in (one, many):
        for content in cuts(path.read_bytes()):
            path.write_bytes(content)
            if path is one:
                found = kept_array(path, lambda: np.arange(50))
            else:
                found = kept(path, lambda: {"n": np.arange(50)})["n"]
            told = capsys.readouterr().err
            if told:  # a byte of numbers was changed, which .npy does not notice
                assert told.count("\n") == 1
                assert str(path) in told
                assert "made anew" in told
                assert found.tolist() == list(range(50))
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["a.npy", "b.npz"]


def test_a_journal_cut_off_anywhere_keeps_what_stands_before(tmp_path):
    journal = Journal(tmp_path / "kept.jsonl")
    results = {journal.key(abs, n): np.arange(n) for n in range(1, 4)}
    for key, result in results.items():
        journal.write(key, result)
    content = journal.path.read_bytes()
    whole = [content.index(key.encode()) for key in results]
    for length in range(0, len(content), 7):
        journal.path.write_bytes(content[:length])
        again = Journal(journal.path)
        found = again.read(results)
        assert len(found) >= sum(at < length for at in whole) - 1
        again.write("last", 5)
        assert again.read(["last"]) == {"last": 5}


def test_results_of_drills_that_are_damaged_are_refused_and_left_alone(tmp_path):
    path = tmp_path / "quiz.sqlite"
    Results(path)
    made = path.read_bytes()
    for content in (made[: len(made) // 3], made[:-5000], b"?" + made[1:]):
        path.write_bytes(content)
        with pytest.raises(InputError, match="move this one away") as refusal:
            Results(path).answers()
        assert str(path) in str(refusal.value)
        assert path.read_bytes() == content


def test_a_match_that_is_damaged_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "partida.json"
    match = open_match(path, "ehmf").play(["SS65", "SRC4", "CCC7", "RR51"], {"chica": "A2 n"})
    save_match(match, path)
    content = path.read_bytes()
    for left in (b"", content[:1], content[: len(content) // 2], content[:-1]):
        path.write_bytes(left)
        with pytest.raises(InputError, match=r"partida\.json"):
            load_match(path)
        assert path.read_bytes() == left


def test_defaults_that_are_damaged_are_told_by_the_name_of_the_file(tmp_path):
    path = tmp_path / "config.toml"
    for content in (b"rules = ", b"\xff", b"rules = 'chess'", b"x = " + b"[" * 3000):
        path.write_bytes(content)
        done = musodds("odds", "RRCA", env={"MUSODDS_CONFIG": str(path), "LANG": "C"})
        refused(done, 2, str(path))


# ---------------------------------------------------------------- compiled kernels

KERNEL = """
import sys
import numpy as np
from musodds.jit import njit

@njit
def total(x):
    found = x[0] - x[0]
    for value in x:
        found += value
    return found

for name in sys.argv[1].split(","):
    assert total(np.arange(5, dtype=name)) == 10, name
print(sum(total.stats.cache_hits.values()), sum(total.stats.cache_misses.values()))
"""


@pytest.fixture
def kernel(tmp_path):
    """Return what starts a process that calls a kernel with some types of numbers."""
    (tmp_path / "kernel.py").write_text(KERNEL)
    sources = str(Path(folders.__file__).parents[1])
    paths = os.pathsep.join([sources, os.environ.get("PYTHONPATH", "")])
    env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": paths}

    def start(types):
        return subprocess.Popen(
            [sys.executable, str(tmp_path / "kernel.py"), types],
            env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    return start


def ended(process):
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    hits, misses = map(int, out.split())
    return hits, misses, err


def test_two_processes_that_compile_at_once_lose_nothing(kernel):
    types = ["int64,float64", "int32,float32"]
    for process in [kernel(some) for some in types]:
        assert ended(process) == (0, 2, "")
    assert ended(kernel(",".join(types))) == (4, 0, "")


def test_a_compiled_kernel_that_is_damaged_is_compiled_anew(kernel, tmp_path):
    ended(kernel("int64"))
    (path,) = (tmp_path / "cache").rglob("*.nbc")
    whole = path.read_bytes()
    for content in list(cuts(whole))[2:]:
        path.write_bytes(content)
        hits, misses, told = ended(kernel("int64"))
        assert (hits, misses) == (0, 1)
        assert told.count("\n") == 1
        assert str(path) in told
        assert ended(kernel("int64")) == (1, 0, "")


# ---------------------------------------------------------------- Ctrl-C

INTERRUPTED = """
import sys

class Pressed:
    left = int(sys.argv.pop())

    def find_spec(self, name, path=None, target=None):
        if name.startswith(("musodds", "numpy", "rich")):
            Pressed.left -= 1
            if Pressed.left == 0:
                raise KeyboardInterrupt

sys.meta_path.insert(0, Pressed())
try:
    from musodds.__main__ import main
except KeyboardInterrupt:
    sys.exit(99)  # before our own first line
main()
"""


@pytest.mark.parametrize("moment", [10, 20, 40, 80, 200, 10_000])
def test_ctrl_c_while_anything_is_loaded_is_one_line(moment, tmp_path):
    script = tmp_path / "interrupted.py"
    script.write_text(INTERRUPTED)
    done = subprocess.run(
        [sys.executable, str(script), "odds", "RRCA", str(moment)],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    told = done.returncode, done.stderr.strip()
    assert told in ((1, "musodds: interrupted"), (0, ""), (99, "")), told
    assert moment < 10_000 or done.returncode == 0
