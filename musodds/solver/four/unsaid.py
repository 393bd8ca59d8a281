"""Why what is told of a lance does not lead to the asker: the word that fits ill, and what fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...errors import InputError
from ...lang import N_, _, listed
from ...notation import Act, Move
from ...seats import SEATS, team_of
from ...words import seat_word
from .said import leaving, lines_to, words_at
from .tree import Node, Tree

_WORDS = {
    Act.PASO: N_("paso"),
    Act.ENVIDO: N_("envido N"),
    Act.MAS: N_("N más"),
    Act.ORDAGO: N_("órdago"),
    Act.QUIERO: N_("quiero"),
    Act.NO_QUIERO: N_("no quiero"),
    Act.POR_MI_NO: N_("por mí no"),
}


def why_unsaid(trees: Sequence[Tree], seat: int, told: Sequence[Move]) -> InputError:
    """Return why no line of some trees fits what is told.

    Parameters
    ----------
    trees : sequence of Tree
        Of the lance, in which the seat may speak.
    seat : int
        The asker's.
    told : sequence of Move

    Examples
    --------
    >>> from musodds.notation import parse_bets
    >>> from musodds.rules import load_rules
    >>> from musodds.solver.four.tree import lance_tree
    >>> tree = lance_tree("grande", 15, load_rules("naipera"))
    >>> print(why_unsaid([tree], 3, parse_bets("mano quiero")))
    --facing: 'mano quiero' cannot be said there; expected of the mano: paso, envido N or órdago; \
example: --facing 'mano envido 2'
    """
    if not trees:
        return InputError(
            _("the {who} has no say").format(who=seat_word(seat)), _("another seat"), "--seat mano"
        )
    fits, spots = 0, [(tree, 0) for tree in trees]
    while fits < len(told):
        after = [(tree, to) for tree in trees for to in _after(tree, told[: fits + 1])]
        if not after:
            break
        fits, spots = fits + 1, after
    example = f"--facing '{_fitting(trees, seat, told[:fits])}'"
    nodes = [tree.nodes[at] for tree, at in spots if at >= 0]
    before = told[fits - 1] if fits else None
    if before is not None and not nodes:  # the lance is over
        why = _("--facing: nobody speaks after '{word}'").format(word=_told(before, seat))
        return InputError(why, _("what was said up to your turn"), example)
    if fits == len(told):
        speaks = _speakers(nodes)
        what = _("--facing: after '{word}' the {speaks} speaks, not the {who}").format(
            word=_told(told[-1], seat), speaks=speaks, who=seat_word(seat)
        )
        return InputError(
            what, _("all that was said up to your turn"), f"--seat {SEATS[nodes[0].seat]}"
        )
    word = told[fits]
    what = _("--facing: '{word}' cannot be said there")
    if before is not None:
        what = _("--facing: '{word}' cannot be said after '{before}'")
    what = what.format(word=_told(word, seat), before=before and _told(before, seat))
    heard = _heard(spots, word)
    could = _could(heard) if heard else "; ".join(_could([node]) for node in _by_seat(nodes))
    return InputError(what, could, example)


def _after(tree: Tree, told: Sequence[Move]) -> set[int]:
    """Return where a lance may stand once all that is told was said; ends are below 0."""
    found = set[int]()

    def walk(at: int, k: int) -> None:
        if k == len(told):
            found.add(at)
        elif at >= 0:
            for a, said in words_at(tree.nodes[at], told[k]):
                walk(tree.nodes[at].to[a], k + said)

    walk(0, 0)
    return found


def _heard(spots: Sequence[tuple[Tree, int]], word: Move) -> list[Node]:
    """Return where those who are told to have said a word may speak, after others left it."""
    found = []
    for tree, at in spots:
        while at >= 0:
            node = tree.nodes[at]
            if word.seat in (None, node.seat) and word.team in (None, team_of(node.seat)):
                found.append(node)
            at = node.to[leaving(node)]
    return found


def _by_seat(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield the first node of each seat."""
    yield from {node.seat: node for node in reversed(list(nodes))}.values()


def _speakers(nodes: Sequence[Node]) -> str:
    return _either([seat_word(seat) for seat in sorted({node.seat for node in nodes})])


def _could(nodes: Sequence[Node]) -> str:
    """Return who may speak, and what may be said."""
    acts = dict.fromkeys(move.act for node in nodes for move in node.moves)
    words = _either([_(_WORDS[act]) for act in acts])
    return _("of the {who}: {words}").format(who=_speakers(nodes), words=words)


def _either(words: Sequence[str]) -> str:
    return listed(words, _(" or "))


def _told(move: Move, seat: int) -> str:
    """Return a word as the asker tells it."""
    words = {Act.ENVIDO: f"envido {move.amount}", Act.MAS: f"{move.amount} más"}
    said = words.get(move.act, _WORDS[move.act])
    if move.seat is not None:
        return f"{SEATS[move.seat]} {said}"
    if move.team is None:
        return said
    return f"{'nosotros' if move.team == team_of(seat) else 'ellos'} {said}"


def _fitting(trees: Sequence[Tree], seat: int, told: Sequence[Move]) -> str:
    """Return words that lead to the asker: those that fit, if they do, else a rival's envite."""
    if told and any(lines_to(tree, seat, told) for tree in trees):
        return ", ".join(_told(move, seat) for move in told)
    rival = SEATS[1 - seat % 2]
    return f"{rival} envido 2"
