"""What each command says: its sentences, its tables, how the numbers were made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .evidence_sheets import evidence_sheets, explained_sheet
from .render import Cell, Column, Report, Sheet, error, fine, percent, signed

if TYPE_CHECKING:
    from ..advise import Advice
    from ..discard import DiscardRanking
    from ..evidence import Item
    from ..exact import Odds
    from ..five import FiveCards
    from ..mus import Choice
    from ..setup import Setup
    from ..situation import Situation

TANTOS = "Tantos are ours minus theirs, without betting"
UNITS = f"{TANTOS}; ± is one standard error."

MAKES = (
    "What a discard makes is exact if all unseen cards are equally likely; p28+ is a punto of 28 "
    "to 30; ≈ cannot be told from the best."
)


def about(asked: Situation) -> str:
    """Return the question in a line, e.g. ``RRCA, mano (naipera: 8 kings, games of 40)``."""
    deck = asked.rules.deck()
    partner = "" if asked.partner is None else f", partner {deck.show(asked.partner)}"
    players = "" if asked.players == 4 and not asked.solo else f" of {asked.players}"
    solo = ", each for himself" if asked.solo else ""
    return (
        f"{deck.show(asked.hand)}, {asked.seat}{players}{solo}{partner} ({asked.rules.describe()})"
    )


def odds_sheet(odds: Odds) -> Sheet:
    """Return the five lances, then the sum in paso."""
    who = "I win" if odds.asked.solo else "we win"
    columns = [
        Column("lance", "lance", left=True),
        Column("win", who, percent),
        Column("contested", "contested", percent),
        Column("win_if_contested", f"{who} those", percent),
        Column("nobody", "nobody", percent),
        Column("paso_tantos", "tantos in paso", signed),
    ]
    rows: list[list[Cell]] = []
    for lance, chances in odds.lances.items():
        contested = chances.get("contested", chances.get("played"))
        won = chances.get("win_if_contested", chances.get("win_if_played"))
        brings = None if odds.paso_by_lance is None else odds.paso_by_lance[lance]
        rows.append([lance, chances["win"], contested, won, chances.get("nobody"), brings])
    if odds.paso_ev is not None:
        rows.append(["all", None, None, None, None, odds.paso_ev])
    if odds.se is not None:
        columns.insert(2, Column("win_se", "± se", lambda se: f"± {100 * se:.2f}"))
        for row in rows:
            row.insert(2, odds.se[str(row[0])]["win"] if row[1] is not None else None)
    return Sheet(f"Odds of the lances ({odds.method})", columns, rows)


def odds_why(odds: Odds) -> list[str]:
    """Name the lances that carry the hand and those that cost it most."""
    if odds.paso_by_lance is None:
        return []
    ranked = sorted(odds.paso_by_lance.items(), key=lambda item: -item[1])
    carry = [f"{lance} ({signed(n)})" for lance, n in ranked if n > 0.15][:2]
    cost = [f"{lance} ({signed(n)})" for lance, n in ranked[::-1] if n < -0.15][:2]
    known = "With all this" if odds.evidence is not None else "Before anybody speaks"
    text = f"{known} the hand is worth {paso(odds)} in paso"
    if carry:
        text += f"; it lives on {' and '.join(carry)}"
    if cost:
        text += f"; it suffers in {' and '.join(cost)}"
    return [text + "."]


def paso(odds: Odds) -> str:
    """Return the tantos in paso, with their standard error where they are sampled."""
    if odds.paso_ev is None:
        return "no tantos: each plays for himself"
    se = "" if odds.se is None else f" {error(odds.se['paso_ev'])}"
    return f"{signed(odds.paso_ev)}{se} tantos"


def choice_sheet(choice: Choice) -> Sheet:
    """Cut against mus."""
    columns = (
        Column("option", "option", left=True),
        Column("tantos", "tantos", fine),
        Column("se", "± se", error),
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
    return [*pedrete_lines(choice), *_cut_or_mus_lines(choice)]


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
    if choice.asked.place == 3:
        return [told, f"The other three have said mus. If you say it too, {mus}."]
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
    when = "in the mus visto" if ranking.visto else "once all have said mus"
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
        f"Monte Carlo, {choice.deals:,} deals, seed {setup.seed}, every lance passed, style "
        f"{setup.style.name}: the others cut with their best {_shares(setup)} of hands; after "
        f"{setup.max_rounds} of mus the mano must cut.{_fewer(choice)}",
    ]


def _shares(setup: Setup) -> str:
    return " / ".join(map(percent, setup.style.shares))


def _fewer(choice: Choice) -> str:
    if choice.deals >= choice.setup.deals:
        return ""
    return " Fewer deals than asked: seats that rarely say mus take many tries each."


def odds_note(odds: Odds) -> str:
    """Say how the odds were made, and what the columns mean."""
    how = "Exact" if odds.seed is None else f"Monte Carlo, seed {odds.seed}"
    if odds.joint is not None and not odds.joint.is_hard:
        how = f"Exact but for rounding (relative error below {odds.joint.error:.0e}), weighted"
    us, both = ("I", "another holds it too") if odds.asked.solo else ("we", "both sides hold it")
    return (
        f"{how}: {odds.deals:,.0f} deals. Win: of all deals, pares and juego that only {us} hold "
        f"included. Contested: {both} (punto: it is played)."
    )


def odds_report(
    odds: Odds, explained: Sequence[tuple[Item, Odds]] = (), joint: bool = False
) -> Report:
    """Report the odds alone, with what the evidence says of the other seats."""
    worth = "ODDS" if odds.paso_ev is None else f"{paso(odds)} in paso"
    sheets, notes = (
        [odds_sheet(odds)],
        [odds_note(odds), f"{TANTOS}." if odds.se is None else UNITS],
    )
    if odds.joint is not None:
        sheets += evidence_sheets(odds.joint, joint)
    if explained:
        sheets.append(explained_sheet(odds, explained))
        notes.append("Each row leaves out one piece of evidence and keeps the others.")
    seen = [] if odds.evidence is None else [f"Seen: {i.words}." for i in odds.evidence.items]
    return Report(
        odds,
        f"{worth}   {about(odds.asked)}",
        [*seen, *odds_why(odds)],
        sheets,
        notes,
    )


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
        pedrete_lines(choice),
        [discard_sheet(ranking)],
        [
            "The chances of what a discard makes are exact.",
            *([visto] if ranking.visto else []),
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
