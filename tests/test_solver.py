"""The core of the solver on games with known values, and what holds of every solved lance."""

from itertools import pairwise

import numpy as np
import pytest

from musodds.errors import InputError
from musodds.rules import load_rules
from musodds.solver.duel import make_duel
from musodds.solver.game import Dense, Game, Stage, grow
from musodds.solver.hand import paso_value, solve_hand
from musodds.solver.hand_game import count_nodes, hand_game
from musodds.solver.lance import lance_game, solve_lance
from musodds.solver.menu import Menu, parse_menu
from musodds.solver.passes import new_tables
from musodds.solver.solve import Solver, measure, solve
from musodds.solver.toys import kuhn, leduc, matrix_game
from musodds.solver.updates import UPDATES

# ---------------------------------------------------------------- games with known values


@pytest.mark.parametrize("update", UPDATES)
def test_kuhn(update):
    """Its value is -1/18 (Kuhn 1950)."""
    solved = solve(kuhn(), 1e-3, update)
    assert solved.converged
    assert solved.nash_conv <= 1e-3
    assert solved.value == pytest.approx(-1 / 18, abs=1e-3)
    assert -solved.measure.best[1] - 1e-9 <= -1 / 18 <= solved.measure.best[0] + 1e-9
    assert solved.percent == pytest.approx(100 * solved.nash_conv / 2)


def test_kuhn_of_those_who_play_all_actions_equally():
    """NashConv of the uniform policy is 11/12, as OpenSpiel tests it."""
    game = kuhn()
    found = measure(game, new_tables(game))
    assert found.nash_conv == pytest.approx(11 / 12)
    assert found.exploitability == pytest.approx(11 / 24)


def test_leduc():
    """Its value is about -0.0856, NashConv of the uniform policy 4.747222 (both OpenSpiel's)."""
    game = leduc()
    assert measure(game, new_tables(game)).nash_conv == pytest.approx(4.7472222222)
    solved = solve(game, 2e-3)
    assert solved.converged
    assert solved.value == pytest.approx(-0.0856, abs=1e-3)
    assert -solved.measure.best[1] <= -0.08560 <= solved.measure.best[0]


@pytest.mark.parametrize("seed", range(3))
def test_random_matrix_games(seed):
    """Of two rows: the best mixture of them is where two columns cross, or pure."""
    pays = np.random.default_rng(seed).normal(size=(2, 6))
    a, b = pays
    with np.errstate(divide="ignore", invalid="ignore"):
        crossings = (b[None] - b[:, None]) / ((a - b)[:, None] - (a - b)[None])
    mixtures = [0.0, 1.0, *crossings[(crossings > 0) & (crossings < 1)]]
    value = max(min(p * a + (1 - p) * b) for p in mixtures)
    solved = solve(matrix_game(pays), 1e-3)
    assert solved.converged
    assert solved.value == pytest.approx(value, abs=1e-3)
    row, column = solved.strategy(0, 0)[0], solved.strategy(1, 0)[0]
    assert solved.nash_conv == pytest.approx((pays @ column).max() - (row @ pays).min())


def test_a_symmetric_game_has_a_symmetric_answer():
    """Paper, stone and scissors, stone winning double: both play them alike."""
    pays = np.array([[0.0, 2.0, -1.0], [-2.0, 0.0, 2.0], [1.0, -2.0, 0.0]])
    solved = solve(matrix_game(pays), 1e-3, "plus")
    assert solved.value == pytest.approx(0, abs=1e-3)
    row, column = solved.strategy(0, 0)[0], solved.strategy(1, 0)[0]
    assert row == pytest.approx([0.4, 0.2, 0.4], abs=2e-3)
    assert column == pytest.approx(row, abs=2e-3)


# ---------------------------------------------------------------- results


def test_a_result_says_whether_it_converged():
    solved = solve(kuhn(), 0, iterations=100)
    assert not solved.converged
    assert solved.iterations == 100
    assert [m.iteration for m in solved.history] == [32, 64, 96, 100]
    assert solved.history[-1] is solved.measure
    assert solved.history[-1].nash_conv < solved.history[0].nash_conv
    for stage in range(len(solved.game.stages)):
        for node in range(4):
            assert solved.strategy(stage, node).sum(1) == pytest.approx(1)


def test_float32_holds():
    """The same strategies measured in both precisions."""
    menu, ranges = parse_menu("2", "", 0), ["mano=grande>=CC", "postre=juego"]
    duel = make_duel("naipera", menu, ranges)
    single, double = hand_game(duel).game, hand_game(duel, dtype=np.float64).game
    solver = Solver(single)
    for _ in range(10):
        solver.step()
    tables = [(a.astype(float), b.astype(float)) for a, b in solver.averages]
    a, b = measure(single, solver.averages), measure(double, tables)
    assert a.value == pytest.approx(b.value, abs=1e-5)
    assert a.best == pytest.approx(b.best, abs=1e-5)


def test_a_game_too_large_is_refused_with_its_nodes():
    with pytest.raises(InputError, match=r"4 nodes and 12 information sets"):
        solve(kuhn(), 1e-3, memory=1e-9)
    with pytest.raises(InputError, match="100,092 nodes"):
        solve_hand(memory=0.1)
    huge = parse_menu("2,3,4,5,ordago", "2,3,4,5", 4)
    with pytest.raises(InputError, match=f"{count_nodes(huge, load_rules('naipera')):,} nodes"):
        solve_hand(menu=huge)
    with pytest.raises(InputError, match=r"lance of [\d,]+ nodes"):
        solve_lance("grande", menu=parse_menu("2,3,4,5,ordago", "2,3,4,5", 20))


@pytest.mark.parametrize(
    ("work", "token"),
    [
        (lambda: solve(kuhn(), -1.0), "target -1"),
        (lambda: solve(kuhn(), 1e-3, iterations=0), "iterations 0"),
        (lambda: solve(kuhn(), 1e-3, "cfr"), "update 'cfr'"),
        (lambda: solve_lance("envite"), "lance 'envite'"),
        (lambda: solve_lance("grande", menu=Menu((1,))), "bet 1"),
        (lambda: solve_lance("grande", menu=Menu(cap=-1)), "cap -1"),
        (lambda: solve_lance("grande", menu=Menu((), (), 0, False)), "none"),
        (lambda: solve_lance("grande", "meseta"), "five cards"),
        (lambda: solve_lance("grande", ordago=0), "ordago 0"),
        (lambda: solve_lance("grande", ranges=["RRCA"]), "no value"),
        (lambda: solve_lance("grande", ranges=["tercero=any"]), "tercero"),
        (lambda: solve_lance("grande", ranges=["mano=foo"]), "foo"),
        (lambda: solve_lance("juego", ranges=["mano=punto"]), "never bet"),
        (lambda: solve_lance("grande", "ffm", ranges=["mano=RRRR", "postre=RRxx"]), "together"),
        (lambda: parse_menu("2,many"), "'many'"),
    ],
)
def test_bad_input_is_refused(work, token):
    with pytest.raises(InputError, match=token) as caught:
        work()
    assert "\n" not in str(caught.value)


# ---------------------------------------------------------------- one lance


@pytest.fixture(scope="module")
def grande():
    return solve_lance("grande", "ffm", target=1e-3)


def by_line(solved):
    return {spot.line: spot for spot in solved.spots()}


def test_chica_is_grande_upside_down(grande):
    """With four kings and four aces, ten ranks of four: the same game, the cards renamed."""
    chica = solve_lance("chica", "ffm", target=1e-3)
    assert chica.value == pytest.approx(grande.value, abs=1e-9)
    space = grande.made.duel.space
    ranks = len(space.deck.names)
    turned = np.array(
        ["".join(space.deck.names[ranks - 1 - c] for c in cards[::-1]) for cards in space.cards]
    )
    mirror = np.array([space.index(str(name)) for name in turned])
    for spot, other in zip(grande.spots(), chica.spots(), strict=True):
        assert other.strategy[mirror] == pytest.approx(spot.strategy, abs=1e-4)


def test_hands_equal_for_every_purpose_are_played_alike():
    """In juego a caballo and a sota differ in nothing: ten points, four copies."""
    solved = solve_lance("juego", target=1e-3)
    space, hands = solved.made.duel.space, solved.made.hands[0]
    swap = str.maketrans("CS", "SC")
    place = {space.names[hand]: k for k, hand in enumerate(hands)}
    order = "RCS7654A"
    twin = [
        place["".join(sorted(space.names[hand].translate(swap), key=order.index))] for hand in hands
    ]
    for spot in solved.spots():
        assert spot.strategy[twin] == pytest.approx(spot.strategy, abs=1e-4)


def test_a_hand_that_cannot_lose_never_refuses(grande):
    """Four kings of four beat everything, in either seat."""
    at = grande.made.duel.space.index("RRRR")
    asked = [spot for spot in grande.spots() if "no-quiero" in spot.actions]
    assert len(asked) == 10
    for spot in asked:
        assert spot.strategy[at][spot.actions.index("no-quiero")] < 1e-3


def test_ordagos_are_not_accepted_below_the_break_even(grande):
    """22 (2 p - 1) against what a refusal costs, p given the range of who bets it."""
    made, solution = grande.made, grande.solution
    tree, joint = made.game.stages[0].tree, grande.joint()
    spots, checked = by_line(grande), 0
    rank = made.duel.space.rank[0]
    for spot in spots.values():
        # at lines hardly ever reached the average is noise
        if spot.line[-1:] != ("ordago",) or spot.reached < 1e-3:
            continue
        bettor = by_line(grande)[spot.line[:-1]]
        bets = bettor.strategy[:, bettor.actions.index("ordago")] * _reach(grande, bettor)
        mano = spot.seat == "mano"
        weights = (joint if mano else joint.T) * bets
        better = rank[:, None] >= rank[None] if mano else rank[:, None] > rank[None]
        p = (weights * better).sum(1) / weights.sum(1)
        leaf = tree.ends.index((*spot.line, "no-quiero"))
        paid = sum(
            abs(float(scale))
            for payoff in made.game.stages[0].payoffs
            for one, scale in zip(payoff.leaves, payoff.scale, strict=True)
            if one == leaf
        )
        even = (22 - paid) / 44
        accepts = spot.strategy[:, spot.actions.index("quiero")]
        comes = _reach(grande, spot) > 1e-3  # what never comes here plays as it likes
        assert (accepts[comes & (p < even - 0.03)] < 0.02).all(), spot.line
        assert (accepts[comes & (p > even + 0.03)] > 0.98).all(), spot.line
        checked += 1
    assert checked == 2
    assert solution.converged


def _reach(solved, spot):
    """Return how likely who acts at a spot has come there by his own choice."""
    reach, spots = 1.0, by_line(solved)
    for k in range(len(spot.line)):
        before = spots[spot.line[:k]]
        if before.seat == spot.seat:
            reach = reach * before.strategy[:, before.actions.index(spot.line[k])]
    return reach


def test_ranges_change_the_game():
    """Against aces alone every king wins grande: the mano bets, the postre never accepts."""
    solved = solve_lance("grande", ranges=["mano=kings>=1", "postre=grande<4"], target=1e-3)
    assert solved.value == pytest.approx(1, abs=1e-3)
    first = solve_lance("grande", ranges=["mano=RRCA:0.5,7654:0.001", "postre=SS76"])
    assert first.made.game.stages[0].types == (2, 1)


def test_a_lance_that_is_not_always_bet_counts_the_other_deals():
    """Without any bets solved, the value is that of passing."""
    pass_only = Menu((40,), (), 0, False)
    duel = make_duel("naipera", pass_only)
    made = lance_game(duel, "pares")
    assert 0 < made.contested < 1
    total = sum(lance_game(duel, name).contested for name in ("juego", "punto")) + _one_alone(
        duel, "juego"
    )
    assert total == pytest.approx(1)


def _one_alone(duel, lance):
    has = duel.space.juego > 0
    return float((duel.chance * (has[:, None] != has[None])).sum())


@pytest.mark.parametrize("update", ["linear", "plus"])
def test_other_updates_reach_the_same_value(update, grande):
    other = solve_lance("grande", "ffm", target=5e-3, update=update)
    assert other.solution.converged
    low, high = other.bounds
    assert low - 1e-9 <= grande.bounds[1]
    assert grande.bounds[0] <= high + 1e-9


# ---------------------------------------------------------------- the menu and the tree


@pytest.mark.parametrize("cap", [0, 1, 2, 3])
@pytest.mark.parametrize("bets", ["2,ordago", "2,5,ordago", "3", "ordago"])
def test_nodes_are_counted_without_the_tree(bets, cap):
    for rules in (load_rules("naipera"), load_rules("naipera", {"max_bet": 7})):
        menu = parse_menu(bets, cap=cap)
        made = lance_game(make_duel(rules, menu), "grande")
        nodes, ends, played = menu.size(rules)
        tree = made.game.stages[0].tree
        assert made.game.nodes == nodes
        assert len(tree.ends) == ends + played


def test_the_hand_has_the_nodes_that_are_counted():
    duel = make_duel()
    game = hand_game(duel).game
    assert game.nodes == count_nodes(duel.menu, duel.rules) == 100_092
    assert game.bytes < 2**30
    assert game.stages[0].nodes == 12


def test_paso_is_the_mean_of_the_exact_odds():
    """What the mano wins in paso, from the odds of one against one hand by hand."""
    from musodds.few import count_few
    from musodds.tally import FIELDS

    duel = make_duel()
    space, total = duel.space, 0
    signs = {"grande_win": 2, "chica_win": 2, "pares_tantos": 1, "juego_tantos": 1, "punto_win": 2}
    deals = 0
    for hand, weight in enumerate(space.weights):
        counts, n = count_few(space, hand, 0, 2)
        deals += int(weight) * n
        for field, factor in signs.items():
            total += int(weight) * factor * int(counts[FIELDS.index(field)])
        total -= 2 * int(weight) * n  # grande and chica lost count against him
    punto = lance_game(duel, "punto").contested
    assert paso_value(duel) == pytest.approx(total / deals - punto, abs=1e-12)


def test_no_type_at_all_does_no_harm():
    """A range of one hand each, and a hand whose later lances nobody can bet on."""
    solved = solve_hand(ranges=["mano=RRRC", "postre=7654"], target=1e-3)
    assert solved.solution.converged
    assert solved.made.lances == ("grande", "chica")
    assert np.isfinite(solved.value)
    for habit in solved.habits():
        assert sum(habit.actions.values()) == pytest.approx(1 if habit.reached else 0)


def test_the_copies_of_a_stage_are_walked_in_parts(monkeypatch):
    """Any number of chunks, on any number of threads, gives the same values."""
    from musodds import chunks
    from musodds.solver import passes

    duel = make_duel(menu=Menu((2,), (), 0, True), ranges=["mano=juego", "postre=duples"])
    game = hand_game(duel, dtype=np.float64).game
    found = []
    for cells, workers in ((6000, 2), (50, 2), (50, 1), (10**9, 2)):
        monkeypatch.setattr(passes, "CHUNK_CELLS", cells)
        monkeypatch.setattr(chunks, "threads", lambda workers=workers: workers)
        solver = Solver(game)
        for _ in range(3):
            solver.step()
        found.append((solver.measure().best, solver.averages))
    for best, averages in found[1:]:
        assert best == pytest.approx(found[0][0], abs=1e-9)
        for pair, first in zip(averages, found[0][1], strict=True):
            assert all(np.allclose(a, b) for a, b in zip(pair, first, strict=True))


def test_trees_keep_parents_before_children():
    tree = grow(lambda said: (len(said) % 2, ("a", "b")) if len(said) < 3 else None)
    game = Game(
        "nothing",
        [Stage("all", tree, (1, 1), [Dense(np.ones((1, 1)), np.arange(8), np.arange(8.0))])],
        (np.ones(1), np.ones(1)),
    )
    for node, children in enumerate(tree.child):
        assert all(child > node or child < 0 for child in children)
    found = measure(game, new_tables(game))
    assert found.value == pytest.approx(3.5)
    assert found.best == pytest.approx((6.0, -2.5))
    assert all(len(a) < len(b) for a, b in pairwise(sorted(tree.lines, key=len)) if a == b[:-1])


@pytest.mark.slow
def test_a_whole_hand_of_the_whole_deck():
    """A hundred thousand nodes; bounds of every later measure lie within those of earlier ones."""
    solved = solve_hand(target=0.1, iterations=150)
    assert solved.solution.converged
    assert solved.solution.game.bytes < 2**29
    history = solved.solution.history
    assert history[-1].nash_conv < history[0].nash_conv / 4
    low, high = solved.bounds
    assert low < 0.1145 < high  # the value found by a longer run, within 0.002
    opening = {habit.lance: habit for habit in solved.habits() if habit.line == ()}
    assert list(opening) == ["grande", "chica", "pares", "juego", "punto"]
    assert opening["grande"].reached == pytest.approx(1)
    # órdagos that are accepted end the hand, so that later lances are played a little less
    assert opening["pares"].reached < 0.3192 < opening["pares"].reached + 0.02
