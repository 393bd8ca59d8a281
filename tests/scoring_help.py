"""What the scoring tests share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from musodds.errors import InputError
from musodds.rules import Rules
from musodds.scoring import HandScore, score

# nobody has pares or juego; pair A holds grande and the punto goes to B (26, 27, 26, 22)
PLAIN = ["R754", "C764", "RC5A", "S65A"]
# both pairs have pares (par of A, medias of B) and juego (31 of A, 32 of B)
CONTESTED = ["RRSA", "CCC7", "7654", "RC75"]


def lines(scored: HandScore) -> list[tuple[str, int, str, str]]:
    """Return pair, tantos, lance and why of every award."""
    return [(a.team, a.tantos, a.lance, a.why) for a in scored.trace]


def of_lance(scored: HandScore, lance: str) -> list[tuple[str, int, str]]:
    """Return pair, tantos and why of the awards of one lance."""
    return [(a.team, a.tantos, a.why) for a in scored.trace if a.lance == lance]


def refused(
    match: str,
    hands: Sequence[str],
    bets: Mapping[str, str],
    rules: str | Rules = "naipera",
    **more: object,
) -> None:
    """Check that scoring is refused, in one line, for the reason given."""
    with pytest.raises(InputError, match=match) as caught:
        score(hands, bets, rules, **more)  # type: ignore[arg-type]
    message = str(caught.value)
    assert "\n" not in message
    assert "; expected " in message
    assert "; example: " in message
