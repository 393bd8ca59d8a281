"""Read a question about the mus phase: the hand, what is known, how it is sampled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Unpack

from .cards import Hand
from .clues import gather_evidence
from .played import Threw, parse_keeps, parse_played
from .rules import DEFAULT_RULES, Rules
from .setup import Sampling, Setup, make_setup
from .situation import Situation, ask
from .standing import Standing


class More(Sampling, total=False):
    """Keywords of the functions about the mus phase; see `stand` and `setup.Setup`."""

    evidence: Mapping[str, Any] | None
    thrown: Iterable[str]
    threw: Threw
    keeps: Threw
    players: int
    visto: bool


def stand(
    hand: str | Hand,
    seat: str | int = "mano",
    rules: str | Rules = DEFAULT_RULES,
    partner: str | Hand | None = None,
    *,
    evidence: Mapping[str, Any] | None = None,
    thrown: Iterable[str] = (),
    threw: Threw = (),
    keeps: Threw = (),
    players: int = 4,
    visto: bool = False,
    **sampling: Unpack[Sampling],
) -> Standing:
    """Read a question about the mus phase.

    Parameters
    ----------
    hand, seat, rules, partner
        As in `situation.ask`.
    evidence : mapping, optional
        What is known of the hands that the others hold now, as keywords of
        `clues.gather_evidence`: ``{"sena": ["tercero=31"], "dead": ["5"]}``.
    thrown, threw : optional
        The rounds of mus so far, as in `played.parse_played`.
    keeps : optional
        How many cards other seats keep in this round: ``["tercero=2"]``.
    players : int, default 4
        2, 4 or 6.
    visto : bool, default False
        Whether a card was shown in the deal.
    **sampling
        As in `setup.Setup`.

    Returns
    -------
    Standing

    Raises
    ------
    InputError
        If something cannot be read, or does not go together.

    Examples
    --------
    >>> asked = stand("RRCA", "postre", thrown=["5"], threw=["tercero=2"], style="eager")
    >>> asked.played.rounds, asked.setup.style.name
    (1, 'eager')
    """
    asked = ask(hand, seat, rules, partner, players)
    return stand_on(
        asked, make_setup(**sampling),
        evidence=evidence, thrown=thrown, threw=threw, keeps=keeps, visto=visto,
    )  # fmt: skip


def stand_on(
    asked: Situation,
    setup: Setup,
    *,
    evidence: Mapping[str, Any] | None = None,
    thrown: Iterable[str] = (),
    threw: Threw = (),
    keeps: Threw = (),
    round_: int | None = None,
    visto: bool = False,
) -> Standing:
    """Read what is known besides a situation and a setup; see `stand`.

    ``round_`` is the round of mus to be decided, checked against ``thrown`` where it is given.
    """
    asked.check_mus()
    setup.check(asked.rules, asked.partner)
    played, seen = parse_played(asked, thrown, threw, round_), dict(evidence or {})
    if played.rounds:
        dead = seen.get("dead", ())
        seen["dead"] = [*([dead] if isinstance(dead, str) else dead), *map(str, played.thrown)]
    found = gather_evidence(asked, style=setup.style, **seen) if seen else None
    return Standing(asked, setup, found, played, parse_keeps(asked, keeps), visto)
