"""What ``musodds`` alone shows on a terminal: three examples, and the offer to be asked."""

from __future__ import annotations

from .. import __version__
from ..lang import _
from .fitted import say
from .typed import Left, pause


def welcome() -> list[str] | None:
    """Show the first steps; return the command to go on with.

    Returns
    -------
    list of str or None
        Arguments of ``musodds``; None if the user leaves.
    """
    examples = (
        ("musodds advise RRCA --seat mano", _("do I cut, what do I throw?")),
        ('musodds odds "R R 4 A" --seat postre', _("how often do we win each lance?")),
        ("musodds score SS65 SRC4 CCC7 RR51", _("who writes down what?")),
    )
    what = _("odds and advice for mus, four players")
    say(f"musodds {__version__}: {what}\n", bold=True)
    for command, question in examples:
        say(f"  {command:38}{question}")
    say("\n" + _("All commands: musodds --help. Your own defaults: musodds config."))
    try:
        pause(_("Press Enter to be asked about a hand, q to leave:"))
    except Left:
        return None
    return ["advise", "--ask"]
