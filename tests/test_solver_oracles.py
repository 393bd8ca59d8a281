"""Best replies and values against a plain enumeration, against OpenSpiel and against the count."""

import random
from pathlib import Path

import naive
import naive_solver
import numpy as np
import pytest
from solver_help import Lines, random_tables, small_duel

from musodds.errors import InputError
from musodds.rules import load_rules, presets
from musodds.scoring import score
from musodds.solver.betting import moves_of
from musodds.solver.duel import make_duel
from musodds.solver.hand import HandSolution
from musodds.solver.hand_game import hand_game
from musodds.solver.menu import Menu
from musodds.solver.passes import new_tables
from musodds.solver.solve import Solution, Solver, measure
from musodds.solver.updates import find_update

PLAIN = Menu((2,), (), 0, False)
GAMES = [
    ("RRRCC77AA", PLAIN, naive_solver.Mus(ordago=False)),
    ("RRC77CA5", Menu((3,), (), 0, True), naive_solver.Mus(bets=(3,))),
]


def made_from(cards, menu, **more):
    duel = small_duel(cards, menu, **more)
    return duel, hand_game(duel, dtype=np.float64)


@pytest.mark.parametrize(("cards", "menu", "mus"), GAMES)
def test_value_and_best_replies_equal_a_plain_enumeration(cards, menu, mus):
    """A strategy drawn at random and one half learnt, in the whole hand of a small deck."""
    duel, made = made_from(cards, menu)
    solver = Solver(made.game)
    for _ in range(20):
        solver.step()
    deals = naive_solver.deals_of(naive.tidy(cards))
    for tables in (random_tables(made.game, 1), solver.averages):
        plays = Lines(duel, made, tables).plays
        found = measure(made.game, tables)
        assert found.value == pytest.approx(
            naive_solver.total(mus, 0, deals, plays, False), abs=1e-9
        )
        for seat in (0, 1):
            best = naive_solver.total(mus, seat, deals, plays, True)
            assert found.best[seat] == pytest.approx(best, abs=1e-9)


def test_a_history_is_found_again():
    """The reader of solved hands looks up what the plain enumeration asks for."""
    duel, made = made_from("RRRCC77AA", PLAIN)
    tables = random_tables(made.game, 5)
    lines, asked = Lines(duel, made, tables), []

    def plays(*key):
        asked.append(key)
        return lines.plays(*key)

    deals = naive_solver.deals_of("RRRCC77AA")
    naive_solver.total(naive_solver.Mus(ordago=False), 0, deals, plays, False)
    update = find_update("dcfr")
    solution = Solution(made.game, update, False, 0, measure(made.game, tables), (), tables, 0)
    solved = HandSolution(made, solution, 0)
    sides = {"mano": (True, False), "postre": (False, True), "nobody": (False, False)}
    for seat, hand, history, lance, said in random.Random(1).sample(asked, 300):
        words = {name: line for name, line in history if line[0] not in sides}
        who = [line[0] for name, line in history if line[0] in sides and name == "pares"]
        pares = sides[who[0]] if who else (True, True)
        found = solved.chances(hand, words | {lance: said}, pares)
        assert list(found.values()) == lines.plays(seat, hand, history, lance, said)
    passed = ("paso", "paso")
    with pytest.raises(InputError, match="play cannot come there"):
        solved.chances("RRCC", {"grande": ("paso",), "chica": ()})
    with pytest.raises(InputError, match="does not hold"):
        solved.chances("RC7A", {"grande": passed, "chica": passed, "pares": ()})


@pytest.mark.slow
def test_raises_and_ordagos_equal_a_plain_enumeration():
    duel, made = made_from("RRRR777A", Menu())
    tables = random_tables(made.game, 2)
    mus, deals = naive_solver.Mus(raises=(3,), cap=1), naive_solver.deals_of("RRRR777A")
    plays = Lines(duel, made, tables).plays
    best = [naive_solver.total(mus, seat, deals, plays, True) for seat in (0, 1)]
    assert measure(made.game, tables).best == pytest.approx(best, abs=1e-9)


# ---------------------------------------------------------------- OpenSpiel


def write_efg(mus, deals, plays):
    """Return the hand as a Gambit file, and what ``plays`` does at each information set."""
    lines = ['EFG 2 R "mus" { "mano" "postre" } ""']
    sets: tuple[dict[tuple, int], dict[tuple, int]] = ({}, {})
    chances: dict[tuple[int, int], dict[str, float]] = {}
    outcomes = 0

    def end(won):
        nonlocal outcomes
        outcomes += 1
        lines.append(f't "" {outcomes} "" {{ {won!r} {-won!r} }}')

    def node(hands, won, history, lance, said):
        words = mus.words(said)
        if not words:
            history = (*history, (lance, said))
            won += mus.pays(lance, said, *hands)
            following, more, known = naive_solver.after(history, hands)
            if following is None:
                end(float(won + more))
            else:
                node(hands, won + more, known, following, ())
            return
        seat = len(said) % 2
        key = (seat, hands[seat], history, lance, said)
        number = sets[seat].setdefault(key, len(sets[seat]) + 1)
        chances[seat, number] = dict(zip(words, plays(*key), strict=True))
        named = " ".join(f'"{word}"' for word in words)
        lines.append(f'p "" {seat + 1} {number} "s{number}" {{ {named} }} 0')
        for word in words:
            node(hands, won, history, lance, (*said, word))

    dealt = " ".join(f'"{mano} {postre}" {p!r}' for (mano, postre), p in deals.items())
    lines.append(f'c "" 1 "" {{ {dealt} }} 0')
    for hands in deals:
        node(hands, 0, (), "grande", ())
    return "\n".join(lines), chances


def spiel_policy(pyspiel, game, chances):
    """Return the chances as a table of OpenSpiel's."""
    table: dict[str, list[tuple[int, float]]] = {}

    def visit(state):
        if state.is_terminal():
            return
        if not state.is_chance_node():
            name = state.information_state_string()
            if name not in table:
                number = int(name.split("s")[-1])
                words = chances[state.current_player(), number]
                table[name] = [
                    (action, words[state.action_to_string(action)])
                    for action in state.legal_actions()
                ]
        for action in state.legal_actions():
            visit(state.child(action))

    visit(game.new_initial_state())
    return pyspiel.TabularPolicy(table)


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "menu", "mus"), GAMES)
def test_openspiel_agrees(cards: str, menu: Menu, mus: naive_solver.Mus, tmp_path: Path) -> None:
    """Value and exploitability of the same strategies, the game written down from plain rules."""
    pyspiel = pytest.importorskip("pyspiel")
    duel, made = made_from(cards, menu)
    deals = naive_solver.deals_of(naive.tidy(cards))
    for tables in (new_tables(made.game), random_tables(made.game, 3)):
        text, chances = write_efg(mus, deals, Lines(duel, made, tables).plays)
        (tmp_path / "mus.efg").write_text(text)
        game = pyspiel.load_game("efg_game", {"filename": str(tmp_path / "mus.efg")})
        policy = spiel_policy(pyspiel, game, chances)
        found = measure(made.game, tables)
        value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
        assert found.value == pytest.approx(value[0], abs=1e-6)
        assert found.nash_conv == pytest.approx(pyspiel.nash_conv(game, policy), abs=1e-6)
        assert found.exploitability == pytest.approx(pyspiel.exploitability(game, policy), abs=1e-6)


# ---------------------------------------------------------------- the count

DECK = [rank + suit for rank in "RCS765432A" for suit in "oceb"]
SLOTS = {"punto": "juego"}


def play_line(made, hands, rng):
    """Play a random line; return its bets by lance and what the game pays in all."""
    game, duel = made.game, made.duel
    types, number, won, bets = list(hands), 0, 0.0, {}
    while number is not None:
        stage, lance = game.stages[number], made.lances[number]
        leaf = rng.randrange(len(stage.tree.ends))
        bets[lance] = stage.tree.ends[leaf]
        at = [
            int(np.searchsorted(some, hand))
            for some, hand in zip(made.hands[number], types, strict=True)
        ]
        chance = duel.chance[types[0], types[1]]
        for payoff in stage.payoffs:
            for one, scale in zip(payoff.leaves, payoff.scale, strict=True):
                if one == leaf:
                    won += float(scale) * float(payoff.matrix[at[0], at[1]]) / chance
        following = [
            link.stage
            for link in stage.links
            if link.leaf == leaf and all(at[p] in link.here[p] for p in (0, 1))
        ]
        assert len(following) <= 1
        number = following[0] if following else None
    return bets, won


def count(names, bets, rules):
    moves = {SLOTS.get(lance, lance): moves_of(said) for lance, said in bets.items()}
    return score(names, moves, rules)


def game_of(preset):
    changes = {"target": 200}
    menu = Menu((2, 4), (3,), 1, True)
    return hand_game(make_duel(load_rules(preset, changes), menu), dtype=np.float64)


@pytest.mark.parametrize("preset", [name for name in presets() if name != "meseta"])
def test_every_end_pays_what_is_counted(preset):
    """Random deals and random lines of legal bets, for every preset."""
    made = game_of(preset)
    rules, space = made.duel.rules, made.duel.space
    rng = random.Random(preset)
    for _ in range(150):
        cards = rng.sample(DECK, 8)
        names = [" ".join(cards[:4]), " ".join(cards[4:])]
        table = score(names, {}, rules)
        hands = [space.index(hand) for hand in table.hands]
        bets, won = play_line(made, hands, rng)
        last = list(bets)[-1]
        counted = count(names, bets, rules)
        if bets[last][-2:] == ("ordago", "quiero"):
            before = count(names, {k: v for k, v in bets.items() if k != last}, rules)
            order = ["grande", "chica", "pares", "juego", "punto"]
            earlier = [a for a in before.trace if order.index(a.lance) < order.index(last)]
            expected = sum(a.tantos if a.team == "A" else -a.tantos for a in earlier)
            expected += made.duel.ordago if counted.winner == "A" else -made.duel.ordago
        else:
            expected = counted.score[0] - counted.score[1]
        assert won == pytest.approx(expected, abs=1e-6), (names, bets)
