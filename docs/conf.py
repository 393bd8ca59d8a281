"""How the documentation is built: ``sphinx-build -M html docs build/docs -W``, without a net."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(Path(__file__).parent / "_ext")]
# the notebook runs in a process of its own, which must find the same checkout
os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])

from docutils import nodes  # noqa: E402
from sphinx.application import Sphinx  # noqa: E402

import musodds  # noqa: E402

project = "musodds"
release = version = musodds.__version__
author = "the authors of musodds"
project_copyright = author
html_title = f"musodds {version}"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_click",
    "sphinx_copybutton",
    "examples",
    "mathml",
    "offline",
]
default_role = "code"  # what docstrings name in single backticks
smartquotes = False  # they would make a dash of --seat
exclude_patterns = ["_build", "_ext"]

myst_enable_extensions = ["attrs_inline", "dollarmath"]
myst_heading_anchors = 3
myst_links_external_new_tab = False

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120

autodoc_typehints = "none"  # the types stand in the docstrings
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False

copybutton_prompt_text = "$ "
copybutton_exclude = ".linenos, .gp, .go"

html_theme = "furo"
html_math_renderer = "mathml"
html_copy_source = False
html_show_sourcelink = False


def draw_dashes(app: Sphinx, page: nodes.document, name: str) -> None:
    """Make dashes of what Sphinx puts between a parameter and what it means."""
    for text in list(page.findall(lambda node: isinstance(node, nodes.Text) and node == " -- ")):
        text.parent.replace(text, nodes.Text(" – "))


def setup(app: Sphinx) -> None:
    """Look at each page before it is written."""
    app.connect("doctree-resolved", draw_dashes)
