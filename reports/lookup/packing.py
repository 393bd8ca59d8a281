"""Figures as the page carries them: whole numbers of one or two bytes, in base64."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from ...jit import Arr

UNKNOWN = -32768  # of two bytes
NO_CODE = 255  # of one byte: no action, no discard; as an error: not known
TANTOS, CHANCE = 0.01, 0.001  # what one step of a value is worth
TANTOS_SE = 0.02  # and of an error; that of a chance is CHANCE


def words(values: Arr, step: Arr | float) -> dict[str, str]:
    """Pack values to the nearest step.

    Examples
    --------
    >>> words(np.array([0.25, np.nan]), 0.001)
    {'kind': 'i16', 'data': '+gAAgA=='}
    """
    whole = np.clip(np.rint(values / step), -32767, 32767)
    return _packed("i16", np.where(np.isfinite(values), whole, UNKNOWN).astype("<i2"))


def errors(values: Arr, step: Arr | float) -> dict[str, str]:
    """Pack standard errors, to the next step above so that none is told too small.

    Examples
    --------
    >>> base64.b64decode(errors(np.array([0.0101, 9, np.nan]), 0.001)["data"]).hex()
    '0bfeff'
    """
    steps = np.clip(np.ceil(values / step - 1e-9), 0, 254)
    return _packed("u8", np.where(np.isfinite(values), steps, NO_CODE).astype("u1"))


def codes(values: Arr) -> dict[str, str]:
    """Pack small whole numbers.

    Examples
    --------
    >>> base64.b64decode(codes(np.array([1, np.nan]))["data"]).hex()
    '01ff'
    """
    return _packed("u8", np.where(np.isfinite(values), values, NO_CODE).astype("u1"))


def _packed(kind: str, whole: Arr) -> dict[str, str]:
    return {"kind": kind, "data": base64.b64encode(np.ascontiguousarray(whole).tobytes()).decode()}


def pack(figures: dict[str, Arr], bands: int) -> dict[str, Any]:
    """Pack the columns of `figures.hand_figures`; tantos in the first band, chances elsewhere."""
    step = np.array([TANTOS] + [CHANCE] * (bands - 1))
    step_se = np.array([TANTOS_SE] + [CHANCE] * (bands - 1))
    found = {
        "gap": words(figures["gap"], step),
        "gap_se": errors(figures["gap_se"], step_se),
        "loss2": words(figures["loss2"], step),
        "loss2_se": errors(figures["loss2_se"], step_se),
        "agreed": words(figures["agreed"], CHANCE),
        "agreed_se": errors(figures["agreed_se"], CHANCE),
    }
    for name in ("cut", "equal", "grade", "keep", "keep2", "unexpected"):
        found[name] = codes(figures[name])
    for kind in ("first", "envido", "ordago"):
        told = {name: figures[f"{kind}_{name}"] for name in _BET}
        found |= {f"{kind}_{name}": codes(told[name]) for name in ("act", "next", "rare")}
        found[f"{kind}_loss"] = words(told["loss"], step)
        found[f"{kind}_loss_se"] = errors(told["loss_se"], step_se)
        if kind == "first":
            found["first_often"] = words(told["often"], CHANCE)
            found["first_often_se"] = errors(told["often_se"], CHANCE)
            continue
        for name in ("win", "need"):
            found[f"{kind}_{name}"] = words(told[name], CHANCE)
            found[f"{kind}_{name}_se"] = errors(told[f"{name}_se"], CHANCE)
    return found


_BET = (
    *("act", "next", "rare", "loss", "loss_se", "often", "often_se"),
    *("win", "win_se", "need", "need_se"),
)
