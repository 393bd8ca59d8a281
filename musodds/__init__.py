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
    from .bet_answer import BetQuestion as BetQuestion
    from .bets import advise_bet as advise_bet
    from .clues import gather_evidence as gather_evidence
    from .compare import compare_rules as compare_rules
    from .discard import rank_discards as rank_discards
    from .equity_table import find_equity as find_equity
    from .errors import InputError as InputError
    from .exact import odds as odds
    from .mus import cut_or_mus as cut_or_mus
    from .pending import parse_facing as parse_facing
    from .pending import parse_pending as parse_pending
    from .phase_tables import phase_table as phase_table
    from .policy import style_policy as style_policy
    from .ranges import parse_range as parse_range
    from .record_reader import load_record as load_record
    from .reply import best_policy as best_policy
    from .rounds import play_rounds as play_rounds
    from .rules import Rules as Rules
    from .rules import load_rules as load_rules
    from .scoring import score as score
    from .senas import sena_list as sena_list
    from .sightings import read_sightings as read_sightings
    from .situation import ask as ask
    from .solver.four.play import play_off as play_off
    from .solver.four.solution import load_solution as load_solution
    from .solver.four.solution import save_solution as save_solution
    from .solver.hand import solve_hand as solve_hand
    from .solver.lance import solve_lance as solve_lance
    from .strategies import find_strategy as find_strategy
    from .strategies import list_strategies as list_strategies
    from .style import parse_style as parse_style
    from .style_fit import fit_style as fit_style
    from .tables import odds_frame as odds_frame

__version__ = "0.1.0"

_HOME = {
    "BetQuestion": "bet_answer",
    "InputError": "errors",
    "Rules": "rules",
    "advise_bet": "bets",
    "advise_hand": "advise",
    "ask": "situation",
    "best_policy": "reply",
    "compare_rules": "compare",
    "cut_or_mus": "mus",
    "find_best_reply": "best_reply",
    "find_equity": "equity_table",
    "find_strategy": "strategies",
    "fit_style": "style_fit",
    "gather_evidence": "clues",
    "list_strategies": "strategies",
    "load_record": "record_reader",
    "load_rules": "rules",
    "load_solution": "solver.four.solution",
    "odds": "exact",
    "odds_frame": "tables",
    "parse_facing": "pending",
    "parse_pending": "pending",
    "parse_range": "ranges",
    "parse_style": "style",
    "phase_table": "phase_tables",
    "play_off": "solver.four.play",
    "play_rounds": "rounds",
    "rank_discards": "discard",
    "read_sightings": "sightings",
    "save_solution": "solver.four.solution",
    "score": "scoring",
    "sena_list": "senas",
    "solve_hand": "solver.hand",
    "solve_lance": "solver.lance",
    "style_policy": "policy",
}
__all__ = [
    "BetQuestion",
    "InputError",
    "Rules",
    "__version__",
    "advise_bet",
    "advise_hand",
    "ask",
    "best_policy",
    "compare_rules",
    "cut_or_mus",
    "find_best_reply",
    "find_equity",
    "find_strategy",
    "fit_style",
    "gather_evidence",
    "list_strategies",
    "load_record",
    "load_rules",
    "load_solution",
    "odds",
    "odds_frame",
    "parse_facing",
    "parse_pending",
    "parse_range",
    "parse_style",
    "phase_table",
    "play_off",
    "play_rounds",
    "rank_discards",
    "read_sightings",
    "save_solution",
    "score",
    "sena_list",
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
