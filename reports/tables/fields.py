"""What the columns of the tables hold, and how people call them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...hands import LANCE_NAMES
from ...lang import _, pgettext
from ...words import lance_word

Kind = Literal["text", "count", "chance", "share", "edge", "tantos", "amount"]
IN_PERCENT = ("chance", "share", "edge")
ERROR = "_se"  # the ending of a column that holds the standard error of another
SCORED = "score"  # key of `cut` at a score, whose values are chances of winning the game


@dataclass(frozen=True, slots=True)
class Field:
    """A column: what stands above it, in which unit, and what its values are.

    Attributes
    ----------
    heading, unit : str
        In the language in use; columns with one heading stand together below it.
    kind : str
        ``text``, ``count``, ``chance`` (0 to 1), ``share`` (a chance mostly below 0.1),
        ``edge`` (a chance less another one), ``tantos`` (ours minus theirs) or ``amount`` (tantos
        that are never negative).
    """

    heading: str
    unit: str = ""
    kind: Kind = "text"


def _percent(what: str = "") -> str:
    return f"{what}, %" if what else "%"


def _lances() -> dict[str, Field]:
    """Return the columns of the odds."""
    won, contested = _percent(_("won")), _percent(_("contested"))
    fields = {f"{lance}_win": won for lance in LANCE_NAMES}
    fields |= {f"{lance}_contested": contested for lance in ("pares", "juego")}
    fields["punto_played"] = _percent(_("played"))
    odds = {
        name: Field(lance_word(name.partition("_")[0]), unit, "chance")
        for name, unit in fields.items()
    }
    return odds | {"paso_ev": Field(_("in paso"), _("tantos"), "tantos")}


def _declared() -> dict[str, Field]:
    """Return the columns of what pares and juego, yes or no, say about a hand."""
    answers = {"yes": _("yes"), "no": _("no")}
    words = {
        f"{lance}_{said}": f"{lance_word(lance)}: {answer}"
        for lance in ("pares", "juego")
        for said, answer in answers.items()
    }
    fields = {name: Field(word, "%", "share") for name, word in words.items()}
    return fields | {
        f"{pares}_{juego}": Field(words[pares], _percent(words[juego]), "share")
        for pares in ("pares_yes", "pares_no")
        for juego in ("juego_yes", "juego_no")
    }


def _makes() -> dict[str, Field]:
    """Return the columns of what a discard makes."""
    words = {
        "pares": lance_word("pares"),
        "medias": _("medias"),
        "duples": _("duples"),
        "juego": lance_word("juego"),
        "31": "31",
        "punto28": _("punto 28+"),
    }
    return {name: Field(_("makes"), _percent(word), "chance") for name, word in words.items()}


def _at_score() -> dict[str, Field]:
    """Return the columns of cut against mus at a score."""
    words = {"difference": _("cut less mus"), "cut": _("cut"), "mus": _("mus")}
    unit = _percent(_("of the game"))
    fields = {name: Field(word, unit, "chance") for name, word in words.items()}
    fields["difference"] = Field(words["difference"], unit, "edge")
    return fields | {
        f"{name}_tantos": Field(word, _("tantos"), "tantos") for name, word in words.items()
    }


def fields(table: str) -> dict[str, Field]:
    """Return the columns of a table by their names in CSV, those of standard errors apart.

    Parameters
    ----------
    table : str
        A name in `tables.TABLES`, ``equity``, or ``score`` for `score_table.line_frame`.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("eu"):
    ...     fields("lances")["grande_win"]
    Field(heading='handia', unit='irabazia, %', kind='chance')
    """
    tantos = _("tantos")
    found = {
        "hand": Field(_("hand")),
        "seat": Field(_("seat")),
        "advice": Field(_("advice")),
        "difference": Field(_("cut less mus"), tantos, "tantos"),
        "cut": Field(_("cut"), tantos, "tantos"),
        "mus": Field(_("mus"), tantos, "tantos"),
        "p_agreed": Field(_("all say mus"), "%", "chance"),
        "throw": Field(_("throw")),
        "keep": Field(_("keep")),
        "flattered": Field(_("never says")),
        "deals": Field(_("deals"), "", "count"),
        "tantos": Field(_("worth"), tantos, "tantos"),
        "loss": Field(_("loses"), tantos, "amount"),
        "holds": Field(pgettext("cards", "holds")),
        "hands": Field(_("hands"), "", "count"),
        "share": Field(_("share"), "%", "share"),
        "dealt": Field(_("dealt"), "%", "share"),
        "lance": Field(_("lance")),
        "holder": Field(_("one holds it")),
        "both": Field(_("both pairs"), "%", "chance"),
        "ours": Field(_("only his"), "%", "chance"),
        "theirs": Field(_("only the other"), "%", "chance"),
        "nobody": Field(_("nobody"), "%", "chance"),
        "weaker": Field(_("weaker hands"), "%", "chance"),
        "example": Field(_("such as")),
        "win": Field(_("the pair wins"), "%", "chance"),
        "first": Field(_("earlier")),
        "second": Field(_("later")),
        "pair": Field(_("pair of")),
        "us": Field(_("we have"), "", "count"),
        "them": Field(_("they have"), "", "count"),
        "mano": Field(_("mano")),
        "game": Field(_("we win the game"), "%", "chance"),
        "tanto": Field(_("a tanto adds"), "%", "chance"),
        "ordago": Field(_("an órdago is worth"), tantos, "amount"),
    }
    found |= _lances() | _declared()
    if table == "discards":
        found |= _makes()
    return found | _at_score() if table == SCORED else found


def describe(name: str, known: dict[str, Field]) -> str:
    """Return in a line what a column holds, its own name if it is not known.

    Examples
    --------
    >>> from musodds.lang import speaking
    >>> with speaking("en"):
    ...     describe("difference_se", fields("cut")), describe("hand", fields("cut"))
    ('standard error of: cut less mus (tantos)', 'hand')
    """
    if name.endswith(ERROR) and name.removesuffix(ERROR) in known:
        return _("standard error of: {column}").format(
            column=describe(name.removesuffix(ERROR), known)
        )
    field = known.get(name, Field(name))
    if field.kind in IN_PERCENT:  # files hold chances, pages per cent
        unit, least = field.unit.rpartition("%")[0].rstrip(", "), "-1" * (field.kind == "edge")
        span = _("{least} to 1").format(least=least or "0")
        within = "; ".join(part for part in (unit, span) if part)
    else:
        within = field.unit
    return f"{field.heading} ({within})" if within else field.heading
