"""The words of solved games for people: what was said, menus, memories, rounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..lang import _, ngettext
from ..words import action_word

if TYPE_CHECKING:
    from ..solver.four.menu import Menu
    from ..solver.menu import Menu as MenuOfTwo


def said(word: str) -> str:
    """Return a word as people say it.

    Examples
    --------
    >>> said("mas:3"), said("no-quiero")
    ('3 más', 'no quiero')
    """
    act, _colon, amount = word.partition(":")
    if act == "mas":
        return _("{tantos} más").format(tantos=amount)
    return {"mus": _("mus"), "cut": _("cut")}.get(act) or action_word(word)


def line_of(words: Iterable[str]) -> str:
    """Return what was said, or that nothing was."""
    return ", ".join(map(said, words)) or "-"


def rounds_words(rounds: int) -> str:
    """Return how much mus there is.

    Examples
    --------
    >>> rounds_words(3), rounds_words(0)
    ('at most 3 rounds of mus', 'without mus')
    """
    if not rounds:
        return _("without mus")
    return ngettext(
        "at most {rounds} round of mus", "at most {rounds} rounds of mus", rounds
    ).format(rounds=rounds)


def menu_words(menu: Menu) -> str:
    """Return what four players may bet.

    Examples
    --------
    >>> from musodds.solver.four.menu import Menu
    >>> menu_words(Menu())
    'paso, envido 2, 3 more (once), órdago'
    """
    words = [action_word("paso"), *(action_word(f"envido:{n}") for n in menu.bets)]
    if menu.max_raises:
        often = {1: _("once"), 2: _("twice")}.get(menu.max_raises)
        often = often or _("{n} times").format(n=menu.max_raises)
        words += [f"{action_word(f'mas:{n}')} ({often})" for n in menu.raises]
    return ", ".join([*words, action_word("ordago")] if menu.ordago else words)


def menu_of_two_words(menu: MenuOfTwo) -> str:
    """Return what two players may bet.

    Examples
    --------
    >>> from musodds.solver.menu import parse_menu
    >>> menu_of_two_words(parse_menu("2,5,ordago", None, 1))
    'paso, envido 2 or 5, 2 or 5 more, órdago; at most 1 raise'
    """
    either, words = _(" or "), [action_word("paso")]
    if menu.bets:
        words.append(action_word(f"envido:{either.join(map(str, menu.bets))}"))
    if menu.raises and menu.cap:
        words.append(action_word(f"mas:{either.join(map(str, menu.raises))}"))
    words += [action_word("ordago")] * menu.ordago
    if not (menu.raises and menu.cap):
        return ", ".join(words)
    told = ngettext("{words}; at most {raises} raise", "{words}; at most {raises} raises", menu.cap)
    return told.format(words=", ".join(words), raises=menu.cap)


def memory_words(name: str) -> str:
    """Return what a memory holds of the earlier lances, by the names of `solver.four.memory`."""
    return {
        "nothing": _("nothing of the earlier lances"),
        "pair": _("the pair that was aggressive last"),
        "bettor": _("of the last lance that was bet, who bet last and whether he was refused"),
        "wide": _("as 'bettor', and which pair was aggressive in grande and in chica"),
        "pairs": _("of every earlier lance, which pair was aggressive last"),
        "before": _(
            "of the lance before, who bet last and whether he was refused, and of those before it "
            "which pair was aggressive last"
        ),
        "whole": _("of every earlier lance, who bet last and whether he was refused"),
    }[name]
