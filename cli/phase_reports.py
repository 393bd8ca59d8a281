"""What is said of the mus phase: the choice, the discards, the advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..flow import spoken_before
from ..seats import seats_of
from .render import Cell, Column, Report, Sheet, error, error_or_exact, fine, percent, signed
from .reports import UNITS, about, odds_note, odds_sheet, odds_why

if TYPE_CHECKING:
    from ..advise import Advice
    from ..choice import Choice
    from ..discard import DiscardRanking
    from ..five import FiveCards
    from ..setup import Setup
    from ..standing import Standing


def choice_sheet(choice: Choice) -> Sheet:
    """Cut against mus."""
    columns = (
        Column("option", "option", left=True),
        Column("tantos", "tantos", fine),
        Column("se", "± se", error_or_exact),
    )
    rows: list[list[Cell]] = [
        ["cut", choice.cut.tantos, choice.cut.se],
        ["mus", choice.mus.tantos, choice.mus.se],
        ["cut minus mus", choice.difference.tantos, choice.difference.se],
    ]
    best = 0 if choice.advice == "cut" else 1
    return Sheet("Cut or mus", columns, rows, best)


def pedrete_lines(choice: Choice) -> list[str]:
    """Say what singing a pedrete is worth, where the hand is one."""
    if choice.pedrete is None:
        return []
    sung, kept = signed(choice.pedrete.sung), signed(choice.pedrete.kept)
    return [
        "A pedrete: sung before the cut it brings 1 tanto and four new cards, in paso "
        f"{sung} tantos in all; kept, the hand is worth {kept} (both exact)."
    ]


def choice_lines(choice: Choice) -> list[str]:
    """Explain the choice in sentences."""
    return [*known_lines(choice.standing), *pedrete_lines(choice), *_cut_or_mus_lines(choice)]


def known_lines(standing: Standing) -> list[str]:
    """Say what is known besides the hand: the rounds so far, what is kept, what was seen."""
    names = seats_of(standing.asked.players, standing.asked.solo)
    lines, played = [], standing.played
    if played.rounds:
        threw = "; ".join(
            f"round {r + 1}: you threw {hand}"
            + "".join(f", the {names[s]} {n}" for s, n in enumerate(row)
                      if n >= 0 and s != standing.asked.place)
            for r, (hand, row) in enumerate(zip(played.thrown, played.threw, strict=True))
        )  # fmt: skip
        lines.append(f"Round {played.rounds + 1} of mus ({threw}).")
    if standing.seen is not None:
        lines += [f"Seen: {item.words}." for item in standing.seen.items if not item.is_dead]
        gone = [card for item in standing.seen.items if item.is_dead for card in [str(item.cards)]]
        gone = gone[: len(gone) - played.rounds]
        lines += [f"Out of play: {', '.join(gone)}."] if gone else []
    lines += [f"The {names[seat]} keeps {kept}." for seat, kept in standing.keeps.items()]
    return lines


def _cut_or_mus_lines(choice: Choice) -> list[str]:
    best = choice.discards[0]
    gap = abs(choice.difference.tantos)
    other = "mus" if choice.advice == "cut" else "cutting"
    told = (
        f"Too close to call: {signed(choice.difference.tantos)} {error(choice.difference.se)}."
        if choice.is_close
        else f"Better than {other} by {gap:.2f} {error(choice.difference.se)} tantos: "
        f"cut {signed(choice.cut.tantos)}, mus {signed(choice.mus.tantos)}."
    )
    keep = f"keep {best.keep}" if best.keep else "keep nothing"
    mus = f"throw {best.throw} and {keep}: {signed(best.agreed.tantos)} tantos{_as_good(choice)}"
    if choice.p_agreed == 0:
        return [f"Your partner cuts with {choice.asked.partner}, whatever you say. If not, {mus}."]
    asked = choice.asked
    if len(spoken_before(asked.rules, asked.place, asked.players)) == asked.players - 1:
        return [told, f"All the others have said mus. If you say it too, {mus}."]
    agreed = percent(choice.p_agreed)
    return [
        told,
        f"Mus goes through in {agreed} of deals, otherwise you play these cards; then {mus}.",
    ]


def _as_good(choice: Choice) -> str:
    """Name the discards that cannot be told from the best."""
    close = [d.throw for d in choice.discards[1:] if d.is_close]
    return f" ({', '.join(close)} may be as good)" if close else ""


def headline(choice: Choice) -> str:
    """Return the advice in capitals, and the question."""
    words = {"cut": "CUT (no hay mus)", "mus": f"MUS, throw {choice.discards[0].throw}"}
    doubt = ", but it hardly matters" if choice.is_close else ""
    if choice.p_agreed == 0:
        return f"YOUR PARTNER CUTS ANYWAY   {about(choice.asked)}"
    return f"{_sing_first(choice)}{words[choice.advice]}{doubt}   {about(choice.asked)}"


def _sing_first(choice: Choice) -> str:
    pedrete = choice.pedrete
    sings = pedrete is not None and pedrete.sung > pedrete.kept
    return "SING the pedrete; unsung, " if sings else ""


def discard_sheet(ranking: DiscardRanking, most: int | None = None) -> Sheet:
    """Every distinct discard, what it is worth and what it makes."""
    columns = (
        Column("throw", "throw", left=True),
        Column("keep", "keep", left=True),
        Column("tantos", "tantos", fine),
        Column("se", "± se", error),
        Column("close", "", lambda close: "≈" if close else ""),
        Column("loss", "loss", hidden=True),
        Column("loss_se", "", hidden=True),
        *(Column(name, heading, percent) for name, heading in _HEADINGS.items()),
    )
    rows: list[list[Cell]] = [
        [
            d.throw or None,
            d.keep or None,
            d.agreed.tantos,
            d.agreed.se,
            int(d is not ranking.discards[0] and d.is_close),
            d.loss.tantos,
            d.loss.se,
            *ranking.makes[d.mask].values(),
        ]
        for d in ranking.discards
    ]
    when = "in the mus visto" if ranking.choice.standing.visto else "once all have said mus"
    return Sheet(f"What to throw {when}", columns, rows, best=0, most=most)


_HEADINGS = {
    "pares": "pares",
    "medias": "medias",
    "duples": "duples",
    "juego": "juego",
    "31": "31",
    "punto28": "p28+",
}


def choice_notes(choice: Choice) -> list[str]:
    """Say how the numbers were made."""
    setup = choice.setup
    corrido = "First hand, mus corrido: whoever cuts becomes mano, you too."
    return [
        UNITS,
        *([corrido] if setup.first_hand else []),
        f"Monte Carlo, {choice.deals:,} deals{_redraws(choice)}, seed {setup.seed}, every lance "
        f"passed, style {setup.style.name}: the others cut with their best {_shares(setup)} of "
        f"hands; after {setup.max_rounds} rounds of mus the mano must cut.{_ran_out(choice)}",
    ]


def _redraws(choice: Choice) -> str:
    return f" redrawn {choice.redraws} times" if choice.redraws > 1 else ""


def _ran_out(choice: Choice) -> str:
    if choice.ran_out == 0:
        return ""
    return (
        f" In {percent(choice.ran_out)} of deals the stock had run out before: there your own "
        "cards are taken to come from the first stock."
    )


def _shares(setup: Setup) -> str:
    return " / ".join(map(percent, setup.style.shares))


def choice_report(choice: Choice) -> Report:
    """Report cut against mus."""
    return Report(
        choice,
        headline(choice),
        choice_lines(choice),
        [choice_sheet(choice)],
        choice_notes(choice),
    )


def discard_report(ranking: DiscardRanking) -> Report:
    """Report all discards."""
    best, choice = ranking.discards[0], ranking.choice
    throw = f"THROW {best.throw}, keep {best.keep or 'nothing'}" if best.throw else "STAY, keep all"
    visto = (
        "Mus visto: nobody can cut, each throws or stays as is best in paso (choice of ours); "
        "then mus goes on as always."
    )
    return Report(
        ranking,
        f"{_sing_first(choice)}{throw}   {about(choice.asked)}",
        [*known_lines(choice.standing), *pedrete_lines(choice)],
        [discard_sheet(ranking)],
        [
            "The chances of what a discard makes are exact.",
            *([visto] if ranking.choice.standing.visto else []),
            *choice_notes(choice),
        ],
    )


def advice_report(advice: Advice) -> Report:
    """Report the advice: the recommendation, then the odds, the choice and the discards."""
    choice = advice.choice
    mano = (
        ["The odds are the mano's: whoever cuts becomes mano."] if choice.setup.first_hand else []
    )
    return Report(
        advice,
        headline(choice),
        [*choice_lines(choice), *odds_why(advice.odds)],
        [odds_sheet(advice.odds), choice_sheet(choice), discard_sheet(advice.ranking, 5)],
        [odds_note(advice.odds), *mano, *choice_notes(choice)],
    )


def five_report(five: FiveCards) -> Report:
    """Report which of five cards to throw."""
    columns = (
        Column("throw", "throw", left=True),
        Column("keep", "keep", left=True),
        Column("tantos", "tantos", fine),
        Column("se", "± se", error),
        *(Column(lance, f"{lance} won", percent) for lance in five.throws[0].lances),
    )
    rows: list[list[Cell]] = [
        [t.throw, t.keep, t.tantos.tantos, t.tantos.se, *t.lances.values()] for t in five.throws
    ]
    best = five.throws[0]
    return Report(
        five,
        f"THROW {best.throw}, keep {best.keep}   {about(five.asked)}",
        [],
        [Sheet("What to throw", columns, rows, best=0)],
        [
            UNITS,
            f"Monte Carlo, {five.deals:,} deals, seed {five.setup.seed}, every lance passed; "
            "everybody throws the card that leaves him most tantos in paso. Wild cards stand, "
            "lance by lance, for whatever rank is best there.",
        ],
    )
