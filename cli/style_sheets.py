"""The tables and sentences about styles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..seats import SEATS
from .render import Cell, Column, Report, Sheet, error, fine, percent, signed

if TYPE_CHECKING:
    from ..reply import Reply
    from ..style import Style
    from ..style_fit import StyleFit
    from ..style_summary import SeatStyle, StyleSummary


def _mixture(style: Style) -> str:
    if len(style.discards) == 1:
        return style.discards[0][0]
    return ", ".join(f"{percent(share)} {way}" for way, share in style.discards)


def describe(style: Style) -> list[str]:
    """Say what a style says of itself."""
    if style.whole:
        return ["A whole policy, hand by hand."]
    if style.solved:
        cuts = f"Cuts with the best {' / '.join(map(percent, style.shares))} of hands; d"
        return [f"{cuts if style.shares else 'Cuts, d'}iscards and bets as solved."]
    shares = " / ".join(map(percent, style.shares))
    soft = f", the line blurred by {percent(style.softness)} of hands" if style.softness else ""
    lines = f" Then {len(style.lines)} lines of its own." if style.lines else ""
    bets = " Bets by rule." if style.bets else ""
    return [
        f"Cuts with the best {shares} of hands{soft}; discards: {_mixture(style)}.{bets}{lines}"
    ]


def _round_name(round_: int, rounds: int) -> str:
    if rounds == 1:
        return "cuts"
    return f"round {round_}" if round_ < rounds else f"round {round_} on"


def seats_sheet(found: StyleSummary, seats: tuple[SeatStyle, ...]) -> Sheet:
    """Return the share that cuts and the line, seat by seat."""
    rounds = len(found.policy.cut)
    columns = (
        Column("seat", "seat", left=True),
        *(Column(f"cut_{r}", _round_name(r, rounds), percent) for r in range(1, rounds + 1)),
        Column("cuts", "worst hand that cuts", left=True),
        Column("cuts_tantos", "in paso", signed),
        Column("mus", "best hand that does not", left=True),
        Column("mus_tantos", "in paso", signed),
    )
    rows: list[list[Cell]] = [
        [seat.seat, *seat.cut, seat.cuts, seat.cuts_at, seat.says_mus, seat.mus_at]
        for seat in seats
    ]
    return Sheet("How much is cut, and where the line is", columns, rows)


def near_sheet(seat: SeatStyle) -> Sheet:
    """Return the hands around the line."""
    columns = (
        Column("hand", "hand", left=True),
        Column("tantos", "in paso", fine),
        Column("cut", "cuts", percent),
    )
    rows: list[list[Cell]] = [list(hand) for hand in seat.near]
    return Sheet("Around the line", columns, rows)


def kinds_sheet(seats: tuple[SeatStyle, ...]) -> Sheet:
    """Return which kinds of hands cut, seat by seat."""
    columns = (
        Column("kind", "kind of hand", left=True),
        Column("share", "of hands", percent),
        *(Column(seat.seat, f"{seat.seat} cuts", percent) for seat in seats),
    )
    rows: list[list[Cell]] = [
        [kind.kind, kind.share, *(seat.kinds[i].cut for seat in seats)]
        for i, kind in enumerate(seats[0].kinds)
    ]
    return Sheet("Which hands cut", columns, rows)


def throws_sheet(seat: SeatStyle) -> Sheet:
    """Return what a seat throws of the hands with which it says mus."""
    columns = (
        Column("kind", "kind of hand", left=True),
        *(Column(f"throws_{n}", f"throws {n}", percent) for n in (1, 2, 3, 4)),
        Column("example", "such as", left=True),
        Column("keeps", "keeps", left=True),
    )
    rows: list[list[Cell]] = [
        [kind.kind, *kind.throws, kind.example, kind.keeps or "nothing"]
        for kind in seat.kinds
        if kind.example
    ]
    return Sheet(f"What the {seat.seat} throws when saying mus", columns, rows)


def bets_sheet(seats: tuple[SeatStyle, ...]) -> Sheet:
    """Return how often envites are opened and accepted."""
    columns = (
        Column("lance", "lance", left=True),
        *(
            Column(f"{seat.seat}_{what}", f"{seat.seat} {word}", percent)
            for seat in seats
            for what, word in (("open", "opens"), ("accept", "accepts"))
        ),
    )
    rows: list[list[Cell]] = [
        [lance, *(share for seat in seats for share in seat.bets[lance])] for lance in seats[0].bets
    ]
    return Sheet("Envites of 2", columns, rows)


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
    return Sheet("Every hand", columns, rows)


def show_report(found: StyleSummary, seats: tuple[SeatStyle, ...]) -> Report:
    """Report what a style does."""
    sheets = [seats_sheet(found, seats), kinds_sheet(seats), throws_sheet(seats[0])]
    if len(seats) == 1:
        sheets.insert(1, near_sheet(seats[0]))
    if seats[0].bets:
        sheets.append(bets_sheet(seats))
    round_ = f", round {found.round}" if len(found.policy.cut) > 1 else ""
    order = (
        "The order of hands at a table of six is sampled, at a standard error of some 0.03 tantos."
        if found.policy.players == 6
        else "Exact, over all dealt hands."
    )
    more = [] if len(seats) == 1 else [f"What others than the {seats[0].seat} throw: --seat."]
    bets = ["Every lance is passed: the style has no bets."]
    if seats[0].bets:
        bets = ["Envites: out of the hands that may take part in the lance."]
    return Report(
        found,
        f"STYLE {found.style.name}{round_}   ({found.rules.describe()})",
        describe(found.style),
        sheets,
        [
            f"{order} A hand cuts where its chance is a half or more; in paso: tantos with every "
            "lance passed, all else unknown.",
            *bets,
            *more,
        ],
        [hands_sheet(found, seats)],
    )


def fit_report(fit: StyleFit, path: str | None) -> Report:
    """Report a fitted style."""

    def show(value: float) -> str:
        return f"{value:.2f}"

    columns = (
        Column("what", "what", left=True),
        Column("estimate", "estimate", show),
        Column("low", "from", show),
        Column("high", "to", show),
        Column("prior", "with nothing seen", show),
        Column("observations", "seen", str),
    )
    rows: list[list[Cell]] = [
        [e.what, e.value, e.low, e.high, e.prior, e.seen] for e in fit.estimates
    ]
    whose = f" of {fit.player}" if fit.player else ""
    written = [f"Written to {path}: give it to --style."] if path else ["-o FILE.toml writes it."]
    return Report(
        fit,
        f"FITTED to {fit.rows} rows{whose}   ({fit.rules.describe()})",
        describe(fit.style),
        [Sheet("What was found, with 90 % intervals", columns, rows)],
        [*written, "Shares lean on usual as 20 more rows would; what was never seen stays usual."],
    )


def reply_report(found: Reply, path: str) -> Report:
    """Report what the best reply of a seat gains."""
    from ..standing import payoff_of

    seat, setup = SEATS[found.seat], found.table.setup
    share = found.table.share()[0]
    columns = (
        Column("seat", "seat", left=True),
        Column("share", "cuts with", percent),
        Column("gain", "gains", fine),
        Column("se", "± se", error),
    )
    rows: list[list[Cell]] = [[seat, share, found.gain.tantos, found.gain.se]]
    return Report(
        found,
        f"BEST REPLY of the {seat} to {setup.style.name}: cuts with {percent(share)} of hands, "
        f"gains {signed(found.gain.tantos)} tantos a hand",
        [f"The policy of all four seats is in {path}."],
        [Sheet("Best reply", columns, rows)],
        [
            "Gain: tantos a hand of his pair, against all playing the style; "
            f"{payoff_of(found.table.rules, setup).name}, seed {setup.seed}, every hand weighed to "
            f"{setup.se} tantos."
        ],
    )
