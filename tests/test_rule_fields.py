"""Rules as fields, presets and files."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from musodds import lance_table
from musodds.errors import InputError
from musodds.hands import hand_space
from musodds.rules import Rules, load_rules, meanings, presets

NAMES = ["naipera", "ehmf", "ffm", "el-mus", "madrid", "nabo", "barcelona", "bizkaia", "meseta"]


def test_the_presets() -> None:
    assert list(presets()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_states_every_field(name: str) -> None:
    assert set(presets()[name]) == {"title", *meanings()}


def test_every_value_of_a_preset_has_its_source() -> None:
    text = (files("musodds") / "presets.toml").read_text("utf-8")
    values = [line for line in text.splitlines() if re.match(r"\w+ = ", line)]
    assert all(" # " in line for line in values if not line.startswith("title"))
    assert len(values) == len(NAMES) * (len(meanings()) + 1)


@pytest.mark.parametrize("name", NAMES)
def test_round_trip_through_toml(name: str, tmp_path: Path) -> None:
    rules = load_rules(name)
    path = tmp_path / f"{name}.toml"
    path.write_text(rules.to_toml(), "utf-8")
    assert load_rules(str(path)) == rules


def test_a_file_changes_its_base(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('base = "ehmf"\ntarget = 40\nmax_bet = "none"\n')
    assert load_rules(str(path)) == replace(load_rules("ehmf"), name="ours", target=40)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("kingz = 4", "unknown field 'kingz'"),
        ('kings = "4"', "kings = '4'; expected 4 or 8"),
        ("kings = true", "kings = true"),
        ("target = 4.5", "target = '4.5'"),
        ("target = 0", "expected a positive number"),
        ("real = 'ace'", "expected 'off' or 'ten' or 'sota' or 'sota-oros' or 'king'"),
        ("mus_decided = 'mano'", "expected 'seat' or 'pair' or 'defer'"),
        ("reshuffle = 'none'", "expected 'all' or 'own-apart' or 'earlier'"),
        ("late_claims = 'always'", "expected 'until-cut' or 'none'"),
        ("first_mano = 'lowest'", "expected 'smallest-deals' or 'highest-mano' or 'agreed'"),
        ("pedrete = 1", "expected true or false"),
        ("wild = true\nreal = 'ten'", "real = 'ten' with wild = true"),
        ("deal = 'five'\npedrete = true", "deal = 'five' with mus_corrido = 'never'"),
        ("deal = 'five'\nexposed_card = 'mus-visto'", "exposed_card = 'mus-visto' and pedrete"),
        ("double_bets = 1", "expected true or false"),
        ("max_bet = 'x'", "expected a positive number, at most 200 or 'none'"),
        ("max_bet = 1", "max_bet = 1 with min_bet = 2"),
        ("real_pays = 5", "real_pays = 5 with real = 'off'"),
        ("base = 'x'", "no such preset"),
        ("base = 3", "no such preset"),
        ("kings", "rules '"),
    ],
)
def test_files_that_are_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=re.escape(reason)) as caught:
        load_rules(str(path))
    assert "\n" not in str(caught.value)


def test_there_is_no_such_file() -> None:
    with pytest.raises(InputError, match=re.escape("nowhere.toml")):
        load_rules("nowhere.toml")


def test_overrides() -> None:
    assert load_rules("naipera", ["kings=4", "real = ten", "max_bet=none"]) == replace(
        load_rules("naipera"), name="naipera, kings = 4, real = ten", kings=4, real="ten"
    )
    assert load_rules("ffm", {"kings": 4}).name == "ffm"
    with pytest.raises(InputError, match="no value"):
        load_rules("ffm", ["kings"])
    with pytest.raises(InputError, match="unknown field 'king'"):
        load_rules("ffm", ["king=4"])


def test_real_pays_and_quads_reach_the_hands() -> None:
    space = hand_space(Rules(real="king", real_pays=5, quads="beat"))
    assert int(space.juego[space.index("R777")]) == 5
    assert int(space.juego[space.index("RRSA")]) == 3
    assert space.compare("pares", "4444", "RRCC") == 1
    assert int(space.pares[space.index("4444")]) == 3
    assert space.compare("pares", "4444", "RRRC") == 1


@pytest.mark.parametrize("change", ["quads=beat", "real=ten"])
def test_the_shipped_odds_are_those_of_the_plain_rules(
    monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    counted: list[object] = []
    monkeypatch.setattr(lance_table, "_counted", lambda space, rules: counted.append(space))
    lance_table.lance_table.__wrapped__(load_rules("naipera"))
    assert not counted
    lance_table.lance_table.__wrapped__(load_rules("naipera", [change]))
    assert len(counted) == 1


DOCS = Path(__file__).parent.parent / "docs" / "rules.md"
ROWS = [
    [cell.strip(" `") for cell in line.strip("|").split("|")]
    for line in DOCS.read_text("utf-8").splitlines()
    if line.endswith("` |") and "::" in line
]


def test_the_docs_list_every_field() -> None:
    assert [row[1] for row in ROWS] == list(meanings())


@pytest.mark.parametrize("row", ROWS, ids=[row[1] for row in ROWS])
def test_the_docs_tell_the_presets_and_a_test(row: list[str]) -> None:
    words = {True: "yes", False: "no", None: "none"}
    for name, shown in zip(("naipera", "ehmf", "ffm", "el-mus"), row[2:6], strict=True):
        value = getattr(load_rules(name), row[1])
        assert shown == (str(value) if type(value) in (int, str) else words[value])
    file, test = row[6].split("::")
    assert f"def {test}(" in (Path(__file__).parent / file).read_text("utf-8")


def test_rules_that_say_nothing_are_those_of_naipera_with_other_senas_and_match() -> None:
    assert load_rules() == load_rules("naipera")
    own = {"senas": "fem", "max_senas": None, "games": 3, "vacas": 1}
    assert Rules().to_dict() == load_rules().to_dict() | own


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("kings", 5, "rules: kings = 5; expected 4 or 8 or 9; example: kings = 8"),
        (
            "target",
            -3,
            "rules: target = -3; expected a positive number, at most 200; example: target = 40",
        ),
        ("wild", 1, "rules: wild = 1; expected true or false; example: wild = false"),
        (
            "late_claims",
            False,
            "late_claims = false; expected 'until-cut' or 'none'; example: late_",
        ),
        (
            "max_bet",
            0,
            "max_bet = 0; expected a positive number, at most 200 or 'none'; example: max_",
        ),
        ("real_pays", 4, "rules: real_pays = 4; expected 3 or 5; example: real_pays = 3"),
    ],
)
def test_what_a_field_refuses_and_its_default_as_an_example(
    field: str, value: Any, message: str
) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        Rules(**{field: value})


def test_rules_are_keys_and_cannot_be_changed() -> None:
    assert len({Rules(), Rules(), load_rules("ffm")}) == 2
    with pytest.raises(FrozenInstanceError):
        Rules().kings = 4  # type: ignore[misc]


def test_every_field_says_what_it_means() -> None:
    assert meanings()["min_bet"] == "tantos of the least envite"
    assert all(isinstance(text, str) and len(text) > 15 for text in meanings().values())


CONTRADICTIONS = [
    {"max_bet": 1},
    {"max_bet": 4, "min_bet": 5},
    *({"wild": True, "real": real} for real in ("ten", "sota", "sota-oros", "king")),
    {"deal": "five", "mus_corrido": "game"},
    {"deal": "five", "mus_corrido": "match"},
    {"deal": "five", "exposed_card": "mus-visto"},
    {"deal": "five", "pedrete": True},
    {"real_pays": 5},
    {"senas": None, "max_senas": 2},
    {"senas": None, "senas_seen": "table"},
]


@pytest.mark.parametrize("fields", CONTRADICTIONS, ids=str)
def test_fields_that_contradict_each_other(fields: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"^rules: "):
        Rules(**fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"max_bet": 2},
        {"max_bet": 20},
        {"max_bet": 5, "min_bet": 5},
        {"min_bet": 1},
        {"wild": True},
        {"deal": "five"},
        {"mus_corrido": "game", "exposed_card": "mus-visto", "pedrete": True},
        *({"real": real, "real_pays": 5} for real in ("ten", "sota", "sota-oros", "king")),
        {"real": "ten"},
        {"senas": None},
        *({"senas": name} for name in ("ehmf", "tikal", "wikipedia", "ffm", "naipera")),
        {"max_senas": 2, "senas_seen": "table"},
    ],
    ids=str,
)
def test_fields_that_go_together(fields: dict[str, Any]) -> None:
    rules = Rules(**fields)
    assert {field: getattr(rules, field) for field in fields} == fields
    assert load_rules(Rules(), fields) == replace(rules, name=load_rules(Rules(), fields).name)


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({}, "R C S 7 6 5 4 A"),
        ({"kings": 4}, "R C S 7 6 5 4 3 2 A"),
        ({"real": "ten"}, "R C S 7 6 5 4 A"),
        ({"real": "sota"}, "R C S 7 6 5 4 A"),
        ({"real": "king"}, "R C S 7 6 5 4 A"),
        ({"real": "sota-oros"}, "R C So S 7 6 5 4 A"),
        ({"wild": True}, "R Cb C So S 7 6 5 4 A"),
    ],
)
def test_cards_that_a_rule_sets_apart(fields: dict[str, Any], names: str) -> None:
    assert sorted(Rules(**fields).deck().names) == sorted(names.split())


def test_a_line_for_people() -> None:
    assert load_rules("ffm").describe() == "ffm: 4 kings, games of 40"
    told = load_rules(Rules(), {"real": "sota", "target": 30}).describe()
    assert told == "custom, real = sota, target = 30: 8 kings, games of 30, 31 real (sota)"
    assert Rules(real="king").describe() == "custom: 8 kings, games of 40, 31 real (king)"


def test_none_is_a_word_in_files_and_overrides() -> None:
    assert "max_bet = 'none'\n" in Rules().to_toml()
    assert load_rules("ehmf", {"senas": "none", "max_senas": "none"}).senas is None
    assert load_rules("naipera", {"max_bet": 9}).to_dict()["max_bet"] == 9
    assert "name" not in Rules().to_dict()
    assert load_rules(" FFM ") == load_rules("ffm")
