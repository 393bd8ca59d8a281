"""What is said of the mus phase: the choice, the discards, the advice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..flow import spoken_before
from ..seats import seats_of
from .render import Cell, Column, Report, Sheet, error, error_or_exact, fine, percent, signed
from .reports import UNITS, about

if TYPE_CHECKING:
    from ..break_even import BreakEven
    from ..choice import Choice
    from ..cut_line import CutLine
    from ..discard import DiscardRanking
    from ..discard_by import RankedBy
    from ..five import FiveCards
    from ..rounds import Rounds
    from ..standing import Standing


def choice_sheet(choice: Choice) -> Sheet:
    """Cut against mus."""
    columns = (
        Column("option", "option", left=True),
        Column("tantos", "tantos", fine),
        Column("se", "± se", error_or_exact),
        Column("advised", "", hidden=True),
    )
    best = 0 if choice.advice == "cut" else 1
    rows: list[list[Cell]] = [
        ["cut", choice.cut.tantos, choice.cut.se, int(best == 0)],
        ["mus", choice.mus.tantos, choice.mus.se, int(best == 1)],
        ["cut minus mus", choice.difference.tantos, choice.difference.se, None],
    ]
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
        "Tantos are ours minus theirs; ± is one standard error.",
        *([corrido] if setup.first_hand else []),
        f"Monte Carlo, {choice.deals:,} deals{_redraws(choice)}, seed {setup.seed}, "
        f"{_payoff(choice)}; style {setup.style.name}: the others cut with "
        f"{shares_told(choice.standing)} of hands; after {rounds_told(setup.max_rounds)} of mus "
        f"the mano must cut.{_ran_out(choice)}",
    ]


def _instead(choice: Choice) -> list[str]:
    """Say what `advise` does differently."""
    if choice.payoff == "solved" and "+" in choice.setup.style.name:
        return [
            "Such a table does not learn: it takes who said mus for one who has nothing, so a "
            "strong hand that says mus is worth too much here. musodds advise does not count on it."
        ]
    if choice.payoff != "paso" or choice.asked.players != 4:
        return []
    return ["musodds advise plays the bets out as solved, where it can, and takes the score."]


def rounds_told(n: int) -> str:
    """Return a number of rounds in words."""
    return "1 round" if n == 1 else f"{n} rounds"


def _redraws(choice: Choice) -> str:
    return f" redrawn {choice.redraws} times" if choice.redraws > 1 else ""


def _ran_out(choice: Choice) -> str:
    if choice.ran_out == 0:
        return ""
    return (
        f" In {percent(choice.ran_out)} of deals the stock had run out before: there your own "
        "cards are taken to come from the first stock."
    )


def _payoff(choice: Choice) -> str:
    if choice.payoff == "paso":
        return "every lance passed"
    if choice.payoff == "solved":
        return "everybody bets as solved for such a table"
    return "envites of 2 opened and accepted as in the style"


def shares_told(standing: Standing) -> str:
    """Return how many hands the others cut with in the first round: one share, or by seat."""
    from ..policy import cut_shares, style_policy

    asked, setup = standing.asked, standing.setup
    policy = style_policy(asked.rules, setup.style, setup.first_hand, asked.players)
    shares = [percent(round(share, 9)) for share in cut_shares(asked.rules, policy)[0]]
    which = "" if setup.style.by_hand else "their best "
    if len(set(shares)) == 1:
        return f"{which}{shares[0]}"
    return f"{which}{' / '.join(shares)} (by seat)"


@dataclass(frozen=True)
class ChoiceAnswer:
    """A choice with where it flips and where the line is, if they were asked for."""

    choice: Choice
    flips: BreakEven | None
    line: CutLine | None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.mus/1``."""
        more = {"break_even": self.flips, "line": self.line}
        return self.choice.to_dict() | {name: x.to_dict() for name, x in more.items() if x}


def choice_report(
    choice: Choice, flips: BreakEven | None = None, line: CutLine | None = None
) -> Report:
    """Report cut against mus."""
    sheets, lines, notes = [choice_sheet(choice)], choice_lines(choice), choice_notes(choice)
    notes += _instead(choice)
    if flips is not None:
        lines.append(_flips_line(flips))
        sheets.append(_curve_sheet(flips))
    if line is not None:
        lines.append(
            f"In this seat and style cut with the best {percent(line.share)} of dealt hands."
        )
        sheets.append(_line_sheet(line))
        notes.insert(
            0,
            "The share keeps the style's own discards; hands near the line have their best ones.",
        )
    return Report(ChoiceAnswer(choice, flips, line), headline(choice), lines, sheets, notes)


def _flips_line(flips: BreakEven) -> str:
    sure = [gain for _, gain in flips.curve if abs(gain.tantos) > 2 * gain.se]
    if not sure:
        return "Whatever the others' cut rate, it is too close to call."
    if not flips.flips:
        upto = percent(flips.curve[-1][0])
        always = "cut" if sure[0].tantos >= 0 else "say mus"
        return f"The advice does not flip: {always}, whether the others cut with 0% or {upto}."
    told = " and ".join(
        f"{'cut' if f.above == 'cut' else 'say mus'} if they cut with more than "
        f"{percent(f.share)} ± {100 * f.se:.1f} of their hands"
        for f in flips.flips
    )
    return f"The advice flips with the others' cut rate: {told}."


def _curve_sheet(flips: BreakEven) -> Sheet:
    columns = (
        Column("cut", "others cut with", percent, left=True),
        Column("tantos", "cut minus mus", fine),
        Column("se", "± se", error),
    )
    rows: list[list[Cell]] = [[share, gain.tantos, gain.se] for share, gain in flips.curve]
    return Sheet("If the others cut more or less", columns, rows)


def _line_sheet(line: CutLine) -> Sheet:
    columns = (
        Column("hand", "hand", left=True),
        Column("paso", "in paso", signed),
        Column("tantos", "cut minus mus", fine),
        Column("se", "± se", error),
        Column("advice", "", left=True),
    )
    rows: list[list[Cell]] = [
        [
            h.hand, h.paso, h.difference.tantos, h.difference.se,
            "cut" if h.difference.tantos >= 0 else "mus",
        ]
        for h in line.near
    ]  # fmt: skip
    return Sheet("Hands near the line", columns, rows)


def ranked_by_report(found: RankedBy) -> Report:
    """Report how the ranking of discards changes."""
    best = (
        Column("by", found.by, left=True),
        Column("throw", "throw", left=True),
        Column("keep", "keep", left=True),
        Column("tantos", "tantos", fine),
        Column("se", "± se", error),
        Column("next", "next best throw", left=True),
        Column("loss", "costs", fine),
        Column("loss_se", "± se", error),
    )
    rows: list[list[Cell]] = []
    for name, choice in found.choices.items():
        first, second = choice.discards[:2]
        rows.append(
            [
                name, first.throw or None, first.keep or None, first.agreed.tantos,
                first.agreed.se, second.throw, second.loss.tantos, second.loss.se,
            ]
        )  # fmt: skip
    names = list(found.choices)
    columns = [
        Column("throw", "throw", left=True),
        *(Column(name, name, fine) for name in names),
    ]
    by_throw = {
        name: {d.throw: d.agreed.tantos for d in choice.discards}
        for name, choice in found.choices.items()
    }
    every: list[list[Cell]] = [
        [throw or None, *(by_throw[name].get(throw) for name in names)]
        for throw in by_throw[names[0]]
    ]
    keeps = {choice.discards[0].keep or "nothing" for choice in found.choices.values()}
    told = f"always keep {keeps.pop()}" if len(keeps) == 1 else f"it changes with the {found.by}"
    return Report(
        found,
        f"{told.upper()}   {about(found.standing.asked)}",
        [],
        [
            Sheet(f"Best by {found.by}", best, rows),
            Sheet("Tantos of every discard", columns, every),
        ],
        choice_notes(found.choices[names[0]]),
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
            *_instead(choice),
        ],
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


def rounds_report(found: Rounds) -> Report:
    """Report how many rounds of mus are played, and the hands before and after each."""
    from ..rounds import HOLDS

    names, setup = seats_of(found.players), found.setup
    played = [
        Column("rounds", "rounds of mus", left=True),
        Column("p", "share of deals", percent),
        Column("se", "± se", _points),
        *(Column(name, f"{name} cuts", percent) for name in names),
    ]
    rows: list[list[Cell]] = [
        [str(r), share.tantos, share.se, *cutters]
        for r, (share, cutters) in enumerate(
            zip(found.played(), found.cutters().tolist(), strict=True)
        )
        if share.tantos > 0
    ]
    hands = [Column("when", "hands", left=True), Column("share", "of deals", percent)]
    for name in HOLDS:
        hands += [Column(name, name, percent), Column(f"{name}_se", "±", hidden=True)]
    held = [
        [row["when"], row["share"]]
        + [x for name in HOLDS for x in (row[name].tantos, row[name].se)]
        for row in found.rows()
    ]
    mus = 1 - found.played()[0].tantos
    return Report(
        found,
        f"MUS in {percent(mus)} of deals, style {setup.style.name}   ({found.rules.describe()})",
        [],
        [
            Sheet("Rounds of mus", played, rows),
            Sheet("What is held, all seats together", hands, held),
        ],
        [
            "Before mus: the hands of all seats in the deals in which all then say mus. After it: "
            "what they hold when they must speak again.",
            f"Monte Carlo, {int(found.ended.sum()):,} deals, seed {setup.seed}; after "
            f"{rounds_told(setup.max_rounds)} of mus the mano must cut.",
        ],
    )


def _points(se: float) -> str:
    return f"± {100 * se:.2f}"
