"""Chapter 6: the señas."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ...conditions import share
from ...hands import CHICA, GRANDE, JUEGO, LANCE_NAMES, PARES
from ...jit import Arr
from ...lang import _
from ...penalties import rule_on
from ...senas import Sena, sena_list
from . import names
from .answers import face
from .content import Block, Bullets, Cell, Chapter, Heading, Number, Para, Table, Text, say
from .data import BATCHES, Data

LANCE_OF = {
    "kings": "grande",
    "aces": "chica",
    "medias": "pares",
    "duples": "pares",
    "pares": "pares",
    "31": "juego",
    "juego": "juego",
    "30": "punto",
    "29": "punto",
    "ciego": "grande",
    "solomillo": "grande",
}
PAIRS = 6  # rows of what to show first


def chapter(data: Data) -> Chapter:
    """Return the chapter."""
    senas = sena_list(data.rules)
    if not senas:
        only = (Para(say(_("These rules are played without señas."))), *_false(data))
        return Chapter("senas", _("Señas"), only)
    blocks: list[Block] = [
        Para(say(_("A seña is true or it is not given; nobody has to give one."))),
        *([Para(say(_most(), most=data.rules.max_senas))] if data.rules.max_senas else []),
        _list(data, senas),
        Heading(_("What silence says")),
        Para(_silence(data, senas)),
        Heading(_("What to show when two are true")),
        Para(
            say(
                _(
                    "Show the rarer one: it rules out more, and your partner can count the other "
                    "on it when it comes along often."
                )
            )
        ),
        _first(data, senas),
        Heading(_("When a rival sees it")),
        Para(
            say(
                _(
                    "You are mano and bet 2 in the lance of the seña; the segundo answers. If he "
                    "has seen it he accepts and refuses by what is left. The table is what that "
                    "costs your pair each time, and how often he would accept without and with "
                    "having seen it. If your bet tells it anyway, the cost is smaller."
                )
            )
        ),
        _caught(data, senas),
        *_false(data),
    ]
    return Chapter("senas", _("Señas"), tuple(blocks))


def _most() -> str:
    return _("At most {most} in a hand.")


def _list(data: Data, senas: tuple[Sena, ...]) -> Table:
    space = data.space
    everybody = np.ones(len(space), bool)
    rows: list[tuple[Cell, ...]] = []
    for sena in senas:
        held = sena.holds(space)
        name = f"sena/{sena.name}/{sena.gesture}"
        rows.append(
            (
                names.sena(sena.name),
                names.gesture(sena.gesture),
                Number(share(space, sena.condition, everybody), f"{name}/share"),
                *(
                    Number(share(space, of, held), f"{name}/{of}")
                    for of in ("pares", "juego", "points == 31")
                ),
            )
        )
    rows.append(
        (
            _("any hand"),
            "",
            Number(1.0, "sena/any/share"),
            *(
                Number(share(space, of, everybody), f"sena/any/{of}")
                for of in ("pares", "juego", "points == 31")
            ),
        )
    )
    return Table(
        (_("seña"), _("gesture"), _("true of"), _("pares"), _("juego"), _("31")),
        tuple(rows),
        say(_("Exact. Pares, juego and 31: how often the hand has them, given the seña.")),
        left=(0, 1),
        widths=(0.22, 0.3, 0.12, 0.12, 0.12, 0.12),
    )


def silent(data: Data, senas: tuple[Sena, ...]) -> Arr:
    """Return the hands of which no seña is true, but that of having nothing."""
    given = [sena.holds(data.space) for sena in senas]
    return np.asarray(~np.logical_or.reduce(given))


def _silence(data: Data, senas: tuple[Sena, ...]) -> Text:
    quiet = silent(data, senas)
    return say(
        _(
            "A partner who shows all he may and shows nothing has one of {share} of hands. They "
            "hold pares in {pares} and juego in {juego}; no duples, no 31. Count on him for "
            "{pares_word} at most, and bet the rest as if you were alone. A rival’s silence tells "
            "nothing: he need not show."
        ),
        share=data.share(quiet, "silent"),
        pares=Number(share(data.space, "pares", quiet), "sena/silent/pares"),
        juego=Number(share(data.space, "juego", quiet), "sena/silent/juego"),
        pares_word=_("a small par"),
    )


def _first(data: Data, senas: tuple[Sena, ...]) -> Table:
    space, found = data.space, []
    for one, two in combinations(senas, 2):
        a, b = one.holds(space), two.holds(space)
        both = a & b
        if one.name != two.name and both.any() and not (a == b).all():
            rare, other = sorted((one, two), key=lambda s: float(data.weight[s.holds(space)].sum()))
            found.append((float(data.weight[both].sum()), rare, other, both))
    found.sort(key=lambda each: -each[0])
    rows = []
    for weight, rare, other, both in found[:PAIRS]:
        name = f"{rare.name}+{other.name}"
        given = rare.holds(space)
        rows.append(
            (
                say("{one} + {two}", one=names.sena(rare.name), two=names.sena(other.name)),
                Number(weight, f"sena/{name}/share"),
                say("<b>{one}</b>", one=names.sena(rare.name)),
                Number(
                    float(data.weight[both].sum() / data.weight[given].sum()), f"sena/{name}/with"
                ),
            )
        )
    return Table(
        (_("both true"), _("of hands"), _("show"), _("then the other too")),
        tuple(rows),
        say(_("Exact. The last column: how often the other is true as well, given the one shown.")),
        left=(0, 2),
        widths=(0.4, 0.16, 0.24, 0.2),
    )


# ------------------------------------------------------------------ caught


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """The segundo facing an envido of the mano's in a lance, over sampled deals.

    Attributes
    ----------
    gain : ndarray of float64, shape (deals,)
        Tantos for the segundo's pair of accepting over refusing.
    class_of : ndarray of int64, shape (deals,)
        Rank of the segundo's hand in the lance.
    plays : ndarray of bool, shape (deals,)
    batch : ndarray of int64, shape (deals,)
    """

    gain: Arr
    class_of: Arr
    plays: Arr
    batch: Arr

    def accepts(self, among: Arr) -> Arr:
        """Return with which classes the first half of the deals says to accept."""
        some = among & (self.batch < BATCHES // 2)
        size = int(self.class_of.max()) + 1
        return np.bincount(self.class_of[some], self.gain[some], minlength=size) > 0

    def worth(self, told: Arr, blind: Arr, among: Arr) -> tuple[float, float]:
        """Return what knowing more brings, from the second half, with its error."""
        each = []
        for n in range(BATCHES // 2, BATCHES):
            some = among & (self.batch == n)
            up = told[self.class_of[some]].astype(float) - blind[self.class_of[some]]
            each.append(float((up * self.gain[some]).mean()) if some.any() else 0.0)
        return float(np.mean(each)), float(np.std(each, ddof=1) / len(each) ** 0.5)


def watch(data: Data, lance: str) -> Watched:
    """Return the segundo's choice in a lance."""
    here, dealt = face(data, lance, 0, 1), data.dealt
    row = {"grande": GRANDE, "chica": CHICA, "pares": PARES}.get(lance, JUEGO)
    batch = np.arange(len(dealt)) * BATCHES // len(dealt)
    return Watched(here.gain, data.space.rank[row][dealt[:, 1]], here.plays, batch)


def lance_of(sena: Sena) -> str:
    """Return the lance that a seña is mostly about."""
    return LANCE_OF.get(sena.name, LANCE_OF.get(sena.name.split()[-1], "grande"))


def _caught(data: Data, senas: tuple[Sena, ...]) -> Table:
    facing = {lance: watch(data, lance) for lance in LANCE_NAMES}
    rows: list[tuple[Cell, ...]] = []
    seen = set[str]()
    for sena in senas:
        if sena.name in seen:
            continue
        seen.add(sena.name)
        lance = lance_of(sena)
        here = facing[lance]
        among = here.plays & sena.holds(data.space)[data.dealt[:, 0]]
        if not among.any():
            continue
        blind, told = here.accepts(here.plays), here.accepts(among)
        cost, se = here.worth(told, blind, among)
        name, count = f"caught/{sena.name}", int(among.sum())
        often = [float(yes[here.class_of[among]].mean()) for yes in (blind, told)]
        rows.append(
            (
                names.sena(sena.name),
                names.lance(lance),
                *(
                    Number(p, f"{name}/{word}", (p * (1 - p) / count) ** 0.5)
                    for p, word in zip(often, ("blind", "told"), strict=True)
                ),
                Number(cost, f"{name}/cost", se, "tantos"),
            )
        )
    return Table(
        (_("seña"), _("lance"), _("accepts, unseen"), _("accepts, seen"), _("costs you")),
        tuple(rows),
        say(_("Tantos each time you bet so. The cards as dealt, the mus cut at once.")),
        left=(0, 1),
        widths=(0.22, 0.16, 0.2, 0.2, 0.22),
    )


# ------------------------------------------------------------------ said wrongly


def _false(data: Data) -> list[Block]:
    """Tell what a false word costs by the articles."""
    lines = []
    for lance, says in (("pares", True), ("pares", False), ("juego", True), ("juego", False)):
        cost, often = _wrong(data, lance, says)
        lines.append(
            say(
                _said(lance, says),
                cost=cost,
                often=often,
            )
        )
    return [
        Heading(_("Pares and juego said wrongly")),
        Para(
            say(
                _(
                    "The French federation’s articles, the only ones that settle it: a false word "
                    "gives the lance away, a tanto at once and the rivals’ bonuses, wherever the "
                    "rivals have something to count. What it costs the mano’s pair against the "
                    "truth, the lance passed:"
                )
            )
        ),
        Bullets(tuple(lines)),
    ]


def _said(lance: str, says: bool) -> str:
    return {
        ("pares", True): _("“Pares, yes” without them: {cost} tantos ({often} of hands could)."),
        ("pares", False): _("“Pares, no” with them: {cost} tantos ({often} of hands could)."),
        ("juego", True): _("“Juego, yes” without it: {cost} tantos ({often} of hands could)."),
        ("juego", False): _("“Juego, no” with it: {cost} tantos ({often} of hands could)."),
    }[lance, says]


def _wrong(data: Data, lance: str, says: bool) -> tuple[Number, Number]:
    """Return the cost of the mano's false word against the truth, and how often he could say it."""
    paid = data.space.pares if lance == "pares" else data.space.juego
    dealt = data.dealt[: len(data.dealt) // BATCHES]
    held = paid[dealt] > 0
    rank = data.space.rank[PARES if lance == "pares" else JUEGO][dealt] * 4 + np.arange(3, -1, -1)
    costs = []
    for row in np.flatnonzero(held[:, 0] != says)[:4000].tolist():
        tantos, ranks = paid[dealt[row]], rank[row]
        truth = _counted(tantos, ranks, held[row])
        valid, ruling = rule_on(lance, held[row].tolist(), {0: says})  # type: ignore[arg-type]
        if ruling is None:
            told = _counted(tantos, ranks, np.array(valid))
        else:
            theirs = int(tantos[1::2].sum()) or int(lance == "juego")
            told = -1 - theirs if ruling.team == "B" else 1
        costs.append(truth - told)
    each = np.array(costs, float)
    often = data.share((paid > 0) != says, f"false/{lance}/{says}")
    cost = Number(
        float(each.mean()), f"false/{lance}/{says}/cost",
        float(each.std(ddof=1) / len(each) ** 0.5), "tantos",
    )  # fmt: skip
    return cost, often


def _counted(tantos: Arr, ranks: Arr, held: Arr) -> float:
    """Return what the mano's pair takes in the lance, less the others, every word passed."""
    if not held.any():
        return 0.0
    ours = int(np.where(held, ranks, -1).argmax()) % 2 == 0
    mine = (tantos * held)[0::2].sum() if ours else 0
    return float(mine if ours else -(tantos * held)[1::2].sum())
