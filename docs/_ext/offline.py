"""Warn of pages that would load something from the net, or that tell where they were built."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LOADED = re.compile(r"""<(?:script|img|iframe|source)[^>]*\bsrc=["'](?:https?:)?//[^"']*""")
LINKED = re.compile(r"""<link[^>]*\bhref=["'](?:https?:)?//[^"']*""")


def faults(text: str, places: list[str]) -> list[str]:
    """Return what a page loads from the net and the folders of this machine that it names."""
    found = [hit.group(0) for look in (LOADED, LINKED) for hit in look.finditer(text)]
    return found + [place for place in places if place in text]


def check_pages(app: Sphinx, error: Exception | None) -> None:
    """Warn of each fault in each page; with ``-W`` that fails the build."""
    from sphinx.util import logging

    if error or app.builder.format != "html":
        return
    places = [str(place) for place in {app.srcdir.parent, app.outdir, Path.home()}]
    for page in sorted(app.outdir.rglob("*.html")):
        for fault in faults(page.read_text("utf-8"), places):
            logging.getLogger(__name__).warning("%s: %s", page.relative_to(app.outdir), fault)


def setup(app: Sphinx) -> dict[str, Any]:
    """Look once all is written."""
    app.connect("build-finished", check_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
