"""A strategy solved at a score: what its actions bring by the solver's walk, and played out.

Two methods for the value of the same play: walks for all hands of a seat at a time, and rollouts,
hand by hand and card by card.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from four_help import ROOMY, places, small_game
from test_four_score_walk import chances
from test_four_translate import any_strategy

from musodds.induction import WE_WIN, induct_score, unknown
from musodds.notation import parse_bets
from musodds.rules import load_rules
from musodds.solver.four.asking import Question
from musodds.solver.four.game import layout, make_game
from musodds.solver.four.menu import Menu
from musodds.solver.four.opening import CUT, Table, open_chunks
from musodds.solver.four.payments import sample_hands
from musodds.solver.four.proposal import Known, cut_chances, propose
from musodds.solver.four.quality import self_play
from musodds.solver.four.reading import GAME as IN_GAMES
from musodds.solver.four.reading import TANTOS as IN_TANTOS
from musodds.solver.four.reading import read
from musodds.solver.four.resolve import Budget, gain_over, train_at_score
from musodds.solver.four.rolled import Effort, purse_of, roll_actions
from musodds.solver.four.rollout import GAME, WEIGHT
from musodds.solver.four.said import Pending, follow_said
from musodds.solver.four.solution import quantised
from musodds.solver.four.stakes import Stakes
from musodds.solver.four.strategy import Strategy

SCORE = (36, 37)  # the mano's pair first: won at once, at the count, or not yet
FEW = Menu((2,), (), 0)
LANCE = {"grande": 0, "chica": 1, "pares": 2, "juego": 3, "punto": 3}
Z = 3.5


@cache
def start(rounds: int = 1) -> Strategy:
    """Return a strategy with random chances of a game with a deck of few ranks."""
    return any_strategy(small_game(menu=FEW, cards=ROOMY), rounds, seed=4)


@cache
def solved() -> Strategy:
    """Return the strategy that was solved at the score."""
    stakes = Stakes(*SCORE, chances(40))
    return quantised(Strategy.of(train_at_score(start(), stakes, Budget(6000, seed=3))))


@cache
def soft(bold: bool = False) -> Strategy:
    """Return it mixed with one that says anything, paso most of all, so that little is rare.

    ``bold``: nobody refuses a bet, so that nothing is paid before the count.
    """
    made, other = solved().as_chances(), start().as_chances()
    table = 0.5 * made.table
    mixed = Strategy(made.game, made.memory, table.astype(np.float32), made.mus)
    for (rows, _), (more, _) in zip(mixed.decisions(), other.decisions(), strict=True):
        rows += 0.25 * more
        if rows.shape[-2] < 16:
            rows[..., 0, :] += 0.25
            rows[..., -1, :] *= 0.25  # few órdagos, which would end the hand
    if bold:
        own, ways = layout(made.game, made.memory), 8
        bets = mixed.table[: ways * int(own.size)].reshape(ways, -1)
        for (lance, _, _), (first, words, tree) in places(made.game, own).items():
            width, size = int(made.game.trees.width[tree]), int(made.game.trees.size[tree])
            for s in range((1, 9, 9, 9)[LANCE[lance]] if "no" in words else 0):
                at = first + s * size + words.index("no") * width
                bets[:, at : at + width] = 0
    return mixed.as_chances()


def ours(seat: int) -> tuple[int, int]:
    """Return the score as the pair of a seat sees it."""
    return SCORE if seat % 2 == 0 else SCORE[::-1]


def apart(ones, others) -> None:  # type: ignore[no-untyped-def]
    """Compare values and standard errors."""
    gap = np.subtract(ones[0], others[0])
    error = np.hypot(ones[1], others[1])
    assert np.isfinite(gap).all()
    assert (abs(gap) < Z * error + 1e-6).all(), (ones, others)


@pytest.mark.slow
def test_solving_at_the_score_changed_something() -> None:
    assert all(gain.tantos > 5 * gain.se for gain in gain_over(start(), solved(), 4000))


def test_hands_played_card_by_card_win_as_often_as_the_walk_says() -> None:
    made = solved()
    walked = self_play(made, 40_000, seed=2)
    played = sample_hands(made, made, 5000, 20, seed=5)
    endings = unknown(21, 40)
    endings[..., WE_WIN], endings[..., WE_WIN + 1] = made.game.stakes.won, 0
    endings[..., 0], endings[..., 1] = 1 - made.game.stakes.won, 0
    induct_score(played, endings, SCORE)
    won = endings[:, *SCORE, WE_WIN:].sum(-1)
    error = won[1:].std(ddof=1) / 20**0.5
    assert 0.1 < won[0] < 0.9
    assert abs(walked.tantos + 0.5 - won[0]) < Z * np.hypot(walked.se, error)
    assert np.hypot(walked.se, error) < 0.005


CASES = [
    (0, "R75A", "grande", "", None, ()),
    (3, "R75A", "grande", "mano 2, segundo n", None, ()),
    (1, "RR5A", "grande", "mano ORD", 0, ()),
    (2, "R55A", "chica", "", None, (0,)),
    (1, "R55A", "chica", "mano 2", None, (1,)),
    (2, "RR5A", "pares", "", None, (0, 0)),
    (1, "RR5A", "pares", "mano 2", None, (0, 0)),
]
LATER = [  # nothing known of the earlier lances, but that no bet was refused
    (1, "R75A", "chica", "mano 2", None, ()),
    (0, "RR5A", "pares", "", None, ()),
    (0, "R75A", "punto", "", None, ()),
    (0, "RRRA", "juego", "", None, ()),
    (3, "RRRA", "juego", "tercero 2", None, ()),
]


def both_ways(made, case, deals=40_000):  # type: ignore[no-untyped-def]
    """Return what is read off the strategy and what rollouts say of the same decision."""
    seat, hand, lance, told, cut, before = case
    game, number = made.game, made.game.space.names.index(hand)
    history = parse_bets(told) if told else None
    walked = read(made, seat, [Question(lance, history, cut, before=before)], deals=deals)[0]
    drawn = propose(made, Known(seat, number, cutters=(0, 1, 2, 3) if cut is None else (cut,)))
    pending = [Pending() if outcome == 0 else Pending((0,), 2) for outcome in before]
    found = roll_actions(
        made,
        drawn,
        follow_said(game, seat, lance, history or (), pending),
        purse_of(game, drawn[0], ours(seat), None)._replace(mends=False),
        Effort(60_000),
    )
    assert walked.unit == IN_GAMES
    assert walked.actions == found.actions
    return walked, number, found


@pytest.mark.slow
def test_actions_of_the_solved_strategy_itself() -> None:
    """Before anything that it never does has been said."""
    for seat in (0, 2):
        walked, hand, found = both_ways(solved(), (seat, "R75A", "grande", "", None, ()))
        apart(found.values(GAME), (walked.tantos[:, hand], walked.se[:, hand]))
        assert found.frequency() == pytest.approx(walked.frequency[:, hand], abs=0.03)


@pytest.mark.parametrize(
    ("bold", "case"), [(False, case) for case in CASES] + [(True, case) for case in LATER]
)
def test_actions_are_worth_the_same_by_rollouts_and_by_the_walk(bold, case) -> None:  # type: ignore[no-untyped-def]
    walked, hand, found = both_ways(soft(bold), case)
    apart(found.values(GAME), (walked.tantos[:, hand], walked.se[:, hand]))
    assert found.frequency() == pytest.approx(walked.frequency[:, hand], abs=0.1)
    assert np.ptp(found.values(GAME)[0]) > 0.001
    assert max(found.values(GAME)[1].max(), walked.se[:, hand].max()) < 0.06


@pytest.mark.parametrize("seat", [0, 3])
def test_cuts_and_discards_too(seat: int) -> None:
    made, masks = solved(), (0, 1, 6)
    game, hand = made.game, made.game.space.names.index("R75A")
    cut, discard, _ = read(made, seat, [Question("grande")], mus=True, deals=20_000)
    like = np.ones((4, len(game.space)))
    for before in range(seat):
        like[before] = 1 - cut_chances(made, 0, before)[game.number]
    drawn = propose(made, Known(seat, hand, like, redraw=False))[0]
    purse = purse_of(game, drawn, ours(seat), None)._replace(mends=False)
    found = open_chunks(Table(made, drawn, purse, True), masks, 1, range(30))
    assert found.agreed.sums.head[WEIGHT] > 100
    values, errors = found.all.values(GAME)
    apart((values[CUT], errors[CUT]), (cut.tantos[1, hand], cut.se[1, hand]))
    values, errors = found.agreed.values(GAME)
    rows = list(masks)
    apart(
        (values[CUT + 1 :], errors[CUT + 1 :]),
        (discard.tantos[rows, hand], discard.se[rows, hand]),
    )


def test_what_all_hands_bring_is_the_value_of_the_game() -> None:
    """The mano's first decision without the mus phase comes about in every hand."""
    stakes = Stakes(*SCORE, chances(40))
    made = Strategy.of(train_at_score(start(0), stakes, Budget(2000, seed=3)))
    grande = read(made, 0, [Question("grande")], deals=8000, seed=9)[0]
    assert grande.reached == pytest.approx(1)
    worth = np.nansum(grande.frequency * grande.tantos, axis=0) @ grande.held
    value = self_play(made, 16_000, seed=2)
    assert abs(worth - 0.5 - value.tantos) < 4 * np.hypot(value.se, value.se * 2)
    told = grande.of_hand(made.game.space.names.index("RRRR"))[0]
    assert 0 < told["game"] < 1
    assert "tantos" not in told


def test_bets_off_the_menu_are_read_at_a_score_too() -> None:
    walked = read(solved(), 1, [Question("grande", parse_bets("envido 5"))], deals=500)[0]
    assert walked.unit == IN_GAMES
    assert [line for _, line in walked.read_as] == [("ordago",), ("envido:2",)]
    assert read(start(), 0, [Question("grande")], deals=10)[0].unit == IN_TANTOS


@pytest.mark.slow
def test_the_whole_game_too() -> None:
    """Eight kings and all bets, re-solved at 38-39 from the strategy that ships."""
    from musodds.equity_table import find_equity
    from musodds.strategies import find_strategy

    rules = load_rules("naipera")
    stakes = Stakes(39, 38, find_equity(rules).won[0])
    budget = Budget(60_000)
    made = Strategy.of(train_at_score(find_strategy(rules).strategy, stakes, budget))
    assert made.game.menu == make_game(rules).menu
    seat, hand = 3, made.game.space.names.index("RR54")
    told = parse_bets("mano 2, segundo n")
    walked = read(made, seat, [Question("grande", told)], deals=160_000)[0]
    drawn = propose(made, Known(seat, hand))
    found = roll_actions(
        made,
        drawn,
        follow_said(made.game, seat, "grande", told, ()),
        purse_of(made.game, drawn[0], (38, 39), None)._replace(mends=False),
        Effort(120_000),
    )
    apart(found.values(GAME), (walked.tantos[:, hand], walked.se[:, hand]))
