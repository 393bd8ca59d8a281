"""The ways to compile a kernel."""

from __future__ import annotations

import numpy as np
import pytest

from musodds.jit import njit_bare, njit_inline, njit_inner, njit_part


@njit_inner
def _inner(x):  # type: ignore[no-untyped-def]
    return x[0] + 1


@njit_inline
def _inline(x):  # type: ignore[no-untyped-def]
    return x[0] + 2


@njit_part
def _part(x):  # type: ignore[no-untyped-def]
    return x[0] + 3


@njit_bare
def _outer(x):  # type: ignore[no-untyped-def]
    return _inner(x) * _inline(x) * _part(x)


def test_kernels_call_each_other_and_python_is_refused() -> None:
    """A kernel without a way in from Python says so, before it is compiled and after."""
    x = np.ones(2)
    for _ in range(2):
        for closed in (_inner, _inline):
            with pytest.raises(TypeError, match="kernels only"):
                closed(x)
        assert _outer(x) == 24
    assert _part(x) == 4
