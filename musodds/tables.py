"""Whole tables as pandas frames: the census, the lances, pairs of partners, what is declared."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Unpack

import numpy as np
import numpy.typing as npt

from .cards import Hand, parse_hand
from .errors import InputError
from .hands import JUEGO_ORDER, MIN_JUEGO, PARES_KINDS, HandSpace, hand_space
from .lance_table import LanceTable, deck_key, lance_table
from .lang import _
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import SEATS, parse_seat
from .setup import Sampling
from .strength import strength
from .tally import FIELDS, deals_around, paso_by_lance

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = {
    "grande_win": "grande_win",
    "chica_win": "chica_win",
    "pares_win": "pares_win",
    "pares_contested": "pares_contested",
    "juego_win": "juego_win",
    "juego_contested": "juego_contested",
    "punto_win": "punto_win",
    "punto_played": "juego_nobody",
}


def _chances(counts: npt.NDArray[np.int64], deals: int) -> dict[str, npt.NDArray[np.float64]]:
    """Return the columns of the lance table from the `FIELDS` along the last axis."""
    columns = {name: counts[..., FIELDS.index(field)] / deals for name, field in _COLUMNS.items()}
    return columns | {"paso_ev": paso_by_lance(counts, deals).sum(0) / deals}


def census(rules: str | Rules = DEFAULT_RULES) -> pd.DataFrame:
    """Return how many of all dealt hands hold what, and their share.

    Parameters
    ----------
    rules : str or Rules, default "naipera"

    Returns
    -------
    DataFrame
        Columns ``holds``, ``hands`` (of C(40, 4) = 91,390 with a whole deck) and ``share``.

    Examples
    --------
    >>> frame = census("naipera")
    >>> frame[frame.holds == "duples"].hands.item()
    3486
    """
    import pandas as pd

    space = hand_space(load_rules(rules))
    rows: dict[str, npt.NDArray[np.bool_]] = {"any": np.full(len(space), True)}
    rows["pares"] = space.pares > 0
    rows |= {kind: space.pares == k for k, kind in enumerate(PARES_KINDS) if k}
    rows["four alike"] = np.array([len(set(cards)) == 1 for cards in space.cards.tolist()])
    rows["juego"] = space.juego > 0
    rows |= {f"juego {n}": space.points == n for n in JUEGO_ORDER[::-1]}
    rows |= {f"punto {n}": space.points == n for n in range(MIN_JUEGO - 1, 3, -1)}
    counts = {name: int(space.weights[held].sum()) for name, held in rows.items()}
    counts = {name: n for name, n in counts.items() if n}
    frame = pd.DataFrame({"holds": list(counts), "hands": list(counts.values())})
    frame["share"] = frame.hands / int(space.weights.sum())
    return frame


def lances(rules: str | Rules = DEFAULT_RULES) -> pd.DataFrame:
    """Return the odds of every hand in every seat, partner and rivals unknown, exactly.

    Returns
    -------
    DataFrame
        Columns as in the contract: ``hand, seat, grande_win, ..., paso_ev``; seats within hands.

    Examples
    --------
    >>> frame = lances("naipera")
    >>> len(frame), float(frame.set_index(["hand", "seat"]).pares_win["RR4A", "mano"].round(4))
    (1320, 0.8644)
    """
    import pandas as pd

    table = lance_table(load_rules(rules))
    hands, seats = len(table.space), len(SEATS)
    columns = _chances(table.counts.transpose(1, 0, 2), table.deals)
    frame = pd.DataFrame(
        {"hand": np.repeat(table.space.names, seats), "seat": np.tile(SEATS, hands)}
    )
    return frame.assign(**{name: column.ravel() for name, column in columns.items()})


def odds_frame(
    hands: Sequence[str | Hand],
    seats: Sequence[str | int] = SEATS,
    rules: str | Rules = DEFAULT_RULES,
) -> pd.DataFrame:
    """Return the odds of many hands in many seats at once, partner and rivals unknown, exactly.

    Parameters
    ----------
    hands : sequence of str or Hand
        As in `cards.parse_hand`.
    seats : sequence of str or int, default all four
    rules : str or Rules, default "naipera"

    Returns
    -------
    DataFrame
        The rows of `lances` for these hands and seats, in the order asked, hands as typed.

    Raises
    ------
    InputError
        If a hand or a seat cannot be read.

    Examples
    --------
    >>> odds_frame(["RRCA", "7654"], ["mano", "postre"]).paso_ev.round(2).tolist()
    [5.17, 3.71, -2.18, -2.2]
    """
    import pandas as pd

    table = lance_table(load_rules(rules))
    asked = [hand if isinstance(hand, Hand) else parse_hand(hand) for hand in hands]
    places = [parse_seat(seat) for seat in seats]
    index = [table.space.index(hand) for hand in asked]
    counts = table.counts[np.ix_(places, index)].transpose(1, 0, 2)
    frame = pd.DataFrame(
        {
            "hand": np.repeat([str(hand) for hand in asked], len(places)),
            "seat": np.tile([SEATS[place] for place in places], len(asked)),
        }
    )
    columns = _chances(counts, table.deals)
    return frame.assign(**{name: column.ravel() for name, column in columns.items()})


def partner(
    rules: str | Rules = DEFAULT_RULES, progress: Callable[[float], None] | None = None
) -> pd.DataFrame:
    """Return the odds of every hand with every partner's hand, rivals unknown, exactly.

    What is counted is kept, so that an interrupted table goes on where it stopped.

    Parameters
    ----------
    rules : str or Rules, default "naipera"
    progress : callable, optional
        Told the share done, 0 to 1.

    Returns
    -------
    DataFrame
        ``first`` (the pair's earlier seat), ``second`` (the later one), ``pair`` (``mano``: mano
        and tercero; ``segundo``: segundo and postre), then the columns of `lances`. 104,820
        pairs of hands a pair of seats with eight kings.
    """
    import pandas as pd

    from .counting import count_partners  # starts numba
    from .jit import cache_dir

    rules = load_rules(rules)
    space, folder = hand_space(rules), cache_dir() / f"partner-{deck_key(rules)}"
    hands, counts = count_partners(space, folder, progress)
    shutil.rmtree(folder, ignore_errors=True)
    deals = deals_around(space.deck.size, 2)
    names = np.array(space.names)
    frames = []
    for second_pair, pair in enumerate(("mano", "segundo")):
        frame = pd.DataFrame(
            {"first": names[hands[:, 0]], "second": names[hands[:, 1]], "pair": pair}
        )
        frames.append(frame.assign(**_chances(counts[:, second_pair], deals)))
    return pd.concat(frames, ignore_index=True)


def posterior(rules: str | Rules = DEFAULT_RULES) -> pd.DataFrame:
    """Return what the declarations say about a hand: its chance given pares and juego, yes or no.

    Returns
    -------
    DataFrame
        ``hand``, ``dealt`` (its share of all dealt hands), then its share among the hands that
        declare so: ``pares_yes``, ``pares_no``, ``juego_yes``, ``juego_no`` and the four
        combinations such as ``pares_yes_juego_no``.
    """
    import pandas as pd

    space = hand_space(load_rules(rules))
    said = {
        f"{lance}_{word}": (tantos > 0) == (word == "yes")
        for lance, tantos in (("pares", space.pares), ("juego", space.juego))
        for word in ("yes", "no")
    }
    said |= {
        f"{pares}_{juego}": said[pares] & said[juego]
        for pares in ("pares_yes", "pares_no")
        for juego in ("juego_yes", "juego_no")
    }
    columns = {name: _share(space, held) for name, held in said.items()}
    frame = pd.DataFrame({"hand": space.names, "dealt": _share(space, space.weights > 0)})
    return frame.assign(**columns)


def _share(space: HandSpace, held: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    weights = space.weights * held
    return np.asarray(weights / weights.sum())


def contested(rules: str | Rules = DEFAULT_RULES) -> pd.DataFrame:
    """Return how often pares, juego and punto are disputed, exactly, for cards as dealt.

    Returns
    -------
    DataFrame
        ``lance``; ``holder``: ``any`` whatever a seat holds, ``yes`` or ``no`` where it holds the
        lance itself or not; ``share`` of deals in which it is so; then the shares of those deals in
        which ``both`` pairs hold it, only ``ours``, only ``theirs``, or ``nobody``. Punto is held
        by all if nobody has juego, and else by nobody. Every seat has the same.

    Examples
    --------
    >>> frame = contested("naipera").set_index(["lance", "holder"])
    >>> frame.round(4).both["pares", "any"].item(), frame.round(4).nobody["juego", "any"].item()
    (0.659, 0.2468)
    """
    import pandas as pd

    table = lance_table(load_rules(rules))
    space, rows = table.space, list[list[str | float]]()
    for lance, held in (("pares", space.pares > 0), ("juego", space.juego > 0)):
        deals = _held_by(table, lance)
        for holder, hands in (("any", held | ~held), ("yes", held), ("no", ~held)):
            weights = space.weights * hands
            shares = (weights / weights.sum()) @ (deals / table.deals)
            rows.append([lance, holder, float(weights.sum() / space.weights.sum()), *shares])
    punto = rows[3][-1]  # nobody has juego
    rows.append(["punto", "any", 1.0, punto, 0.0, 0.0, 1 - float(punto)])
    columns = ["lance", "holder", "share", "both", "ours", "theirs", "nobody"]
    return pd.DataFrame(rows, columns=columns)


def _held_by(table: LanceTable, lance: str) -> npt.NDArray[np.int64]:
    """Return in how many deals both pairs, ours, theirs or nobody hold it, shape (hands, 4)."""
    both, won_both, won, nobody = (
        table.counts[0, :, FIELDS.index(f"{lance}_{field}")]
        for field in ("contested", "win_contested", "win", "nobody")
    )
    ours = won - won_both
    return np.stack([both, ours, table.deals - both - ours - nobody, nobody], axis=1)


def cut(
    rules: str | Rules = DEFAULT_RULES,
    progress: Callable[[float], None] | None = None,
    seats: Sequence[str | int] = SEATS,
    **sampling: Unpack[Sampling],
) -> pd.DataFrame:
    """Return whether to cut or say mus, for every hand and seat; see `phase_tables.cut_frame`."""
    from .phase_tables import cut_frame  # starts numba

    return cut_frame(rules, progress, seats, **sampling)


def discards(
    rules: str | Rules = DEFAULT_RULES,
    progress: Callable[[float], None] | None = None,
    seats: Sequence[str | int] = SEATS,
    **sampling: Unpack[Sampling],
) -> pd.DataFrame:
    """Return all discards of every hand and seat; see `phase_tables.discard_frame`."""
    from .phase_tables import discard_frame  # starts numba

    return discard_frame(rules, progress, seats, **sampling)


TABLES: dict[str, Callable[..., pd.DataFrame]] = {
    "census": census,
    "lances": lances,
    "cut": cut,
    "discards": discards,
    "partner": partner,
    "posterior": posterior,
    "contested": contested,
    "strength": strength,
}
SAMPLED = ("cut", "discards")


def find_table(name: str) -> Callable[..., pd.DataFrame]:
    """Return the function that makes a table.

    Raises
    ------
    InputError
        If there is no such table.
    """
    try:
        return TABLES[name]
    except KeyError:
        raise InputError(
            _("table '{name}'").format(name=name), ", ".join(TABLES), "musodds table lances"
        ) from None
