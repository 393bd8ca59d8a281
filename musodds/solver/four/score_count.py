"""The count of a hand for all hands of a seat at a time: who gets to the target first.

Once a pair is there nothing more is added, so that the first one stays the only one. All loops are
without branches.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...jit import Arr, njit_bare

_0, _1 = np.float32(0), np.float32(1)


@njit_bare
def open_count(ours: Any, theirs: Any, us: Arr, them: Arr) -> None:
    """Begin with what was paid at once."""
    for h in range(len(us)):
        us[h] = ours
        them[h] = theirs


@njit_bare
def show_down(stake: Any, sign: Arr, show: Arr, target: Any, us: Arr, them: Arr) -> None:
    """Add the stake and the bonuses of a lance to who wins it."""
    for h in range(len(us)):
        paid = stake * sign[h] + show[h]
        paid = paid if (us[h] < target) & (them[h] < target) else _0
        us[h] += paid if paid > _0 else _0
        them[h] -= paid if paid < _0 else _0


@njit_bare
def bonus(share: Any, gain: Arr, loss: Any, target: Any, us: Arr, them: Arr) -> None:
    """Add the bonuses of a lance whose bet was refused: ours by a share of 1, or theirs."""
    for h in range(len(us)):
        live = _1 if (us[h] < target) & (them[h] < target) else _0
        us[h] += live * (share * gain[h])
        them[h] += live * loss


@njit_bare
def worth_of(
    stake: Any, sign: Arr, show: Arr, target: Any, us: Arr, them: Arr, worth: Arr, out: Arr
) -> None:
    """Count a last lance that is shown down, and fill in what the score is worth."""
    size = np.int32(target) + np.int32(1)
    for h in range(len(out)):
        paid = stake * sign[h] + show[h]
        paid = paid if (us[h] < target) & (them[h] < target) else _0
        a = us[h] + (paid if paid > _0 else _0)
        b = them[h] - (paid if paid < _0 else _0)
        a, b = a if a < target else target, b if b < target else target
        out[h] = worth[np.int32(a) * size + np.int32(b)]


@njit_bare
def worth_of_bonus(
    share: Any, gain: Arr, more: Any, loss: Any, target: Any,
    us: Arr, them: Arr, worth: Arr, out: Arr,
) -> None:  # fmt: skip
    """Count a last lance that was refused, and fill in what the score is worth."""
    size = np.int32(target) + np.int32(1)
    for h in range(len(out)):
        live = _1 if (us[h] < target) & (them[h] < target) else _0
        a = us[h] + live * (share * gain[h] + more)
        b = them[h] + live * loss
        a, b = a if a < target else target, b if b < target else target
        out[h] = worth[np.int32(a) * size + np.int32(b)]
