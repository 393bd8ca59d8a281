"""Chapter 5: the last five tantos."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ...cards import Hand
from ...equity import Chance
from ...hands import CHICA, GRANDE, JUEGO, LANCE_NAMES, PARES
from ...jit import Arr
from ...lang import _
from ...notation import Act, Move
from ...seats import SEATS
from ...situation import Situation
from . import names
from .content import Block, Bullets, Cards, Cell, Chapter, Heading, Number, Para, Table, Text, say
from .data import ENVIDO, Data
from .pictures import picture
from .thumb_rules import Thumbs

if TYPE_CHECKING:
    from ...bet_answer import BetAdvice

NEAR = 5  # tantos from the end
DEALS, FEWEST = 16_384, 4_096  # of each example


def chapter(data: Data, thumbs: Thumbs) -> Chapter:
    """Return the chapter."""
    target = data.rules.target
    blocks: list[Block] = [
        Para(
            say(
                _(
                    "Refused bets are paid at once; accepted ones wait for the count, which goes "
                    "grande, chica, pares, juego and stops at {target}. So near the end it is not "
                    "how many tantos a bet brings that decides, but when they come: what is "
                    "counted "
                    "early wins games, and a deje can be the last stone."
                ),
                target=target,
            )
        ),
        Heading(_("Chance of winning the game")),
        _grid(data, _("we are mano"), lambda us, them: data.equity.at(us, them, True).game, "mano"),
        _grid(
            data, _("they are mano"), lambda us, them: data.equity.at(us, them, False).game, "other"
        ),
        Heading(_("From what chance to accept in the last lance")),
        Para(
            say(
                _(
                    "Count first what is already won in this hand, yours and theirs: the tables "
                    "are "
                    "of the score that stands then, with only this lance open, no bonus in it, and "
                    "the mano in your pair now. At the start of a game an envido of {envido} needs "
                    "{even}, the same as in tantos; an órdago {ordago}."
                ),
                envido=ENVIDO,
                even=needs_envido(data, 0, 0),
                ordago=needs_ordago(data, 0, 0),
            )
        ),
        _grid(
            data,
            _("envido of {envido}: accept from").format(envido=ENVIDO),
            lambda us, them: _envido(data, us, them),
            "needs/envido",
        ),
        _grid(
            data, _("órdago: accept from"), lambda us, them: _ordago(data, us, them), "needs/ordago"
        ),
        Heading(_("The same hand early and late")),
        _examples(data, thumbs),
        Bullets(_lessons(data)),
        picture("equity", data.rules, _("The chance of winning the game from every score.")),
    ]
    return Chapter("last", _("The last five tantos"), tuple(blocks))


# ------------------------------------------------------------------ grids


def _number(chance: Chance, key: str) -> Number:
    return Number(chance.value, key, chance.se)


def _grid(data: Data, corner: str, at: Callable[[int, int], Chance], key: str) -> Table:
    target = data.rules.target
    scores = range(target - NEAR, target)
    rows: list[tuple[Cell, ...]] = [
        (
            say("<b>{us}</b>", us=us),
            *(_number(at(us, them), f"equity/{us}-{them}/{key}") for them in scores),
        )
        for us in scores
    ]
    return Table(
        (corner, *(_("they {n}").format(n=them) for them in scores)),
        tuple(rows),
        widths=(0.25, *(0.15,) * NEAR),
    )


def _at(data: Data, us: int, them: int) -> Arr:
    """Return our chance before the next hand, in which the other pair is mano, with its batches."""
    return data.equity.chances(us, them, mano=False)


def _needed(refused: Arr, won: Arr, lost: Arr) -> Chance:
    return Chance.of(np.clip((refused - lost) / (won - lost), 0, 1))


def _envido(data: Data, us: int, them: int) -> Chance:
    refused = _at(data, us, them + 1)
    return _needed(refused, _at(data, us + ENVIDO, them), _at(data, us, them + ENVIDO))


def _ordago(data: Data, us: int, them: int) -> Chance:
    return Chance.of(_at(data, us, them + 1))


def needs_envido(data: Data, us: int, them: int) -> Number:
    """Return the chance of winning the lance from which an envido is accepted."""
    return _number(_envido(data, us, them), f"equity/{us}-{them}/needs/envido")


def needs_ordago(data: Data, us: int, them: int) -> Number:
    """Return the chance of winning the lance from which an órdago is accepted."""
    return _number(_ordago(data, us, them), f"equity/{us}-{them}/needs/ordago")


def _lessons(data: Data) -> tuple[Text, ...]:
    target = data.rules.target
    ahead, behind = (target - 1, target - NEAR), (target - NEAR, target - 1)
    return (
        say(
            _(
                "At {us}–{them} a deje gives them the game: accept an órdago with anything "
                "({needs} is enough), and bet yourself."
            ),
            us=behind[0],
            them=behind[1],
            needs=needs_ordago(data, *behind),
        ),
        say(
            _(
                "At {us}–{them} refuse: an órdago must be won {needs} of the time, since your one "
                "tanto will come in the count."
            ),
            us=ahead[0],
            them=ahead[1],
            needs=needs_ordago(data, *ahead),
        ),
    )


# ------------------------------------------------------------------ hands


def _on_the_line(data: Data, thumbs: Thumbs, lance: str) -> int:
    """Return a common hand with which the last seat just accepts."""
    row = {"grande": GRANDE, "chica": CHICA, "pares": PARES}.get(lance, JUEGO)
    held = thumbs.steps["accept", 3, lance].held
    ranks = data.space.rank[row]
    if not held.any():
        return int(np.argmax(ranks))
    first = ranks[held].min()
    weight = np.where(held & (ranks <= first + 8), data.weight, 0)
    return int(weight.argmax())


def _examples(data: Data, thumbs: Thumbs) -> Table:
    target = data.rules.target
    scores = ((0, 0), (target - 3, target - 1), (target - 1, target - 3))
    rows: list[tuple[Cell, ...]] = []
    for lance in LANCE_NAMES:
        hand = _on_the_line(data, thumbs, lance)
        found = [_asked(data, lance, hand, score) for score in scores]
        name = f"bet/{SEATS[3]}/{lance}/{data.space.names[hand]}"
        wins = Number(found[0].p_win.tantos, f"{name}/wins", found[0].p_win.se)
        says = (
            _says(advice, f"{name}/{us}-{them}")
            for advice, (us, them) in zip(found, scores, strict=True)
        )
        rows.append((names.lance(lance), Cards(data.space.names[hand]), wins, *says))
    return Table(
        (_("lance"), _("hand"), _("we win"), *(f"{us}–{them}" for us, them in scores)),
        tuple(rows),
        say(
            _(
                "You are postre, the tercero bets {envido} and you answer first; ours first in the "
                "score. Beside the word: what it gains over the next best one, in the chance of "
                "winning the game."
            ),
            envido=ENVIDO,
        ),
        left=(0, 1, 3, 4, 5),
        widths=(0.1, 0.09, 0.15, 0.22, 0.22, 0.22),
    )


def _asked(data: Data, lance: str, hand: int, score: tuple[int, int]) -> BetAdvice:
    from ...bets import BetQuestion, advise_bet

    cards = Hand(tuple(data.space.deck.names[c] for c in data.space.cards[hand]))
    bet = (Move(Act.ENVIDO, ENVIDO, seat=2),)
    question = BetQuestion(Situation(cards, 3, data.rules), lance, bet, score=score)
    deals = min(max(data.effort.deals or DEALS, FEWEST), DEALS)
    return advise_bet(question, deals, data.effort.seed)


def _says(advice: BetAdvice, key: str) -> Text:
    gain = min((a.loss for a in advice.actions if a.name != advice.advice), key=lambda e: e.tantos)
    return say(
        "{word} {gain}",
        word=_word(advice.advice),
        gain=Number(gain.tantos, f"{key}/gain", gain.se),
    )


def _word(action: str) -> str:
    act, _sep, amount = action.partition(":")
    return {
        "quiero": _("accept"),
        "no-quiero": _("refuse"),
        "mas": _("{n} more").format(n=amount),
        "ordago": _("órdago"),
    }[act]
