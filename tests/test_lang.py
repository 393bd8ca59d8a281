"""Languages: how one is chosen, and that every catalogue is whole and compiled."""

import re
from gettext import GNUTranslations
from pathlib import Path

import pytest
from musodds.cli import COMMANDS, run

from musodds import catalogues
from musodds.catalogues import COMPLETE, PARTS, catalogue, missing, po_file
from musodds.errors import InputError
from musodds.lang import LANGUAGES, _, language, parse_language, speaking, use_language
from musodds.words import action_word, decision_word, lance_word, made_word, seat_word

catalogues.ROOT = Path(__file__).parents[1]  # what is installed has no sources of catalogues
TRANSLATED = [
    (part, code)
    for part in PARTS
    for code in LANGUAGES
    if code != "en" and po_file(part, code).exists()
]


EUSKARAZ = ["esku", "bigarren", "hirugarren", "atzesku"]


@pytest.fixture(autouse=True)
def _plain(monkeypatch):
    for name in ("MUSODDS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def test_language_comes_from_choice_then_variable_then_locale(monkeypatch):
    assert language() == "en"
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert language() == "es"
    monkeypatch.setenv("MUSODDS_LANG", "eu")
    assert language() == "eu"
    with speaking("fr"):
        assert language() == "fr"
    assert language() == "eu"


def test_locale_that_is_not_spoken_is_english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert language() == "en"


@pytest.mark.parametrize("text", ["", "de", "eus", "klingon"])
def test_language_that_is_not_spoken_is_refused(text):
    with pytest.raises(InputError, match="eu \\(euskara\\)"):
        parse_language(text)
    with pytest.raises(InputError):
        use_language(text)


def test_words_of_mus():
    with speaking("eu"):
        assert [seat_word(seat) for seat in range(4)] == [
            "esku",
            "bigarren",
            "hirugarren",
            "atzesku",
        ]
        assert lance_word("chica") == "txikia"
        assert _("no such string") == "no such string"
    with speaking("fr"):
        assert seat_word("postre") == "zaku"


def test_words_of_iparralde_stand_before_those_of_hegoalde():
    for text in ("eu-FR", "eu_fr", "eu_FR.UTF-8", "eu_FR@euro"):
        assert parse_language(text) == "eu_FR"
    assert parse_language("eu_ES@euro") == "eu"
    with speaking("eu_FR"):
        assert [seat_word(name) for name in ("mano", "postre")] == ["esku", "zaku"]
        assert [lance_word(name) for name in ("grande", "chica", "punto")] == [
            "handia",
            "ttipia",
            "pondua",
        ]
        assert action_word("envido:2") == "2 inbido"
        assert decision_word("cut") == "mintza"
        assert [made_word(name) for name in ("medias", "duples")] == ["medeak", "dobleak"]
        assert language() == "eu"  # of numbers, of pages


@pytest.mark.parametrize("variable", ["MUSODDS_LANG", "LC_ALL", "LANG"])
def test_iparralde_is_spoken_where_the_locale_is_of_it(monkeypatch, capsys, variable):
    monkeypatch.setenv(variable, "eu_FR.UTF-8")
    assert run(["odds", "RRCA", "--seat", "postre"]) == 0
    told = capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ")
    assert "R R C A, zaku (naipera: 8 errege, 40 tantora)" in told
    assert re.search(r"^ttipia +% \d+,\d", told, re.MULTILINE)
    assert run(["odds"]) == 2
    assert "KARTAK" in capsys.readouterr().err  # what Iparralde has no other word for


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("code", COMPLETE)
def test_no_string_is_missing(part, code):
    assert missing(part, code) == []


@pytest.mark.parametrize("code", COMPLETE)
def test_no_string_is_said_in_two_ways(code):
    said = {}  # parts are searched one after the other, so that the first would speak for all
    for part in PARTS:
        for each in catalogue(part, code):
            if each.id:
                said.setdefault((each.context, each.id), {})[part] = each.string
    assert len(said) > 1000
    differing = {key: parts for key, parts in said.items() if len(set(parts.values())) > 1}
    assert not differing, "one translation for all parts, or pgettext in the code"


@pytest.mark.parametrize(
    ("code", "unused"), [("es", "[«»]|archivo|error estándar|± ee"), ("eu", "[«»]|± et")]
)
def test_one_way_to_quote_and_one_word_for_a_file(code, unused):
    for part in PARTS:
        told = [str(each.string) for each in catalogue(part, code) if each.id]
        assert [text for text in told if re.search(unused, text, re.IGNORECASE)] == [], part


@pytest.mark.parametrize(("part", "code"), TRANSLATED)
def test_compiled_catalogue_is_that_of_the_source(part, code):
    with po_file(part, code).with_suffix(".mo").open("rb") as file:
        read = GNUTranslations(file)
    for each in catalogue(part, code):
        if not catalogues._is_translated(each):
            continue
        if each.context:
            found = read.pgettext(each.context, each.id)
            assert found == each.string, "run python -m musodds.catalogues"
        elif isinstance(each.id, str):
            assert read.gettext(each.id) == each.string, "run python -m musodds.catalogues"
        else:
            for count, form in ((1, each.string[0]), (2, each.string[1])):
                assert read.ngettext(*each.id, count) == form, "run python -m musodds.catalogues"


@pytest.mark.parametrize(
    "words",
    [
        ["--lang", "eu", "rules", "list", "--help"],
        ["rules", "--help", "--lang=eu"],
        ["rules", "list", "--lang", "es", "--lang", "eu"],
    ],
)
def test_lang_is_heard_wherever_it_stands(monkeypatch, words):
    heard = []
    monkeypatch.setattr("musodds.cli._run", lambda typed: heard.append(language()) or 0)
    assert run(words) == 0
    assert heard == ["eu"]
    assert language() == "en"


def test_every_command_has_lang(capsys):
    for name in COMMANDS:
        assert run([name, "--help"]) == 0
        assert "--lang" in capsys.readouterr().out, name
    assert run(["rules", "diff", "--help"]) == 0
    assert "--lang" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--lang", "xx", "odds"], ["odds", "RRCA", "--lang=xx"]])
def test_lang_that_is_not_spoken_is_one_line(capsys, words):
    assert run(words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "language 'xx'; expected en (English), es" in told.err
