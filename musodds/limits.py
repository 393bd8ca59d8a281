"""How much may be asked for at most, so that no question takes all of a machine.

Deals have a limit of their own in `setup`, a solved game that of `solver.four.mus_game`.
"""

from __future__ import annotations

import os

from .errors import InputError
from .lang import _

ROUNDS = 100  # of mus
HANDS = 1_000_000_000  # that are played out one after the other
KEPT_HANDS = 100_000_000  # whose payments are kept: some 2 GB
ITERATIONS = 10_000_000_000
EFFORT = 100_000_000  # iterations of a deviator
SEEDS = 20  # trainings that are kept beside each other


def workers() -> int:
    """Return how many processes may work: four a core, and 64 in any case."""
    return max(64, 4 * (os.cpu_count() or 1))


def check_most(what: str, value: float, most: int, example: str) -> None:
    """Refuse more than can be done.

    Parameters
    ----------
    what : str
        What there is too much of.
    value : int or float
    most : int
    example : str

    Raises
    ------
    InputError
        If the value is larger.

    Examples
    --------
    >>> check_most("rounds", 1000, ROUNDS, "--rounds 3")
    Traceback (most recent call last):
    ...
    musodds.errors.InputError: rounds 1000; expected at most 100; example: --rounds 3
    """
    if value > most:
        raise InputError(f"{what} {value}", _("at most {most}").format(most=f"{most:,}"), example)
