"""The wheel and the editable install: where the packages land, and that they import."""

import email
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections import Counter
from pathlib import Path

import pytest

import musodds

ROOT = Path(__file__).parent.parent
NOT_SOURCE = (
    ".git",
    ".gitignore",
    ".venv",
    "*.egg-info",
    "__pycache__",
    ".*_cache",
    ".coverage*",
    ".hypothesis",
    "build",
    "dist",
)
# how many files that are not modules the wheel holds, by kind
DATA = {
    "musodds/data/*.npz": 2,
    "musodds/data/equity/*.npz": 2,
    "musodds/data/strategies/*.npz": 3,
    **dict.fromkeys(
        [
            "musodds/presets.toml",
            "musodds/senas.toml",
            "musodds/py.typed",
            "musodds/cli/py.typed",
            "musodds/reports/py.typed",
            "musodds/reports/book/book.html",
            "musodds/reports/lookup/lookup.css",
            "musodds/reports/lookup/lookup.js",
            "musodds/reports/lookup/page.html",
            "dist-info/METADATA",
            "dist-info/RECORD",
            "dist-info/WHEEL",
            "dist-info/entry_points.txt",
            "dist-info/licenses/LICENSE",
            "dist-info/top_level.txt",
        ],
        1,
    ),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """Return a copy of what is packaged, so that building leaves no traces in the checkout."""
    copy = tmp_path_factory.mktemp("project")
    for name in ("musodds", "cli", "reports"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    return copy


@pytest.fixture(scope="module")
def wheel(project, tmp_path_factory):
    """Return the wheel of the checkout and what it is unpacked to."""
    return build(project, "build_wheel", tmp_path_factory.mktemp("wheel"))


def call(project, kind, folder):
    """Let the backend that pip uses build something; return the file."""
    code = f"from setuptools.build_meta import {kind}; {kind}({str(folder)!r})"
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=project,
        env=os.environ | {"SOURCE_DATE_EPOCH": "1700000000"},
        check=True,
        capture_output=True,
    )
    (made,) = (path for path in folder.iterdir() if path.suffix in (".whl", ".gz"))
    return made


def build(project, kind, folder):
    """Build a wheel of a kind; return it and what it is unpacked to."""
    made = call(project, kind, folder)
    with zipfile.ZipFile(made) as file:
        file.extractall(folder / "unpacked")
    return made, folder / "unpacked"


def listed(unpacked):
    """Return the files of a wheel, the folder of its metadata without the version."""
    names = (str(path.relative_to(unpacked)) for path in unpacked.rglob("*") if path.is_file())
    return {re.sub(r"^musodds-[^/]+\.dist-info", "dist-info", name) for name in names}


def sources(tree):
    """Return the files of a tree but those that building an sdist adds."""
    made = re.compile(r"PKG-INFO|setup\.cfg|musodds\.egg-info/.*")
    names = (str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file())
    return {name for name in names if not made.fullmatch(name)}


def modules(folder, package):
    """Return the modules of a folder of the checkout, by their place in the wheel."""
    return {f"{package}/{path.relative_to(folder)}" for path in folder.rglob("*.py")}


def test_wheel_holds_all_modules_and_the_files_they_read_and_nothing_else(wheel):
    made, unpacked = wheel
    code = (
        modules(ROOT / "musodds", "musodds")
        | modules(ROOT / "cli", "musodds/cli")
        | modules(ROOT / "reports", "musodds/reports")
    )
    files = listed(unpacked)
    assert code < files
    data = Counter(re.sub(r"[^/]+(?=\.(npz|mo)$)", "*", name) for name in files - code)
    texts = Counter(path.parts[-3] for path in (ROOT / "musodds/locale").rglob("*.po"))
    catalogues = {f"musodds/locale/{lang}/LC_MESSAGES/*.mo": n for lang, n in texts.items()}
    assert data == catalogues | DATA
    assert made.stat().st_size < 25e6


def test_wheel_tells_what_an_index_shows(wheel):
    (metadata,) = wheel[1].glob("*.dist-info/METADATA")
    told = email.message_from_string(metadata.read_text("utf-8"))
    assert told["Version"] == musodds.__version__
    assert told["Requires-Python"] == ">=3.11"
    assert told["License-Expression"] == "MIT"
    assert told["Description-Content-Type"] == "text/markdown"
    assert told.get_payload().startswith("# musodds")
    entry = metadata.with_name("entry_points.txt").read_text("utf-8")
    assert "musodds = musodds.__main__:main" in entry


def test_sdist_has_the_tests_the_pages_and_the_texts_and_makes_the_same_wheel(wheel, tmp_path):
    """Built from a whole checkout: what is not packaged would not be there to leave out."""
    tree, folder = tmp_path / "tree", tmp_path / "sdist"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    folder.mkdir()
    with tarfile.open(call(tree, "build_sdist", folder)) as file:
        file.extractall(folder, filter="data")
    (source,) = folder.glob("musodds-*/")
    assert sources(source) == sources(tree)
    again, _ = build(source, "build_wheel", tmp_path)
    assert again.read_bytes() == wheel[0].read_bytes()


def test_editable_install_finds_all_three_packages_and_nothing_plain(project, tmp_path):
    _, unpacked = build(project, "build_editable", tmp_path)
    plain = {path.stem for path in unpacked.iterdir()} & {"cli", "reports"}
    assert not plain
    # only click is lent to the bare interpreter: an installed musodds must not answer for it
    lent = tmp_path / "lent"
    lent.mkdir()
    click = Path(importlib.util.find_spec("click").origin).parent
    shutil.copytree(click, lent / "click")
    code = f"""
import sys, site
from importlib.util import find_spec
sys.path.insert(0, {str(lent)!r})
site.addsitedir({str(unpacked)!r})
import musodds, musodds.cli, musodds.reports
assert find_spec("cli") is None and find_spec("reports") is None
print(musodds.cli.__file__)
"""
    shown = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert shown.returncode == 0, shown.stderr
    assert Path(shown.stdout.strip()) == project / "cli" / "__init__.py"


def test_checkout_beside_an_installed_package_finds_cli_and_reports():
    code = "import musodds.cli, musodds.reports; print(musodds.__file__)"
    shown = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert Path(shown.stdout.strip()) == ROOT / "musodds" / "__init__.py"


def test_importing_musodds_imports_nothing_heavy():
    code = "import sys, musodds; print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "numba", "click", "rich"} & set(shown.stdout.split())


def test_changelog_begins_with_this_version():
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert first is not None
    assert first[1] == musodds.__version__


def test_every_public_name_loads_on_use_and_is_no_module():
    assert set(musodds.__all__) == {*musodds._HOME, "__version__"}
    assert set(musodds.__all__) <= set(dir(musodds))
    for name, home in musodds._HOME.items():
        # a name that is a file's too would turn into the module once that is imported
        assert importlib.util.find_spec(f"musodds.{name}") is None
        found = getattr(musodds, name)
        assert found.__module__ == f"musodds.{home}"
        assert found.__doc__
    with pytest.raises(AttributeError, match="no attribute 'mano'"):
        _ = musodds.mano


def test_the_api_page_has_every_public_name_once():
    page = (ROOT / "docs" / "api.md").read_text()
    shown = re.findall(r"^\.\. auto(?:function|class):: musodds\.(\w+)$", page, re.MULTILINE)
    assert sorted(shown) == sorted({*musodds.__all__} - {"__version__"})
