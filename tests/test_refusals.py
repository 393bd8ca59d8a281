"""Refusals in every language: marked for the catalogues, whole, and with words that parse."""

import pickle
import re
import sys
from pathlib import Path
from string import Formatter

import pytest
from marked_help import hidden, refusals_of, unmarked, words_of
from musodds.cli import run
from musodds.cli.fitted import fitted

from musodds import catalogues
from musodds.bet_answer import BetQuestion
from musodds.bet_checks import check_question
from musodds.cards import parse_hand
from musodds.catalogues import PARTS, catalogue, po_file
from musodds.clues import NO, SAID, YES, gather_evidence
from musodds.config import kept
from musodds.errors import InputError
from musodds.hands import LANCE_NAMES, hand_space
from musodds.lang import LANGUAGES, _, language, listed, ngettext, speaking
from musodds.match import load_match
from musodds.notation import parse_bets, read_act
from musodds.penalties import parse_declared
from musodds.pending import parse_pending
from musodds.played import parse_played
from musodds.policy_file import read_policy
from musodds.ranges import _EXPECTED, parse_range
from musodds.record_reader import read_record
from musodds.rules import load_rules
from musodds.scoring import score
from musodds.seats import parse_seat, plain, seats_of
from musodds.sena_words import read_sena
from musodds.senas import sena_list
from musodds.sightings import read_sightings
from musodds.situation import ask
from musodds.solver.four.asking import parse_lance
from musodds.solver.four.unsaid import _WORDS
from musodds.stones import parse_score
from musodds.style import parse_style
from musodds.style_file import read_style
from musodds.words import lance_word, seat_word

catalogues.ROOT = ROOT = Path(__file__).parents[1]
SPOKEN = ("es", "eu")
NAIPERA = load_rules("naipera")


@pytest.fixture(autouse=True)
def _plain(monkeypatch):
    for name in ("MUSODDS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def refusal(ask_wrongly, code):
    """Return what is said, in a language, of something that cannot be used."""
    with speaking(code), pytest.raises(InputError) as refused:
        ask_wrongly()
    return str(refused.value)


# ---------------------------------------------------------------- every one is marked


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ('raise InputError("no hand", _("a hand"), "RRCA")', ["no", "hand"]),
        ('raise InputError(f"round {n} again", x, "RRCA")', ["round", "again"]),
        ('why = "bad" if n else _("worse")\nraise InputError(why, x, "RRCA")', ["bad"]),
        ('raise clue.refuse(_("a"), " or ".join(names), "RRCA")', ["or"]),
        ('raise InputError(_("round {n}").format(n="one"), x, "RRCA")', ["one"]),
        ("raise InputError(f\"threw '{n}'\", _('a'), f'--seat {n} or no')", []),
        ('raise InputError(ngettext("a card", "some", n), ", ".join(x), "of")', []),
    ],
)
def test_words_that_are_not_marked_are_found(tmp_path, source, told):
    file = tmp_path / "some.py"
    file.write_text("def f(n, x):\n" + "".join(f"    {line}\n" for line in source.splitlines()))
    found = (text for function, node in refusals_of(file) for text in unmarked(node, function))
    assert [word for text in found for word in words_of(text)] == told


def test_every_refusal_is_marked_for_the_catalogues():
    files = [*(ROOT / "musodds").rglob("*.py"), *(ROOT / "reports").rglob("*.py")]
    sentences = [(file, *made) for file in sorted(files) for made in refusals_of(file)]
    assert len(sentences) > 600  # they are found at all
    bare = [
        f"{file.relative_to(ROOT)}:{node.lineno}: {text!r}"
        for file, function, node in sentences
        for text in unmarked(node, function)
        if words_of(text)
    ]
    assert bare == []


def test_no_string_is_looked_up_within_an_f_string():
    """Babel does not look into them by Python 3.11."""
    folders = (ROOT / folder for folder in ("musodds", "reports", "cli"))
    files = sorted(file for folder in folders for file in folder.rglob("*.py"))
    assert [where for file in files for where in hidden(file)] == []


# ---------------------------------------------------------------- catalogues agree with the code


# click names a type in English there
LEFT_OUT = {"{value!r} is not a valid {number_type}.": {"number_type"}}


def names_in(text):
    """Return the placeholders of a string."""
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize(
    ("part", "code"),
    [
        (part, code)
        for part in PARTS
        for code in LANGUAGES
        if code != "en" and po_file(part, code).exists()
    ],
)
def test_placeholders_agree(part, code):
    for each in catalogue(part, code):
        if not each.id or not any(each.string):
            continue
        one, *many = each.id if isinstance(each.id, tuple) else (each.id,)
        told = each.string if isinstance(each.string, tuple) else (each.string,)
        assert names_in(told[0]) <= names_in(one) | names_in((many or [one])[0]), each.id
        for text in told[1:] or told:  # one of something may be told without the number
            left_out = LEFT_OUT.get(each.id, set())
            assert names_in(text) == names_in((many or [one])[0]) - left_out, each.id


def test_placeholders_that_differ_are_found():
    assert names_in("{a} of {b:,.2f} {{c}} {d!r}") == {"a", "b", "d"}


# ---------------------------------------------------------------- what is said

RECORD = "rules: naipera\nhand\ndeal: RRCA SS65 7654 RR4A\nfoo: 3\n"
HARD = {
    "hand": lambda: parse_hand("RRC"),
    "seat": lambda: parse_seat("pie2"),
    "score": lambda: parse_score("12"),
    "style": lambda: parse_style("usual+foo"),
    "range": lambda: parse_range("duples,foo", hand_space(NAIPERA)),
    "evidence": lambda: gather_evidence(ask("RRCA"), pares=["segundo=foo"]),
    "both": lambda: gather_evidence(ask("RRCA"), pares=["segundo=no"], range=["segundo=duples"]),
    "played": lambda: parse_played(ask("RRCA"), [], ["segundo=2"]),
    "turn": lambda: score(["SS65", "SRC4", "CCC7", "RR51"], {"grande": "A2 A+5 q"}),
    "record": lambda: read_record(RECORD),
    "rules": lambda: load_rules("naipera", ["max_bet=1", "min_bet=2"]),
    "facing": lambda: check_question(
        BetQuestion(ask("RRCA", "postre"), "grande", parse_bets("mano quiero"))
    ),
    "pares": lambda: check_question(BetQuestion(ask("R764"), "pares")),
}
TOLD = {
    ("es", "hand"): "mano 'RRC': 3 cartas; se esperaba: 4 cartas; "
    "ejemplo: RRCA, 'R R C 1' o 12,12,11,1",
    ("eu", "hand"): "'RRC' eskua: 3 karta; espero zena: 4 karta; "
    "adibidez: RRCA, 'R R C 1' edo 12,12,11,1",
    ("es", "seat"): "puesto 'pie2': no existe; se esperaba: mano, segundo, tercero o postre "
    "(o de 1 a 4); ejemplo: --seat mano",
    ("eu", "seat"): "'pie2' tokia: ez dago halakorik; espero zena: esku, bigarren, hirugarren edo "
    "atzesku (edo 1-4 zenbakia); adibidez: --seat esku",
    ("es", "score"): "tanteo '12'; se esperaba: A-B, con A la pareja del mano; "
    "ejemplo: --score 27-24",
    ("eu", "style"): "'usual+foo' estiloa: '+foo' ezezaguna; espero zena: hauetako bat: best, "
    "cautious, king-hunter, pairs, kings, bets, solved; adibidez: --style usual+cautious",
    ("es", "range"): "rango 'duples,foo': 'foo' en el carácter 8: no hay tales manos; se esperaba: "
    "duples, medias R+, 31, juego>=40, grande>=RRC, RRxx, RRCA, todo; "
    "ejemplo: 'juego,!31,medias R+:0.5'",
    ("eu", "evidence"): "pares 'segundo=foo': ez bai ez ez; espero zena: bai edo ez (baita si, no, "
    "yes ere); adibidez: --pares segundo=si",
    ("es", "both"): "indicios 'segundo pares=no' y 'segundo range=duples': no pueden darse a la "
    "vez; se esperaba: algo con lo que concuerde algún reparto; "
    "ejemplo: --pares segundo=si --range segundo=duples",
    ("eu", "played"): "threw 'segundo=2': ez da mus txandarik jokatu; espero zena: zuk hartan "
    "botatako kartak ere bai; adibidez: --thrown 54 --threw segundo=2",
    ("es", "turn"): "grande 'A+5': la pareja A ya ha envidado; se esperaba: que contesten los "
    'rivales; ejemplo: --grande "A2 B+2 q"',
    ("eu", "record"): "4. lerroa: foo '3': hemen ezezaguna; espero zena: mano, score, deal, throw, "
    "draw, hold, cut, says, grande, chica, pares, juego, punto, after, winner; "
    "adibidez: deal: RRCA 7654 SS41 ?",
    ("es", "rules"): "reglas: max_bet = 1 con min_bet = 2; se esperaba: un envite máximo que no "
    "sea menor que el mínimo; ejemplo: max_bet = 20",
    ("eu", "facing"): "--facing: 'mano quiero' ezin da hor esan; espero zena: esku: paso, enbido N "
    "edo hordago; adibidez: --facing 'mano envido 2'",
    ("eu", "pares"): "R764, jokaldia: pareak; espero zena: pareak dituen eskua; "
    "adibidez: --lance grande",
}


@pytest.mark.parametrize(("code", "what"), TOLD)
def test_refusal_in_full(code, what):
    assert refusal(HARD[what], code) == TOLD[code, what]


@pytest.mark.parametrize("what", HARD)
def test_no_english_is_left_in_a_refusal(what):
    english = refusal(HARD[what], "en")
    assert "; expected " in english
    for code in SPOKEN:
        told = refusal(HARD[what], code)
        assert not re.search(r"\b(expected|example|the|with|from|card|hand)\b", told), told


def test_place_and_example_in_basque():
    with speaking("eu"):
        error = InputError("'pie' tokia", "toki bat", "mano")
        told = str(error.within(_("line {number}").format(number=3)).with_example("cut: mano"))
        again = str(error.within("3. lerroa"))
    assert told == "3. lerroa: 'pie' tokia; espero zena: toki bat; adibidez: cut: mano"
    assert again == told


def test_refusal_travels_between_processes():
    error = InputError("seat 'pie'", "a seat", "mano").within("line 3")
    sent = pickle.loads(pickle.dumps(error))
    assert (str(sent), sent.example) == (str(error), "mano")


def test_numbers_of_things():
    with speaking("es"):
        assert [ngettext("{count} card", "{count} cards", n) for n in (1, 2)] == [
            "{count} carta",
            "{count} cartas",
        ]
    with speaking("eu"):
        assert refusal(lambda: parse_hand("R"), "eu").startswith("'R' eskua: karta 1; ")


def test_file_that_is_not_there(tmp_path):
    told = refusal(lambda: load_match(tmp_path / "no.json"), "es")
    assert "no existe el fichero; se esperaba: un fichero escrito por musodds score" in told


def test_places_in_files():
    lines = "[[cut]]\nhands = 'duples'\nchance = 2\n"
    assert "[[cut]] 1 (1. lerroa): chance = 2" in refusal(
        lambda: read_style(lines, "friends", _("style '{style}'").format(style="friends.toml")),
        "eu",
    )
    assert refusal(lambda: read_sightings("seat,said\nmano,foo", NAIPERA), "es").startswith(
        "fichero: línea 2: said 'foo'; se esperaba: mus o corto; "
    )
    assert "falta el comentario '# deck = ...'" in refusal(lambda: read_policy("", NAIPERA), "es")


# ---------------------------------------------------------------- what is expected can be typed


@pytest.mark.parametrize("code", LANGUAGES)
def test_words_for_seats_parse(code):
    with speaking(code):
        for players, solo in [
            (2, False),
            (4, False),
            (6, False),
            *((n, True) for n in range(3, 9)),
        ]:
            names = [seat_word(name) for name in seats_of(players, solo)]
            assert [parse_seat(name, players, solo) for name in names] == list(range(players))


@pytest.mark.parametrize("code", LANGUAGES)
def test_words_for_lances_parse(code):
    with speaking(code):
        assert [parse_lance(lance_word(lance)) for lance in LANCE_NAMES] == list(LANCE_NAMES)


@pytest.mark.parametrize("code", SPOKEN)
def test_ranges_that_are_expected_parse(code):
    space = hand_space(NAIPERA)
    with speaking(code):
        told = _(_EXPECTED).split(", ")
    assert [parse_range(text, space).sum() for text in told] == [
        parse_range(text, space).sum() for text in _EXPECTED.split(", ")
    ]


@pytest.mark.parametrize("code", SPOKEN)
def test_words_for_yes_and_no_and_mus_and_calls_parse(code):
    with speaking(code):
        yes, no = _("si, bai or yes, or no or ez").partition(" (")[0].split(_(" or "))
        mus, cut = _("mus or cut").split(_(" or "))
        refused = _("no quiero")
        accepted, other = re.split(r" (?:o|ala) ", _("quiero or no quiero"))
        seat, what = _("a seat, then pares or juego and si or no, or '5 cartas'"), "5 cartas"
    assert plain(yes) in YES
    assert plain(no) in NO
    assert (mus, cut in SAID["cut"]) == ("mus", True)
    assert read_act(refused) == read_act(other) == "no-quiero"
    assert read_act(accepted) == "quiero"
    pares, juego = ("pares", "juego") if code == "es" else ("pareak", "jokoa")
    for name in (pares, juego):
        assert name in seat
        assert parse_declared(f"mano {name} {yes}").says
    cards = "cartas" if code == "es" else "karta"
    assert f"'5 {cards}'" in seat
    assert parse_declared(f"mano 5 {cards}") == parse_declared(f"mano {what}")


@pytest.mark.parametrize("code", SPOKEN)
def test_words_of_a_lance_parse(code):
    with speaking(code):
        for act, told in _WORDS.items():
            (move,) = parse_bets(_(told).replace("N", "3"))
            assert move.act is act


@pytest.mark.parametrize("code", SPOKEN)
def test_bets_that_are_shown_parse(code):
    from musodds.notation import EXAMPLE

    with speaking(code):
        compact, spoken = (text.strip("'") for text in _(EXAMPLE).split(_(" or ")))
        raised = _("a raise, as in B+2 or '2 más'").split("'")[1]
        refused = _("paso, SIDE TANTOS or SIDE TANTOS no quiero").split()[-1]
    english = [text.strip("'") for text in EXAMPLE.split(" or ")]
    assert [parse_bets(compact), parse_bets(spoken)] == [parse_bets(text) for text in english]
    assert parse_bets(raised) == parse_bets("2 más")
    refused = "no quiero" if code == "es" else refused
    assert parse_pending(f"grande: ellos 2 {refused}", 3, "chica")[0].refused


@pytest.mark.parametrize("code", SPOKEN)
@pytest.mark.parametrize("name", ["naipera", "ffm", "ehmf", "madrid", "nabo"])
def test_words_for_senas_parse(code, name):
    rules = load_rules(name)
    with speaking(code):
        for sena in sena_list(rules):
            for told in (sena.name, sena.gesture):
                assert read_sena(_(told), rules) == read_sena(told, rules)


def test_senas_that_are_expected_are_told_in_the_language():
    told = refusal(lambda: read_sena("foo", NAIPERA), "eu")
    assert told.startswith(
        "'foo' keinua: ez dago zerrenda honetan: naipera; espero zena: bi errege"
    )


# ---------------------------------------------------------------- the language itself


def test_variable_that_names_no_language_is_refused_in_that_of_the_locale(monkeypatch):
    monkeypatch.setenv("MUSODDS_LANG", "klingon")
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    with pytest.raises(InputError, match="idioma 'klingon'; se esperaba: en"):
        language()


def test_damaged_config_is_refused_in_the_language_of_the_locale(monkeypatch, tmp_path):
    file = tmp_path / "config.toml"
    file.write_text("language = 'klingon'")
    monkeypatch.setenv("MUSODDS_CONFIG", str(file))
    monkeypatch.setenv("LANG", "eu_ES.UTF-8")
    with pytest.raises(InputError, match="ezarpenak: 'klingon' hizkuntza; espero zena: en"):
        kept("language")
    with pytest.raises(InputError, match="'klingon' hizkuntza"):
        language()


def test_list_of_words():
    assert [listed(words, " edo ") for words in (["a"], ["a", "b"], ["a", "b", "c"])] == [
        "a",
        "a edo b",
        "a, b edo c",
    ]


# ---------------------------------------------------------------- on the command line


def test_command_that_is_not_there(capsys):
    assert run(["lol", "--lang", "eu"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("musodds: 'lol' komandoa; espero zena: advise, mus, ")
    assert told.count("\n") == 1  # one line, where nobody reads it on a terminal


def test_long_refusal_on_a_terminal(monkeypatch):
    line = f"musodds: {refusal(HARD['range'], 'es')}"
    assert fitted(line, sys.stderr, "  ", "x") == line
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "60")
    rows = fitted(line, sys.stderr, "  ", "'juego,!31,medias R+:0.5'").split("\n")
    assert max(map(len, rows)) <= 60
    assert rows[-1].endswith("'juego,!31,medias R+:0.5'")
    assert " ".join(row.strip() for row in rows) == line
    assert fitted("musodds: interrupted", sys.stderr) == "musodds: interrupted"
