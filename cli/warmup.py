"""``musodds warmup``."""

from __future__ import annotations

import click

from ..lang import _
from ..numerals import decimal


def _small_tables() -> None:
    """Count the tables of a deck so small that only the compiling takes time."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from ..cards import CardClass, Deck
    from ..counting import count_partners, count_table
    from ..hands import HandSpace

    space = HandSpace(Deck(tuple(CardClass(letter, 6) for letter in "R7A")))
    count_table(space)
    with TemporaryDirectory() as folder:
        count_partners(space, Path(folder))


def _small_games() -> None:
    """Solve a lance and a hand of so few cards that only the compiling takes time."""
    from ..solver.hand import solve_hand
    from ..solver.lance import solve_lance

    solve_lance("punto", ranges=["mano=7654", "postre=654A"], iterations=1)
    solve_hand(ranges=["mano=7654", "postre=654A"], iterations=1)


def _small_strategies() -> None:
    """Train, measure, read and play a strategy of four seats, as little as can be."""
    from ..rules import load_rules
    from ..solver.four.asking import Question
    from ..solver.four.bots import always_paso
    from ..solver.four.game import make_game
    from ..solver.four.measure import measure
    from ..solver.four.mus_game import make_mus
    from ..solver.four.quality import Effort
    from ..solver.four.reading import read
    from ..solver.four.solve import compare
    from ..solver.four.train import Training

    game = make_game(load_rules("naipera"))
    training = Training(game, mus=make_mus(game, "usual", 1)).advance(1)
    effort = Effort(iterations=1, doublings=0, deals=8, pair_seeds=1, hands=20)
    measure(always_paso(game, training.mus), 1, compare([training], effort), effort)
    read(always_paso(game, training.mus), 0, [Question("grande")], mus=True, deals=1)


@click.command("warmup")
def command() -> None:
    """Compile all kernels and keep them, so that later answers come at once."""
    import time

    from ..advise import advise_hand
    from ..bets import BetQuestion, advise_bet
    from ..exact import odds
    from ..hand_chances import hand_chances
    from ..jit import cache_dir
    from ..mus import cut_or_mus
    from ..rounds import play_rounds
    from ..situation import ask

    start = time.perf_counter()
    for what, work in (
        (_("cut, mus and discards"), lambda: cut_or_mus("RRCA", deals=1)),
        (_("advice"), lambda: advise_hand("RRCA", score=(0, 0), deals=1)),
        (_("rounds of mus so far"), lambda: cut_or_mus("RR76", thrown=["54"], deals=1)),
        (_("mus of six, pedretes"), lambda: cut_or_mus("RRCA", players=6, deals=1)),
        (_("styles that bet"), lambda: cut_or_mus("RRCA", style="usual+bets", deals=1)),
        (_("mus with solved bets"), lambda: cut_or_mus("RRCA", style="usual+solved", deals=1)),
        (_("whole phases"), lambda: play_rounds(deals=1)),
        (_("odds with a known partner"), lambda: odds("RRCA", partner="7654")),
        (_("odds under evidence"), lambda: odds("RRCA", pares=["segundo=si"], drew=["postre=2"])),
        (_("odds at large tables"), lambda: odds("RRCA", players=6, deals=1)),
        (_("whole tables"), _small_tables),
        (_("solved games"), _small_games),
        (_("solved games of four"), _small_strategies),
        (_("hands at a score"), lambda: hand_chances((0, 0), deals=1)),
        (_("bets"), lambda: advise_bet(BetQuestion(ask("RRCA"), "grande"), deals=1000)),
    ):
        click.echo(_("compiling: {what} ...").format(what=what), err=True)
        work()
    took = time.perf_counter() - start
    told = _("ready after {seconds} s; kernels are kept in {folder}")
    click.echo(told.format(seconds=decimal(took, 1), folder=cache_dir()))
