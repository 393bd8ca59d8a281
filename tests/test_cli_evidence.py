"""The options that say what has been seen, on a small command."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from musodds.cli import COMMANDS, run
from musodds.cli.options import evidence, question, styled
from musodds.cli.phase import about_mus

OTHERS = ("hand", "seat", "rules", "set", "partner", "style")
DOCS = Path(__file__).parent.parent / "docs" / "evidence.md"


@click.command("probe")
@question
@styled
@evidence
def probe(asked, evidence, style):
    for item in evidence.items:
        click.echo(item.label)
    click.echo(f"{asked.seat} {style} {evidence.likelihoods().sum(1).round(3).tolist()}")


@pytest.fixture(autouse=True)
def _commands(monkeypatch):
    monkeypatch.setitem(COMMANDS, "probe", "Parse evidence.")
    monkeypatch.setitem(sys.modules, "musodds.cli.probe", SimpleNamespace(command=probe))


def answer(capsys, *arguments):
    code = run(["probe", *arguments])
    out, err = capsys.readouterr()
    assert code == 0, err
    return out.splitlines()


def test_every_option(capsys):
    lines = answer(
        *(capsys, "C764", "--seat", "mano", "--style", "eager", "--rules", "el-mus"),
        *("--pares", "segundo=si", "--pares", "atzesku=ez", "--juego", "3=yes"),
        *("--sena", "tercero=31:0.8", "--no-sena", "2=duples", "--drew", "postre=2"),
        *("--said", "segundo=mus", "--range", "tercero=juego,!32", "--holds", "2=77xx"),
        *("--known", "postre=RSA4", "--dead", "4,5", "--dead", "RC"),
    )
    assert lines[:-1] == [
        "segundo pares=si",
        "postre pares=no",
        "tercero juego=si",
        "tercero sena=31:0.8",
        "segundo no-sena=duples",
        "postre drew=2",
        "segundo said=mus",
        "tercero range=juego,!32",
        "segundo holds=77xx",
        "postre known=RSA4",
        "dead 54",
        "dead RC",
    ]
    assert lines[-1].startswith("mano eager [1.0, ")


def test_punto_and_nothing(capsys):
    assert answer(capsys, "C764") == ["mano cut:0.35 [1.0, 330.0, 330.0, 330.0]"]
    assert answer(capsys, "C764", "--punto")[0] == "punto"


def test_the_style_may_come_with_the_sampling(capsys, monkeypatch):
    @click.command("probe")
    @about_mus
    def sampled(standing):
        click.echo(f"{standing.setup.style.name}: {standing.seen.items[0].words}")

    module = SimpleNamespace(command=sampled)
    monkeypatch.setitem(sys.modules, "musodds.cli.probe", module)
    lines = answer(capsys, "C764", "--style", "patient", "--said", "2=cut")
    assert lines == ["patient: the segundo cut as patient does"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--pares", "segundo"], "pares 'segundo': no value; expected SEAT=VALUE"),
        (["--pares", "quinto=si"], "seat 'quinto': no such seat"),
        (["--juego", "2=maybe"], "juego 'segundo=maybe': neither yes nor no"),
        (["--sena", "3=cejas"], "seña 'cejas': not in the list naipera"),
        (["--sena", "3=31:2"], "sena 'tercero=31:2': chance '2'"),
        (["--drew", "4=0"], "drew 'postre=0': cards thrown"),
        (["--said", "4=yes"], "said 'postre=yes': neither of both"),
        (["--range", "2=juego,31:0.8,foo"], "'foo' at character 14: no such hands"),
        (["--holds", "2=R9"], "hand 'R9': unknown card '9'"),
        (["--known", "2=R"], "hand 'R': 1 card"),
        (["--dead", "44444"], "card '4': 6 in your hand C764 and dead cards 44444"),
        (["--punto", "--range", "4=juego"], "'postre range=juego' and 'punto': they cannot hold"),
        (["--pares"], "Option '--pares' requires an argument"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, message):
    code = run(["probe", "C764", *arguments])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def documented():
    """Yield the options in the first column of the document's table."""
    for line in DOCS.read_text("utf-8").splitlines():
        if found := re.match(r"\| `(--[a-z-]+)(?: ([^`]+))?` \|", line):
            yield [part for part in found.groups() if part]


def test_the_options_of_the_document(capsys):
    options = list(documented())
    assert len(options) == 12
    assert {option for option, *_ in options} == {
        parameter.opts[0] for parameter in probe.params if parameter.name not in OTHERS
    }
    for option in options:
        assert len(answer(capsys, "C764", *option)) == 2
