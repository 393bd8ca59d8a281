"""Options of the commands about the mus phase, read into one ``standing``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from ..errors import InputError
from ..lang import _
from .options import SEEN, Command, announce_compiling, decorate, question, sampling

ADVISE_DEALS = "32768 where bets are played out, else 131072"
_KNOWN = ("sena", "no_sena", "said", "range", "holds", "known", "dead")
_ROUNDS: tuple[Callable[[Command], Command], ...] = (
    click.option("--round", "round_", type=int, help="The round of mus to be decided, from 1."),
    click.option(
        "--thrown",
        metavar="CARDS",
        multiple=True,
        help="Your own cards thrown in an earlier round; once for each round.",
    ),
    click.option(
        "--threw",
        metavar="SEAT=N[,N]",
        multiple=True,
        help="How many cards a seat threw in each earlier round, - where it was not seen.",
    ),
    click.option(
        "--players", type=int, default=4, show_default=True, help="2, 4 or 6, in two camps."
    ),
)
_NOW: tuple[Callable[[Command], Command], ...] = (
    click.option(
        "--keeps", metavar="SEAT=N", multiple=True, help="Cards a seat keeps in this round."
    ),
    click.option("--partner-keeps", metavar="N", help="Cards your partner keeps in this round."),
    click.option(
        "--visto",
        is_flag=True,
        help="A card was shown in the deal: all throw or stay, you may keep all four.",
    ),
)


def about_mus(
    function: Command, before_throwing: bool = False, may_keep: bool = False, trials: bool = True
) -> Command:
    """Add HAND and all that may be known in the mus phase, given as ``standing``.

    Parameters
    ----------
    function : callable
    before_throwing : bool, default False
        Whether five cards may be asked about; then ``asked`` and ``setup`` are given too, and
        ``standing`` is None for them.
    may_keep : bool, default False
        Whether to offer --visto and what others keep in this round.
    trials : bool, default True
        Whether the answer comes from `musodds.trials`, whose compiling is told.
    """

    @wraps(function)
    def command(asked: Any, setup: Any, **given: Any) -> Any:
        from ..seats import seats_of
        from ..stand import stand_on

        known = {name: given.pop(name) for name in _KNOWN}
        rounds = {name: given.pop(name) for name in ("round_", "thrown", "threw")}
        keeps, partners = given.pop("keeps", ()), given.pop("partner_keeps", None)
        visto = given.pop("visto", False)
        if partners is not None and (asked.players != 4 or keeps):
            raise InputError(
                f"--partner-keeps {partners}",
                _("four players, and no --keeps beside it")
                if asked.players == 4
                else _("four players"),
                "--keeps tercero=2" if asked.players != 2 else "--keeps postre=2",
            )  # fmt: skip
        if partners is not None:
            partner = seats_of(asked.players, asked.solo)[(asked.place + 2) % asked.players]
            keeps = (*keeps, f"{partner}={partners}")
        standing = None
        if asked.throws_one:
            announce_compiling("crowd")
        else:
            seen = {name: value for name, value in known.items() if value}
            asked.check_mus()
            setup.check(asked.rules, asked.partner)  # refuses before anything is compiled
            if known["said"]:
                announce_compiling("draws")
            standing = stand_on(asked, setup, evidence=seen, keeps=keeps, visto=visto, **rounds)
            if trials:
                announce_compiling("trials")
        if before_throwing:
            given |= {"asked": asked, "setup": setup}
        return function(standing=standing, **given)

    options = (*(SEEN[name] for name in _KNOWN), *_ROUNDS, *(_NOW if may_keep else ()))
    sampled = sampling(decorate(command, *options), True if trials else ADVISE_DEALS)
    return question(sampled, before_throwing)
