"""musodds: odds, and cut and discard advice, for the card game mus.

Names load on first use, so that ``import musodds`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .advise import advise_hand as advise_hand
    from .best_reply import find_best_reply as find_best_reply
    from .clues import gather_evidence as gather_evidence
    from .compare import compare_rules as compare_rules
    from .discard import rank_discards as rank_discards
    from .errors import InputError as InputError
    from .exact import odds as odds
    from .mus import cut_or_mus as cut_or_mus
    from .phase_tables import phase_table as phase_table
    from .policy import style_policy as style_policy
    from .ranges import parse_range as parse_range
    from .reply import best_policy as best_policy
    from .rounds import play_rounds as play_rounds
    from .rules import Rules as Rules
    from .rules import load_rules as load_rules
    from .scoring import score as score
    from .solver.hand import solve_hand as solve_hand
    from .solver.lance import solve_lance as solve_lance
    from .tables import odds_frame as odds_frame

__version__ = "0.1.0"

_HOME = {
    "InputError": "errors",
    "Rules": "rules",
    "advise_hand": "advise",
    "best_policy": "reply",
    "find_best_reply": "best_reply",
    "gather_evidence": "clues",
    "compare_rules": "compare",
    "cut_or_mus": "mus",
    "load_rules": "rules",
    "odds": "exact",
    "odds_frame": "tables",
    "parse_range": "ranges",
    "phase_table": "phase_tables",
    "play_rounds": "rounds",
    "rank_discards": "discard",
    "score": "scoring",
    "style_policy": "policy",
    "solve_hand": "solver.hand",
    "solve_lance": "solver.lance",
}
__all__ = [
    "InputError",
    "Rules",
    "__version__",
    "advise_hand",
    "best_policy",
    "compare_rules",
    "cut_or_mus",
    "find_best_reply",
    "gather_evidence",
    "load_rules",
    "odds",
    "odds_frame",
    "parse_range",
    "phase_table",
    "play_rounds",
    "rank_discards",
    "score",
    "solve_hand",
    "solve_lance",
    "style_policy",
]

# In a checkout this folder shadows an installed package: cli/ and reports/ lie beside it.
_checkout = Path(__file__).parent.parent
if (_checkout / "pyproject.toml").exists() and (_checkout / "cli").is_dir():
    __path__.append(str(_checkout))


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f".{_HOME[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
