"""The commands quiz and boards, with typed answers."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from musodds.cli import cli, run

from musodds.drills.results import Results
from musodds.errors import InputError
from musodds.lang import speaking
from musodds.rules import load_rules

ODDS = ("--topic", "odds", "--level", "easy", "--seed", "3")


def quiz(*arguments, typed=""):
    """Return what the command prints."""
    found = CliRunner().invoke(cli, ["quiz", *arguments], input=typed, catch_exceptions=False)
    assert found.exit_code == 0
    return found.output


def questions(count, topics=("odds",), level=1, seed=3):
    from musodds.drills.session import Session

    session = Session(load_rules("naipera"), topics, level, seed)
    return [session.ask() for _ in range(count)]


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "quiz.sqlite")


def test_right_wrong_and_nonsense(file):
    one, two = questions(2)
    wrong = {"A": "B", "B": "A"}[two.best]
    typed = f"{one.best.lower()}\nC\n\n?\n{wrong}\n"
    text = quiz(*ODDS, "--questions", "2", "--file", file, typed=typed)
    assert f"Right: {one.show(one.best)}." in text
    assert f"No: {two.show(two.best)}." in text
    assert text.count("Type A or B; q leaves.") == 3
    assert "'C' is not understood." in text
    assert "2 answers, 50% right" in text
    kept = Results(file).answers()
    assert [answer.right for answer in kept] == [True, False]
    assert [answer.question for answer in kept] == [one.to_dict(), two.to_dict()]


@pytest.mark.parametrize("ending", ["", "q\n", "salir\n"])
def test_leaving_shows_the_summary_and_keeps_what_was_answered(file, ending):
    (one,) = questions(1)
    text = quiz(*ODDS, "--file", file, typed=f"{one.best}\n{ending}")
    assert "1 answer, 100% right" in text
    assert len(Results(file).answers()) == 1


def test_ctrl_c_ends_politely(file, monkeypatch):
    (one,) = questions(1)
    given = iter([one.best])

    def prompt(*_arguments, **_options):
        for text in given:
            return text
        raise click.Abort  # what click makes of Ctrl-C

    monkeypatch.setattr(click, "prompt", prompt)
    text = quiz(*ODDS, "--file", file)
    assert "1 answer, 100% right" in text
    assert len(Results(file).answers()) == 1


def test_ctrl_c_while_a_question_is_looked_for(file, monkeypatch):
    from musodds.drills.session import Session

    def ask(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "ask", ask)
    assert "nothing answered" in quiz(*ODDS, "--file", file)


def test_no_save(monkeypatch, tmp_path):
    monkeypatch.setattr("musodds.drills.results.default_file", lambda: tmp_path / "never.sqlite")
    quiz(*ODDS, "--no-save", typed="A\n")
    assert not list(tmp_path.iterdir())


def test_results_lie_in_the_user_s_data_directory(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    from musodds.drills.results import default_file

    if not str(default_file()).startswith(str(tmp_path)):
        pytest.skip("a system with another place for data")
    quiz(*ODDS, typed="A\n")
    assert len(Results(tmp_path / "musodds" / "quiz.sqlite").answers()) == 1


def test_summary(file):
    assert "nothing answered" in quiz("--summary", "--file", file)
    quiz(*ODDS, "--file", file, "--questions", "3", typed="A\nA\nA\n")
    text = quiz("--summary", "--file", file)
    assert "So far: 3 answers" in text
    found = json.loads(quiz("--summary", "--file", file, "--format", "json"))
    assert found["topics"][0]["answers"] == 3
    (row,) = csv.DictReader(io.StringIO(quiz("--summary", "--file", file, "--format", "csv")))
    assert (row["topic"], row["answers"]) == ("odds", "3")
    assert max(map(len, text.splitlines())) <= 80


def test_seed_gives_the_same_questions():
    one, two = (quiz(*ODDS, "--no-save", "--questions", "3", typed="A\nB\nA\n") for _ in range(2))
    assert one == two


@pytest.mark.parametrize("code", ["es", "eu"])
def test_languages(code):
    typed = "A\n"
    with speaking("en"):
        text = quiz(*ODDS, "--no-save", "--questions", "1", "--lang", code, typed=typed)
    assert {"es": "Pregunta 1 de 1", "eu": "1/1 galdera"}[code] in text
    assert "Question" not in text


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--topic", "bluff"), "topic 'bluff'"),
        (("--level", "9"), "level '9'"),
        (("--questions", "0"), "questions 0"),
        (("--seed", "-1"), "seed -1"),
        (("--export", "set.pdf"), "--export 'set.pdf'"),
        (("--export", "/nowhere/set.md"), "--export '/nowhere/set.md'"),
        (("--rules", "meseta"), "rules 'meseta'"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, error):
    assert run(["quiz", "--no-save", *arguments]) == 2
    told = capsys.readouterr().err.strip()
    assert told.startswith(f"musodds: {error}")
    assert "\n" not in told


def test_damaged_results_are_one_line(capsys, tmp_path):
    path = tmp_path / "quiz.sqlite"
    path.write_bytes(b"damaged" * 1000)
    for arguments in (["quiz", *ODDS], ["quiz", "--summary"]):
        assert run([*arguments, "--file", str(path)]) == 2
        told = capsys.readouterr().err.strip()
        assert told.startswith(f"musodds: results '{path}'")
        assert "\n" not in told


def test_export(tmp_path):
    paths = [str(tmp_path / f"set.{form}") for form in ("md", "html", "json")]
    common = ("--topic", "odds", "--topic", "scoring", "--level", "1", "--seed", "5")
    for path in paths:
        quiz(*common, "--questions", "4", "--export", path)
    asked = questions(4, ("odds", "scoring"), 1, 5)
    texts = [Path(path).read_text("utf-8") for path in paths]
    found = json.loads(texts[2])
    assert found["schema"] == "musodds.quiz/1"
    assert [q["asked"] for q in found["questions"]] == [q.to_dict() for q in asked]
    assert [q["solution"] for q in found["questions"]] == [q.best for q in asked]
    for text in texts[:2]:
        solved = text.rindex("Solutions")
        for question in asked:
            assert text.index(question.lines()[0][-7:]) < solved
            assert text.rindex(question.show(question.best)) > solved
            assert question.figures().rows[0][-1] in text[solved:]


def test_boards(tmp_path, capsys):
    path = tmp_path / "boards.json"
    assert run(["boards", "make", "--boards", "4", "--seed", "2", "-o", str(path)]) == 0
    found = json.loads(path.read_text("utf-8"))
    assert [board["mano"] for board in found["boards"]] == [1, 2, 3, 4]
    results = tmp_path / "results.csv"
    results.write_text(
        "board,table,pair13,pair24,tantos13,tantos24\n1,A,Ane,Miren,7,2\n1,B,Jon,Peio,5,2\n",
        "utf-8",
    )
    capsys.readouterr()
    assert run(["boards", "rank", str(results), "--by", "tantos", "--format", "json"]) == 0
    ranking = json.loads(capsys.readouterr().out)["ranking"]
    assert {one["pair"]: one["points"] for one in ranking} == {
        "Ane": 2, "Peio": 2, "Jon": -2, "Miren": -2,
    }  # fmt: skip
    assert run(["boards", "rank", str(results)]) == 0
    assert "Ane, Peio are level" in capsys.readouterr().out
    assert run(["boards", "rank", str(tmp_path / "none.csv")]) == 2
    assert run(["boards", "make", "-o", str(tmp_path / "boards.pdf")]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_errors_name_the_file(file):
    with pytest.raises(InputError, match="--no-save"):
        Results(f"{file}/not/a/folder/\0")
