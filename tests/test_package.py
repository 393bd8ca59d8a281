"""The wheel and the editable install: where the packages land, and that they import."""

import importlib.util
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOP_LEVEL = {"musodds"}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """Return a copy of what is packaged, so that building leaves no traces in the checkout."""
    copy = tmp_path_factory.mktemp("project")
    for name in ("musodds", "cli", "reports"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    return copy


def build(project, kind, folder):
    """Build a wheel of a kind with the backend that pip uses; return it unpacked."""
    code = f"from setuptools.build_meta import {kind}; {kind}({str(folder)!r})"
    subprocess.run([sys.executable, "-c", code], cwd=project, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder / "unpacked")
    return wheel, folder / "unpacked"


def test_wheel_holds_only_musodds(project, tmp_path):
    wheel, unpacked = build(project, "build_wheel", tmp_path)
    names = {path.name for path in unpacked.iterdir() if not path.name.endswith(".dist-info")}
    assert names == TOP_LEVEL
    files = {str(path.relative_to(unpacked)) for path in unpacked.rglob("*") if path.is_file()}
    for needed in (
        "musodds/cli/__init__.py",
        "musodds/reports/__init__.py",
        "musodds/presets.toml",
        "musodds/data/lances-8.npz",
        "musodds/data/lances-4.npz",
        "musodds/py.typed",
        "musodds/cli/py.typed",
        "musodds/reports/py.typed",
    ):
        assert needed in files
    assert wheel.stat().st_size < 25e6


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


def test_version_is_that_of_the_project():
    import musodds

    assert f'version = "{musodds.__version__}"' in (ROOT / "pyproject.toml").read_text()


def test_every_public_name_loads_on_use_and_is_no_module():
    import musodds

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
    import musodds

    page = (ROOT / "docs" / "api.md").read_text()
    shown = re.findall(r"^\.\. auto(?:function|class):: musodds\.(\w+)$", page, re.MULTILINE)
    assert sorted(shown) == sorted({*musodds.__all__} - {"__version__"})
