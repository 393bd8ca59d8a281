"""Tables of cuts and discards, what is kept of them, and the best reply found from them."""

from dataclasses import replace

import numpy as np
import pytest

from musodds import cut_or_mus, load_rules
from musodds.estimate import Estimate
from musodds.hands import hand_space
from musodds.phase_tables import cut_frame, discard_frame, phase_table
from musodds.policy import style_policy
from musodds.reply import best_policy, gain_of
from musodds.setup import make_setup
from musodds.standing import payoff_of

NAIPERA = load_rules("naipera")
SPACE = hand_space(NAIPERA)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Keep what is found in a folder of its own; few hands a block."""
    monkeypatch.setattr("musodds.phase_tables.cache_dir", lambda: tmp_path)
    monkeypatch.setattr("musodds.phase_tables.BLOCK", 110)
    return tmp_path


FEW = {"deals": 4096, "estimator": "plain"}


@pytest.fixture
def quick(monkeypatch):
    """Weigh no hand, but give each a value of its own: these tests are about what is kept."""
    choice, asked = cut_or_mus("RRCA", **FEW), []

    def weigh(standing):
        asked.append(str(standing.asked.hand))
        value = Estimate(float(SPACE.index(asked[-1])), 0.5)
        return replace(choice, standing=standing, difference=value)

    monkeypatch.setattr("musodds.phase_tables.weigh", weigh)
    return asked


def same(a, b):
    return all(np.array_equal(a.values[name], b.values[name], equal_nan=True) for name in a.values)


def test_an_interrupted_table_goes_on_and_comes_out_the_same(folder, quick):
    whole = phase_table(NAIPERA, ["postre"], **FEW)
    assert quick == list(SPACE.names)
    assert whole.values["difference"][0, :, 0].tolist() == list(range(330))
    files = sorted(folder.rglob("*.npz"))
    assert len(files) == 3
    files[1].unlink()
    shares = []
    quick.clear()
    again = phase_table(NAIPERA, ["postre"], shares.append, **FEW)
    assert same(whole, again)
    assert len(quick) == 110
    assert shares == pytest.approx([1 / 3, 2 / 3, 1])


def test_an_interrupt_keeps_the_blocks_that_are_done(folder, quick):
    def stop(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        phase_table(NAIPERA, ["mano"], stop, **FEW)
    assert len(list(folder.rglob("*.npz"))) == 1
    assert not list(folder.rglob("*.part"))


def test_another_question_is_kept_apart(folder, quick):
    for more in ({}, {"seed": 2}, {"style": "patient"}, {"max_rounds": 3}):
        quick.clear()
        phase_table(NAIPERA, ["mano"], **FEW, **more)
        assert len(quick) == 330


@pytest.fixture(scope="module")
def kept_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def real(kept_folder, monkeypatch):
    """Every hand of the mano, weighed on few deals; found once for the tests below."""
    monkeypatch.setattr("musodds.phase_tables.cache_dir", lambda: kept_folder)
    return {**FEW, "max_rounds": 1}


def test_a_row_is_what_the_command_says(real):
    table = phase_table(NAIPERA, ["mano"], **real)
    for name in ("RRCA", "7654", "CC74"):
        choice, h = cut_or_mus(name, "mano", **real), SPACE.index(name)
        assert table.values["difference"][0, h].tolist() == [
            choice.difference.tantos,
            choice.difference.se,
        ]
        assert table.values["best"][0, h] == choice.discards[0].mask
        for d in choice.discards:
            assert table.values["agreed"][0, h, d.mask, 0] == d.agreed.tantos


def test_frames(real):
    cut, discards = (f(NAIPERA, seats=["mano"], **real) for f in (cut_frame, discard_frame))
    assert len(cut) == 330
    assert set(cut.seat) == {"mano"}
    assert list(cut.columns[:5]) == ["hand", "seat", "advice", "difference", "difference_se"]
    assert set(cut.advice) == {"cut", "mus"}
    assert ((cut.difference >= 0) == (cut.advice == "cut")).all()
    first = discards.groupby(["hand", "seat"], sort=False).first()
    by_hand = cut.set_index(["hand", "seat"])
    assert (first["throw"] == by_hand["throw"]).all()
    assert (discards.loss >= -1e-9).mean() > 0.95
    assert (discards.hand == "RRRR").sum() == 4
    assert (discards.hand == "7654").sum() == 15
    row = discards[(discards.hand == "CS5A") & (discards["keep"] == "CSA")].iloc[0]
    assert row["31"] == pytest.approx(14 / 36)


def test_the_best_reply_gains_what_its_table_promises(real):
    """The gain of the policy is the mean of the gains of its hands, by weight, when it can speak.

    For the mano, who speaks first, that is exact: each hand gains the best of cutting and mus
    over what the style does with it.
    """
    found = best_policy("mano", NAIPERA, **real)
    assert 0.4 < found.table.share()[0] < 0.7
    usual = style_policy(NAIPERA, "cut:0.35")
    assert (found.policy.cut[:, 1:] == usual.cut[:, 1:]).all()
    assert set(np.unique(found.policy.cut[0, 0])) == {0, 1}
    values = found.table.values
    style = usual.cut[0, 0]
    best_mus = values["mus"][0, :, 0]
    kept = usual.discard[0, 0].argmax(-1)
    loss = values["loss"][0, np.arange(len(SPACE)), kept, 0] * values["p_agreed"][0]
    of_style = style * values["cut"][0, :, 0] + (1 - style) * (best_mus - loss)
    of_reply = np.maximum(values["cut"][0, :, 0], best_mus)
    weights = SPACE.weights / SPACE.weights.sum()
    promised = float((of_reply - of_style) @ weights)
    assert abs(found.gain.tantos - promised) < 4 * found.gain.se + 0.01
    assert found.gain.tantos > 3 * found.gain.se


def test_a_policy_gains_nothing_on_itself():
    setup, policy = make_setup(), style_policy(NAIPERA, "usual")
    gain = gain_of(NAIPERA, policy, policy, 2, setup, payoff_of(NAIPERA, setup))
    assert (gain.tantos, gain.se) == (0, 0)
