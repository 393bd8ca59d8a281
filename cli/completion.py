"""``musodds completion``."""

from __future__ import annotations

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish"), case_sensitive=False))
def command(shell: str) -> None:
    """Print the script that completes commands, seats, rules, styles, lances and hands.

    \b
    musodds completion bash > ~/.local/share/bash-completion/completions/musodds
    musodds completion zsh > ~/.zfunc/_musodds      (a folder of your fpath)
    musodds completion fish > ~/.config/fish/completions/musodds.fish
    """
    from click.shell_completion import get_completion_class

    from . import cli

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "musodds", "_MUSODDS_COMPLETE").source())
