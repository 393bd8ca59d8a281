"""Make a question of a kind, whatever its topic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

import numpy as np

from ..errors import InputError
from ..lang import _
from ..rules import Rules
from .kinds import ACCEPT, CUT, DISCARD, ODDS, SCORING, Kind, kinds_of
from .question import NoQuestion, Question

Maker = Callable[[Kind, int, np.random.Generator, Rules], Question]
_MAKERS = {
    CUT: ("cut", "make_cut"),
    DISCARD: ("throw", "make_throw"),
    ACCEPT: ("accept", "make_accept"),
    ODDS: ("chance", "make_chance"),
    SCORING: ("count", "make_count"),
}
OTHERS = 12  # kinds tried where one has no such question


def check_topics(rules: Rules, topics: Sequence[str]) -> tuple[str, ...]:
    """Return the topics that can be asked about under some rules.

    Raises
    ------
    InputError
        If none can, or the rules deal five cards.

    Examples
    --------
    >>> from musodds.drills.kinds import TOPICS
    >>> from musodds.rules import load_rules
    >>> check_topics(load_rules("barcelona"), TOPICS)
    ('cut', 'discard', 'odds', 'scoring')
    """
    from ..strategies import kept_style

    if rules.deal != "mus":
        raise InputError(
            _("rules '{rules}': five cards").format(rules=rules.name),
            _("rules of mus"),
            "--rules naipera",
        )
    if ACCEPT in topics and kept_style(rules, "usual") is None:
        if tuple(topics) == (ACCEPT,):
            raise InputError(
                _("topic '{topic}' under '{rules}': no strategy is kept").format(
                    topic=ACCEPT, rules=rules.name
                ),
                _("rules with one (musodds strategy --list)"),
                "--rules naipera",
            )
        return tuple(topic for topic in topics if topic != ACCEPT)
    return tuple(topics)


def make_question(kind: Kind, level: int, rng: np.random.Generator, rules: Rules) -> Question:
    """Return a question of a kind, or of another of its topic where there is none so hard.

    Parameters
    ----------
    kind : Kind
    level : int
        1 to 3.
    rng : numpy Generator
        The same state gives the same question.
    rules : Rules

    Raises
    ------
    InputError
        If no question of that level is found in any kind tried.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> rng = np.random.default_rng(1)
    >>> question = make_question(Kind("odds", "mano", "nothing"), 1, rng, load_rules("naipera"))
    >>> question.judge(question.best).right
    True
    """
    module, name = _MAKERS[kind.topic]
    make: Maker = getattr(import_module(f".{module}", __package__), name)
    kinds = kinds_of(kind.topic)
    for number in range(OTHERS):
        one = kind if number == 0 else kinds[int(rng.integers(len(kinds)))]
        try:
            return make(one, level, rng, rules)
        except NoQuestion:
            continue
    raise InputError(
        _("topic '{topic}': no question of level {level} found").format(
            topic=kind.topic, level=level
        ),
        _("another level"),
        "--level 1",
    )
