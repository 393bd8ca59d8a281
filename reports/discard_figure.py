"""What is kept of every hand: all hands on one grid, and what is kept most often."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from ..cards import HAND_SIZE
from ..hands import HandSpace, hand_space
from ..keeps import kept_cards
from ..lang import _, ngettext
from ..numerals import percent
from ..policy import Policy, style_policy
from ..rules import Rules
from ..seats import parse_seat
from ..style import DEFAULT_STYLE, parse_style
from .grid import Floats, frame_grid, label_axes, reading_note
from .look import finish, look, new_figure, steps
from .strategy_figure import outline, split_cells
from .text import as_seat, exact, percents, source

# by the number of cards kept: darker the more, so that they differ in grey too
KEPT = ("#a8a8a8", "#eaa221", "#3d9ac2", "#08315c", "#742f00")
_FAINT = 0.22  # of the colour, for a card that is thrown
SHOWN = 9  # ways to keep, below the grid
Ints = npt.NDArray[np.int64]


def best_masks(policy: Policy, seat: int) -> Ints:
    """Return the mask of the cards that each hand keeps most often, shape (hands,)."""
    return np.asarray(np.argmax(policy.discard[0, seat], axis=1))


def mus_deals(space: HandSpace, policy: Policy, seat: int) -> Floats:
    """Return how often each hand says mus, in deals; as dealt where all cut, shape (hands,)."""
    deals = space.weights * (1 - policy.cut[0, seat])
    return np.asarray(deals if deals.any() else space.weights, float)


def kept_shares(space: HandSpace, policy: Policy, seat: int) -> dict[str, float]:
    """Return how often some cards are kept, among hands that say mus, most often first."""
    deals, discard = mus_deals(space, policy, seat), policy.discard[0, seat]
    found: defaultdict[str, float] = defaultdict(float)
    for hand, mask in np.argwhere(discard > 0).tolist():
        found[kept_cards(space, hand, mask)] += float(deals[hand] * discard[hand, mask])
    total = float(deals.sum())
    often = sorted(found.items(), key=lambda item: -item[1])
    return {cards: weight / total for cards, weight in often}


def draw_kept(axes: Axes, space: HandSpace, masks: Ints) -> None:
    """Draw every hand's cards as four strips, those kept in the colour of how many they are."""
    strips: Floats = np.full((HAND_SIZE, len(space)), 1 / HAND_SIZE)
    corners, owner = split_cells(space, strips)
    card, hand = owner.T
    kept = (masks[hand] >> card & 1).astype(bool)
    count = np.array([mask.bit_count() for mask in range(1 << HAND_SIZE)])[masks]
    full = np.array([to_rgb(colour) for colour in KEPT])[count[hand]]
    colours = np.where(kept[:, None], full, 1 - _FAINT * (1 - full))
    axes.add_collection(
        PolyCollection(list(corners), facecolors=colours, linewidths=0, rasterized=True)
    )
    outline(axes, space)
    frame_grid(axes, space)


def _legend(axes: Axes, masks: Ints, deals: Floats) -> None:
    """Say what the colours mean, and how many hands keep so many cards."""
    count = np.array([int(mask).bit_count() for mask in masks])
    told = []
    for n in sorted(set(count.tolist())):
        share = percent(float(deals[count == n].sum() / deals.sum()))
        label = ngettext("{n} card kept: {share}", "{n} cards kept: {share}", n)
        told.append(Patch(color=KEPT[n], label=label.format(n=n, share=share)))
    note = reading_note() + "\n" + _("a strip a card, the highest first;\npale: thrown")
    axes.legend(handles=told, loc="lower left", title=note, alignment="left")


def discard_figure(rules: Rules, style: str, policy: Policy, seat: int) -> Figure:
    """Draw what a seat keeps of every hand, and what it keeps most often.

    Parameters
    ----------
    rules : Rules
    style : str
        Its name.
    policy : Policy
        By `policy.style_policy`.
    seat : int
    """
    space, masks = hand_space(rules), best_masks(policy, seat)
    shares = list(kept_shares(space, policy, seat).items())[:SHOWN]
    with look():
        figure = new_figure(8.6)
        above, below = figure.subplots(2, 1, height_ratios=(5.8, 1.9))
        draw_kept(above, space, masks)
        label_axes(above)
        _legend(above, masks, mus_deals(space, policy, seat))
        y = np.arange(len(shares))
        colours = [KEPT[len(cards)] for cards, _share in shares]
        below.barh(y, [share for _cards, share in shares], color=colours, height=0.75)
        for at, (_cards, share) in enumerate(shares):
            below.text(share, at, f" {percent(share, 1)}", va="center")
        below.set_yticks(y, [cards or _("nothing") for cards, _share in shares])
        below.set_ylim(len(shares) - 0.5, -0.5)
        below.set_xlim(0, 1.1 * max(share for _cards, share in shares))
        below.xaxis.set_major_locator(steps())
        below.xaxis.set_major_formatter(percents())
        below.set_xlabel(_("kept most often, share of the hands that say mus"))
        title = _("What to keep of every hand, {as_seat}").format(as_seat=as_seat(seat))
        return finish(figure, title, source(rules, exact(), style=style))


def discards(rules: Rules, seat: str = "mano", style: str = DEFAULT_STYLE) -> Figure:
    """Draw what a seat keeps of every hand: the best in paso, unless the style says otherwise."""
    read, place = parse_style(style), parse_seat(seat)
    return discard_figure(rules, read.name, style_policy(rules, read), place)
