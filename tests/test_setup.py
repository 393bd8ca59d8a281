"""How a question may be sampled, from Python and from the command line."""

import re

import pytest

import musodds
from musodds import InputError, find_best_reply, load_rules, odds
from musodds.setup import make_setup
from musodds.style import parse_style


@pytest.mark.parametrize(
    "sampling",
    [
        {"deals": 10**9 + 1},
        {"deals": "x"},
        {"deals": 2.5},
        {"max_rounds": 101},
        {"max_rounds": None},
        {"seed": 1.5},
        {"seed": 2**63},
        {"style": 0.35},
        {"style": None},
    ],
)
def test_what_cannot_be_sampled_is_refused(sampling):
    with pytest.raises(InputError, match=re.escape(str(*sampling.values()))):
        make_setup(**sampling)


def test_the_largest_setup_is_accepted():
    make_setup(deals=10**9, max_rounds=100, seed=2**63 - 1)


@pytest.mark.parametrize("sampling", [{"deals": "x"}, {"deals": 10**10}, {"seed": 1.5}])
def test_odds_refuse_what_cannot_be_sampled(sampling):
    with pytest.raises(InputError):
        odds("RRCA", players=6, **sampling)


@pytest.mark.parametrize("rules", [8, None, ["naipera"]])
def test_what_is_not_text_names_no_rules(rules):
    with pytest.raises(InputError):
        load_rules(rules)


def test_a_style_from_python_is_named_in_the_message():
    with pytest.raises(InputError, match=r"^style '0\.35'; expected cut:x"):
        parse_style(0.35)


def test_the_largest_seed_does_not_overflow():
    assert 0 < find_best_reply("mano", seed=2**63 - 1, deals=20_000).share < 1


def test_dir_tells_what_loads_on_first_use():
    assert set(musodds.__all__) <= set(dir(musodds))
