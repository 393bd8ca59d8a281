"""The answer to a question of odds: what it divides by, its errors, and how it is written."""

from __future__ import annotations

from math import sqrt
from types import SimpleNamespace
from typing import Any

import pytest

from musodds import exact
from musodds.clues import gather_evidence
from musodds.crowd import sample_odds
from musodds.errors import InputError
from musodds.exact import Odds, count_odds, explain, is_countable, odds
from musodds.few import count_few
from musodds.rules import Rules
from musodds.situation import ask
from musodds.tally import FIELDS, deals_around

MESETA = Rules(wild=True, deal="five")
# a hundred deals, as if they had been sampled
COUNTS = {
    "grande_win": 60,
    "chica_win": 35,
    "pares_win": 50,
    "pares_contested": 25,
    "pares_win_contested": 10,
    "pares_nobody": 5,
    "pares_tantos": 70,
    "juego_win": 40,
    "juego_contested": 16,
    "juego_win_contested": 4,
    "juego_nobody": 20,
    "juego_tantos": 80,
    "punto_win": 15,
}
CHANCES = {
    "grande": {"win": 0.6},
    "chica": {"win": 0.35},
    "pares": {"win": 0.5, "contested": 0.25, "win_if_contested": 0.4, "nobody": 0.05},
    "juego": {"win": 0.4, "contested": 0.16, "win_if_contested": 0.25, "nobody": 0.2},
    "punto": {"win": 0.15, "played": 0.2, "win_if_played": 0.75},
}
PASO = {"grande": 0.2, "chica": -0.3, "pares": 0.7, "juego": 0.8, "punto": 0.1}


def sampled(squares: int | None = 900, **more: Any) -> Odds:
    return Odds(ask("RRCA"), 100, {**COUNTS, **more}, 0.5, squares, seed=3)


def test_chances_are_shares_of_the_deals_they_are_among() -> None:
    assert sampled().lances == CHANCES


def test_a_chance_given_what_never_happens_is_none() -> None:
    found = sampled(pares_contested=0, pares_win_contested=0, juego_nobody=0, punto_win=0)
    assert found.lances["pares"]["win_if_contested"] is None
    assert found.lances["punto"] == {"win": 0, "played": 0, "win_if_played": None}
    assert found.se is not None
    assert found.se["pares"]["win_if_contested"] is None
    assert found.se["pares"]["contested"] == 0


def test_standard_errors_are_those_of_shares_of_the_deals_they_are_among() -> None:
    among = {
        ("pares", "win_if_contested"): 25,
        ("juego", "win_if_contested"): 16,
        ("punto", "win_if_played"): 20,
    }
    errors = sampled().se
    assert errors is not None
    assert errors.keys() == {*CHANCES, "paso_ev"}
    for lance, chances in CHANCES.items():
        assert errors[lance].keys() == chances.keys()
        for name, p in chances.items():
            n = among.get((lance, name), 100)
            assert errors[lance][name] == pytest.approx(sqrt(p * (1 - p) / n))
    # a mean of 1.5 tantos and a mean square of 9
    assert errors["paso_ev"] == pytest.approx(sqrt(6.75 / 100))


def test_tantos_in_paso_by_lance_and_together() -> None:
    found = sampled()
    assert found.paso_by_lance == pytest.approx(PASO)
    assert list(found.paso_by_lance or {}) == list(CHANCES)
    assert found.paso_ev == pytest.approx(1.5)


def test_nobody_says_who_pays_where_everybody_plays_for_himself() -> None:
    found = Odds(ask("RRCA", players=5), 100, COUNTS, 0.5, 900, seed=3)
    assert found.paso_ev is found.paso_by_lance is None
    assert found.se is not None
    assert found.se.keys() == CHANCES.keys()


def test_counted_odds_have_no_error_and_no_seed() -> None:
    found = odds("RRCA")
    assert found.method == "exact"
    assert found.se is found.seed is found.squares is found.evidence is found.joint is None
    assert found.deals == deals_around(40, 1)
    assert found.asked == ask("RRCA", "mano", "naipera", None, 4, False)


def test_the_json_form_has_the_question_and_the_answer() -> None:
    found = sampled()
    assert found.to_dict() == {
        "schema": "musodds.odds/1",
        **ask("RRCA").to_dict(),
        "lances": CHANCES,
        "paso_ev": found.paso_ev,
        "paso_by_lance": found.paso_by_lance,
        "se": found.se,
        "method": "monte-carlo",
        "deals": 100,
        "seed": 3,
        "elapsed_s": 0.5,
    }


def test_the_json_form_has_what_was_seen() -> None:
    found = odds("RR4A", pares=["segundo=si"])
    assert found.evidence is not None
    assert found.joint is not None
    written = found.to_dict()
    assert written.items() >= found.evidence.to_dict().items()
    assert written.items() >= found.joint.to_dict().items()


@pytest.mark.parametrize(("players", "place"), [(2, 0), (2, 1), (3, 0), (3, 2)])
def test_few_players_are_counted(players: int, place: int) -> None:
    asked = ask("RR4A", place + 1, players=players)
    counts, deals = count_few(asked.space, asked.known[place], place, players)
    found = odds("RR4A", place + 1, players=players)
    assert (list(found.counts.values()), found.deals) == (counts.tolist(), deals)
    assert list(found.counts) == list(FIELDS)
    assert found.method == "exact"


def test_all_hands_of_the_rivals_are_counted_around_a_known_partner() -> None:
    found = odds("RRS6", partner="R74A")
    assert found.deals == deals_around(40, 2)
    assert found.lances["grande"]["win"] == pytest.approx(0.92396119144729, abs=5e-15)


@pytest.mark.parametrize(
    ("players", "solo", "rules", "counted"),
    [
        (2, False, "naipera", True),
        (3, True, "naipera", True),
        (4, False, "naipera", True),
        (4, True, "naipera", False),
        (5, True, "naipera", False),
        (6, False, "naipera", False),
        (2, False, MESETA, False),
        (4, False, MESETA, False),
    ],
)
def test_what_is_counted_and_what_is_sampled(
    players: int, solo: bool, rules: str | Rules, counted: bool
) -> None:
    assert is_countable(ask("RRCA", "mano", rules, players=players, solo=solo)) is counted


def test_large_tables_are_sampled_by_a_seed() -> None:
    found = odds("RRCA", players=6, deals=1, seed=5)
    assert (found.method, found.seed) == ("monte-carlo", 5)
    assert isinstance(found.squares, int)
    assert found.squares == sample_odds(found.asked, 1, 5)[0][-1]
    assert list(found.counts) == list(FIELDS)
    assert odds("RRCA", players=6, deals=1, seed=5).counts == found.counts
    assert (
        odds("RRCA", players=6, deals=1).counts == odds("RRCA", players=6, deals=1, seed=1).counts
    )


def test_what_cannot_be_sampled_is_refused() -> None:
    with pytest.raises(InputError, match="deals 0"):
        odds("RRCA", deals=0)
    with pytest.raises(InputError, match="seed -1"):
        odds("RRCA", seed=-1)


@pytest.mark.parametrize(
    ("players", "rules"), [(2, "naipera"), (6, "naipera"), (4, MESETA)], ids=str
)
def test_evidence_is_for_four_in_pairs_with_four_cards(players: int, rules: str | Rules) -> None:
    four = ask("RRCA", players=4)
    evidence = gather_evidence(four, pares=["segundo=si"])
    with pytest.raises(InputError, match="evidence at this table"):
        count_odds(ask("RRCA", "mano", rules, players=players), evidence=evidence)


def test_deals_are_whole_under_evidence_that_is_certain_only() -> None:
    certain = odds("RR4A", pares=["segundo=si"], juego=["postre=no"])
    assert type(certain.deals) is int
    assert {type(n) for n in certain.counts.values()} == {int}
    assert certain.lances["pares"]["win"] == pytest.approx(0.8174, abs=5e-5)
    weighed = odds("RR4A", said=["segundo=mus"])
    assert type(weighed.deals) is float
    assert {type(n) for n in weighed.counts.values()} == {float}


def test_each_piece_is_explained_by_the_odds_without_it() -> None:
    assert explain(odds("RR4A")) == []
    found = odds("RR4A", "segundo", pares=["mano=si"], juego=["postre=no"])
    (first, without_first), (second, without_second) = explain(found)
    assert (first.label, second.label) == ("mano pares=si", "postre juego=no")
    assert without_first.counts == odds("RR4A", "segundo", juego=["postre=no"]).counts
    assert without_second.counts == odds("RR4A", "segundo", pares=["mano=si"]).counts


@pytest.mark.parametrize("seen", [{}, {"pares": ["segundo=si"]}])
def test_the_seconds_that_it_took(monkeypatch: pytest.MonkeyPatch, seen: dict[str, Any]) -> None:
    clock = iter([10.0, 12.5])
    monkeypatch.setattr(exact, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    assert odds("RR4A", **seen).elapsed_s == 2.5
