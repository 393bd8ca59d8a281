"""How sure answers are, and when sampling stops: standard errors, targets, times, estimators."""

import json
from math import sqrt

import naive
import numpy as np
import pytest
from musodds.cli import run
from plays import comparing, starting

from musodds import InputError, cut_or_mus, find_best_reply, load_rules, odds
from musodds.best_reply import later_cuts
from musodds.hands import hand_space
from musodds.policy import style_policy
from musodds.sample import Sample
from musodds.setup import CHUNK_DEALS, ESTIMATORS, make_setup
from musodds.simulate import sim_table
from musodds.stand import stand

NAIPERA = load_rules("naipera")
SPACE = hand_space(NAIPERA)

# ---------------------------------------------------------------- calibration


@pytest.mark.parametrize(("stratified", "controlled"), [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_scores_of_two_hundred_samples_have_variance_one(stratified, controlled):
    """Against what cutting is exactly worth, and all the samples together for the rest."""
    table, known = sim_table(NAIPERA, style_policy(NAIPERA, "cut:0.35")), np.full(4, -1)
    known[2] = SPACE.index("RR4A")
    standing = stand("RR4A", "tercero", estimator="both")
    exact, start = standing.exact_cut(), starting(table, SPACE, known, 2)
    mine, _ = later_cuts(NAIPERA, make_setup(), 2)
    chunks = comparing(77, 200, 2, start, [0b0011], mine, table, SPACE, 6 if stratified else 1)
    control = exact if controlled else None
    whole = Sample(chunks, exact_cut=control)
    values = {
        "mus": lambda s: s.mus(0),
        "difference": lambda s: s.difference(0),
        "agreed": lambda s: s.agreed(0),
    }
    if not controlled:
        values["cut"] = lambda s: s.cut()
    for what, value in values.items():
        true = exact if what == "cut" else value(whole).tantos
        samples = [value(Sample([chunk], exact_cut=control)) for chunk in chunks]
        z = np.array([(sample.tantos - true) / sample.se for sample in samples])
        assert 0.75 < z.var() < 1.3, what
        assert abs(z.mean()) < (4 / sqrt(200) if what == "cut" else 0.1), what
    assert abs(whole.difference(0).tantos - (whole.cut().tantos - whole.mus(0).tantos)) < 1e-9


def test_the_value_of_mus_is_not_flattered_by_the_choice_of_a_discard():
    """Five near-equal discards, many small samples: right on average, as the best of all is not."""
    asked = {"hand": "7654", "seat": "mano", "deals": 1, "estimator": "plain", "style": "cut:0"}
    asked["max_rounds"] = 1
    long = cut_or_mus(**asked | {"deals": 131_072, "estimator": "stratified", "seed": 999})
    best = long.discards[0].mus
    runs = [cut_or_mus(**asked, seed=seed) for seed in range(40)]
    mean, se = naive.mean_and_error([found.mus.tantos for found in runs])
    # half of the deals may choose a discard that is not the best: worse by little, never better
    assert -0.12 - 4 * se < mean - best.tantos < 4 * sqrt(se**2 + best.se**2)
    flattered = [max(d.agreed.tantos for d in found.discards) for found in runs]
    assert np.mean(flattered) >= mean


@pytest.mark.parametrize("hand", ["RR4A", "CSA5", "7654", "RRAA"])
@pytest.mark.parametrize("seat", ["mano", "segundo", "tercero", "postre"])
def test_counted_and_sampled_cutting_agree(hand, seat):
    counted = cut_or_mus(hand, seat, deals=1, estimator="both").cut
    sampled = cut_or_mus(hand, seat, deals=65_536, estimator="plain").cut
    assert counted.se == 0
    assert abs(counted.tantos - sampled.tantos) < 4.5 * sampled.se


def test_counted_and_sampled_cutting_agree_in_a_first_hand():
    for seat in ("mano", "segundo", "tercero", "postre"):
        asked = {"hand": "RC74", "seat": seat, "rules": "madrid", "first_hand": True}
        asked["evidence"] = {"range": ["mano=par" if seat != "mano" else "postre=par"]}
        counted = cut_or_mus(**asked, deals=1, estimator="both").cut
        sampled = cut_or_mus(**asked, deals=65_536, estimator="plain").cut
        assert counted.se == 0
        assert abs(counted.tantos - sampled.tantos) < 4.5 * sampled.se


def test_without_mus_the_deal_is_the_game():
    """Where somebody always cuts afterwards, saying mus is worth no less and no more."""
    found = cut_or_mus("7654", "mano", partner="RRRR", estimator="plain", deals=1)
    assert found.mus == found.cut
    assert found.cut.tantos == pytest.approx(odds("7654", partner="RRRR").paso_ev, abs=0.3)


# ---------------------------------------------------------------- when to stop


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_it_stops_at_the_standard_error_asked_for(estimator):
    few, many = (
        cut_or_mus("RR4A", "mano", se=se, estimator=estimator, deals=1) for se in (0.05, 0.02)
    )
    for found, se in ((few, 0.05), (many, 0.02)):
        assert found.difference.se <= se
    assert many.deals >= few.deals
    # not much more than is needed, but for the first batch
    assert many.difference.se > 0.01 or many.deals <= 8 * CHUNK_DEALS


def test_a_target_gives_the_same_bits_on_any_number_of_threads(monkeypatch):
    found = []
    for threads in (1, 2, 3):
        monkeypatch.setattr("musodds.chunks.threads", lambda n=threads: n)
        later_cuts.cache_clear()
        answer = cut_or_mus("RR4A", "segundo", se=0.03, seed=6).to_dict()
        del answer["elapsed_s"]
        found.append(answer)
    assert found[0] == found[1] == found[2]


def test_it_stops_when_the_time_is_over():
    cut_or_mus("RR4A", "mano", deals=1)
    found = cut_or_mus("RR4A", "mano", seconds=0.01)
    assert CHUNK_DEALS <= found.deals <= 64 * CHUNK_DEALS
    assert found.elapsed_s < 20


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"se": 0}, "se 0; expected 0.0001"),
        ({"se": -1}, "se -1; "),
        ({"se": "x"}, "se 'x'; "),
        ({"se": float("nan")}, "se nan; "),
        ({"seconds": 0}, "time 0; "),
        ({"seconds": -2.5}, "time -2.5; "),
        ({"seconds": "soon"}, "time 'soon'; "),
        ({"seconds": float("nan")}, "time nan; "),
        ({"estimator": "best"}, "estimator 'best'; "),
        ({"estimator": None}, "estimator 'None'; "),
    ],
)
def test_targets_that_are_refused(given, said):
    with pytest.raises(InputError) as caught:
        cut_or_mus("RRCA", **given)
    assert str(caught.value).startswith(said)
    assert "; example: --" in str(caught.value)


@pytest.mark.parametrize("given", [{"se": 0.01}, {"seconds": 1}])
def test_a_best_reply_is_for_a_number_of_deals(given):
    with pytest.raises(InputError):
        find_best_reply("mano", **given)


# ---------------------------------------------------------------- on the command line


def answer(capsys, *arguments):
    code = run([*arguments, "--format", "json"])
    out, err = capsys.readouterr()
    assert code == 0, err
    return json.loads(out)


def refusal(capsys, *arguments):
    assert run(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "; expected " in err
    assert "; example: " in err
    return err


@pytest.mark.parametrize("command", ["mus", "advise", "discard"])
def test_targets_on_the_command_line(capsys, command):
    found = answer(capsys, command, "RR4A", "--se", "0.04", "--estimator", "stratified")
    assert (found["estimator"], found["redraws"]) == ("stratified", 6)
    if command == "mus":
        assert found["difference"]["se"] <= 0.04
    found = answer(capsys, command, "RR4A", "--time", "0.01", "--estimator", "plain")
    assert (found["estimator"], found["redraws"]) == ("plain", 1)


def test_what_is_known_stands_in_json(capsys):
    few = ["--deals", "8192"]
    found = answer(
        capsys, "mus", "RR4A", "--seat", "postre", "--round", "3", "--thrown", "5", "--thrown",
        "76", "--threw", "segundo=2,-", "--dead", "C", "--style", "cut:0.05", *few,
    )  # fmt: skip
    assert found["round"] == 3
    assert found["thrown"] == ["5", "76"]
    assert found["threw"] == [[-1, 2, -1, 1], [-1, -1, -1, 2]]
    assert found["keeps"] == {}
    assert found["redraws"] == (40 - 4 - 3 - 1 - 12) // 4
    first = answer(capsys, "mus", "RR4A", *few)
    assert (first["round"], first["thrown"], first["threw"]) == (1, [], [])
    assert first["redraws"] == 6


REFUSED = {
    "round without thrown": (["mus", "RRCA", "--round", "2"], "round 2"),
    "round 0": (["mus", "RRCA", "--round", "0"], "round 0"),
    "fewer thrown": (["mus", "RRCA", "--round", "3", "--thrown", "5"], "1 of the 2 rounds"),
    "more thrown": (["mus", "RRCA", "--round", "1", "--thrown", "5"], "round 1"),
    "five thrown": (["mus", "RRCA", "--thrown", "55566"], "thrown '66555'"),
    "nothing thrown": (["mus", "RRCA", "--thrown", ""], "no card"),
    "no card": (["mus", "RRCA", "--thrown", "X"], "'X'"),
    "too many fives": (["mus", "R555", "--thrown", "55"], "'5'"),
    "threw for oneself": (["mus", "RRCA", "--thrown", "5", "--threw", "mano=2"], "that is you"),
    "threw too early": (["mus", "RRCA", "--threw", "segundo=2"], "no round of mus"),
    "threw none": (["mus", "RRCA", "--thrown", "5", "--threw", "segundo=0"], "segundo=0"),
    "threw five": (["mus", "RRCA", "--thrown", "5", "--threw", "segundo=5"], "segundo=5"),
    "threw twice": (["mus", "RRCA", "--thrown", "5", "--threw", "segundo=2,1"], "segundo=2,1"),
    "no seat": (["mus", "RRCA", "--thrown", "5", "--threw", "2"], "'2'"),
    "unknown seat": (["mus", "RRCA", "--thrown", "5", "--threw", "quinto=2"], "quinto"),
    "keeps of oneself": (["discard", "RRCA", "--keeps", "mano=2"], "mano=2"),
    "keeps all": (["discard", "RRCA", "--keeps", "segundo=4"], "segundo=4"),
    "partner keeps": (["discard", "RRCA", "--partner-keeps", "x"], "tercero=x"),
    "too late": (
        ["mus", "RRCA", "--max-rounds", "2", "--thrown", "5", "--thrown", "4"], "must cut",
    ),
    "partner in round 2": (
        ["mus", "RRCA", "--partner", "7654", "--thrown", "5"], "partner '7654' in round 2",
    ),
    "visto in round 2": (
        ["discard", "RRCA", "--rules", "ehmf", "--visto", "--thrown", "5"], "in round 2",
    ),
    "three players": (["mus", "RRCA", "--players", "3"], "3 players"),
    "partner of six": (["mus", "RRCA", "--players", "6", "--partner", "7654"], "7654"),
    "never so": (
        ["mus", "RRCA", "--seat", "segundo", "--range", "mano=RRAA,RRRR"],
        "style",
    ),
    "estimator": (["mus", "RRCA", "--estimator", "best"], "'best'"),
    "se": (["mus", "RRCA", "--se", "0"], "se 0"),
    "time": (["mus", "RRCA", "--time", "-1"], "time -1"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_is_one_line(capsys, case):
    arguments, named = REFUSED[case]
    assert named in refusal(capsys, *arguments)
