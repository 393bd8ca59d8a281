"""Style files: what a line does, what is refused, and that writing and reading agree."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plays import kept

from musodds import InputError, load_rules
from musodds.hands import LANCE_NAMES, hand_space
from musodds.keeps import named_keeps
from musodds.policy import style_policy, visto_policy
from musodds.ranges import parse_range
from musodds.redraw import said_likelihood
from musodds.style import WAYS, Line, Style, parse_style
from musodds.style_file import read_style, style_text
from musodds.style_lines import rounds_told

NAIPERA, EHMF = load_rules("naipera"), load_rules("ehmf")
SPACE = hand_space(NAIPERA)
USUAL = style_policy(NAIPERA, "usual")
EXAMPLE = Path(__file__).parent.parent / "docs" / "friends.toml"


def of(text, rules=NAIPERA, **more):
    """Return the policy of a style file."""
    return style_policy(rules, read_style(text, "friends", "style 'friends.toml'"), **more)


def row(policy, hand, seat=0, round_=0):
    """Return what a policy keeps of a hand, with its chances."""
    chances = policy.discard[round_, seat, SPACE.index(hand)]
    return {kept(hand, mask): float(p) for mask, p in enumerate(chances) if p > 0}


# ---------------------------------------------------------------- what a file says


def test_an_empty_file_is_usual():
    policy = of("")
    assert (policy.cut == USUAL.cut).all()
    assert (policy.discard == USUAL.discard).all()
    assert policy.bet is None


def test_the_top_of_a_file():
    style = read_style(
        'name = "us"\nbase = "eager+cautious+bets"\nsoftness = 0.05\nshares = [0.3, 0.4, 0.4, 1]',
        "friends", "style",
    )  # fmt: skip
    assert style == Style(
        "us", (0.3, 0.4, 0.4, 1.0), (("cautious", 1.0),), softness=0.05, bets=True
    )
    policy = style_policy(NAIPERA, style)
    assert policy.cut[0] @ SPACE.weights / 91_390 == pytest.approx([0.3, 0.4, 0.4, 1])


def test_discards_may_be_mixed():
    policy = of("discards = {best = 0.6, cautious = 0.4}")
    best = USUAL.discard.argmax(-1)[0, 1]
    cautious = named_keeps(SPACE, "cautious")
    for hand in range(len(SPACE)):
        expected = np.zeros(16)
        expected[best[hand]] += 0.6
        expected[cautious[hand]] += 0.4
        assert policy.discard[0, 1, hand] == pytest.approx(expected)
    thirds = of("discards = {best = 0.33, cautious = 0.33, kings = 0.33}")
    assert thirds.discard.sum(-1) == pytest.approx(1, abs=1e-12)


def test_later_lines_win_and_seats_and_rounds_are_kept_apart():
    policy = of(
        """
        [[cut]]
        hands = "duples, 31"
        chance = 0.9
        [[cut]]
        hands = "31"
        chance = 0.2
        seats = ["mano", 3]
        rounds = [1, "3+"]
        """
    )
    assert policy.cut.shape == (3, 4, 330)
    duples, points = parse_range("duples", SPACE) > 0, SPACE.points == 31
    for round_ in range(3):
        for seat in range(4):
            cut = policy.cut[round_, seat]
            changed = round_ != 1 and seat in (0, 2)
            assert (cut[points] == (0.2 if changed else 0.9)).all()
            assert (cut[duples & ~points] == 0.9).all()
            rest = ~duples & ~points
            assert (cut[rest] == USUAL.cut[0, seat, rest]).all()


def test_a_weight_in_a_range_mixes():
    policy = of('[[cut]]\nhands = "31:0.5"\nchance = 0')
    hand = SPACE.index("RRCA")
    assert policy.cut[0, 0, hand] == USUAL.cut[0, 0, hand] / 2


def test_what_is_kept():
    policy = of(
        """
        [[discard]]
        hands = "RR*"
        keep = "RR"
        chance = 0.7
        [[discard]]
        hands = "RR7A, RR6A"
        keep = "cautious"
        [[discard]]
        hands = "7654"
        keep = "-"
        [[discard]]
        hands = "CSA5"
        keep = "s c 1"
        seats = ["postre"]
        """
    )
    for hand in ("RRC7", "RR5A"):
        (best,) = row(USUAL, hand)
        expected = {best: 0.3} if best != "RR" else {}
        assert row(policy, hand) == pytest.approx(expected | {"RR": 1 - sum(expected.values())})
    assert row(USUAL, "RRC7") == {"RRC": 1}
    assert row(policy, "RR7A") == {"RR": 1}
    assert row(policy, "7654") == {"": 1}
    assert row(policy, "CS5A", seat=3) == {"CSA": 1}
    assert row(policy, "CS5A", seat=0) == row(USUAL, "CS5A", seat=0)


def test_threes_are_kings_with_eight_kings_and_threes_with_four():
    assert row(of('[[discard]]\nhands = "R3*"\nkeep = "33"'), "RR75") == {"RR": 1}
    with pytest.raises(InputError, match="keep '33': RRR3 does not hold it"):
        of('[[discard]]\nhands = "R3*"\nkeep = "33"', EHMF)


def test_bets():
    policy = of(
        """
        [[bet]]
        lance = "pares"
        hands = "any"
        chance = 0.5
        [[accept]]
        lance = "grande"
        hands = "RRR*"
        chance = 1
        seats = ["segundo"]
        """
    )
    pares = LANCE_NAMES.index("pares")
    assert ((policy.bet[pares] == 0.5) == (SPACE.pares > 0)).all()
    assert (policy.bet[pares][:, SPACE.pares == 0] == 0).all()
    assert (policy.accept[0, 1] == (parse_range("RRR*", SPACE) > 0)).all()
    assert policy.accept[:, 0].sum() == 0
    rule = of('base = "usual+bets"\n[[bet]]\nlance = "grande"\nhands = "RRRR"\nchance = 0')
    assert rule.bet[0, 0, SPACE.index("RRRR")] == 0
    assert rule.bet[0, 0, SPACE.index("RRRC")] == 1


def test_two_players():
    policy = of('[[cut]]\nhands = "any"\nchance = 1\nseats = ["postre"]', players=2)
    assert (policy.cut[0, 1] == 1).all()
    assert policy.cut[0, 0] @ SPACE.weights / 91_390 == pytest.approx(0.35)
    with pytest.raises(InputError, match=r"\[\[cut\]\] 1 \(line 1\): seat 'tercero': no such seat"):
        of('[[cut]]\nhands = "any"\nchance = 1\nseats = ["tercero"]', players=2)


def test_styles_are_equal_by_what_they_say(tmp_path):
    text = '[[cut]]\nhands = "31"\nchance = 1\n'
    for folder, extra in (("a", ""), ("b", "\n# a comment\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "friends.toml").write_text(extra + text)
    one, other = (parse_style(tmp_path / folder / "friends.toml") for folder in "ab")
    assert one == other
    assert hash(one) == hash(other)
    assert style_policy(NAIPERA, one) is style_policy(NAIPERA, other)
    assert one.name == "friends"


def test_a_file_that_is_changed_is_read_again(tmp_path):
    path = tmp_path / "friends.toml"
    found = []
    for chance in (0.1, 0.9):
        path.write_text(f'[[cut]]\nhands = "any"\nchance = {chance}')
        policies = [
            of(rules, str(path)) for of, rules in ((style_policy, NAIPERA), (visto_policy, EHMF))
        ]
        found.append(
            [
                *(policy.cut[-1, 0, 0] for policy in policies),
                said_likelihood(NAIPERA, str(path), 0, "cut")[0],
            ]
        )
    assert found == [[0.1] * 3, [0.9] * 3]


def test_the_example_of_the_docs():
    style = parse_style(EXAMPLE)
    assert style.name == "friends"
    for rules in ("naipera", "ehmf"):
        policy = style_policy(load_rules(rules), style)
        assert len(policy.cut) == rounds_told(style)
    page = (EXAMPLE.parent / "styles.md").read_text("utf-8")
    assert EXAMPLE.read_text("utf-8").strip() in page


# ---------------------------------------------------------------- what is refused

CUT = '[[cut]]\nhands = "31"\nchance = 1\n'


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("name = ", "Invalid value (at end of document)"),
        ("\n\nbase = usual", "Invalid value (at line 3, column 8)"),
        ("colour = 1", "unknown key 'colour'"),
        ('base = "brave"', "base style 'brave'"),
        ('base = "other.toml"', "base 'other.toml' is a file"),
        ("base = 0.35", "base = 0.35"),
        ("name = ''", "name = ''"),
        ("softness = 2", "softness = 2"),
        ("softness = true", "softness = True"),
        ("softness = nan", "softness = nan"),
        ("shares = 0.3", "shares = 0.3"),
        ("shares = []", "shares = []"),
        ("shares = [0.3, 1.4]", "shares = 1.4"),
        ("shares = [0.3, 0.3, 0.3]", "shares: 3 of them"),
        ("shares = [0.3, 0.3]", "2 shares for 4 players"),
        ("discards = 1", "discards = 1"),
        ("discards = {brave = 1}", "discards: unknown way 'brave'"),
        ("discards = {best = 1.5}", "discards: best = 1.5"),
        ("discards = {best = 0.5}", "discards: the shares add up to 0.5"),
        ("cut = 3", "'cut' is no list"),
        ("[cut]\nhands = '31'", "'cut' is no list"),
        (CUT + "hand = '31'", "[[cut]] 1 (line 1): unknown key 'hand'"),
        (CUT + CUT.replace("31", "34x"), "[[cut]] 2 (line 4): range '34x': '34x' at character 1"),
        (CUT.replace("31", "39"), "[[cut]] 1 (line 1): range '39'"),
        (CUT.replace("31", "duples, foo"), "'foo' at character 9: no such hands"),
        (CUT.replace('"31"', "31"), "[[cut]] 1 (line 1): hands = 31"),
        (CUT.replace("chance = 1", ""), "[[cut]] 1 (line 1): no 'chance'"),
        (CUT.replace("chance = 1", "chance = 1.01"), "chance = 1.01"),
        (CUT.replace("chance = 1", "chance = '1'"), "chance = '1'"),
        (CUT + 'seats = ["pies"]', "seats: 'pies': no such seat"),
        (CUT + 'seats = "mano"', "seats = 'mano'"),
        (CUT + "seats = [5]", "seat '5': no such seat"),
        (CUT + "rounds = [0]", "rounds: 0"),
        (CUT + "rounds = [101]", "rounds: 101"),
        (CUT + "rounds = [true]", "rounds: True"),
        (CUT + 'rounds = ["-2"]', "rounds: '-2'"),
        (CUT + "keep = 'RR'", "unknown key 'keep'"),
        ("[[discard]]\nhands = 'RRRR'", "[[discard]] 1 (line 1): no 'keep'"),
        ("[[discard]]\nhands = 'R*'\nkeep = 'RR'", "keep 'RR': RCCC does not hold it"),
        ("[[discard]]\nhands = 'RRRR'\nkeep = 'RRRR'", "keep 'RRRR': 4 cards"),
        ("[[discard]]\nhands = 'RRRR'\nkeep = 'brave'", "keep 'brave': hand 'brave'"),
        ("[[bet]]\nlance = 'big'\nhands = '31'\nchance = 1", "[[bet]] 1 (line 1): lance 'big'"),
        ("[[bet]]\nlance = 'pares'\nhands = '7654'\nchance = 1", "none takes part in pares"),
        ("[[accept]]\nhands = '31'\nchance = 1", "[[accept]] 1 (line 1): no 'lance'"),
        ("[[bet]]\nlance='juego'\nhands='31'\nchance=1\nrounds=[1]", "unknown key 'rounds'"),
    ],
)
def test_what_a_file_cannot_say(text, named):
    with pytest.raises(InputError) as caught:
        of(text)
    message = str(caught.value)
    assert message.startswith("style 'friends")
    assert named in message
    assert "; expected " in message
    assert "; example: " in message
    assert "\n" not in message


@pytest.mark.parametrize("name", ["missing.toml", "missing.csv"])
def test_a_file_that_cannot_be_read(tmp_path, name):
    with pytest.raises(InputError, match=rf"style '.*{name}': no such file"):
        parse_style(tmp_path / name)
    (tmp_path / name).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=rf"style '.*{name}': no text in UTF-8"):
        parse_style(tmp_path / name)


# ---------------------------------------------------------------- writing and reading

SHARES = st.floats(0, 1)
RUNS = st.integers(1, 100).flatmap(lambda n: st.sampled_from([(n, n), (n, None)]))
CHARACTERS = st.characters(exclude_categories=["Cs"])
TEXTS = st.text(CHARACTERS, min_size=1, max_size=6).map(str.strip).filter(bool)
SEATS = st.lists(st.sampled_from(["mano", "segundo", "postre", "3"]), max_size=2).map(tuple)


def lines(what, **more):
    """Return lines of a kind, any hands."""
    told = {"hands": TEXTS, "chance": SHARES, "seats": SEATS} | more
    return st.lists(st.builds(Line, st.just(what), **told), max_size=2)


STYLES = st.builds(
    Style,
    TEXTS,
    st.lists(SHARES, min_size=4, max_size=4).map(tuple) | st.tuples(SHARES),
    st.sampled_from([((way, 1.0),) for way in WAYS] + [(("best", 0.7), ("kings", 0.3))]),
    SHARES,
    st.booleans(),
    st.tuples(
        lines("cut", rounds=st.lists(RUNS, max_size=2).map(tuple)),
        lines("discard", keep=st.sampled_from(["RR", "-", "cautious"])),
        lines("bet", lance=st.sampled_from(LANCE_NAMES)),
        lines("accept", lance=st.sampled_from(LANCE_NAMES)),
    ).map(lambda kinds: tuple(line for kind in kinds for line in kind)),
)


@settings(max_examples=50, deadline=None)
@given(STYLES)
def test_a_style_that_is_written_reads_back_the_same(style):
    assert read_style(style_text(style), "other", "style") == style
