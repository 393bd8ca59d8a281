"""What a strategy is read to do and to bring, against hands played out with plain cards."""

from __future__ import annotations

import doctest
import random
from dataclasses import replace

import naive
import naive_four
import numpy as np
import pytest
from four_help import places, plain_players, plan_of, small_game
from plays import mask_of
from test_four_translate import any_strategy

from musodds.errors import InputError
from musodds.solver.four import asking, translate
from musodds.solver.four import reading as reading_module
from musodds.solver.four.asking import (
    Question,
    find_nodes,
    menu_for,
    parse_before,
    parse_cut,
    parse_history,
    parse_holders,
    parse_lance,
    summaries_of,
    ways_of,
)
from musodds.solver.four.bots import always_paso, threshold_bot
from musodds.solver.four.game import layout
from musodds.solver.four.menu import Menu
from musodds.solver.four.mus_game import make_mus
from musodds.solver.four.quality import self_play
from musodds.solver.four.reading import read
from musodds.solver.four.visits import rare_share

ROOMY = "R" * 12 + "7" * 9 + "5" * 9 + "A" * 10  # the stock lasts for a round of mus
WORDS = {"no-quiero": "no"}


class Plain(naive_four.Hand):
    """A hand played out card by card, tantos by lance."""

    def tantos_by_lance(self):
        """Return the tantos of the mano's pair in each lance."""
        plan, found, summary = self.bet(*self.mus_phase()), [0] * 4, ()
        for at, lance in enumerate(naive_four.lances_of(self.hands, **self.menu)):
            said = []
            while naive_four.contested(lance.mask) and (who := lance.speaker(said)) is not None:
                held = self.hands[who]
                chances = plan(who, held, lance.name, lance.mask, summary, tuple(said))
                said.append((who, self.pick(chances)))
            found[at], over = lance.tantos(said, self.hands, 22)
            if over:
                break
            summary = naive_four.remember("bettor", summary, at, lance.outcome(said))
        return found


def plain_word(action):
    act, _, amount = action.partition(":")
    return {"envido": f"envido {amount}", "mas": f"{amount} more"}.get(act, WORDS.get(act, act))


def players_of(strategy):
    """Return what `Plain` asks for; without the mus phase nobody cuts or throws."""
    if int(strategy.mus.rounds):
        return plain_players(strategy)
    game, own = strategy.game, layout(strategy.game, "bettor")
    plan = plan_of(game, strategy.table, places(game, own))
    return None, None, lambda key, cutter: plan


def play_out(strategy, hands, seat, at, is_asked, rng):
    """Play hands in which a seat, once asked, says anything: (hand, chances, word, tantos)."""
    cut, keep, bet = players_of(strategy)
    found = []
    for _ in range(hands):
        noted = []

        def bet_and_note(key, cutter, noted=noted):
            plan = bet(key, cutter)

            def noting(who, held, lance, mask, summary, said):
                chances = plan(who, held, lance, mask, summary, said)
                if who != seat or not is_asked(key, cutter, lance, mask, summary, said):
                    return chances
                word = rng.choice(list(chances))
                noted.append((held, chances, word))
                return {word: 1.0}

            return noting

        hand = Plain(rng, ROOMY, cut, keep, bet_and_note, int(strategy.mus.rounds))
        tantos = sum(hand.tantos_by_lance()[at:]) * (1 if seat % 2 == 0 else -1)
        found += [(*noted[0], tantos)] if noted else []
    return found


def compare(reading, names, played, hands):
    """Compare a reading with what was played out, hand by hand and all together."""
    number = {name: k for k, name in enumerate(names)}
    share = len(played) / hands
    assert abs(share - reading.reached) < 4 * np.sqrt(share / hands) + 0.01
    total, often, errors = [], {}, []
    for hand, chances, word, tantos in played:
        k = number[hand]
        a = [plain_word(action) for action in reading.actions].index(word)
        total.append(tantos - reading.tantos[a, k])
        errors.append(reading.se[a, k])
        often.setdefault(k, []).append([chances.get(plain_word(x), 0) for x in reading.actions])
    mean, error = naive.mean_and_error(total)
    assert abs(mean) < 4 * np.hypot(error, np.mean(errors) / 2), (mean, error)
    for k, rows in often.items():
        spread = np.std(rows, axis=0) / np.sqrt(len(rows))
        if len(rows) >= 20:
            assert np.all(abs(np.mean(rows, axis=0) - reading.frequency[:, k]) < 6 * spread + 0.04)
    held = np.array([len(often.get(k, ())) for k in range(len(names))]) / len(played)
    assert abs(held - reading.held).max() < 4 * np.sqrt(held.max() / len(played)) + 0.01


@pytest.fixture(scope="module")
def strategies():
    """Return strategies without the mus phase and with a round of it."""
    game = small_game(cards=ROOMY)
    return {rounds: any_strategy(game, rounds, seed=4) for rounds in (0, 1)}


CASES = [
    (0, 0, Question("grande"), 0),
    (0, 2, Question("pares", before=(None, 0)), 2),
    (1, 0, Question("grande"), 0),
    (1, 1, Question("grande", parse_history("envido 2"), cut=0), 0),
    (1, 2, Question("chica", parse_history("paso, envido 2"), redraw=True), 1),
    (1, 1, Question("juego"), 3),
]


@pytest.mark.parametrize(("rounds", "seat", "question", "at"), CASES)
def test_readings_are_what_hands_played_out_bring(strategies, rounds, seat, question, at):
    """Frequencies, how often it comes about, and tantos by action, averaged as is said."""
    strategy, names = strategies[rounds], strategies[rounds].game.space.names
    reading = read(strategy, seat, [question], deals=6000, seed=3)[0]
    kept = summaries_of("bettor", question.lance, question.before)
    words = [plain_word(f"{m.act.value}:{m.amount}" if m.amount else m.act.value)
             for m in question.history or ()]  # fmt: skip

    def is_asked(key, cutter, lance, mask, summary, said):
        spoken = [word for _, word in said]
        first = words if question.history is not None else ["paso"] * len(said)
        return (
            lance == question.lance
            and spoken == first
            and question.cut in (None, cutter)
            and question.redraw in (None, bool(key))
            and _number(summary) in kept
        )

    hands = 4000
    played = play_out(strategy, hands, seat, at, is_asked, random.Random(7))
    compare(reading, names, played, hands)
    assert np.nanmax(abs(np.nansum(reading.frequency, axis=0) - 1)[reading.known]) < 1e-5
    if rounds == 0 and at == 0:  # one position: what the strategy brings is the actions' mean
        mean = np.sum(reading.frequency * reading.gain, axis=0)
        assert abs(mean).max() < 1e-3


def _number(summary):
    if not summary or summary[0] is None:
        return 0
    bettor, refused = summary[0]
    return 1 + 2 * bettor + refused


@pytest.mark.parametrize("seat", [0, 2])
def test_cuts_and_discards_are_what_hands_played_out_bring(strategies, seat):
    strategy = strategies[1]
    names = strategy.game.space.names
    cut, keep, bet = plain_players(strategy)
    mus, throws, _ = read(strategy, seat, [Question("grande")], mus=True, deals=8000, seed=5)
    rng, sign = random.Random(seat), 1 if seat % 2 == 0 else -1
    cuts, discards, asked = [], [], 0
    for _ in range(6000):
        noted, forced = [], rng.random() < 0.5

        def say(key, who, hand, noted=noted, forced=forced):
            if who == seat:
                noted.append(hand)
                return float(forced)
            return cut(key, who, hand)

        hand = Plain(rng, ROOMY, say, keep, bet, 1)
        tantos = sign * sum(hand.tantos_by_lance())
        if noted:
            asked += 1
            k = names.index(noted[0])
            cuts.append(tantos - mus.tantos[int(forced), k])
            assert mus.frequency[1, k] == pytest.approx(cut(0, seat, noted[0]), abs=1e-5)
    for _ in range(6000):
        noted = []

        def throw(key, who, hand, noted=noted):
            chances = keep(key, who, hand)
            if who != seat:
                return chances
            noted.append((hand, rng.choice(list(chances))))
            return {noted[0][1]: 1.0}

        tantos = sign * sum(Plain(rng, ROOMY, cut, throw, bet, 1).tantos_by_lance())
        if noted:
            name, kept = noted[0]
            k = names.index(name)
            discards.append(tantos - throws.tantos[mask_of(name, kept), k])
            assert throws.frequency[mask_of(name, kept), k] == pytest.approx(
                keep(0, seat, name)[kept], abs=1e-5
            )
    assert mus.reached == pytest.approx(asked / 6000, abs=0.03)
    assert throws.reached == pytest.approx(len(discards) / 6000, abs=0.03)
    for found in (cuts, discards):
        mean, error = naive.mean_and_error(found)
        assert len(found) > 100
        assert abs(mean) < 4 * error + 0.1, (mean, error)


def test_what_all_hands_bring_is_the_value_of_the_game(strategies):
    """The mano's first decision without the mus phase comes about in every hand."""
    strategy = strategies[0]
    grande = read(strategy, 0, [Question("grande")], deals=8000, seed=9)[0]
    assert grande.reached == pytest.approx(1)
    assert grande.deals == 8000
    worth = np.nansum(grande.frequency * grande.tantos, axis=0) @ grande.held
    value = self_play(strategy, 16_000, seed=2)
    assert abs(worth - value.tantos) < 4 * np.hypot(value.se, value.se * 2)
    names, weights = strategy.game.space.names, strategy.game.space.weights
    assert np.allclose(grande.held, weights / weights.sum(), atol=0.01)
    told = grande.of_hand(names.index("RRRR"))
    assert [action["action"] for action in told] == ["paso", "envido:2", "ordago"]
    assert sum(action["frequency"] for action in told) == pytest.approx(1, abs=1e-5)


def test_the_same_seed_gives_the_same_numbers(strategies):
    twice = [read(strategies[1], 3, [Question("chica")], deals=300, seed=8)[0] for _ in range(2)]
    assert np.array_equal(twice[0].tantos, twice[1].tantos, equal_nan=True)
    other = read(strategies[1], 3, [Question("chica")], deals=300, seed=9)[0]
    assert not np.array_equal(twice[0].tantos, other.tantos, equal_nan=True)


def test_what_hardly_comes_about_is_rare():
    assert rare_share(4_000_000) == 1e-3
    grande = read(always_paso(small_game(cards=ROOMY)), 0, [Question("grande")], deals=100)[0]
    assert not grande.rare
    assert replace(grande, deals=3).rare
    assert replace(grande, reached=1e-4, enough=1e-3).rare
    # the player by common advice never begins an órdago
    bot = threshold_bot(small_game(cards=ROOMY))
    reading = read(bot, 1, [Question("grande", parse_history("ordago"))], deals=2000)[0]
    assert reading.rare
    assert reading.of_hand(0) == []
    # and with its best hands it bets: they never come to answer after a paso
    question = Question("grande", parse_history("paso, paso, paso, envido 2"))
    after = read(bot, 0, [question], deals=2000)[0]
    best, worst = (bot.game.space.names.index(name) for name in ("RRRR", "7555"))
    assert not after.rare
    assert not after.known[best]
    assert after.known[worst]
    assert after.of_hand(best) == []


def test_bets_off_the_menu_are_answered_and_valued(strategies):
    strategy = strategies[0]
    two, ordago, five = (
        read(strategy, 1, [Question("grande", parse_history(text))], deals=3000)[0]
        for text in ("envido 2", "ordago", "envido 5")
    )
    assert two.read_as == ()
    assert five.read_as == (
        (pytest.approx(0.575), ("ordago",)),
        (pytest.approx(0.425), ("envido:2",)),
    )
    for hand in np.flatnonzero(two.known)[:20]:
        accepts = [dict(zip(r.actions, r.frequency[:, hand], strict=True))["quiero"]
                   for r in (two, ordago)]  # fmt: skip
        mixed = 0.425 * accepts[0] + 0.575 * accepts[1]
        found = dict(zip(five.actions, five.frequency[:, hand], strict=True))
        assert found["quiero"] == pytest.approx(mixed, abs=1e-4)
    # it comes about as often, and with the hands, as what it is taken for
    both = 0.425 * two.reached + 0.575 * ordago.reached
    assert five.reached == pytest.approx(both, rel=0.15)
    own = read(strategy, 0, [Question("grande")], size=5, deals=1000)[0]
    assert own.actions == ("paso", "envido:2", "envido:5", "ordago")
    assert own.rollout == ("envido:5",)
    assert not own.frequency[2][own.known].any()
    assert np.isfinite(own.tantos[2]).all()


# ---------------------------------------------------------------- how it is asked


@pytest.mark.parametrize("module", [asking, reading_module, translate])
def test_examples_work(module):
    result = doctest.testmod(module)
    assert result.attempted > 2
    assert not result.failed


def test_questions_are_read():
    assert parse_lance("Handia") == "grande"
    assert parse_cut("postre:1") == (3, True)
    assert parse_cut(None) == (None, None)
    assert parse_holders("mano segundo,tercero") == (0, 1, 2)
    assert parse_before("chica: segundo accepted", "pares") == (None, 3)
    assert parse_history("-") == ()
    assert menu_for(Menu(), None) == Menu()
    assert menu_for(Menu(), parse_history("envido 2"), 7).raises == (3, 7)
    assert summaries_of("nothing", "juego", ()) == {0}
    assert len(summaries_of("wide", "pares", ())) == 33
    # the mano accepted in grande, chica passed: then whatever pares brought
    assert summaries_of("bettor", "pares", (1, 0)) == {1}
    assert summaries_of("bettor", "juego", (1, 0, None)) == set(range(1, 9))
    assert ways_of(1, Question("grande")) == [0]


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: parse_lance("envite"), "lance 'envite'"),
        (lambda: parse_cut("mano:2"), "'2'"),
        (lambda: parse_cut("dealer:x"), "'x'"),
        (lambda: parse_holders("mano,tercero"), "both pairs"),
        (lambda: parse_before("pares: paso", "pares"), "before pares"),
        (lambda: parse_before("grande: mano shrugged", "pares"), "SEAT accepted"),
        (lambda: parse_before("mano refused", "pares"), "a lance before"),
        (lambda: ways_of(1, Question("grande", cut=1)), "no mus"),
    ],
)
def test_bad_questions_are_refused(ask, words):
    with pytest.raises(InputError, match=words):
        ask()


@pytest.mark.parametrize(
    ("seat", "lance", "history", "words"),
    [
        (0, "grande", "paso", "the segundo speaks"),
        (0, "grande", "envido 9", "one of p, 2, ORD"),
        (1, "grande", "segundo paso", "a word of the mano"),
        (0, "grande", "paso, envido 2, no quiero, no quiero, paso", "after the last word"),
        (0, "grande", "paso, envido 2, quiero", "nobody speaks"),
    ],
)
def test_histories_that_cannot_be_are_refused(seat, lance, history, words):
    with pytest.raises(InputError, match=words):
        find_nodes(small_game(), seat, Question(lance, parse_history(history)))


def test_in_pares_all_who_may_hold_it_are_found():
    game = small_game()
    first = find_nodes(game, 1, Question("pares"))
    assert len(first) == 6  # both pairs hold it, the segundo among them
    only = find_nodes(game, 1, Question("pares", holders=(0, 1)))
    assert [game.betting[tree].mask for tree, _ in only] == [0b0011]
    with pytest.raises(InputError, match="segundo"):
        find_nodes(game, 1, replace(Question("pares"), holders=(0, 3)))
    assert make_mus(game, rounds=0).rounds == 0
