"""Worked hands: every tanto in the order in which it is written down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from scoring_help import PLAIN, refused

from musodds.rules import load_rules
from musodds.scoring import score

VECTORS = json.loads((Path(__file__).parent / "data" / "scoring.json").read_text("utf-8"))
assert len(VECTORS) == 32


@pytest.mark.parametrize("case", VECTORS, ids=[f"{v['id']}:{v['source']}" for v in VECTORS])
def test_worked_hand(case: dict[str, Any]) -> None:
    rules = load_rules("naipera", case["rules"])
    played = score(case["hands"], case["bets"], rules, tuple(case["before"]))
    assert [[a.team, a.tantos, a.lance, a.why, a.total] for a in played.trace] == case["trace"]
    assert list(played.score) == case["score"]
    assert played.winner == case["winner"]


def test_the_json_form_is_the_contract() -> None:
    found = score(["SS65", "SRC4", "CCC7", "RR51"], {"chica": "A2 q"}, "ehmf", (27, 24)).to_dict()
    assert found["schema"] == "musodds.score/1"
    assert found["score"] == {"A": 30, "B": 27}
    assert found["winner"] == "A"
    assert found["trace"][0] == {
        "team": "B",
        "tantos": 1,
        "lance": "grande",
        "why": "paso",
        "total": 25,
    }


@pytest.mark.parametrize("before", [(-1, 0), (0, -1), (40, 0), (0, 40), (45, 0)])
def test_a_score_at_which_nobody_plays_on(before: tuple[int, int]) -> None:
    refused("from 0 to 39 each", PLAIN, {}, before=before)
    assert score(PLAIN, {}, before=(39, 39)).winner == "A"  # grande is counted first
