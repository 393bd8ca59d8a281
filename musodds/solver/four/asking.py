"""Read which decisions are asked for: what was said, who cut, who holds what, what went before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import InputError
from ...hands import LANCE_NAMES
from ...lang import _
from ...notation import Act, Move, parse_bets, read_act
from ...seats import SEATS, parse_seat, plain, team_of
from ...words import lance_word, seat_word
from .game import Game
from .memory import memory
from .menu import Menu
from .mus_game import KEYS
from .tree import NO_BET, Tree

_KIND = {"grande": 0, "chica": 1, "pares": 2, "juego": 3, "punto": 3}
# rules/terms, section 4; said of a lance, "a la grande" and "handira" name it too
_LANCE_WORDS = {
    "grande": "grande|mayor|a la grande|handi|handia|handira|big|high|grand",
    "chica": "chica|pequena|menor|a la chica|txiki|txikia|txikira|ttipia|tipia|small|low|petit",
    "pares": "pares|par|pareak|pariak|pareetara|pairs|paires",
    "juego": "juego|joko|jokoa|jokora|game|jeu",
    "punto": "punto|al punto|juego no|puntu|puntua|puntuak|puntura|pondua|point|faux jeu",
}
_BEFORE = "'grande: postre refused; chica: paso'"


@dataclass(frozen=True, slots=True)
class Question:
    """What is known besides the seat; what is None is not known.

    Attributes
    ----------
    lance : str
    history : tuple of Move, optional
        What was said in the lance; without it all before the seat have passed.
    cut : int, optional
        The seat that cut.
    redraw : bool, optional
        Whether there was a round of mus.
    holders : tuple of int, optional
        Seats that have pares, or juego, in that lance.
    before : tuple of (int or None), optional
        How each earlier lance was bet, as it is remembered; None where that is not known.
    """

    lance: str
    history: tuple[Move, ...] | None = None
    cut: int | None = None
    redraw: bool | None = None
    holders: tuple[int, ...] | None = None
    before: tuple[int | None, ...] = ()


def parse_lance(text: str) -> str:
    """Read a lance, in Spanish, Basque, English or French.

    Examples
    --------
    >>> parse_lance("Grande"), parse_lance("ttipia")
    ('grande', 'chica')
    """
    word = plain(text)
    lance = next((name for name in LANCE_NAMES if word in _LANCE_WORDS[name].split("|")), None)
    if lance is None:
        raise InputError(
            _("lance '{text}'").format(text=text),
            ", ".join(map(lance_word, LANCE_NAMES)),
            "--lance grande",
        )
    return lance


def parse_cut(text: str | None) -> tuple[int | None, bool | None]:
    """Read who cut, and whether after a round of mus.

    Examples
    --------
    >>> parse_cut("segundo"), parse_cut("mano:0"), parse_cut("mano:1")
    ((1, None), (0, False), (0, True))
    """
    if text is None:
        return None, None
    seat, __, rounds = text.partition(":")
    after = rounds.strip()
    if after not in ("", "0", "1"):
        raise InputError(
            f"--cut '{text}': '{rounds}'", _("0 as dealt, 1 after a round of mus"), "--cut mano:1"
        )
    return parse_seat(seat), after == "1" if after else None


def parse_holders(text: str | None) -> tuple[int, ...] | None:
    """Read the seats that hold something.

    Examples
    --------
    >>> parse_holders("mano, postre")
    (0, 3)
    """
    if text is None:
        return None
    seats = {parse_seat(word) for word in re.split(r"[,\s]+", text.strip()) if word}
    if not {seat % 2 for seat in seats} >= {0, 1}:
        raise InputError(
            _("holders '{text}': nobody bets unless both pairs hold it").format(text=text),
            _("seats of both pairs"),
            "--pares mano,segundo",
        )
    return tuple(sorted(seats))


def parse_before(text: str | None, lance: str) -> tuple[int | None, ...]:
    """Read how the earlier lances were bet.

    Each lance comes with ``paso``, or who bet last and whether that was ``accepted`` or
    ``refused``; what is left out is not known.

    Examples
    --------
    >>> parse_before("grande: postre refused; chica: paso", "juego")
    (8, 0, None)
    """
    found: list[int | None] = [None] * _KIND[lance]
    for part in re.split(r"[;\n]+", text or ""):
        if not part.strip():
            continue
        name, colon, said = part.partition(":")
        words = plain(said).split(None, 1)
        earlier = _KIND[parse_lance(name)] if colon else 99
        if earlier >= len(found) or not words:
            raise InputError(
                f"--before '{part.strip()}'",
                _("a lance before {lance}").format(lance=lance_word(lance)),
                _BEFORE,
            )
        if words[0] == "pp" or read_act(words[0]) is Act.PASO:
            found[earlier] = NO_BET
            continue
        ends: dict[Act | None, int] = {Act.QUIERO: 0, Act.NO_QUIERO: 1}
        how = read_act(words[1]) if len(words) > 1 else None
        if how not in ends:
            raise InputError(
                f"--before '{part.strip()}'", _("paso, SEAT accepted or SEAT refused"), _BEFORE
            )
        found[earlier] = 1 + 2 * parse_seat(words[0]) + ends[how]
    return tuple(found)


def parse_history(text: str | None) -> tuple[Move, ...] | None:
    """Read what was said in the lance; nothing given is no answer, ``-`` is that nobody spoke."""
    return None if text is None else parse_bets(text)


def menu_for(menu: Menu, history: Sequence[Move] | None, size: int | None = None) -> Menu:
    """Return the menu with all that was bet in a lance, and a size that is thought of.

    Examples
    --------
    >>> menu_for(Menu(), parse_history("paso, envido 5"), 4).describe()
    'paso, envido 2, envido 5, 3 more (once), 4 more (once), órdago'
    """
    said = list(history or ())
    bets = {m.amount for m in said if m.act is Act.ENVIDO}
    raises = {m.amount for m in said if m.act is Act.MAS}
    count = sum(m.act is Act.MAS for m in said)
    if size is not None:
        opened = any(m.act in (Act.ENVIDO, Act.ORDAGO) for m in said)
        (raises if opened else bets).add(size)
        count += opened
    return Menu(
        _with(menu.bets, bets),
        _with(menu.raises, raises),
        max(menu.max_raises, count),
        menu.ordago or any(m.act is Act.ORDAGO for m in said),
    )


def _with(sizes: tuple[int, ...], more: set[int]) -> tuple[int, ...]:
    """Return sizes as they are where none is new."""
    return sizes if more <= set(sizes) else tuple(sorted({*sizes, *more}))


# ---------------------------------------------------------------- where that is in the tables


def follow(tree: Tree, seat: int, history: Sequence[Move] | None) -> int | InputError:
    """Return the node at which a seat speaks, or why there is none."""
    at = 0
    if history is None:  # all before the seat pass
        while at >= 0 and tree.nodes[at].seat != seat:
            at = tree.nodes[at].to[0]
        return (
            at
            if at >= 0
            else InputError(
                _("{seat} may not bet").format(seat=seat_word(seat)), _("another seat"), "-"
            )
        )
    for move in history:
        if at < 0:
            return InputError(
                _("history: '{move}' after the last word").format(move=move.text()),
                _("less"),
                "paso",
            )
        node = tree.nodes[at]
        who = SEATS[node.seat]
        if move.seat not in (None, node.seat) or move.team not in (None, team_of(node.seat)):
            return InputError(
                f"history: '{move.text()}'",
                _("a word of the {who}").format(who=seat_word(who)),
                f"{who} paso",
            )
        words = [(m.act, m.amount) for m in node.moves]
        if (move.act, move.amount) not in words:
            could = ", ".join(m.text().split(" ", 1)[1] for m in node.moves)
            return InputError(
                f"history: {who} '{move.text()}'", _("one of {could}").format(could=could), "paso"
            )
        at = node.to[words.index((move.act, move.amount))]
    if at < 0:
        return InputError(_("history: nobody speaks after that"), _("what was said before"), "paso")
    if tree.nodes[at].seat != seat:
        who = SEATS[tree.nodes[at].seat]
        return InputError(
            _("history: then the {who} speaks").format(who=seat_word(who)),
            f"--seat {who}",
            f"--seat {who}",
        )
    return at


def find_nodes(game: Game, seat: int, question: Question) -> list[tuple[int, int]]:
    """Return all (tree, node) at which a seat may be asked.

    Raises
    ------
    InputError
        If there are none.
    """
    found, why = [], None
    for number, tree in enumerate(game.betting):
        if tree.lance != question.lance:
            continue
        mask = tree.mask
        if question.holders is not None and question.lance in ("pares", "juego"):
            if mask != sum(1 << s for s in question.holders):
                continue
        elif not mask >> seat & 1:
            continue
        node = follow(tree, seat, question.history)
        if isinstance(node, InputError):
            why = node  # the last mask has everybody in it
        else:
            found.append((number, node))
    if not found:
        raise why or InputError(
            _("{lance}: no such seats").format(lance=lance_word(question.lance)),
            _("other seats"),
            "--seat mano",
        )
    return found


def summaries_of(name: str, lance: str, before: Sequence[int | None]) -> set[int]:
    """Return the summaries that may be met after what is known of the earlier lances.

    Examples
    --------
    >>> sorted(summaries_of("bettor", "chica", (8,)))
    [8]
    >>> len(summaries_of("bettor", "juego", (8, None, None)))
    8
    """
    step, known = memory(name).step, list(before) or [None] * _KIND[lance]
    found = {0}
    for earlier, outcome in enumerate(known):
        outcomes = range(step.shape[2]) if outcome is None else (outcome,)
        found = {int(step[earlier, s, o]) for s in found for o in outcomes}
    return found


def ways_of(ways: int, question: Question) -> list[int]:
    """Return the ways of the mus phase that may have been.

    Examples
    --------
    >>> ways_of(8, Question("grande", cut=2)), ways_of(8, Question("grande", redraw=True))
    ([2, 6], [4, 5, 6, 7])
    """
    if ways == 1:
        if question.cut is not None:
            raise InputError(_("--cut: this strategy knows no mus"), _("a strategy with mus"), "-")
        return [0]
    return [
        key * 4 + seat
        for key in range(KEYS)
        for seat in range(4)
        if question.cut in (None, seat) and question.redraw in (None, bool(key))
    ]
