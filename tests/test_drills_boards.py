"""Duplicate boards and the ranking of the tables."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import musodds
from musodds.drills.board_pages import BoardSet, write_boards
from musodds.drills.boards import make_boards
from musodds.drills.ranking import COLUMNS, rank, read_results
from musodds.errors import InputError
from musodds.lang import speaking
from musodds.rules import load_rules

RULES = load_rules("naipera")
HEAD = ",".join(COLUMNS)
RESULTS = f"""{HEAD}
1,A,Ane+Jon,Miren+Peio,7,2
1,B,Iker+Leire,Nerea+Unai,5,2
1,C,Olatz+Beñat,Maite+Aitor,5,2
2,A,Ane+Jon,Miren+Peio,,ordago
2,B,Iker+Leire,Nerea+Unai,0,6
2,C,Olatz+Beñat,Maite+Aitor,10,1
3,A,Ane+Jon,Miren+Peio,40,0
"""


@pytest.mark.parametrize("name", ["naipera", "ehmf"])
def test_a_board_holds_the_cards_of_one_deck(name):
    rules = load_rules(name)
    deck = rules.deck()
    for board in make_boards(rules, 8, 3):
        cards = [card for hand in (*board.hands, *board.draws) for card in hand.cards]
        assert Counter(cards) == dict(zip(deck.names, deck.copies, strict=True))
        assert [len(hand.cards) for hand in board.draws] == [6] * 4


def test_boards_are_made_again_by_seed_and_the_mano_moves_on():
    boards = make_boards(RULES, 8, 5)
    assert make_boards(RULES, 12, 5)[:8] == boards
    assert make_boards(RULES, 8, 6) != boards
    assert [board.mano for board in boards] == [0, 1, 2, 3] * 2
    assert [boards[1].seat(chair) for chair in range(4)] == ["postre", "mano", "segundo", "tercero"]


def test_paso_is_the_library_s():
    for board in make_boards(RULES, 8, 5):
        hands = [board.hands[(board.mano + seat) % 4] for seat in range(4)]
        found = musodds.score([str(hand) for hand in hands]).score
        assert board.paso == (found if board.mano % 2 == 0 else found[::-1])


def naive_matchpoints(results):
    """Compare every result with every other one of its board and line, one by one."""
    points, most = Counter(), Counter()
    for one in results:
        for other in results:
            if one is other or one.board != other.board:
                continue
            for line, sign in ((0, 1), (1, -1)):
                ahead = sign * (one.difference - other.difference)
                points[one.pairs[line]] += 2 if ahead > 0 else 1 if ahead == 0 else 0
                most[one.pairs[line]] += 2
    return {pair: 100 * points[pair] / most[pair] for pair in most}


def test_matchpoints():
    results = read_results(RESULTS)
    places, alone = rank(results)
    assert alone == [3]
    found = {place.pair: place.points for place in places}
    assert found == pytest.approx(naive_matchpoints(results))
    assert found["Ane+Jon"] == 50  # all of board 1, nothing of board 2
    assert found["Olatz+Beñat"] == 62.5
    assert [place.place for place in places] == sorted(place.place for place in places)
    assert all(place.boards == 2 for place in places)


def test_tantos():
    places, _ = rank(read_results(RESULTS), "tantos")
    found = {place.pair: place.points for place in places}
    assert found["Ane+Jon"] == (5 - 3) + (-22 - (-6 + 9) / 2)
    assert found["Miren+Peio"] == -found["Ane+Jon"]
    assert sum(found.values()) == pytest.approx(0)
    ordago = {p.pair: p.points for p in rank(read_results(RESULTS, 40), "tantos")[0]}
    assert ordago["Ane+Jon"] == found["Ane+Jon"] - 18


def test_a_pair_that_sits_on_both_lines_is_added_up():
    text = f"{HEAD}\n1,A,X,Y,5,0\n1,B,Z,W,3,0\n2,A,Y,X,0,5\n2,B,Z,W,3,0\n"
    found = {place.pair: place for place in rank(read_results(text), "tantos")[0]}
    assert found["X"].points == 2 + 8
    assert found["X"].boards == 2


def test_pairs_that_are_level_share_a_place():
    text = f"{HEAD}\n1,A,X,Y,5,0\n1,B,Z,W,5,0\n"
    assert [place.place for place in rank(read_results(text))[0]] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "line 1: columns"),
        ("board,table\n1,A\n", "line 1: columns board, table"),
        (HEAD, "no line in it"),
        (f"{HEAD}\n1,A,X,Y,5\n", "line 2: 5 cells"),
        (f"{HEAD}\n1,A,X,Y,5,0\n0,A,X,Y,5,0\n", "line 3: board '0'"),
        (f"{HEAD}\n1,A,X,X,5,0\n", "line 2: table 'A', pairs 'X' and 'X'"),
        (f"{HEAD}\n1,A,X,Y,five,0\n", "line 2: tantos 'five'"),
        (f"{HEAD}\n1,A,X,Y,-5,0\n", "line 2: tantos '-5'"),
        (f"{HEAD}\n1,A,X,Y,,\n", "line 2: tantos ''"),
        (f"{HEAD}\n1,A,X,Y,ordago,ordago\n", "line 2: an órdago won by both"),
        (f"{HEAD}\n1,A,X,Y,5,0\n1,A,X,Y,5,0\n", "line 3: table A played board 1 twice"),
    ],
)
def test_bad_results_are_told_by_line(text, error):
    with pytest.raises(InputError, match="expected") as found:
        read_results(text)
    assert str(found.value).startswith(error) or error in str(found.value)


@pytest.mark.parametrize(("count", "rules"), [(0, "naipera"), (500, "naipera"), (4, "meseta")])
def test_boards_that_cannot_be_made(count, rules):
    with pytest.raises(InputError):
        make_boards(load_rules(rules), count, 1)


@pytest.mark.parametrize("language", ["en", "es", "eu"])
def test_pages(language):
    made = BoardSet(RULES, make_boards(RULES, 5, 2), 2)
    with speaking(language):
        markdown, html = write_boards(made, "md"), write_boards(made, "html")
    hand = " ".join(made.boards[4].hands[2].cards)
    for text in (markdown, html):
        assert text.count(hand) >= 2  # on the page of the chair and on that of all hands
        assert "{" not in text.replace(html.partition("</style>")[0], "")
    assert html.count("<section>") == 10
    found = json.loads(write_boards(made, "json"))
    assert found["boards"] == [board.to_dict() for board in made.boards]
