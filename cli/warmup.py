"""``musodds warmup``."""

from __future__ import annotations

import click


@click.command("warmup")
def command() -> None:
    """Compile all kernels and keep them, so that later answers come at once."""
    import time

    from ..advise import advise_hand
    from ..exact import odds
    from ..jit import cache_dir

    start = time.perf_counter()
    for what, work in (
        ("cut, mus and discards", lambda: advise_hand("RRCA", deals=1)),
        ("odds with a known partner", lambda: odds("RRCA", partner="7654")),
    ):
        click.echo(f"compiling: {what} ...", err=True)
        work()
    took = time.perf_counter() - start
    click.echo(f"ready after {took:.1f} s; kernels are kept in {cache_dir()}")
