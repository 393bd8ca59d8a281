"""Bets: decisions beyond dispute, thresholds, and what the answer tells."""

from __future__ import annotations

import doctest

import pytest

from musodds import bets, grades, pending
from musodds.bets import BetAdvice, BetQuestion, advise_bet, pot_odds
from musodds.clues import gather_evidence
from musodds.errors import InputError
from musodds.pending import parse_facing, parse_pending
from musodds.situation import ask
from musodds.solver.four.said import ALL_IN, Pending

DEALS = 40_000


def bet(
    hand: str,
    seat: str,
    lance: str,
    facing: str | None = None,
    score: tuple[int, int] | None = None,
    told: str | None = None,
    deals: int | None = DEALS,
    **known: object,
) -> BetAdvice:
    """Ask what to do."""
    asked = ask(hand, seat)
    size, cut, redraw = known.pop("size", None), known.pop("cut", None), known.pop("redraw", None)
    said = known.pop("said", ())
    seen = gather_evidence(asked, **known) if known else None  # type: ignore[arg-type]
    question = BetQuestion(
        asked,
        lance,
        parse_facing(facing, asked.place),
        parse_pending(told, asked.place, lance),
        cut,  # type: ignore[arg-type]
        redraw,  # type: ignore[arg-type]
        score,
        seen,
        said=said,  # type: ignore[arg-type]
        size=size,  # type: ignore[arg-type]
    )
    return advise_bet(question, deals)


def game_of(found: BetAdvice, action: str) -> float:
    """Return the chance of winning the game with an action."""
    game = found.action(action).game
    assert game is not None
    return game.tantos


# ---------------------------------------------------------------- beyond dispute


def test_the_worst_hand_takes_an_ordago_only_where_refusing_loses() -> None:
    assert bet("7654", "postre", "grande", "mano ordago", (20, 20)).advice == "no-quiero"
    found = bet("7654", "postre", "grande", "mano ordago", (0, 39))
    assert found.advice == "quiero"
    assert game_of(found, "no-quiero") == 0


@pytest.mark.parametrize("facing", ["segundo envido 2", "segundo ordago"])
def test_four_kings_as_mano_at_35_win_the_game_by_what_is_counted_first(facing: str) -> None:
    """Grande brings 2 or more, pares 3: 40 before juego is counted."""
    assert game_of(bet("RRRR", "mano", "grande", facing, (35, 35)), "quiero") == 1


def test_nobody_closes_by_ordago_far_ahead() -> None:
    found = bet("RRAA", "mano", "grande", score=(36, 20))
    assert found.advice != "ordago"
    assert found.action("ordago").grade == "very bad"


def test_three_aces_take_an_ordago_in_chica() -> None:
    found = bet("AAA5", "postre", "chica", "mano ordago", (20, 20), deals=150_000)
    assert found.advice == "quiero"
    assert found.thresholds is not None
    assert found.thresholds.game is not None
    assert found.p_win.tantos > found.thresholds.game


@pytest.mark.parametrize("score", [(0, 0), (20, 20), (39, 0), (0, 39), (39, 39)])
def test_the_best_juego_takes_an_ordago_whatever_the_score(score: tuple[int, int]) -> None:
    found = bet("RCSA", "mano", "juego", "segundo ordago", score)
    assert (found.advice, game_of(found, "quiero"), found.p_win.tantos) == ("quiero", 1, 1)


@pytest.mark.parametrize("score", [(38, 0), (38, 30), (38, 38), (38, 39)])
def test_a_sure_win_pending_accepts_envites(score: tuple[int, int]) -> None:
    """Grande, 2 tantos, is counted first; a refused bet is paid before."""
    found = bet("RRRR", "mano", "chica", "segundo envido 2", score, "grande: ellos 2")
    assert found.advice == "quiero"


def test_a_sure_win_pending_takes_an_ordago_only_where_refusing_loses() -> None:
    for score, advice in (((38, 30), "no-quiero"), ((38, 39), "quiero")):
        found = bet("RRRR", "mano", "chica", "segundo ordago", score, "grande: ellos 2")
        assert found.advice == advice


def test_a_refused_bet_that_ends_the_game_is_accepted_with_anything() -> None:
    """Refused it pays one at once, and the rivals have 40."""
    for score in ((0, 39), (39, 39)):
        found = bet("7654", "postre", "grande", "mano envido 2", score)
        assert game_of(found, "no-quiero") == 0
        assert found.advice != "no-quiero"
        assert found.thresholds is not None
        assert found.thresholds.game == 0


def test_a_second_refusal_ends_the_game_at_38() -> None:
    """The raise of 3 on an envite of 2: refused it pays 2 at once."""
    found = bet("7654", "mano", "grande", "mano 2, segundo mas 3", (30, 38))
    assert game_of(found, "no-quiero") <= 1e-9 + game_of(found, "quiero")
    # the partner has yet to answer: both refusing would lose at once
    late = bet("7654", "tercero", "grande", "mano 2, segundo mas 3", (30, 38))
    assert "quiero" in [action.name for action in late.actions]


@pytest.mark.parametrize(("hand", "lance"), [("RRRR", "grande"), ("AAAA", "chica")])
def test_the_best_hand_of_all_takes_an_ordago_at_any_score(hand: str, lance: str) -> None:
    """No hand beats it in the hand of the mano."""
    for score in ((0, 39), (39, 0)):
        assert game_of(bet(hand, "mano", lance, "postre ordago", score), "quiero") == 1


def test_four_kings_of_the_mano_are_the_best_pares() -> None:
    found = bet("RRRR", "mano", "pares", "segundo ordago", (10, 10))
    assert (found.advice, game_of(found, "quiero")) == ("quiero", 1)


def test_the_mano_with_30_has_the_best_punto() -> None:
    """30 is the most that is no juego, and the mano wins ties."""
    found = bet("RR55", "mano", "punto", "segundo ordago", (10, 10))
    assert (found.advice, game_of(found, "quiero")) == ("quiero", 1)


def test_at_39_the_first_lance_that_is_surely_ours_wins() -> None:
    """Grande in paso is one tanto, counted before anything of the rivals'."""
    found = bet("RRRR", "mano", "grande", score=(39, 20))
    assert game_of(found, "paso") == 1


def test_at_38_four_kings_need_no_bet() -> None:
    """One in grande and three for the duples; chica brings the rivals one."""
    assert game_of(bet("RRRR", "mano", "grande", score=(38, 30)), "paso") == 1


def test_at_39_all_a_bet_in_the_first_lance_is_worth_no_less_than_paso() -> None:
    """Nobody refuses it, and grande, counted first, decides the game as it does in paso."""
    found = bet("7654", "postre", "grande", score=(39, 39), deals=100_000)
    for name in ("envido:2", "paso"):
        game = found.action(name).game
        assert game is not None
        assert game.tantos > 0
    loss = found.action("paso").loss
    assert loss.tantos < 0.2


def test_nobody_refuses_where_that_ends_the_game() -> None:
    """At 39-39 an órdago in the first lance is accepted, so it wins as often as the lance."""
    found = bet("RR54", "postre", "grande", score=(39, 39), deals=100_000)
    ordago = found.action("ordago").game
    assert ordago is not None
    assert abs(ordago.tantos - found.p_win.tantos) < 4 * (ordago.se + found.p_win.se)


def test_an_ordago_against_certain_defeat_costs_nothing() -> None:
    """The rivals need one, and grande, pending, is surely theirs: only an órdago is left."""
    found = bet(
        "AAA4", "postre", "chica", None, (20, 39), "grande: ellos 2", known=["tercero=RRRR"],
        redraw=False,
    )  # fmt: skip
    assert found.advice == "ordago"
    assert game_of(found, "paso") < game_of(found, "ordago")


def test_a_known_partner_wins_the_lance_for_us() -> None:
    """The mano's partner holds four kings: nobody beats the pair but four kings of a rival."""
    asked = ask("7654", "tercero", partner="RRRR")
    said = parse_facing("postre ordago", asked.place)
    question = BetQuestion(asked, "grande", said, score=(20, 20))
    found = advise_bet(question, DEALS)
    assert found.advice == "quiero"
    assert found.p_win.tantos == 1


# ---------------------------------------------------------------- thresholds


def test_pot_odds() -> None:
    for n in range(2, 12):
        assert pot_odds(n, 1) == (n - 1) / (2 * n)
    assert pot_odds(2, 1) == 1 / 4
    assert pot_odds(2, 1, 1, 1) == 1 / 6
    assert pot_odds(3, 2) == 1 / 6  # punto, its own tanto in
    assert pot_odds(7, 2) == 5 / 14
    assert pot_odds(22, 1) == 21 / 44


def test_thresholds_in_tantos() -> None:
    def needed(*given: object) -> float:
        found = bet(*given, deals=4_000).thresholds  # type: ignore[arg-type]
        assert found is not None
        return found.tantos

    assert needed("RRCA", "segundo", "grande", "mano envido 2") == 1 / 4
    assert needed("RRCA", "segundo", "grande", "mano ordago") == 21 / 44
    assert needed("RRCA", "mano", "grande", "mano 2, segundo mas 3") == 3 / 10
    assert needed("R775", "segundo", "punto", "mano envido 2") == 1 / 6
    # duples or medias may be paid besides: less is needed than with par against par
    assert 0.05 < needed("RR75", "segundo", "pares", "mano envido 2") < 1 / 6
    assert bet("RRCA", "mano", "grande", deals=4_000).thresholds is None


def test_without_a_score_there_is_no_threshold_of_the_game() -> None:
    found = bet("RRCA", "segundo", "grande", "mano envido 2", deals=4_000)
    assert found.thresholds is not None
    assert found.thresholds.game is None
    assert all(action.game is None for action in found.actions)
    assert found.to_dict()["thresholds"]["game"] is None


# ---------------------------------------------------------------- what is told


def test_the_answer_as_a_dictionary() -> None:
    found = bet("RR54", "postre", "pares", "mano envido 2", (30, 35), "grande: paso")
    told = found.to_dict()
    assert told["schema"] == "musodds.bet/1"
    assert told["advice"] == told["actions"][0]["action"] == found.advice
    assert {action["action"] for action in told["actions"]} == {
        "quiero", "no-quiero", "mas:3", "ordago"
    }  # fmt: skip
    losses = [action["loss"] for action in told["actions"]]
    assert losses == sorted(losses)
    assert losses[0] == 0
    for action in told["actions"]:
        assert 0 <= action["game"] <= 1
        assert action["game_se"] > 0
        assert action["tantos_se"] > 0
        assert action["grade"] in grades.GRADES
    assert sum(action["frequency"] for action in told["actions"]) == pytest.approx(1)
    assert 0 < told["p_win"] < 1
    assert told["p_win_se"] > 0
    assert told["thresholds"].keys() == {"tantos", "tantos_se", "game", "game_se"}
    assert told["score"] == {"us": 30, "them": 35}
    assert told["seed"] == 1


def test_the_bettor_is_stronger_after_his_bet_than_before() -> None:
    before = bet("RRCA", "postre", "grande").p_win.tantos
    after = bet("RRCA", "postre", "grande", "mano envido 2").p_win.tantos
    assert after < before - 0.1


def test_evidence_moves_the_answer() -> None:
    plain = bet("RR54", "postre", "pares", "mano envido 2")
    seen = bet("RR54", "postre", "pares", "mano envido 2", sena=["mano=duples"])
    helped = bet("RR54", "postre", "pares", "mano envido 2", sena=["segundo=duples"])
    assert seen.p_win.tantos < plain.p_win.tantos < helped.p_win.tantos


def test_who_said_mus_did_not_cut() -> None:
    """What was said of mus is weighed by the strategy, and only once."""
    said = bet("RRCA", "segundo", "grande", "mano paso", said=[(0, "cut")])
    cut = bet("RRCA", "segundo", "grande", "mano paso", cut=0)
    assert said.actions == cut.actions
    with pytest.raises(InputError, match="leaves nobody"):
        bet("RRCA", "segundo", "grande", "mano paso", said=[(3, "mus")])


def test_bets_that_the_strategy_does_not_know() -> None:
    found = bet("RR54", "postre", "grande", "mano envido 5", size=4)
    assert {line[0] for _, line in found.read_as} == {"envido:2", "ordago"}
    assert found.action("mas:4").rollout
    assert not found.action("mas:3").rollout
    bet("RR54", "postre", "pares", told="chica: ellos 9", deals=DEALS)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("RC54", "mano", "pares"), "a hand with pares"),
        (("RC54", "mano", "juego"), "a hand with juego"),
        (("RCSA", "mano", "punto"), "a hand without juego"),
        (("RC54", "mano", "grande", None, (40, 0)), "score 40-0"),
        (
            ("RC54", "mano", "grande", "segundo 2, tercero q"),
            "nobody speaks after 'tercero quiero'",
        ),
    ],
)
def test_what_cannot_be_asked(given: tuple[object, ...], told: str) -> None:
    with pytest.raises(InputError, match=told):
        bet(*given)  # type: ignore[arg-type]


def test_pending_lances_are_read() -> None:
    read = parse_pending("Grande: paso; chica: haiek ordago no quiero; pares: -", 0, "juego")
    assert read == (Pending(), Pending((1, 3), ALL_IN, refused=True), Pending(played=False))
    assert parse_pending("chica: postre envido 5", 0, "pares")[1] == Pending((3,), 5)
    for text in ("chica: 2", "chica: ellos", "chica: ellos ordago", "ellos 2", "juego: paso",
                 "chica: ellos 2 perhaps", "chica: paso; chica: paso"):  # fmt: skip
        with pytest.raises(InputError, match="--pending"):
            parse_pending(text, 0, "pares")


def test_the_examples_of_the_modules_hold() -> None:
    for module in (bets, pending, grades):
        assert doctest.testmod(module).failed == 0


def test_no_bet_surely_won_is_refused_after_words_never_said():
    """RRRA as segundo, who cut: the strategy's mano never bets so, and its values are a guess."""
    asked = ask("RRRA", "segundo")
    said = parse_facing("mano envido 2", 1)
    found = advise_bet(BetQuestion(asked, "grande", said, cut=1, redraw=False), deals=32_768)
    assert found.rare
    assert found.p_win.tantos > 0.9
    assert found.advice != "no-quiero"
