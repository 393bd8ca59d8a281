"""The measures of quality: local best responses, rare positions, races, and the file."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import naive_four
import numpy as np
import pytest
from four_help import ROOMY, bets_everything, plain_players, small_game, summary_number, word_of

from musodds.errors import InputError
from musodds.rules import load_rules
from musodds.solver.four import measure as measuring
from musodds.solver.four.bots import always_paso
from musodds.solver.four.cross import Run, cross_play
from musodds.solver.four.game import layout, make_game
from musodds.solver.four.journal import Journal
from musodds.solver.four.local import SIGMAS, advantages, improved, local_gain
from musodds.solver.four.measure import measure, quality_rows, wider
from musodds.solver.four.menu import Menu
from musodds.solver.four.mus_game import make_mus
from musodds.solver.four.mus_walk import iterate, new_mus_work
from musodds.solver.four.play import play_off
from musodds.solver.four.quality import ATTEMPTS, Effort, deal_values, deviation_gain
from musodds.solver.four.solution import Solution, load_solution, quantised, save_solution
from musodds.solver.four.strategy import Strategy
from musodds.solver.four.train import Method, Training
from musodds.solver.four.visits import ENOUGH, count_visits
from musodds.solver.four.work import new_work

TINY = Effort(iterations=300, doublings=1, deals=400, pair_seeds=2, hands=4000)
PLAIN = Menu((2,), (3,), 1, ordago=False)


@pytest.fixture(scope="module")
def game():  # type: ignore[no-untyped-def]
    """Return a game of a few hands."""
    return small_game(cards=ROOMY, menu=PLAIN)


@pytest.fixture(scope="module")
def trained(game):  # type: ignore[no-untyped-def]
    """Return a strategy with the mus phase after a short training."""
    return Strategy.of(Training(game, seed=3, mus=make_mus(game, rounds=1)).advance(20_000))


# ---------------------------------------------------------------- local best responses


@pytest.mark.parametrize("rounds", [0, 1])
def test_regrets_kept_apart_are_those_of_the_training(game, rounds: int) -> None:  # type: ignore[no-untyped-def]
    """One walk that writes to another table adds what it would add to the strategy's own."""
    mus = make_mus(game, rounds=rounds)
    training = Training(game, seed=2, mus=mus)
    own, rng = training.own, np.random.default_rng(rounds)
    strategy = rng.exponential(size=len(training.regrets)).astype(np.float32)
    method = Method(average="none", linear=False)
    for seat in range(4):
        found = []
        for apart in (False, True):
            tables = training.tables()._replace(mine=strategy.copy(), average=0 * strategy)
            options = method.options(22)._replace(apart=apart)
            work, more = new_work(game, own), new_mus_work(game, mus, own, own)
            work.rng[0] = np.uint64(seat)
            iterate(game.deck, game.trees, mus, tables, options, work, more,
                    np.array([seat]), 0, 1, np.uint64(0), np.zeros(0))  # fmt: skip
            found.append((tables.mine - strategy, tables.average))
        (added, nothing), (untouched, apart_sums) = found
        assert not nothing.any()
        assert not untouched.any()
        assert np.abs(apart_sums).max() > 10
        assert np.allclose(added, apart_sums, atol=1e-4 * np.abs(apart_sums).max())


def test_advantages_add_up_to_nothing(trained) -> None:  # type: ignore[no-untyped-def]
    """Weighed by the strategy, the moves of a decision are worth the strategy's own value."""
    table, sums, errors = advantages(trained, 2, "bettor", 500, 1)
    game, mus = trained.game, trained.mus
    several = [Strategy(game, "bettor", x, mus).decisions() for x in (table, sums, errors)]
    seen = 0
    for (rows, _), (gains, _), (doubts, _) in zip(*several, strict=True):
        scale = np.abs(gains).max(-2) + 1000  # large sums of which little is left
        assert (np.abs((rows * gains).sum(-2)) < 1e-4 * scale + 1e-3 * np.abs(gains).max(-2)).all()
        assert ((gains != 0) <= (doubts > 0)).all()
        seen += (gains != 0).sum()
    assert seen > 1000


def test_the_best_move_is_made_where_it_is_clearly_better(trained) -> None:  # type: ignore[no-untyped-def]
    """Every decision against a loop over its moves."""
    rng = np.random.default_rng(5)
    table = trained.as_chances().table
    sums = rng.normal(size=len(table)).astype(np.float32)
    errors = rng.exponential(size=len(table)).astype(np.float32)
    for sigmas in SIGMAS:
        made = improved(trained, "bettor", (table, sums, errors), sigmas)
        blocks = [
            [rows for rows, _ in Strategy(trained.game, "bettor", x, trained.mus).decisions()]
            for x in (table, sums, errors, made)
        ]
        changed = 0
        for i in range(0, len(blocks[0]), 7):
            old, gains, doubts, new = (block[i].reshape(-1, *block[i].shape[-2:]) for block in
                                       ([b.copy() for b in rows] for rows in blocks))  # fmt: skip
            for first in range(len(old)):
                for hand in range(0, old.shape[-1], 5):
                    gain = list(gains[first, :, hand])
                    best = gain.index(max(gain))
                    wanted = list(old[first, :, hand])
                    if gain[best] > 0 and gain[best] > sigmas * doubts[first, best, hand]:
                        wanted = [float(a == best) for a in range(len(gain))]
                        changed += 1
                    assert list(new[first, :, hand]) == wanted
        assert changed > 100


def test_local_best_response_against_who_never_accepts() -> None:
    """Against rivals who always refuse, betting everything is best, one step ahead as well."""
    game = small_game(cards=ROOMY, menu=Menu((2,), (), 0, ordago=False))
    bot, bets = always_paso(game), bets_everything(game)
    effort = Effort(10_000, 1, deals=20_000, seed=2)
    for seat in (0, 3):
        exact = deal_values(bot, seat, 20_000, 9, bets) - deal_values(bot, seat, 20_000, 9)
        found = local_gain(bot, seat, None, effort)
        assert abs(found.gain.tantos - exact.mean()) < 4 * found.gain.se
        assert found.gain.tantos > 1
        assert (found.iterations, found.settled) == (20_000, True)


# ---------------------------------------------------------------- trained deviators


def test_who_loses_is_not_settled(trained) -> None:  # type: ignore[no-untyped-def]
    """A deviator trained too little loses; that is told, and the strategy itself gains 0."""
    blind = Effort(4, 1, deals=4000, attempts=((True, 0.0),))
    found = deviation_gain(trained, (0,), None, blind)
    assert found.history[-1][1] < 0
    assert found.gain.tantos == found.gain.se == 0
    assert not found.settled
    assert [n for n, _ in found.history] == [4, 8]


def test_training_doubles_until_it_changes_little(trained) -> None:  # type: ignore[no-untyped-def]
    for enough, settled, often in ((50.0, True, 2), (1e-9, False, 3)):
        effort = Effort(2000, 2, enough, deals=4000)
        found = deviation_gain(trained, (1,), None, effort)
        assert (found.settled, len(found.history)) == (settled, often)
        assert [n for n, _ in found.history] == [2000 * 2**k for k in range(often)]
        assert found.iterations == found.history[-1][0]
        assert found.gain.tantos > 3 * found.gain.se  # a short training leaves much to gain


def test_the_best_of_several_trainings_of_a_pair_goes_on(trained) -> None:  # type: ignore[no-untyped-def]
    """Each seed alone, in each way, against all together: the best of them is what is found."""
    every = Effort(1000, 0, deals=4000, pair_seeds=3)
    found = deviation_gain(trained, (0, 2), None, every)
    alone = [
        deviation_gain(trained, (0, 2), None, replace(every, seed=seed, pair_seeds=1, attempts=way))
        for seed in (1, 2, 3)
        for way in (ATTEMPTS[:1], ATTEMPTS[1:])
    ]
    # the deals have seeds too: those of the first one are the same
    assert found.history[0][1] >= max(one.history[0][1] for one in alone[:2])
    assert abs(found.gain.tantos - max(one.gain.tantos for one in alone)) < 8 * found.gain.se
    assert found.seats == (0, 2)


# ---------------------------------------------------------------- rare positions


def _names(game):  # type: ignore[no-untyped-def]
    """Return tree and node of every (lance, mask, said)."""
    found = {}
    for tree, betting in enumerate(game.betting):
        said = {0: ()}
        for i, node in enumerate(betting.nodes):
            for move, to in zip(node.moves, node.to, strict=True):
                if to >= 0:
                    said[to] = (*said[i], (node.seat, word_of(move)))
            found[betting.lance, betting.mask, said[i]] = tree, i
    return found


class _Counting:
    """Players of `naive_four.Hand` who count what they are asked."""

    def __init__(self, strategy):  # type: ignore[no-untyped-def]
        self.inner, self.seen = plain_players(strategy), Counter()

    def cut(self, key, seat, hand):  # type: ignore[no-untyped-def]
        self.seen["cut", key, seat] += 1
        return self.inner[0](key, seat, hand)

    def keep(self, key, seat, hand):  # type: ignore[no-untyped-def]
        self.seen["keep", key, seat] += 1
        return self.inner[1](key, seat, hand)

    def bet(self, key, cutter):  # type: ignore[no-untyped-def]
        plan = self.inner[2](key, cutter)

        def asked(seat, hand, lance, mask, summary, said):  # type: ignore[no-untyped-def]
            self.seen[4 * key + cutter, lance, mask, summary, said] += 1
            return plan(seat, hand, lance, mask, summary, said)

        return asked


def test_visits_are_those_of_hands_played_plainly(trained) -> None:  # type: ignore[no-untyped-def]
    """How often positions come up against cards in a list, cuts and discards among them."""
    strategy = trained.as_chances()
    for rows, _ in strategy.decisions():
        if rows.shape[:3] == (2, 4, 2):
            rows[..., 0, :] += 1.5  # let all say mus more often than not
    strategy = strategy.as_chances()
    game, hands, players, rng = strategy.game, 5000, _Counting(strategy), random.Random(7)
    for _ in range(hands):
        naive_four.Hand(rng, ROOMY, players.cut, players.keep, players.bet, 1).play()
    visits, _ = count_visits(strategy, 10**6, 200_000)
    names, compared = _names(game), Counter()
    for name, count in players.seen.items():
        if name[0] in ("cut", "keep"):
            share = visits.mus_share(name[0] == "keep", name[1], name[2])
        else:
            way, lance, mask, summary, said = name
            tree, node = names[lance, mask, said]
            share = visits.share(way, tree, summary_number(summary), node)
        error = np.sqrt(max(share * (1 - share), 1 / hands) / hands)
        assert abs(count / hands - share) < 5.5 * error, name
        compared[type(name[0])] += count > 50
    assert compared[int] > 60
    assert compared[str] >= 8
    decisions = sum(players.seen.values()) / hands
    assert visits.counts.sum() / visits.hands == pytest.approx(decisions, rel=0.02)


def test_fixed_cuts_are_no_decisions() -> None:
    game = make_game(load_rules("naipera"), Menu((2,), (), 0, False))
    visits, _ = count_visits(always_paso(game, make_mus(game, "usual", 2)), 1000, 2000)
    assert [visits.mus_share(False, 0, seat) for seat in range(4)] == [0] * 4
    assert all(visits.mus_share(True, 0, seat) > 0.1 for seat in range(4))


def test_rare_positions_are_those_the_training_hardly_saw(trained) -> None:  # type: ignore[no-untyped-def]
    """A quarter of the training's iterations, times the share of hands, against the least."""
    shares = []
    for iterations in (1000, 40_000, 10**9):
        visits, rare = count_visits(trained, iterations, 40_000)
        plain = [int(n) / visits.hands * iterations / 4 < ENOUGH for n in visits.counts]
        assert visits.rare.tolist() == plain
        assert visits.is_rare(visits.share(0, 0, 0, 0)) == plain[0]
        share = visits.counts[plain].sum() / visits.counts.sum()
        assert abs(rare.share - share) < 5 * rare.se + 0.01  # judged by half as many hands
        assert (rare.trained, rare.hands, rare.visits) == (iterations, 40_000, ENOUGH)
        shares.append(rare.share)
    assert shares[0] == 1  # nothing comes up four times a hand
    assert 0.05 < shares[1] < 0.9
    assert shares[2] < 0.01


# ---------------------------------------------------------------- runs, rows and files


def test_runs_are_compared_as_they_play(game, trained) -> None:  # type: ignore[no-untyped-def]
    bot = always_paso(game, trained.mus)
    other = Strategy.of(Training(game, seed=4, mus=trained.mus).advance(10_000))
    runs = [Run(3, 20_000), Run(0, 0), Run(4, 10_000)]
    cross = cross_play([trained, bot, other], runs, 20_000, seed=5)
    for i in range(3):
        assert cross.tantos[i][i].tantos == 0
        for j in range(i):
            assert cross.tantos[i][j].tantos == -cross.tantos[j][i].tantos
    straight = play_off(trained, other, 20_000, seed=5)
    assert cross.tantos[0][2] == straight.tantos
    assert cross.as_mano[0][2] == straight.as_mano
    turned = play_off(other, trained, 20_000, seed=6)
    error = np.hypot(turned.as_mano.se, cross.as_mano[2][0].se)
    assert abs(turned.as_mano.tantos - cross.as_mano[2][0].tantos) < 4 * error
    assert cross.worst(1) == min(cross.tantos[1][0], cross.tantos[1][2], key=lambda x: x.tantos)
    assert cross.worst(1).tantos < -5 * cross.worst(1).se  # who never bets loses to both
    assert cross.best == (0 if cross.tantos[0][2].tantos > 0 else 2)
    assert cross.chosen == runs[cross.best]


@pytest.fixture(scope="module")
def measured(game):  # type: ignore[no-untyped-def]
    """Return two runs, the better one quantised, and its quality."""
    runs = [Training(game, seed=seed).advance(6000) for seed in (1, 2)]
    made = [quantised(Strategy.of(run)) for run in runs]
    cross = cross_play(made, [Run(1, 6000), Run(2, 6000)], 1000)
    strategy = made[cross.best]
    return strategy, cross, measure(strategy, 6000, cross, TINY)


def test_everything_is_measured(measured) -> None:  # type: ignore[no-untyped-def]
    strategy, cross, quality = measured
    alone = [(0,), (1,), (2,), (3,)]
    for gains, kind in ((quality.own, "bettor"), (quality.wide, "wide"), (quality.local, "bettor")):
        assert [gain.seats for gain in gains] == alone
        assert {gain.memory for gain in gains} == {kind}
    assert [gain.seats for gain in quality.pairs] == [(0, 2), (1, 3)]
    assert quality.own[2] == deviation_gain(strategy, (2,), None, TINY)
    assert quality.wide[1] == deviation_gain(strategy, (1,), "wide", TINY)
    assert quality.local[3] == local_gain(strategy, 3, None, TINY)
    assert quality.rare == count_visits(strategy, 6000, TINY.hands, TINY.seed)[1]
    assert quality.cross == cross
    assert wider("whole") == "whole"


def test_rows_tell_all_of_it(measured) -> None:  # type: ignore[no-untyped-def]
    _, cross, quality = measured
    rows = quality_rows(quality)
    assert Counter(row.what for row in rows) == {
        "own": 4, "wide": 4, "local": 4, "pair": 2, "self-play": 1, "cross-play": 2, "rare": 1,
    }  # fmt: skip
    of = {(row.what, row.seats): row for row in rows}
    assert of["wide", "tercero"].tantos == quality.wide[2].gain.tantos
    assert of["pair", "segundo + postre"].se == quality.pairs[1].gain.se
    chosen = of["cross-play", f"seed {cross.chosen.seed}"]
    assert chosen.note.endswith("chosen")
    assert sum("chosen" in row.note for row in rows) == 1
    assert of["rare", "all"].tantos == quality.rare.share
    ends = ["not settled" if not gain.settled else "settled" for gain in quality.own]
    assert all(f", {end}" in row.note for row, end in zip(rows[:4], ends, strict=True))


def test_processes_find_the_same(measured) -> None:  # type: ignore[no-untyped-def]
    strategy, cross, quality = measured
    steps: list[tuple[int, int]] = []
    again = measure(strategy, 6000, cross, TINY, 2, None, lambda n, of: steps.append((n, of)))
    assert again == quality
    assert steps == [(n, 14) for n in range(1, 15)]


def test_gains_measured_are_kept(measured, tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """Interrupted in the middle, what was found is read and the rest measured."""
    strategy, cross, quality = measured
    real, asked = measuring._gain, []

    def gain(strategy, effort, task):  # type: ignore[no-untyped-def]
        asked.append(task)
        if len(asked) == 6:
            raise KeyboardInterrupt
        return real(strategy, effort, task)

    monkeypatch.setattr(measuring, "_gain", gain)
    path = tmp_path / "gains.jsonl"
    with pytest.raises(KeyboardInterrupt):
        measure(strategy, 6000, cross, TINY, journal=path)
    with path.open("a") as file:
        file.write('{"of": "ab')  # cut off in the middle of a line
    again = measure(strategy, 6000, cross, TINY, journal=path)
    assert again == quality
    assert len(asked) == 15  # the sixth was asked twice
    assert measure(strategy, 6000, cross, TINY, journal=path) == quality
    assert len(asked) == 15
    other = Strategy(strategy.game, "bettor", strategy.table[::-1].copy(), strategy.mus)
    for who, effort in ((other, TINY), (strategy, replace(TINY, seed=2))):
        assert Journal(path, who, effort).read() == {}
    assert len(Journal(path, strategy, TINY).read()) == 14


def test_solutions_are_written_whole_and_read_back(tmp_path: Path, measured) -> None:  # type: ignore[no-untyped-def]
    rules, quality = load_rules("naipera"), measured[2]
    game = make_game(rules, Menu((2,), (), 0))
    for style, rounds in (("equilibrium", 0), ("usual", 2)):
        mus = make_mus(game, style, rounds)
        strategy = quantised(Strategy.of(Training(game, seed=1, mus=mus).advance(4000)))
        for rows, allowed in strategy.decisions():
            assert np.allclose(rows.sum(-2), 1, atol=1e-5)
            assert (rows[..., np.broadcast_to(allowed == 0, rows.shape[-2:])] == 0).all()
        bare = Solution(strategy, style, 1, 4000)
        path = tmp_path / f"{style}.npz"
        with pytest.raises(InputError, match="without its quality"):
            save_solution(path, bare)
        assert not path.exists()
        visits, _ = count_visits(strategy, 4000, 4000)
        save_solution(path, replace(bare, quality=quality, visits=visits))
        read = load_solution(path)
        assert np.array_equal(read.strategy.table, strategy.table)
        assert read.quality == quality
        assert read.strategy.game.rules == rules
        assert (read.style, read.seed, read.iterations) == (style, 1, 4000)
        assert read.visits is not None
        assert np.array_equal(read.visits.counts, visits.counts)
        assert (read.visits.hands, read.visits.trained) == (visits.hands, 4000)
        assert read.visits.share(0, 0, 0, 1) == visits.share(0, 0, 0, 1) > 0
        save_solution(path, replace(bare, quality=quality))
        assert load_solution(path).visits is None
    assert int(layout(game).size) < len(strategy.table)
