"""What a style does, in a few figures: who cuts with which kinds of hands, and what they throw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .draws import MASKS
from .errors import InputError
from .hands import LANCE_NAMES, HandSpace, hand_space
from .jit import Arr
from .keeps import kept_cards
from .lang import _
from .policy import Policy, cut_shares, style_policy
from .rules import Rules
from .seats import seats_of
from .style import Style, parse_style
from .style_bets import may_take_part
from .worth import hand_worth

NEAR = 4  # hands shown on either side of the line
THROWN = np.array([4 - mask.bit_count() for mask in range(MASKS)])


def kinds_of_hands(space: HandSpace) -> dict[str, Arr]:
    """Return kinds of hands, each hand in one of them, as booleans by hand.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> space = hand_space(load_rules("naipera"))
    >>> kinds = kinds_of_hands(space)
    >>> int(sum(space.weights @ held for held in kinds.values()))
    91390
    """
    kings = space.counts[:, [name[0] == "R" for name in space.deck.names]].sum(1)
    figures = space.counts[:, [c.points == 10 for c in space.deck.classes]].sum(1)
    aces = space.counts[:, [name[0] == "A" for name in space.deck.names]].sum(1)
    juego, is_31, par = space.juego > 0, space.points == 31, space.pares == 1
    kinds = {
        "duples": space.pares == 3,
        "medias with juego": (space.pares == 2) & juego,
        "medias": space.pares == 2,
        "par with 31": par & is_31,
        "par with juego": par & juego,
        "par of kings": par & (kings >= 2),
        "par of others": par,
        "31": is_31,
        "juego": juego,
        "two figures and an ace": (figures >= 2) & (aces > 0),
        "a king": kings > 0,
        "the rest": np.ones(len(space), bool),
    }
    taken = np.zeros(len(space), bool)
    for name, held in kinds.items():
        kinds[name] = held & ~taken
        taken |= held
    return {name: held for name, held in kinds.items() if held.any()}


@dataclass(frozen=True, slots=True)
class Kind:
    """What a seat does with a kind of hands.

    Attributes
    ----------
    kind : str
    share : float
        Of dealt hands.
    cut : float
        Chance to cut.
    throws : tuple of float
        Chances to throw 1, 2, 3 and 4 cards when mus is said; all 0 if it never is.
    example, keeps : str
        The hand that says mus most often, and the cards that it keeps most often.
    """

    kind: str
    share: float
    cut: float
    throws: tuple[float, ...]
    example: str
    keeps: str


@dataclass(frozen=True, slots=True)
class SeatStyle:
    """What a seat does.

    Attributes
    ----------
    seat : str
    cut : tuple of float
        Share of dealt hands that cut, by round; the last one for all later rounds.
    cuts, says_mus : str or None
        The worst hand that mostly cuts and the best one that mostly does not, by tantos in paso.
    cuts_at, mus_at : float or None
        What they are worth in paso.
    near : tuple of (str, float, float)
        The hands around the line: what they are worth in paso and the chance to cut, best first.
    kinds : tuple of Kind
    bets : dict
        By lance the shares of the hands that may take part that open and that accept.
    """

    seat: str
    cut: tuple[float, ...]
    cuts: str | None
    cuts_at: float | None
    says_mus: str | None
    mus_at: float | None
    near: tuple[tuple[str, float, float], ...]
    kinds: tuple[Kind, ...]
    bets: dict[str, tuple[float, float]]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "seat": self.seat,
            "cut": list(self.cut),
            "line": {
                "cuts": self.cuts,
                "cuts_tantos": self.cuts_at,
                "mus": self.says_mus,
                "mus_tantos": self.mus_at,
                "near": [
                    {"hand": hand, "tantos": tantos, "cut": cut} for hand, tantos, cut in self.near
                ],
            },
            "kinds": [
                {
                    "kind": kind.kind,
                    "share": kind.share,
                    "cut": kind.cut,
                    "throws": dict(zip("1234", kind.throws, strict=True)),
                    "example": kind.example,
                    "keeps": kind.keeps,
                }
                for kind in self.kinds
            ],
            "bets": {lance: {"open": o, "accept": a} for lance, (o, a) in self.bets.items()},
        }


@dataclass(frozen=True, slots=True)
class StyleSummary:
    """What a style does at a table."""

    style: Style
    rules: Rules
    round: int
    policy: Policy
    seats: tuple[SeatStyle, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        style = self.style
        return {
            "schema": "musodds.style/1",
            "style": style.name,
            "shares": list(style.shares),
            "softness": None if style.whole else style.softness,
            "discards": None if style.whole else dict(style.discards),
            "whole": bool(style.whole),
            "rules": self.rules.name,
            "players": self.policy.players,
            "round": self.round,
            "seats": [seat.to_dict() for seat in self.seats],
            "method": "sampled order" if self.policy.players == 6 else "exact",
        }


def _kind(space: HandSpace, name: str, held: Arr, cut: Arr, discard: Arr) -> Kind:
    deals = space.weights * held
    mus = deals * (1 - cut)
    sizes = np.array([discard[:, n == THROWN].sum(1) for n in (1, 2, 3, 4)])
    throws, example, keeps = (0.0,) * 4, "", ""
    if mus.any():
        throws = tuple((sizes @ mus / mus.sum()).tolist())
        hand = int(np.argmax(mus))
        example = space.names[hand]
        keeps = kept_cards(space, hand, int(np.argmax(discard[hand])))
    share = float(deals.sum() / space.weights.sum())
    return Kind(name, share, float(deals @ cut / deals.sum()), throws, example, keeps)


def _line(worth: Arr, cut: Arr) -> tuple[int | None, int | None]:
    """Return the worst hand that mostly cuts and the best that mostly does not."""
    order = np.argsort(-worth, kind="stable")
    mostly = cut[order] >= 0.5
    cutting, others = order[mostly], order[~mostly]
    return (
        int(cutting[-1]) if len(cutting) else None,
        int(others[0]) if len(others) else None,
    )


def _near(space: HandSpace, worth: Arr, cut: Arr) -> tuple[tuple[str, float, float], ...]:
    """Return the hands around the place in the order where as many are better as mostly cut."""
    order = np.argsort(-worth, kind="stable")
    middle = int((cut >= 0.5).sum())
    some = order[max(0, middle - NEAR) : middle + NEAR].tolist()
    return tuple((space.names[hand], float(worth[hand]), float(cut[hand])) for hand in some)


def _bets(space: HandSpace, policy: Policy, seat: int) -> dict[str, tuple[float, float]]:
    if policy.bet is None or policy.accept is None:
        return {}
    part = space.weights * may_take_part(space)
    open_, accept = (
        (chances[:, seat] * part).sum(1) / part.sum(1) for chances in (policy.bet, policy.accept)
    )
    return {lance: (float(open_[i]), float(accept[i])) for i, lance in enumerate(LANCE_NAMES)}


def summarise_style(
    rules: Rules, style: str | Style, players: int = 4, round_: int = 1
) -> StyleSummary:
    """Return what a style does, seat by seat.

    Parameters
    ----------
    rules : Rules
    style : str or Style
    players : {2, 4, 6}, default 4
    round_ : int, default 1
        The round of mus that kinds of hands and the line are told of.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> mano = summarise_style(load_rules("naipera"), "usual").seats[0]
    >>> round(mano.cut[0], 9), mano.kinds[0].kind, round(mano.kinds[0].cut, 3)
    (0.35, 'duples', 1.0)
    """
    if not 1 <= round_ <= 100:
        raise InputError(_("round {round}").format(round=round_), _("1 to 100"), "--round 1")
    read, space = parse_style(style), hand_space(rules)
    policy, worth = style_policy(rules, read, players=players), hand_worth(rules, players)
    row, shares = min(round_, len(policy.cut)) - 1, cut_shares(rules, policy)
    seats = []
    for seat, name in enumerate(seats_of(players)):
        cut, discard = policy.cut[row, seat], policy.discard[row, seat]
        line = _line(worth[seat], cut)
        names = [None if hand is None else space.names[hand] for hand in line]
        values = [None if hand is None else float(worth[seat, hand]) for hand in line]
        kinds = [
            _kind(space, kind, held, cut, discard) for kind, held in kinds_of_hands(space).items()
        ]
        seats.append(
            SeatStyle(
                name, tuple(shares[:, seat].tolist()), names[0], values[0], names[1], values[1],
                _near(space, worth[seat], cut), tuple(kinds), _bets(space, policy, seat),
            )
        )  # fmt: skip
    return StyleSummary(read, rules, round_, policy, tuple(seats))
