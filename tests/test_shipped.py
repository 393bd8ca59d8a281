"""The strategies that ship: what is in the files, and what good play never does."""

from __future__ import annotations

import pytest

from musodds.notation import Act
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
    assert quality.rare.share < 0.15
    assert found.strategy.game.rules.deck() == load_rules(rules).deck()
    assert found.visits is not None


def test_files_that_ship_and_nothing_else() -> None:
    assert len(list(shipped_folder().glob("*.npz"))) == len(SHIPPED)


def test_usual_beats_common_advice_and_who_never_bets() -> None:
    found = find_strategy("naipera", "usual").strategy
    for bot, least in ((threshold_bot, 0.35), (always_paso, 1.0)):
        result = play_off(found, bot(found.game, found.mus), 60_000).tantos
        assert result.tantos - 4 * result.se > least


@pytest.mark.parametrize(("rules", "style"), SHIPPED[:2])
def test_an_unbeatable_hand_is_never_given_up(rules: str, style: str) -> None:
    """The mano with four kings in grande, wherever it was trained enough."""
    found = find_strategy(rules, style)
    strategy, visits, seen = found.strategy, found.visits, 0
    assert visits is not None
    game, blocks = strategy.game, iter(strategy.decisions())
    best = game.number[game.space.index("RRRR")]
    for tree, betting in enumerate(game.betting):
        for i, node in enumerate(betting.nodes):
            rows, _ = next(blocks)
            if betting.lance != "grande" or node.seat != 0:
                continue
            # while his partner may still answer it is no mistake to leave it to him
            last = [to < 0 for to in node.to]
            refuse = [k for k, m in enumerate(node.moves) if m.act is Act.NO_QUIERO and last[k]]
            for way in range(len(rows)):
                if refuse and not visits.is_rare(visits.share(way, tree, 0, i)):
                    assert (rows[way, 0, refuse, best] < 1e-3).all()
                    seen += 1
    assert seen > 3


@pytest.mark.slow
@pytest.mark.parametrize(("lance", "seat"), [("pares", 1), ("juego", 1)])
def test_an_ordago_is_not_accepted_where_refusing_is_better(lance: str, seat: int) -> None:
    """Accepted below the break-even of the range that makes it: never beyond the noise."""
    strategy = find_strategy("naipera", "usual").strategy
    question = Question(lance, parse_history("ordago"))
    (reading,) = read(strategy, seat, [question], deals=40_000, seed=3)
    accept, refuse = (reading.actions.index(word) for word in ("quiero", "no-quiero"))
    loses = reading.gain[refuse] - reading.gain[accept]
    error = reading.gain_se[refuse] + reading.gain_se[accept]
    sure = (loses > 3 * error + 0.5) & (reading.held > 0)
    assert reading.held[sure].sum() > 0.4 * reading.held.sum()
    often = (reading.held * reading.frequency[accept])[sure].sum() / reading.held[sure].sum()
    assert often < LEAST / 2
