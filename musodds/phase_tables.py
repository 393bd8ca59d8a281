"""Cut or mus, and what to throw, for every hand in every seat against a style, as pandas frames.

What is found is kept, block by block: an interrupted table goes on where it stopped, and comes out
the same to the last bit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from .cards import Hand
from .checkpoint import kept
from .choice import Choice
from .draws import MASKS
from .hands import HandSpace, hand_space
from .jit import Arr, cache_dir
from .makes import MAKES, makes
from .mus import weigh
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import SEATS, parse_seat
from .setup import TABLE_SE, Sampling, Setup, make_setup
from .situation import Situation
from .standing import Standing

if TYPE_CHECKING:
    import pandas as pd

BLOCK = 30  # hands kept together


@dataclass(frozen=True, slots=True, eq=False)
class PhaseTable:
    """Every hand of some seats, weighed against a style.

    Attributes
    ----------
    rules : Rules
    setup : Setup
    seats : tuple of int
    values : dict of str to ndarray
        ``cut``, ``mus`` and ``difference`` with tantos and standard error, shape (seats, hands,
        2); ``p_agreed`` and ``deals``, shape (seats, hands); ``agreed`` and ``loss``, by mask of
        cards kept, shape (seats, hands, 16, 2), not a number where the mask is no discard;
        ``best``, the best mask, shape (seats, hands).
    """

    rules: Rules
    setup: Setup
    seats: tuple[int, ...]
    values: dict[str, Arr]

    @property
    def space(self) -> HandSpace:
        """The hands."""
        return hand_space(self.rules)

    @property
    def cuts(self) -> Arr:
        """Whether to cut, shape (seats, hands)."""
        return np.asarray(self.values["difference"][..., 0] >= 0)

    def share(self) -> Arr:
        """Return the share of dealt hands with which each seat should cut."""
        weights = self.space.weights
        return np.asarray((self.cuts * weights).sum(1) / weights.sum())


def _row(choice: Choice) -> dict[str, Any]:
    by_mask = {name: np.full((MASKS, 2), np.nan) for name in ("agreed", "loss")}
    for d in choice.discards:
        by_mask["agreed"][d.mask] = d.agreed.tantos, d.agreed.se
        by_mask["loss"][d.mask] = d.loss.tantos, d.loss.se
    return {
        "cut": (choice.cut.tantos, choice.cut.se),
        "mus": (choice.mus.tantos, choice.mus.se),
        "difference": (choice.difference.tantos, choice.difference.se),
        "p_agreed": choice.p_agreed,
        "deals": choice.deals,
        "best": choice.discards[0].mask,
        **by_mask,
    }


def _block(rules: Rules, setup: Setup, seat: int, hands: range) -> dict[str, Arr]:
    """Weigh some hands in a seat."""
    space = hand_space(rules)
    rows = []
    for hand in hands:
        cards = Hand(tuple(space.deck.names[c] for c in space.cards[hand]))
        rows.append(_row(weigh(Standing(Situation(cards, seat, rules), setup))))
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def _folder(rules: Rules, setup: Setup) -> Path:
    key = hashlib.sha256(repr((rules, setup)).encode()).hexdigest()[:16]
    return cache_dir() / f"phase-{key}"


def phase_table(
    rules: str | Rules = DEFAULT_RULES,
    seats: Sequence[str | int] = SEATS,
    progress: Callable[[float], None] | None = None,
    **sampling: Unpack[Sampling],
) -> PhaseTable:
    """Weigh every hand in every seat against a style.

    Parameters
    ----------
    rules : str or Rules, default "naipera"
    seats : sequence of str or int, default all four
    progress : callable, optional
        Told the share done, 0 to 1.
    **sampling
        As in `setup.Setup`; by default until the difference between cutting and mus has a
        standard error of 0.01 tantos. ``seconds`` are those of one hand.

    Returns
    -------
    PhaseTable
    """
    rules, places = load_rules(rules), tuple(parse_seat(seat) for seat in seats)
    if not {"se", "deals", "seconds"} & {name for name, value in sampling.items() if value}:
        sampling["se"] = TABLE_SE
    setup, hands = make_setup(**sampling), len(hand_space(rules))
    setup.check(rules)
    folder, blocks = _folder(rules, setup), range(0, hands, BLOCK)
    done, parts = 0, []
    for seat in places:
        row = []
        for first in blocks:
            some = range(first, min(first + BLOCK, hands))
            row.append(
                kept(folder / f"{seat}-{first}.npz", lambda: _block(rules, setup, seat, some))  # noqa: B023
            )
            done += 1
            if progress is not None:
                progress(done / (len(places) * len(blocks)))
        parts.append({name: np.concatenate([part[name] for part in row]) for name in row[0]})
    values = {name: np.stack([part[name] for part in parts]) for name in parts[0]}
    return PhaseTable(rules, setup, places, values)


def _cards(table: PhaseTable, hand: int, mask: int, kept_ones: bool) -> str:
    name = table.space.names[hand]
    return "".join(card for i, card in enumerate(name) if bool((mask >> i) & 1) == kept_ones)


def _with_deals(frame: pd.DataFrame, table: PhaseTable) -> pd.DataFrame:
    frame.attrs["deals"] = int(table.values["deals"].sum())
    return frame


def cut_frame(
    rules: str | Rules = DEFAULT_RULES,
    progress: Callable[[float], None] | None = None,
    seats: Sequence[str | int] = SEATS,
    **sampling: Unpack[Sampling],
) -> pd.DataFrame:
    """Return for every hand and seat whether to cut or say mus, and what to throw.

    Parameters
    ----------
    rules, progress, seats, **sampling
        As in `phase_table`.

    Returns
    -------
    DataFrame
        ``hand, seat, advice``; ``cut``, ``mus`` and ``difference`` in tantos, each with its
        standard error (``cut_se``, 0 where it is counted); ``p_agreed``, ``throw``, ``keep``,
        ``deals``; those of all rows together in ``attrs["deals"]``.
    """
    import pandas as pd

    table, rows = phase_table(rules, seats, progress, **sampling), []
    v = table.values
    for hand in range(len(table.space)):
        for i, seat in enumerate(table.seats):
            best = int(v["best"][i, hand])
            rows.append(
                {
                    "hand": table.space.names[hand],
                    "seat": SEATS[seat],
                    "advice": "cut" if table.cuts[i, hand] else "mus",
                    **{
                        f"{name}{part}": v[name][i, hand, k]
                        for name in ("difference", "cut", "mus")
                        for k, part in enumerate(("", "_se"))
                    },
                    "p_agreed": v["p_agreed"][i, hand],
                    "throw": _cards(table, hand, best, False),
                    "keep": _cards(table, hand, best, True),
                    "deals": v["deals"][i, hand],
                }
            )
    return _with_deals(pd.DataFrame(rows), table)


def discard_frame(
    rules: str | Rules = DEFAULT_RULES,
    progress: Callable[[float], None] | None = None,
    seats: Sequence[str | int] = SEATS,
    **sampling: Unpack[Sampling],
) -> pd.DataFrame:
    """Return every distinct discard of every hand in every seat.

    Parameters
    ----------
    rules, progress, seats, **sampling
        As in `phase_table`.

    Returns
    -------
    DataFrame
        ``hand, seat, throw, keep``, best first; ``tantos`` once all have said mus and ``loss``
        against the best, with standard errors; the chances of what it makes, exactly. All deals
        together are in ``attrs["deals"]``.
    """
    import pandas as pd

    table, rows = phase_table(rules, seats, progress, **sampling), []
    v = table.values
    for hand in range(len(table.space)):
        made = makes(table.space, hand)
        for i, seat in enumerate(table.seats):
            masks = np.flatnonzero(~np.isnan(v["agreed"][i, hand, :, 0]))
            best = int(v["best"][i, hand])
            for mask in sorted(masks, key=lambda m: (m != best, -v["agreed"][i, hand, m, 0])):
                rows.append(
                    {
                        "hand": table.space.names[hand],
                        "seat": SEATS[seat],
                        "throw": _cards(table, hand, int(mask), False),
                        "keep": _cards(table, hand, int(mask), True),
                        "tantos": v["agreed"][i, hand, mask, 0],
                        "tantos_se": v["agreed"][i, hand, mask, 1],
                        "loss": v["loss"][i, hand, mask, 0],
                        "loss_se": v["loss"][i, hand, mask, 1],
                        **{name: made[int(mask)][name] for name in MAKES},
                    }
                )
    return _with_deals(pd.DataFrame(rows), table)
