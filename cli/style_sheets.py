"""The tables and sentences about styles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..lang import _, ngettext
from ..numerals import marked
from ..seats import SEATS
from ..words import lance_word, seat_word
from .render import Cell, Column, Report, Sheet, error, fine, percent, signed

if TYPE_CHECKING:
    from ..reply import Reply
    from ..style import Style
    from ..style_fit import StyleFit
    from ..style_summary import SeatStyle, StyleSummary


@dataclass(frozen=True)
class _Named:
    """The styles by name, and the ways to discard."""

    styles: Mapping[str, float]

    def to_dict(self) -> dict[str, Any]:
        return {"schema": "musodds.styles/1", "styles": dict(self.styles), "discards": _ways()}


def _ways() -> dict[str, str]:
    """Return the ways to discard, and what each keeps."""
    return {
        "best": _("what has the most tantos in paso after the draw (the default)"),
        "cautious": _("every card that pairs; else two figures and an ace; else the king"),
        "king-hunter": _("the kings alone; without a king a pair of caballos or sotas"),
        "pairs": _("every card that pairs"),
        "kings": _("the kings"),
    }


def list_report(styles: Mapping[str, float]) -> Report:
    """Report the styles that have a name, and the ways to discard."""
    names: list[list[Cell]] = [[name, share] for name, share in styles.items()]
    kept: list[list[Cell]] = [[f"+{way}", keeps] for way, keeps in _ways().items()]
    of_style = (
        Column("style", _("style"), left=True),
        Column("cut", _("cuts with its best"), percent),
    )
    of_way = (
        Column("way", _("way"), left=True),
        Column("keeps", _("keeps"), left=True, wrap=True),
    )
    lines = [
        _("cut:x cuts with the best share x of dealt hands, cut:0.3,0.35,0.35,0.5 by seat."),
        _("+bets opens envites with the best 30 % and accepts with the best 40 % of a lance."),
        _("+solved discards and bets as solved for a table that cuts so; equilibrium cuts so too."),
        _("FILE.toml is a style of your own, FILE.csv a whole policy: see docs/styles.md."),
    ]
    return Report(
        _Named(styles),
        _("Styles: --style NAME"),
        lines,
        [
            Sheet(_("Styles"), of_style, names),
            Sheet(_("Ways to discard, after a style"), of_way, kept),
        ],
    )


def _mixture(style: Style) -> str:
    if len(style.discards) == 1:
        return style.discards[0][0]
    return ", ".join(f"{percent(share)} {way}" for way, share in style.discards)


def describe(style: Style) -> list[str]:
    """Say what a style says of itself."""
    shares = " / ".join(map(percent, style.shares))
    if style.whole:
        return [_("A whole policy, hand by hand.")]
    if style.solved:
        if not style.shares:
            return [_("Cuts, discards and bets as solved.")]
        told = _("Cuts with the best {shares} of hands; discards and bets as solved.")
        return [told.format(shares=shares)]
    told = _("Cuts with the best {shares} of hands; discards: {ways}.")
    if style.softness:
        told = _(
            "Cuts with the best {shares} of hands, the line blurred by {softness} of hands; "
            "discards: {ways}."
        )
    told = told.format(shares=shares, softness=percent(style.softness), ways=_mixture(style))
    if style.bets:
        told += " " + _("Bets by rule.")
    if style.lines:
        count = len(style.lines)
        lines = ngettext("Then {n} line of its own.", "Then {n} lines of its own.", count)
        told += " " + lines.format(n=count)
    return [told]


def _round_name(round_: int, rounds: int) -> str:
    if rounds == 1:
        return _("cuts")
    told = _("round {round}") if round_ < rounds else _("round {round} on")
    return told.format(round=round_)


def kind_word(kind: str) -> str:
    """Show a kind of hands, by the names of `style_summary.kinds_of_hands`."""
    return {
        "duples": _("duples"),
        "medias with juego": _("medias with juego"),
        "medias": _("medias"),
        "par with 31": _("par with 31"),
        "par with juego": _("par with juego"),
        "par of kings": _("par of kings"),
        "par of others": _("par of others"),
        "31": _("31"),
        "juego": _("juego"),
        "two figures and an ace": _("two figures and an ace"),
        "a king": _("a king"),
        "the rest": _("the rest"),
    }[kind]


def seats_sheet(found: StyleSummary, seats: tuple[SeatStyle, ...]) -> Sheet:
    """Return the share that cuts and the line, seat by seat."""
    rounds = len(found.policy.cut)
    columns = (
        Column("seat", _("seat"), seat_word, left=True),
        *(Column(f"cut_{r}", _round_name(r, rounds), percent) for r in range(1, rounds + 1)),
        Column("cuts", _("worst hand that cuts"), left=True),
        Column("cuts_tantos", _("in paso"), signed),
        Column("mus", _("best hand that does not"), left=True),
        Column("mus_tantos", _("in paso"), signed),
    )
    rows: list[list[Cell]] = [
        [seat.seat, *seat.cut, seat.cuts, seat.cuts_at, seat.says_mus, seat.mus_at]
        for seat in seats
    ]
    return Sheet(_("How much is cut, and where the line is"), columns, rows)


def near_sheet(seat: SeatStyle) -> Sheet:
    """Return the hands around the line."""
    columns = (
        Column("hand", _("hand"), left=True),
        Column("tantos", _("in paso"), fine),
        Column("cut", _("cuts"), percent),
    )
    rows: list[list[Cell]] = [list(hand) for hand in seat.near]
    return Sheet(_("Around the line"), columns, rows)


def kinds_sheet(seats: tuple[SeatStyle, ...]) -> Sheet:
    """Return which kinds of hands cut, seat by seat."""
    columns = (
        Column("kind", _("kind of hand"), kind_word, left=True),
        Column("share", _("of hands"), percent),
        *(
            Column(seat.seat, _("{seat} cuts").format(seat=seat_word(seat.seat)), percent)
            for seat in seats
        ),
    )
    rows: list[list[Cell]] = [
        [kind.kind, kind.share, *(seat.kinds[i].cut for seat in seats)]
        for i, kind in enumerate(seats[0].kinds)
    ]
    return Sheet(_("Which hands cut"), columns, rows)


def throws_sheet(seat: SeatStyle) -> Sheet:
    """Return what a seat throws of the hands with which it says mus."""
    columns = (
        Column("kind", _("kind of hand"), kind_word, left=True),
        *(Column(f"throws_{n}", _("throws {n}").format(n=n), percent) for n in (1, 2, 3, 4)),
        Column("example", _("such as"), left=True),
        Column("keeps", _("keeps"), _cards, left=True),
    )
    rows: list[list[Cell]] = [
        [kind.kind, *kind.throws, kind.example, kind.keeps or "nothing"]
        for kind in seat.kinds
        if kind.example
    ]
    title = _("What the {seat} throws when saying mus")
    return Sheet(title.format(seat=seat_word(seat.seat)), columns, rows)


def _cards(kept: str) -> str:
    return _("nothing") if kept == "nothing" else kept


def bets_sheet(seats: tuple[SeatStyle, ...]) -> Sheet:
    """Return how often envites are opened and accepted."""
    columns = (
        Column("lance", _("lance"), lance_word, left=True),
        *(
            Column(f"{seat.seat}_{what}", word.format(seat=seat_word(seat.seat)), percent)
            for seat in seats
            for what, word in (("open", _("{seat} opens")), ("accept", _("{seat} accepts")))
        ),
    )
    rows: list[list[Cell]] = [
        [lance, *(share for seat in seats for share in seat.bets[lance])] for lance in seats[0].bets
    ]
    return Sheet(_("Envites of 2"), columns, rows)


def hands_sheet(found: StyleSummary, seats: tuple[SeatStyle, ...]) -> Sheet:
    """Return every hand, for other programs."""
    from ..hands import hand_space
    from ..keeps import kept_cards
    from ..seats import seats_of

    space, names = hand_space(found.rules), [seat.seat for seat in seats]
    row = min(found.round, len(found.policy.cut)) - 1
    columns = [Column(name, name) for name in ("seat", "hand", "deals", "cut", "keeps", "chance")]
    rows: list[list[Cell]] = []
    for place, seat in enumerate(seats_of(found.policy.players)):
        if seat not in names:
            continue
        for hand, name in enumerate(space.names):
            chances = found.policy.discard[row, place, hand]
            mask = int(chances.argmax())
            rows.append(
                [
                    seat, name, int(space.weights[hand]),
                    float(found.policy.cut[row, place, hand]),
                    kept_cards(space, hand, mask) or "-", float(chances[mask]),
                ]
            )  # fmt: skip
    return Sheet(_("Every hand"), columns, rows)


def show_report(found: StyleSummary, seats: tuple[SeatStyle, ...]) -> Report:
    """Report what a style does."""
    sheets = [seats_sheet(found, seats), kinds_sheet(seats), throws_sheet(seats[0])]
    if len(seats) == 1:
        sheets.insert(1, near_sheet(seats[0]))
    if seats[0].bets:
        sheets.append(bets_sheet(seats))
    told = _("STYLE {style}")
    if len(found.policy.cut) > 1:
        told = _("STYLE {style}, round {round}")
    told = told.format(style=found.style.name, round=found.round)
    return Report(
        found,
        f"{told}   ({found.rules.describe()})",
        describe(found.style),
        sheets,
        _show_notes(found, seats),
        [hands_sheet(found, seats)],
    )


def _show_notes(found: StyleSummary, seats: tuple[SeatStyle, ...]) -> list[str]:
    """Say how the numbers were made, and what they leave out."""
    order = _("Exact, over all dealt hands.")
    if found.policy.players == 6:
        order = _(
            "The order of hands at a table of six is sampled, at a standard error of some 0.03 "
            "tantos."
        )
    where = _(
        "A hand cuts where its chance is a half or more; in paso: tantos with every lance passed, "
        "all else unknown."
    )
    bets = (
        _("Envites: out of the hands that may take part in the lance.")
        if seats[0].bets
        else _("Every lance is passed: the style has no bets.")
    )
    notes = [f"{order} {where}", bets]
    if len(seats) > 1:
        more = _("What others than the {seat} throw: --seat.")
        notes.append(more.format(seat=seat_word(seats[0].seat)))
    return notes


def fit_report(fit: StyleFit, path: str | None) -> Report:
    """Report a fitted style."""

    def show(value: float) -> str:
        return marked(f"{value:.2f}")

    columns = (
        Column("what", _("what"), _estimate_word, left=True),
        Column("estimate", _("estimate"), show),
        Column("low", _("from"), show),
        Column("high", _("to"), show),
        Column("prior", _("with nothing seen"), show),
        Column("observations", _("seen")),
    )
    rows: list[list[Cell]] = [
        [e.what, e.value, e.low, e.high, e.prior, e.seen] for e in fit.estimates
    ]
    told = _("FITTED to {rows} rows of {player}") if fit.player else _("FITTED to {rows} rows")
    told = told.format(rows=fit.rows, player=fit.player)
    written = _("Written to {path}: give it to --style.") if path else _("-o FILE.toml writes it.")
    leans = _("Shares lean on usual as 20 more rows would; what was never seen stays usual.")
    return Report(
        fit,
        f"{told}   ({fit.rules.describe()})",
        describe(fit.style),
        [Sheet(_("What was found, with 90 % intervals"), columns, rows)],
        [written.format(path=path), leans],
    )


def _estimate_word(what: str) -> str:
    """Show what was estimated, by the names that `style_fit.fit_style` gives."""
    kind, _space, name = what.partition(" ")
    if kind == "softness":
        return _("softness")
    if kind == "discards":
        return _("discards {way}").format(way=name)
    if what == "share cut":
        return _("share cut")
    return _("share cut, {seat}").format(seat=seat_word(name.rpartition(" ")[2]))


def reply_report(found: Reply, path: str) -> Report:
    """Report what the best reply of a seat gains."""
    from ..standing import payoff_of

    seat, setup = SEATS[found.seat], found.table.setup
    share, gain = found.table.share()[0], found.gain
    columns = (
        Column("seat", _("seat"), seat_word, left=True),
        Column("share", _("cuts with"), percent),
        Column("gain", _("gains"), fine),
        Column("se", _("± se"), error),
    )
    rows: list[list[Cell]] = [[seat, share, gain.tantos, gain.se]]
    told = _(
        "BEST REPLY of the {seat} to {style}: cuts with {share} of hands, gains {gain} tantos a "
        "hand"
    )
    made = _(
        "Gain: tantos a hand of his pair, against all playing the style; {payoff}, seed {seed}, "
        "every hand weighed to {se} tantos."
    )
    names = {"paso": _("paso"), "bets": _("bets"), "solved": _("solved")}
    payoff = names[payoff_of(found.table.rules, setup).name]
    return Report(
        found,
        told.format(
            seat=seat_word(seat), style=setup.style.name, share=percent(share),
            gain=signed(gain.tantos),
        ),
        [_("The policy of all four seats is in {path}.").format(path=path)],
        [Sheet(_("Best reply"), columns, rows)],
        [made.format(payoff=payoff, seed=setup.seed, se=marked(str(setup.se)))],
    )  # fmt: skip
