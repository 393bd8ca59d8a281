"""Let Ctrl-C wait for a moment at which work can be stopped and taken up again."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def held_interrupts() -> Iterator[Callable[[], None]]:
    """Hold back Ctrl-C; the function that is handed out raises it where it has been pressed.

    Pressed a second time it is not held back. In other threads than the main one nothing is done.

    Examples
    --------
    >>> before = signal.signal(signal.SIGINT, signal.default_int_handler)
    >>> with held_interrupts() as raise_if_pressed:
    ...     signal.raise_signal(signal.SIGINT)
    ...     print("the work goes on")
    ...     try:
    ...         raise_if_pressed()
    ...     except KeyboardInterrupt:
    ...         print("stopped")
    the work goes on
    stopped
    >>> signal.signal(signal.SIGINT, before) is signal.default_int_handler
    True
    """
    pressed: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(number)

    def raise_if_pressed() -> None:
        if pressed:
            pressed.clear()
            raise KeyboardInterrupt

    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield raise_if_pressed
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield raise_if_pressed
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    raise_if_pressed()
