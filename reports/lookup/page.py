"""The page itself: template, script, looks and figures in one file."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import numpy as np

from ... import __version__
from ...errors import InputError
from ...hands import hand_space
from ...jit import Arr
from ...lang import _, language
from ...rules import Rules
from ...tables import lances
from . import words
from .figures import Wanted
from .packing import CHANCE, TANTOS, TANTOS_SE, pack
from .packing import words as packed

ODDS = (
    *("grande_win", "chica_win", "pares_win", "pares_contested", "pares_win_contested"),
    *("juego_win", "juego_contested", "juego_win_contested", "punto_win", "punto_played"),
)


def check_jinja() -> None:
    """Refuse to begin without the library that fills in the page.

    Raises
    ------
    InputError
        If jinja2 is not installed.
    """
    try:
        import jinja2  # noqa: F401
    except ImportError:
        raise InputError(
            _("report: jinja2 is not installed"), _("it"), "pip install 'musodds[reports]'"
        ) from None


def odds_columns(rules: Rules) -> dict[str, Arr]:
    """Return the exact odds, shape (4, hands) each: `ODDS` and ``paso_ev``.

    Examples
    --------
    >>> from musodds.rules import load_rules
    >>> rules = load_rules("naipera")
    >>> found, hand = odds_columns(rules), hand_space(rules).index("RRCA")
    >>> found["grande_win"].shape, round(float(found["pares_win_contested"][0, hand]), 3)
    ((4, 330), 0.828)
    """
    from ...lance_table import lance_table
    from ...tally import FIELDS

    frame, counts = lances(rules), lance_table(rules).counts
    found = {
        name: frame[name].to_numpy().reshape(-1, 4).T
        for name in (*ODDS, "paso_ev")
        if name in frame
    }
    for lance in ("pares", "juego"):
        both, won = (
            counts[..., FIELDS.index(f"{lance}_{what}")] for what in ("contested", "win_contested")
        )
        found[f"{lance}_win_contested"] = np.where(both > 0, won / np.maximum(both, 1), np.nan)
    return found


def page_data(wanted: Wanted, figures: dict[str, Arr]) -> dict[str, Any]:
    """Return all that the script reads."""
    space, bands, odds = hand_space(wanted.rules), wanted.bands, odds_columns(wanted.rules)
    row = dict(zip(wanted.hands, range(len(wanted.hands)), strict=True))
    names = [card for card in space.deck.names]
    return {
        "language": language(),
        "rules": wanted.rules.name,
        "cards": names,
        "also": {} if "3" in names else {"3": "R", "2": "A"},
        "hands": space.names,
        "row": [row.get(hand, -1) for hand in range(len(space))],
        "lances": [
            [bool(space.pares[hand]), bool(space.juego[hand])] for hand in range(len(space))
        ],
        "bands": [{"label": words.band_word(band), "score": _score(band.score)} for band in bands],
        "seats": words.seat_words(),
        "seat_names": ["mano", "segundo", "tercero", "postre"],
        "lance_words": words.lance_words(),
        "actions": words.action_words(),
        "words": words.script_words(),
        "steps": {"tantos": TANTOS, "chance": CHANCE, "tantos_se": TANTOS_SE},
        "odds": {name: packed(odds[name], CHANCE) for name in ODDS}
        | {"paso_ev": packed(odds["paso_ev"], TANTOS)},
        "advice": pack(figures, len(bands)),
    }


def _score(score: tuple[int, int] | None) -> str:
    return "" if score is None else f"{score[0]}-{score[1]}"


def render(wanted: Wanted, figures: dict[str, Arr]) -> str:
    """Return the page, in the language in use.

    Parameters
    ----------
    wanted : Wanted
    figures : dict of str to ndarray
        As `work.work_out` returns them.
    """
    import jinja2

    here = files(__package__)
    text = {
        name: here.joinpath(name).read_text("utf-8")
        for name in ("page.html", "lookup.js", "lookup.css")
    }
    data, rules = page_data(wanted, figures), wanted.rules
    told = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    names = words.card_words()
    template = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined).from_string(
        text["page.html"]
    )
    return template.render(
        lang=language(),
        version=__version__,
        words=words.page_words(),
        rules=words.rules_word(rules),
        cards=[(letter, names[letter]) for letter in data["cards"]],
        seats=data["seats"],
        bands=data["bands"],
        about=words.about(rules, wanted.deals, wanted.se, wanted.seed),
        css=text["lookup.css"],
        script=text["lookup.js"],
        data=told,
    )
