"""The ablation: what it changes, that it goes on where it stopped, and its table."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks import ablation

FEW = ["--seconds", "0.01", "--deviator", "50", "--deals", "40", "--seeds", "2"]


def test_one_thing_is_changed_at_a_time() -> None:
    lines = ablation.variants()
    default = ablation.Variant("", "").same()
    parts = [line.part for line in lines]
    assert {part: parts.count(part) for part in parts} == {
        "update rule": 3, "averaging": 3, "own-reach weights": 5, "tremble": 3, "summary": 5,
        "bet menu": 3,
    }  # fmt: skip
    for line in lines:
        told = line.same()
        flat = {**told["method"], "memory": told["memory"], "menu": told["menu"]}
        plain = {**default["method"], "memory": default["memory"], "menu": default["menu"]}
        changed = [key for key in flat if flat[key] != plain[key]]
        assert ("(default)" in line.value) == (not changed)
        assert len(changed) <= (2 if "RM+" in line.value else 1), line


def test_it_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.jsonl"
    asked = [*FEW, "--file", str(file), "--only", "own-reach weights"]
    real, ran, usual = ablation.run, [], "straying 0.1 (default)"
    two = [line for line in ablation.variants() if line.value in (usual, "off")]
    monkeypatch.setattr(ablation, "variants", lambda: two)

    def run(variant, seed, budget):  # type: ignore[no-untyped-def]
        if len(ran) == 3:
            raise KeyboardInterrupt
        ran.append((variant.value, seed))
        return real(variant, seed, budget)

    monkeypatch.setattr(ablation, "run", run)
    with pytest.raises(KeyboardInterrupt):
        ablation.main(asked)
    file.write_text(file.read_text() + '{"seed": 1, "iter')  # cut off in the middle of a line
    kept, ran[:] = ran[:], []
    ablation.main(asked)
    assert kept == [(usual, 1), ("off", 1), (usual, 2)]
    assert ran == [("off", 2)]
    rows = [row for row in ablation._read(file)]
    assert len(rows) == 4
    for row in rows:
        assert row["took"] >= 0.01
        assert row["iterations"] % ablation.CHUNK == 0
        assert all(len(row[what]) == 2 for what in ("own", "wide"))
    ran[:] = [("full", 0)] * 3  # nothing is run again
    capsys.readouterr()
    ablation.main([*asked, "--table"])
    table = capsys.readouterr().out
    own = [
        sum(g["tantos"] for g in row["own"]) / 2
        for row in rows
        if row["trained"]["method"]["reach"]
    ]
    assert "| own-reach weights | straying 0.1 (default) | 2 | " in table
    assert f"| {sum(own) / 2:.3f} ± {abs(own[0] - own[1]) / 2**0.5:.3f} |" in table
    assert json.loads(file.read_text().splitlines()[0])["seconds"] == 0.01
    file.write_text(2 * file.read_text())  # the same run of two files counts once
    ablation.main([*asked, "--table"])
    assert capsys.readouterr().out == table
    ablation.main([*asked, "--table", "--seconds", "3"])  # of another budget there is nothing
    assert "| 2 |" not in capsys.readouterr().out


def test_parts_that_are_not_there_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        ablation.main(["--only", "luck"])
    assert error.value.code == 2
    assert "expected update rule" in capsys.readouterr().err
