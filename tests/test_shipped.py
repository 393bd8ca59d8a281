"""The strategies that ship: what is in the files, and what good play never does."""

from __future__ import annotations

import numpy as np
import pytest

from musodds.rules import load_rules
from musodds.solver.four.asking import Question, parse_history
from musodds.solver.four.bots import always_paso, threshold_bot
from musodds.solver.four.play import play_off
from musodds.solver.four.reading import read
from musodds.strategies import find_strategy, list_strategies, shipped_folder

SHIPPED = [("naipera", "usual"), ("naipera", "equilibrium"), ("ehmf", "usual")]
LEAST = 1 / 15  # the smallest chance that a file of 8 kings can hold


@pytest.mark.parametrize(("rules", "style"), SHIPPED)
def test_what_a_file_carries(rules: str, style: str) -> None:
    (kept,) = (
        kept
        for kept in list_strategies()
        if kept.ships and (kept.rules, kept.style) == (rules, style)
    )
    assert kept.path.stat().st_size <= 6 * 2**20
    found = find_strategy(rules, style)
    quality = found.quality
    assert quality is not None
    assert found.iterations == kept.told["iterations"] >= 4_000_000
    assert len(quality.own) == len(quality.wide) == len(quality.local) == 4
    assert [gain.seats for gain in quality.pairs] == [(0, 2), (1, 3)]
    assert len(quality.cross.runs) >= 3
    assert quality.cross.chosen.seed == found.seed
    assert quality.worst("own").se < 0.01
    assert quality.rare.share < 0.1
    assert found.strategy.game.rules.deck() == load_rules(rules).deck()
    assert found.visits is not None


def test_files_that_ship_and_nothing_else() -> None:
    assert len(list(shipped_folder().glob("*.npz"))) == len(SHIPPED)


def test_usual_beats_common_advice_and_who_never_bets() -> None:
    found = find_strategy("naipera", "usual").strategy
    for bot, least in ((threshold_bot, 0.35), (always_paso, 1.0)):
        result = play_off(found, bot(found.game, found.mus), 60_000).tantos
        assert result.tantos - 4 * result.se > least


def test_an_unbeatable_hand_is_never_given_up() -> None:
    for rules, style in SHIPPED[:2]:
        strategy = find_strategy(rules, style).strategy
        game, seen = strategy.game, 0
        best = game.number[game.space.index("RRRR")]
        refuse = "no-quiero"
        for tree, betting in enumerate(game.betting):
            if betting.lance != "grande":
                continue
            start = sum(len(tree_.nodes) for tree_ in game.betting[:tree])
            blocks = list(strategy.decisions())
            for i, node in enumerate(betting.nodes):
                words = [move.text() for move in node.moves]
                if node.seat == 0 and any(refuse in word or word.endswith("n") for word in words):
                    rows, _ = blocks[start + i]
                    at = [k for k, move in enumerate(node.moves) if move.act.name == "NO_QUIERO"]
                    assert (rows[..., at, best] < 1e-3).all()
                    seen += 1
        assert seen > 5


@pytest.mark.slow
@pytest.mark.parametrize(("lance", "seat"), [("grande", 1), ("pares", 1), ("juego", 3)])
def test_an_ordago_is_not_accepted_where_refusing_is_better(lance: str, seat: int) -> None:
    """Accepted below the break-even of the range that makes it: never beyond the noise."""
    strategy = find_strategy("naipera", "usual").strategy
    line = "ordago" if seat == 1 else "paso, paso, ordago"
    question = Question(lance, parse_history(line))
    (reading,) = read(strategy, seat, [question], deals=40_000, seed=3)
    accept, refuse = (reading.actions.index(word) for word in ("quiero", "no-quiero"))
    loses = reading.tantos[refuse] - reading.tantos[accept]
    sure = loses > 4 * (reading.se[accept] + reading.se[refuse]) + 1.0
    held = reading.held > 0
    assert (sure & held).sum() > 20
    often = reading.frequency[accept]
    weights = reading.held * sure
    assert (often * weights).sum() / weights.sum() < LEAST / 2
