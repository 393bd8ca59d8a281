"""The rules of Naipera on line: one test a rule, by section."""

from __future__ import annotations

import pytest
from phase_help import after, who_cuts
from scoring_help import CONTESTED, PLAIN, lines, of_lance, refused

from musodds.draws import distinct_keeps
from musodds.errors import InputError
from musodds.flow import spoken_before
from musodds.hands import hand_space
from musodds.match import Match
from musodds.mus import cut_or_mus
from musodds.rules import load_rules
from musodds.scoring import score

RULES = load_rules("naipera")


def test_suits_do_not_matter() -> None:
    """The table: suits play no part."""
    suited = ["Ro 7e 5b 4c", "Cc 7o 6e 4b", "Re Cb 5o Ac", "So 6c 5e Ab"]
    assert lines(score(suited, None, RULES)) == lines(score(PLAIN, None, RULES))


def test_the_mano_wins_ties() -> None:
    """The table, the count: the nearest to the mano wins ties."""
    assert lines(score(["R754"] * 4, None, RULES))[0][0] == "A"
    assert lines(score(["7654", "R754", "R754", "7654"], None, RULES))[0][0] == "B"


def test_game_behi_and_match() -> None:
    """Winning: 40 stones, 8 amarrekos, a game; 2 games of at most 3 a behi; 2 of 3 the match."""
    assert (RULES.target, RULES.stones_per_amarraco, RULES.games, RULES.vacas) == (40, 5, 2, 2)
    match = Match(RULES)
    winners = [0, 1, 0, 1, 1, 0, 0]
    for winner in winners:
        assert match.winner is None
        hands = ["RRRR", "SSSS", "7654", "7654"]
        same = winner == match.next_mano
        match = match.play(hands if same else hands[1::-1] + hands[2:], {"grande": "AORD q"})
    assert [winner for winner, _ in match.games] == winners
    assert (match.winner, match.standing[1]) == (0, (2, 1))


def test_eight_kings_and_eight_aces() -> None:
    """8 kings: a three is a king and a two an ace, in every lance."""
    played = score(["3325", "RRA5", "7654", "7654"], None, RULES)
    assert {team for team, *_ in lines(played)} == {"A"}


def test_chica_compares_the_lowest_card_first() -> None:
    """The lances: txikia goes card by card from the lowest."""
    played = score(["654A", "7AAA", "RRRR", "CCCC"], None, RULES)
    assert of_lance(played, "chica") == [("B", 1, "paso")]


def test_pares_are_bet_only_if_each_pair_has_them() -> None:
    """The lances: a bet in pares only where both pairs have some."""
    refused("only pair A has pares", ["RR54", *PLAIN[1:]], {"pares": "A2 q"}, RULES)
    assert of_lance(score(CONTESTED, {"pares": "A2 q"}, RULES), "pares") == [("B", 4, "bet+bonus")]


def test_four_alike_are_duples() -> None:
    """The lances: duples are two pairs or four alike, the highest cards win."""
    assert hand_space(RULES).compare("pares", "RRCC", "4444") == 1
    beat = load_rules("naipera", {"quads": "beat"})
    assert hand_space(beat).compare("pares", "RRCC", "4444") == -1
    assert hand_space(beat).compare("pares", "5555", "4444") == 1


def test_a_passed_lance_is_settled_at_the_end() -> None:
    """Imidoak, paso: when all pass nobody has bet, and the count settles it."""
    bets = {"grande": "mano paso, segundo paso, tercero paso, postre paso"}
    assert of_lance(score(PLAIN, bets, RULES), "grande") == [("A", 1, "paso")]


@pytest.mark.parametrize(
    ("bets", "award"),
    [
        ("mano imido, segundo iduki", ("A", 2, "bet")),
        ("mano bost imido, segundo iduki", ("A", 5, "bet")),
        ("mano imido, segundo ez dut nahi, postre ez dut nahi", ("A", 1, "refused")),
        ("mano imido, segundo bost gehiago, mano iduki", ("A", 7, "bet")),
        (
            "mano imido, segundo bost gehiago, mano ez dut nahi, tercero ez dut nahi",
            ("B", 2, "refused"),
        ),
        ("mano imido, postre hordago, mano ez dut nahi, tercero ez dut nahi", ("B", 2, "refused")),
    ],
)
def test_words(bets: str, award: tuple[str, int, str]) -> None:
    """Imidoak: imido 2 or as said, iduki accepts, igo raises; deje 1 or what was accepted."""
    assert of_lance(score(PLAIN, {"grande": bets}, RULES), "grande") == [award]


def test_hordago() -> None:
    """Imidoak: an accepted hordago is the whole game, for who wins that lance."""
    played = score(PLAIN, {"chica": "AORD q"}, RULES, (39, 0))
    assert (played.winner, played.score) == ("B", (39, 0))


def test_both_rivals_must_refuse() -> None:
    """Imidoak: a bet falls only if both rivals say no; one who accepts is enough."""
    refused("not answered", PLAIN, {"grande": "mano imido, segundo ez dut nahi"}, RULES)
    bets = {"grande": "mano imido, segundo ez dut nahi, postre iduki"}
    assert of_lance(score(PLAIN, bets, RULES), "grande") == [("A", 2, "bet")]


def test_only_the_holders_answer_in_pares() -> None:
    """Pares, imidoak: where one rival alone has pares, his no is enough."""
    bets = {"pares": "mano imido, segundo ez dut nahi"}
    assert of_lance(score(CONTESTED, bets, RULES), "pares")[0] == ("A", 1, "refused")


def test_the_count_stops_at_forty() -> None:
    """The count: grande, txikia, pares, jokoa; at 40 it is over, whatever is left to count."""
    played = score(PLAIN, None, RULES, (39, 39))
    assert (played.winner, played.score) == ("A", (40, 39))


@pytest.mark.parametrize(
    ("lance", "bets", "award"),
    [
        ("grande", "A4 q", ("A", 4, "bet")),
        ("chica", "pp", ("B", 1, "paso")),
        ("punto", "A4 q", ("B", 5, "bet+1")),
        ("punto", "pp", ("B", 1, "paso")),
    ],
)
def test_table_of_the_count(lance: str, bets: str, award: tuple[str, int, str]) -> None:
    """The count, table: what was accepted, or 1 if nobody bet; the punto 1 besides."""
    assert of_lance(score(PLAIN, {lance: bets}, RULES), lance) == [award]


def test_table_of_pares_and_juego() -> None:
    """The count, table: accepted, and the prize of each partner of the winning pair."""
    hands = ["RRSA", "CCC7", "77RS", "RC75"]
    played = score(hands, {"pares": "A2 q", "juego": "B2 q"}, RULES)
    assert of_lance(played, "pares") == [("B", 4, "bet+bonus")]
    assert of_lance(played, "juego") == [("A", 7, "bet+bonus")]


def test_no_31_real() -> None:
    """Format: without 31 real, 7-7-7-S is a 31 like any other."""
    hands = ["RRSA", "777S", "654A", "C654"]
    assert of_lance(score(hands, None, RULES), "juego") == [("A", 3, "bonus")]


def test_four_cards_of_forty() -> None:
    """Mus in a minute, the deal: four cards each from forty, eight kings and eight aces."""
    dealt = after(RULES, 0)
    assert [len(hand) for hand in dealt.hands] == [4] * 4
    assert dealt.all == sorted("R" * 8 + "A" * 8 + "CS7654" * 4)


def test_the_next_player_is_mano() -> None:
    """The table: in every new hand the next player is mano, so the pairs take turns."""
    match = Match(RULES)
    seen = []
    for _ in range(4):
        seen.append(match.next_mano)
        match = match.play(PLAIN)
    assert seen == [0, 1, 0, 1]


def test_the_first_who_says_no_cuts() -> None:
    """The deal and mus: from the esku on; as soon as somebody says musik ez the bets begin."""
    assert [spoken_before(RULES, seat) for seat in range(4)] == [(), (0,), (0, 1), (0, 1, 2)]
    assert [who_cuts(RULES, *seats) for seats in ((0, 3), (1, 2), (3,), ())] == [0, 1, 3, -1]


def test_one_to_four_cards_are_thrown() -> None:
    """The deal and mus: each throws one to four cards and gets as many."""
    assert {4 - mask.bit_count() for mask in distinct_keeps((0, 1, 2, 3))} == {1, 2, 3, 4}
    for keep in (0b0000, 0b0001, 0b0011, 0b0111):
        assert len(after(RULES, 1, keep).stock) == 24 - 4 * (4 - keep.bit_count())


def test_mus_repeats_until_somebody_cuts() -> None:
    """The deal and mus: it is repeated until somebody cuts; more rounds may change the value."""
    once, often = (
        cut_or_mus("7654", "mano", RULES, style="cut:0.1", max_rounds=n, deals=60_000)
        for n in (1, 4)
    )
    assert once.cut == often.cut
    assert abs(once.mus.tantos - often.mus.tantos) > 4 * once.mus.se


def test_no_mus_corrido() -> None:
    """Differences to a real table: the first hand of a game has ordinary mus."""
    with pytest.raises(InputError, match="naipera plays no mus corrido"):
        cut_or_mus("RRCA", "mano", RULES, first_hand=True)
