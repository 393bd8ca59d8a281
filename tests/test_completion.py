"""Shell completion: what is offered, without anything heavy, and the scripts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from musodds.cli import COMMANDS, run

from musodds.rules import presets


def completed(line):
    """Return what bash is offered for the last word of a line, and the modules that needed."""
    words = line.split(" ")
    code = (
        "import sys\nfrom musodds.cli import run\n"
        "try: run([])\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    told = {"_MUSODDS_COMPLETE": "bash_complete", "COMP_WORDS": line}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False,
        env=os.environ | told | {"COMP_CWORD": str(len(words) - 1)},
    )  # fmt: skip
    kinds = [each.partition(",") for each in done.stdout.split()]
    return [(kind, word) for kind, _, word in kinds], set(done.stderr.split())


def words_of(line):
    found, _ = completed(line)
    assert {kind for kind, _ in found} <= {"plain"}
    return [word for _, word in found]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("musodds ", list(COMMANDS)),
        ("musodds di", ["discard"]),
        ("musodds advise --seat ", ["mano", "segundo", "tercero", "postre"]),
        ("musodds advise --seat za", ["zaku", "zakua"]),
        ("musodds advise --seat ESK", ["esku", "eskua"]),
        ("musodds odds RRCA --rules ", list(presets())),
        ("musodds rules show e", ["ehmf", "el-mus"]),
        ("musodds mus RRCA --style us", ["usual"]),
        ("musodds mus RRCA --style usual+c", ["usual+cautious"]),
        ("musodds bet RR54 --lance t", ["txikia"]),
        ("musodds bet RR54 --lance ", ["grande", "chica", "pares", "juego", "punto"]),
        ("musodds solve lance g", ["grande"]),
        ("musodds config set ", ["rules", "style", "language"]),
        ("musodds config set language e", ["en", "es", "eu", "eu_FR"]),
        ("musodds completion z", ["zsh"]),
        ("musodds odds RRRA --partner rr", []),
    ],
)
def test_words_that_are_offered(line, words):
    if words:
        assert words_of(line) == words
    else:
        assert "rrCA" in words_of(line)


def test_hands_are_finished():
    two = words_of("musodds advise RR")
    assert len(two) == 55  # two cards of ten ranks, in any order
    assert {"RRRR", "RRCA", "RRAA"} <= set(two)
    assert words_of("musodds advise RRC")[0] == "RRCR"
    assert len(words_of("musodds advise R")) == 10
    assert len(words_of("musodds advise RRRR")) == 0
    assert len(words_of("musodds score SS65 RR3")) == 10


def test_files_are_left_to_the_shell():
    for line in ("musodds rules show mine/", "musodds odds --batch ", "musodds review g"):
        assert completed(line)[0][0][0] == "file"


@pytest.mark.parametrize("line", ["musodds advise RR", "musodds bet RR54 --style ", "musodds "])
def test_completion_imports_nothing_heavy(line):
    found, modules = completed(line)
    assert found
    assert "musodds.cli" in modules
    assert not {"numpy", "numba", "pandas", "matplotlib", "rich"} & modules


def test_completing_after_nonsense_is_quiet():
    for line in ("musodds nonsense x", "musodds advise --rules chess --seat m"):
        _, modules = completed(line)
        assert "Traceback" not in modules


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(capsys, shell):
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "_MUSODDS_COMPLETE" in script
    if shutil.which(shell):
        done = subprocess.run([shell, "-n"], input=script, text=True, check=False)
        assert done.returncode == 0


def _on_path(tmp_path):
    """Return an environment in which ``musodds`` is a command."""
    command = tmp_path / "musodds"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m musodds "$@"\n')
    command.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "HOME": str(tmp_path)}


def test_bash_fills_in(tmp_path, capsys):
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash")
    run(["completion", "bash"])
    script = capsys.readouterr().out + (
        "COMP_WORDS=(musodds advise RRCA --seat po); COMP_CWORD=4\n"
        '_musodds_completion musodds\necho "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        [bash, "--norc"], input=script, text=True, capture_output=True, check=False,
        env=_on_path(tmp_path),
    )  # fmt: skip
    assert done.stdout.split() == ["postre", "postrea"]


def test_fish_fills_in(tmp_path, capsys):
    fish = shutil.which("fish")
    if fish is None:
        pytest.skip("no fish")
    run(["completion", "fish"])
    script = capsys.readouterr().out + 'complete -C "musodds advise RRCA --seat po"\n'
    done = subprocess.run(
        [fish, "--no-config"], input=script, text=True, capture_output=True, check=False,
        env=_on_path(tmp_path),
    )  # fmt: skip
    assert [line.partition("\t")[0] for line in done.stdout.splitlines()] == ["postre", "postrea"]
