"""The competition rules of the Fédération Française de Mus: one test an article."""

from __future__ import annotations

import pytest
from phase_help import after, who_cuts
from scoring_help import CONTESTED, PLAIN, lines, of_lance, refused

from musodds.discard import rank_discards
from musodds.errors import InputError
from musodds.first_mano import draw_mano
from musodds.flow import spoken_before
from musodds.hands import hand_space
from musodds.match import Match, classify
from musodds.rules import load_rules
from musodds.scoring import score

FFM = load_rules("ffm")
NO_PARES, PAR, OTHER_PAR = "R654", "RR54", "SS74"


def pares(*said: str, hands: list[str], bets: str = "-") -> list[tuple[str, int, str]]:
    return of_lance(score(hands, {"pares": bets}, FFM, declared=said), "pares")


def juego(*said: str, hands: list[str], bets: str = "-") -> list[tuple[str, int, str]]:
    played = score(hands, {"juego": bets}, FFM, declared=said)
    return of_lance(played, "juego") + of_lance(played, "punto")


def test_article_1() -> None:
    """Three games of forty tantos, or eight amarracos, among pairs."""
    assert (FFM.games, FFM.target, FFM.target // FFM.stones_per_amarraco) == (3, 40, 8)


def _match(names: tuple[str, str], winners: list[int]) -> Match:
    match = Match(FFM, names)
    for winner in winners:
        hands = ["RRRR", "SSSS", "7654", "7654"]
        if winner != match.next_mano:
            hands[:2] = hands[1::-1]
        # a refusal pays the loser one, then the winner takes the game
        loser = "B" if winner == match.next_mano else "A"
        match = match.play(hands, {"chica": f"{loser}2 n", "pares": "AORD q"})
    return match


def test_article_2() -> None:
    """Winners count one victory and nothing else; losers the games they won and their tantos."""
    table = classify(
        [_match(("a", "b"), [0, 1, 0, 0]), _match(("c", "d"), [1, 1, 1]), _match(("e", "f"), [0])]
    )
    assert [(p.name, p.victories, p.games, p.tantos) for p in table] == [
        ("a", 1, 0, 0),
        ("d", 1, 0, 0),
        ("b", 0, 1, 3),
        ("c", 0, 0, 3),
        ("e", 0, 0, 0),
        ("f", 0, 0, 0),
    ]


def test_article_5() -> None:
    """The wrong number of cards, seen after talk began: he is out, his pair's tiras are void."""
    hands = ["RRRR7", "C764", "7655", "S65A"]
    bets = {"grande": "A2 n", "chica": "B2 n"}
    played = score(hands, bets, FFM, declared=["mano 5 cartas"])
    assert lines(played) == [
        ("A", 0, "grande", "penalty 5"),
        ("B", 1, "chica", "refused"),
        ("A", 1, "pares", "bonus"),
        ("B", 1, "punto", "paso"),
    ]
    turned = score([*hands[1:], hands[0]], {"grande": "A2 n"}, FFM, declared=["postre 5 cartas"])
    assert lines(turned)[0] == ("A", 1, "grande", "refused")  # the others keep theirs
    accepted = score(hands, {"grande": "A2 q"}, FFM, declared=["mano 5 cartas"])
    assert of_lance(accepted, "grande") == [("B", 2, "bet")]


def test_article_9() -> None:
    """The esku speaks first, lance by lance; bets and órdagos on two at once are allowed."""
    refused("out of turn", PLAIN, {"grande": "segundo paso, mano 2, postre q"}, FFM)
    played = score(PLAIN, {"grande": "mano biak inbido, segundo iduki"}, FFM)
    assert lines(played)[:2] == [("A", 2, "grande", "bet"), ("B", 2, "chica", "bet")]
    parted = score(PLAIN, {"grande": "biak A2 n", "chica": "q"}, FFM)
    assert lines(parted)[0] == ("A", 1, "grande", "refused")
    assert of_lance(parted, "chica") == [("B", 2, "bet")]
    assert score(PLAIN, {"grande": "mano biak hordago, zaku kanta"}, FFM).winner == "A"
    chica = score(PLAIN, {"grande": "biak AORD n", "chica": "q"}, FFM)
    assert (chica.winner, chica.score) == ("B", (1, 0))
    refused("two lances", PLAIN, {"grande": "biak A2 q"}, "naipera")
    refused("two lances", PLAIN, {"chica": "biak A2 q"}, FFM)


@pytest.mark.parametrize(
    ("bets", "award"),
    [
        # what is said cannot be taken back, by oneself or by the partner
        ("mano 2, segundo tira, postre iduki", ("A", 1, "refused")),
        ("mano 2, segundo iduki, postre tira", ("A", 2, "bet")),
        # "nere gatik tira" leaves the partner free
        ("mano 2, segundo nere gatik tira, postre iduki", ("A", 2, "bet")),
        ("mano 2, segundo nere gatik tira, postre tira", ("A", 1, "refused")),
        ("mano 2, segundo nere gatik tira, postre 3 gehiago, mano iduki", ("A", 5, "bet")),
        # when both of a pair bet or raise, the first word counts
        ("mano 2, tercero 5, segundo iduki", ("A", 2, "bet")),
        ("mano 2, segundo 3 gehiago, postre hordago, mano tira", ("B", 2, "refused")),
    ],
)
def test_article_10(bets: str, award: tuple[str, int, str]) -> None:
    """Tira, iduki and hordago bind the speaker and his partner; after kanta nothing is taken."""
    assert of_lance(score(PLAIN, {"grande": bets}, FFM), "grande") == [award]


def test_article_10_after_kanta() -> None:
    """Once an órdago is accepted no more tantos are taken; what was taken before stays."""
    played = score(PLAIN, {"grande": "B2 n", "chica": "A5 q", "punto": "AORD q"}, FFM)
    assert lines(played) == [("B", 1, "grande", "refused"), ("B", 0, "punto", "ordago")]
    refused("the game is over", PLAIN, {"grande": "AORD q", "chica": "B2 n"}, FFM)
    refused("the game is over", PLAIN, {"grande": "AORD q", "punto": "B2 n"}, FFM)
    passed = {"grande": "AORD q", "chica": "p p p p", "punto": "p p p p"}
    assert lines(score(PLAIN, passed, FFM)) == [("A", 0, "grande", "ordago")]


def test_article_12() -> None:
    """Duples with the same higher pair: the larger lower pair wins, even from the zaku."""
    assert hand_space(FFM).compare("pares", "CC77", "CC66") == 1
    assert pares(hands=["CC66", "R654", "R754", "CC77"]) == [("B", 3, "bonus")]


def test_article_13a() -> None:
    """Says pares without, nor has the partner: no bets, the rivals count theirs."""
    hands = [NO_PARES, PAR, "S654", "C764"]
    assert pares("mano pares si", hands=hands) == [("B", 1, "bonus")]
    refused("only pair B has pares", hands, {"pares": "B2 q"}, FFM, declared=["mano pares si"])
    nobody = [NO_PARES, "R754", "S654", "C764"]
    assert pares("mano pares si", hands=nobody) == []


def test_article_13b() -> None:
    """Says pares without; partner and rivals have them: no bets, rivals take tira and pares."""
    hands = [NO_PARES, PAR, "CCC4", "SS74"]
    assert pares(hands=hands) == [("A", 2, "bonus")]
    played = score(hands, None, FFM, declared=["mano pareak ba"])
    assert lines(played)[0] == ("B", 1, "pares", "penalty 13b")
    assert of_lance(played, "pares")[1:] == [("B", 2, "bonus")]
    refused("an error has closed", hands, {"pares": "B2 q"}, FFM, declared=["mano pares si"])


def test_article_13_open_case() -> None:
    """Open: says pares without, only the partner has them. Ours: he counts them, as in 15b."""
    assert pares("mano pares si", hands=[NO_PARES, "R754", PAR, "S764"]) == [("A", 1, "bonus")]


def test_article_14() -> None:
    """Denied pares are worth nothing; without the partner's, rivals who have some take the tira."""
    denied = [PAR, OTHER_PAR, NO_PARES, "S654"]
    assert pares("mano pares no", hands=denied) == [("B", 1, "penalty 14"), ("B", 1, "bonus")]
    closed = {"pares": "B2 q"}
    refused("an error has closed", denied, closed, FFM, declared=["mano pares ez"])
    refused("example: --pares -", denied, closed, FFM, declared=["mano pares ez"])
    nobody = [PAR, "R754", NO_PARES, "S654"]
    assert pares("mano pares no", hands=nobody) == []
    partner = [PAR, OTHER_PAR, "CC74", "S654"]
    assert pares("mano pares no", hands=partner, bets="A2 q") == [("A", 3, "bet+bonus")]
    refused(
        "mano has no pares",
        partner,
        {"pares": "mano 2, segundo q"},
        FFM,
        declared=["mano pares no"],
    )


def test_article_15a() -> None:
    """Says juego without, nobody else has it: the rivals take the punto's tira and its tanto."""
    assert juego("mano jokoa ba", hands=PLAIN) == [("B", 1, "penalty 15a"), ("B", 1, "punto")]
    refused("an error has closed", PLAIN, {"punto": "A2 q"}, FFM, declared=["mano juego si"])
    refused("example: --juego -", PLAIN, {"punto": "A2 q"}, FFM, declared=["mano juego si"])
    passed = score(PLAIN, {"punto": "p p p p"}, FFM, declared=["mano juego si"])
    assert of_lance(passed, "punto") == [("B", 1, "penalty 15a"), ("B", 1, "punto")]


def test_article_15b() -> None:
    """Says juego without, the partner has it and the rivals do not: he goes on with his."""
    hands = ["R754", "C764", "RRSA", "S65A"]
    assert juego("mano juego si", hands=hands) == [("A", 3, "bonus")]


def test_article_15c() -> None:
    """Says juego without, nor has the partner: no bets, the rivals take their juego."""
    hands = ["R754", "RRSA", "S65A", "C764"]
    assert juego("mano juego si", hands=hands) == [("B", 3, "bonus")]
    refused("only pair B has juego", hands, {"juego": "B2 q"}, FFM, declared=["mano juego si"])


@pytest.mark.parametrize("bets", ["-", "A2 q", "B2 n", "A2 B+5 n"])
def test_article_15d(bets: str) -> None:
    """Says juego without; partner and a rival have it: stakes are void, rivals take tira, juego."""
    hands = ["C754", "RRC7", "RRSA", "S65A"]
    taken = [("B", 1, "penalty 15d"), ("B", 2, "bonus")]
    assert juego("mano juego si", hands=hands, bets=bets) == taken


def test_article_16a() -> None:
    """Denies juego, the others have none: no punto bets, rivals take the tira and the punto."""
    hands = ["RRSA", "C764", "R754", "S65A"]
    assert juego("mano jokoa ez", hands=hands) == [("B", 1, "penalty 16a"), ("B", 1, "punto")]
    refused("an error has closed", hands, {"punto": "A2 q"}, FFM, declared=["mano juego no"])


def test_article_16b() -> None:
    """Denies juego, the partner has it and the rivals do not: he goes on with his alone."""
    hands = ["RRSA", "C764", "RRC7", "S65A"]
    assert juego("mano juego no", hands=hands) == [("A", 2, "bonus")]


def test_article_16c() -> None:
    """Denies juego, the partner has none and the rivals do: they take the tira and the juego."""
    hands = ["RRSA", "RRC7", "C764", "S65A"]
    assert juego("mano juego no", hands=hands) == [("B", 1, "penalty 16c"), ("B", 2, "bonus")]


def test_article_16_open_case() -> None:
    """Open: denies juego, partner and a rival have it. Ours: the denied one is void, play on."""
    hands = ["RRSA", "RRC7", "CCS7", "S65A"]
    assert juego("mano juego no", hands=hands, bets="A2 q") == [("B", 4, "bet+bonus")]


def test_article_16_end() -> None:
    """Without pares or juego one cannot play with the partner's cards."""
    refused("tercero has no pares", CONTESTED, {"pares": "tercero 2, segundo q"}, "naipera")


def test_article_17_tiras_are_taken_at_once() -> None:
    """Every tira is taken in turn during play, and may win the game there."""
    bets = {"grande": "A2 n", "chica": "B2 n", "punto": "A2 n"}
    assert [line[2] for line in lines(score(PLAIN, bets, FFM))[:3]] == ["grande", "chica", "punto"]
    assert score(PLAIN, {"chica": "B2 n"}, FFM, (39, 39)).winner == "B"


@pytest.mark.parametrize("lance", ["grande", "chica", "pares", "juego"])
def test_article_17_equality(lance: str) -> None:
    """In full equality the esku wins, in every lance."""
    played = score(["RRSA", "RRSA", "7654", "7654"], None, FFM)
    assert of_lance(played, lance)[0][0] == "A"


@pytest.mark.parametrize("lance", ["grande", "chica"])
@pytest.mark.parametrize(
    ("bets", "whys"), [("pp", ["paso"]), ("A2 n", ["refused"]), ("A5 q", ["bet"])]
)
def test_article_17_grande_and_chica(lance: str, bets: str, whys: list[str]) -> None:
    """Passed they pay 1, after a tira nothing more, accepted the stake and no more."""
    awards = of_lance(score(PLAIN, {lance: bets}, FFM), lance)
    assert [why for _, _, why in awards] == whys
    assert awards[0][1] == (5 if bets == "A5 q" else 1)


@pytest.mark.parametrize(("hand", "tantos"), [("77R4", 1), ("777R", 2), ("7766", 3)])
def test_article_17_pares(hand: str, tantos: int) -> None:
    """In paso the players with the best pares count theirs, 1, 2 or 3; accepted, the stake too."""
    hands = [hand, "RC55", "S654", "C654"]
    assert pares(hands=hands, bets="pp") == [("A", tantos, "bonus")]
    assert pares(hands=hands, bets="A2 q") == [("A", tantos + 2, "bet+bonus")]


@pytest.mark.parametrize(("hand", "tantos"), [("RRSA", 3), ("RRS2", 2)])
def test_article_17_juego(hand: str, tantos: int) -> None:
    """As pares: 2 for juego, 3 for 31."""
    hands = [hand, "CC76", "R654", "C654"]
    assert juego(hands=hands, bets="pp") == [("A", tantos, "bonus")]
    assert juego(hands=hands, bets="A2 q") == [("A", tantos + 2, "bet+bonus")]


def test_article_17_pondua() -> None:
    """Passed 1; refused 1 and another for the punto; accepted the stake and the punto (ours)."""
    assert juego(hands=PLAIN, bets="pp") == [("B", 1, "paso")]
    assert juego(hands=PLAIN, bets="A2 n") == [("A", 1, "refused"), ("A", 1, "punto")]
    assert juego(hands=PLAIN, bets="A2 q") == [("B", 3, "bet+1")]


@pytest.mark.parametrize(
    ("bets", "tantos"),
    [
        ("mano inbido, segundo tira", 1),
        ("mano inbido, segundo iduki", 2),
        ("mano hiru inbido, segundo tira", 1),
        ("mano inbido, segundo lau gehiago, mano tira", 2),
        ("mano hiru inbido, segundo lau gehiago, mano iduki", 7),
        ("mano inbido, segundo bost gehiago, mano bi gehiago, segundo tira", 7),
    ],
)
def test_article_17_worked_lines(bets: str, tantos: int) -> None:
    """The six worked lines of envites and their tantos."""
    assert of_lance(score(PLAIN, {"grande": bets}, FFM), "grande")[0][1] == tantos


def test_article_20() -> None:
    """What the articles do not settle is for the judge: errors of both pairs in one lance."""
    hands = [NO_PARES, "R754", PAR, OTHER_PAR]
    refused("art. 20", hands, {}, FFM, declared=["mano pares si", "segundo pares si"])


def test_article_1_cards() -> None:
    """Forty Spanish cards; with four kings, as in its simplified rules."""
    assert FFM.deck().size == 40
    assert (FFM.deck().copies, FFM.deal) == ((4,) * 10, "mus")


def test_article_3_the_smallest_card_deals() -> None:
    """Who drew the smallest card deals; the esku is the first to his right."""
    for smallest in range(4):
        cards = ["R", "C", "7", "6"]
        cards[smallest] = "2"
        drawn = draw_mano(" ".join(cards), FFM)
        assert (drawn.dealer, drawn.mano) == (smallest, (smallest + 1) % 4)


def test_article_3_four_cards_from_the_esku_on() -> None:
    """The dealer hands out the cards beginning with the esku; each minds how many he has."""
    dealt = after(FFM, 0)
    assert [len(hand) for hand in dealt.hands] == [4] * 4
    assert dealt.all == sorted("RCS765432A" * 4)


def test_articles_4_and_6_a_card_that_shows() -> None:
    """In the first deal all is gathered and dealt again; after a mus the hand goes on."""
    assert FFM.exposed_card == "redeal"
    with pytest.raises(InputError, match="visto: ffm deals again"):
        rank_discards("RRRA", "mano", FFM, visto=True)


def test_article_7_the_pair_of_the_esku_speaks_first() -> None:
    """The esku's pair says mintza or mus, zuetan; then the other pair must answer."""
    assert [spoken_before(FFM, seat) for seat in range(4)] == [(), (0, 2), (), (0, 2)]
    assert who_cuts(FFM, 1, 2) == 2
    assert who_cuts(FFM, 1, 3) == 1


def test_article_8_all_throw_then_the_dealer_serves() -> None:
    """With mus all four throw what they do not want, the esku first; each gets what he asked."""
    dealt = after(FFM, 1, keep=0b0011)
    assert [len(hand) for hand in dealt.hands] == [4] * 4
    assert (len(dealt.stock), len(dealt.thrown)) == (16, 8)
    assert dealt.all == sorted("RCS765432A" * 4)


def test_article_18() -> None:
    """Once the cards are gathered no more tantos are taken."""
    match = Match(FFM).play(PLAIN, {"grande": "A9 q"})
    with pytest.raises(InputError, match="nothing is claimed once the cards are gathered"):
        match.score_again(PLAIN, {"grande": "A12 q"})
    claimed = Match(load_rules("ffm", ["late_claims=until-cut"]), hands=match.hands)
    assert claimed.score_again(PLAIN, {"grande": "A12 q"}).score[0] == match.score[0] + 3
