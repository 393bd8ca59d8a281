"""Whole policies as CSV: the same to the last bit when read back, and what is refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from musodds import InputError, load_rules
from musodds.draws import keep_table
from musodds.hands import hand_space
from musodds.policy import Policy, cut_shares, style_policy, visto_policy
from musodds.policy_file import load_policy, policy_text, read_policy, save_policy
from musodds.style import parse_style

NAIPERA, EHMF, NINE = load_rules("naipera"), load_rules("ehmf"), load_rules("naipera", ["kings=9"])
SOTA = load_rules("naipera", ["real=sota-oros"])


def same(one, other):
    """Return whether two policies are the same to the last bit."""
    pairs = [(getattr(one, name), getattr(other, name)) for name in Policy.__slots__]
    return all(a is b if a is None or b is None else np.array_equal(a, b) for a, b in pairs)


@pytest.mark.parametrize("rules", [NAIPERA, EHMF], ids=["8 kings", "4 kings"])
@pytest.mark.parametrize("style", ["usual", "cut:0.3,0.35,0.35,0.5+cautious+bets"])
def test_a_style_saved_and_loaded(rules, style, tmp_path):
    policy, path = style_policy(rules, style), tmp_path / "friends.csv"
    save_policy(policy, rules, path)
    assert same(load_policy(path, rules), policy)
    read = parse_style(path)
    assert read.name == "friends"
    assert same(style_policy(rules, read), policy)
    assert read.shares == pytest.approx(cut_shares(rules, policy)[0])
    assert [p.name for p in tmp_path.iterdir()] == ["friends.csv"]


@settings(max_examples=5, deadline=None)
@given(
    st.integers(0, 2**32), st.sampled_from([2, 4, 6]), st.booleans(), st.sampled_from([EHMF, SOTA])
)
def test_any_policy_reads_back_the_same(seed, players, betting, rules):
    rng, space = np.random.default_rng(seed), hand_space(rules)
    shape = (2, players, len(space))
    discard = rng.exponential(size=(*shape, 16)) * keep_table(space)
    bets = [rng.random((5, *shape[1:])) for _ in range(2 * betting)]
    policy = Policy(rng.random(shape), discard / discard.sum(-1, keepdims=True), *bets)
    assert same(read_policy(policy_text(policy, rules), rules, players), policy)


def test_a_policy_of_two_players_and_of_a_visto():
    for policy in (style_policy(NAIPERA, "usual", players=2), visto_policy(EHMF, "usual")):
        rules = NAIPERA if policy.players == 2 else EHMF
        text = policy_text(policy, rules)
        assert same(read_policy(text, rules), policy)
        assert "\n1,mano,RRRR," in text


def test_what_a_spreadsheet_makes_of_a_file():
    text = policy_text(style_policy(NAIPERA, "usual"), NAIPERA)
    padded = [f'"{line}",,,,' if line[0] == "#" else line for line in text.splitlines()]
    assert same(read_policy("\r\n".join(padded), NAIPERA), style_policy(NAIPERA, "usual"))


def test_policies_that_cannot_be_written():
    policy = style_policy(NAIPERA, "usual")
    with pytest.raises(ValueError, match="330 hands for the 715"):
        policy_text(policy, EHMF)
    discard = np.zeros_like(policy.discard)
    discard[..., 0b1000] = 1  # of four kings, the last one
    with pytest.raises(ValueError, match="equal cards"):
        policy_text(Policy(policy.cut, discard), NAIPERA)


TEXT = policy_text(style_policy(NAIPERA, "usual"), NAIPERA)
FIRST = "1,mano,RRRR,1.0,RRR:1.0"
MORE = policy_text(style_policy(NAIPERA, "usual+bets"), NAIPERA)


def test_a_policy_of_another_deck_or_table_is_refused(tmp_path):
    path = tmp_path / "friends.csv"
    path.write_text(TEXT)
    for rules in (EHMF, NINE, SOTA):
        with pytest.raises(InputError, match=r"a policy for naipera \(R x8, .*; expected one for"):
            style_policy(rules, parse_style(path))
    with pytest.raises(InputError, match="a policy for 4 players; expected one for 2"):
        style_policy(NAIPERA, parse_style(path), players=2)


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ("# deck", "# pack", "no comment '# deck"),
        ("players = 4", "players = 5", "players = 5"),
        ("round,seat,hand,cut,discards", "round,seat,hand,cut,throws", "unknown column 'throws'"),
        ("round,seat,hand,cut,discards", "round,seat,hand,cut", "no column 'discards'"),
        ("round,seat,hand,cut,discards", "seat,round,hand,cut,discards", "columns out of order"),
        (FIRST, "", "line 5: 0 cells"),
        (FIRST, FIRST + ",1", "line 5: 6 cells"),
        (FIRST + "\n", "", "no row for mano RRRR in round 1"),
        (FIRST, FIRST + "\n" + FIRST, "line 6: mano RRRR in round 1 again"),
        (FIRST, FIRST.replace("1,", "3,", 1), "line 5: round '3'"),
        (FIRST, FIRST.replace("mano", "pies"), "line 5: seat 'pies': no such seat"),
        (FIRST, FIRST.replace("RRRR", "RRR3"), "line 5: hand 'RRR3': not in this deck"),
        (FIRST, FIRST.replace("1.0", "1.1", 1), "line 5: cut '1.1'"),
        (FIRST, FIRST.replace("1.0", "nan", 1), "line 5: cut 'nan'"),
        (FIRST, FIRST.replace("RRR:1.0", "RRR:x"), "line 5: discards RRR 'x'"),
        (FIRST, FIRST.replace("RRR:1.0", "RRC:1.0"), "line 5: discards 'RRC:1.0'"),
        (FIRST, FIRST.replace("RRR:1.0", "RRR:0.9"), "line 5: discards 'RRR:0.9' add up to 0.9"),
        (FIRST, FIRST.replace("RRR:1.0", ""), "line 5: discards '' add up to 0"),
    ],
)
def test_what_a_file_cannot_say(before, after, named):
    assert before in TEXT
    with pytest.raises(InputError) as caught:
        read_policy(TEXT.replace(before, after, 1), NAIPERA, where="style 'friends.csv'")
    message = str(caught.value)
    assert message.startswith(f"style 'friends.csv': {named}")
    assert "; expected " in message
    assert message.endswith("example: musodds style save usual -o usual.csv")


def test_a_bet_that_is_no_chance():
    line = MORE.splitlines()[4]
    with pytest.raises(InputError, match="line 5: bet '7'"):
        read_policy(MORE.replace(line, line[:-3] + "7"), NAIPERA)


@pytest.mark.parametrize("text", ["", "# deck = R x8", "# nothing\n\n"])
def test_a_file_with_nothing_in_it(text, tmp_path):
    with pytest.raises(InputError, match="file: no c"):
        read_policy(text, NAIPERA)
    (tmp_path / "friends.csv").write_text(text)
    with pytest.raises(InputError, match="no c"):
        parse_style(tmp_path / "friends.csv")
