"""Whether a bet can be asked about: hand and lance, sizes, evidence that agrees with the lance."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .bet_answer import BetQuestion
from .errors import InputError
from .evidence import Evidence, Item
from .hands import HandSpace
from .lang import _, ngettext
from .notation import Act
from .ranges import Floats
from .rules import Rules
from .seats import SEATS
from .words import lance_word, seat_word


def check_question(question: BetQuestion) -> None:
    """Refuse what cannot be asked.

    Raises
    ------
    InputError
        If the hand does not play the lance, a score or a size cannot be, or what has been seen
        contradicts what was said.
    """
    asked, lance = question.asked, question.lance
    hand, space = asked.known[asked.place], asked.space
    if asked.players != 4 or asked.solo:
        raise InputError(
            ngettext("{players} player", "{players} players", asked.players).format(
                players=asked.players
            ),
            _("four, in pairs"),
            "--players 4",
        )
    lacks = {
        "pares": _("a hand with pares") if not space.pares[hand] else "",
        "juego": _("a hand with juego") if not space.juego[hand] else "",
        "punto": _("a hand without juego") if space.juego[hand] else "",
    }.get(lance, "")
    if lacks:
        raise InputError(
            _("{hand} in {lance}").format(hand=asked.hand, lance=lance_word(lance)),
            lacks,
            "--lance grande",
        )
    check_score(asked.rules, question.score)
    _check_sizes(question)
    _check_words(question)
    _check_evidence(question)


def check_score(rules: Rules, score: tuple[int, int] | None) -> None:
    """Refuse a score, ours-theirs, that no game in play has."""
    most = rules.target - 1
    if score is not None and not all(0 <= tantos <= most for tantos in score):
        raise InputError(
            _("score {ours}-{theirs}").format(ours=score[0], theirs=score[1]),
            _("from 0 to {most} each, ours-theirs").format(most=most),
            "--score 30-35",
        )


def _check_sizes(question: BetQuestion) -> None:
    """Refuse bets smaller than the rules allow, or larger than the game."""
    from .solver.four.said import ALL_IN

    rules = question.asked.rules
    for move in question.history:
        least = {Act.ENVIDO: rules.min_bet, Act.MAS: rules.min_raise}.get(move.act, 0)
        if not least <= move.amount <= rules.target:
            raise InputError(
                f"--facing: {move.act.value} {move.amount}",
                _("from {least} to {target} tantos").format(least=least, target=rules.target),
                "--facing 'mano envido 5'",
            )
    size = question.size
    if size is not None and not 1 <= size <= rules.target:
        raise InputError(
            f"--size {size}", _("from 1 to {target} tantos").format(target=rules.target), "--size 5"
        )
    for one in question.pending:
        if one is not None and one.stake != ALL_IN and one.stake > rules.target:
            raise InputError(
                _("--pending: a bet of {stake}").format(stake=one.stake),
                _("at most {target} tantos").format(target=rules.target),
                "--pending 'grande: ellos 5'",
            )


def _check_words(question: BetQuestion) -> None:
    """Refuse what cannot be said where all four may speak; else it depends on who may."""
    from .solver.four.asking import menu_for
    from .solver.four.menu import Menu
    from .solver.four.said import lines_to
    from .solver.four.tree import Lance, lance_tree
    from .solver.four.unsaid import why_unsaid

    names: tuple[Lance, ...] = ("grande", "chica", "punto")
    lance = next((name for name in names if name == question.lance), None)
    if lance is None:
        return
    seat = question.asked.place
    menu = menu_for(Menu(), question.history, question.size)
    tree = lance_tree(lance, 0b1111, question.asked.rules, menu)
    if not lines_to(tree, seat, question.history):
        raise why_unsaid([tree], seat, question.history)


def _check_evidence(question: BetQuestion) -> None:
    """Refuse evidence that contradicts who plays the lance; `Evidence` names what does."""
    asked = question.asked
    seen = (Evidence(asked) if question.seen is None else question.seen).items
    known = Evidence(asked, (*seen, *_implied(question)))
    if question.lance not in ("pares", "juego"):
        return
    holds = _holding(question.lance, asked.space)
    rivals = ((asked.place + 1) % 4, (asked.place + 3) % 4)
    for seat in rivals:
        word = f"{SEATS[seat]} {question.lance}=si"
        try:
            Evidence(asked, (*known.items, Item(word, word, (seat,), holds)))
        except InputError:
            continue
        return
    first, second = (SEATS[seat] for seat in rivals)
    raise InputError(
        _(
            "evidence: by what was seen neither the {first} nor the {second} has {lance}, "
            "so nobody bets in it"
        ).format(
            first=seat_word(first), second=seat_word(second), lance=lance_word(question.lance)
        ),
        _("a rival who may have {lance}").format(lance=lance_word(question.lance)),
        f"--{question.lance} {first}=si",
    )


def _holding(lance: str, space: HandSpace) -> Floats:
    held = (space.pares if lance == "pares" else space.juego) > 0
    return np.asarray(held, dtype=np.float64)


def _implied(question: BetQuestion) -> Iterator[Item]:
    """Yield what the lance itself tells: who spoke in pares or juego has it, in punto nobody."""
    space, lance = question.asked.space, question.lance
    if lance == "punto":
        nobody = 1 - _holding("juego", space)
        for seat in range(4):
            told = _("punto is played")
            yield Item(told, told, (seat,), nobody)
    if lance not in ("pares", "juego"):
        return
    holds = _holding(lance, space)
    for seat in sorted({move.seat for move in question.history if move.seat is not None}):
        word = _("the {who} speaks in {lance}").format(who=seat_word(seat), lance=lance_word(lance))
        yield Item(word, word, (seat,), holds)
