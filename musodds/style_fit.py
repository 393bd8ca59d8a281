"""A style fitted to what was seen at a table, however little: it leans on ``usual``.

The posterior is worked out on grids, exactly but for their step:

- The common share of hands that cut has a Beta prior around 0.35 that is worth 20 observations;
  each seat's own share lies around the common one, as a Beta worth 20, 60 or 200 observations.
- The softness of the line has a prior that falls by e with every 0.05. It is learnt from hands
  that were seen; one word in fifty is taken for a slip, so that no single one decides.
- Cards thrown are a mixture of the ways ``best``, ``cautious`` and ``king-hunter``, and one
  discard in twenty any other; the prior leans to ``best`` like four discards seen.

Who speaks in the first round has heard mus from those before him, and so holds better cards than
dealt ones: that is reckoned with, as if they all cut alike. In later rounds the hands are those
that come of one discard of ``usual``. A word without a hand tells of the share alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .draws import MASKS, keep_table
from .flow import spoken_before
from .hands import hand_space
from .jit import Arr
from .keeps import mask_of_cards
from .lance_table import lance_table
from .policy import paso_order, soft_share, style_policy, way_keeps
from .redraw import after_draw
from .rules import Rules
from .seats import SEATS
from .sightings import Sighting
from .style import Style, parse_style
from .style_file import style_text
from .worth import hand_worth

FITTED = ("best", "cautious", "king-hunter")
USUAL = "usual"
LEVEL = 0.90
PRIOR_WEIGHT = 20  # observations that the prior of the common share is worth
SEAT_WEIGHTS = (20, 60, 200)  # and the common share for the share of a seat
SLIP, ODD_DISCARD = 0.02, 0.05
MIXTURE_PRIOR = (3.0, 0.5, 0.5)
SHARES = (np.arange(100) + 0.5) / 100
SOFT = np.arange(16) * 0.02
MIX_STEP = 0.025
_DEALS, _SEED = 40_000, 1


@dataclass(frozen=True, slots=True)
class Estimate:
    """One figure of a fitted style.

    Attributes
    ----------
    what : str
    value : float
        The mean of shares, the most likely value of all else.
    low, high : float
        The shortest interval that holds 90 %.
    prior : float
        What it is with nothing seen.
    seen : int
        Observations that tell of it directly.
    """

    what: str
    value: float
    low: float
    high: float
    prior: float
    seen: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "what": self.what,
            "estimate": self.value,
            "interval": [self.low, self.high],
            "prior": self.prior,
            "observations": self.seen,
        }


@dataclass(frozen=True, slots=True)
class StyleFit:
    """A fitted style with what is sure of it.

    Attributes
    ----------
    style : Style
    estimates : tuple of Estimate
    rows : int
        Rows seen.
    rules : Rules
    player : str or None
    """

    style: Style
    estimates: tuple[Estimate, ...]
    rows: int
    rules: Rules
    player: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        style = self.style
        return {
            "schema": "musodds.style-fit/1",
            "style": {
                "name": style.name,
                "shares": list(style.shares),
                "softness": style.softness,
                "discards": dict(style.discards),
            },
            "estimates": [estimate.to_dict() for estimate in self.estimates],
            "level": LEVEL,
            "rows": self.rows,
            "player": self.player,
            "prior": USUAL,
            "rules": self.rules.name,
            "method": "posterior on a grid",
        }

    def to_toml(self) -> str:
        """Return the style as a file, its uncertainty in comments."""
        whose = f"{self.player}, " if self.player else ""
        told = [
            f"# Fitted to {whose}{self.rows} rows with the rules {self.rules.name}; "
            f"in brackets what holds with {LEVEL:.0%}.",
            *(
                f"# {e.what}: {e.value:.3g} [{e.low:.3g}, {e.high:.3g}], "
                f"{e.prior:.3g} before; {e.seen} observations"
                for e in self.estimates
            ),
        ]
        return "\n".join(told) + "\n" + style_text(self.style)


# ---------------------------------------------------------------- what hands there are


def _cut_line(x: Arr, softness: float) -> Arr:
    """Return where the soft line must lie for a share x to cut: the closed form of `soft_share`."""
    line = x + softness * (np.log1p(-np.exp(-x / softness)) - np.log1p(-np.exp((x - 1) / softness)))
    return np.asarray(line)


class _Deck:
    """What a fit needs of the deck, by seat: the order of hands, and who is dealt what."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.space = rules, hand_space(rules)
        self.dealt = self.space.weights / self.space.weights.sum()
        self.orders = paso_order(lance_table(rules))
        self.before = np.empty((len(SEATS), len(self.space)))  # share of better hands
        for seat, order in enumerate(self.orders):
            self.before[seat, order] = np.cumsum(self.dealt[order]) - self.dealt[order]
        self.worth = hand_worth(rules)

    def cut_chances(self, seat: int, hand: int) -> Arr:
        """Return the chance to cut with a hand, shape (shares, softnesses)."""
        weight, before = self.dealt[hand], self.before[seat, hand]
        chances = np.empty((len(SHARES), len(SOFT)))
        chances[:, 0] = np.clip((SHARES - before) / weight, 0, 1)
        for i, softness in enumerate(SOFT[1:], 1):
            away = (_cut_line(SHARES, softness) - before - weight / 2) / softness
            chances[:, i] = 0.5 + 0.5 * np.tanh(away / 2)
        return chances

    def after_mus(self, seat: int) -> Arr:
        """Return the chance to cut with what `usual` holds after a discard, by the share."""
        held = _after_usual(self.rules, seat)
        sharp = [soft_share(self.orders[seat], self.space.weights, x, 0) for x in SHARES]
        return np.asarray(sharp) @ held

    def first_round(self, seat: int) -> Arr:
        """Return the chance to cut when all asked before have said mus, by the share."""
        earlier = list(spoken_before(self.rules, seat))
        if not earlier:
            return SHARES.copy()
        quality = _sampled_quality(self.rules)
        chances = SHARES.copy()
        for i, x in enumerate(SHARES):
            heard = (quality[:, earlier] >= x).all(1)
            if heard.sum() > 400:  # else hardly anybody comes to speak
                chances[i] = (quality[heard, seat] < x).mean()
        return np.clip(chances, 1e-3, 1 - 1e-3)


@cache
def _deck(rules: Rules) -> _Deck:
    return _Deck(rules)


@cache
def _sampled_quality(rules: Rules) -> Arr:
    """Deal hands; return the share of better hands for each seat's, shape (deals, 4)."""
    deck = _deck(rules)
    rng, copies = np.random.default_rng(_SEED), deck.space.deck.copies
    cards = np.repeat(np.arange(len(copies)), copies)
    picked = cards[np.argsort(rng.random((_DEALS, len(cards))), axis=1)[:, :16]]
    hands = deck.space.of_cards[tuple(picked.reshape(_DEALS, 4, 4).transpose(2, 0, 1))]
    seats = np.arange(len(SEATS))
    inside = rng.random(hands.shape) * deck.dealt[hands]
    return np.asarray(deck.before[seats, hands] + inside)


@cache
def _said_chances(rules: Rules, seat: int, is_first: bool) -> Arr:
    """Return the chance to cut of a seat that comes to speak, by its share."""
    return _deck(rules).first_round(seat) if is_first else _deck(rules).after_mus(seat)


@cache
def _after_usual(rules: Rules, seat: int) -> Arr:
    """Return the chances of the hands that `usual` holds after one discard."""
    deck, policy = _deck(rules), style_policy(rules, USUAL)
    held = deck.dealt * (1 - policy.cut[0, seat])
    after = sum(after_draw(deck.space, held, policy.discard[0, seat], n) for n in (1, 2, 3, 4))
    return np.asarray(after / np.sum(after))


# ---------------------------------------------------------------- the shares and the softness


def _beta(mean: Arr, worth: float) -> Arr:
    """Return Beta densities on the grid of shares, a row for each mean, each adding up to 1."""
    a, b = mean[:, None] * worth, (1 - mean[:, None]) * worth
    log = (a - 1) * np.log(SHARES) + (b - 1) * np.log(1 - SHARES)
    density = np.exp(log - log.max(1, keepdims=True))
    return np.asarray(density / density.sum(1, keepdims=True))


def _seat_likelihood(deck: _Deck, rows: Sequence[Sighting], seat: int) -> Arr:
    """Return the likelihood of what a seat said, shape (shares, softnesses), the largest 1."""
    log = np.zeros((len(SHARES), len(SOFT)))
    for row in rows:
        if row.seat != seat:
            continue
        if row.hand is None:
            cut = np.tile(_said_chances(deck.rules, seat, row.round == 1), (len(SOFT), 1)).T
        else:
            cut = SLIP + (1 - 2 * SLIP) * deck.cut_chances(seat, row.hand)
        log += np.log(cut if row.said == "cut" else 1 - cut)
    return np.asarray(np.exp(log - log.max()))


def _fit_shares(deck: _Deck, rows: Sequence[Sighting]) -> tuple[Arr, Arr, Arr]:
    """Return the posteriors of the common share, of each seat's, and of the softness."""
    prior = _beta(np.array([parse_style(USUAL).share(0)]), PRIOR_WEIGHT)[0]
    soft_prior = np.exp(-SOFT / 0.05)
    likelihood = [_seat_likelihood(deck, rows, seat) for seat in range(len(SEATS))]
    common, softness = np.zeros(len(SHARES)), np.zeros(len(SOFT))
    seats = np.zeros((len(SEATS), len(SHARES)))
    for worth in SEAT_WEIGHTS:
        around = _beta(SHARES, worth)
        fits = [around @ seen for seen in likelihood]  # by common share and softness
        joint = prior[:, None] * soft_prior * np.prod(fits, axis=0)
        common += joint.sum(1)
        softness += joint.sum(0)
        for seat, seen in enumerate(likelihood):
            seats[seat] += ((around.T @ (joint / fits[seat])) * seen).sum(1)
    return common / common.sum(), seats / seats.sum(1, keepdims=True), softness / softness.sum()


# ---------------------------------------------------------------- the ways to discard


def _discards_seen(deck: _Deck, rows: Sequence[Sighting], style: Style) -> Arr:
    """Return the chance of each discard seen by way, shape (seen, ways)."""
    seen = [row for row in rows if row.threw is not None]
    return np.array([_throw_chances(deck, row, style) for row in seen]).reshape(-1, len(FITTED))


def _throw_chances(deck: _Deck, row: Sighting, style: Style) -> Arr:
    """Return the chance of one discard by way, from the hand seen or from all that say mus."""
    space = deck.space
    if row.hand is not None:
        held = np.zeros(len(space))
        held[row.hand] = 1
    else:
        held = deck.dealt if row.round == 1 else _after_usual(deck.rules, row.seat)
        share = style.share(row.seat)
        held = held * (1 - soft_share(deck.orders[row.seat], space.weights, share, style.softness))
    hands = np.flatnonzero(held)
    fits = np.zeros((len(hands), MASKS), bool)
    if row.kept is None:
        fits[:, [4 - mask.bit_count() == row.threw for mask in range(MASKS)]] = True
    else:
        for i, hand in enumerate(hands.tolist()):
            mask = mask_of_cards(space, hand, row.kept)
            if mask is not None:
                fits[i, mask] = True
    allowed = keep_table(space)[hands]
    by_chance = (fits & allowed).sum(1) / allowed.sum(1)
    chances = []
    for way in FITTED:
        masks = way_keeps(space, way, deck.worth[row.seat])[hands]
        hit = np.take_along_axis(fits, masks[:, None], 1)[:, 0]
        chance = ODD_DISCARD * by_chance + (1 - ODD_DISCARD) * hit
        chances.append(chance @ held[hands] / held[hands].sum())
    return np.array(chances)


def _mixtures() -> Arr:
    """Return all mixtures of the ways on a grid, shape (n, 3)."""
    steps = round(1 / MIX_STEP)
    return np.array(
        [(i, j, steps - i - j) for i in range(steps + 1) for j in range(steps + 1 - i)]
    ) / float(steps)


def _fit_mixture(seen: Arr) -> tuple[Arr, Arr]:
    """Return mixtures and their posterior."""
    mixtures = _mixtures()
    log = (np.log(mixtures + MIX_STEP / 2) * (np.array(MIXTURE_PRIOR) - 1)).sum(1)
    log += np.log(mixtures @ seen.T).sum(1)
    posterior = np.exp(log - log.max())
    return mixtures, posterior / posterior.sum()


# ---------------------------------------------------------------- putting it together


def _shortest(values: Arr, mass: Arr, step: float) -> tuple[float, float]:
    """Return the shortest run of grid cells that holds `LEVEL` of the mass."""
    total = np.concatenate([[0], np.cumsum(mass)])
    best = (0, len(values) - 1)
    for first in range(len(values)):
        last = int(np.searchsorted(total, total[first] + LEVEL - 1e-12)) - 1
        if last < len(values) and last - first < best[1] - best[0]:
            best = (first, last)
    low, high = values[best[0]] - step / 2, values[best[1]] + step / 2
    return round(max(0.0, float(low)), 4), round(min(1.0, float(high)), 4)


def fit_style(
    rows: Sequence[Sighting], rules: Rules, name: str = "fitted", player: str | None = None
) -> StyleFit:
    """Fit a style to what was seen at a table of four.

    Parameters
    ----------
    rows : sequence of Sighting
        As read by `sightings.read_sightings`; none gives ``usual``.
    rules : Rules
    name : str
        What to call the style.
    player : str, optional
        Whose rows they are, to be told again.

    Returns
    -------
    StyleFit

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> rules = load_rules("naipera")
    >>> fit_style([], rules).style.shares
    (0.35,)
    >>> cuts = [Sighting(seat=3, said="cut") for _ in range(10)]
    >>> share = fit_style(cuts, rules).style.share(3)
    >>> 0.5 < share < 0.65
    True
    """
    deck = _deck(rules)
    common, seats, softness = _fit_shares(deck, rows)
    shares = tuple(round(float(SHARES @ mass), 3) for mass in seats)
    soft = round(float(SOFT[np.argmax(softness)]), 3)
    style = Style(name, shares[:1] if len(set(shares)) == 1 else shares, softness=soft)
    seen = _discards_seen(deck, rows, style)
    mixtures, posterior = _fit_mixture(seen)
    likely = mixtures[np.argmax(posterior)]
    discards = tuple(
        (way, round(float(share), 3)) for way, share in zip(FITTED, likely, strict=True) if share
    )
    style = Style(name, style.shares, discards, soft)
    usual = parse_style(USUAL)
    mean = round(float(SHARES @ common), 3)
    told = [
        Estimate("share cut", mean, *_shortest(SHARES, common, 0.01), usual.share(0), len(rows))
    ]
    told += [
        Estimate(
            f"share cut, {SEATS[seat]}", shares[seat], *_shortest(SHARES, mass, 0.01),
            usual.share(seat), sum(row.seat == seat for row in rows),
        )
        for seat, mass in enumerate(seats)
    ]  # fmt: skip
    known = sum(row.hand is not None for row in rows)
    told.append(Estimate("softness", soft, *_shortest(SOFT, softness, 0.02), 0.0, known))
    steps = np.arange(round(1 / MIX_STEP) + 1)
    for way, column in zip(FITTED, mixtures.T, strict=True):
        mass = np.bincount(np.rint(column / MIX_STEP).astype(int), posterior, len(steps))
        told.append(
            Estimate(
                f"discards {way}", dict(discards).get(way, 0.0),
                *_shortest(steps * MIX_STEP, mass, MIX_STEP), float(way == "best"), len(seen),
            )
        )  # fmt: skip
    return StyleFit(style, tuple(told), len(rows), rules, player)
