"""Cut, mus and discards played out, against plain play by rejection and what paper says."""

from __future__ import annotations

import json
import random
from math import hypot
from types import SimpleNamespace

import naive
import naive_rollout
import numpy as np
import pytest
from four_help import ROOMY, plain_players
from musodds.cli import run
from plays import kept
from test_rollout import SCORE, strategy, won

from musodds.advise import advise_hand
from musodds.choice import Choice
from musodds.errors import InputError
from musodds.exact import odds
from musodds.mus import weigh
from musodds.rules import load_rules
from musodds.score_table import LineQuestion, cut_share, line_frame, nearest
from musodds.solved_choice import find_players, weigh_solved
from musodds.solver.four.bots import always_paso
from musodds.solver.four.game import make_game
from musodds.solver.four.mus_game import make_mus
from musodds.solver.four.opening import CUT, Table, join, open_chunks
from musodds.solver.four.proposal import Known, cut_chances, propose
from musodds.solver.four.rolled import purse_of
from musodds.solver.four.rollout import GAME, TANTOS, WEIGHT
from musodds.stand import stand
from musodds.style import parse_style

RULES = load_rules("naipera")
HAND, MASKS = "R75A", (0, 1, 6)  # keep nothing, the king, the 7 and the 5
ROUNDS = 2


def opened(seat, chunks=20, expected=True):
    """Return what the actions bring with random players of a deck with few ranks."""
    made = strategy(ROUNDS)
    game = made.game
    like = np.ones((4, len(game.space)))
    for before in range(seat):
        like[before] = 1 - cut_chances(made, 0, before)[game.number]
    known = Known(seat, game.space.names.index(HAND), like, redraw=False)
    drawn = propose(made, known)[0]
    purse = purse_of(game, drawn, SCORE, SimpleNamespace(won=won()))
    return open_chunks(Table(made, drawn, purse, expected), MASKS, 1, range(chunks))


def plainly(seat, mask, hands):
    """Return (whether all said mus, tantos, chance of the game) by plain play; None is to cut."""
    cut, keep, bet = plain_players(strategy(ROUNDS))
    rng, score, found = random.Random(seat), SCORE if seat % 2 == 0 else SCORE[::-1], []

    def cut_as_told(key, who, hand):
        return float(mask is None) if (key, who) == (0, seat) else cut(key, who, hand)

    def keep_as_told(key, who, hand):
        return {kept(hand, mask): 1.0} if (key, who) == (0, seat) else keep(key, who, hand)

    for _ in range(hands):
        hand = naive_rollout.Asked(seat, HAND, rng, ROOMY, cut_as_told, keep_as_told, bet, ROUNDS)
        key, cutter = hand.start()
        if key == 0 and cutter < seat:
            continue
        ended = hand.finish(0, hand.before(0), [])
        found.append((key == 1, *naive_rollout.worth(score, won()[0].tolist(), ended, seat % 2)))
    return found


@pytest.mark.parametrize("seat", [0, 2])
def test_against_plain_play(seat):
    found = opened(seat)
    for action, mask in enumerate((None, *MASKS)):
        plain = plainly(seat, mask, 4_000)
        for payoff in (TANTOS, GAME):
            rows = [(found.all, [one[1 + payoff] for one in plain])]
            if mask is not None:
                rows.append((found.agreed, [one[1 + payoff] for one in plain if one[0]]))
            for rolled, values in rows:
                assert len(values) > 60
                mean, se = naive.mean_and_error(values)
                means, errors = rolled.values(payoff)
                assert abs(mean - means[action]) < 3.5 * hypot(se, errors[action])


def test_how_often_all_say_mus():
    plain = [agreed for agreed, *_ in plainly(0, 0, 4_000)]
    p = opened(0).p_agreed
    assert abs(np.mean(plain) - p) < 3.5 * np.sqrt(2 * p * (1 - p) / len(plain))


def test_nobody_is_fooled_by_a_hand_that_is_not_expected():
    """If another one cuts it is as if the asker had, so only deals agreed upon tell them apart."""
    found = opened(0, 4, expected=False)
    every, agreed = found.all.sums.total, found.agreed.sums.total
    for payoff in (TANTOS, GAME):
        gap = every[payoff, CUT] - every[payoff, CUT + 1 :]
        assert gap == pytest.approx(agreed[payoff, CUT] - agreed[payoff, CUT + 1 :])
    fooled = opened(0, 4).all.sums.total
    assert fooled[TANTOS, CUT] == pytest.approx(every[TANTOS, CUT])
    assert fooled[TANTOS, CUT + 1] != pytest.approx(every[TANTOS, CUT + 1])


def test_chunks_join_and_come_out_the_same():
    whole, parts = opened(0, 4), opened(0, 2)
    first = tuple(rows[:2] for rows in whole.all.rows)
    for a, b in zip(first, parts.all.rows, strict=True):
        assert (a == b).all()
    again = join(parts, parts)
    assert again.all.sums.head[WEIGHT] == 2 * parts.all.sums.head[WEIGHT]
    assert again.p_agreed == parts.p_agreed


# ---------------------------------------------------------------- on paper


def passing(hand, score, chunks=8):
    """Return a question at a table that cuts as usual and never bets."""
    game = make_game(RULES)
    made = always_paso(game, make_mus(game, "usual", 3))
    drawn = propose(made, Known(0, game.space.index(hand), redraw=False))[0]
    equity = SimpleNamespace(won=np.full((1, 40, 40), 0.5))
    return open_chunks(Table(made, drawn, purse_of(game, drawn, score, equity), True), (0,), 3,
                       range(chunks))  # fmt: skip


def test_at_39_all_tantos_beyond_the_first_do_not_matter():
    """Where all is passed whoever has the best grande takes the first tanto, and the game."""
    for hand in ("RRCA", "7654", "RCSA"):
        found, exact = passing(hand, (39, 39)).all, odds(hand, "mano")
        mean, se = (values[CUT] for values in found.values(GAME))
        assert abs(mean - exact.lances["grande"]["win"]) < 3.5 * se + 1e-9
        mean, se = (values[CUT] for values in found.values(TANTOS))
        assert abs(mean - exact.paso_ev) < 3.5 * se


def test_far_from_the_end_a_hand_in_paso_ends_no_game():
    found = passing("7654", (0, 0), 2).all
    assert found.values(GAME)[0][CUT] == pytest.approx(0.5)  # as the table of equity says


def test_the_one_tanto_that_is_needed_comes_with_a_grande_that_cannot_be_beaten():
    found = passing("RRRR", (39, 39), 2).all
    assert found.values(GAME)[0][CUT] == pytest.approx(1)


# ---------------------------------------------------------------- the solved table


def z_of(a, b):
    """Return how far two estimates lie apart, in standard errors."""
    return abs(a.tantos - b.tantos) / hypot(a.se, b.se)


@pytest.mark.parametrize(("hand", "seat"), [("CSA5", "mano"), ("RR54", "postre")])
def test_the_other_way_to_weigh_agrees(hand, seat):
    """With one round of mus at most nobody chooses again, where the other way would choose best."""
    plain = weigh(stand(hand, seat, style="usual+solved", max_rounds=1, deals=40_000))
    found = weigh_solved(stand(hand, seat, max_rounds=1, deals=120_000), fooled=True)
    assert isinstance(found, Choice)
    assert abs(found.p_agreed - plain.p_agreed) < 0.01
    for name in ("cut", "mus", "difference"):
        assert z_of(getattr(found, name), getattr(plain, name)) < 3.5
    best = plain.discards[0]
    same = next(d for d in found.discards if d.mask == best.mask)
    assert z_of(same.agreed, best.agreed) < 3.5


def test_a_style_without_a_strategy_cuts_as_it_says_and_bets_as_usual():
    usual, patient = (find_players(RULES, parse_style(s)) for s in ("cut:0.35", "cut:0.2"))
    assert (usual.bets, usual.own, patient.bets, patient.own) == ("usual", True, "usual", False)
    assert patient.strategy.mus.style[0, 0].sum() < usual.strategy.mus.style[0, 0].sum()
    hunter = find_players(RULES, parse_style("usual+king-hunter"))
    assert (hunter.bets, hunter.own) == ("usual", False)
    assert find_players(RULES, parse_style("equilibrium")).bets == "equilibrium"


def test_options_are_graded_and_the_best_is_first():
    found = weigh_solved(stand("RRCA", "mano", deals=20_000), score=(22, 31))
    losses = [option.loss.decisive[0] for option in found.options]
    assert losses == sorted(losses)
    assert losses[0] == 0
    assert found.options[0].grade == "none"
    assert found.options[-1].grade != "none"
    assert found.unexpected == "mus"
    assert found.advice == "cut"


def test_what_such_a_table_never_does_is_advised_only_where_the_other_is_graded():
    found = weigh_solved(stand("7654", "postre", deals=20_000))
    assert (found.unexpected, found.advice) == ("cut", "mus")
    assert found.options[found.advised].throw == "7654"


def test_a_score_out_of_range_and_tables_that_are_not_played_out():
    with pytest.raises(InputError, match="40-3"):
        advise_hand("RRCA", score=(40, 3))
    for more in ({"players": 2}, {"thrown": ["5"]}, {"style": "usual+bets"}):
        with pytest.raises(InputError, match="not played out"):
            advise_hand("RRCA", score=(22, 31), **more)
    assert advise_hand("RRCA", players=2, deals=8192).why_not
    anyway = advise_hand("CSA5", partner="RR44", deals=8192)
    assert (anyway.why_not, anyway.choice.p_agreed) == ("a hand whose partner cuts anyway is", 0)


# ---------------------------------------------------------------- the command line


def answer(capsys, *arguments):
    """Run a command and return what it prints."""
    assert run(list(arguments)) == 0
    return capsys.readouterr().out


def every_tantos(found):
    """Yield all parts of an answer that hold tantos."""
    if isinstance(found, dict):
        if "tantos" in found:
            yield found
        for part in found.values():
            yield from every_tantos(part)
    elif isinstance(found, list):
        for part in found:
            yield from every_tantos(part)


def test_advise_at_a_score_in_json(capsys):
    text = answer(
        capsys, "advise", "RRCA", "--score", "22-31", "--deals", "20000", "--format", "json"
    )
    found = json.loads(text)
    assert found["score"] == {"us": 22, "them": 31}
    assert list(found["lances"]) == ["grande", "chica", "pares", "juego"]
    assert found["lances"]["juego"]["win"] == 1
    assert found["lances"]["juego"]["if_bet"]["by"] == "segundo"
    assert found["lances"]["juego"]["if_bet"]["bet"]["thresholds"]["game"] < 0.5
    parts = list(every_tantos(found["mus"]))
    assert len(parts) > 30
    assert all("game" in part for part in parts)


def test_the_screen_fits_and_begins_with_the_advice(capsys):
    for score in ([], ["--score", "22-31"]):
        text = answer(capsys, "advise", "CSA5", "--deals", "20000", *score)
        lines = text.splitlines()
        assert lines[0].startswith("MUS, throw 5")
        assert len(lines) <= 40
        assert max(map(len, lines)) <= 80


def test_the_cut_line_at_a_score(capsys):
    asked = LineQuestion((22, 31), RULES, (0,), within="SS77,7654,RRAA", se=0.01)
    frame = line_frame(asked)
    assert sorted(frame.hand) == ["7654", "RRAA", "SS77"]
    assert (frame.difference_se <= 0.01).all()
    assert ((frame.difference >= 0) == (frame.advice == "cut")).all()
    assert np.allclose(frame.difference, frame.cut - frame.mus, atol=0.02)
    again = line_frame(asked)  # from what was kept
    assert frame.equals(again)
    assert nearest(frame, 1).hand.item() == frame.hand[frame.difference.abs().idxmin()]
    assert 0 <= cut_share(frame)["mano"] <= 1
    few = ["table", "cut", "--score", "22-31", "--seat", "mano", "--range", "SS77", "--se", "0.01"]
    assert answer(capsys, *few).splitlines()[1].startswith("SS77,mano,cut,")


@pytest.mark.parametrize(
    ("arguments", "token"),
    [
        (["advise", "RRCA", "--score", "22"], "'22'"),
        (["advise", "RRCA", "--score", "40-3"], "40-3"),
        (["advise", "RRCA", "--score", "22-31", "--players", "6"], "not played out"),
        (["table", "cut", "--score", "22-41"], "22-41"),
        (["table", "cut", "--near", "3"], "--near"),
        (["table", "lances", "--score", "22-31"], "--score"),
        (["table", "cut", "--score", "22-31", "--near", "0"], "--near 0"),
        (["table", "cut", "--score", "22-31", "--hands", "9"], "--hands"),
        (["table", "cut", "--score", "22-31", "--style", "usual+bets"], "not played out"),
    ],
)
def test_refusals(capsys, arguments, token):
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert token in err
    assert err.count("\n") == 1
