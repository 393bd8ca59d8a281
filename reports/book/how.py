"""Chapter 1: how to read the book."""

from __future__ import annotations

from ... import __version__
from ...lang import _
from .content import Bullets, Cards, Chapter, Heading, Number, Para, Table, say
from .data import STYLE, Data


def chapter(data: Data) -> Chapter:
    """Return the chapter."""
    rules = data.rules
    mano = float((data.weight * data.paso).sum(1)[0])
    example = Number(mano, "paso/mano", None, "signed")
    lines = (
        say(
            _(
                "<b>The rules</b> are {rules}: {kings} kings, games of {target} tantos. Other "
                "tables play other rules; their book has other numbers."
            ),
            rules=rules.name,
            kings=rules.kings,
            target=rules.target,
        ),
        say(
            _(
                "<b>Cards</b> are written high to low: {rey} king, {caballo} caballo, {sota} sota, "
                "then numbers, {ace} the ace. A short form such as {short} means a hand with those "
                "cards; “or better” counts upwards in the lance it is said of."
            ),
            rey=Cards("R"),
            caballo=Cards("C"),
            sota=Cards("S"),
            ace=Cards("A"),
            short=Cards("RR"),
        ),
        say(
            _(
                "<b>Tantos</b> are ours minus theirs over a whole hand. With every lance passed "
                "the mano’s pair wins {example} a hand just for speaking first: one tanto in some "
                "{hands} hands."
            ),
            example=example,
            hands=Number(1 / abs(mano), "paso/mano/hands", None, "count"),
        ),
        say(
            _(
                "<b>No ±, exact.</b> A number without ± was counted over all deals. With ± it was "
                "sampled: two runs in three come within the ±, 19 in 20 within twice as much."
            )
        ),
        say(
            _(
                "<b>The table</b>: the other three cut with their best {share} of hands and bet as "
                "a strategy solved for such a table does. Against people who never cut, or who "
                "accept everything, move from there."
            ),
            share=Number(data.phase.setup.style.shares[0], "style/share"),
        ),
        say(
            _(
                "<b>Cut and discard</b> numbers take every lance as passed, as the gain from "
                "betting depends on who sits opposite. <b>Bet</b> numbers are of solved betting, "
                "the lances that follow included. <b>Accept</b> numbers are of the lance alone: "
                "the rival bets as solved and you answer for your pair, with the cards as dealt."
            )
        ),
    )
    return Chapter(
        "how",
        _("How to read this book"),
        (
            Para(
                say(
                    _(
                        "This is a book of decisions: cut or mus, what to keep, when to bet, "
                        "when to "
                        "say no. Each has a number, and each number can be checked: all were "
                        "computed by musodds {version} when the book was built."
                    ),
                    version=__version__,
                )
            ),
            Bullets(lines),
            Heading(_("Where the numbers come from")),
            _sources(data),
        ),
    )


def _sources(data: Data) -> Table:
    readings = 4 * data.read_deals  # of each seat
    return Table(
        (_("what"), _("how"), _("deals or hands")),
        (
            (
                _("odds of the lances, census, señas"),
                _("exact"),
                Number(data.table.deals, "deals/odds", None, "count"),
            ),
            (
                _("cut or mus, discards"),
                _("sampled"),
                Number(float(data.phase.values["deals"].sum()), "deals/phase", None, "count"),
            ),
            (
                _("betting"),
                _("solved, then sampled"),
                Number(readings, "deals/read", None, "count"),
            ),
            (
                _("chance of winning the game"),
                _("sampled"),
                Number(data.equity.hands, "deals/equity", None, "count"),
            ),
            (
                _("accepting, señas that are seen"),
                _("sampled"),
                Number(len(data.dealt), "deals/dealt", None, "count"),
            ),
        ),
        say(
            _("Odds are per hand held: all ways to deal the other three. Style: {style}."),
            style=STYLE,
        ),
        left=(0, 1),
        widths=(0.45, 0.25, 0.3),
    )
