"""The general Spanish explainer 'El Mus': one test a rule, by section."""

from __future__ import annotations

from itertools import pairwise

import pytest
from phase_help import after, who_cuts
from scoring_help import CONTESTED, PLAIN, lines, of_lance, refused

from musodds.draws import distinct_keeps
from musodds.flow import speaking_order, spoken_before
from musodds.hands import hand_space
from musodds.match import Match
from musodds.rules import load_rules
from musodds.scoring import score
from musodds.seats import parse_seat
from musodds.stones import parse_stones

RULES = load_rules("el-mus")


def test_games_vacas_and_match() -> None:
    """Introduction: a vaca is four games (ours: the first to win four), a match one vaca."""
    match = Match(RULES)
    for _ in range(4):
        assert match.winner is None
        # pair 0 wins every game, as A in the first hand and as B in the next
        hands = ["RRRR", "SSSS", "7654", "7654"]
        match = match.play(
            hands if match.next_mano == 0 else hands[1::-1] + hands[2:], {"grande": "AORD q"}
        )
    assert match.winner == 0
    three = Match(load_rules("el-mus", {"vacas": 3}), hands=match.hands)
    assert (three.standing, three.winner) == (((0, 0), (1, 0)), None)


def test_amarracos() -> None:
    """Rules: an amarraco is five chinos; six of them, thirty, win a game."""
    assert parse_stones("6a", RULES.stones_per_amarraco) == RULES.target == 30


def test_card_values() -> None:
    """Card values: three and figures 10, two 1, the rest their index; 3 is R and 2 is A in all."""
    space = hand_space(RULES)
    assert int(space.points[space.index("RRAA")]) == 22
    same = score(["3326", "R5A4", "C765", "S765"], None, RULES)
    assert of_lance(same, "pares") == [("A", 1, "bonus")]
    refused("only pair A has pares", ["3326", "R5A4", "C765", "S765"], {"pares": "A2 q"}, RULES)
    four = load_rules("el-mus", {"kings": 4})
    assert of_lance(score(["3R26", "R5A4", "C765", "S765"], None, four), "pares") == []


def test_ties_go_to_the_mano() -> None:
    """Deal: of equal hands the mano's wins."""
    same = ["R754", "R754", "R754", "R754"]
    assert [team for team, *_ in lines(score(same, None, RULES))] == ["A", "A", "A"]


def test_pares_and_juego_are_bet_by_those_who_hold_them() -> None:
    """The four plays: in pares and juego only those who hold them may bet."""
    refused("tercero has no pares", CONTESTED, {"pares": "tercero 2, segundo q"}, RULES)
    refused("tercero has no juego", CONTESTED, {"juego": "tercero 2, segundo q"}, RULES)


def test_order_of_juegos() -> None:
    """The four plays: 31, 32, 40, 37 and down to 33, the worst; 39 and 38 are never dealt."""
    space = hand_space(RULES)
    points = set(space.points.tolist())
    assert not points & {38, 39}
    order = ["RRSA", "RR75", "RRRR", "RRR7", "RRR6", "RRR5", "RRR4", "RR76"]
    for better, worse in pairwise(order):
        assert space.compare("juego", better, worse) == 1


def test_punto() -> None:
    """The four plays: without juego the punto is played, from 30 down to 4."""
    space = hand_space(RULES)
    assert space.compare("punto", "RC64", "RC54") == 1
    assert int(space.points.min()) == 4


@pytest.mark.parametrize(("bets", "tantos"), [("A2 q", 2), ("A7 q", 7), ("B30 q", 30)])
def test_bets(bets: str, tantos: int) -> None:
    """Bets: an envite is two, or any other amount."""
    assert of_lance(score(PLAIN, {"grande": bets}, RULES), "grande")[0][1] == tantos


def test_ordago() -> None:
    """Bets: an órdago accepted decides the game whatever the score."""
    played = score(PLAIN, {"grande": "BORD q"}, RULES, (0, 29))
    assert (played.winner, played.score) == ("A", (0, 29))


def test_deje() -> None:
    """Bets: a bet that is not wanted pays one, and the play is settled."""
    assert of_lance(score(PLAIN, {"chica": "A6 n"}, RULES), "chica") == [("A", 1, "refused")]


def test_a_refused_raise() -> None:
    """Bets: bet, raise, raise, no: the first pair takes all but the last raise."""
    played = score(PLAIN, {"grande": "A2 B+3 A+4 n"}, RULES)
    assert of_lance(played, "grande") == [("A", 5, "refused")]


def test_the_game_stops_at_six_amarracos() -> None:
    """Bets: as soon as a pair gets there the game stops."""
    assert score(PLAIN, {"chica": "B2 n"}, RULES, (29, 29)).winner == "B"
    refused("the game is over", PLAIN, {"chica": "B2 n", "punto": "A2 n"}, RULES, before=(29, 29))


def test_count_of_grande_and_chica() -> None:
    """Count: unbet, the best hand takes one chino in each."""
    assert lines(score(PLAIN, None, RULES))[:2] == [
        ("A", 1, "grande", "paso"),
        ("B", 1, "chica", "paso"),
    ]


def test_count_of_pares_and_juego() -> None:
    """Count: unbet, the value of both partners; refused, the chino before and the value too."""
    both = ["RRSA", "CCC7", "77RS", "RC75"]
    assert of_lance(score(both, None, RULES), "pares") == [("B", 2, "bonus")]
    played = score(both, {"pares": "A2 n", "juego": "B2 n"}, RULES)
    assert of_lance(played, "pares") == [("A", 1, "refused"), ("A", 2, "bonus")]
    assert of_lance(played, "juego") == [("B", 1, "refused"), ("B", 4, "bonus")]


def test_count_of_punto() -> None:
    """Count: unbet one chino; refused one before and another now, even against a better punto."""
    assert of_lance(score(PLAIN, None, RULES), "punto") == [("B", 1, "paso")]
    assert of_lance(score(PLAIN, {"punto": "A2 n"}, RULES), "punto") == [
        ("A", 1, "refused"),
        ("A", 1, "punto"),
    ]


def test_who_refuses_loses_the_count() -> None:
    """Count: refusing gives up the play even with the better hand."""
    played = score(CONTESTED, {"pares": "A2 n"}, RULES)
    assert {team for team, *_ in of_lance(played, "pares")} == {"A"}


@pytest.mark.parametrize(
    ("hand", "lance", "tantos"),
    [
        ("RR54", "pares", 1),
        ("RRR4", "pares", 2),
        ("RR44", "pares", 3),
        ("RC75", "juego", 2),
        ("RC74", "juego", 3),
    ],
)
def test_values(hand: str, lance: str, tantos: int) -> None:
    """Values: par 1, medias 2, dúplex 3, juego 2, 31 3."""
    played = score([hand, "C765", "7654", "S765"], None, RULES)
    assert of_lance(played, lance) == [("A", tantos, "bonus")]


def test_two_play_too() -> None:
    """Introduction: two or four play."""
    played = score(["RRSA", "CCC7"], {"grande": "mano envido, postre quiero"}, RULES)
    assert of_lance(played, "grande") == [("A", 2, "bet")]


def test_eight_kings_and_eight_aces_in_the_deck() -> None:
    """Card values: usually threes are kings and twos aces, to all effects; four are possible."""
    deck = RULES.deck()
    assert dict(zip(deck.names, deck.copies, strict=True))["R"] == 8
    assert dict(zip(deck.names, deck.copies, strict=True))["A"] == 8
    assert load_rules("el-mus", ["kings=4"]).deck().copies == (4,) * 10


def test_mano_and_postre() -> None:
    """Deal: who deals is the postre and speaks last; the next to the right is mano, first."""
    assert speaking_order(RULES) == (0, 1, 2, 3)
    assert (parse_seat("mano"), parse_seat("postre")) == (0, 3)


def test_four_cards_one_by_one() -> None:
    """Deal: four cards for each player, what is left lies beside the postre."""
    dealt = after(RULES, 0)
    assert [len(hand) for hand in dealt.hands] == [4] * 4
    assert len(dealt.stock) == 24


def test_mus_needs_all_four() -> None:
    """Mus: from the mano on each says mus or cuts; all must agree."""
    assert [spoken_before(RULES, seat) for seat in range(4)] == [(), (0,), (0, 1), (0, 1, 2)]
    assert who_cuts(RULES) == -1
    assert [who_cuts(RULES, seat) for seat in range(4)] == [0, 1, 2, 3]
    assert who_cuts(RULES, 2, 3) == 2


def test_nobody_keeps_all_four() -> None:
    """Mus: at least one card is thrown; who wants to keep all must cut."""
    for cards in ((0, 1, 2, 3), (0, 0, 0, 0), (0, 0, 7, 7)):
        assert 0b1111 not in distinct_keeps(cards)


def test_thrown_cards_come_back_when_cards_are_short() -> None:
    """Mus: if cards are missing those thrown are taken, shuffled and dealt."""
    for rounds in range(1, 8):
        dealt = after(RULES, rounds)
        assert [len(hand) for hand in dealt.hands] == [4] * 4
        assert dealt.all == sorted("R" * 8 + "A" * 8 + "CS7654" * 4)
    assert after(RULES, 1).thrown
    assert not after(RULES, 2).thrown
