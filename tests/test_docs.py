"""The documentation shows what the commands answer today, and names what exists."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def load_script(path):
    """Import a script that is no part of the package."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


console = load_script(ROOT / "docs" / "console.py")
LONG = ("musodds review",)  # tens of seconds
BLOCKS = [
    pytest.param(
        console.shown(match),
        id=f"{page.name}: {match[1]}",
        marks=[pytest.mark.slow] if match[1].startswith(LONG) else [],
    )
    for page in PAGES
    for match in console.BLOCK.finditer(page.read_text("utf-8"))
]


@pytest.mark.parametrize("block", BLOCKS)
def test_what_a_page_shows_is_what_the_command_answers(block):
    assert block.lines
    assert console.agrees(block, console.answer(block.command))


def test_answers_are_told_apart_and_written_anew(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    told = "a\n```console\n$ musodds odds RRCA\n+5\n...\n```\n\n```sh\nmusodds odds\n```\n"
    page.write_text(told)
    (match,) = console.BLOCK.finditer(page.read_text())
    block = console.shown(match)
    assert block == ("musodds odds RRCA", ["+5"], True)
    assert console.agrees(block, ["+5", "tantos"])
    assert not console.agrees(block, ["-5 tantos"])
    assert not console.agrees(block._replace(beginning=False), ["+5 tantos"])
    monkeypatch.setattr(console, "answer", lambda command: ["+6", "more"])
    console.renew(page)
    assert page.read_text() == told.replace("+5", "+6")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        assert link.startswith("http") or (page.parent / link).exists(), link


def test_every_page_is_in_the_navigation():
    index = (ROOT / "docs" / "index.md").read_text()
    trees = "".join(re.findall(r"```\{toctree\}(.*?)```", index, re.DOTALL))
    shown = re.findall(r"^[\w-]+$", trees, re.MULTILINE)
    assert sorted(shown) == sorted({page.stem for page in PAGES} - {"README", "index"})


def test_the_map_of_the_code_names_what_is_there():
    page = (ROOT / "docs" / "contributing.md").read_text()
    for path in re.findall(r"`((?:musodds|cli|reports|tests|docs|benchmarks)/[\w./-]*)`", page):
        assert (ROOT / path).exists(), path

    files = {path.stem for top in ("musodds", "reports") for path in (ROOT / top).rglob("*.py")}
    assert set(re.findall(r"`(\w+)`", page.partition("## Where things are")[2])) <= files


@pytest.mark.parametrize("page", ["README.md", "docs/api.md"])
def test_python_in_a_page_runs(page):
    (code,) = re.findall(
        r"^```python\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    exec(code, {})


def test_citation_tells_the_version_and_what_the_format_asks_for():
    told = dict(re.findall(r"^([\w-]+): *(.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE))
    import musodds

    assert told["version"].strip('"') == musodds.__version__
    assert {"cff-version", "message", "title", "authors", "license"} <= set(told)


def test_pages_that_load_from_the_net_are_found():
    offline = load_script(ROOT / "docs" / "_ext" / "offline.py")
    good = '<a href="https://a.example">a</a><link href="_static/a.css"><script src="a.js">'
    assert offline.faults(good, ["/home/ane"]) == []
    bad = '<script defer src="https://a.example/a.js"><link rel="x" href="//b.example"> /home/ane/x'
    assert len(offline.faults(bad, ["/home/ane"])) == 3


def test_examples_of_commands_are_shown_as_typed():
    examples = load_script(ROOT / "docs" / "_ext" / "examples.py")
    lines = ["Say it.", "", "| musodds a --b   what", "| musodds c", "", "More."]
    examples.show_as_typed(None, None, lines)
    code = [".. code-block:: text", "", "   musodds a --b   what", "   musodds c", ""]
    assert lines == ["Say it.", "", *code, "", "More."]
