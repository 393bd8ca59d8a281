"""Why one way is better than another, in a sentence made from the exact chances of the lances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..lang import _
from ..numerals import decimal, percent
from ..words import lance_word

if TYPE_CHECKING:
    from ..discard import DiscardRanking
    from ..exact import Odds

Wins = Mapping[str, float]
STAKES = {"grande": 1, "chica": 1, "pares": 2, "juego": 3, "punto": 1}  # tantos, about
LEAST = 0.03  # a smaller change, times tantos, decides nothing


def wins_with(odds: Odds) -> dict[str, float]:
    """Return how often our pair wins each lance with the hand as it is, of all deals."""
    return {lance: float(chances["win"] or 0) for lance, chances in odds.lances.items()}


def wins_after(odds: Odds, ranking: DiscardRanking, mask: int) -> dict[str, float]:
    """Return the same after a discard, by the mask of the cards kept; the others' cards any."""
    more = ranking.improves[mask]
    return {lance: win + more[lance] for lance, win in wins_with(odds).items()}


def deciding_lance(better: Wins, worse: Wins) -> str | None:
    """Return the lance in which the better way gains most, None where it gains in none.

    Examples
    --------
    >>> deciding_lance({"grande": 0.4, "juego": 0.5}, {"grande": 0.5, "juego": 0.2})
    'juego'
    """
    gains = {lance: STAKES[lance] * (win - worse[lance]) for lance, win in better.items()}
    best = max(gains, key=lambda lance: gains[lance])
    return best if gains[best] > LEAST else None


def why_cut(odds: Odds, ranking: DiscardRanking, cut: bool) -> str:
    """Say which lance decides between cutting and mus with the best discard."""
    choice, throw = ranking.choice, ranking.discards[0]
    now, then = wins_with(odds), wins_after(odds, ranking, throw.mask)
    lance = deciding_lance(now, then) if cut else deciding_lance(then, now)
    agreed = percent(choice.p_agreed)
    if lance is None:
        return _(
            "No lance alone decides: in paso the hand is worth {paso} tantos as it is; mus, which "
            "all say in {agreed}, lets the rivals draw too."
        ).format(paso=decimal(odds.paso_ev or 0, 2, sign=True), agreed=agreed)
    text = (
        _(
            "What decides is {lance}: your pair wins it in {now} of deals with these cards, in "
            "{then} after throwing {cards}."
        )
        if cut
        else _(
            "What decides is {lance}: your pair wins it in {then} of deals after throwing {cards}, "
            "in {now} with these; all say mus in {agreed}."
        )
    )
    return text.format(
        lance=lance_word(lance), now=percent(now[lance], 1), then=percent(then[lance], 1),
        cards=throw.throw, agreed=agreed,
    )  # fmt: skip


def why_throw(odds: Odds, ranking: DiscardRanking, other: int) -> str:
    """Say which lance decides between the best discard and another, by its place."""
    best, worse = ranking.discards[0], ranking.discards[other]
    one, two = (wins_after(odds, ranking, d.mask) for d in (best, worse))
    lance = deciding_lance(one, two)
    if lance is None:
        return _(
            "No lance alone decides: {best} is ahead of {other} by {tantos} tantos in all."
        ).format(best=best.throw, other=worse.throw, tantos=decimal(worse.loss.tantos))
    return _(
        "What decides is {lance}: your pair wins it in {one} of deals after throwing {best}, in "
        "{two} after {other}."
    ).format(
        lance=lance_word(lance), one=percent(one[lance], 1), two=percent(two[lance], 1),
        best=best.throw, other=worse.throw,
    )  # fmt: skip
