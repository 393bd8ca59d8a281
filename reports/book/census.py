"""Chapter 2: what is dealt."""

from __future__ import annotations

from ...lang import _
from ...rules import load_rules
from ...tables import census
from . import names
from .content import Chapter, Heading, Number, Para, Table, Text, say
from .data import Data
from .pictures import picture

COUNTED = ("pares", "par", "medias", "duples", "four alike", "juego")
LEAST_PUNTO = 24


def chapter(data: Data) -> Chapter:
    """Return the chapter."""
    return Chapter(
        "census",
        _("What you are dealt"),
        (
            Para(_deals(data)),
            _table(data),
            Heading(_("Who has it at a table of four")),
            _who(data),
            picture("disputed", data.rules, _("How often the lances are disputed. Exact.")),
        ),
    )


def _other_rules(data: Data) -> str:
    return "ehmf" if data.rules.kings == 8 else "naipera"


def _deals(data: Data) -> Text:
    counts = {name: float((data.weight * data.chance(name)).sum(1).mean()) for name in _FIELDS}
    return say(
        _(
            "Pares are {pares} of hands and juego {juego}. So in pares both pairs take part in "
            "{contested} of deals, and then it is worth a bet; juego is fought over in only "
            "{juegos}, and in {punto} nobody has it and punto is played."
        ),
        pares=data.share(data.space.pares > 0, "pares"),
        juego=data.share(data.space.juego > 0, "juego"),
        contested=Number(counts["pares_contested"], "deal/pares_contested"),
        juegos=Number(counts["juego_contested"], "deal/juego_contested"),
        punto=Number(counts["juego_nobody"], "deal/juego_nobody"),
    )


_FIELDS = ("pares_contested", "pares_nobody", "juego_contested", "juego_nobody")


def _table(data: Data) -> Table:
    here, there = census(data.rules), census(_other_rules(data))
    other = dict(zip(there.holds, there.share, strict=True))
    rows = []
    for row in here.itertuples():
        name = str(row.holds)
        points = name.partition(" ")[2]
        wanted = name in COUNTED or name.startswith("juego ")
        if wanted or (name.startswith("punto ") and int(points) >= LEAST_PUNTO):
            rows.append(
                (
                    names.holding(name),
                    Number(int(row.hands), f"census/{name}/hands", None, "count"),
                    Number(float(row.share), f"census/{name}/share"),
                    Number(float(other.get(name, 0)), f"census/{name}/share/other"),
                )
            )
    kings = load_rules(_other_rules(data)).kings
    return Table(
        (_("a hand of"), _("hands"), _("share"), _("with {kings} kings").format(kings=kings)),
        tuple(rows),
        say(
            _("Exact, of {all} hands."),
            all=Number(int(data.space.weights.sum()), "census/any/hands", None, "count"),
        ),
        widths=(0.4, 0.2, 0.2, 0.2),
    )


def _who(data: Data) -> Table:
    rows = []
    for lance in ("pares", "juego"):
        both = float((data.weight * data.chance(f"{lance}_contested")).sum(1).mean())
        nobody = float((data.weight * data.chance(f"{lance}_nobody")).sum(1).mean())
        rows.append(
            (
                names.lance(lance),
                Number(both, f"deal/{lance}_contested"),
                Number(1 - both - nobody, f"deal/{lance}_one_pair"),
                Number(nobody, f"deal/{lance}_nobody"),
            )
        )
    return Table(
        ("", _("both pairs"), _("one pair alone"), _("nobody")),
        tuple(rows),
        say(_("Exact, of all deals.")),
        widths=(0.4, 0.2, 0.2, 0.2),
    )
