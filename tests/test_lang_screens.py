"""Odds, the mus phase, señas, styles, rules: no word of them is said in English alone."""

import json

import pytest
from lang_help import speak_brackets, untranslated
from musodds.cli import run

FEW = ("--deals", "2000")
THROWN = ("--thrown", "54", "--threw", "segundo=2")
RULES = ("naipera", "ehmf", "ffm", "el", "madrid", "nabo", "barcelona", "bizkaia", "meseta")
SCREENS = {
    "odds": ["odds", "RRCA", "--partner", "R74A"],
    "solo": ["odds", "RRCA", "--players", "3", "--solo"],
    "sampled": ["odds", "RRCA", "--players", "6", "--seat", "cuarto", *FEW],
    "evidence": [
        *("odds", "RR4A", "--pares", "segundo=si", "--juego", "postre=no", "--joint", "--explain"),
        *("--sena", "tercero=31:0.8", "--no-sena", "segundo=31", "--dead", "5"),
    ],
    "known": ["odds", "RR4A", "--known", "postre=RC54", "--holds", "tercero=RRxx", "--punto"],
    "mus": ["mus", "RRCA", *FEW],
    "mus so far": [
        "mus",
        "RR76",
        "--seat",
        "postre",
        "--thrown",
        "54",
        "--threw",
        "segundo=2",
        *FEW,
    ],
    "flips": ["mus", "RR54", "--break-even", *FEW],
    "first hand": ["mus", "RRCA", "--rules", "madrid", "--seat", "postre", "--first-hand", *FEW],
    "pedrete": ["mus", "7654", "--set", "pedrete=true", "--style", "cut:0.3,0.35,0.35,0.5", *FEW],
    "discard": ["discard", "RRA5", *FEW],
    "visto": ["discard", "RRA5", "--rules", "ehmf", "--visto", *FEW],
    "by seat": ["discard", "RRA5", "--by", "seat", *FEW],
    "by redraw": ["discard", "RRA5", "--by", "redraw", *FEW],
    "five": ["discard", "RRA54", "--rules", "meseta", *FEW],
    "rounds": ["rounds", "--deals", "20000"],
    "senas": ["senas", "--rules", "ehmf"],
    "senas of a hand": ["senas", "RRSA"],
    "no senas": ["senas", "--rules", "ehmf", "--set", "senas=none"],
    "gesture": ["senas", "--gesture", "wink", "--rules", "ffm", "--at", "punto"],
    "rules": ["rules", "list"],
    "rules of one": ["rules", "show", "ffm"],
    "rules of two": ["rules", "diff", "naipera", "madrid"],
    "styles": ["style", "list"],
    "style": ["style", "show", "usual+bets"],
    "style of a seat": ["style", "show", "usual+cautious", "--seat", "mano"],
    "figures": ["plot"],
}
# what is typed as it stands: rules and their values, styles, fields, ways to discard
TYPED = {
    *RULES, "musodds", "mus", "cut", "bets", "solved", "equilibrium", "usual", "patient", "eager",
    "best", "cautious", "king", "hunter", "pairs", "kings", "wink", "pares", "juego",
}  # fmt: skip


def words_of_rules():
    from musodds.rules import load_rules

    found = set()
    for name in ("naipera", "ffm", "madrid", "ehmf", "barcelona"):
        for field, value in load_rules(name).to_dict().items():
            found |= set(f"{field} {value}".replace("_", " ").replace("-", " ").split())
    return found


@pytest.mark.parametrize("name", SCREENS)
def test_no_word_is_said_in_english_alone(monkeypatch, capsys, name):
    speak_brackets(monkeypatch)
    assert run(SCREENS[name]) == 0
    told = capsys.readouterr()
    allowed = TYPED | (words_of_rules() if name.startswith("rules") else set())
    if name == "figures":
        allowed |= {word for line in told.out.splitlines() for word in line.split()[0].split("-")}
    if name == "evidence":  # what was typed stands in the first column of --explain
        allowed |= {"segundo", "tercero", "postre", "dead", "sena", "si", "no"}
    assert not untranslated(told.out + told.err, allowed)


@pytest.mark.parametrize("name", ["evidence", "visto", "rounds", "senas", "rules of two", "styles"])
@pytest.mark.parametrize("form", ["json", "csv"])
def test_programs_are_told_the_same_in_every_language(monkeypatch, capsys, name, form):
    def told(*language):
        assert run([*SCREENS[name], "--format", form, *language]) == 0
        text = capsys.readouterr().out
        if form == "csv":
            return text
        found = json.loads(text)
        found.pop("elapsed_s", None)
        return found

    assert told() == told("--lang", "eu") == told("--lang", "es")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["mus", "RRCA", "--players", "6", "--line"], "⟦four players, the first round⟧"),
        (
            ["discard", "RRA5", "--rules", "ehmf", "--visto", "--by", "style"],
            "⟦--by style with --visto⟧",
        ),
        (["senas", "RRSA", "--gesture", "wink", "--rules", "ffm"], "⟦one of them⟧"),
        (["plot", "win"], "⟦figure 'win' without a file⟧"),
        (["plot", "win", "-o", "x.gif"], "⟦a file ending in .png⟦ or ⟧.svg⟦ or ⟧.pdf⟧"),
        (["table", "lances", "--seed", "3"], "⟦--seed with table 'lances', which is exact⟧"),
        (["table", "cut", "-o", "x.doc"], "⟦ending '.doc'⟧"),
        (["style", "save", "usual", "-o", "none/x.csv"], "⟦there is no such folder⟧"),
        (["report", "coaching"], "⟦no file⟧"),
    ],
)
def test_refusals_of_these_commands_are_looked_up(monkeypatch, capsys, words, told):
    speak_brackets(monkeypatch)
    assert run(words) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_odds_in_basque_and_spanish(capsys):
    assert run(["odds", "RRCA", "--lang", "eu"]) == 0
    told = capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ")
    assert "R R C A, esku (naipera: 8 errege, 40 tantora)" in told
    assert "handia         % 94,7" in told
    assert run(["odds", "RRCA", "--seat", "postre", "--pares", "mano=si", "--lang", "es"]) == 0
    told = capsys.readouterr().out
    assert "Visto: el mano tiene pares." in told


@pytest.mark.parametrize("code", ["es", "eu"])
@pytest.mark.parametrize("screen", ["discard", "by seat", "rounds", "mus", "senas", "styles"])
def test_screens_fit_on_80_columns(screen, code, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    assert run([*SCREENS[screen], "--lang", code]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line for line in told if len(line.rstrip()) > 80] == []


def test_buttons_of_naipera_are_refused_and_read_in_the_language(capsys):
    assert run(["senas", "--gesture", "guiño", "--lang", "es"]) == 2
    told = capsys.readouterr().err
    assert "botón dos reyes, botón tres reyes" in told
    assert "botón ciego; ejemplo: 'botón dos reyes'" in told
    assert run(["senas", "--gesture", "bi errege botoia", "--lang", "eu"]) == 0
    assert capsys.readouterr().out.startswith("bi errege botoia: bi errege ")
