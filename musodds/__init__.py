"""musodds: odds, and cut and discard advice, for the card game mus.

Names load on first use, so that ``import musodds`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .errors import InputError as InputError
    from .exact import odds as odds
    from .rules import Rules as Rules
    from .rules import load_rules as load_rules
    from .scoring import score as score

__version__ = "0.1.0"

_HOME = {
    "InputError": "errors",
    "Rules": "rules",
    "load_rules": "rules",
    "odds": "exact",
    "score": "scoring",
}
__all__ = ["InputError", "Rules", "__version__", "load_rules", "odds", "score"]

# In a checkout this folder shadows an installed package: cli/ and reports/ lie beside it.
_checkout = Path(__file__).parent.parent
if (_checkout / "pyproject.toml").exists() and (_checkout / "cli").is_dir():
    __path__.append(str(_checkout))


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f".{_HOME[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
