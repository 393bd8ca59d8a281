"""Chapter 4: seat by seat, what to cut, keep, bet and accept."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...hands import LANCE_NAMES
from ...jit import Arr
from ...lang import _
from ...makes import makes
from ...seats import SEATS
from . import names
from .by_heart import kept_names
from .content import (
    Block,
    Bullets,
    Cards,
    Cell,
    Chapter,
    Heading,
    Number,
    Para,
    Part,
    Table,
    Text,
    say,
)
from .data import Data
from .pictures import picture
from .thumb_rules import Thumbs
from .traits import kings, takes_part

KEEPS = 5  # rows of the table
CLOSE = 5  # hands on the line
LEAST = 1e-3  # share of dealt hands from which a hand is worth naming


def chapter(data: Data, thumbs: Thumbs) -> Chapter:
    """Return the chapter."""
    blocks: list[Block] = [
        Para(
            say(
                _(
                    "Each seat speaks knowing something else. Cutting is weighed against saying "
                    "mus "
                    "with the best discard; those who spoke before have said mus, those who speak "
                    "after may still cut. One page a seat. What a discard makes is exact, of the "
                    "hands that keep so."
                )
            )
        )
    ]
    caption = _("What each hand is worth as mano, every lance passed. Exact.")
    blocks += [_glance(data, thumbs), picture("paso", data.rules, caption, seat="mano")]
    for seat in range(4):
        blocks += _seat(data, thumbs, seat)
    return Chapter("seats", _("Seat by seat"), tuple(blocks))


def _glance(data: Data, thumbs: Thumbs) -> Table:
    rows = tuple(
        (
            names.seat_names()[seat],
            cut_share(data, seat),
            Number(float((data.weight * data.paso[seat]).sum()), f"paso/{seat}", None, "signed"),
            thumbs.cut_cost(seat, np.ones(len(data.space), bool), "always"),
            thumbs.cut_cost(seat, np.zeros(len(data.space), bool), "never"),
        )
        for seat in range(4)
    )
    return Table(
        (_("seat"), _("cut with"), _("a hand is worth"), _("always cutting"), _("never cutting")),
        rows,
        say(
            _(
                "A hand is worth: tantos of our pair if the cards are played as dealt and passed, "
                "exact. Always, never cutting: what it costs in tantos every 100 hands."
            )
        ),
        widths=(0.2, 0.17, 0.21, 0.21, 0.21),
    )


def _seat(data: Data, thumbs: Thumbs, seat: int) -> Iterator[Block]:
    yield Heading(names.seat_names()[seat].capitalize(), fresh=True)
    yield Para(_reason(data, seat))
    yield _cut_table(data, seat)
    yield Para(_line(data, seat))
    yield _keep_table(data, thumbs, seat)
    yield _bet_table(data, thumbs, seat)
    yield Heading(_("What the common mistakes cost, in tantos every 100 hands"))
    yield Bullets(tuple(_mistakes(data, thumbs, seat)))


def cut_share(data: Data, seat: int) -> Number:
    """Return with what share of the dealt hands a seat should cut."""
    return data.decided(seat, data.phase.cuts[seat], f"{SEATS[seat]}/cut")


def _reason(data: Data, seat: int) -> Text:
    shares = [cut_share(data, place) for place in range(4)]
    agreed = min(1.0, float((data.weight * data.phase.values["p_agreed"][seat]).sum()))
    deals = float(data.phase.values["deals"][seat].mean())
    through = Number(agreed, f"phase/{SEATS[seat]}/agreed", (agreed * (1 - agreed) / deals) ** 0.5)
    told = (
        _(
            "<b>Cut with {own} of hands.</b> You win every tie, but nobody has spoken: each of the "
            "other three can still cut a mus that suits you, and only {through} of yours go "
            "through."
        ),
        _(
            "<b>Cut with {own} of hands</b>, against {mano} for the mano: he has just asked for "
            "new "
            "cards, so he is weaker than a dealt hand, and a mus would repair him, with the ties "
            "on "
            "his side."
        ),
        _(
            "<b>Cut with {own} of hands.</b> Your partner wants mus and a rival has not cut: both "
            "are weak, so a good hand of yours can play alone; with a poor one let the mano draw, "
            "for whom ties count."
        ),
        _(
            "<b>Cut with {own} of hands.</b> Three players have asked for mus: your middling hand "
            "is already the best one more often than it looks, and new cards would help the mano’s "
            "pair most."
        ),
    )[seat]
    return say(told, own=shares[seat], mano=shares[0], through=through)


# ------------------------------------------------------------------ cut


def kinds(data: Data) -> list[tuple[str, str, Arr]]:
    """Return classes of hands that take all hands between them: key, words, hands."""
    space = data.space
    juego, par = space.juego > 0, space.pares == 1
    tests = (
        ("duples", _("duples"), space.pares == 3),
        ("medias", _("medias"), space.pares == 2),
        ("juego and par", _("juego and a par"), juego & par),
        ("31", _("31 without pares"), space.points == 31),
        ("juego", _("another juego without pares"), juego),
        ("par of kings", _("par of kings, no juego"), par & (space.pair == 0)),
        ("par", _("another par, no juego"), par),
        ("a king", _("no pares, no juego, a king"), kings(space) > 0),
        ("rest", _("none of these"), np.ones(len(space), bool)),
    )
    left, found = np.ones(len(space), bool), []
    for key, words, held in tests:
        found.append((key, words, np.asarray(held & left)))
        left &= ~held
    return [(key, words, held) for key, words, held in found if held.any()]


def _cut_table(data: Data, seat: int) -> Table:
    gap, se = np.moveaxis(data.phase.values["difference"][seat], -1, 0)
    rows = []
    for key, words, held in kinds(data):
        weight = data.weight * held / (data.weight * held).sum()
        name = f"{SEATS[seat]}/{key}"
        rows.append(
            (
                words,
                data.share(held, f"kind/{key}"),
                data.decided(seat, data.phase.cuts[seat], f"cut/{name}/share", held),
                Number(
                    float((weight * gap).sum()),
                    f"cut/{name}/gain",
                    float((weight * se).sum()),
                    "signed",
                ),
            )
        )
    return Table(
        (_("cut or mus"), _("of hands"), _("cut"), _("cutting brings")),
        tuple(rows),
        widths=(0.46, 0.16, 0.16, 0.22),
    )


def _line(data: Data, seat: int) -> Text:
    """Name the hands that are nearest to the line."""
    gap, se = np.moveaxis(data.phase.values["difference"][seat], -1, 0)
    some = np.where(data.weight >= LEAST, np.abs(gap), np.inf).argsort(kind="stable")[:CLOSE]
    parts: list[Text] = []
    for hand in sorted(some.tolist(), key=lambda h: -gap[h]):
        name = data.space.names[hand]
        value = Number(float(gap[hand]), f"cut/{SEATS[seat]}/{name}", float(se[hand]), "signed")
        parts.append(say("{hand} ({value})", hand=Cards(name), value=value))
    return say(_("On the line, cut or mus all one: {hands}."), hands=join(parts))


def join(parts: list[Text]) -> Text:
    """Return texts with commas between."""
    words: list[Part] = []
    for i, text in enumerate(parts):
        words += [", "] if i else []
        words += text.parts
    return Text(tuple(words))


# ------------------------------------------------------------------ keep


def _keep_table(data: Data, thumbs: Thumbs, seat: int) -> Table:
    kept = kept_names(data, seat)
    weight = data.weight * ~data.phase.cuts[seat]
    order = sorted(np.unique(kept), key=lambda cards: -float((weight * (kept == cards)).sum()))
    loss = thumbs.loss[seat]
    best = data.phase.values["best"][seat].astype(int)
    rows = []
    for cards in order[:KEEPS]:
        here = weight * (kept == cards)
        here /= here.sum()
        some = np.flatnonzero(here)
        made = {h: makes(data.space, h)[best[h]] for h in some.tolist()}
        cost, se = _next_best(loss, here, best)
        name = f"keep/{SEATS[seat]}/{cards or '-'}"
        rows.append(
            (
                Cards(str(cards)) if cards else _("nothing"),
                data.decided(seat, kept == cards, f"{name}/share", ~data.phase.cuts[seat]),
                Number(sum(here[h] * made[h]["pares"] for h in made), f"{name}/pares"),
                Number(sum(here[h] * made[h]["juego"] for h in made), f"{name}/juego"),
                Number(cost, f"{name}/next", se, "tantos"),
            )
        )
    return Table(
        (
            _("with mus, keep"),
            _("how often"),
            _("makes pares"),
            _("makes juego"),
            _("next best costs"),
        ),
        tuple(rows),
        widths=(0.3, 0.16, 0.17, 0.17, 0.2),
    )


def _next_best(loss: Arr, weight: Arr, best: Arr) -> tuple[float, float]:
    """Return what the second best discard loses on average, and its error at most."""
    total = error = 0.0
    for hand in np.flatnonzero(weight).tolist():
        rest = loss[hand, :, 0].copy()
        rest[(rest <= 0) | np.isnan(rest)] = np.inf  # the best itself, under all its masks
        rest[best[hand]] = np.inf
        second = int(rest.argmin())
        total += weight[hand] * (rest[second] if np.isfinite(rest[second]) else 0)
        error += weight[hand] * (loss[hand, second, 1] if np.isfinite(rest[second]) else 0)
    return total, error


# ------------------------------------------------------------------ bet


def _bet_table(data: Data, thumbs: Thumbs, seat: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for lance in LANCE_NAMES:
        row: list[Cell] = [names.lance(lance)]
        for kind in ("bet", "accept"):
            step = thumbs.steps[kind, seat, lance]
            share, se = data.decision(kind, seat, lance).share(step.held)
            row += [
                step.shown,
                Number(share, f"{kind}/{SEATS[seat]}/{lance}/share", se),
            ]
        rows.append(tuple(row))
    return Table(
        (_("lance"), _("bet 2 from"), _("how often"), _("accept 2 from"), _("how often")),
        tuple(rows),
        say(
            _(
                "Bet: all before you have passed. Accept: the rival before you has bet 2 and you "
                "answer for your pair. How often: of the times it comes up."
            )
        ),
        widths=(0.2, 0.2, 0.2, 0.2, 0.2),
    )


def _mistakes(data: Data, thumbs: Thumbs, seat: int) -> Iterator[Text]:
    yield say(
        _("Cutting with juego, medias or duples and nothing else: {cost}."),
        cost=thumbs.cut_cost(seat, thumbs.people_cut, "people"),
    )
    yield say(
        _("Giving mus without juego, always: {cost}."),
        cost=thumbs.cut_cost(seat, data.space.juego > 0, "juego"),
    )
    worst = {"all": (0.0, ""), "none": (0.0, "")}
    costs = {}
    for lance in LANCE_NAMES:
        for name in worst:
            yes = takes_part(data.space, lance) & (name == "all")
            costs[name, lance] = thumbs.bet_cost("accept", lance, {seat: yes}, f"{seat}/{name}")[1]
            worst[name] = max(worst[name], (costs[name, lance].value, lance))
    told = {
        "all": _("Accepting every envido, worst in {lance}: {cost}."),
        "none": _("Refusing every envido, worst in {lance}: {cost}."),
    }
    for name, (_cost, lance) in worst.items():
        if lance:
            yield say(told[name], lance=names.lance(lance), cost=costs[name, lance])
    nobody = {seat: data.space.juego < 0}
    never = [
        (thumbs.bet_cost("bet", lance, nobody, f"{seat}/never")[1], lance) for lance in LANCE_NAMES
    ]
    cost, lance = max(never, key=lambda each: each[0].value)
    yield say(
        _("Never betting first, worst in {lance}: {cost}."),
        lance=names.lance(lance),
        cost=cost,
    )
