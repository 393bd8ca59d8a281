"""The figures by name: what is listed, what is refused, and how files are written."""

import doctest
import inspect
import subprocess
import sys
from importlib import import_module

import pytest
from musodds.cli import run
from musodds.reports.figures import FIGURES

from musodds.errors import InputError

MODULES = ("look", "text", "grid", "figures")


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    failed, tried = doctest.testmod(import_module(f"musodds.reports.{name}"))
    assert not failed
    assert tried


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_takes_what_it_says_it_takes(name):
    named = FIGURES[name]
    parameters = list(inspect.signature(named.load()).parameters)
    assert parameters == ["rules", *named.options]


def test_listing_names_them_all_and_draws_nothing(capsys):
    assert run(["plot"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(FIGURES)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["plot", "wins", "-o", "x.png"], "figure 'wins'; expected win, "),
        (["plot", "win"], "figure 'win' without a file"),
        (["plot", "win", "-o", "x.gif"], "-o 'x.gif'; expected a file ending in .png"),
        (["plot", "win", "-o", "no/such/x.png"], "no such folder"),
        (["plot", "win", "-o", "{}.png", "--style", "usual"], "--style with figure 'win'"),
        (["plot", "win", "-o", "{}.png", "--lance", "tall"], "lance 'tall'"),
        (["plot", "win", "-o", "{}.png", "--seat", "fifth"], "seat 'fifth'"),
        (["plot", "strategy", "-o", "{}.png", "--set", "kings=4", "--deals", "0"], "deals 0"),
        (["plot", "win", "-o", "{}.png", "--lang", "klingon"], "language 'klingon'"),
        (["plot", "paso", "-o", "{}.png", "--rules", "meseta"], "rules with mus"),
    ],
)
def test_bad_input_is_one_line(typed, told, capsys, tmp_path):
    assert run([word.replace("{}", str(tmp_path / "x")) for word in typed]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_written_file_is_whole(tmp_path, capsys):
    path = tmp_path / "win.svg"
    assert run(["plot", "win", "--lance", "chica", "--lang", "eu", "-o", str(path)]) == 0
    assert path.read_text("utf-8").rstrip().endswith("</svg>")
    assert [found.name for found in tmp_path.iterdir()] == ["win.svg"]


def test_listing_imports_nothing_heavy():
    code = (
        "import sys; from musodds.cli import run; run(['plot']); "
        "sys.exit(any(m in sys.modules for m in ('matplotlib', 'numpy', 'numba', 'pandas')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_no_option_is_taken_that_means_nothing():
    with pytest.raises(InputError, match="--score with figure 'paso'"):
        import_module("musodds.reports.figures").draw("paso", score="20-20")
