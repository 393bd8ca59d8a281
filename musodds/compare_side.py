"""One side of a comparison: the rules that are played by, and how the table plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .cards import Hand
from .errors import InputError
from .hands import HandSpace, hand_space
from .lang import _
from .rules import DEFAULT_RULES, Rules, load_rules
from .setup import DEFAULT_DEALS, Setup, make_setup
from .situation import Situation
from .style import Style, parse_style

if TYPE_CHECKING:
    from .choice import Choice

USUAL = "usual"
WEIGHED = DEFAULT_DEALS // 2  # deals of one hand's cut and discards


@dataclass(frozen=True, slots=True)
class Side:
    """Rules and a style.

    Attributes
    ----------
    rules : Rules
    style : Style
    """

    rules: Rules
    style: Style

    @property
    def space(self) -> HandSpace:
        """The hands of the deck."""
        return hand_space(self.rules)

    def setup(self, deals: int, seed: int) -> Setup:
        """Return how a question about this side is sampled."""
        return make_setup(self.style, deals=deals, seed=seed)

    def dealt(self, name: str) -> float:
        """Return how often a hand is dealt."""
        weights = self.space.weights
        return float(weights[self.space.index(name)] / weights.sum())

    def weigh(self, name: str, seat: int, seed: int, deals: int = WEIGHED) -> Choice:
        """Compare cutting with saying mus and every discard, for a hand as `HandSpace` has it."""
        from .mus import weigh  # starts numba
        from .standing import Standing

        space = self.space
        cards = Hand(tuple(space.deck.names[c] for c in space.cards[space.index(name)]))
        return weigh(Standing(Situation(cards, seat, self.rules), self.setup(deals, seed)))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "rules": self.rules.name,
            "kings": self.rules.kings,
            "target": self.rules.target,
            "style": self.style.name,
        }


def make_side(rules: str | Rules = DEFAULT_RULES, style: str | Style = USUAL) -> Side:
    """Return a side of a comparison.

    Parameters
    ----------
    rules : str or Rules, default "naipera"
    style : str or Style, default "usual"
        As in `style.parse_style`.

    Raises
    ------
    InputError
        If one of them cannot be read, or there is no mus to compare.

    Examples
    --------
    >>> make_side("ehmf").to_dict()
    {'rules': 'ehmf', 'kings': 4, 'target': 30, 'style': 'usual'}
    """
    side = Side(load_rules(rules), parse_style(style))
    if side.rules.deal != "mus":
        raise InputError(
            _("rules '{rules}': five cards and no mus").format(rules=side.rules.name),
            _("rules with mus"),
            "musodds compare naipera ehmf",
        )
    side.setup(1, 1).check(side.rules)
    return side


def differing(a: Side, b: Side) -> dict[str, tuple[Any, Any]]:
    """Return the rules on which two sides differ, field by field.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> eight, four = (make_side(load_rules("naipera", {"kings": n})) for n in (8, 4))
    >>> differing(eight, four)
    {'kings': (8, 4)}
    """
    other = b.rules.to_dict()
    return {
        field: (value, other[field])
        for field, value in a.rules.to_dict().items()
        if value != other[field]
    }


def shared_hands(a: Side, b: Side) -> tuple[str, ...]:
    """Return the hands that both decks hold, in the order of the first."""
    other = set(b.space.names)
    return tuple(name for name in a.space.names if name in other)
