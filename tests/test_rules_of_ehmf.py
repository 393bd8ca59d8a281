"""The rules of the Basque federation as jokoenea.eus tells them: one test a rule, by section."""

from __future__ import annotations

from itertools import pairwise

import pytest
from phase_help import after, who_cuts
from scoring_help import CONTESTED, PLAIN, lines, of_lance, refused

from musodds.discard import rank_discards
from musodds.draws import distinct_keeps
from musodds.errors import InputError
from musodds.first_mano import draw_mano
from musodds.flow import speaking_order, spoken_before
from musodds.hands import hand_space
from musodds.match import Match
from musodds.rules import load_rules
from musodds.scoring import score
from musodds.seats import parse_seat
from musodds.stones import parse_stones

EHMF = load_rules("ehmf")


def test_kings() -> None:
    """Equipment: with four kings each card is itself; with eight the 3 and 2 are R and A."""
    hands = ["7765", "3654", "C764", "S542"]
    four = score(hands, None, EHMF)
    eight = score(hands, None, load_rules("ehmf", ["kings=8"]))
    assert [of_lance(s, "grande")[0][0] for s in (four, eight)] == ["A", "B"]
    assert [of_lance(s, "punto")[0][0] for s in (four, eight)] == ["A", "A"]


def test_match_is_three_games_of_thirty() -> None:
    """Start: three games to a match, six amarracos of five, thirty tantos, to a game."""
    assert (EHMF.games, EHMF.vacas, EHMF.target) == (3, 1, 30)
    assert parse_stones("6a", EHMF.stones_per_amarraco) == EHMF.target


def test_a_bet_is_two_at_least() -> None:
    """Rules: in every lance a player bets at least two tantos, or passes."""
    refused("at least 2", PLAIN, {"grande": "A1 q"}, EHMF)
    assert of_lance(score(PLAIN, {"grande": "A2 q"}, EHMF), "grande") == [("A", 2, "bet")]


def test_paso_pays_the_best_hand_at_the_count() -> None:
    """Rules: a lance in paso scores at the end, for the pair with the best cards."""
    assert lines(score(PLAIN, None, EHMF)) == [
        ("A", 1, "grande", "paso"),
        ("B", 1, "chica", "paso"),
        ("B", 1, "punto", "paso"),
    ]


def test_a_refused_bet_pays_one_at_once() -> None:
    """Rules: the pair whose bet is refused takes one at once, before the count."""
    played = score(PLAIN, {"chica": "A9 n"}, EHMF)
    assert lines(played)[0] == ("A", 1, "chica", "refused")
    assert of_lance(played, "chica") == [("A", 1, "refused")]


@pytest.mark.parametrize(("bets", "tantos"), [("A2 B+5 n", 2), ("A2 B+5 A+2 n", 7)])
def test_a_refused_raise_pays_what_was_staked(bets: str, tantos: int) -> None:
    """Rules: bets rise until agreed or refused; who refuses pays what was staked until then."""
    assert of_lance(score(PLAIN, {"grande": bets}, EHMF), "grande")[0][1] == tantos


def test_who_refuses_scores_nothing_even_with_better_cards() -> None:
    """Rules: the pair that refuses does not get the lance's score, whatever it holds."""
    played = score(CONTESTED, {"pares": "A2 n"}, load_rules("ehmf", {"kings": 8}))
    assert of_lance(played, "pares") == [("A", 1, "refused"), ("A", 1, "bonus")]


@pytest.mark.parametrize(
    ("bets", "award"),
    [
        ("BORD q", ("A", 0, "ordago")),
        ("A2 B+3 AORD q", ("A", 0, "ordago")),
        ("BORD n", ("B", 1, "refused")),
        ("A2 BORD n", ("B", 2, "refused")),
    ],
)
def test_ordago(bets: str, award: tuple[str, int, str]) -> None:
    """Rules: órdago, first or after bets, is the whole game; refused, what was staked, or 1."""
    played = score(PLAIN, {"grande": bets}, EHMF, (12, 29 if award[2] == "ordago" else 0))
    assert of_lance(played, "grande") == [award]
    assert played.winner == ("A" if award[2] == "ordago" else None)


@pytest.mark.parametrize("lance", ["grande", "chica", "punto"])
def test_ties_go_to_the_nearest_to_the_esku(lance: str) -> None:
    """Lances: in equality the player nearest to the esku wins, in each lance."""
    same = ["R754", "R754", "S764", "S764"]
    assert of_lance(score(same, None, EHMF), lance)[0][0] == "A"
    second = ["7654", "R754", "R754", "7654"]
    assert of_lance(score(second, None, EHMF), "grande")[0][0] == "B"


def test_grande_and_chica_accepted() -> None:
    """Handia, txikia: the winner takes the tantos agreed on, at the count, and no more."""
    played = score(PLAIN, {"grande": "A2 B+4 q", "chica": "A3 q"}, EHMF)
    assert lines(played)[:2] == [("A", 6, "grande", "bet"), ("B", 3, "chica", "bet")]


@pytest.mark.parametrize(
    ("hand", "tantos"), [("77R4", 1), ("777R", 2), ("77RR", 3), ("7777", 3), ("76R4", 0)]
)
def test_pares_pay_by_their_kind(hand: str, tantos: int) -> None:
    """Pareak: duples (two pairs, or four alike) 3, medias 2, a pair 1; only one pair has them."""
    played = score([hand, "SC54", "R654", "SC64"], None, EHMF)
    assert of_lance(played, "pares") == ([("A", tantos, "bonus")] if tantos else [])


@pytest.mark.parametrize(
    ("better", "worse"), [("4455", "RRR7"), ("444R", "RR75"), ("RR54", "CC76"), ("7766", "7755")]
)
def test_order_of_pares(better: str, worse: str) -> None:
    """Pareak: duples, medias, a pair; at each level from the highest cards to the lowest."""
    assert hand_space(EHMF).compare("pares", *(_name(h) for h in (better, worse))) == 1


def _name(hand: str) -> str:
    return "".join(sorted(hand, key="RCS765432A".index))


def test_pares_are_bet_only_if_each_pair_has_them() -> None:
    """Pareak: to bet, a player of each pair must have them; in paso only the bonus is paid."""
    refused("only pair A has pares", ["RR54", "SC54", "R654", "SC64"], {"pares": "A2 q"}, EHMF)
    refused("nobody has pares", PLAIN, {"pares": "A2 q"}, EHMF)
    contested = ["RR54", "SS74", "R654", "SC64"]
    assert of_lance(score(contested, {"pares": "pp"}, EHMF), "pares") == [("A", 1, "bonus")]
    assert of_lance(score(contested, {"pares": "B2 q"}, EHMF), "pares") == [("A", 3, "bet+bonus")]


@pytest.mark.parametrize("bets", ["tercero 2, postre q", "segundo 2, tercero 5 más, segundo q"])
def test_without_pares_one_cannot_bet_or_raise(bets: str) -> None:
    """Pareak: a player without pares can neither bet nor raise."""
    refused("tercero has no pares", ["RR54", "SS74", "R654", "SS64"], {"pares": bets}, EHMF)


@pytest.mark.parametrize(("hand", "tantos"), [("RRSA", 3), ("RRR7", 2), ("RR76", 2)])
def test_juego_pays_three_for_31_and_two_else(hand: str, tantos: int) -> None:
    """Jokoa: 31 is worth 3, the others 2; alone, at the count, without bets."""
    hands = [hand, "7654", "7655", "7644"]
    assert of_lance(score(hands, None, EHMF), "juego") == [("A", tantos, "bonus")]
    refused("only pair A has juego", hands, {"juego": "A2 q"}, EHMF)


def test_order_of_juegos() -> None:
    """Jokoa: 31, 32, 40, 37, then down to 33."""
    space = hand_space(EHMF)
    order = ["RRSA", "RRS2", "RRSS", "RRS7", "RRS6", "RRS5", "RRS4", "RRS3"]
    for better, worse in pairwise(order):
        assert space.compare("juego", better, worse) == 1


def test_without_juego_one_cannot_bet_or_raise() -> None:
    """Jokoa: a player without juego can neither bet nor raise; each pair must have it."""
    hands = ["RRSA", "RRC7", "7654", "CC75"]
    refused("tercero has no juego", hands, {"juego": "segundo 2, tercero q"}, EHMF)
    played = score(hands, {"juego": "segundo 2, mano q"}, EHMF)
    assert of_lance(played, "juego") == [("A", 5, "bet+bonus")]


def test_31_real_is_a_local_rule() -> None:
    """Jokoa, note: in places 7-7-7 and a ten (or only a sota) beats the esku's 31; agreed first."""
    hands = ["RRSA", "777C", "6544", "C654"]
    assert of_lance(score(hands, None, EHMF), "juego") == [("A", 3, "bonus")]
    ten = load_rules("ehmf", {"real": "ten"})
    assert of_lance(score(hands, None, ten), "juego") == [("B", 3, "bonus")]
    sota = load_rules("ehmf", {"real": "sota"})
    assert of_lance(score(hands, None, sota), "juego") == [("A", 3, "bonus")]
    dear = load_rules("ehmf", {"real": "ten", "real_pays": 5})
    assert of_lance(score(hands, None, dear), "juego") == [("B", 5, "bonus")]


def test_punto_is_played_when_nobody_has_juego() -> None:
    """Puntua: 30 is best, then down to 4; in paso the best takes 1."""
    assert hand_space(EHMF).compare("punto", "RC73", "RC72") == 1
    assert of_lance(score(PLAIN, None, EHMF), "punto") == [("B", 1, "paso")]


def test_a_refused_punto_pays_two_at_once() -> None:
    """Puntua: who bets and is refused takes two at once, the punto's and the fear's."""
    played = score(PLAIN, {"punto": "A2 n"}, EHMF)
    assert lines(played)[0] == ("A", 2, "punto", "refused+1")
    raised = score(PLAIN, {"punto": "A2 B+4 n"}, EHMF)
    assert lines(raised)[0] == ("B", 3, "punto", "refused+1")  # what was accepted, and the punto
    assert len(of_lance(played, "punto")) == 1
    # at 28 of 30 it wins before grande is counted; with one of the two at the count it does not
    assert score(PLAIN, {"punto": "B2 n"}, EHMF, (29, 28)).winner == "B"
    later = load_rules("ehmf", {"punto_refused": "at-count"})
    assert score(PLAIN, {"punto": "B2 n"}, later, (29, 28)).winner == "A"


def test_an_accepted_punto_pays_the_stake_and_one() -> None:
    """Puntua: who wins an agreed bet takes it and the tanto of the punto."""
    assert of_lance(score(PLAIN, {"punto": "A2 q"}, EHMF), "punto") == [("B", 3, "bet+1")]


def test_losers_of_pares_and_juego_take_nothing() -> None:
    """Scoring: both partners of the winner are paid, the losers get nothing."""
    played = score(["RRSA", "CCC7", "77RR", "RRR5"], None, load_rules("ehmf", {"kings": 8}))
    assert of_lance(played, "pares") == [("A", 4, "bonus")]
    assert of_lance(played, "juego") == [("A", 5, "bonus")]


def test_first_worked_hand() -> None:
    """Scoring, example: four bets of two accepted, 12 to 4."""
    bets = dict.fromkeys(["grande", "chica", "pares", "juego"], "A2 q")
    played = score(["SS65", "SRC4", "CCC7", "RR51"], bets, EHMF)
    assert played.score == (12, 4)
    assert lines(played) == [
        ("B", 2, "grande", "bet"),
        ("B", 2, "chica", "bet"),
        ("A", 5, "pares", "bet+bonus"),
        ("A", 7, "juego", "bet+bonus"),
    ]


def test_second_worked_hand() -> None:
    """Scoring, example: from 27-24, an órdago refused at pares; B gets to 31 before A's juego."""
    bets = {"grande": "pp", "chica": "B2 q", "pares": "BORD n"}
    played = score(["5532", "7754", "RCS4", "6611"], bets, EHMF, (27, 24))
    assert lines(played) == [
        ("B", 1, "pares", "refused"),
        ("A", 1, "grande", "paso"),
        ("B", 2, "chica", "bet"),
        ("B", 4, "pares", "bonus"),
    ]
    assert (played.score, played.winner) == ((28, 31), "B")


def test_the_count_stops_at_thirty() -> None:
    """Scoring: the order of the lances is kept, the first pair that gets to 30 wins."""
    played = score(PLAIN, None, EHMF, (29, 29))
    assert (played.score, played.winner) == ((30, 29), "A")


def test_forty_cards_from_the_king_to_the_ace() -> None:
    """Equipment: forty cards, R C S 7 6 5 4 3 2 A in this order; the figures count ten."""
    deck = EHMF.deck()
    assert "".join(deck.names) == "RCS765432A"
    assert deck.copies == (4,) * 10
    assert [c.points for c in deck.classes] == [10, 10, 10, 7, 6, 5, 4, 3, 2, 1]
    space = hand_space(EHMF)
    for higher, lower in pairwise("RCS765432A"):
        assert space.compare("grande", higher * 4, lower * 4) == 1


def test_the_old_mus_of_the_meseta() -> None:
    """History: five cards, one put aside, no mus; amarracos of ten; Perico and Perica wild."""
    meseta = load_rules("meseta")
    assert (meseta.deal, meseta.mus_corrido, meseta.stones_per_amarraco) == ("five", "never", 10)
    wild = {c.name: c.copies for c in meseta.deck().classes if c.is_wild}
    assert wild == {"Cb": 1, "So": 1}
    assert parse_stones("2a", meseta.stones_per_amarraco) == 20
    with pytest.raises(InputError, match="deal = 'five' with mus_corrido = 'game'"):
        load_rules("meseta", ["mus_corrido=game"])


def test_the_dealer_is_drawn_or_agreed_on() -> None:
    """Rules: the dealer, drawn or agreed on, is the atzesku; the esku sits to his right."""
    drawn = draw_mano("C A 7 4", EHMF)
    assert (drawn.dealer, drawn.mano) == (1, 2)
    with pytest.raises(InputError, match="agreed on"):
        draw_mano("C A 7 4", load_rules("ehmf", ["first_mano=agreed"]))


def test_the_esku_speaks_first_and_the_dealer_last() -> None:
    """Equipment: esku is also the player to the right of the dealer, the atzesku or orpo."""
    assert parse_seat("esku") == 0
    assert {parse_seat(word) for word in ("atzesku", "orpo")} == {3}


def test_four_cards_each() -> None:
    """Rules: four cards to every player, the rest is the pile."""
    dealt = after(EHMF, 0)
    assert [len(hand) for hand in dealt.hands] == [4] * 4
    assert (len(dealt.stock), dealt.thrown) == (24, "")
    assert dealt.all == sorted("RCS765432A" * 4)


def test_mus_ikusia() -> None:
    """Rules, note: in places, a card that shows lets whoever wishes throw and ask for cards."""
    visto = rank_discards("RRRA", "mano", EHMF, visto=True, deals=10_000)
    assert (visto.discards[0].keep, visto.discards[0].throw) == ("RRRA", "")
    again = load_rules("ehmf", ["exposed_card=redeal"])
    with pytest.raises(InputError, match="deals again"):
        rank_discards("RRRA", "mano", again, visto=True)


def test_the_segundo_may_leave_it_to_the_atzesku() -> None:
    """Rules: esku and partner answer unheard; the segundo waits and decides with the atzesku."""
    assert speaking_order(EHMF) == (0, 2, 1, 3)
    assert [spoken_before(EHMF, seat) for seat in range(4)] == [(), (0, 2), (0,), (0, 2)]
    # so a third who would cut is heard before a second who would
    assert who_cuts(EHMF, 1, 2) == 2
    assert who_cuts(load_rules("ehmf", ["mus_decided=seat"]), 1, 2) == 1


def test_one_player_is_enough_to_start() -> None:
    """Rules: if any of the four asks to play, the hand begins."""
    assert [who_cuts(EHMF, seat) for seat in range(4)] == [0, 1, 2, 3]
    assert who_cuts(EHMF) == -1


def test_whoever_cuts_the_esku_speaks_first() -> None:
    """Rules: once someone asks to play the esku begins to speak; he wins ties still."""
    assert EHMF.mus_corrido == "never"
    refused("out of turn", PLAIN, {"grande": "postre paso, mano 2, segundo q"}, EHMF)


def test_at_least_one_card_is_thrown() -> None:
    """Rules: with mus from all four at least one card of each goes to the middle."""
    masks = distinct_keeps((0, 1, 2, 3))
    assert len(masks) == 15
    assert max(mask.bit_count() for mask in masks) == 3


@pytest.mark.parametrize("keep", [0b0000, 0b0001, 0b0011, 0b0111])
def test_as_many_cards_are_dealt_as_were_thrown(keep: int) -> None:
    """Rules: the atzesku deals each player as many new cards, the esku first."""
    thrown = 4 - keep.bit_count()
    dealt = after(EHMF, 1, keep)
    assert [len(hand) for hand in dealt.hands] == [4] * 4
    assert (len(dealt.stock), len(dealt.thrown)) == (24 - 4 * thrown, 4 * thrown)


def test_mus_as_often_as_they_wish() -> None:
    """Rules: when the pile runs out the cards thrown so far are shuffled and dealt again."""
    for rounds in range(2, 9):
        dealt = after(EHMF, rounds)
        assert dealt.all == sorted("RCS765432A" * 4)
    assert EHMF.reshuffle == "all"
    # 24 cards serve one round and a half: the second leaves 24 of the 32 thrown by then
    assert (len(after(EHMF, 2).stock), len(after(EHMF, 2).thrown)) == (24, 0)


def test_nothing_is_claimed_once_the_cards_are_gathered() -> None:
    """Scoring: after the cards are gathered no tantos are taken, right or not."""
    with pytest.raises(InputError, match="nothing is claimed"):
        Match(EHMF).play(PLAIN).score_again(PLAIN)
