"""Print every budget, the figure measured and the ratio to the naive version of the same run."""

from __future__ import annotations

import platform
import random
import sys
import time
from collections.abc import Callable
from math import comb
from pathlib import Path
from tempfile import TemporaryDirectory

import naive
import naive_mus
import numpy as np
from rich.console import Console
from rich.table import Table

from musodds import chunks
from musodds.chunks import map_chunks, threads
from musodds.counting import count_hand, count_table
from musodds.dealing import starts
from musodds.hands import HandSpace, hand_space
from musodds.joint_odds import joint_odds
from musodds.payoff import lance_columns
from musodds.policy import style_policy
from musodds.rules import Rules, load_rules
from musodds.setup import CHUNK_DEALS
from musodds.simulate import sim_table
from musodds.solver.hand_game import hand_game
from musodds.solver.lance import solve_lance
from musodds.solver.menu import Menu, parse_menu
from musodds.solver.passes import best_reply
from musodds.style import DEFAULT_STYLE
from musodds.trials import sample_lances

from .kernels import rounds_chunk
from .measure import Row, cold_seconds, command_seconds, heavy, peak_gigabytes, seconds
from .variance import budgets, gains

SEEN = ("RR4A", "--pares", "segundo=si", "--juego", "postre=no", "--range", "tercero=any,31:0.5")
BET = (
    "bet", "RR54", "--lance", "pares", "--seat", "postre", "--score", "30-35",
    "--facing", "mano envido 2",
)  # fmt: skip
TRAIN = (
    "solve", "hand", "--players", "4", "--rules", "ehmf", "--style", "usual", "--iterations",
    "5000", "--effort", "1000",
)  # fmt: skip
EIGHT, FOUR = load_rules("naipera"), load_rules("ffm")


def commands() -> list[Row]:
    """Whole commands, start of the interpreter included."""
    return [
        Row("musodds --help", command_seconds("--help"), "s", 0.15),
        Row("odds RRCA (shipped table)", command_seconds("odds", "RRCA"), "s", 0.4),
        Row(
            "odds RRCA, partner known",
            command_seconds("odds", "RRCA", "--partner", "7654"), "s", 1.5,
        ),
        Row("odds RR4A with evidence", command_seconds("odds", *SEEN), "s", 1.5),
        Row("advise RRCA, mano", command_seconds("advise", "RRCA"), "s", 1.5),
        Row(
            "advise 7654, postre", command_seconds("advise", "7654", "--seat", "postre"), "s", 1.5
        ),
        Row("bet RR54 at a score", command_seconds(*BET), "s", 1.5),
        Row("advise RRCA, nothing compiled", cold_seconds("advise", "RRCA"), "s", 15),
        Row("advise, peak memory", peak_gigabytes("advise", "RRCA"), "GB", 1),
        Row("four seats, 4 kings, solved and measured, peak memory", training_gigabytes(), "GB", 4),
        Row(
            "odds, 4 kings, partner known, peak memory",
            peak_gigabytes("odds", "RRCA", "--rules", "ffm", "--partner", "7654"), "GB", 1,
        ),
        Row(
            "odds, 4 kings, with evidence, peak memory",
            peak_gigabytes("odds", *SEEN, "--rules", "ffm"), "GB", 0.5,
        ),
    ]  # fmt: skip


def training_gigabytes() -> float:
    """Measure the memory of the largest game that ships, which more training does not change."""
    with TemporaryDirectory() as folder:
        return peak_gigabytes(*TRAIN, "-o", str(Path(folder) / "usual.npz"))


def exact(rules: Rules, deck: str, hand_budget: float, table_budget: float) -> list[Row]:
    """One hand and the whole table of a deck, in process."""
    space, kings = hand_space(rules), f"{rules.kings} kings"
    known = [space.index("RR4A"), -1, -1, -1]
    # the naive table is the naive hand for all hands and seats: that many runs would take hours
    start = time.perf_counter()
    naive.count_seat(deck, 0, "RR4A")
    slow = time.perf_counter() - start
    hand = seconds(lambda: count_hand(space, known, 0), runs=15)
    table = seconds(lambda: count_table(space), runs=3)
    return [
        Row(f"exact, one hand, {kings}", 1000 * hand, "ms", hand_budget, 1000 * slow),
        Row(f"exact, whole table, {kings}", table, "s", table_budget, 4 * len(space) * slow),
    ]


def joint(rules: Rules, hand: str, budget: float) -> list[Row]:
    """All lances together, without evidence and with it, and how that scales."""
    space, kings = hand_space(rules), f"{rules.kings} kings"
    number, everything = space.index(hand), np.ones((4, len(space)))
    some = everything.copy()
    some[1], some[3] = space.pares > 0, np.where(space.juego > 0, 0.3, 1.0)

    def count(likelihoods: np.ndarray) -> float:
        gone = space.counts[number]
        return 1000 * seconds(lambda: joint_odds(space, number, 0, likelihoods, gone), runs=3)

    free, told, both = count(everything), count(some), chunks.threads
    chunks.threads = lambda: 1
    alone = count(everything)
    chunks.threads = both
    start = time.perf_counter()
    plain_numpy(space, number)
    plain = 1000 * (time.perf_counter() - start)
    return [
        Row(f"joint outcome, {kings}", free, "ms", budget, plain),
        Row(f"joint outcome with evidence, {kings}", told, "ms", 2 * budget),
        Row(f"joint outcome on one thread, {kings}", alone, "ms", 2 * budget, plain),
        Row(f"hand types weighed, {kings}", len(space) ** 3 / free / 1e3, "M/s", 0),
    ]


def plain_numpy(space: HandSpace, hand: int) -> float:
    """Win chance in grande as plain NumPy would: partner by partner, all rivals at once."""
    copies, counts, rank = np.array(space.deck.copies), space.counts, space.rank[0]
    choose = np.array([[comb(n, k) for k in range(5)] for n in range(copies.max() + 1)])
    won = total = 0
    for partner, held in enumerate(counts):
        left = copies - counts[hand] - held
        if (left < 0).any():
            continue
        ways = int(choose[copies - counts[hand], held].prod())
        after = left - counts
        second = choose[np.maximum(after, 0)[:, None, :], counts[None]].prod(-1)
        deals = choose[left, counts].prod(-1)[:, None] * second * (after >= 0).all(-1)[:, None]
        ours = max(4 * rank[hand] + 3, 4 * rank[partner] + 1)
        theirs = np.maximum(4 * rank[:, None] + 2, 4 * rank[None, :])
        total += ways * int(deals.sum())
        won += ways * int(deals[ours > theirs].sum())
    return won / total


def sampled() -> list[Row]:
    """Deals and rounds of mus a second on one core."""
    space, policy = hand_space(EIGHT), style_policy(EIGHT, DEFAULT_STYLE)
    table, lances = sim_table(EIGHT, policy), lance_columns(space)
    start = starts(space, [-1] * 4, np.zeros(len(space.deck.copies), int), np.ones((4, len(space))))
    many = 400 * threads()
    deals = many * CHUNK_DEALS / threads() / 1e6
    game = naive_mus.Game(
        random.Random(1), naive.DECKS[8],
        lambda round_, seat, hand: float(policy.cut[0, seat, space.index(hand)]),
        lambda round_, seat, hand: _kept(space, policy, seat, hand),
    )  # fmt: skip

    def a_second(play: Callable[[], None]) -> float:
        return 1 / (1e6 * seconds(lambda: [play() or game.value(0) for _ in range(1000)], 3) / 1000)

    fast = seconds(lambda: sample_lances(1, many, table, start, lances), runs=3)
    rounds = seconds(
        lambda: map_chunks(lambda c: rounds_chunk(1, c, table, start, lances), many), runs=3
    )
    return [
        Row("deals, four lances, a core", deals / fast, "M/s", 35, a_second(lambda: game.deal({}))),
        Row("mus rounds, a core", deals / rounds, "M/s", 6, a_second(lambda: game.mus_round(0))),
    ]


def four_seats() -> list[Row]:
    """Measure iterations a second of the solver for four, and a play-off, on one core."""
    from musodds.solver.four.bots import threshold_bot
    from musodds.solver.four.game import make_game
    from musodds.solver.four.mus_game import make_mus
    from musodds.solver.four.play import play_off
    from musodds.solver.four.train import Training

    game, rows = make_game(EIGHT), []
    for what, style, rounds, budget in (
        ("no mus phase", "equilibrium", 0, 20_000),
        ("mus phase, usual", "usual", 3, 12_000),
    ):
        training = Training(game, mus=make_mus(game, style, rounds)).advance(100_000)
        each = seconds(lambda t=training: t.advance(20_000), runs=5) / 20_000  # type: ignore[misc]
        rows.append(Row(f"four seats, {what}", 1 / each, "iterations/s", budget))
    bot = threshold_bot(game, make_mus(game, "usual"))
    hands = 2 * 20_000 / seconds(lambda: play_off(bot, bot, 20_000), runs=3)
    rows.append(Row("four seats, hands played out", hands / 1e6, "M/s", 0))
    return rows


def _kept(space, policy, seat, hand):  # type: ignore[no-untyped-def]
    chances = policy.discard[0, seat, space.index(hand)]
    return [
        ("".join(card for i, card in enumerate(hand) if (mask >> i) & 1), float(chances[mask]))
        for mask in np.flatnonzero(chances)
    ]


SMALL_HAND = "RRRCC77AA"


def solved() -> list[Row]:
    """Games solved to their targets: lances, a whole hand, and what a small one takes plainly."""
    took, peak = heavy("solve", "hand", "--format", "json")
    compiled = ("solve", "lance", "punto", "--iterations", "1")
    cold = cold_seconds(*compiled) - command_seconds(*compiled, runs=1)
    menu = parse_menu("2,5,ordago")
    return [
        *(
            Row(
                f"1v1 {lance} to NashConv 0.001, {kings} kings",
                seconds(lambda lance=lance, rules=rules: solve_lance(lance, rules, menu), runs=1),
                "s", 5,
            )
            for kings, rules in ((8, EIGHT), (4, FOUR))
            for lance in ("grande", "pares")
        ),
        Row("1v1 whole hand to NashConv 0.005", took, "s", 600),
        Row("1v1 whole hand, peak memory", peak, "GB", 1),
        Row("solver, compiling", cold, "s", 30),
        small_hand(),
    ]  # fmt: skip


def small_hand() -> Row:
    """Measure a strategy of a whole hand with nine cards, against the plain enumeration."""
    sys.path.append(str(Path(naive.__file__).parent))  # the tests' files import each other plainly
    import naive_solver
    from solver_help import Lines, random_tables, small_duel

    menu, mus = Menu((2,), (), 0, False), naive_solver.Mus(ordago=False)
    duel = small_duel(SMALL_HAND, menu)
    made = hand_game(duel)
    tables = random_tables(made.game, 1)
    plays, deals = Lines(duel, made, tables).plays, naive_solver.deals_of(SMALL_HAND)
    start = time.perf_counter()
    for seat in (0, 1):
        naive_solver.total(mus, seat, deals, plays, True)
    slow = time.perf_counter() - start
    fast = seconds(lambda: [best_reply(made.game, seat, tables) for seat in (0, 1)])
    return Row("both best replies, hand of nine cards", 1000 * fast, "ms", 20, 1000 * slow)


def show(rows: list[Row]) -> None:
    """Print the table."""
    table = Table(title=f"{threads()} threads, Python {platform.python_version()}", box=None)
    for heading in ("what", "measured", "budget", "", "times the naive version"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for row in rows:
        table.add_row(
            row.what,
            f"{row.measured:.3g} {row.unit}",
            f"{'at least' if row.is_rate else 'at most'} {row.budget:g} {row.unit}"
            if row.budget
            else "",
            "" if not row.budget else "kept" if row.kept else "[bold red]missed[/]",
            "" if row.ratio is None else f"{row.ratio:,.0f}",
        )
    Console(width=100).print(table)


def main() -> None:
    """Measure everything and print it."""
    rows = []
    for what, work in (
        ("commands", commands),
        ("exact, 8 kings", lambda: exact(EIGHT, naive.DECKS[8], 3, 0.5)),
        ("exact, 4 kings", lambda: exact(FOUR, naive.DECKS[4], 15, 4)),
        ("joint, 8 kings", lambda: joint(EIGHT, "RR4A", 60)),
        ("joint, 4 kings", lambda: joint(FOUR, "RR4A", 400)),
        ("sampling", sampled),
        ("reduction of variance", gains),
        ("questions and tables to 0.01 tantos (a minute)", budgets),
        ("solving, some minutes", solved),
        ("four seats", four_seats),
    ):
        print(f"measuring: {what} ...", file=sys.stderr)
        rows += work()
    wheels = sorted(Path("dist").glob("*.whl"))
    if wheels:
        rows.append(Row("wheel", wheels[-1].stat().st_size / 2**20, "MB", 25))
    show(rows)


if __name__ == "__main__":
    main()
