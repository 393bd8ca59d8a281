"""``musodds compare``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from .options import announce_compiling, formatted
from .output import PICTURES, check_output, write_bytes
from .progress import progress_bar

if TYPE_CHECKING:
    from ..compare_side import Side

PARTS = ("deals", "hands", "cuts", "discards", "advice")
EXAMPLE = "musodds compare naipera ehmf"
Two = tuple[str, str]


def _is_style(name: str) -> bool:
    """Tell whether a name given without an option is that of a style."""
    from ..style import EQUILIBRIUM, NAMED_STYLES

    base = name.lower().partition("+")[0]
    return base in (*NAMED_STYLES, EQUILIBRIUM) or base.startswith("cut:") or base.endswith(".csv")


def _two(values: Sequence[str], what: str, example: str) -> Two:
    """Return what is given for either side: once for both, or twice for one each."""
    if len(values) > 2:
        expected = "once for both sides or twice for one each"
        raise InputError(f"{what} {len(values)} times", expected, example)
    return values[0], values[-1]


def _sort(
    names: tuple[str, ...], rules: tuple[str, ...], style: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rules and the styles that are given, by name alone or by option."""
    if not names:
        return rules, style
    if len(names) != 2:
        told = f"{len(names)} names" if len(names) > 2 else f"'{names[0]}' alone"
        raise InputError(told, "two sets of rules or two styles", EXAMPLE)
    kinds = {_is_style(name) for name in names}
    if len(kinds) > 1:
        raise InputError(
            f"'{names[0]}' and '{names[1]}'", "two sets of rules or two styles", EXAMPLE
        )
    option, given = ("--style", style) if kinds == {True} else ("--rules", rules)
    if given:
        raise InputError(f"'{names[0]}' and {option} '{given[0]}'", "one or the other", EXAMPLE)
    return (rules, names) if kinds == {True} else (names, style)


def _fields(changes: tuple[str, ...], kings: tuple[int, ...], is_twice: bool) -> dict[str, Two]:
    """Sort the changes of rules by field, each for either side.

    If nothing else is given twice, it is the kings that are compared.
    """
    fields: dict[str, list[str]] = {}
    for change in (*changes, *(f"kings={number}" for number in kings)):
        field, equals, _value = change.partition("=")
        if not equals:
            raise InputError(f"set '{change}': no value", "field=value", "--set real=ten")
        fields.setdefault(field.strip(), []).append(change)
    is_twice = is_twice or any(len(some) > 1 for some in fields.values())
    if not is_twice and "kings" in fields:
        raise InputError(f"{fields['kings'][0]} alone", "two to compare", "--kings 8 --kings 4")
    if not is_twice:
        fields["kings"] = ["kings=8", "kings=4"]
    return {
        field: _two(some, f"--set {field}", f"--set {some[0]} --set {some[-1]}")
        for field, some in fields.items()
    }


def _read(
    names: tuple[str, ...], rules: tuple[str, ...], kings: tuple[int, ...], style: tuple[str, ...],
    changes: tuple[str, ...],
) -> tuple[Side, Side, bool]:  # fmt: skip
    """Return the two sides, and whether the styles of a name are all to be asked."""
    from ..compare_side import USUAL, make_side
    from ..rules import DEFAULT_RULES, load_rules

    rules, style = _sort(names, rules, style)
    bases = _two(rules or (DEFAULT_RULES,), "--rules", "--rules naipera --rules ehmf")
    styles = _two(style or (USUAL,), "--style", "--style usual --style patient")
    fields = _fields(changes, kings, len(rules) == 2 or len(style) == 2)
    a, b = (
        make_side(load_rules(bases[i], [both[i] for both in fields.values()]), styles[i])
        for i in (0, 1)
    )
    return a, b, not style


def _check_path(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    if not value.lower().endswith(PICTURES):
        expected = f"a file ending in {' or '.join(PICTURES)}"
        raise InputError(f"-o '{value}'", expected, "-o compare.png")
    check_output(value, example="compare.png")
    return value


@click.command("compare")
@click.argument("names", nargs=-1, metavar="[A B]")
@click.option("--kings", type=int, multiple=True, help="Kings of either side: --kings 8 --kings 4.")
@click.option("--rules", metavar="NAME|FILE.toml", multiple=True, help="As A and B; or for both.")
@click.option("--style", multiple=True, help="How all play: once for both sides, twice for each.")
@click.option(
    "--set",
    "changes",
    metavar="FIELD=VALUE",
    multiple=True,
    help="Change a rule: once for both sides, twice for each.",
)
@click.option("--seat", help="One seat alone: mano, segundo, tercero, postre, or 1 to 4.")
@click.option(
    "--part",
    "parts",
    type=click.Choice(PARTS, case_sensitive=False),
    multiple=True,
    help="These parts alone; deals and hands are counted and come at once.",
)
@click.option("--deals", type=int, help="Deals behind each share that cuts; about a million.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("-o", "path", metavar="FILE", callback=_check_path, help="A page: .png, .svg, .pdf.")
@formatted
def command(
    names: tuple[str, ...], seat: str | None, parts: tuple[str, ...], deals: int | None, seed: int,
    path: str | None, form: str, **given: Any,
) -> None:  # fmt: skip
    """Compare two sets of rules, or two styles: 8 kings with 4 if none are named.

    What is dealt, which hands rise and fall, with what to cut, what to throw, and which classic
    advice still holds. What is given twice is compared, what is given once holds for both.

    \b
    musodds compare --kings 8 --kings 4
    musodds compare naipera ehmf --seat postre
    musodds compare usual patient --rules ehmf
    musodds compare --set real=off --set real=ten --part advice
    """
    from ..compare import make_question

    a, b, named = _read(names, given["rules"], given["kings"], given["style"], given["changes"])
    asked = make_question(a, b, seat, named, parts or PARTS, deals, seed)
    if asked.is_sampled:
        announce_compiling("trials")
    with progress_bar("compare") as progress:
        found = asked.answer(progress)
    _report(found, path, form)


def _report(found: Any, path: str | None, form: str) -> None:
    from ..lang import _
    from .compare_sheets import compare_report
    from .render import emit

    more = []
    if path is not None:
        from ..reports.compare_figure import compare_figure
        from ..reports.look import figure_bytes

        write_bytes(path, figure_bytes(compare_figure(found), path.rpartition(".")[2].lower()))
        more.append(_("The page is in {path}.").format(path=path))
    emit(form, lambda: compare_report(found, more))
