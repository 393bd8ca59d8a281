"""What a strategy does at a decision, and what that brings, for every hand.

Of a strategy for a score actions are valued in the chance of winning the game, of any other one
in tantos.

What the asker does not say is averaged over, as often as it comes about when everybody plays the
strategy, with each hand apart: who cut, after a round of mus or not; how the earlier lances were
bet, as far as that is remembered; in pares and juego who else holds it, both pairs holding it.

Bets off the menu are answered as those for which they are taken (`translate`), and whoever made
one is taken to hold what the strategy makes those with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...draws import MASKS
from ...errors import InputError
from ...hands import RANKING
from ...jit import Arr
from ...lang import _, ngettext
from ...notation import Act, Move
from ...setup import check_sample
from .asking import Question, find_nodes, menu_for, summaries_of, ways_of
from .game import layout
from .mus_game import KEYS, places
from .seen import NOT_ASKED, Wanted
from .stakes import HALF
from .strategy import Strategy
from .translate import counterparts, knows, line_to, suppose, translate
from .values import Actions, actions_of, observe
from .visits import rare_share

CUT, DISCARD = "cut", "discard"
TANTOS, GAME = "tantos", "game"  # what actions are valued in
TOLD = ("se", "gain", "gain_se")
DEFAULT_DEALS = 20_000
RARE_DEALS = 50  # of those walked: fewer say too little
RARE_HAND = 1e-3  # of how often hands come there: this one is brought there by hardly any line


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A decision of a seat, all hands of it.

    Attributes
    ----------
    decision : str
        A lance, ``cut`` or ``discard``.
    seat : int
    line : tuple of str
        What was said in the lance before.
    actions : tuple of str
        ``paso``, ``envido:2``, ``mas:3``, ...; ``mus`` and ``cut``; masks of cards kept.
    frequency, tantos, se : ndarray of float64, shape (actions, hands)
        How often a hand takes each action, what it brings from here on (our tantos less theirs,
        later lances included, everybody playing the strategy) and its standard error. Hands are
        numbered as in the hand space; nan where nothing is known. Of a strategy for a score it is
        the chance that the seat's pair wins the game.
    gain, gain_se : ndarray of float64, shape (actions, hands)
        What it is above what the strategy brings there with that hand, on the same deals. Where
        much is averaged over, what it does depends on that, and may beat every action by itself.
    held : ndarray of float64, shape (hands,)
        How likely the seat holds each hand there.
    possible, known : ndarray of bool, shape (hands,)
        Hands with which it may be asked, and those that come there often enough to tell.
    reached : float
        How often the seat comes there, in hands played.
    deals : int
        Deals of those walked that came there.
    read_as : tuple of (float, tuple of str)
        Where something was said that the strategy does not know: as what it reads it, by chance.
    rollout : tuple of str
        Actions of `actions` that the strategy does not know, valued all the same.
    enough : float
        Share of hands below which the training saw too little of the position.
    unit : str
        Of the values: ``tantos``, or ``game`` for the chance of winning it.
    """

    decision: str
    seat: int
    line: tuple[str, ...]
    actions: tuple[str, ...]
    frequency: Arr
    tantos: Arr
    se: Arr
    gain: Arr
    gain_se: Arr
    held: Arr
    possible: Arr
    known: Arr
    reached: float
    deals: int
    read_as: tuple[tuple[float, tuple[str, ...]], ...] = ()
    rollout: tuple[str, ...] = ()
    enough: float = 0.0
    unit: str = TANTOS

    @property
    def rare(self) -> bool:
        """Whether the position comes about too rarely to trust."""
        return self.reached < self.enough or self.deals < RARE_DEALS

    def of_hand(self, hand: int) -> list[dict[str, Any]]:
        """Return what a hand does, an action each; empty where that is not known."""
        if self.rare or not self.known[hand]:
            return []
        columns = [
            rows[:, hand].tolist()
            for rows in (self.frequency, self.tantos, self.se, self.gain, self.gain_se)
        ]
        names = (self.unit, *TOLD)
        return [
            {"action": action, "frequency": p} | dict(zip(names, map(_number, rest), strict=True))
            for action, p, *rest in zip(self.actions, *columns, strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return what is the same for all hands, as JSON has it."""
        return {
            "decision": self.decision,
            "line": list(self.line),
            "actions": list(self.actions),
            "reached": round(self.reached, 6),
            "deals": self.deals,
            "rare": self.rare,
            "read_as": [{"chance": p, "line": list(line)} for p, line in self.read_as],
            "rollout": list(self.rollout),
        }


def _number(x: float) -> float | None:
    return float(x) if np.isfinite(x) else None


def word(move: Move) -> str:
    """Return a move as a word, e.g. ``envido:2``."""
    return f"{move.act.value}:{move.amount}" if move.amount else str(move.act.value)


@dataclass(frozen=True, slots=True)
class _Group:
    """Decisions that are read together: their line, and their actions in order."""

    decision: str
    line: tuple[str, ...]
    actions: tuple[str, ...]
    nodes: tuple[tuple[int, int], ...] = ()


def order_of(action: str) -> tuple[int, int]:
    """Return where an action stands among others, e.g. for sorting."""
    act, _, amount = action.partition(":")
    places = ("paso", "no-quiero", "por-mi-no", "quiero", "envido", "mas", "ordago")
    return places.index(act), int(amount or 0)


def _group_of(strategy: Strategy, seat: int, question: Question) -> _Group:
    nodes = find_nodes(strategy.game, seat, question)
    spots = [strategy.game.betting[tree].nodes[node] for tree, node in nodes]
    actions = {word(move) for spot in spots for move in spot.moves}
    line = tuple(word(move) for move in question.history or ())
    return _Group(question.lance, line, tuple(sorted(actions, key=order_of)), tuple(nodes))


def _wanted(strategy: Strategy, groups: Sequence[_Group], questions: Sequence[Question]) -> Wanted:
    """Return the groups as the kernels read them; all share who cut and the earlier lances."""
    game = strategy.game
    own = layout(game, strategy.memory)
    ways = places(game, own, int(strategy.mus.rounds)).ways
    group = np.full(len(game.trees.seat), NOT_ASKED)
    column = np.zeros(game.trees.to.shape, np.int64)
    summaries = np.zeros((4, own.step.shape[1]), np.bool_)
    cut, discard = np.full((KEYS, 2), NOT_ASKED), np.full((KEYS, 2), NOT_ASKED)
    owner: list[int] = []
    for number, (asked, question) in enumerate(zip(groups, questions, strict=True)):
        first = len(owner)
        owner += [number] * len(asked.actions)
        if asked.decision in (CUT, DISCARD):
            (cut if asked.decision == CUT else discard)[int(bool(question.redraw))] = number, first
            continue
        lance = RANKING[question.lance]
        summaries[lance, list(summaries_of(strategy.memory, question.lance, question.before))] = (
            True
        )
        for tree, node in asked.nodes:
            at = int(game.trees.root[tree]) + node
            group[at] = number
            for a, move in enumerate(game.betting[tree].nodes[node].moves):
                column[at, a] = first + asked.actions.index(word(move))
    allowed = np.zeros(ways, np.bool_)
    allowed[ways_of(ways, questions[0])] = True
    return Wanted(group, column, allowed, summaries, cut, discard, np.array(owner))


def _possible(strategy: Strategy, group: _Group) -> Arr:
    """Return the hands with which a seat may be asked."""
    space = strategy.game.space
    tests = {
        "pares": space.pares > 0,
        "juego": space.juego > 0,
        "punto": space.juego == 0,
    }
    return np.asarray(tests.get(group.decision, np.ones(len(space), bool)))


def _mus_groups(strategy: Strategy) -> list[_Group]:
    if not int(strategy.mus.rounds):
        return []
    masks = tuple(map(str, range(MASKS - 1)))
    return [_Group(CUT, (), ("mus", "cut")), _Group(DISCARD, (), masks)]


def read(
    strategy: Strategy,
    seat: int,
    questions: Sequence[Question],
    mus: bool = False,
    size: int | None = None,
    deals: int = DEFAULT_DEALS,
    seed: int = 1,
    trained: int | None = None,
) -> list[Reading]:
    """Read what a seat does at some decisions, and what that brings.

    Parameters
    ----------
    strategy : Strategy
    seat : int
    questions : sequence of Question
        One a lance; who cut is taken from the first.
    mus : bool, default False
        Cuts and discards too, before anything else; of dealt cards, or of new ones where the
        first question says so.
    size : int, optional
        A bet of the seat's own that the strategy does not know, valued besides its own.
    deals : int, default 20000
        Deals that are walked.
    seed : int
    trained : int, optional
        Iterations of the strategy's training, by which positions are rare or not.

    Returns
    -------
    list of Reading

    Raises
    ------
    InputError
        If a history cannot be, or ends where another seat speaks.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.bots import threshold_bot
    >>> from musodds.solver.four.game import make_game
    >>> bot = threshold_bot(make_game(load_rules("naipera")))
    >>> grande = read(bot, 0, [Question("grande")], deals=200)[0]
    >>> grande.actions, grande.frequency[:, 0].tolist()
    (('paso', 'envido:2', 'ordago'), [0.0, 1.0, 0.0])
    """
    if deals < 1:
        raise InputError(
            ngettext("{deals} deal", "{deals} deals", deals).format(deals=deals),
            _("1 or more"),
            "--deals 20000",
        )
    check_sample(deals, seed)
    known = strategy
    menu = strategy.game.menu
    for question in questions:
        menu = menu_for(menu, question.history, size)
    strategy = translate(strategy, menu)
    groups = _mus_groups(strategy) if mus else []
    asked = [questions[0]] * len(groups) + list(questions)
    groups += [_group_of(strategy, seat, question) for question in questions]
    if strategy is not known:
        for group in groups:
            for tree, node in group.nodes:
                suppose(strategy, known.game.menu, tree, node)
    wanted = _wanted(strategy, groups, asked)
    sums = observe(strategy, seat, wanted, deals, seed)
    enough = 0.0 if trained is None else rare_share(trained)
    return [
        replace(_reading(known, strategy, seat, group, actions_of(sums, wanted, k)), enough=enough)
        for k, group in enumerate(groups)
    ]


def _reading(
    known: Strategy, strategy: Strategy, seat: int, group: _Group, told: Actions
) -> Reading:
    """Return what was found, hands as the hand space numbers them."""
    number, space = strategy.game.number, strategy.game.space
    comes, frequency = told.comes[number], told.chance[:, number]
    reached, possible = float(comes.sum()), _possible(strategy, group)
    held = comes / reached if reached else comes
    usual = space.weights / space.weights.sum()
    scored = strategy.game.stakes is not None
    return Reading(
        decision=group.decision,
        seat=seat,
        line=group.line,
        actions=group.actions,
        frequency=frequency,
        tantos=told.tantos[:, number] + scored * HALF,
        se=told.se[:, number],
        gain=told.gain[:, number],
        gain_se=told.gain_se[:, number],
        held=held,
        possible=possible,
        known=possible & np.isfinite(frequency[0]) & (held > RARE_HAND * usual),
        reached=reached,
        deals=told.seen,
        read_as=_read_as(known, strategy, group),
        rollout=_unknown(known, strategy, group),
        unit=GAME if scored else TANTOS,
    )


def _unknown(known: Strategy, strategy: Strategy, group: _Group) -> tuple[str, ...]:
    """Return the actions that the strategy does not know."""
    if known is strategy or not group.nodes:
        return ()
    tree, node = group.nodes[-1]
    raises = sum(said.startswith(Act.MAS) for said in group.line)
    moves = strategy.game.betting[tree].nodes[node].moves
    return tuple(word(move) for move in moves if not knows(known.game.menu, move, raises))


def _read_as(
    known: Strategy, strategy: Strategy, group: _Group
) -> tuple[tuple[float, tuple[str, ...]], ...]:
    """Return as what a line is read, where it is not one that the strategy knows."""
    if known is strategy or not group.nodes:
        return ()
    tree, node = group.nodes[-1]  # the mask with most seats
    old, new = known.game.betting[tree], strategy.game.betting[tree]
    meant = counterparts(old, new, known.game.rules, known.game.ordago)[node]
    lines = {tuple(map(word, line_to(old, at))): p for at, p in meant.items()}
    if lines.keys() == {group.line} or not group.line:
        return ()
    return tuple((p, line) for line, p in sorted(lines.items(), key=lambda item: -item[1]))
