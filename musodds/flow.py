"""Who speaks when about mus: the groups of seats that decide, one group after the other."""

from __future__ import annotations

from .rules import Rules


def _groups(rules: Rules, players: int) -> tuple[tuple[int, ...], ...]:
    """Return the groups of seats: in one group none knows the others' answer beforehand."""
    ours, theirs = tuple(range(0, players, 2)), tuple(range(1, players, 2))
    if rules.mus_decided == "pair":
        return ours, theirs
    if rules.mus_decided == "defer":
        return (*((seat,) for seat in ours), theirs)
    return tuple((seat,) for seat in range(players))


def speaking_order(rules: Rules, players: int = 4) -> tuple[int, ...]:
    """Return the seats in the order in which their answers count.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> speaking_order(load_rules("naipera"))
    (0, 1, 2, 3)
    """
    return tuple(seat for group in _groups(rules, players) for seat in group)


def spoken_before(rules: Rules, seat: int, players: int = 4) -> tuple[int, ...]:
    """Return the seats whose answer a seat knows when it gives its own.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> spoken_before(load_rules("naipera"), 2), spoken_before(load_rules("ffm"), 2)
    ((0, 1), ())
    """
    before: tuple[int, ...] = ()
    for group in _groups(rules, players):
        if seat in group:
            break
        before += group
    return before
