"""Defaults that the user keeps."""

from __future__ import annotations

import json

import pytest
from musodds.cli import run

from musodds import config
from musodds.errors import InputError
from musodds.lang import language


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    path = tmp_path / "own" / "config.toml"
    monkeypatch.setenv("MUSODDS_CONFIG", str(path))
    for name in ("MUSODDS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return path


def answer(capsys, *arguments):
    code = run(list(arguments))
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def refusal(capsys, *arguments):
    code = run(list(arguments))
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    return err


def rules_of(capsys, *more):
    return json.loads(answer(capsys, "odds", "RRCA", "--format", "json", *more))["rules"]


def test_kept_rules_are_the_default_and_an_option_wins(capsys):
    assert rules_of(capsys) == "naipera"
    answer(capsys, "config", "set", "rules", "EHMF")
    assert rules_of(capsys) == "ehmf"
    assert rules_of(capsys, "--rules", "ffm") == "ffm"
    assert rules_of(capsys, "--set", "target=40").startswith("ehmf, target = 40")
    assert "[default: ehmf]" in answer(capsys, "odds", "--help")
    answer(capsys, "config", "unset", "rules")
    assert rules_of(capsys) == "naipera"


def test_kept_style(capsys):
    answer(capsys, "config", "set", "style", "patient")
    few = ["mus", "RRCA", "--format", "json", "--deals", "4096"]
    assert json.loads(answer(capsys, *few))["style"] == "patient"
    assert json.loads(answer(capsys, *few, "--style", "eager"))["style"] == "eager"


def test_kept_style_file_is_found_from_anywhere(capsys, tmp_path, monkeypatch):
    (tmp_path / "friends.toml").write_text('base = "eager"\n')
    monkeypatch.chdir(tmp_path)
    answer(capsys, "config", "set", "style", "friends.toml")
    monkeypatch.chdir("/")
    few = ["mus", "RRCA", "--format", "json", "--deals", "4096"]
    assert json.loads(answer(capsys, *few))["style"] == "friends"
    (tmp_path / "friends.toml").unlink()
    error = refusal(capsys, *few)
    assert "config '" in error
    assert error.endswith("example: musodds config unset style\n")


def test_language_variable_wins_over_the_kept_language_which_wins_over_the_locale(
    capsys, monkeypatch
):
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert language() == "fr"
    answer(capsys, "config", "set", "lang", "eu_ES")
    assert language() == "eu"
    assert "Zure ezarpenak" in answer(capsys, "config")
    monkeypatch.setenv("MUSODDS_LANG", "es")
    assert language() == "es"


def test_config_shows_what_is_kept(capsys, file):
    answer(capsys, "config", "set", "rules", "ffm")
    answer(capsys, "config", "set", "language", "en")
    found = json.loads(answer(capsys, "config", "--format", "json"))
    assert found == {
        "schema": "musodds.config/1",
        "file": str(file),
        "rules": "ffm",
        "style": None,
        "language": "en",
    }
    assert answer(capsys, "config", "path").strip() == str(file)
    assert file.read_text() == 'rules = "ffm"\nlanguage = "en"\n'


def test_the_usual_place_is_the_config_directory(capsys, monkeypatch, tmp_path):
    monkeypatch.delenv("MUSODDS_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert config.config_file().name == "config.toml"
    assert config.config_file().parent.name == "musodds"


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("rules", "chess", "no such preset"),
        ("rules", "none.toml", "no such file"),
        ("style", "cut:2", "style 'cut:2'"),
        ("language", "klingon", "language 'klingon'"),
        ("colour", "red", "rules, style, language"),
    ],
)
def test_what_cannot_be_used_is_not_kept(capsys, file, field, value, told):
    assert told in refusal(capsys, "config", "set", field, value)
    assert not file.exists()


@pytest.mark.parametrize(
    "text", [b"rules = [", b"colour = 'red'", b"rules = 4", b"\xff\xfe", b"rules = 'chess'"]
)
def test_a_damaged_file_is_one_line_that_names_it(capsys, file, text):
    file.parent.mkdir()
    file.write_bytes(text)
    for command in (["odds", "RRCA"], ["config"]):
        assert f"config '{file}'" in refusal(capsys, *command)
    assert run(["--help"]) == 0
    assert run(["config", "path"]) == 0
    assert file.read_bytes() == text


def test_a_value_that_cannot_be_used_any_more_can_be_taken_out(capsys, file):
    file.parent.mkdir()
    file.write_text("rules = 'chess'\nlanguage = 'eu'\n")
    assert "adibidez: musodds config unset rules" in refusal(capsys, "odds", "RRCA")
    assert rules_of(capsys, "--rules", "ehmf") == "ehmf"
    answer(capsys, "config", "unset", "rules")
    assert file.read_text() == 'language = "eu"\n'


def test_unset_of_what_is_not_kept_writes_nothing(capsys, file):
    answer(capsys, "config", "unset", "rules")
    assert not file.exists()


def test_values_are_written_as_they_are_read_again(tmp_path, monkeypatch):
    path = tmp_path / "odd.toml"
    fields = {"style": 'C:\\friends "x"\tñ.toml', "rules": "ehmf"}
    path.write_text(config.to_toml(fields), encoding="utf-8")
    monkeypatch.setenv("MUSODDS_CONFIG", str(path))
    assert config.kept_fields() == fields
    with pytest.raises(InputError, match="config unset style"):
        config.kept("style")
