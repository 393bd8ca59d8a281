"""What is said of the mus phase: the choice, and what to throw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..flow import spoken_before
from ..lang import _, ngettext
from ..numerals import marked, whole
from ..seats import seats_of
from ..words import made_word, seat_word
from .render import (
    Cell,
    Column,
    Report,
    Sheet,
    error,
    error_or_exact,
    fine,
    percent,
    points,
    signed,
)
from .reports import about

if TYPE_CHECKING:
    from ..break_even import BreakEven
    from ..choice import Choice
    from ..cut_line import CutLine
    from ..discard import DiscardRanking
    from ..standing import Standing


def choice_sheet(choice: Choice) -> Sheet:
    """Cut against mus."""
    columns = (
        Column("option", _("option"), _option_word, left=True),
        Column("tantos", _("tantos"), fine),
        Column("se", _("± se"), error_or_exact),
        Column("advised", "", hidden=True),
    )
    best = 0 if choice.advice == "cut" else 1
    rows: list[list[Cell]] = [
        ["cut", choice.cut.tantos, choice.cut.se, int(best == 0)],
        ["mus", choice.mus.tantos, choice.mus.se, int(best == 1)],
        ["cut minus mus", choice.difference.tantos, choice.difference.se, None],
    ]
    return Sheet(_("Cut or mus"), columns, rows, best)


def _option_word(option: str) -> str:
    """Show a choice, or the difference of both."""
    return {"cut": _("cut"), "mus": _("mus"), "cut minus mus": _("cut minus mus")}[option]


def pedrete_lines(choice: Choice) -> list[str]:
    """Say what singing a pedrete is worth, where the hand is one."""
    if choice.pedrete is None:
        return []
    sung, kept = signed(choice.pedrete.sung), signed(choice.pedrete.kept)
    told = _(
        "A pedrete: sung before the cut it brings 1 tanto and four new cards, in paso {sung} "
        "tantos in all; kept, the hand is worth {kept} (both exact)."
    )
    return [told.format(sung=sung, kept=kept)]


def choice_lines(choice: Choice) -> list[str]:
    """Explain the choice in sentences."""
    return [*known_lines(choice.standing), *pedrete_lines(choice), *_cut_or_mus_lines(choice)]


def known_lines(standing: Standing) -> list[str]:
    """Say what is known besides the hand: the rounds so far, what is kept, what was seen."""
    names = seats_of(standing.asked.players, standing.asked.solo)
    lines, played = [], standing.played
    if played.rounds:
        threw = "; ".join(_round_told(standing, r) for r in range(played.rounds))
        told = _("Round {round} of mus ({earlier}).")
        lines.append(told.format(round=played.rounds + 1, earlier=threw))
    if standing.seen is not None:
        seen = [item.words for item in standing.seen.items if not item.is_dead]
        lines += [_("Seen: {what}.").format(what=what) for what in seen]
        gone = [card for item in standing.seen.items if item.is_dead for card in [str(item.cards)]]
        gone = gone[: len(gone) - played.rounds]
        lines += [_("Out of play: {cards}.").format(cards=", ".join(gone))] if gone else []
    keeps = _("The {seat} keeps {number}.")
    for seat, kept in standing.keeps.items():
        lines.append(keeps.format(seat=seat_word(names[seat]), number=kept))
    return lines


def _round_told(standing: Standing, r: int) -> str:
    """Say who threw what in a round of mus."""
    names = seats_of(standing.asked.players, standing.asked.solo)
    threw = standing.played.threw[r]
    told = [
        _("the {seat} {number}").format(seat=seat_word(names[seat]), number=number)
        for seat, number in enumerate(threw)
        if number >= 0 and seat != standing.asked.place
    ]
    own = _("round {round}: you threw {cards}").format(round=r + 1, cards=standing.played.thrown[r])
    return ", ".join([own, *told])


def _cut_or_mus_lines(choice: Choice) -> list[str]:
    told, mus = _difference_told(choice), _mus_told(choice)
    if choice.p_agreed == 0:
        line = _("Your partner cuts with {hand}, whatever you say. If not, {mus}.")
        return [line.format(hand=choice.asked.partner, mus=mus)]
    asked = choice.asked
    if len(spoken_before(asked.rules, asked.place, asked.players)) == asked.players - 1:
        line = _("All the others have said mus. If you say it too, {mus}.")
        return [told, line.format(mus=mus)]
    line = _("Mus goes through in {share} of deals, otherwise you play these cards; then {mus}.")
    return [told, line.format(share=percent(choice.p_agreed), mus=mus)]


def _difference_told(choice: Choice) -> str:
    """Say by how much one is better than the other."""
    difference = choice.difference
    if choice.is_close:
        told = _("Too close to call: {difference}.")
        return told.format(difference=f"{signed(difference.tantos)} {error(difference.se)}")
    told = (
        _("Better than mus by {gap} tantos: cut {cut}, mus {mus}.")
        if choice.advice == "cut"
        else _("Better than cutting by {gap} tantos: cut {cut}, mus {mus}.")
    )
    gap = marked(f"{abs(difference.tantos):.2f}")
    return told.format(
        gap=f"{gap} {error(difference.se)}",
        cut=signed(choice.cut.tantos),
        mus=signed(choice.mus.tantos),
    )


def _mus_told(choice: Choice) -> str:
    """Say what is thrown, and what else may be as good."""
    best = choice.discards[0]
    told = (
        _("throw {throw} and keep {keep}: {tantos} tantos")
        if best.keep
        else _("throw {throw} and keep nothing: {tantos} tantos")
    )
    told = told.format(throw=best.throw, keep=best.keep, tantos=signed(best.agreed.tantos))
    close = [d.throw for d in choice.discards[1:] if d.is_close]
    if not close:
        return told
    return told + _(" ({throws} may be as good)").format(throws=", ".join(close))


def headline(choice: Choice) -> str:
    """Return the advice in capitals, and the question."""
    if choice.p_agreed == 0:
        advice = _("YOUR PARTNER CUTS ANYWAY")
        return f"{advice}   {about(choice.asked)}"
    told = _("CUT (no hay mus)")
    if choice.advice == "mus":
        told = _("MUS, throw {throw}").format(throw=choice.discards[0].throw)
    doubt = _(", but it hardly matters") if choice.is_close else ""
    return f"{sing_first(choice)}{told}{doubt}   {about(choice.asked)}"


def sing_first(choice: Choice) -> str:
    """Say that a pedrete is to be sung before anything else, if it is."""
    pedrete = choice.pedrete
    sings = pedrete is not None and pedrete.sung > pedrete.kept
    return _("SING the pedrete; unsung, ") if sings else ""


def discard_sheet(ranking: DiscardRanking, most: int | None = None) -> Sheet:
    """Every distinct discard, what it is worth and what it makes."""
    columns = (
        Column("throw", _("throw"), left=True),
        Column("keep", _("keep"), left=True),
        Column("tantos", _("tantos"), fine),
        Column("se", _("± se"), error),
        Column("close", "", lambda close: "≈" if close else ""),
        Column("loss", "", hidden=True),
        Column("loss_se", "", hidden=True),
        *(Column(name, _made_heading(name), percent) for name in MAKES),
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
    title = (
        _("What to throw in the mus visto")
        if ranking.choice.standing.visto
        else _("What to throw once all have said mus")
    )
    return Sheet(title, columns, rows, best=0, most=most)


MAKES = ("pares", "medias", "duples", "juego", "31", "punto28")


def _made_heading(name: str) -> str:
    return _("p28+") if name == "punto28" else made_word(name)


def choice_notes(choice: Choice) -> list[str]:
    """Say how the numbers were made."""
    setup = choice.setup
    notes = [_("Tantos are ours minus theirs; ± is one standard error.")]
    if setup.first_hand:
        notes.append(_("First hand, mus corrido: whoever cuts becomes mano, you too."))
    sampled = [
        sampled_note(choice.deals, setup.seed, choice.redraws),
        _payoff(choice),
        _("style {style}: the others cut with {shares} of hands").format(
            style=setup.style.name, shares=shares_told(choice.standing)
        ),
        must_cut(setup.max_rounds),
    ]
    told = f"{sampled[0]}, {'; '.join(sampled[1:])}."
    if choice.ran_out:
        told += _(
            " In {share} of deals the stock had run out before: there your own cards are taken to "
            "come from the first stock."
        ).format(share=percent(choice.ran_out))
    return [*notes, told]


def instead(choice: Choice) -> list[str]:
    """Say what `advise` does differently."""
    if choice.payoff == "solved" and "+" in choice.setup.style.name:
        return [
            _("Such a table does not learn: it takes who said mus for one who has nothing, so a "
              "strong hand that says mus is worth too much here. musodds advise does not count on "
              "it.")
        ]  # fmt: skip
    if choice.payoff != "paso" or choice.asked.players != 4:
        return []
    return [_("musodds advise plays the bets out as solved, where it can, and takes the score.")]


def sampled_note(deals: int, seed: int, redraws: int = 1) -> str:
    """Say on how many deals a number stands."""
    told = _("Monte Carlo, {deals} deals, seed {seed}")
    if redraws > 1:
        told = _("Monte Carlo, {deals} deals redrawn {redraws} times, seed {seed}")
    return told.format(deals=whole(deals), seed=seed, redraws=redraws)


def must_cut(rounds: int) -> str:
    """Say when the mano must cut."""
    told = ngettext(
        "after {n} round of mus the mano must cut",
        "after {n} rounds of mus the mano must cut",
        rounds,
    )
    return told.format(n=rounds)


def _payoff(choice: Choice) -> str:
    if choice.payoff == "paso":
        return _("every lance passed")
    if choice.payoff == "solved":
        return _("everybody bets as solved for such a table")
    return _("envites of 2 opened and accepted as in the style")


def shares_told(standing: Standing) -> str:
    """Return how many hands the others cut with in the first round: one share, or by seat."""
    from ..policy import cut_shares, style_policy

    asked, setup = standing.asked, standing.setup
    policy = style_policy(asked.rules, setup.style, setup.first_hand, asked.players)
    shares = [percent(round(share, 9)) for share in cut_shares(asked.rules, policy)[0]]
    told = shares[0] if len(set(shares)) == 1 else " / ".join(shares)
    if not setup.style.by_hand:
        told = _("their best {shares}").format(shares=told)
    return told if len(set(shares)) == 1 else _("{shares} (by seat)").format(shares=told)


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
    notes += instead(choice)
    if flips is not None:
        lines.append(_flips_line(flips))
        sheets.append(_curve_sheet(flips))
    if line is not None:
        told = _("In this seat and style cut with the best {share} of dealt hands.")
        lines.append(told.format(share=percent(line.share)))
        sheets.append(_line_sheet(line))
        told = _(
            "The share keeps the style's own discards; hands near the line have their best ones."
        )
        notes.insert(0, told)
    return Report(ChoiceAnswer(choice, flips, line), headline(choice), lines, sheets, notes)


def _flips_line(flips: BreakEven) -> str:
    sure = [gain for _share, gain in flips.curve if abs(gain.tantos) > 2 * gain.se]
    if not sure:
        return _("Whatever the others' cut rate, it is too close to call.")
    if not flips.flips:
        told = (
            _("The advice does not flip: cut, whether the others cut with {none} or {most}.")
            if sure[0].tantos >= 0
            else _(
                "The advice does not flip: say mus, whether the others cut with {none} or {most}."
            )
        )
        return told.format(none=percent(0), most=percent(flips.curve[-1][0]))
    flipped = _(" and ").join(
        (
            _("cut if they cut with more than {share} of their hands")
            if flip.above == "cut"
            else _("say mus if they cut with more than {share} of their hands")
        ).format(share=f"{percent(flip.share)} {points(flip.se, 1)}")
        for flip in flips.flips
    )
    return _("The advice flips with the others' cut rate: {flips}.").format(flips=flipped)


def _curve_sheet(flips: BreakEven) -> Sheet:
    columns = (
        Column("cut", _("others cut with"), percent, left=True),
        Column("tantos", _("cut minus mus"), fine),
        Column("se", _("± se"), error),
    )
    rows: list[list[Cell]] = [[share, gain.tantos, gain.se] for share, gain in flips.curve]
    return Sheet(_("If the others cut more or less"), columns, rows)


def _line_sheet(line: CutLine) -> Sheet:
    columns = (
        Column("hand", _("hand"), left=True),
        Column("paso", _("in paso"), signed),
        Column("tantos", _("cut minus mus"), fine),
        Column("se", _("± se"), error),
        Column("advice", "", _option_word, left=True),
    )
    rows: list[list[Cell]] = [
        [
            h.hand, h.paso, h.difference.tantos, h.difference.se,
            "cut" if h.difference.tantos >= 0 else "mus",
        ]
        for h in line.near
    ]  # fmt: skip
    return Sheet(_("Hands near the line"), columns, rows)
