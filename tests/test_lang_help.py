"""The brackets that show untranslated words must show them."""

import re
from importlib import import_module

import click
import pytest
from lang_help import outside, speak_brackets, untranslated
from musodds.cli import COMMANDS, run

from musodds import __version__
from musodds.lang import _, ngettext
from musodds.words import seat_word


def test_strings_that_are_looked_up_stand_in_brackets(monkeypatch):
    speak_brackets(monkeypatch)
    assert seat_word("postre") == "⟦postre⟧"
    assert _("win {lance}").format(lance=_("chica")) == "⟦win ⟦chica⟧⟧"
    assert ngettext("{n} deal", "{n} deals", 2).format(n=2) == "⟦2 deals⟧"
    assert _("") == ""


def test_words_outside_of_brackets_are_found():
    assert outside("⟦a ⟦b⟧ c⟧ d") == " d"
    assert untranslated("⟦cut⟧: won by 3 RRCA --style x.toml") == ["won", "by"]
    assert untranslated("⟦rules⟧ naipera", allowed=("naipera",)) == []
    assert untranslated("postre's") == ["postre"]


def test_words_of_click_stand_in_brackets(monkeypatch, capsys):
    speak_brackets(monkeypatch)
    assert run(["odds"]) == 2
    assert capsys.readouterr().err.startswith("musodds: ⟦⟦Missing argument⟧ '⟦HAND⟧...'")


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_no_word_of_help_is_said_in_english_alone(monkeypatch, capsys, name):
    speak_brackets(monkeypatch)
    words = [name] if name else []
    pages = [words, *([*words, each] for each in _inside(name))]
    for page in pages:
        assert run([*page, "--help"]) == 0
        told = re.sub(r"[a-z]\w*(\|\s*[a-z]\w*)+", "", capsys.readouterr().out)  # choices
        told = re.sub(r'(?m)^ +"grande: paso.*', "", told)  # the end of an example
        assert not untranslated(told, [*COMMANDS, *_inside(name), *SAME_IN_HELP]), page


def _inside(name):
    if not name:
        return []
    command = import_module(f"musodds.cli.{name.replace('-', '_')}").command
    return list(command.list_commands(None)) if isinstance(command, click.Group) else []


SAME_IN_HELP = ("RRxx",)


def test_help_in_basque_and_spanish(capsys):
    assert run(["odds", "--help", "--lang", "eu"]) == 0
    told = capsys.readouterr().out
    assert "Erabilera: musodds odds [AUKERAK] KARTAK..." in told
    assert "--pares TOKIA=si|no" in told
    assert "[lehenetsia: mano]" in told
    assert run(["--lang", "es", "discard", "--help"]) == 0
    told = capsys.readouterr().out
    assert "musodds discard RRA5 --partner-keeps 2\n" in told
    assert "Muestra esta ayuda." in told
    assert run(["--help"]) == 0
    assert "Usage: musodds [OPTIONS] COMMAND" in capsys.readouterr().out


def test_refusals_of_click_in_spanish(capsys):
    for words, told in (
        (["odds"], "Falta el argumento 'CARTAS...'"),
        (["solve", "foo"], "No existe el comando 'foo'; se esperaba: hand, lance; ejemplo: "),
        (["odds", "RRCA", "--zzz"], "No existe la opción '--zzz'"),
        (["odds", "RRCA", "--deals", "x"], "Valor no válido para '--deals': 'x' no es un número"),
    ):
        assert run([*words, "--lang", "es"]) == 2
        assert told in capsys.readouterr().err


def test_version_is_said_in_the_language(capsys):
    for code, told in (("en", "musodds, version "), ("es", "musodds, versión ")):
        assert run(["--version", "--lang", code]) == 0
        assert capsys.readouterr().out == f"{told}{__version__}\n"
